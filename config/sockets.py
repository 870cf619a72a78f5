"""How a socket deflates where it does (`SORTIE_DEFLATE`): uvicorn's WebSockets with zlib's whole window.

What a page is sent is much like what it was sent before, by up to 30 kB. uvicorn's own window of 4 kB has forgotten
that; the whole one makes an ordinary event five to seven times smaller (`benchmarks.sizes`) for 160 kB of memory more
a socket.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

DEFLATE = ServerPerMessageDeflateFactory(
    # What browsers send is short.
    client_max_window_bits=12,
    compress_settings={"memLevel": 7},
)
"""The server's window is what the browser allows, at most zlib's 32 kB."""


class Sockets(WebSocketsSansIOProtocol):
    """For uvicorn's `--ws`."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        if self.config.ws_per_message_deflate:
            self.conn.available_extensions = [DEFLATE]
