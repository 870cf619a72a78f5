"""The site as it is served, with two probes beside it: an empty authenticated POST (`/bench/empty/`), and
`/bench/submits`, the moments (monotonic nanoseconds) at which `submit` was called since it was last asked."""

from __future__ import annotations

import json
import time
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_POST

from config import asgi, urls
from missions import services

moments: list[int] = []
_submit = services.submit


def submit(*args: Any, **kwargs: Any) -> Any:
    moments.append(time.monotonic_ns())
    return _submit(*args, **kwargs)


services.submit = submit


@require_POST
def empty(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok" if request.user.is_authenticated else "nobody")


urls.urlpatterns.append(path("bench/empty/", empty))


async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] == "http" and scope["path"] == "/bench/submits":
        body = json.dumps(moments).encode()
        moments.clear()
        head = [(b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": body})
        return
    await asgi.application(scope, receive, send)
