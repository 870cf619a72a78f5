"""Scenarios on a Mission of the database: the same write path, keys, log and rows as for people."""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.models import Campaign
from tactics.kernel.commands import Command
from tactics.kernel.dice import Dice
from tactics.kernel.view import LogLine, MissionView
from tactics.rulebook.services import publish_document
from tactics.scenarios.setup import Setup

from . import feeds, looks, selectors, services, stored
from .models import MissionState


class StoredHost:
    """See tactics.scenarios.host.Host."""

    def __init__(self, setup: Setup) -> None:
        version = publish_document(setup.document, "scenario")
        campaign = Campaign.objects.create(name=setup.script.scenario[:120], ruleset=setup.code.name)
        self.mission = services.create_mission(
            campaign, setup.script.scenario[:120], genesis=setup.genesis, rules=version
        )

    def submit(self, command: Command, seat: str, role: str, now: int, dice: Dice, key: str) -> None:
        services.submit(self.mission.pk, seat, key, command, who=services.TRUSTED, now=now, dice=dice)

    def settle(self, now: int) -> None:
        services.settle(self.mission.pk, now)

    def view(self, seat: str, role: str) -> MissionView:
        now = selectors.present(self.mission)
        return looks.view_of(now.code, now.state, now.digest, looks.audience(seat, role), role)

    def feed(self, seat: str, role: str) -> Sequence[LogLine]:
        return feeds.feed_of(self.mission, seat, role, self.seq).lines

    def state_json(self) -> bytes:
        """Name and rules apart, a Mission of the database has what its set-up had."""
        return MissionState.objects.get(pk=self.mission.pk).body.encode()

    def reload(self) -> None:
        """Forgets all that was decoded; the next step reads the rows."""
        stored.forget()

    @property
    def seq(self) -> int:
        return MissionState.objects.values_list("seq", flat=True).get(pk=self.mission.pk)
