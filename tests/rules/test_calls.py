"""Called checks, what the GM tells, gauged failures, retries, the GM's stat and impressions (T-100, T-103, T-135,
T-143, T-154, T-155, T-161, T-162)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel import events as e
from tactics.tempus.check_events import Checked
from tests.rules.table import GM, Play, foe, hero


def scene(**more: Any) -> Play:
    units = {
        "a": {**hero("ann", SPD=4, WIT=4, DEX=2, INT=5, CHA=3), "race": "human",
              "skills": {"charm": 1, "observe": 2, "mechanics": 1}},
        "b": {**hero("ben", SPD=3, WIT=3), "race": "monster", "skills": {"observe": "P"}},
        "n": {**foe(WIT=2, CHA=2), "skills": {"observe": 1}},
    }  # fmt: skip
    return Play(["ab.n"], units, order=units, seats={"sam": "spectator"}, **more)


def outcomes(play: Play) -> list[tuple[str, int, str]]:
    return [(c.body, c.attempt.total, c.outcome) for c in play.events(Checked)]


@pytest.mark.rule("T-099", "T-143")
def test_one_several_or_all_without_turn_or_cost() -> None:
    play = scene()
    pools = play.state.units["b"].pools
    play.do("call_check", by=GM, who=["a", "b"], skill="observe", difficulty=7, dice=[2, 5])
    assert outcomes(play) == [("a", 8, "success"), ("b", 8, "success")]
    assert (play.turn, play.state.units["b"].pools, play.pool("a", "ma")) == ("a", pools, 4)
    assert "The GM calls a check of Observe: A and B" in play.words("sam")
    play.do("call_check", by=GM, who=["b"], skill="observe", dice=[3])
    assert outcomes(play) == [("b", 6, "failure")]
    play.do("call_check", by=GM, who=["a", "b", "n"], skill="observe", difficulty=3, modifier=-2, dice=[1, 1, 1])
    assert [total for _, total, _ in outcomes(play)] == [5, 2, 2]
    assert play.refused("call_check", by="ann", who=["a"], skill="observe") == "not_allowed"
    assert play.refused("call_check", by=GM, who=["a"], skill="juggling") == "unknown"
    assert play.refused("call_check", by=GM, who=["zed"], skill="observe") == "unknown"
    assert play.refused("call_check", by=GM, who=["a"], skill="thick_hide") == "bad_field"


@pytest.mark.rule("T-143")
def test_in_secret_and_blind() -> None:
    play = scene()
    play.do("call_check", by=GM, who=["a"], skill="observe", how="secret", dice=[9])
    assert play.words("ann") == []
    assert len(play.lines(GM)) == 2
    play.do("call_check", by=GM, who=["a"], skill="observe", how="blind", dice=[9])
    assert play.words("ann") == ["The GM calls a check of Observe: A; the GM keeps what it comes to"]
    assert play.lines(GM)[1].record["attempt"]["total"] == 15
    assert play.lines(GM)[1].unit == ""


@pytest.mark.rule("T-154", "T-155", "T-161")
def test_told_later_to_all_or_some() -> None:
    play = scene()
    play.do("tell", by=GM, text="The door is a mimic.", to=["ann"], body="a")
    assert play.words("ann") == ["GM (to Ann): The door is a mimic."]
    assert play.words("ben") == play.words("sam") == []
    play.do("tell", by=GM, text="It bites.", body="a")
    assert play.words("sam") == ["GM: It bites."]
    assert play.lines("sam")[0].at == ("field", 0, 0)
    assert play.refused("tell", by="ann", text="No.") == "not_allowed"
    assert play.refused("tell", by=GM, text="No.", to=["zed"]) == "unknown"
    assert play.refused("tell", by=GM, text="  ") == "bad_field"


@pytest.mark.rule("T-155")
def test_a_critical_may_be_another_benefit_than_damage() -> None:
    units = {"a": {**hero(SPD=4, STR=2, DEX=3), "skills": {"claw": 2}}, "n": foe(DEF=2, HP=30)}
    play = Play(["an"], units, order=units)
    play.do("act", unit="a", action="claw", target="n", dice=[10, 9, 4, 6])
    assert play.state.bodies["n"].hp == 30 - 8 - 10
    play.do("amend", entry=play.memory.log[-1].seq, change={"benefit": "other"})
    assert play.state.bodies["n"].hp == 30 - 8


@pytest.mark.rule("T-162")
def test_a_failure_is_gauged_and_leaves_a_bonus_once() -> None:
    play = scene()
    play.do("act", unit="a", action="charm", target="n", dice=[2])
    assert play.events(Checked)[0].outcome == "failure"
    play.do("gauge", by=GM, body="a", skill="charm", target="n", dice=[4])
    assert play.events(Checked)[0].severity.total == 4 + 3 + 1
    assert "A, Charm, how badly it failed; severity 8" in play.words(GM)
    play.do("grant_retry", by=GM, body="a", skill="charm", target="n")
    play.round_over()
    play.do("act", unit="a", action="charm", target="n", dice=[4, 1])
    assert play.events(Checked)[0].attempt.total == 1 + 3 + 1 + 4
    assert "retry" in str(play.events(Checked)[0].attempt)
    play.do("act", unit="a", action="charm", target="n", dice=[4])
    assert play.events(Checked)[0].attempt.total == 8
    assert play.refused("gauge", by=GM, body="a", skill="observe") == "illegal.nothing"
    assert play.refused("grant_retry", by="ann", body="a", skill="charm") == "not_allowed"


@pytest.mark.rule("T-100")
def test_the_gm_wants_another_stat_for_one_check() -> None:
    play = scene()
    play.do("act", unit="a", action="mechanics", dice=[1])
    assert play.events(Checked)[0].attempt.total == 2 + 1 + 1
    play.round_over()
    play.do("lay", on="next:a", applies="stat", label="INT", value=0)
    play.do("act", unit="a", action="mechanics", dice=[1])
    assert play.events(Checked)[0].attempt.total == 5 + 1 + 1
    assert play.state.laid == ()
    play.do("call_check", by=GM, who=["a"], skill="mechanics", stat="INT", dice=[1])
    assert outcomes(play)[0][1] == 7
    assert play.refused("lay", on="next:a", applies="stat", label="LUCK", value=0) == "bad_field"


@pytest.mark.rule("T-103")
def test_an_impression_counts_for_social_checks_against_that_one() -> None:
    play = scene()
    play.do("lay", on="body:n", applies="impression", label="distrusts strangers", value=-2)
    target = next(t for o in play.view("ann").options if o.key == "check:charm" for t in o.targets)
    assert target.permille == 346
    play.do("act", unit="a", action="charm", target="n", dice=[5])
    assert play.events(Checked)[0].attempt.total == 7
    play.do("call_check", by=GM, who=["n"], skill="observe", dice=[4])
    assert outcomes(play)[0][1] == 7


# --- untrained ------------------------------------------------------------------------------------------


def novice(**more: Any) -> Play:
    units = {"a": {**hero("ann", SPD=3, WIT=4, INT=3, MP=20), "race": "human"}, "n": foe(DEF=2, HP=20)}
    return Play(["a..n"], units, order=units, seats={"ben": "player"}, **more)


@pytest.mark.rule("T-135")
def test_a_spell_without_a_rank_waits_for_the_gm() -> None:
    play = novice()
    option = next(o for o in play.view("ann").options if o.key == "ask_untrained")
    assert "cast_lit1" in dict(option.fields[0].choices)
    play.do("act", unit="a", action="cast_lit1", target="n")
    asked = play.view(GM).prompts[0]
    assert (asked.kind, asked.title) == ("untrained", "A: Cast Lit1 without a rank?")
    assert (play.pool("a", "ma"), play.pool("a", "mp")) == (4, 20)
    assert play.refused("end_turn", unit="a") == "awaiting_answer"
    assert play.refused("answer", prompt="untrained", default=True, by=GM) == "bad_field"
    play.do("answer", prompt="untrained", value=True, by=GM, dice=[8, 2])
    found = play.events(Checked)[0]
    assert (found.attempt.total, found.outcome) == (-4 + 3 + 8, "success")
    assert (play.pool("a", "ma"), play.pool("a", "mp")) == (2, 15)


@pytest.mark.rule("T-135")
def test_a_no_costs_nothing() -> None:
    play = novice()
    play.do("act", unit="a", action="cast_lit1", target="n")
    play.do("answer", prompt="untrained", value=False, by=GM)
    assert "GM: A cannot try Cast Lit1 without a rank" in play.words("ann")
    assert (play.pool("a", "ma"), play.pool("a", "mp"), play.state.stack) == (4, 20, ())


def test_what_else_stands_against_it_is_refused_at_once() -> None:
    play = novice(edges=())
    assert play.refused("act", unit="a", action="cast_lit1") == "bad_field"
    assert play.refused("act", unit="a", action="cast_mend1", target="n") == "illegal.range"
    play.do("rule", set={"a.mp": "=3"})
    assert play.refused("act", unit="a", action="cast_lit1", target="n") == "illegal.cost"


def test_the_gm_asks_nobody() -> None:
    play = novice()
    play.do("act", unit="a", action="cast_lit1", target="n", by=GM, dice=[8, 2])
    assert play.events(e.Hurt)
