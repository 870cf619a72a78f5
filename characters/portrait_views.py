"""Portraits of characters, for everybody at the table; those of mob templates are the GM's."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns import selectors as campaigns
from campaigns.services import Refused

from . import portraits, selectors
from .models import Character, MobTemplate


@require_http_methods(["GET", "HEAD", "POST"])
def character(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """GET: the picture. POST: another one, or none, by who may change the sheet."""
    if request.method == "POST":
        found, _member = selectors.character_for(request, pk, number)
        _change(request, found)
        return redirect("character", pk, number)
    campaign, _member = campaigns.campaign_for(request, pk)
    seen = campaign.characters.select_related("portrait").filter(number=min(number, 2**31 - 1))
    return _shown(seen.first())


@require_http_methods(["GET", "HEAD", "POST"])
def mob(request: HttpRequest, pk: int, mob: int) -> HttpResponse:
    """The same of a kind of foe."""
    found, _member = selectors.mob_for(request, pk, mob)
    if request.method == "POST":
        _change(request, found)
        return redirect("mob", pk, mob)
    return _shown(found)


def _shown(found: Character | MobTemplate | None) -> HttpResponse:
    if found is None or found.portrait is None:
        raise Http404
    return portraits.answer(found.portrait)


def _change(request: HttpRequest, found: Character | MobTemplate) -> None:
    if request.POST.get("do") == "remove":
        portraits.change(found, None)
        messages.success(request, _("The picture is taken away."))
        return
    try:
        made = portraits.take(found.campaign, request.FILES.get("picture"), request.POST.get("part", ""))
    except Refused as refusal:
        messages.error(request, str(refusal))
        return
    portraits.change(found, made)
    messages.success(request, _("That is %(name)s now, from the next Mission on.") % {"name": found.name})
