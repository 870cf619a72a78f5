"""Something else: a part of the turn for what no entry names, with the Guide's check (table.md 6, 13; O-021, O-025)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel.log import Entry
from tactics.kernel.state import Place
from tactics.outerah.catapult import BoxSet
from tactics.outerah.parts import Box
from tactics.outerah.tries import Tried
from tests.outerah.table import GM, Battle, foe, hero, terms

ROWS = ["a...b", ".....", "..g..", ".....", "....."]
TEXT = "swing on the chandelier"
YES = {"part": "mainhand", "check": "AGI", "difficulty": 10}


def play(rows: list[str] = ROWS, **more: Any) -> Battle:
    units = {"a": hero(AGI=40, STR=25), "b": hero("ben", AGI=30), "g": foe(AGI=20)}
    return Battle(rows, units, order="abg", **more)


def ask(game: Battle, **more: Any) -> Entry:
    return game.do("improvise", unit="a", text=TEXT, **more)


def answer(game: Battle, value: Any, **more: Any) -> Entry:
    return game.do("answer", by=GM, prompt="improvise", value=value, **more)


@pytest.mark.rule("O-021", "O-025")
def test_it_runs_with_the_guides_price_and_check() -> None:
    """A save: the stat is the percent, and the Guide's ten points make it harder (reference.md 1.3)."""
    game = play()
    ask(game, part="offhand", check="AGI")
    assert game.parts("a")["offhand"] == 1  # asking costs nothing
    answer(game, YES, dice=[71])
    tried = game.events(Tried)[0]
    assert tried.chance is not None
    assert (terms(tried.chance), tried.needs, tried.held) == ({"AGI": 40, "the GM": -10}, 71, True)
    assert game.parts("a") == {"movement": 1, "mainhand": 0, "offhand": 1, "chat": 1}
    assert any(f"{TEXT} (D100 with Agility): D100 71, 71 needed, succeeds" in line for line in game.words("ann"))


@pytest.mark.parametrize(("face", "held"), [(70, False), (71, True)])
def test_a_save_succeeds_above_a_hundred_less_its_percent(face: int, held: bool) -> None:
    game = play()
    ask(game)
    answer(game, YES, dice=[face])
    assert game.events(Tried)[0].held is held


def test_the_proposal_fills_the_answer() -> None:
    game = play()
    ask(game, part="offhand", check="STR")
    prompt = game.view().prompts[0]
    fields = {field.name: field.value for field in prompt.fields}
    assert (fields["part"], fields["check"], fields["difficulty"], fields["charge"]) == ("offhand", "STR", "0", "none")
    assert "proposes Offhand, D100 with Strength" in prompt.text
    game.do("improvise", unit="a", text="jump instead")
    assert [p.text for p in game.view().prompts] == ["“jump instead”"]
    assert {f.name: f.value for f in game.view().prompts[0].fields}["part"] == "mainhand"


def test_no_specialty_for_who_has_none() -> None:
    game = play()
    ask(game)
    choices = next(f.choices for f in game.view().prompts[0].fields if f.name == "part")
    assert [key for key, _ in choices] == ["", "mainhand", "offhand", "movement"]


@pytest.mark.rule("O-132")
def test_a_charge_and_water_count_for_the_check() -> None:
    """A Charge that the Guide lays on it, and a Minus Charge for whatever is used under water."""
    game = play()
    ask(game)
    answer(game, {**YES, "charge": "plus"}, dice=[20, 75])
    assert (game.events(Tried)[0].die, game.events(Tried)[0].held) == (75, True)
    units = {"a": hero(AGI=40, traits=["swims"]), "b": hero("ben"), "g": foe()}
    game = Battle(["=" * 5] * 5, units, order="abg")
    game.do("place", by=GM, body="a", at=[0, 1])
    ask(game)
    answer(game, YES, dice=[20, 75])
    tried = game.events(Tried)[0]
    assert tried.charges is not None
    assert (terms(tried.charges), tried.die, tried.held) == ({"under water": -1}, 20, False)


@pytest.mark.rule("O-080", "O-086")
def test_animal_handling_is_a_d20_against_the_dr_of_an_equal() -> None:
    units = {"a": hero(AH=12), "b": hero("ben"), "g": foe()}
    for face, held in ((2, False), (3, True), (1, False)):
        game = Battle(ROWS, units, order="abg")
        ask(game)
        answer(game, {"part": "offhand", "check": "AH"}, dice=[(20, face)])
        assert (game.events(Tried)[0].needs, game.events(Tried)[0].held) == (3, held)
    game = Battle(ROWS, units, order="abg")
    ask(game)
    answer(game, {"part": "", "check": "AH", "difficulty": -12}, dice=[(20, 1)])
    assert (game.events(Tried)[0].needs, game.events(Tried)[0].held) == (2, False)  # a natural 1 fails
    assert game.parts("a") == {"movement": 1, "mainhand": 1, "offhand": 1, "chat": 1}


def test_a_d100_alone_has_the_base_chance_and_what_the_guide_laid() -> None:
    game = play()
    game.do("lay", by=GM, on="next:a", value=15, applies="attempt", label="a run-up")
    ask(game)
    answer(game, {"part": "movement", "check": "alone"}, dice=[36])
    tried = game.events(Tried)[0]
    assert tried.chance is not None
    assert (terms(tried.chance), tried.needs, tried.held) == ({"base": 50, "a run-up": 15}, 36, True)
    assert game.state.laid == ()


def test_no_is_told_with_its_word_to_who_asked() -> None:
    game = play()
    ask(game)
    answer(game, {"answer": "no", "word": "it is too high"})
    assert any("it is too high" in line for line in game.words("ann"))
    assert game.words("ben") == []
    assert game.parts("a")["mainhand"] == 1


def test_without_a_check_it_is_done_for_its_part_of_the_turn() -> None:
    game = play()
    ask(game)
    answer(game, {"part": "movement", "check": ""})
    assert game.parts("a")["movement"] == 0
    assert game.events(Tried) == []
    assert any(f"A (Movement): {TEXT}" in line for line in game.words("ben"))


def test_allowed_after_the_turn_it_waits_among_the_actions() -> None:
    game = play()
    ask(game)
    game.end("a")
    answer(game, YES)
    assert game.events(Tried) == []
    game.end("b", "g")
    kept = next(o for o in game.view("ann").options if o.label == TEXT)
    assert (kept.cost, kept.title) == ("Mainhand", "D100 with Agility is checked.")
    game.do("improvise", unit="a", dice=[90], **kept.command)
    assert game.events(Tried)[0].held
    assert game.refused("improvise", unit="a", **kept.command) == "unknown"


def test_kept_for_everybody_it_stays_and_goes_on_to_the_next_mission() -> None:
    game = play()
    ask(game)
    answer(game, {**YES, "keep": "yes"}, dice=[5])
    game.end("a")
    mine = next(o for o in game.view("ben").options if o.label == TEXT)
    game.do("improvise", unit="b", dice=[95], **mine.command)
    assert game.events(Tried)[0].unit == "b"
    again = next(o for o in game.view("ben").options if o.label == TEXT)
    assert again.why_not == "Mainhand is used"
    assert [i.text for i in game.code.carried(game.state).ideas] == [TEXT]


def test_a_box_that_is_thrown_takes_no_idea_with_it() -> None:
    game = play()
    ask(game)
    answer(game, {"part": "", "check": "", "keep": "yes"})
    game.effect(lambda work: work.emit(BoxSet(Box(number=1, place=Place("field", 1, 1)))))
    assert [i.text for i in game.state.part.ideas] == [TEXT]


@pytest.mark.parametrize("ruling", [{"difficulty": 44}, {"charge": "hyper"}])
def test_the_guides_difficulty_stays_with_the_guide(ruling: dict[str, Any]) -> None:
    seen = []
    for more in ({}, ruling):
        game = play()
        ask(game)
        game.end("a")
        answer(game, {**YES, "keep": "yes", **more})
        seen.append(game.view("ben").options)
    assert seen[0] == seen[1]


@pytest.mark.parametrize(("shown", "ann", "ben"), [("open", True, True), ("closed", False, False)])
def test_the_check_is_read_as_far_as_each_may(shown: str, ann: bool, ben: bool) -> None:
    """One's own side reads die and terms under open; a stranger's check tells what came of it."""
    game = play(options={"tt.show.npc": shown})
    ask(game)
    answer(game, YES, dice=[71])
    for seat, told in (("ann", ann), ("ben", ben), (GM, True)):
        line = next(text for text in game.words(seat) if "succeeds" in text)
        assert ("71 needed" in line) is told
    game.end("a", "b")
    game.do("improvise", unit="g", text="kicks over the brazier", part="mainhand", check="STR", dice=[99])
    line = next(text for text in game.words("ann") if "succeeds" in text)
    assert "brazier" in line
    assert "99" not in line
    assert "Strength" not in line


def test_in_free_movement_it_costs_nothing() -> None:
    game = play()
    game.do("rule", by=GM, mode="free")
    game.do("improvise", unit="b", text="pulls the rope")
    answer(game, YES, dice=[5])
    assert len(game.events(Tried)) == 1


def test_every_member_of_a_mob_tries_it() -> None:
    units = {"m": {**foe(AGI=30), "kind": "mob", "count": 3}, "b": hero("ben")}
    game = Battle(["mmm.b"], units, order="mb")
    game.do("improvise", unit="m", text="leap", part="movement", check="AGI", dice=[71, 70, 99])
    assert [tried.held for tried in game.events(Tried)] == [True, False, True]


def test_who_flees_tries_nothing() -> None:
    game = Battle(ROWS, {"a": hero(statuses=["feared"]), "b": hero("ben"), "g": foe()}, order="bga")
    game.do("rule", mode="free")
    assert game.refused("improvise", unit="a", text="stop") == "illegal.nothing"


def test_what_cannot_be_answered_or_asked_is_refused() -> None:
    game = play()
    assert game.refused("improvise", unit="b", text="out of turn") == "not_your_turn"
    assert game.refused("improvise", unit="a", text="  ") == "bad_field"
    assert game.refused("improvise", unit="a", text="x", check="HP") == "unknown"
    assert game.refused("improvise", unit="a", text="x", part="chat") == "bad_field"
    assert game.refused("improvise", unit="a", idea="idea7") == "unknown"
    ask(game)
    for bad in ("perhaps", {"part": "leg"}, {"check": "HP"}, {"pa": 1}, {**YES, "difficulty": "x"}, {"charge": "x"}):
        assert game.refused("answer", by=GM, prompt="improvise", value=bad) in ("bad_field", "unknown"), bad
    assert game.refused("answer", by=GM, prompt="improvise", default=True) == "bad_field"
    assert game.refused("answer", by="ann", prompt="improvise", value=YES) == "unknown"


@pytest.mark.parametrize("applies", ["effectiveness", "soak", "impression", "stat"])
def test_nothing_is_laid_that_changes_nothing_here(applies: str) -> None:
    game = play()
    assert game.refused("lay", by=GM, on="next:a", value=2, applies=applies, label="rain") == "bad_field"


def test_what_is_used_already_is_told_to_who_answers() -> None:
    """The Guide's card says which parts of this turn are gone, before one is named as the price."""
    game = play()
    game.do("move", unit="a", path=[[1, 0]])
    ask(game)
    choices = next(f.choices for f in game.view().prompts[0].fields if f.name == "part")
    assert dict(choices)["movement"] == "Movement, used this turn"
    assert dict(choices)["mainhand"] == "Mainhand"
