"""A character's page: the sheet, what changed it, and its experience."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from . import hooks, selectors, services


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def character(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Looking; and, in downtime, the next level for who has the experience."""
    found, member = selectors.character_for(request, pk, number)
    per_level = selectors.per_level(found.campaign)
    if request.method == "POST":
        busy = hooks.busy(found)
        try:
            if busy is not None:
                raise services.Refused(_("%(name)s is in a Mission; levels come in downtime.") % {"name": found.name})
            level = services.level_up(found, per_level)
        except services.Refused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("%(name)s is now level %(n)s.") % {"name": found.name, "n": level})
        return redirect("character", pk, number)
    context = {
        "character": found,
        "member": member,
        "sheet": selectors.sheet_of(found),
        "busy": hooks.busy(found),
        "offered": selectors.level_offered(found),
        "next": found.level * per_level,
        "history": found.history.all()[:50],
        "ledger": found.ledger.all()[:50],
    }
    return render(request, "characters/character.html", context)
