"""Walks under secrecy: hidden bodies in the way, and what comes into sight (architecture.md 6; table.md 9)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.table import GM, Play, foe, hero, mob

HIDDEN = {**foe(SPD=1, WIT=1), "hidden": True, "name": "Lurker"}


def corridor(**more: Any) -> Play:
    """A walks east; something unseen stands on the fourth cell."""
    units = {"a": hero("ann", SPD=3, WIT=1), "x": HIDDEN, "b": hero("ben", SPD=1)}
    return Play(["a..x...", "b......"], units, order="abx", **more)


@pytest.mark.rule("T-048")
def test_a_walk_into_an_unseen_body_stops_before_it_and_that_leg_is_paid() -> None:
    play = corridor()
    play.do("move", unit="a", legs=[[[1, 0], [2, 0], [3, 0]], [[4, 0], [5, 0]]])
    assert (play.at("a"), play.pool("a")) == ((2, 0), 2)
    assert play.words("ann") == ["A moves to C1 (1 PA)", "A stops: something is in the way"]
    assert play.words("ben") == ["A moves to C1 (1 PA)"]
    assert play.words("public") == ["A moves to C1 (1 PA)"]


def test_the_gm_is_asked_and_nobody_waits() -> None:
    play = corridor()
    play.do("move", unit="a", path=[[1, 0], [2, 0], [3, 0]])
    assert [(p.kind, p.to, p.data) for p in play.state.prompts] == [("reveal", "gm", {"body": "x"})]
    assert play.view("ann").prompts == ()
    play.do("move", unit="a", path=[[2, 1]], go_on=False)  # the mover goes on
    play.do("answer", by=GM, prompt="reveal", default=True)
    assert play.words("ann") == ["Lurker appears at D1"]
    assert any(t.key == "x" for t in play.view("ann").tokens)


def test_the_gm_may_keep_it_hidden() -> None:
    play = corridor()
    play.do("move", unit="a", path=[[1, 0], [2, 0], [3, 0]])
    play.do("answer", by=GM, prompt="reveal", value="no")
    assert not any(t.key == "x" for t in play.view("ann").tokens)
    assert play.words("ann") == []


def test_blocked_at_the_first_step_the_move_is_paid_all_the_same() -> None:
    play = Play(["ax..."], {"a": hero("ann", SPD=3), "x": HIDDEN}, order="ax")
    play.do("move", unit="a", path=[[1, 0]])
    assert (play.at("a"), play.pool("a")) == ((0, 0), 2)
    assert play.words("ann") == ["A stops: something is in the way"]


def test_the_offer_does_not_tell_of_it_either() -> None:
    with_it, without = (
        corridor(),
        Play(["a......", "b......"], {"a": hero("ann", SPD=3, WIT=1), "b": hero("ben", SPD=1)}, order="ab"),
    )
    assert with_it.view("ann").reach == without.view("ann").reach
    assert with_it.view("ann").options == without.view("ann").options


def test_what_was_met_is_not_taken_back() -> None:
    play = corridor()
    play.do("move", unit="a", path=[[1, 0], [2, 0], [3, 0]])
    assert play.refused("take_back", by="ann") == "illegal.nothing"


def test_who_knows_of_it_may_not_walk_into_it() -> None:
    play = corridor()
    play.do("rule", reveal="x", to=["ann"])
    assert play.refused("move", unit="a", path=[[1, 0], [2, 0], [3, 0]]) == "illegal.occupied"
    assert play.refused("move", by=GM, unit="a", path=[[1, 0], [2, 0], [3, 0]]) == "illegal.occupied"


@pytest.mark.rule("T-063", "T-064")
def test_acrobatics_leaps_over_the_unseen_but_does_not_end_on_it() -> None:
    units = {"a": hero("ann", SPD=3, WIT=1), "x": HIDDEN, "b": hero("ben", SPD=1)}
    play = Play(["axb....", "......."], units, order="abx")
    play.do("act", unit="a", action="acrobatics", legs=[[[1, 0], [2, 0], [3, 0]]])
    assert play.at("a") == (3, 0)
    play = Play(["a.bx...", "......."], units, order="abx")
    play.do("act", unit="a", action="acrobatics", legs=[[[1, 0], [2, 0], [3, 0]]])
    assert play.at("a") == (1, 0)  # B's cell is no place to stop on
    assert play.words("ann")[-1] == "A stops: something is in the way"


def test_a_group_stops_together_and_may_go_on() -> None:
    units = {"m": mob({"SPD": 2}, {"SPD": 2}, seat="ann", side="heroes"), "x": HIDDEN}
    play = Play(["m.x..", "m...."], units, order="mx")
    play.do("move", unit="m", paths={"m.1": [[1, 0], [2, 0]], "m.2": [[1, 1]]})
    assert (play.at("m.1"), play.at("m.2"), play.pool("m")) == ((1, 0), (0, 1), 1)
    play.do("move", unit="m", paths={"m.2": [[1, 1]]}, go_on=True)
    assert (play.at("m.2"), play.pool("m")) == ((1, 1), 1)


# --- fog --------------------------------------------------------------------------------------------


ROOM = [
    ".......",
    "a......",
    "####...",
    ".....n.",
    ".......",
]


def foggy() -> Play:
    """A comes round a wall; N stands behind it."""
    units = {"a": hero("ann", SPD=4, WIT=1), "n": {**foe(SPD=2, WIT=1), "name": "Nyghre"}}
    play = Play(ROOM, units, order="an", fog="sight")
    return play


def test_a_walk_stops_when_something_new_comes_into_sight() -> None:
    play = foggy()
    assert not any(t.key == "n" for t in play.view("ann").tokens)
    play.do("move", unit="a", legs=[[[1, 1], [2, 1], [3, 1]], [[4, 1], [5, 1], [6, 1]]])
    at = play.at("a")
    assert at is not None
    assert at[0] < 6
    assert any(t.key == "n" for t in play.view("ann").tokens)
    assert "A stops: something new comes into sight" in play.words("ann")
    assert play.refused("take_back", by="ann") == "illegal.nothing"


def test_the_walk_is_told_before_what_it_brought_into_sight() -> None:
    play = foggy()
    play.do("move", unit="a", legs=[[[1, 1], [2, 1], [3, 1]], [[4, 1], [5, 1], [6, 1]]])
    walked, seen, halted = play.words("ann")
    assert walked.startswith("A moves to ")
    assert seen == "Nyghre comes into sight at F4"
    assert halted == "A stops: something new comes into sight"


def test_nothing_is_planned_into_what_was_never_seen() -> None:
    play = foggy()
    assert play.refused("move", unit="a", legs=[[[1, 1], [1, 2]]]) == "illegal.blocked"
    seen = {(c.x, c.y) for c in play.view("ann").reach[0].cells}
    assert not seen & {(x, 4) for x in range(3)}


def test_what_was_seen_once_stays_known() -> None:
    play = foggy()
    before = play.state.explored["heroes/field"]
    play.do("move", unit="a", path=[[1, 1], [2, 1], [3, 1]])
    after = play.state.explored["heroes/field"]
    assert int(after, 16) & int(before, 16) == int(before, 16)
    assert after != before


def test_the_gm_s_own_walk_into_the_fog_is_a_vanishing() -> None:
    play = foggy()
    play.do("place", by=GM, unit="a", at=[4, 1])
    assert any(t.key == "n" for t in play.view("ann").tokens)
    play.do("end_turn", unit="a")
    play.do("move", by=GM, unit="n", path=[[4, 3], [3, 3], [2, 3]])
    assert not any(t.key == "n" for t in play.view("ann").tokens)
    assert play.words("ann")[-1] == "Nyghre is out of sight"
    assert play.words()[-1] == "Nyghre moves to C4 (1 PA)"
