"""What a unit could do if its next turn began now: the same actions, reach and odds with that turn's points
(table.md 20). Made from what the seat knows; nothing of it is promised, for much may happen before.
"""

from __future__ import annotations

from msgspec.structs import replace

from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Pool
from tactics.mission import turns as order
from tactics.tempus.parts import living, part
from tactics.tempus.turns import grant


def next_turn(known: Known, unit: AnyUnit) -> Known | None:
    """The known state as at the start of the unit's next turn; None while it acts or cannot, and between the rounds."""
    state = known.state
    if not order.running(state) or state.clock.active == unit.key or not living(state, unit):
        return None
    mine = part(unit)
    given = grant(state, known.rules, unit)
    pools = {pool: Pool(left=max(0, n - mine.loss.get(pool, 0)), of=n) for pool, n in given.items()}
    # What is prepared is lost when the turn comes (T-076), and a failed Reflex is paid for then (T-084).
    fresh = replace(unit, pools={**unit.pools, **pools}, part=replace(mine, legs={}, did=False, prepared=(), loss={}))
    own = {key: _without_ended(body, unit.key) for key, body in state.bodies.items() if body.unit == unit.key}
    ahead: AnyState = replace(
        state,
        units={**state.units, unit.key: fresh},
        bodies={**state.bodies, **own},
        clock=replace(state.clock, active=unit.key, acted=tuple(k for k in state.clock.acted if k != unit.key)),
        stack=(),
        paused="",
    )
    return Known(state=ahead, rules=known.rules, seat=known.seat, role=known.role)


def _without_ended(body: AnyBody, unit: str) -> AnyBody:
    """The body without the statuses that end when its unit's next turn starts."""
    left = tuple(
        s
        for s in body.statuses
        if s.until is None or (s.until.unit, s.until.edge) != (unit, "start") or s.until.count > 1
    )
    return body if len(left) == len(body.statuses) else replace(body, statuses=left)
