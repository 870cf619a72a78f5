"""House rules of another ruleset in the same forms: sentences of its own numbers, odds, one go of the real thing."""

from __future__ import annotations

import pytest

from campaigns.library import entry
from campaigns.library.models import HouseEntry
from characters.selectors import rules_of
from tactics.effects.rules import parse
from tactics.effects.text import sentence
from tactics.outerah.table import OUTERAH
from tactics.rulebook.yaml_content import load
from tactics.scenarios import trial
from tests.characters import desk as desks
from tests.characters.desk import Desk, sent

RULES = parse(load("outerah"))


@pytest.fixture
def desk(db: None) -> Desk:
    return desks.make("outerah")


def test_every_shipped_entry_opens_and_stays_as_it_is(desk: Desk) -> None:
    seen = set()
    for section, _title, kind, spell in entry.sections(desk.campaign):
        for row in entry.rows(desk.campaign, kind, rules_of(desk.campaign), spell)[1]:
            post = sent(desk.get("gil", f"library/{section}/{row.key}/")[1])
            again = entry.posted(desk.campaign, kind, row.key, "", bool(spell), post)
            assert again.checked is not None, row
            assert (again.wrong, again.checked.body) == ([], {}), (row.key, again.checked.body)
            seen.add(kind)
    assert {"weapon", "skill", "status", "item", "gem", "material", "terrain", "class", "action"} <= seen


@pytest.mark.parametrize(
    ("kind", "key", "says"),
    [
        ("weapon", "fire_wand", "bludgeon, d10 fire damage, reaches 6 cells, by Intelligence"),
        ("skill", "fireball", "3d8 fire damage by Intelligence, within 8 cells, on all within 1 cell of the target"),
        ("status", "poison", "bad of tier 1, 5 damage at the start of each turn, resisted with Vitality from its turn"),
        ("status", "haste", "a Buff of tier 2, a second turn before the Round ends, lasts 3 Rounds, 60 % to be cast"),
        ("item", "potion", "Offhand, heals 3d6 + 10, ends Wounds and Black&Blue"),
        ("gem", "flame_gem", "a Trigger Action when attacked, Fireball"),
        ("material", "brick", "covers, hides 50 % of a body, stops piercing bullets"),
        ("terrain", "deep_water", "swum in, 4 levels deep"),
        ("class", "hunter", "base Speed 5, skills Field Dressing, Piercing Shot, Snare, Sure Shot"),
    ],
)  # fmt: skip
def test_a_sentence_says_its_numbers(kind: str, key: str, says: str) -> None:
    assert says in sentence(RULES.find(kind, key), RULES)


@pytest.mark.parametrize("kind", ["weapon", "skill", "item", "status"])
def test_whatever_one_does_is_tried_out(kind: str) -> None:
    """Odds of the real thing, and one go of it; nothing stumbles."""
    for key in RULES.entries[kind]:
        found = trial.run(OUTERAH, RULES, kind, key, {})
        assert found.may, key
        assert not found.said, (key, found.said)
        if kind in ("weapon", "skill"):
            assert found.odds, key
            assert found.lines, key


def test_a_status_of_ones_own_is_made_with_the_columns_of_the_chart(desk: Desk) -> None:
    frost = {
        "label": "Frostbite", "kind": "bad", "tier": "2", "number": "7", "does": "dot", "text": "Cold.",
    }  # fmt: skip
    status, page = desk.send("gil", "library/status/new/", {**frost, "do": "look"})
    assert status == 200
    assert "Frostbite: bad of tier 2, 7 damage at the start of each turn" in page
    assert desk.send("gil", "library/status/new/", {**frost, "do": "save"})[0] == 302
    assert HouseEntry.objects.get().key == "frostbite"
    assert rules_of(desk.campaign).find("status", "frostbite").number == 7
    status, page = desk.send("gil", "library/status/new/", {**frost, "label": "No words", "text": "", "do": "save"})
    assert status == 422
    assert "Describe the effect" in page
