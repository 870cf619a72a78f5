"""How bonuses, auras, powers and ways of casting stand, as facts: who learns of them and in which words."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tactics.effects.specs import Style
from tactics.kernel import events as e
from tactics.kernel.appliers import put, with_body, without
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import GM_ONLY, Applier, Audience
from tactics.kernel.state import AnyState
from tactics.secrecy.sight import seats_of_whom, seats_that_know
from tactics.tempus.knowledge import knows_numbers
from tactics.tempus.parts import Power, body_part


class PowerSet(e.Event, frozen=True, tag=True):
    """One of a body's bonuses or powers stands so from now on. why: `suppressed`, `asserted`, `back`, `on`, `off`,
    `burnt_out`, `unpaid`, or empty for a mere count."""

    body: str
    key: str
    power: Power
    why: str = ""


class StyleSet(e.Event, frozen=True, tag=True):
    """How a body casts a spell, or all of them (`*`), from now on (T-126). None: as its race does."""

    body: str
    spell: str
    style: Style | None = None


class RetrySet(e.Event, frozen=True, tag=True):
    """The bonus on a body's next attempt at the same (T-162); 0: used up."""

    body: str
    key: str
    value: int


class ManaSpent(e.Event, frozen=True, tag=True):
    """A casting is complete and has consumed so many Magic Points (T-130); failed: only the share of a failure."""

    unit: str
    action: str
    mp: int
    failed: bool = False


class Fizzled(e.Event, frozen=True, tag=True):
    """A casting ends without a check: its Magic Points are not there any more (T-130)."""

    unit: str
    action: str


EVENTS: tuple[type[e.Event], ...] = (PowerSet, StyleSet, RetrySet, ManaSpent, Fizzled)


def _with_part(s: AnyState, body: str, **changes: Any) -> AnyState:
    found = s.bodies.get(body)
    return s if found is None else with_body(s, body, part=replace(body_part(found), **changes))


def _power(s: AnyState, ev: PowerSet) -> AnyState:
    found = s.bodies.get(ev.body)
    if found is None:
        return s
    old = body_part(found).powers
    powers = without(old, ev.key) if ev.power == Power() else put(old, **{ev.key: ev.power})
    return _with_part(s, ev.body, powers=powers)


def _style(s: AnyState, ev: StyleSet) -> AnyState:
    found = s.bodies.get(ev.body)
    if found is None:
        return s
    old = body_part(found).casting
    styles = without(old, ev.spell) if ev.style is None else put(old, **{ev.spell: ev.style})
    return _with_part(s, ev.body, casting=styles)


def _retry(s: AnyState, ev: RetrySet) -> AnyState:
    found = s.bodies.get(ev.body)
    if found is None:
        return s
    old = body_part(found).retries
    retries = put(old, **{ev.key: ev.value}) if ev.value else without(old, ev.key)
    return _with_part(s, ev.body, retries=retries)


APPLIERS: dict[type[e.Event], Applier] = {
    PowerSet: _power,
    StyleSet: _style,
    RetrySet: _retry,
    ManaSpent: lambda s, ev: s,
    Fizzled: lambda s, ev: s,
}


# --- who learns of it -----------------------------------------------------------------------------------


def _own(state: AnyState, body: str) -> frozenset[str]:
    """Seats that know the body's numbers, and the body."""
    found = state.bodies.get(body)
    unit = state.units.get(found.unit) if found is not None else None
    if unit is None:
        return frozenset()
    return seats_of_whom(state, lambda s: knows_numbers(state, s, unit))


def _of_power(before: AnyState, after: AnyState, rules: Rules, event: PowerSet) -> Audience:
    """What shows (an aura, a power) to all who see the body; a bonus and what is subtle to its own side."""
    skill = rules.find("skill", event.key)
    seeing = seats_that_know(before, rules, event.body) & seats_that_know(after, rules, event.body)
    if skill is None or skill.type == "bonus" or skill.subtle:
        return Audience(seeing & _own(after, event.body))
    return Audience(seeing)


def _of_body(before: AnyState, after: AnyState, rules: Rules, event: Any) -> Audience:
    return Audience(_own(after, event.body))


def _of_unit(before: AnyState, after: AnyState, rules: Rules, event: Any) -> Audience:
    unit = after.units.get(event.unit)
    if unit is None:
        return GM_ONLY
    return Audience(seats_of_whom(after, lambda s: knows_numbers(after, s, unit)))


AUDIENCE = {PowerSet: _of_power, StyleSet: _of_body, RetrySet: _of_body, ManaSpent: _of_unit, Fizzled: _of_unit}
