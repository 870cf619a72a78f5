"""Pages of threads. Plain forms; with script, new posts come by themselves."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import hooks, selectors
from campaigns.models import Campaign, Member, Role, Thread
from campaigns.once import once
from campaigns.services import Refused

from . import services
from .forms import PostForm, ThreadForm

REFUSED = 422
LAST = 200
"""So many of the newest posts a page shows; `?all=1` shows every one."""


def _at(request: HttpRequest, pk: int, thread_pk: int) -> tuple[Campaign, Member, Thread]:
    campaign, member = selectors.campaign_for(request, pk)
    return campaign, member, services.thread_of(campaign, thread_pk)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@once
def overview(request: HttpRequest, pk: int) -> HttpResponse:
    """All threads of a campaign, and a new one."""
    campaign, member = selectors.campaign_for(request, pk)
    form = ThreadForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = services.open_thread(campaign, member, form.cleaned_data["title"])
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect("thread", campaign.pk, made.pk)
    context = {
        "campaign": campaign,
        "member": member,
        "threads": services.threads_of(campaign, member),
        "form": form if _may_write(campaign, member) else None,
    }
    return render(request, "campaigns/threads/overview.html", context, status=REFUSED if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def thread(request: HttpRequest, pk: int, thread_pk: int) -> HttpResponse:
    """A thread: its posts, oldest first, and one's own next one. A GM closes and opens it with `do`."""
    campaign, member, found = _at(request, pk, thread_pk)
    voices = services.voices(campaign, member)
    form = PostForm(member, voices, request.POST if request.method == "POST" and "do" not in request.POST else None)
    if request.method == "POST":
        try:
            if "do" in request.POST:
                services.set_closed(found, member, request.POST["do"] == "close")
                return redirect("thread", campaign.pk, found.pk)
            if form.is_valid():
                made = services.post(found, member, **form.cleaned_data)
                return redirect(f"{request.path}#p{made.pk}")
        except Refused as refusal:
            if form.is_bound:
                form.add_error(None, str(refusal))
            else:
                messages.error(request, str(refusal))
    posts = services.messages_of(found, member)
    before = max(0, posts.count() - LAST) if "all" not in request.GET else 0
    shown = list(posts[before:])
    context = {
        "campaign": campaign,
        "member": member,
        "thread": found,
        "posts": shown,
        "before": before,
        "last": shown[-1].pk if shown else 0,
        "form": form if _may_write(campaign, member) and not found.closed else None,
        "voices": voices if member.is_gm else (),
        "mission_url": hooks.mission_from(campaign, found) if member.is_gm and not campaign.archived else "",
    }
    return render(request, "campaigns/threads/thread.html", context, status=REFUSED if form.errors else 200)


@require_safe
@never_cache
def newer(request: HttpRequest, pk: int, thread_pk: int) -> HttpResponse:
    """The posts behind `?after=`, as a piece of the page, and the asker for those behind them."""
    campaign, member, found = _at(request, pk, thread_pk)
    given = request.GET.get("after", "0")
    if not given.isascii() or not given.isdecimal() or len(given) > 18:
        raise Http404
    posts = list(services.messages_of(found, member, int(given)))
    last = posts[-1].pk if posts else int(given)
    context = {"campaign": campaign, "member": member, "thread": found, "posts": posts, "last": last}
    return render(request, "campaigns/threads/_newer.html", context)


@require_POST
def change(request: HttpRequest, pk: int, thread_pk: int, message_pk: int) -> HttpResponse:
    """Takes a post back."""
    campaign, member, found = _at(request, pk, thread_pk)
    services.take_back(services.own_message(found, member, message_pk))
    messages.success(request, _("The post is taken back."))
    return redirect("thread", campaign.pk, found.pk)


def _may_write(campaign: Campaign, member: Member) -> bool:
    return member.role != Role.SPECTATOR and not campaign.archived
