"""The pages of help. Anybody may read them: they tell nothing of any table."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from .topics import GROUPS, TOPICS


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "help/index.html", {"groups": GROUPS})


@require_safe
def page(request: HttpRequest, key: str) -> HttpResponse:
    topic = TOPICS.get(key)
    if topic is None:
        raise Http404
    return render(request, "help/topic.html", {"topic": topic, "groups": GROUPS})
