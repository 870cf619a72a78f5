"""The socket of a campaign's open pages. It says when a page's reader may not see it any more, or no longer as much,
and that something of it changed; what, the page asks for by its ordinary address. It carries no secret.

A page says as which post its seat was shown. Whoever was removed, signed out or has a lower post is cut; a page that
was merely overtaken (a higher post, a campaign put away) is told so, for something may be half typed on it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import Context
from dataclasses import dataclass
from typing import Any

from channels.db import database_sync_to_async
from django.dispatch import receiver

from . import seats, workers
from .models import Member, Message, Post, Role, Thread
from .signals import members_changed, thread_changed

log = logging.getLogger("campaigns")

GROUP = "campaigns"
"""The layer's group: one subscription for each process."""
LOGGED_OUT, FORBIDDEN, NOT_HERE, TOO_MANY, RULES_BROKEN = 4401, 4403, 4404, 4429, 1008
"""Codes of closing, as those of a Mission's socket (missions.live.frames)."""
PER_SEAT = 30
"""Open pages of one seat in one process."""
SESSIONS = 60.0
"""Seconds after which everybody is asked again, whatever was announced: a session may end by a new password."""
RANK = {Post.GM: 0, Post.CO_GM: 1, Post.PLAYER: 2, Post.SPECTATOR: 3}

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


@dataclass(eq=False)
class Page:
    """An open page: of which seat, shown as which post, and the session of its browser."""

    campaign: int
    seat: str
    post: Post
    session: str | None
    send: Send
    loop: asyncio.AbstractEventLoop
    cut: bool = False


_pages: set[Page] = set()
"""Of this process."""
_tasks: set[asyncio.Task[None]] = set()
_keepers: dict[int, asyncio.Task[None]] = {}
"""One for each event loop: a server has one, tests have many."""


async def campaign_socket(scope: Scope, receive: Receive, send: Any) -> None:
    """`/ws/campaigns/<id>/as/<seat>/<post>/`."""
    await receive()
    await send({"type": "websocket.accept"})
    words = scope["url_route"]["kwargs"]
    page = Page(
        campaign=words["campaign_id"],
        seat=words["seat"],
        post=Post(words["post"]) if words["post"] in Post.values else Post.GM,
        session=scope["session"].session_key,
        send=scope.get("send_frame", send),
        loop=asyncio.get_running_loop(),
    )
    if sum((each.campaign, each.seat) == (page.campaign, page.seat) for each in _pages) >= PER_SEAT:
        await send({"type": "websocket.close", "code": TOO_MANY})
        return
    _join(page)
    try:
        # Only now: what is announced from here on is heard.
        await _ask(page, first=True)
        if (await receive())["type"] != "websocket.disconnect":  # pages have nothing to say
            await send({"type": "websocket.close", "code": RULES_BROKEN})
    finally:
        _pages.discard(page)


def _join(page: Page) -> None:
    workers.remember_loop()
    _pages.add(page)
    keeper = _keepers.get(id(page.loop))
    if keeper is None or keeper.done() or keeper.get_loop() is not page.loop:
        _keepers[id(page.loop)] = page.loop.create_task(_keep(page.loop))


async def _keep(loop: asyncio.AbstractEventLoop) -> None:
    """As long as the server's loop runs: hears other processes, and asks everybody again now and then."""
    await asyncio.gather(workers.listen(GROUP, _hear, lambda: False), _look_again(loop))


async def _look_again(loop: asyncio.AbstractEventLoop) -> None:
    while True:
        await asyncio.sleep(SESSIONS)
        for page in [each for each in _pages if each.loop is loop]:
            await _ask(page)


def _spawn(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, None]) -> None:
    task = loop.create_task(work)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


# --- may they still look ------------------------------------------------------------------------------


def verdict(page: Page) -> int:
    """0: may go on looking; else the code to close with."""
    holder = seats.holder_of(page.session)
    if holder is None:
        return LOGGED_OUT
    if page.campaign >= 2**63:  # no database could look for it
        return FORBIDDEN
    member = Member.objects.filter(campaign_id=page.campaign, key=page.seat, active=True).first()
    if member is None or not seats.may_hold(holder, member):
        return FORBIDDEN
    return FORBIDDEN if RANK[member.post] > RANK[page.post] else 0


async def _ask(page: Page, first: bool = False) -> None:
    """Cuts the page if it may not look any more. A stranger is not told what there is."""
    try:
        code = await database_sync_to_async(verdict)(page)
    except Exception:
        # A database that is away must not end what everybody sees; it is asked again.
        log.exception("campaign %s: nobody could say who may look", page.campaign)
        return
    if code and not page.cut:
        page.cut = True
        _pages.discard(page)
        await _out(page, {"type": "websocket.close", "code": NOT_HERE if first else code})


async def _out(page: Page, message: dict[str, Any]) -> None:
    with contextlib.suppress(OSError, RuntimeError):  # it went at the same moment
        await page.send(message)


# --- what is told -------------------------------------------------------------------------------------


def _tell(told: dict[str, Any]) -> None:
    """To the pages of all processes. Called in any thread."""
    _hear(told)
    workers.send(GROUP, told)


def _hear(told: dict[str, Any]) -> None:
    """In any thread: what this or another process tells."""
    for page in list(_pages):
        if page.campaign == told["campaign"]:
            with contextlib.suppress(RuntimeError):  # that loop has ended
                # A context of its own: in a request's, its thread would be waited for, which waits itself.
                page.loop.call_soon_threadsafe(_pass_on, page, told, context=Context())


def _pass_on(page: Page, told: dict[str, Any]) -> None:
    if page.cut:
        return
    if told["what"] != "thread":
        _spawn(page.loop, _ask(page))
        if told["what"] in ("archived", "restored") or (told["what"] == "role" and told["key"] == page.seat):
            _spawn(page.loop, _out(page, _text({"overtaken": True})))
    elif told["to"] is None or told["to"] == page.seat or page.post.role == Role.GM:
        _spawn(page.loop, _out(page, _text({"thread": told["thread"], "anew": told["anew"]})))


def _text(value: dict[str, Any]) -> dict[str, Any]:
    return {"type": "websocket.send", "text": json.dumps(value)}


@receiver(members_changed)
def people_changed(sender: Any, campaign_id: int, key: str, what: str, **kwargs: Any) -> None:
    _tell({"campaign": campaign_id, "what": what, "key": key})


@receiver(thread_changed)
def thread_has_news(sender: Any, thread: Thread, message: Message | None, **kwargs: Any) -> None:
    """Of a whisper only those hear who may read it: that one comes is a secret too."""
    to = message.member.key if message is not None and message.whisper else None
    _tell({"campaign": thread.campaign_id, "what": "thread", "thread": thread.pk, "anew": message is None, "to": to})
