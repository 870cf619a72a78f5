"""Pages of a campaign's maps: bring a file, look at what was read, choose, keep. For its GM alone; for everybody else
there is no such page."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import selectors as campaigns
from campaigns.models import Campaign, Member
from campaigns.once import once

from . import map_board, map_drawing, map_forms, map_intake, map_services, map_words
from .map_intake import Intake
from .maps import picture as pictures
from .maps.draft import Unreadable
from .models import Map

REFUSED = 422


def gm_of(request: HttpRequest, pk: int) -> tuple[Campaign, Member]:
    return campaigns.campaign_for(request, pk, gm=True)


def _upload(member: Member, token: str) -> Intake:
    found = map_intake.find(member, token)
    if found is None:
        raise Http404
    return found


def map_of(campaign: Campaign, map_pk: int) -> Map:
    found = campaign.maps.defer("picture").filter(pk=map_pk).first() if map_pk < 2**63 else None
    if found is None:
        raise Http404
    return found


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def bring(request: HttpRequest, pk: int) -> HttpResponse:
    """The first step: a file. What cannot be read is said at once, and nothing of it stays."""
    campaign, member = gm_of(request, pk)
    refusal = ""
    if request.method == "POST":
        try:
            intake = map_services.receive(campaign, member, request.FILES.getlist("upload"))
        except Unreadable as problem:
            refusal = map_words.of_refusal(problem.code, problem.params)
        else:
            return redirect("map-look", campaign.pk, intake.token)
    context = {"campaign": campaign, "form": map_forms.UploadForm(), "refusal": refusal}
    return render(request, "missions/maps/bring.html", context, status=REFUSED if refusal else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@once
def look(request: HttpRequest, pk: int, token: str) -> HttpResponse:
    """The second step: what was read, and the choices. POST `do`: look (again), keep, or drop."""
    campaign, member = gm_of(request, pk)
    intake = _upload(member, token)
    do = request.POST.get("do", "")
    if do == "drop":
        intake.drop()
        return redirect("map-bring", campaign.pk)
    found = map_services.look(campaign, intake)
    if request.method != "POST":
        return _look_page(request, campaign, found, map_forms.LookForm(found))
    form = map_forms.LookForm(found, request.POST)
    if not form.is_valid():
        return _look_page(request, campaign, found, form, _("Look at the fields marked below."))
    try:
        map_services.choose(member, intake, form.choices(), form.terrain_chosen(), form.sides_chosen())
        if do != "keep":
            request.session[f"map-name-{token}"] = form.cleaned_data.get("name", "")
            return redirect("map-look", campaign.pk, token)
        made = map_services.keep(campaign, intake, form.cleaned_data["name"])
    except Unreadable as problem:
        return _look_page(request, campaign, found, form, map_words.of_refusal(problem.code, problem.params))
    except map_services.Full:
        words = _("The campaign has as many maps as it may have, or as large ones. Delete some first.")
        return _look_page(request, campaign, found, form, words)
    request.session.pop(f"map-name-{token}", None)
    messages.success(request, _("The map is kept. A Mission can be played on it now."))
    return redirect("map", campaign.pk, made.pk)


def _look_page(
    request: HttpRequest, campaign: Campaign, found: map_services.Look, form: map_forms.LookForm, refusal: str = ""
) -> HttpResponse:
    context: dict[str, Any] = {"campaign": campaign, "form": form, "refusal": refusal, "token": found.intake.token}
    if found.draft is not None:
        form.initial["name"] = request.session.get(f"map-name-{found.intake.token}") or form.initial["name"]
        context |= {
            "draft": found.draft,
            "format": map_words.FORMATS[found.draft.format],
            "report": map_words.by_sort(found.draft.lines),
            "drawing": map_drawing.of_draft(found.draft, found.rules, found.terrain, found.box),
            "has_picture": found.draft.picture is not None and found.intake.choices.picture == "yes",
        }
    elif found.why is not None and not refusal:
        context["refusal"] = map_words.of_refusal(found.why.code, found.why.params)
    return render(request, "missions/maps/look.html", context, status=REFUSED if refusal else 200)


@require_safe
@never_cache
def look_picture(request: HttpRequest, pk: int, token: str) -> HttpResponse:
    """The small picture of an upload, re-encoded."""
    _campaign, member = gm_of(request, pk)
    path = _upload(member, token).preview()
    data = path.read_bytes() if path.exists() else b""
    if not data:
        raise Http404
    return _jpeg(data)


@require_safe
@never_cache
def page(request: HttpRequest, pk: int, map_pk: int) -> HttpResponse:
    """A map of the campaign, as its GM sees it."""
    campaign, _member = gm_of(request, pk)
    found = map_of(campaign, map_pk)
    stored = map_board.decode(found.body)
    size = pictures.size_of(bytes(found.picture)) if found.size else None
    context = {
        "campaign": campaign,
        "map": found,
        "notes": stored.notes,
        "drawing": map_drawing.of_map(stored, map_services.rules_for(campaign), picture=size),
        "form": map_forms.NameForm(initial={"name": found.name}),
    }
    return render(request, "missions/maps/map.html", context)


@require_safe
@never_cache
def picture(request: HttpRequest, pk: int, map_pk: int) -> HttpResponse:
    """The background of a map, whole: for the GM, who may see all of it."""
    campaign, _member = gm_of(request, pk)
    found = campaign.maps.filter(pk=map_of(campaign, map_pk).pk).first()
    if found is None or not found.size:
        raise Http404
    return _jpeg(bytes(found.picture))


@require_POST
def change(request: HttpRequest, pk: int, map_pk: int) -> HttpResponse:
    """POST `do`: rename or delete. Missions that were begun on it keep their copy."""
    campaign, _member = gm_of(request, pk)
    found = map_of(campaign, map_pk)
    form = map_forms.NameForm(request.POST)
    do = request.POST.get("do")
    if do == "delete":
        found.delete()
        messages.success(request, _("The map is deleted. Missions on it keep their own copy."))
        return redirect("campaign", campaign.pk)
    if do != "rename":
        raise Http404
    if form.is_valid():
        Map.objects.filter(pk=found.pk).update(name=form.cleaned_data["name"])
    else:
        messages.error(request, _("Type a name."))
    return redirect("map", campaign.pk, found.pk)


def _jpeg(data: bytes) -> HttpResponse:
    response = HttpResponse(data, content_type="image/jpeg")
    response["Content-Security-Policy"] = "sandbox"
    response["X-Content-Type-Options"] = "nosniff"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    return response
