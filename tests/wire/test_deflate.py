"""The sockets of the server's own command line deflate with a window that knows the frames before."""

from __future__ import annotations

import asyncio
from random import Random

from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, PerMessageDeflate
from websockets.frames import Frame, Opcode

import dev
from config.sockets import Sockets


async def offered(deflate: bool) -> list[object]:
    words = [str(word) for word in dev.uvicorn("127.0.0.1", 0, 1, "")]
    config = Config(
        # It is never called.
        dict, ws=words[words.index("--ws") + 1], ws_per_message_deflate=deflate, lifespan="off", interface="asgi3"
    )
    config.load()
    assert config.ws_protocol_class is Sockets
    return list(Sockets(config, ServerState(), {}, asyncio.get_running_loop()).conn.available_extensions or [])


async def test_what_was_sent_30_kb_ago_is_not_sent_again() -> None:
    (factory,) = await offered(deflate=True)
    answer, server = factory.process_request_params([("client_max_window_bits", None)], [])  # type: ignore[attr-defined]
    browser = ClientPerMessageDeflateFactory(client_max_window_bits=True).process_response_params(answer, [])
    dice = Random(7)
    data = bytes(dice.choices(b"abcdefghijklmnopqrstuvwxyz <>/=", k=28_000))
    first, again = (server.encode(Frame(Opcode.TEXT, data)) for _ in range(2))
    assert len(first.data) > 10_000
    assert len(again.data) < 1_000
    assert isinstance(browser, PerMessageDeflate)
    assert [bytes(browser.decode(each).data) for each in (first, again)] == [data, data]


async def test_nothing_is_deflated_where_it_is_not_asked_for() -> None:
    assert await offered(deflate=False) == []
