"""The rules data of Outerah: complete, valid, and with the document's numbers."""

from __future__ import annotations

from collections import Counter

import pytest

from tactics.effects.rules import DataError, merge, parse
from tactics.outerah.notation import Written
from tactics.outerah.notation import parse as parse_status
from tactics.outerah.specs import ELEMENTS
from tactics.rulebook.yaml_content import load

RULES = parse(load("outerah"))
FRAME = {"tt.placement.order", "tt.show.npc", "tt.xp.objective_default", "tt.xp.level"}


def test_constants_say_where_they_come_from() -> None:
    constants = RULES.entries["constant"]
    assert set(constants) & FRAME == FRAME
    assert all(key.startswith("out.") for key in constants if key not in FRAME)
    assert (constants["out.speed.agi_step"].line, constants["out.hit.base"].house) == (6, True)
    assert RULES.constant("out.wounds.rounds", {}) == 6


@pytest.mark.rule("O-025")
def test_options_of_a_turn() -> None:
    options = RULES.entries["action"]
    assert {"move", "sprint", "attack", "skill", "item", "pet", "animal_handling", "role"} <= set(options)
    assert all(option.house for option in options.values())


@pytest.mark.rule("O-007", "O-010", "O-020")
def test_classes_and_what_changes_the_order() -> None:
    speeds = RULES.constant("out.speed.class", {})
    assert set(speeds) == set(RULES.entries["class"])
    assert speeds["nightblade"] > speeds["sorcerer"]
    changing = {"extra_turn", "alternate_turns", "frozen", "move_next", "lose_turn"}
    found = {key for key, spec in RULES.entries["status"].items() if spec.does in changing}
    assert found == {"haste", "slow", "stop", "inspiration", "red_card"}
    assert RULES.find("status", "red_card").house
    sixth = {"label": "Second Wind", "text": "Acts again.", "kind": "good", "does": "extra_turn", "lasts": 1}
    assert parse(merge(load("outerah"), {"status": {"second_wind": sixth}})).find("status", "second_wind")


@pytest.mark.rule("O-123")
def test_twelve_elements() -> None:
    assert len(ELEMENTS) == 12
    assert ELEMENTS[3] == "elemethonal"


@pytest.mark.rule("O-244", "O-247", "O-248", "O-249", "O-250", "O-251", "O-258")
def test_the_chart_of_statuses() -> None:
    bad = [s for s in RULES.entries["status"].values() if s.kind == "bad"]
    assert len(bad) == 21
    assert RULES.find("status", "burn").number == 5
    assert RULES.find("status", "slow").number is None
    for wrong, says in (
        ({"label": "", "text": "x"}, "label"),
        ({"label": "X", "text": ""}, "Description"),
        ({"label": "X", "text": "x", "tier": "x"}, "tier"),
    ):
        with pytest.raises(DataError, match=says):
            parse(merge(load("outerah"), {"status": {"x": wrong}}))
    many = {f"more{n}": {"label": f"More {n}", "text": "x"} for n in range(60)}
    assert len(parse(merge(load("outerah"), {"status": many})).entries["status"]) >= 81


@pytest.mark.rule("O-087")
def test_a_weapon_has_one_of_three_properties() -> None:
    found = Counter(w.property for w in RULES.entries["weapon"].values() if not w.improvised)
    assert set(found) == {"slashing", "piercing", "bludgeon"}
    for wrong in ({"label": "Rod", "dice": "d6"}, {"label": "Rod", "property": "crushing"}):
        with pytest.raises(DataError, match="property"):
            parse(merge(load("outerah"), {"weapon": {"rod": wrong}}))


@pytest.mark.rule("O-127")
def test_five_kinds_of_difficult_ground() -> None:
    named = {"thick_forest", "deep_snow", "shallow_water", "swamp", "slippery"}
    assert all(RULES.find("terrain", key).difficult and RULES.find("terrain", key).steps == 2 for key in named)


@pytest.mark.rule("O-196")
def test_what_is_cover_and_what_only_conceals() -> None:
    covers = {
        key: RULES.find("material", key).covers for key in ("hill", "brick", "sandbags", "box", "curtains", "pillows")
    }
    assert [key for key, covered in covers.items() if covered] == ["hill", "brick", "sandbags"]


def test_shelves() -> None:
    """What table.md 36 asks for, as far as it is there."""
    assert Counter(cls for s in RULES.entries["skill"].values() for cls in s.classes) == dict.fromkeys(
        RULES.entries["class"], 4
    )
    assert len(RULES.entries["weapon"]) >= 20
    assert len(RULES.entries["status"]) >= 29
    assert all(t.house for t in RULES.entries["template"].values())


@pytest.mark.rule("O-262", "O-263")
def test_badass_tiers_are_data() -> None:
    tiers = RULES.constant("out.badass", {})
    assert [t["tier"] for t in tiers] == [1, 2, 3, 4]
    assert RULES.constants["out.badass"].origin == "house"


def test_every_house_value_names_the_item_that_needs_it() -> None:
    """A number that the document does not give is shown as a house value, and its item says what it is for."""
    house = {key: c for key, c in RULES.constants.items() if c.origin == "house" and key.startswith("out.")}
    assert "out.ship.fall" in house
    made_up = {"out.tough.base", "out.tough.step"}  # of somebody whom no rule describes
    assert {key for key, c in house.items() if not c.items} == made_up


@pytest.mark.rule("O-168")
def test_three_payloads_are_the_documents() -> None:
    payloads = RULES.entries["payload"]
    assert {p.does: (p.origin, p.line) for p in payloads.values()} == {
        "spell": ("document", 130), "unit": ("document", 131), "box": ("document", 132),
    }  # fmt: skip
    for wrong in ({"label": "X", "does": "burst"}, {"label": "X", "does": "box", "dice": "d6"}):
        with pytest.raises(DataError, match="dice"):
            parse(merge(load("outerah"), {"payload": {"x": wrong}}))


@pytest.mark.rule("O-241")
def test_statuses_are_good_or_bad_and_have_tiers() -> None:
    statuses = RULES.entries["status"]
    assert {s.kind for s in statuses.values()} == {"good", "bad"}
    assert all(1 <= s.tier <= 3 for s in statuses.values())
    assert statuses["bleeding"].tier > statuses["wounds"].tier  # what comes of it is worse


@pytest.mark.rule("O-242", "O-243")
def test_every_status_is_read_as_the_document_writes_it() -> None:
    labels = [s.label for s in RULES.entries["status"].values()]
    for label in labels:
        assert parse_status(label, labels) == Written("", label, None)
        assert parse_status(f"Everlasting {label}(3)", labels) == Written("Everlasting", label, 3)
    assert parse_status("Void Poison", labels) == Written("Void", "Poison", None)
