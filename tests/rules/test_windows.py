"""Windows: who is asked, who may hold, in what order it happens, how it ends (table.md 1 to 4, 12)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tactics.kernel import events as e
from tactics.kernel.codec import codec, encode
from tactics.tempus import timing_events as t
from tests.rules.table import foe, hero
from tests.rules.timing_table import Timed

CLAW = {"skills": {"claw": 2}}


def party(beat: int = 0, **more: Any) -> Timed:
    """Ann's a and Ben's c around the GM's b, who acts; a and c have their points."""
    units = {
        "a": {**hero("ann", SPD=4, WIT=5, DEX=9, STR=1, HP=30), **CLAW},
        "b": foe(SPD=4, WIT=3, DEX=3, HP=60, DEF=1),
        "c": {**hero("ben", SPD=4, WIT=5, DEX=9, STR=1, HP=30), **CLAW},
    }
    play = Timed([".......", "..abc..", ".......", "......."], units, order="acb", beat=beat, **more)
    play.do("end_turn", unit="a")
    play.do("end_turn", unit="c")
    return play


def strike(play: Timed, target: str = "a", **more: Any) -> None:
    play.do("act", unit="b", action="simple_attack", target=target, **more)


# --- who is asked (table.md 1, 2) -------------------------------------------------------------------------


def test_only_the_target_is_asked_when_nobody_has_touched_anything() -> None:
    play = party()
    strike(play)
    assert play.asked() == [("interrupt", "a")]
    assert play.view("ben").waiting == "waiting for Ann"
    assert play.view("ben").until == play.now + 20_000


@pytest.mark.parametrize(
    ("stop", "asked"),
    [
        ({"stop_target": False}, []),
        ({"stop_ally": True}, ["c"]),
        ({"stop_any": True}, ["a", "c"]),
        ({"pass_round": 1}, []),
    ],
)
def test_each_seat_has_its_stops(stop: dict[str, Any], asked: list[str]) -> None:
    play = party()
    for seat in ("ann", "ben"):
        play.do("set_standing", by=seat, choices={"stop_target": False, **stop})
    strike(play, dice=[] if asked else [1])
    assert [unit for _, unit in play.asked()] == asked


def test_an_enemy_that_comes_into_reach_asks_if_wanted() -> None:
    play = party()
    play.do("set_standing", by="ben", choices={"stop_reach": True})
    play.do("place", body="b", at=[3, 3])
    play.do("move", unit="b", path=[[4, 2]])
    assert play.asked() == [("interrupt", "c")]
    assert "It comes into reach" in play.prompts("ben")[0].text


def test_pass_for_this_round_asks_nobody_again_before_the_next() -> None:
    play = party()
    strike(play)
    play.do("pass", by="ann", round=True, dice=[1])
    strike(play, dice=[1])
    assert play.asked() == []
    play.round_over()
    for unit in ("a", "c"):
        play.do("end_turn", unit=unit)
    strike(play)
    assert play.asked() == [("interrupt", "a")]


def test_a_gms_unit_never_opens_a_window() -> None:
    play = party()
    play.round_over()
    play.do("set_standing", by="gil", choices={"stop_any": True})
    play.do("act", unit="a", action="simple_attack", target="b", **{"with": "claw"}, dice=[5, 5])
    assert play.asked() == []


def test_a_gms_unit_acts_by_its_standing_order() -> None:
    play = party()
    order = {"when": "target", "do": "reflex", "action": "simple_attack"}
    play.do("set_standing", by="gil", choices={"order": order})
    play.round_over()
    play.do("act", unit="a", action="simple_attack", target="b", **{"with": "claw"}, dice=[1, 1, 5, 5])
    tried = play.events(t.ReflexTried)
    assert [(ev.unit, ev.success) for ev in tried] == [("b", True)]


def test_an_order_for_one_unit_comes_before_that_of_all() -> None:
    play = party()
    order = {"when": "target", "do": "reflex", "action": "simple_attack"}
    rows = {row.key: row.choices for row in play.view("gil").standing}
    assert "order.b" not in rows  # the GM has one unit alone
    play.do("set_standing", by="gil", choices={"order": order, "order.b": {"do": "nothing"}})
    play.round_over()
    play.do("act", unit="a", action="simple_attack", target="b", **{"with": "claw"}, dice=[5, 5])
    assert play.events(t.ReflexTried) == []


def test_each_of_several_units_has_a_row_for_its_order() -> None:
    units = {"a": hero("ann"), "b": foe(), "c": foe()}
    play = Timed(["abc"], units, order="abc")
    rows = {row.key: row for row in play.view("gil").standing}
    assert [key for key in rows if key.startswith("order")] == ["order", "order.b", "order.c"]
    order = json.loads(rows["order.c"].choices[2][0])
    play.do("set_standing", by="gil", choices={"order.c": order})
    now = {row.key: row.value for row in play.view("gil").standing}
    assert (json.loads(now["order.c"]), now["order.b"]) == (order, "null")
    assert all(not row.key.startswith("order.") for row in play.view("ann").standing)


def test_time_runs_out_into_the_standing_order_else_a_pass() -> None:
    play = party()
    strike(play)
    play.time_up(dice=[1])
    assert (play.asked(), play.pool("a", "ma")) == ([], 5)
    play.do("set_standing", by="ann", choices={"order": {"when": "target", "do": "reflex", "action": "simple_attack"}})
    strike(play)
    assert play.prompts("ann")[0].default == "the standing order"
    play.time_up(dice=[3, 5, 5, 1])
    assert (play.pool("a", "pa"), play.pool("a", "ma")) == (2, 4)


def test_by_post_nobody_is_waited_for() -> None:
    play = party()
    play.do("set_option", key="tt.pace", value="post")
    strike(play, dice=[1])
    assert play.asked() == []


# --- Hold (table.md 1) --------------------------------------------------------------------------------------


def test_everyone_who_could_use_it_has_a_beat_to_hold() -> None:
    play = party(beat=3)
    play.do("move", unit="b", path=[[3, 2]])
    assert play.asked() == [("beat", "")]
    assert play.view("ann").waiting == "a moment to press Hold"
    assert play.option("a", "hold").do == "hold"
    play.do("hold", unit="a")
    assert play.asked() == [("beat", ""), ("interrupt", "a")]
    assert not [o for o in play.view("ann").options if o.key == "hold"]  # it holds already
    play.do("pass", by="ben")
    assert play.asked() == [("interrupt", "a")]
    play.do("interrupt", unit="a", reflex=True, action="move", target=[1, 1], dice=[1])
    assert (play.at("a"), play.at("b")) == ((1, 1), (3, 2))


def test_the_beat_passes_by_itself_and_is_no_answer() -> None:
    play = party(beat=3)
    play.do("move", unit="b", path=[[3, 2]])
    play.time_up()
    assert play.at("b") == (3, 2)
    assert not play.events(e.Answered)


def test_a_walk_may_be_taken_back_after_its_beat() -> None:
    play = party(beat=3)
    play.round_over()
    play.do("move", unit="a", path=[[1, 1]])
    play.time_up()
    assert play.at("a") == (1, 1)
    play.do("take_back", by="ann")
    assert (play.at("a"), play.pool("a", "pa")) == ((2, 1), 4)


def test_no_beat_where_nobody_else_could_use_it() -> None:
    units = {"a": hero("ann", SPD=4, WIT=3), "b": foe(SPD=4, WIT=9)}
    play = Timed(["a.b..", "....."], units, order="ab", beat=3)
    play.do("move", unit="a", path=[[0, 1]])
    assert play.asked() == []


# --- what happens at once (reference 3.5) --------------------------------------------------------------------


def both(play: Timed) -> None:
    """Ann and Ben declare a Reflex at the same moment, Ben first."""
    play.do("set_standing", by="ben", choices={"stop_ally": True})
    strike(play)
    assert play.asked() == [("interrupt", "a"), ("interrupt", "c")]
    claw = {"action": "simple_attack", "with": "claw", "target": "b"}
    play.do("interrupt", unit="c", reflex=True, **claw)
    assert play.asked() == [("interrupt", "a")]


@pytest.mark.rule("T-081")
def test_two_reflexes_at_the_same_moment_go_in_initiative_order() -> None:
    play = party()
    both(play)
    claw = {"action": "simple_attack", "with": "claw", "target": "b"}
    play.do("interrupt", unit="a", reflex=True, **claw, dice=[1, 5, 5, 2, 5, 5, 1])
    assert [(ev.unit, ev.face) for ev in play.events(t.ReflexTried)] == [("a", 1), ("c", 2)]
    order = [ev.unit for ev in play.memory.log[-1].events if type(ev).__name__ == "Checked"]
    assert order == ["a", "c", "b"]


@pytest.mark.rule("T-081")
def test_a_reflex_comes_before_a_prepared_action_of_the_same_moment() -> None:
    units = {
        "a": {**hero("ann", SPD=4, WIT=5, DEX=9, STR=1, HP=30), **CLAW},
        "b": foe(SPD=4, WIT=3, HP=60, DEF=1),
        "c": {**hero("ben", SPD=4, WIT=5, DEX=9, STR=1, HP=30), **CLAW},
    }
    play = Timed([".......", "..abc..", "......."], units, order="acb")
    play.do("prepare", unit="a", action="simple_attack", target="b", **{"with": "claw"})
    play.do("end_turn", unit="a")
    play.do("end_turn", unit="c")
    play.do("set_standing", by="ben", choices={"stop_ally": True})
    strike(play)
    play.do("interrupt", unit="a", prepared=1)
    claw = {"action": "simple_attack", "with": "claw", "target": "b"}
    play.do("interrupt", unit="c", reflex=True, **claw, dice=[1, 5, 5, 5, 5, 1])
    order = [ev.unit for ev in play.memory.log[-1].events if type(ev).__name__ == "Checked"]
    assert order == ["c", "a", "b"]


@pytest.mark.rule("T-081")
def test_an_interrupt_may_be_interrupted_last_in_first_out() -> None:
    play = party()
    play.do("set_standing", by="ben", choices={"stop_any": True})
    strike(play)
    play.do("pass", unit="c")
    play.do("interrupt", unit="a", reflex=True, action="move", target=[1, 1], dice=[1])
    assert play.asked() == [("interrupt", "c")]
    strip = [(row.text, row.how) for row in play.view("ann").strip]
    assert strip == [("A: Move", "Reflex"), ("B: Simple Attack on A", "")]
    claw = {"action": "simple_attack", "with": "claw", "target": "b"}
    play.do("interrupt", unit="c", reflex=True, **claw, dice=[2, 5, 5])
    kinds = [(type(ev).__name__, getattr(ev, "unit", "")) for ev in play.memory.log[-1].events]
    assert kinds.index(("Checked", "c")) < kinds.index(("Walked", "a")) < kinds.index(("Foiled", "b"))
    assert play.view("ann").strip == ()


def test_windows_within_windows_have_an_end() -> None:
    play = party(options={"tt.window.depth": 1})
    play.do("set_standing", by="ben", choices={"stop_any": True})
    strike(play)
    play.do("pass", unit="c")
    play.do("interrupt", unit="a", reflex=True, action="move", target=[1, 1], dice=[1])
    assert (play.asked(), play.at("a")) == ([], (1, 1))


def test_an_interrupter_picks_the_step_of_a_walk() -> None:
    play = party()
    play.do("place", body="b", at=[6, 3])
    play.do("set_standing", by="ben", choices={"stop_any": True})
    play.do("set_standing", by="ann", choices={"stop_target": False})
    play.do("move", unit="b", path=[[5, 3], [4, 3], [3, 3]])
    play.do("interrupt", unit="c", reflex=True, step=2, dice=[1])
    assert (play.at("b"), play.asked()) == ((4, 3), [("reflex_action", "c")])
    play.do("answer", by="ben", prompt="reflex_action", value={"action": "move", "target": [5, 1]})
    assert (play.at("b"), play.at("c")) == ((3, 3), (5, 1))


def test_a_reflex_move_is_answered_with_its_cell_and_says_what_is_missing() -> None:
    play = party()
    strike(play)
    play.refuses("bad_field", "answer", by="ann", prompt="interrupt", value={})
    play.refuses("bad_field", "answer", by="ann", prompt="interrupt", value={"reflex_move": "nowhere"})
    play.do("answer", by="ann", prompt="interrupt", value={"reflex_move": [1, 1]}, dice=[1])
    assert (play.asked(), play.at("a")) == ([], (1, 1))


def test_the_question_about_a_walk_has_its_steps_and_is_answered_with_one() -> None:
    play = party()
    play.do("place", body="b", at=[6, 3])
    play.do("set_standing", by="ben", choices={"stop_any": True})
    play.do("set_standing", by="ann", choices={"stop_target": False})
    play.do("move", unit="b", path=[[5, 3], [4, 3], [3, 3]])
    asked = play.prompts("ben")[0]
    step = next(f for f in asked.fields if f.name == "step")
    assert [value for value, _ in step.choices] == ["0", "1", "2"]
    assert step.choices[2][1] == "after 2 of 3 cells (E4)"
    assert asked.together
    reflex = next(value for value, label in asked.choices if label.startswith("Reflex ("))
    play.do("answer", by="ben", prompt="interrupt", value={"answer": reflex, "step": "2"}, dice=[1])
    assert (play.at("b"), play.asked()) == ((4, 3), [("reflex_action", "c")])
    play.do("answer", by="ben", prompt="reflex_action", value="decline")
    assert play.at("b") == (3, 3)


def test_a_pass_about_a_walk_stays_a_pass_whatever_step_is_chosen() -> None:
    play = party()
    play.do("place", body="b", at=[6, 3])
    play.do("set_standing", by="ben", choices={"stop_any": True})
    play.do("move", unit="b", path=[[5, 3], [4, 3]])
    play.do("answer", by="ben", prompt="interrupt", value={"answer": '"pass"', "step": "1", "reflex_move": [6, 1]})
    assert (play.at("b"), play.asked()) == ((4, 3), [])


# --- its clock (table.md 3) -----------------------------------------------------------------------------------


def test_touching_the_question_stops_its_clock_once_and_the_gm_may_do_so_again() -> None:
    play = party()
    strike(play)
    first = play.state.prompts[0].deadline
    play.do("more_time", by="ann", prompt="interrupt")
    assert play.state.prompts[0].deadline == (first or 0) + 30_000
    play.refuses("illegal.nothing", "more_time", by="ann", prompt="interrupt")
    play.do("more_time", by="gil", prompt=play.state.prompts[0].key)
    assert play.state.prompts[0].deadline == (first or 0) + 60_000
    play.refuses("unknown", "more_time", by="ben", prompt="interrupt")


def test_a_pause_stops_the_clock() -> None:
    play = party()
    strike(play)
    play.do("pause", by="gil")
    play.now += 60_000
    play.do("resume", by="gil")
    assert play.state.prompts[0].deadline == play.now + 20_000


def test_the_gm_closes_a_window_or_passes_for_a_seat() -> None:
    play = party()
    play.do("set_standing", by="ben", choices={"stop_any": True})
    strike(play)
    play.do("pass", by="gil", seat="ben")
    assert play.asked() == [("interrupt", "a")]
    play.refuses("not_allowed", "pass", by="ben", seat="ann")
    play.do("accept_all", by="gil", prompts=[play.state.prompts[0].key], dice=[1])
    assert play.asked() == []


def test_a_window_survives_a_restart() -> None:
    play = party()
    strike(play)
    again = codec(play.code).state(encode(play.state))
    assert again == play.state
    play.memory.state = again
    play.do("interrupt", unit="a", reflex=True, action="move", target=[1, 1], dice=[1])
    assert play.at("a") == (1, 1)


# --- secrets --------------------------------------------------------------------------------------------------


def test_whoever_some_player_may_not_see_is_never_waited_for() -> None:
    """Ben's hidden c could hold; Ann's page shows no wait, and no other wait than without c."""
    play = party(beat=3)
    play.do("set_standing", by="ben", choices={"stop_any": True})
    play.do("rule", hide="c", to=["ann"])
    strike(play, "a")
    assert play.asked() == [("interrupt", "a")]


def test_nobody_is_asked_about_what_some_player_may_not_see() -> None:
    play = party(beat=3)
    play.do("set_standing", by="ann", choices={"stop_any": True})
    play.do("rule", hide="b", to=["ben"])
    play.do("move", unit="b", path=[[3, 2]])
    assert (play.asked(), play.at("b")) == ([], (3, 2))


def test_the_hidden_act_by_their_standing_order() -> None:
    play = party()
    play.do("rule", hide="a", to=["ben"])
    play.do("set_standing", by="ann", choices={"order": {"when": "target", "do": "reflex", "action": "simple_attack"}})
    strike(play, dice=[3, 5, 5, 1])
    assert [ev.unit for ev in play.events(t.ReflexTried)] == ["a"]


def test_an_interrupt_in_a_pause_and_in_a_hidden_units_turn_are_refused_alike() -> None:
    units = {"a": hero("ann", SPD=4, WIT=3), "b": foe(SPD=4), "c": foe(SPD=4)}
    play = Timed(["a....", "..bc."], units, order="abc")
    play.do("prepare", unit="a", action="move", target=[1, 0])
    play.do("end_turn", unit="a")
    play.do("pause", by="gil")
    paused = play.refused("interrupt", unit="a", prepared=1)
    play.do("resume", by="gil")
    play.do("rule", hide="b")
    assert paused == play.refused("interrupt", unit="a", prepared=1) == "not_your_turn"
