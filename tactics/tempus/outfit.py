"""What a sheet, a template or a set-up says that a body carries, as its things; and back again.

weapons: [short_sword]                 held, hand by hand
hands: {right: [torch], left: []}      held, in hands of these names
hands: [{name: right, impaired: claws, holds: [torch]}, {name: mind, slots: 2, grips: false}]
limbs: {left: {impaired: injury}, mind: {slots: "2", grips: "no"}}   the make of hands, beside the first form of `hands`
worn: [sheath, knife]                  what is no wearable goes into a carrier that is worn too
pack: [rope, {item: ration, count: 12}]   or {rope: 1, ration: 12}
pack: [{item: note, text: the chief sleeps}]   also in hands and worn: with a name or words of its own
pack_slots: 8                          slots of its own Pack
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace

from tactics.effects.specs import HandSpec, limbs_of
from tactics.kernel.refusals import bad_field
from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyBody, AnyState, Body, State
from tactics.tempus import gear as g
from tactics.tempus.check_facts import Facts
from tactics.tempus.parts import Hand, Thing, body_part

NOBODY: AnyBody = Body(key="", unit="", name="", hp=1, max_hp=1)


@dataclass(frozen=True)
class _Sheet:
    """Rules before there is a Mission."""

    rules: Rules
    state: AnyState


def outfit(rules: Rules, spec: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """The fields of a body's part that its set-up keys give. Raises Refused (`bad_field`) for what does not fit."""
    facts = _Sheet(rules, State(ruleset="", rules=rules.hash))
    layout, held = _layout(rules, spec.get("hands"))
    if spec.get("limbs") and not isinstance(spec.get("hands"), list | tuple):
        layout = _limbs(facts, spec["limbs"])
    hands = layout if layout is not None else g.hands(facts, NOBODY)
    things: list[Thing] = []
    for hand, names in held.items():
        for new in _listed(rules, "hands", names):
            things = _hold(facts, hands, things, new, hand)
    for new in _listed(rules, "weapons", spec.get("weapons") or ()):
        things = _hold(facts, hands, things, new, "")
    worn = _listed(rules, "worn", spec.get("worn") or ())
    for new in sorted(worn, key=lambda t: not g.kind(rules, t.item).wearable):
        things = _wear(facts, things, new)
    for new in _listed(rules, "pack", spec.get("pack") or ()):
        things = put(facts, things, new)
    slots = spec.get("pack_slots")
    if slots is not None and not (isinstance(slots, int) and 0 <= slots <= 99):
        raise bad_field("pack_slots", "0 to 99 slots")
    if slots is None and kind == "mob" and spec.get("pack"):
        slots = g.used(facts, things)
    return {
        "gear": tuple(things),
        "hands": layout,
        "pack_slots": slots,
        "armed": any(spec.get(key) for key in ("weapons", "worn", "pack")) or bool(held),
    }


def put(facts: Facts, things: list[Thing], new: Thing) -> list[Thing]:
    """The things with a new one: it joins those of its kind that stack, else stands for itself, one by one."""
    what = g.kind(facts.rules, new.item)
    if what.stackable:
        for i, old in enumerate(things):
            if same(old, new):
                return [*things[:i], replace(old, count=old.count + new.count), *things[i + 1 :]]
        return [*things, replace(new, key=g.new_key(things, new.item))]
    for _ in range(new.count):
        things = [*things, replace(new, key=g.new_key(things, new.item), count=1)]
    return things


def same(a: Thing, b: Thing) -> bool:
    """Whether two things stack where they are: alike in all but number."""
    return replace(a, key="", count=1) == replace(b, key="", count=1)


def _layout(rules: Rules, given: Any) -> tuple[tuple[Hand, ...] | None, dict[str, Any]]:
    """(the hands, None for those that most have; hand -> what it holds)."""
    if given is None or given == () or given == []:
        return None, {}
    if isinstance(given, Mapping):
        return None, dict(given)
    try:
        specs = msgspec.convert(given, tuple[HandSpec, ...])
    except msgspec.ValidationError as error:
        raise bad_field("hands", str(error).partition(" - at")[0]) from error
    if len({s.name for s in specs}) < len(specs) or len(specs) > 12:
        raise bad_field("hands", "up to twelve, each with a name of its own")
    layout = tuple(Hand(s.name, s.slots, s.impaired, s.grips) for s in specs)
    return layout, {s.name: s.holds for s in specs if s.holds}


def _limbs(facts: _Sheet, given: Any) -> tuple[Hand, ...]:
    """The usual hands, and others, as `limbs` has their make (T-181 to T-184)."""
    if not isinstance(given, Mapping):
        raise bad_field("limbs", "write hand: {slots, impaired, grips}")
    usual = {hand.key: hand for hand in g.hands(facts, NOBODY)}
    made = dict(usual)
    for name, own in given.items():
        if not isinstance(own, Mapping) or set(own) - {"slots", "impaired", "grips"}:
            raise bad_field("limbs", "write hand: {slots, impaired, grips}")
        slots = str(own.get("slots", ""))
        if slots and not (slots.isascii() and slots.isdecimal() and len(slots) < 3):
            raise bad_field("limbs", "slots are 0 to 10")
        plain: dict[str, Any] = {"name": str(name), "grips": own.get("grips") not in ("no", False)}
        plain |= {"slots": int(slots)} if slots else {}
        plain |= {"impaired": own["impaired"]} if own.get("impaired") else {}
        try:
            spec = msgspec.convert(plain, HandSpec)
        except msgspec.ValidationError as error:
            raise bad_field("limbs", str(error).partition(" - at")[0]) from error
        made[spec.name] = Hand(spec.name, spec.slots, spec.impaired, spec.grips)
    if len(made) > 12:
        raise bad_field("limbs", "up to twelve hands")
    return tuple(made.values())


def _listed(rules: Rules, field: str, given: Any) -> list[Thing]:
    """Things without a place yet: keys, mappings with `item` and more, or a mapping of item to number."""
    if isinstance(given, str):
        given = [given]
    if isinstance(given, Mapping):
        given = [{"item": key, "count": count} for key, count in given.items()]
    return [_one(rules, field, {"item": x} if isinstance(x, str) else x) for x in given]


def _one(rules: Rules, field: str, given: Any) -> Thing:
    if not isinstance(given, Mapping) or set(given) - {"item", "count", "name", "text", "unclear", "by"}:
        raise bad_field(field, "write an item, or {item, count, name, text}")
    item, count = str(given.get("item", "")), given.get("count", 1)
    if not g.exists(rules, item):
        raise bad_field(field, f"{item} is no item of these rules")
    if not isinstance(count, int) or not 1 <= count <= 99:
        raise bad_field(field, f"1 to 99 of {item}")
    name, text, by = (str(given.get(key, "")) for key in ("name", "text", "by"))
    return Thing("", item, count, name=name, text=text, unclear=bool(given.get("unclear")), by=by)


def _hold(facts: Facts, hands: tuple[Hand, ...], things: list[Thing], new: Thing, hand: str) -> list[Thing]:
    new = replace(new, key=g.new_key(things, new.item), where=g.HAND, at=hand)
    at = hand or g.fitting_hand(facts, hands, [*things, new], new.key)
    if at is None or g.grip(facts, hands, [*things, replace(new, at=at)]) is None:
        raise bad_field("hands", f"{new.item} does not fit the hands")
    return [*things, replace(new, at=at)]


def _wear(facts: Facts, things: list[Thing], new: Thing) -> list[Thing]:
    new = replace(new, key=g.new_key(things, new.item), where=g.WORN)
    at = "" if g.kind(facts.rules, new.item).wearable else g.carrier_for(facts, things, new)
    if at is None:
        raise bad_field("worn", f"{new.item} cannot be worn: add what carries it, such as a sheath")
    return [*things, replace(new, at=at)]


def _named(thing: Thing) -> Any:
    """A thing as the set-up keys have it: its item alone, where that says all."""
    more = {"name": thing.name, "text": thing.text, "by": thing.by, "unclear": thing.unclear}
    given: dict[str, Any] = {key: value for key, value in more.items() if value}
    if not given and thing.count == 1:
        return thing.item
    return {"item": thing.item, **({"count": thing.count} if thing.count > 1 else {}), **given}


def spec_of(body: AnyBody) -> dict[str, Any]:
    """The set-up keys of an equal outfit."""
    own = body_part(body)
    out: dict[str, Any] = {
        "worn": [_named(t) for t in own.gear if t.where == g.WORN],
        "pack": [_named(t) for t in own.gear if t.where == g.PACK],
    }
    held = {t.at: [_named(x) for x in own.gear if x.where == g.HAND and x.at == t.at] for t in own.gear}
    specs = [HandSpec(h.key, h.slots, h.impaired, h.grips) for h in own.hands or ()]  # type: ignore[arg-type]
    usual = limbs_of(specs)
    if own.hands is None or usual is not None:
        out["hands"] = {key: names for key, names in held.items() if names}
        out["limbs"] = usual[0] if usual is not None else {}
    else:
        out["hands"] = [
            {"name": h.key, "slots": h.slots, "impaired": h.impaired, "grips": h.grips, "holds": held.get(h.key, [])}
            for h in own.hands
        ]
    if own.pack_slots is not None:
        out["pack_slots"] = own.pack_slots
    if own.weapons:
        out["weapons"] = list(own.weapons)
    return {key: value for key, value in out.items() if value or key == "pack_slots"}
