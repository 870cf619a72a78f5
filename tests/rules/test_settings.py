"""Constants of one Mission: what may be set, and that everything that takes its value from one follows (C1 to C6)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.table import GM, Play, foe, hero


def table(**options: Any) -> Play:
    gnash = {**hero(SPD=5, WIT=3, DEX=4, STR=2), "race": "human", "skills": {"claw": 2}}
    return Play(["a.b..", "....."], {"a": gnash, "b": foe(HP=30)}, order="ab", options=options)


@pytest.mark.rule("T-051")
def test_the_reach_of_natural_attacks_is_a_setting() -> None:
    assert table().refused("act", unit="a", action="claw", target="b") == "illegal.range"
    play = table()
    play.do("set_option", key="tt.reach.natural", value=2)
    play.do("act", unit="a", action="claw", target="b", dice=[5, 1])
    option = next(o for o in play.view("ann").options if o.key == "simple_attack:claw")
    assert option.house  # the document's action, with a number of this Mission


@pytest.mark.rule("T-159")
def test_the_dice_of_claws_are_a_setting() -> None:
    play = table(**{"tt.effectiveness.claw": "2d6", "tt.reach.natural": 2})
    play.do("act", unit="a", action="claw", target="b", dice=[5, (6, 6), (6, 5)])
    assert play.state.bodies["b"].hp == 30 - (11 + 2 + 2)


@pytest.mark.rule("T-136")
def test_the_penalty_of_one_race_is_a_setting() -> None:
    play = table()
    play.do("set_option", key="tt.race_penalty", value={"human": -1})
    assert play.state.options["tt.race_penalty"]["monster"] == -5  # the others stay
    play.do("act", unit="a", action="climb", dice=[5])
    assert play.lines()[0].record["attempt"]["total"] == 2 - 1 + 5


@pytest.mark.rule("T-048")
def test_what_a_move_costs_is_a_setting() -> None:
    play = table(**{"tt.move.cost": {"pa": 2}})
    play.do("move", unit="a", path=[[0, 1]])
    assert play.pool("a") == 3
    assert next(o for o in play.view("ann").options if o.key == "move").cost == "2 PA"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("tt.ask.difficulty", "sometimes"),
        ("tt.check.tie", True),
        ("tt.move.orthogonal", "3"),
        ("tt.move.orthogonal", True),
        ("tt.move.orthogonal", 10**6),
        ("tt.crit.success", [8]),
        ("tt.crit.success", "8-10"),
        ("tt.race_penalty", {"elf": -1}),
        ("tt.race_penalty", {"human": "lots"}),
        ("tt.move.cost", {"gold": 1}),
        ("tt.effectiveness.claw", "a club"),
        ("tt.talk.radius", {"whisper": "far"}),
    ],
)
def test_a_value_of_another_shape_is_refused(key: str, value: Any) -> None:
    assert table().refused("set_option", by=GM, key=key, value=value) == "bad_field"


def test_only_what_is_registered_can_be_set_and_only_by_the_gm() -> None:
    assert table().refused("set_option", key="tt.nothing", value=1) == "unknown"
    assert table().refused("set_option", by="ann", key="tt.check.tie", value="succeed") == "not_allowed"
    assert table().refused("set_option", key="tt.check.tie", value="fail") == "illegal.nothing"


@pytest.mark.rule("T-054")
def test_how_far_a_whisper_carries_is_a_setting() -> None:
    play = table()
    play.do("set_option", key="tt.talk.radius", value={"whisper": 2})
    assert dict(play.state.options["tt.talk.radius"]) == {"whisper": 2, "speak": 10, "yell": None}


@pytest.mark.rule("T-152")
def test_the_critical_range_is_a_setting() -> None:
    play = table(**{"tt.reach.natural": 2})
    play.do("set_option", key="tt.crit.success", value=[7, 10])
    play.do("act", unit="a", action="claw", target="b", dice=[10, 7, 1, 1])
    assert play.lines()[0].record["attempt"]["outcome"] == "critical"
