"""Listens to what ends sessions and seats past the services: their open pages are asked again.

A sign-out, another password, an account or a campaign that is shut or deleted.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import post_delete, pre_delete, pre_save
from django.dispatch import receiver
from django.http import HttpRequest

from . import seats, services
from .models import Campaign, Member, User


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


@receiver(pre_save, sender=User)
def announce_other_password(sender: Any, instance: User, update_fields: Any, **kwargs: Any) -> None:
    """Another password ends the sessions of the old one, and so does shutting the account."""
    if instance.pk is None or (update_fields is not None and not {"password", "is_active"} & set(update_fields)):
        return
    old = User.objects.filter(pk=instance.pk).values_list("password", "is_active").first()
    if old is not None and old != (instance.password, instance.is_active):
        _announce_seats(instance)


@receiver(pre_delete, sender=User)
def announce_deleted(sender: Any, instance: User, **kwargs: Any) -> None:
    _announce_seats(instance)


@receiver(post_delete, sender=Campaign)
def announce_deleted_campaign(sender: Any, instance: Campaign, **kwargs: Any) -> None:
    services.announce_campaign(instance.pk, "removed")


def _announce_seats(user: User) -> None:
    for member in Member.objects.filter(user=user, active=True):
        services.announce(member, "logged_out")
