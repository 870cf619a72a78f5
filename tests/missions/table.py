"""A toy Mission in the database, with people: Gil the GM, Ann and Ben who play, Sam who watches."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Any

from django.test import Client

from campaigns import services as people
from campaigns.models import Campaign, Member
from missions import services, stored
from missions.models import Mission, MissionState
from tactics.kernel.dice import Dice, ScriptedDice
from tactics.kernel.state import AnyState
from tactics.rulebook.models import Version
from tests.toy import mission as toy
from tests.toy.ruleset import RULES

SEATS = {"gil": "gm", "ann": "player", "ben": "player", "sam": "spectator"}
_keys = count(1)


@dataclass
class Table:
    """A Mission and its members. `do` submits as the server itself speaking for a seat."""

    mission: Mission
    members: dict[str, Member]

    def do(self, seat: str, do: str, *, key: str = "", now: int | None = None, dice: Dice | None = None, **args: Any):
        key = key or f"k{next(_keys)}"
        return services.submit(
            self.mission.pk, seat, key, {"do": do, **args}, who=services.TRUSTED, now=now, dice=dice
        )

    def client(self, seat: str) -> Client:
        """A browser that came in by the seat's own link."""
        _invitation, token = people.create_seat_link(self.members[seat])
        client = Client()
        response = client.post(f"/join/{token}/")
        assert response.status_code == 302, response.content
        return client

    def start(self) -> None:
        """Into the first round; the hero is active. Everybody has a cell, so nobody is waited for."""
        self.do("gil", "roll_initiative", dice=ScriptedDice([(6, 6), (6, 5), (6, 4), (6, 3)]))
        assert self.state.clock.active == "hero"

    @property
    def state(self) -> AnyState:
        return stored.read_state(self.mission, MissionState.objects.get(pk=self.mission.pk))


def make(begins: AnyState | None = None) -> Table:
    version = Version.objects.filter(hash=RULES.hash).first() or Version.objects.create(
        ruleset="toy", hash=RULES.hash, document="{}"
    )
    campaign = Campaign.objects.create(name="Cellar", ruleset="toy")
    members = {
        key: people.add_member(
            campaign, user=people.make_guest(key.title()), role=role, key=key, name=key.title()
        )
        for key, role in SEATS.items()
    }
    mission = services.create_mission(
        campaign, "Rats", genesis=begins or toy.genesis(), rules=version
    )
    return Table(mission, members)
