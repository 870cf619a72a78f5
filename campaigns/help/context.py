"""What every page knows of its help."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from .topics import topic_for


def help_for(request: HttpRequest) -> dict[str, object]:
    """`help_url`: the address of this screen's help; empty for one that has none."""
    match = request.resolver_match
    key = topic_for(match.url_name or "") if match is not None else ""
    return {"help_url": SimpleLazyObject(lambda: reverse("help", args=[key]) if key else "")}
