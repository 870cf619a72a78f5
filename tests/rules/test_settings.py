"""Constants of one Mission: what may be set, and that everything that takes its value from one follows (C1 to C6)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import json

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
        ("tt.move.diagonal", -2),
        ("tt.crit.success", [9, 2]),
        ("tt.talk.words_per_ma", 0),
        ("tt.reflex.die", "d0"),
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


# --- on the page ---------------------------------------------------------------------------------------


def test_every_choice_that_the_page_offers_is_taken() -> None:
    play = table()
    for view in play.view().settings:
        for value, _ in view.choices:
            if value != view.value:
                play.do("set_option", key=view.key, value=json.decode(value.encode()))
    assert {s.value for s in play.view().settings if s.key == "tt.ask.difficulty"} == {'"all"'}
    assert all(s.own and s.house for s in play.view().settings)


def test_settings_are_the_gms_and_what_asks_and_shows_comes_first() -> None:
    play = table()
    assert play.view("ann").settings == ()
    found = play.view().settings
    assert {"tt.ask.difficulty", "tt.show.npc"} <= {s.key for s in found[:15]}
    by_key = {s.key: s for s in found}
    assert (by_key["tt.move.orthogonal"].house, by_key["tt.check.tie"].house) == (False, True)
    assert by_key["tt.effectiveness.add_margin"].help.startswith("The document's example nets 9")  # T-157


def test_a_seat_sets_its_own_standing_choices_and_nobody_sees_them() -> None:
    play = table()
    shown = {s.key: s.value for s in play.view("ann").standing}
    assert shown == {
        "typed_dice": "false", "convert": "0", "pass_round": "null", "order": "null", "stop_target": "true",
        "stop_prepared": "true", "stop_ally": "false", "stop_reach": "false", "stop_any": "false",
    }  # fmt: skip
    for view in play.view("ann").standing:
        for value, _ in view.choices:
            play.do("set_standing", by="ann", choices={view.key: json.decode(value.encode())})
    play.do("set_standing", by="ann", choices={"typed_dice": True})
    changed = {s.key: s.value for s in play.view("ann").standing}
    assert (changed["typed_dice"], changed["convert"], changed["stop_target"]) == ("true", '"all"', "false")
    assert {s.key: s.value for s in play.view().standing} == shown
    assert play.view("public").standing == ()


# --- that each number is used --------------------------------------------------------------------------


@pytest.mark.rule("T-010")
def test_an_objective_that_names_no_experience_gives_the_missions() -> None:
    play = table(**{"tt.xp.objective_default": 25})
    play.do("set_objective", objective={"key": "x", "title": "X", "public": True, "kind": "secondary"})
    play.do("set_objective", objective={"key": "y", "title": "Y", "public": True, "kind": "secondary", "xp": 10})
    assert {o.title: o.xp for o in play.view("ann").objectives} == {"Win": 25, "X": 25, "Y": 10}
    play.do("rule", settle={"x": "completed", "y": "completed"})
    play.do("end_mission")
    play.do("advance")
    assert play.state.xp == {"ann": 35}


@pytest.mark.rule("T-144")
def test_half_of_dex_and_wit_may_add_to_def() -> None:
    """The companion article's bonus, off by default, rounded down (README amendment 2)."""
    for on, defence in ((False, 2), (True, 2 + 3)):
        play = Play(["ab"], {"a": hero(SPD=1), "b": foe(DEF=2, DEX=4, WIT=3)}, order="ab")
        play.do("set_option", key="tt.def.stat_bonus", value=on) if on else None
        assert play.defence("b") == play.defence("b", "ann") == defence


@pytest.mark.rule("T-016")
def test_die_and_stats_of_initiative_are_settings() -> None:
    options = {"tt.init.die": "d20", "tt.init.stats": ["DEX", "WIT"]}
    play = Play(["a...b"], {"a": hero(DEX=5, WIT=2, SPD=9), "b": foe(SPD=9)}, options=options)
    play.do("roll_initiative", dice=[(20, 20), (20, 1)])
    assert {k: u.initiative for k, u in play.state.units.items()} == {"a": 27, "b": 2}


@pytest.mark.rule("T-088")
def test_what_an_unused_point_defends_is_a_setting() -> None:
    play = table(**{"tt.def.per_unused_pa": 2})
    play.do("end_turn", unit="a")
    assert play.defence("a") == 10


@pytest.mark.rule("T-089")
def test_what_a_point_of_ma_is_worth_is_a_setting() -> None:
    play = table(**{"tt.init.conversion_per_ma": 3})
    play.do("end_turn", unit="a", convert=2)
    play.do("end_turn", unit="b")
    assert play.state.units["a"].initiative == 50 + 6


@pytest.mark.rule("T-053")
def test_how_many_words_a_point_says_is_a_setting() -> None:
    play = table(**{"tt.talk.words_per_ma": 2})
    play.do("talk", unit="a", text="one two three")
    assert play.pool("a", "ma") == 1


@pytest.mark.rule("T-052")
@pytest.mark.rule("T-060")
def test_what_a_power_attack_and_a_called_strike_add_are_settings() -> None:
    options = {"tt.power_attack.effectiveness": 5, "tt.called.effectiveness": 4, "tt.reach.natural": 2}
    for action, more in (("power_attack", 5), ("called_strike", 4)):
        play = table(**options)
        play.do("act", unit="a", action=action, **{"with": "claw"}, target="b", dice=[5, 1])
        assert play.state.bodies["b"].hp == 30 - (1 + 2 + 2 + more)


@pytest.mark.rule("T-048")
def test_how_far_a_move_goes_is_a_setting() -> None:
    play = table(**{"tt.move.orthogonal": 2, "tt.move.diagonal": 1})
    assert play.refused("move", unit="a", path=[[0, 1], [1, 1], [2, 1]]) == "illegal.limit"
    play.do("move", unit="a", path=[[1, 1]])
    assert play.refused("move", unit="a", path=[[1, 2], [2, 3]]) == "illegal.limit"


def test_what_a_step_on_rough_ground_takes_is_a_setting() -> None:
    for steps, left in ((1, 1), (3, 2)):
        play = Play(
            ["a,,.b"], {"a": hero(SPD=3), "b": foe()}, order="ab", options={"tt.terrain.difficult_steps": steps}
        )
        reached = next(r for r in play.view("ann").reach if r.body == "a")
        legs = {(c.x, c.y): c.legs for c in reached.cells}
        assert legs[2, 0] == left


def test_each_setting_has_one_control() -> None:
    view = table().view(GM)
    assert view.kit is not None
    listed, switched = {s.key for s in view.settings}, {key for key, _, _ in view.kit.switches}
    assert "tt.talk.aloud" in switched
    assert not listed & switched
