"""The GM's page that closes a Mission, and the doors between roster and Missions. Plain forms, no script needed."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from characters.models import Character
from tactics.kernel.refusals import Refused

from . import closing, selectors
from .live.panel import STATUS_WORDS
from .services import NotHere


def _gm(request: HttpRequest, pk: int, seat: str, *, rehearsal: bool = False) -> selectors.Sitting:
    """The GM's seat; 404 for every other, and for a rehearsal unless that is meant too."""
    try:
        at = selectors.sitting(request, pk, seat)
    except NotHere as problem:
        raise Http404 from problem
    if not at.is_gm or (at.mission.rehearsal and not rehearsal):
        raise Http404
    return at


def _waiting(at: selectors.Sitting) -> list[tuple[str, str]]:
    """Name and address of the campaign's Missions that are prepared and have not begun, the oldest first."""
    open_missions = at.mission.campaign.missions.filter(closed=None).defer("genesis").order_by("pk")
    return [
        (one.name, selectors.seat_address(one.pk, at.key))
        for one in open_missions
        if selectors.present(one).state.phase in closing.BEFORE
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def close(request: HttpRequest, pk: int, seat: str) -> HttpResponse:
    """What changed, with a tick at each; what is ticked goes to the sheets, and the Mission is closed."""
    at = _gm(request, pk, seat, rehearsal=True)
    if at.mission.rehearsal:
        context = {"mission": at.mission, "seat": at.key, "back": selectors.seat_address(pk, seat)}
        return render(request, "missions/rehearsed.html", context, status=422 if request.method == "POST" else 200)
    if request.method == "POST":
        try:
            closing.close(at.mission, request.POST.keys(), as_it_is="as-it-is" in request.POST)
        except Refused as refused:
            messages.error(request, selectors.words_of(at.mission, at.key, at.role, refused))
        else:
            messages.success(request, _("The Mission is closed; the sheets have what stays."))
        return redirect("mission-close", pk, seat)
    state = selectors.present(at.mission).state
    context = {
        "mission": at.mission,
        "back": selectors.seat_address(pk, seat),
        "ready": state.phase in ("ended", "post_mission"),
        "objectives": [(o.title, STATUS_WORDS.get(o.status, o.status)) for o in state.objectives.values()],
        "outcome": state.outcome,
        "proposals": closing.proposals(at.mission) if at.mission.closed is None else [],
        "waiting": _waiting(at) if at.mission.closed is not None else [],
    }
    return render(request, "missions/close.html", context)


@require_POST
def follow(request: HttpRequest, pk: int, seat: str) -> HttpResponse:
    """Opens the next Mission from the sheets."""
    at = _gm(request, pk, seat)
    name = " ".join(request.POST.get("name", "").split())[:120] or _("After %(name)s") % {"name": at.mission.name}
    try:
        made = closing.next_mission(at.mission, name[:120])
    except Refused as refused:
        messages.error(request, selectors.words_of(at.mission, at.key, at.role, refused))
        return redirect("mission-close", pk, seat)
    return redirect("mission", made.pk, seat)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def enlist(request: HttpRequest, pk: int, seat: str) -> HttpResponse:
    """Who of the roster is free; and one of them joins the Mission."""
    at = _gm(request, pk, seat)
    if request.method != "POST":
        free = closing.free_characters(at.mission.campaign)
        back = selectors.seat_address(pk, seat)
        return render(request, "missions/enlist.html", {"mission": at.mission, "back": back, "free": free})
    number = request.POST.get("character", "")
    character = None
    if number.isdecimal() and len(number) < 10:
        character = Character.objects.filter(campaign_id=at.mission.campaign_id, number=int(number)).first()
    if character is None:
        raise Http404
    try:
        closing.join_character(at.mission, character)
    except Refused as refused:
        messages.error(request, selectors.words_of(at.mission, at.key, at.role, refused))
        return redirect("mission-enlist", pk, seat)
    return redirect("mission", pk, seat)
