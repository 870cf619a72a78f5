"""The GM gives, takes and changes things in place, for any body and on any cell: no price, no limits but that hands
hold what fits them; recorded, publicly or in secret, and undone by a rewind.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from tactics.board import cells
from tactics.kernel import events as e
from tactics.kernel.appliers import with_body
from tactics.kernel.commands import At, Command, Key, Text
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import GM_ONLY, Applier, Audience, Handler, Narrate, Telling
from tactics.kernel.state import EVERYONE, AnyBody, AnyState, first_board
from tactics.kernel.view import LogLine
from tactics.mission.audience import Rule
from tactics.tempus import gear as g
from tactics.tempus.arrange import Wanted, arranged, lying
from tactics.tempus.ground import with_ground
from tactics.tempus.outfit import put
from tactics.tempus.parts import Hand, Lying, Thing, body_part, mission_part
from tactics.tempus.words import at, line, name

Count = Annotated[int, Meta(ge=1, le=99)]
Name = Annotated[str, Meta(max_length=60)]


class Gift(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """So many of an item, to `pack`, `hand`, `worn` or the ground (with `at` of the command: on that cell)."""

    item: Key
    count: Count = 1
    to: Key = g.PACK
    name: Name = ""
    text: Text = ""
    hidden: bool = False


class Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """So many of a thing that a body carries, or of what lies on the cell."""

    thing: Key
    count: Count = 1


class Edit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What becomes of a thing: another name, text, number or place."""

    thing: Key
    count: Count | None = None
    name: Name | None = None
    text: Text | None = None
    unclear: bool | None = None
    to: Key | None = None


class HandOut(Command, frozen=True, tag="hand_out"):
    """Exactly one of give, take, change, hands and pack_slots; for a `body`, or, of give and take, on the cell `at`.

    pack_slots: -1 for those that most have. hands: None of them means those that most have.
    """

    body: Key | None = None
    at: At | None = None
    board: Key | None = None
    give: Gift | None = None
    take: Part | None = None
    change: Edit | None = None
    hands: Annotated[list[Hand], Meta(max_length=12)] | None = None
    pack_slots: Annotated[int, Meta(ge=-1, le=99)] | None = None
    reason: Text = ""
    secret: bool = False


class HandedOut(e.Event, frozen=True, tag=True):
    """The GM has changed what a body carries or has, as a whole, or what lies on the ground. what: in words."""

    what: str
    body: str = ""
    gear: tuple[Thing, ...] = ()
    hands: tuple[Hand, ...] | None = None
    pack_slots: int | None = None
    dropped: tuple[Lying, ...] = ()
    taken: tuple[Lying, ...] = ()
    reason: str = ""
    secret: bool = False


def hand_out(work: Work, command: HandOut) -> None:
    """The handler."""
    if not work.by.is_gm:
        raise Refused("not_allowed")
    names = ("give", "take", "change", "hands", "pack_slots")
    given = [x for x in names if getattr(command, x) is not None]
    if len(given) != 1:
        raise bad_field("hand_out", f"give exactly one of {', '.join(names)}")
    if command.body is None:
        _on_a_cell(work, command)
        return
    body = work.state.bodies[work.body_key(command.body)]
    own = body_part(body)
    event = HandedOut("", body.key, own.gear, own.hands, own.pack_slots, reason=command.reason, secret=command.secret)
    if command.give is not None:
        event = _given(work, body, command.give, event)
    elif command.take is not None:
        event = _taken(work, body, command.take, event)
    elif command.change is not None:
        event = _changed(work, body, command.change, event)
    elif command.hands is not None:
        if len({h.key for h in command.hands}) < len(command.hands):
            raise bad_field("hands", "each with a name of its own")
        event = replace(event, hands=tuple(command.hands) or None, what="hands of another make")
    else:
        slots = command.pack_slots if command.pack_slots is not None and command.pack_slots >= 0 else None
        event = replace(event, pack_slots=slots, what=f"a Pack of {slots if slots is not None else 'the usual'} slots")
    after = replace(body, part=replace(own, gear=event.gear, hands=event.hands, pack_slots=event.pack_slots))
    if g.grip(work, g.hands(work, after), event.gear) is None:
        raise illegal("hands")
    work.emit(event)


def _given(work: Work, body: AnyBody, gift: Gift, event: HandedOut) -> HandedOut:
    """New things: put where they shall be; the Pack may be over-full by it."""
    things = put(work, list(event.gear), _new(work, gift))
    fresh = {t.key: t for t in things if t not in event.gear}
    what = f"{g.label(work.rules, _new(work, gift))} to {gift.to}"
    if gift.to == g.GROUND:
        return replace(event, dropped=(lying(body, _new(work, gift)),), what=what)
    if gift.to != g.PACK:
        holder = replace(body, part=replace(body_part(body), gear=tuple(things)))
        wanted = [Wanted(key, gift.to, gift.count if t.count > 1 else 1, g.PACK) for key, t in fresh.items()]
        if not wanted:
            raise illegal("nothing")
        things = list(arranged(work, holder, (), wanted).gear)
    return replace(event, gear=tuple(things), what=what)


def _new(work: Work, gift: Gift) -> Thing:
    if not g.exists(work.rules, gift.item):
        raise Refused("unknown", what=gift.item)
    return Thing("", gift.item, gift.count, name=gift.name.strip(), text=gift.text)


def _find(body: AnyBody, key: str) -> Thing:
    for thing in body_part(body).gear:
        if thing.key == key:
            return thing
    raise Refused("unknown", what=key)


def _taken(work: Work, body: AnyBody, part: Part, event: HandedOut) -> HandedOut:
    thing = _find(body, part.thing)
    rest = max(0, thing.count - part.count)
    if not rest and any(t.where == g.WORN and t.at == thing.key for t in event.gear):
        raise illegal("holds")
    gear = tuple(replace(t, count=rest) if t.key == thing.key else t for t in event.gear if t.key != thing.key or rest)
    return replace(event, gear=gear, what=f"{g.label(work.rules, replace(thing, count=part.count))} taken away")


def _changed(work: Work, body: AnyBody, edit: Edit, event: HandedOut) -> HandedOut:
    old = _find(body, edit.thing)
    given = {"count": edit.count, "name": edit.name, "text": edit.text, "unclear": edit.unclear}
    new = replace(old, **{field: value for field, value in given.items() if value is not None})
    if edit.count is not None and edit.count > 1 and not g.kind(work.rules, old.item).stackable:
        raise bad_field("count", "it does not stack: give another one")
    event = replace(event, gear=tuple(new if t.key == old.key else t for t in event.gear))
    if edit.to == g.PACK:  # also into a full one
        event = replace(event, gear=tuple(replace(t, where=g.PACK, at="") if t == new else t for t in event.gear))
    elif edit.to is not None:
        holder = replace(body, part=replace(body_part(body), gear=event.gear))
        moved = arranged(work, holder, (), [Wanted(new.key, edit.to, new.count)])
        event = replace(event, gear=moved.gear, dropped=moved.dropped)
    elif new == old:
        raise illegal("nothing")
    return replace(event, what=f"{g.label(work.rules, new)} changed")


def _on_a_cell(work: Work, command: HandOut) -> None:
    """Things put on the ground, or taken from it."""
    board = work.state.boards.get(command.board or first_board(work.state))
    if command.at is None or (command.give is None and command.take is None):
        raise bad_field("body", "say whose things, or on which cell")
    if board is None or not (command.at[0] < board.width and command.at[1] < board.height):
        raise Refused("unknown", what="cell")
    x, y = command.at
    event = HandedOut("", reason=command.reason, secret=command.secret)
    where = cells.name((x, y))
    if command.give is not None:
        new = _new(work, command.give)
        hidden = (EVERYONE,) if command.give.hidden else ()
        thing = Lying(board.key, x, y, new.item, new.count, new.name, new.text, hidden_from=hidden)
        secret = command.secret or bool(hidden)
        event = replace(event, dropped=(thing,), what=f"{g.label(work.rules, new)} on {where}", secret=secret)
    elif command.take is not None:
        here = [t for t in mission_part(work.state).ground if (t.board, t.x, t.y) == (board.key, x, y)]
        found = next((t for t in here if t.item == command.take.thing and t.count >= command.take.count), None)
        if found is None:
            raise Refused("unknown", what=command.take.thing)
        gone = replace(found, count=command.take.count)
        event = replace(event, taken=(gone,), what=f"{g.label(work.rules, gone)} taken from {where}")
    work.emit(event)


def _applied(s: AnyState, ev: HandedOut) -> AnyState:
    body = s.bodies.get(ev.body)
    if body is not None:
        own = replace(body_part(body), gear=ev.gear, hands=ev.hands, pack_slots=ev.pack_slots)
        s = with_body(s, ev.body, part=own)
    return with_ground(s, ev.taken, ev.dropped)


def _holder(before: AnyState, after: AnyState, rules: object, event: HandedOut) -> Audience:
    """The seat whose things they are; what lies on a cell is seen there."""
    body = after.bodies.get(event.body)
    if event.secret or body is None:
        return GM_ONLY
    return Audience(frozenset({after.units[body.unit].seat}))


def _words(t: Telling, ev: HandedOut) -> LogLine:
    who = f"{name(t, ev.body)}: " if ev.body else ""
    reason = f" ({ev.reason})" if ev.reason else ""
    return line("gm", f"GM: {who}{ev.what}{reason}", secret=ev.secret, at=at(t, ev.body))


COMMANDS: tuple[type[Command], ...] = (HandOut,)
EVENTS: tuple[type[e.Event], ...] = (HandedOut,)
HANDLERS: dict[type[Command], Handler] = {HandOut: hand_out}
APPLIERS: dict[type[e.Event], Applier] = {HandedOut: _applied}
AUDIENCE: dict[type[e.Event], Rule] = {HandedOut: _holder}
WORDS: dict[type[e.Event], Narrate] = {HandedOut: _words}
