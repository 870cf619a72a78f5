"""The rules page of a Mission, whole and one entry at a time, for whoever holds a seat of it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from . import rules_page, selectors, stored
from .services import NotHere

SEARCH = 100
"""Letters of a search that count."""


def _rules(request: HttpRequest, pk: int, seat: str):  # type: ignore[no-untyped-def]
    """(sitting, the pinned rules, the Mission's own settings); 404 for who does not sit there."""
    try:
        at = selectors.sitting(request, pk, seat)
    except NotHere as problem:
        raise Http404 from problem
    state = selectors.present(at.mission).state
    return at, stored.rules_of(state.rules), state.options


@require_safe
def page(request: HttpRequest, pk: int, seat: str, other: str = "") -> HttpResponse:
    """All rules; `q` leaves only what has these words. other: through whose eyes a GM looks; the rules are the same."""
    at, rules, options = _rules(request, pk, seat)
    wanted = request.GET.get("q", "")[:SEARCH].strip()
    sections = rules_page.sections(rules, options)
    context = {
        "mission": at.mission,
        "back": selectors.seat_address(pk, seat),
        "sections": rules_page.found(sections, wanted) if wanted else sections,
        "wanted": wanted,
    }
    response = render(request, "missions/rules.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


@require_safe
def entry(request: HttpRequest, pk: int, seat: str, name: str) -> HttpResponse:
    """One entry, for the window over the Mission; 404 for one that these rules do not have."""
    _at, rules, options = _rules(request, pk, seat)
    card = rules_page.card(rules, options, name)
    if card is None:
        raise Http404
    response = render(request, "missions/_rule.html", {"card": card})
    response["Cache-Control"] = "private, no-store"
    return response
