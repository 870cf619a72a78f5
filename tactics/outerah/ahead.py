"""What a unit could do if its next turn began now: the same actions, reach and odds with every part of the turn there
(table.md 20). Made from what the seat knows; nothing of it is promised, for much may happen before.
"""

from __future__ import annotations

from msgspec.structs import replace

from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyState, AnyUnit, Pool
from tactics.mission import turns as order
from tactics.outerah import bonds, mounts, turns
from tactics.outerah.parts import MAINHAND, living, part


def next_turn(known: Known, unit: AnyUnit) -> Known | None:
    """The known state as at the start of the unit's next turn; None while it acts or cannot, between the Rounds, and of
    whoever has no turn of its own: a ship, a pet, a mount."""
    state = known.state
    if not order.running(state) or state.clock.active == unit.key or not living(state, unit) or unit.kind == "ship":
        return None
    if bonds.waits(state, known.rules, unit) or mounts.waits(state, unit):
        return None
    later = unit.key in state.clock.acted
    clock = replace(
        state.clock,
        round=state.clock.round + later,
        active=unit.key,
        acted=tuple(key for key in state.clock.acted if key != unit.key),
    )
    mine = replace(part(unit), did=False, walked={}, walking=False, struck=False, pet="", ordered=())
    fresh = replace(unit, part=mine)
    ahead: AnyState = replace(state, units={**state.units, unit.key: fresh}, clock=clock, stack=(), paused="")
    then = Known(state=ahead, rules=known.rules, seat=known.seat, role=known.role)
    pools = {name: Pool(left=1, of=1) for name in turns.sockets(then, fresh)}
    if mounts.begins_mounted(ahead, known.rules, fresh):
        pools[MAINHAND] = Pool(left=0, of=1)
    ready = replace(ahead, units={**ahead.units, unit.key: replace(fresh, pools={**unit.pools, **pools})})
    return Known(state=ready, rules=known.rules, seat=known.seat, role=known.role)
