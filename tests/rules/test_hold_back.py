"""The GM's Hold: the action just resolved is taken back and declared again, its dice kept (table.md 2)."""

from __future__ import annotations

from typing import Any

from tactics.kernel import events as e
from tactics.tempus import timing_events as t
from tests.rules.table import foe, hero
from tests.rules.timing_table import Timed

CLAW = {"skills": {"claw": 2}}


def fight(side: str = "heroes", **more: Any) -> Timed:
    """Ann's a acts beside the GM's b, which has its points; Ben's c stands by."""
    units = {
        "b": {**foe(SPD=4, WIT=5, DEX=9, HP=60, DEF=1), **CLAW},
        "c": {**hero("ben", SPD=4, WIT=5, HP=30), "side": side},
        "a": {**hero("ann", SPD=4, WIT=3, DEX=6, HP=40), **CLAW},
    }
    play = Timed([".......", "..abc..", "......."], units, order="bca", **more)
    play.do("end_turn", unit="b")
    play.do("end_turn", unit="c")
    return play


def strike(play: Timed, *dice: Any) -> None:
    play.do("act", unit="a", action="simple_attack", target="b", **{"with": "claw"}, dice=dice)


def test_a_pass_gives_the_same_blow_with_the_same_dice() -> None:
    play = fight()
    strike(play, 7, 4)
    left, after = play.hp("b"), play.pool("a", "pa")
    play.do("reopen", by="gil", unit="b")
    assert (play.hp("b"), play.asked()) == (60, [("interrupt", "b")])
    play.do("pass", by="gil", unit="b")  # no die falls anew: none is listed
    assert (play.hp("b"), play.pool("a", "pa"), play.asked()) == (left, after, [])
    assert left < 60


def test_the_foe_strikes_first_with_its_own_dice_and_the_blow_keeps_its_own() -> None:
    play = fight()
    strike(play, 7, 4)
    left = play.hp("b")
    play.do("reopen", by="gil", unit="b")
    play.do("interrupt", by="gil", unit="b", reflex=True, action="simple_attack", target="a", dice=[1, 5, 3])
    assert [ev.unit for ev in play.events(t.ReflexTried)] == ["b"]
    assert play.hp("a") < 40
    assert play.hp("b") == left


def test_a_foe_that_gets_away_leaves_the_dice_unused_for_what_comes_later() -> None:
    play = fight()
    strike(play, 7, 4)
    play.do("reopen", by="gil", unit="b")
    play.do("interrupt", by="gil", unit="b", reflex=True, action="move", target=[5, 2], dice=[1])
    assert (play.hp("b"), play.state.stack) == (60, ())
    play.do("place", by="gil", body="c", at=[2, 2])
    play.do("act", unit="a", action="simple_attack", target="c", **{"with": "claw"})
    assert play.asked() == [("interrupt", "c")]
    play.do("pass", by="ben", unit="c", dice=[9, 1])  # new ones


def test_a_walk_is_taken_back_to_its_beginning() -> None:
    play = fight()
    play.do("move", unit="a", path=[[1, 1], [0, 1]])
    play.do("reopen", by="gil", unit="b")
    assert (play.at("a"), play.asked()) == ((2, 1), [("interrupt", "b")])
    play.do("interrupt", by="gil", unit="b", reflex=True, step=1, dice=[1])
    assert (play.at("a"), play.asked()) == ((1, 1), [("reflex_action", "b")])
    play.do("answer", by="gil", prompt="reflex_action", value="decline")
    assert play.at("a") == (0, 1)


def test_it_may_be_done_twice_and_rewound_and_what_follows_is_amended() -> None:
    play = fight()
    strike(play, 7, 4)
    left = play.hp("b")
    for _ in range(2):
        play.do("reopen", by="gil", unit="b")
        play.do("pass", by="gil", unit="b")
    assert play.hp("b") == left
    play.do("amend", by="gil", entry=play.state.seq, change={"die": [1, 9]})
    assert play.hp("b") == left - 5


def test_what_cannot_be_held_back() -> None:
    play = fight()
    play.refuses("illegal.nothing", "reopen", by="gil", unit="b")  # the newest was the end of a turn
    strike(play, 7, 4)
    play.refuses("not_allowed", "reopen", by="ann", unit="b")
    play.refuses("illegal.nothing", "reopen", by="gil", unit="a")  # its own action
    play.do("rule", by="gil", set={"b.ma": 0})
    play.refuses("illegal.nothing", "reopen", by="gil", unit="b")  # something else was done since
    play.do("rewind", by="gil", to=play.state.seq - 1)
    play.do("end_turn", unit="a")
    play.refuses("illegal.nothing", "reopen", by="gil", unit="c")


def test_a_players_unit_is_let_in_where_all_may_know_of_it() -> None:
    play = fight()
    strike(play, 7, 4)
    play.do("reopen", by="gil", unit="c")
    assert play.asked() == [("interrupt", "c")]
    hidden = fight(side="traitors")
    hidden.do("rule", by="gil", hide="c")
    strike(hidden, 7, 4)
    hidden.refuses("illegal.nothing", "reopen", by="gil", unit="c")


def test_with_nothing_to_interrupt_it_stays_as_it_was() -> None:
    play = fight()
    play.do("rule", by="gil", set={"b.ma": 0})
    strike(play, 7, 4)
    left = play.hp("b")
    play.refuses("illegal.nothing", "reopen", by="gil", unit="b")
    assert play.hp("b") == left


def test_players_read_that_it_was_taken_back_and_not_for_whom() -> None:
    play = fight()
    strike(play, 7, 4)
    play.do("reopen", by="gil", unit="b")
    assert play.events(e.Reopened)[-1].unit == "b"
    assert "Taken back" in play.said("ann")
    assert "may come before" not in play.said("ann")
    assert "b may come before it" in play.said("gil").lower()
    assert play.view("ann").waiting == "the GM is deciding"
