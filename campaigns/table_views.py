"""Who sits at a table: invitations, seats, and what becomes of the campaign itself. Plain forms, no script needed."""

from __future__ import annotations

import io
from base64 import b64encode

import qrcode
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from qrcode.image.svg import SvgPathImage

from . import forms, hooks, once, seats, selectors, services
from .models import Campaign, Member, Post, Role

#: Session key of a link just made: the next page shows it, once.
FRESH_LINK = "fresh-link"


def may_change(by: Member, member: Member) -> bool:
    """Whether a GM may change a seat: a co-GM not those of GMs, whose links would make more of them."""
    return by.leads or (by.is_gm and not member.is_gm)


# --- links ------------------------------------------------------------------------------------------


@require_POST
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """A new link for anybody; shown once on the campaign's page."""
    found, member = selectors.campaign_for(request, pk, gm=True)
    form = forms.InviteForm(member, request.POST)
    if found.archived:
        messages.error(request, _("This campaign is put away. Restore it first."))
    elif form.is_valid():
        post = Post(form.cleaned_data["role"])
        _made, token = services.create_invitation(found, role=post.role, co_gm=post == Post.CO_GM, **form.limits())
        _show_once(request, found, token, "")
    else:
        messages.error(request, _("No link was made: choose from the lists."))
    return redirect("campaign", found.pk)


@require_POST
def link(request: HttpRequest, pk: int, invitation_pk: int) -> HttpResponse:
    """A link for anybody stops working; with ``do`` rotate another takes its place."""
    found, member = selectors.campaign_for(request, pk, gm=True)
    invitation = selectors.invitation_of(found, invitation_pk)
    if invitation.role == Role.GM and not member.leads:
        raise Http404
    if request.POST.get("do") == "rotate" and not found.archived:
        _made, token = services.rotate_invitation(invitation)
        _show_once(request, found, token, "")
    else:
        services.revoke_invitation(invitation)
        messages.success(request, _("That link no longer works. Who came by it stays."))
    return redirect("campaign", found.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: HttpRequest, token: str) -> HttpResponse:
    """A link's page. Looking changes nothing, so that previews in chats use nothing up. A second tap sits down on the
    seat of the first, whose answer the browser threw away."""
    with once.mark(request) as own:
        first = Member.objects.filter(pk=own.found, active=True).first() if own.found else None
        if first is not None:
            services.sit(request, first)
            return redirect(seat_address(first))
        return _come(request, token, own)


def _come(request: HttpRequest, token: str, own: once.Mark) -> HttpResponse:
    invitation = selectors.invitation_by(token)
    newcomer = invitation.member is None and services.has_no_seat(request, invitation)
    stranger = invitation.member is None and not request.user.is_authenticated
    offers = hooks.offers(invitation.campaign) if newcomer and invitation.role == Role.PLAYER else []
    form = forms.JoinForm(offers, stranger, request.POST if request.method == "POST" else None)
    context = {"invitation": invitation, "form": form}
    if request.method == "POST" and form.is_valid():
        name, hero = form.cleaned_data.get("name", ""), form.cleaned_data["hero"]
        try:
            member = services.join(request, invitation, name, hero)
        except services.Taken as refusal:
            # The name that was typed stays; what is on offer is asked again.
            form = forms.JoinForm(hooks.offers(invitation.campaign), stranger, {"name": name})
            form.add_error("hero", str(refusal))
            context["form"] = form
        except services.Refused as refusal:
            return render(request, "campaigns/join.html", {**context, "refusal": str(refusal)})
        else:
            own.left = str(member.pk)
            return redirect(seat_address(member))
    # Never an answer that would be logged: the address is a key.
    return render(request, "campaigns/join.html", context)


def seat_address(member: Member) -> str:
    """Where this seat plays now: its place in the running mission, else the campaign."""
    found = hooks.seat_url(member.campaign, member)
    return found or reverse("campaign", args=[member.campaign_id])


def _show_once(request: HttpRequest, found: Campaign, token: str, name: str) -> None:
    path = reverse("join", args=[token])
    address = settings.PUBLIC_URL + path if settings.PUBLIC_URL else request.build_absolute_uri(path)
    request.session[FRESH_LINK] = {"campaign": found.pk, "address": address, "name": name}


def code_of(address: str) -> str:
    """A QR code as the address of a picture, which a phone at the table reads from the screen."""
    picture = io.BytesIO()
    qrcode.make(address, image_factory=SvgPathImage, border=2).save(picture)
    return "data:image/svg+xml;base64," + b64encode(picture.getvalue()).decode()


# --- seats ------------------------------------------------------------------------------------------


@require_POST
def change_member(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """What a GM does to a seat: ``do`` is link, rotate, links, role or remove."""
    found, by = selectors.campaign_for(request, pk, gm=True)
    member = selectors.member_of(found, key)
    if not may_change(by, member):
        raise Http404
    try:
        match request.POST.get("do"):
            case "link":
                _made, token = services.create_seat_link(member)
                _show_once(request, found, token, member.name)
            case "rotate":
                _made, token = services.rotate_seat_link(member)
                _show_once(request, found, token, member.name)
            case "links":
                services.take_links_back(member)
                messages.success(request, _("The old links to this seat no longer work."))
            case "role":
                _change_role(by, member, request.POST.get("role", ""))
                messages.success(request, _("%(name)s has another role now.") % {"name": member.name})
            case "remove":
                services.remove_member(member)
                messages.success(request, _("%(name)s left the table.") % {"name": member.name})
            case _:
                raise Http404
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    # A GM who gave up the role can still see the page; one who left it cannot.
    return _back(request, found)


def _change_role(by: Member, member: Member, post: str) -> None:
    if post not in dict(forms.posts_by(by)):
        raise services.Refused(_("Only the GM who leads the campaign makes others GM."))
    services.change_role(member, post)


@require_POST
def own_seat(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """What somebody does to a seat of their own: ``do`` is link, name or leave."""
    member = selectors.own_seat(request, pk, key)
    try:
        match request.POST.get("do"):
            case "link":
                _made, token = services.create_seat_link(member)
                _show_once(request, member.campaign, token, member.name)
            case "name":
                form = forms.NameForm(request.POST)
                if not form.is_valid():
                    raise services.Refused(_("Type a name of up to 60 letters."))
                services.rename_member(member, form.cleaned_data["name"])
            case "leave":
                services.remove_member(member)
                messages.success(request, _("You left “%(name)s”.") % {"name": member.campaign.name})
            case _:
                raise Http404
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    return _back(request, member.campaign)


def _back(request: HttpRequest, found: Campaign) -> HttpResponse:
    still = seats.held_members(request).filter(campaign=found).exists()
    return redirect("campaign", found.pk) if still else redirect("home")


# --- the campaign itself ----------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def manage(request: HttpRequest, pk: int) -> HttpResponse:
    """Its name; putting it away and bringing it back."""
    found, member = selectors.campaign_for(request, pk, leads=True)
    form = forms.SettingsForm(initial={"name": found.name, "ready_heroes": found.ready_heroes})
    match request.POST.get("do", "") if request.method == "POST" else None:
        case "archive":
            services.archive(found)
            messages.success(request, _("“%(name)s” is put away. Nothing is lost.") % {"name": found.name})
            return redirect("home")
        case "restore":
            services.restore(found)
            messages.success(request, _("“%(name)s” is back, as it was.") % {"name": found.name})
            return redirect("campaign", found.pk)
        case "save":
            form = forms.SettingsForm(request.POST)
            if form.is_valid():
                services.change_campaign(found, **form.cleaned_data)
                messages.success(request, _("Saved."))
                return redirect("campaign", found.pk)
        case None:
            pass
        case _:
            raise Http404
    context = {"campaign": found, "member": member, "form": form}
    return render(request, "campaigns/manage.html", context, status=422 if form.errors else 200)
