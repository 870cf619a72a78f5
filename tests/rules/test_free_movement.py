"""Free movement between the rounds, and initiative for those whom the GM calls (table.md 18)."""

from __future__ import annotations

import pytest

from tactics.kernel import events as e
from tactics.kernel.state import Edge
from tests.rules.table import Play, foe, hero

ROWS = ["a...b", ".....", "..g..", ".....", "....."]
UNITS = {"a": hero("ann", SPD=3, WIT=2), "b": hero("ben", SPD=2, WIT=2), "g": foe(SPD=1, WIT=1)}


def free(**more: object) -> Play:
    play = Play(ROWS, UNITS, order="abg", **more)  # type: ignore[arg-type]
    play.do("rule", mode="free")
    return play


@pytest.mark.rule("T-013", "T-002")
def test_everybody_walks_at_once_and_nothing_costs() -> None:
    play = free()
    play.do("move", unit="b", path=[[4, 1], [4, 2], [4, 3], [4, 4], [3, 4]])
    play.do("move", unit="a", path=[[0, 1]])
    assert (play.at("b"), play.at("a")) == ((3, 4), (0, 1))
    assert play.events(e.Spent) == []
    assert play.view("ann").order == ()
    assert play.view("ann").end_turn is None


def test_walls_hold_in_free_movement() -> None:
    play = free(edges=[Edge((0, 0), (1, 0))])
    assert play.refused("move", unit="a", path=[[1, 0]]) == "illegal.blocked"


def test_the_round_goes_on_where_it_was_left() -> None:
    play = free()
    play.do("rule", mode="turns")
    assert (play.state.clock.round, play.turn) == (1, "b")


@pytest.mark.rule("T-014", "T-016")
def test_initiative_is_called_for_those_chosen_from_where_they_stand() -> None:
    play = free()
    play.do("move", unit="a", path=[[0, 1]])
    play.do("rule", mode="turns", units=["a", "g"], dice=[2, 9])
    assert play.state.clock.mode == "turns"
    assert play.order == ("g", "a")
    assert play.turn == "g"
    assert play.at("a") == (0, 1)
    assert play.state.units["b"].initiative is None
    assert play.refused("move", unit="b", path=[[4, 1]]) == "not_your_turn"


@pytest.mark.rule("T-027")
def test_who_is_called_in_later_enters_with_the_next_round() -> None:
    play = free()
    play.do("rule", mode="turns", units=["a", "g"], dice=[2, 9])
    play.do("rule", mode="turns", units=["b"], dice=[10])
    assert play.order == ("g", "a")
    play.round_over()
    assert set(play.order) == {"a", "b", "g"}


def test_what_the_old_order_owed_is_gone() -> None:
    """Converted points are of an order that is over; points of a turn do not outlast it."""
    play = Play(ROWS, UNITS, order="abg")
    play.do("end_turn", unit="a", convert=2)
    play.do("rule", mode="free")
    play.do("rule", mode="turns", units=["a", "b"], dice=[1, 1])
    assert play.state.units["a"].initiative == 1 + 3 + 2
    assert play.pool("b", "pa") == 0  # as before a first turn
    assert play.pool("a", "pa") == 3


def test_refusals_change_nothing() -> None:
    play = Play(ROWS, UNITS, order="abg")
    assert play.refused("rule", mode="turns") == "illegal.nothing"
    assert play.refused("rule", mode="turns", units=["a"]) == "illegal.nothing"
    assert play.refused("rule", mode="free", units=["a"]) == "bad_field"
    assert play.refused("rule", by="ann", mode="free") == "not_allowed"
    play.do("rule", mode="free")
    assert play.refused("rule", mode="turns", units=[]) == "bad_field"
    assert play.refused("rule", mode="turns", units=["nobody"]) == "unknown"


def test_a_hidden_unit_that_rolls_stays_hidden() -> None:
    play = free()
    play.do("rule", hide="g")
    play.do("rule", mode="turns", units=["a", "g"], dice=[9, 1])
    assert [row.unit for row in play.view("ann").order] == ["a"]
    assert not any("G" in line.split() for line in play.words("ann"))
