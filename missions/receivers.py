"""Listens to changes of a campaign's people: their seats follow, and open pages are asked again who may look."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver

from campaigns.models import Member
from campaigns.signals import handouts_changed, members_changed

from . import hints, services
from .models import Mission


@receiver(members_changed)
def people_changed(sender: Any, campaign_id: int, key: str, what: str, **kwargs: Any) -> None:
    """First the cut, then the announcement: who was removed gets nothing of what follows."""
    for mission_id in open_missions(campaign_id):
        hints.publish(mission_id, recheck=True)
    if what in ("removed", "role", "name", "restored"):
        services.sync_seats(campaign_id)


@receiver(handouts_changed)
def something_handed_out(sender: Any, campaign_id: int, **kwargs: Any) -> None:
    for mission_id in open_missions(campaign_id):
        hints.publish(mission_id)


@receiver(post_save, sender=Member)
def somebody_came(sender: Any, instance: Member, created: bool, **kwargs: Any) -> None:
    if created and open_missions(instance.campaign_id):
        transaction.on_commit(partial(services.sync_seats, instance.campaign_id), robust=True)


def open_missions(campaign_id: int) -> list[int]:
    return list(
        Mission.everything.filter(campaign_id=campaign_id, closed=None).values_list("pk", flat=True)
    )
