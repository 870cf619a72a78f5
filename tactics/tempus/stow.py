"""Moving things between hands, body, Pack and ground: Search Inventory, Quick Stash, drawing, sheathing, dropping,
picking up (T-170, T-171, T-179), and what it costs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from tactics.effects.specs import Action
from tactics.effects.text import cost_text
from tactics.kernel import events as e
from tactics.kernel.appliers import with_body, with_unit
from tactics.kernel.commands import Command, Key
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import Applier, Handler
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Value
from tactics.mission.turns import active_unit
from tactics.tempus.action_plan import Plan
from tactics.tempus.arrange import IN, OUT, SHIFT, Arranged, Moved, Wanted, arranged
from tactics.tempus.check_facts import Facts
from tactics.tempus.extended_block import rules_out
from tactics.tempus.ground import at_feet, with_ground
from tactics.tempus.mobs import held_by
from tactics.tempus.parts import (
    Acted,
    Lying,
    Thing,
    body_part,
    left,
    mission_part,
    part,
    pay,
    pay_free,
)
from tactics.tempus.timing_records import TURN, How

SEARCH, QUICK = "search_inventory", "quick_stash"
WAYS = ("", SEARCH, QUICK, "drop", "sheathe", "pick_up")


# --- the command --------------------------------------------------------------------------------------


class Move(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing, or so many of a stack, to `to` (`pack`, `hand`, `hand.left`, `worn`, `ground`)."""

    item: Key
    to: Key
    count: Annotated[int, Meta(ge=1, le=99)] = 1
    source: Key | None = field(default=None, name="from")


class Stow(Command, frozen=True, tag="stow"):
    """Moves things of a body, all at once or not at all. how: `search_inventory`, `quick_stash`, or empty for the
    cheapest way that does it. body: of a unit that has several."""

    unit: Key
    moves: Annotated[list[Move], Meta(min_length=1, max_length=40)]
    how: str = ""
    body: Key | None = None


class Handled(e.Event, frozen=True, tag=True):
    """A body has moved things. gear: all that it carries now. dropped: what lies on its cell in addition; taken: what
    does not any more. how: the action, `use` or `write`. cost: what was paid."""

    unit: str
    body: str
    how: str
    moves: tuple[Moved, ...] = ()
    gear: tuple[Thing, ...] = ()
    dropped: tuple[Lying, ...] = ()
    taken: tuple[Lying, ...] = ()
    cost: dict[str, int] = {}


class ThingsFound(e.Event, frozen=True, tag=True):
    """Somebody has found what lay hidden: these seats know of it now (T-058)."""

    reveals = True

    body: str
    things: tuple[Lying, ...]
    to: tuple[str, ...]


# --- what it costs ------------------------------------------------------------------------------------


class Priced(Value, frozen=True):
    """A legal arrangement with the action that it is and its price."""

    how: str
    cost: dict[str, int]
    result: Arranged


def priced(
    facts: Facts, unit: AnyUnit, body: AnyBody, lying: Sequence[Lying], wanted: Sequence[Wanted], how: str = ""
) -> Priced:
    """What these moves come to, by the cheapest way or by `how`. Raises Refused; points left are not looked at."""
    if how not in WAYS:
        raise bad_field("how", f"one of {', '.join(way for way in WAYS if way)}")
    result = arranged(facts, body, lying, wanted)
    outs = sum(m.count for m, kind in zip(result.moves, result.kinds, strict=True) if kind == OUT)
    ins = sum(m.count for m, kind in zip(result.moves, result.kinds, strict=True) if kind == IN)
    pack = bool(outs or ins)
    open_now = part(unit).searching
    if pack and how not in ("", SEARCH, QUICK):
        raise illegal("not_ready")
    if pack and how == QUICK and (outs > 1 or ins > 1):
        raise illegal("limit")
    if pack and not how:
        how = SEARCH if open_now or outs > 1 or ins > 1 else QUICK
    used: Counter[str] = Counter()
    if how == SEARCH or (pack and how == QUICK):
        used[how] = 1
    for kind in result.kinds:
        if kind in (OUT, IN, SHIFT) or (how == SEARCH and kind != "pick_up"):
            continue
        used[kind] += 1
    total: dict[str, int] = {}
    for action, times in used.items():
        spec = allowed(facts, body, action)
        if action == SEARCH and open_now:
            continue
        blocked = rules_out(facts, unit, spec)
        if blocked is not None:
            raise blocked
        for pool, points in spec.cost.items():
            if points:
                total[pool] = total.get(pool, 0) + points * times
    main = how or next(iter(used), SHIFT)
    return Priced(main, {} if pay_free(facts.state) else total, result)


def allowed(facts: Facts, body: AnyBody, action: str) -> Action:
    """The entry of the action, if it is in use and no status forbids it."""
    spec: Action | None = facts.rules.find("action", action)
    if spec is None or spec.disabled or not spec.playable:
        raise illegal("disabled")
    status = held_by(facts, body, Plan(action, spec))
    if status:
        raise illegal("status", name=body.name, status=status)
    return spec


def stow(work: Work, command: Stow) -> None:
    """The handler. Nothing is paid before all of it is right."""
    carry(work, active_unit(work, command.unit), command.body, command.moves, command.how, TURN)


def wanted_of(moves: Sequence[Move]) -> list[Wanted]:
    return [Wanted(m.item, m.to, m.count, m.source or "") for m in moves]


def carry(work: Work, unit: AnyUnit, key: str | None, moves: Sequence[Move], way: str, how: How) -> None:
    """Moves things of a body, on its turn or out of it. way: as in Stow."""
    body = body_of(work, unit, key)
    if body.down or body.place is None:
        raise illegal("status", name=body.name, status="unconscious or not placed")
    found = priced(work, unit, body, at_feet(work, body, work.by.seat), wanted_of(moves), way)
    cost = how.price(found.cost)
    if any(points > left(unit, pool) for pool, points in cost.items()):
        raise illegal("cost", need=cost_text(cost), left=cost_text({p: left(unit, p) for p in cost}))
    pay(work, unit.key, cost, found.how)
    opened = part(unit).searching and found.how == SEARCH
    if found.cost or (found.how in (SEARCH, QUICK) and not opened):
        work.emit(Acted(unit=unit.key, action=found.how))
    result = found.result
    work.emit(
        Handled(
            unit=unit.key,
            body=body.key,
            how=found.how,
            moves=result.moves,
            gear=result.gear,
            dropped=result.dropped,
            taken=result.taken,
            cost=cost,
        )
    )


def body_of(work: Work, unit: AnyUnit, key: str | None) -> AnyBody:
    bodies = [b for b in unit.bodies if b in work.state.bodies]
    if key is None and len(bodies) == 1:
        key = bodies[0]
    if key is None:
        raise bad_field("body", "say whose things")
    if key not in bodies:
        raise Refused("unknown", what=key)
    return work.state.bodies[key]


# --- appliers -----------------------------------------------------------------------------------------


def _handled(s: AnyState, ev: Handled) -> AnyState:
    body = s.bodies.get(ev.body)
    if body is not None:
        s = with_body(s, ev.body, part=replace(body_part(body), gear=ev.gear))
    return with_ground(s, ev.taken, ev.dropped)


def _found(s: AnyState, ev: ThingsFound) -> AnyState:
    ground = tuple(
        replace(x, found_by=tuple(dict.fromkeys((*x.found_by, *ev.to)))) if x in ev.things else x
        for x in mission_part(s).ground
    )
    return replace(s, part=replace(mission_part(s), ground=ground))


def searching(s: AnyState, unit: str, on: bool) -> AnyState:
    """The state with a unit's Packs open, or closed again."""
    found = s.units.get(unit)
    if found is None or part(found).searching == on:
        return s
    return with_unit(s, unit, part=replace(part(found), searching=on))


COMMANDS: tuple[type[Command], ...] = (Stow,)
EVENTS: tuple[type[e.Event], ...] = (Handled, ThingsFound)
HANDLERS: dict[type[Command], Handler] = {Stow: stow}
APPLIERS: dict[type[e.Event], Applier] = {Handled: _handled, ThingsFound: _found}
