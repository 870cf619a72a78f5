"""Extended Actions (T-039 to T-046): begun, paid over turns, executed, stopped, broken by a blow."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.tempus.willpower import difficulty
from tests.rules.table import foe, hero
from tests.rules.timing_table import Timed as Play


def long(**more: Any) -> Play:
    """A slow hero beside a foe."""
    units = {"a": hero("ann", SPD=2, WIT=2, DEX=4, STR=2, WP=4, **more), "b": foe(HP=30, SPD=2, WIT=2, DEF=1)}
    return Play(["ab.", "...", "..."], units, order="ab")


@pytest.mark.rule("T-039")
def test_what_takes_more_points_than_a_turn_has_is_paid_over_turns() -> None:
    play = long()
    play.do("act", unit="a", action="power_attack", target="b")
    assert play.value("a", "extended") == {
        "action": "power_attack", "cost": {"pa": 3}, "paid": {"pa": 2}, "owed": {"pa": 1},
    }  # fmt: skip
    play.do("end_turn", unit="a")
    play.do("end_turn", unit="b")
    play.do("extend", unit="a", dice=[6, (8, 5)])
    assert play.pool("a", "pa") == 1
    assert play.hp("b") < 30


@pytest.mark.rule("T-039")
def test_an_action_that_fits_a_turn_cannot_be_stretched() -> None:
    play = Play(["ab."], {"a": hero("ann", SPD=3), "b": foe(HP=9)}, order="ab")
    play.do("move", unit="a", path=[[0, 1]])
    play.do("move", unit="a", path=[[0, 0]])
    play.refuses("illegal.cost", "act", unit="a", action="power_attack", target="b")


@pytest.mark.rule("T-039")
def test_the_player_chooses_how_much_to_pay_and_something_every_turn() -> None:
    play = long()
    play.do("act", unit="a", action="power_attack", target="b", pay={"pa": 1})
    assert play.value("a", "extended")["paid"] == {"pa": 1}
    play.refuses("illegal.cost", "extend", unit="a", pay={"pa": 0})
    play.refuses("bad_field", "extend", unit="a", pay={"pa": 3})
    told = play.view("ann").end_turn
    assert told is not None
    assert told.keeps == "keeps 1 PA: +1 DEF, 2 MA: Reflex 20 %"
    play.do("end_turn", unit="a")
    play.do("end_turn", unit="b")
    told = play.view("ann").end_turn
    assert told is not None
    assert told.keeps.endswith("; Power Attack stops, 1 PA lost")  # the button says so before it is pressed
    play.do("end_turn", unit="a")  # nothing paid this turn: it stops
    assert play.value("a", "extended") is None
    assert "nothing was paid this turn" in play.said()


@pytest.mark.rule("T-040")
def test_it_is_executed_with_the_last_point_and_another_target_may_be_named() -> None:
    units = {"a": hero("ann", SPD=2, DEX=4), "b": foe(HP=30, SPD=4), "c": foe(HP=30)}
    play = Play(["ab...", "c....", "....."], units, order="abc")
    play.do("act", unit="a", action="power_attack", target="b")
    play.do("end_turn", unit="a")
    play.do("move", unit="b", path=[[2, 0], [3, 0]])
    play.do("end_turn", unit="b")
    play.do("end_turn", unit="c")
    play.refuses("illegal.range", "extend", unit="a")
    play.do("extend", unit="a", target="c", dice=[6, (8, 5)])
    assert play.hp("c") < 30


@pytest.mark.rule("T-041")
def test_some_actions_cannot_be_extended() -> None:
    play = Play(["a...."], {"a": hero("ann", SPD=1, WIT=2)}, order="a")
    play.refuses("illegal", "act", unit="a", action="acrobatics", target=[2, 0])
    assert play.value("a", "extended") is None


@pytest.mark.rule("T-042")
def test_a_mob_does_it_as_a_whole_unless_the_gm_lets_a_part() -> None:
    members = [{"stats": {"SPD": 2, "WIT": 1}}] * 3
    units = {"m": {**foe(), "seat": "ann", "kind": "mob", "members": members, "glyph": "m"}, "b": foe(HP=30)}
    play = Play(["mbm", ".m.", "..."], units, order="mb")
    play.refuses("illegal.extended", "act", unit="m", action="power_attack", targets={"m.1": "b"})
    play.do("act", unit="m", action="power_attack", target="b")
    assert play.value("m", "extended")["owed"] == {"pa": 1}
    play.do("stop", unit="m")
    play.do("end_turn", unit="m")
    play.do("end_turn", unit="b")
    play.do("act", by="gil", unit="m", action="power_attack", targets={"m.1": "b"})
    assert play.value("m", "extended") is not None


@pytest.mark.rule("T-043")
def test_others_of_the_same_type_wait() -> None:
    play = long()
    play.do("act", unit="a", action="power_attack", target="b", pay={"pa": 1})
    play.refuses("illegal.extended", "move", unit="a", path=[[0, 1]])
    play.refuses("illegal.extended", "act", unit="a", action="simple_attack", target="b")
    play.do("act", unit="a", action="dance", dice=[5])  # Dynamic
    play.do("talk", unit="a", text="wait for it")
    option = play.option("a", "move")
    assert option.why_code == "extended"


@pytest.mark.rule("T-043")
def test_shared_pool_blocks_whatever_draws_the_same_points() -> None:
    play = long()
    play.do("set_option", key="tt.extended.block", value="shared_pool")
    play.do("act", unit="a", action="power_attack", target="b", pay={"pa": 1})
    play.refuses("illegal.extended", "act", unit="a", action="dance")
    play.do("talk", unit="a", text="wait for it")


@pytest.mark.rule("T-044")
def test_stopping_loses_what_was_paid() -> None:
    play = long()
    play.do("act", unit="a", action="power_attack", target="b")
    play.do("stop", unit="a")
    assert play.value("a", "extended") is None
    assert play.pool("a", "pa") == 0
    assert "2 PA lost" in play.said()


@pytest.mark.rule("T-045", "T-046")
@pytest.mark.parametrize(("face", "keeps"), [(5, True), (1, False)])
def test_an_attack_in_between_calls_for_willpower(face: int, keeps: bool) -> None:
    """A miss does too; 4 + 5 against 5 holds, 4 + 1 = 5 is a tie and fails."""
    play = long()
    play.do("act", unit="a", action="power_attack", target="b")
    play.do("end_turn", unit="a")
    play.do("act", unit="b", action="simple_attack", target="a")
    play.do("pass", unit="a", dice=[1, face])
    assert (play.value("a", "extended") is not None) == keeps
    assert ("willpower holds" in play.said()) == keeps


@pytest.mark.rule("T-046")
def test_the_difficulty_grows_with_the_damage_to_a_limit() -> None:
    play = long()
    facts = play.know()
    assert [difficulty(facts, n) for n in (0, 1, 6, 7, 99)] == [5, 5, 8, 8, 15]


@pytest.mark.rule("T-045")
def test_the_gm_may_be_asked_each_time_and_may_call_for_it_at_any_time() -> None:
    play = long()
    play.do("set_option", key="tt.ask.willpower", value="all")
    play.do("act", unit="a", action="power_attack", target="b")
    play.do("end_turn", unit="a")
    play.do("act", unit="b", action="simple_attack", target="a")
    play.do("pass", unit="a", dice=[1])
    assert [p.kind for p in play.view().prompts] == ["willpower"]
    play.do("answer", prompt="willpower", value="no")
    assert play.value("a", "extended")["paid"] == {"pa": 2}
    play.do("call_willpower", by="gil", unit="a", difficulty=8, dice=[4])  # 4 + 4 = 8: a tie fails
    assert play.value("a", "extended") is None
    play.refuses("illegal.extended", "call_willpower", by="gil", unit="a")


def test_the_offer_says_what_is_paid_now_and_what_stays_to_pay() -> None:
    play = long()
    option = next(o for o in play.view("ann").options if o.key.startswith("power_attack"))
    assert (option.why_not, option.cost) == ("", "3 PA over turns, 2 PA now")
    play.do("act", unit="a", action="power_attack", target="b")
    badge = next(b for b in play.unit("a", "ann").badges if b.key == "extended")
    assert (badge.label, badge.title) == ("Power Attack", "1 PA still to pay")


@pytest.mark.rule("T-039")
def test_the_offer_asks_how_much_is_paid_now_and_beginning_with_less_is_possible() -> None:
    play = long()
    option = next(o for o in play.view("ann").options if o.key.startswith("power_attack"))
    assert [(f.name, f.kind, f.value) for f in option.fields] == [("pay/pa", "number", "")]
    play.do(option.do, by="ann", unit="a", target="b", pay={"pa": 1}, **option.command)
    assert play.value("a", "extended")["paid"] == {"pa": 1}
    one = Play(["ab."], {"a": hero("ann", SPD=1, WIT=2), "b": foe(HP=9)}, order="ab")
    only = next(o for o in one.view("ann").options if o.key.startswith("power_attack"))
    assert only.fields == ()  # 1 PA is all there is


@pytest.mark.rule("T-040")
def test_another_target_is_offered_when_the_first_cannot_be_reached_any_more() -> None:
    units = {"a": hero("ann", SPD=2, DEX=4), "b": foe(HP=30, SPD=4), "c": foe(HP=30)}
    play = Play(["ab...", "c....", "....."], units, order="abc")
    play.do("act", unit="a", action="power_attack", target="b", pay={"pa": 1})
    for unit in "abc":
        play.do("end_turn", unit=unit)
    assert play.option("a", "extend").targets == ()  # the first can still be reached
    play.refuses("illegal.target", "extend", by="ann", unit="a", target="c")
    play.do("extend", unit="a", pay={"pa": 1})
    play.do("end_turn", unit="a")
    play.do("move", unit="b", path=[[2, 0], [3, 0]])
    play.do("end_turn", unit="b")
    play.do("end_turn", unit="c")
    go_on = play.option("a", "extend")
    assert [target.body for target in go_on.targets] == ["c"]
    play.do("extend", by="ann", unit="a", target="c", dice=[6, (8, 5)])
    assert play.hp("c") < 30


@pytest.mark.rule("T-045")
def test_the_gm_finds_the_willpower_roll_beside_what_is_under_way() -> None:
    play = long()
    play.do("act", unit="a", action="power_attack", target="b")
    option = play.option("a", "call_willpower", seat="gil")
    assert option.fields[0].value == "5"
    assert all(o.key != "call_willpower" for o in play.view("ann").options)
    play.do(option.do, by="gil", unit="a", difficulty=int(option.fields[0].value), dice=[5])
    assert play.value("a", "extended")["paid"] == {"pa": 2}
