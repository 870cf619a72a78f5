"""Another size of a map: cells are added or cut off at its four sides, by several GMs at once as any edit, and undone.

What a cut takes away is told before, and kept with it: an undo puts the size back and what was cut off, and leaves all
that was drawn since. An edit that was made before another size came is refused, for its places mean other cells now.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

from . import map_board, map_services, map_sheet
from .map_board import Lies
from .map_edits import Gone
from .map_sheet import Area, BadEdit, Sheet
from .maps import limits, picture
from .models import Map, MapSize

KEPT = 20
"""Changes of size of a map that can be undone."""
Sides = tuple[int, int, int, int]
"""Cells added at the left, top, right and bottom; cut off where it is less than 0."""


def checked(sheet: Sheet, given: Any) -> Sides:
    """The sides of a browser. Raises BadEdit where the map would be too small or too large."""
    if not isinstance(given, list) or len(given) != 4 or not all(type(n) is int for n in given):
        raise BadEdit("give four whole numbers")
    left, top, right, bottom = given
    least, most = limits.LEAST, limits.BOARD
    size = (sheet.width + left + right, sheet.height + top + bottom)
    if not all(least <= n <= most for n in size):
        raise BadEdit(
            _("%(w)s by %(h)s: a map has %(least)s to %(most)s cells a side")
            % {"w": size[0], "h": size[1], "least": least, "most": most}
        )
    if max(-left, -right) >= sheet.width or max(-top, -bottom) >= sheet.height:
        raise BadEdit(_("nothing would be left of it"))
    return (left, top, right, bottom)


def moved(sheet: Sheet, sides: Sides, ground: str) -> Sheet:
    """The sheet with these sides; new cells are of `ground`. What is cut off is not in it."""
    left, top, right, bottom = sides
    width, height = sheet.width + left + right, sheet.height + top + bottom

    def cell(number: int) -> int | None:
        x, y = sheet.cell(number)
        x, y = x + left, y + top
        return y * width + x if 0 <= x < width and 0 <= y < height else None

    def edge(number: int) -> int | None:
        at, (bx, by) = cell(number // 2), sheet.sides(number)[1]
        return at * 2 + number % 2 if at is not None and bx + left < width and by + top < height else None

    def all_of(held: dict[int, str], where: Callable[[int], int | None]) -> dict[int, str]:
        pairs = ((where(number), value) for number, value in held.items())
        return {at: value for at, value in pairs if at is not None}

    made = Sheet(
        before=sheet.before,
        width=width,
        height=height,
        terrain=[ground] * (width * height),
        levels=[0] * (width * height),
        edges=all_of(sheet.edges, edge),
        zones={
            key: Area(area.name, area.side, area.seat, {at for n in area.cells if (at := cell(n)) is not None})
            for key, area in sheet.zones.items()
        },
        starts=all_of(sheet.starts, cell),
        notes=all_of(sheet.notes, cell),
        words=sheet.words,
        shown={at for n in sheet.shown if (at := cell(n)) is not None},
        fog=sheet.fog,
        lies=sheet.lies,
    )
    for number, kind in enumerate(sheet.terrain):
        at = cell(number)
        if at is not None:
            made.terrain[at], made.levels[at] = kind, sheet.levels[number]
    if sheet.lies is not None:
        lies = sheet.lies
        made.lies = Lies(lies.left - left * lies.across, lies.top - top * lies.down, lies.across, lies.down)
    return made


def put_back(sheet: Sheet, before: Sheet, cut: Sides) -> None:
    """What `cut` took from `before`, into a sheet that has the old size again."""
    left, top, right, bottom = (max(0, -n) for n in cut)

    def gone(number: int) -> bool:
        x, y = before.cell(number)
        return x < left or y < top or x >= before.width - right or y >= before.height - bottom

    for number in filter(gone, range(len(before.terrain))):
        sheet.terrain[number], sheet.levels[number] = before.terrain[number], before.levels[number]
        if number in before.shown:
            sheet.shown.add(number)
    for number, what in before.edges.items():
        beyond = before.sides(number)[1]
        if gone(number // 2) or gone(beyond[1] * before.width + beyond[0]):
            sheet.edges[number] = what
    for held, was in ((sheet.starts, before.starts), (sheet.notes, before.notes)):
        held.update({number: words for number, words in was.items() if gone(number)})
    for key, area in before.zones.items():
        if key in sheet.zones:
            sheet.zones[key].cells |= set(filter(gone, area.cells))


def lost(sheet: Sheet, sides: Sides, ground: str) -> list[str]:
    """What would be cut off, in words; empty for nothing that anybody drew."""
    after = moved(sheet, sides, ground)
    drawn = sum(kind != ground for kind in sheet.terrain) - sum(kind != ground for kind in after.terrain)
    zones = sum(len(sheet.zones[key].cells) - len(area.cells) for key, area in after.zones.items())
    heights = sum(map(bool, sheet.levels)) - sum(map(bool, after.levels))
    counts = [
        (drawn, ngettext("%(n)s cell of ground that is drawn", "%(n)s cells of ground that is drawn", drawn)),
        (heights, ngettext("%(n)s height", "%(n)s heights", heights)),
    ]
    for was, now, one, many in (
        (sheet.edges, after.edges, "%(n)s wall or door", "%(n)s walls and doors"),
        (sheet.starts, after.starts, "%(n)s starting place", "%(n)s starting places"),
        (sheet.notes, after.notes, "%(n)s note", "%(n)s notes"),
    ):
        n = len(was) - len(now)
        counts.append((n, ngettext(one, many, n)))
    counts.append((zones, ngettext("%(n)s cell of a zone", "%(n)s cells of zones", zones)))
    return [words % {"n": n} for n, words in counts if n > 0]


def preview(found: Map, given: Any) -> list[str]:
    """What another size would cut off. Raises BadEdit."""
    sheet = map_sheet.read(map_board.decode(found.body))
    return lost(sheet, checked(sheet, given), _ground(found))


def change(found: Map, given: Any) -> int:
    """Gives the map another size; the number by which it is undone. Raises BadEdit and Gone."""
    with transaction.atomic():
        row = _held(found)
        sheet = _with_lies(row, map_sheet.read(map_board.decode(row.body)))
        sides = checked(sheet, given)
        if not any(sides):
            raise BadEdit(_("it has this size already"))
        kept = MapSize.objects.create(map=row, before=row.body, sides=list(sides), rev=row.rev + 1)
        _store(row, moved(sheet, sides, _ground(row)))
        old = row.sizes.order_by("-pk").values_list("pk", flat=True)[KEPT:]
        row.sizes.filter(pk__in=list(old)).delete()
        return kept.pk


def undo(found: Map, number: int) -> None:
    """Puts a size back, and what the cut took. Raises BadEdit where that cannot be undone any more, and Gone."""
    with transaction.atomic():
        row = _held(found)
        kept = row.sizes.filter(pk=min(number, 2**62)).first()
        # Only the last change of size: the places of those before it mean other cells.
        if kept is None or row.sizes.filter(pk__gt=kept.pk).exists():
            raise BadEdit(_("somebody has changed the size since"))
        left, top, right, bottom = kept.sides
        sheet = moved(map_sheet.read(map_board.decode(row.body)), (-left, -top, -right, -bottom), _ground(row))
        put_back(sheet, map_sheet.read(map_board.decode(kept.before)), (left, top, right, bottom))
        kept.delete()
        _store(row, sheet)


def _held(found: Map) -> Map:
    row = Map.objects.select_for_update().filter(pk=found.pk).first()
    if row is None:
        raise Gone
    return row


def _ground(found: Map) -> str:
    return map_board.ground(map_services.rules_for(found.campaign))


def _with_lies(row: Map, sheet: Sheet) -> Sheet:
    """A picture that was as large as the board lies where it lay once the board is larger."""
    if row.size and sheet.lies is None:
        wide, high = picture.size_of(bytes(row.picture))
        sheet.lies = Lies(0.0, 0.0, wide / sheet.width, high / sheet.height)
    return sheet


def _store(row: Map, sheet: Sheet) -> None:
    """Without an edit of that number: every open page takes the whole map anew."""
    board = replace(sheet.before.board, width=sheet.width, height=sheet.height)
    sheet.before = replace(sheet.before, board=board)
    row.body = map_board.encode(map_sheet.write(sheet, map_services.rules_for(row.campaign)))
    row.width, row.height = sheet.width, sheet.height
    row.rev += 1
    row.sized = row.rev
    row.save(update_fields=["body", "width", "height", "rev", "sized"])
