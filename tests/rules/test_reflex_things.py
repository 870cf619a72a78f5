"""By Reflex one also draws, drops or puts away a thing, and leaps (T-062, T-083, T-174, T-179)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tactics.kernel.view import PromptView
from tactics.tempus.parts import body_part
from tests.rules.table import foe, hero
from tests.rules.timing_table import Timed

ANN = {
    **hero("ann", SPD=4, WIT=5, DEX=4, STR=2),
    "skills": {"sword": 1},
    "weapons": ["short_sword"],
    "worn": ["sheath"],
    "pack": {"torch": 1},
}


def struck(rows: Any = ("......", "..ab..", "......"), **more: Any) -> Timed:
    """The GM's b attacks Ann's a, who is asked."""
    units = {"a": {**ANN, **more}, "b": foe(SPD=4, WIT=3, DEX=3, HP=30, DEF=1)}
    play = Timed(list(rows), units, order="ab")
    play.do("end_turn", unit="a")
    play.do("act", unit="b", action="simple_attack", target="a")
    return play


def question(play: Timed) -> PromptView:
    return play.prompts("ann")[0]


def things(play: Timed) -> dict[str, str]:
    """Words of what the question offers to do with things -> its answer, as the page holds it."""
    fold = next(f for f in question(play).folds if f.label == "Draw, drop or put away")
    return {words: value for value, words, _ in fold.choices}


def where(play: Timed) -> dict[str, str]:
    return {thing.item: thing.where for thing in body_part(play.state.bodies["a"]).gear}


@pytest.mark.rule("T-083")
@pytest.mark.rule("T-179")
def test_a_thing_is_dropped_by_reflex_for_the_surcharge_alone() -> None:
    play = struck()
    found = things(play)
    words = next(each for each in found if each.startswith("Drops Short sword"))
    assert words.endswith(", 1 MA")
    play.do("answer", by="ann", prompt="interrupt", value=json.loads(found[words]), dice=[2, 1])
    assert "short_sword" not in where(play)
    assert (play.pool("a", "pa"), play.pool("a", "ma")) == (4, 4)
    assert play.asked() == []  # the blow has fallen


@pytest.mark.rule("T-083")
@pytest.mark.rule("T-171")
@pytest.mark.rule("T-174")
def test_things_cost_what_they_cost_and_one_more() -> None:
    play = struck()
    found = things(play)
    away = next(each for each in found if each.startswith("Sheathes Short sword"))
    out = next(each for each in found if "torch" in each.lower() and "out of the Pack" in each)
    assert away.endswith("1 MA, 1 PA") or away.endswith("1 PA, 1 MA")
    play.do("answer", by="ann", prompt="interrupt", value=json.loads(found[out]), dice=[5, 1])
    assert where(play)["torch"] == "hand"
    assert (play.pool("a", "pa"), play.pool("a", "ma")) == (2, 3)


@pytest.mark.rule("T-084")
def test_a_reflex_that_fails_moves_nothing() -> None:
    play = struck()
    found = things(play)
    drop = next(value for words, value in found.items() if words.startswith("Drops Short sword"))
    play.do("answer", by="ann", prompt="interrupt", value=json.loads(drop), dice=[9, (4, 1), (4, 1), 1])
    assert where(play)["short_sword"] == "hand"
    assert play.pool("a", "ma") == 0


def test_what_is_not_there_or_not_ones_own_is_refused() -> None:
    play = struck()
    for wish in (
        {"action": "stow", "body": "b", "moves": [{"item": "short_sword", "to": "ground"}]},
        {"action": "stow", "body": "a", "moves": [{"item": "gem", "to": "ground"}]},
        {"action": "stow", "body": "a", "moves": "all"},
        {"action": "stow", "body": "a", "moves": [{"thing": 1}]},
    ):
        value = {"reflex": True, "wish": wish}
        assert play.refused("answer", by="ann", prompt="interrupt", value=value), wish
        assert question(play).kind == "interrupt"


@pytest.mark.rule("T-062")
@pytest.mark.rule("T-083")
def test_a_leap_by_reflex_crosses_who_stands_in_the_way() -> None:
    play = struck(("......", "#.ab..", "......"))
    fields = {field.name: field for field in question(play).fields}
    ways = dict(fields["reflex_way"].choices)
    assert list(ways) == ["move", "acrobatics", "timed_movement"]
    assert ways["acrobatics"] == "Acrobatics, 2 PA, 2 MA"
    value = {"reflex_move": "F2", "reflex_way": "acrobatics"}
    play.do("answer", by="ann", prompt="interrupt", value=value, dice=[1])
    assert play.at("a") == (5, 1)  # beyond b
    assert (play.pool("a", "pa"), play.pool("a", "ma")) == (2, 3)
    assert play.asked() == []


@pytest.mark.rule("T-083")
def test_after_a_success_the_leap_may_still_be_chosen_and_a_wrong_way_says_so() -> None:
    play = struck()
    play.do("answer", by="ann", prompt="interrupt", value={"reflex": True}, dice=[1])
    assert {field.name for field in question(play).fields} == {"move", "way"}
    play.refuses("unknown", "answer", by="ann", prompt="reflex_action", value={"move": "F2", "way": "flight"})
    play.refuses("bad_field", "answer", by="ann", prompt="reflex_action", value={"way": "acrobatics"})
    play.do("answer", by="ann", prompt="reflex_action", value={"move": "C1", "way": "timed_movement"}, dice=[1])
    assert play.at("a") == (2, 0)
    assert (play.pool("a", "pa"), play.pool("a", "ma")) == (3, 3)


@pytest.mark.rule("T-083")
def test_only_what_can_be_paid_is_offered() -> None:
    play = struck(stats={**ANN["stats"], "WIT": 1})
    assert {field.name for field in question(play).fields} == {"reflex_move"}
    assert all(", 1 MA" in words or "1 MA" in words for words in things(play))
    assert not any("out of the Pack" in words for words in things(play))


@pytest.mark.rule("T-083")
@pytest.mark.rule("T-174")
def test_the_command_names_what_is_moved_as_the_question_does() -> None:
    play = struck()
    drop = [{"item": "short_sword", "to": "ground"}]
    assert play.refused("interrupt", unit="a", reflex=True, action="stow") == "bad_field"
    assert play.refused("interrupt", unit="a", reflex=True, action="stow", moves=drop, body="b") == "unknown"
    play.do("interrupt", unit="a", reflex=True, action="stow", moves=drop, dice=[2, 1])
    assert "short_sword" not in where(play)
    assert (play.pool("a", "pa"), play.pool("a", "ma")) == (4, 4)
