"""What a seat sees of what its bodies carry: hands, body, Pack and the ground, each thing with what may be done with it
now and at what price; and of everybody else's, in a line, what is held and worn.

A player's own Packs are whole, a GM's are everybody's; of the others nothing but the line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from tactics.effects.text import cost_text, sentence
from tactics.kernel.codec import encode
from tactics.kernel.refusals import Refused
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyUnit
from tactics.kernel.view import HolderView, LyingView, MoveView, OptionView, PackView, ThingView
from tactics.mission import turns
from tactics.tempus import gear as g
from tactics.tempus import hand_over, settled
from tactics.tempus.arrange import Wanted, place
from tactics.tempus.ground import at_feet
from tactics.tempus.parts import Lying, Thing, body_part, digest, lacking, living, mission_part, part, pay_free
from tactics.tempus.settled import Settled
from tactics.tempus.stow import QUICK, SEARCH, Priced, priced

HOWS = {
    SEARCH: "Search Inventory", QUICK: "Quick Stash", "drop": "Drop", "sheathe": "Sheathe or draw", "shift": "",
    "pick_up": "Pick up",
}  # fmt: skip
WHY = {
    "hands": "no hand has room",
    "capacity": "no room",
    "holds": "take out first what is in it",
    "wear": "cannot be worn without what carries it",
    "disabled": "not in use in this campaign",
    "limit": "one thing each way",
    "extended": "an Extended action is under way",
}
PACKED = (SEARCH, QUICK)
GAPS = 3
"""Of an unclear note every so many-th word is lost to other readers."""


NOT_SHOWN = "its own seat moves them; to do it for that seat, show what the unit can do"


def packs(known: Known, withheld: str = "") -> tuple[PackView, ...]:
    """Those of the seat's own bodies; a GM's are all. withheld: a unit of whose things it is left out where to they may
    go."""
    out = []
    for unit in known.state.units.values():
        if known.is_gm or unit.seat == known.seat:
            bodies = [known.state.bodies[b] for b in unit.bodies if b in known.state.bodies]
            out += [_pack(known, unit, body, NOT_SHOWN if unit.key == withheld else "") for body in bodies]
    return tuple(out)


def may(known: Known, unit: AnyUnit, body: AnyBody) -> str:
    """Why the body's things cannot be moved now, or empty."""
    state = known.state
    if state.phase != "running":
        return "not before the Mission runs"
    if body.down or body.place is None:
        return f"{body.name} is unconscious or not placed"
    if turns.running(state) and state.clock.active != unit.key:
        return "not in another's turn"
    if pay_free(state) and unit.seat != known.seat:
        return "its own seat does that"
    return ""


def _pack(known: Known, unit: AnyUnit, body: AnyBody, closed: str = "") -> PackView:
    why_not, lying = closed or may(known, unit, body), at_feet(known, body, known.seat)
    left = tuple((pool, found.left) for pool, found in unit.pools.items())
    beside = (
        ()
        if why_not
        else tuple((other.name, settled.numbers(known, other)) for other in hand_over.neighbours(known, unit, body))
    )
    key = (*_told_by(known, unit, body, lying), body.name, why_not, left, unit.seat == known.seat, beside)
    return _PACKS.get(key, lambda: _made(known, unit, body, lying, why_not))


_PACKS: Settled[PackView] = Settled(512)


def _told_by(known: Known, unit: AnyUnit, body: AnyBody, lying: Sequence[Lying]) -> tuple[Any, ...]:
    """What of somebody tells what it carries and where to each thing may go. The cell counts only for what lies there,
    which names it itself."""
    own = part(unit)
    return (
        settled.table(known), settled.numbers(known, body), body_part(body).pack_slots, own.searching,
        encode(own.extended), tuple(lying),
    )  # fmt: skip


def _made(known: Known, unit: AnyUnit, body: AnyBody, lying: Sequence[Lying], why_not: str) -> PackView:
    own = body_part(body)
    layout = g.hands(known, body)
    now = g.hands_now(known, body)
    moves = {} if why_not else _all_moves(known, unit, body, lying)
    spread = g.grip(known, layout, own.gear) or {}

    def thing(t: Thing) -> ThingView:
        return _thing(known, body, t, moves.get((place(t), t.key), ()), spread.get(t.key, {}))

    holders = [
        HolderView(
            key=f"{g.HAND}.{hand.hand.key}",
            label=_hand_label(hand.hand.key, hand.hand.grips),
            kind=g.HAND,
            slots=hand.slots,
            used=hand.used,
            note=_hand_note(hand),
            things=tuple(thing(t) for t in own.gear if t.where == g.HAND and t.at == hand.hand.key),
            spanned=tuple(
                g.label(known.rules, t)
                for t in own.gear
                if t.where == g.HAND and t.at != hand.hand.key and hand.hand.key in spread.get(t.key, {})
            ),
        )
        for hand in now
    ]
    slots = g.capacity(known, body)
    used = g.used(known, own.gear)
    holders.append(
        HolderView(
            key=g.PACK,
            label="Pack",
            kind=g.PACK,
            slots=slots,
            used=used,
            note="over-full: nothing more goes in" if used > slots else "",
            things=tuple(thing(t) for t in own.gear if t.where == g.PACK),
        )
    )
    holders.append(
        HolderView(
            key=g.WORN,
            label="Worn",
            kind=g.WORN,
            things=tuple(thing(t) for t in _worn_in_order(own.gear)),
        )
    )
    holders.append(
        HolderView(
            key=g.GROUND,
            label="On the ground here",
            kind=g.GROUND,
            things=tuple(_on_ground(known, body, i, x, moves.get((g.GROUND, x.item), ())) for i, x in enumerate(lying)),
        )
    )
    price = _action_price(known, unit, SEARCH)
    view = PackView(
        unit=unit.key,
        body=body.key,
        name=body.name,
        mine=unit.seat == known.seat,
        active=not why_not,
        why_not=why_not,
        open=part(unit).searching,
        search=price[0],
        search_why=price[1],
        holders=tuple(holders),
    )
    return replace(view, basis=digest(view))


def _action_price(known: Known, unit: AnyUnit, action: str) -> tuple[str, str]:
    """(`4 PA`, why it cannot be paid)."""
    spec = known.rules.find("action", action)
    if spec is None or spec.disabled:
        return "", WHY["disabled"]
    if pay_free(known.state) or part(unit).searching:
        return "free", ""
    return cost_text(spec.cost), lacking(unit, spec.cost)


def _hand_label(key: str, grips: bool) -> str:
    words = key.replace("_", " ").capitalize()
    if key in g.NAMES:
        return f"{words} hand"
    return words if grips else f"{words}, no hand"


def _hand_note(hand: g.HandNow) -> str:
    made = {"claws": "claws", "injury": "injured"}.get(hand.hand.impaired, "")
    if not hand.hand.grips:
        can = ""
    elif hand.penalty is None:
        can = "full: handles nothing else"
    else:
        can = f"\N{MINUS SIGN}{-hand.penalty} to handle something else" if hand.penalty else "free"
    return ", ".join(x for x in (made, can) if x)


def _worn_in_order(gear: Sequence[Thing]) -> Iterator[Thing]:
    """Each carrier is followed by what it holds."""
    worn = [t for t in gear if t.where == g.WORN]
    for thing in worn:
        if not thing.at:
            yield thing
            yield from (t for t in worn if t.at == thing.key)


def _thing(
    known: Known, body: AnyBody, thing: Thing, moves: Sequence[MoveView], spread: dict[str, int] | Any
) -> ThingView:
    kind = g.kind(known.rules, thing.item)
    inside = next((t for t in body_part(body).gear if t.key == thing.at), None) if thing.where == g.WORN else None
    view = ThingView(
        key=thing.key,
        item=thing.item,
        name=g.label(known.rules, thing),
        count=thing.count,
        slots=g.slots(known, thing),
        place=place(thing),
        inside=g.label(known.rules, inside) if inside is not None else "",
        both=len(spread) > 1,
        ready=any(t.key == thing.key for t in g.ready(known, body)),
        title=kind.text,
        text=_read(known, body, thing),
        house=kind.house,
        moves=tuple(moves),
    )
    return replace(view, basis=digest(body.key, view))


def _on_ground(known: Known, body: AnyBody, index: int, lying: Lying, moves: Sequence[MoveView]) -> ThingView:
    kind = g.kind(known.rules, lying.item)
    view = ThingView(
        key=f"ground.{index}",
        item=lying.item,
        name=g.label(known.rules, lying),
        count=lying.count,
        slots=g.slots(known, lying),
        place=g.GROUND,
        title=kind.text,
        house=kind.house,
        hidden=known.is_gm and bool(lying.hidden_from),
        moves=tuple(moves),
    )
    return replace(view, basis=digest(body.key, view))


def _read(known: Known, body: AnyBody, thing: Thing) -> str:
    """What is written on it: whole to who wrote it and to the GM, with gaps to others if it is unclear (T-061)."""
    if not thing.unclear or known.is_gm or thing.by == body.key:
        return thing.text
    return " ".join("…" if i % GAPS == GAPS - 1 else word for i, word in enumerate(thing.text.split()))


# --- what may be done ---------------------------------------------------------------------------------

Outcome = tuple[str, str, tuple[Wanted, ...], Priced | str]
"""(place, label, moves, their price or why not)."""


def outcomes(known: Known, unit: AnyUnit, body: AnyBody) -> dict[tuple[str, str], tuple[Outcome, ...]]:
    """(place, thing) -> where it could go, with the price or why not."""
    lying = at_feet(known, body, known.seat)
    return _OUTCOMES.get(_told_by(known, unit, body, lying), lambda: _outcomes(known, unit, body, lying))


def _all_moves(
    known: Known, unit: AnyUnit, body: AnyBody, lying: Sequence[Lying]
) -> dict[tuple[str, str], tuple[MoveView, ...]]:
    """(place, thing) -> what may be done with it."""
    key = _told_by(known, unit, body, lying)
    found: dict[tuple[str, str], tuple[Outcome, ...]] = _OUTCOMES.get(key, lambda: _outcomes(known, unit, body, lying))
    return {
        where: (
            *(m for m in (_move_view(unit, body, outcome) for outcome in outcomes) if m is not None),
            *_to_others(known, unit, body, *where),
        )
        for where, outcomes in found.items()
    }


def _to_others(known: Known, unit: AnyUnit, body: AnyBody, where: str, key: str) -> Iterator[MoveView]:
    """What is in a hand may be handed to whoever of the own side stands beside it."""
    thing = next((t for t in body_part(body).gear if place(t) == where and t.key == key and t.where == g.HAND), None)
    for other in hand_over.neighbours(known, unit, body) if thing is not None else ():
        move = MoveView(to=f"body.{other.key}", label=f"to {other.name}", how="Hand over", do="hand_over")
        try:
            found = hand_over.passed(known, unit, body, other, Wanted(key, "", 1, where))
        except Refused as refused:
            hands = f"{other.name} has no free hand" if refused.why == "hands" else WHY.get(refused.why, "not now")
            yield replace(move, why_not=hands)
            continue
        yield replace(
            move,
            cost=cost_text(found.cost),
            costs=found.cost,
            why_not=lacking(unit, found.cost),
            command={"unit": unit.key, "body": body.key, "item": key, "source": where, "to": other.key},
        )


_OUTCOMES: Settled[dict[tuple[str, str], tuple[Outcome, ...]]] = Settled(256)


def _outcomes(
    known: Known, unit: AnyUnit, body: AnyBody, lying: Sequence[Lying]
) -> dict[tuple[str, str], tuple[Outcome, ...]]:
    own = body_part(body)
    out: dict[tuple[str, str], tuple[Outcome, ...]] = {}

    def price(to: str, label: str, wanted: tuple[Wanted, ...]) -> Outcome:
        try:
            return (to, label, wanted, priced(known, unit, body, lying, wanted))
        except Refused as refused:
            return (to, label, wanted, WHY.get(refused.why, "not now"))

    hands = [(f"{g.HAND}.{h.key}", _hand_label(h.key, h.grips)) for h in g.hands(known, body)]
    for thing in own.gear:
        here = place(thing)
        found: list[Outcome] = []
        for to, label in hands:
            if to == here:
                continue
            one = price(to, label, (Wanted(thing.key, to, 1, here),))
            found.append(one)
            if isinstance(one[3], str) and thing.where == g.PACK:
                found += _swaps(known, body, thing, to, label, price)
        if thing.where != g.WORN:
            worn = price(g.WORN, "Worn", (Wanted(thing.key, g.WORN, 1, here),))
            if not isinstance(worn[3], str) or worn[3] != WHY["wear"]:
                found.append(worn)
        if thing.where != g.PACK:
            found.append(price(g.PACK, "Pack", (Wanted(thing.key, g.PACK, 1, here),)))
            if thing.count > 1:
                found.append(price(g.PACK, f"Pack, all {thing.count}", (Wanted(thing.key, g.PACK, thing.count, here),)))
        found.append(price(g.GROUND, "Ground", (Wanted(thing.key, g.GROUND, thing.count, here),)))
        out[here, thing.key] = tuple(found)
    for x in lying:
        out[g.GROUND, x.item] = tuple(price(to, label, (Wanted(x.item, to, x.count, g.GROUND),)) for to, label in hands)
    return out


def _swaps(known: Known, body: AnyBody, thing: Thing, to: str, label: str, price: Any) -> Iterator[Outcome]:
    """Out of the Pack in exchange for what the hand holds: with a Quick Stash, also when the Pack is full (T-171)."""
    for held in body_part(body).gear:
        if place(held) == to and held.count == 1:
            moves = (Wanted(thing.key, to, 1, g.PACK), Wanted(held.key, g.PACK, 1, to))
            outcome: Outcome = price(
                f"{to}/{held.key}", f"{label}, in exchange for {g.label(known.rules, held)}", moves
            )
            if not isinstance(outcome[3], str):
                yield outcome


def _move_view(unit: AnyUnit, body: AnyBody, outcome: Outcome) -> MoveView | None:
    to, label, wanted, found = outcome
    moves = [_plain(w) for w in wanted]
    if isinstance(found, str):
        return MoveView(to=to, label=label, why_not=found, moves=tuple(moves))
    lack = lacking(unit, found.cost)
    how = HOWS.get(found.how, found.how)
    return MoveView(
        to=to,
        label=label,
        how=how,
        cost=cost_text(found.cost),
        costs=found.cost,
        why_not=lack,
        moves=tuple(moves),
        command={"unit": unit.key, "body": body.key, "moves": moves, "how": found.how if found.how in PACKED else ""},
    )


def _plain(wanted: Wanted) -> dict[str, Any]:
    return {"item": wanted.item, "to": wanted.to, "count": wanted.count, "from": wanted.source}


def offers(known: Known, unit: AnyUnit) -> list[OptionView]:
    """In the list of actions: the way to the Pack for a Quick Stash, and what may be picked up here."""
    out = []
    spec = known.rules.find("action", QUICK)
    price, why_not = _action_price(known, unit, QUICK)
    bodies = [b for b in living(known.state, unit) if b.place is not None]
    if spec is not None and not spec.disabled and any(g.capacity(known, b) or body_part(b).gear for b in bodies):
        out.append(
            OptionView(
                key=QUICK, unit=unit.key, do="open", label=spec.label, group=spec.kind.capitalize(), cost=price,
                why_not=why_not, why_code="cost" if why_not else "", rule=sentence(spec, known.rules),
                command={"panel": "pack"}, house=spec.house, help=f"action:{QUICK}",
            )
        )  # fmt: skip
    for body in bodies:
        lying = at_feet(known, body, known.seat)
        for x in dict.fromkeys(lying):
            moves = (Wanted(x.item, g.HAND, x.count, g.GROUND),)
            option = OptionView(
                key=f"pick_up:{body.key}:{x.item}", unit=unit.key, do="stow", group="Physical",
                label=f"Pick up {g.label(known.rules, x)}", house=True,
                command={"body": body.key, "moves": [_plain(moves[0])]},
            )  # fmt: skip
            try:
                found = priced(known, unit, body, lying, moves)
            except Refused as refused:
                out.append(replace(option, why_not=WHY.get(refused.why, "not now"), why_code=refused.why))
                continue
            lack = lacking(unit, found.cost)
            code = "cost" if lack else ""
            out.append(replace(option, cost=cost_text(found.cost), costs=found.cost, why_not=lack, why_code=code))
    return out


# --- what others see ----------------------------------------------------------------------------------


def carries(known: Known, body: AnyBody) -> str:
    """`Short bow, Knife; wears Leather armour`, for whoever sees the body."""
    gear = body_part(body).gear
    held = [g.label(known.rules, t) for t in gear if t.where == g.HAND]
    worn = [g.label(known.rules, t) for t in gear if t.where == g.WORN]
    parts = [", ".join(held)] + ([f"wears {', '.join(worn)}"] if worn else [])
    return "; ".join(x for x in parts if x)


def lies(known: Known) -> tuple[LyingView, ...]:
    """What lies on the boards, one view a cell, in the order of the cells."""
    cells: dict[tuple[str, int, int], list[Lying]] = {}
    for x in mission_part(known.state).ground:
        cells.setdefault((x.board, x.y, x.x), []).append(x)
    return tuple(
        LyingView(
            board=board,
            x=x,
            y=y,
            names=tuple(g.label(known.rules, one) for one in found),
            hidden=known.is_gm and all(one.hidden_from for one in found),
        )
        for (board, y, x), found in sorted(cells.items())
    )
