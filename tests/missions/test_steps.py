"""Cells of a reach as numbers: what is sent of them is enough to have them back."""

from __future__ import annotations

import pytest

from missions.live import steps
from tactics.kernel.view import ReachCell

CELLS = (
    ReachCell(x=3, y=2, cost=1, px=4, py=3, used=3),
    ReachCell(x=5, y=2, cost=1, px=4, py=3, used=9),
    ReachCell(x=0, y=7, cost=1, px=0, py=6, legs=0, used=2),
)


def back(flat: list[int], measured: bool) -> list[ReachCell]:
    """As static/js/mission-state.js reads them."""
    found: list[ReachCell] = []
    x = y = used = 0
    for at in range(0, len(flat), 6):
        right, down, third, px, py, legs = flat[at : at + 6]
        x, y, used = x + right, y + down, used + third if measured else 0
        cost = 1 if measured else third
        found.append(ReachCell(x=x, y=y, cost=cost, px=x + px, py=y + py, legs=legs, used=used))
    return found


@pytest.mark.parametrize("measured", [True, False])
def test_what_is_sent_is_enough(measured: bool) -> None:
    told = [cell if measured else ReachCell(cell.x, cell.y, cell.cost, cell.px, cell.py, cell.legs) for cell in CELLS]
    assert back(steps.flat(CELLS, measured), measured) == told
