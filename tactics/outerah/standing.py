"""The standing choices of a seat: which gem answers, and whether its units let others launch them (O-170, O-238)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyState, AnyUnit
from tactics.kernel.view import SettingView
from tactics.outerah import bonds, catapult, mounts, triggers
from tactics.outerah.catapult import CONSENT
from tactics.outerah.parts import living
from tactics.outerah.specs import Gem
from tactics.outerah.triggers import CHOICE, GRANTS

ON_ITS_TURN = "it may be changed on its own turn"


def wrong(state: AnyState, rules: Rules, seat: str, key: str, value: Any) -> str:
    """Why a seat may not choose this, in words; or empty. Of units only its own are known to it."""
    if key == CONSENT:
        return "" if isinstance(value, bool) else f"{key} is true or false"
    name, _, of = key.partition(".")
    mine = {unit.key for unit in state.units.values() if unit.seat == seat}
    if name != CHOICE or (of and of not in mine):
        return "choose one of those that the panel lists"
    each = list(value.values()) if isinstance(value, dict) and set(value) <= mine and not of else [value]
    if not all(isinstance(one, str) and (one in GRANTS or isinstance(rules.find("gem", one), Gem)) for one in each):
        return "choose trigger, auto or a gem"
    return "" if open_to(state, rules, seat, {of} if of else mine) else ON_ITS_TURN


def open_to(state: AnyState, rules: Rules, seat: str, units: set[str]) -> bool:
    """Whether a choice for one of these may be changed now: on its own turn, which of a pet is its Trainer's and of a
    mount its rider's, and whenever there are no turns (O-238); the Guide decides for itself."""
    holder = state.seats.get(seat)
    in_turns = state.phase == "running" and state.clock.mode == "turns"
    if not in_turns or (holder is not None and holder.role == "gm"):
        return True
    return any(state.clock.active in turn_of(state, rules, state.units[key]) for key in units if key in state.units)


def turn_of(state: AnyState, rules: Rules, unit: AnyUnit) -> set[str]:
    """The units in whose turn this one acts."""
    leads = (bonds.trainer_of(state, rules, unit), mounts.rider_of(state, unit))
    return {unit.key, *(lead.key for lead in leads if lead is not None)}


# --- the panel ----------------------------------------------------------------------------------------


def settings(known: Known) -> tuple[SettingView, ...]:
    """What the seat may choose, on the panel."""
    mine = [unit for unit in known.state.units.values() if unit.seat == known.seat]
    return (*(row for unit in mine for row in _gems(known, unit)), *_launch(known, mine))


def _gems(known: Known, unit: AnyUnit) -> Iterator[SettingView]:
    """Which of its gems answers an attack, where it has several."""
    bodies = living(known.state, unit)
    gems = {key: gem for body in bodies for key, gem in triggers.gems(known, body).items()}
    now = triggers.active(known, bodies[0]) if bodies else None
    if len(gems) < 2 or now is None:
        return
    free = open_to(known.state, known.rules, known.seat, {unit.key})
    yield SettingView(
        key=f"{CHOICE}.{unit.key}",
        label=f"{unit.name}, when attacked",
        value=json.dumps(now[0]),
        choices=tuple(
            (json.dumps(key), f"{gem.label} ({GRANTS[gem.grants]})")
            for key, gem in gems.items()
            if free or key == now[0]
        ),
        help="one of all gems is active" if free else ON_ITS_TURN,
    )


def _launch(known: Known, mine: list[AnyUnit]) -> Iterator[SettingView]:
    """Whether others may launch its units, where somebody has a catapult."""
    seat = known.state.seats.get(known.seat)
    if seat is None or not mine or not any(catapult.tier(u) for u in known.state.units.values() if u.kind == "ship"):
        return
    now = json.dumps(seat.standing.get(CONSENT) is True)
    yield SettingView(CONSENT, "Others may launch my units by catapult", now, (("true", "on"), ("false", "off")))
