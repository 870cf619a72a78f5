"""What pages read of characters. Not there and not allowed are one answer: ``Http404``."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest

from campaigns import selectors as campaigns
from campaigns.models import Campaign, Member
from tactics import rulesets
from tactics.kernel.rules import Rules
from tactics.rulebook.models import get_rules
from tactics.rulebook.services import latest

from . import hooks, services
from .models import Character


def rules_of(campaign: Campaign) -> Rules:
    """The newest published rules of the campaign's ruleset."""
    return get_rules(latest(campaign.ruleset).hash)


def per_level(campaign: Campaign) -> int:
    """Experience that a level takes (`tt.xp.level`)."""
    return rulesets.get(campaign.ruleset).level_xp(rules_of(campaign))


def panel(campaign: Campaign, member: Member) -> dict[str, Any]:
    """The roster on a campaign's page: all names; the own ones, and for the GM all, lead to their sheet."""
    found = []
    for one in campaign.characters.select_related("member"):
        mine = member.is_gm or one.member_id == member.pk
        found.append({"character": one, "mine": mine, "busy": hooks.busy(one)})
    return {"characters": found}


def character_for(request: HttpRequest, campaign_pk: int, number: int) -> tuple[Character, Member]:
    """A character that the one who asks may look into: the own one, or as the GM any."""
    campaign, member = campaigns.campaign_for(request, campaign_pk)
    if number >= 2**31:
        raise Http404
    found = campaign.characters.select_related("member").filter(number=number).first()
    if found is None or not (member.is_gm or found.member_id == member.pk):
        raise Http404
    return found, member


def sheet_of(character: Character) -> dict[str, Any]:
    """The sheet in words: stats, skills, things, statuses, wounds."""
    rules, sheet = rules_of(character.campaign), character.sheet

    def label(kind: str, key: str) -> str:
        return str(getattr(rules.find(kind, key), "label", key))

    stats = sheet.get("stats", {})
    most = sheet.get("max_hp", stats.get("HP", 10))
    return {
        "health": f"{sheet.get('hp', most)} / {most}",
        "stats": [(label("stat", key), value) for key, value in stats.items() if key != "HP"],
        "mp": sheet.get("mp"),
        "skills": [(label("skill", key), rank) for key, rank in sheet.get("skills", {}).items()],
        "weapons": [label("weapon", key) for key in sheet.get("weapons", ()) if isinstance(key, str)],
        "statuses": [
            label("status", s if isinstance(s, str) else str(s.get("key", ""))) for s in sheet.get("statuses", ())
        ],
    }


def level_offered(character: Character) -> bool:
    """Whether a level is due; only in downtime, that is in no open Mission (T-094)."""
    due = services.level_of(character.xp, per_level(character.campaign)) > character.level
    return due and hooks.busy(character) is None
