"""The sweep behind `sight.visible`: all lines out of one cell at once, octant by octant.

In an octant a cell lies `depth` (x) columns out and `k` cells aside, 0 <= k <= x; its line of sight has the
slope k/x. The slopes of all cells, sorted, are the rays; each has one sign, "1" while nothing stopped it.
Column by column, nearest first: a cell is seen if its ray is still open; then what stands in the column
shuts the rays that it crosses. An opaque cell or a blocking edge shuts the rays strictly between its two
ends, a stopped corner the one ray through it. For k <= x a line enters column x in the cell itself, so
nothing in a column hides another cell of it. Which rays a thing shuts depends only on where it stands, and
is tabled once. All comparisons are exact.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter

from tactics.board.ground import BIT_OF, OPAQUE, Grid
from tactics.kernel.state import Cell

Span = tuple[int, int]
"""Rays from the first to before the second."""


@dataclass(frozen=True, slots=True)
class Fan:
    """The rays of an octant for all cells up to some depth. Lists are indexed [x][k]."""

    rays: int
    signs: list[Callable[[bytearray], tuple[int, ...]]]
    """x -> the signs of its cells' rays, k = 0 to x."""
    cell: list[list[Span]]
    far: list[list[Span]]
    """The edge of the cell towards the next column."""
    aside: list[list[Span]]
    """The edge towards the next k."""
    corner: list[list[Span]]
    """The corner towards the next column and the next k; empty if no cell's line goes through it."""


@lru_cache(maxsize=8)
def fan(depth: int) -> Fan:
    def key(rise: int, run: int) -> int:
        # Two different slopes of so small numbers differ by more than 2**-32, so whole parts are enough.
        return (rise << 32) // run

    slopes = sorted({key(k, x) for x in range(1, depth + 1) for k in range(x + 1)})
    place = {slope: i for i, slope in enumerate(slopes)}

    def between(low: int, high: int) -> Span:
        first, last = bisect_right(slopes, low), bisect_left(slopes, high)
        return (first, max(first, last))

    def through(slope: int) -> Span:
        ray = place.get(slope)
        return (0, 0) if ray is None else (ray, ray + 1)

    # In halves of a cell: the near side of column x is at 2x - 1, the far side at 2x + 1; below 2k - 1,
    # above 2k + 1.
    steep = key(2 * depth, 1)
    columns = [(x, range(x + 1)) for x in range(depth + 1)]
    return Fan(
        rays=len(slopes),
        signs=[itemgetter(*(place[key(k, max(x, 1))] for k in range(x + 1)), 0) for x, _ in columns],
        cell=[
            [between(key(2 * k - 1, 2 * x + 1), key(2 * k + 1, 2 * x - 1) if x else steep) for k in ks]
            for x, ks in columns
        ],
        far=[[between(key(2 * k - 1, 2 * x + 1), key(2 * k + 1, 2 * x + 1)) for k in ks] for x, ks in columns],
        aside=[
            [between(key(2 * k + 1, 2 * x + 1), key(2 * k + 1, 2 * x - 1) if x else steep) for k in ks]
            for x, ks in columns
        ],
        corner=[[through(key(2 * k + 1, 2 * x + 1)) for k in ks] for x, ks in columns],
    )


def sweep(grid: Grid, home: int, cell: Cell, radius: int | None) -> bytearray:
    """One sign an index of the grid: "1" for the cells that `cell`, with index `home`, sees."""
    x, y = cell
    room = {(1, 0): grid.width - 1 - x, (-1, 0): x, (0, 1): grid.height - 1 - y, (0, -1): y}
    if radius is not None:
        room = {step: min(cells, radius) for step, cells in room.items()}
    depth = 16
    while depth < max(room.values()):
        depth *= 2
    table = fan(depth)
    seen = bytearray(b"0") * len(grid.codes)
    seen[home] = 49
    stride = grid.stride
    for dx in (1, -1):
        for dy in (1, -1):
            corner = BIT_OF[dx, dy]
            level, upright = (dx, BIT_OF[dx, 0], room[dx, 0]), (dy * stride, BIT_OF[0, dy], room[0, dy])
            _octant(grid, table, seen, home, level, upright, corner)
            _octant(grid, table, seen, home, upright, level, corner)
    return seen


_Axis = tuple[int, int, int]
"""(how far the index moves a cell, the bit of that side, how many cells there are)."""


def _octant(grid: Grid, table: Fan, seen: bytearray, home: int, out: _Axis, side: _Axis, corner: int) -> None:
    step, far, columns = out
    across, aside, room = side
    rays = bytearray(b"1") * table.rays
    relevant = far | aside | corner
    codes = grid.codes
    column = grid.rims[home : home + 1]  # not `codes`: the first cell never blocks
    for x in range(columns + 1):
        at = home + x * step
        if x:
            cells = min(x, room) + 1
            end = at + cells * across
            seen[at:end:across] = bytes(table.signs[x](rays)[:cells])
            column = codes[at:end:across]
        if not any(column):
            continue
        for k, code in enumerate(column):
            if not code & relevant:
                continue
            if code == OPAQUE and x:
                _shut(rays, table.cell[x][k])
                continue
            if code & far:
                _shut(rays, table.far[x][k])
            if code & aside:
                _shut(rays, table.aside[x][k])
            if code & corner:
                _shut(rays, table.corner[x][k])
        if 49 not in rays:
            return


def _shut(rays: bytearray, span: Span) -> None:
    first, end = span
    rays[first:end] = b"0" * (end - first)
