"""Edits of a map by several GMs at once: each is small, says what it knew, and is merged slot by slot.

Where two change the same slot the later one holds, and both are told.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from typing import Any

from django.core.cache import cache
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import Sum
from django.utils.translation import gettext as _
from msgspec.structs import replace

from campaigns.models import Campaign, Member
from tactics.kernel.rules import Rules
from tactics.kernel.state import Board

from . import map_board, map_intake, map_services, map_sheet, shelf
from .map_board import BOARD, Lies, Stored
from .maps import limited, picture
from .maps.draft import Choices, Unreadable
from .models import Map, MapEdit

KEPT = 500
"""Edits of a map that are kept for open pages; whoever knows less takes the whole map anew."""
HERE = 15
"""Seconds after which a page that has not asked is taken for closed."""
ODD = 0.05
"""So much may a cell's height differ from its width before it is kept square."""


class Gone(Exception):
    """The map was deleted meanwhile."""


def empty(
    campaign: Campaign, rules: Rules, *, name: str, width: int, height: int, ground: str, like: str = ""
) -> Map:
    """A new map of one kind of ground, or like one of the shelf, whose size it has then. Raises map_services.Full."""
    if like:
        made = shelf.stored(rules, like)
        made = replace(made, board=replace(made.board, name=name))
    else:
        letter = map_board.letters_of(rules)[ground]
        made = Stored(Board(BOARD, name, width, height, letter * (width * height), ((letter, ground),)))
    return map_services.store(campaign, name, made)


def whole(found: Map) -> dict[str, Any]:
    """All that an editor needs to show the map as it is now."""
    sheet = map_sheet.read(map_board.decode(found.body))
    about = {"rev": found.rev, "picture": found.size, "w": sheet.width, "h": sheet.height}
    return {**about, "all": map_sheet.everything(sheet)}


def since(found: Map, rev: int, tab: str) -> dict[str, Any]:
    """What others have changed after `rev`, or everything where that is not known any more."""
    if rev == found.rev:
        return {"rev": rev, "edits": []}
    edits = list(found.edits.filter(rev__gt=rev, rev__lte=found.rev))
    if not 0 <= rev < found.rev or len(edits) != found.rev - rev:
        return whole(found)
    return {"rev": found.rev, "edits": [_told(edit) for edit in edits if edit.tab != tab]}


def _told(edit: MapEdit) -> dict[str, Any]:
    return {"rev": edit.rev, "who": edit.who, "ops": json.loads(edit.ops), "over": json.loads(edit.over)}


def edit(found: Map, member: Member, *, tab: str, key: str, basis: int, ops: Any) -> dict[str, Any]:
    """Carries out one edit, once, and tells what others did since `basis`. Raises map_sheet.BadEdit and Gone; nothing
    was changed then.

    The answer's `over` lists the slots that others had changed meanwhile: who, and the places as operations have them.
    """
    with transaction.atomic():
        row = Map.objects.select_for_update().filter(pk=found.pk).defer("picture").first()
        if row is None:
            raise Gone
        again = row.edits.filter(tab=tab, key=key).first()
        if again is None:
            again = _append(row, member, tab, key, basis, ops)
    return {**since(row, basis, tab), "over": json.loads(again.over)}


def _append(row: Map, member: Member, tab: str, key: str, basis: int, given: Any) -> MapEdit:
    if basis < row.sized:
        raise map_sheet.BadEdit(_("the map has another size now"))
    rules = map_services.rules_for(row.campaign)
    sheet = map_sheet.read(map_board.decode(row.body))
    seats = row.campaign.members.filter(active=True).values_list("key", flat=True)
    ops = map_sheet.checked(sheet, given, rules.entries.get("terrain", {}), seats)
    map_sheet.apply(sheet, ops)
    row.body = map_board.encode(map_sheet.write(sheet, rules))
    row.rev += 1
    row.save(update_fields=["body", "rev"])
    over = _over(row, tab, basis, ops)
    made = MapEdit.objects.create(
        map=row, rev=row.rev, tab=tab, key=key, who=member.name, ops=json.dumps(ops), over=json.dumps(over)
    )
    row.edits.filter(rev__lte=row.rev - KEPT).delete()
    return made


def _over(row: Map, tab: str, basis: int, ops: list[list[Any]]) -> list[dict[str, Any]]:
    """Slots of these operations that others changed after `basis`, by who did so."""
    mine = map_sheet.touched(ops)
    found: dict[str, set[map_sheet.Slot]] = {}
    for edit in row.edits.filter(rev__gt=basis).exclude(tab=tab):
        both = mine & map_sheet.touched(json.loads(edit.ops))
        if both:
            found.setdefault(edit.who, set()).update(both)
    return [{"who": who, "slots": sorted(map(list, slots), key=str)[:20]} for who, slots in found.items()]


# --- who else is here -------------------------------------------------------------------------------


def here(found: Map, member: Member, tab: str) -> list[str]:
    """Notes that this page looks at the map; the names of others who do."""
    key, now = f"map-here-{found.pk}", time.time()
    known: dict[str, tuple[str, float]] = cache.get(key) or {}
    open_now = {t: (who, when) for t, (who, when) in known.items() if when > now - HERE}
    open_now[tab] = (member.name, now)
    cache.set(key, open_now, HERE * 4)
    return sorted(who for t, (who, _when) in open_now.items() if t != tab)


def leave(found: Map, tab: str) -> None:
    """The page was closed."""
    key = f"map-here-{found.pk}"
    known: dict[str, tuple[str, float]] = cache.get(key) or {}
    if known.pop(tab, None):
        cache.set(key, known, HERE * 4)


# --- the picture ------------------------------------------------------------------------------------


def lay(found: Map, member: Member, files: Iterable[UploadedFile[Any]]) -> None:
    """Puts a picture under the map, as wide as the board at first. Raises Unreadable and map_services.Full."""
    intake = map_intake.take(member, files)
    try:
        answer = limited.read(intake.paths, Choices(), whole=True)
        if not answer.picture or answer.draft is None or answer.draft.format != "image":
            raise Unreadable("no_picture")
    finally:
        intake.drop()
    _keep_picture(found, answer.picture)


def take_away(found: Map) -> None:
    """The map has no picture any more."""
    _keep_picture(found, b"")


def _keep_picture(found: Map, data: bytes) -> None:
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().get(pk=found.campaign_id)
        others = campaign.maps.exclude(pk=found.pk).aggregate(bytes=Sum("size"))["bytes"] or 0
        if others + len(data) > map_services.BYTES:
            raise map_services.Full
        row = Map.objects.select_for_update().get(pk=found.pk)
        stored = map_board.decode(row.body)
        board = replace(stored.board, picture=map_services.BACKGROUND if data else "")
        row.body = map_board.encode(replace(stored, board=board, lies=_first_lies(board, data) if data else None))
        row.picture, row.size, row.media_type = data, len(data), picture.MEDIA_TYPE if data else ""
        row.rev += 1  # without an edit of that number: every open page takes the whole map anew
        row.save(update_fields=["body", "picture", "size", "media_type", "rev"])


def _first_lies(board: Board, data: bytes) -> Lies:
    """The picture over the whole width; square cells unless it has nearly the shape of the board."""
    width, height = picture.size_of(data)
    across, down = max(2.0, width / board.width), max(2.0, height / board.height)
    return Lies(0.0, 0.0, across, down if abs(down / across - 1) < ODD else across)
