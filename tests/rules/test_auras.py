"""Auras: an area that moves with its owner, suppressed and asserted by willpower (T-110, T-111, T-115 to T-117)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.effects.rules import DataError
from tactics.effects.specs import Skill
from tactics.tempus.check_events import Checked
from tactics.tempus.check_numbers import Trial, attempt
from tests.rules.table import Play, foe, hero, rules_with

HUSH = {"action": {"silence": {"label": "Silence", "cost": {"ma": 1}, "target": "body",
                               "effect": [{"do": "suppress", "strength": 10}]}}}  # fmt: skip


def scene(rows: tuple[str, ...] = ("a.d",), aura: str = "dread", wp: int = 3, **more: Any) -> Play:
    units = {
        "a": {**hero(SPD=4, WIT=6, DEX=3, STR=2, WP=wp), "skills": {"claw": 1, "climb": 1}},
        "d": {**foe(SPD=4, WIT=4, DEF=2, HP=20, WP=wp), "skills": {aura: 1}},
        **more.pop("units", {}),
    }
    return Play(list(rows), units, order=units, **more)


def climbs(play: Play, seat: str | None = None) -> int:
    return attempt(play.facts(seat), Trial(body="a", skill="climb")).total


def badges(play: Play, seat: str, unit: str) -> list[str]:
    return [b.label for u in play.view(seat).units if u.key == unit for b in u.badges]


@pytest.mark.rule("T-110")
def test_three_varieties_and_no_fourth() -> None:
    kinds = {s.type for s in scene().rules.entries["skill"].values() if s.type.startswith("supernatural")}
    assert kinds == {"supernatural_aura", "supernatural_activated", "supernatural_burst"}
    with pytest.raises(DataError, match=r"type: one of physical.*supernatural_burst"):
        rules_with({"skill": {"x": {"label": "X", "type": "supernatural_song"}}})


@pytest.mark.rule("T-111")
def test_an_enemy_at_distance_2_has_it_at_3_not() -> None:
    play = scene()
    assert climbs(play) == 2
    play.do("place", body="d", at=[3, 0], by="gil")
    assert climbs(play) == 3


@pytest.mark.rule("T-111")
def test_it_goes_with_its_owner_and_is_no_matter_of_allies() -> None:
    play = scene(("....a", "d"), units={"e": {**foe(), "skills": {"climb": 1}}})
    assert climbs(play) == 3
    for x in (1, 2):
        play.do("place", body="d", at=[x, 0], by="gil")
    assert climbs(play) == 2
    play.do("place", body="e", at=[2, 1], by="gil")
    assert attempt(play.facts(), Trial(body="e", skill="climb")).total == 1


@pytest.mark.rule("T-111")
def test_several_of_one_aura_count_once() -> None:
    play = scene(("d.a.e",), units={"e": {**foe(), "skills": {"dread": "P"}}})
    assert climbs(play) == 2


@pytest.mark.rule("T-111")
def test_it_is_drawn_for_those_who_may_know() -> None:
    play = scene()
    area = play.view("ann").areas[0]
    assert (area.label, area.body, len(area.cells)) == ("Dread", "d", 3 * 5)
    assert "-1 Attempt" in area.title.replace("\N{MINUS SIGN}", "-")
    assert "Dread \N{MINUS SIGN}1 Attempt" in badges(play, "ann", "a")
    play.do("rule", hide="d")
    assert play.view("ann").areas == ()
    assert climbs(play, "ann") == 3
    assert climbs(play) == 2
    assert play.view("gil").areas


@pytest.mark.rule("T-111")
def test_what_comes_of_an_aura_that_one_may_not_know_of_hides_the_total() -> None:
    play = scene()
    play.do("rule", hide="d")
    play.do("act", unit="a", action="climb", dice=[4])
    mine, gms = play.lines("ann")[0], play.lines("gil")[0]
    assert "Dread" not in str(mine)
    assert "total" not in mine.record["attempt"]
    assert gms.record["attempt"]["total"] == 6
    assert any(t.label == "Dread" for b in gms.breakdowns for t in b.terms)


def test_a_subtle_aura_is_told_to_its_own_side_alone() -> None:
    play = scene(aura="ill_luck")
    assert play.view("ann").areas == ()
    assert [a.label for a in play.view("gil").areas] == ["Ill luck"]
    assert badges(play, "ann", "d") == []
    play.do("act", unit="a", action="climb", dice=[10, 4])
    assert play.events(Checked)[0].outcome == "botch"


def test_that_of_somebody_unconscious_rests() -> None:
    play = scene()
    play.do("rule", knock_out="d")
    assert climbs(play) == 3


@pytest.mark.rule("T-115", "T-116")
def test_suppressed_until_the_owners_next_turn() -> None:
    play = scene()
    play.do("end_turn", unit="a")
    option = next(o for o in play.view("gil").options if o.key == "suppress_aura:dread")
    assert (option.cost, option.label) == ("1 MA", "Suppress an aura: Dread")
    play.do("act", unit="d", **option.command, dice=[6])
    check = play.events(Checked)[0]
    assert (check.attempt.total, check.difficulty.total, check.outcome) == (9, 8, "success")
    assert play.pool("d", "ma") == 3
    assert "D: Dread is suppressed" in play.words("ann")
    assert climbs(play) == 3
    assert play.refused("act", unit="d", action="suppress_aura", **{"with": "dread"}) == "illegal.nothing"
    play.do("end_turn", unit="d")
    assert (play.state.clock.round, climbs(play)) == (2, 3)
    play.do("end_turn", unit="a")
    assert climbs(play) == 2
    assert "D: Dread is back" in play.words("ann")


@pytest.mark.rule("T-116")
def test_a_failed_suppression_costs_its_point_and_changes_nothing() -> None:
    play = scene()
    play.do("end_turn", unit="a")
    play.do("act", unit="d", action="suppress_aura", dice=[5], **{"with": "dread"})
    assert play.events(Checked)[0].outcome == "failure"
    assert (play.pool("d", "ma"), climbs(play)) == (3, 2)


@pytest.mark.rule("T-115")
def test_an_ability_may_say_for_how_long() -> None:
    play = scene(rules=rules_with({"skill": {"dread": {"suppress_rounds": 2}}}))
    play.do("end_turn", unit="a")
    play.do("act", unit="d", action="suppress_aura", dice=[6], **{"with": "dread"})
    play.round_over()
    play.do("end_turn", unit="a")
    assert climbs(play) == 3
    play.round_over()
    play.do("end_turn", unit="a")
    assert climbs(play) == 2


@pytest.mark.rule("T-117")
def test_suppressed_from_outside_a_tie_does_not_assert_it() -> None:
    play = scene(rules=rules_with(HUSH))
    play.do("act", unit="a", action="silence", target="d")
    assert "D: Dread is suppressed with strength 10" in play.words("ann")
    assert climbs(play) == 3
    play.round_over()
    play.do("end_turn", unit="a")
    assert climbs(play) == 3
    play.do("act", unit="d", action="assert_aura", dice=[7], **{"with": "dread"})
    assert play.events(Checked)[0].outcome == "failure"
    assert climbs(play) == 3
    play.do("act", unit="d", action="assert_aura", dice=[8], **{"with": "dread"})
    assert climbs(play) == 2
    assert play.refused("act", unit="d", action="assert_aura", **{"with": "dread"}) == "illegal.nothing"


def test_only_ones_own_aura_by_name() -> None:
    play = scene()
    assert play.refused("act", unit="a", action="suppress_aura", **{"with": "dread"}) == "illegal.not_ready"
    assert play.refused("act", unit="a", action="suppress_aura") == "bad_field"
    assert not [o for o in play.view("ann").options if o.key.startswith("suppress_aura")]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"type": "supernatural_aura", "radius": 2, "changes": [{"applies": "attempt", "value": 1}]},
         "radius: an aura has an area"),
        ({"type": "supernatural_aura", "radius": 2, "affects": "all", "changes": [{"applies": "pa", "value": 1}]},
         "changes: here applies is one of attempt"),
        ({"type": "physical", "changes": [{"applies": "soak", "value": 1}]}, "changes: only a bonus"),
        ({"type": "bonus", "upkeep": {"mp": 1}}, "upkeep: only an activated power"),
        ({"type": "bonus", "when": {"met": "choice"}}, "say the requirement in words"),
        ({"type": "supernatural_activated", "upkeep": {"mana": 1}}, "upkeep: known are pa, ma, mp, hp|upkeep: did you"),
        ({"type": "bonus", "changes": [{"applies": "attempt", "value": 1, "skill": "serch"}]}, "did you mean 'search'"),
        ({"type": "supernatural_burst", "effect": [{"do": "suppress", "strength": 8}]}, "write target: body"),
        ({"type": "supernatural_burst", "cost": {"pq": 1}}, "cost: "),
    ],
)  # fmt: skip
def test_what_cannot_work_is_refused_with_the_reason(body: dict[str, Any], says: str) -> None:
    with pytest.raises(DataError, match=says):
        rules_with({"skill": {"x": {"label": "X", **body}}})


def test_a_skill_is_read_as_it_is_written() -> None:
    dread: Skill = scene().rules.find("skill", "dread")
    assert (dread.radius, dread.affects, dread.changes[0].value) == (2, "enemies", -1)
