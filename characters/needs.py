"""What of the roster waits for a member: to choose whom they play, and levels (T-094)."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.hooks import Need
from campaigns.models import Campaign, Member, Role

from . import selectors
from .models import Character, SheetEntry


def of_characters(campaign: Campaign, member: Member) -> list[Need]:
    if member.role == Role.SPECTATOR:
        return []
    found: list[Need] = []
    if member.is_gm:
        taken = SheetEntry.objects.filter(character__campaign=campaign, waits=True).select_related("character")
        grown = {line.character_id: line.character for line in taken}
        text = _("%(name)s is level %(n)s now: enter what it brings")
        found = [_need(one, text, one.level) for one in grown.values()]
    own = list(campaign.characters.filter(member=member).select_related("campaign"))
    if not own and not member.is_gm:
        return [Need(_("Choose whom you play"), reverse("character-choose", args=[campaign.pk]))]
    due = [one for one in own if one.xp and selectors.level_offered(one)]
    return [*found, *(_need(one, _("%(name)s may take level %(n)s"), one.level + 1) for one in due)]


def _need(character: Character, text: str, level: int) -> Need:
    address = reverse("character", args=[character.campaign_id, character.number])
    return Need(text % {"name": character.name, "n": level}, address)
