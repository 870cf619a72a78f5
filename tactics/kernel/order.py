"""Who comes next in the order: the one answer for page, words and turns."""

from __future__ import annotations

from collections.abc import Callable

from tactics.kernel.state import AnyState


def all_down(state: AnyState, unit: str) -> bool:
    """Whether none of a unit's bodies is conscious (none left counts too)."""
    bodies = [state.bodies[b] for b in state.units[unit].bodies if b in state.bodies]
    return all(b.down for b in bodies)


def next_up(state: AnyState, passes: Callable[[AnyState, str], bool] = all_down) -> str | None:
    """Who acts after the active unit this round, past those who have acted or have no turn; None: the round ends.
    passes: whether a unit has none, as far as somebody may know."""
    clock = state.clock
    for key in clock.order:
        if key in state.units and key not in clock.acted and key != clock.active and not passes(state, key):
            return key
    return None
