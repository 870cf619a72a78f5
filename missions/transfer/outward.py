"""A campaign becomes pieces of a file."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from campaigns.models import Campaign, Handout, Thread
from characters.models import Character, MobTemplate, Portrait
from missions.models import LogEntry, Map, Mission, Picture
from tactics.rulebook.models import Version

from . import box, shapes

TABLE = "campaign.json"
_RULES = re.compile(rb'"rules\\":\\"([0-9a-f]{64})\\"')
"""As an event of the log names them, within the JSON of its line."""
_encode = msgspec.json.Encoder(order="sorted").encode


def export(campaign: Campaign) -> bytes:
    """The campaign's file. Whoever may have it sees all that its GM sees."""
    return box.write(pieces(campaign))


def pieces(campaign: Campaign) -> dict[str, bytes]:
    """name -> bytes, in the order of the file."""
    found: dict[str, bytes] = {}
    missions = list(campaign.missions.select_related("rules").order_by("pk"))
    order = {mission.pk: at for at, mission in enumerate(missions)}
    mobs = list(campaign.mob_templates.select_related("portrait").order_by("pk"))
    maps, plans = list(campaign.maps.order_by("pk")), list(campaign.plans.order_by("pk"))
    names = numbered(mobs, maps, missions)
    table = shapes.Table(
        name=campaign.name,
        ruleset=campaign.ruleset,
        created=campaign.created,
        members=[
            shapes.Person(key=m.key, name=m.name, role=m.role, active=m.active, co_gm=m.co_gm)  # type: ignore[arg-type]
            for m in campaign.members.order_by("pk")
        ],
        characters=[
            _hero(one, order, found)
            for one in campaign.characters.select_related("member", "portrait").order_by("number")
        ],
        mobs=[
            shapes.Mob(
                name=m.name, count=m.count, sheet=m.sheet, about=m.about, portrait=_face(m.portrait, found),
                history=[
                    shapes.Change(
                        at=h.at, why=h.why, before=h.before, changes=h.changes,
                        by=h.by.key if h.by is not None else None,
                    )
                    for h in m.history.select_related("by").order_by("pk")
                ],
            )
            for m in mobs
        ],
        house=[shapes.Rule(kind=one.kind, key=one.key, body=one.body) for one in campaign.house.all()],
        maps=[_chart(one, found) for one in maps],
        missions=[_play(one, at, found, [plan.pk for plan in plans]) for at, one in enumerate(missions)],
        plans=[shapes.Draft(name=p.name, body=renamed(json.loads(p.body), names)) for p in plans],
        threads=[_talk(one) for one in campaign.threads.order_by("pk")],
        handouts=[_handout(one, found) for one in campaign.handouts.order_by("pk")],
        ready_heroes=campaign.ready_heroes,
    )
    return {TABLE: _encode(table), **found}


def numbered(mobs: Sequence[MobTemplate], maps: Sequence[Map], missions: Sequence[Mission]) -> dict[str, str]:
    """What plans call these things here, and what they call them in the file."""
    kinds = {"mob": mobs, "map": maps, "mission": missions}
    return {f"{kind}:{one.pk}": f"{kind}:{n}" for kind, found in kinds.items() for n, one in enumerate(found, 1)}


def renamed(body: Mapping[str, list[str]], names: Mapping[str, str]) -> dict[str, list[str]]:
    """What was typed into a plan, with other names for what it names."""
    return {field: [names.get(value, value) for value in values] for field, values in body.items()}


def _talk(thread: Thread) -> shapes.Talk:
    posts = [
        shapes.Post(
            member=m.member.key, key=m.key, at=m.at, voice=m.voice, text=m.text, roll=m.roll, whisper=m.whisper,
            struck=m.struck,
        )
        for m in thread.messages.select_related("member").order_by("pk")
    ]  # fmt: skip
    return shapes.Talk(
        title=thread.title, created=thread.created, stirred=thread.stirred, closed=thread.closed, posts=posts
    )


def _handout(one: Handout, found: dict[str, bytes]) -> shapes.Sheet:
    return shapes.Sheet(
        key=one.key,
        title=one.title,
        text=one.text,
        created=one.created,
        picture=_kept(bytes(one.picture), found) if one.has_picture else "",
        shown=[shapes.Told(to=each.to, at=each.at) for each in one.showings.order_by("at", "to")],
    )


def linked(before: str, line: bytes) -> str:
    """The link of a row in the chain that makes an edited, cut or reordered log show: SHA-256 of the one before and
    of the row."""
    return hashlib.sha256(before.encode() + line).hexdigest()


def line_of(row: LogEntry) -> bytes:
    return _encode(
        shapes.Line(
            seq=row.seq, seat=row.seat, role=row.role, key=row.key,
            command=row.command, now=row.now, events=row.events, answer=row.answer,
        )
    )  # fmt: skip


def chain(lines: Iterable[bytes]) -> str:
    """The link of the last row; of no row, 64 zeros."""
    last = "0" * 64
    for line in lines:
        last = linked(last, line)
    return last


def _face(portrait: Portrait | None, found: dict[str, bytes]) -> str:
    return _kept(bytes(portrait.data), found) if portrait is not None else ""


def _hero(one: Character, order: dict[int, int], found: dict[str, bytes]) -> shapes.Hero:
    return shapes.Hero(
        number=one.number,
        name=one.name,
        sheet=one.sheet,
        xp=one.xp,
        level=one.level,
        member=one.member.key if one.member is not None else None,
        about=one.about,
        free=one.free,
        portrait=_face(one.portrait, found),
        history=[
            shapes.Change(
                at=h.at, why=h.why, before=h.before, changes=h.changes, mission=order.get(h.mission or 0),
                by=h.by.key if h.by is not None else None,
            )
            for h in one.history.select_related("by").order_by("pk")
        ],
        ledger=[
            shapes.Gain(at=g.at, points=g.points, why=g.why, mission=order.get(g.mission or 0))
            for g in one.ledger.order_by("pk")
        ],
    )


def _chart(one: Map, found: dict[str, bytes]) -> shapes.Chart:
    return shapes.Chart(
        name=one.name,
        body=one.body,
        origin=one.origin,
        created=one.created,
        picture=_kept(bytes(one.picture), found) if one.size else "",
        media_type=one.media_type,  # type: ignore[arg-type]
    )


def _play(mission: Mission, at: int, found: dict[str, bytes], plans: Sequence[int]) -> shapes.Play:
    lines = [line_of(row) for row in mission.log.order_by("seq")]
    name = f"logs/{at + 1}.jsonl"
    found[name] = b"".join(line + b"\n" for line in lines)
    # A Mission may have gone on under other rules than it began with; its log names them.
    hashes = {mission.rules.hash, *(each.decode() for line in lines for each in _RULES.findall(line))}
    for version in Version.objects.filter(hash__in=hashes).order_by("hash"):
        found.setdefault(f"rules/{version.hash}.json", version.document.encode())
    return shapes.Play(
        name=mission.name,
        genesis=mission.genesis,
        rules=mission.rules.hash,
        created=mission.created,
        closed=mission.closed,
        plan=plans.index(mission.plan_id) if mission.plan_id in plans else None,
        log=name,
        chain=chain(lines),
        seats=[shapes.Chair(key=s.key, role=s.role) for s in mission.seats.order_by("pk")],  # type: ignore[arg-type]
        pictures=[_image(p, found) for p in mission.pictures.order_by("pk")],
    )


def _image(picture: Picture, found: dict[str, bytes]) -> shapes.Image:
    return shapes.Image(
        key=picture.key,
        kind=picture.kind,  # type: ignore[arg-type]
        picture=_kept(bytes(picture.data), found),
        media_type=picture.media_type,  # type: ignore[arg-type]
    )


def _kept(data: bytes, found: dict[str, bytes]) -> str:
    """The piece of a picture: named by its content, so that it is there once."""
    name = f"pictures/{hashlib.sha256(data).hexdigest()}"
    found[name] = data
    return name
