"""Where a body can go, what it pays, and the way there: the offer behind every highlighted cell.

What is offered is what `walk` charges: each path found here passes `check_legs` with the cost shown here.
Cells are settled in the order of their price, so the first way found to a cell is the one that is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Set

from tactics.board.ground import Grid, ways_out
from tactics.board.walk import FRESH, MOVE, NOBODY, Gait, Spent
from tactics.kernel.state import Cell, Value


class Reached(Value, frozen=True, gc=False):
    """A cell that a way can end in.

    legs: Moves to pay; 0 when what is left of a continued Move is enough. steps, diagonal: what the last
    leg has spent at this cell (`Spent`). From `reach_points`: legs 1, steps the points of the whole way.
    parent: the cell before it on the way. before: the same with its own price; None is the start.
    With gaits whose two limits differ by at most 1 (the document's do) `before` is what the parent itself
    is shown with unless it may only be crossed, so the parents alone lead home.
    """

    cell: Cell
    legs: int
    steps: int
    diagonal: bool
    parent: Cell
    before: Reached | None


def path_to(reached: Mapping[Cell, Reached], cell: Cell) -> list[list[Cell]]:
    """The way to `cell` as legs, without the start; KeyError if it was not reached.

    It has as many legs as are paid, or one more: then the first continues the Move begun before.
    """
    way: list[list[Cell]] = []
    number, node = -1, reached[cell]
    while node.before is not None:
        if node.legs != number:
            number = node.legs
            way.append([])
        way[-1].append(node.cell)
        node = node.before
    return [leg[::-1] for leg in reversed(way)]


def reach(
    grid: Grid,
    start: Cell,
    gait: Gait = MOVE,
    legs: int = 1,
    occupied: Set[Cell] = NOBODY,
    *,
    may_cross: Set[Cell] = NOBODY,
    spent: Spent | None = None,
    each_end_free: bool = True,
) -> dict[Cell, Reached]:
    """Every cell where a way of up to `legs` new legs may end, without the start (T-048).

    Per cell the way with the fewest legs to pay, then the fewest steps of the last leg, then rather without
    a diagonal step. Ties:
    through the cell that comes first in this order itself, then by direction, straight ones before diagonal
    ones, clockwise from north. The mapping is in that order too. The arguments are those of
    `walk.check_legs`.
    Raises ValueError if `start` is off the board.
    """
    straight, slanted, every = ways_out(grid.stride)
    exits, cells = grid.exits, grid.cells
    limit, short = gait.orthogonal, gait.diagonal
    home = grid.index(start)
    # The steps into each cell that is not settled yet, 0 for all others. A leg without a diagonal step so
    # far and one with can do different things: two tables. While the limits differ by at most 1, the state
    # that comes first can do all that the later one can, and one table serves both.
    left = _enterable(grid, home, occupied - may_cross if may_cross else occupied)
    left_slant = left if limit - short <= 1 else bytearray(left)
    guests = {i for i in grid.indexes(occupied & may_cross) if i != home} if may_cross else set()
    no_stop = guests if each_end_free else set()
    found: dict[Cell, Reached] = {}
    origin = Reached(start, 0, 0, False, start, None)
    fresh = [(home, origin)]

    for leg in range(0 if spent is not None else 1, legs + 1):
        plain: list[list[_Entry]] = [[] for _ in range(limit + 1)]  # by steps spent, no diagonal step yet
        slant: list[list[_Entry]] = [[] for _ in range(limit + 1)]  # with one
        begin = spent if spent is not None and not leg else FRESH
        if begin.steps <= limit:
            (slant if begin.diagonal else plain)[begin.steps] = fresh
        for steps in range(limit):
            for i, node in plain[steps]:
                here = node.cell
                for delta in straight[exits[i]]:
                    j = i + delta
                    if left[j] and (total := steps + left[j]) <= limit:
                        left[j] = left_slant[j] = 0
                        plain[total].append((j, Reached(cells[j], leg, total, False, here, node)))
            if steps >= short:
                continue
            for entries, ways in ((plain[steps], slanted), (slant[steps], every)):
                for i, node in entries:
                    here = node.cell
                    for delta in ways[exits[i]]:
                        j = i + delta
                        if left_slant[j] and (total := steps + left_slant[j]) <= short:
                            left_slant[j] = 0
                            slant[total].append((j, Reached(cells[j], leg, total, True, here, node)))
        # Of what this leg settled: all may be shown, and the next leg may begin there.
        fresh = [(home, origin)] if not leg else []
        settled = {home}
        for bucket in (entries for pair in zip(plain, slant, strict=True) for entries in pair):
            for i, node in bucket:
                if node.legs == leg and i not in settled and i not in no_stop:
                    settled.add(i)
                    left[i] = left_slant[i] = 0
                    fresh.append((i, node))
                    if i not in guests:
                        found.setdefault(node.cell, node)
        for i in no_stop:
            left[i] = left_slant[i] = grid.costs[i]
    return found


_Entry = tuple[int, Reached]
"""A cell's index, and how it was reached."""


def _enterable(grid: Grid, home: int, solid: Set[Cell]) -> bytearray:
    """Steps into each cell that can be entered; 0 for the others and for the start."""
    left = bytearray(grid.costs)
    for i in grid.indexes(solid):
        left[i] = 0
    left[home] = 0
    return left


def acrobatics_reach(
    grid: Grid,
    start: Cell,
    gait: Gait = MOVE,
    occupied: Set[Cell] = NOBODY,
    *,
    moves: int = 2,
    each_end_free: bool = False,
) -> dict[Cell, Reached]:
    """Where Acrobatics may end: `moves` Moves back to back, across occupied cells, ending on a free one.

    T-062 (104 cells on an open grid), T-063, T-064. each_end_free: every Move must end on a free cell, not
    only the last. What it costs is the action's matter, however few of the Moves a cell needs.
    """
    return reach(grid, start, gait, moves, occupied, may_cross=occupied, each_end_free=each_end_free)


def reach_points(
    grid: Grid,
    start: Cell,
    budget: int,
    occupied: Set[Cell] = NOBODY,
    *,
    may_cross: Set[Cell] = NOBODY,
    orthogonal: int = 1,
    diagonal: int = 1,
) -> dict[Cell, Reached]:
    """Every cell where a way of at most `budget` points may end, cheapest first (rulesets that pay by point).

    orthogonal, diagonal: points of a step into plain ground; ground of n steps costs n times as much. Where a
    diagonal counts 1.5, give 2 and 3 and twice the budget. The points are `Reached.steps`.
    Raises ValueError if `start` is off the board, for a step that costs nothing, and for a budget below 0.
    """
    if budget < 0 or orthogonal < 1 or diagonal < 1:
        raise ValueError(f"budget {budget}, steps of {orthogonal} and {diagonal}: steps cost at least 1 point")
    straight, slanted, every = ways_out(grid.stride)
    tolls = ((every, orthogonal),) if orthogonal == diagonal else ((straight, orthogonal), (slanted, diagonal))
    exits, cells, home = grid.exits, grid.cells, grid.index(start)
    prices = _enterable(grid, home, occupied - may_cross if may_cross else occupied)
    guests = set(grid.indexes(occupied & may_cross)) if may_cross else set()
    # Dial's buckets: cells by the points of the best way so far. An entry that was bettered later is stale.
    best = [budget + 1] * len(prices)
    buckets: list[list[tuple[int, Reached]]] = [[] for _ in range(budget + 1)]
    buckets[0].append((home, Reached(start, 0, 0, False, start, None)))
    best[home] = 0
    found: dict[Cell, Reached] = {}
    for points, bucket in enumerate(buckets):
        for i, node in bucket:
            if best[i] != points:
                continue
            here = node.cell
            if i not in guests or i == home:
                found[here] = node
            if points == budget:
                continue
            way = exits[i]
            for ways, toll in tolls:
                for delta in ways[way]:
                    j = i + delta
                    if prices[j] and (total := points + toll * prices[j]) < best[j]:
                        best[j] = total
                        buckets[total].append((j, Reached(cells[j], 1, total, False, here, node)))
    found.pop(start)
    return found
