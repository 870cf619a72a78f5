"""Rules data that could not work in play is refused when it is saved, with the reason and what to write instead."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from tactics.effects.rules import parse, read
from tactics.rulebook.yaml_content import load
from tactics.tempus.kinds import FORMS

DOCUMENT = load("tempus")
CONSTANTS = DOCUMENT["entries"]["constant"]


def said(kind: str, key: str, **body: Any) -> list[str]:
    """What is said against the shipped rules with this entry in them."""
    found = deepcopy(DOCUMENT)
    found["entries"][kind][key] = {**found["entries"][kind].get(key, {}), **body}
    return [str(problem) for problem in read(found)[1]]


def test_every_constant_has_a_form() -> None:
    assert set(FORMS) == set(CONSTANTS)


@pytest.mark.parametrize("key", sorted(FORMS))
def test_a_constant_of_another_form_is_refused(key: str) -> None:
    """No value of the wrong sort gets through; what is said names the constant and what to write."""
    own = CONSTANTS[key]["value"]
    wrong = ["certainly not", [], {"foo": 1}, None, 10**6, -(10**6)]
    if not isinstance(own, bool):
        wrong.append(True)
    if key in ("tt.prepared.max", "tt.init.stats"):
        wrong = ["LUCK", [], {"foo": 1}, None, ["SPD", "LUCK"]]
    for value in wrong:
        found = said("constant", key, value=value)
        assert found, f"{key} takes {value!r}"
        assert any(key in each or "value:" in each for each in found), found


@pytest.mark.rule("T-152")
def test_the_ranges_of_criticals_may_change_but_not_cross() -> None:
    assert said("constant", "tt.crit.success", value=[7, 10]) == []
    crossing = "constant tt.crit.success: value: 3 is a Critical Failure already (tt.crit.failure): begin at 4"
    assert said("constant", "tt.crit.success", value=[3, 10]) == [crossing]


ACT = {"label": "Vault", "cost": {"pa": 2}}
UNWORKABLE: tuple[tuple[dict[str, Any], str], ...] = (
    ({"effect": [{"do": "check"}]}, "check: nothing says which skill is checked: write check: climb"),
    ({"effect": [{"do": "walk"}]}, "target: the step walk needs target: path, not none"),
    ({"target": "path"}, "effect: target: path is a way to go: write {do: walk}"),
    ({"effect": [{"do": "speak"}]}, "target: the step speak needs target: words"),
    ({"effect": [{"do": "python", "name": "amm"}]}, "effect.name: there is no step 'amm': did you mean 'aim'"),
    (
        {"target": "body", "check": "climb", "effect": [{"do": "harm"}]},
        "effect: harm rolls the Effectiveness of the skill, and Climb has none: give it dice",
    ),
    ({"target": "body", "answers_attack": True}, "answers_attack: an answer comes out of turn: write interrupt_only"),
    ({"needs_skill": "attack"}, "target: an attack needs somebody: write target: body"),
    (
        {"target": "path", "effect": [{"do": "walk"}], "interrupt_only": True},
        "interrupt_only: an action with target: path is begun on one's turn",
    ),
    ({"effect": [{"do": "look", "radius": -4}]}, "effect.radius: 0 to 50, not -4"),
    ({"hp_cost": -1}, "hp_cost: 0 to 99, not -1"),
    ({"effect": [{"do": "heal", "amount": "d10 / 0"}]}, "only a number other than 0 may divide"),
    ({"effect": [{"do": "heal", "amount": "d10 + clw"}]}, "'clw' is not known here at character 7 of 'd10 + clw'"),
    ({"cost": {"sp": 1}}, "cost: known are ma, mp, pa"),
    ({"extendable": "maybe"}, "extendable: expected `bool`, got `str`"),
)


@pytest.mark.parametrize(("body", "says"), UNWORKABLE, ids=lambda each: each if isinstance(each, str) else "")
def test_an_action_that_cannot_work_is_refused(body: dict[str, Any], says: str) -> None:
    found = said("action", "vault", **{**ACT, **body})
    assert [each for each in found if each.startswith("action vault: ") and says in each], found


@pytest.mark.parametrize(
    ("kind", "key", "body", "says"),
    [
        ("weapon", "knife", {"range": -1}, "range: 0 to 200, not -1"),
        ("status", "blessed", {"stacks": 0}, "stacks: 1 to 99, not 0"),
        ("stat", "STR", {"default": -200}, "default: -99 to 9999, not -200"),
        ("template", "gnash", {"size": 9}, "size: 1 to 5, not 9"),
        ("item", "spark_wand", {"skill": ""}, "skill: nothing says which skill is checked"),
        ("skill", "fist", {"reach": -3}, "reach: 0 to 200, not -3"),
    ],
)
def test_numbers_out_of_bounds_are_refused(kind: str, key: str, body: dict[str, Any], says: str) -> None:
    assert said(kind, key, **body) == [f"{kind} {key}: {says}" + (": write skill: throwing" if kind == "item" else "")]


def test_what_ships_is_sound() -> None:
    assert parse(DOCUMENT).constant("tt.crit.success", {}) == (8, 10)
