"""Cells that can be walked to, as the numbers of one list: a reach has hundreds, and is sent with every step."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.kernel.view import ReachCell


def flat(cells: Iterable[ReachCell]) -> list[int]:
    """Six numbers a cell: how far right and down of the cell before it (the first: of 0, 0), its price, how far right
    and down of it the step before it stands, Moves paid. Small numbers that repeat: half the bytes of plain places
    (static/js/mission-state.js reads it)."""
    found: list[int] = []
    x = y = 0
    for cell in cells:
        found += (cell.x - x, cell.y - y, cell.cost, cell.px - cell.x, cell.py - cell.y, cell.legs)
        x, y = cell.x, cell.y
    return found
