"""Orders to pets as offers, each with its price, its targets and what comes of it (O-042 to O-064)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from msgspec.structs import replace

from tactics.board import cells
from tactics.kernel.refusals import Refused
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyUnit
from tactics.kernel.view import FieldView, OptionView, ReachCell, ReachView, TargetView
from tactics.mission.knowledge import knows_numbers
from tactics.mission.offers import digest
from tactics.outerah import (
    aboard,
    attack_data,
    attack_offers,
    bonds,
    hiding,
    legality,
    odds,
    pet_moves,
    pet_orders,
    pets,
    skills,
    ways,
)
from tactics.outerah.attack_data import Attack
from tactics.outerah.collectors import Question
from tactics.outerah.parts import MAINHAND, SPECIALTY, has, left, living, part, pay_free
from tactics.outerah.specs import Option

HARM = (("", "as the ground is"), ("yes", "the GM says that it comes to harm"))
"""What the Guide flags (O-047)."""
LINKED = "both do it, and are linked until the end of the next Round"
"""What a Skill Order is (O-062)."""
PLAIN = {
    "stay": ("stay", "it strikes back once, without a penalty, if it is attacked"),
    "guard": ("stand guard", "it stays, and tells of whoever comes"),
    "search": ("search", "finds the hidden in the cells around it"),
    "alert": ("be on the alert", "the Guide says of what it tells"),
}


def offers(known: Known, unit: AnyUnit) -> list[OptionView]:
    """Every order to every pet of the unit."""
    spec = known.rules.find("action", "pet")
    if not isinstance(spec, Option) or spec.disabled:
        return []
    found = bonds.pets_of(known.state, known.rules, unit)
    out = [offer for pet in found for offer in _of(known, unit, pet)]
    return [*_together(known, unit, found), *out]


def _together(known: Known, unit: AnyUnit, found: list[AnyUnit]) -> Iterator[OptionView]:
    """Said before the first attack: neither adds Strength or Intelligence (O-052, O-053)."""
    own, state = part(unit), known.state
    settled = bonds.joint(state, unit) or bonds.in_this_round(state, own.alone) or own.struck
    if not found or settled or pay_free(state):
        return
    pet = found[0]
    option = _option(known, unit, pet, "together", "", f"Attack together with {pet.name}")
    yield replace(
        option, cost="free", costs={}, why_not="", why_code="",
        title="this Round neither adds Strength or Intelligence, and the pet deals half; a pincer has a Plus Charge",
    )  # fmt: skip


REST = "the rest of the Specialty"
"""What a further order costs in a turn in which one was given."""


def reaches(known: Known, unit: AnyUnit) -> Iterator[ReachView]:
    """Where each pet could be sent: it is chosen by a click on it, then a click on a cell is the Move Order (O-046)."""
    for pet in bonds.pets_of(known.state, known.rules, unit):
        bodies = living(known.state, pet)
        if not bodies or bodies[0].place is None or pet_orders.closed(known, unit, pet, "move"):
            continue
        body = bodies[0]
        place = bodies[0].place
        free, begun = pay_free(known.state), bool(part(unit).ordered)
        price, legs = 0 if free or begun else 1, 0 if begun and not free else 1
        cells_ = tuple(
            ReachCell(x=x, y=y, cost=price, px=node.parent[0], py=node.parent[1], legs=legs, used=node.halves)
            for (x, y), node in pet_moves.reach(known, body).items()
        )
        view = ReachView(
            unit=unit.key, body=body.key, board=place.board, x=place.x, y=place.y, do="order", pool=SPECIALTY,
            cells=cells_, command={"pet": pet.key, "order": "move"}, ordered=True,
            most=0 if free else ways.budget(known, body), rest=REST,
        )  # fmt: skip
        yield replace(view, basis=digest(view))


def _option(known: Known, unit: AnyUnit, pet: AnyUnit, order: str, more: str, label: str, **command: Any) -> OptionView:
    """An order with its price: the Specialty, or what is left of it."""
    free = pay_free(known.state)
    begun = bool(part(unit).ordered)
    costs = {} if free or begun else {SPECIALTY: 1}
    why = pet_orders.closed(known, unit, pet, order)
    if order == "skill" and not free:
        costs = {MAINHAND: 1, **costs}
        why = why or ("" if left(unit, MAINHAND) else "Mainhand is used")
    price = REST if begun else "Specialty"
    return OptionView(
        key=f"pet.{pet.key}.{order}{more}",
        unit=unit.key,
        do="order",
        label=label,
        group="Specialty",
        cost="free" if free else f"Mainhand, {price}" if order == "skill" else price,
        costs=costs,
        why_not=why,
        why_code="cost" if why else "",
        command={"pet": pet.key, "order": order, **command},
        by=next((b.key for b in living(known.state, pet)), ""),
        click="target" if order == "attack" else "",
        help="action:pet",
    )


def _of(known: Known, unit: AnyUnit, pet: AnyUnit) -> Iterator[OptionView]:
    state, who = known.state, pet.name
    body = living(state, pet)[0]
    kind = bonds.SOURCES[bonds.source(known.rules, body)]
    far = len(pet_moves.reach(known, body)) if body.place is not None else 0
    move = _option(known, unit, pet, "move", "", f"{who}: go")
    board = body.place.board if body.place is not None else ""
    fields = (
        FieldView(name="target", label="To", kind="cell", help="where it goes, such as F8", board=board),
        FieldView(name="harmful", label="Harm", kind="choice", choices=HARM, help=_resists(known, pet, body)),
    )
    yield replace(move, fields=fields, title=f"{kind}; {far} cells are in its reach")
    back = replace(_option(known, unit, pet, "return", "", f"{who}: return"), title="to your side")
    wrong = pet_moves.way_back(known, unit, body)
    if isinstance(wrong, Refused) and not back.why_not:
        why = "it comes no nearer" if wrong.why == "nothing" else "you are out of its reach"
        back = replace(back, why_not=why, why_code=wrong.why)
    yield back
    for attack in pets.choices(known, body):
        yield from _attacks(known, unit, pet, body, attack)
    yield from _helps(known, unit, pet, body)
    for name, (label, title) in PLAIN.items():
        option = replace(_option(known, unit, pet, name, "", f"{who}: {label}"), title=title)
        if part(pet).stance == name and not option.why_not:
            option = replace(option, why_not="it does so already", why_code="nothing")
        if name == "alert":
            option = replace(option, fields=(FieldView(name="text", label="Of what", limit=2000),))
        yield option


def _resists(known: Known, pet: AnyUnit, body: AnyBody) -> str:
    """`over an edge or harmful ground it may resist in any case: a D100 of 71 or more`; the Wisdom of a stranger, such
    as one that is charmed, is not told."""
    said = "over an edge or harmful ground it may resist in any case"
    if not known.is_gm and not knows_numbers(known.state, known.seat, pet):
        return said
    needs = pet_moves.balks_from(known, body)
    return f"{said}: a D100 of {needs} or more" if needs <= 100 else f"{said}: none does"


def _attacks(known: Known, unit: AnyUnit, pet: AnyUnit, body: AnyBody, attack: Attack) -> Iterator[OptionView]:
    """Alone, together with the Trainer, and, for a skill, as a Skill Order."""
    state, own = known.state, part(unit)
    settled = bonds.interfered(state, unit) or bonds.in_this_round(state, own.alone) or pay_free(state)
    ways = [("attack", bonds.interfered(state, unit))]
    if not settled:
        ways.append(("attack", True))
    if attack.kind == "skill":
        ways.append(("skill", False))
    for order, joint in ways:
        together = joint and not settled
        said = "Skill Order: " if order == "skill" else "attack together: " if joint else "attack: "
        command: dict[str, Any] = {"with": attack.key, **({"together": True} if together else {})}
        more = f".{attack.key}{'.together' if together else ''}"
        option = _option(known, unit, pet, order, more, f"{pet.name}: {said}{attack.label}", **command)
        if order == "attack" and not joint and not settled:
            option = replace(option, title="at full damage; you leave this Round's attack to it")
        elif order == "attack" and joint:
            option = replace(option, title="half damage, no critical: its Trainer interferes")
        elif order == "skill":
            option = replace(option, title=f"at full damage; {LINKED}")
        targets, wrong = [], None
        for target in state.bodies.values():
            friend = state.units[target.unit].side == unit.side and target.unit != pet.key
            if target.unit in (pet.key, unit.key) or target.place is None or target.down or friend:
                continue
            refused: Refused | None = legality.hindrance(known, body, target, attack)
            if refused is None:
                targets.append(_target(known, unit, body, target, attack, joint and order == "attack", order))
            wrong = wrong or refused
        if not targets and not option.why_not:
            option = replace(option, why_not="nobody is within range", why_code=wrong.why if wrong else "target")
        yield replace(option, targets=tuple(targets))


def _helps(known: Known, unit: AnyUnit, pet: AnyUnit, body: AnyBody) -> Iterator[OptionView]:
    """What it can do for others, or for itself (O-051); the numbers of a stranger, such as one that is charmed, are not
    told."""
    own = known.is_gm or knows_numbers(known.state, known.seat, pet)
    for (key, spec), order in product(pets.helpful(known, body).items(), ("help", "skill")):
        found = attack_data.of_skill(known, body, key)
        said, linked = ("Skill Order: ", LINKED) if order == "skill" else ("", "")
        option = _option(known, unit, pet, order, f".{key}", f"{pet.name}: {said}{spec.label}", **{"with": key})
        option = replace(option, title=linked)
        if has(known.rules, body, "no_skills"):
            option = replace(option, why_not=option.why_not or "silenced", why_code=option.why_code or "status")
        if spec.range == skills.SELF:
            chance, title = attack_offers.on_oneself(known, body, spec) if own else ("", "")
            title = "; ".join(words for words in (linked, title) if words)
            yield replace(option, label=f"{option.label}: {chance}" if chance else option.label, title=title)
            continue
        targets, far = [], ""
        for target in attack_offers.reachable(known, pet, body, spec):
            wrong = skills.helps(known, body, target, found, spec) if found is not None and target != body else None
            if found is None or wrong is not None:
                far = far or (wrong.why if wrong is not None else "")
                continue
            view = attack_offers.skill_target(known, body, target, found, spec)
            if not own:
                view = replace(view, chance="", permille=None, breakdowns=(), basis="")
                view = replace(view, basis=digest(view, key))
            targets.append(view)
        yield attack_offers.with_targets(option, targets, far)


def _target(
    known: Known, unit: AnyUnit, body: AnyBody, target: AnyBody, attack: Attack, joint: bool, order: str
) -> TargetView:
    """The exact odds, with what interference takes from them."""
    less = bonds.of_pet(known, unit, joint) if order == "attack" else {}
    part_of, whole = less.get("share", (1, 1))
    mine, at = aboard.met(known.state, body, target)
    question = Question(
        mine, at, attack, opener=hiding.unaware(known, body, target), no_crit=bool(less.get("no_crit")),
        joint=joint, stats=not less.get("no_stats"), share=(part_of, whole),
    )  # fmt: skip
    found = odds.preview(known, question)
    assert target.place is not None
    view = TargetView(
        body=target.key, name=target.name, cell=cells.name(target.place.cell), x=target.place.x, y=target.place.y,
        chance=found.chance, permille=found.permille, breakdowns=found.breakdowns, effect=found.effect,
    )  # fmt: skip
    return replace(view, basis=digest(view, attack.key, body.place))
