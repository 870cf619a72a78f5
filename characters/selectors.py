"""What pages read of characters. Not there and not allowed are one answer: ``Http404``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from campaigns import selectors as campaigns
from campaigns.library.services import rules_for as house_rules
from campaigns.models import Campaign, Member, Role
from tactics import rulesets
from tactics.effects.use import words as words_in
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Ruleset
from tactics.kernel.sheet_fields import SEVERAL, SheetField, rows, value_at, words
from tactics.rulebook.uses import Holder

from . import hooks, services
from .models import Character, MobTemplate


def code_of(campaign: Campaign) -> Ruleset:
    return rulesets.get(campaign.ruleset)


def rules_of(campaign: Campaign) -> Rules:
    """The rules as the campaign has them now: the newest published ones with its house rules."""
    return house_rules(campaign)


def people(campaign: Campaign) -> list[tuple[str, str, dict[str, Any]]]:
    """The roster, to try something out with: (key, name, set-up keys)."""
    found = [(f"sheet:{one.number}", one.name, one.sheet) for one in campaign.characters.all()]
    found += [(f"mob:{one.pk}", one.name, one.sheet) for one in campaign.mob_templates.all()]
    return [(key, name, {**sheet, "name": name}) for key, name, sheet in found]


def holders(ruleset: str) -> Iterator[Holder]:
    """The sheets of every campaign of the ruleset, for whoever asks who uses an entry of the rules."""
    heroes = Character.objects.filter(campaign__ruleset=ruleset).select_related("campaign")
    for hero in heroes.defer("about"):
        yield Holder(hero.campaign.name, _("the sheet of %(name)s") % {"name": hero.name}, words_in(hero.sheet))
    mobs = MobTemplate.objects.filter(campaign__ruleset=ruleset).select_related("campaign")
    for mob in mobs.defer("about"):
        yield Holder(mob.campaign.name, _("the mob %(name)s") % {"name": mob.name}, words_in(mob.sheet))


def per_level(campaign: Campaign) -> int:
    """Experience that a level takes (`tt.xp.level`)."""
    return code_of(campaign).level_xp(rules_of(campaign))


def panel(campaign: Campaign, member: Member) -> dict[str, Any]:
    """The roster on a campaign's page: all names; the own ones, and for the GM all, lead to their sheet."""
    found = []
    for one in campaign.characters.select_related("member", "portrait").defer("portrait__data"):
        mine = member.is_gm or one.member_id == member.pk
        found.append({"character": one, "mine": mine, "busy": hooks.busy(one)})
    mobs = campaign.mob_templates.select_related("portrait").defer("sheet", "portrait__data") if member.is_gm else ()
    return {"characters": found, "mobs": mobs, "may_make": member.role != Role.SPECTATOR, "gm": member.is_gm}


def voices(campaign: Campaign, member: Member) -> list[str]:
    """As whom a member may speak in the campaign's threads."""
    heroes = campaign.characters.all() if member.is_gm else campaign.characters.filter(member=member)
    names = [one.name for one in heroes]
    if member.is_gm:
        names += campaign.mob_templates.values_list("name", flat=True)
    return list(dict.fromkeys(names))


def character_for(request: HttpRequest, campaign_pk: int, number: int) -> tuple[Character, Member]:
    """A character that the one who asks may look into: the own one, or as the GM any."""
    campaign, member = campaigns.campaign_for(request, campaign_pk)
    if number >= 2**31:
        raise Http404
    found = campaign.characters.select_related("member", "portrait").filter(number=number).first()
    if found is None or not (member.is_gm or found.member_id == member.pk):
        raise Http404
    return found, member


def mob_for(request: HttpRequest, campaign_pk: int, pk: int) -> tuple[MobTemplate, Member]:
    """A kind of foe, for the campaign's GM alone."""
    campaign, member = campaigns.campaign_for(request, campaign_pk, gm=True)
    found = campaign.mob_templates.select_related("portrait").filter(pk=pk).first() if pk < 2**63 else None
    if found is None:
        raise Http404
    return found, member


def table_for(request: HttpRequest, campaign_pk: int, kind: str) -> tuple[Campaign, Member]:
    """The campaign of somebody who may make one of this kind: a player a character, the GM anything."""
    campaign, member = campaigns.campaign_for(request, campaign_pk, gm=kind == "mob")
    if member.role == Role.SPECTATOR:
        raise Http404
    return campaign, member


@dataclass(frozen=True)
class Line:
    """A field of a sheet for people."""

    field: SheetField
    words: str
    items: tuple[str, ...] = ()
    """Of a field of several rows, each by itself."""


def lines(code: Ruleset, rules: Rules, sheet: dict[str, Any]) -> list[tuple[str, list[Line], list[Line]]]:
    """The sheet in words: (heading, single values, lists); what is empty is left out."""
    found: dict[str, tuple[list[Line], list[Line]]] = {}
    for field in code.sheet_fields(rules, sheet):
        there = value_at(sheet, field.path)
        told = words(field, field.usual if there is None else there)
        single, several = found.setdefault(field.group, ([], []))
        if field.type in SEVERAL:
            if told:
                several.append(Line(field, told, tuple(told.split(", "))))
        elif told:
            single.append(Line(field, told))
    return [(group, *both) for group, both in found.items() if any(both)]


def others(rules: Rules) -> list[str]:
    """Kinds of sheets beside characters and Mobs that these rules have, such as ships."""
    kinds = {spec.kind for spec in rules.entries.get("template", {}).values()}
    return sorted(kinds - {"character", "mob"})


def sheet_of(character: Character) -> list[tuple[str, list[Line], list[Line]]]:
    return lines(code_of(character.campaign), rules_of(character.campaign), character.sheet)


def begun_xp(campaign: Campaign, level: int) -> int:
    """The experience with which somebody of a level begins, so that the next one is as far as for everybody (T-094)."""
    return (level - 1) * per_level(campaign)


def level_offered(character: Character) -> bool:
    """Whether a level is due; only in downtime, that is in no open Mission (T-094)."""
    due = services.level_of(character.xp, per_level(character.campaign)) > character.level
    return due and hooks.busy(character) is None


@dataclass(frozen=True)
class Start:
    """Whom a new one may be like. key: a template's, or empty for nobody. told: a line about it."""

    key: str
    label: str
    told: str = ""


def starts(campaign: Campaign, kind: str) -> list[Start]:
    """The ready ones of the rules, in the order of their names, then an empty sheet."""
    code, rules = code_of(campaign), rules_of(campaign)
    templates = rules.entries.get("template", {}).items()
    found = [(key, spec) for key, spec in templates if (spec.kind == "character") == (kind == "character")]
    found.sort(key=lambda one: one[1].label)
    ready = [Start(key, spec.label, _told(code, rules, spec)) for key, spec in found]
    return [*ready, Start("", _("Nobody: an empty sheet"), _("Every value as the rules begin with."))]


def _told(code: Ruleset, rules: Rules, template: Any) -> str:
    """What it is in a few words, what its text says, and what it has the highest ranks in."""
    parts = (in_short(code, rules, template), template.text, strong_at(code, rules, template.sheet()))
    return " ".join(part for part in parts if part)


def in_short(code: Ruleset, rules: Rules, template: Any) -> str:
    """`Mob of 6: level 4, Hit Points 40, rifle.`: its kind, unless it is a character, and what these rules tell first;
    empty where they tell nothing."""
    sheet = template.sheet()
    told = []
    for field in code.sheet_fields(rules, sheet):
        there = value_at(sheet, field.path)
        word = words(field, field.usual if there is None else there) if field.brief else ""
        if word:
            told.append(f"{field.label} {word}" if field.type == "number" else word)
    kind = "" if template.kind == "character" else template.kind.replace("_", " ").capitalize()
    if template.kind == "mob":
        kind = _("Mob of %(n)s") % {"n": template.count} if template.count > 1 else _("One alone")
    listed = ", ".join(told)
    return f"{kind}: {listed}." if kind and listed else f"{kind or listed}." if kind or listed else ""


def strong_at(code: Ruleset, rules: Rules, sheet: dict[str, Any]) -> str:
    """`Best at: Sword, Shield, Search.`; empty for one without a rank."""
    best: list[str] = []
    for field in code.sheet_fields(rules, sheet):
        if field.type == "ranks":
            labels = dict(field.choices)
            found = rows(field, value_at(sheet, field.path))
            found.sort(key=lambda row: -field.values.index(row["value"]) if row["value"] in field.values else 0)
            best += [labels.get(row["key"], row["key"]) for row in found[:3]]
    return _("Best at: %(skills)s.") % {"skills": ", ".join(best)} if best else ""
