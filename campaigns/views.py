"""The site's own pages. They read by selectors, write by services, and decide nothing else."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from . import forms, hooks, seats, selectors, services
from .models import Campaign, Member, Role, User

#: Session key of a link just made: the next page shows it, once.
FRESH_LINK = "fresh-link"


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """My campaigns, and what to do next when there are none."""
    if not User.objects.exists():
        return redirect("first-run")
    return render(request, "campaigns/home.html", {"mine": selectors.my_campaigns(request)})


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
    """A campaign: its missions and its people; for the GM also the links."""
    found, member = selectors.campaign_for(request, pk)
    fresh = request.session.pop(FRESH_LINK, None)
    context = {
        "campaign": found,
        "member": member,
        "members": found.members.filter(active=True).select_related("user"),
        "held": {seat.pk for seat in seats.held_members(request).filter(campaign=found)},
        "panel": hooks.missions_panel(request, found, member),
        "roster": hooks.characters_panel(found, member),
    }
    if member.is_gm:
        context |= {
            "invite": forms.InviteForm(),
            "roles": Role.choices,
            "invitations": [each for each in selectors.open_invitations(found) if each.is_open],
            "fresh": fresh if fresh and fresh["campaign"] == found.pk else None,
        }
    return render(request, "campaigns/campaign.html", context)


@require_POST
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """A new link for anybody; shown once on the campaign's page."""
    found, _member = selectors.campaign_for(request, pk, gm=True)
    form = forms.InviteForm(request.POST)
    if form.is_valid():
        _made, token = services.create_invitation(found, role=form.cleaned_data["role"])
        _show_once(request, found, token, form.cleaned_data["role"], "")
    return redirect("campaign", found.pk)


@require_POST
def revoke(request: HttpRequest, pk: int, invitation_pk: int) -> HttpResponse:
    """A link for anybody stops working."""
    found, _member = selectors.campaign_for(request, pk, gm=True)
    services.revoke_invitation(selectors.invitation_of(found, invitation_pk))
    return redirect("campaign", found.pk)


@require_POST
def change_member(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """What a GM does to a seat: ``do`` is link, links, role or remove."""
    found, _member = selectors.campaign_for(request, pk, gm=True)
    member = selectors.member_of(found, key)
    try:
        match request.POST.get("do"):
            case "link":
                _made, token = services.create_seat_link(member)
                _show_once(request, found, token, member.role, member.name)
            case "links":
                services.take_links_back(member)
                messages.success(request, _("The old links to this seat no longer work."))
            case "role":
                services.change_role(member, request.POST.get("role", ""))
            case "remove":
                services.remove_member(member)
                messages.success(request, _("%(name)s left the table.") % {"name": member.name})
            case _:
                raise Http404
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    # A GM who gave up the role can still see the page; one who left it cannot.
    still = seats.held_members(request).filter(campaign=found).exists()
    return redirect("campaign", found.pk) if still else redirect("home")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: HttpRequest, token: str) -> HttpResponse:
    """A link's page. Looking changes nothing, so that previews in chats use nothing up."""
    invitation = selectors.invitation_by(token)
    stranger = invitation.member is None and not request.user.is_authenticated
    form = forms.NameForm(request.POST if request.method == "POST" else None)
    context = {"invitation": invitation, "form": form if stranger else None}
    if request.method == "POST" and (not stranger or form.is_valid()):
        name = form.cleaned_data["name"] if stranger else ""
        try:
            member = services.join(request, invitation, name)
        except services.Refused as refusal:
            return render(request, "campaigns/join.html", {**context, "refusal": str(refusal)})
        return redirect(seat_address(member))
    return render(request, "campaigns/join.html", context)


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


def seat_address(member: Member) -> str:
    """Where this seat plays now: its place in the running mission, else the campaign."""
    found = hooks.seat_url(member.campaign, member)
    return found or reverse("campaign", args=[member.campaign_id])


def _show_once(request: HttpRequest, found: Campaign, token: str, role: str, name: str) -> None:
    path = reverse("join", args=[token])
    address = settings.PUBLIC_URL + path if settings.PUBLIC_URL else request.build_absolute_uri(path)
    request.session[FRESH_LINK] = {
        "campaign": found.pk, "address": address, "role": role, "name": name,
    }  # fmt: skip
