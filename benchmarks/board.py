"""What walking and seeing cost: medians in milliseconds for `engine.py`, and alone as a table.

Each function takes nothing and gives {name: milliseconds}. Caches are emptied where a cold figure is meant.
`base` is a loop of the interpreter's own, so that runs on different machines compare by their ratio to it.
"""

from __future__ import annotations

import timeit
from collections.abc import Callable
from functools import partial
from statistics import median

from msgspec.structs import replace

from tactics.board import (
    Gait,
    Grid,
    Ground,
    acrobatics_reach,
    grid,
    march,
    reach,
    reach_points,
    sees,
    visible,
)
from tactics.board.ground import forget
from tactics.kernel.state import Board, Edge

GROUNDS = {"floor": Ground(), "mud": Ground(steps=2), "rock": Ground(blocks_move=True, blocks_sight=True)}
PALETTE = ((".", "floor"), ("~", "mud"), ("#", "rock"))
SIZE = 100
MIDDLE = (50, 50)


def open_board() -> Board:
    return Board("open", "Open", SIZE, SIZE, "." * SIZE * SIZE, PALETTE)


def rough_board() -> Board:
    """Scattered rock (one cell in 13) and mud (one in 7), the same every time."""
    cells = ("#" if i * 7919 % 13 == 5 else "~" if i * 104729 % 7 == 3 else "." for i in range(SIZE * SIZE))
    return Board("rough", "Rough", SIZE, SIZE, "".join(cells), PALETTE)


def rooms_board() -> Board:
    """Rooms of 9x9 behind walls on edges, 361 doors, half of them open."""
    edges = []
    for line in range(9, SIZE - 1, 10):
        for at in range(SIZE):
            kind = "door" if at % 10 == 4 else "wall"
            edges.append(Edge((line, at), (line + 1, at), kind, closed=at % 20 == 4))
            edges.append(Edge((at, line), (at, line + 1), kind, closed=at % 20 == 14))
    return Board("rooms", "Rooms", SIZE, SIZE, "." * SIZE * SIZE, PALETTE, edges=tuple(edges))


def milliseconds(call: Callable[[], object], repeat: int = 9) -> float:
    """Median time of one call, each sample long enough to be timed."""
    timer, number = timeit.Timer(call), 1
    while timer.timeit(number) < 0.005:
        number *= 4
    return median(timer.repeat(repeat, number)) / number * 1000


def base() -> float:
    return milliseconds(lambda: sum(i & 7 for i in range(1000)))


def compiling() -> dict[str, float]:
    """A board that was never seen, and one that is known by its content, or as the same object."""

    def cold(board: Board) -> Callable[[], object]:
        def compile_anew() -> object:
            forget()
            return grid(board, GROUNDS)

        return compile_anew

    rooms = rooms_board()
    return {
        "compile open": milliseconds(cold(open_board())),
        "compile rough": milliseconds(cold(rough_board())),
        "compile rooms": milliseconds(cold(rooms)),
        "look up": milliseconds(lambda: grid(rooms, GROUNDS)),
        "look up an equal board": milliseconds(lambda: grid(replace(rooms), GROUNDS)),
    }


def walking() -> dict[str, float]:
    """12 cells of movement: four Moves, or 12 points; Acrobatics; a Mob of 12 that advances by one Move."""
    mob = {f"m{i}": (45 + i % 4, 45 + i // 4) for i in range(12)}
    found: dict[str, float] = {}
    for name, ground in _grids().items():
        calls: dict[str, Callable[[], object]] = {
            "reach, 1 Move": partial(reach, ground, MIDDLE),
            "reach, 4 Moves": partial(reach, ground, MIDDLE, legs=4),
            "reach, 4 Moves, long gait": partial(reach, ground, MIDDLE, Gait(5, 2), 4),
            "reach, 12 points": partial(reach_points, ground, MIDDLE, 12),
            "acrobatics": partial(acrobatics_reach, ground, MIDDLE),
            "march of 12": partial(march, ground, mob, (60, 60)),
            "formation of 12": partial(march, ground, mob, (47, 47), leader="m0"),
        }
        found.update({f"{call}, {name}": milliseconds(work) for call, work in calls.items()})
    return found


def seeing() -> dict[str, float]:
    """A line of 33 cells; all in sight, within 12 and on the whole board, computed and from the cache."""
    found: dict[str, float] = {}
    for name, ground in _grids().items():
        anew = visible.__wrapped__
        calls: dict[str, Callable[[], object]] = {
            "line": partial(sees, ground, MIDDLE, (83, 17)),
            "sight 12": partial(anew, ground, MIDDLE, 12),
            "sight 12, cached": partial(visible, ground, MIDDLE, 12),
            "sight": partial(anew, ground, MIDDLE),
        }
        found.update({f"{call}, {name}": milliseconds(work) for call, work in calls.items()})
    return found


def _grids() -> dict[str, Grid]:
    boards = (open_board(), rough_board(), rooms_board())
    return {board.key: grid(board, GROUNDS) for board in boards}


def main() -> None:
    unit = base()
    print(f"{'base':36} {unit:9.4f} ms")
    for part in (compiling, walking, seeing):
        for name, value in part().items():
            print(f"{name:36} {value:9.4f} ms {value / unit:9.2f} x base")


if __name__ == "__main__":
    main()
