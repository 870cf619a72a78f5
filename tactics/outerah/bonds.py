"""Who is whose pet, and what Trainer and pet do to each other's attacks (O-043, O-044, O-052 to O-059, O-066).

A pet is a unit whose body has the trait `pet_of:<unit>`, or one that somebody's Charm holds. What kind it is, is a
trait too: `pet_source:created` and so on. It acts in its Trainer's Specialty, so its own slot passes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tactics.board import distance
from tactics.effects.modifiers import Modifier
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Cell
from tactics.outerah.parts import body_part, constant, effects, free_to_act, has, living, part

SOURCES = {
    "charmed": "charmed or controlled",
    "created": "created, such as a drone",
    "companion": "a friendly companion",
    "tamed": "tamed",
    "other": "another kind",
}
"""Where pets come from (O-044)."""
STILL = ("stay", "guard")
"""Orders under which a pet strikes back by itself (O-061)."""


def trainer_of(state: AnyState, rules: Rules, unit: AnyUnit) -> AnyUnit | None:
    """Whose pet this unit is now, or None: a Charm comes before what the sheet says."""
    for key in unit.bodies:
        body = state.bodies.get(key)
        if body is None:
            continue
        for status, spec in effects(rules, body):
            master = state.bodies.get(status.source) if spec.does == "charmed" else None
            if master is not None and master.unit != unit.key:
                return state.units.get(master.unit)
        for trait in body_part(body).traits:
            kind, _, owner = trait.partition(":")
            if kind == "pet_of" and owner != unit.key and owner in state.units:
                return state.units[owner]
    return None


def pets_of(state: AnyState, rules: Rules, unit: AnyUnit) -> list[AnyUnit]:
    """The pets of a unit that can do something."""
    found = [u for u in state.units.values() if u.key != unit.key and living(state, u)]
    return [u for u in found if (owner := trainer_of(state, rules, u)) is not None and owner.key == unit.key]


def source(rules: Rules, body: AnyBody) -> str:
    """Where a pet comes from: one of SOURCES."""
    if has(rules, body, "charmed"):
        return "charmed"
    for trait in body_part(body).traits:
        kind, _, what = trait.partition(":")
        if kind == "pet_source" and what in SOURCES:
            return what
    return "other"


def waits(state: AnyState, rules: Rules, unit: AnyUnit) -> bool:
    """Whether the unit acts only when its Trainer commands it, so that its own slot passes."""
    trainer = trainer_of(state, rules, unit)
    return trainer is not None and bool(living(state, trainer))


# --- attacking together -------------------------------------------------------------------------------


def in_this_round(state: AnyState, number: int) -> bool:
    return number > 0 and number == state.clock.round


def joint(state: AnyState, trainer: AnyUnit) -> bool:
    """Whether the Trainer has said to attack together with a pet in this Round."""
    return in_this_round(state, part(trainer).joint)


def interfered(state: AnyState, trainer: AnyUnit) -> bool:
    """Whether a pet's attack now suffers from its Trainer's (O-052): judged by the Round."""
    return joint(state, trainer) or in_this_round(state, part(trainer).attacked)


def of_trainer(state: AnyState, unit: AnyUnit) -> dict[str, Any]:
    """What a plain attack of a Trainer lacks: Strength and Intelligence in a joint attack (O-053)."""
    return {"no_stats": True} if joint(state, unit) else {}


def of_pet(known: Known, trainer: AnyUnit, together: bool = False) -> dict[str, Any]:
    """What a pet's attack lacks by interference (O-053, O-055, O-056): nothing if its Trainer does not attack."""
    if not together and not interfered(known.state, trainer):
        return {}
    skilled = in_this_round(known.state, part(trainer).skilled)
    rule = constant(known, "out.pet.skill_interference" if skilled else "out.pet.interference")
    out: dict[str, Any] = {"share": [round(float(rule["share"]) * 100), 100]}
    if not rule["crit"]:
        out["no_crit"] = True
    if not rule.get("keeps_stats"):
        out["no_stats"] = True
    return out


def pair_of(known: Known, unit: AnyUnit) -> Iterator[tuple[AnyUnit, AnyUnit]]:
    """(Trainer, partner) for each unit with which this one may attack together."""
    trainer = trainer_of(known.state, known.rules, unit)
    if trainer is not None:
        yield trainer, trainer
    for pet in pets_of(known.state, known.rules, unit):
        yield unit, pet


def engaged(state: AnyState, trainer: AnyUnit, partner: AnyUnit) -> bool:
    """Whether the partner attacks in this turn too: both have said so, or it has done so already."""
    if state.clock.active not in (None, trainer.key):
        return False
    if joint(state, trainer):
        return True
    did = part(trainer).struck if partner.key == trainer.key else "act" in part(trainer).ordered
    return did and in_this_round(state, part(partner).attacked)


def pincer(known: Known, attacker: AnyBody, target: AnyBody, together: bool = False) -> AnyBody | None:
    """Who attacks this target from the exactly opposite side in the same turn: the pet of this Trainer, or the Trainer
    of this pet (O-057); or None."""
    state = known.state
    unit = state.units.get(attacker.unit)
    if unit is None or attacker.place is None or target.place is None:
        return None
    here, there = attacker.place.cell, target.place.cell
    if distance(here, there, "chebyshev") != 1 or attacker.place.board != target.place.board:
        return None
    across = opposite(here, there)
    for trainer, partner in pair_of(known, unit):
        if not together and not engaged(state, trainer, partner):
            continue
        own = part(partner)
        if in_this_round(state, own.attacked) and own.foe and own.foe != target.key:
            continue
        for body in living(state, partner):
            if body.place is not None and body.place.board == target.place.board and body.place.cell == across:
                return body
    return None


def opposite(here: Cell, there: Cell) -> Cell:
    """The cell on the other side of what stands there."""
    return (2 * there[0] - here[0], 2 * there[1] - here[1])


def mob_pincer(known: Known, attacker: AnyBody, target: AnyBody) -> bool:
    """Whether another member of its Mob, which all attack in one turn, stands on the exactly opposite side: a pincer is
    no privilege of pets (O-057). One who is hidden does not count, for the Charge would tell of it."""
    state = known.state
    unit = state.units.get(attacker.unit)
    if unit is None or attacker.place is None or target.place is None or state.clock.active not in (None, unit.key):
        return False
    if distance(attacker.place.cell, target.place.cell, "chebyshev") != 1 or attacker.place.board != target.place.board:
        return False
    across, board = opposite(attacker.place.cell, target.place.cell), target.place.board
    others = (b for b in free_to_act(known, unit) if b.key != attacker.key and not b.hidden_from)
    return any(
        b.place is not None and b.place.board == board and b.place.cell == across and not has(known.rules, b, "hidden")
        for b in others
    )


def comrade(known: Known, unit: AnyUnit) -> AnyBody | None:
    """Who attacks together with this unit in this turn, wherever it stands (O-058)."""
    pairs = (pair for pair in pair_of(known, unit) if engaged(known.state, *pair))
    return next((body for _, partner in pairs for body in living(known.state, partner)), None)


def charges(known: Known, q: Any) -> Iterator[Modifier]:
    """A Plus Charge in a pincer (O-057), and on everybody who is linked (O-066)."""
    by_mob = q.attack.kind == "weapon" and mob_pincer(known, q.attacker, q.target)
    if by_mob or pincer(known, q.attacker, q.target, q.joint) is not None:
        yield Modifier("charge", "Pincer Attack", 1, "pet:pincer", house=True)
    if has(known.rules, q.target, "linked"):
        yield Modifier("charge", "target: linked", 1, "status:linked", house=True)
