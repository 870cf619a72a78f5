"""What a double click sends twice is done once.

Every page carries a form token of its own, so two posts that are alike to the last field come from one page: the
second is led to where the first went. Without script, over two tabs of a slow line, and on any worker.
"""

from __future__ import annotations

import functools
import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
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


@dataclass
class Mark:
    """found: what the first of two equal posts left, empty for the first. left: what this one leaves; empty when it
    did nothing."""

    found: str = ""
    left: str = ""


@contextmanager
def mark(request: HttpRequest) -> Iterator[Mark]:
    """Waits for an equal post that is on its way. Whatever is no post of one of this site's pages is always a first."""
    if request.method != "POST" or TOKEN not in request.POST:
        yield Mark()
        return
    key = _key(request)
    end = time.monotonic() + PATIENCE
    while not cache.add(key, "", KEPT):
        if found := cache.get(key):
            yield Mark(found)
            return
        if time.monotonic() > end:
            break
        time.sleep(STEP)
    own = Mark()
    try:
        yield own
    finally:
        if own.left:
            cache.set(key, own.left, KEPT)
        else:  # what was refused may be sent again
            cache.delete(key)


def once(view: View) -> View:
    """For pages that make something: a post that was just answered with a redirect is not done again."""

    @functools.wraps(view)
    def guarded(request: HttpRequest, *args: Any, **words: Any) -> HttpResponse:
        with mark(request) as own:
            if own.found:
                return redirect(own.found)
            response = view(request, *args, **words)
            own.left = response.headers.get("Location", "")
            return response

    return guarded


def _key(request: HttpRequest) -> str:
    who = request.user.pk if request.user.is_authenticated else request.session.session_key
    files = [(name, each.name, each.size) for name, many in request.FILES.lists() for each in many]
    said = repr((who, request.get_full_path(), sorted(request.POST.lists()), files))
    return f"once-{hashlib.sha256(said.encode(errors='surrogatepass')).hexdigest()}"
