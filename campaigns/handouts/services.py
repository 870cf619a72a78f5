"""Who may see which handout, and everything that changes one. Refusals are sentences for who asked.

A seat that was not chosen learns nothing: no number, no order and no time of what it sees depends on what it does not.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import F, Min, Q, QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns import uploads
from campaigns.models import Campaign, Handout, Member, Role, Showing
from campaigns.services import Refused
from campaigns.signals import handouts_changed

from .handed import ALL, PUBLIC, Handed

MOST = 200
"""Handouts of a campaign."""
LONGEST = 8_000
"""Letters of a text."""

class Overtaken(Refused):
    """Somebody else has changed it since the page was opened."""


# --- who sees what ----------------------------------------------------------------------------------------


def seen_by(campaign_id: int, seat: str, role: str) -> QuerySet[Handout]:
    """The handouts of a seat, without their pictures: what it was shown last comes first; a GM's, the newest."""
    found = Handout.objects.filter(campaign_id=campaign_id).defer("picture")
    if role == Role.GM:
        return found.order_by("-pk")
    shown = Q(showings__to=PUBLIC) if role == Role.SPECTATOR else Q(showings__to__in=(ALL, seat))
    return found.filter(shown).annotate(got=Min("showings__at", filter=shown)).order_by("-got", "key")


def handed_to(campaign_id: int, seat: str, role: str) -> tuple[Handed, ...]:
    """The same, for a page."""
    gm = role == Role.GM
    found = seen_by(campaign_id, seat, role)
    if gm:
        found = found.prefetch_related("showings")
    return tuple(
        Handed(
            key=each.key,
            mark=each.mark,
            title=each.title,
            html=each.html,
            picture=picture_address(each) if each.has_picture else "",
            address=reverse("handout", args=[campaign_id, each.key]),
            to=tuple(sorted(one.to for one in each.showings.all())) if gm else (),
        )
        for each in found
    )


def picture_address(handout: Handout) -> str:
    """Another picture has another address, so that no page shows an old one."""
    return f"{reverse('handout-picture', args=[handout.campaign_id, handout.key])}?{handout.mark}"


def handout_of(campaign: Campaign, key: str) -> Handout:
    """For a GM."""
    found = campaign.handouts.filter(key=key).first()
    if found is None:
        raise Http404
    return found


def chosen(campaign: Campaign) -> list[tuple[str, str]]:
    """(key, name) of those to whom something may be shown: everybody of a kind, then each player."""
    players = campaign.members.filter(active=True, role=Role.PLAYER)
    return [(ALL, _("All players")), (PUBLIC, _("Spectators")), *((one.key, one.name) for one in players)]


# --- what a GM does ---------------------------------------------------------------------------------------


def make(
    campaign: Campaign,
    *,
    title: str,
    text: str = "",
    file: UploadedFile[Any] | None = None,
    to: list[str] | None = None,
) -> Handout:
    """A new one, shown at once to whoever stands in `to`."""
    _open(campaign)
    picture = uploads.written_anew(file, "whole") if file else b""
    if not text and not picture:
        raise Refused(_("Write something, or choose a picture."))
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        if campaign.handouts.count() >= MOST:
            raise Refused(_("There are %(n)s handouts; delete old ones first.") % {"n": MOST})
        made = Handout(campaign=campaign, key=secrets.token_urlsafe(12), title=title, text=text, picture=picture)
        _mark(made)
        made.save()
        for one in _known(campaign, to or []):
            Showing.objects.create(handout=made, to=one)
        _changed(campaign)
    return made


def bring_in(
    campaign: Campaign, *, key: str, title: str, text: str, picture: bytes, shown: list[tuple[str, datetime]]
) -> Handout:
    """One of a campaign's file, with what was shown when."""
    made = Handout(campaign=campaign, key=key, title=title, text=text, picture=picture)
    _mark(made)
    made.save()
    for to, at in shown:
        Showing.objects.create(handout=made, to=to)
        made.showings.filter(to=to).update(at=at)
    return made


def change(
    handout: Handout,
    *,
    title: str,
    text: str,
    file: UploadedFile[Any] | None = None,
    drop_picture: bool = False,
    mark: str = "",
) -> None:
    """Other content; whoever sees it sees that. mark: of the content that was looked at; raises Overtaken if it is
    another by now."""
    _open(handout.campaign)
    if mark and mark != handout.mark:
        raise Overtaken(_("It was changed by somebody else meanwhile. Look at it in another tab, or save again."))
    if file:
        handout.picture = uploads.written_anew(file, "whole")
    elif drop_picture:
        handout.picture = b""
    handout.title, handout.text = title, text
    if not text and not handout.picture:
        raise Refused(_("Write something, or choose a picture."))
    _mark(handout)
    with transaction.atomic():
        handout.save()
        _changed(handout.campaign)


def show(handout: Handout, to: list[str]) -> None:
    """To these and nobody else; who is among them already keeps it as it is."""
    _open(handout.campaign)
    wanted = set(_known(handout.campaign, to))
    with transaction.atomic():
        shown = set(handout.showings.values_list("to", flat=True))
        handout.showings.exclude(to__in=wanted).delete()
        for one in sorted(wanted - shown):
            Showing.objects.get_or_create(handout=handout, to=one)
        _changed(handout.campaign)


def turn(handout: Handout, to: str, on: bool) -> None:
    """Shows it to one more, or takes it back from one."""
    _open(handout.campaign)
    with transaction.atomic():
        if on:
            for one in _known(handout.campaign, [to]):
                Showing.objects.get_or_create(handout=handout, to=one)
        else:
            handout.showings.filter(to=to).delete()
        _changed(handout.campaign)


def delete(handout: Handout) -> None:
    _open(handout.campaign)
    with transaction.atomic():
        handout.delete()
        _changed(handout.campaign)


def _open(campaign: Campaign) -> None:
    if campaign.archived:
        raise Refused(_("This campaign is put away."))


def _known(campaign: Campaign, to: list[str]) -> list[str]:
    """Refused with the name of who is not at the table."""
    may = {key for key, _name in chosen(campaign)}
    for one in to:
        if one not in may:
            raise Refused(_("“%(name)s” is no player here.") % {"name": one[:60]})
    return sorted(set(to))


def _mark(handout: Handout) -> None:
    """A name of the content, with the random key, so that it tells nothing of it."""
    handout.has_picture = bool(handout.picture)
    parts = (handout.key, handout.title, handout.text, hashlib.sha256(bytes(handout.picture)).hexdigest())
    handout.mark = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def _changed(campaign: Campaign) -> None:
    """Within the transaction: open Missions look again once it is in the database."""
    Campaign.objects.filter(pk=campaign.pk).update(handed=F("handed") + 1)
    transaction.on_commit(lambda: _announce(campaign.pk), robust=True)


def _announce(campaign_id: int) -> None:
    handouts_changed.send_robust(sender=Handout, campaign_id=campaign_id)


def for_member(campaign: Campaign, member: Member) -> tuple[Handed, ...]:
    return handed_to(campaign.pk, member.key, member.role)
