"""The library of a campaign: its house rules in a list, each in a form, and those of another campaign taken over."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import seats
from campaigns import selectors as campaigns
from campaigns.models import Campaign, Member

from . import entry as entries
from . import services

FORM = ["GET", "HEAD", "POST"]


@require_safe
@never_cache
def library(request: HttpRequest, pk: int) -> HttpResponse:
    """All kinds: the table's own first, the rules' own behind a fold."""
    campaign, _member = campaigns.campaign_for(request, pk, gm=True)
    rules = services.rules_for(campaign)
    sections = []
    for name, title, kind, spell in entries.sections(campaign):
        house, shipped = entries.rows(campaign, kind, rules, spell)
        sections.append({"name": name, "title": title, "house": house, "shipped": shipped})
    context = {
        "campaign": campaign,
        "sections": sections,
        "problems": services.problems(campaign),
        "others": _others(request, campaign),
    }
    return render(request, "library/library.html", context)


def _section(campaign: Campaign, name: str) -> tuple[str, bool]:
    """(kind, whether of spells) of a section's name in an address."""
    for own, _title, kind, spell in entries.sections(campaign):
        if own == name:
            return kind, bool(spell)
    raise Http404


@require_http_methods(FORM)
@never_cache
def new(request: HttpRequest, pk: int, section: str) -> HttpResponse:
    """A new entry, like another (`?like=`) or from nothing."""
    campaign, member = campaigns.campaign_for(request, pk, gm=True)
    kind, spell = _section(campaign, section)
    like = str(request.POST.get("like", request.GET.get("like", "")))[:64]
    return _form(request, campaign, member, section, kind, "", like, spell)


@require_http_methods(FORM)
@never_cache
def entry(request: HttpRequest, pk: int, section: str, key: str) -> HttpResponse:
    """An entry as this table has it; changed, left out, or taken back."""
    campaign, member = campaigns.campaign_for(request, pk, gm=True)
    kind, spell = _section(campaign, section)
    there = campaign.house.filter(kind=kind, key=key[:64]).first()
    shipped = key in services.base(campaign).content["entries"].get(kind, {})
    if there is None and not shipped:
        raise Http404
    do = request.POST.get("do", "")
    if request.method == "POST" and do in ("out", "back"):
        try:
            if do == "out":
                services.leave_out(campaign, kind, key, by=member)
                messages.success(request, _("It is left out of the next Missions."))
            else:
                services.take_back(campaign, kind, key)
                messages.success(request, _("The house rule is taken back."))
        except services.Refused as refusal:
            messages.error(request, _("That cannot be: %(why)s") % {"why": refusal})
            return redirect("library-entry", pk, section, key)
        return redirect("library", pk)
    return _form(request, campaign, member, section, kind, key, "", spell, shipped=shipped, there=there is not None)


def _form(
    request: HttpRequest,
    campaign: Campaign,
    member: Member,
    section: str,
    kind: str,
    key: str,
    like: str,
    spell: bool,
    **more: Any,
) -> HttpResponse:
    status = 200
    if request.method == "POST":
        page = entries.posted(campaign, kind, key, like, spell, request.POST.dict())
        if request.POST.get("do") == "save" and page.fine and page.checked is not None:
            try:
                services.save(campaign, page.checked, by=member)
            except services.Refused as refusal:
                page.loose.append(str(refusal))
            else:
                name = page.checked.spec.label if page.checked.spec else page.checked.key
                messages.success(request, _("%(name)s is a house rule now. New Missions have it.") % {"name": name})
                return redirect("library-entry", campaign.pk, section, page.checked.key)
        if request.POST.get("do") == "save":
            status = 422
    else:
        page = entries.begin(campaign, kind, key, like, spell)
    asked = status == 422 or (request.method == "POST" and request.POST.get("do") != "save") or bool(key)
    title = next(title for name, title, *_rest in entries.sections(campaign) if name == section)
    context = {"campaign": campaign, "page": page, "section": section, "title": title, "like": like, "asked": asked}
    context |= more
    return render(request, "library/entry.html", context, status=status)


@require_http_methods(FORM)
@never_cache
def take(request: HttpRequest, pk: int) -> HttpResponse:
    """House rules of another campaign that the same person leads, ticked and copied with what they name."""
    campaign, member = campaigns.campaign_for(request, pk, gm=True)
    others = _others(request, campaign)
    number = request.POST.get("from", request.GET.get("from", ""))
    source = next((one for one in others if str(one.pk) == number), others[0] if others else None)
    if request.method == "POST" and source is not None:
        picked = [(kind, key) for kind, _sep, key in (one.partition(":") for one in request.POST.getlist("entry"))]
        try:
            taken = services.take(campaign, source, picked, by=member)
        except services.Refused as refusal:
            messages.error(request, _("Nothing was taken: %(why)s") % {"why": refusal})
        else:
            messages.success(request, _("Taken: %(n)s house rules, with those that they need.") % {"n": len(taken)})
            return redirect("library", pk)
    listed = _listed(campaign, source) if source is not None else []
    context = {"campaign": campaign, "others": others, "source": source, "listed": listed}
    return render(request, "library/take.html", context)


def _others(request: HttpRequest, campaign: Campaign) -> list[Campaign]:
    """The other campaigns of the same rules that this person leads."""
    held = seats.held_members(request).filter(role="gm", campaign__ruleset=campaign.ruleset)
    found = {one.campaign_id: one.campaign for one in held if one.campaign_id != campaign.pk}
    return [one for one in found.values() if one.house.exists()]


def _listed(campaign: Campaign, source: Campaign) -> list[dict[str, Any]]:
    """The source's house rules by section, each with what this campaign has of that name."""
    own = {(one.kind, one.key): one.body for one in campaign.house.all()}
    rules, found = services.rules_for(source), []
    bodies = {(one.kind, one.key): one.body for one in source.house.all()}
    for _name, title, kind, spell in entries.sections(source):
        house, _shipped = entries.rows(source, kind, rules, spell)
        for row in house:
            there = own.get((kind, row.key))
            same = there is not None and there == bodies[(kind, row.key)]
            name = f"{kind}:{row.key}"
            found.append({"name": name, "title": title, "row": row, "same": same, "other": there is not None})
    return found
