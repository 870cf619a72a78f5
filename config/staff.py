"""The admin of the site: Django's, which answers a senseless query with a refusal instead of an error.

Staff come in by the site's own sign-in, so that its limits and the second factor count here too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import TO_FIELD_VAR
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from campaigns import second_factor

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
    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and second_factor.opens_admin(request)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Lead to what is still missing: signing in, showing the second factor, or setting one up. Nothing is here
        for those who are no staff."""
        asked = request.GET.get(REDIRECT_FIELD_NAME, "")
        inside = url_has_allowed_host_and_scheme(asked, {request.get_host()}) and asked.startswith("/")
        to = asked if inside else reverse("admin:index", current_app=self.name)
        if not request.user.is_authenticated:
            return redirect_to_login(to)
        if not super().has_permission(request):
            raise Http404
        if self.has_permission(request):
            return redirect(to)
        if second_factor.has_one(request.user):
            return redirect_to_login(to, resolve_url("mfa_reauthenticate"))
        messages.warning(request, _("This site asks its staff for a second factor. Set one up, then open the admin."))
        return redirect("mfa_activate_totp")

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
