"""From which side somebody is attacked (O-024, O-224 to O-227)."""

from __future__ import annotations

from tactics.kernel.state import AnyBody, Cell
from tactics.outerah.parts import DIRECTIONS, SLANTED

FRONT, SIDE, BACK = "front", "side", "back"
WORDS = {FRONT: "head on", SIDE: "from the side", BACK: "from behind"}


def side(facing: str, target: Cell, attacker: Cell) -> str:
    """Front and back are within 45 degrees of the facing and its opposite; exact diagonals are the side."""
    ahead = DIRECTIONS.get(facing) or SLANTED.get(facing)
    if ahead is None:
        return SIDE
    dx, dy = attacker[0] - target[0], attacker[1] - target[1]
    along, across = dx * ahead[0] + dy * ahead[1], abs(dx * ahead[1] - dy * ahead[0])
    if along > across:
        return FRONT
    return BACK if -along > across else SIDE


def of(target: AnyBody, attacker: AnyBody) -> str:
    if target.place is None or attacker.place is None:
        return SIDE
    return side(target.facing, target.place.cell, attacker.place.cell)
