"""The numbers of a body as they count now: its sheet, and what statuses change; every one with its terms."""

from __future__ import annotations

from tactics.effects.breakdown import Breakdown, Term
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody
from tactics.outerah import space
from tactics.outerah.parts import body_part, constant, effects, has

FLIERS = frozenset({"flies", "winged"})
SWIMS = "swims"


def changed(known: Known, body: AnyBody, applies: str) -> tuple[Term, ...]:
    """What the body's statuses change this by, named."""
    return tuple(
        Term(spec.label, change.value * status.stacks, f"status:{status.key}", house=spec.house)
        for status, spec in effects(known.rules, body)
        for change in spec.changes
        if change.applies == applies
    )


def stat(known: Known, body: AnyBody, key: str) -> int:
    """A stat as it counts now."""
    return breakdown(known, body, key).total


def breakdown(known: Known, body: AnyBody, key: str) -> Breakdown:
    spec = known.rules.find("stat", key)
    label = str(getattr(spec, "short", key))
    return Breakdown(label, (Term(label, body.stats.get(key, 0), f"stat:{key}"), *changed(known, body, key)))


def carrier(known: Known, body: AnyBody) -> AnyBody:
    """What carries the body: its mount while it rides, else itself (O-072)."""
    for status, spec in effects(known.rules, body):
        if spec.does == "mounted":
            return known.state.bodies.get(status.source, body)
    return body


def traits(known: Known, body: AnyBody) -> frozenset[str]:
    """What it can by itself, and while it rides what its mount can: it swims and flies as that does (O-072, O-128)."""
    return frozenset((*body_part(body).traits, *body_part(carrier(known, body)).traits))


def flies(known: Known, body: AnyBody) -> bool:
    return bool(FLIERS & traits(known, body))


HALTS = ("no_movement", "frozen", "no_turn")
"""What of a mount keeps its rider where it is."""


def movement(known: Known, body: AnyBody) -> Breakdown:
    """Cells of a turn's Movement: its mount's in place of its own while it rides, and what holds or hinders the mount
    counts then (O-072)."""
    legs = carrier(known, body)
    if has(known.rules, body, "no_movement") or (legs.key != body.key and has(known.rules, legs, *HALTS)):
        return Breakdown("Movement", (Term("held fast", 0, "status:held"),), floor=0)
    found = breakdown(known, legs, "MOV").plus(*changed(known, legs, "movement"))
    found = Breakdown("Movement", found.terms, floor=0)
    if not space.adrift(known, body):
        return found
    half = int(found.total * constant(known, "out.space.move_factor"))
    return found.plus(Term("in space", half - found.total, "terrain:space"))


def jump(known: Known, body: AnyBody) -> Breakdown:
    """Levels of height in one step."""
    legs = carrier(known, body)
    found = breakdown(known, legs, "JMP")
    return Breakdown("Jump", (*found.terms, *changed(known, legs, "jump")), floor=0)


def speed_modifier(known: Known, body: AnyBody) -> Breakdown:
    """Base Speed of the class, and 1 for every 20 Agility: the Speed without its die (O-006, O-008, O-012)."""
    classes = constant(known, "out.speed.class")
    own = body_part(body)
    base = int(classes.get(own.cls, constant(known, "out.speed.default")))
    spec = known.rules.find("class", own.cls)
    agility = max(0, stat(known, body, "AGI")) // int(constant(known, "out.speed.agi_step"))
    label = str(getattr(spec, "label", "base"))
    return Breakdown("Speed", (Term(label, base, f"class:{own.cls}", house=True), Term("AGI", agility, "stat:AGI")))


def max_hp(known: Known, body: AnyBody) -> int:
    """Max HP as statuses leave it: so many percent of the base, rounded down once (O-098)."""
    base = body_part(body).base_hp or body.max_hp
    lost = sum((spec.number or 0) * s.stacks for s, spec in effects(known.rules, body) if spec.does == "max_hp")
    return max(1, base * (100 - lost) // 100)


def level(known: Known, body: AnyBody) -> int:
    return max(1, stat(known, body, "LV"))
