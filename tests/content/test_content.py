"""The data that ships: complete, valid, and with the documents' numbers."""

from __future__ import annotations

from collections import Counter

import pytest
import yaml

from missions.rules_page import card
from tactics.effects import kinds
from tactics.effects.distribution import of_dice
from tactics.effects.explained import entry_of
from tactics.effects.lint import warnings
from tactics.effects.odds import effectiveness_odds
from tactics.effects.rules import digest, parse
from tactics.effects.text import sentence
from tactics.rulebook.yaml_content import index, load, read, shipped

RULES = {ruleset: parse(load(ruleset)) for ruleset in shipped()}
TEMPUS = RULES["tempus"]


def test_all_448_rules_are_in_the_index():
    found = index()
    assert list(found) == [f"T-{n:03}" for n in range(1, 186)] + [f"O-{n:03}" for n in range(1, 264)]
    assert Counter(rule.status for rule in found.values()) == {
        "FULL": 186,
        "PARTIAL": 179,
        "SOFT": 40,
        "MISSING": 24,
        "FLAVOUR": 11,
        "CONTRADICTION": 8,
    }
    for rule in found.values():
        assert rule.title
        assert rule.reading
        assert rule.line >= 1
    assert found["T-048"].status == "PARTIAL"
    assert found["T-157"].status == "CONTRADICTION"
    assert {rule.ruleset for rule in found.values()} == {"tempus", "outerah"}


@pytest.mark.parametrize("ruleset", shipped())
def test_every_entry_reads_as_a_sentence_and_names_real_rules(ruleset):
    rules = RULES[ruleset]
    assert rules.hash == digest(load(ruleset))
    for found in rules.entries.values():
        for spec in found.values():
            assert sentence(spec, rules).startswith(spec.label)
            assert set(getattr(spec, "items", ())) <= index().keys()


@pytest.mark.parametrize("ruleset", shipped())
def test_what_explains_a_term_is_on_the_page_of_the_rules(ruleset):
    """Of sources without an entry of their own; what has none, as a GM's word, opens nothing."""
    rules = RULES[ruleset]
    for source, wanted in kinds.of(ruleset).explains.items():
        if ":" in wanted:
            asked = source if ":" in source else f"{source}:any"
            assert entry_of(rules, asked) == wanted
            assert card(rules, {}, wanted) is not None, wanted
    for source in ("gm:ruled", "laid:3", "", "posture:nothing", "skill:nothing"):
        assert entry_of(rules, source) == ""


def test_a_term_is_explained_by_what_it_comes_from():
    assert entry_of(TEMPUS, "skill:claw") == "skill:claw"
    assert entry_of(TEMPUS, "status:defensive_stance") == "action:defensive_stance"
    assert entry_of(TEMPUS, "aura:mara:courage") == "skill:courage"
    assert entry_of(RULES["outerah"], "facing:back") == "constant:out.hit.facing"


@pytest.mark.parametrize("ruleset", shipped())
def test_only_registered_steps_are_worth_a_warning(ruleset):
    advice = kinds.of(ruleset).warnings(RULES[ruleset].entries)
    assert [w for w in advice if "registered step" not in w.message] == []


@pytest.mark.rule(
    "T-047",
    "T-048",
    "T-050",
    "T-051",
    "T-052",
    "T-053",
    "T-055",
    "T-056",
    "T-057",
    "T-058",
    "T-059",
    "T-060",
    "T-061",
    "T-062",
)
def test_the_thirteen_listed_actions_cost_what_the_document_says():
    costs = {key: dict(a.cost) for key, a in TEMPUS.entries["action"].items() if a.origin == "document"}
    assert {key: costs[key] for key in costs if key not in ("search_inventory", "quick_stash")} == {
        "move": {"pa": 1},
        "use_simple_item": {"pa": 1},
        "simple_attack": {"pa": 2},
        "power_attack": {"pa": 3},
        "talk": {"ma": 1},
        "aim": {"ma": 1},
        "cast_lit1": {"ma": 2},
        "read_manual": {"ma": 2},
        "search": {"ma": 2},
        "defensive_stance": {"pa": 1, "ma": 1},
        "called_strike": {"pa": 2, "ma": 1},
        "scribble_notes": {"pa": 1, "ma": 2},
        "acrobatics": {"pa": 2, "ma": 1},
    }


@pytest.mark.rule("T-170", "T-171")
def test_inventory_actions():
    assert TEMPUS.find("action", "search_inventory").cost == {"pa": 4}
    assert TEMPUS.find("action", "quick_stash").cost == {"pa": 2, "ma": 1}


@pytest.mark.rule("T-037", "T-038", "T-086")
def test_seeded_actions_are_house_values():
    for key in ("operate_device", "dance", "timed_movement", "counter_attack"):
        assert TEMPUS.find("action", key).house
    for key in ("operate_device", "dance", "timed_movement"):
        assert TEMPUS.find("action", key).kind == "dynamic"
    assert TEMPUS.find("action", "counter_attack").interrupt_only


@pytest.mark.rule("T-041")
def test_what_cannot_be_extended():
    fixed = {key for key, a in TEMPUS.entries["action"].items() if not a.extendable}
    assert {"move", "talk", "acrobatics", "quick_stash", "counter_attack"} <= fixed
    assert not {"power_attack", "search_inventory", "scribble_notes"} & fixed


@pytest.mark.rule("T-136")
def test_penalties_by_race():
    penalties = {key: race.penalty for key, race in TEMPUS.entries["race"].items()}
    assert penalties == {
        "monster": -5,
        "half_monster": -5,
        "human": -4,
        "ascendant": -3,
        "half_ascendant": -3,
        "half_human": -4,
        "other": -4,
    }


@pytest.mark.rule("T-159")
def test_effectiveness_dice():
    sides = {key: TEMPUS.find("skill", key).dice.sides for key in ("fist", "claw", "sharp_claw")}
    assert sides == {"fist": 8, "claw": 10, "sharp_claw": 12}
    great = TEMPUS.find("weapon", "great_sword").dice
    assert (great.count, great.sides) == (2, 6)
    assert effectiveness_odds(of_dice(1, 12), 4).best == 16


@pytest.mark.rule("T-160")
def test_picking_a_lock_has_no_effectiveness():
    skill = TEMPUS.find("skill", "pick_lock")
    assert (skill.dice, skill.result) == (None, "none")


@pytest.mark.rule("T-095", "T-105", "T-135", "T-141")
def test_skill_types():
    assert len(TEMPUS.entries["skill_type"]) == 10
    assert TEMPUS.find("skill", "claw").stats == ("DEX",)
    assert TEMPUS.find("skill", "lightning").usable_untrained is False
    assert TEMPUS.find("skill", "charm").flavour == "charming"
    assert {s.flavour for s in TEMPUS.entries["skill"].values()} >= {"charming", "manipulating", "performing"}


def test_constants_say_where_they_come_from():
    constants = TEMPUS.entries["constant"]
    assert len(constants) == 86
    assert TEMPUS.constant("tt.crit.success", {}) == (8, 10)
    assert TEMPUS.constant("tt.crit.success", {"tt.crit.success": [7, 10]}) == [7, 10]
    assert constants["tt.move.orthogonal"].line == 52
    assert constants["tt.aim.bonus"].house


def test_heroes_and_mobs_for_a_first_mission():
    templates = TEMPUS.entries["template"]
    heroes = [t for t in templates.values() if t.kind == "character"]
    assert len({t.race for t in heroes}) >= 3
    assert templates["town_guards"].count == 3
    assert templates["goblins"].count == 5
    stats = set(TEMPUS.entries["stat"])
    assert all(set(t.stats) == stats for t in templates.values())


@pytest.mark.rule("T-095", "T-110")
def test_shelves_of_skills_spells_and_mobs():
    """What table.md 36 asks for; all of it house values but what the document names."""
    skills, actions = TEMPUS.entries["skill"], TEMPUS.entries["action"]
    kinds = Counter(s.type for s in skills.values())
    assert len(skills) >= 40
    assert set(kinds) == set(TEMPUS.entries["skill_type"])
    assert kinds["supernatural_aura"] >= 3
    assert kinds["supernatural_activated"] >= 3
    assert kinds["supernatural_burst"] >= 3
    assert kinds["bonus"] >= 4
    spells = [a for a in actions.values() if a.level]
    assert len(spells) >= 12
    assert {a.level for a in spells} == {1, 2, 3, 4, 5}
    assert all(s.house for s in skills.values() if s.type.startswith("supernatural") or s.type == "bonus")
    templates = TEMPUS.entries["template"]
    assert len([t for t in templates.values() if t.kind == "character"]) >= 6
    families = [key.removesuffix("_weak") for key in templates if key.endswith("_weak")]
    assert len(families) == 12
    assert all({key, f"{key}_strong"} <= templates.keys() for key in families)
    for key in families:
        hp = [templates[k].stats["HP"] for k in (f"{key}_weak", key, f"{key}_strong")]
        assert hp == sorted(set(hp))
    assert all(t.house for t in templates.values())


@pytest.mark.rule("T-051", "T-168")
def test_shelves_of_weapons_and_items():
    """Each weapon is of a skill that strikes, each strikes otherwise than the others of its skill, all are house."""
    weapons, items = TEMPUS.entries["weapon"], TEMPUS.entries["item"]
    assert len(weapons) >= 20
    assert len(items) >= 40
    assert all(w.house for w in weapons.values())
    assert all(TEMPUS.find("skill", w.skill).attack for w in weapons.values())
    made = [
        (w.skill, w.effectiveness, w.effectiveness_bonus, w.attempt_bonus, w.reach, w.range, w.size, w.hands)
        for w in weapons.values()
    ]
    assert len(set(made)) == len(made)
    assert {w.skill for w in weapons.values()} >= {"sword", "axe", "club", "dagger", "spear", "bow", "throwing"}


@pytest.mark.rule("T-095")
def test_a_skill_may_be_of_several_sets_of_skills():
    """Skill Sets stand in another article: here a template is one, and a skill is in as many as hold it."""
    templates = TEMPUS.entries["template"].values()
    assert len([t for t in templates if "observe" in t.skills]) >= 2


@pytest.mark.rule("T-097", "T-098")
def test_unusual_points_and_stats_are_a_warning():
    found = load("tempus")
    entries = found["entries"]["skill"]
    entries["x"] = {"label": "X", "type": "physical", "stat": "STR", "cost": {"ma": 1}}
    entries["y"] = {"label": "Y", "type": "physical", "stat": "INT", "cost": {"pa": 2}}
    said = {w.entry: w.message for w in warnings(parse(found).entries) if w.entry in ("skill x", "skill y")}
    assert said == {
        "skill x": "Physical skills do not cost MA",
        "skill y": "Physical skills check STR or DEX or SPD, not INT",
    }


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a: 1\na: 2", "stands twice"),
        ("on: 1", "must be a text"),
        ("a: &x [1]\nb: *x", "no aliases"),
        ("a: !!python/name:os.system", "could not determine a constructor"),
    ],
)
def test_yaml_is_read_strictly(text, says):
    with pytest.raises(yaml.YAMLError, match=says):
        read(text)
