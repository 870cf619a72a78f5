"""Orders to a pet: Pet Movement and Pet Action within one Specialty (O-042 to O-051, O-060 to O-068).

The first order of a turn uses the Specialty, and the other half of it stays open for the same pet (`pet_orders`); how
it walks stands in `pet_moves`. What a Trainer and a pet do to each other's attacks stands in `bonds`; what a miss, a
link and a Stay Order do in `pet_steps`.
"""

from __future__ import annotations

from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import Handler, Known
from tactics.kernel.state import AnyBody, AnyUnit
from tactics.mission import turns
from tactics.mission.walking import seen_by_sender
from tactics.outerah import attack_data, attacks, bonds, hiding, legality, pet_moves, skills, statuses
from tactics.outerah.attack_data import Attack
from tactics.outerah.parts import MAINHAND, has, living, part, pay, truth
from tactics.outerah.pet_orders import Bidden, Order, Stance, agree, closed, use
from tactics.outerah.specs import Option, Skill


def order(work: Work, command: Order) -> None:
    unit = turns.active_unit(work, command.unit)
    pet = work.state.units.get(command.pet)
    mine = [u.key for u in bonds.pets_of(work.state, work.rules, unit)]
    if pet is None or pet.key not in mine:
        raise Refused("unknown", what=command.pet)
    option = work.rules.find("action", "pet")
    if not isinstance(option, Option) or option.disabled:
        raise illegal("disabled")
    if command.order == "together":
        agree(work, unit, True)
        return
    if why := closed(truth(work), unit, pet, command.order):
        raise illegal("cost", text=why)
    {
        "move": pet_moves.move, "return": pet_moves.call_back, "attack": _attack, "skill": _skill,
        "help": _help, "stay": _stand, "guard": _stand, "search": _search, "alert": _alert,
    }[command.order](work, unit, pet, command)  # fmt: skip


def choices(known: Known, body: AnyBody) -> list[Attack]:
    """What a pet attacks with: a regular attack, or a skill of its own that harms (O-051)."""
    found = [attack_data.of_weapon(known, body, attack_data.in_hand(known, body, "mainhand"))]
    for key in body.skills:
        spec = known.rules.find("skill", key)
        if isinstance(spec, Skill) and not spec.disabled and spec.does in ("physical", "magic", "status"):
            found.append(attack_data.of_skill(known, body, key))
    return [attack for attack in found if attack is not None]


def _chosen(known: Known, pet: AnyUnit, using: str | None) -> tuple[AnyBody, Attack]:
    body = living(known.state, pet)[0]
    for attack in choices(known, body):
        if using in (None, attack.key):
            return body, attack
    raise illegal("not_ready", skill=using)


def _attack(work: Work, unit: AnyUnit, pet: AnyUnit, command: Order) -> None:
    known = seen_by_sender(work)
    if not isinstance(command.target, str):
        raise bad_field("target", "name whom it shall attack")
    target = work.body_key(command.target)
    body, attack = _chosen(known, pet, command.using)
    if wrong := legality.hindrance(known, body, known.state.bodies[target], attack):
        raise wrong
    use(work, unit, pet, "attack")
    agree(work, work.state.units[unit.key], command.together)
    trainer = work.state.units[unit.key]
    work.emit(attacks.Attacked(unit=pet.key), attacks.Aimed(unit=pet.key, target=target))
    work.emit(Stance(unit=pet.key, order="attack"))
    strikes = _strikes(work, body, target, attack)
    attacks.begin(work, pet.key, strikes, how="pet", **bonds.of_pet(truth(work), trainer))


def _strikes(work: Work, body: AnyBody, target: str, attack: Attack) -> list[attacks.Strike]:
    """On the target, and on whoever else the area of a skill catches."""
    place, near = work.state.bodies[target].place, [target]
    if attack.area and place is not None:
        near = attacks.caught(truth(work), body, place.board, place.cell, attack)
    return attacks.on_each(body.key, [one for one in near if one != body.key], attack, target)


def _skill(work: Work, unit: AnyUnit, pet: AnyUnit, command: Order) -> None:
    """Pet and Trainer do the pet's skill as one, linked until the end of the next Round; the Mainhand besides
    (O-062 to O-064). The Trainer's part of it needs the target in its own range."""
    known = seen_by_sender(work)
    if command.using in helpful(known, living(known.state, pet)[0]):
        _help_together(work, unit, pet, command)
        return
    if not isinstance(command.target, str):
        raise bad_field("target", "name whom it is done to")
    target = work.body_key(command.target)
    body, attack = _chosen(known, pet, command.using)
    if attack.kind != "skill":
        raise bad_field("with", "name a skill of the pet")
    if wrong := legality.hindrance(known, body, known.state.bodies[target], attack):
        raise wrong
    pay(work, unit.key, (MAINHAND,), "Skill Order")
    use(work, unit, pet, "skill")
    strikes = _strikes(work, body, target, attack)
    for own in living(known.state, unit)[:1]:
        if legality.hindrance(known, own, known.state.bodies[target], attack) is None:
            strikes += _strikes(work, own, target, attack)
        link(work, own.key, body.key)
    attacks.begin(work, pet.key, strikes, how="skill_order")


def helpful(known: Known, body: AnyBody) -> dict[str, Skill]:
    """The skills of a pet that heal or cast a Buff (O-051)."""
    found = ((key, known.rules.find("skill", key)) for key in body.skills)
    return {k: s for k, s in found if isinstance(s, Skill) and not s.disabled and s.does in ("heal", "buff")}


def _help(work: Work, unit: AnyUnit, pet: AnyUnit, command: Order) -> None:
    """The pet heals, or casts its Buff, as its Pet Action (O-049, O-051): no attack, so that nobody interferes."""
    body, spec, _, target = _helping(work, pet, command)
    use(work, unit, pet, "help")
    _do(work, pet, body, spec, target, command.using or "")


def _help_together(work: Work, unit: AnyUnit, pet: AnyUnit, command: Order) -> None:
    """A Skill Order that heals or casts a Buff (O-062, O-063): the Trainer does it besides to the same target, if that
    is in its own range, and what is done to oneself to itself."""
    body, spec, found, target = _helping(work, pet, command)
    known = seen_by_sender(work)
    pay(work, unit.key, (MAINHAND,), "Skill Order")
    use(work, unit, pet, "skill")
    for own in living(known.state, unit)[:1]:
        link(work, own.key, body.key)
        if spec.range == skills.SELF or target == own.key:
            _do(work, unit, own, spec, own.key, command.using or "")
        elif skills.helps(known, own, known.state.bodies[target], found, spec) is None:
            _do(work, unit, own, spec, target, command.using or "")
    _do(work, pet, body, spec, target, command.using or "")


def _do(work: Work, unit: AnyUnit, body: AnyBody, spec: Skill, target: str, key: str) -> None:
    work.push("skill", unit.key, (f"skill_{spec.does}",), body=body.key, target=target, key=key)


def _helping(work: Work, pet: AnyUnit, command: Order) -> tuple[AnyBody, Skill, Attack, str]:
    """(the pet's body, its skill, the same as it carries, whom it is done to), or the refusal."""
    known = seen_by_sender(work)
    body = living(known.state, pet)[0]
    spec = helpful(known, body).get(command.using or "")
    found = attack_data.of_skill(known, body, command.using or "")
    if spec is None or found is None:
        raise illegal("not_ready", skill=command.using)
    if has(known.rules, body, "no_skills"):
        raise illegal("status", name=body.name, status=spec.label)
    target = body.key
    if spec.range != skills.SELF:
        if not isinstance(command.target, str):
            raise bad_field("target", "name whom it is done to")
        target = work.body_key(command.target)
    if target != body.key and (wrong := skills.helps(known, body, known.state.bodies[target], found, spec)):
        raise wrong
    return body, spec, found, target


def link(work: Work, trainer: str, pet: str) -> None:
    key = next(k for k, spec in work.rules.entries["status"].items() if spec.does == "linked")
    statuses.put(work, trainer, key, source=pet)
    statuses.put(work, pet, key, source=trainer)


def _stand(work: Work, unit: AnyUnit, pet: AnyUnit, command: Order) -> None:
    """Stay, or stand guard: staying, and the Guide knows that it tells of whoever comes (O-050, O-060)."""
    if part(pet).stance == command.order:
        raise illegal("nothing")
    use(work, unit, pet, command.order)
    work.emit(Stance(unit=pet.key, order=command.order))


def _search(work: Work, unit: AnyUnit, pet: AnyUnit, command: Order) -> None:
    """Finds the hidden in the cells around it (O-050)."""
    use(work, unit, pet, "search")
    radius = int(work.constant("out.pet.search"))
    for body in living(work.state, pet):
        for other in hiding.enemies(work.state, body):
            if other.place is None or body.place is None:
                continue
            near = attack_data.cells_between(truth(work), body.place, other.place) <= radius
            if near and hiding.hidden(truth(work), other) is not None:
                hiding.found_by(work, other.key, body.key)
    work.emit(Bidden(unit=unit.key, text=f"{pet.name} searches around itself"))


def _alert(work: Work, unit: AnyUnit, pet: AnyUnit, command: Order) -> None:
    """The pet shall tell of a presence; what it does tell is the Guide's (O-050)."""
    use(work, unit, pet, "alert")
    said = f"{pet.name} is on the alert{f': {command.text}' if command.text else ''}"
    work.emit(Bidden(unit=unit.key, text=said))


HANDLERS: dict[type, Handler] = {Order: order}
