"""What fog costs: sight of 50 units on 100x100 cells, and the views of six players and a GM with and without it.

    python -m benchmarks.fog

Medians in milliseconds, and as a ratio to a loop of the interpreter's own, so that machines compare. "Step": one hero
has walked one cell, so what it sees is worked out anew; "again": nothing has changed but the state's number.
"""

from __future__ import annotations

import os
from itertools import count, cycle

from msgspec.structs import replace

from benchmarks.board import base, milliseconds, open_board, rooms_board, rough_board
from missions.live import ground
from tactics import rulesets
from tactics.board import grid
from tactics.effects.grounds import grounds
from tactics.effects.rules import parse
from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyState, Board, Place, Seat, State
from tactics.rulebook import yaml_content
from tactics.secrecy import sight
from tactics.secrecy.project import project

PLAYERS = 6
UNITS = 50
TEMPUS = rulesets.get("tempus")


def mission(board: Board, fog: str, rules: Rules) -> AnyState:
    """50 units spread over the board, each hero of one of six players; half of the others stand near them."""
    names = {"floor": "ground", "mud": "rough", "rock": "wall"}
    board = replace(board, palette=tuple((letter, names[key]) for letter, key in board.palette))
    free = [i for i, letter in enumerate(board.terrain) if letter != "#"]
    units, bodies = {}, {}
    for n in range(UNITS):
        hero = n < UNITS // 2
        spec = {"kind": "character", "side": "heroes" if hero else "foes", "seat": f"p{n % PLAYERS}" if hero else "gm"}
        unit, own = TEMPUS.build_unit(rules, f"u{n}", {**spec, "stats": {"SPD": 4, "WIT": 2, "DEF": 2}})
        at = free[(n * 193 + 57) * 31 % len(free)]
        units[unit.key] = replace(unit, initiative=50 - n)
        bodies |= {b.key: replace(b, place=Place(board.key, at % board.width, at // board.width)) for b in own}
    seats = [Seat("gm", "gm", "Gil"), *(Seat(f"p{n}", "player", f"P{n}") for n in range(PLAYERS))]
    state: AnyState = State(
        ruleset="tempus", rules=rules.hash, name="Fog", phase="running", boards={board.key: board}, units=units,
        bodies=bodies, seats={s.key: s for s in seats}, fog=fog, part=TEMPUS.mission_part(),
    )  # fmt: skip
    state = replace(state, clock=replace(state.clock, round=1, order=tuple(units), active="u0"))
    explored = sight.side_mask(state, rules, "heroes", board)
    return replace(state, explored={f"heroes/{board.key}": format(explored, "x")} if fog == "sight" else {})


def seeing(state: AnyState, board: Board, rules: Rules) -> dict[str, float]:
    """What a side of 25, and all 50, have in sight: worked out, and known by where they stand."""
    both = ("heroes", "foes")
    numbers = count(1)
    here = state.boards[board.key]

    def cold() -> object:
        sight._seen_from.cache_clear()
        sight.visible.cache_clear()
        return warm()

    def warm() -> object:
        fresh = replace(state, seq=next(numbers))
        return [sight.side_mask(fresh, rules, side, here) for side in both]

    grid(here, grounds(rules))
    return {f"sight of {UNITS}, {board.key}": milliseconds(cold), f"the same, known, {board.key}": milliseconds(warm)}


def looking(state: AnyState, rules: Rules) -> dict[str, float]:
    """Views and drawn ground of six players and the GM, of a state that is new each time."""
    numbers = count(1)
    steps = cycle([(50, 50), (51, 50), (51, 51), (50, 51)])
    audiences = [("gm", "gm"), *((f"p{n}", "player") for n in range(PLAYERS))]

    def views(fresh: AnyState) -> object:
        found = []
        for seat, role in audiences:
            view = project(TEMPUS, fresh, rules, seat, role)
            found.append((view, ground.terrain(0, view.boards[0]), ground.fog(view.boards, role)))
        return found

    def again() -> object:
        return views(replace(state, seq=next(numbers)))

    def step() -> object:
        x, y = next(steps)
        body = replace(state.bodies["u0"], place=replace(state.bodies["u0"].place, x=x, y=y))
        return views(replace(state, seq=next(numbers), bodies={**state.bodies, "u0": body}))

    name = f"fog {state.fog}"
    return {f"{name}, again": milliseconds(again, 5), f"{name}, step": milliseconds(step, 5)}


def main() -> None:
    rules, unit = parse(yaml_content.load("tempus")), base()
    print(f"{'base':36} {unit:9.4f} ms")
    for board in (open_board(), rough_board(), rooms_board()):
        found = seeing(mission(board, "sight", rules), board, rules)
        for fog in ("none", "sight"):
            found |= {f"{k}, {board.key}": v for k, v in looking(mission(board, fog, rules), rules).items()}
        for name, value in found.items():
            print(f"{name:36} {value:9.3f} ms {value / unit:9.1f} x base")


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main()
