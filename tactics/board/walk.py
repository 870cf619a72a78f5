"""Steps and paths: what a Move may do and what it spends (T-048).

A path is the list of cells entered, without the start. One Move is one leg; a longer way is several legs,
each paid as one Move. Errors are values: `Illegal` says where, why, and which cell.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Literal

from tactics.board.ground import BIT_OF, Grid
from tactics.kernel.state import Cell, Value

Path = Sequence[Cell]
Why = Literal["blocked", "occupied", "limit", "not_adjacent", "off_board"]
NOBODY: Set[Cell] = frozenset()


class Gait(Value, frozen=True):
    """How far one Move goes: `orthogonal` steps, but `diagonal` in total once a step of it was diagonal.

    The defaults are the document's (tt.move.orthogonal, tt.move.diagonal). Raises ValueError unless
    0 <= diagonal <= orthogonal.
    """

    orthogonal: int = 3
    diagonal: int = 2

    def __post_init__(self) -> None:
        if not 0 <= self.diagonal <= self.orthogonal:
            raise ValueError(f"a gait needs 0 <= diagonal <= orthogonal, not {self.diagonal} and {self.orthogonal}")


MOVE = Gait()


class Spent(Value, frozen=True):
    """What of a leg is used: its steps, and whether one was diagonal. It may go on (`tt.move.continue`)."""

    steps: int = 0
    diagonal: bool = False


FRESH = Spent()


class Illegal(Value, frozen=True):
    """The first thing that is wrong with a way: step `index` (from 0) of leg `leg` (from 0), into `cell`.

    why: `off_board`, `not_adjacent` (no neighbour of the cell before it), `blocked` (a wall, a closed door, a
    blocking cell, or a corner with neither way round free), `occupied` (somebody is there, or the way ends
    there), `limit` (the leg is too long).
    """

    index: int
    why: Why
    cell: Cell
    leg: int = 0


class Cut(Value, frozen=True):
    """A way cut into legs. paid: legs to pay (one less than `legs` has when the first continues a Move).

    spent: what of the last leg is used.
    """

    legs: tuple[tuple[Cell, ...], ...]
    paid: int
    spent: Spent


def can_step(grid: Grid, a: Cell, b: Cell, occupied: Set[Cell] = NOBODY) -> bool:
    """Whether a body may step from `a` to its neighbour `b`: nobody there, no wall, no blocking cell.

    A diagonal step needs one of its two L-shaped ways free; bodies beside it do not matter.
    """
    return a in grid and _obstacle(grid, a, b, occupied) is None


def _obstacle(grid: Grid, a: Cell, b: Cell, occupied: Set[Cell]) -> Why | None:
    if b not in grid:
        return "off_board"
    bit = BIT_OF.get((b[0] - a[0], b[1] - a[1]))
    if bit is None:
        return "not_adjacent"
    if not grid.exits[grid.index(a)] & bit:
        return "blocked"
    return "occupied" if b in occupied else None


def _after(grid: Grid, a: Cell, b: Cell, gait: Gait, spent: Spent) -> Spent | None:
    """What the leg has spent after a step, or None if it is too long then."""
    diagonal = spent.diagonal or (a[0] != b[0] and a[1] != b[1])
    steps = spent.steps + grid.costs[grid.index(b)]
    return Spent(steps, diagonal) if steps <= (gait.diagonal if diagonal else gait.orthogonal) else None


def check_path(
    grid: Grid,
    start: Cell,
    path: Path,
    gait: Gait = MOVE,
    occupied: Set[Cell] = NOBODY,
    *,
    may_cross: Set[Cell] = NOBODY,
    spent: Spent = FRESH,
    end_free: bool = True,
) -> Spent | Illegal:
    """What one leg along `path` (without `start`) has spent at its end, or what is wrong with it.

    occupied: cells of bodies that are in the way, without the mover's own. may_cross: those of them that
    may be crossed (Acrobatics, T-063); with end_free the leg may still not end there (T-064). spent: what
    this leg has used before. An empty path is legal and spends nothing. Raises ValueError if `start` is off
    the board.
    """
    grid.index(start)
    at, solid = start, occupied - may_cross if may_cross else occupied
    for index, cell in enumerate(path):
        why = _obstacle(grid, at, cell, solid)
        if why is not None:
            return Illegal(index, why, cell)
        after = _after(grid, at, cell, gait, spent)
        if after is None:
            return Illegal(index, "limit", cell)
        at, spent = cell, after
    if end_free and path and at in occupied:
        return Illegal(len(path) - 1, "occupied", at)
    return spent


def check_legs(
    grid: Grid,
    start: Cell,
    legs: Sequence[Path],
    gait: Gait = MOVE,
    occupied: Set[Cell] = NOBODY,
    *,
    may_cross: Set[Cell] = NOBODY,
    spent: Spent | None = None,
    each_end_free: bool = True,
) -> Spent | Illegal:
    """The same for a way of several legs; `spent` is where its first leg goes on. Returns the last leg's.

    each_end_free False: only the end of the whole way must be free (Acrobatics, T-064 as the house reads it).
    """
    at, result = start, FRESH
    for number, leg in enumerate(legs):
        checked = check_path(
            grid,
            at,
            leg,
            gait,
            occupied,
            may_cross=may_cross,
            spent=spent if spent is not None and not number else FRESH,
            end_free=each_end_free,
        )
        if isinstance(checked, Illegal):
            return Illegal(checked.index, checked.why, checked.cell, number)
        at, result = (leg[-1] if leg else at), checked
    walked = [number for number, leg in enumerate(legs) if leg]
    if walked and at in occupied:
        return Illegal(len(legs[walked[-1]]) - 1, "occupied", at, walked[-1])
    return result


def legs(
    grid: Grid,
    start: Cell,
    path: Path,
    gait: Gait = MOVE,
    occupied: Set[Cell] = NOBODY,
    *,
    may_cross: Set[Cell] = NOBODY,
    spent: Spent | None = None,
    each_end_free: bool = True,
) -> Cut | Illegal:
    """The way cut into the fewest legs, each as long as can be; or what is wrong with it (index in `path`).

    spent: the way may begin by continuing a leg that has used so much; that leg is not paid again. If no step
    fits into it, it is left out. A step that fits into no leg at all is `limit`.
    """
    solid = occupied - may_cross if may_cross else occupied
    at = start
    grid.index(start)
    for index, cell in enumerate(path):
        why = _obstacle(grid, at, cell, solid)
        if why is not None:
            return Illegal(index, why, cell)
        at = cell
    if path and at in occupied:
        return Illegal(len(path) - 1, "occupied", at)

    def longest(begin: int, used: Spent) -> tuple[int, Spent, int]:
        """Where a leg from `begin` ends at best, what it has spent there, and the first step too far."""
        end, spent_there, here = begin, used, path[begin - 1] if begin else start
        for index in range(begin, len(path)):
            after = _after(grid, here, path[index], gait, used)
            if after is None:
                return end, spent_there, index
            here, used = path[index], after
            if not (each_end_free and here in occupied):
                end, spent_there = index + 1, used
        return end, spent_there, len(path)

    # Whatever a leg can do from some cell of the way, it can do the rest of from a later cell: so the longest
    # leg is never worse than a shorter one, and taking it each time makes the fewest.
    done: list[tuple[Cell, ...]] = []
    begin, used, paid = 0, spent or FRESH, 0
    if spent is not None and path:
        begin, used, _ = longest(0, spent)
        if begin:
            done.append(tuple(path[:begin]))
    while begin < len(path):
        end, used, too_far = longest(begin, FRESH)
        if end == begin:
            return Illegal(too_far, "limit", path[too_far])
        done.append(tuple(path[begin:end]))
        begin, paid = end, paid + 1
    return Cut(tuple(done), paid, used)
