"""What a new Mission may be made of: heroes and foes of the campaign's roster and of the rules data, and boards.

Each choice has a key that the form sends: `sheet:7` and `mob:7` name the roster, `ready:goblins` the rules data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaigns.models import Campaign, Member, Role
from characters.models import Character, MobTemplate
from characters.selectors import begun_xp
from characters.sheets import from_template
from missions import map_board, portraits, stored
from missions.models import Map, Mission
from tactics import rulesets
from tactics.kernel.refusals import Refused
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Ruleset
from tactics.kernel.state import Board, State
from tactics.secrecy.settings import settings as settings_of

Choices = list[tuple[str, str]]
PEOPLE = ("mob", "character")
"""Kinds of templates that stand for themselves."""


def players(campaign: Campaign) -> list[Member]:
    """Those who play at this table, in the order in which they came."""
    return list(campaign.members.filter(active=True, role=Role.PLAYER))


def heroes(free: list[Character], member: Member, rules: Rules) -> Choices:
    """Whom a player may play: the own characters, those of nobody, the ready heroes. free: who takes part in no open
    Mission, for the sheet waits for what that one leaves (table.md 33)."""
    own = [(f"sheet:{c.number}", c.name) for c in free if c.member_id == member.pk]
    nobodys = [(f"sheet:{c.number}", c.name) for c in free if c.member_id is None]
    taken = {name for _key, name in own + nobodys}
    ready = [
        (f"ready:{key}", _("%(name)s (ready hero)") % {"name": found.label})
        for key, found in _templates(rules, "character")
        if found.label not in taken
    ]
    return [*own, *nobodys, *ready]


def foes(campaign: Campaign, rules: Rules, free: list[Character]) -> Choices:
    """Whom the GM may bring: the roster's mobs, then what the rules data ships, then characters who are free."""
    roster = [(f"mob:{m.pk}", m.name) for m in MobTemplate.objects.filter(campaign=campaign)]
    taken = {name for _key, name in roster}
    ready = [
        (f"ready:{key}", found.label if kind in PEOPLE else f"{found.label} ({kind})")
        for kind in (*PEOPLE, *owned(rules))
        for key, found in _templates(rules, kind)
        if found.label not in taken
    ]
    people = [(f"sheet:{c.number}", _("%(name)s (character)") % {"name": c.name}) for c in free]
    return [*roster, *ready, *people]


def owned(rules: Rules) -> list[str]:
    """Kinds of what belongs to somebody or carries others, such as pets; none under rules that have no such."""
    kinds = dict.fromkeys(found.kind for found in rules.entries.get("template", {}).values())
    return [kind for kind in kinds if kind not in PEOPLE]


@dataclass(frozen=True)
class Setting:
    """A constant of the rules that a Mission may have for itself. usual: as the rules have it, in words. choices: of
    a list or a switch; none for a number. of_rules: a rule names it, so it is a house rule to change it."""

    key: str
    label: str
    help: str
    usual: str
    choices: Choices
    of_rules: bool


def settings(rules: Rules) -> list[Setting]:
    """What a table agrees on first, then the numbers and choices that rules name."""
    found = []
    for view in settings_of(State(ruleset=rules.ruleset, rules=rules.hash), rules):
        spec = rules.entries["constant"][view.key]
        now = next((words for value, words in view.choices if value == view.value), view.value)
        usual = str(_("as usual: %(value)s") % {"value": now})
        listed = bool(spec.choices) or isinstance(spec.value, bool)
        others = [("", usual), *(c for c in view.choices if c[0] != view.value)] if listed else []
        found.append(Setting(view.key, view.label, view.help, usual, others, bool(spec.items)))
    return found


def spec_of(campaign: Campaign, key: str) -> dict[str, Any]:
    """The set-up keys of a choice. Raises LookupError for one that is not there any more."""
    kind, _colon, name = key.partition(":")
    if kind == "ready":
        return {"template": name}
    try:
        if kind == "sheet":
            found = Character.objects.get(campaign=campaign, number=int(name))
            return {**found.sheet, "name": found.name, **portraits.worn(found)}
        mob = MobTemplate.objects.get(campaign=campaign, pk=int(name))
    except (Character.DoesNotExist, MobTemplate.DoesNotExist) as gone:
        raise LookupError(key) from gone
    return {**mob.sheet, "name": mob.name, "count": mob.count, **portraits.worn(mob)}


def kept(campaign: Campaign, rules: Rules, choice: str, spec: Mapping[str, Any]) -> str:
    """The choice, after a ready hero has become a character of the roster: what the Mission leaves needs a sheet."""
    kind, _colon, name = choice.partition(":")
    template = rules.find("template", name) if kind == "ready" else None
    if template is None or template.kind != "character" or spec.get("side") != "heroes":
        return choice
    sheet = from_template(rules, name)
    member = Member.objects.filter(campaign=campaign, key=spec.get("seat", "")).first()
    level = int(sheet.get("level", 1))
    made = Character.objects.create(
        campaign=campaign, member=member, name=sheet.pop("name"), sheet=sheet, level=level,
        xp=begun_xp(campaign, level),
    )  # fmt: skip
    return f"sheet:{made.number}"


def sheet_of(choice: str) -> str:
    """The number of the character whose sheet a choice is, or empty."""
    kind, _colon, name = choice.partition(":")
    return name if kind == "sheet" else ""


def maps(campaign: Campaign) -> Choices:
    """The campaign's maps, the newest first."""
    return [(f"map:{m.pk}", m.name) for m in campaign.maps.only("name")]


def map_of(campaign: Campaign, key: str) -> Map:
    """Raises LookupError."""
    number = key.partition(":")[2]
    found = campaign.maps.filter(pk=int(number)).first() if number.isdigit() and len(number) < 19 else None
    if found is None:
        raise LookupError(key)
    return found


def drawn(campaign: Campaign, rules: Rules) -> Choices:
    """The maps that show something which carries others, finished or not, the newest first."""
    code = rulesets.get(campaign.ruleset)
    return [(f"map:{m.pk}", m.name) for m in campaign.maps.defer("picture") if _shows(code, rules, m)]


def _shows(code: Ruleset, rules: Rules, found: Map) -> bool:
    try:
        return code.drawn(rules, map_board.decode(found.body).board) is not None
    except Refused:
        return True


def drawn_as(campaign: Campaign, code: Ruleset, rules: Rules, key: str) -> dict[str, Any]:
    """The set-up keys of a carrier built as this map shows. Raises LookupError, and Refused with what it lacks."""
    found = code.drawn(rules, map_board.decode(map_of(campaign, key).body).board)
    if found is None:
        raise LookupError(key)
    return dict(found)


def boards(campaign: Campaign) -> Choices:
    """The boards of the campaign's earlier Missions, the newest first."""
    return [(f"mission:{m.pk}", m.name) for m in campaign.missions.defer("genesis").order_by("-pk")[:50]]


def board_of(campaign: Campaign, key: str) -> tuple[Mission, dict[str, Board]]:
    """The boards with which an earlier Mission began. Raises LookupError."""
    number = key.partition(":")[2]
    mission = campaign.missions.filter(pk=int(number)).first() if number.isdigit() else None
    if mission is None:
        raise LookupError(key)
    return mission, dict(stored.History(mission).genesis().boards)


def terrains(rules: Rules) -> Choices:
    """Terrain on which one can stand, plain ground first."""
    found = [(k, t.label) for k, t in rules.entries.get("terrain", {}).items() if not t.blocks_move]
    return sorted(found, key=lambda pair: rules.entries["terrain"][pair[0]].letter != ".")


def _templates(rules: Rules, kind: str) -> list[tuple[str, Any]]:
    found = rules.entries.get("template", {}).items()
    return sorted(((k, t) for k, t in found if t.kind == kind), key=lambda pair: pair[1].label)
