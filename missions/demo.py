"""The demo: a campaign with people and a Mission ready for initiative, from one file for each ruleset.

The tokens of its links are kept beside the database, so that a second run prints the same links.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import convert
from msgspec.structs import replace

from campaigns import services as people
from campaigns.models import Campaign, Invitation, Member, User
from characters.models import Character, MobTemplate
from characters.sheets import from_template
from tactics import rulesets
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Ruleset
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Objective, Place, State
from tactics.rulebook import services as rulebook
from tactics.scenarios.maps import read_map, read_zone
from tactics.scenarios.script import MapSpec
from tactics.secrecy.project import project

from . import services, shelf, stored
from .demos import painting
from .models import Mission, Picture

FOLDER = Path(__file__).parent / "demos"
PAINTING = "painting"
"""Key of the background picture."""
COPIES = 5
"""Of the demo in one account, beside those that are put away."""
ORDER = {"gm": 0, "player": 1, "spectator": 2}


def available() -> list[str]:
    """Rulesets of this release that have a demo; the first is the default."""
    return [name for name in rulesets.RULESETS if (FOLDER / f"{name}.yaml").exists()]


def titles() -> list[tuple[str, str]]:
    return [(name, rulesets.RULESETS[name].title) for name in available()]


def read(ruleset: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((FOLDER / f"{ruleset}.yaml").read_text(encoding="utf-8"))
    return {**found, "map": shelf.spec_of(ruleset, found["map"])}


def find(ruleset: str) -> Mission | None:
    """The demo that a former run made and that is not closed."""
    noted = _notes().get(ruleset)
    if noted is None:
        return None
    return Mission.objects.filter(pk=noted["mission"], closed=None, ruleset=ruleset).first()


def make(ruleset: str, options: dict[str, Any] | None = None) -> Mission:
    """A new demo; one that was there before is closed and put away. options: settings of this Mission."""
    old = find(ruleset)
    if old is not None:
        services.close_mission(old)
        people.archive(old.campaign)
    mission = _make(ruleset, options or {}, lambda seat: people.make_guest(seat["name"]))
    _write_notes({**_notes(), ruleset: {"mission": mission.pk, "tokens": {}}})
    return mission


def copy(owner: User, ruleset: str) -> Mission:
    """The demo as a campaign of somebody's own: they are its GM, and the other seats are nobody's until they send a
    link to them. Raises campaigns.services.Refused when they have many already."""
    plan = read(ruleset)
    had = Member.objects.filter(user=owner, active=True, campaign__name=plan["campaign"], campaign__archived=False)
    if had.count() >= COPIES:
        raise people.Refused(_("You have %(n)s copies already. Put one away first.") % {"n": COPIES})
    return _make(ruleset, {}, lambda seat: owner if seat["role"] == "gm" else None)


def _make(ruleset: str, options: dict[str, Any], who: Callable[[dict[str, Any]], User | None]) -> Mission:
    """A campaign and its Mission. who: the person of a seat of the plan."""
    rulebook.publish_shipped()
    version, plan = rulebook.latest(ruleset), read(ruleset)
    code, rules = rulesets.get(ruleset), stored.rules_of(version.hash)
    begins = replace(begin(code, rules, plan), options=dict(options))
    picture = _painted(code, rules, begins, plan)
    with transaction.atomic():
        campaign = Campaign.objects.create(name=plan["campaign"], ruleset=ruleset)
        members = {}
        for key, seat in plan["seats"].items():
            user = who(seat)
            name = user.get_short_name()[:60] if user is not None else seat["name"]
            members[key] = people.add_member(campaign, user=user, role=seat["role"], key=key, name=name)
        sheets = _roster(campaign, members, plan, rules)
        units = {key: replace(unit, sheet=sheets.get(key, "")) for key, unit in begins.units.items()}
        begins = replace(begins, units=units)
        mission = services.create_mission(campaign, plan["name"], genesis=begins, rules=version)
        if picture is not None:
            Picture.objects.create(
                mission=mission, key=PAINTING, kind="board", media_type="image/png", data=picture
            )
    return mission


def begin(code: Ruleset, rules: Rules, plan: dict[str, Any]) -> AnyState:
    """The state with which the demo begins. Foes have their cells marked; heroes are placed by their players."""
    built = {
        key: code.build_unit(rules, key, {k: v for k, v in spec.items() if k != "at"})
        for key, spec in plan["units"].items()
    }
    spec = convert(plan["map"], MapSpec)
    board, _stand = read_map(spec, rules, {})
    board = replace(board, name=plan["name"])
    if "painting" in plan:
        board = replace(board, picture=PAINTING)
    units: dict[str, AnyUnit] = {}
    bodies: dict[str, AnyBody] = {}
    for key, (unit, found) in built.items():
        marked = plan["units"][key].get("at", [])
        wish = {
            body.key: Place(board=board.key, x=x, y=y)
            for body, (x, y) in zip(found, marked, strict=False)
        }
        units[key] = replace(unit, wish=wish)
        bodies |= {body.key: body for body in found}
    objectives = [convert(each, Objective) for each in plan["objectives"]]
    return State(
        ruleset=code.name,
        rules=rules.hash,
        name=plan["name"],
        phase="initiative",
        scenario=plan["scenario"],
        gm_notes=plan["notes"],
        boards={board.key: board},
        units=units,
        bodies=bodies,
        objectives={each.key: each for each in objectives},
        zones=tuple(read_zone(z, n, board) for n, z in enumerate(spec.zones, start=1)),
        fog=spec.fog,
        part=code.mission_part() if isinstance(code.mission_part, type) else None,
    )


def _painted(code: Ruleset, rules: Rules, begins: AnyState, plan: dict[str, Any]) -> bytes | None:
    """The background picture of the demo's board, if the plan wants one; `painting` is the seed of its noise."""
    if "painting" not in plan:
        return None
    return painting.paint(project(code, begins, rules, "gm", "gm").boards[0], plan["painting"])


def _roster(
    campaign: Campaign, members: dict[str, Member], plan: dict[str, Any], rules: Rules
) -> dict[str, str]:
    """The same people and foes in the campaign's roster; unit -> the number of its sheet."""
    sheets = {}
    for key, unit in plan["units"].items():
        sheet = from_template(rules, unit["template"])
        name = sheet.pop("name")
        if sheet["kind"] == "character":
            made = Character.objects.create(campaign=campaign, member=members[unit["seat"]], name=name, sheet=sheet)
            sheets[key] = str(made.number)
        else:
            count = sheet.pop("count")
            MobTemplate.objects.create(campaign=campaign, name=name, count=count, sheet=sheet)
    return sheets


# --- links ------------------------------------------------------------------------------------------


def links(mission: Mission) -> list[tuple[Member, str]]:
    """(member, path of the link that returns to the seat), the GM first; the same at every run."""
    notes = _notes()
    tokens: dict[str, str] = notes[mission.ruleset]["tokens"]
    found = []
    for member in mission.campaign.members.filter(active=True):
        token = tokens.get(member.key, "")
        invitation = Invitation.objects.filter(digest=Invitation.digest_of(token), member=member).first()
        if invitation is None or not invitation.is_open:
            _invitation, token = people.create_seat_link(member)
            tokens[member.key] = token
        found.append((member, f"/join/{token}/"))
    _write_notes(notes)
    return sorted(found, key=lambda pair: (ORDER[pair[0].role], pair[0].pk))


def _path() -> Path:
    return Path(settings.DATA) / "demo-links.json"


def _notes() -> dict[str, Any]:
    path = _path()
    found: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
    return found


def _write_notes(notes: dict[str, Any]) -> None:
    """Readable by their owner alone: a link is a key."""
    path = _path()
    path.touch(mode=0o600)
    path.write_text(json.dumps(notes, indent=1))
