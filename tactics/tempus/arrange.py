"""Several things moved at once: what comes of it, or why it cannot be (T-163 to T-184).

A pure answer for the command and for the offers alike. All that is moved is taken up first and then put down, so
that a swap works with a full Pack and full hands (T-171); only the outcome has to fit.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.state import AnyBody, Value
from tactics.tempus import gear as g
from tactics.tempus.check_facts import Facts
from tactics.tempus.outfit import same
from tactics.tempus.parts import Lying, Thing, body_part

DROP, READY, SHIFT, PICK_UP, OUT, IN = "drop", "sheathe", "shift", "pick_up", "out", "in"


class Wanted(Value, frozen=True):
    """One move as it was asked for. item: a thing's key, or an item. source: where it is (`pack`, `hand.left`), or
    empty for wherever it is. to: `pack`, `hand`, `hand.left`, `worn`, `worn.sheath` or `ground`."""

    item: str
    to: str
    count: int = 1
    source: str = ""


class Moved(Value, frozen=True):
    """One move that was done. source, to: `pack`, `hand.right`, `worn`, `ground`, or empty for gone or from nowhere."""

    item: str
    count: int = 1
    source: str = ""
    to: str = ""
    name: str = ""


class Arranged(Value, frozen=True):
    """What comes of the moves: the body's things, what lies there in addition, what does not lie there any more.
    kinds: what each move is, for its price."""

    gear: tuple[Thing, ...]
    moves: tuple[Moved, ...]
    kinds: tuple[str, ...]
    dropped: tuple[Lying, ...] = ()
    taken: tuple[Lying, ...] = ()


def arranged(facts: Facts, body: AnyBody, lying: Sequence[Lying], wanted: Sequence[Wanted]) -> Arranged:
    """lying: what may be picked up where the body stands. Raises Refused: `unknown`, `illegal.hands`, `capacity`,
    `wear`, `holds`, `nothing`."""
    if not wanted:
        raise bad_field("moves", "say what goes where")
    things = list(body_part(body).gear)
    ground = list(lying)
    aside: list[tuple[Thing, str, str]] = []
    taken: list[Lying] = []
    for move in wanted:
        if move.count < 1:
            raise bad_field("moves", "one thing at least")
        if move.source == g.GROUND:
            found = _pick(ground, move, facts)
            taken.append(found)
            key = "" if any(x[0].key == found.item for x in aside) else found.item
            aside.append((_thing(found, key), g.GROUND, move.to))
        else:
            aside.append((*_lift(things, move), move.to))
    dropped: list[Lying] = []
    moves: list[Moved] = []
    kinds: list[str] = []
    # What names its place comes first, then what carries other things, then what takes what is left.
    order = sorted(
        range(len(aside)),
        key=lambda i: (aside[i][2] in (g.HAND, g.WORN), not g.kind(facts.rules, aside[i][0].item).holds, i),
    )
    landed: dict[int, str] = {}
    for i in order:
        thing, source, to = aside[i]
        things, landed[i] = _put(facts, body, things, thing, to, dropped)
    for i, (thing, source, _) in enumerate(aside):
        kinds.append(_kind(source, landed[i]))
        moves.append(Moved(thing.item, thing.count, source, landed[i], thing.name))
    _check(facts, body, things, moves)
    return Arranged(tuple(things), tuple(moves), tuple(kinds), tuple(dropped), tuple(taken))


# --- taking up ----------------------------------------------------------------------------------------


def place(thing: Thing) -> str:
    """`pack`, `hand.right`, `worn`, `worn.sheath`."""
    return f"{thing.where}.{thing.at}" if thing.at else thing.where


def _lies_in(thing: Thing, source: str) -> bool:
    return not source or source in (place(thing), thing.where)


def _lift(things: list[Thing], move: Wanted) -> tuple[Thing, str]:
    """Takes so many of a thing out of `things`: (what is in the hand now, where it was)."""
    fitting = [t for t in things if _lies_in(t, move.source)]
    found = next((t for t in fitting if t.key == move.item), None)
    if found is None:
        alike = [t for t in fitting if t.item == move.item]
        away = [t for t in alike if not _lies_in(t, move.to)]
        found = next(iter(away or alike), None)
    if found is None:
        raise Refused("unknown", what=move.item)
    if _lies_in(found, move.to):
        raise illegal("nothing")
    if move.count > found.count:
        raise bad_field("moves", f"there are {found.count}")
    if any(t.where == g.WORN and t.at == found.key for t in things):
        raise illegal("holds")
    at = things.index(found)
    if move.count == found.count:
        things.pop(at)
        return found, place(found)
    things[at] = replace(found, count=found.count - move.count)
    return replace(found, key="", count=move.count), place(found)


def _pick(ground: list[Lying], move: Wanted, facts: Facts) -> Lying:
    """Takes so many of what lies there."""
    if move.to.partition(".")[0] != g.HAND:
        raise bad_field("moves", "pick it up with a hand first")
    for at, lying in enumerate(ground):
        if lying.item == move.item and lying.count >= move.count:
            if lying.count == move.count:
                ground.pop(at)
            else:
                ground[at] = replace(lying, count=lying.count - move.count)
            return replace(lying, count=move.count)
    raise Refused("unknown", what=move.item)


def _thing(lying: Lying, key: str) -> Thing:
    return Thing(key, lying.item, lying.count, name=lying.name, text=lying.text, unclear=lying.unclear, by=lying.by)


def lying(body: AnyBody, thing: Thing) -> Lying:
    """A thing that was let go where the body stands. Raises `illegal.phase` for a body that stands nowhere."""
    if body.place is None:
        raise illegal("phase", missing="placement")
    return Lying(
        body.place.board, body.place.x, body.place.y, thing.item, thing.count, thing.name, thing.text, thing.unclear,
        thing.by,
    )  # fmt: skip


# --- putting down -------------------------------------------------------------------------------------


def _put(
    facts: Facts, body: AnyBody, things: list[Thing], thing: Thing, to: str, dropped: list[Lying]
) -> tuple[list[Thing], str]:
    """The things with this one put where it shall go, and that place in full."""
    where, _, at = to.partition(".")
    if where == g.GROUND and not at:
        dropped.append(lying(body, thing))
        return things, g.GROUND
    if not thing.key or any(t.key == thing.key for t in things):
        thing = replace(thing, key=g.new_key(things, thing.item))
    if where == g.PACK and not at:
        return _joined(facts, things, replace(thing, where=g.PACK, at="")), g.PACK
    if where == g.WORN:
        at = _carrier(facts, things, thing, at)
        return _joined(facts, things, replace(thing, where=g.WORN, at=at)), f"worn.{at}" if at else g.WORN
    if where == g.HAND:
        layout = g.hands(facts, body)
        held = replace(thing, where=g.HAND, at=at)
        if not at:
            found = g.fitting_hand(facts, layout, [*things, held], held.key)
            if found is None:
                raise illegal("hands")
            held = replace(held, at=found)
        elif all(h.key != at for h in layout):
            raise Refused("unknown", what=to)
        return _joined(facts, things, held), f"hand.{held.at}"
    raise bad_field("to", "pack, hand, worn or ground")


def _carrier(facts: Facts, things: list[Thing], thing: Thing, at: str) -> str:
    """The key of what carries a worn thing; empty for what is worn by itself (T-174)."""
    what = g.kind(facts.rules, thing.item)
    if what.wearable and not at:
        return ""
    carriers = [t for t in things if not at or at in (t.key, t.item)]
    found = g.carrier_for(facts, carriers + [t for t in things if t.where == g.WORN and t.at], thing)
    if found is None:
        fits = any(g.carries(g.kind(facts.rules, t.item), what) for t in carriers if t.where == g.WORN and not t.at)
        raise illegal("capacity" if fits else "wear")
    return found


def _joined(facts: Facts, things: list[Thing], new: Thing) -> list[Thing]:
    if g.kind(facts.rules, new.item).stackable:
        for i, old in enumerate(things):
            if same(old, new):
                return [*things[:i], replace(old, count=old.count + new.count), *things[i + 1 :]]
    return [*things, new]


def _check(facts: Facts, body: AnyBody, things: Sequence[Thing], moves: Sequence[Moved]) -> None:
    """Whether it all fits. An over-full Pack keeps what it holds and takes nothing more (T-166)."""
    if g.grip(facts, g.hands(facts, body), things) is None:
        raise illegal("hands")
    if any(m.to == g.PACK for m in moves):
        after = replace(body, part=replace(body_part(body), gear=tuple(things)))
        if g.used(facts, things) > g.capacity(facts, after):
            raise illegal("capacity")


def _kind(source: str, to: str) -> str:
    """What a move is, for its price."""
    first, last = source.partition(".")[0], to.partition(".")[0]
    if first == g.PACK:
        return OUT
    if last == g.PACK:
        return IN
    if first == g.GROUND:
        return PICK_UP
    if g.WORN in (first, last):
        return READY
    return DROP if last == g.GROUND else SHIFT
