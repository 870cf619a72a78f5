"""Rules data: what is accepted, what is refused and with which words, layers and digests."""

from __future__ import annotations

import copy

import pytest

from tactics.effects.lint import warnings
from tactics.effects.rules import DataError, canonical, digest, merge, parse, read
from tactics.effects.specs import cost_kind
from tactics.effects.text import fields_of, sentence

BASE = {
    "ruleset": "toy",
    "entries": {
        "constant": {
            "toy.step": {"label": "Step", "value": 2, "origin": "document", "line": 7},
            "toy.cost": {"label": "Cost", "value": {"pa": 1}},
            "toy.mode": {"label": "Mode", "value": "high", "choices": ["high", "low"]},
            "toy.penalty": {"label": "Penalty", "value": {"orc": -5}},
        },
        "stat": {
            "STR": {"label": "Strength", "short": "STR"},
            "DEX": {"label": "Dexterity", "short": "DEX"},
            "INT": {"label": "Intelligence", "short": "INT"},
            "HP": {"label": "Hit Points", "short": "HP", "least": 1},
        },
        "skill_type": {
            "physical": {
                "label": "Physical",
                "stat": "DEX",
                "attack_stat": "DEX",
                "stats": ["STR", "DEX"],
                "points": ["pa"],
                "cost": {"pa": 2},
            },
            "mental": {"label": "Mental", "stat": "INT", "stats": ["INT"], "points": ["ma"]},
            "magic": {"label": "Magic", "stat": "INT", "usable_untrained": False},
        },
        "skill": {
            "claw": {
                "label": "Claw",
                "type": "physical",
                "attack": True,
                "effectiveness": "d10",
                "effectiveness_stat": "STR",
            },
            "lore": {"label": "Lore", "type": "mental"},
            "spark": {"label": "Spark", "type": "magic"},
        },
        "action": {
            "hit": {
                "label": "Hit",
                "cost": {"pa": 2},
                "target": "body",
                "reach": 1,
                "needs_skill": "attack",
                "effect": [{"do": "check", "against": "def"}, {"do": "harm", "bonus": "toy.step"}],
            },
            "mend": {"label": "Mend", "cost": "toy.cost", "effect": [{"do": "heal", "amount": "d6 + int"}]},
        },
        "race": {"orc": {"label": "Orc", "penalty": "toy.penalty[orc]"}},
        "terrain": {"mud": {"label": "Mud", "letter": ",", "style": "rough", "steps": "toy.step"}},
        "status": {"stuck": {"label": "Stuck", "forbids": ["hit"], "changes": [{"applies": "def", "value": -1}]}},
        "weapon": {"knife": {"label": "Knife", "skill": "claw", "effectiveness": "d6"}},
        "template": {"ork": {"label": "Ork", "race": "orc", "stats": {"HP": 5}, "skills": {"claw": 2, "lore": "P"}}},
    },
}


def test_everything_is_typed():
    rules = parse(BASE)
    assert rules.find("action", "hit").effect[1].bonus == "toy.step"
    assert rules.find("action", "mend").cost == {"pa": 1}
    assert rules.find("action", "mend").effect[0].amount.text == "d6 + int"
    assert rules.find("race", "orc").penalty == -5
    assert rules.find("terrain", "mud").steps == 2
    assert rules.find("template", "ork").ranks == {"claw": "2", "lore": "P"}
    assert rules.constants["toy.step"].origin == "document"
    assert rules.find("nothing", "hit") is None


@pytest.mark.rule("T-096")
def test_the_type_gives_defaults_and_the_skill_wins():
    rules = parse(merge(BASE, {"skill": {"climb": {"label": "Climb", "type": "physical", "stat": "STR"}}}))
    assert rules.find("skill", "claw").stats == ("DEX",)
    assert rules.find("skill", "climb").stats == ("STR",)
    assert rules.find("skill", "climb").cost == {"pa": 2}
    assert rules.find("skill", "claw").cost == {}
    assert rules.find("skill", "spark").usable_untrained is False
    assert rules.find("skill", "lore").usable_untrained is True


@pytest.mark.rule("T-034", "T-035", "T-036")
def test_the_kind_of_an_action_is_what_it_costs():
    assert [cost_kind(c) for c in ({"pa": 2}, {"ma": 2}, {"pa": 1, "ma": 1}, {}, {"pa": 0})] == [
        "physical",
        "mental",
        "dynamic",
        "free",
        "free",
    ]


@pytest.mark.rule("T-033", "T-047")
def test_a_campaign_adds_an_action():
    rules = parse(merge(BASE, {"action": {"vault": {"label": "Vault", "cost": {"pa": 2}}}}))
    vault = rules.find("action", "vault")
    assert (vault.kind, vault.house) == ("physical", True)


@pytest.mark.parametrize(
    ("layer", "says"),
    [
        ({"acton": {}}, "did you mean 'action'"),
        ({"action": {"x": {"label": "X", "cst": {}}}}, "action x: cst: there is no such field: did you mean 'cost'"),
        ({"action": {"x": {}}}, "action x: label: must be given"),
        ({"action": {"x": {"label": " "}}}, "action x: label: write the name"),
        ({"action": {"x": {"label": "X", "cost": {"pa": -1}}}}, "cost: pa must be 0 to 99"),
        ({"action": {"x": {"label": "X", "cost": {"pa": 1.5}}}}, "expected `int`"),
        ({"action": {"x": {"label": "X", "cost": {"pa": True}}}}, "expected `int`"),
        ({"action": {"9": {"label": "X"}}}, "start with a letter"),
        ({"action": {"x": {"label": "X", "effect": [{"do": "hel"}]}}}, "invalid value 'hel'"),
        ({"action": {"x": {"label": "X", "effect": [{"do": "heal", "amount": "d6 + inte"}]}}}, "did you mean 'int'"),
        ({"action": {"x": {"label": "X", "effect": [{"do": "harm", "bonus": "toy.stp"}]}}}, "did you mean 'toy.step'"),
        ({"action": {"x": {"label": "X", "effect": [{"do": "harm", "bonus": "toy.mode"}]}}}, "not a whole number"),
        ({"action": {"x": {"label": "X", "effect": [{"do": "inflict", "status": "stck"}]}}}, "did you mean 'stuck'"),
        (
            {
                "action": {
                    "x": {
                        "label": "X",
                        "effect": [
                            {
                                "do": "area",
                                "radius": 1,
                                "effect": [{"do": "modify", "applies": "attemp", "label": "a", "value": 1}],
                            }
                        ],
                    }
                }
            },
            "did you mean 'attempt'",
        ),
        ({"action": {"x": {"label": "X", "check": "lor"}}}, "did you mean 'lore'"),
        ({"action": {"x": {"label": "X", "origin": "document"}}}, "line: an entry of the document names its line"),
        ({"skill": {"x": {"label": "X", "type": "fysical"}}}, "type: one of physical, mental"),
        ({"skill": {"x": {"label": "X", "type": "mental", "stat": "ITN"}}}, "did you mean 'INT'"),
        ({"skill": {"x": {"label": "X", "type": "mental", "stat": ["INT", "INT"]}}}, "two different stats"),
        ({"skill": {"x": {"label": "X", "type": "mental", "effectiveness": "2x6"}}}, "write d10, 2d6 or none"),
        ({"skill": {"x": {"label": "X", "type": "mental", "effectiveness": "d6+1"}}}, "is no roll"),
        ({"skill": {"x": {"label": "X", "type": "divine"}}}, "name the stat"),
        ({"skill": {"x": {"label": "X", "type": "mental", "flavour": "charmin"}}}, "one of (empty), charming"),
        ({"skill_type": {"phys": {"label": "X"}}}, "did you mean 'physical'"),
        ({"weapon": {"x": {"label": "X", "skill": "lore"}}}, "lore is no attack skill"),
        ({"weapon": {"x": {"label": "X", "skill": "claw", "effectiveness": "none"}}}, "a weapon has dice"),
        ({"race": {"x": {"label": "X", "penalty": 2}}}, "0 or a negative number"),
        ({"terrain": {"x": {"label": "X", "letter": ",", "style": "sand"}}}, "is the letter of mud"),
        ({"terrain": {"x": {"label": "X", "letter": "?", "style": "sand"}}}, "means unknown"),
        ({"terrain": {"x": {"label": "X", "letter": "x", "style": "javascript"}}}, "style: one of"),
        ({"status": {"x": {"label": "X", "forbids": ["hitt"]}}}, "did you mean 'hit'"),
        ({"template": {"x": {"label": "X", "stats": {"HP": 0}}}}, "HP must be at least 1"),
        ({"template": {"x": {"label": "X", "stats": {}, "count": 3}}}, "1 for a character"),
        ({"constant": {"toy.mode": {"value": "hgih"}}}, "is not one of high, low"),
        ({"skill": {"claw": None}}, "weapon knife: skill: there is no skill 'claw'"),
        ({"action": {"x": 3}}, "must be a mapping of fields"),
        ([], "must be a mapping of kinds"),
    ],
)
def test_bad_data_says_entry_field_and_what_to_do(layer, says):
    with pytest.raises(DataError) as caught:
        parse(merge(BASE, layer))
    assert says in str(caught.value)


@pytest.mark.rule("T-133")
def test_ranks_are_p_and_0_to_10():
    def template(rank):
        return {"template": {"x": {"label": "X", "stats": {}, "skills": {"claw": rank}}}}

    for rank in ("P", "0", 0, 10, "10"):
        parse(merge(BASE, template(rank)))
    for rank in (11, "11", -1, "p", "", 1.0):
        with pytest.raises(DataError):
            parse(merge(BASE, template(rank)))


@pytest.mark.rule("T-110")
def test_a_fourth_supernatural_variety_is_rejected():
    with pytest.raises(DataError, match="supernatural_burst"):
        parse(merge(BASE, {"skill": {"x": {"label": "X", "type": "supernatural_song"}}}))


def test_all_problems_are_told_at_once():
    layer = {"action": {"x": {}, "y": {"label": "Y", "cost": 3}}, "race": {"z": {"label": "Z"}}}
    assert len(read(merge(BASE, layer))[1]) == 3


def test_merge_leaves_its_arguments_alone_and_marks_house_rules():
    before = copy.deepcopy(BASE)
    merged = merge(BASE, {"constant": {"toy.step": {"value": 3}}, "action": {"mend": None}})
    assert before == BASE
    step = parse(merged).constants["toy.step"]
    assert (step.value, step.origin) == (3, "house")
    assert "mend" not in merged["entries"]["action"]
    # Saying the same again changes nothing.
    assert digest(merge(BASE, {"constant": {"toy.step": {"value": 2}}})) == digest(BASE)
    assert digest(merge(BASE, {})) == digest(BASE)


def test_the_digest_knows_content_not_order():
    turned = {"entries": {k: dict(reversed(v.items())) for k, v in reversed(BASE["entries"].items())}, "ruleset": "toy"}
    assert canonical(turned) == canonical(BASE)
    assert parse(turned).hash == digest(BASE) == digest(turned)
    with pytest.raises(ValueError):
        canonical({"x": float("nan")})


def test_nobody_changes_parsed_rules():
    rules = parse(BASE)
    with pytest.raises(TypeError):
        rules.constants["toy.cost"].value["pa"] = 0  # type: ignore[index]
    with pytest.raises(TypeError):
        rules.entries["action"]["hit"] = None  # type: ignore[index]


@pytest.mark.rule("T-097", "T-098")
def test_unusual_data_is_a_warning_only():
    layer = {
        "skill": {
            "sums": {"label": "Sums", "type": "physical", "stat": "INT"},
            "think": {"label": "Think", "type": "physical", "cost": {"ma": 1}},
            "run": {"label": "Run", "type": "physical", "cost": {"pa": 2}},
        }
    }
    told = {w.entry: w.message for w in warnings(parse(merge(BASE, layer)).entries)}
    assert told["skill sums"] == "Physical skills check STR or DEX, not INT"
    assert told["skill think"] == "Physical skills do not cost MA"
    assert "skill run" not in told


def test_the_linter_lists_registered_steps_and_double_labels():
    layer = {"action": {"x": {"label": "hit", "effect": [{"do": "python", "name": "odd"}]}}}
    told = [str(w) for w in warnings(parse(merge(BASE, layer)).entries)]
    assert "action x: effect: uses the registered step 'odd'" in told
    assert "action x: label: hit has the same label" in told


def test_in_words():
    rules = parse(BASE)
    assert (
        sentence(rules.find("action", "hit"), rules)
        == "Hit, 2 PA: one Attempt against DEF at reach 1, then damage with +2 Effectiveness."
    )
    assert sentence(rules.find("action", "mend"), rules) == "Mend, 1 PA: heals d6 + int."
    assert sentence(rules.find("skill", "claw"), rules).startswith(
        "Claw (physical attack): d10 + rank + DEX against DEF"
    )
    assert sentence(rules.find("status", "stuck"), rules) == "Stuck: \u22121 DEF, no hit."
    assert sentence(rules.find("constant", "toy.step"), rules) == "Step: 2 (document, line 7)."


def test_what_an_entry_may_say():
    told = fields_of("skill")
    assert told[:2] == [
        "label",
        "type (physical, mental, dynamic, social, bonus, supernatural_aura, "
        "supernatural_activated, supernatural_burst, magic, divine)",
    ]
    assert "cost" in told
