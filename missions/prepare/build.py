"""From what the GM chose to the state with which a Mission begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import ValidationError, convert
from msgspec.structs import replace

from campaigns.models import Campaign, Member
from missions import map_board, map_services, services
from missions.models import Map, Mission, Picture
from tactics.kernel.refusals import Refused
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Ruleset
from tactics.kernel.state import AnyBody, AnyUnit, Board, Objective, State, Zone
from tactics.mission.table import BOARD_MAX, BOARD_MIN
from tactics.rulebook.models import Version
from tactics.scenarios.maps import BOARD, read_map
from tactics.scenarios.script import MapSpec, ScriptError

from . import choices
from .forms import FOES, TEXT, MissionForm

DEEP = 4
"""Cells that a starting zone along an edge is deep."""
READY, UNREADY = "initiative", "scenario"
"""The first phase of a Mission that has its goal and its units, and of one that is still to be made ready (T-003)."""


class Unusable(Exception):
    """What was chosen makes no Mission; `field` says where, the text what to change."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field


@transaction.atomic
def make(campaign: Campaign, gm: Member, code: Ruleset, version: Version, rules: Rules, form: MissionForm) -> Mission:
    """A new Mission of a valid form. Raises Unusable; nothing was stored then."""
    data = form.cleaned_data
    boards, like = _boards(campaign, rules, data)
    brought = map_board.decode(like.body) if isinstance(like, Map) else None
    units, bodies = _units(campaign, gm, code, rules, form)
    first = next(iter(boards.values()))
    goal = data["goal"]
    begins = State(
        ruleset=code.name,
        rules=rules.hash,
        phase=READY if goal and units else UNREADY,
        scenario=data["scenario"],
        gm_notes="\n\n".join(filter(None, [data["notes"], brought.notes if brought else ""]))[:TEXT],
        boards=boards,
        units=units,
        bodies=bodies,
        objectives={"main": Objective(key="main", title=goal, public=True)} if goal else {},
        zones=brought.zones if brought and data["start"] == "map" else _zones(first, data["start"]),
        fog=data["fog"] or (brought.fog if brought else "") or "sight",
        uncovered={first.key: brought.shown} if brought and brought.shown else {},
        part=code.mission_part() if isinstance(code.mission_part, type) else None,
    )
    name = data["name"] or str(form.fields["name"].initial)
    mission = services.create_mission(campaign, name, genesis=begins, rules=version)
    if isinstance(like, Mission):
        services.copy_pictures(like, mission, {board.picture for board in boards.values()})
    elif like is not None and first.picture:
        data_of = map_services.background(like)
        Picture.objects.create(
            mission=mission, key=first.picture, kind="board", media_type=like.media_type, data=data_of
        )
    return mission


# --- the board --------------------------------------------------------------------------------------


def _boards(
    campaign: Campaign, rules: Rules, data: Mapping[str, Any]
) -> tuple[dict[str, Board], Mission | Map | None]:
    """The boards, and the Mission or the map that they are taken from."""
    if data["board"].startswith("map:"):
        try:
            brought = choices.map_of(campaign, data["board"])
        except LookupError as gone:
            raise Unusable("board", _("That map is not there any more.")) from gone
        board = map_board.decode(brought.body).board
        if any(rules.find("terrain", key) is None for _letter, key in board.palette):
            raise Unusable("board", _("These rules do not know some of its terrain any more. Bring the map again."))
        return {board.key: replace(board, name=brought.name)}, brought
    if data["board"].startswith("mission:"):
        try:
            like, found = choices.board_of(campaign, data["board"])
        except LookupError as gone:
            raise Unusable("board", _("That Mission is not there any more.")) from gone
        if not found:
            raise Unusable("board", _("That Mission has no board."))
        return found, like
    rows = _drawn(data["rows"]) if data["board"] == "letters" else _blank(rules, data)
    return {BOARD: _board(rules, rows)}, None


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


def _zones(board: Board, edge: str) -> tuple[Zone, ...]:
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


# --- who takes part ---------------------------------------------------------------------------------


def _units(
    campaign: Campaign, gm: Member, code: Ruleset, rules: Rules, form: MissionForm
) -> tuple[dict[str, AnyUnit], dict[str, AnyBody]]:
    units: dict[str, AnyUnit] = {}
    bodies: dict[str, AnyBody] = {}
    for field, spec in _specs(gm, form):
        try:
            choice = choices.kept(campaign, rules, form.cleaned_data[field], spec)
            wanted = {**choices.spec_of(campaign, choice), **spec}
            unit, found = code.build_unit(rules, services.new_unit_key(), wanted)
        except LookupError as gone:
            raise Unusable(field, _("That one is not in the roster any more.")) from gone
        except Refused as problem:
            raise Unusable(field, _("This sheet does not fit the rules: %(why)s") % {"why": problem}) from problem
        units[unit.key] = replace(unit, sheet=choices.sheet_of(choice))
        bodies |= {body.key: body for body in found}
    return units, bodies


def _specs(gm: Member, form: MissionForm) -> list[tuple[str, dict[str, Any]]]:
    """(the form's field, set-up keys beside those of the choice) of each unit that was chosen."""
    data = form.cleaned_data
    found: list[tuple[str, dict[str, Any]]] = [
        (f"hero_{member.key}", {"side": "heroes", "seat": member.key})
        for member in form.players
        if data[f"hero_{member.key}"]
    ]
    for n in range(FOES):
        if not data[f"foe_{n}"]:
            continue
        spec: dict[str, Any] = {"side": "foes", "seat": gm.key, "hidden": data[f"hidden_{n}"]}
        if data[f"count_{n}"]:
            spec["count"] = data[f"count_{n}"]
            if data[f"count_{n}"] > 1:
                spec["kind"] = "mob"
        found.append((f"foe_{n}", spec))
    return found
