"""Whose eyes a page is made for. Who may not look gets the same 404 as for a Mission that does not exist."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from . import selectors
from .services import NotHere


def of_seat(request: HttpRequest, pk: int, seat: str, other: str = "", *, screen: bool = False) -> selectors.Sitting:
    """Those of the seat itself; with `screen` those of its shared screen; with `other` those of another seat that a GM
    looks through. Raises Http404."""
    try:
        at = selectors.sitting(request, pk, seat)
        if screen:
            return selectors.screened(at)
        return selectors.other_seat(at, other) if other else at
    except NotHere as problem:
        raise Http404 from problem
