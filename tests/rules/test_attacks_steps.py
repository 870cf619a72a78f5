"""Actions that are data alone: each step of the effect tree, and what the page offers of them (T-047, T-058, T-059)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel import events as e
from tactics.kernel.codec import codec
from tactics.kernel.dice import SystemDice
from tactics.kernel.engine import Actor, decide
from tactics.kernel.refusals import Refused
from tactics.tempus.check_events import Checked
from tests.rules.table import Play, foe, hero, mob, rules_with

BASE: dict[str, Any] = {"cost": {"pa": 1}, "target": "body", "reach": 5}


def play_with(actions: dict[str, Any], rows: list[str] | None = None, **more: Any) -> Play:
    content = {"action": {k: {"label": k.title(), **v} for k, v in actions.items()}}
    content.update(more.pop("content", {}))
    a = {**hero(STR=2, DEX=5, SPD=6, WIT=4, HP=20), "race": "human", "skills": {"claw": 2, "search": 2}}
    units = {"a": a, "b": foe(DEF=2, SPD=2, WIT=2, HP=20), "c": {**hero("ben", HP=20, SPD=2)}}
    return Play(rows or ["ab.c."], units, order="abc", rules=rules_with(content), **more)


def test_heal_gives_hit_points_up_to_the_maximum_and_wakes() -> None:
    mend = {**BASE, "effect": [{"do": "heal", "amount": "d6 + str"}]}
    play = play_with({"mend": mend})
    play.do("rule", set={"c.hp": 0})
    play.do("act", unit="a", action="mend", target="c", dice=[(6, 3)])
    assert play.state.bodies["c"].hp == 5
    assert not play.state.bodies["c"].down
    play.do("rule", set={"c.hp": 19})
    play.do("act", unit="a", action="mend", target="c", dice=[(6, 3)])
    assert play.events(e.Healed)[0].amount == 1


def test_inflict_lasts_for_so_many_turns_of_the_target() -> None:
    hex_ = {**BASE, "effect": [{"do": "inflict", "status": "exposed", "turns": 1}]}
    play = play_with({"hex": hex_})
    play.do("act", unit="a", action="hex", target="b")
    assert [s.key for s in play.state.bodies["b"].statuses] == ["exposed"]
    play.do("end_turn", unit="a")
    assert not play.state.bodies["b"].statuses


@pytest.mark.rule("T-059")
def test_a_defensive_stance_adds_2_def_until_ones_next_turn() -> None:
    play = play_with({}, content={"action": {"defensive_stance": {"playable": True}}})
    play.do("act", unit="a", action="defensive_stance")
    play.do("act", unit="a", action="defensive_stance")
    assert (play.pool("a"), play.pool("a", "ma")) == (4, 2)
    play.do("rule", set={"a.pa": 1, "a.stats.DEF": 2})
    play.do("end_turn", unit="a")
    play.do("act", unit="b", action="fist", target="a", dice=[9])
    found = play.events(Checked)[0].difficulty
    assert found is not None
    assert str(found) == "2 DEF + 2 Defensive Stance + 1 unused PA = 5"
    play.do("end_turn", unit="b")
    play.do("end_turn", unit="c")
    assert not play.state.bodies["a"].statuses


def test_a_modifier_for_the_next_check_alone() -> None:
    focus = {
        "cost": {"ma": 1},
        "effect": [{"do": "modify", "applies": "attempt", "label": "Focus", "value": 3, "until": "used"}],
    }
    play = play_with({"focus": focus})
    play.do("act", unit="a", action="focus")
    play.do("act", unit="a", action="claw", target="b", dice=[1, 1])
    found = play.events(Checked)[0].attempt
    assert found is not None
    assert "3 Focus" in str(found)
    assert not play.state.laid


def test_points_are_spent_and_granted() -> None:
    rally = {
        **BASE,
        "effect": [
            {"do": "spend", "pool": "ma", "amount": 1},
            {"do": "grant", "pool": "pa", "amount": 1, "on": "target"},
        ],
    }
    play = play_with({"rally": rally})
    play.do("rule", set={"c.pa": 0})
    play.do("act", unit="a", action="rally", target="c")
    assert (play.pool("a", "ma"), play.pool("c")) == (3, 1)


def test_a_shove_ends_at_what_is_in_the_way() -> None:
    shove = {**BASE, "effect": [{"do": "push", "cells": 4}]}
    play = play_with({"shove": shove}, ["ab..c"])
    play.do("act", unit="a", action="shove", target="b")
    assert play.at("b") == (3, 0)
    assert len(play.events(e.Stepped)) == 2


def test_an_area_checks_each_body_in_it() -> None:
    blast = {
        "cost": {"pa": 1}, "target": "body", "check": "claw", "needs_skill": "attack", "reach": 9,
        "effect": [{"do": "area", "radius": 1, "effect": [{"do": "check", "against": "def"}, {"do": "harm"}]}],
    }  # fmt: skip
    play = play_with({"blast": blast}, ["a..bc"])
    play.do("act", unit="a", action="blast", target="b", **{"with": "claw"}, dice=[9, 4, 9, 4])
    assert [c.target for c in play.events(Checked)] == ["b", "c"]


@pytest.mark.rule("T-058")
@pytest.mark.parametrize(("die", "found"), [(3, True), (2, False)])
def test_a_search_finds_what_is_hidden_within_3_cells(die: int, found: bool) -> None:
    play = play_with({}, content={"action": {"search": {"playable": True}}})
    play.do("rule", hide="b")
    play.do("act", unit="a", action="search", dice=[die])
    assert any(t.key == "b" for t in play.view("ann").tokens) is found
    assert not any(t.key == "b" for t in play.view("ben").tokens)


def test_what_follows_a_check_happens_only_on_success() -> None:
    trip = {
        **BASE,
        "check": "claw",
        "effect": [{"do": "check", "against": "def"}, {"do": "inflict", "status": "exposed"}],
    }
    play = play_with({"trip": trip})
    play.do("act", unit="a", action="trip", target="b", dice=[10, 1])
    assert not play.state.bodies["b"].statuses
    play.do("act", unit="a", action="trip", target="b", dice=[9])
    assert play.state.bodies["b"].statuses


def test_a_step_that_nothing_carries_out_makes_the_action_unplayable() -> None:
    odd = {**BASE, "effect": [{"do": "ask", "who": "gm", "text": "What now?"}]}
    assert play_with({"odd": odd}).refused("act", unit="a", action="odd", target="b") == "illegal.disabled"


# --- offers ------------------------------------------------------------------------------------------


def test_whatever_is_offered_is_accepted_and_whatever_is_not_is_refused() -> None:
    """Law, on a crowded board: each offer with each of its targets is taken, each other target is refused."""
    archer = {**hero(STR=2, DEX=3, SPD=3, WIT=1), "skills": {"bow": 1, "claw": 1, "grapple": 1, "climb": 2, "charm": 1}}
    units = {"a": {**archer, "weapons": ["short_bow", "knife"]}, "b": foe(), "c": hero("ben"), "m": mob({}, {}, {})}
    play = Play(["ab..m", "c#...", "..m..", "....m"], units, order="abcm")
    play.do("rule", hide="m.2")
    seen = 0
    for option in play.view("ann").options:
        if option.do != "act" or option.command.get("action") in ("acrobatics", "timed_movement"):
            continue
        if option.key == "ask_untrained":  # asks the GM; tests/rules/test_calls.py
            continue
        target_of = {t.body for t in option.targets}
        needs = bool(option.targets)
        choices = next((f.choices for f in option.fields if f.name == "action"), ())
        for action, _ in choices:
            assert accepted(play, {"do": "act", "unit": "a", **option.command, "action": action})
        if choices:
            continue
        for key in ["", *play.state.bodies] if needs or option.why_not else [""]:
            command = {"do": "act", "unit": "a", **option.command, **({"target": key} if key else {})}
            anyone = option.key == "check:charm" and not key  # one charms somebody, or people
            legal = not option.why_not and (anyone or (key in target_of if needs else not key))
            assert accepted(play, command) == legal, (option.key, key, option.why_not)
            seen += 1
    assert seen > 40


def accepted(play: Play, command: dict[str, Any]) -> bool:
    wish = codec(play.code).command_of(command)
    try:
        decide(play.code, play.state, wish, Actor("ann", "player"), 0, play.rules, SystemDice())
    except Refused:
        return False
    return True


def test_unplayable_actions_are_listed_with_the_reason() -> None:
    odd = {"label": "Odd", "cost": {"pa": 1}, "effect": [{"do": "ask", "who": "gm", "text": "What now?"}]}
    found = {o.key: o for o in play_with({"odd": odd}).view("ann").options}
    assert found["odd"].why_code == "disabled"
    assert "ask the GM" in found["odd"].why_not


def test_offers_name_skill_and_price_and_sort_by_the_rules_data() -> None:
    found = {o.key: o for o in play_with({}).view("ann").options}
    claw = found["simple_attack:claw"]
    assert (claw.label, claw.cost, claw.command) == (
        "Simple Attack: Claw", "2 PA", {"action": "simple_attack", "with": "claw"}
    )  # fmt: skip
    assert [t.body for t in claw.targets] == ["b"]
    assert found["called_strike:claw"].fields[0].name == "text"


def test_the_offer_of_a_check_tells_its_odds() -> None:
    play = play_with({})
    play.do("rule", set={"a.ma": 4})
    rules = {o.key: o for o in play.view("ann").options}
    assert rules["dance"].title.startswith("3 %")


# --- without a rank ------------------------------------------------------------------------------------


@pytest.mark.rule("T-051")
@pytest.mark.rule("T-135")
def test_who_never_learnt_to_fight_has_fists_and_the_penalty() -> None:
    plain = {**hero("ann", SPD=4, DEX=2), "race": "human", "skills": {"lore": 2}}
    play = Play(["ab"], {"a": plain, "b": foe(HP=30)}, order="ab")
    found = {o.key: o for o in play.view("ann").options}
    assert [t.body for t in found["simple_attack:fist"].targets] == ["b"]
    assert "simple_attack:bow" not in found
    play.do("act", unit="a", action="simple_attack", target="b", dice=[3, (8, 5)])
    assert play.lines()[0].record["attempt"]["total"] == 2 - 4 + 3


@pytest.mark.rule("T-051")
def test_a_weapon_that_one_never_learnt_to_use_is_offered_last() -> None:
    armed = {**hero("ann", SPD=4, DEX=2), "race": "monster", "skills": {"claw": 1}, "weapons": ["knife"]}
    play = Play(["ab"], {"a": armed, "b": foe(HP=30)}, order="ab")
    keys = [o.key for o in play.view("ann").options if o.key.startswith("simple_attack")]
    assert keys == ["simple_attack:claw", "simple_attack:knife"]
    play.do("act", unit="a", action="simple_attack", **{"with": "knife"}, target="b", dice=[6, (6, 1)])
    assert play.lines()[0].record["attempt"]["total"] == 2 - 5 + 6


@pytest.mark.rule("T-135")
@pytest.mark.rule("T-136")
def test_a_skill_that_one_does_not_have_may_be_tried_from_the_page() -> None:
    plain = {**hero("ann", SPD=2, WIT=1, STR=3), "race": "ascendant", "skills": {"climb": 1}}
    play = Play(["ab"], {"a": plain, "b": foe()}, order="ab")
    found = {o.key: o for o in play.view("ann").options}
    choices = dict(found["untrained"].fields[0].choices)
    assert choices["swim"] == "Swim +0, 2 PA"  # 3 STR less the 3 of an Ascendant
    assert "climb" not in choices  # it is on the sheet
    assert "lore" not in choices  # 2 MA are more than there are
    assert not {"lightning", "claw", "grapple"} & set(choices)
    assert [t.body for t in found["check:grapple"].targets] == ["b"]
    play.do("act", unit="a", action="swim", dice=[9])
    assert play.lines()[0].record["attempt"]["total"] == 9
    assert "untrained" not in {o.key for o in play.view("ann").options}  # no points left for any
