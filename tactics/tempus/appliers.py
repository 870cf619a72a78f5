"""How the facts of Tempus Tempera change the state, some of the shared ones included (`parts` has the types).

Total and free of rules data, as all appliers are.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tactics.kernel import events as e
from tactics.kernel.appliers import KERNEL_APPLIERS, bodies_of, with_body, with_unit, without
from tactics.kernel.ruleset import Applier
from tactics.kernel.state import AnyState
from tactics.tempus.parts import (
    MA,
    PA,
    Acted,
    Change,
    ChangesTaken,
    Converted,
    ExtraTurnGranted,
    ExtraTurnTaken,
    Halted,
    InitiativeQueued,
    Leg,
    LegBegun,
    LegWalked,
    Said,
    Walked,
    body_part,
    part,
)


def with_part(state: AnyState, unit: str, **changes: Any) -> AnyState:
    """The state with these fields of a unit's part replaced; unchanged if it has left."""
    found = state.units.get(unit)
    if found is None:
        return state
    return with_unit(state, unit, part=replace(part(found), **changes))


def _leg(s: AnyState, ev: LegWalked) -> AnyState:
    unit = s.units.get(ev.unit)
    if unit is None:
        return s
    legs = {**part(unit).legs, ev.body: Leg(ev.steps, ev.diagonal)}
    return with_part(s, ev.unit, legs=legs, did=True)


def _queued(s: AnyState, ev: InitiativeQueued) -> AnyState:
    unit = s.units.get(ev.unit)
    if unit is None:
        return s
    return with_part(s, ev.unit, queued=(*part(unit).queued, Change(ev.value, ev.why)))


def _converted(s: AnyState, ev: Converted) -> AnyState:
    unit = s.units.get(ev.unit)
    return s if unit is None else with_part(s, ev.unit, converted=part(unit).converted + ev.points)


def _changed(s: AnyState, ev: ChangesTaken) -> AnyState:
    unit = s.units.get(ev.unit)
    if unit is None:
        return s
    if ev.value != unit.initiative:  # another value is another tie: its dice are over
        s = with_unit(s, ev.unit, initiative=ev.value, tiebreak=())
    return with_part(s, ev.unit, queued=(), converted=0, bonus=ev.bonus)


def _granted(s: AnyState, ev: ExtraTurnGranted) -> AnyState:
    unit = s.units.get(ev.unit)
    return s if unit is None else with_part(s, ev.unit, extra=part(unit).extra + 1)


def _taken(s: AnyState, ev: ExtraTurnTaken) -> AnyState:
    unit = s.units.get(ev.unit)
    if unit is None:
        return s
    acted = tuple(k for k in s.clock.acted if k != ev.unit)
    s = replace(s, clock=replace(s.clock, acted=acted))
    return with_part(s, ev.unit, extra=max(0, part(unit).extra - 1))


def _begun(s: AnyState, ev: LegBegun) -> AnyState:
    unit = s.units.get(ev.unit)
    return s if unit is None else with_part(s, ev.unit, legs={b: Leg() for b in unit.bodies}, did=True)


def _stepped(s: AnyState, ev: e.Stepped) -> AnyState:
    body = s.bodies.get(ev.body)
    if body is None:
        return s
    own = body_part(body)
    return with_body(s, ev.body, place=ev.place, part=replace(own, moved=own.moved + 1))


def _turn_started(s: AnyState, ev: e.TurnStarted) -> AnyState:
    s = replace(s, clock=replace(s.clock, active=ev.unit))
    unit = s.units.get(ev.unit)
    if unit is None:
        return s
    for body in bodies_of(s, unit):
        own = body_part(body)
        if own.moved or own.moved_before:
            s = with_body(s, body.key, part=replace(own, moved=0, moved_before=own.moved))
    long = part(unit).extended
    now = None if long is None else replace(long, now=0)
    return with_part(s, ev.unit, legs={}, did=False, searching=False, extended=now)


def _turn_ended(s: AnyState, ev: e.TurnEnded) -> AnyState:
    return with_part(KERNEL_APPLIERS[e.TurnEnded](s, ev), ev.unit, legs={}, searching=False)


def _dropped(s: AnyState, ev: e.InitiativeDropped) -> AnyState:
    """What belonged to the old order goes with it: changes that waited, what was converted, the points of a turn."""
    unit = s.units.get(ev.unit)
    if unit is None:
        return s
    s = with_unit(KERNEL_APPLIERS[e.InitiativeDropped](s, ev), ev.unit, pools=without(unit.pools, PA, MA))
    return with_part(s, ev.unit, legs={}, did=False, queued=(), converted=0, bonus=0, extra=0, prepared=(), loss={})


APPLIERS: dict[type[e.Event], Applier] = {
    e.Stepped: _stepped,
    e.TurnStarted: _turn_started,
    e.TurnEnded: _turn_ended,
    e.InitiativeDropped: _dropped,
    LegBegun: _begun,
    LegWalked: _leg,
    Walked: lambda s, ev: s,
    Halted: lambda s, ev: s,
    Acted: lambda s, ev: with_part(s, ev.unit, legs={}, did=True, searching=False),
    Said: lambda s, ev: s,
    InitiativeQueued: _queued,
    Converted: _converted,
    ChangesTaken: _changed,
    ExtraTurnGranted: _granted,
    ExtraTurnTaken: _taken,
}
