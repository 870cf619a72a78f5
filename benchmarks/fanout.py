"""From one player's step to every browser, beside a bare loop that sends the same bytes in the same run.

    python -m benchmarks.fanout [--quick] [--fog none] [--database URL --redis URL --workers 2]

(i) submit called -> the last browser has its frame, and (ii) POST sent -> the same, for 1 GM, 6 players and 43
spectators; (iii) the server's processor time a message, as the slope between 10 and 200 spectators; (iv) actions a
second over 40 Missions with 1,000 sockets; (v) what one browser that never reads does to the others. Blocks of our
server and of the base alternate (A B B A); medians of blocks' ratios. Every server is ended by its pid.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

from benchmarks.client import Browser, Poster, all_have

ROOT = Path(__file__).resolve().parent.parent
MS = 1e6


# --- servers ----------------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def served(app: str, workers: int = 1, **environment: str) -> Iterator[tuple[int, int]]:
    """(port, pid) of a uvicorn, as dev.py starts it."""
    port = free_port()
    command = [
        sys.executable, "-m", "uvicorn", app, "--host", "127.0.0.1", "--port", str(port),
        "--workers", str(workers), "--lifespan", "off", "--log-level", "warning", "--no-access-log",
        "--no-server-header", "--ws-max-size", "1000000", "--ws-max-queue", "16",
        "--ws-per-message-deflate", "false", "--backlog", "4096",
    ]  # fmt: skip
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment, "WEB_CONCURRENCY": str(workers)})
    try:
        for _ in range(300):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.1)
        yield port, process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def cpu(pid: int) -> int:
    """Nanoseconds that a process and its children have run."""
    pids = [pid]
    with contextlib.suppress(OSError):
        pids += [int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    total = 0
    for each in pids:
        for task in Path(f"/proc/{each}/task").glob("*/schedstat"):
            with contextlib.suppress(OSError):
                total += int(task.read_text().split()[0])
    return total


# --- one Mission, ours and the base -----------------------------------------------------------------


class Ours:
    """A Mission's browsers and a poster. Its frames are what the base sends too."""

    def __init__(self, bench: object, port: int) -> None:
        self.bench, self.port = bench, port

    async def open(self) -> Ours:
        bench = self.bench
        self.browsers: dict[str, Browser] = {}
        for seat in bench.seats:
            browser = Browser(self.port, f"/ws{bench.address(seat)}", bench.cookie)
            self.browsers[seat] = await browser.connect()
            browser.send('{"t":"hello"}')
        for browser in self.browsers.values():
            await asyncio.wait_for(browser.until(1), 60)
        self.poster = await Poster(self.port, bench.cookie, bench.token).connect()
        self.pinging = asyncio.create_task(self._ping())
        return self

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(5)
            for browser in self.browsers.values():
                browser.send('{"t":"ping"}')

    async def act(self) -> tuple[int, int]:
        """(nanoseconds from the POST to the last frame, moment of the last frame)."""
        seat, form = self.bench.step()
        everybody = [b for b in self.browsers.values() if not b.closed]
        counts = [b.count for b in everybody]
        began = time.monotonic_ns()
        status, body = await self.poster.post(f"{self.bench.address(seat)}command/", form)
        if status != 200:
            raise RuntimeError(f"{status}: {body[:200]!r}")
        last = await all_have(everybody, counts)
        return last - began, last

    def close(self) -> None:
        self.pinging.cancel()
        for browser in self.browsers.values():
            browser.transport.abort()
        self.poster.writer.close()


class Base:
    """As many sockets on the bare loop; each seat gets the text that it last got from us."""

    def __init__(self, like: Ours, port: int) -> None:
        self.like, self.port = like, port

    async def open(self) -> Base:
        group = f"m{self.like.bench.pk}"
        self.browsers = []
        for seat, browser in self.like.browsers.items():
            audience = "public" if seat.startswith("s") else seat
            mine = await Browser(self.port, f"/ws/{group}/{audience}/").connect()
            self.browsers.append(mine)
            if audience != "public" or seat == "s1":
                mine.send(f"load {audience} {browser.text.decode()}")
        await asyncio.sleep(0.3)
        return self

    async def act(self) -> int:
        counts = [b.count for b in self.browsers]
        began = time.monotonic_ns()
        self.browsers[0].send("go")
        return await all_have(self.browsers, counts) - began

    def close(self) -> None:
        for browser in self.browsers:
            browser.transport.abort()


def p(values: list[float], percent: int) -> float:
    return quantiles(values, n=100, method="inclusive")[percent - 1]


def show(values: list[float]) -> str:
    return f"{median(values):.1f} / {p(values, 95):.1f} ms"


async def latency(bench: object, port: int, bare: int, blocks: int, burst: int) -> dict[str, object]:
    """(i) and (ii), with an empty authenticated POST and the base in the same blocks."""
    ours = await Ours(bench, port).open()
    for _ in range(12):
        await ours.act()
    base = await Base(ours, bare).open()
    await base.act()
    await ours.poster.get("/bench/submits")
    whole: list[float] = []
    inner: list[float] = []
    floor: list[float] = []
    empty: list[float] = []
    ratios: list[float] = []
    beyond: list[float] = []
    for block in range(blocks):
        mine: list[float] = []
        deep: list[float] = []
        theirs: list[float] = []
        posts: list[float] = []
        order = "ABE" if block % 2 == 0 else "EBA"
        for kind in order:
            for _ in range(burst):
                if kind == "A":
                    took, last = await ours.act()
                    _status, body = await ours.poster.get("/bench/submits")
                    called = json.loads(body)[-1]
                    mine.append(took / MS)
                    deep.append((last - called) / MS)
                elif kind == "B":
                    theirs.append(await base.act() / MS)
                else:
                    began = time.monotonic_ns()
                    status, body = await ours.poster.post("/bench/empty/", {})
                    assert (status, body) == (200, b"ok"), (status, body)
                    posts.append((time.monotonic_ns() - began) / MS)
                await asyncio.sleep(0.005)
        ratios.append(median(deep) / median(theirs))
        beyond.append((median(mine) - median(posts)) / median(theirs))
        whole += mine
        inner += deep
        floor += theirs
        empty += posts
    sizes = {seat: len(b.text) for seat, b in ours.browsers.items() if seat in ("gm", "p1", "s1")}
    ours.close()
    base.close()
    return {
        "frame bytes": sizes,
        "base": show(floor),
        "(i) submit -> last frame": show(inner),
        "(i) / base": round(median(ratios), 1),
        "(ii) POST -> last frame": show(whole),
        "(ii) empty POST": show(empty),
        "(ii) beyond the empty POST / base": round(median(beyond), 1),
    }


async def slope(benches: list[object], port: int, pid: int, actions: int) -> dict[str, object]:
    """(iii): processor time of an action with few and with many spectators; the difference is delivery's."""
    costs = []
    for bench in benches:
        ours = await Ours(bench, port).open()
        for _ in range(12):
            await ours.act()
        before = cpu(pid)
        for _ in range(actions):
            await ours.act()
        costs.append((cpu(pid) - before) / actions / 1000)
        ours.close()
        await asyncio.sleep(0.5)
    few, many = (len(b.spectators) for b in benches)
    return {
        "processor ms an action": [round(c / 1000, 2) for c in costs],
        "(iii) us a message": round((costs[1] - costs[0]) / (many - few), 1),
    }


async def capacity(benches: list[object], port: int, rate: float, seconds: float) -> dict[str, object]:
    """(iv): open loop, timed from the due moment; each Mission's actions come one after the other."""
    tables = await asyncio.gather(*(Ours(b, port).open() for b in benches[:1]))
    for bench in benches[1:]:
        tables.append(await Ours(bench, port).open())
    for table in tables:
        await table.act()
    lates: list[float] = []
    busy = [asyncio.Lock() for _ in tables]

    async def one(number: int, due: int) -> None:
        at = number % len(tables)
        async with busy[at]:
            _took, last = await tables[at].act()
        lates.append((last - due) / MS)

    began = time.monotonic_ns()
    work = []
    for number in range(int(rate * seconds)):
        due = began + int(number / rate * 1e9)
        wait = (due - time.monotonic_ns()) / 1e9
        if wait > 0:
            await asyncio.sleep(wait)
        work.append(asyncio.create_task(one(number, due)))
    await asyncio.wait_for(asyncio.gather(*work), 120)
    took = (time.monotonic_ns() - began) / 1e9
    for table in tables:
        table.close()
    return {"rate": rate, "served a second": round(len(lates) / took, 1), "p50 / p95": show(lates)}


async def stuck(bench: object, port: int, actions: int) -> dict[str, object]:
    """(v): the same actions without and with one browser that never reads."""
    found: dict[str, object] = {}
    for name in ("all read", "one never reads"):
        ours = await Ours(bench, port).open()
        if name != "all read":
            lazy = ours.browsers.pop("s1")
            lazy.transport.pause_reading()
        took = []
        for n in range(actions + 6):
            each, _last = await ours.act()
            if n >= 6:
                took.append(each / MS)
        found[name] = show(took)
        ours.close()
        if name != "all read":
            lazy.transport.abort()
        await asyncio.sleep(0.5)
    return found


def load() -> str:
    return Path("/proc/loadavg").read_text().rsplit(" ", 2)[0]


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--quick", action="store_true")
    options.add_argument("--fog", default="sight", choices=["none", "sight", "uncovered"])
    options.add_argument("--database", default="")
    options.add_argument("--redis", default="")
    options.add_argument("--workers", type=int, default=1)
    options.add_argument("--parts", default="i,iii,iv,v")
    options.add_argument("--rates", default="25,50,100")
    given = options.parse_args()
    parts = set(re.split(r"[, ]+", given.parts))
    quick = given.quick
    print(f"load before: {load()}; fog {given.fog}; {given.workers} worker(s); {given.database or 'SQLite'}")
    with tempfile.TemporaryDirectory() as folder:
        from benchmarks import table

        table.prepare(Path(folder), given.database, given.redis)
        with (
            served("benchmarks.servers.site:app", given.workers) as (port, pid),
            served("benchmarks.servers.bare:app") as (bare, _bare_pid),
        ):
            if "i" in parts:
                bench = table.make(43, fog=given.fog)
                report(asyncio.run(latency(bench, port, bare, 3 if quick else 8, 6 if quick else 10)))
            if "iii" in parts:
                pair = [table.make(10, fog=given.fog), table.make(200, fog=given.fog)]
                report(asyncio.run(slope(pair, port, pid, 20 if quick else 60)))
            if "iv" in parts:
                many = [table.make(18, fog=given.fog) for _ in range(40)]
                for rate in map(float, given.rates.split(",")):
                    report({"(iv)": asyncio.run(capacity(many, port, rate, 5 if quick else 10))})
            if "v" in parts:
                report({"(v)": asyncio.run(stuck(table.make(43, fog=given.fog), port, 20 if quick else 60))})
    print(f"load after: {load()}")


def report(found: dict[str, object]) -> None:
    for name, value in found.items():
        print(f"{name}: {value}", flush=True)


if __name__ == "__main__":
    main()
