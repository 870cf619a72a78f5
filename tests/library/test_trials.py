"""Rules data of Tempus Tempera tried out before anybody plays with it, at the odds of the real thing."""

from __future__ import annotations

import pytest

from tactics.effects.rules import parse
from tactics.rulebook.yaml_content import load
from tactics.scenarios import trial
from tactics.scenarios.trial import Tried
from tactics.tempus.table import TEMPUS

RULES = parse(load("tempus"))


def tried(kind: str, key: str, **chosen: str) -> Tried:
    return trial.run(TEMPUS, RULES, kind, key, chosen)


def chances(found: Tried) -> list[str]:
    return [aim.chance for one in found.odds for aim in one.targets if aim.chance]


@pytest.mark.parametrize("kind", ["weapon", "skill", "item", "status", "action"])
def test_nothing_stumbles(kind: str) -> None:
    assert {key: said for key in RULES.entries[kind] if (said := tried(kind, key).said)} == {}


def test_what_strikes_shows_its_chance_and_one_go() -> None:
    """A skill of weapons with a weapon in hand, a magic one by its spells, a great sword by who has the hands."""
    strikes = [("skill", key) for key, one in RULES.entries["skill"].items() if one.attack and not one.disabled]
    for kind, key in [*strikes, *(("weapon", key) for key in RULES.entries["weapon"])]:
        found = tried(kind, key)
        assert chances(found), (kind, key)
        assert found.lines, (kind, key)


def test_a_thing_is_used_and_a_manual_read() -> None:
    for key in ("healing_potion", "manual_locks", "scroll_of_mending"):
        assert tried("item", key).lines, key


def test_whose_hands_do_not_fit_reads_the_reason_alone() -> None:
    found = tried("weapon", "great_sword", who="ready:gnash")
    assert found.who == "ready:gnash", "who was chosen is not swapped"
    assert found.said == "great_sword does not fit the hands"
    assert tried("weapon", "great_sword").who != "ready:gnash"
