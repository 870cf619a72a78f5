"""Initiative: dice, Mobs, ties, changes and conversion (T-013 to T-020, T-028, T-029, T-089)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.tempus import initiative, turns
from tests.rules.table import GM, Play, foe, hero, mob


def rolled(units: dict[str, Any], dice: list[int]) -> Play:
    """Initiative rolled for all of these, nobody placed."""
    play = Play(["....."], units)
    play.do("roll_initiative", dice=dice)
    return play


def values(play: Play) -> dict[str, int | None]:
    return {k: u.initiative for k, u in play.state.units.items()}


@pytest.mark.rule("T-013")
def test_one_unit_acts_at_a_time() -> None:
    play = Play(["a...b"], {"a": hero("ann", SPD=3), "b": hero("ben", SPD=3)}, order="ab")
    assert play.refused("move", unit="b", path=[[4, 1]]) == "not_your_turn"


@pytest.mark.rule("T-014")
def test_round_two_repeats_the_order_without_a_roll() -> None:
    play = Play(["a...b"], {"a": hero("ann"), "b": hero("ben")}, order="ab")
    play.do("end_turn", unit="a")
    play.do("end_turn", unit="b")
    assert (play.state.clock.round, play.order, play.turn) == (2, ("a", "b"), "a")


@pytest.mark.rule("T-015")
def test_a_mob_is_one_entry() -> None:
    play = rolled({"m": mob(*[{"SPD": 2, "WIT": 1}] * 4)}, [5])
    assert play.order == ("m",)


@pytest.mark.rule("T-016")
@pytest.mark.parametrize(("spd", "wit", "die", "total"), [(4, 3, 6, 13), (2, 5, 10, 17)])
def test_a_d10_and_speed_and_wits_without_zero_rule(spd: int, wit: int, die: int, total: int) -> None:
    assert values(rolled({"a": hero(SPD=spd, WIT=wit)}, [die])) == {"a": total}


@pytest.mark.rule("T-017")
def test_a_mob_adds_the_lowest_of_each() -> None:
    play = rolled({"m": mob({"SPD": 3, "WIT": 1}, {"SPD": 2, "WIT": 4})}, [5])
    assert values(play) == {"m": 8}


@pytest.mark.rule("T-017")
def test_a_lost_member_changes_the_pool_and_not_the_initiative() -> None:
    units = {"m": mob({"SPD": 3, "WIT": 1}, {"SPD": 2, "WIT": 4}), "a": hero()}
    play = Play(["mm..a"], units, order="ma")
    assert (play.pool("m"), play.pool("m", "ma")) == (2, 1)
    before = play.state.units["m"].initiative
    play.do("rule", knock_out="m.2")
    play.do("end_turn", unit="m")
    play.do("end_turn", unit="a")
    assert (play.pool("m"), play.pool("m", "ma"), play.state.units["m"].initiative) == (3, 1, before)


@pytest.mark.rule("T-017")
def test_a_setting_keeps_the_lost_members_in_the_count() -> None:
    units = {"m": mob({"SPD": 3, "WIT": 1}, {"SPD": 2, "WIT": 4}), "a": hero()}
    play = Play(["mm..a"], units, order="am", options={"tt.mob.recompute_ap": False})
    play.do("rule", knock_out="m.2")
    play.do("end_turn", unit="a")
    assert play.pool("m") == 2


@pytest.mark.rule("T-018")
def test_the_highest_goes_first() -> None:
    units = {"x": hero(SPD=4, WIT=3), "y": hero("ben", SPD=4, WIT=3), "z": foe(SPD=1, WIT=1)}
    play = rolled(units, [6, 10, 6])
    assert (values(play), play.order) == ({"x": 13, "y": 17, "z": 8}, ("y", "x", "z"))


@pytest.mark.rule("T-019")
def test_a_tie_goes_to_speed_and_wits() -> None:
    play = rolled({"a": hero(SPD=5, WIT=4), "b": hero("ben", SPD=3, WIT=2)}, [3, 7])
    assert (values(play), play.order) == ({"a": 12, "b": 12}, ("a", "b"))


@pytest.mark.rule("T-020")
def test_those_still_tied_roll_on_until_the_order_is_distinct() -> None:
    seven = {"SPD": 4, "WIT": 3}
    units = {"a": hero("ann", **seven), "b": hero("ben", **seven), "c": hero("cleo", **seven)}
    play = rolled(units, [5, 5, 5, 6, 6, 9, 2, 8])
    assert play.order == ("c", "b", "a")
    assert values(play) == {"a": 12, "b": 12, "c": 12}
    assert "A: 6 to break the tie" in play.words("ann")


@pytest.mark.rule("T-020")
def test_a_tie_with_somebody_unseen_is_told_to_nobody() -> None:
    units = {"a": hero(SPD=3), "b": hero("ben", SPD=3), "h": {**foe(SPD=3), "hidden": True}}
    play = rolled(units, [6, 4, 6, 5, 4])
    assert play.order == ("a", "h", "b")
    assert "A: 5 to break the tie" in play.words(GM)
    assert not any("tie" in words for words in play.words("ann"))


@pytest.mark.rule("T-020")
def test_a_broken_tie_stays_broken() -> None:
    seven = {"SPD": 4, "WIT": 3}
    play = Play(["a...b"], {"a": hero("ann", **seven), "b": hero("ben", **seven)})
    play.do("roll_initiative", dice=[5, 5, 2, 8])
    play.do("end_turn", unit="b")
    play.do("end_turn", unit="a")
    assert (play.state.clock.round, play.order) == (2, ("b", "a"))


@pytest.mark.rule("T-016")
def test_a_real_die_may_be_typed_in() -> None:
    play = Play(["a...b"], {"a": hero("ann", SPD=2, WIT=2), "b": foe(SPD=1, WIT=1)})
    play.do("set_standing", by="ann", choices={"typed_dice": True})
    play.do("roll_initiative")
    assert [p.kind for p in play.state.prompts] == ["die"]
    play.do("answer", by="ann", prompt="die", value=9, dice=[4])
    assert values(play) == {"a": 13, "b": 6}


@pytest.mark.rule("T-016")
def test_a_player_may_roll_for_the_own_unit_once() -> None:
    play = Play(["....."], {"a": hero("ann"), "b": foe()})
    assert play.refused("roll_initiative", by="ann", units=["b"]) == "not_your_unit"
    play.do("roll_initiative", by="ann", units=["a"], dice=[7])
    assert values(play) == {"a": 9, "b": None}
    assert play.refused("roll_initiative", by="ann", units=["a"]) == "illegal.limit"


# --- changes ----------------------------------------------------------------------------------------


def three() -> Play:
    """A 15, B 10, C 5, in A's turn."""
    units = {k: {**hero(k * 3, SPD=2, WIT=4), "initiative": v} for k, v in {"a": 15, "b": 10, "c": 5}.items()}
    return Play(["a.b.c"], units, order="abc")


@pytest.mark.rule("T-029")
def test_a_change_counts_from_the_next_round_on() -> None:
    play = three()
    play.effect(lambda work: initiative.queue_change(work, "c", 8, "Haste"))
    assert play.order == ("a", "b", "c")
    play.round_over()
    assert (play.order, values(play)) == (("a", "c", "b"), {"a": 15, "b": 10, "c": 13})
    play.round_over()
    assert values(play)["c"] == 13


@pytest.mark.rule("T-028")
def test_who_has_acted_acts_no_second_time_however_initiative_changes() -> None:
    play = three()
    play.do("end_turn", unit="a")
    play.do("rule", set={"a.initiative": 3})
    assert play.round_over() == ["b", "c"]
    assert play.order == ("b", "c", "a")


@pytest.mark.rule("T-028")
def test_an_ability_may_grant_another_turn() -> None:
    play = three()
    play.effect(lambda work: turns.grant_extra_turn(work, "a", "Haste"))
    play.do("end_turn", unit="a")
    assert play.turn == "a"
    assert play.pool("a") == 2
    play.do("end_turn", unit="a")
    assert play.turn == "b"


@pytest.mark.rule("T-029")
def test_a_tie_that_a_change_makes_is_broken_by_speed_and_wits_then_dice() -> None:
    units = {
        "a": {**hero("ann", SPD=2, WIT=2), "initiative": 12},
        "b": {**hero("ben", SPD=2, WIT=2), "initiative": 10},
    }
    play = Play(["a...b"], units, order="ab")
    play.effect(lambda work: initiative.queue_change(work, "b", 2))
    play.do("end_turn", unit="a")
    play.do("end_turn", unit="b", dice=[3, 7])
    assert (play.order, values(play)) == (("b", "a"), {"a": 12, "b": 12})


# --- conversion -------------------------------------------------------------------------------------


def pair() -> Play:
    """A 12 with 3 MA, B 13."""
    units = {
        "a": {**hero("ann", SPD=2, WIT=3), "initiative": 12},
        "b": {**hero("ben", SPD=1, WIT=2), "initiative": 13},
    }
    play = Play(["a...b"], units, order="ba")
    play.do("end_turn", unit="b")
    return play


@pytest.mark.rule("T-089")
def test_mental_points_become_initiative_for_one_round() -> None:
    play = pair()
    play.do("end_turn", unit="a", convert=2)
    assert (play.order, values(play)) == (("a", "b"), {"a": 14, "b": 13})
    play.do("end_turn", unit="a")
    play.do("end_turn", unit="b")
    assert (play.order, values(play)) == (("b", "a"), {"a": 12, "b": 13})


@pytest.mark.rule("T-089", "T-019")
def test_a_tie_by_conversion_goes_to_speed_and_wits() -> None:
    play = pair()
    play.do("end_turn", unit="a", convert=1)
    assert (play.order, values(play)) == (("a", "b"), {"a": 13, "b": 13})


@pytest.mark.rule("T-089")
def test_they_are_spent_at_once_and_no_more_than_there_are() -> None:
    play = Play(["a.b.."], {"a": hero("ann", WIT=3), "b": hero("ben")}, order="ab")
    assert play.refused("end_turn", unit="a", convert=4) == "illegal.cost"
    play.do("end_turn", unit="a", convert=1)
    assert play.pool("a", "ma") == 2
    play.do("convert", unit="a", points=2)
    assert play.pool("a", "ma") == 0
    assert play.refused("convert", unit="a", points=1) == "illegal.cost"


@pytest.mark.rule("T-089")
def test_only_between_the_end_of_the_turn_and_the_end_of_the_round() -> None:
    play = Play(["a.b.."], {"a": hero("ann", WIT=3), "b": hero("ben", WIT=3)}, order="ab")
    assert play.refused("convert", unit="a", points=1) == "illegal.phase"
    play.do("end_turn", unit="a")
    assert play.refused("convert", unit="b", points=1) == "illegal.phase"
    play.do("convert", unit="a", points=1)
    assert play.refused("convert", by="ben", unit="a", points=1) == "not_your_unit"


@pytest.mark.rule("T-089")
@pytest.mark.parametrize(("choice", "gained"), [(2, 2), ("all", 3), ({"a": 1}, 1), (9, 3), (0, 0)])
def test_a_standing_choice_converts_what_is_left(choice: Any, gained: int) -> None:
    play = Play(["a.b.."], {"a": hero("ann", WIT=3), "b": hero("ben")}, order="ab")
    play.do("set_standing", by="ann", choices={"convert": choice})
    play.do("end_turn", unit="a")
    assert play.pool("a", "ma") == 3
    play.do("end_turn", unit="b")
    assert play.state.units["a"].initiative == 50 + gained


@pytest.mark.rule("T-089")
def test_a_campaign_may_make_conversion_last() -> None:
    play = pair()
    play.do("set_option", key="tt.init.conversion_duration", value="permanent")
    play.do("end_turn", unit="a", convert=2)
    play.do("end_turn", unit="a")
    play.do("end_turn", unit="b")
    assert values(play)["a"] == 14


def test_the_gm_plays_for_an_absent_seat() -> None:
    play = pair()
    play.do("end_turn", by=GM, unit="a", convert=2)
    assert play.turn == "a"
