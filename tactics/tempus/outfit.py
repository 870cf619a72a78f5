"""What a sheet, a template or a set-up says that a body carries, as its things; and back again.

weapons: [short_sword]                 held, hand by hand
hands: {right: [torch], left: []}      held, in hands of these names
hands: [{name: right, impaired: claws, holds: [torch]}, {name: mind, slots: 2, grips: false}]
worn: [sheath, knife]                  what is no wearable goes into a carrier that is worn too
pack: [rope, {item: ration, count: 12}]   or {rope: 1, ration: 12}
pack_slots: 8                          slots of its own Pack
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace

from tactics.effects.specs import HandSpec
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
    hands = layout if layout is not None else g.hands(facts, NOBODY)
    things: list[Thing] = []
    for hand, names in held.items():
        for name in _names(rules, "hands", names):
            things = _hold(facts, hands, things, name, hand)
    for name in _names(rules, "weapons", spec.get("weapons") or ()):
        things = _hold(facts, hands, things, name, "")
    names = _names(rules, "worn", spec.get("worn") or ())
    for name in sorted(names, key=lambda n: not g.kind(rules, n).wearable):
        things = _wear(facts, things, name)
    for name, count, words in _counts(rules, spec.get("pack") or ()):
        things = put(facts, things, Thing("", name, count, **words))
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


def _names(rules: Rules, field: str, given: Any) -> list[str]:
    if isinstance(given, str):
        given = [given]
    names = [str(name) for name in given]
    for name in names:
        if not g.exists(rules, name):
            raise bad_field(field, f"{name} is no item of these rules")
    return names


def _counts(rules: Rules, given: Any) -> list[tuple[str, int, dict[str, Any]]]:
    """Item, number and what is its own (a note's words), from a list or a mapping."""
    found: list[tuple[Any, Any, dict[str, Any]]]
    if isinstance(given, Mapping):
        found = [(name, count, {}) for name, count in given.items()]
    else:
        found = [
            (x, 1, {}) if isinstance(x, str) else (x.get("item"), x.get("count", 1), {k: x[k] for k in OWN if k in x})
            for x in given
        ]
    for name, count, _words in found:
        if not g.exists(rules, str(name)):
            raise bad_field("pack", f"{name} is no item of these rules")
        if not isinstance(count, int) or not 1 <= count <= 99:
            raise bad_field("pack", f"1 to 99 of {name}")
    return [(str(name), count, words) for name, count, words in found]


OWN = ("name", "text", "unclear", "by")
"""What a thing has of its own, besides its kind: a note's words and who wrote it."""


def _hold(facts: Facts, hands: tuple[Hand, ...], things: list[Thing], name: str, hand: str) -> list[Thing]:
    new = Thing(g.new_key(things, name), name, where=g.HAND, at=hand)
    at = hand or g.fitting_hand(facts, hands, [*things, new], new.key)
    if at is None or g.grip(facts, hands, [*things, replace(new, at=at)]) is None:
        raise bad_field("hands", f"{name} does not fit the hands")
    return [*things, replace(new, at=at)]


def _wear(facts: Facts, things: list[Thing], name: str) -> list[Thing]:
    new = Thing(g.new_key(things, name), name, where=g.WORN)
    at = "" if g.kind(facts.rules, name).wearable else g.carrier_for(facts, things, new)
    if at is None:
        raise bad_field("worn", f"{name} cannot be worn: add what carries it, such as a sheath")
    return [*things, replace(new, at=at)]


def spec_of(body: AnyBody) -> dict[str, Any]:
    """The set-up keys of an equal outfit."""
    own = body_part(body)
    out: dict[str, Any] = {
        "worn": [t.item for t in own.gear if t.where == g.WORN for _ in range(t.count)],
        "pack": [
            {"item": t.item, "count": t.count, **{k: getattr(t, k) for k in OWN if getattr(t, k)}}
            for t in own.gear
            if t.where == g.PACK
        ],
    }
    held = {t.at: [x.item for x in own.gear if x.where == g.HAND and x.at == t.at] for t in own.gear}
    if own.hands is None:
        out["hands"] = {key: names for key, names in held.items() if names}
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
