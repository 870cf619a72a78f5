"""The pets and mounts of a sheet come along wherever the character joins (O-043, O-069)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaigns import services as people
from campaigns.models import Campaign
from characters.models import Character
from missions import closing, demo, services, stored
from missions.models import Mission
from tactics.kernel.state import Objective
from tactics.outerah import bonds, mounts
from tactics.rulebook import services as rulebook
from tests.missions.table import SEATS, Table
from tests.outerah.table import Battle, hero

pytestmark = pytest.mark.django_db


def made() -> tuple[Table, Character]:
    """Ann's Mara, who has a wolf and a horse on her sheet, in no Mission yet; somebody else holds the pass."""
    rulebook.publish_shipped()
    version = rulebook.latest("outerah")
    campaign = Campaign.objects.create(name="The pass", ruleset="outerah")
    members = {
        key: people.add_member(campaign, user=people.make_guest(key.title()), role=role, key=key, name=key.title())
        for key, role in SEATS.items()
    }
    owned = [{"item": "grey_wolf", "name": "Ash"}, {"item": "river_horse", "name": "Bramble"}]
    sheet = {"kind": "character", "stats": {"HP": 60}, "companions": owned}
    mara = Character.objects.create(campaign=campaign, member=members["ann"], name="Mara", sheet=sheet)
    goal = Objective(key="main", title="Hold the pass", public=True)
    battle = Battle(["a"], {"a": hero()}, order="a").state
    begins = replace(battle, rules=version.hash, seats={}, objectives={"main": goal})
    return Table(services.create_mission(campaign, "The pass", genesis=begins, rules=version), members), mara


def company(mission: Mission, character: Character) -> list[str]:
    """The names of those who belong to a character, once each, as the rules find them."""
    state = closing.state_of(mission)
    unit = closing.units_of(state)[character.number]
    rules = stored.rules_of(state.rules)
    owners = [(one, bonds.trainer_of(state, rules, one), mounts.rider_of(state, one)) for one in state.units.values()]
    theirs = [one for one, *owned_by in owners if unit in owned_by]
    assert {one.seat for one in theirs} <= {unit.seat}
    return sorted(one.name for one in theirs)


@pytest.mark.rule("O-043", "O-069")
def test_they_come_along_with_whoever_joins_and_into_the_next_mission(quiet: None) -> None:
    table, mara = made()
    closing.join_character(table.mission, mara)
    assert company(table.mission, mara) == ["Ash", "Bramble"]
    table.do("gil", "rule", settle={"main": "completed"})
    table.do("gil", "end_mission")
    closing.close(table.mission, [])
    table.mission.refresh_from_db()
    after = closing.next_mission(table.mission, "The valley")
    assert company(after, mara) == ["Ash", "Bramble"]


@pytest.mark.rule("O-043", "O-069")
def test_those_of_the_demo_stand_on_the_sheets_of_their_owners(quiet: None, tmp_path: Path, settings: Any) -> None:
    settings.DATA = tmp_path
    demo.make("outerah")
    sheets = {one.name: one.sheet for one in Character.objects.all()}
    assert sheets["Brenn"]["companions"] == [{"item": "river_horse", "name": "Bramble"}]
    assert sheets["Tamsin"]["companions"] == [{"item": "grey_wolf", "name": "Ash"}]
    assert "companions" not in sheets["Vael"]
