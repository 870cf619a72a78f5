"""House rules of another ruleset in the same forms: sentences of its own numbers, odds, one go of the real thing."""

from __future__ import annotations

import html
import re
from typing import get_type_hints

import msgspec
import pytest

from campaigns.library import entry, labels
from campaigns.library.models import HouseEntry
from characters.selectors import rules_of
from tactics.effects import kinds
from tactics.effects.rules import parse
from tactics.effects.specs import TERRAIN_STYLES
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


@pytest.mark.rule("O-248", "O-249", "O-250", "O-251", "O-252", "O-254")
def test_a_new_status_is_asked_for_in_words(desk: Desk) -> None:
    """The columns of the chart, and what the code's words mean; nothing of another ruleset."""
    _, page = desk.get("gil", "library/status/new/")
    text = html.unescape(page)
    for words in ("Effect", "Tier", "Number", "Description", "Minimum", "What resists it, a point for each percent",
                  "Ended by being hurt", "harms at the start of each turn, by the Number"):  # fmt: skip
        assert words in text, words
    assert "Added to the Attempt; nothing" not in text
    made = {**sent(page), "label": "Dazed", "text": "No skills.", "does": "no_skills", "minimum": "1", "stat.WIS": "on"}
    status, where = desk.post("gil", "library/status/new/", **{**made, "do": "save"})
    assert status == 302, where
    assert HouseEntry.objects.get(kind="status").content["does"] == "no_skills"


def test_every_field_of_a_form_has_words_and_names_one_that_there_is() -> None:
    types, own = kinds.of("outerah").types, kinds.of("outerah")
    forms = {"status", "weapon", "skill", "item", "terrain", "action", "gem", "payload", "material"}
    for kind in forms:
        fields = {one.name for one in msgspec.structs.fields(types[kind])} - labels.HIDDEN
        silent = {name for name in fields if (kind, name) not in own.words and name not in labels.LABELS}
        assert not silent, (kind, silent)
    nested = {("status", name) for name in ("applies", "value")}
    for kind, name in (own.words.keys() | own.choices.keys() | own.listed.keys()) - nested:
        assert name in types[kind].__struct_fields__, (kind, name)
    for (kind, name), words in own.choices.items():
        if (kind, name) in own.listed:  # a text, made a list
            continue
        allowed = re.findall(r"[a-z_]+", str(get_type_hints(types[kind])[name])) if name != "style" else TERRAIN_STYLES
        assert all(not key or key in allowed for key in words), (kind, name)


def test_the_library_has_headings_for_people(desk: Desk) -> None:
    titles = [title for _name, title, _kind, _spell in entry.sections(desk.campaign)]
    assert titles[-4:] == ["Classes", "Soul gems", "What is thrown", "What cover is made of"]


def test_what_a_field_may_name_is_a_list(desk: Desk) -> None:
    """What changes, of which range, which gem: nobody has to guess a word of the code."""
    status, weapon, skill, gem = (
        desk.get("gil", f"library/{path}/")[1]
        for path in ("status/strengthen", "weapon/short_sword", "skill/fireball", "gem/flame_gem")
    )
    assert "points to hit</option>" in status
    assert ">Strength</option>" in status
    assert ">revolver</option>" in weapon
    assert ">Everlasting</option>" in skill
    assert ">Fireball</option>" in gem
    for page in (status, weapon, skill):
        assert "Cells apart" in page
        assert "try-rank" not in page  # nobody has ranks here


def test_what_the_numbers_say_is_not_said_twice() -> None:
    assert sentence(RULES.find("status", "burn"), RULES).count("damage at the start of each turn") == 1
