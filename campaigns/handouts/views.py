"""Pages of handouts: everybody reads their own; a GM makes them, shows them and takes them back. The mission view sends
the same forms by script and gets JSON, `{"error"}` where something is refused."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import seats, selectors, uploads
from campaigns.models import Campaign, Handout, Member
from campaigns.once import once
from campaigns.services import Refused

from . import services
from .forms import HandoutForm

REFUSED = 422


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@once
def overview(request: HttpRequest, pk: int) -> HttpResponse:
    """All that this seat may read; for a GM the form of a new one."""
    campaign, member = selectors.campaign_for(request, pk, gm=request.method == "POST")
    may = member.is_gm and not campaign.archived
    form = HandoutForm(campaign, request.POST or None, request.FILES or None) if member.is_gm else None
    if request.method == "POST" and form is not None:
        if form.is_valid():
            given = form.cleaned_data
            try:
                services.make(
                    campaign, title=given["title"], text=given["text"], file=given["picture"], to=given["to"]
                )
            except Refused as refusal:
                form.add_error(None, str(refusal))
            else:
                return _done(request, campaign, _("“%(title)s” is here.") % {"title": given["title"]})
        if _by_script(request):
            return _wrong(form)
    context = {
        "campaign": campaign,
        "member": member,
        "handouts": services.for_member(campaign, member),
        "names": dict(services.chosen(campaign)),
        "form": form if may else None,
    }
    status = REFUSED if form is not None and form.errors else 200
    return render(request, "campaigns/handouts/overview.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def handout(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """A GM's page of one: `do` is save, delete, or show and hide with `to`."""
    campaign, member = selectors.campaign_for(request, pk, gm=True)
    found = services.handout_of(campaign, key)
    do = request.POST.get("do", "save") if request.method == "POST" else ""
    if do in ("show", "hide", "delete"):
        return _pressed(request, campaign, found, do)
    if do not in ("", "save"):
        raise Http404
    before: dict[str, Any] = {"title": found.title, "text": found.text, "mark": found.mark}
    before["to"] = list(found.showings.values_list("to", flat=True))
    form = HandoutForm(
        campaign, request.POST or None, request.FILES or None, initial=before, has_picture=found.has_picture
    )
    if do == "save" and form.is_valid():
        given = form.cleaned_data
        try:
            services.change(
                found, title=given["title"], text=given["text"], file=given["picture"],
                drop_picture=given.get("drop_picture", False), mark=given["mark"],
            )  # fmt: skip
            services.show(found, given["to"])
        except services.Overtaken as refusal:
            form.add_error(None, str(refusal))
            form.data = {**request.POST.dict(), "to": given["to"], "mark": found.mark}
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return _done(request, campaign, _("Saved."))
    context = {"campaign": campaign, "member": member, "handout": found, "form": form}
    context["picture"] = services.picture_address(found) if found.has_picture else ""
    return render(request, "campaigns/handouts/handout.html", context, status=REFUSED if form.errors else 200)


@require_safe
def picture(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """The picture, for whoever holds a seat that may see it now; nobody keeps it."""
    selectors.campaign_for(request, pk)
    for member in seats.held_members(request).filter(campaign_id=pk):
        found = _seen(member, key)
        if found is not None and found.has_picture:
            return uploads.answer(bytes(found.picture), uploads.MEDIA_TYPE, "private, no-store")
    raise Http404


def _seen(member: Member, key: str) -> Handout | None:
    return services.seen_by(member.campaign_id, member.key, member.role).filter(key=key).first()


def _pressed(request: HttpRequest, campaign: Campaign, found: Handout, do: str) -> HttpResponse:
    try:
        if do == "delete":
            services.delete(found)
            return _done(request, campaign, _("“%(title)s” is gone.") % {"title": found.title})
        services.turn(found, request.POST.get("to", ""), do == "show")
    except Refused as refusal:
        if _by_script(request):
            return JsonResponse({"error": str(refusal)}, status=REFUSED)
        messages.error(request, str(refusal))
        return redirect("handouts", campaign.pk)
    return _done(request, campaign, "")


def _by_script(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _wrong(form: HandoutForm) -> HttpResponse:
    said = [str(error) for errors in form.errors.values() for error in errors]
    return JsonResponse({"error": " ".join(said)}, status=REFUSED)


def _done(request: HttpRequest, campaign: Campaign, words: str) -> HttpResponse:
    if _by_script(request):
        return JsonResponse({})
    if words:
        messages.success(request, words)
    return redirect("handouts", campaign.pk)
