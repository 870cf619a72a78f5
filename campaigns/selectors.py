"""What the campaign's pages read. Not there and not allowed are one answer: ``Http404``."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import Http404

from tactics.rulesets import RULESETS

from . import hooks, seats
from .hooks import Need
from .models import Campaign, Invitation, Member, Post, Role

_RANK = {Role.GM: 0, Role.PLAYER: 2, Role.SPECTATOR: 3}


def _rank(member: Member) -> tuple[int, int]:
    """The lowest is the seat as whom somebody comes who holds several."""
    return (1 if member.post == Post.CO_GM else _RANK[Role(member.role)], member.pk)


@dataclass(frozen=True)
class Mine:
    """A campaign in which a browser holds a seat: the one of the highest role, and what waits for it."""

    campaign: Campaign
    member: Member
    needs: list[Need]


def my_campaigns(who: seats.HasSeats, *, archived: bool = False) -> list[Mine]:
    """Those in which this browser holds a seat: first where something waits for it, then by name."""
    best: dict[int, Member] = {}
    for member in seats.held_members(who).filter(campaign__archived=archived):
        other = best.get(member.campaign_id)
        if other is None or _rank(member) < _rank(other):
            best[member.campaign_id] = member
    found = [Mine(each.campaign, each, [] if archived else needs(each.campaign, each)) for each in best.values()]
    return sorted(found, key=lambda mine: (not mine.needs, mine.campaign.name, mine.campaign.pk))


def needs(campaign: Campaign, member: Member) -> list[Need]:
    """What waits for this member, the most urgent first."""
    return [each for source in hooks.needs for each in source(campaign, member)]


def campaign_for(
    who: seats.HasSeats, campaign_id: int, *, gm: bool = False, leads: bool = False
) -> tuple[Campaign, Member]:
    """The campaign and the seat of the highest role that ``who`` holds in it. leads: of a GM who is no co-GM."""
    if campaign_id >= 2**63:  # no database could look for it
        raise Http404
    held = list(seats.held_members(who).filter(campaign_id=campaign_id))
    held.sort(key=_rank)
    if not held or (gm and not held[0].is_gm) or (leads and not held[0].leads):
        raise Http404
    seats.shown(who, held[0])
    return held[0].campaign, held[0]


def member_of(campaign: Campaign, key: str) -> Member:
    """An active member by seat key."""
    member = campaign.members.filter(key=key, active=True).select_related("user").first()
    if member is None:
        raise Http404
    return member


def own_seat(who: seats.HasSeats, campaign_id: int, key: str) -> Member:
    """The seat of this key, if ``who`` holds it."""
    campaign, _member = campaign_for(who, campaign_id)
    found = seats.held_members(who).filter(campaign=campaign, key=key).first()
    if found is None:
        raise Http404
    return found


def invitation_by(token: str) -> Invitation:
    """The open invitation of a token; every other token is simply unknown."""
    invitation = (
        Invitation.objects.filter(digest=Invitation.digest_of(token)).select_related("campaign", "member__user").first()
    )
    if invitation is None or not invitation.is_open:
        raise Http404
    return invitation


def invitation_of(campaign: Campaign, pk: int) -> Invitation:
    invitation = campaign.invitations.filter(pk=pk, member=None).first()
    if invitation is None:
        raise Http404
    return invitation


def rulesets() -> list[tuple[str, str]]:
    """The rulesets that a campaign may play: name and title."""
    return [(name, ruleset.title) for name, ruleset in RULESETS.items()]


def open_invitations(campaign: Campaign) -> QuerySet[Invitation]:
    """Invitations for anybody that still work, newest first (spent ones are left to the page)."""
    return campaign.invitations.filter(revoked=False, member=None)
