"""What a Badass foe is worth: the factor of the hardest that was beaten counts on a Mission's experience (O-263)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from campaigns import services as people
from campaigns.models import Campaign
from characters.models import Character
from missions import closing, services
from tactics.kernel.state import Objective
from tactics.outerah.forms import FORMS
from tactics.outerah.table import OUTERAH
from tactics.rulebook import services as rulebook
from tests.missions.table import SEATS, Table
from tests.outerah.table import Battle, foe, hero, rules_with


def more(play: Battle, xp: int = 45) -> list[tuple[int, str]]:
    rules = play.rules.under(play.state.options)
    return [(points, why) for _, points, why in OUTERAH.more_xp(play.state, rules, "ann", xp)]


def met(rules: Any = None, **foes: dict[str, Any]) -> Battle:
    """Foes of which those whose `hp` is 0 were beaten."""
    units = {"a": hero(), **{key: foe(HP=80, **spec) for key, spec in foes.items()}}
    return Battle(["a" + "".join(foes)], units, order=["a", *foes], rules=rules)


@pytest.mark.rule("O-262", "O-263")
def test_the_hardest_that_was_beaten_counts_and_who_still_stands_does_not() -> None:
    assert more(met(t={"badass": 1, "hp": 0}, u={"badass": 2, "hp": 0}, v={"badass": 4})) == [
        (45, "Badass beaten: XP x 2, a house value")
    ]
    assert more(met(t={"badass": 1, "hp": 0}, u={"hp": 0})) == [(22, "Tough beaten: XP x 1.5, a house value")]
    assert more(met(t={"hp": 0}, v={"badass": 4})) == []
    assert more(met(t={"badass": 1, "hp": 0}), xp=0) == []


@pytest.mark.rule("O-263")
def test_a_fallen_badass_friend_is_no_foe_and_a_tier_may_have_an_xp_factor_of_its_own() -> None:
    play = met(t={"badass": 2, "hp": 0})
    unit = replace(play.state.units["t"], side="heroes")
    play.memory.state = replace(play.state, units={**play.state.units, "t": unit})
    assert more(play) == []
    tough = {"tier": 1, "name": "Tough", "hp": 1.5, "damage": 1}
    tiers = [{"tier": 2, "name": "Badass", "hp": 2, "damage": 1.25, "xp": 3}, tough]
    assert FORMS["out.badass"].fits(tiers)
    assert not FORMS["out.badass"].fits([{**tiers[0], "xp": "much"}])
    own = rules_with({"constant": {"out.badass": {"label": "Badass tiers", "value": tiers, "origin": "house"}}})
    assert more(met(own, t={"badass": 2, "hp": 0})) == [(90, "Badass beaten: XP x 3, a house value")]


@pytest.mark.django_db
@pytest.mark.rule("O-263", "T-094")
def test_the_closing_page_proposes_it_and_what_is_ticked_goes_to_the_sheet(quiet: None) -> None:
    rulebook.publish_shipped()
    version = rulebook.latest("outerah")
    campaign = Campaign.objects.create(name="The pass", ruleset="outerah")
    members = {
        key: people.add_member(campaign, user=people.make_guest(key.title()), role=role, key=key, name=key.title())
        for key, role in SEATS.items()
    }
    sheet = {"kind": "character", "stats": {"HP": 60}}
    mara = Character.objects.create(campaign=campaign, member=members["ann"], name="Mara", sheet=sheet)
    battle = met(t={"badass": 1, "hp": 0})
    units = {**battle.state.units, "a": replace(battle.state.units["a"], sheet=str(mara.number))}
    goal = Objective(key="main", title="Hold the pass", public=True, xp=30)
    begins = replace(battle.state, rules=version.hash, units=units, objectives={"main": goal}, seats={})
    table = Table(services.create_mission(campaign, "The pass", genesis=begins, rules=version), members)
    table.do("gil", "rule", settle={"main": "completed"})
    table.do("gil", "end_mission")
    page = table.client("gil").get(f"/missions/{table.mission.pk}/as/gil/close/").content.decode()
    assert "15 XP" in page
    assert "Tough beaten: XP x 1.5, a house value" in page
    (proposal,) = closing.proposals(table.mission)
    closing.close(table.mission, [name for name, _ in proposal.xp])
    mara.refresh_from_db()
    assert mara.xp == 45
