"""From what the GM chose to the state with which a Mission begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from msgspec.structs import replace

from campaigns.models import Campaign, Member
from missions import closing, map_services, portraits, services
from missions.map_board import Stored
from missions.models import Map, Mission, Picture, Plan
from tactics.kernel.refusals import Refused
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Ruleset
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Board, Objective, Place, State
from tactics.mission.naming import told_apart
from tactics.rulebook.models import Version

from . import boards, choices, places
from .boards import Unusable
from .forms import MissionForm
from .rows import NOTES

READY, UNREADY = "initiative", "scenario"
"""The first phase of a Mission that has its goal and its units, and of one that is still to be made ready (T-003)."""


@dataclass
class Built:
    """What a form comes to. like: the Mission or map that the board is of. fields: unit -> the form's field."""

    state: AnyState
    like: Mission | Map | None
    map: Stored | None
    notes: str
    """For the GM, in full: `state.gm_notes` holds as much as a Mission may."""
    fields: dict[str, str] = field(default_factory=dict)


def begin(
    campaign: Campaign, gm: Member, code: Ruleset, rules: Rules, form: MissionForm, *, for_real: bool
) -> Built:
    """The state of a valid form. Raises Unusable. for_real: ready heroes become characters of the roster, and units
    belong to sheets; otherwise nothing is stored, and nothing will go back to any sheet."""
    data = form.cleaned_data
    found, like, brought = boards.boards_of(campaign, rules, data)
    first = next(iter(found.values()))
    units, bodies, fields = _units(campaign, gm, code, rules, form, _Ground(first, brought, rules), for_real=for_real)
    notes = "\n\n".join(filter(None, [data["notes"], brought.notes if brought else ""]))
    options = form.options()
    try:
        rules.under(options)
    except ValueError as problem:
        raise Unusable("name", _("These settings do not go together: %(why)s") % {"why": problem}) from problem
    empty = code.mission_part() if isinstance(code.mission_part, type) else None
    begins: AnyState = State(
        ruleset=code.name,
        rules=rules.hash,
        phase=READY if data["goal"] and units else UNREADY,
        scenario=data["scenario"],
        gm_notes=notes[:NOTES],
        options=options,
        boards=found,
        units=units,
        bodies=bodies,
        objectives={goal.key: goal for goal in _objectives(data, form.goals)},
        zones=boards.zones_for(first, brought, data["start"]),
        fog=data["fog"] or (brought.fog if brought else "") or "sight",
        uncovered={first.key: brought.shown} if brought and brought.shown else {},
        part=closing.handed_on(campaign, code) or empty,
    )
    return Built(begins, like, brought, notes, fields)


@transaction.atomic
def make(
    campaign: Campaign,
    gm: Member,
    code: Ruleset,
    version: Version,
    rules: Rules,
    form: MissionForm,
    *,
    plan: Plan | None = None,
    rehearsal: bool = False,
) -> Mission:
    """A new Mission of a valid form. Raises Unusable; nothing was stored then."""
    built = begin(campaign, gm, code, rules, form, for_real=not rehearsal)
    name = form.cleaned_data["name"] or str(form.fields["name"].initial)
    mission = services.create_mission(
        campaign, name, genesis=built.state, rules=version, plan=plan, rehearsal=rehearsal
    )
    portraits.bring(mission, built.state.bodies.values())
    boards_of, like = built.state.boards, built.like
    if isinstance(like, Mission):
        services.copy_pictures(like, mission, {board.picture for board in boards_of.values()})
    elif like is not None and (key := next(iter(boards_of.values())).picture):
        cut = map_services.background(like)
        Picture.objects.create(mission=mission, key=key, kind="board", media_type=like.media_type, data=cut)
    return mission


def _objectives(data: Mapping[str, Any], further: int) -> Iterator[Objective]:
    """The main one, which everybody knows, and those of the rows."""
    if data["goal"]:
        yield Objective(key="main", title=data["goal"], text=data["goal_text"], public=True, xp=data["goal_xp"])
    for n in range(further):
        title, kind = data[f"aim_{n}"], data[f"aim_{n}_kind"] or "secondary"
        if not title:
            continue
        if kind == "alternate" and not data["goal"]:
            raise Unusable(f"aim_{n}_kind", _("There is no main objective that it could be another way to."))
        yield Objective(
            key=f"aim{n + 1}",
            title=title,
            kind=kind,
            text=data[f"aim_{n}_text"],
            recipients=tuple(data[f"aim_{n}_for"]),
            public=data[f"aim_{n}_public"],
            xp=data[f"aim_{n}_xp"],
            instead_of="main" if kind == "alternate" else "",
        )


# --- who takes part ---------------------------------------------------------------------------------


@dataclass
class _Ground:
    """Where units may be put beforehand; taken: cells that have somebody."""

    board: Board
    map: Stored | None
    rules: Rules
    taken: set[tuple[int, int]] = field(default_factory=set)


def _units(
    campaign: Campaign, gm: Member, code: Ruleset, rules: Rules, form: MissionForm, ground: _Ground, *, for_real: bool
) -> tuple[dict[str, AnyUnit], dict[str, AnyBody], dict[str, str]]:
    units: dict[str, AnyUnit] = {}
    bodies: dict[str, AnyBody] = {}
    fields: dict[str, str] = {}
    sheets: set[str] = set()
    specs = dict(_specs(gm, form))
    keys = {name: services.new_unit_key() for name in specs}
    kinds = {name: _kind(campaign, rules, form.cleaned_data[name]) for name in specs}
    for name, spec in specs.items():
        spec |= _company(code, form, name, specs, keys, kinds)
        spec |= _drawn(campaign, code, rules, form, name, kinds[name])
        try:
            choice = form.cleaned_data[name]
            if for_real:
                choice = choices.kept(campaign, rules, choice, spec)
            wanted = {**choices.spec_of(campaign, choice), **spec}
            unit, found = code.build_unit(rules, keys[name], wanted)
            along = [
                code.build_unit(rules, services.new_unit_key(), each)
                for each in code.followers(rules, keys[name], wanted)
            ]
        except LookupError as gone:
            raise Unusable(name, _("That one is not in the roster any more.")) from gone
        except Refused as problem:
            raise Unusable(name, _("This sheet does not fit the rules: %(why)s") % {"why": _why(problem)}) from problem
        if any(u.name == unit.name for u in units.values()):
            unit, found = told_apart(
                unit, tuple(found), [u.name for u in units.values()], [b.name for b in bodies.values()]
            )
        sheet = choices.sheet_of(choice)
        if sheet and sheet in sheets:
            raise Unusable(name, _("That character takes part already."))
        sheets.add(sheet)
        number = name.partition("_")[2]
        where = form.cleaned_data.get(f"at_{number}", "") if name.startswith("foe_") else ""
        try:
            cells = places.read(where, ground.board, ground.map, ground.rules, ground.taken)
        except places.Nowhere as nowhere:
            raise Unusable(f"at_{number}", str(nowhere)) from nowhere
        wish = {
            body.key: Place(board=ground.board.key, x=x, y=y) for body, (x, y) in zip(found, cells, strict=False)
        }
        ground.taken |= {place.cell for place in wish.values()}
        units[unit.key] = replace(unit, sheet=sheet if for_real else "", wish=wish)
        bodies |= {body.key: body for body in found}
        fields[unit.key] = name
        for follower, theirs in along:
            units[follower.key] = follower
            bodies |= {body.key: body for body in theirs}
            fields[follower.key] = name
    return units, bodies, fields


def _drawn(campaign: Campaign, code: Ruleset, rules: Rules, form: MissionForm, name: str, kind: str) -> dict[str, Any]:
    """Set-up keys of a unit that is built as a map shows. Raises Unusable."""
    field = f"drawn_{name.partition('_')[2]}"
    key = form.cleaned_data.get(field, "") if name.startswith("foe_") else ""
    if not key:
        return {}
    if kind not in code.carriers:
        raise Unusable(field, _("Only what carries others has a deck: choose “as usual”."))
    try:
        return choices.drawn_as(campaign, code, rules, key)
    except LookupError as gone:
        raise Unusable(field, _("That map shows no deck any more.")) from gone
    except Refused as problem:
        raise Unusable(field, _("This deck is not finished: %(why)s") % {"why": _why(problem)}) from problem


def _why(problem: Refused) -> str:
    """What a sheet is refused for, as far as the rules say it in words."""
    return str(problem.params.get("text") or problem)


def _kind(campaign: Campaign, rules: Rules, choice: str) -> str:
    """`mob`, `character` or what else the choice is a sheet of; empty for one that is gone."""
    try:
        spec = choices.spec_of(campaign, choice)
    except LookupError:
        return ""
    template = rules.find("template", str(spec.get("template", "")))
    return str(spec.get("kind") or getattr(template, "kind", ""))


def _company(
    code: Ruleset,
    form: MissionForm,
    name: str,
    specs: Mapping[str, Any],
    keys: Mapping[str, str],
    kinds: Mapping[str, str],
) -> dict[str, Any]:
    """Set-up keys that say whose a unit is, and whose side it is on then, or aboard of what it is. Raises Unusable."""
    field = f"with_{name.partition('_')[2]}"
    other = form.cleaned_data.get(field, "")
    if not other:
        return {}
    if other not in specs:
        raise Unusable(field, _("Nobody was chosen there."))
    if kinds[other] in code.carriers:
        return {"aboard": keys[other]}
    return {"owner": keys[other], "side": specs[other]["side"], "seat": specs[other]["seat"]}


def _specs(gm: Member, form: MissionForm) -> list[tuple[str, dict[str, Any]]]:
    """(the form's field, set-up keys beside those of the choice) of each unit that was chosen."""
    data = form.cleaned_data
    found: list[tuple[str, dict[str, Any]]] = [
        (f"hero_{member.key}", {"side": "heroes", "seat": member.key})
        for member in form.players
        if data[f"hero_{member.key}"]
    ]
    for n in range(form.foes):
        if not data[f"foe_{n}"]:
            continue
        spec: dict[str, Any] = {
            "side": data[f"side_{n}"] or "foes",
            "seat": data[f"seat_{n}"] or gm.key,
            "hidden": data[f"hidden_{n}"],
        }
        if data[f"called_{n}"]:
            spec["name"] = data[f"called_{n}"]
        if data[f"count_{n}"]:
            spec["count"] = data[f"count_{n}"]
            if data[f"count_{n}"] > 1:
                spec["kind"] = "mob"
        found.append((f"foe_{n}", spec))
    return found
