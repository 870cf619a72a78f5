"""The second factor of an account: an authenticator app beside the password, by allauth's `mfa`.

Anybody with an account may have one. Staff need one where the site asks it of them (`STAFF_SECOND_FACTOR`), and
whoever has one and edits rules must have shown it in this browser within `SHOWN_FOR`, so that a session left open on
somebody's machine opens no admin weeks later.
"""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from django.conf import settings
from django.dispatch import receiver
from django.http import HttpRequest

from .models import User

SHOWN_FOR = timedelta(hours=12)
"""An evening of editing asks once."""


def has_one(user: Any) -> bool:
    """Whether signing in asks this person for a code."""
    mine = Authenticator.objects.filter(user_id=user.pk, type=Authenticator.Type.TOTP)
    return bool(user.is_authenticated and mine.exists())


def shown(request: HttpRequest) -> bool:
    """Whether this browser showed the second factor of who is signed in within `SHOWN_FOR`."""
    since = time.time() - SHOWN_FOR.total_seconds()
    records = get_authentication_records(request, request.user)
    return any(each.get("method") == "mfa" and each.get("at", 0) >= since for each in records)


def opens_admin(request: HttpRequest) -> bool:
    """Whether nothing stands between this staff member and the admin but their rights."""
    return shown(request) if has_one(request.user) else not settings.STAFF_SECOND_FACTOR


def take_away(user: User) -> bool:
    """Let ``user`` in by the password alone, after a lost device; False where there was no second factor."""
    return bool(Authenticator.objects.filter(user=user).delete()[0])


@receiver(authenticator_added)
def shown_when_set_up(request: HttpRequest, user: User, authenticator: Authenticator, **_rest: Any) -> None:
    """Who sets one up has just typed its code: the admin need not ask for the next one."""
    record_authentication(request, user, "mfa", id=authenticator.pk, type=authenticator.type)
