"""Rounds and turns: who acts, who is skipped, and that the order survives everything (T-026 to T-032, T-088)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel import events as e
from tactics.kernel.state import Status, Until
from tests.rules.table import GM, Play, foe, hero

THREE = {"a": hero("ann", SPD=3, WIT=2), "b": hero("ben", SPD=2, WIT=2), "n": foe(SPD=2, WIT=2)}


def three(order: str = "abn", **more: Any) -> Play:
    return Play(["a.b.n"], THREE, order=order, **more)


@pytest.mark.rule("T-027")
def test_all_may_pass() -> None:
    play = three()
    assert play.round_over() == ["a", "b", "n"]
    assert play.state.clock.round == 2


@pytest.mark.rule("T-027")
def test_the_unconscious_keep_their_slot_and_are_skipped() -> None:
    play = three()
    play.do("rule", knock_out="b")
    play.do("end_turn", unit="a")
    assert (play.turn, play.order) == ("n", ("a", "b", "n"))
    assert "B: unconscious, cannot act" in play.words("ann")
    play.do("rule", revive="b")
    play.do("end_turn", unit="n")
    assert play.round_over() == ["a", "b", "n"]


@pytest.mark.rule("T-027")
def test_statuses_count_down_the_turns_of_one_who_gets_none() -> None:
    play = three()
    until = Until(edge="start", unit="b", count=2)
    play.effect(lambda work: work.emit(e.StatusSet(body="b", status=Status("shaken", until=until))))
    play.do("rule", knock_out="b")
    left = []
    for _ in range(2):
        play.round_over()
        left.append([s.key for s in play.state.bodies["b"].statuses])
    assert left == [["shaken"], []]


def test_what_goes_on_is_not_told_again_when_its_turns_are_counted_down() -> None:
    play = three()
    until = Until(edge="end", unit="a", count=2)
    play.effect(lambda work: work.emit(e.StatusSet(body="a", status=Status("aim", until=until))))
    play.do("end_turn", unit="a")
    assert play.state.bodies["a"].statuses[0].until == Until(edge="end", unit="a", count=1)
    assert "Aiming" not in play.words("ann")


def joiner(play: Play, key: str = "late", **spec: Any) -> dict[str, Any]:
    unit, bodies = play.code.build_unit(play.rules, key, {"side": "heroes", "seat": "ann", **spec})
    from msgspec import to_builtins

    bodies_at = [{**to_builtins(b), "place": {"board": "field", "x": 1, "y": 3}} for b in bodies]
    return {"unit": to_builtins(unit), "bodies": bodies_at}


@pytest.mark.rule("T-027")
def test_a_faster_unit_that_joins_waits_for_the_next_round() -> None:
    play = three()
    play.do("join", dice=[10], by=GM, **joiner(play, stats={"SPD": 30, "WIT": 20}))
    assert play.order == ("a", "b", "n")
    assert play.state.units["late"].initiative == 60
    assert play.round_over() == ["a", "b", "n"]
    assert (play.order, play.turn) == (("late", "a", "b", "n"), "late")


def test_the_active_unit_removed_in_its_own_turn_passes_it_on() -> None:
    play = three()
    play.do("leave", by=GM, unit="a")
    assert (play.turn, play.state.clock.acted) == ("b", ())
    assert play.round_over() == ["b", "n"]


def test_the_last_of_the_order_removed_in_its_own_turn_ends_the_round() -> None:
    play = three()
    play.do("end_turn", unit="a")
    play.do("end_turn", unit="b")
    play.do("leave", by=GM, unit="n")
    assert (play.state.clock.round, play.turn) == (2, "a")


def test_one_who_has_acted_may_leave() -> None:
    play = three()
    play.do("end_turn", unit="a")
    play.do("leave", by=GM, unit="a")
    assert play.turn == "b"
    assert play.round_over() == ["b", "n"]
    assert play.order == ("b", "n")


def test_the_last_one_of_all_removed_leaves_nobody_active() -> None:
    play = Play(["a...."], {"a": hero(SPD=2)}, order="a")
    play.do("leave", by=GM, unit="a")
    assert (play.turn, play.order) == (None, ())


def test_all_but_one_down() -> None:
    play = three()
    play.do("rule", knock_out="b")
    play.do("rule", knock_out="n")
    play.do("end_turn", unit="a")
    assert (play.state.clock.round, play.turn) == (2, "a")


def test_the_first_is_dead_at_the_round_s_turn() -> None:
    play = three()
    play.do("end_turn", unit="a")
    play.do("end_turn", unit="b")
    play.do("rule", set={"a.hp": 0})
    play.do("end_turn", unit="n")
    assert (play.state.clock.round, play.turn) == (2, "b")


def test_the_active_unit_falls() -> None:
    play = three()
    play.do("rule", set={"a.hp": "-50"})
    assert play.turn == "b"


def test_with_everybody_down_the_mission_waits() -> None:
    play = three()
    for key in "bna":
        play.do("rule", knock_out=key)
    assert play.turn is None
    play.do("rule", revive="b")
    assert play.turn == "b"


def test_the_gm_reorders_and_skips() -> None:
    play = three()
    play.do("rule", reorder=["a", "n", "b"])
    play.do("rule", skip="a")
    assert play.turn == "n"
    assert "A's turn passes" in play.words("ann")


# --- points -----------------------------------------------------------------------------------------


@pytest.mark.rule("T-031", "T-032")
def test_a_turn_sets_the_points_and_adds_nothing() -> None:
    play = Play(["a.b.."], {"a": hero("ann", SPD=5, WIT=3), "b": hero("ben")}, order="ab")
    play.do("move", unit="a", legs=[[[0, 1]], [[0, 2]], [[0, 3]]])
    assert play.pool("a") == 2
    play.do("end_turn", unit="a")
    assert (play.pool("a"), play.pool("a", "ma")) == (2, 3)
    play.do("end_turn", unit="b")
    assert (play.pool("a"), play.pool("a", "ma")) == (5, 3)


@pytest.mark.rule("T-031")
@pytest.mark.parametrize(("setting", "points"), [("none", 0), ("full", 2)])
def test_before_the_first_turn(setting: str, points: int) -> None:
    play = three(options={"tt.ap.before_first_turn": setting})
    assert (play.pool("b"), play.state.units["b"].pools["pa"].of) == (points, 2)


@pytest.mark.rule("T-088")
def test_unused_points_defend_between_turns() -> None:
    units = {"a": hero("ann", SPD=5, DEF=2), "b": hero("ben", SPD=1)}
    play = Play(["a.b.."], units, order="ab")
    play.do("move", unit="a", legs=[[[0, 1]], [[0, 2]], [[0, 3]]])
    assert play.defence("a") == 2
    play.do("end_turn", unit="a")
    assert play.defence("a") == 4
    play.do("rule", set={"a.pa": 1})  # as a Reflex would spend one
    assert play.defence("a") == 3
    play.do("end_turn", unit="b")
    assert play.defence("a") == 2


@pytest.mark.rule("T-088")
def test_a_setting_counts_them_in_the_own_turn_too() -> None:
    options = {"tt.def.unused_pa_in_own_turn": True}
    play = Play(["a.b.."], {"a": hero("ann", SPD=5, DEF=2), "b": hero("ben")}, order="ab", options=options)
    assert play.defence("a") == 7


# --- the End turn button ----------------------------------------------------------------------------


def test_end_turn_says_what_stays_and_asks_only_if_nothing_was_done() -> None:
    play = Play(["a.b.."], {"a": hero("ann", SPD=2, WIT=2), "b": hero("ben")}, order="ab")
    view = play.view("ann").end_turn
    assert view is not None
    assert (view.ask, view.keeps, view.convert_max) == (True, "keeps 2 PA: +2 DEF, 2 MA: Reflex 20 %", 2)
    play.do("move", unit="a", path=[[0, 1]])
    view = play.view("ann").end_turn
    assert view is not None
    assert (view.ask, view.keeps) == (False, "keeps 1 PA: +1 DEF, 2 MA: Reflex 20 %")
    assert play.view("ben").end_turn is None


def test_end_turn_is_taken_back_until_another_acts() -> None:
    play = Play(["a.b.."], {"a": hero("ann", SPD=2, WIT=2), "b": hero("ben", SPD=2)}, order="ab")
    play.do("end_turn", unit="a", convert=1)
    play.do("take_back", by="ann")
    assert (play.turn, play.pool("a", "ma")) == ("a", 2)
    play.do("end_turn", unit="a")
    play.do("move", unit="b", path=[[3, 0]])
    assert play.refused("take_back", by="ann") == "illegal.nothing"


def test_a_turn_is_ended_by_its_seat_or_the_gm() -> None:
    play = three()
    assert play.refused("end_turn", by="ben", unit="a") == "not_your_unit"
    assert play.refused("end_turn", by="ben", unit="b") == "not_your_turn"
    play.do("end_turn", by=GM, unit="a")
    assert play.turn == "b"


def test_free_movement_has_no_turns_and_no_points() -> None:
    play = three()
    play.do("rule", mode="free")
    assert play.turn is None
    play.do("move", unit="b", path=[[2, 1], [2, 2], [2, 3], [2, 4]])
    assert play.at("b") == (2, 4)
    assert play.refused("end_turn", unit="b") == "illegal.phase"
    play.do("rule", mode="turns")
    assert play.turn == "b"
