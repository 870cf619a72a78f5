"""Whom somebody who comes may play (table.md 32): the characters that the GM marked free, and the ready heroes of the
rules as long as nobody of that name is in the campaign."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.hooks import Offer
from campaigns.models import Campaign, Member
from campaigns.services import Taken
from tactics.rulebook.models import Version

from . import hooks, selectors, services
from .models import Character
from .sheets import from_template


def offers(campaign: Campaign) -> list[Offer]:
    """Free characters first, each kind by name."""
    try:
        code, rules = selectors.code_of(campaign), selectors.rules_of(campaign)
    except (KeyError, Version.DoesNotExist):  # rules that this site does not have any more: nobody can play them
        return []
    free = campaign.characters.filter(free=True, member=None)
    found = [
        Offer(f"free:{one.number}", one.name, one.about[:200] or selectors.strong_at(code, rules, one.sheet))
        for one in free
    ]
    if campaign.ready_heroes:
        names = set(campaign.characters.values_list("name", flat=True))
        found += [
            Offer(f"ready:{each.key}", each.label, each.told)
            for each in selectors.starts(campaign, "character")
            # One of whom nothing is told is a foe that comes alone.
            if each.key and each.label not in names and rules.entries["template"][each.key].text
        ]
    return found


def take(member: Member, key: str) -> None:
    """The offer is the member's from now on. Raises Taken when it is not on offer any more."""
    with transaction.atomic():
        # Who takes something waits here for who takes something else.
        campaign = Campaign.objects.select_for_update().get(pk=member.campaign_id)
        offer = next((each for each in offers(campaign) if each.key == key), None)
        if offer is None:
            raise Taken(_("Somebody took that one a moment ago. Choose another."))
        kind, _colon, name = key.partition(":")
        if kind == "ready":
            sheet = from_template(selectors.rules_of(campaign), name)
            label = sheet.pop("name")
            try:
                xp = selectors.begun_xp(campaign, int(sheet.get("level", 1)))
                one = services.create_character(campaign, label, sheet, by=member, member=member, xp=xp)
            except services.Refused as refusal:
                raise Taken(str(refusal)) from refusal
        else:
            one = Character.objects.select_for_update().get(campaign=campaign, number=int(name))
            one.member, one.free = member, False
            one.save(update_fields=["member", "free"])
            services.note(one, member, str(_("Taken by %(name)s") % {"name": member.name}), one.sheet, [])
        transaction.on_commit(lambda: hooks.taken(one), robust=True)


def set_free(character: Character, free: bool) -> None:
    """Raises characters.services.Refused for one that somebody plays."""
    if free and character.member is not None:
        raise services.Refused(_("%(name)s is played by somebody.") % {"name": character.name})
    Character.objects.filter(pk=character.pk, member=None).update(free=free)
