"""Who sees what: the segment between the centres of two cells, in integers (T-081).

It is stopped by an edge that it crosses or by a cell between that it enters, if that blocks sight. Where it
passes exactly through a corner it goes on unless both sides block: of the two cells beside the corner, a
side blocks if that cell is opaque or has a blocking edge towards one of the two cells that the segment
joins there. The first and the last cell never block: one sees the face of a wall. Bodies never block. All
this reads the same from either end, so sight is symmetric.
"""

from __future__ import annotations

from functools import lru_cache

from tactics.board import fan, masks
from tactics.board.ground import BIT_OF, OPAQUE, Grid
from tactics.kernel.state import Cell


def sees(grid: Grid, a: Cell, b: Cell) -> bool:
    """Whether `a` and `b` are in sight of each other; a cell sees itself. Raises ValueError off the board."""
    here, there = grid.index(a), grid.index(b)
    dx, dy = b[0] - a[0], b[1] - a[1]
    sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    dx, dy = abs(dx), abs(dy)
    across, down, aslant = (BIT_OF.get(step, 0) for step in ((sx, 0), (0, sy), (sx, sy)))
    row = sy * grid.stride
    rims, codes = grid.rims, grid.codes
    # `lead` compares where the segment meets the next upright and the next level line, times 2 dx dy:
    # below 0 the upright one comes first, above 0 the level one, at 0 they meet in a corner.
    lead = dy - dx
    while here != there:
        if lead < 0:
            bit, move, turn = across, sx, 2 * dy
        elif lead > 0:
            bit, move, turn = down, row, -2 * dx
        else:
            bit, move, turn = aslant, sx + row, 2 * dy - 2 * dx
        if rims[here] & bit:
            return False
        here += move
        lead += turn
        if here != there and codes[here] == OPAQUE:
            return False
    return True


def crossed(a: Cell, b: Cell) -> tuple[Cell, ...]:
    """The cells that the segment enters between `a` and `b`, and both beside each corner that it passes through."""
    (x, y), dx, dy = a, b[0] - a[0], b[1] - a[1]
    sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    dx, dy = abs(dx), abs(dy)
    lead, found = dy - dx, []
    while (x, y) != b:
        if lead == 0:
            found += [(x + sx, y), (x, y + sy)]
        ahead = lead
        if ahead <= 0:
            x, lead = x + sx, lead + 2 * dy
        if ahead >= 0:
            y, lead = y + sy, lead - 2 * dx
        if (x, y) != b:
            found.append((x, y))
    return tuple(found)


@lru_cache(maxsize=4096)
def visible(grid: Grid, cell: Cell, radius: int | None = None) -> str:
    """All cells that `cell` sees, as a mask (see `masks`); with a radius, those within it (chebyshev).

    Exactly the cells for which `sees` is true, itself among them. Cached.
    Raises ValueError off the board and for a radius below 0.
    """
    if radius is not None and radius < 0:
        raise ValueError(f"a radius is 0 or more, not {radius}")
    seen = fan.sweep(grid, grid.index(cell), cell, radius)
    width, stride = grid.width, grid.stride
    rows = (seen[at : at + width] for at in range(stride + 1, stride * (grid.height + 1), stride))
    return masks.to_text(int(b"".join(rows)[::-1], 2))


def crosses(a: Cell, b: Cell, side: tuple[Cell, Cell]) -> bool:
    """Whether the segment between the centres of `a` and `b` crosses the side that two orthogonal neighbours share.

    In integers; who only touches an end of the side does not cross it, and who stands on either cell and looks along
    it does not either. Symmetric.
    """
    (px, py), (qx, qy) = sorted(side)
    ax, ay, bx, by = 2 * a[0] + 1, 2 * a[1] + 1, 2 * b[0] + 1, 2 * b[1] + 1
    if py == qy:  # an upright side at x = qx, from (qx, py) to (qx, py + 1)
        at, low = 2 * qx, 2 * py
    else:  # a level one: the same with the axes changed
        ax, ay, bx, by = ay, ax, by, bx
        at, low = 2 * qy, 2 * px
    if (ax - at) * (bx - at) >= 0:
        return False
    # where it meets the line of the side, times the run
    run = bx - ax
    meets = ay * run + (by - ay) * (at - ax)
    if run < 0:
        meets, run = -meets, -run
    return low * run < meets < (low + 2) * run
