"""Which seats a browser holds.

A person holds a seat when it is theirs, or when this browser came in by the seat's own link:
then the session remembers it beside whoever is signed in, so that four seats live side by
side in four tabs. Both ways are asked of the database each time; a session's word alone
never opens a seat whose member was removed or whose links were taken back.

Every function takes anything with ``user`` and ``session``: a request, or a socket's scope
wrapped in ``Holder(scope["user"], scope["session"])``.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from types import SimpleNamespace
from typing import Any, Protocol, cast

from django.conf import settings
from django.contrib.auth import get_user
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from .models import Member

SESSION_KEY = "held"


class HasSeats(Protocol):
    """A request, or a ``Holder``."""

    @property
    def user(self) -> Any: ...
    @property
    def session(self) -> Any: ...


@dataclass(frozen=True)
class Holder:
    """A user and a session that did not come by a request, such as a socket's."""

    user: Any
    session: Any


def held_members(who: HasSeats) -> QuerySet[Member]:
    """The active members that ``who`` may sit as, over all campaigns, oldest first."""
    condition = Q(pk__in=[])
    for pk, epoch in _held(who.session).items():
        condition |= Q(pk=pk, epoch=epoch)
    if who.user is not None and who.user.is_authenticated:
        condition |= Q(user_id=who.user.pk)
    return Member.objects.filter(condition, active=True).select_related("campaign")


def may_hold(who: HasSeats, member: Member) -> bool:
    """True when ``who`` holds ``member`` and the member still sits at the table.

    ``member`` must be fresh from the database: its ``active`` and ``epoch`` decide.
    """
    if not member.active:
        return False
    user = who.user
    if user is not None and user.is_authenticated and member.user_id == user.pk:
        return True
    return _held(who.session).get(str(member.pk)) == member.epoch


def holder_of(session_key: str | None) -> Holder | None:
    """Who a session is now; None when it ended."""
    store = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    if not session_key or not store.exists(session_key):
        return None
    # Django ends a session of another password when it is asked whose it is; who only looks ends nothing, least of all
    # the session that is just being renewed.
    store.flush = lambda: None
    return Holder(get_user(cast(HttpRequest, SimpleNamespace(session=store))), store)


def shown(who: HasSeats, member: Member) -> None:
    """Notes on a request as whom its page is shown; an open page is cut when that is over (campaigns.watch)."""
    if isinstance(who, HttpRequest):
        who.shown_as = member  # type: ignore[attr-defined]


def hold(who: HasSeats, member: Member) -> None:
    """Remember in the session that this browser came in by the member's own link."""
    who.session[SESSION_KEY] = {**_held(who.session), str(member.pk): member.epoch}


@contextmanager
def kept(who: HasSeats) -> Iterator[None]:
    """Keep the held seats over a sign-in, which empties the session of another user.

    A guest's own seats stay in this browser as well.
    """
    before = {str(member.pk): member.epoch for member in held_members(who)}
    yield
    if before:
        who.session[SESSION_KEY] = {**before, **_held(who.session)}


def _held(session: MutableMapping[str, Any] | None) -> dict[str, int]:
    held = session.get(SESSION_KEY) if session is not None else None
    return held if isinstance(held, dict) else {}
