"""A character's pages: made in three choices, the sheet, its form, what changed it, and its experience."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.models import Campaign, Member
from campaigns.once import once

from . import hooks, portraits, selectors, services
from .forms import CharacterForm, NewForm
from .models import Character
from .sheets import from_template

FORM = ["GET", "HEAD", "POST"]


@require_http_methods(FORM)
@never_cache
@once
def new(request: HttpRequest, pk: int) -> HttpResponse:
    """Three choices: like whom, the name, and for the GM whose it is. All else is changed on the sheet."""
    campaign, member = selectors.table_for(request, pk, "character")
    form = NewForm(campaign, member, "character", request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = begin(campaign, member, form)
        except services.Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("%(name)s is made. Change what you like.") % {"name": made.name})
            return redirect("character-edit", pk, made.number)
    context = {"campaign": campaign, "form": form, "kind": "character"}
    return render(request, "characters/new.html", context, status=422 if form.errors else 200)


def begin(campaign: Campaign, member: Member, form: NewForm) -> Character:
    """The character of a valid form. Raises Refused."""
    name, sheet = started(campaign, form)
    whose = form.cleaned_data.get("member") if member.is_gm else member
    xp = selectors.begun_xp(campaign, int(sheet.get("level", 1)))
    return services.create_character(campaign, name or str(_("New character")), sheet, by=member, member=whose, xp=xp)


def started(campaign: Campaign, form: NewForm) -> tuple[str, dict[str, Any]]:
    """(name, sheet) with which a new one begins."""
    like = form.cleaned_data["like"]
    sheet = from_template(selectors.rules_of(campaign), like) if like else {}
    usual = sheet.pop("name", "")
    return form.cleaned_data["name"] or usual, sheet


@require_http_methods(FORM)
@never_cache
def character(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Looking; and, in downtime, the next level for who has the experience."""
    found, member = selectors.character_for(request, pk, number)
    per_level = selectors.per_level(found.campaign)
    if request.method == "POST":
        busy = hooks.busy(found)
        try:
            if busy is not None:
                raise services.Refused(_("%(name)s is in a Mission; levels come in downtime.") % {"name": found.name})
            level = services.level_up(found, per_level, by=member)
        except services.Refused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("%(name)s is now level %(n)s.") % {"name": found.name, "n": level})
        return redirect("character", pk, number)
    busy = hooks.busy(found)
    context = {
        "character": found,
        "member": member,
        "sheet": selectors.sheet_of(found),
        "busy": busy,
        "may_edit": member.is_gm or busy is None,
        "offered": selectors.level_offered(found),
        "grown": member.is_gm and found.history.filter(waits=True).exists(),
        "next": found.level * per_level,
        "history": found.history.select_related("by")[:50],
        "ledger": found.ledger.all()[:50],
        "copies": services.COPIES,
        "parts": portraits.PARTS,
    }
    return render(request, "characters/character.html", context)


@require_http_methods(FORM)
@never_cache
def edit(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The sheet as a form: its player's own, the GM's any. During a Mission its edits go through the GM."""
    found, member = selectors.character_for(request, pk, number)
    busy = hooks.busy(found)
    if busy is not None and not member.is_gm:
        told = {"name": found.name, "mission": busy}
        messages.error(request, _("%(name)s is in %(mission)s: ask the GM, who can change it there.") % told)
        return redirect("character", pk, number)
    beginning = {name: getattr(found, name) for name in ("name", "about", "level", "xp", "member")}
    form = CharacterForm(found.campaign, member, found.sheet, request.POST or None, initial=beginning)
    more = request.POST.get("more", "")
    if more:
        form.more(more)
    elif request.method == "POST" and form.is_valid():
        try:
            fresh = services.change_character(found, form.cleaned_data, form.spec, by=member, before=found.sheet)
        except services.Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            if fresh:
                messages.success(request, _("The sheet is saved."))
            return redirect("character", pk, number)
    context = {"campaign": found.campaign, "character": found, "form": form, "busy": busy, "more": more}
    return render(request, "characters/edit.html", context, status=422 if form.errors and not more else 200)


@require_POST
def change(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Putting back what a line of history changed; and for the GM copies, deleting, and that a level is entered."""
    found, member = selectors.character_for(request, pk, number)
    do, busy = request.POST.get("do", ""), hooks.busy(found)
    if do not in ("restore", "copy", "delete", "entered") or (do != "restore" and not member.is_gm):
        raise Http404
    try:
        if do == "copy":
            made = services.copies(
                found, _number(request), by=member, xp=selectors.begun_xp(found.campaign, found.level)
            )
            messages.success(request, _("Made: %(names)s.") % {"names": ", ".join(one.name for one in made)})
            return redirect("campaign", pk)
        if do == "entered":
            services.entered(found)
            return redirect("character", pk, number)
        if busy is not None and (do == "delete" or not member.is_gm):
            told = {"name": found.name, "mission": busy}
            raise services.Refused(_("%(name)s is in %(mission)s: close that Mission first.") % told)
        if do == "delete":
            found.delete()
            messages.success(request, _("%(name)s is deleted.") % {"name": found.name})
            return redirect("campaign", pk)
        entry = request.POST.get("entry", "")
        line = get_object_or_404(found.history, pk=int(entry) if entry.isdecimal() and len(entry) < 19 else 0)
        fields = selectors.code_of(found.campaign).sheet_fields(selectors.rules_of(found.campaign), found.sheet)
        services.put_back(found, line, fields, by=member)
        messages.success(request, _("The sheet is as it was before “%(why)s”.") % {"why": line.why})
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("character", pk, number)


def _number(request: HttpRequest) -> int:
    text = request.POST.get("count", "1")
    return int(text) if text.isdecimal() and len(text) < 4 else 1
