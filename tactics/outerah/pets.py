"""Orders to a pet: Pet Movement and Pet Action within one Specialty (O-042 to O-051, O-058, O-060 to O-068).

The first order of a turn uses the Specialty, and the other half of it stays open for the same pet. What a Trainer and
a pet do to each other's attacks stands in `bonds`; what a miss, a link and a Stay Order do in `pet_steps`.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from tactics.board import can_step, distance
from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import Handler, Known, Step
from tactics.kernel.state import AnyBody, AnyUnit, Cell, Frame, Place
from tactics.mission import turns
from tactics.mission.walking import seen_by_sender
from tactics.outerah import attack_data, attacks, bonds, falls, hiding, numbers, overboard, statuses, ways
from tactics.outerah.attack_data import Attack, plain
from tactics.outerah.parts import (
    MAINHAND,
    SPECIALTY,
    Acted,
    effects,
    has,
    living,
    part,
    pay,
    pay_free,
    truth,
    with_part,
)
from tactics.outerah.specs import Option, Skill

MOVE, ACT = "move", "act"
"""The two halves of the Specialty."""
MOVES = ("move", "return")


class Order(c.Command, frozen=True, tag="order"):
    """Commands a pet. with: a weapon or skill of the pet; together: whether the Trainer attacks in this Round too
    (O-052); harmful: the Guide says that the pet would come to harm (O-047)."""

    unit: c.Key
    pet: c.Key
    order: Literal["move", "return", "attack", "skill", "stay", "search", "alert", "guard", "together"]
    using: c.Key | None = msgspec.field(default=None, name="with")
    target: c.Key | list[c.Coordinate | c.Key] | None = None
    together: bool = False
    harmful: bool = False
    text: c.Text = ""


class Ordered(e.Event, frozen=True, tag=True):
    """This half of the Specialty is used for this pet."""

    unit: str
    pet: str
    half: str


class Agreed(e.Event, frozen=True, tag=True):
    """The Trainer says whether it attacks together with its pet in this Round."""

    unit: str
    together: bool


class Stance(e.Event, frozen=True, tag=True):
    """The order under which a pet stands: stay, guard, attack."""

    unit: str
    order: str


class Bidden(e.Event, frozen=True, tag=True):
    """What a pet is told to do that only its own side hears of, in words (O-050)."""

    unit: str
    text: str


class Balked(e.Event, frozen=True, tag=True):
    """A pet resists a harmful order, or does not (O-047). needs: the lowest D100 that resists; freed: of its Charm."""

    unit: str
    body: str
    face: int
    needs: int
    held: bool
    freed: bool = False


# --- ordering -----------------------------------------------------------------------------------------


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
        "move": _move, "return": _return, "attack": _attack, "skill": _skill, "stay": _stand, "guard": _stand,
        "search": _search, "alert": _alert,
    }[command.order](work, unit, pet, command)  # fmt: skip


def half_of(name: str) -> str:
    return MOVE if name in MOVES else ACT


def closed(known: Known, unit: AnyUnit, pet: AnyUnit, name: str) -> str:
    """Why this order cannot be given any more in this turn, or empty (O-042, O-043)."""
    if pay_free(known.state):
        return ""
    own = part(unit)
    if own.pet and own.pet != pet.key:
        return f"one pet is commanded in a Specialty: {known.state.units[own.pet].name}" if own.pet else ""
    if half_of(name) in own.ordered:
        return f"the Pet {'Movement' if half_of(name) == MOVE else 'Action'} is used"
    pool = unit.pools.get(SPECIALTY)
    if not own.ordered and (pool is None or not pool.left):
        return "Specialty is used"
    return ""


def _use(work: Work, unit: AnyUnit, pet: AnyUnit, name: str) -> None:
    """Pays for an order: the Specialty, or the half of it that is left."""
    if not part(unit).ordered:
        pay(work, unit.key, (SPECIALTY,), f"order {name}")
    work.emit(Acted(unit=unit.key, action="pet"))
    if not pay_free(work.state):
        work.emit(Ordered(unit=unit.key, pet=pet.key, half=half_of(name)))


def agree(work: Work, unit: AnyUnit, together: bool) -> None:
    """Settles whether the Trainer attacks in this Round; what was settled stays (O-052)."""
    state = work.state
    if pay_free(state) or bonds.joint(state, unit) or bonds.in_this_round(state, part(unit).alone):
        if together and bonds.in_this_round(state, part(unit).alone):
            raise illegal("phase", text=attacks.leaves_it(state, unit))
        return
    if bonds.in_this_round(state, part(unit).attacked) and not together:
        return
    if together and part(unit).struck and not bonds.in_this_round(state, part(unit).skilled):
        raise illegal("phase", text=TOO_LATE)
    work.emit(Agreed(unit=unit.key, together=together))


TOO_LATE = "it has attacked with all its Strength: say that both attack together before the first attack"


def barred(known: Known, unit: AnyUnit) -> str:
    """Why a pet cannot attack in this turn, after its Trainer's attack, or empty: the Strength of a joint attack
    cannot be taken back from the first of two."""
    own, state = part(unit), known.state
    late = own.struck and not bonds.joint(state, unit) and not bonds.in_this_round(state, own.skilled)
    return TOO_LATE if late and bonds.in_this_round(state, own.attacked) else ""


# --- Pet Movement -------------------------------------------------------------------------------------


def _walker(work: Work, pet: AnyUnit) -> tuple[Known, AnyBody]:
    """The pet's body and what is known where it walks: who commands a stranger knows how far it can go."""
    known = seen_by_sender(work)
    if pet.seat != work.by.seat:
        known = truth(work)
    body = known.state.bodies[ways.of_one(pet, work.state)]
    if body.place is None:
        raise illegal("phase", missing="placement")
    return known, body


def reach(known: Known, body: AnyBody) -> dict[Cell, ways.Reached]:
    """Where one Pet Movement goes (O-045)."""
    assert body.place is not None
    spent = ways.budget(known, body) // 2 if has(known.rules, body, "prone") else 0
    return ways.reach(known, body, ways.budget(known, body), spent, ways.taken(known.state, body.place.board, body.key))


def _move(work: Work, unit: AnyUnit, pet: AnyUnit, command: Order) -> None:
    known, body = _walker(work, pet)
    found = reach(known, body)
    target = command.target
    if not (isinstance(target, list) and len(target) == 2 and all(isinstance(n, int) for n in target)):
        raise bad_field("target", "name the cell where it shall go, such as [3, 4]")
    end: Cell = (int(target[0]), int(target[1]))
    assert body.place is not None
    edge = None if end in found else cliff(known, body, found, end)
    if end not in found and edge is None:
        raise illegal("limit", cell=ways.name(end))
    _use(work, unit, pet, "move")
    if (command.harmful or edge is not None) and balks(work, pet, body.key):
        return
    if edge is not None:
        work.push("plunge", pet.key, ("plunge",), body=body.key, to=list(end))
        end = edge
    _walk(work, pet, body, found, end)


def _walk(work: Work, pet: AnyUnit, body: AnyBody, found: dict[Cell, ways.Reached], end: Cell) -> None:
    assert body.place is not None
    if end == body.place.cell:
        return
    way = ways.path_to(found, body.place.cell, end)
    _, floor = ways.floor_of(truth(work), body.place.board)
    here, steps = body.place.cell, []
    for cell in way:
        steps.append([body.key, cell[0], cell[1], found[cell].halves, floor.height(cell) - floor.height(here)])
        here = cell
    work.push("walk", pet.key, ("walk_on", "walk_end"), action="order", free=True, way=steps)


def cliff(known: Known, body: AnyBody, found: dict[Cell, ways.Reached], end: Cell) -> Cell | None:
    """From where the pet would go over an edge to this cell: farther down than it can jump, or off a
    deck (O-047)."""
    assert body.place is not None
    compiled, floor = ways.floor_of(known, body.place.board)
    if end in compiled and overboard.over(known, body.place, end):
        return next((cell for cell in (body.place.cell, *found) if distance(cell, end) == 1), None)
    if end not in compiled or end in ways.taken(known.state, body.place.board, body.key):
        return None
    most = numbers.jump(known, body).total
    near = [cell for cell in (body.place.cell, *found) if can_step(compiled, cell, end)]
    return next((cell for cell in near if floor.height(cell) - floor.height(end) > most), None)


def plunge(work: Work, frame: Frame) -> None:
    """Over the edge, if the walk came that far."""
    body = work.state.bodies.get(frame.args["body"])
    x, y = frame.args["to"]
    if body is None or body.place is None or body.down:
        return
    if overboard.over(truth(work), body.place, (x, y)) and distance(body.place.cell, (x, y)) == 1:
        overboard.fall(work, body.key, (x - body.place.x, y - body.place.y))
        return
    compiled, floor = ways.floor_of(truth(work), body.place.board)
    if not can_step(compiled, body.place.cell, (x, y)) or (x, y) in ways.taken(work.state, body.place.board):
        return
    levels = floor.height(body.place.cell) - floor.height((x, y))
    work.emit(e.Stepped(body=body.key, place=Place(board=body.place.board, x=x, y=y)))
    damage = falls.damage(work, body.key, levels)
    if damage:
        statuses.hurt(work, body.key, damage, "fall")


def balks(work: Work, pet: AnyUnit, body: str) -> bool:
    """D100 with its Wisdom against a harmful order; the same success breaks a Charm (O-047)."""
    found = work.state.bodies[body]
    face = work.roll(1, 100, f"{found.name} resists the order").total
    needs = 101 - numbers.stat(truth(work), found, "WIS")
    charms = [s.key for s, spec in effects(work.rules, found) if spec.does == "charmed"]
    held = face >= needs
    work.emit(Balked(unit=pet.key, body=body, face=face, needs=needs, held=held, freed=held and bool(charms)))
    for key in charms if held else ():
        statuses.end(work, body, key)
    return held


def _return(work: Work, unit: AnyUnit, pet: AnyUnit, command: Order) -> None:
    """To the Trainer's side or as near as it comes (O-048)."""
    known, body = _walker(work, pet)
    end = way_back(known, unit, body)
    if isinstance(end, Refused):
        raise end
    _use(work, unit, pet, "return")
    _walk(work, pet, body, reach(known, body), end)


def way_back(known: Known, unit: AnyUnit, body: AnyBody) -> Cell | Refused:
    """Where a pet ends that comes back to its Trainer, or why it does not."""
    trainer = next((b for b in living(known.state, unit) if b.place is not None), None)
    if body.place is None or trainer is None or trainer.place is None or trainer.place.board != body.place.board:
        return illegal("range")
    found = reach(known, body)
    goal, board = trainer.place, body.place.board

    def far(cell: Cell) -> int:
        return attack_data.cells_between(known, Place(board=board, x=cell[0], y=cell[1]), goal)

    halves = {body.place.cell: 0, **{cell: node.halves for cell, node in found.items()}}
    end = min(halves, key=lambda cell: (far(cell), halves[cell], cell[1], cell[0]))
    return illegal("nothing") if end == body.place.cell else end


# --- Pet Action -----------------------------------------------------------------------------------------


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
    if wrong := attacks.hindrance(known, body, known.state.bodies[target], attack):
        raise wrong
    if why := barred(known, unit):
        raise illegal("phase", text=why)
    _use(work, unit, pet, "attack")
    agree(work, work.state.units[unit.key], command.together)
    trainer = work.state.units[unit.key]
    work.emit(attacks.Attacked(unit=pet.key), attacks.Aimed(unit=pet.key, target=target))
    work.emit(Stance(unit=pet.key, order="attack"))
    place = work.state.bodies[target].place
    near = [target]
    if attack.area and place is not None:
        near = attacks.caught(truth(work), body, place.board, place.cell, attack)
    strikes = attacks.on_each(body.key, [one for one in near if one != body.key], attack, target)
    attacks.begin(work, pet.key, strikes, how="pet", **bonds.of_pet(truth(work), trainer))


def _skill(work: Work, unit: AnyUnit, pet: AnyUnit, command: Order) -> None:
    """Pet and Trainer do the pet's skill as one, linked until the end of the next Round; the Mainhand besides
    (O-062 to O-064). The Trainer's part of it needs the target in its own range."""
    known = seen_by_sender(work)
    if not isinstance(command.target, str):
        raise bad_field("target", "name whom it is done to")
    target = work.body_key(command.target)
    body, attack = _chosen(known, pet, command.using)
    if attack.kind != "skill":
        raise bad_field("with", "name a skill of the pet")
    if wrong := attacks.hindrance(known, body, known.state.bodies[target], attack):
        raise wrong
    pay(work, unit.key, (MAINHAND,), "Skill Order")
    _use(work, unit, pet, "skill")
    strikes = [(body.key, target, plain(attack))]
    for own in living(known.state, unit)[:1]:
        if attacks.hindrance(known, own, known.state.bodies[target], attack) is None:
            strikes.append((own.key, target, plain(attack)))
        link(work, own.key, body.key)
    attacks.begin(work, pet.key, strikes, how="skill_order")


def link(work: Work, trainer: str, pet: str) -> None:
    key = next(k for k, spec in work.rules.entries["status"].items() if spec.does == "linked")
    statuses.put(work, trainer, key, source=pet)
    statuses.put(work, pet, key, source=trainer)


def _stand(work: Work, unit: AnyUnit, pet: AnyUnit, command: Order) -> None:
    """Stay, or stand guard: staying, and the Guide knows that it tells of whoever comes (O-050, O-060)."""
    if part(pet).stance == command.order:
        raise illegal("nothing")
    _use(work, unit, pet, command.order)
    work.emit(Stance(unit=pet.key, order=command.order))
    if command.order == "guard":
        work.emit(Bidden(unit=unit.key, text=f"{pet.name} stands guard"))


def _search(work: Work, unit: AnyUnit, pet: AnyUnit, command: Order) -> None:
    """Finds the hidden in the cells around it (O-050)."""
    _use(work, unit, pet, "search")
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
    _use(work, unit, pet, "alert")
    said = f"{pet.name} is on the alert{f': {command.text}' if command.text else ''}"
    work.emit(Bidden(unit=unit.key, text=said))


def _ordered(s: Any, ev: Ordered) -> Any:
    found = s.units.get(ev.unit)
    return s if found is None else with_part(s, ev.unit, pet=ev.pet, ordered=(*part(found).ordered, ev.half))


def _agreed(s: Any, ev: Agreed) -> Any:
    return with_part(s, ev.unit, **{"joint" if ev.together else "alone": s.clock.round})


COMMANDS: tuple[type[c.Command], ...] = (Order,)
EVENTS: tuple[type[e.Event], ...] = (Ordered, Agreed, Stance, Bidden, Balked)
APPLIERS: dict[type[e.Event], Any] = {
    Ordered: _ordered,
    Agreed: _agreed,
    Stance: lambda s, ev: with_part(s, ev.unit, stance=ev.order),
    Bidden: lambda s, ev: s,
    Balked: lambda s, ev: s,
}
HANDLERS: dict[type, Handler] = {Order: order}
STEPS: dict[str, Step] = {"plunge": plunge}
