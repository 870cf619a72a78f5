"""One action to every browser of one Mission, here and with boardgame.io on the same machine in the same blocks.

    npm install --prefix FOLDER --ignore-scripts boardgame.io@0.50.2 node-persist@3.1.0
    python -m benchmarks.peer FOLDER [--browsers 2,10,50,200]

Needs node. Three servers of the peer run beside ours: in memory, in memory with patches, and on files; each block is a
burst on each server, in turn forwards and backwards. What an action is on either side: docs/performance.md.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.client import Browser, all_have
from benchmarks.fanout import MS, ROOT, Ours, cpu, free_port, load, served, show

BLOCKS, BURST = 6, 8
KINDS = {
    "peer, in memory": ("memory", "0"),
    "peer, patches": ("memory", "1"),
    "peer, on files": ("flatfile", "0"),
}


@contextlib.contextmanager
def node(modules: Path, folder: str, storage: str, delta: str) -> Iterator[tuple[int, int]]:
    """(port, pid) of a server of the peer."""
    port = free_port()
    given = {"PORT": str(port), "STORAGE": storage, "FOLDER": folder, "DELTA": delta, "NODE_ENV": "production"}
    process = subprocess.Popen(
        ["node", str(ROOT / "benchmarks" / "servers" / "peer.js")],
        env={**os.environ, **given, "NODE_PATH": str(modules / "node_modules")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.1)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(10)


class Client(Browser):
    """A browser of the peer: socket.io by hand, its frames those that bring a new state."""

    def __init__(self, port: int, match: str, player: str | None) -> None:
        super().__init__(port, "/socket.io/?EIO=4&transport=websocket")
        self.match, self.player = match, player
        self.number: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def _arrived(self, text: bytes) -> None:
        if text == b"2":
            self.send("3")
        elif text.startswith(b"0"):
            self.send("40/tactics,")
        elif text.startswith(b"40"):
            self.send("42/tactics," + json.dumps(["sync", self.match, self.player, None, 2]))
        elif b'"sync"' in text[:60] and not self.number.done():
            found = re.search(rb'"_stateID":(\d+)', text)
            self.number.set_result(int(found.group(1)) if found else 0)
        elif b'"update"' in text[:60] or b'"patch"' in text[:60]:
            super()._arrived(text)


class Theirs:
    """A match of the peer; its first browser moves one of the 50 units at each action."""

    def __init__(self, port: int, browsers: int) -> None:
        self.port, self.many, self.match = port, browsers, f"m{browsers}"

    async def open(self) -> Theirs:
        self.browsers: list[Client] = []
        for n in range(self.many):
            browser = Client(self.port, self.match, str(n) if n < 2 else None)
            await browser.connect()
            self.number = await asyncio.wait_for(browser.number, 20)
            self.browsers.append(browser)
        return self

    async def act(self) -> tuple[int, int]:
        """(nanoseconds from the move to the last frame, moment of the last frame)."""
        n = self.number
        self.number += 1
        payload = {"type": "step", "args": [n % 50, n * 7 % 30, n * 3 % 30], "playerID": "0", "credentials": None}
        move = ["update", {"type": "MAKE_MOVE", "payload": payload}, n, self.match, "0"]
        counts = [b.count for b in self.browsers]
        began = time.monotonic_ns()
        self.browsers[0].send("42/tactics," + json.dumps(move))
        last = await all_have(list(self.browsers), counts)
        return last - began, last

    def close(self) -> None:
        for browser in self.browsers:
            browser.transport.abort()


def megabytes(pid: int) -> int:
    """What a process holds in memory."""
    text = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", text)
    return int(found.group(1)) // 1024 if found else 0


async def compare(many: int, bench: object, servers: dict[str, tuple[int, int]]) -> None:
    """One table of so many browsers on each server."""
    tables: dict[str, Ours | Theirs] = {}
    for name, (port, _pid) in servers.items():
        tables[name] = await (Ours(bench, port) if name == "ours" else Theirs(port, many)).open()
    for table in tables.values():
        for _ in range(12):
            await table.act()
    took: dict[str, list[float]] = {name: [] for name in tables}
    used = dict.fromkeys(tables, 0)
    ratios: dict[str, list[float]] = {name: [] for name in tables}
    for block in range(BLOCKS):
        middle = {}
        for name in list(tables) if block % 2 == 0 else list(tables)[::-1]:
            before = cpu(servers[name][1])
            burst = [(await tables[name].act())[0] / MS for _ in range(BURST)]
            used[name] += cpu(servers[name][1]) - before
            took[name] += burst
            middle[name] = median(burst)
        for name, value in middle.items():
            ratios[name].append(middle["ours"] / value)
    for name in tables:
        each = used[name] / MS / BLOCKS / BURST
        memory = megabytes(servers[name][1])
        print(
            f"{many} browsers, {name}: {show(took[name])}; {each:.1f} ms of processor; "
            f"ours takes {median(ratios[name]):.1f} times as long; {memory} MB",
            flush=True,
        )
    for table in tables.values():
        table.close()
    await asyncio.sleep(0.5)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("modules", type=Path)
    options.add_argument("--browsers", default="2,10,50,200")
    given = options.parse_args()
    print(f"load before: {load()}")
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        from benchmarks import table

        table.prepare(Path(folder))
        servers = {"ours": stack.enter_context(served("benchmarks.servers.site:app"))}
        for name, (storage, delta) in KINDS.items():
            servers[name] = stack.enter_context(node(given.modules, f"{folder}/{storage}{delta}", storage, delta))
        print("MB at the start:", {name: megabytes(pid) for name, (_port, pid) in servers.items()})
        for many in map(int, given.browsers.split(",")):
            bench = table.make(many - 7) if many > 7 else table.make(0, players=many - 1)
            asyncio.run(asyncio.wait_for(compare(many, bench, servers), 120))
    print(f"load after: {load()}")


if __name__ == "__main__":
    main()
