"""What the rules cost, without network and database: medians in milliseconds.

    python -m benchmarks.engine

Reach and sight on 100x100 cells (`benchmarks.board`), deciding and applying a move and an attack on the demo's
board, folding 2,000 events, and what a seat's view and page cost.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks import board, table
from benchmarks.board import milliseconds

EVENTS = 2_000


def rules() -> dict[str, float]:
    """Deciding, folding and looking, on the Mission of `benchmarks.table`."""
    from missions import looks, stored
    from missions.live.fragments import parts
    from missions.live.shown import digest
    from missions.models import Mission
    from tactics.kernel import log
    from tactics.kernel.codec import codec
    from tactics.kernel.dice import Dice, Draw, drawn
    from tactics.kernel.engine import Actor, apply, decide
    from tactics.secrecy.project import project

    class Sevens(Dice):
        def draw(self, count: int, sides: int, keep: str, why: str) -> Draw:
            return drawn([min(7, sides)] * count, sides, keep)

    mission = Mission.objects.get(pk=table.make(43).pk)
    code, state = stored.code_of(mission), stored.History(mission).genesis()
    data = stored.rules_of(state.rules)
    read = codec(code)
    near = table.FIRST[0], table.FIRST[1] + 1
    by = Actor("p1", "player")
    move = read.command_of({"do": "move", "unit": "h1", "path": [list(near)]})
    hit = read.command_of({"do": "act", "unit": "h1", "action": "dagger", "target": "h2"})

    def decided(command: object) -> log.Entry:
        work = decide(code, state, command, by, 0, data, Sevens())  # type: ignore[arg-type]
        return log.Entry(1, "p1", "player", "k", command, 0, tuple(work.events))  # type: ignore[arg-type]

    one = decided(move)
    entries = []
    while sum(len(e.events) for e in entries) < EVENTS:
        entries.append(log.Entry(len(entries) + 1, "p1", "player", "k", move, 0, one.events))
    seen = project(code, state, data, "p1", "player")
    text = read.state(stored.text_of(state))
    return {
        "decide a move": milliseconds(lambda: decided(move)),
        "decide an attack": milliseconds(lambda: decided(hit)),
        "apply the events of a move": milliseconds(lambda: [apply(code, state, e) for e in one.events]),
        f"fold {EVENTS} events": milliseconds(lambda: log.fold(code, state, entries)),
        "state to text": milliseconds(lambda: stored.text_of(text)),
        "view of the acting player": milliseconds(lambda: project(code, state, data, "p1", "player")),
        "view of another player": milliseconds(lambda: project(code, state, data, "p2", "player")),
        "view of the GM": milliseconds(lambda: project(code, state, data, "gm", "gm")),
        "page of the acting player, fragments known": milliseconds(lambda: digest(parts(seen, ()))),
        "offers and their bases": milliseconds(lambda: looks.bases(seen)),
    }


def main() -> None:
    print(f"load: {Path('/proc/loadavg').read_text().rsplit(' ', 2)[0]}")
    for group in BOARD:
        for name, value in group().items():
            print(f"{name:60} {value:9.4f} ms")
    with tempfile.TemporaryDirectory() as folder:
        table.prepare(Path(folder))
        for name, value in rules().items():
            print(f"{name:60} {value:9.4f} ms")


BOARD = (board.compiling, board.walking, board.seeing)

if __name__ == "__main__":
    main()
