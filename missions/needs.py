"""What of a campaign's open Missions waits for a member: a line and an address each, for the lists."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.hooks import Need
from campaigns.models import Campaign, Member
from characters.models import Character
from tactics.kernel.state import AnyState

from . import closing, selectors, services
from .models import Mission


def of_missions(campaign: Campaign, member: Member) -> list[Need]:
    """The newest Mission first."""
    found: list[Need] = []
    if member.role == "spectator":
        return found
    for mission in campaign.missions.filter(closed=None).defer("genesis").order_by("-pk"):
        state = selectors.present(mission).state
        address = selectors.seat_address(mission.pk, member.key)
        found += [Need(text, address) for text in _at_the_table(mission, state, member)]
        if member.is_gm:
            found += _of_the_gm(mission, state, member)
    if member.is_gm:
        found += _waiting(campaign, member)
    return found


def _at_the_table(mission: Mission, state: AnyState, member: Member) -> Iterator[str]:
    """The seat's own turn, what it is asked, its units without a cell. Nothing that the seat does not know itself."""
    name = {"mission": mission.name}
    if state.paused or state.phase in ("ended", "post_mission"):
        return
    active = state.units.get(state.clock.active or "") if state.phase == "running" else None
    if active is not None and active.seat == member.key:
        yield _("%(mission)s: %(unit)s to act") % {**name, "unit": active.name}
    asked = sum(member.key in services.holders(state, prompt.to) for prompt in state.prompts if prompt.to)
    if asked:
        yield _("%(mission)s: %(n)s decisions wait") % {**name, "n": asked} if asked > 1 else (
            _("%(mission)s: a decision waits") % name
        )
    if state.phase == "placement" and not member.is_gm:
        units = {unit.key for unit in state.units.values() if unit.seat == member.key}
        if any(body.unit in units and body.place is None and not body.down for body in state.bodies.values()):
            yield _("%(mission)s: place your units") % name


def _of_the_gm(mission: Mission, state: AnyState, member: Member) -> Iterator[Need]:
    name, address = {"mission": mission.name}, selectors.seat_address(mission.pk, member.key)
    if state.phase in ("ended", "post_mission"):
        close = reverse("mission-close", args=[mission.pk, member.key])
        yield Need(_("%(mission)s is over: say what stays") % name, close)
    elif state.paused:
        yield Need(_("%(mission)s is paused") % name, address)
    elif state.phase in closing.BEFORE:
        yield Need(_("%(mission)s has not begun") % name, address)


def _waiting(campaign: Campaign, member: Member) -> Iterator[Need]:
    """Characters of players who could join the newest open Mission."""
    mission = selectors.running(campaign)
    if mission is None or selectors.present(mission).state.phase in ("ended", "post_mission"):
        return
    free = {one.pk for one in closing.free_characters(campaign)}
    for one in Character.objects.filter(campaign=campaign, member__active=True, member__role="player", pk__in=free):
        words = {"who": one.name, "mission": mission.name}
        yield Need(_("%(who)s may join %(mission)s") % words, reverse("mission-enlist", args=[mission.pk, member.key]))
