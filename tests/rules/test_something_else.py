"""Something else: in the player's own words, on the GM's terms (table.md 6, 13)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel.log import Entry
from tactics.tempus.check_events import Checked
from tests.rules.table import GM, Play, foe, hero

ROWS = ["a...b", ".....", "..g..", ".....", "....."]


def play(**more: Any) -> Play:
    units = {
        "a": {**hero("ann", SPD=3, WIT=2, DEX=3), "skills": {"climb": 2}},
        "b": hero("ben", SPD=2, WIT=2),
        "g": foe(SPD=2, WIT=1),
    }
    return Play(ROWS, units, order="abg", **more)


def ask(game: Play, **more: Any) -> Entry:
    return game.do("improvise", unit="a", text="swing on the chandelier", **more)


def answer(game: Play, value: Any, **more: Any) -> Entry:
    return game.do("answer", by=GM, prompt="improvise", value=value, **more)


YES = {"pa": 1, "ma": 1, "skill": "climb", "difficulty": 9}


@pytest.mark.rule("T-047")
def test_it_runs_with_the_gms_price_check_and_difficulty() -> None:
    game = play()
    ask(game, pa=1, skill="climb")
    answer(game, YES, dice=[5])
    check = game.events(Checked)[0]
    assert check.difficulty is not None
    assert (check.difficulty.total, check.skill) == (9, "climb")
    assert (game.pool("a", "pa"), game.pool("a", "ma")) == (2, 1)
    assert any("swing on the chandelier" in line for line in game.words("ben"))


def test_the_proposal_fills_the_answer() -> None:
    game = play()
    ask(game, pa=2, skill="climb")
    prompt = game.view().prompts[0]
    fields = {field.name: field.value for field in prompt.fields}
    assert (fields["pa"], fields["ma"], fields["skill"]) == ("2", "0", "climb")
    assert fields["difficulty"] == str(game.rules.constant("tt.check.difficulty", {}))
    assert "2 PA" in prompt.text


@pytest.mark.rule("T-107")
def test_what_is_always_on_is_no_choice_for_a_check() -> None:
    game = play()
    offer = next(o for o in game.view("ann").options if o.key == "something_else")
    ask(game)
    asked = game.view().prompts[0].fields
    for field in (*offer.fields, *asked):
        if field.name == "skill":
            keys = [key for key, _ in field.choices]
            assert "climb" in keys
            assert not {"thick_hide", "keen_nose", "restless"} & set(keys)


def test_nobody_waits_for_the_answer() -> None:
    game = play()
    ask(game)
    assert not game.view("ann").held
    game.do("move", unit="a", path=[[0, 1]])
    game.do("end_turn", unit="a")
    assert game.turn == "b"


def test_no_is_told_with_its_word_to_who_asked() -> None:
    game = play()
    ask(game)
    answer(game, {"answer": "no", "word": "it is too high"})
    assert any("it is too high" in line for line in game.words("ann"))
    assert game.words("ben") == []
    assert game.pool("a", "pa") == 3
    ask(game)
    answer(game, "no")


def test_without_a_skill_it_is_done_for_its_price() -> None:
    game = play()
    ask(game)
    answer(game, {"cost": {"pa": 2}, "skill": ""})
    assert game.pool("a", "pa") == 1
    assert game.events(Checked) == []
    assert game.state.stack == ()


def test_allowed_after_the_turn_it_waits_among_the_actions() -> None:
    game = play()
    ask(game)
    game.do("end_turn", unit="a")
    answer(game, YES)
    assert game.pool("a", "pa") == 3
    kept = [o for o in game.view("ann").options if o.label == "swing on the chandelier"]
    assert kept == []  # it is not her turn
    game.round_over()
    kept = [o for o in game.view("ann").options if o.label == "swing on the chandelier"]
    assert kept[0].cost == "1 PA, 1 MA"
    assert [o for o in game.view("ben").options if o.label == kept[0].label] == []
    game.do("improvise", unit="a", dice=[8], **kept[0].command)
    assert game.events(Checked)[0].outcome == "success"
    assert game.refused("improvise", unit="a", **kept[0].command) == "unknown"


def test_kept_for_everybody_it_stays() -> None:
    game = play()
    ask(game)
    answer(game, {**YES, "keep": "yes"}, dice=[5])
    game.do("end_turn", unit="a")
    mine = next(o for o in game.view("ben").options if o.label == "swing on the chandelier")
    game.do("improvise", unit="b", dice=[5], **mine.command)
    assert game.events(Checked)[0].difficulty is not None
    shown = next(o for o in game.view("ben").options if o.label == "swing on the chandelier")
    assert shown.cost == "1 PA, 1 MA"


def test_the_gms_difficulty_stays_with_the_gm() -> None:
    seen = []
    for difficulty in (77, 78):
        game = play()
        ask(game)
        answer(game, {**YES, "keep": "yes", "difficulty": difficulty}, dice=[5])
        game.do("end_turn", unit="a")
        seen.append(game.view("ben").options)
    assert seen[0] == seen[1]


def test_the_gm_does_it_with_own_units_at_once() -> None:
    game = play()
    game.do("end_turn", unit="a")
    game.do("end_turn", unit="b")
    game.do("improvise", unit="g", text="kicks over the brazier", pa=1)
    assert game.pool("g", "pa") == 1
    assert any("kicks over the brazier" in line for line in game.words("ann"))


def test_in_free_movement_it_costs_nothing() -> None:
    game = play()
    game.do("rule", mode="free")
    game.do("improvise", unit="b", text="pulls the rope")
    answer(game, YES, dice=[5])
    assert game.pool("b", "pa") == 0
    assert len(game.events(Checked)) == 1


def test_a_new_question_takes_the_place_of_the_old_one() -> None:
    game = play()
    ask(game)
    game.do("improvise", unit="a", text="jump instead")
    assert [p.text for p in game.view().prompts] == ["“jump instead”"]


def test_what_cannot_be_answered_or_asked_is_refused() -> None:
    game = play()
    assert game.refused("improvise", unit="b", text="out of turn") == "not_your_turn"
    assert game.refused("improvise", unit="a", text="  ") == "bad_field"
    assert game.refused("improvise", unit="a", text="x", skill="nonsense") == "unknown"
    assert game.refused("improvise", unit="a", text="x", skill="thick_hide") == "bad_field"
    assert game.refused("act", unit="a", action="something_else", **{"with": "climb"}) == "illegal.disabled"
    assert game.refused("improvise", unit="a", idea="idea7") == "unknown"
    ask(game)
    for bad in ("perhaps", {"pa": -1}, {"pa": True}, {"skill": "nonsense"}, {"price": 3}, {"difficulty": "x", **YES}):
        value = {**bad, "difficulty": "x"} if isinstance(bad, dict) and "difficulty" in bad else bad
        assert game.refused("answer", by=GM, prompt="improvise", value=value) in ("bad_field", "unknown")
    assert game.refused("answer", by=GM, prompt="improvise", default=True) == "bad_field"
    assert game.refused("answer", by="ann", prompt="improvise", value=YES) == "unknown"
