"""Processor time of one action, by who spends it, in one process and without a network.

    python -m benchmarks.action [--actions 60] [--spectators 43] [--fog sight] [--wide] [--profile loop|write|read]

The site's ASGI application is called with made-up connections: 1 GM, 6 players and spectators on sockets that only
count, and POSTs as a browser sends them (every other one the GM's, see `benchmarks.table`). Times are the processor's,
so that a machine shared with others tells the same; they are the event loop's, the writers' thread (the command), the
readers' threads (what each audience sees), and what is left for threads around a request. `--profile` prints
where one of these spends it (its own cost inflates small functions).
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import json
import pstats
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urlencode


class Socket:
    """A browser that only counts. frames: how many that hold a view; size: bytes of the last one."""

    def __init__(self, app: Any, path: str, cookie: str) -> None:
        self.app, self.frames, self.size = app, 0, 0
        self.up: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.up.put_nowait({"type": "websocket.connect"})
        self.up.put_nowait({"type": "websocket.receive", "text": '{"t":"hello"}'})
        self.came = asyncio.Event()
        headers = [(b"host", b"127.0.0.1"), (b"origin", b"http://127.0.0.1"), (b"cookie", cookie.encode())]
        scope = {
            "type": "websocket", "scheme": "ws", "path": path, "headers": headers, "query_string": b"",
            "subprotocols": [], "client": ("127.0.0.1", 1),
        }  # fmt: skip
        self.task = asyncio.create_task(app(scope, self.up.get, self.send))

    async def send(self, message: dict[str, Any]) -> None:
        text = message.get("text", "")
        if text and not text.startswith(('{"pong"', '{"here"')):
            self.frames += 1
            self.size = len(text)
            self.came.set()

    async def next(self, after: int) -> None:
        while self.frames <= after:
            self.came.clear()
            await self.came.wait()


async def post(app: Any, path: str, cookie: str, token: str, form: dict[str, str]) -> int:
    """Status of a form that was sent as htmx sends it."""
    body = urlencode({"csrfmiddlewaretoken": token, **form}).encode()
    headers = [
        (b"host", b"127.0.0.1"),
        (b"hx-request", b"true"),
        (b"cookie", cookie.encode()),
        (b"content-type", b"application/x-www-form-urlencoded"),
        (b"content-length", str(len(body)).encode()),
    ]
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http",
        "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "", "headers": headers,
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
    }  # fmt: skip
    sent = [{"type": "http.request", "body": body, "more_body": False}]
    status = 0
    ended = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if sent:
            return sent.pop()
        await ended.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        nonlocal status
        status = message.get("status", status)

    await app(scope, receive, send)
    ended.set()
    return status


class Meter:
    """Processor seconds of the jobs in the threads of `missions.writer`; profiles those that are asked for."""

    def __init__(self, profiled: str) -> None:
        self.spent: Counter[str] = Counter()
        self.profiled, self.profile = profiled, cProfile.Profile(time.thread_time)
        self.on = False

    def watch(self, threads: Any, name: str) -> None:
        run = threads.run

        async def measured(job: Any, *args: Any, **kwargs: Any) -> Any:
            return await run(self.job, name, job, *args, **kwargs)

        threads.run = measured

    def job(self, name: str, job: Any, *args: Any, **kwargs: Any) -> Any:
        profiled = self.on and name == self.profiled
        began = time.thread_time()
        try:
            if not profiled:
                return job(*args, **kwargs)
            self.profile.enable()
            try:
                return job(*args, **kwargs)
            finally:
                self.profile.disable()
        finally:
            self.spent[name] += time.thread_time() - began


async def measure(given: argparse.Namespace, bench: Any, application: Any) -> tuple[dict[str, object], Meter]:
    from missions import writer

    meter = Meter(given.profile)
    meter.watch(writer.write, "write")
    meter.watch(writer.read, "read")
    sockets = {seat: Socket(application, f"/ws{bench.address(seat)}", bench.cookie) for seat in bench.seats}
    for socket in sockets.values():
        await socket.next(0)

    async def act() -> None:
        before = [(socket, socket.frames) for socket in sockets.values()]
        seat, form = bench.step()
        status = await post(application, f"{bench.address(seat)}command/", bench.cookie, bench.token, form)
        assert status == 200, status
        for socket, frames in before:
            await socket.next(frames)

    for _ in range(16):
        await act()
    meter.spent.clear()
    meter.on = True
    if given.profile == "loop":
        meter.profile.enable()
    began, loop = time.process_time(), time.thread_time()
    for _ in range(given.actions):
        await act()
    whole, loop = time.process_time() - began, time.thread_time() - loop
    if given.profile == "loop":
        meter.profile.disable()
    meter.on = False
    parts = {"event loop": loop, "command": meter.spent["write"], "views and fragments": meter.spent["read"]}
    parts["threads around the request"] = whole - sum(parts.values())
    sizes = {seat: socket.size for seat, socket in sockets.items() if seat in ("gm", "p1", "p2", "s1")}
    each: dict[str, object] = {name: round(spent / given.actions * 1000, 2) for name, spent in parts.items()}
    return {"processor ms an action": round(whole / given.actions * 1000, 2), **each, "frame bytes": sizes}, meter


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--actions", type=int, default=60)
    options.add_argument("--spectators", type=int, default=43)
    options.add_argument("--fog", default="sight", choices=["none", "sight", "uncovered"])
    options.add_argument("--wide", action="store_true", help="100x100 open cells with 50 units all over them")
    options.add_argument("--profile", default="", choices=["", "loop", "write", "read"])
    options.add_argument("--top", type=int, default=45)
    options.add_argument("--sort", default="tottime")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        from benchmarks import table

        table.prepare(Path(folder))
        from config.asgi import application
        from missions import writer

        bench = table.make(given.spectators, fog=given.fog, wide=given.wide)
        found, meter = asyncio.run(measure(given, bench, application))

        writer.close()
    print(json.dumps(found, indent=1))
    if given.profile:
        pstats.Stats(meter.profile).sort_stats(given.sort).print_stats(given.top)


if __name__ == "__main__":
    main()
