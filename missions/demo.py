"""The demo: a campaign with people and Missions ready for initiative, from one file for each ruleset.

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
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from msgspec import convert
from msgspec.structs import replace

from campaigns import services as people
from campaigns.models import Campaign, Invitation, Member, User
from characters.models import Character, MobTemplate
from characters.selectors import begun_xp
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


def plans(ruleset: str) -> list[dict[str, Any]]:
    """What each Mission is made of, in the order in which they are played; the campaign and its seats stand in each."""
    found: dict[str, Any] = yaml.safe_load((FOLDER / f"{ruleset}.yaml").read_text(encoding="utf-8"))
    several = found.pop("missions", [{}])
    both = ({**found, **one} for one in several)
    return [{**one, "map": shelf.spec_of(ruleset, one["map"])} for one in both]


def read(ruleset: str) -> dict[str, Any]:
    """The first of them."""
    return plans(ruleset)[0]


def find(ruleset: str) -> Mission | None:
    """The Mission of the demo that a former run made and that is played next; None if all are closed."""
    noted = _notes().get(ruleset)
    if noted is None:
        return None
    first = Mission.objects.filter(pk=noted["mission"], ruleset=ruleset).first()
    return None if first is None else open_ones(first).first()


def open_ones(mission: Mission) -> QuerySet[Mission]:
    """The Missions of its campaign that are not closed, in the order in which they are played: seats lead to the
    newest."""
    return Mission.objects.filter(campaign_id=mission.campaign_id, closed=None).order_by("-pk")


def make(ruleset: str, options: dict[str, Any] | None = None) -> Mission:
    """A new demo; one that was there before is closed and put away. options: settings of its Missions."""
    old = find(ruleset)
    if old is not None:
        for each in open_ones(old):
            services.close_mission(each)
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
    """A campaign and its Missions; the one that is played first. who: the person of a seat of the plan."""
    rulebook.publish_shipped()
    version, several = rulebook.latest(ruleset), plans(ruleset)
    plan = several[0]
    code, rules = rulesets.get(ruleset), stored.rules_of(version.hash)
    begin_with = [replace(begin(code, rules, one), options=dict(options)) for one in several]
    pictures = [_painted(code, rules, *both) for both in zip(begin_with, several, strict=True)]
    with transaction.atomic():
        campaign = Campaign.objects.create(name=plan["campaign"], ruleset=ruleset)
        members = {}
        for key, seat in plan["seats"].items():
            user = who(seat)
            name = user.get_short_name()[:60] if user is not None else seat["name"]
            members[key] = people.add_member(campaign, user=user, role=seat["role"], key=key, name=name)
        # The last one first, for seats lead to the newest.
        for one, begins, picture in reversed([*zip(several, begin_with, pictures, strict=True)]):
            sheets = _roster(campaign, members, one, rules)
            units = {key: replace(unit, sheet=sheets.get(key, "")) for key, unit in begins.units.items()}
            mission = services.create_mission(
                campaign, one["name"], genesis=replace(begins, units=units), rules=version
            )
            if picture is not None:
                Picture.objects.create(
                    mission=mission, key=PAINTING, kind="board", media_type="image/png", data=picture
                )
    return mission


def begin(code: Ruleset, rules: Rules, plan: dict[str, Any]) -> AnyState:
    """The state with which a Mission begins. Foes have their cells marked, with levels below or above the ground as a
    third number; heroes are placed by their players."""
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
            body.key: Place(board=board.key, x=at[0], y=at[1], z=at[2] if len(at) > 2 else 0)
            for body, at in zip(found, marked, strict=False)
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
            owned = [
                {"item": each["template"], "name": each.get("name", "")}
                for each in plan["units"].values() if each.get("owner") == key
            ]  # fmt: skip
            if owned:
                sheet["companions"] = owned
            level = int(sheet.get("level", 1))
            made = Character.objects.create(
                campaign=campaign, member=members[unit["seat"]], name=name, sheet=sheet, level=level,
                xp=begun_xp(campaign, level),
            )  # fmt: skip
            sheets[key] = str(made.number)
        else:
            count = sheet.pop("count", 1)
            MobTemplate.objects.get_or_create(
                campaign=campaign, name=name, defaults={"count": count, "sheet": sheet}
            )
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
