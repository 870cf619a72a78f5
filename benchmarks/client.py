"""A load client for loopback: sockets that only count what arrives and when, and POSTs over one kept connection."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
import time
from urllib.parse import urlencode


class Browser(asyncio.Protocol):
    """One WebSocket. `texts`: complete text frames that hold a view (no pong); `at`: when the last one came."""

    def __init__(self, port: int, path: str, cookie: str = "") -> None:
        self.port, self.path, self.cookie = port, path, cookie
        self.count = 0
        self.at = 0
        self.text = b""
        self.waiters: list[tuple[int, asyncio.Future[None]]] = []
        self._buffer = bytearray()
        self._open = False
        self._whole = bytearray()
        self.closed = False

    async def connect(self) -> Browser:
        loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = loop.create_future()
        await loop.create_connection(lambda: self, "127.0.0.1", self.port)
        await asyncio.wait_for(self.opened, 30)
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: asyncio.Transport = transport  # type: ignore[assignment]
        sock = transport.get_extra_info("socket")
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        host = f"127.0.0.1:{self.port}"
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {self.cookie}\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(bytes(self._buffer[:80])))

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(bytes(buffer[:80])))
                self.transport.close()
                return
            del buffer[: end + 4]
            self._open = True
            self.opened.set_result(None)
        while len(buffer) >= 2:
            size, head = buffer[1] & 127, 2
            if size == 126:
                size, head = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, head = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < head + size:
                return
            opcode, final = buffer[0] & 15, buffer[0] & 128
            body = bytes(buffer[head : head + size])
            del buffer[: head + size]
            if opcode in (0, 1):
                self._whole += body
                if final:
                    self._arrived(bytes(self._whole))
                    self._whole.clear()
            elif opcode == 9:
                self._send(10, body)
            elif opcode == 8:
                self.closed = True

    def _arrived(self, text: bytes) -> None:
        if text.startswith(b'{"pong"'):
            return
        self.count += 1
        self.at = time.monotonic_ns()
        self.text = text
        for wanted, waiter in self.waiters:
            if self.count >= wanted and not waiter.done():
                waiter.set_result(None)
        self.waiters = [w for w in self.waiters if not w[1].done()]

    def _send(self, opcode: int, body: bytes) -> None:
        mask = b"\0\0\0\0"
        size = len(body)
        if size < 126:
            head = bytes([128 | opcode, 128 | size])
        elif size < 65536:
            head = bytes([128 | opcode, 254]) + size.to_bytes(2, "big")
        else:
            head = bytes([128 | opcode, 255]) + size.to_bytes(8, "big")
        self.transport.write(head + mask + body)

    def send(self, text: str) -> None:
        self._send(1, text.encode())

    def until(self, count: int) -> asyncio.Future[None]:
        """Done when so many frames have come."""
        waiter = asyncio.get_running_loop().create_future()
        if self.count >= count:
            waiter.set_result(None)
        else:
            self.waiters.append((count, waiter))
        return waiter


class Poster:
    """POSTs over one connection, one after the other."""

    def __init__(self, port: int, cookie: str, token: str) -> None:
        self.port, self.cookie, self.token = port, cookie, token

    async def connect(self) -> Poster:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def post(self, path: str, fields: dict[str, str]) -> tuple[int, bytes]:
        """Status and body."""
        body = urlencode({"csrfmiddlewaretoken": self.token, **fields}).encode()
        self.writer.write(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nHX-Request: true\r\n"
            f"Cookie: {self.cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        return await self._answer()

    async def get(self, path: str) -> tuple[int, bytes]:
        self.writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
        return await self._answer()

    async def _answer(self) -> tuple[int, bytes]:
        head = await self.reader.readuntil(b"\r\n\r\n")
        size = 0
        for line in head.lower().split(b"\r\n"):
            if line.startswith(b"content-length:"):
                size = int(line.split(b":")[1])
        return int(head.split(b" ", 2)[1]), await self.reader.readexactly(size)


async def all_have(browsers: list[Browser], counts: list[int], seconds: float = 30) -> int:
    """The moment (monotonic nanoseconds) at which the last browser had its next frame."""
    await asyncio.wait_for(asyncio.gather(*(b.until(n + 1) for b, n in zip(browsers, counts, strict=True))), seconds)
    return max(b.at for b in browsers)
