"""Rules data that could not work in play is refused when it is saved, with the reason and what to write instead."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from tactics.effects import kinds
from tactics.effects.constant_forms import trouble
from tactics.effects.rules import parse, read
from tactics.outerah.table import OUTERAH
from tactics.rulebook.yaml_content import load
from tactics.tempus.table import TEMPUS

DOCUMENTS = {code.name: load(code.name) for code in (TEMPUS, OUTERAH)}
DOCUMENT = DOCUMENTS["tempus"]
ALL = [(ruleset, key) for ruleset in DOCUMENTS for key in sorted(kinds.of(ruleset).forms)]


def said(kind: str, key: str, *, ruleset: str = "tempus", **body: Any) -> list[str]:
    """What is said against the shipped rules with this entry in them."""
    found = deepcopy(DOCUMENTS[ruleset])
    found["entries"][kind][key] = {**found["entries"][kind].get(key, {}), **body}
    return [str(problem) for problem in read(found)[1]]


@pytest.mark.parametrize("ruleset", DOCUMENTS)
def test_every_constant_has_a_form(ruleset: str) -> None:
    assert set(kinds.of(ruleset).forms) == set(DOCUMENTS[ruleset]["entries"]["constant"])


@pytest.mark.parametrize(("ruleset", "key"), ALL)
def test_a_constant_of_another_form_is_refused(ruleset: str, key: str) -> None:
    """No value of the wrong sort gets through; what is said names the constant and what to write."""
    own = DOCUMENTS[ruleset]["entries"]["constant"][key]["value"]
    wrong: list[Any] = ["certainly not", {"foo": "bar"}, 10**6, -(10**6)]
    wrong += [each for each, fine in (([], key == "out.badass"), (None, own is None)) if not fine]
    if not isinstance(own, bool):
        wrong.append(True)
    if key in ("tt.prepared.max", "tt.init.stats"):
        wrong.remove("certainly not")  # a name that nothing has is found later
    forms = kinds.of(ruleset).forms
    assert trouble(forms, key, own) == ""
    for value in wrong:
        assert "cannot work: write" in trouble(forms, key, value), f"{key} takes {value!r}"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("tt.prepared.max", "LUCK"),
        ("tt.init.stats", ["SPD", "LUCK"]),
        ("tt.tough.base", {"LUCK": 1}),
        ("tt.mp.per_level", "five"),
        ("tt.pace", "slow"),
    ],
)
def test_what_is_said_names_the_constant(key: str, value: Any) -> None:
    assert [each for each in said("constant", key, value=value) if each.startswith(f"constant {key}: value: ")]


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
    ({"target": "item"}, "target: things are moved by drop, hand_over, pick_up, quick_stash and sheathe"),
    ({"check": "thick_hide", "effect": [{"do": "check"}]}, "check: Thick hide is a bonus and has no stat to check"),
    ({"effect": [{"do": "check", "skill": "restless"}]}, "check: Restless is a bonus and has no stat to check"),
    ({"extendable": "maybe"}, "extendable: expected `bool`, got `str`"),
)


@pytest.mark.parametrize(("body", "says"), UNWORKABLE, ids=lambda each: each if isinstance(each, str) else "")
def test_an_action_that_cannot_work_is_refused(body: dict[str, Any], says: str) -> None:
    found = said("action", "vault", **{**ACT, **body})
    assert [each for each in found if each.startswith("action vault: ") and says in each], found


FURTHER = {"spark_wand": ": write skill: throwing", "restless": ", or write another type"}


@pytest.mark.parametrize(
    ("kind", "key", "body", "says"),
    [
        ("weapon", "knife", {"range": -1}, "range: 0 to 200, not -1"),
        ("status", "blessed", {"stacks": 0}, "stacks: 1 to 99, not 0"),
        ("stat", "STR", {"default": -200}, "default: -99 to 9999, not -200"),
        ("template", "gnash", {"size": 9}, "size: 1 to 5, not 9"),
        ("item", "spark_wand", {"skill": ""}, "skill: nothing says which skill is checked"),
        ("skill", "fist", {"reach": -3}, "reach: 0 to 200, not -3"),
        ("skill", "restless", {"attack": True}, "attack: a bonus strikes nobody: leave out attack"),
    ],
)
def test_numbers_out_of_bounds_are_refused(kind: str, key: str, body: dict[str, Any], says: str) -> None:
    assert said(kind, key, **body) == [f"{kind} {key}: {says}{FURTHER.get(key, '')}"]


def test_what_ships_is_sound() -> None:
    assert parse(DOCUMENT).constant("tt.crit.success", {}) == (8, 10)


OUTERAH_CANNOT: tuple[tuple[str, str, dict[str, Any], str], ...] = (
    ("constant", "out.speed.die", {"value": "1d12"}, "value: '1d12' cannot work: write a die, such as d10"),
    ("constant", "out.cover.second_die", {"value": "d5"}, "write a die with an even number of faces, such as d10"),
    ("constant", "out.stop.rounds", {"value": [3, 3]}, "write the fewest Rounds and the most, such as [2, 3]"),
    ("constant", "out.swim.diagonal", {"value": 1.3}, "write a number of cells and half cells from 1 to 9"),
    ("constant", "out.ship.deck", {"value": ["ddddd"] * 5}, "the entrances to them, # a bulkhead"),
    ("constant", "out.catapult.min", {"value": 30}, "30 is farther than out.catapult.max: 25 at most"),
    ("constant", "out.speed.class", {"value": {"hunte": 5}}, "there is no class 'hunte': did you mean 'hunter'"),
    ("constant", "out.tough.base", {"value": {"HPP": 5}}, "there is no stat 'HPP': did you mean 'HP'"),
    (
        "constant", "out.mountain.table", {"value": {"fall": [1, 2], "topple": [3, 7], "success": [7, 10]}},
        "a 7 means topple and success: each face of the D10 is one of fall, topple and success",
    ),
    ("status", "poison", {"number": None}, "number: say how much: does: dot counts by it"),
    ("status", "curse", {"changes": [{"applies": "WISDOM", "value": 1}]}, "there is nothing called 'WISDOM' to change"),
    ("status", "blind", {"changes": [{"applies": "charge", "value": 9}]}, "a Charge of -4 to 4 steps, not 9"),
    ("status", "poison", {"stat": []}, "stat: name what resists it"),
    ("status", "wounds", {"after_rounds": 0}, "after_rounds: say after how many Rounds bleeding comes of it"),
    ("skill", "fireball", {"range": 0}, "range: 0 is oneself: a skill that does magic needs 1 or more"),
    ("skill", "spirit_guard", {"buff": "poison"}, "buff: poison is no Buff (kind: good)"),
    ("skill", "fireball", {"rounds": 0}, "rounds: 1 to 99, not 0"),
    ("weapon", "longbow", {"family": "longbw"}, "family: out.range has no 'longbw': did you mean 'longbow'"),
    ("gem", "ward_gem", {"what": ""}, "what: name the skill that it uses"),
    ("action", "sprint", {"takes": ["movement"]}, "takes: movement is its own part already"),
    ("terrain", "deep_water", {"depth": 0}, "depth: deep water has 1 to 40 levels, not 0"),
    ("terrain", "shallow_water", {"depth": 2}, "depth: only deep water has a depth: write water: deep"),
    ("terrain", "space", {"air": True}, "space: it is air already: a cell is one of water, air and space"),
    ("template", "grey_wolf", {"badass": 7}, "badass: out.badass has no tier 7: 0 for none, or 1, 2, 3, 4"),
    ("template", "grey_wolf", {"alignment": "fyre"}, "alignment: 'fyre' is no element: did you mean 'fire'"),
)  # fmt: skip


@pytest.mark.parametrize(("kind", "key", "body", "says"), OUTERAH_CANNOT)
def test_what_cannot_work_in_outerah_is_refused(kind: str, key: str, body: dict[str, Any], says: str) -> None:
    assert key in DOCUMENTS["outerah"]["entries"][kind]
    found = said(kind, key, ruleset="outerah", **body)
    assert [each for each in found if each.startswith(f"{kind} {key}: ") and says in each], found


@pytest.mark.rule("O-090", "O-091", "O-092", "O-098")
def test_the_constants_of_wounds_are_those_of_the_status() -> None:
    found = deepcopy(DOCUMENTS["outerah"])
    for key, value in (("out.wounds.stack", 2), ("out.wounds.rounds", 4), ("out.black_blue.percent", 20)):
        found["entries"]["constant"][key]["value"] = value
    rules = parse(found)
    wounds, bruised = rules.entries["status"]["wounds"], rules.entries["status"]["black_blue"]
    assert (wounds.stacks, wounds.rounds, bruised.number) == (2, 4, 20)
