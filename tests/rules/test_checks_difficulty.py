"""Who sets a difficulty and when the GM is asked (T-143, T-144; table.md 5 and 7)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel import events as e
from tactics.tempus.check_events import Checked
from tests.rules.table import GM, Play, foe, hero, mob


def duel(DEF: int = 2, **options: Any) -> Play:
    """A's Attempts have +5; an unhurt B's difficulty is its DEF."""
    a = {**hero(STR=2, DEX=3, SPD=9, WIT=9), "race": "monster", "skills": {"claw": 2, "climb": 1, "pick_lock": 1}}
    return Play(["ab"], {"a": a, "b": foe(DEF=DEF, SPD=3, HP=30)}, order="ab", options=options)


def strike(play: Play, *dice: int | tuple[int, int], **args: Any) -> None:
    play.do("act", unit="a", action="claw", target="b", dice=dice, **args)


def last(play: Play) -> Checked:
    found: Checked = play.events(Checked)[-1]
    return found


@pytest.mark.rule("T-143")
def test_by_default_nobody_is_asked() -> None:
    play = duel()
    strike(play, 3, 4)
    assert last(play).outcome == "success"
    assert not play.state.prompts


@pytest.mark.rule("T-143")
@pytest.mark.parametrize(("value", "outcome", "dice"), [(7, "success", (3, 4)), (8, "failure", (3,))])
def test_the_gm_sets_7_or_8(value: int, outcome: str, dice: tuple[int, ...]) -> None:
    play = duel(**{"tt.ask.difficulty": "all"})
    strike(play)
    assert [p.kind for p in play.state.prompts] == ["difficulty"]
    assert play.refused("end_turn", unit="a") == "awaiting_answer"
    play.do("answer", prompt="difficulty", value={"value": value}, dice=dice)
    assert last(play).outcome == outcome
    assert not play.state.stack


@pytest.mark.rule("T-143")
def test_the_default_answer_is_the_suggested_value() -> None:
    play = duel(**{"tt.ask.difficulty": "all"})
    strike(play)
    play.do("answer", prompt="difficulty", default=True, dice=[3, 4])
    found = last(play).difficulty
    assert found is not None
    assert str(found) == "2 DEF = 2"


@pytest.mark.rule("T-143")
def test_some_asks_only_where_no_data_suggests_a_value() -> None:
    play = duel(**{"tt.ask.difficulty": "some"})
    strike(play, 3, 4)
    play.do("act", unit="a", action="pick_lock", dice=[3])
    play.do("act", unit="a", action="climb")
    assert [p.kind for p in play.state.prompts] == ["difficulty"]
    assert play.view().prompts[0].default == "8"


@pytest.mark.rule("T-143")
@pytest.mark.parametrize(
    "value",
    [None, "7", 7.5, True, {"value": "7"}, {"value": 1000}, {"modifiers": [{"label": "", "value": 1}]}, {"x": 1}],
)
def test_an_answer_that_is_no_difficulty_is_refused(value: object) -> None:
    play = duel(**{"tt.ask.difficulty": "all"})
    strike(play)
    assert play.refused("answer", prompt="difficulty", value=value) == "bad_field"


def test_only_the_gm_answers_and_players_see_no_prompt() -> None:
    play = duel(**{"tt.ask.difficulty": "all"})
    strike(play)
    assert play.refused("answer", by="ann", prompt="difficulty", value={"value": 1}) == "unknown"
    assert play.view("ann").prompts == ()
    assert (play.view("ann").waiting, play.view("ann").held) == ("the GM is deciding", True)


def test_i_rule_this_one_asks_once() -> None:
    play = duel()
    play.do("rule", by="gil", unit="a", ruled=True)
    strike(play)
    assert [p.kind for p in play.state.prompts] == ["difficulty"]
    play.do("answer", prompt="difficulty", value=9, dice=[3])
    found = last(play).difficulty
    assert found is not None
    assert (found.total, found.terms[0].label) == (9, "GM")
    assert not play.state.laid
    strike(play, 3, 4)
    assert not play.state.prompts


def test_what_is_laid_on_the_next_check_ends_with_it() -> None:
    play = duel()
    play.do("lay", on="next:a", label="in the dark", value=3)
    strike(play, 3, 4)
    found = last(play).difficulty
    assert found is not None
    assert str(found) == "2 DEF + 3 in the dark = 5"
    assert not play.state.laid
    play.do("lay", on="unit:b", label="behind a crate", value=3, applies="def")
    strike(play, 3, 4)
    assert play.state.laid


def test_a_walk_uses_up_nothing_that_is_laid_on_the_next_check() -> None:
    play = duel()
    play.do("lay", on="next:a", label="in the dark", value=3)
    play.do("move", unit="a", path=[[0, 1]])
    assert play.state.laid


@pytest.mark.rule("T-144")
def test_defence_is_def_with_unused_points_statuses_and_what_is_laid() -> None:
    play = duel()
    play.do("end_turn", unit="a")
    play.do("end_turn", unit="b")
    play.do("rule", status={"body": "b", "key": "guarded"})
    play.do("lay", on="cell:field:1:0", label="on the stairs", value=1, applies="def")
    strike(play, 8, 4)
    found = last(play).difficulty
    assert found is not None
    assert str(found) == "2 DEF + 2 Guarded + 3 unused PA + 1 on the stairs = 8"


@pytest.mark.rule("T-144")
def test_the_gm_is_shown_how_far_the_target_ran() -> None:
    play = duel(**{"tt.ask.difficulty": "all"})
    play.do("end_turn", unit="a")
    play.do("move", unit="b", path=[[1, 1], [1, 2], [1, 3]])
    play.do("move", unit="b", path=[[1, 2], [1, 1]])
    play.do("end_turn", unit="b")
    play.do("act", unit="a", action="claw", target="b")
    prompt = play.view().prompts[0]
    assert "moved 5 cells" in prompt.text
    assert prompt.fields[0].help == "moving target +5"


def test_a_mob_is_one_question() -> None:
    play = Play(
        ["mm", "b."],
        {"m": {**mob({"SPD": 4}, {"SPD": 4}, seat="ann", side="heroes"), "skills": {"claw": 2}}, "b": foe(HP=30)},
        order="mb",
        options={"tt.ask.difficulty": "all"},
    )
    play.do("act", unit="m", action="claw", target="b")
    assert len(play.state.prompts) == 1
    play.do("answer", prompt="difficulty", value=3, dice=[9, 1, 9, 1])
    assert [c.difficulty.total for c in play.events(Checked)] == [3, 3]


# --- amending (table.md 7) ---------------------------------------------------------------------------


def amended(change: dict[str, Any]) -> tuple[Play, Checked]:
    play = duel()
    strike(play, 3, 4)
    entry = play.memory.log[-1].seq
    play.do("amend", entry=entry, change=change)
    return play, last(play)


def test_a_difficulty_is_amended_with_the_same_dice() -> None:
    play, found = amended({"difficulty": 1})
    assert found.difficulty is not None
    assert (found.difficulty.total, found.margin) == (1, 7)
    assert [r.faces for r in play.events(e.Rolled)] == [(3,), (4,)]


def test_a_modifier_is_amended() -> None:
    _, found = amended({"modifier": {"label": "high ground", "value": 2}})
    assert found.attempt is not None
    assert str(found.attempt) == "2 Claw + 3 DEX + 2 high ground + 3 d10 = 10"


def test_a_die_is_amended() -> None:
    _, found = amended({"die": [1, 9]})
    assert found.effect == 2 - 2 + 9 + 4


def test_an_outcome_is_amended() -> None:
    play = duel()
    strike(play, 3, 4)
    entry = play.memory.log[-1].seq
    play.do("amend", entry=entry, change={"outcome": "failure"})
    assert play.state.bodies["b"].hp == 30
    entry = play.memory.log[-1].seq
    play.do("amend", entry=entry, change={"outcome": "botch"}, dice=[5])
    assert last(play).severity is not None
    assert play.state.bodies["b"].hp == 30


def test_a_miss_made_a_hit_has_its_effectiveness() -> None:
    """The die that had not fallen falls now; typed dice are amended as thrown ones are."""
    for typed in (False, True):
        play = duel(DEF=8)
        if typed:
            play.do("set_standing", by="ann", choices={"typed_dice": True})
            play.do("act", unit="a", action="claw", target="b")
            play.do("answer", by="ann", prompt="die", value=1)
        else:
            strike(play, 1)
        assert last(play).outcome == "failure"
        entry = play.memory.log[-1].seq
        play.do("amend", entry=entry, change={"modifier": {"label": "GM", "value": 4}}, dice=[6])
        assert (last(play).outcome, last(play).effect) == ("success", 2 + 2 + 6)
        entry = play.memory.log[-1].seq
        play.do("amend", entry=entry, change={"die": [1, 9]})
        assert last(play).effect == 2 + 2 + 9


def test_what_cannot_be_decided_again_hinders_and_is_named() -> None:
    play = duel(DEF=8)
    play.do("rule", by="gil", set={"b.hp": 3})
    strike(play, 1)
    entry = play.memory.log[-1].seq
    play.do("end_turn", unit="a")
    play.do("end_turn", unit="b")
    before = play.state
    assert play.refused("amend", entry=entry, change={"difficulty": 1}, dice=[9]) == "illegal.nothing"
    assert play.state == before


def test_an_amendment_changes_one_check_only() -> None:
    play = duel()
    strike(play, 3, 4)
    entry = play.memory.log[-1].seq
    strike(play, 3, 4)
    play.do("amend", entry=entry, change={"difficulty": 1})
    assert [c.difficulty.total for c in play.events(Checked)] == [1, 2]


# --- a ruled Versus check ----------------------------------------------------------------------------


@pytest.mark.rule("T-148")
def test_the_other_side_is_rolled_for_at_once_also_where_all_is_asked() -> None:
    play = duel(**{"tt.ask.difficulty": "all"})
    play.do("act", unit="a", action="grapple", target="b", dice=[9, 1])
    assert not play.state.prompts
    assert last(play).kind == "versus"


@pytest.mark.parametrize(
    ("value", "dice", "total"),
    [({"modifiers": [{"label": "slippery", "value": 3}]}, (9, 1), 0), ({"value": 7}, (9,), 7)],
)
def test_the_gm_may_rule_a_versus_check(value: object, dice: tuple[int, ...], total: int) -> None:
    play = duel()
    play.do("rule", by="gil", unit="a", ruled=True)
    play.do("act", unit="a", action="grapple", target="b")
    play.do("answer", prompt="difficulty", value=value, dice=dice)
    found = last(play).difficulty
    assert found is not None
    assert found.total == total


@pytest.mark.rule("T-144")
def test_the_gm_sees_how_far_a_target_ran_and_players_do_not_read_it() -> None:
    play = Play(["b......", "a......"], {"a": hero("ann", SPD=2), "b": foe(SPD=2)}, order="ba")
    play.do("move", unit="b", path=[[1, 0], [2, 0], [3, 0]])
    play.do("end_turn", unit="b")
    numbers = {n.key: n.value for n in next(u for u in play.view().units if u.key == "b").bodies[0].numbers}
    assert numbers["moved"] == "3"
    seen = next(u for u in play.view("ann").units if u.key == "b").bodies[0].numbers
    assert "moved" not in {n.key for n in seen}


@pytest.mark.rule("T-144")
def test_what_a_moving_target_may_add_is_data() -> None:
    options = {"tt.ask.difficulty": "all", "tt.difficulty.moving_target": 3}
    play = Play(["ab"], {"a": {**hero("ann", SPD=2), "skills": {"claw": 1}}, "b": foe()}, order="ab", options=options)
    play.do("act", unit="a", action="claw", target="b")
    assert play.view().prompts[0].fields[0].help == "moving target +3"


def test_an_amendment_is_of_the_check_that_it_names() -> None:
    """A group's attacks are one entry; each line's own is changed, and keeps it when another line's is (table.md 7)."""
    member = {"STR": 1, "DEX": 3, "SPD": 4, "WIT": 1, "HP": 9}
    goblins = {**mob(member, member), "skills": {"claw": 1}}
    play = Play(["ma...", "m...."], {"a": hero("ann", SPD=4, DEF=8, HP=40), "m": goblins}, order="ma")
    entry = play.do("act", unit="m", action="simple_attack", target="a", dice=[1, 1])
    second = {"checks": {"m.2>a": {"modifier": {"label": "lantern", "value": 9}}}}
    play.do("amend", by=GM, entry=entry.seq, change=second, dice=[5])
    assert [c.outcome for c in play.events(Checked)] == ["failure", "success"]
    first = {"checks": {"m.1>a": {"outcome": "success"}}}
    play.do("amend", by=GM, entry=play.memory.log[-1].seq, change=first, dice=[4])
    assert [c.outcome for c in play.events(Checked)] == ["success", "success"]
    assert [(t.label, t.value) for t in play.events(Checked)[1].attempt.terms][-2:] == [("lantern", 9), ("d10", 1)]
    play.do("amend", by=GM, entry=play.memory.log[-1].seq, change={"checks": {"m.2>a": {"difficulty": 40}}})
    assert [c.outcome for c in play.events(Checked)] == ["success", "failure"]
