"""What a unit may do now, what it costs, and for the rest why not: made from what the viewer knows.

Each offer carries a `basis`: a digest of exactly what was shown of it. A command that repeats a basis which is not
on offer any more is stale. Checks and attacks with their targets are `offers`' part.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from tactics.board import Gait, Reached, Spent, reach
from tactics.effects.specs import Action
from tactics.kernel.appliers import bodies_of
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyUnit, Cell
from tactics.kernel.view import EndTurnView, FieldView, OptionView, ReachCell, ReachView
from tactics.mission import turns
from tactics.mission.offers import before_round_1
from tactics.mission.offers import sealed as sealed
from tactics.mission.talk import VOLUMES
from tactics.secrecy.known import possessive
from tactics.tempus import (
    ask_offers,
    doors,
    improvise,
    initiative,
    march,
    mob_offers,
    pack_views,
    power_views,
    settled,
    timing_offers,
    views,
    ways,
)
from tactics.tempus.action_offers import offers
from tactics.tempus.extended_block import rules_out
from tactics.tempus.parts import MA, PA, cost_of, digest, lacking, left, living, part, pay_free, points
from tactics.tempus.settled import Settled

STROLL = Gait(orthogonal=60, diagonal=60)
"""How far the offer of a way reaches in free movement."""
VOLUME_LABELS = {"whisper": "Whisper", "speak": "Speak", "yell": "Yell"}


def options(known: Known, unit: AnyUnit) -> list[OptionView]:
    """Everything that this unit's seat could do with it."""
    phase = known.state.phase
    if phase in ("initiative", "placement"):
        found = before_round_1(known, unit)
    elif phase == "running":
        found = _running(known, unit)
    else:
        found = []
    return [option if option.basis else sealed(option) for option in found]


def rulings(known: Known, unit: AnyUnit) -> list[OptionView]:
    """Those of them with which a GM decides about the unit instead of acting with it."""
    return [sealed(option) for option in timing_offers.rulings(known, unit)] if known.state.phase == "running" else []


def not_now(known: Known, unit: AnyUnit) -> str:
    """Why this unit cannot act at all at this moment, or empty."""
    state = known.state
    if state.clock.mode == "free":
        return "" if living(state, unit) else f"{unit.name} is unconscious"
    if state.clock.active == unit.key:
        return ""
    acting = state.units.get(state.clock.active or "")
    return f"it is {possessive(acting.name)} turn" if acting is not None else "the GM is deciding"


# --- in the rounds ----------------------------------------------------------------------------------


def _running(known: Known, unit: AnyUnit) -> list[OptionView]:
    if pay_free(known.state) and unit.seat != known.seat:
        return []  # in free movement all could act: a GM sees what the own units can do
    reason = not_now(known, unit)
    if reason:
        barred: tuple[OptionView, ...] = ()
        if not known.is_gm:
            sheets = tuple(tuple(body.skills) for body in bodies_of(known.state, unit))
            note = (settled.table(known), unit.key, sheets, reason)
            barred = _BARRED.get(note, lambda: _not_now(known, unit, reason))
        return [*timing_offers.offers(known, unit), *barred, *_conversion(known, unit)]
    asked = [*ask_offers.offers(known, unit), *improvise.offers(known, unit)]
    found = [*offers(known, unit), *pack_views.offers(known, unit), *power_views.switches(known, unit), *asked]
    found += march.offers(known, unit)
    found += mob_offers.spread(known, unit, found)
    for key, spec in playable(known):
        if key == "move":
            found.append(_move(known, unit, key, spec))
        elif key == "talk":
            found.append(_talk(known, unit, key, spec))
        elif spec.target == "path":
            found.append(_acrobatics(known, unit, key, spec))
    place: dict[str, float] = {key: i for i, (key, _) in enumerate(playable(known))}
    # What is done in nearly every turn stands first: moving, and then attacking.
    first = place.get("move", 0)
    place |= {"advance": first + 0.1, "formation": first + 0.1, "simple_attack": first + 0.2, "spread": first + 0.3}
    found.sort(key=lambda option: (_rank(option.group), place.get(option.key.partition(":")[0], len(place))))
    found = [replace(o, after=views.after(known, unit, o.costs)) if o.costs and not o.why_not else o for o in found]
    # Doors first: they come and go with the cell one stands on, and nobody would look for them at the end.
    return timing_offers.offers(known, unit) + doors.offers(known, unit) + found + _conversion(known, unit)


LATER = ("Spells", "Powers", "Bonuses", "Social", "Skills", "Without a rank", "Something else")
"""Groups that stand together after the actions that everybody has, in this order."""


def _rank(group: str) -> int:
    return next((i for i, name in enumerate(LATER, 1) if group.startswith(name)), 0)


_BARRED: Settled[tuple[OptionView, ...]] = Settled(512)


def _not_now(known: Known, unit: AnyUnit, reason: str) -> tuple[OptionView, ...]:
    """All actions of a unit that may not act at this moment, in order."""
    return tuple(
        sealed(plain(known, unit, key, spec, why_not=reason, why_code="not_your_turn"))
        for key, spec in playable(known)
        if not power_views.others(known, unit, spec)
    )


@lru_cache(maxsize=64)
def _playable(rules: Rules) -> tuple[tuple[str, Action], ...]:
    found = [
        (key, spec)
        for key, spec in rules.entries.get("action", {}).items()
        if isinstance(spec, Action) and spec.playable and not spec.disabled and spec.listed and not spec.interrupt_only
    ]
    return tuple(sorted(found, key=lambda pair: (pair[1].house, pair[1].line, pair[0])))


def playable(known: Known) -> tuple[tuple[str, Action], ...]:
    """The actions in use, those of the document first and in its order, interrupts left out."""
    return _playable(known.rules)


def plain(known: Known, unit: AnyUnit, key: str, spec: Action, *, why_not: str = "", why_code: str = "") -> OptionView:
    """An action without its fields and targets: name, cost, and why it cannot be done."""
    cost = {} if pay_free(known.state) else cost_of(spec.cost)
    if key == "move" and cost:
        cost = ways.move_cost(known.state, known.rules)
    if not why_not:
        why_not = lacking(unit, cost)
        why_code = "cost" if why_not else ""
    return OptionView(
        key=key,
        unit=unit.key,
        do="act",
        label=spec.label,
        group=spec.kind.capitalize(),
        cost=points(cost),
        costs=cost,
        why_not=why_not,
        why_code=why_code,
        rule=spec.text,
        command={"action": key},
        house=spec.house,
        help=f"action:{key}",
    )


def _barred(known: Known, unit: AnyUnit, action: str) -> tuple[str, str]:
    """(why in words, code) why none of a unit's bodies may do this, or two empty texts."""
    spec = known.rules.find("action", action)
    under_way = rules_out(known, unit, spec) if isinstance(spec, Action) else None
    if under_way is not None:
        return "an extended action is under way", under_way.why
    labels = [ways.forbidden(known, known.state.bodies[b], action) for b in unit.bodies if b in known.state.bodies]
    return (labels[0], "status") if labels and all(labels) else ("", "")


def _move(known: Known, unit: AnyUnit, key: str, spec: Action) -> OptionView:
    barred, code = _barred(known, unit, key)
    option = plain(known, unit, key, spec, why_not=barred, why_code=code)
    if option.why_code == "cost" and any(ways.under_way(known, unit, b) for b in unit.bodies):
        option = replace(option, why_not="", why_code="", cost=REST)
    return replace(option, do="move", command={}, hotkey="m")


def _acrobatics(known: Known, unit: AnyUnit, key: str, spec: Action) -> OptionView:
    barred, code = _barred(known, unit, key)
    option = plain(known, unit, key, spec, why_not=barred, why_code=code)
    help = "where the movement ends, such as F8"
    if len(living(known.state, unit)) > 1:
        help += "; each comes as near as it can"
    field = FieldView(name="target", label="To", kind="cell", help=help)
    return replace(option, fields=(field,))


def _talk(known: Known, unit: AnyUnit, key: str, spec: Action) -> OptionView:
    barred, code = _barred(known, unit, key)
    option = plain(known, unit, key, spec, why_not=barred, why_code=code)
    per_point = known.rules.constant("tt.talk.words_per_ma", known.state.options)
    fields = [
        FieldView(name="text", label="Words", limit=2000, help=f"{per_point} words for each MA"),
        FieldView(
            name="volume",
            label="Volume",
            kind="choice",
            choices=tuple((v, VOLUME_LABELS[v]) for v in VOLUMES),
            value="speak",
        ),
    ]
    if known.rules.constant("tt.talk.aloud", known.state.options):
        fields.append(FieldView(name="aloud", label="Words said aloud", kind="number"))
    one = cost_of(spec.cost)
    cost = "free" if pay_free(known.state) else f"{points(one)} per {per_point} words"
    lots = 0 if pay_free(known.state) else min((left(unit, pool) // n for pool, n in one.items() if n), default=0)
    prices = tuple(points(cost_of(one, n)) for n in range(1, lots + 1))
    talk = replace(option, do="talk", command={}, cost=cost, fields=tuple(fields), hotkey="t")
    return replace(talk, per_words=int(per_point), prices=prices)


def _conversion(known: Known, unit: AnyUnit) -> list[OptionView]:
    """After its turn, to the end of the round, points of MA may become initiative (T-089)."""
    if initiative.why_no_conversion(known.state, unit) or not left(unit, MA):
        return []
    gain = known.rules.constant("tt.init.conversion_per_ma", known.state.options)
    return [
        OptionView(
            key="convert",
            unit=unit.key,
            do="convert",
            label="Convert MA to initiative",
            group="Free",
            cost=f"+{gain} per MA, next round",
            help="rule:T-089",
            fields=(FieldView(name="points", label="MA", kind="number", value="1", limit=left(unit, MA)),),
        )
    ]


# --- where it can go --------------------------------------------------------------------------------

REST = "the rest of the Move"
"""What a walk costs that goes on with a Move which is paid for."""


def reaches(known: Known, unit: AnyUnit) -> list[ReachView]:
    """Where each body of the unit can go now, with the price and the way."""
    state = known.state
    if state.phase != "running" or not_now(known, unit):
        return []
    if pay_free(state) and unit.seat != known.seat:
        return []
    found = []
    for body in living(state, unit):
        if body.place is not None and not ways.forbidden(known, body, "move"):
            view = _reach(known, unit, body)
            if view is not None:
                found.append(view)
    return found


def reach_by(known: Known, body: AnyBody, via: Sequence[Cell]) -> ReachView | None:
    """Where the body can go by way of these cells, in their order; None if one of them is out of its reach."""
    unit = known.state.units[body.unit]
    if body.place is None or not any(found.body == body.key for found in reaches(known, unit)):
        return None
    return _reach(known, unit, body, via)


def _reach(known: Known, unit: AnyUnit, body: AnyBody, via: Sequence[Cell] = ()) -> ReachView | None:
    state, place = known.state, body.place
    assert place is not None
    spec = known.rules.find("action", "move")
    if isinstance(spec, Action) and (spec.disabled or rules_out(known, unit, spec) is not None):
        return None
    price = ways.move_cost(state, known.rules)
    free = pay_free(state)
    begun = ways.under_way(known, unit, body.key)
    moves = min((left(unit, pool) // n for pool, n in price.items() if n), default=1)
    several = len(unit.bodies) > 1
    if free or several:
        moves = min(moves, 1) if not free else 1
    floor, others = ways.compiled(known, place.board), ways.taken(state, place.board, body.key)
    gait = STROLL if free else ways.gait(state, known.rules)

    # A group walks one Move at a time: a member ends the one it has begun before it pays for another.
    spent = Spent(begun.steps, begun.diagonal) if begun is not None else None
    legs = 0 if several and begun is not None else moves
    reached = reach(floor, place.cell, gait, legs, others, spent=spent) if spent is not None else {}
    if not reached and moves:
        legs = moves
        reached = reach(floor, place.cell, gait, legs, others)
    if not reached:
        return None
    pool = next(iter(price), PA)
    one = 0 if free else price.get(pool, 0)
    way: list[ReachCell] = []
    paid = 0
    for cell in via:
        node = reached.get(cell)
        if node is None:
            return None
        way += [_offered(step, paid, one) for step in _steps(node)]
        paid, legs = paid + node.legs, legs - node.legs
        reached = reach(floor, cell, gait, legs, others, spent=Spent(node.steps, node.diagonal))
    ends = tuple(_offered(node, paid, one) for node in reached.values())
    view = ReachView(
        unit=unit.key, body=body.key, board=place.board, x=place.x, y=place.y, pool=pool, cells=ends, rest=REST
    )
    if via:
        return replace(view, way=tuple(way))
    return replace(view, basis=digest(view, left(unit, pool)), after=_after(known, unit, price, ends))


def _offered(node: Reached, paid: int, one: int) -> ReachCell:
    """A cell with its price after so many Moves, each of which costs `one`."""
    (x, y), (px, py), legs = node.cell, node.parent, paid + node.legs
    return ReachCell(x=x, y=y, cost=legs * one, px=px, py=py, legs=legs)


def _steps(node: Reached) -> list[Reached]:
    """The way to a cell, without the one where it begins."""
    found: list[Reached] = []
    at: Reached | None = node
    while at is not None and at.before is not None:
        found.insert(0, at)
        at = at.before
    return found


def _after(known: Known, unit: AnyUnit, price: dict[str, int], ends: tuple[ReachCell, ...]) -> tuple[str, ...]:
    """What stays after each number of Moves that these cells cost; nothing in free movement."""
    if pay_free(known.state):
        return ()
    most = max(cell.legs for cell in ends)
    return tuple(views.after(known, unit, cost_of(price, n)) for n in range(most + 1))


# --- the end of a turn ------------------------------------------------------------------------------


def end_turn(known: Known, unit: AnyUnit) -> EndTurnView | None:
    """The End turn button: what stays, whether it asks, and the stepper (table.md 8)."""
    if not turns.running(known.state) or known.state.clock.active != unit.key:
        return None
    most = left(unit, MA)
    gain = known.rules.constant("tt.init.conversion_per_ma", known.state.options)
    view = EndTurnView(
        unit=unit.key,
        keeps=views.keeps(known, unit),
        ask=not part(unit).did,
        convert_max=most,
        convert=min(initiative.standing_choice(known.state, unit), most),
        convert_label=f"MA to initiative, +{gain} each, next round",
    )
    return replace(view, basis=digest(view))
