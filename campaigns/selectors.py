"""What the campaign's pages read. Not there and not allowed are one answer: ``Http404``."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404

from tactics.rulesets import RULESETS

from . import seats
from .models import Campaign, Invitation, Member, Role

_RANK = {Role.GM: 0, Role.PLAYER: 1, Role.SPECTATOR: 2}


def my_campaigns(who: seats.HasSeats) -> list[tuple[Campaign, Member]]:
    """Each campaign in which this browser holds a seat, with the seat of the highest role."""
    best: dict[int, Member] = {}
    for member in seats.held_members(who).filter(campaign__archived=False):
        other = best.get(member.campaign_id)
        if other is None or _RANK[Role(member.role)] < _RANK[Role(other.role)]:
            best[member.campaign_id] = member
    found = [(member.campaign, member) for member in best.values()]
    return sorted(found, key=lambda pair: (pair[0].name, pair[0].pk))


def campaign_for(who: seats.HasSeats, campaign_id: int, *, gm: bool = False) -> tuple[Campaign, Member]:
    """The campaign and the seat of the highest role that ``who`` holds in it."""
    if campaign_id >= 2**63:  # no database could look for it
        raise Http404
    held = list(seats.held_members(who).filter(campaign_id=campaign_id))
    held.sort(key=lambda member: (_RANK[Role(member.role)], member.pk))
    if not held or (gm and not held[0].is_gm):
        raise Http404
    return held[0].campaign, held[0]


def member_of(campaign: Campaign, key: str) -> Member:
    """An active member by seat key."""
    member = campaign.members.filter(key=key, active=True).select_related("user").first()
    if member is None:
        raise Http404
    return member


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
