"""The pages on which a GM prepares a Mission: typed, left, opened again, rehearsed, made; and prepared once more."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from campaigns import selectors as campaigns
from campaigns.library import services as library
from campaigns.models import Campaign, Member
from campaigns.once import once
from campaigns.threads import services as threads
from missions import map_board, selectors, services, stored
from missions.models import Map, Mission, Plan
from tactics import rulesets
from tactics.kernel.rules import Rules
from tactics.rulebook.models import Version

from . import build, checks, choices, plans, rows
from .boards import Unusable
from .forms import TEXT, MissionForm, data_of, kept_of

REFUSED, OVERTAKEN = 422, 409


class Desk:
    """What a GM's page of preparation works with. Raises library.Unfit where the house rules do not fit."""

    def __init__(self, request: HttpRequest, campaign: int) -> None:
        self.request = request
        self.campaign: Campaign
        self.gm: Member
        self.campaign, self.gm = campaigns.campaign_for(request, campaign, gm=True)
        self.code = rulesets.get(self.campaign.ruleset)
        self.version: Version = library.version_for(self.campaign)
        self.rules: Rules = stored.rules_of(self.version.hash)

    def form(self, data: MultiValueDict[str, str] | None = None, **initial: Any) -> MissionForm:
        return MissionForm(self.campaign, self.rules, data, initial=initial)

    def page(self, form: MissionForm, plan: Plan | None, *, problem: str = "", status: int = 0) -> HttpResponse:
        found = self.checks(form) if plan is not None or form.is_bound else []
        sent = self.request.method == "POST"
        context = {
            "campaign": self.campaign,
            "form": form,
            "plan": plan,
            "rev": plan.rev if plan is not None else 0,
            "checks": found,
            "open": sum(check.sort != "done" for check in found),
            "problem": problem,
            "starts": self.starts(form),
            "made": plan is not None and plan.missions.exists(),
        }
        code = status or (REFUSED if sent and form.errors else 200)
        return render(self.request, "missions/new.html", context, status=code)

    def checks(self, form: MissionForm) -> list[checks.Check]:
        """What is missing; of a form that makes no Mission, why."""
        if not form.is_bound:
            return []
        if form.is_valid():
            try:
                built = build.begin(self.campaign, self.gm, self.code, self.rules, form, for_real=False)
            except Unusable as problem:
                form.add_error(problem.field, str(problem))
            else:
                return checks.of(form, built, self.rules)
        labels = {name: f"{field.label}: " for name, field in form.fields.items()}
        return [
            checks.Check("must", f"{labels.get(name, '')}{errors[0]}", name) for name, errors in form.errors.items()
        ]

    def starts(self, form: MissionForm) -> list[tuple[str, int]]:
        """Names on the chosen map at which somebody stands when it begins, and how many cells each has."""
        chosen: Map | None = None
        try:
            chosen = choices.map_of(self.campaign, str(form["board"].value() or ""))
        except LookupError:
            return []
        return [(start.name, len(start.cells)) for start in map_board.decode(chosen.body).starts]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@once
def new(request: HttpRequest, campaign: int) -> HttpResponse:
    """GET: an empty form. POST: see `_act`."""
    try:
        desk = Desk(request, campaign)
    except library.Unfit:
        return _unfit(request, campaign)
    if request.method != "POST":
        brought = _asked_for(desk.campaign, request.GET.get("map", ""))
        told = _told(desk.campaign, request.GET.get("thread", ""))
        return desk.page(desk.form(**brought, **told), None)
    return _act(desk, None)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@once
def plan(request: HttpRequest, campaign: int, plan: int) -> HttpResponse:
    """A plan as it was left, with what is still missing."""
    try:
        desk = Desk(request, campaign)
    except library.Unfit:
        return _unfit(request, campaign)
    found = desk.campaign.plans.filter(pk=plan).first() if plan < 2**63 else None
    if found is None:
        raise Http404
    if request.method == "POST":
        return _act(desk, found)
    form = desk.form(data_of(plans.kept(found)))
    _fill_new(form)
    return desk.page(form, found)


def _unfit(request: HttpRequest, campaign: int) -> HttpResponse:
    messages.error(request, _("The house rules do not fit the rules any more: mend what stands here first."))
    return redirect("library", campaign)


def _act(desk: Desk, plan: Plan | None) -> HttpResponse:
    """POST `do`: make (the Mission, and on to the GM's seat), save, more-goals, more-units, rehearse, copy, delete.
    Whatever it is, what was typed is kept first, but for a Mission that is made at once."""
    request, do = desk.request, desk.request.POST.get("do", "make")
    if do == "delete" and plan is not None:
        plans.end_all(plan)
        plan.delete()
        messages.success(request, _("The plan is deleted."))
        return redirect("campaign", desk.campaign.pk)
    data = request.POST.copy()
    if do in ("more-goals", "more-units"):
        name, least = ("goals", rows.GOALS) if do == "more-goals" else ("foes", rows.FOES)
        data[name] = str(min(rows.MOST, rows.how_many(data, name, least) + 2))
    form = desk.form(data)
    if do == "make" and plan is None and not form.is_valid():
        return desk.page(form, None)
    if do != "make" or plan is not None:
        rev = request.POST.get("rev", "0")
        name = form["name"].value() or str(form.fields["name"].initial)
        try:
            plan = plans.save(
                desk.campaign, plan, name, kept_of(form, data), int(rev) if rev.isdecimal() and len(rev) < 10 else 0
            )
        except plans.Full:
            words = _("There are too many plans, or this one is too long.")
            return desk.page(form, plan, problem=words, status=REFUSED)
        except plans.Overtaken:
            assert plan is not None
            plan.refresh_from_db()
            words = _(
                "Somebody else has saved this plan since you opened it. Nothing of yours is lost: it stands below. "
                "Open the plan in another tab to see theirs, or press again to keep yours instead."
            )
            return desk.page(form, plan, problem=words, status=OVERTAKEN)
    if do == "copy" and plan is not None:
        plan = plans.copy(plan)
        messages.success(request, _("This is the copy."))
    if do in ("make", "rehearse"):
        return _begin(desk, plan, form, rehearsal=do == "rehearse")
    if do == "save":
        messages.success(request, _("The plan is kept. You can leave it and come back."))
    assert plan is not None
    anchor = {"more-goals": "#goals", "more-units": "#units"}.get(do, "")
    response = redirect("mission-plan", desk.campaign.pk, plan.pk)
    response["Location"] += anchor
    return response


def _begin(desk: Desk, plan: Plan | None, form: MissionForm, *, rehearsal: bool) -> HttpResponse:
    if not form.is_valid():
        return desk.page(form, plan)
    given = (desk.campaign, desk.gm, desk.code, desk.version, desk.rules, form)
    try:
        if rehearsal:
            assert plan is not None
            mission = plans.rehearse(*given, plan)
        else:
            with transaction.atomic():
                mission = build.make(*given, plan=plan or _own_plan(desk, form))
    except Unusable as problem:
        form.add_error(problem.field, str(problem))
        return desk.page(form, plan, status=REFUSED)
    if plan is not None and not rehearsal:
        plans.end_all(plan)
    return redirect(selectors.seat_address(mission.pk, desk.gm.key))


def _own_plan(desk: Desk, form: MissionForm) -> Plan | None:
    """The plan of a Mission that is made at once, so that it can be prepared again; none where there are too many."""
    name = form["name"].value() or str(form.fields["name"].initial)
    try:
        return plans.save(desk.campaign, None, name, kept_of(form, desk.request.POST))
    except plans.Full:
        return None


def _fill_new(form: MissionForm) -> None:
    """Fields that a plan does not know yet, for somebody who came since, have what a new form would have."""
    for name, field in form.fields.items():
        if name not in form.data and field.initial and name.startswith("hero_"):
            form.data[name] = str(field.initial)  # type: ignore[index]


def _asked_for(campaign: Campaign, number: str) -> dict[str, Any]:
    """What a link from a map's page chooses beforehand."""
    try:
        brought = choices.map_of(campaign, f"map:{number}")
    except LookupError:
        return {}
    return {"board": f"map:{brought.pk}"}


def _told(campaign: Campaign, number: str) -> dict[str, Any]:
    """What a link from a thread brings along: its title, and as scenario what all may read of it."""
    thread = campaign.threads.filter(pk=int(number)).first() if number.isdecimal() and len(number) < 19 else None
    if thread is None:
        return {}
    return {"name": thread.title, "scenario": threads.as_scenario(thread)[:TEXT]}


# --- from a Mission ---------------------------------------------------------------------------------


def _seat(request: HttpRequest, pk: int, seat: str) -> selectors.Sitting:
    """The GM's seat; 404 for every other."""
    try:
        at = selectors.sitting(request, pk, seat)
    except services.NotHere as problem:
        raise Http404 from problem
    if not at.is_gm:
        raise Http404
    return at


@require_POST
@once
def again(request: HttpRequest, pk: int, seat: str) -> HttpResponse:
    """Prepares a Mission anew: its plan, copied, or one that begins as it did."""
    at = _seat(request, pk, seat)
    if at.mission.rehearsal:
        raise Http404
    try:
        found = plans.again(at.mission, at.member)
    except plans.Full:
        messages.error(request, _("There are too many plans: delete some first."))
        return redirect("campaign", at.mission.campaign_id)
    if isinstance(found, Mission):
        return redirect(selectors.seat_address(found.pk, at.key))
    return redirect("mission-plan", found.campaign_id, found.pk)


@require_POST
def end_rehearsal(request: HttpRequest, pk: int, seat: str) -> HttpResponse:
    """Deletes a rehearsal and goes back to its plan."""
    at = _seat(request, pk, seat)
    if not at.mission.rehearsal:
        raise Http404
    campaign, plan_pk = at.mission.campaign_id, at.mission.plan_id
    plans.end(at.mission)
    messages.success(request, _("The rehearsal is over; nothing of it is left."))
    return redirect("mission-plan", campaign, plan_pk) if plan_pk else redirect("campaign", campaign)
