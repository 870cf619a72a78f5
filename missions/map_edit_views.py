"""Pages of the map editor: a new empty map, the editor, and the edits that its script sends and asks for. For the GMs
of the campaign alone; for everybody else there is no such page."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.once import once
from tactics.effects.text import sentence
from tactics.kernel.rules import Rules

from . import limits, map_board, map_edits, map_forms, map_services, map_sheet, map_size, map_words
from .live.draw import class_name
from .map_views import REFUSED, gm_of, map_of
from .maps.draft import Unreadable
from .models import Map

TAB = re.compile(r"[A-Za-z0-9-]{8,32}\Z")
GONE, LARGE = 410, 413


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@once
def empty(request: HttpRequest, pk: int) -> HttpResponse:
    """A new map of one ground, and on to its editor."""
    campaign, _member = gm_of(request, pk)
    rules = map_services.rules_for(campaign)
    form = map_forms.EmptyForm(rules, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = map_edits.empty(campaign, rules, **form.cleaned_data)
        except map_services.Full:
            form.add_error(None, _("The campaign has as many maps as it may have. Delete some first."))
        else:
            return redirect("map-edit", campaign.pk, made.pk)
    status = REFUSED if form.errors else 200
    return render(request, "missions/maps/empty.html", {"campaign": campaign, "form": form}, status=status)


Kind = tuple[str, str, str, str]
"""Key, label, class name of its style, and what it does in words."""


def _kind(key: str, spec: Any, rules: Rules) -> Kind:
    told = sentence(spec, rules).removeprefix(f"{spec.label}: ")
    look = " ".join(class_name(word) for word in (spec.style, getattr(spec, "look", "")) if word)
    return key, str(spec.label), look, told[:1].upper() + told[1:]


def _grounds(rules: Rules) -> list[tuple[str, list[Kind]]]:
    """The kinds of ground under their headings; the one that a map begins with is the first of all."""
    usual = map_board.ground(rules)
    found: dict[tuple[int, str], list[Kind]] = {}
    for key, spec in sorted(
        rules.entries.get("terrain", {}).items(), key=lambda one: (one[0] != usual, str(one[1].label).casefold())
    ):
        found.setdefault(spec.heading, []).append(_kind(key, spec, rules))
    return [(words, listed) for (_place, words), listed in sorted(found.items(), key=lambda one: one[0])]


def _covers(rules: Rules) -> list[Kind]:
    """What cover may be made of: full cover first, then half, then what only conceals; empty where rules have none."""
    order = {"full": 0, "half": 1, "concealed": 2}
    listed = [
        _kind(key, spec, rules)
        for key, spec in rules.entries.get("material", {}).items()
        if getattr(spec, "style", "") in order
    ]
    return sorted(listed, key=lambda one: (order[one[2].split()[0]], one[1].casefold()))


@require_safe
@never_cache
def page(request: HttpRequest, pk: int, map_pk: int) -> HttpResponse:
    """The editor. What the map holds it asks for itself."""
    campaign, member = gm_of(request, pk)
    found = map_of(campaign, map_pk)
    rules = map_services.rules_for(campaign)
    grounds, covers = _grounds(rules), _covers(rules)
    about = {
        "width": found.width,
        "height": found.height,
        "name": found.name,
        "me": member.name,
        "edits": reverse("map-edits", args=[campaign.pk, found.pk]),
        "size": reverse("map-size", args=[campaign.pk, found.pk]),
        "picture": reverse("map-picture", args=[campaign.pk, found.pk]),
        "ground": map_board.ground(rules),
        "kinds": [one[:3] for _words, listed in grounds for one in listed],
        "covers": [one[:2] for one in covers],
        "seats": [[each.key, each.name] for each in campaign.members.filter(active=True, role="player")],
    }
    context = {
        "campaign": campaign,
        "map": found,
        "member": member,
        "about": about,
        "grounds": grounds,
        "pen": next((one[0] for _words, listed in grounds for one in listed if one[0] != about["ground"]), ""),
        "covers": covers,
        "seats": about["seats"],
        "refusal": request.session.pop(f"map-lay-{found.pk}", ""),
    }
    return render(request, "missions/maps/edit.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def edits(request: HttpRequest, pk: int, map_pk: int) -> HttpResponse:
    """GET `rev`, `tab`: JSON of what others changed since; with `leaves` the page is being closed. POST a JSON body of
    `key`, `tab`, `basis` and `ops`: the same after carrying them out. 422 refused, 410 deleted, 413 too large, each
    with words."""
    campaign, member = gm_of(request, pk)
    found = map_of(campaign, map_pk)
    if request.method != "POST":
        rev, tab = request.GET.get("rev", ""), request.GET.get("tab", "")
        known = int(rev) if rev.isdecimal() and len(rev) < 10 else -1
        if not TAB.match(tab):
            return JsonResponse(map_edits.whole(found))
        if "leaves" in request.GET:
            map_edits.leave(found, tab)
            return JsonResponse({"rev": found.rev, "edits": []})
        return JsonResponse({**map_edits.since(found, known, tab), "here": map_edits.here(found, member, tab)})
    if len(request.body) > limits.GM_COMMAND_BYTES:
        return _no(_("This is too much at once. Nothing of it was kept."), LARGE)
    try:
        sent = msgspec.json.decode(request.body)
        key, tab, basis = str(sent["key"]), _tab(str(sent["tab"])), int(sent["basis"])
        if not limits.KEY.match(key):
            raise ValueError
        made = map_edits.edit(found, member, tab=tab, key=key, basis=basis, ops=sent["ops"])
    except map_sheet.BadEdit as problem:
        return _no(_("This edit was refused: %(why)s. Nothing of it was kept.") % {"why": problem}, REFUSED)
    except map_edits.Gone:
        return _no(_("The map was deleted meanwhile."), GONE)
    except (msgspec.DecodeError, KeyError, TypeError, ValueError, RecursionError):
        return _no(_("This is no edit. Reload the page."), 400)
    return JsonResponse({**made, "here": map_edits.here(found, member, tab)})


@require_POST
def size(request: HttpRequest, pk: int, map_pk: int) -> HttpResponse:
    """POST a JSON body: `sides` (cells added at the left, top, right and bottom) with `dry` for what that would cut
    off, without for doing it; or `undo`, the number of a change. Answers the whole map; 422 with words if refused."""
    campaign, _member = gm_of(request, pk)
    found = map_of(campaign, map_pk)
    try:
        sent = msgspec.json.decode(request.body)
        if not isinstance(sent, dict):
            raise ValueError
        if sent.get("dry"):
            return JsonResponse({"lost": map_size.preview(found, sent.get("sides"))})
        number = 0
        if "undo" in sent:
            map_size.undo(found, int(sent["undo"]))
        else:
            number = map_size.change(found, sent.get("sides"))
    except map_sheet.BadEdit as problem:
        return _no(_("The size stays: %(why)s.") % {"why": problem}, REFUSED)
    except map_edits.Gone:
        return _no(_("The map was deleted meanwhile."), GONE)
    except (msgspec.DecodeError, TypeError, ValueError, RecursionError, OverflowError):
        return _no(_("This is no size. Reload the page."), 400)
    found.refresh_from_db()
    return JsonResponse({**map_edits.whole(found), "number": number})


def _tab(text: str) -> str:
    """Raises ValueError unless it names a page."""
    if not TAB.match(text):
        raise ValueError
    return text


def _no(words: str, status: int) -> HttpResponse:
    return JsonResponse({"words": words}, status=status)


@require_POST
def lay(request: HttpRequest, pk: int, map_pk: int) -> HttpResponse:
    """POST `do`: lay a picture (`upload`) under the map, or take it away; then back to the editor."""
    campaign, member = gm_of(request, pk)
    found: Map = map_of(campaign, map_pk)
    do = request.POST.get("do", "")
    if do not in ("lay", "away"):
        raise Http404
    problem: Any = ""
    try:
        if do == "lay":
            map_edits.lay(found, member, request.FILES.getlist("upload"))
        else:
            map_edits.take_away(found)
    except Unreadable as unreadable:
        problem = map_words.of_refusal(unreadable.code, unreadable.params)
    except map_services.Full:
        problem = _("The campaign's pictures are as large as they may be. Take one away first.")
    if problem:
        request.session[f"map-lay-{found.pk}"] = str(problem)
    else:
        messages.success(request, _("The picture lies under the map.") if do == "lay" else _("The picture is gone."))
    return redirect("map-edit", campaign.pk, found.pk)
