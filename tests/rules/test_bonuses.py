"""Bonuses: flat changes that count by being there, or while a requirement is met (T-107 to T-109)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.tempus.check_events import Checked
from tactics.tempus.check_numbers import Trial, attempt, soak
from tests.rules.table import Play, foe, hero


def duel(
    skills: dict[str, Any], theirs: dict[str, Any] | None = None, rows: tuple[str, ...] = ("ab",), **more: Any
) -> Play:
    a = {**hero(**{"SPD": 6, "WIT": 3, "STR": 2, "DEX": 3, **more.pop("stats", {})}), "skills": skills}
    b = {**foe(**{"DEF": 2, "SK": 3, "HP": 10, "WIT": 3}), "skills": theirs or {}}
    units = {"a": {**a, **more.pop("a", {})}, "b": b, **more.pop("units", {})}
    return Play(list(rows), units, order=units, **more)


def checked(play: Play) -> Checked:
    found: Checked = play.events(Checked)[-1]
    return found


@pytest.mark.rule("T-107")
def test_a_keen_nose_adds_to_search_and_takes_no_action() -> None:
    play = duel({"search": 1, "keen_nose": "P"})
    assert attempt(play.facts(), Trial(body="a", skill="search")).total == 5
    assert play.refused("act", unit="a", action="keen_nose") == "illegal.disabled"
    assert "keen_nose" not in " ".join(o.key for o in play.view("ann").options)


@pytest.mark.rule("T-107")
def test_a_bonus_to_one_skill_is_none_to_another() -> None:
    play = duel({"observe": 1, "keen_nose": "P"})
    assert attempt(play.facts(), Trial(body="a", skill="observe")).total == 4


@pytest.mark.rule("T-108")
def test_thick_hide_adds_to_soak_in_every_damage() -> None:
    play = duel({"claw": 3}, {"thick_hide": "P"})
    facts = play.facts()
    assert soak(facts, Trial(body="a", skill="claw", target="b", against="def")).total == 5
    play.do("act", unit="a", action="claw", target="b", dice=[5, 4])
    assert checked(play).soak.total == 5  # type: ignore[union-attr]
    assert play.state.bodies["b"].hp == 10 - (4 + 2 + 3 - 5)


@pytest.mark.rule("T-108")
def test_a_bonus_to_points_and_to_initiative() -> None:
    play = duel({"restless": "P", "quick_start": "P"})
    assert play.pool("a") == 7
    play = Play(["a"], {"a": {**hero(SPD=2, WIT=1), "skills": {"quick_start": "P"}}}, phase="initiative")
    play.do("roll_initiative", by="gil", dice=[4])
    assert play.state.units["a"].initiative == 4 + 2 + 1 + 2


@pytest.mark.rule("T-108")
def test_a_bonus_of_a_stat_counts_where_that_stat_is_added() -> None:
    facts = duel({"strong_grip": "P", "climb": 1, "balance": 1}).facts()
    assert attempt(facts, Trial(body="a", skill="climb")).total == 2 + 1 + 1
    assert attempt(facts, Trial(body="a", skill="balance")).total == 3 + 1


@pytest.mark.rule("T-109")
def test_off_at_full_health_on_when_wounded() -> None:
    play = duel({"claw": 1, "cornered": "P"})
    strike = Trial(body="a", skill="claw", target="b", against="def")
    assert attempt(play.facts(), strike).total == 4
    play.do("rule", set={"a.hp": "-1"})
    assert attempt(play.facts(), strike).total == 6
    assert "Cornered counts" in [b.label for u in play.view("ann").units if u.key == "a" for b in u.badges]


@pytest.mark.rule("T-109")
def test_beside_an_ally_at_night_and_on_some_ground() -> None:
    c = {"c": hero()}
    skills = {"claw": 1, "pack_hunter": "P", "observe": 1, "night_eyes": "P", "water_born": "P"}
    play = duel(skills, rows=("a.bc", "~"), units=c)
    strike, look = Trial(body="a", skill="claw", target="b", against="def"), Trial(body="a", skill="observe")
    assert attempt(play.facts(), strike).total == 4
    play.do("place", body="c", at=[1, 1], by="gil")
    assert attempt(play.facts(), strike).total == 5
    assert attempt(play.facts(), look).total == 4
    play.do("set_option", key="tt.scene.night", value=True)
    assert attempt(play.facts(), look).total == 6
    assert play.defence("a") == 0
    play.do("place", body="a", at=[0, 1], by="gil")
    assert play.defence("a") == 2


@pytest.mark.rule("T-109")
def test_what_nobody_can_see_is_switched_by_its_owner_or_the_gm() -> None:
    play = duel({"claw": 1, "sworn_foe": "P"})
    option = next(o for o in play.view("ann").options if o.key == "switch:sworn_foe")
    assert "sworn" in option.rule
    before = play.pool("a")
    play.do("switch", **option.command, unit="a")
    play.do("act", unit="a", action="claw", target="b", dice=[5, 4])
    assert checked(play).effectiveness.total == 4 + 2 + 1 + 2  # type: ignore[union-attr]
    assert play.pool("a") == before - 2
    play.do("switch", unit="a", skill="sworn_foe", on=False, by="gil")
    assert play.refused("switch", unit="a", skill="sworn_foe", on=False) == "illegal.nothing"
    assert play.refused("switch", unit="a", skill="claw", on=True) == "illegal.disabled"
    assert play.refused("switch", unit="a", skill="keen_nose", on=True) == "illegal.not_ready"
    assert play.refused("switch", unit="a", skill="nothing_such", on=True) == "unknown"


def test_a_strangers_bonus_is_part_of_its_defence_as_one_sum() -> None:
    play = duel({"claw": 1}, {"water_born": "P"}, rows=("a.", "b"))
    play.do("place", body="b", at=[0, 1], by="gil")
    assert play.defence("b", "ann") == play.defence("b")
