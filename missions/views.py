"""Pages and commands of Missions. Each address names the seat; who does not hold it gets the same answer as for a
Mission that does not exist."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from tactics.kernel.refusals import Refused
from tactics.secrecy.words import TEXTS

from . import eyes, forms, limits, recap, selectors, services, stored, writer
from .live import barred, gm, pack, panel, steps
from .services import NotHere

STATUS = {"stale": 409, "key_reused": 409, "rate_limited": 429}
REFUSED = 422


def _private(response: HttpResponse) -> HttpResponse:
    """No cache on the way may keep what one seat was shown."""
    response["Cache-Control"] = "private, no-store"
    return response


@require_safe
def mission(request: HttpRequest, pk: int, seat: str) -> HttpResponse:
    """A seat's page."""
    return _page(request, eyes.of_seat(request, pk, seat))


@require_safe
def screen(request: HttpRequest, pk: int, seat: str) -> HttpResponse:
    """What a seat sees, of a GM's what spectators do, for a screen that all look at: no panels, nothing to press, it
    follows the action."""
    at = eyes.of_seat(request, pk, seat)
    seen = selectors.screened(at)
    return _page(request, seen, through=at if seen is not at else None, is_screen=True)


@require_safe
def see(request: HttpRequest, pk: int, seat: str, other: str) -> HttpResponse:
    """A GM looks through another seat's eyes, and can do nothing there."""
    at = eyes.of_seat(request, pk, seat)
    return _page(request, eyes.of_seat(request, pk, seat, other), through=at)


def _page(
    request: HttpRequest,
    at: selectors.Sitting,
    *,
    through: selectors.Sitting | None = None,
    is_screen: bool = False,
) -> HttpResponse:
    look = selectors.look(at.mission, at.key, at.role)
    pk = at.mission.pk
    here = f"{pk}/as/{through.key}/see/{at.key}" if through else f"{pk}/as/{at.key}"
    urls: dict[str, Any] = {
        "command": reverse("mission-command", args=[pk, at.key]) if not through else "",
        "socket": f"/ws/missions/{here}/",
        "readonly": through is not None or is_screen,
        "ping": reverse("mission-ping", args=[pk, at.key]) if not through and not is_screen else "",
        "screen": is_screen,
        "handouts": reverse("handouts", args=[at.mission.campaign_id]),
        "rehearsal": reverse("mission-rehearsed", args=[pk, (through or at).key]) if at.mission.rehearsal else "",
        "campaign": reverse("campaign", args=[at.mission.campaign_id]) if not through and not is_screen else "",
        "rules": reverse("mission-rules", args=[pk, through.key if through else at.key]),
        "record": reverse("mission-see-record", args=[pk, through.key, at.key])
        if through
        else reverse("mission-record", args=[pk, at.key]),
    }
    can = gm.abilities(stored.code_of(at.mission))
    context = {
        "view": look.view,
        "parts": look.parts,
        "v": look.v,
        "urls": urls,
        "seat": at.key,
        "csrf": get_token(request),
        "menu": gm.menu(can),
        "can": can,
        "shapes": gm.SHAPES,
        "since": recap.back_since(request.session, at, look.lines) if not through and not is_screen else None,
    }
    return _private(render(request, "missions/mission.html", context))


# --- commands ---------------------------------------------------------------------------------------


@require_POST
def command(request: HttpRequest, pk: int, seat: str) -> HttpResponse:
    """One command of a seat. 200 accepted; 422 refused, 409 stale, 429 too many, with words; 404 no such seat.

    With htmx the answer is the fragment of the error line; without, a page or the way back to the Mission.
    Served by `config.pages`, all of it runs in the writers' thread, whose connection is open already.
    """
    try:
        limits.check_posts(_sender(request), request.path)
    except Refused as flood:
        return _flooded(request, flood)
    return writer.with_connection(_answer, request, pk, seat)


def _sender(request: HttpRequest) -> str:
    """The browser by its session's cookie, looked up or not; without one the machine."""
    return request.COOKIES.get(settings.SESSION_COOKIE_NAME) or str(request.META.get("REMOTE_ADDR", ""))


def _flooded(request: HttpRequest, refused: Refused) -> HttpResponse:
    """The answer that costs least, the same for every address."""
    text = TEXTS[refused.code]
    if _is_htmx(request):
        text = f'<p id="err" role="alert" hx-swap-oob="true">{text}</p>\n'
    response = HttpResponse(text, status=429, content_type="text/html; charset=utf-8")
    response["Retry-After"] = str(refused.params["seconds"])
    response["X-Refused"] = refused.name
    return _private(response)


_ACCEPTED = '<p id="err" role="alert" hx-swap-oob="true"></p>\n'


def _answer(request: HttpRequest, pk: int, seat: str) -> HttpResponse:
    selectors.ask_who(request)
    try:
        posted = _read(request, pk, seat)
        services.submit(pk, seat, posted.key, posted.command, posted.basis, who=request)
    except NotHere:
        return _private(_missing(request))
    except Refused as refused:
        try:
            return _refused(request, selectors.sitting(request, pk, seat), refused)
        except NotHere:
            return _private(_missing(request))
    if not _is_htmx(request):
        return _private(HttpResponseRedirect(reverse("mission", args=[pk, seat]), status=303))
    return _private(HttpResponse(_ACCEPTED))


def _read(request: HttpRequest, pk: int, seat: str) -> forms.Posted:
    """The form. Raises Refused, and NotHere where it takes a look at the seat to read it."""
    size = sum(len(value) for value in request.POST.values())
    if size > limits.COMMAND_BYTES:
        limits.check_size(size, gm=selectors.sitting(request, pk, seat).is_gm)
    if not forms.needs_view(request.POST):
        return forms.read(request.POST)
    return forms.read(request.POST, selectors.view(selectors.sitting(request, pk, seat)))


def _is_htmx(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def _refused(request: HttpRequest, at: selectors.Sitting, refused: Refused) -> HttpResponse:
    text = selectors.words_of(at.mission, at.key, at.role, refused)
    status = STATUS.get(refused.code, REFUSED)
    if _is_htmx(request):
        response = render(request, "missions/_error.html", {"text": text}, status=status)
    else:
        context = {
            "text": text,
            "back": reverse("mission", args=[at.mission.pk, at.key]),
            "command": reverse("mission-command", args=[at.mission.pk, at.key]),
            "fields": _typed(request.POST),
        }
        response = render(request, "missions/refused.html", context, status=status)
    if refused.code == "rate_limited":
        response["Retry-After"] = str(refused.params.get("seconds", 1))
    response["X-Refused"] = refused.name
    return _private(response)


def _typed(post: Mapping[str, str]) -> list[dict[str, Any]]:
    """The fields of a form that was refused, to be sent again: what was typed can be changed."""
    hidden = {"do", "unit", "go", "basis", "args"}
    return [
        {"name": name, "value": value, "hidden": name in hidden}
        for name, value in post.items()
        if name not in ("csrfmiddlewaretoken", "key")
    ]


def _missing(request: HttpRequest) -> HttpResponse:
    """For a seat that is not there and for one that is another's: the same bytes."""
    if _is_htmx(request):
        text = "There is no such seat for you here: reload the page."
        return HttpResponse(
            f'<p id="err" role="alert" hx-swap-oob="true">{text}</p>\n', status=404
        )
    return render(request, "404.html", status=404)


# --- a group's ways ----------------------------------------------------------------------------------


@require_safe
def ahead(request: HttpRequest, pk: int, seat: str) -> HttpResponse:
    """JSON: what the seat's units could do on their next turns, as the panel shows it, and where they could go."""
    view = selectors.ahead(eyes.of_seat(request, pk, seat))
    reach = {r.body: {"unit": r.unit, "cells": [[c.x, c.y] for c in r.cells]} for r in view.reach}
    html = panel.options(view) + barred.barred(view)
    return _private(JsonResponse({"html": html, "leaves": panel.leaves(view), "reach": reach}))


@require_safe
def aim(request: HttpRequest, pk: int, seat: str, unit: str, other: str = "") -> HttpResponse:
    """JSON: where `?action=` (with `?with=` this) of an own unit may be aimed, how far it spreads and whom it would
    touch; empty for what is not aimed at a cell."""
    at = eyes.of_seat(request, pk, seat, other)
    action, using = (request.GET.get(name, "")[:64] for name in ("action", "with"))
    found = selectors.aim(at, unit[:64], action, using)
    if found is None:
        return _private(JsonResponse({}))
    cells = [n for cell in found.cells for n in cell]
    return _private(JsonResponse({**msgspec.to_builtins(found), "cells": cells}))


@require_safe
def choices(request: HttpRequest, pk: int, seat: str, other: str = "") -> HttpResponse:
    """JSON: [value, label] of all that `?field=` of an `option` of a `unit` lists; empty for what is not on offer. So
    lists of more than `panel.LONG` come."""
    at = eyes.of_seat(request, pk, seat, other)
    unit, option, field = (request.GET.get(name, "")[:500] for name in ("unit", "option", "field"))
    return _private(JsonResponse(list(selectors.choices(at, unit, option, field)), safe=False))


@require_safe
def moves(request: HttpRequest, pk: int, seat: str, other: str = "") -> HttpResponse:
    """The rows of where a `thing` in a `place` of a `body` may go; none for what the seat carries not."""
    at = eyes.of_seat(request, pk, seat, other)
    body, place, key = (request.GET.get(name, "")[:200] for name in ("body", "place", "thing"))
    found = selectors.thing(at, body, place, key)
    return _private(HttpResponse(pack.moves(found) if found is not None else ""))


@require_safe
def march(request: HttpRequest, pk: int, seat: str, unit: str, x: int, y: int, other: str = "") -> HttpResponse:
    """JSON: a way for each member of a group that goes to a cell, around `lead` if one is named."""
    at = eyes.of_seat(request, pk, seat, other)
    if x > 99 or y > 99:
        return _private(JsonResponse({}))
    lead = request.GET.get("lead", "")[:64]
    return _private(JsonResponse(selectors.march(at, unit[:64], (x, y), lead)))


# --- what one points at ------------------------------------------------------------------------------


@require_safe
def threat(request: HttpRequest, pk: int, seat: str, body: str, other: str = "") -> HttpResponse:
    """Where a body could go and strike, as JSON of cells; empty for one that cannot, is unknown or is not there."""
    found = selectors.threat(eyes.of_seat(request, pk, seat, other), body)
    if found is None:
        return _private(JsonResponse({}))
    cells = {
        "reach": [n for cell in found.reach for n in cell],
        "strikes": [n for cell in found.strikes for n in cell],
    }
    return _private(JsonResponse({"body": found.body, "board": found.board, "words": found.words, **cells}))


@require_safe
def reach(request: HttpRequest, pk: int, seat: str, body: str, other: str = "") -> HttpResponse:
    """Where an own body can go by way of chosen cells (`?via=3.4-5.4`), as JSON: `way` over them and `cells` from the
    last on (`live.steps`). Empty where that is no way."""
    at = eyes.of_seat(request, pk, seat, other)
    found = selectors.reach_by(at, body, _cells(request.GET.get("via", "")))
    if found is None:
        return _private(JsonResponse({}))
    flat = {name: steps.flat(cells, found.most > 0) for name, cells in (("way", found.way), ("cells", found.cells))}
    return _private(JsonResponse({"body": found.body, "board": found.board, **flat}))


MOST_VIA = 20
"""Cells that one walk may be led by."""


def _cells(text: str) -> list[tuple[int, int]]:
    """`3.4-5.4` as cells; what does not look like that is none."""
    found = re.findall(r"(\d{1,2})\.(\d{1,2})(?:-|$)", text[:200])
    return [(int(x), int(y)) for x, y in found[:MOST_VIA]]
