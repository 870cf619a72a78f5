"""Stopping for tonight, and what everybody reads when they come back. Plain pages, no script needed."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tactics.kernel import commands as c
from tactics.kernel.refusals import Refused

from . import eyes, recap, selectors, services
from .services import NotHere

WORDS = 2000


@require_safe
@never_cache
def page(request: HttpRequest, pk: int, seat: str) -> HttpResponse:
    """`?since=`: milliseconds; without it from the beginning."""
    at = eyes.of_seat(request, pk, seat)
    since = request.GET.get("since", "")
    found = recap.recap(at, int(since) if since.isascii() and since.isdecimal() and len(since) < 15 else None)
    recap.was_read(request.session, at)
    context = {"mission": at.mission, "seat": seat, "recap": found, "view": found.view}
    return render(request, "missions/recap.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def tonight(request: HttpRequest, pk: int, seat: str) -> HttpResponse:
    """The GM stops: the clocks pause, and what is written here is told to all and stays in the log."""
    at = eyes.of_seat(request, pk, seat)
    if not at.is_gm:
        raise Http404
    words, key = request.POST.get("words", "").strip(), request.POST.get("key", "")[:40]
    context = {"mission": at.mission, "seat": seat, "words": words, "key": key or secrets.token_hex(8), "most": WORDS}
    if request.method != "POST":
        return render(request, "missions/tonight.html", context)
    try:
        # A pause alone looks like any other to the players; that the evening is over is for everybody to know.
        said = {"do": "chat", "text": words or _("We stop here for tonight."), "style": "narration"}
        services.submit(pk, seat, f"words-{key}", said, who=request)
        state = selectors.present(at.mission).state
        if not state.paused and state.phase not in ("ended", "post_mission") and at.mission.closed is None:
            services.submit(pk, seat, f"stop-{key}", c.Pause(), who=request)
    except Refused as refused:
        context["refusal"] = selectors.words_of(at.mission, at.key, at.role, refused)
        return render(request, "missions/tonight.html", context, status=422)
    except NotHere as problem:
        raise Http404 from problem
    messages.success(
        request, _("Stopped for tonight. Whoever comes back reads what happened; you resume it at the table.")
    )
    return redirect("campaign", at.mission.campaign_id)
