"""Attacks and declared actions: costs, reach, sight, damage, what is refused and how (T-030 to T-037, T-047, T-051,
T-052, T-060, T-091, T-154 to T-159)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel import events as e
from tactics.kernel.state import Edge
from tactics.tempus.check_events import Checked, Declared
from tactics.tempus.parts import Acted
from tests.rules.table import Play, foe, hero, rules_with


def duel(rows: list[str] | None = None, *, skills: dict[str, Any] | None = None, stats: dict[str, int] | None = None,
         target: dict[str, int] | None = None, weapons: tuple[str, ...] = (), **more: Any) -> Play:  # fmt: skip
    a = {
        **hero(**{"STR": 2, "DEX": 3, "SPD": 4, "WIT": 3, "HP": 20, **(stats or {})}),
        "race": "human", "skills": skills or {"claw": 2}, "weapons": list(weapons),
    }  # fmt: skip
    b = foe(**{"DEF": 2, "HP": 10, **(target or {})})
    return Play(rows or ["ab"], {"a": a, "b": b}, order="ab", **more)


def act(play: Play, action: str, *dice: int | tuple[int, int], **args: Any) -> Checked:
    play.do("act", unit="a", action=action, target="b", dice=dice, **args)
    found: Checked = play.events(Checked)[-1]
    return found


# --- points ------------------------------------------------------------------------------------------


@pytest.mark.rule("T-030", "T-051")
def test_speed_4_is_two_simple_attacks() -> None:
    play = duel()
    act(play, "claw", 3, 1)
    act(play, "claw", 3, 1)
    assert play.pool("a") == 0
    assert play.refused("act", unit="a", action="claw", target="b") == "illegal.cost"


@pytest.mark.rule("T-051", "T-088")
def test_speed_5_is_two_attacks_and_one_more_def() -> None:
    play = duel(stats={"SPD": 5, "DEF": 3}, target={"HP": 30})
    act(play, "claw", 1, 1)
    act(play, "claw", 1, 1)
    assert play.pool("a") == 1
    play.do("end_turn", unit="a")
    assert play.defence("a") == 4


@pytest.mark.rule("T-031", "T-032")
def test_a_declaration_is_paid_and_recorded() -> None:
    play = duel()
    act(play, "claw", 1, 1)
    assert play.events(e.Spent)[0].left == {"pa": 2}
    declared = play.events(Declared)[0]
    assert (declared.action, declared.cost, declared.targets) == ("simple_attack", {"pa": 2}, ("b",))
    assert play.events(Acted)


@pytest.mark.rule("T-034", "T-035")
def test_a_mental_action_needs_no_physical_point() -> None:
    play = duel(skills={"lore": 1}, stats={"SPD": 1, "WIT": 2})
    play.do("rule", set={"a.pa": 0})
    play.do("act", unit="a", action="lore", dice=[1])
    assert play.pool("a", "ma") == 0


@pytest.mark.rule("T-036", "T-037")
@pytest.mark.parametrize("action", ["operate_device", "called_strike", "dance"])
def test_a_dynamic_action_needs_both_kinds_of_points(action: str) -> None:
    play = duel()
    play.do("rule", set={"a.ma": 0})
    target = {"target": "b"} if action == "called_strike" else {}
    assert play.refused("act", unit="a", action=action, **target) == "illegal.cost"


def test_free_movement_costs_nothing() -> None:
    play = duel()
    play.do("rule", mode="free")
    play.do("act", unit="a", action="claw", target="b", dice=[1, 1])
    assert not play.events(e.Spent)


# --- kinds of attack ---------------------------------------------------------------------------------


@pytest.mark.rule("T-051")
def test_an_attack_skill_as_action_is_a_simple_attack_with_it() -> None:
    play = duel()
    assert act(play, "claw", 3, 4).action == "simple_attack"
    assert act(play, "simple_attack", 3, 4, **{"with": "claw"}).skill == "claw"
    assert act(duel(skills={"claw": 1, "bite": 5}), "claw", 3, 4).skill == "claw"


def test_with_no_skill_named_it_is_the_best_one() -> None:
    assert act(duel(skills={"claw": 1, "bite": 5}), "simple_attack", 3, 4).skill == "bite"


@pytest.mark.rule("T-051", "T-136")
def test_one_who_lacks_the_skill_attacks_with_the_penalty() -> None:
    found = act(duel(), "bite", 9, 4)
    assert found.attempt is not None
    assert found.attempt.total == 9 + 3 - 4


@pytest.mark.rule("T-052")
def test_a_power_attack_adds_2_effectiveness() -> None:
    found = act(duel(), "power_attack", 3, 4, **{"with": "claw"})
    assert found.effectiveness is not None
    assert str(found.effectiveness) == "2 STR + 2 Claw + 2 Power Attack + 4 d10 = 10"
    assert found.effectiveness.terms[2].house
    assert found.cost == {"pa": 3}


@pytest.mark.rule("T-060")
def test_a_called_strike_names_its_aim_and_adds_2() -> None:
    play = duel(["ab"], target={"HP": 30})
    found = act(play, "called_strike", 3, 4, text="hand", **{"with": "claw"})
    assert found.effect == 10
    assert found.attempt is not None
    assert found.attempt.total == 8
    assert (play.pool("a"), play.pool("a", "ma")) == (2, 2)
    assert "hand" in " ".join(play.words())
    assert any("Called Strike with Claw at" in words for words in play.words("ann"))


@pytest.mark.rule("T-159")
def test_fists_roll_a_d8() -> None:
    found = act(duel(skills={"fist": 1}, stats={"STR": 3}), "fist", 9, (8, 5))
    assert found.effect == 9


@pytest.mark.rule("T-159")
def test_sharp_claws_roll_a_d12() -> None:
    found = act(duel(skills={"sharp_claw": "P"}, stats={"STR": 0}), "sharp_claw", 9, (12, 12))
    assert found.effect == 12


def test_a_weapon_at_hand_brings_its_dice_and_bonuses() -> None:
    play = duel(skills={"sword": 2}, weapons=("short_sword",), stats={"SPD": 6})
    found = act(play, "sword", 3, (8, 4))
    assert found.weapon == "short_sword"
    assert found.attempt is not None
    assert "1 Short sword" in str(found.attempt)
    assert act(play, "simple_attack", 1, (8, 1), **{"with": "short_sword"}).skill == "sword"
    assert play.refused("act", unit="a", action="simple_attack", target="b", **{"with": "knife"}) == "illegal.not_ready"


def test_a_spell_is_not_struck_with() -> None:
    play = duel(skills={"lightning": 3})
    assert play.refused("act", unit="a", action="lightning", target="b") == "illegal.disabled"


# --- what it does ------------------------------------------------------------------------------------


@pytest.mark.rule("T-156", "T-158")
def test_damage_is_effectiveness_less_soak() -> None:
    play = duel(target={"SK": 5})
    found = act(play, "claw", 3, 4)
    assert found.dealt == 3
    assert play.state.bodies["b"].hp == 7


@pytest.mark.rule("T-091")
def test_at_0_hit_points_one_is_unconscious() -> None:
    play = duel(target={"HP": 8})
    act(play, "claw", 3, 4)
    assert play.state.bodies["b"].hp == 0
    assert play.state.bodies["b"].down
    assert play.events(e.KnockedOut)


@pytest.mark.rule("T-155")
def test_a_critical_adds_a_second_roll_and_soak_once() -> None:
    play = duel(target={"SK": 12, "HP": 20})
    found = act(play, "claw", 10, 9, 4, 6)
    assert found.outcome == "critical"
    assert found.effect == 18
    assert found.dealt == 6


@pytest.mark.rule("T-155")
def test_the_benefit_of_a_critical_may_be_the_gms_to_tell() -> None:
    play = duel(target={"SK": 5, "HP": 20}, options={"tt.crit.default": "told_by_gm"})
    found = act(play, "claw", 10, 9, 4, 6)
    assert found.extra is not None
    assert (found.effect, found.extra.total, found.dealt) == (8, 10, 3)
    assert "further benefit worth 10" in play.words()[-1]


@pytest.mark.rule("T-154")
def test_a_botched_claw_has_a_severity_without_soak() -> None:
    play = duel(target={"SK": 12})
    found = act(play, "claw", 10, 2, 4)
    assert found.severity is not None
    assert (found.severity.total, found.dealt) == (8, None)
    assert play.state.bodies["b"].hp == 10


# --- targets -----------------------------------------------------------------------------------------


@pytest.mark.rule("T-051")
def test_a_claw_reaches_the_neighbours_and_no_further() -> None:
    assert duel(["a.", ".b"]).do("act", unit="a", action="claw", target="b", dice=[1, 1])
    assert duel(["a.b"]).refused("act", unit="a", action="claw", target="b") == "illegal.range"


def test_a_bow_carries_12_cells_and_needs_a_clear_line() -> None:
    far = ["a" + "." * 11 + "b"]
    play = duel(far, skills={"bow": 1})
    act(play, "bow", 1, (8, 1))
    assert duel(["a" + "." * 12 + "b"], skills={"bow": 1}).refused("act", unit="a", action="bow", target="b") == (
        "illegal.range"
    )
    assert duel(["a..#..b"], skills={"bow": 1}).refused("act", unit="a", action="bow", target="b") == "illegal.sight"


def test_a_wall_between_neighbours_stops_a_blow() -> None:
    play = duel(edges=[Edge((0, 0), (1, 0))])
    assert play.refused("act", unit="a", action="claw", target="b") == "illegal.sight"


def test_one_does_not_strike_oneself() -> None:
    assert duel().refused("act", unit="a", action="claw", target="a") == "illegal.target"


@pytest.mark.parametrize("target", [[0, 0], ["b", "a"], [1, "b"], [], None])
def test_a_target_that_is_none_is_refused(target: object) -> None:
    assert duel().refused("act", unit="a", action="claw", target=target) == "bad_field"


def test_a_hidden_target_answers_as_one_that_does_not_exist() -> None:
    play = duel()
    play.do("rule", hide="b")
    assert play.refused("act", unit="a", action="claw", target="b") == "unknown"
    assert play.refused("act", unit="a", action="claw", target="zz") == "unknown"


def test_sight_is_judged_by_what_the_seat_knows() -> None:
    """Whether an unexplored cell between is a wall must not show in the refusal."""
    names = []
    for between in ".#":
        rows = [f"a.{between}.b.c"]
        a = {**hero(DEX=3, SPD=4), "skills": {"bow": 1}}
        c = {**hero("ben", SPD=1), "glyph": "c"}
        play = Play(rows, {"a": a, "b": foe(), "c": c}, order="abc", fog="uncovered")
        play.do("uncover", board="field", cells=[[0, 0], [1, 0], [3, 0], [4, 0]])
        names.append(play.refused("act", unit="a", action="bow", target="b"))
    assert names == ["illegal.sight", "illegal.sight"]


# --- whose turn, which action ------------------------------------------------------------------------


def test_only_in_ones_own_turn_with_ones_own_unit() -> None:
    play = duel()
    assert play.refused("act", unit="b", action="fist", target="a") == "not_your_turn"
    assert play.refused("act", unit="b", by="ann", action="fist", target="a") == "not_your_unit"


def test_names_that_are_nothing() -> None:
    play = duel()
    assert play.refused("act", unit="a", action="somersault", target="b") == "unknown"
    assert play.refused("act", unit="a", action="simple_attack", target="b", **{"with": "feather"}) == "unknown"
    assert play.refused("act", unit="a", action="simple_attack", target="b", **{"with": "climb"}) == "bad_field"


def test_a_status_forbids_a_kind_of_action() -> None:
    rules = rules_with({"status": {"stunned": {"label": "Stunned", "forbids": ["physical"]}}})
    play = duel(rules=rules)
    play.do("rule", status={"body": "a", "key": "stunned"})
    assert play.refused("act", unit="a", action="claw", target="b") == "illegal.status"


@pytest.mark.rule("T-033", "T-047")
def test_a_custom_action_is_offered_and_played() -> None:
    vault = {"label": "Vault", "cost": {"pa": 2}, "check": "jump", "effect": [{"do": "check", "difficulty": 6}]}
    nod = {"label": "Nod", "cost": {"ma": 1}}
    play = duel(rules=rules_with({"action": {"vault": vault, "nod": nod}}), skills={"jump": 1})
    assert {"vault", "nod"} <= {o.key for o in play.view("ann").options if not o.why_not}
    play.do("act", unit="a", action="vault", dice=[2])
    found = play.events(Checked)[0]
    assert found.attempt is not None
    assert found.difficulty is not None
    assert (found.attempt.total, found.difficulty.total, found.outcome) == (7, 6, "success")
    assert play.pool("a") == 2
    play.do("act", unit="a", action="nod")
    assert play.pool("a", "ma") == 2


@pytest.mark.rule("T-047")
def test_a_disabled_action_is_neither_offered_nor_played() -> None:
    play = duel(rules=rules_with({"action": {"power_attack": {"disabled": True}}}))
    assert not any(o.key.startswith("power_attack") for o in play.view("ann").options)
    assert play.refused("act", unit="a", action="power_attack", target="b") == "illegal.disabled"
