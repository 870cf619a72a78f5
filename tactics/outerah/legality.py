"""Whether an attack can be done at all, which is asked before all else (reference.md 3.5): of what is known, who may
attack whom, and whether it carries."""

from __future__ import annotations

from typing import Any

from tactics.board import sees
from tactics.kernel.refusals import Refused, illegal
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyUnit
from tactics.outerah import aboard, attack_data, heights
from tactics.outerah.attack_data import Attack
from tactics.outerah.cover import FULL, between
from tactics.outerah.parts import HOLDS, effects, has, held_by, living


def hindrance(known: Known, body: AnyBody, target: AnyBody, attack: Attack) -> Refused | None:
    """Why this body cannot attack that one, of what is known, or None."""
    if target.down or target.place is None or target.unit == body.unit:
        return illegal("target")
    if holds := next((spec.label for _, spec in effects(known.rules, body) if spec.does in HOLDS), ""):
        return illegal("status", name=body.name, status=holds)
    apart = aboard.below(known.state, target) if attack.kind == "ship" else aboard.apart(known.state, body, target)
    if apart or not crosses(known, body, target, attack):
        return illegal("range")
    body, target = aboard.met(known.state, body, target)
    if body.place is None or target.place is None or body.place.board != target.place.board:
        return illegal("range")
    if attack.kind == "skill" and has(known.rules, body, "no_skills"):
        return illegal("status", name=body.name, status="Silence")
    return out_of_line(known, body, target, attack)


def out_of_line(known: Known, body: AnyBody, target: AnyBody, attack: Attack) -> Refused | None:
    """Why the attack does not carry from one to the other on their board: range, a wall, full cover (O-107, O-199)."""
    assert body.place is not None
    assert target.place is not None
    if (
        attack_data.cells_apart(known, body.place, target.place)
        > attack_data.reach(known, attack, body.place, target.place).total
    ):
        return illegal("range")
    if not sees(heights.between(known, body.place, target.place), body.place.cell, target.place.cell):
        return illegal("sight")
    cover = between(known, body, target, attack)
    if cover.stops and cover.kind == FULL:
        return illegal("sight", cover=cover.label)
    return None


def crosses(known: Known, body: AnyBody, target: AnyBody, attack: Attack) -> bool:
    """Whether an attack gets there at all: from deck to deck, and between a deck and the world around it, only what is
    made for a distance does (house value)."""
    if body.place is None or target.place is None:
        return False
    return body.place.board == target.place.board or attack.kind == "ship" or attack.long_range


def able(
    known: Known, unit: AnyUnit, attack_of: Any, target: AnyBody, member: str = ""
) -> tuple[list[AnyBody], Refused | None]:
    """The members that can attack, and, if there are none, why not. member: it alone."""
    found, why = [], None
    for body in living(known.state, unit):
        if member and body.key != member:
            continue
        attack = attack_of(body)
        wrong = hindrance(known, body, target, attack) if attack is not None else illegal("not_ready")
        if wrong is None and (holds := held_by(known, body)) is not None:
            wrong = illegal("status", name=body.name, status=holds.label)
        if wrong is None:
            found.append(body)
        else:
            why = why or wrong
    return found, None if found else why or illegal("target")
