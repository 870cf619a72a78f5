"""Activated powers and bursts (T-112 to T-114, T-118 to T-122)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel import events as e
from tactics.tempus.check_events import Checked
from tactics.tempus.check_numbers import Trial, attempt, soak
from tactics.tempus.power_events import PowerSet
from tests.rules.table import Play, foe, hero, rules_with

HOUSE = {
    "skill": {
        "blaze": {"label": "Blaze", "type": "supernatural_activated", "stat": "INT", "cost": {"ma": 2},
                  "difficulty": 8, "changes": [{"applies": "attempt", "value": 2}]},
        "drain": {"label": "Drain", "type": "supernatural_activated", "stat": "INT", "cost": {}, "asserted": False,
                  "upkeep": {"mp": 2}, "changes": [{"applies": "soak", "value": 1}]},
        "bleed": {"label": "Bleed", "type": "supernatural_activated", "stat": "INT", "asserted": False,
                  "upkeep": {"hp": 2}, "drawback": "exposed", "changes": [{"applies": "soak", "value": 1}]},
        "flare": {"label": "Flare", "type": "supernatural_activated", "stat": "INT", "asserted": False, "burn_out": 3,
                  "changes": [{"applies": "attempt", "value": 1}]},
        "bolt": {"label": "Bolt", "type": "supernatural_burst", "attack": True, "stat": "DEX", "difficulty": 8,
                 "manifest_stat": "INT", "effectiveness": "d6", "effectiveness_stat": "INT", "range": 5,
                 "cost": {"pa": 1, "ma": 1}},
        "surge": {"label": "Surge", "type": "supernatural_burst", "difficulty": 8, "stat": "INT",
                  "cost": {"ma": 1, "mp": 10}, "effect": [{"do": "heal", "amount": "5", "on": "self"}]},
        "sure": {"label": "Sure", "type": "supernatural_burst", "manifest": False, "stat": "INT", "cost": {"ma": 1},
                 "hp_cost": 3, "drawback": "shaken", "effect": [{"do": "grant", "pool": "pa", "amount": 1}]},
    }
}  # fmt: skip
NO_REGEN = {"tt.mp.regen_percent": 0}


def scene(*skills: str, rows: tuple[str, ...] = ("ab",), mp: int = 5, **more: Any) -> Play:
    ranks = dict.fromkeys(skills, 1)
    a = {**hero(SPD=5, WIT=6, INT=3, DEX=3, HP=10, MP=mp), "skills": {**ranks, "climb": 0}, **more.pop("a", {})}
    units = {"a": a, "b": foe(DEF=6, HP=20), **more.pop("units", {})}
    return Play(list(rows), units, order=units, rules=rules_with(HOUSE), options=NO_REGEN, **more)


def on(play: Play, key: str, body: str = "a") -> bool:
    return key in play.state.bodies[body].part.powers and play.state.bodies[body].part.powers[key].on


def offers(play: Play, seat: str = "ann") -> dict[str, Any]:
    return {o.key: o for o in play.view(seat).options}


# --- activated ------------------------------------------------------------------------------------------


@pytest.mark.rule("T-112", "T-118")
def test_on_takes_its_cost_and_check_off_is_free() -> None:
    play = scene("blaze")
    assert offers(play)["check:blaze"].cost == "2 MA"
    play.do("act", unit="a", action="blaze", dice=[4])
    found = play.events(Checked)[0]
    assert (found.attempt.total, found.outcome, on(play, "blaze")) == (8, "failure", False)
    assert play.pool("a", "ma") == 4
    play.do("act", unit="a", action="blaze", dice=[5])
    assert (on(play, "blaze"), play.pool("a", "ma")) == (True, 2)
    assert attempt(play.facts(), Trial(body="a", skill="climb")).total == -4 + 2
    assert play.refused("act", unit="a", action="blaze") == "illegal.nothing"
    option = offers(play)["switch:blaze"]
    assert (option.label, option.cost) == ("Blaze: switch off", "free")
    assert "check:blaze" not in offers(play)
    play.do("switch", unit="a", **option.command)
    assert (on(play, "blaze"), play.pool("a", "ma")) == (False, 2)


@pytest.mark.rule("T-112")
def test_nobody_is_switched_on_without_the_check_but_by_the_gm() -> None:
    play = scene("blaze")
    assert play.refused("switch", unit="a", skill="blaze", on=True) == "illegal.disabled"
    play.do("switch", unit="a", skill="blaze", on=True, by="gil")
    assert on(play, "blaze")
    play.do("end_turn", unit="a")
    assert play.refused("switch", unit="a", skill="blaze") == "not_your_turn"


@pytest.mark.rule("T-119")
def test_upkeep_to_the_last_point_and_then_it_goes_out() -> None:
    play = scene("drain", mp=7)
    play.do("rule", set={"a.mp": "5"})
    play.do("act", unit="a", action="drain")
    left = []
    for _ in range(3):
        play.round_over()
        left.append((play.pool("a", "mp"), on(play, "drain")))
    assert left == [(3, True), (1, True), (1, False)]
    assert "A: Drain goes out: its price cannot be paid" in play.words("ann")


@pytest.mark.rule("T-119")
def test_health_and_a_status_as_the_price() -> None:
    play = scene("bleed")
    play.do("rule", set={"a.hp": "=5"})
    play.do("act", unit="a", action="bleed")
    assert [s.key for s in play.state.bodies["a"].statuses] == ["exposed"]
    assert soak(play.facts(), Trial(body="b", skill="climb", target="a", against="def")).total == 1
    for hp in (3, 1, 1):
        play.round_over()
        assert play.state.bodies["a"].hp == hp
    assert not on(play, "bleed")
    assert play.state.bodies["a"].statuses == ()


@pytest.mark.rule("T-113")
def test_on_in_round_2_it_burns_out_in_round_5() -> None:
    play = scene("flare")
    play.round_over()
    play.do("act", unit="a", action="flare")
    assert play.refused("switch", unit="a", skill="flare") == "illegal.limit"
    assert offers(play)["switch:flare"].why_not == "burns out by itself in 3 turns"
    for round_ in (3, 4):
        play.round_over()
        assert (play.state.clock.round, on(play, "flare")) == (round_, True)
    play.round_over()
    assert (play.state.clock.round, on(play, "flare")) == (5, False)
    assert "A: Flare burns out" in play.words("ann")


@pytest.mark.rule("T-113")
@pytest.mark.parametrize("how", ["down", "skip"])
def test_a_turn_that_is_not_given_passes_for_it_too(how: str) -> None:
    play = scene("flare")
    play.do("act", unit="a", action="flare")
    play.do("rule", status={"body": "a", "key": "shaken", "on": True})
    play.do("end_turn", unit="a")
    if how == "down":
        play.do("rule", knock_out="a")
    for _ in range(3):
        if how == "skip":
            play.do("rule", skip="b")
            assert play.turn == "a"
            play.do("rule", skip="a")
        else:
            play.do("end_turn", unit="b")
    assert not on(play, "flare")


# --- bursts ---------------------------------------------------------------------------------------------


@pytest.mark.rule("T-114")
def test_used_once_it_leaves_nothing_behind() -> None:
    play = scene("surge", mp=12)
    play.do("rule", set={"a.hp": "=2"})
    before = len(play.state.bodies["a"].part.powers), play.state.laid
    play.do("act", unit="a", action="surge", dice=[6])
    assert play.state.bodies["a"].hp == 7
    assert len(play.events(e.Healed)) == 1
    assert (len(play.state.bodies["a"].part.powers), play.state.laid) == before
    assert not play.events(PowerSet)


@pytest.mark.rule("T-120")
def test_manifesting_must_beat_its_difficulty() -> None:
    play = scene("surge", mp=30)
    play.do("rule", set={"a.hp": "=2"})
    play.do("act", unit="a", action="surge", dice=[4])
    assert (play.state.bodies["a"].hp, play.pool("a", "ma")) == (2, 5)
    play.do("act", unit="a", action="surge", dice=[5])
    assert play.state.bodies["a"].hp == 7


@pytest.mark.rule("T-121")
def test_manifest_then_target() -> None:
    play = scene("bolt")
    play.do("act", unit="a", action="bolt", target="b", dice=[5, 2])
    first, second = play.events(Checked)
    assert (first.part, first.attempt.total, first.difficulty.total, first.outcome) == ("manifest", 9, 8, "success")
    assert (second.attempt.total, second.difficulty.total, second.outcome) == (6, 6, "failure")
    assert play.state.bodies["b"].hp == 20
    assert (play.pool("a"), play.pool("a", "ma")) == (4, 5)
    play.do("act", unit="a", action="bolt", target="b", dice=[4])
    assert len(play.events(Checked)) == 1
    assert (play.pool("a"), play.pool("a", "ma")) == (3, 4)
    play.do("act", unit="a", action="bolt", target="b", dice=[5, 3, (6, 4)])
    assert play.state.bodies["b"].hp == 20 - (4 + 3 + 1)
    assert "A, Bolt, to manifest: 9 against 8, succeeds" in play.words("ann")


@pytest.mark.rule("T-121")
def test_a_critical_manifest_adds_nothing_to_what_strikes() -> None:
    play = scene("bolt")
    play.do("act", unit="a", action="bolt", target="b", dice=[10, 9, 3, (6, 1)])
    assert play.events(Checked)[1].extra is None
    assert play.state.bodies["b"].hp == 15


@pytest.mark.rule("T-122")
def test_a_burst_that_costs_10_mp() -> None:
    play = scene("surge", mp=12)
    play.do("act", unit="a", action="surge", dice=[1])
    assert play.pool("a", "mp") == 2
    play = scene("surge", mp=8)
    assert play.refused("act", unit="a", action="surge") == "illegal.cost"
    assert offers(play)["check:surge"].why_not == "needs 10 MP, 8 left"


@pytest.mark.rule("T-120", "T-122")
def test_without_a_check_at_the_price_of_health() -> None:
    play = scene("sure")
    play.do("act", unit="a", action="sure")
    assert (play.state.bodies["a"].hp, [s.key for s in play.state.bodies["a"].statuses]) == (7, ["shaken"])
    play.do("rule", set={"a.hp": "=3"})
    assert play.refused("act", unit="a", action="sure") == "illegal.cost"


@pytest.mark.rule("T-121")
def test_an_area_of_a_burst_spares_the_one_who_screams() -> None:
    a = {"skills": {"scream": 3}}
    play = scene(rows=("cab",), a=a, units={"c": foe(DEF=1, HP=9)})
    play.do("act", unit="a", action="scream", dice=[9, 9, (6, 2), 9, (6, 3)])
    assert [c.target for c in play.events(Checked)] == ["", "c", "b"]
    assert (play.state.bodies["a"].hp, play.state.bodies["c"].hp, play.state.bodies["b"].hp) == (10, 4, 14)


def test_hush_suppresses_what_willpower_does_not_hold() -> None:
    play = scene("hush", units={"d": {**foe(WP=2, HP=9), "skills": {"dread": 1}}}, rows=("a.d", "b"))
    play.do("act", unit="a", action="hush", target="d", dice=[9, 9, 3])
    assert play.state.bodies["d"].part.powers["dread"].strength == 10
