"""Whose numbers a seat knows (table.md 23): its sides' own; of others health in four words."""

from __future__ import annotations

from tactics.kernel.state import AnyBody, AnyState, AnyUnit
from tactics.secrecy.sight import is_gm, players_sides, sides_of

OPEN, CLOSED = "open", "closed"
HEALTH_OF = 10
"""Of a stranger the hit points are counted in tenths, each word of health having one number."""


def knows_numbers(state: AnyState, seat: str, unit: AnyUnit) -> bool:
    """Whether a seat knows a unit's numbers: its own and its sides'."""
    return is_gm(state, seat) or unit.seat == seat or unit.side in _friends(state, seat)


def _friends(state: AnyState, seat: str) -> frozenset[str]:
    """Sides that a seat counts as its own: those of its units, without any those of all players."""
    own = sides_of(state, seat)
    if own:
        return own
    return players_sides(state)


def tenths(body: AnyBody) -> int:
    """One number for each word of health: unhurt 10, hurt 7, badly hurt 3, down 0."""
    if body.down or body.hp <= 0:
        return 0
    percent = body.hp * 100 // max(1, body.max_hp)
    return 10 if percent >= 100 else 7 if percent >= 50 else 3
