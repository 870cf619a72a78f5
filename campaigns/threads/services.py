"""What people do with threads, and what each of them may read. Refusals are sentences for who asked."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Count, Q, QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import hooks
from campaigns.models import Campaign, Member, Message, Role, Thread
from campaigns.services import Refused
from campaigns.signals import thread_changed
from tactics.effects.dice_text import FormulaError
from tactics.effects.thrown import thrown
from tactics.kernel.dice import SystemDice

MOST = 500
"""Threads of a campaign."""
LONGEST = 8_000
"""Letters of a post."""


def threads_of(campaign: Campaign, member: Member) -> QuerySet[Thread]:
    """All threads, those that go on first; each with `count` of the posts that the member may read."""
    # Counting drops the model's own order.
    mine = Q(messages__whisper=False) | Q(messages__member=member)
    counted = Count("messages", filter=None if member.is_gm else mine)
    return campaign.threads.annotate(count=counted).order_by("closed", "-stirred", "-pk")


def thread_of(campaign: Campaign, pk: int) -> Thread:
    found = campaign.threads.filter(pk=pk).first() if pk < 2**63 else None
    if found is None:
        raise Http404
    return found


def messages_of(thread: Thread, member: Member, after: int = 0) -> QuerySet[Message]:
    """The posts that the member may read, oldest first; after: only those behind this one."""
    found = thread.messages.filter(pk__gt=min(after, 2**63 - 1)).select_related("member")
    return found if member.is_gm else found.filter(Q(whisper=False) | Q(member=member))


def voices(campaign: Campaign, member: Member) -> list[str]:
    """The characters as whom the member may speak; a GM may speak as anybody."""
    return hooks.voices(campaign, member)


def open_thread(campaign: Campaign, member: Member, title: str) -> Thread:
    """Everybody who plays or leads may open one."""
    _may_write(member)
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        if campaign.threads.count() >= MOST:
            raise Refused(_("There are %(n)s threads; delete old ones first.") % {"n": MOST})
        return Thread.objects.create(campaign=campaign, title=title)


def post(
    thread: Thread,
    member: Member,
    *,
    key: str,
    text: str = "",
    voice: str = "",
    formula: str = "",
    whisper: bool = False,
) -> Message:
    """Writes a post, with what the dice show if a formula is given. The same key again is the same post."""
    _may_write(member)
    if thread.closed:
        raise Refused(_("This thread is closed."))
    if voice and not member.is_gm and voice not in voices(thread.campaign, member):
        raise Refused(_("You cannot speak as “%(name)s”: choose one of your own characters.") % {"name": voice})
    known = thread.messages.filter(member=member, key=key).first()
    if known is not None:
        return known
    roll = rolled(formula) if formula else None
    if not text and roll is None:
        raise Refused(_("Write something, or roll dice."))
    try:
        with transaction.atomic():
            made = Message.objects.create(
                thread=thread, member=member, key=key, voice=voice, text=text, roll=roll, whisper=whisper
            )
            if not whisper:
                Thread.objects.filter(pk=thread.pk).update(stirred=timezone.now())
            _announce(thread, made)
    except IntegrityError:  # the same form from a second tab, at the same moment
        return thread.messages.get(member=member, key=key)
    return made


def rolled(formula: str) -> dict[str, Any]:
    """{formula, faces, total} by the server's dice. Refused with the place of a mistake."""
    server = SystemDice()
    try:
        found = thrown(formula, lambda count, sides: server.draw(count, sides, "", "thread").faces)
    except FormulaError as problem:
        raise Refused(str(problem)) from problem
    return {"formula": found.formula, "faces": list(found.faces), "total": found.total}


def own_message(thread: Thread, member: Member, pk: int) -> Message:
    """A post that the member may take back: the own one, or as a GM anybody's."""
    found = messages_of(thread, member).filter(pk=min(pk, 2**63 - 1)).first()
    if found is None or not (member.is_gm or found.member_id == member.pk):
        raise Http404
    return found


def take_back(message: Message) -> None:
    """Its words are struck; what the dice showed stays to be seen."""
    with transaction.atomic():
        Message.objects.filter(pk=message.pk).update(struck=True, text="")
        _announce(message.thread)


def set_closed(thread: Thread, member: Member, closed: bool) -> None:
    if not member.is_gm:
        raise Refused(_("Only a GM closes and opens threads."))
    with transaction.atomic():
        Thread.objects.filter(pk=thread.pk).update(closed=closed)
        _announce(thread)


def as_scenario(thread: Thread) -> str:
    """What all may read of it, as the text of a Mission: who speaks, then what."""
    told = thread.messages.filter(whisper=False, struck=False).exclude(text="").select_related("member")
    return "\n\n".join(f"{m.voice}: {m.text}" if m.voice else m.text for m in told)


def _announce(thread: Thread, message: Message | None = None) -> None:
    """Tells open pages, once the change is in the database."""
    transaction.on_commit(partial(thread_changed.send_robust, Thread, thread=thread, message=message), robust=True)


def _may_write(member: Member) -> None:
    if member.campaign.archived:
        raise Refused(_("This campaign is put away."))
    if member.role == Role.SPECTATOR:
        raise Refused(_("Spectators read; they do not write."))
