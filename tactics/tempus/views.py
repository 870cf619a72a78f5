"""The numbers, marks and short names that a seat's view shows of units and bodies."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from typing import Any

from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyState, AnyUnit
from tactics.kernel.view import BadgeView, NumberView, SettingView, StripView
from tactics.mission import phases
from tactics.secrecy.sight import knows_body
from tactics.tempus import deeds, gear, power_views, powers, settled, stops
from tactics.tempus.check_numbers import defence
from tactics.tempus.deeds import action_label
from tactics.tempus.knowledge import defence_shown, knows_numbers
from tactics.tempus.parts import MA, PA, body_part, left, part, points, unused_pa
from tactics.tempus.settled import Settled

POOL_LABELS = {PA: "PA", MA: "MA", "mp": "MP"}


def values(known: Known, unit: AnyUnit) -> dict[str, Any]:
    """Short names of scenario paths: what is left of the pools, and the defence where it may be read."""
    out: dict[str, Any] = {key: pool.left for key, pool in unit.pools.items()}
    if len(unit.bodies) == 1 and unit.bodies[0] in known.state.bodies:
        found = shown_defence(known, unit, known.state.bodies[unit.bodies[0]])
        if found is not None:
            out["def"] = found
        out |= carried(known, unit, known.state.bodies[unit.bodies[0]])
    own = part(unit)
    if known.is_gm or knows_numbers(known.state, known.seat, unit):
        out["prepared"] = [
            {"number": r.number, "action": r.action, "specificity": r.specificity, "when": r.when} for r in own.prepared
        ]
    if own.extended is not None:
        long = own.extended
        out["extended"] = {"action": long.action, "cost": long.cost, "paid": long.paid, "owed": long.owed}
    return out


def carried(known: Known, unit: AnyUnit, body: AnyBody) -> dict[str, Any]:
    """`hands`, `worn`, `ready`: names of things, as anybody sees them; `pack` for its own seat and the GM alone."""
    own = body_part(body)
    out: dict[str, Any] = {
        "hands": {
            hand.key: [t.item for t in own.gear if t.where == gear.HAND and t.at == hand.key]
            for hand in gear.hands(known, body)
        },
        "worn": [t.item for t in own.gear if t.where == gear.WORN],
        "ready": [t.item for t in gear.ready(known, body)],
    }
    if known.is_gm or unit.seat == known.seat:
        items: dict[str, int] = {}
        for thing in gear.things(body, gear.PACK):
            items[thing.item] = items.get(thing.item, 0) + thing.count
        out["pack"] = {"slots": gear.capacity(known, body), "used": gear.used(known, own.gear), "items": items}
    return out


def shown_defence(known: Known, unit: AnyUnit, body: AnyBody) -> int | None:
    """The defence at this moment, or None for who may not read it."""
    if not defence_shown(known.state, known.rules, known.seat, unit) or "DEF" not in body.stats:
        return None
    key = (settled.table(known), settled.numbers(known, body), unused_pa(known.state, known.rules, unit))
    return _DEFENCES.get(key, lambda: _defence(known, body))[0]


_DEFENCES: Settled[tuple[int | None]] = Settled(2048)


def _defence(known: Known, body: AnyBody) -> tuple[int | None]:
    found = defence(known, body)
    return (None if found.secret and not known.is_gm else found.total,)


def card_reads(known: Known, unit: AnyUnit) -> Hashable:
    """What the card of a unit reads besides the unit and its bodies: the settings and what was laid, the unspent points
    that count now, what powers and areas do to each body, whether the bonuses count that wait for something, and
    whether the viewer knows its numbers."""
    bodies = [known.state.bodies[b] for b in unit.bodies if b in known.state.bodies]
    return (
        settled.table(known),
        knows_numbers(known.state, known.seat, unit),
        unused_pa(known.state, known.rules, unit),
        tuple(powers.changes_on(known, body) for body in bodies),
        power_views.waiting(known, bodies),
    )


def unit_numbers(known: Known, unit: AnyUnit) -> list[NumberView]:
    """Initiative, and, where it may be known, what the next round adds to it."""
    out = []
    if unit.initiative is not None:
        value = str(unit.initiative)
        out.append(NumberView("initiative", "Initiative", value, path=f"{unit.key}.initiative"))
    return out


def body_numbers(known: Known, body: AnyBody) -> list[NumberView]:
    """The stats, DEF as it counts now (`path` sets its base); of a stranger the defence alone."""
    unit = known.state.units[body.unit]
    now = shown_defence(known, unit, body)
    own = known.is_gm or knows_numbers(known.state, known.seat, unit)
    key = (settled.table(known), settled.numbers(known, body), now, own, body_part(body).moved)
    return list(_NUMBERS.get(key, lambda: _body_numbers(known, body, now, own)))


_NUMBERS: Settled[tuple[NumberView, ...]] = Settled(2048)


def _body_numbers(known: Known, body: AnyBody, now: int | None, own: bool) -> tuple[NumberView, ...]:
    out = []
    if now is not None:
        base = body.stats["DEF"]
        title = f"{base} DEF, {now} now" if own and now != base else ""
        out.append(NumberView("def", "DEF", str(now), path=f"{body.key}.stats.DEF" if own else "", title=title))
    if own:
        for key, spec in known.rules.entries.get("stat", {}).items():
            if key in body.stats and key != "DEF":
                label, path = getattr(spec, "short", key), f"{body.key}.stats.{key}"
                title = getattr(spec, "label", key)
                out.append(NumberView(key.lower(), label, str(body.stats[key]), path=path, title=title))
    walked = body_part(body).moved
    if known.is_gm and walked:  # for the difficulty of a moving target (T-144)
        out.append(NumberView("moved", "moved", str(walked), title="cells walked in its latest turn"))
    return tuple(out)


def badges(known: Known, unit: AnyUnit) -> list[BadgeView]:
    """What waits or holds for the unit: DEF of unspent points, initiative converted or queued."""
    out = []
    state = known.state
    bonus = unused_pa(state, known.rules, unit)
    if bonus:
        out.append(BadgeView("unused_pa", f"+{bonus} DEF", "good", "unspent PA, until its next turn"))
    own = part(unit)
    per_point = int(known.rules.constant("tt.init.conversion_per_ma", state.options))
    coming = own.converted * per_point + sum(change.value for change in own.queued)
    if coming:
        out.append(BadgeView("initiative", f"{coming:+d} initiative", "info", "from the next round on"))
    if own.prepared:
        out.append(BadgeView("prepared", f"{len(own.prepared)} prepared", "info", "until its next turn"))
    if own.extended is not None:
        label = action_label(known.rules, own.extended.action, str(own.extended.wish.get("with", "")))
        owes = f"{points(own.extended.owed)} still to pay" if own.extended.owed else "over several turns"
        out.append(BadgeView("extended", label, "warn", owes))
    if own.loss:
        out.append(BadgeView("loss", f"next turn \N{MINUS SIGN}{_lost(own.loss)}", "bad", "a Reflex failed"))
    if own.extra:
        out.append(BadgeView("extra_turn", "extra turn", "good", "acts once more this round"))
    return out + power_views.badges(known, unit)


def _lost(loss: Mapping[str, int]) -> str:
    return " \N{MINUS SIGN}".join(f"{loss[pool]} {pool.upper()}" for pool in (PA, MA) if loss.get(pool))


def strip(known: Known, state: AnyState) -> tuple[StripView, ...]:
    """The declared actions in progress that the viewer may know of, newest first (table.md 3)."""
    rows = []
    for of in reversed(deeds.deeds(known.rules, state)):
        actors = [b for b in of.bodies if _sees(known, state, b)]
        if not actors or of.unit not in known.state.units or (of.secret and not known.is_gm):
            continue
        unit = known.state.units[of.unit]
        who = known.state.bodies[actors[0]].name if len(actors) == 1 else unit.name
        targets = [b for b in of.targets if _sees(known, state, b)]
        on = f" on {', '.join(known.state.bodies[b].name for b in targets)}" if targets else ""
        bodies = (*actors, *targets)
        rows.append(StripView(unit.key, f"{who}: {of.label}{on}", HOW.get(of.how, ""), bodies))
    return tuple(rows)


HOW = {"reflex": "Reflex", "prepared": "prepared"}


def _sees(known: Known, state: AnyState, body: str) -> bool:
    return body in known.state.bodies and (known.is_gm or knows_body(state, known.rules, known.seat, body))


def standing(known: Known) -> tuple[SettingView, ...]:
    """How many MA the seat's units turn into initiative by themselves when the round ends (T-089; table.md 8), what it
    is asked about out of turn, and what its units then do by themselves (table.md 1, 2)."""
    seat = known.state.seats.get(known.seat)
    chosen = seat.standing.get("convert", 0) if seat is not None else 0
    gain = known.rules.constant("tt.init.conversion_per_ma", known.state.options)
    words = (("0", "none"), ("1", "1"), ("2", "2"), ("3", "3"), ('"all"', "all that is left"))
    label = f"MA to initiative at the round's end, +{gain} each"
    return (SettingView("convert", label, json.dumps(chosen), words), *_stops(known), *_orders(known))


def _stops(known: Known) -> list[SettingView]:
    seat = known.state.seats.get(known.seat)
    set_to = seat.standing if seat is not None else {}
    found = []
    for key, (words, on) in stops.STOPS.items():
        now = bool(set_to.get(f"stop_{key}", on))
        found.append(SettingView(f"stop_{key}", words, json.dumps(now), (("true", "on"), ("false", "off"))))
    passing = set_to.get("pass_round") == known.state.clock.round and known.state.clock.round > 0
    choices = ((json.dumps(known.state.clock.round), "on"), ("null", "off"))
    found.append(SettingView("pass_round", "Pass for this round", choices[0][0] if passing else "null", choices))
    return found


ORDERS: tuple[tuple[dict[str, str] | None, str], ...] = (
    (None, "nothing"),
    ({"when": "target", "do": "prepared"}, "as the target: the first prepared action"),
    ({"when": "any", "do": "prepared"}, "whatever a foe does: the first prepared action"),
    ({"when": "target", "do": "reflex", "action": "counter_attack"}, "as the target: Reflex, Counter Attack"),
    ({"when": "target", "do": "reflex", "action": "simple_attack"}, "as the target: Reflex, Simple Attack"),
    ({"when": "ally", "do": "reflex", "action": "simple_attack"}, "one of its side is the target: Simple Attack"),
    ({"when": "reach", "do": "reflex", "action": "simple_attack"}, "a foe comes into reach: Simple Attack"),
)
NOTHING = {"do": "nothing"}
"""Of a unit's own order: nothing, whatever the others do."""


def _orders(known: Known) -> list[SettingView]:
    """The standing order of all units of the seat, and where it has several one for each (table.md 2)."""
    seat = known.state.seats.get(known.seat)
    chosen = seat.standing if seat is not None else {}
    mine = [u for u in known.state.units.values() if u.seat == known.seat]
    words = tuple((_json(order), word) for order, word in ORDERS)
    label = "What my units do out of turn when nobody answers" if len(mine) > 1 else "Out of turn, when nobody answers"
    found = [SettingView("order", label, _json(chosen.get("order")), words)]
    each = (("null", "as all"), (_json(NOTHING), "nothing"), *words[1:])
    if len(mine) > 1:
        found += [
            SettingView(key := f"order.{u.key}", u.name, _json(chosen.get(key)), each) for u in mine
        ]
    return found


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def start_blockers(state: AnyState, rules: Rules) -> tuple[str, ...]:
    """What a GM still has to see to before the Mission can start."""
    return phases.missing(state, rules)


def keeps(known: Known, unit: AnyUnit) -> str:
    """What stays when the turn ends now: `keeps 1 PA: +1 DEF, 2 MA`; and the Extended Action that does not, since
    nothing was paid for it in this turn (T-039)."""
    stays, long = staying(known, unit, {}), part(unit).extended
    told = f"keeps {stays}" if stays else "nothing left"
    if long is None or long.now >= int(known.rules.constant("tt.extended.min_per_turn", known.state.options)):
        return told
    return f"{told}; {action_label(known.rules, long.action)} stops, {points(long.paid)} lost"


def after(known: Known, unit: AnyUnit, cost: Mapping[str, int]) -> str:
    """What stays once `cost` is paid: `leaves 1 PA: +1 DEF, 2 MA`."""
    return f"leaves {staying(known, unit, cost) or 'nothing'}"


def staying(known: Known, unit: AnyUnit, cost: Mapping[str, int]) -> str:
    """The points left after a price, with what they are worth if they are kept to the end of the turn."""
    parts = []
    pa, ma = (left(unit, pool) - cost.get(pool, 0) for pool in (PA, MA))
    if pa > 0:
        bonus = pa * int(known.rules.constant("tt.def.per_unused_pa", known.state.options))
        parts.append(f"{pa} PA: +{bonus} DEF")
    if ma > 0:
        parts.append(f"{ma} MA: Reflex {reflex_chance(known, unit, cost)} %")
    return ", ".join(parts)


def reflex_chance(known: Known, unit: AnyUnit, cost: Mapping[str, int]) -> int:
    """Percent of a Reflex with what stays once `cost` is paid (T-082)."""
    faces = int(str(known.rules.constant("tt.reflex.die", known.state.options)).removeprefix("d"))
    return 100 * max(0, min(left(unit, MA) - cost.get(MA, 0), faces)) // faces
