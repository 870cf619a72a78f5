"""What a unit may do now and what it uses up, and for the rest why not: made from what the viewer knows.

A click on a cell is the Movement and one on a target the Mainhand, so nothing has to be selected first (table.md 21).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tactics.board.cells import COMPASS
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyUnit, Cell
from tactics.kernel.view import EndTurnView, FieldView, OptionView, ReachCell, ReachView
from tactics.mission import something_else
from tactics.mission import turns as order
from tactics.mission.offers import before_round_1, digest, sealed
from tactics.outerah import (
    attack_offers,
    bonds,
    crew_offers,
    doors,
    hiding,
    hookshot,
    improvise,
    march,
    mob_offers,
    mounts,
    moving,
    objects,
    pet_offers,
    swimming,
    turns,
    ways,
)
from tactics.outerah.parts import (
    CHAT,
    MOVEMENT,
    OFFHAND,
    PART_LABELS,
    constant,
    free_to_act,
    left,
    left_over,
    living,
    only_body,
    part,
    pay_free,
    points,
    why_held,
)
from tactics.outerah.specs import Option
from tactics.secrecy.known import possessive

VOLUMES = (("speak", "Speak"), ("whisper", "Whisper"), ("yell", "Yell"))


def options(known: Known, unit: AnyUnit) -> list[OptionView]:
    """Everything that this unit's seat could do with it."""
    if unit.kind == "ship" and known.state.phase == "running":  # its crew acts
        return [sealed(option) for option in crew_offers.of_guide(known, unit)] if known.is_gm else []
    if known.state.phase != "running":
        return [sealed(option) for option in before_round_1(known, unit)]
    if pay_free(known.state) and unit.seat != known.seat:
        return []  # in free movement all could act: a GM sees what the own units can do
    reason = not_now(known, unit)
    found = [replace(o, why_not=reason, why_code="not_your_turn") for o in _plain(known, unit)] if reason else []
    if not reason:
        found = [*doors.offers(known, unit), *_in_order(known, unit), *_facing(known, unit)]
        found += crew_offers.offers(known, unit)
    return [sealed(option) for option in found]


def rulings(known: Known, unit: AnyUnit) -> list[OptionView]:
    """Those of them with which a Guide decides about a unit that a player plays."""
    return [sealed(option) for option in objects.rulings(known, unit)]


def not_now(known: Known, unit: AnyUnit) -> str:
    """Why this unit cannot act at all at this moment, or empty."""
    state = known.state
    if not living(state, unit):
        return f"{unit.name} is down"
    if held := why_held(known, unit):
        return held
    if pay_free(state) or state.clock.active == unit.key:
        return ""
    if bonds.waits(state, known.rules, unit) and (trainer := bonds.trainer_of(state, known.rules, unit)) is not None:
        return f"it acts in {possessive(trainer.name)} turn"
    if mounts.waits(state, unit):
        return "a mount has no turn of its own"
    acting = state.units.get(state.clock.active or "")
    return f"it is {possessive(acting.name)} turn" if acting is not None else "the GM is deciding"


def used_up(known: Known, unit: AnyUnit, *parts: str) -> str:
    """Why none of these parts can be used: `Mainhand is used`; empty if one is left."""
    if pay_free(known.state) or any(left(unit, name) for name in parts):
        return ""
    return f"{' and '.join(PART_LABELS[name] for name in parts)} {'are' if len(parts) > 1 else 'is'} used"


def listed(known: Known) -> dict[str, Option]:
    """The options in use."""
    found = known.rules.entries.get("action", {})
    return {k: o for k, o in found.items() if isinstance(o, Option) and o.playable and o.listed and not o.disabled}


def plain(known: Known, unit: AnyUnit, key: str, spec: Option, why_not: str = "") -> OptionView:
    """An option without its fields and targets."""
    free = pay_free(known.state)
    cost: dict[str, int] = dict.fromkeys((spec.parts[0], *spec.takes), 1)
    return OptionView(
        key=key,
        unit=unit.key,
        do="act",
        label=spec.label,
        group=PART_LABELS[spec.parts[0]],
        cost="free" if free else points(cost),
        costs={} if free else cost,
        why_not=why_not,
        why_code="cost" if why_not else "",
        rule=spec.text,
        command={"action": key},
        house=spec.house,
        help=f"action:{key}",
    )


def _in_order(known: Known, unit: AnyUnit) -> list[OptionView]:
    """Movement first, then the hands, then the rest, each part's offers together."""
    attacks = mob_offers.with_spread(known, unit, attack_offers.offers(known, unit))
    found = [*_plain(known, unit), *march.offers(known, unit), *attacks,
             *objects.offers(known, unit), *pet_offers.offers(known, unit), *mounts.offers(known, unit),
             *swimming.offers(known, unit), *hookshot.offers(known, unit)]  # fmt: skip
    groups = [*PART_LABELS.values()]
    place = {group: i for i, group in enumerate(groups)}
    return sorted(found, key=lambda option: place.get(option.group, len(groups)))


def _plain(known: Known, unit: AnyUnit) -> list[OptionView]:
    offers = {"move": _move, "sprint": _sprint, "hide": _hide, "chat": _chat}
    own = listed(known)
    found = [offer(known, unit, key, own[key]) for key, offer in offers.items() if key in own]
    return [*found, *improvise.offers(known, unit)] if something_else.OPTION in own else found


def _move(known: Known, unit: AnyUnit, key: str, spec: Option) -> OptionView:
    option = plain(known, unit, key, spec, moving.barred(known, unit))
    cost = moving.REST if not left(unit, MOVEMENT) and not option.why_not else option.cost
    title = "" if option.why_not else _on_mountains(known, unit)
    label = f"{option.label}; jumps on the mountain roll a D10" if title else option.label
    return replace(option, do="move", command={}, hotkey="m", cost=cost, click="cell", label=label, title=title)


def _on_mountains(known: Known, unit: AnyUnit) -> str:
    """What a jump on a mountain costs whom its D10 fails, where one is in reach (O-136 to O-139)."""
    bodies = free_to_act(known, unit)
    if not any(ways.meets_mountain(known, body) for body in bodies):
        return ""
    table = constant(known, "out.mountain.table")
    faces = {name: "0" if first == last == 10 else f"{first} to {last % 10}" for name, (first, last) in table.items()}
    return (
        f"A jump on the mountain is rolled for: a D10 of {faces['success']} lands, {faces['topple']} topples, "
        f"{faces['fall']} falls unless Agility catches it"
    )


def _sprint(known: Known, unit: AnyUnit, key: str, spec: Option) -> OptionView:
    why = used_up(known, unit, MOVEMENT) or used_up(known, unit, OFFHAND)
    if only_body(unit, known.state) is None:
        why = why or "only one at a time sprints"
    field = FieldView(name="target", label="To", kind="cell", help="where the sprint ends, such as F8")
    return replace(plain(known, unit, key, spec, why), fields=(field,))


def _hide(known: Known, unit: AnyUnit, key: str, spec: Option) -> OptionView:
    why = used_up(known, unit, OFFHAND)
    able = [b for b in free_to_act(known, unit) if hiding.hidden(known, b) is None]
    if not able:
        why = why or "hidden already"
    elif not known.is_gm and (watcher := next(filter(None, (hiding.seen_by(known, b) for b in able)), None)):
        why = why or f"{watcher.name} sees it"
    return plain(known, unit, key, spec, why)


def _chat(known: Known, unit: AnyUnit, key: str, spec: Option) -> OptionView:
    fields = (
        FieldView(name="text", label="Words", limit=2000, help="one block a turn, as long as you like"),
        FieldView(name="volume", label="Volume", kind="choice", choices=VOLUMES, value="speak"),
    )
    option = plain(known, unit, key, spec, used_up(known, unit, CHAT))
    return replace(option, do="talk", command={}, fields=fields, hotkey="t")


def _facing(known: Known, unit: AnyUnit) -> list[OptionView]:
    """The wedge: on the own turn, and nothing is used up (O-023)."""
    if pay_free(known.state):
        return []
    bodies = living(known.state, unit)
    return [
        OptionView(
            key=f"face.{way}",
            unit=unit.key,
            do="face",
            label=f"Face {COMPASS[way]}",
            group="Facing",
            way=way,
            cost="free",
            why_not="faces there already" if all(b.facing == way for b in bodies) else "",
            why_code="nothing" if all(b.facing == way for b in bodies) else "",
            command={"facing": way},
            help="rule:O-023",
        )
        for way in turns.facings(known)
    ]


# --- where it can go --------------------------------------------------------------------------------


def reaches(known: Known, unit: AnyUnit) -> list[ReachView]:
    """Where each body of the unit can go now, with the price and the way."""
    state = known.state
    if state.phase != "running" or unit.kind == "ship" or not_now(known, unit):
        return []
    if pay_free(state) and unit.seat != known.seat:
        return []
    able = () if moving.barred(known, unit) else free_to_act(known, unit)
    own = [view for body in able if (view := _reach(known, unit, body)) is not None]
    return [*own, *pet_offers.reaches(known, unit), *crew_offers.reaches(known, unit)]


def reach_by(known: Known, body: AnyBody, via: Sequence[Cell]) -> ReachView | None:
    """Where the body can go by way of these cells, in their order; None if one of them is out of its reach."""
    unit = known.state.units[body.unit]
    if body.place is None or not any(found.body == body.key for found in reaches(known, unit)):
        return None
    return _reach(known, unit, body, via)


def _reach(known: Known, unit: AnyUnit, body: AnyBody, via: Sequence[Cell] = ()) -> ReachView | None:
    place = body.place
    if place is None:
        return None
    free = pay_free(known.state)
    most = ways.STROLL if free else ways.budget(known, body)
    spent = 0 if free else ways.spent_of(known, unit, body)
    others = ways.taken(known.state, place.board, body.key)
    fresh = not part(unit).walked
    go_on = not free and not left(unit, MOVEMENT)
    at, way = place.cell, []
    found = ways.reach(known, body, most, spent, others, fresh=fresh)
    for cell in via:
        if cell not in found:
            return None
        way += [_offered(found[step], free, go_on) for step in ways.path_to(found, at, cell)]
        spent_here, at = found[cell].halves, cell
        found = ways.reach(known, replace(body, place=replace(place, x=at[0], y=at[1])), most, spent_here, others,
                           fresh=False)  # fmt: skip
    if not found and not via:
        return None
    ends = tuple(_offered(node, free, go_on) for node in found.values())
    view = ReachView(
        unit=unit.key, body=body.key, board=place.board, x=place.x, y=place.y, pool=MOVEMENT, cells=ends,
        way=tuple(way), most=0 if free else most, rest=moving.REST,
    )  # fmt: skip
    return view if via else replace(view, basis=digest(view, left(unit, MOVEMENT)))


def _offered(node: ways.Reached, free: bool, go_on: bool) -> ReachCell:
    """A cell with its price: the Movement of this turn, however much of it the way takes; more of it is free."""
    (x, y), (px, py) = node.cell, node.parent
    cost = 0 if free or go_on else 1
    return ReachCell(x=x, y=y, cost=cost, px=px, py=py, legs=0 if go_on else 1, used=node.halves)


# --- the end of a turn ------------------------------------------------------------------------------


def end_turn(known: Known, unit: AnyUnit) -> EndTurnView | None:
    """The End turn button: what is left unused, and whether it asks (table.md 8)."""
    if not order.running(known.state) or known.state.clock.active != unit.key:
        return None
    unused = left_over(unit)
    keeps = f"unused: {points(unused)}" if unused else "everything is used"
    view = EndTurnView(unit=unit.key, keeps=keeps, ask=not part(unit).did)
    return replace(view, basis=digest(view))
