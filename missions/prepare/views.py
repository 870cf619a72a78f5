"""The page on which a GM makes a Mission."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns import selectors as campaigns
from campaigns.models import Campaign
from library import services as library
from missions import map_board, selectors, stored
from tactics import rulesets

from . import build, choices
from .forms import MissionForm


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def new(request: HttpRequest, campaign: int) -> HttpResponse:
    """GET: the form. POST: the Mission, and on to the GM's seat at it."""
    found, member = campaigns.campaign_for(request, campaign, gm=True)
    code = rulesets.get(found.ruleset)
    try:
        version = library.version_for(found)
    except library.Unfit:
        messages.error(request, _("The house rules do not fit the rules any more: mend what stands here first."))
        return redirect("library", found.pk)
    rules = stored.rules_of(version.hash)
    form = MissionForm(found, rules, request.POST or None, initial=_asked_for(found, request.GET.get("map", "")))
    if request.method == "POST" and form.is_valid():
        try:
            mission = build.make(found, member, code, version, rules, form)
        except build.Unusable as problem:
            form.add_error(problem.field, str(problem))
        else:
            return redirect(selectors.seat_address(mission.pk, member.key))
    status = 422 if form.errors else 200
    return render(request, "missions/new.html", {"campaign": found, "form": form}, status=status)


def _asked_for(campaign: Campaign, number: str) -> dict[str, Any]:
    """What a link from a map's page chooses beforehand."""
    try:
        brought = choices.map_of(campaign, f"map:{number}")
    except LookupError:
        return {}
    stored_map = map_board.decode(brought.body)
    return {"board": f"map:{brought.pk}", "start": "map" if stored_map.zones else ""}
