"""The shelf of maps: a GM looks at what ships and takes a copy. For everybody else there is no such page."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.once import once

from . import map_drawing, map_services, map_shelf
from . import shelf as shelves
from .map_views import REFUSED, gm_of


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@once
def shelf(request: HttpRequest, pk: int) -> HttpResponse:
    """POST `map`: the key of the one that is taken; then its own page."""
    campaign, _member = gm_of(request, pk)
    refusal = ""
    there = map_shelf.fitting(campaign)
    if request.method == "POST":
        key = request.POST.get("map", "")
        if key not in there:
            raise Http404
        try:
            made = map_shelf.take(campaign, key, there[key])
        except map_services.Full:
            refusal = _("The campaign has as many maps as it may have, or as large ones. Delete some first.")
        else:
            messages.success(request, _("The map is yours now: draw on it, or begin a Mission on it."))
            return redirect("map", campaign.pk, made.pk)
    rules = map_services.rules_for(campaign)
    found = [
        {
            "key": key,
            "about": shelves.about(campaign.ruleset, key),
            "drawing": map_drawing.of_map(stored, rules, picture=None),
        }
        for key, stored in there.items()
    ]
    context = {"campaign": campaign, "found": found, "refusal": refusal}
    return render(request, "missions/maps/shelf.html", context, status=REFUSED if refusal else 200)
