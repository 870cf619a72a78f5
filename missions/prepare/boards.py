"""The board of a new Mission: empty, drawn in letters, a map of the campaign, or that of an earlier Mission."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from msgspec import ValidationError, convert
from msgspec.structs import replace

from campaigns.models import Campaign
from missions import map_board, shelf
from missions.map_board import Stored
from missions.models import Map, Mission
from tactics.kernel.rules import Rules
from tactics.kernel.state import Board, Zone
from tactics.mission.table import BOARD_MAX, BOARD_MIN
from tactics.scenarios.maps import BOARD, read_map
from tactics.scenarios.script import MapSpec, ScriptError

from . import choices

DEEP = 4
"""Cells that a starting zone along an edge is deep."""


class Unusable(Exception):
    """What was chosen makes no Mission; `field` says where, the text what to change."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field


def boards_of(
    campaign: Campaign, rules: Rules, data: Mapping[str, Any]
) -> tuple[dict[str, Board], Mission | Map | None, Stored | None]:
    """The boards, the Mission or the map that they are taken from, and what is prepared on that map."""
    if data["board"].startswith("shelf:"):
        try:
            ready = shelf.stored(rules, data["board"].partition(":")[2])
        except LookupError as gone:
            raise Unusable("board", _("These rules have no such map.")) from gone
        return {ready.board.key: ready.board}, None, ready
    if data["board"].startswith("map:"):
        try:
            brought = choices.map_of(campaign, data["board"])
        except LookupError as gone:
            raise Unusable("board", _("That map is not there any more.")) from gone
        kept = map_board.decode(brought.body)
        board = kept.board
        if any(rules.find("terrain", key) is None for _letter, key in board.palette):
            raise Unusable("board", _("These rules do not know some of its terrain any more. Bring the map again."))
        return {board.key: replace(board, name=brought.name)}, brought, kept
    if data["board"].startswith("mission:"):
        try:
            like, found = choices.board_of(campaign, data["board"])
        except LookupError as gone:
            raise Unusable("board", _("That Mission is not there any more.")) from gone
        if not found:
            raise Unusable("board", _("That Mission has no board."))
        return found, like, None
    rows = _drawn(data["rows"]) if data["board"] == "letters" else _blank(rules, data)
    return {BOARD: _board(rules, rows)}, None, None


def _blank(rules: Rules, data: Mapping[str, Any]) -> list[str]:
    letter = rules.entries["terrain"][data["ground"]].letter
    return [letter * data["width"]] * data["height"]


def _drawn(text: str) -> list[str]:
    rows = [line.rstrip("\r") for line in text.split("\n")]
    while rows and not rows[-1].strip():
        rows.pop()
    while rows and not rows[0].strip():
        rows.pop(0)
    if not rows:
        raise Unusable("rows", _("Draw the board, or choose an empty one."))
    return rows


def _board(rules: Rules, rows: list[str]) -> Board:
    """Letters to a board; a letter of the rules data is that terrain."""
    legend = {t.letter: key for key, t in rules.entries["terrain"].items() if t.letter.isalnum()}
    try:
        board, _stand = read_map(convert({"rows": rows, "legend": legend}, MapSpec), rules, {})
    except (ScriptError, ValidationError) as problem:
        raise Unusable("rows", str(problem)) from problem
    if not all(BOARD_MIN <= side <= BOARD_MAX for side in (board.width, board.height)):
        raise Unusable(
            "rows",
            _("This is %(width)s x %(height)s; a board has %(least)s to %(most)s cells a side.")
            % {"width": board.width, "height": board.height, "least": BOARD_MIN, "most": BOARD_MAX},
        )
    return replace(board, name=str(_("Map")))


def zones_for(board: Board, brought: Stored | None, start: str) -> tuple[Zone, ...]:
    """The zones of a new Mission. start: an edge, nothing for anywhere, or `map`: those that are drawn on the map, and
    on a board that is none, where nobody can have drawn any, the left edge.

    An edge, or anywhere, is said of the heroes alone: whoever else has zones on the map keeps them, and what was drawn
    for everybody is the foes' then."""
    drawn = brought.zones if brought is not None else ()
    if start == "map" and brought is not None:
        return drawn
    others = tuple(replace(z, side=z.side or "foes") for z in drawn if z.side != "heroes" and not z.seat)
    used = {zone.key for zone in others}
    along = zones_along(board, "left" if start == "map" else start)
    free = next(key for n in range(1, len(used) + 2) if (key := f"zone{n}") not in used)
    return (*(replace(zone, key=free) for zone in along), *others)


def zones_along(board: Board, edge: str) -> tuple[Zone, ...]:
    """Where the heroes may be placed: some columns or rows along an edge; none means anywhere (T-025)."""
    if edge not in ("left", "right", "top", "bottom"):
        return ()
    columns, rows = range(board.width), range(board.height)
    cells = {
        "left": (columns[:DEEP], rows),
        "right": (columns[-DEEP:], rows),
        "top": (columns, rows[:DEEP]),
        "bottom": (columns, rows[-DEEP:]),
    }[edge]
    inside = tuple((x, y) for y in cells[1] for x in cells[0])
    return (Zone(key="zone1", board=board.key, cells=inside, side="heroes", name=str(_("Start"))),)
