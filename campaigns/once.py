"""What a double click sends twice is done once.

Every page carries a form token of its own, so two posts that are alike to the last field come from one page: the
second is led to where the first went. Without script, over two tabs of a slow line, and on any worker.
"""

from __future__ import annotations

import functools
import hashlib
import time
from collections.abc import Callable
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

KEPT = 60
"""Seconds for which a post is remembered."""
PATIENCE = 10.0
"""Seconds for which the second waits for the first's end; then it is done like any other."""
STEP = 0.05
TOKEN = "csrfmiddlewaretoken"  # noqa: S105

View = Callable[..., HttpResponse]


def once(view: View) -> View:
    """For pages that make something: a post that was just answered with a redirect is not done again."""

    @functools.wraps(view)
    def guarded(request: HttpRequest, *args: Any, **words: Any) -> HttpResponse:
        if request.method != "POST" or TOKEN not in request.POST:
            return view(request, *args, **words)
        key = _key(request)
        end = time.monotonic() + PATIENCE
        while not cache.add(key, "", KEPT):
            if went := cache.get(key):
                return redirect(went)
            if time.monotonic() > end:
                break
            time.sleep(STEP)
        went = ""
        try:
            response = view(request, *args, **words)
            went = response.headers.get("Location", "")
            return response
        finally:
            if went:
                cache.set(key, went, KEPT)
            else:  # what was refused may be sent again
                cache.delete(key)

    return guarded


def _key(request: HttpRequest) -> str:
    who = request.user.pk if request.user.is_authenticated else request.session.session_key
    files = [(name, each.name, each.size) for name, many in request.FILES.lists() for each in many]
    said = repr((who, request.get_full_path(), sorted(request.POST.lists()), files))
    return f"once-{hashlib.sha256(said.encode(errors='surrogatepass')).hexdigest()}"
