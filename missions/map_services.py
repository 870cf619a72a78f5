"""Maps of a campaign: read, looked at, and kept. All or nothing: a map is one row (`prepare.build` copies it)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import Sum

from campaigns.library import services as library
from campaigns.models import Campaign, Member
from tactics.kernel.rules import Rules

from . import map_board, map_intake, map_words, stored
from .map_intake import Intake
from .maps import limited, limits, picture
from .maps.draft import Choices, Draft, Picture, Unreadable
from .models import Map

VERSION = 1
"""Of the readers: what a map notes of how it was read."""
MOST, BYTES = 200, 200_000_000
"""Maps of a campaign, and bytes of their pictures."""
BACKGROUND = "background"
"""Key of a Mission's background picture."""
DRAFT = "draft"


class Full(Exception):
    """The campaign has as many maps, or as large ones, as it may have."""


@dataclass
class Look:
    """What an upload holds, as it would be kept. why: the file cannot be read before something is chosen."""

    intake: Intake
    draft: Draft | None
    rules: Rules
    why: Unreadable | None = None

    @property
    def terrain(self) -> dict[str, str]:
        assert self.draft is not None
        return map_board.mapping(self.draft, self.rules, self.intake.terrain)

    @property
    def box(self) -> map_board.Box:
        assert self.draft is not None
        return self.intake.choices.crop or first_box(self.draft)


def first_box(draft: Draft) -> map_board.Box:
    """All of a map, or its left upper part where it is too large."""
    return (0, 0, min(draft.width, limits.BOARD), min(draft.height, limits.BOARD))


def first_sides(draft: Draft) -> dict[str, str]:
    """The first zone is where the heroes begin, the second where their foes do."""
    guess = dict(zip((zone.name for zone in draft.zones), ("heroes", "foes"), strict=False))
    return {zone.name: guess.get(zone.name, map_board.NO_ZONE) for zone in draft.zones}


def rules_for(campaign: Campaign) -> Rules:
    """As new Missions play them; what ships is published if nobody has done so."""
    return stored.rules_of(library.version_or_base(campaign).hash)


def background(found: Map) -> bytes:
    """The map's picture as a Mission takes it: cut to the cells of the board."""
    data, stored_map = bytes(found.picture), map_board.decode(found.body)
    if stored_map.lies is None:
        return data
    lies = stored_map.lies
    width, height = picture.size_of(data)
    on = Picture(width, height, lies.left, lies.top, lies.across, lies.down)
    return picture.cut(data, on, (0, 0, found.width, found.height))


def receive(campaign: Campaign, member: Member, files: Iterable[UploadedFile[Any]]) -> Intake:
    """Takes an upload in and reads it. Raises Unreadable; nothing of it stays then."""
    intake = map_intake.take(member, files)
    try:
        _read(intake)
    except Unreadable as problem:
        if problem.code != "tabs":  # the one thing that may be answered
            intake.drop()
            raise
    except BaseException:
        intake.drop()
        raise
    return intake


def look(campaign: Campaign, intake: Intake) -> Look:
    """The draft as it was read last."""
    try:
        draft = msgspec.msgpack.decode((intake.folder / DRAFT).read_bytes(), type=Draft)
    except OSError:
        return Look(intake, None, rules_for(campaign), Unreadable("tabs"))
    return Look(intake, draft, rules_for(campaign))


def choose(
    member: Member, intake: Intake, choices: Choices, terrain: dict[str, str], sides: dict[str, str]
) -> None:
    """Reads the upload again with other choices. Raises Unreadable; the former choices stay then."""
    before = intake.choices
    if choices != before or not (intake.folder / DRAFT).exists():
        intake.choices = choices
        try:
            _read(intake)
        except Unreadable:
            intake.choices = before
            raise
    intake.terrain, intake.sides = terrain, sides
    map_intake.save(intake, member)


def _read(intake: Intake) -> None:
    choices = intake.choices
    answer = limited.read(intake.paths, choices)
    assert answer.draft is not None
    if choices.crop is not None:
        map_board.check(answer.draft, choices.crop)
    (intake.folder / DRAFT).write_bytes(msgspec.msgpack.encode(answer.draft))
    intake.preview().write_bytes(answer.picture)


def keep(campaign: Campaign, intake: Intake, name: str) -> Map:
    """Makes the upload a map of the campaign. Raises Unreadable and Full; nothing is stored then."""
    found = look(campaign, intake)
    if found.draft is None:
        raise found.why or Unreadable("gone")
    draft, box = found.draft, found.box
    data = b""
    if draft.picture is not None and intake.choices.picture == "yes":
        # A map that is smaller than a board gets solid cells beside it, and ground on the picture.
        sheet = (box[0], box[1], max(box[2], limits.LEAST), max(box[3], limits.LEAST))
        data = limited.read(intake.paths, msgspec.structs.replace(intake.choices, crop=sheet), keep=True).picture
    made = map_board.make(
        draft,
        found.rules,
        name=name,
        terrain=found.terrain,
        sides=first_sides(draft) | intake.sides,
        box=box,
        picture=BACKGROUND if data else "",
    )
    origin = {
        "files": intake.names,
        "sha256": intake.digest(),
        "format": draft.format,
        "readers": VERSION,
        "choices": msgspec.to_builtins(intake.choices),
        "terrain": found.terrain,
        "report": [[sort, *words] for sort, words in map_words.by_sort(draft.lines)],
    }
    row = store(campaign, name, made, data, origin)
    intake.drop()
    return row


def store(
    campaign: Campaign, name: str, made: map_board.Stored, data: bytes = b"", origin: Mapping[str, Any] | None = None
) -> Map:
    """A new map of the campaign. data: its picture, cut to the board. Raises Full; nothing is stored then."""
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        taken = campaign.maps.aggregate(bytes=Sum("size"))["bytes"] or 0
        if campaign.maps.count() >= MOST or taken + len(data) > BYTES:
            raise Full
        return Map.objects.create(
            campaign=campaign,
            name=name,
            body=map_board.encode(made),
            width=made.board.width,
            height=made.board.height,
            picture=data,
            media_type=picture.MEDIA_TYPE if data else "",
            size=len(data),
            origin=json.dumps(origin or {}),
        )
