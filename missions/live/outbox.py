"""What is still to be sent to one browser: bounded, so that a slow one delays nobody and fills no memory.

Nearly always a frame goes straight into the socket's buffer without waiting, so it is sent right where it is put,
without a task of its own. Only when the socket says wait does a task take over, and what comes meanwhile queues.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from typing import Any

Send = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]

FRAMES = 256
BYTES = 4 * 1024 * 1024
STUCK = 10.0
"""Seconds for which one frame may wait for the socket."""


class _Begun(Awaitable[None]):
    """A coroutine that was run up to its first wait, to be awaited from there on."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], waits_for: Any) -> None:
        self._coroutine, self._waits_for = coroutine, waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        waits_for = self._waits_for
        while True:
            try:
                try:
                    got = yield waits_for
                except BaseException as problem:  # noqa: BLE001  (handed on into the coroutine)
                    waits_for = self._coroutine.throw(problem)
                else:
                    waits_for = self._coroutine.send(got)
            except StopIteration:
                return


class Outbox:
    """Sends texts in order. `full` is called once when the browser does not keep up."""

    def __init__(self, send: Send, full: Callable[[], None]) -> None:
        self._send, self._full = send, full
        self._queue: deque[dict[str, Any]] = deque()
        self._bytes = 0
        self._task: asyncio.Task[None] | None = None
        self._since = 0.0
        self.closed = False

    def put(self, text: str) -> None:
        """Sends `text`, now or as soon as the socket takes it."""
        self._put({"type": "websocket.send", "text": text}, len(text))

    def close(self, code: int) -> None:
        """Sends nothing more but the end, with its code. What waits is dropped: it comes with the next snapshot."""
        if self.closed:
            return
        self._queue.clear()
        self._put({"type": "websocket.close", "code": code}, 0)
        self.closed = True

    def drop(self) -> None:
        """The socket is gone."""
        self.closed = True
        self._queue.clear()
        if self._task is not None:
            self._task.cancel()

    @property
    def waiting(self) -> int:
        """Frames that the socket has not taken yet."""
        return len(self._queue) + (self._task is not None)

    def is_stuck(self, now: float) -> bool:
        """Whether one frame has been waiting too long. now: the loop's clock."""
        return self._task is not None and now - self._since > STUCK

    def _put(self, message: dict[str, Any], size: int) -> None:
        if self.closed:
            return
        if self._task is None:
            self._begin(message)
        elif len(self._queue) >= FRAMES or self._bytes + size > BYTES:
            self._full()
        else:
            self._queue.append(message)
            self._bytes += size

    def _begin(self, message: dict[str, Any]) -> None:
        coroutine = self._send(message)
        try:
            waits_for = coroutine.send(None)
        except StopIteration:
            return
        except (OSError, RuntimeError):  # the browser went away
            self.closed = True
            return
        loop = asyncio.get_running_loop()
        self._since = loop.time()
        self._task = loop.create_task(self._go_on(_Begun(coroutine, waits_for)))

    async def _go_on(self, begun: _Begun) -> None:
        loop = asyncio.get_running_loop()
        try:
            await begun
            while self._queue:
                self._since = loop.time()
                message = self._queue.popleft()
                self._bytes -= len(message.get("text", ""))
                await self._send(message)
        except (OSError, RuntimeError):
            self.closed = True
        finally:
            self._task = None
