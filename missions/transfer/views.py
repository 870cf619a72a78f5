"""Pages of campaign files: taking one home, and bringing one in."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import selectors as campaigns
from campaigns.models import Campaign, User
from campaigns.once import once

from . import box, inward, outward

REFUSED = 422


class FileForm(forms.Form):
    file = forms.FileField(
        label=lazy("Campaign file"), widget=forms.ClearableFileInput(attrs={"accept": ".sortie,application/zip"})
    )


@require_safe
@never_cache
def export(request: HttpRequest, pk: int) -> HttpResponse:
    """The whole campaign as a file, for the GM who leads it."""
    campaign, _member = campaigns.campaign_for(request, pk, leads=True)
    try:
        answer = HttpResponse(outward.export(campaign), content_type="application/zip")
    except box.Unusable as problem:
        messages.error(request, str(problem))
        return redirect("campaign", campaign.pk)
    name = f"{slugify(campaign.name) or 'campaign'}-{timezone.now():%Y-%m-%d}.sortie"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@once
def bring_in(request: HttpRequest) -> HttpResponse:
    """A campaign of a file; who brings it leads it. Guests keep their seat first."""
    assert isinstance(request.user, User)
    if request.user.is_guest:
        return redirect("keep")
    form = FileForm(request.POST, request.FILES) if request.method == "POST" else FileForm()
    if request.method == "POST" and form.is_valid():
        try:
            made, ours = _made(form.cleaned_data["file"], request.user)
        except box.Unusable as problem:
            form.add_error("file", str(problem))
        else:
            messages.success(request, _("“%(name)s” is here. Make each player a link below.") % {"name": made.name})
            if not ours:
                messages.warning(
                    request, _("Another site wrote this file, or somebody changed it: its logs prove nothing.")
                )
            return redirect("campaign", made.pk)
    context = {"form": form, "most": box.FILE // box.MIB}
    return render(request, "missions/bring_in.html", context, status=REFUSED if form.errors else 200)


def _made(upload: UploadedFile[bytes], owner: User) -> tuple[Campaign, bool]:
    if (upload.size or 0) > box.FILE:
        raise box.Unusable(_("The file is larger than %(n)s MB.") % {"n": box.FILE // box.MIB})
    checked = inward.read(upload.read())
    return inward.bring_in(checked, owner), checked.ours
