"""Mob templates: kinds of foes and helpers, made, changed, copied and deleted by the campaign's GM."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.once import once

from . import portraits, selectors, services
from .forms import MobForm, NewForm
from .models import MobTemplate
from .views import FORM, _number, started


@require_http_methods(FORM)
@never_cache
@once
def new(request: HttpRequest, pk: int) -> HttpResponse:
    """Like whom, and the name."""
    campaign, member = selectors.table_for(request, pk, "mob")
    form = NewForm(campaign, member, "mob", request.POST or None)
    if request.method == "POST" and form.is_valid():
        name, sheet = started(campaign, form)
        count = int(sheet.pop("count", 1))
        try:
            services.make_room(campaign, 1, mobs=True)
        except services.Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            name = name or str(_("New foe"))
            made = MobTemplate.objects.create(campaign=campaign, name=name, count=count, sheet=sheet)
            messages.success(request, _("%(name)s is made. Change what you like.") % {"name": made.name})
            return redirect("mob", pk, made.pk)
    context = {"campaign": campaign, "form": form, "kind": "mob"}
    return render(request, "characters/new.html", context, status=422 if form.errors else 200)


@require_http_methods(FORM)
@never_cache
def mob(request: HttpRequest, pk: int, mob: int) -> HttpResponse:
    """The template as a form."""
    found, member = selectors.mob_for(request, pk, mob)
    beginning = {name: getattr(found, name) for name in ("name", "about", "count")}
    form = MobForm(found.campaign, found.sheet, request.POST or None, initial=beginning)
    more = request.POST.get("more", "")
    if more:
        form.more(more)
    elif request.method == "POST" and form.is_valid():
        try:
            services.change_mob(found, form.cleaned_data, form.spec, by=member, before=found.sheet)
        except services.Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("%(name)s is saved.") % {"name": form.cleaned_data["name"]})
            return redirect("mob", pk, mob)
    context = {"campaign": found.campaign, "mob": found, "form": form, "more": more, "copies": services.COPIES}
    context |= {"parts": portraits.PARTS, "history": found.history.select_related("by")}
    return render(request, "characters/mob.html", context, status=422 if form.errors and not more else 200)


@require_POST
def change(request: HttpRequest, pk: int, mob: int) -> HttpResponse:
    """Putting back what a line of history changed, copies with numbers, and deleting."""
    found, member = selectors.mob_for(request, pk, mob)
    do = request.POST.get("do", "")
    if do == "copy":
        try:
            made = services.copies(found, _number(request), by=member)
        except services.Refused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("Made: %(names)s.") % {"names": ", ".join(one.name for one in made)})
    elif do == "restore":
        entry = request.POST.get("entry", "")
        line = get_object_or_404(found.history, pk=int(entry) if entry.isdecimal() and len(entry) < 19 else 0)
        fields = selectors.code_of(found.campaign).sheet_fields(selectors.rules_of(found.campaign), found.sheet)
        why = _("Back before “%(why)s”") % {"why": line.why}
        services.change_mob(found, {"sheet": line.before}, fields, by=member, before=found.sheet, why=why)
        messages.success(request, _("The sheet is as it was before “%(why)s”.") % {"why": line.why})
        return redirect("mob", pk, mob)
    elif do == "delete":
        found.delete()
        messages.success(request, _("%(name)s is deleted. Missions that have it keep it.") % {"name": found.name})
    else:
        raise Http404
    return redirect("campaign", pk)
