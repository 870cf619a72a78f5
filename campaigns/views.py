"""The site's own pages: home, accounts, a campaign. They read by selectors, write by services, and decide nothing else
(table_views: what is done to seats and links)."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from . import forms, hooks, seats, selectors, services
from .handouts import services as handouts
from .models import Role, User
from .once import once
from .table_views import FRESH_LINK, code_of, may_change
from .threads import services as threads


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """My campaigns, and what to do next when there are none."""
    if not User.objects.exists():
        return redirect("first-run")
    context = {
        "mine": selectors.my_campaigns(request),
        "away": selectors.my_campaigns(request, archived=True),
        "demos": hooks.demos(),
    }
    return render(request, "campaigns/home.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def first_run(request: HttpRequest) -> HttpResponse:
    """The first visit of an empty site makes its owner; afterwards there is no such page."""
    if User.objects.exists():
        raise Http404
    form = forms.AccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = services.make_owner(**form.cleaned_data)
        except services.Refused as refusal:  # somebody else was quicker
            raise Http404 from refusal
        login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
        return redirect("home")
    return render(request, "campaigns/first_run.html", {"form": form})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def create(request: HttpRequest) -> HttpResponse:
    """A new campaign; who makes it is its GM. Guests keep their seat first."""
    assert isinstance(request.user, User)
    if request.user.is_guest:
        return redirect("keep")
    form = forms.CampaignForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        campaign, _member = services.create_campaign(owner=request.user, **form.cleaned_data)
        return redirect("campaign", campaign.pk)
    return render(request, "campaigns/create.html", {"form": form})


@require_safe
@never_cache
def campaign(request: HttpRequest, pk: int) -> HttpResponse:
    """A campaign: what waits, its missions and its people; for the GM also the links."""
    found, member = selectors.campaign_for(request, pk)
    fresh = request.session.pop(FRESH_LINK, None)
    people = list(found.members.filter(active=True).select_related("user"))
    held = seats.held_members(request).filter(campaign=found)
    context = {
        "campaign": found,
        "member": member,
        "members": people,
        "held": {seat.pk for seat in held},
        "seats": held,
        "needs": [] if found.archived else selectors.needs(found, member),
        "panel": hooks.missions_panel(request, found, member),
        "roster": hooks.characters_panel(found, member),
        "threads": threads.threads_of(found, member).filter(closed=False)[:3],
        "handouts": handouts.for_member(found, member),
        "fresh": {**fresh, "code": code_of(fresh["address"])} if fresh and fresh["campaign"] == found.pk else None,
    }
    if member.is_gm and not found.archived:
        context |= {
            "invite": forms.InviteForm(member),
            "posts": forms.posts_by(member),
            "changed": {each.pk for each in people if may_change(member, each)},
            "invitations": [each for each in selectors.open_invitations(found) if each.is_open],
            "lonely": not any(each.role == Role.PLAYER for each in people),
        }
    return render(request, "campaigns/campaign.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest) -> HttpResponse:
    """A guest becomes an account and keeps every seat."""
    user = request.user
    assert isinstance(user, User)
    if not user.is_guest:
        return redirect("home")
    initial = {"name": user.display_name}
    form = forms.AccountForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            services.keep_guest(user, **form.cleaned_data)
        except services.Refused as refusal:
            form.add_error("username", str(refusal))
        else:
            update_session_auth_hash(request, user)
            messages.success(request, _("You now have an account; your seats came along."))
            return redirect("home")
    return render(request, "campaigns/keep.html", {"form": form})
