"""Listens to sign-outs: the seats of that browser are announced as logged out."""

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from . import seats, services


@receiver(user_logged_out)
def announce_sign_out(sender: Any, request: HttpRequest | None, **kwargs: Any) -> None:
    # Django sends this before it empties the session, so the held seats can still be read.
    if request is None or not hasattr(request, "session"):
        return
    members = list(seats.held_members(request))
    # Who is told at once asks at once: the session must be gone by then, or the browser is shown what comes meanwhile.
    request.session.delete()
    for member in members:
        services.announce(member, "logged_out")
