"""What bodies carry: slots of hands and Pack, what fits where, which hand is free (T-164 to T-184).

Pure questions about a body's things; `stow` moves them. A body's hands are filled hand by hand: a thing goes into
the hand that it was put into, and what of it does not fit there into the next one of its kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from tactics.effects.specs import Item, Weapon
from tactics.effects.text import sentence
from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyBody, Value
from tactics.tempus import powers
from tactics.tempus.check_facts import Facts, constant, unit_of
from tactics.tempus.parts import Hand, Lying, Thing, body_part

PACK, WORN, HAND, GROUND = "pack", "worn", "hand", "ground"
PLACES = (PACK, WORN, HAND, GROUND)


class Kind(Value, frozen=True):
    """An item or weapon as something to carry; see `specs.Item`. both: hands that it takes to use it."""

    key: str
    label: str
    size: int = 1
    both: int = 1
    sort: str = ""
    stackable: bool = False
    wearable: bool = False
    equipment: bool = False
    holds: tuple[str, ...] = ()
    capacity: int = 0
    pack: int = 0
    weapon: bool = False
    text: str = ""
    house: bool = True


@lru_cache(maxsize=4096)
def kind(rules: Rules, key: str) -> Kind:
    """What `key` is. A thing whose entry is gone from the rules data is an ordinary one of that name."""
    weapon: Weapon | None = rules.find("weapon", key)
    if weapon is not None:
        return Kind(
            key, weapon.label, weapon.size, weapon.hands, weapon.sort, weapon=True, text=sentence(weapon, rules),
            house=weapon.house,
        )  # fmt: skip
    item: Item | None = rules.find("item", key)
    if item is None:
        return Kind(key, key.replace("_", " ").capitalize())
    return Kind(
        key, item.label, item.size, 1, item.sort, item.stackable, item.wearable, item.equipment, item.holds,
        item.capacity, item.pack, text=sentence(item, rules), house=item.house,
    )  # fmt: skip


def exists(rules: Rules, key: str) -> bool:
    return rules.find("weapon", key) is not None or rules.find("item", key) is not None


def label(rules: Rules, thing: Thing | Lying) -> str:
    """Its own name, else that of its kind; with how many, if there are several."""
    name = thing.name or kind(rules, thing.item).label
    return f"{thing.count} × {name}" if thing.count > 1 else name


# --- slots --------------------------------------------------------------------------------------------


def slots(facts: Facts, thing: Thing | Lying) -> int:
    """How many slots it takes: its size, and of what stacks one for every five (T-167 to T-169)."""
    what = kind(facts.rules, thing.item)
    if what.stackable:
        return -(-thing.count // max(1, int(constant(facts, "tt.pack.stack"))))
    return what.size * thing.count


def things(body: AnyBody, where: str, at: str | None = None) -> tuple[Thing, ...]:
    return tuple(t for t in body_part(body).gear if t.where == where and (at is None or t.at == at))


def capacity(facts: Facts, body: AnyBody) -> int:
    """Slots of its Pack: the document's five or its own, and what abilities and worn things add (T-165, T-166).
    A Mob's members have no Pack unless the GM gives them one (T-164)."""
    own = body_part(body)
    base = own.pack_slots
    if base is None:
        base = 0 if unit_of(facts, body).kind == "mob" else int(constant(facts, "tt.pack.slots"))
    worn = sum(kind(facts.rules, t.item).pack * t.count for t in own.gear if t.where == WORN and not t.at)
    abilities = sum(a.change.value for a in powers.changes_on(facts, body) if a.change.applies == "pack")
    return max(0, base + worn + abilities + _by_statuses(facts, body))


def _by_statuses(facts: Facts, body: AnyBody) -> int:
    found = 0
    for status in body.statuses:
        found += status.numbers.get("pack", 0)
        spec = facts.rules.find("status", status.key)
        if spec is not None:
            found += sum(int(c.value) * status.stacks for c in spec.changes if c.applies == "pack")
    return found


def used(facts: Facts, gear: Iterable[Thing]) -> int:
    """Slots of the Pack that are taken."""
    return sum(slots(facts, t) for t in gear if t.where == PACK)


# --- hands --------------------------------------------------------------------------------------------

NAMES = ("right", "left")


def hands(facts: Facts, body: AnyBody) -> tuple[Hand, ...]:
    """The hands of a body: its own, else as many as most people have (T-180)."""
    own = body_part(body).hands
    if own is not None:
        return own
    count = int(constant(facts, "tt.hand.count"))
    return tuple(Hand(NAMES[i] if i < len(NAMES) else f"hand{i + 1}") for i in range(count))


def hand_slots(facts: Facts, hand: Hand) -> int:
    """Slots of a hand: claws and injuries take one for good (T-176, T-183, T-184)."""
    if hand.slots is not None:
        return hand.slots
    return max(0, int(constant(facts, "tt.hand.slots")) - (1 if hand.impaired else 0))


Grip = Mapping[str, Mapping[str, int]]
"""Thing -> hand -> slots of it that the thing takes."""


def grip(facts: Facts, layout: Sequence[Hand], gear: Iterable[Thing]) -> Grip | None:
    """How the held things fill the hands, or None if one does not fit. What takes two hands to use has at least a
    slot of each, and every thing at least one of the hand that it was put into."""
    free = {hand.key: hand_slots(facts, hand) for hand in layout}
    found: dict[str, dict[str, int]] = {}
    for thing in gear:
        if thing.where != HAND:
            continue
        first = next((h for h in layout if h.key == thing.at), None)
        if first is None or free[first.key] < 1:
            return None
        alike = [first, *(h for h in layout if h.grips == first.grips and h.key != first.key)]
        what = kind(facts.rules, thing.item)
        taken: dict[str, int] = {}
        need = slots(facts, thing)
        if what.both > 1 and first.grips:
            need = max(need, what.both)
            for hand in alike:
                if free[hand.key] > 0 and len(taken) < what.both:
                    taken[hand.key] = 1
            if len(taken) < what.both:
                return None
        for hand in alike:
            rest = need - sum(taken.values())
            more = min(rest, free[hand.key] - taken.get(hand.key, 0))
            if more > 0:
                taken[hand.key] = taken.get(hand.key, 0) + more
        if sum(taken.values()) < need:
            return None
        for key, n in taken.items():
            free[key] -= n
        found[thing.key] = taken
    return found


class HandNow(Value, frozen=True):
    """A hand with what fills it. penalty: on handling something else with it; None: it cannot (T-177 to T-179)."""

    hand: Hand
    slots: int
    used: int
    penalty: int | None


def hands_now(facts: Facts, body: AnyBody, gear: Sequence[Thing] | None = None) -> tuple[HandNow, ...]:
    layout = hands(facts, body)
    filled = grip(facts, layout, body_part(body).gear if gear is None else gear) or {}
    out = []
    for hand in layout:
        of = hand_slots(facts, hand)
        taken = sum(parts.get(hand.key, 0) for parts in filled.values())
        penalty: int | None = None
        if hand.grips and taken < of:
            penalty = int(constant(facts, "tt.hand.penalty")) if taken or hand.impaired else 0
        out.append(HandNow(hand, of, taken, penalty))
    return tuple(out)


def handling(facts: Facts, body: AnyBody) -> int | None:
    """The penalty of handling something with the best hand: 0, -3, or None where no hand is free (T-177 to T-179)."""
    return max((h.penalty for h in hands_now(facts, body) if h.penalty is not None), default=None)


def fitting_hand(facts: Facts, layout: Sequence[Hand], gear: Sequence[Thing], key: str) -> str | None:
    """The hand for the thing `key` of `gear`, which is to be held: the first that takes it whole, else the first with
    which it fits at all."""
    spanning = None
    for hand in layout:
        tried = [replace(t, where=HAND, at=hand.key) if t.key == key else t for t in gear]
        filled = grip(facts, layout, tried)
        if filled is not None:
            if len(filled[key]) == 1:
                return hand.key
            spanning = spanning or hand.key
    return spanning


# --- ready, worn, carried -----------------------------------------------------------------------------


def ready(facts: Facts, body: AnyBody) -> tuple[Thing, ...]:
    """The Ready Items: what is held, and what is worn and no equipment (T-172, T-173)."""
    return tuple(
        t
        for t in body_part(body).gear
        if t.where == HAND or (t.where == WORN and not kind(facts.rules, t.item).equipment)
    )


def carries(what: Kind, other: Kind) -> bool:
    """Whether a carrier makes the other wearable (T-174)."""
    return bool(what.holds) and (other.key in what.holds or (bool(other.sort) and other.sort in what.holds))


def carrier_for(facts: Facts, gear: Sequence[Thing], thing: Thing) -> str | None:
    """The worn carrier with room for a thing: its key, or None."""
    other = kind(facts.rules, thing.item)
    for worn in gear:
        what = kind(facts.rules, worn.item)
        if worn.where != WORN or worn.at or worn.key == thing.key or not carries(what, other):
            continue
        inside = sum(t.count for t in gear if t.where == WORN and t.at == worn.key and t.key != thing.key)
        if inside + thing.count <= what.capacity:
            return worn.key
    return None


def new_key(gear: Iterable[Thing], item: str) -> str:
    """The first name that is free: `potion`, `potion.2` ..."""
    taken = {t.key for t in gear}
    number, key = 1, item
    while key in taken:
        number += 1
        key = f"{item}.{number}"
    return key


def seen(body: AnyBody) -> tuple[Thing, ...]:
    """What others see of a body's things: in the hands and worn. The names of keys are made anew, so that no gap
    tells of the Pack; what is written on them only a holder reads."""
    out: list[Thing] = []
    names: dict[str, str] = {}
    for thing in body_part(body).gear:
        if thing.where != PACK:
            names[thing.key] = new_key(out, thing.item)
            out.append(replace(thing, key=names[thing.key], text="", by="", unclear=False))
    return tuple(replace(t, at=names.get(t.at, t.at)) if t.where == WORN else t for t in out)


def held_weapons(body: AnyBody) -> tuple[str, ...]:
    """Keys of all that is at hand to fight with: what is held, in the order of the hands."""
    own = body_part(body)
    return (*own.weapons, *dict.fromkeys(t.item for t in own.gear if t.where == HAND))
