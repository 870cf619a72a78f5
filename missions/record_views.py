"""The record of a Mission for whoever holds a seat of it; a GM may take any seat's."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from . import eyes, record, selectors
from .selectors import Sitting


def _told(at: Sitting) -> list[record.Told]:
    return record.told(at.mission, at.key, at.role, selectors.present(at.mission).state.seq)


@require_safe
@never_cache
def page(request: HttpRequest, pk: int, seat: str, other: str = "") -> HttpResponse:
    at = eyes.of_seat(request, pk, seat, other)
    context = {
        "mission": at.mission,
        "seat": seat,
        "name": at.member.name,
        "back": selectors.seat_address(pk, seat),
        "told": _told(at),
        "others": selectors.other_seats(at) if at.is_gm and not other else (),
    }
    return render(request, "missions/record.html", context)


@require_safe
@never_cache
def as_json(request: HttpRequest, pk: int, seat: str, other: str = "") -> HttpResponse:
    at = eyes.of_seat(request, pk, seat, other)
    found = {
        "mission": at.mission.name,
        "ruleset": at.mission.ruleset,
        "seat": at.key,
        "role": at.role,
        "lines": list(record.plain(_told(at))),
    }
    answer = JsonResponse(found, json_dumps_params={"ensure_ascii": False, "indent": 1})
    name = f"{slugify(at.mission.name) or 'mission'}-{at.key}.json"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
