"""Two small addresses beside a seat's page: pointing at a cell, and what a GM may change in a row of the log."""

from __future__ import annotations

from functools import partial
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST, require_safe

from campaigns import workers
from tactics.kernel import events as e
from tactics.kernel import log
from tactics.kernel.refusals import Refused

from . import hints, limits, selectors, stored, writer
from .live import notes
from .services import NotHere


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-store"
    return response


@require_POST
async def ping(request: HttpRequest, pk: int, seat: str) -> HttpResponse:
    """Points at a cell: 204, or 422, 429 with words, 404 for no such seat. It stands in no log."""
    workers.remember_loop()
    alone = await sync_to_async(lambda: connection.in_atomic_block)()
    read = partial(_ping, request, pk, seat)
    try:
        found = await (sync_to_async(read)() if alone else writer.read.run(read))
    except NotHere as problem:
        raise Http404 from problem
    except Refused as refused:
        status = 429 if refused.code == "rate_limited" else 422
        return _private(JsonResponse({"error": refused.name}, status=status))
    hints.note(pk, found.message())
    return _private(HttpResponse(status=204))


def _ping(request: HttpRequest, pk: int, seat: str) -> notes.Ping:
    at = selectors.sitting(request, pk, seat)
    limits.check_rate(pk, seat, "ping")
    fields = {name: str(value) for name, value in request.POST.items()}
    return notes.ping_of(fields, at.key, at.role, selectors.view(at))


@require_safe
def row(request: HttpRequest, pk: int, seat: str, row: int) -> HttpResponse:
    """The dice of a row of the log, and the row before it, for a GM who amends it; 404 for everybody else."""
    try:
        at = selectors.sitting(request, pk, seat)
    except NotHere as problem:
        raise Http404 from problem
    entries = log.standing(stored.History(at.mission).entries()) if at.is_gm else []
    index = next((i for i, entry in enumerate(entries) if entry.seq == row), None)
    if index is None:
        raise Http404
    found: dict[str, Any] = {"row": row, "before": entries[index - 1].seq if index else 0}
    found["draws"] = [
        {"why": x.why, "sides": x.sides, "faces": list(x.faces)}
        for x in entries[index].events
        if isinstance(x, e.Rolled)
    ]
    return _private(JsonResponse(found))
