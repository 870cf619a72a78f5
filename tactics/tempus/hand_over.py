"""Handing what one holds to somebody of the own side who stands beside and has a hand for it (house; T-175, T-179).

One action in the giver's turn; whoever gets it pays nothing and is not asked. What is not in a hand is taken into one
first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from tactics.effects.text import cost_text
from tactics.kernel import events as e
from tactics.kernel.appliers import with_body
from tactics.kernel.commands import Command, Key
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import GM_ONLY, Applier, Audience, Handler, Known, Narrate, Telling
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Value
from tactics.kernel.view import LogLine
from tactics.mission.audience import Rule, Weaken
from tactics.mission.turns import active_unit
from tactics.secrecy.sight import seats_that_know
from tactics.tempus import attacks
from tactics.tempus import gear as g
from tactics.tempus.action_plan import Plan
from tactics.tempus.arrange import Wanted, arranged, place
from tactics.tempus.check_facts import Facts
from tactics.tempus.extended_block import rules_out
from tactics.tempus.movement import seen_by_sender
from tactics.tempus.parts import Acted, Thing, body_part, left, pay, pay_free
from tactics.tempus.stow import allowed, body_of
from tactics.tempus.words import at, line, name, of_unit

ACTION = "hand_over"
NEAR = 1
"""Cells between the two."""


class HandOver(Command, frozen=True, tag="hand_over"):
    """So many of a thing in a hand of the unit's to the body `to`. source: which hand; body: of a unit with several."""

    unit: Key
    item: Key
    to: Key
    count: Annotated[int, Meta(ge=1, le=99)] = 1
    source: Key | None = None
    body: Key | None = None


class HandedOver(e.Event, frozen=True, tag=True):
    """A thing has gone from hand to hand. gear, to_gear: all that each of the two carries now."""

    unit: str
    body: str
    to: str
    thing: Thing
    gear: tuple[Thing, ...] = ()
    to_gear: tuple[Thing, ...] = ()
    cost: dict[str, int] = {}


class Passed(Value, frozen=True):
    """What comes of it."""

    thing: Thing
    gear: tuple[Thing, ...]
    to_gear: tuple[Thing, ...]
    cost: dict[str, int]


def passed(facts: Facts, unit: AnyUnit, body: AnyBody, to: AnyBody, wanted: Wanted) -> Passed:
    """What it comes to. Raises Refused: range, sight, target, `illegal.hands` and why the action cannot be done."""
    spec = allowed(facts, body, ACTION)
    blocked = rules_out(facts, unit, spec)
    if blocked is not None:
        raise blocked
    if to.down or to.key == body.key or facts.state.units[to.unit].side != unit.side:
        raise illegal("target")
    far = attacks.problem(facts, Plan(ACTION, spec), body, to, NEAR)
    if far is not None:
        raise far
    thing = next((t for t in body_part(body).gear if t.key == wanted.item and t.where == g.HAND), None)
    if thing is None:
        raise illegal("not_ready")
    given = arranged(facts, body, (), (Wanted(wanted.item, g.GROUND, wanted.count, wanted.source or place(thing)),))
    lying = given.dropped[0]
    taken = arranged(facts, to, (lying,), (Wanted(lying.item, g.HAND, lying.count, g.GROUND),))
    cost = {} if pay_free(facts.state) else {pool: n for pool, n in spec.cost.items() if n}
    return Passed(replace(thing, count=wanted.count), given.gear, taken.gear, cost)


def neighbours(known: Known, unit: AnyUnit, body: AnyBody) -> Iterator[AnyBody]:
    """Whom one could hand something to, by place and side alone."""
    for other, far in attacks.around(known, body):
        if far > NEAR or other.down or other.key == body.key:
            continue
        if known.state.units[other.unit].side == unit.side:
            yield other


def hand_over(work: Work, command: HandOver) -> None:
    """The handler. That somebody stands there whom the sender may not know of is not told."""
    unit = active_unit(work, command.unit)
    body = body_of(work, unit, command.body)
    if body.down or body.place is None:
        raise illegal("status", name=body.name, status="unconscious or not placed")
    key = work.body_key(command.to)
    seen = seen_by_sender(work)
    if key not in seen.state.bodies:
        raise Refused("unknown", what=command.to)
    wanted = Wanted(command.item, "", command.count, command.source or "")
    found = passed(work, unit, body, work.state.bodies[key], wanted)
    if any(points > left(unit, pool) for pool, points in found.cost.items()):
        raise illegal("cost", need=cost_text(found.cost), left=cost_text({p: left(unit, p) for p in found.cost}))
    pay(work, unit.key, found.cost, ACTION)
    if found.cost:
        work.emit(Acted(unit=unit.key, action=ACTION))
    work.emit(
        HandedOver(
            unit=unit.key,
            body=body.key,
            to=key,
            thing=found.thing,
            gear=found.gear,
            to_gear=found.to_gear,
            cost=found.cost,
        )
    )


def _handed_over(s: AnyState, ev: HandedOver) -> AnyState:
    for key, gear in ((ev.body, ev.gear), (ev.to, ev.to_gear)):
        body = s.bodies.get(key)
        if body is not None:
            s = with_body(s, key, part=replace(body_part(body), gear=gear))
    return s


# --- who reads of it, and in which words ----------------------------------------------------------------


def _audience(before: AnyState, after: AnyState, rules: Rules, event: HandedOver) -> Audience:
    return GM_ONLY


def _less(before: AnyState, after: AnyState, rules: Rules, event: HandedOver, seat: str) -> Sequence[e.Event]:
    """What is seen of it: who gave or who got it, never what else they carry."""
    body, to = (seat in seats_that_know(after, rules, key) for key in (event.body, event.to))
    if not (body or to):
        return ()
    mine = body and after.units[event.unit].seat == seat
    thing = Thing("", event.thing.item, event.thing.count, name=event.thing.name)
    return (
        replace(
            event,
            unit=event.unit if body else "",
            body=event.body if body else "",
            to=event.to if to else "",
            thing=thing,
            gear=(),
            to_gear=(),
            cost=event.cost if mine else {},
        ),
    )


def _told(t: Telling, ev: HandedOver) -> LogLine:
    what = g.label(t.known.rules, ev.thing)
    if not ev.body:
        text = f"{name(t, ev.to)} is handed {what}"
    else:
        text = f"{name(t, ev.body)} hands {what} {f'to {name(t, ev.to)}' if ev.to else 'to somebody'}"
    text += f" ({cost_text(ev.cost)})" if ev.cost else ""
    record = {"kind": "gear", "actor": ev.unit, "action": ACTION, "cost": ev.cost,
              "moves": [{"item": ev.thing.item, "count": ev.thing.count, "from": g.HAND, "to": ev.to}]}  # fmt: skip
    return line("move", text, unit=of_unit(t, ev.unit), record=record, at=at(t, ev.body or ev.to))


COMMANDS: tuple[type[Command], ...] = (HandOver,)
EVENTS: tuple[type[e.Event], ...] = (HandedOver,)
HANDLERS: dict[type[Command], Handler] = {HandOver: hand_over}
APPLIERS: dict[type[e.Event], Applier] = {HandedOver: _handed_over}
AUDIENCE: dict[type[e.Event], Rule] = {HandedOver: _audience}
WEAKEN: dict[type[e.Event], Weaken] = {HandedOver: _less}
WORDS: dict[type[e.Event], Narrate] = {HandedOver: _told}
