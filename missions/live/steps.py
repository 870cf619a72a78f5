"""Cells that can be walked to, as the numbers of one list: a reach has hundreds, and is sent with every step."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.kernel.view import ReachCell


def flat(cells: Iterable[ReachCell], measured: bool = False) -> list[int]:
    """Six numbers a cell: how far right and down of the cell before it (the first: of 0, 0), its price, how far right
    and down of it the step before it stands, Moves paid. Small numbers that repeat: half the bytes of plain places
    (static/js/mission-state.js reads it).

    measured: the price, which is then the same for all and sent once, makes room for the half cells that are gone at
    the cell's end, as many as they are more than those of the cell before it."""
    found: list[int] = []
    x = y = used = 0
    for cell in cells:
        price = cell.used - used if measured else cell.cost
        found += (cell.x - x, cell.y - y, price, cell.px - cell.x, cell.py - cell.y, cell.legs)
        x, y, used = cell.x, cell.y, cell.used
    return found
