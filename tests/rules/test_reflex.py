"""Reflex Actions (T-079 to T-087) and what unspent points are worth out of turn (T-088, T-089)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel import events as e
from tactics.tempus import timing_events as t
from tests.rules.table import foe, hero, rules_with
from tests.rules.timing_table import Timed


def struck(ma: int = 3, **more: Any) -> Timed:
    """The GM's b attacks Ann's a, who is asked. b acts first in round 2, so a has had its points."""
    units = {
        "a": {**hero("ann", SPD=4, WIT=ma, DEX=3, STR=1, **more), "skills": {"claw": 2}},
        "b": foe(SPD=4, WIT=3, DEX=3, HP=30, DEF=1),
    }
    play = Timed(["......", "..ab..", "......"], units, order="ab")
    play.do("end_turn", unit="a")
    play.do("act", unit="b", action="simple_attack", target="a", dice=[] if ma else [1])
    return play


@pytest.mark.rule("T-065")
def test_out_of_turn_needs_an_interrupt() -> None:
    units = {"a": hero("ann", SPD=4, WIT=3), "b": foe(SPD=4, WIT=3)}
    play = Timed(["ab..."], units, order="ab")
    play.do("end_turn", unit="a")
    play.refuses("not_your_turn", "act", unit="a", action="simple_attack", target="b")
    play.refuses("illegal.nothing", "interrupt", unit="a", reflex=True)
    assert play.pool("a", "pa") == 4


@pytest.mark.rule("T-082", "T-083")
@pytest.mark.parametrize(("face", "success"), [(1, True), (3, True), (4, False), (10, False)])
def test_a_die_not_above_the_points_left_succeeds(face: int, success: bool) -> None:
    play = struck(3)
    loss = [] if success else [(4, 3), (4, 2)]
    play.do("interrupt", unit="a", reflex=True, dice=[face, *loss, *([] if success else [1])])
    assert play.events(t.ReflexTried)[0].success is success
    assert play.asked() == ([("reflex_action", "a")] if success else [])


@pytest.mark.rule("T-083", "T-088")
def test_a_success_pays_the_action_and_one_point_more_and_comes_first() -> None:
    play = struck(3)
    assert play.defence("a") == 4
    play.do(
        "interrupt", unit="a", reflex=True, action="simple_attack", target="b", **{"with": "claw"}, dice=[2, 7, 5, 1]
    )
    assert (play.pool("a", "pa"), play.pool("a", "ma")) == (2, 2)
    assert play.defence("a") == 2  # it fell at once
    outcomes = [(ev.unit, ev.outcome) for ev in play.memory.log[-1].events if type(ev).__name__ == "Checked"]
    assert outcomes == [("a", "success"), ("b", "failure")]


@pytest.mark.rule("T-083")
def test_the_action_may_be_chosen_after_the_die_or_declined() -> None:
    play = struck(3)
    play.do("interrupt", unit="a", reflex=True, dice=[1])
    play.do("answer", by="ann", prompt="reflex_action", value={"action": "move", "target": [1, 0]})
    assert (play.at("a"), play.pool("a", "pa"), play.pool("a", "ma")) == ((1, 0), 3, 2)
    assert play.events(t.Foiled)  # the blow finds nobody
    other = struck(3)
    other.do("interrupt", unit="a", reflex=True, dice=[1])
    other.do("answer", by="ann", prompt="reflex_action", value="decline", dice=[1])
    assert (other.pool("a", "pa"), other.pool("a", "ma")) == (4, 3)


@pytest.mark.rule("T-083")
def test_what_cannot_be_paid_with_the_surcharge_is_refused_and_nothing_is_spent() -> None:
    play = struck(1)
    dear = {"action": "called_strike", "target": "b"}
    play.refuses("illegal.cost", "interrupt", unit="a", reflex=True, **dear)
    play.do("interrupt", unit="a", reflex=True, dice=[1])
    play.refuses("illegal.cost", "answer", by="ann", prompt="reflex_action", value=dear)
    assert (play.pool("a", "pa"), play.pool("a", "ma")) == (4, 1)


@pytest.mark.rule("T-084")
def test_a_failure_takes_all_points_and_some_of_the_next_turn_alone() -> None:
    play = struck(2)
    play.do("interrupt", unit="a", reflex=True, dice=[7, (4, 3), (4, 2), 1])
    assert play.events(t.ReflexTried)[0].loss == {"ma": 3, "pa": 2}
    assert play.pool("a", "ma") == 0
    play.do("end_turn", unit="b")
    assert (play.pool("a", "pa"), play.pool("a", "ma")) == (2, 0)  # 4 - 2, and 2 - 3 is not below 0
    play.do("end_turn", unit="a")
    play.do("end_turn", unit="b")
    assert (play.pool("a", "pa"), play.pool("a", "ma")) == (4, 2)


@pytest.mark.rule("T-079")
def test_ten_points_leave_no_risk() -> None:
    play = struck(10)
    play.do("interrupt", unit="a", reflex=True, dice=[10])
    assert play.events(t.ReflexTried)[0].success


@pytest.mark.rule("T-080")
def test_no_points_no_reflex_and_none_on_the_own_turn() -> None:
    play = struck(0)
    assert play.asked() == []  # nothing to interrupt with: the blow went through
    play = Timed(["ab..."], {"a": hero("ann", WIT=3), "b": foe(WIT=2)}, order="ab")
    play.refuses("illegal.phase", "interrupt", unit="a", reflex=True)


@pytest.mark.rule("T-081")
@pytest.mark.parametrize(("middle", "asked"), [("#", []), (".", [("interrupt", "a")])])
def test_the_actor_must_be_in_sight_wherever_its_target_is(middle: str, asked: list[Any]) -> None:
    units = {"a": hero("ann", SPD=2, WIT=5), "b": foe(SPD=4, WIT=3), "c": hero("ben", HP=30, DEF=30)}
    rows = [f"a.{middle}.b..", f"...{'.'}.#.", ".....c."]
    play = Timed(rows, units, order="acb")
    play.do("set_standing", by="ann", choices={"stop_any": True})
    play.do("end_turn", unit="a")
    play.do("end_turn", unit="c")
    play.do("move", unit="b", path=[[5, 0]])
    assert play.asked() == asked


# --- what may interrupt what (T-085 to T-087) --------------------------------------------------------------

SPECIAL = {
    "action": {
        "sudden": {
            "label": "Sudden blow", "cost": {"pa": 1}, "target": "body", "reach": 1, "needs_skill": "attack",
            "interruptible": False, "effect": [{"do": "check", "against": "def"}, {"do": "harm"}],
        },
        "wrath": {
            "label": "Wrath", "cost": {"ma": 2}, "target": "body", "reach": 9, "divine": True,
            "effect": [{"do": "inflict", "status": "shaken"}],
        },
    }
}  # fmt: skip


def special(action: str) -> Timed:
    units = {"a": hero("ann", SPD=4, WIT=5, DEX=3, HP=30), "b": foe(SPD=4, WIT=5, DEX=3, HP=30)}
    play = Timed(["ab...", "....."], units, order="ab", rules=rules_with(SPECIAL))
    play.do("prepare", unit="a", action="move", target=[0, 1])
    play.do("end_turn", unit="a")
    play.do("act", unit="b", action=action, target="a", dice=[1] if action == "sudden" else [])
    return play


@pytest.mark.rule("T-085")
def test_some_actions_cannot_be_interrupted() -> None:
    play = special("sudden")
    assert (play.asked(), play.pool("a", "ma")) == ([], 5)


def clawed() -> Timed:
    """Somebody with claws between two foes, of whom the stronger comes next."""
    units = {
        "a": {**hero("ann", SPD=4, WIT=5, DEX=9, STR=1, HP=30), "skills": {"claw": 2}},
        "b": foe(SPD=4, WIT=1, HP=30, DEF=1),
        "c": foe(SPD=1, HP=30),
    }
    return Timed(["cab..", "....."], units, order="abc")


@pytest.mark.rule("T-086")
def test_a_counter_attack_is_an_interrupt_at_whoever_attacks() -> None:
    play = clawed()
    play.refuses("illegal.interrupt_only", "act", unit="a", action="counter_attack", target="b")
    play.do("end_turn", unit="a")
    play.do("act", unit="b", action="simple_attack", target="a")
    counter = {"action": "counter_attack", "with": "claw"}
    play.refuses("illegal.target", "interrupt", unit="a", reflex=True, target="c", **counter)
    play.do("interrupt", unit="a", reflex=True, target="b", **counter, dice=[1, 5, 5, 1])
    assert (play.pool("a", "pa"), play.pool("a", "ma")) == (2, 4)
    assert play.hp("b") < 30


@pytest.mark.rule("T-083", "T-086")
def test_after_the_die_the_same_is_offered_as_before_it() -> None:
    """The Counter Attack too, and whoever attacks comes first."""
    play = clawed()
    play.do("end_turn", unit="a")
    play.do("act", unit="b", action="simple_attack", target="a")

    def offered() -> list[tuple[str, tuple[str, ...]]]:
        (prompt,) = play.prompts("ann")
        return [(fold.label, tuple(on for _, on, _ in fold.choices)) for fold in prompt.folds]

    before = offered()
    assert [label for label, _ in before if label.startswith("Counter Attack")]
    play.do("interrupt", unit="a", reflex=True, dice=[1])
    assert play.asked() == [("reflex_action", "a")]
    assert offered() == before
    wish = {"action": "counter_attack", "with": "claw", "target": "b"}
    play.do("answer", by="ann", prompt="reflex_action", value=wish, dice=[5, 5, 1])
    assert play.hp("b") < 30


@pytest.mark.rule("T-086")
def test_a_counter_attack_may_be_prepared() -> None:
    units = {
        "a": {**hero("ann", SPD=4, WIT=5, DEX=9, STR=1, HP=30), "skills": {"claw": 2}},
        "b": foe(SPD=4, WIT=1, HP=30, DEF=1),
    }
    play = Timed(["ab...", "....."], units, order="ab")
    play.do("prepare", unit="a", action="counter_attack", **{"with": "claw"}, when={"attacks": "any"}, fire="auto")
    play.do("end_turn", unit="a")
    play.do("act", unit="b", action="simple_attack", target="a", dice=[5, 5, 1])
    assert play.hp("b") < 30
    assert (play.asked(), play.numbers("a")) == ([], [])


@pytest.mark.rule("T-087")
def test_only_a_divine_power_interrupts_one() -> None:
    play = special("wrath")
    play.refuses("illegal.divine", "interrupt", unit="a", reflex=True, action="move", target=[0, 1])
    play.do("interrupt", unit="a", reflex=True, action="wrath", target="b", dice=[3])
    assert play.pool("a", "ma") == 2  # 5 - 2 - 1


@pytest.mark.rule("T-087")
def test_a_prepared_action_that_is_not_divine_waits_for_it() -> None:
    play = special("wrath")
    play.do("interrupt", unit="a", prepared=1, affects=True)
    kinds = [type(ev).__name__ for ev in play.memory.log[-1].events]
    assert kinds.index("StatusSet") < kinds.index("DelayedTaken") < kinds.index("Stepped")


# --- unspent points (T-088, T-089) -----------------------------------------------------------------------


@pytest.mark.rule("T-088")
def test_unspent_points_defend_and_fall_as_they_are_spent() -> None:
    units = {"a": hero("ann", SPD=5, WIT=4, DEF=2), "b": foe(SPD=3)}
    play = Timed(["a..b.", ".....", "....."], units, order="ab")
    play.do("move", unit="a", path=[[0, 1]])
    play.do("act", unit="a", action="dance", dice=[5])
    play.do("move", unit="a", path=[[0, 2]])
    play.do("end_turn", unit="a")
    assert play.defence("a") == 4
    play.do("set_standing", by="ann", choices={"stop_any": True})
    play.do("move", unit="b", path=[[3, 1]])
    play.do("interrupt", unit="a", reflex=True, action="move", target=[1, 2], dice=[1])
    assert play.defence("a") == 3


@pytest.mark.rule("T-089")
def test_points_turned_into_initiative_are_no_reflex_any_more() -> None:
    units = {"a": hero("ann", SPD=2, WIT=2), "b": foe(SPD=3, HP=9)}
    play = Timed(["ab..."], units, order="ab")
    play.do("end_turn", unit="a", convert=2)
    play.do("act", unit="b", action="simple_attack", target="a", dice=[1])
    assert play.asked() == []
    assert not [ev for ev in play.memory.log[-1].events if isinstance(ev, e.Asked)]


def test_the_button_says_what_the_points_left_are_worth() -> None:
    play = Timed(["a...."], {"a": hero("ann", SPD=2, WIT=3)}, order="a")
    end = play.view("ann").end_turn
    assert end is not None
    assert end.keeps == "keeps 2 PA: +2 DEF, 3 MA: Reflex 30 %"
