"""A TCP proxy before the server: it can lose the network, and it keeps every byte that came down.

Each browser of a test has its own, so that what a seat received is known to the last byte, whatever the
page did with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Coroutine
from typing import Any

_loop: asyncio.AbstractEventLoop | None = None


def loop() -> asyncio.AbstractEventLoop:
    """The one loop in which all proxies live, in a thread of its own."""
    global _loop
    if _loop is None:
        _loop = asyncio.new_event_loop()
        threading.Thread(target=_loop.run_forever, daemon=True, name="proxies").start()
    return _loop


def wait(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run_coroutine_threadsafe(work, loop()).result(10)


class Proxy:
    """Listens on 127.0.0.1:`port` and forwards to 127.0.0.1:`to`."""

    def __init__(self, to: int) -> None:
        self.to = to
        self.received = bytearray()
        self._mode = "up"
        self._late = 0.0
        self._open: set[asyncio.StreamWriter] = set()
        wait(self._start())

    # --- what a test does

    def up(self) -> None:
        """The network is there. What was in a black hole is lost with its connections."""
        if self._mode in ("blackhole", "mute"):
            self.cut()
        self._set("up")

    def cut(self) -> None:
        """Every connection breaks, and new ones break at once."""
        self._set("cut")
        wait(self._break())

    def blackhole(self) -> None:
        """Connections stay open and nothing arrives any more, in neither direction."""
        self._set("blackhole")

    def mute(self) -> None:
        """Sockets bring nothing more to the browser, while pages and commands still pass: a stale page."""
        self._set("mute")

    def slow(self, seconds: float) -> None:
        """Everything arrives so much later, in both directions; 0: at once again."""
        self._late = seconds

    def close(self) -> None:
        self._set("cut")
        wait(self._end())

    def hang_up(self) -> None:
        """Every connection ends; new ones pass."""
        wait(self._break())

    def mark(self) -> int:
        """How many bytes have come down so far."""
        return len(self.received)

    def since(self, mark: int = 0) -> bytes:
        return bytes(self.received[mark:])

    @property
    def is_odd(self) -> bool:
        """Whether it does anything but pass on."""
        return self._mode != "up" or self._late > 0

    # --- in the loop

    def _set(self, mode: str) -> None:
        self._mode = mode

    async def _start(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]

    async def _end(self) -> None:
        self._server.close()
        await self._break()

    async def _break(self) -> None:
        for writer in list(self._open):
            writer.transport.abort()
        self._open.clear()

    async def _accept(self, browser: asyncio.StreamReader, to_browser: asyncio.StreamWriter) -> None:
        if self._mode == "cut":
            to_browser.transport.abort()
            return
        try:
            server, to_server = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            to_browser.transport.abort()
            return
        self._open |= {to_browser, to_server}
        try:
            # One end that closes ends the other.
            up = asyncio.ensure_future(self._pass(browser, to_server))
            down = asyncio.ensure_future(self._pass(server, to_browser, keep=True))
            await asyncio.wait([up, down], return_when=asyncio.FIRST_COMPLETED)
            up.cancel()
            down.cancel()
        finally:
            for writer in (to_browser, to_server):
                self._open.discard(writer)
                with contextlib.suppress(OSError, RuntimeError):
                    writer.close()

    async def _pass(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, keep: bool = False) -> None:
        socket = False
        with contextlib.suppress(OSError):
            while data := await source.read(65536):
                if self._mode == "blackhole" or (self._mode == "mute" and socket):
                    continue
                if self._late:
                    await asyncio.sleep(self._late)
                if keep:
                    socket = socket or data.startswith(b"HTTP/1.1 101 ")
                    self.received += data
                sink.write(data)
                await sink.drain()
        if self._mode == "blackhole":
            await asyncio.sleep(3600)  # not even the end arrives
