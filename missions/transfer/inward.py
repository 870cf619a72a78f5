"""Pieces of a file become a campaign: everything is checked before the first row is written, and all is written in one
transaction.

A log is checked by its chain and by folding it, so that a Mission that cannot be opened never comes in. What no check
can tell is whether the file's author made it up: a chain is as easily made as a log. Only a file that this very site
signed is known to be what it wrote (`Checked.ours`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from campaigns import services as seating
from campaigns.handouts import services as handouts
from campaigns.handouts.handed import ALL, PUBLIC
from campaigns.library.models import HouseEntry
from campaigns.models import RESERVED_KEYS, Campaign, Handout, Member, Message, Thread, User
from characters.models import Character, MobEntry, MobTemplate, Portrait, SheetEntry, XpEntry
from missions import adopting, map_board, stored
from missions.maps.picture import is_picture
from missions.models import Adoption, LogEntry, Map, Mission, MissionState, Picture, Plan, Seat
from tactics import rulesets
from tactics.effects import kinds
from tactics.effects.rules import DataError, parse
from tactics.kernel import log
from tactics.kernel.codec import codec
from tactics.kernel.engine import apply
from tactics.kernel.ruleset import Ruleset
from tactics.kernel.state import AnyState
from tactics.rulebook.models import Version
from tactics.rulebook.services import publish_document

from . import box, shapes
from .box import Unusable
from .outward import TABLE, chain, numbered, renamed

WRITTEN = "image/webp"
"""As portraits and handouts are written here."""

MOST_SHEET = 100_000
"""Characters of a sheet's JSON."""
T = TypeVar("T")


@dataclass(frozen=True)
class Checked:
    """A file that may come in. states: each Mission's present state; ours: written by this site and not changed."""

    table: shapes.Table
    pieces: dict[str, bytes]
    rules: dict[str, Any]
    lines: tuple[tuple[shapes.Line, ...], ...]
    states: tuple[AnyState, ...]
    ours: bool


def read(data: bytes) -> Checked:
    """Checks a file whole. Raises Unusable with the first thing that is wrong."""
    pieces, ours = box.read(data)
    table = _decoded(pieces.get(TABLE), shapes.Table, TABLE)
    if table.ruleset not in rulesets.RULESETS:
        raise Unusable(_("This site does not have the ruleset “%(name)s”.") % {"name": table.ruleset})
    code = rulesets.get(table.ruleset)
    _people(table)
    sheets = [(one.name, one.sheet) for one in table.characters] + [(one.name, one.sheet) for one in table.mobs]
    for name, sheet in sheets:
        if len(json.dumps(sheet)) > MOST_SHEET:
            raise Unusable(_("The sheet of %(name)s is too large.") % {"name": name})
    for name in [*_face_names(table), *(one.picture for one in table.handouts if one.picture)]:
        _picture(pieces, name, WRITTEN)
    _house(table)
    for number, chart in enumerate(table.maps, 1):
        try:
            map_board.decode(chart.body)
            json.loads(chart.origin)
        except ValueError as problem:
            raise Unusable(_("The map %(n)s cannot be read.") % {"n": number}) from problem
        _picture(pieces, chart.picture, chart.media_type)
    rules = _rules(pieces, table)
    lines, states = [], []
    for play in table.missions:
        for image in play.pictures:
            _picture(pieces, image.picture, image.media_type)
        rows, state = _log(code, rules, pieces, play)
        lines.append(rows)
        states.append(state)
    return Checked(table, pieces, rules, tuple(lines), tuple(states), ours)


def bring_in(checked: Checked, owner: User) -> Campaign:
    """The campaign, led by `owner`, who takes the file's first GM; its other seats are nobody's until their links are
    made. Raises Unusable if it cannot be stored; nothing is then."""
    try:
        with transaction.atomic():
            return _stored(checked, owner)
    except (IntegrityError, DataError) as problem:
        raise Unusable(_("Two parts of the file contradict each other; nothing was brought in.")) from problem


# --- checks ---------------------------------------------------------------------------------------------


def _decoded(data: bytes | None, wanted: type[T], name: str, where: str = "") -> T:
    if data is None:
        raise Unusable(_("The part “%(name)s” is missing.") % {"name": name})
    try:
        found = msgspec.json.decode(data, type=wanted)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        # The reason names fields of our own format, and quotes nothing.
        raise Unusable(_("“%(name)s”%(where)s: %(why)s") % {"name": name, "where": where, "why": problem}) from problem
    if b"\\u0000" in data:
        words = {"name": name, "where": where}
        raise Unusable(_("“%(name)s”%(where)s holds a character that cannot be stored.") % words)
    return found


def _once(names: Iterable[Any], what: str) -> None:
    seen = set()
    for name in names:
        if name in seen:
            raise Unusable(_("%(what)s “%(name)s” is there twice.") % {"what": what, "name": name})
        seen.add(name)


def _people(table: shapes.Table) -> None:
    keys = {person.key for person in table.members}
    _once((person.key for person in table.members), _("The seat"))
    _once((hero.number for hero in table.characters), _("The character"))
    for person in table.members:
        if person.key in RESERVED_KEYS and not (person.key == person.role == "gm"):
            raise Unusable(_("The seat “%(name)s” has a name that the table itself uses.") % {"name": person.key})
    for key in {post.member for thread in table.threads for post in thread.posts} - keys:
        raise Unusable(_("A post is by “%(name)s”, who has no seat.") % {"name": key})
    _once((one.key for one in table.handouts), _("The handout"))
    for one in table.handouts:
        _once((each.to for each in one.shown), _("A handout’s reader"))
        if not {each.to for each in one.shown} <= keys | {ALL, PUBLIC}:
            raise Unusable(_("“%(name)s” is shown to somebody who has no seat.") % {"name": one.title})
    for play in table.missions:
        if play.plan is not None and play.plan >= len(table.plans):
            raise Unusable(_("The Mission “%(name)s” has a plan that is not there.") % {"name": play.name})
    for mob in table.mobs:
        if any(line.by is not None and line.by not in keys for line in mob.history):
            raise Unusable(_("%(name)s belongs to a seat that is not there.") % {"name": mob.name})
    for hero in table.characters:
        if hero.member is not None and hero.member not in keys:
            raise Unusable(_("%(name)s belongs to a seat that is not there.") % {"name": hero.name})
        if any(line.by is not None and line.by not in keys for line in hero.history):
            raise Unusable(_("%(name)s belongs to a seat that is not there.") % {"name": hero.name})
        for mission in [line.mission for line in hero.history] + [line.mission for line in hero.ledger]:
            if mission is not None and mission >= len(table.missions):
                raise Unusable(_("%(name)s has a line from a Mission that is not there.") % {"name": hero.name})


def _picture(pieces: dict[str, bytes], name: str, media_type: str) -> None:
    if not name and not media_type:
        return
    data = pieces.get(name)
    if data is None or not media_type or not is_picture(data):
        raise Unusable(_("A picture is missing, or is none."))


def _house(table: shapes.Table) -> None:
    """House rules must be readable; whether they fit this release is said by the library."""
    _once(((rule.kind, rule.key) for rule in table.house), _("The house rule"))
    known = kinds.of(table.ruleset).types
    for rule in table.house:
        try:
            fine = rule.kind in known and (not rule.body or isinstance(json.loads(rule.body), dict))
        except (ValueError, RecursionError):
            fine = False
        if not fine:
            raise Unusable(_("The house rule “%(name)s” cannot be read.") % {"name": rule.key})


def _rules(pieces: dict[str, bytes], table: shapes.Table) -> dict[str, Any]:
    """Hash -> document of the rules that are in the file."""
    found = {}
    for name, data in pieces.items():
        if not name.startswith("rules/"):
            continue
        document = _decoded(data, dict[str, Any], name)
        hash = name.removeprefix("rules/").removesuffix(".json")
        try:
            parsed = parse(document)
        except DataError as problem:
            raise Unusable(_("These rules do not fit this release: %(why)s") % {"why": problem}) from problem
        if parsed.hash != hash or parsed.ruleset != table.ruleset:
            raise Unusable(_("The part “%(name)s” was changed.") % {"name": name})
        found[hash] = document
    return found


def _log(
    code: Ruleset, rules: dict[str, Any], pieces: dict[str, bytes], play: shapes.Play
) -> tuple[tuple[shapes.Line, ...], AnyState]:
    """A Mission's rows and the state to which they lead."""
    data = pieces.get(play.log)
    if data is None or play.rules not in rules:
        raise Unusable(_("Of the Mission “%(name)s” the log or the rules are missing.") % {"name": play.name})
    texts = data.splitlines()
    rows = tuple(
        _decoded(text, shapes.Line, play.log, _(", row %(n)s") % {"n": n}) for n, text in enumerate(texts, 1)
    )
    if chain(texts) != play.chain:
        raise Unusable(_("The log of the Mission “%(name)s” was changed, cut or reordered.") % {"name": play.name})
    _once(((row.seat, row.key) for row in rows), _("The command"))
    at = 0
    try:
        entries = []
        for at, row in enumerate(rows, 1):
            if row.seq != at:
                raise ValueError(f"number {row.seq}")
            entries.append(_entry(code, row))
        at = 0
        state = codec(code).state(play.genesis)
        if state.ruleset != code.name or state.rules != play.rules or state.seq:
            raise ValueError("beginning")
        for entry, events in log.live(entries):
            at = entry.seq
            for event in events:
                state = apply(code, state, event)
        state = msgspec.structs.replace(state, seq=len(rows))
        codec(code).state(stored.text_of(state))
        if not {state.rules, *adopting.named(row.events for row in rows)} <= rules.keys():
            raise ValueError("rules")
    # Facts that no engine wrote may break any of its assumptions; each means the same here.
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError, ArithmeticError, RecursionError) as bad:
        words = {"name": play.name, "n": at}
        raise Unusable(_("The log of the Mission “%(name)s” breaks off at row %(n)s.") % words) from bad
    return rows, state


def _entry(code: Ruleset, row: shapes.Line) -> log.Entry:
    made = codec(code)
    return log.Entry(
        row.seq, row.seat, row.role, row.key, made.command(row.command), row.now, tuple(made.events(row.events))
    )


# --- rows -------------------------------------------------------------------------------------------------


def _stored(checked: Checked, owner: User) -> Campaign:
    table = checked.table
    campaign = Campaign.objects.create(name=table.name, ruleset=table.ruleset, ready_heroes=table.ready_heroes)
    Campaign.objects.filter(pk=campaign.pk).update(created=table.created)
    campaign.refresh_from_db()
    members = _seats(campaign, table.members, owner)
    versions = {hash: publish_document(document) for hash, document in checked.rules.items()}
    plans = [Plan.objects.create(campaign=campaign, name=draft.name, body="{}") for draft in table.plans]
    missions = [
        _mission(campaign, checked, number, members, versions, plans) for number in range(len(table.missions))
    ]
    faces = _faces(campaign, checked)
    for hero in table.characters:
        _hero(campaign, hero, members, missions, faces)
    mobs = [
        MobTemplate.objects.create(
            campaign=campaign, name=m.name, count=m.count, sheet=m.sheet, about=m.about, portrait=faces.get(m.portrait)
        )
        for m in table.mobs
    ]
    for template, given in zip(mobs, table.mobs, strict=True):
        for line in given.history:
            change = MobEntry.objects.create(
                mob=template, why=line.why, before=line.before, changes=line.changes,
                by=members[line.by] if line.by is not None else None,
            )  # fmt: skip
            MobEntry.objects.filter(pk=change.pk).update(at=line.at)
    HouseEntry.objects.bulk_create(
        HouseEntry(campaign=campaign, kind=rule.kind, key=rule.key, body=rule.body) for rule in table.house
    )
    maps = _maps(campaign, checked)
    names = {there: here for here, there in numbered(mobs, maps, missions).items()}
    for plan, draft in zip(plans, table.plans, strict=True):
        plan.body = json.dumps(renamed(draft.body, names))
        plan.save(update_fields=["body"])
    for talk in table.threads:
        _thread(campaign, talk, members)
    for sheet in table.handouts:
        _handout(campaign, sheet, checked.pieces)
    return campaign


def _handout(campaign: Campaign, sheet: shapes.Sheet, pieces: dict[str, bytes]) -> None:
    made = handouts.bring_in(
        campaign, key=sheet.key, title=sheet.title, text=sheet.text,
        picture=pieces[sheet.picture] if sheet.picture else b"", shown=[(each.to, each.at) for each in sheet.shown],
    )  # fmt: skip
    Handout.objects.filter(pk=made.pk).update(created=sheet.created)


def _thread(campaign: Campaign, talk: shapes.Talk, members: dict[str, Member]) -> None:
    made = Thread.objects.create(campaign=campaign, title=talk.title, closed=talk.closed)
    Thread.objects.filter(pk=made.pk).update(created=talk.created, stirred=talk.stirred)
    for post in talk.posts:
        said = Message.objects.create(
            thread=made, member=members[post.member], key=post.key, voice=post.voice, text=post.text,
            roll=post.roll, whisper=post.whisper, struck=post.struck,
        )  # fmt: skip
        Message.objects.filter(pk=said.pk).update(at=post.at)


def _maps(campaign: Campaign, checked: Checked) -> list[Map]:
    found = []
    for chart in checked.table.maps:
        board = map_board.decode(chart.body).board
        data = checked.pieces[chart.picture] if chart.picture else b""
        made = Map.objects.create(
            campaign=campaign, name=chart.name, body=chart.body, width=board.width, height=board.height,
            picture=data, media_type=chart.media_type, size=len(data), origin=chart.origin,
        )  # fmt: skip
        Map.objects.filter(pk=made.pk).update(created=chart.created)
        found.append(made)
    return found


def _seats(campaign: Campaign, people: Sequence[shapes.Person], owner: User) -> dict[str, Member]:
    led = next((p.key for p in people if p.role == "gm" and p.active and not p.co_gm), None)
    members = {
        p.key: Member.objects.create(
            campaign=campaign, user=owner if p.key == led else None,
            key=p.key, name=p.name, role=p.role, active=p.active, co_gm=p.co_gm,
        )
        for p in people
    }
    if led is None:
        made = seating.add_member(campaign, user=owner, role="gm")
        members[made.key] = made
    return members


def _mission(
    campaign: Campaign,
    checked: Checked,
    number: int,
    members: dict[str, Member],
    versions: dict[str, Version],
    plans: Sequence[Plan],
) -> Mission:
    play, code = checked.table.missions[number], rulesets.get(campaign.ruleset)
    mission = Mission.objects.create(
        campaign=campaign, name=play.name, ruleset=campaign.ruleset, rules=versions[play.rules],
        genesis=play.genesis, closed=play.closed, plan=plans[play.plan] if play.plan is not None else None,
    )  # fmt: skip
    Mission.objects.filter(pk=mission.pk).update(created=play.created)
    Seat.objects.bulk_create(
        Seat(mission=mission, key=chair.key, role=chair.role, member=members.get(chair.key)) for chair in play.seats
    )
    LogEntry.objects.bulk_create(
        (
            LogEntry(
                mission=mission, seq=row.seq, seat=row.seat, role=row.role, key=row.key, command=row.command,
                body_hash=stored.body_hash(codec(code).command(row.command)), now=row.now, events=row.events,
                answer=row.answer,
            )
            for row in checked.lines[number]
        ),
        batch_size=200,
    )  # fmt: skip
    Adoption.objects.bulk_create(
        Adoption(mission=mission, version=versions[hash])
        for hash in adopting.named(row.events for row in checked.lines[number])
    )
    for image in play.pictures:
        data = checked.pieces[image.picture]
        Picture.objects.create(
            mission=mission, key=image.key, kind=image.kind, media_type=image.media_type, data=data
        )
    row = MissionState(mission=mission)
    stored.write_state(row, mission, checked.states[number])
    row.save(force_insert=True)
    return mission


def _face_names(table: shapes.Table) -> list[str]:
    names = {hero.portrait for hero in table.characters} | {mob.portrait for mob in table.mobs}
    return sorted(names - {""})


def _faces(campaign: Campaign, checked: Checked) -> dict[str, Portrait]:
    """The portraits by the name of their piece."""
    return {
        name: Portrait.objects.create(
            campaign=campaign, digest=hashlib.sha256(checked.pieces[name]).hexdigest(), media_type=WRITTEN,
            data=checked.pieces[name],
        )
        for name in _face_names(checked.table)
    }  # fmt: skip


def _hero(
    campaign: Campaign,
    hero: shapes.Hero,
    members: dict[str, Member],
    missions: Sequence[Mission],
    faces: dict[str, Portrait],
) -> None:
    made = Character.objects.create(
        campaign=campaign, number=hero.number, name=hero.name, sheet=hero.sheet, xp=hero.xp,
        level=int(hero.sheet.get("level") or hero.level),  # files of older releases knew two
        member=members[hero.member] if hero.member is not None else None,
        about=hero.about, free=hero.free, portrait=faces.get(hero.portrait),
    )  # fmt: skip

    def pk(order: int | None) -> int | None:
        return missions[order].pk if order is not None else None

    for line in hero.history:
        change = SheetEntry.objects.create(
            character=made, mission=pk(line.mission), why=line.why, before=line.before, changes=line.changes,
            by=members[line.by] if line.by is not None else None,
        )  # fmt: skip
        SheetEntry.objects.filter(pk=change.pk).update(at=line.at)
    for gain in hero.ledger:
        earned = XpEntry.objects.create(character=made, mission=pk(gain.mission), points=gain.points, why=gain.why)
        XpEntry.objects.filter(pk=earned.pk).update(at=gain.at)
