"""The characters that players may choose from: a player takes one, the GM says which are free."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from campaigns import selectors as campaigns
from campaigns.models import Role
from campaigns.services import Taken

from . import offers, selectors, services


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def choose(request: HttpRequest, pk: int) -> HttpResponse:
    """A player at the table chooses whom to play."""
    campaign, member = campaigns.campaign_for(request, pk)
    if member.role != Role.PLAYER:
        raise Http404
    if request.method == "POST":
        try:
            offers.take(member, request.POST.get("hero", ""))
        except Taken as refusal:
            messages.error(request, str(refusal))
            return redirect("character-choose", pk)
        messages.success(request, _("Your character is ready."))
        return redirect("campaign", pk)
    return render(request, "characters/choose.html", {"campaign": campaign, "offers": offers.offers(campaign)})


@require_POST
def free(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The GM marks a character as free to be taken, or no longer so."""
    campaigns.campaign_for(request, pk, gm=True)
    found, _member = selectors.character_for(request, pk, number)
    on = request.POST.get("free") == "1"
    try:
        offers.set_free(found, on)
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    else:
        told = _("%(name)s can be chosen by whoever comes.") if on else _("%(name)s is the GM’s again.")
        messages.success(request, told % {"name": found.name})
    return redirect("campaign", pk)
