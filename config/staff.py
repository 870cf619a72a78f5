"""The admin of the site: Django's, which answers a senseless query with a refusal instead of an error."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import TO_FIELD_VAR
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, QueryDict

DIGITS = 18
"""A longer number is of no row: databases hold it no more."""
TEXTS = ("q",)
"""Parameters in which people type."""


def senseless(query: QueryDict) -> bool:
    """Whether no page of the admin could have made this query."""
    if query.get(TO_FIELD_VAR) == "":
        return True
    for name, values in query.lists():
        if "\x00" in name or any("\x00" in value for value in values):
            return True
        if name not in TEXTS:
            parts = (part.strip() for value in values for part in value.split(","))
            if any(len(part) > DIGITS and part.lstrip("-").isdecimal() for part in parts):
                return True
    return False


def _rows(chosen: list[str]) -> bool:
    """Whether these may be numbers of rows; a list of the admin sends nothing else."""
    return all(one.isascii() and one.isdigit() and len(one) <= DIGITS for one in chosen)


class Staff(AdminSite):
    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Any:
        guarded = super().admin_view(view, cacheable)

        @wraps(guarded)
        def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            chosen = request.POST.getlist(ACTION_CHECKBOX_NAME) if request.method == "POST" else []
            if senseless(request.GET) or not _rows(chosen):
                raise BadRequest("a senseless query")
            answer: HttpResponse = guarded(request, *args, **kwargs)
            return answer

        return asked
