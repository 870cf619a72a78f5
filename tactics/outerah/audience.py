"""Who gets the events of Outerah whole, and what is left for the others; `mission.audience` has the shared ones."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tactics.kernel import events as e
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Audience
from tactics.kernel.state import AnyState
from tactics.mission import audience as shared
from tactics.mission.audience import Rule, Weaken, body_numbers, both, controller, of_unit, ties
from tactics.outerah import attacks, crew, hiding, moving, pet_orders, pushes, ships, spirit, triggers
from tactics.outerah import parts as p
from tactics.outerah import statuses as st
from tactics.secrecy.sight import knows_body, seats_that_know


def _roll_less(
    before: AnyState, after: AnyState, rules: Rules, event: st.Resisted | st.Cast, seat: str
) -> Sequence[e.Event]:
    """Of a stranger what came of it: the die and what it needed would tell its stats."""
    bodies = (event.body, getattr(event, "target", event.body))
    known = all(knows_body(after, rules, seat, body) for body in bodies)
    if not known:
        return ()
    if isinstance(event, st.Cast):
        return (replace(event, face=0, needs=0, faces=(), chance=None, charges=None),)
    less = {"at": "first"} if event.at == "immune" else {}  # that no die fell would tell of a stat of 100
    return (replace(event, face=0, needs=0, **less),)


def _cast(before: AnyState, after: AnyState, rules: Rules, event: st.Cast) -> Audience:
    """The caster's side, as far as it may know of whom it was cast on."""
    seats = body_numbers(before, after, rules, event).seats or frozenset()
    return Audience(seats & seats_that_know(after, rules, event.target))


def _found(before: AnyState, after: AnyState, rules: Rules, event: hiding.Found) -> Audience:
    """The hider's side, as far as it may know of who found it: that somebody unseen has is not told."""
    seats = body_numbers(before, after, rules, event).seats or frozenset()
    return Audience(seats & seats_that_know(after, rules, event.by))


def _tie_less(before: AnyState, after: AnyState, rules: Rules, event: e.TieBroken, seat: str) -> Sequence[e.Event]:
    """The coin between those whom the seat knows, and the place among them."""
    unit = after.units.get(event.unit)
    known = ties(after, rules, seat, unit, lambda u: u.initiative) if unit is not None else []
    before_it = [u for u in known if u.tiebreak and u.tiebreak[-1] < event.face]
    return (replace(event, face=len(before_it) + 1),) if known else ()


AUDIENCE: dict[type[e.Event], Rule] = {
    **shared.AUDIENCE,
    st.Resisted: shared.body_numbers,
    st.Cast: _cast,
    st.Ticked: shared.nobody,
    **dict.fromkeys((p.Faced, pushes.Pushed, triggers.Reacted, spirit.SpiritCounted), both),
    hiding.Found: _found,
    hiding.CombatOver: shared.everybody,
    **dict.fromkeys((p.Strode, p.Acted, attacks.Aimed, pet_orders.Ordered, pet_orders.Agreed), controller),
    **dict.fromkeys((pet_orders.Stance, pet_orders.Bidden), shared.numbers),
    pet_orders.Balked: shared.body_numbers,
    p.ExtraTurnTaken: of_unit,
    attacks.Attacked: of_unit,
    ships.Altitude: of_unit,
    **dict.fromkeys((crew.Loaded, crew.Loading), shared.numbers),
    crew.Posted: both,
    p.MaxHpSet: shared.body_numbers,
    p.PackSet: shared.body_numbers,
    p.Declared: of_unit,
    moving.Jumped: both,
}
WEAKEN: dict[type[e.Event], Weaken] = {
    **shared.WEAKEN,
    **dict.fromkeys((st.Resisted, st.Cast), _roll_less),
    e.TieBroken: _tie_less,
}
