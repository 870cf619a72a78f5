"""The base: an ASGI application that does nothing but send given bytes to everybody, on the same server.

`/ws/<group>/<audience>/`. Up: `load <audience> <text>` keeps what that audience gets; `go` sends each socket of the
group its audience's text.
"""

from __future__ import annotations

from typing import Any

groups: dict[str, dict[Any, str]] = {}
texts: dict[tuple[str, str], dict[str, str]] = {}


async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    _, _, group, audience, _ = scope["path"].split("/")
    sockets = groups.setdefault(group, {})
    sockets[send] = audience
    try:
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            word, _, rest = message["text"].partition(" ")
            if word == "load":
                name, _, text = rest.partition(" ")
                texts[group, name] = {"type": "websocket.send", "text": text}
            else:
                for other, name in list(sockets.items()):
                    await other(texts[group, name])
    finally:
        sockets.pop(send, None)
