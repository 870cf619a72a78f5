"""The shelves of Outerah (table.md 36): everything is there, can be built, and is called a house value."""

from __future__ import annotations

from collections import Counter

import pytest

from missions import shelf
from tactics import rulesets
from tactics.effects.rules import DataError, merge, parse
from tactics.kernel.refusals import Refused
from tactics.outerah import deck_plans, units
from tactics.outerah.parts import body_part, part
from tactics.outerah.table import OUTERAH
from tactics.rulebook.yaml_content import load

RULES = parse(load("outerah"))
TEMPLATES = RULES.entries["template"]


def of_kind(kind: str) -> list[str]:
    return [key for key, found in TEMPLATES.items() if found.kind == kind]


def test_what_table_36_asks_for() -> None:
    per_class = Counter(cls for skill in RULES.entries["skill"].values() for cls in skill.classes)
    assert per_class == dict.fromkeys(RULES.entries["class"], 4)
    assert len(RULES.entries["class"]) == 8
    assert len(RULES.entries["weapon"]) >= 20
    assert len(RULES.entries["status"]) >= 29
    assert (len(of_kind("mob")), len(of_kind("ship"))) == (12, 2)
    assert len(of_kind("pet")) + len(of_kind("mount")) == 4
    assert len(shelf.names("outerah")) >= 4
    heroes = [t for t in TEMPLATES.values() if t.kind == "character" and t.text]
    assert {hero.cls for hero in heroes} == set(RULES.entries["class"])
    for hero in heroes:
        assert set(hero.skills) == {k for k, s in RULES.entries["skill"].items() if hero.cls in s.classes}
    assert all(t.house for t in TEMPLATES.values())


@pytest.mark.parametrize("ruleset", ["tempus", "outerah"])
def test_every_map_is_a_board_of_its_rules(ruleset: str) -> None:
    rules = parse(load(ruleset))
    for key, name in shelf.names(ruleset):
        found = shelf.stored(rules, key)
        assert found.board.name == name
        assert found.zones, key
        here = [z for z in found.zones if z.side == "heroes"]
        assert len(here[0].cells) >= 8, "room for heroes and whoever comes along"


@pytest.mark.rule("O-175")
def test_the_deck_of_the_shelf_is_that_of_every_ship() -> None:
    drawn = deck_plans.drawn(RULES, shelf.stored(RULES, "deck").board)
    assert drawn == {"deck": list(deck_plans.read(RULES.constant("out.ship.deck", {})))}


@pytest.mark.parametrize("key", list(TEMPLATES))
def test_every_template_is_built(key: str) -> None:
    unit, bodies = OUTERAH.build_unit(RULES, "u1", {"template": key, "side": "foes"})
    assert len(bodies) == {"mob": TEMPLATES[key].count, "ship": 7}.get(TEMPLATES[key].kind, 1)
    assert unit.name == TEMPLATES[key].label
    copy = OUTERAH.spec_of(unit, bodies[0])
    again, _ = OUTERAH.build_unit(RULES, "u2", copy)
    assert part(again).ship == part(unit).ship


@pytest.mark.rule("O-044", "O-069", "O-073")
def test_pets_and_mounts_have_an_owner() -> None:
    _, (wolf,) = OUTERAH.build_unit(RULES, "w", {"template": "grey_wolf", "owner": "ann"})
    _, (horse,) = OUTERAH.build_unit(RULES, "h", {"template": "river_horse", "owner": "ann"})
    _, (wild,) = OUTERAH.build_unit(RULES, "h", {"template": "river_horse"})
    assert {"pet_of:ann", "pet_source:tamed"} <= set(body_part(wolf).traits)
    assert "mount_of:ann" in body_part(horse).traits
    assert "tameable" in body_part(wild).traits
    with pytest.raises(Refused) as refused:
        OUTERAH.build_unit(RULES, "r", {"template": "raiders", "owner": "ann"})
    assert refused.value.params["field"] == "owner"


def test_who_comes_along_with_a_hero() -> None:
    spec = {"template": "pell", "side": "heroes", "seat": "ana"}
    assert [one["template"] for one in units.followers(RULES, "p", spec)] == ["brass_drone"], "a ship stays where it is"
    named = {"companions": [{"item": "grey_wolf", "name": "Ash"}], "seat": "ana"}
    assert units.followers(RULES, "p", named) == (
        {"template": "grey_wolf", "owner": "p", "seat": "ana", "name": "Ash"},
    )
    assert rulesets.get("tempus").followers(parse(load("tempus")), "p", {"template": "mara"}) == ()


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"kind": "ship", "tiers": {"hull": 11}}, "tiers"),
        ({"kind": "ship", "guns": {"trebuchet": 1}}, "guns"),
        ({"kind": "pet"}, "stats"),
        ({"stats": {"HP": 5}, "tiers": {"hull": 1}}, "tiers"),
        ({"stats": {"HP": 5}, "companions": ["raiders"]}, "companions"),
        ({"stats": {"HP": 5}, "companions": ["nobody"]}, "companions"),
    ],
)
def test_what_makes_no_template(body: dict[str, object], says: str) -> None:
    with pytest.raises(DataError, match=says):
        parse(merge(load("outerah"), {"template": {"x": {"label": "X", **body}}}))
