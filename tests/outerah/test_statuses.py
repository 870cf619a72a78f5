"""Statuses: over time, resisted, at their Minimum, with stacks and Rounds; Buffs (O-228 to O-261)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.outerah import numbers
from tactics.outerah import statuses as st
from tactics.outerah.notation import Written, parse
from tests.outerah.table import Battle, foe, hero, rules_with


def pair(target: Any = None, **words: Any) -> Battle:
    spec = {"a": hero(WIS=10), "t": foe(**{"HP": 30, "VIT": 35, "WIS": 90, **(target or {})})}
    return Battle(["a.t.."], spec, order="at", **words)


def put(play: Battle, key: str, body: str = "t", **words: Any) -> None:
    play.effect(lambda work: st.put(work, body, key, **words))


def inflict(play: Battle, key: str, *faces: int, **words: Any) -> bool:
    """Whether it took effect; faces of the resist roll."""
    from tactics.kernel.dice import ScriptedDice
    from tactics.kernel.engine import THE_SYSTEM, Work

    work = Work(play.code, play.state, THE_SYSTEM, 0, play.rules, ScriptedDice([(100, f) for f in faces]))
    return st.inflict(work, "t", key, **words)


@pytest.mark.rule("O-228", "O-229", "O-247")
def test_poison_and_burn_both_hurt_at_the_start_of_the_turn() -> None:
    play = pair()
    for key in ("poison", "burn", "poison"):
        put(play, key)
    play.end("a")
    assert (play.turn, play.hp("t")) == ("t", 20)
    assert play.statuses("t") == {"burn": 1, "poison": 1}


@pytest.mark.rule("O-230")
def test_wounds_come_before_healing_over_time() -> None:
    play = pair({"hp": 3})
    put(play, "regeneration")
    put(play, "wounds", number=3)
    play.end("a", "t")
    assert (play.hp("t"), play.state.bodies["t"].down) == (0, True)


@pytest.mark.rule("O-230", "O-231")
def test_healing_over_time_at_the_end_of_the_turn() -> None:
    play = pair({"hp": 3})
    put(play, "regeneration")
    play.end("a")
    assert play.hp("t") == 3
    play.end("t")
    assert play.hp("t") == 8


@pytest.mark.rule("O-245", "O-246", "O-254")
@pytest.mark.parametrize(("face", "took"), [(66, False), (65, True)])
def test_each_point_of_the_stat_is_one_number_to_resist(face: int, took: bool) -> None:
    assert inflict(pair(), "burn", face) is took


@pytest.mark.rule("O-245")
def test_of_several_stats_the_best_resists() -> None:
    rules = rules_with({"status": {"burn": {"stat": ["VIT", "WIS"]}}})
    play = pair(rules=rules)
    spec = rules.find("status", "burn")
    assert st.resistance(play.facts(), play.state.bodies["t"], spec) == 90


@pytest.mark.rule("O-255")
def test_100_in_the_stat_is_immune_without_a_die() -> None:
    assert inflict(pair({"VIT": 100}), "burn") is False
    assert inflict(pair({"VIT": 99}), "burn", 1) is True
    assert inflict(pair({"VIT": 99}), "burn", 2) is False


@pytest.mark.rule("O-252", "O-253")
def test_the_minimum_then_five_easier_each_turn() -> None:
    play = pair({"HP": 100})
    put(play, "burn")
    play.end("a", "t")  # the first turn: no roll
    play.end("a")
    play.do("end_turn", unit="t", dice=[63])
    assert play.events(st.Resisted)[0].needs == 66
    assert play.statuses("t") == {"burn": 1}
    play.end("a")
    play.do("end_turn", unit="t", dice=[63])
    assert (play.events(st.Resisted)[0].needs, play.statuses("t")) == (61, {})


@pytest.mark.rule("O-255")
def test_what_runs_ends_when_the_stat_reaches_100() -> None:
    play = pair({"HP": 100})
    put(play, "burn")
    play.do("rule", by="gil", set={"t.stats.VIT": "=100"})
    play.end("a", "t")
    assert play.statuses("t") == {}


@pytest.mark.rule("O-256", "O-257", "O-259")
def test_a_buff_lasts_its_rounds_the_one_of_casting_being_the_first() -> None:
    play = pair()
    play.round_over()
    put(play, "protect", body="a")
    had = []
    for _ in range(3):
        had.append("protect" in play.statuses("a"))
        play.round_over()
    assert had == [True] * 3
    assert play.statuses("a") == {}


@pytest.mark.rule("O-257")
def test_again_restarts_and_does_not_add() -> None:
    play = pair()
    put(play, "protect", body="a", rounds=5)
    for _ in range(3):
        play.round_over()
    put(play, "protect", body="a", rounds=5)
    assert play.state.bodies["a"].statuses[0].numbers["rounds"] == 5


@pytest.mark.rule("O-260", "O-261")
@pytest.mark.parametrize(("wisdom", "percent"), [(0, 60), (10, 60), (19, 60), (20, 70), (35, 80), (50, 100), (60, 100)])
def test_g21_every_ten_wisdom_is_ten_points_of_success(wisdom: int, percent: int) -> None:
    play = Battle(["a...."], {"a": hero(WIS=wisdom)}, order="a")
    assert st.success(play.facts(), play.state.bodies["a"], play.rules.find("status", "haste")) == percent


@pytest.mark.rule("O-236", "O-250")
def test_a_buff_changes_numbers_while_it_lasts() -> None:
    play = pair()
    put(play, "protect", body="a")
    assert numbers.stat(play.facts(), play.state.bodies["a"], "DEF") == 5


@pytest.mark.rule("O-242", "O-243")
def test_g20_how_the_document_writes_a_status() -> None:
    names = ("Burn", "Poison", "Red Card")
    assert parse("Void Poison", names) == Written("Void", "Poison", None)
    assert parse("Everlasting Burn(3)", names) == Written("Everlasting", "Burn", 3)
    assert parse("Burn (3)", names) == Written("", "Burn", 3)
    assert parse("red card (1)", names) == Written("", "Red Card", 1)
    with pytest.raises(ValueError, match="write the name"):
        parse("Sunburn", names)


@pytest.mark.rule("O-241")
def test_a_higher_tier_replaces_a_lower_one_of_the_same_name() -> None:
    play = pair()
    put(play, "burn", tier=1, number=5)
    put(play, "burn", tier=2, number=9)
    assert play.state.bodies["t"].statuses[0].numbers["number"] == 9
    put(play, "burn", tier=1, number=5)
    assert play.state.bodies["t"].statuses[0].numbers["number"] == 9


def test_it_says_when_it_ends_and_on_whose_clock() -> None:
    play = pair()
    put(play, "burn", rounds=3)
    badge = next(b for u in play.view("gm").units if u.key == "t" for b in u.badges)
    assert badge.label == "Burn (3)"
    assert badge.ends == (
        "3 Rounds left, counted as each Round ends; "
        "from its 2nd own turn on, as the turn ends, a D100: "
        f"{101 - play.state.bodies['t'].stats['VIT']} or more resists"
    )
