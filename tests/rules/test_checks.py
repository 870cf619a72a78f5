"""Skill checks: ranks, the Attempt with the Zero rule, difficulty, Versus, Effectiveness (T-133 to T-162)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.effects.odds import Ranges
from tactics.effects.rules import DataError
from tactics.kernel import events as e
from tactics.kernel.codec import codec, encode
from tactics.kernel.engine import apply
from tactics.tempus import check_numbers as numbers
from tactics.tempus.check_events import Checked
from tactics.tempus.check_numbers import Trial
from tests.rules.table import Play, foe, hero, rules_with

SKILL = {"type": "physical", "stat": "DEX"}


class Truth:
    """The truth of a play, as facts."""

    def __init__(self, play: Play) -> None:
        self.state, self.rules = play.state, play.rules


def alone(
    skill: str, *, rank: str | int | None = None, race: str = "human", rules: Any = None,
    options: dict[str, Any] | None = None, **stats: int,
) -> Play:  # fmt: skip
    """A hero with one skill, its turn begun, and somebody else far away."""
    given = {**hero(**{"SPD": 9, "WIT": 9, **stats}), "race": race, "skills": {} if rank is None else {skill: rank}}
    play = Play(["a......b"], {"a": given, "b": foe()}, order="ab", options=options, rules=rules)
    return play


def check(play: Play, action: str, *dice: int | tuple[int, int], **args: Any) -> Checked:
    play.do("act", unit="a", action=action, dice=dice, **args)
    return play.events(Checked)[0]


def total(play: Play, action: str, *dice: int | tuple[int, int], **args: Any) -> int:
    found = check(play, action, *dice, **args).attempt
    assert found is not None
    return found.total


# --- ranks -------------------------------------------------------------------------------------------


@pytest.mark.rule("T-133")
def test_a_rank_is_0_to_10_or_p() -> None:
    template = {"label": "X", "race": "human", "stats": {}}
    with pytest.raises(DataError, match="rank"):
        rules_with({"template": {"x": {**template, "skills": {"climb": 11}}}})
    rules_with({"template": {"x": {**template, "skills": {"climb": "P"}}}})


@pytest.mark.rule("T-133")
def test_an_unranked_skill_has_neither_rank_nor_penalty() -> None:
    rules = rules_with({"skill": {"dodge": {**SKILL, "label": "Dodge", "unranked": True}}})
    assert total(alone("dodge", rules=rules, DEX=3), "dodge", 4) == 7


@pytest.mark.rule("T-134")
def test_rank_p_earns_no_bonus() -> None:
    assert total(alone("balance", rank="P", DEX=3), "balance", 4) == 7


@pytest.mark.rule("T-135")
def test_a_human_without_grapple_suffers_4() -> None:
    play = alone("grapple", STR=5)
    terms = numbers.attempt(Truth(play), Trial("a", "grapple"))
    assert terms.total == 1


@pytest.mark.rule("T-135")
def test_a_spell_without_a_rank_is_the_gms_to_allow() -> None:
    rules = rules_with({"skill": {"glow": {"label": "Glow", "type": "magic", "stat": "INT", "cost": {"ma": 1}}}})
    play = alone("glow", rules=rules)
    play.do("act", unit="a", action="glow")
    assert [p.kind for p in play.state.prompts] == ["untrained"]
    play.do("answer", prompt="untrained", value=False, by="gil")
    play.do("act", unit="a", action="glow", by="gil", dice=[5])
    assert play.events(Checked)[0].outcome == "failure"


@pytest.mark.rule("T-136")
@pytest.mark.parametrize(
    ("race", "expected"),
    [
        ("monster", 5),
        ("half_monster", 5),
        ("human", 6),
        ("ascendant", 7),
        ("half_ascendant", 7),
        ("half_human", 6),
        ("", 6),
    ],
)
def test_the_penalty_depends_on_the_race(race: str, expected: int) -> None:
    assert total(alone("balance", race=race, DEX=5), "balance", 5) == expected


@pytest.mark.rule("T-137")
def test_rank_p_spares_a_monster_the_penalty() -> None:
    assert total(alone("balance", rank="P", race="monster", DEX=5), "balance", 5) == 10


# --- the Attempt -------------------------------------------------------------------------------------


@pytest.mark.rule("T-138", "T-139")
def test_one_record_holds_attempt_and_effectiveness() -> None:
    found = check(alone("lore", rank=1, WIT=2, INT=2), "lore", 7, 6)
    assert found.attempt is not None
    assert found.effectiveness is not None
    assert (found.attempt.total, found.margin, found.effectiveness.total) == (10, 2, 9)


@pytest.mark.rule("T-139")
def test_a_failed_attempt_stores_no_effectiveness() -> None:
    found = check(alone("lore", rank=1, WIT=2), "lore", 5)
    assert found.outcome == "failure"
    assert found.effectiveness is None


@pytest.mark.rule("T-140", "T-141")
def test_rank_and_stat_are_named_before_the_die() -> None:
    play = alone("claw", rank=2, DEX=3)
    assert str(numbers.attempt(Truth(play), Trial("a", "claw", target="b", against="def"))) == "2 Claw + 3 DEX = 5"


@pytest.mark.rule("T-142")
def test_bonuses_and_penalties_are_listed_with_their_sources() -> None:
    play = alone("claw", rank=2, DEX=3)
    for label, value in (("Aim", 2), ("hand", -3), ("vague", -2)):
        play.do("lay", on="body:a", label=label, value=value, applies="attempt")
    found = numbers.attempt(Truth(play), Trial("a", "claw", target="b", against="def"))
    assert [(t.label, t.value) for t in found.terms[2:]] == [("Aim", 2), ("hand", -3), ("vague", -2)]
    assert all(t.source.startswith("laid:") for t in found.terms[2:])
    assert found.total == 5 - 3


@pytest.mark.rule("T-142")
def test_a_status_is_a_named_modifier() -> None:
    play = alone("balance", rank=1, DEX=3)
    play.do("rule", status={"body": "a", "key": "blessed"})
    found = check(play, "balance", 5)
    assert found.attempt is not None
    assert str(found.attempt) == "1 Balance + 3 DEX + 1 Blessed + 5 d10 = 10"


@pytest.mark.rule("T-101")
def test_a_compound_check_takes_half_of_two_stats() -> None:
    found = check(alone("tactics", rank=1, INT=4, WIT=3), "tactics", 9, 1)
    assert found.attempt is not None
    assert str(found.attempt) == "1 Tactics + 3 half of INT + WIT + 9 d10 = 13"


@pytest.mark.rule("T-147")
@pytest.mark.parametrize(
    ("die", "tie", "outcome"), [(4, "fail", "failure"), (5, "fail", "success"), (4, "succeed", "success")]
)
def test_only_more_than_the_difficulty_succeeds(die: int, tie: str, outcome: str) -> None:
    play = alone("balance", rank=1, DEX=3, options={"tt.check.tie": tie})
    assert check(play, "balance", die).outcome == outcome


@pytest.mark.rule("T-143")
def test_a_simple_check_takes_the_suggested_difficulty_at_once() -> None:
    play = alone("climb", rank=1, STR=3)
    found = check(play, "climb", 5)
    assert found.difficulty is not None
    assert found.difficulty.total == 8
    assert not play.state.prompts
    assert found.difficulty.terms[0].house


@pytest.mark.rule("T-160")
def test_a_lock_is_open_or_it_is_not() -> None:
    found = check(alone("pick_lock", rank=2, DEX=3), "pick_lock", 4)
    assert (found.outcome, found.margin, found.effectiveness) == ("success", 1, None)


# --- the Zero rule -----------------------------------------------------------------------------------


@pytest.mark.rule("T-150")
def test_effectiveness_has_no_second_die() -> None:
    found = check(alone("lore", rank="P", WIT=4, INT=0), "lore", 9, 10)
    assert found.effectiveness is not None
    assert found.effectiveness.total == 10


@pytest.mark.rule("T-150", "T-151")
def test_a_ten_and_a_nine_succeed_against_any_difficulty() -> None:
    play = alone("climb", rank=1)
    play.do("lay", on="next:a", label="sheer", value=32)
    found = check(play, "climb", 10, 9)
    assert found.difficulty is not None
    assert found.difficulty.total == 40
    assert found.outcome == "critical"


@pytest.mark.rule("T-151")
def test_a_ten_and_a_two_fail_whatever_the_total() -> None:
    play = alone("climb", rank=9, STR=9)
    play.do("lay", on="next:a", label="stairs", value=-5)
    found = check(play, "climb", 10, 2)
    assert found.outcome == "botch"


@pytest.mark.rule("T-152")
def test_the_ranges_can_be_changed() -> None:
    status = {
        "keen": {"label": "Keen", "changes": [{"applies": "crit", "value": 1}]},
        "sure": {"label": "Sure", "changes": [{"applies": "botch", "value": -1}]},
        "wild": {"label": "Wild", "changes": [{"applies": "crit", "value": 9}]},
    }
    rules = rules_with({"status": status})
    play = alone("climb", rank=1, rules=rules)
    play.do("rule", status={"body": "a", "key": "keen"})
    assert check(play, "climb", 10, 7).outcome == "critical"
    play.do("rule", status={"body": "a", "key": "sure"})
    found = check(play, "climb", 10, 3, 6)
    assert found.outcome == "failure"
    assert numbers.ranges(Truth(play), Trial("a", "climb")) == Ranges(crit=(7, 10), botch=(1, 2))
    play.do("rule", status={"body": "a", "key": "wild"})
    assert numbers.ranges(Truth(play), Trial("a", "climb")) == Ranges(crit=(3, 10), botch=(1, 2))


@pytest.mark.rule("T-152")
def test_overlapping_ranges_are_no_ranges() -> None:
    with pytest.raises(ValueError, match="at once"):
        Ranges(crit=(3, 10), botch=(1, 3))


@pytest.mark.rule("T-153")
@pytest.mark.parametrize(("dice", "expected"), [((10, 5, 7), 12), ((10, 4, 10), 15)])
def test_the_third_die_takes_the_place_of_the_first(dice: tuple[int, ...], expected: int) -> None:
    play = alone("climb", rank=2, STR=3)
    found = check(play, "climb", *dice)
    assert found.attempt is not None
    assert found.attempt.total == expected
    assert found.outcome == "success"
    assert found.die == dice[2]
    card = next(line.card for line in play.lines() if line.card is not None)
    assert (card.was, card.die) == (10, dice[2])
    assert [t.counts for t in found.attempt.terms if t.kind == "die"] == [False, False, True]


@pytest.mark.rule("T-154")
def test_a_botch_rolls_its_severity() -> None:
    play = alone("lore", rank=2, WIT=9, INT=2)
    found = check(play, "lore", 10, 1, 4)
    assert found.outcome == "botch"
    assert found.severity is not None
    assert found.severity.total == 8
    assert found.effectiveness is None
    assert not play.state.prompts
    assert "severity 8" in play.words()[-1]


# --- Versus ------------------------------------------------------------------------------------------


def grapple(first: dict[str, Any], second: dict[str, Any], *dice: int) -> tuple[Play, Checked]:
    play = Play(["ab"], {"a": first, "b": second}, order="ab")
    play.do("act", unit="a", action="grapple", target="b", dice=dice)
    return play, play.events(Checked)[0]


def fighter(strength: int, seat: str = "ann") -> dict[str, Any]:
    base = hero(STR=strength, SPD=4) if seat == "ann" else foe(STR=strength, SPD=4)
    return {**base, "race": "human", "skills": {"grapple": "P"}}


@pytest.mark.rule("T-148")
def test_the_resister_holds_a_tie() -> None:
    _, found = grapple(fighter(4), fighter(4, "gil"), 5, 5)
    assert (found.kind, found.outcome, found.margin) == ("versus", "failure", 0)


@pytest.mark.rule("T-148")
def test_the_initiators_critical_beats_any_plain_roll() -> None:
    _, found = grapple(fighter(0), fighter(9, "gil"), 10, 8, 9)
    assert found.difficulty is not None
    assert found.difficulty.total == 18
    assert found.outcome == "critical"


@pytest.mark.rule("T-148")
def test_the_resisters_critical_beats_any_plain_roll() -> None:
    _, found = grapple(fighter(9), fighter(0, "gil"), 9, 10, 10)
    assert found.attempt is not None
    assert found.attempt.total == 18
    assert found.outcome == "failure"


@pytest.mark.rule("T-148")
def test_the_winner_of_a_grapple_holds_the_other_and_a_held_one_frees_itself() -> None:
    play, found = grapple(fighter(5), fighter(4, "gil"), 5, 5)
    assert found.outcome == "success"
    assert [s.key for s in play.state.bodies["b"].statuses] == ["grappled"]
    play.do("end_turn", unit="a")
    play.do("act", unit="b", action="grapple", target="a", dice=[9, 1])
    assert not play.state.bodies["b"].statuses
    assert not play.state.bodies["a"].statuses


# --- what it comes to --------------------------------------------------------------------------------


@pytest.mark.rule("T-161")
def test_what_charm_comes_to_is_told_as_a_number() -> None:
    play = alone("charm", rank=3, CHA=2)
    found = check(play, "charm", 9, 6)
    assert found.effect == 11
    assert found.dealt is None
    assert "Effectiveness 11" in play.words()[-1]


@pytest.mark.rule("T-161")
def test_the_gm_tells_what_it_means() -> None:
    play = alone("charm", rank=3, CHA=2)
    check(play, "charm", 9, 6)
    play.do("chat", text="The guard lets you pass.", style="narration", by="gil")
    assert any("lets you pass" in words for words in play.words("ann"))


@pytest.mark.rule("T-162")
def test_a_retry_bonus_is_used_once() -> None:
    play = alone("climb", rank=1, STR=1)
    assert check(play, "climb", 3).outcome == "failure"
    play.do("lay", on="next:a", label="retry", value=1, applies="attempt", by="gil")
    first = check(play, "climb", 3)
    assert first.attempt is not None
    assert "1 retry" in str(first.attempt)
    second = check(play, "climb", 3)
    assert second.attempt is not None
    assert "retry" not in str(second.attempt)


@pytest.mark.rule("T-159")
def test_effectiveness_dice_may_be_several() -> None:
    rules = rules_with({"skill": {"roar": {**SKILL, "label": "Roar", "effectiveness": "2d6", "unranked": True}}})
    found = check(alone("roar", rules=rules, DEX=9), "roar", 9, (6, 5), (6, 4))
    assert found.effect == 9


# --- secrets and the record --------------------------------------------------------------------------


def test_a_secret_modifier_hides_the_total_from_players() -> None:
    play = alone("climb", rank=1, STR=3)
    play.do("lay", on="unit:a", label="cursed rope", value=2, applies="difficulty", secret=True, by="gil")
    check(play, "climb", 5)
    mine, gms = play.lines("ann")[-1], play.lines()[-1]
    assert gms.record["attempt"]["difficulty"] == 10
    assert "difficulty" not in mine.record["attempt"]
    assert "margin" not in mine.record["attempt"]
    assert mine.breakdowns[1].total is None
    assert "cursed" not in str(mine)


def test_the_dice_of_the_record_are_those_that_fell() -> None:
    play = alone("climb", rank=1, STR=3)
    check(play, "climb", 10, 5, 7)
    assert [r.faces for r in play.events(e.Rolled)] == [(10,), (5,), (7,)]
    assert play.lines()[-1].record["attempt"] == {
        "total": 11, "difficulty": 8, "margin": 3, "die": 7, "outcome": "success"
    }  # fmt: skip


# --- dice from the table -----------------------------------------------------------------------------


def test_real_dice_are_asked_for_one_roll_at_a_time() -> None:
    play = alone("lore", rank=1, WIT=5, INT=2)
    play.do("set_standing", by="ann", choices={"typed_dice": True})
    play.do("act", unit="a", action="lore")
    for face in (10, 5, 9, 4):
        assert [p.kind for p in play.state.prompts] == ["die"]
        play.do("answer", by="ann", prompt="die", value=face)
    found = play.events(Checked)[0]
    assert found.attempt is not None
    assert (found.attempt.total, found.effect) == (12, 7)
    assert not play.state.stack


def test_a_die_that_is_not_typed_in_is_rolled_by_the_server_and_says_so() -> None:
    play = alone("lore", rank=1, WIT=5, INT=2)
    play.do("set_standing", by="ann", choices={"typed_dice": True})
    play.do("act", unit="a", action="lore")
    play.do("answer", by="ann", prompt="die", default=True, dice=[10])
    play.do("answer", by="ann", prompt="die", value={"value": 5})
    play.do("timeout", by="system", prompt=play.state.prompts[0].key, absent=True, dice=[9])
    play.do("answer", by="ann", prompt="die", value=0)  # the ten of a real d10
    found = play.events(Checked)[0]
    assert found.attempt is not None
    assert (found.attempt.total, found.effect) == (12, 13)
    rolls = [ev for entry in play.memory.log for ev in entry.events if isinstance(ev, e.Rolled)]
    assert [(r.faces, r.typed) for r in rolls] == [((10,), False), ((5,), True), ((9,), False), ((10,), True)]


def test_the_question_for_a_die_can_be_answered_from_its_card() -> None:
    swordsman = {**hero(SPD=4, STR=2), "skills": {"sword": "P"}, "weapons": ["great_sword"]}
    play = Play(["ab"], {"a": swordsman, "b": foe()}, order="ab")
    play.do("set_standing", by="ann", choices={"typed_dice": True})
    play.do("act", unit="a", action="simple_attack", **{"with": "great_sword"}, target="b")
    card = play.view("ann").prompts[0]
    assert [(f.name, f.kind) for f in card.fields] == [("value", "number")]
    assert card.default == "rolled by the server"
    play.do("answer", by="ann", prompt=card.key, value={"value": 9})
    card = play.view("ann").prompts[0]
    assert (card.title, card.fields[0].label) == ("Roll 2d6", "Faces")
    for wrong in ("3", "3 7", "0 3", "3 4 5", [3, True], [3, False], {"value": None}):
        assert play.refused("answer", by="ann", prompt=card.key, value=wrong) == "bad_field"
    play.do("answer", by="ann", prompt=card.key, value={"value": "3, 5"})
    assert play.events(Checked)[0].effectiveness.total == 8 + 2  # type: ignore[union-attr]


def test_each_side_of_a_versus_check_rolls_its_own_real_die() -> None:
    other = {**fighter(4), "seat": "ben", "side": "foes"}
    play = Play(["ab"], {"a": fighter(4), "b": other}, order="ab")
    for seat in ("ann", "ben"):
        play.do("set_standing", by=seat, choices={"typed_dice": True})
    play.do("act", unit="a", action="grapple", target="b")
    assert [p.to for p in play.state.prompts] == ["ann"]
    play.do("answer", by="ann", prompt="die", value=6)
    assert [p.to for p in play.state.prompts] == ["ben"]
    play.do("answer", by="ben", prompt="die", value=5)
    assert play.events(Checked)[0].outcome == "success"


def test_the_state_is_plain_data_after_every_event() -> None:
    play = Play(["ab"], {"a": fighter(4), "b": fighter(4, "gil")}, order="ab")
    state = play.state
    play.do("act", unit="a", action="grapple", target="b", dice=[10, 5, 6, 5])
    for event in play.memory.log[-1].events:
        state = apply(play.code, state, event)
        assert codec(play.code).state(encode(state)) == state
    assert codec(play.code).events(encode(list(play.memory.log[-1].events))) == play.memory.log[-1].events
