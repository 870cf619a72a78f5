"""What changes a hit check: one small function for each rule, gathered in one list (architecture.md 4).

A collector gets what may be known and the question, and names modifiers: `attempt` is points of the chance, `charge`
steps of the ladder. Whoever builds a rule that helps or hinders hitting adds a function here and to COLLECTORS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from tactics.effects.breakdown import Term
from tactics.effects.modifiers import Modifier, from_laid
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, Place
from tactics.outerah import bonds, numbers, ships
from tactics.outerah import facing as sides
from tactics.outerah.aboard import ship_of
from tactics.outerah.attack_data import Attack
from tactics.outerah.parts import body_part, constant, effects
from tactics.outerah.specs import Ground


@dataclass(frozen=True)
class Question:
    """One attack of one body on another. opener: the target is unaware of it; no_crit: it cannot be critical.

    joint: a Trainer and a pet attack together; stats: Strength or Intelligence is added; share: how much of the damage
    is dealt, as (part, whole) (O-053 to O-057)."""

    attacker: AnyBody
    target: AnyBody
    attack: Attack
    opener: bool = False
    no_crit: bool = False
    joint: bool = False
    stats: bool = True
    share: tuple[int, int] = (1, 1)


Collector = Callable[[Known, Question], Iterable[Modifier]]


def facing(known: Known, q: Question) -> Iterator[Modifier]:
    """Ten numbers less head on, ten more from behind (O-224 to O-227)."""
    side = sides.of(q.target, q.attacker)
    points = int(constant(known, "out.hit.facing")[side])
    if points:
        yield Modifier("attempt", sides.WORDS[side], points, f"facing:{side}")


def opener(known: Known, q: Question) -> Iterator[Modifier]:
    """A Super Charge on an Opener (O-037)."""
    if q.opener:
        yield Modifier("charge", "Opener", 2, "posture:opener")


def statuses(known: Known, q: Question) -> Iterator[Modifier]:
    """What the attacker's statuses change; and prone targets give a Plus Charge in melee (reference.md 1.3)."""
    for applies in ("attempt", "charge"):
        for term in numbers.changed(known, q.attacker, applies):
            yield Modifier(applies, term.label, term.value, term.source, house=term.house)
    if q.attack.melee:
        for status, spec in effects(known.rules, q.target):
            if spec.does == "prone":
                yield Modifier("charge", f"target: {spec.label}", 1, f"status:{status.key}", house=True)


def ground_at(known: Known, place: Place | None) -> Ground | None:
    if place is None or place.board not in known.state.boards:
        return None
    board = known.state.boards[place.board]
    key = dict(board.palette).get(board.terrain[place.y * board.width + place.x], "")
    found = known.rules.find("terrain", key)
    return found if isinstance(found, Ground) else None


def terrain(known: Known, q: Question) -> Iterator[Modifier]:
    """Ground that hides its people (O-124), though not what is in the air above it, and a Minus Charge for whatever is
    done under water (O-132)."""
    high = q.target.place is not None and q.target.place.z > 0
    there = None if high else ground_at(known, q.target.place)
    if there is not None and there.hit_charge:
        yield Modifier("charge", there.label, there.hit_charge, "terrain:target", house=there.house)
    if there is not None and there.hit_mod:
        yield Modifier("attempt", there.label, there.hit_mod, "terrain:target", house=there.house)
    for term in in_water(known, q.attacker):
        yield Modifier("charge", term.label, term.value, term.source)


def section(known: Known, q: Question) -> Iterator[Modifier]:
    """The Charge of whoever aims at a section of a ship (O-144)."""
    steps = ships.charge(known, q.target)
    if steps:
        yield Modifier("charge", q.target.name, steps, f"ship:{body_part(q.target).section}")


def aboard(known: Known, q: Question) -> Iterator[Modifier]:
    """Turbulence, and a deck that is shot to pieces, hinder the crew (O-151, O-158)."""
    for label, steps, house in ships.hindered(known, q.attacker):
        yield Modifier("charge", label, steps, "ship:lost", house=house)


def in_water(known: Known, user: AnyBody) -> tuple[Term, ...]:
    """The Charge of whatever is done under water: an attack, a Buff that is cast, a check of something else (O-132)."""
    return (Term("under water", -1, "terrain:water"),) if under_water(known, user) else ()


def under_water(known: Known, body: AnyBody) -> bool:
    """Whether it is in deep water itself: not above it, nor aboard of a ship there, whoever stands for it (O-132)."""
    place, here = body.place, ground_at(known, body.place)
    if place is None or here is None or here.water != "deep":
        return False
    if ship_of(known.state, known.state.bodies.get(body.key, body)) is not None:
        return False
    return place.z < 0 or (not place.z and not numbers.flies(known, body))


def laid(known: Known, q: Question) -> Iterator[Modifier]:
    """What the Guide laid on the attacker's next check, on it, on the target or on their cells (table.md 5)."""
    on = {f"next:{q.attacker.unit}", f"unit:{q.attacker.unit}", f"body:{q.attacker.key}"}
    against = {f"body:{q.target.key}", f"unit:{q.target.unit}"}
    for body, keys in ((q.attacker, on), (q.target, against)):
        if body.place is not None:
            keys.add(f"cell:{body.place.board}:{body.place.x}:{body.place.y}")
    for modifier in known.state.laid:
        if modifier.on in on and modifier.applies == "attempt":
            yield from_laid(modifier)
        elif modifier.on in against and modifier.applies in ("difficulty", "def"):
            found = from_laid(modifier)
            yield Modifier("attempt", found.label, -found.value, found.source, found.secret)


COLLECTORS: tuple[Collector, ...] = (facing, opener, statuses, terrain, section, aboard, laid, bonds.charges)
