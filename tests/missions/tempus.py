"""A small Mission of the shipped rules in the database: Ann's hero Mara against two goblins of the GM's."""

from __future__ import annotations

from typing import Any

from campaigns import services as people
from campaigns.models import Campaign
from characters.models import Character
from missions import services
from tactics.kernel.state import Board, Objective, State
from tactics.rulebook import services as rulebook
from tactics.tempus.table import TEMPUS
from tests.missions.table import SEATS, Table

SHEET: dict[str, Any] = {
    "kind": "character",
    "race": "human",
    "stats": {"SPD": 3, "WIT": 2, "DEX": 3, "HP": 20, "MP": 6},
    "skills": {"sword": 2},
    "weapons": [],
}
BOARD = Board(key="field", name="Field", width=8, height=8, terrain="." * 64, palette=((".", "ground"),))


def make(*, sheet: dict[str, Any] | None = None) -> Table:
    """The Mission before initiative, with Ann's character in the roster."""
    rulebook.publish_shipped()
    version = rulebook.latest("tempus")
    campaign = Campaign.objects.create(name="The mill", ruleset="tempus")
    members = {
        key: people.add_member(campaign, user=people.make_guest(key.title()), role=role, key=key, name=key.title())
        for key, role in SEATS.items()
    }
    sheet = SHEET if sheet is None else sheet
    Character.objects.create(campaign=campaign, member=members["ann"], name="Mara", sheet=sheet)
    goal = Objective(key="main", title="Hold the mill", public=True, xp=30)
    begins: State[Any, Any, Any] = State(
        ruleset="tempus",
        rules=version.hash,
        phase="initiative",
        boards={"field": BOARD},
        objectives={"main": goal},
        part=TEMPUS.mission_part(),
    )
    return Table(services.create_mission(campaign, "Rats in the mill", genesis=begins, rules=version), members)
