"""The rules page: made from the pinned data, open to who sits at the Mission, and to nobody else."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from missions import rules_page
from tactics.rulebook import yaml_content
from tests.missions import tempus
from tests.missions.table import Table
from tests.rules.table import shipped


@pytest.fixture
def table(quiet: None) -> Table:
    return tempus.make()


def address(table: Table, seat: str, more: str = "") -> str:
    return f"/missions/{table.mission.pk}/as/{seat}/rules/{more}"


def test_every_entry_and_every_rule_of_the_document_is_there() -> None:
    rules = shipped()
    cards = {card.name: card for section in rules_page.sections(rules, {}) for card in section.cards}
    for kind in ("action", "skill", "skill_type", "status", "constant", "stat", "weapon", "race", "terrain"):
        for key, spec in rules.entries[kind].items():
            assert f"{kind}:{key}" in cards or not getattr(spec, "listed", True), key
    for rule in yaml_content.index().values():
        assert (f"rule:{rule.id}" in cards) == (rule.ruleset == "tempus")


def test_another_ruleset_is_told_as_whole() -> None:
    """Each entry and each of the 263 rules of Outerah, with the document's line or as a house value."""
    rules = shipped("outerah")
    cards = {card.name: card for section in rules_page.sections(rules, {}) for card in section.cards}
    for kind, entries in rules.entries.items():
        for key, spec in entries.items() if kind != "template" else ():
            if getattr(spec, "listed", True):
                told = cards[f"{kind}:{key}"]
                assert told.source == "house value" if spec.house else f"line {spec.line}" in told.source, told.name
    for rule in yaml_content.index().values():
        assert (f"rule:{rule.id}" in cards) == (rule.ruleset == "outerah")
    titles = [section.title for section in rules_page.sections(rules, {})]
    assert {"Classes", "Soul gems", "What cover is made of"} <= set(titles)
    assert ("Range", "1") not in cards["weapon:rifle"].facts
    assert "3d8 fire damage" in cards["skill:fireball"].text


def test_a_number_names_the_documents_line_or_the_house() -> None:
    rules = shipped()
    move = rules_page.card(rules, {}, "action:move")
    aim = rules_page.card(rules, {}, "constant:tt.aim.bonus")
    assert move is not None
    assert aim is not None
    assert (move.source, move.house) == ("document, line 52", False)
    assert ("Cost", "1 PA") in move.facts
    assert (aim.source, aim.house) == ("house value", True)
    assert ("T-048", yaml_content.index()["T-048"].title) in move.readings


@pytest.mark.rule("T-157")
def test_the_discrepancy_of_the_example_is_told() -> None:
    rules = shipped()
    told = rules_page.card(rules, {}, "constant:tt.effectiveness.add_margin")
    reading = rules_page.card(rules, {}, "rule:T-157")
    assert told is not None
    assert reading is not None
    assert "9 damage" in told.text
    assert "make 8" in told.text
    assert ("Standing", "the document contradicts itself") in reading.facts


def test_what_the_mission_set_for_itself_is_told_with_what_holds_otherwise() -> None:
    card = rules_page.card(shipped(), {"tt.aim.bonus": 5}, "constant:tt.aim.bonus")
    assert card is not None
    assert card.facts[:2] == (("In this Mission", "5"), ("Otherwise", "2"))


def test_the_search_needs_every_word() -> None:
    found = rules_page.found(rules_page.sections(shipped(), {}), "Claw d10")
    names = [card.name for section in found for card in section.cards]
    assert "skill:claw" in names
    assert "action:move" not in names
    assert rules_page.found(rules_page.sections(shipped(), {}), "xyzzy") == ()


@pytest.mark.parametrize("seat", ["gil", "ann", "sam"])
def test_who_sits_there_reads_it(table: Table, seat: str) -> None:
    client = table.client(seat)
    page = client.get(address(table, seat))
    assert page.status_code == 200
    assert page["Cache-Control"] == "private, no-store"
    text = page.content.decode()
    assert 'id="action:move"' in text
    assert 'id="rule:T-001"' in text
    assert len(re.findall(r'id="([^"]+)"', text)) == len(set(re.findall(r'id="([^"]+)"', text)))
    one = client.get(address(table, seat, "action:move/"))
    assert one.status_code == 200
    assert "Move" in one.content.decode()
    less = client.get(address(table, seat) + "?q=T-157+margin").content.decode()
    assert 'id="rule:T-157"' in less
    assert 'id="action:move"' not in less


def test_nobody_else_does_and_what_is_not_there_is_not_found(table: Table) -> None:
    assert Client().get(address(table, "ann")).status_code == 404
    ann = table.client("ann")
    assert ann.get(address(table, "gil")).status_code == 404
    assert ann.get(address(table, "gil", "action:move/")).status_code == 404
    for name in ("action:nonsense", "rule:O-001", "rule:T-999", "template:goblins", "nonsense", "x:y:z", "../x"):
        assert ann.get(address(table, "ann", f"{name}/")).status_code == 404
