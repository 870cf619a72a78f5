"""What of the roster waits for a member: to choose whom they play, and levels."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.hooks import Need
from campaigns.models import Campaign, Member, Role

from . import selectors


def of_characters(campaign: Campaign, member: Member) -> list[Need]:
    own = list(campaign.characters.filter(member=member).select_related("campaign"))
    if member.role != Role.PLAYER:
        return []
    if not own:
        return [Need(_("Choose whom you play"), reverse("character-choose", args=[campaign.pk]))]
    return [
        Need(
            _("%(name)s may take level %(n)s") % {"name": one.name, "n": one.level + 1},
            reverse("character", args=[campaign.pk, one.number]),
        )
        for one in own
        if one.xp and selectors.level_offered(one)
    ]
