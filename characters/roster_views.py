"""The roster as a file: out as CSV or JSON, in from either, with what was wrong line by line."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import selectors as campaigns

from . import roster, services


class RosterForm(forms.Form):
    file = forms.FileField(
        label=lazy("File (CSV or JSON)"),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.json,text/csv,application/json"}),
    )
    change = forms.ChoiceField(
        label=lazy("Who is here already"),
        choices=[("", lazy("is an error: nobody is overwritten")), ("yes", lazy("is changed, by their name"))],
        required=False,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def page(request: HttpRequest, pk: int) -> HttpResponse:
    """POST: the whole file, or nothing of it and a report."""
    campaign, member = campaigns.campaign_for(request, pk, gm=True)
    form = RosterForm(request.POST or None, request.FILES or None) if request.method == "POST" else RosterForm()
    refusal, report = "", None
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            if file.size > roster.BYTES:
                raise roster.NotRead(_("A roster has at most 1 MB. Split it into several files."))
            report = roster.read(campaign, file.name, file.read(), change=bool(form.cleaned_data["change"]))
            if not report.wrong:
                made, changed = roster.store(campaign, report, by=member)
                told = {"made": made, "changed": changed}
                messages.success(request, _("Taken: %(made)s made, %(changed)s changed.") % told)
                for note in report.notes:
                    messages.info(request, note)
                return redirect("campaign", pk)
        except (roster.NotRead, services.Refused) as problem:
            refusal = str(problem)
    wrong = bool(refusal or form.errors or (report is not None and report.wrong))
    context = {"campaign": campaign, "form": form, "refusal": refusal, "report": report}
    return render(request, "characters/roster.html", context, status=422 if wrong else 200)


@require_safe
@never_cache
def export(request: HttpRequest, pk: int, form: str) -> HttpResponse:
    """All characters and mob templates as `csv` or `json`."""
    campaign, _member = campaigns.campaign_for(request, pk, gm=True)
    if form not in ("csv", "json"):
        raise Http404
    text = roster.as_csv(campaign) if form == "csv" else roster.as_json(campaign)
    kind = "text/csv" if form == "csv" else "application/json"
    response = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="roster-{campaign.pk}.{form}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response
