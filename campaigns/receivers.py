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
    for member in seats.held_members(request):
        services.announce(member, "logged_out")
