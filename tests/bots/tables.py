"""Random small Missions for the bots: a map with walls, doors, rough ground and heights, two to four units a side."""

from __future__ import annotations

from random import Random
from typing import Any

from tactics.rulebook import yaml_content
from tactics.rulesets import RULESETS
from tactics.scenarios.script import parse
from tactics.scenarios.setup import Setup, prepare

PEOPLE = {
    "tempus": (("gnash", "mara", "ilven", "town_guards"), ("goblins", "lurkers", "wolves", "ogre")),
    "outerah": (("vael", "brenn", "oriel", "tamsin", "kesh"), ("raiders", "riflemen", "wolves", "stone_golem")),
}
"""Ruleset -> templates of heroes and of foes."""
GROUPS = ("town_guards", "goblins", "wolves", "lurkers", "raiders", "riflemen")
SIGNS = {"tempus": ".........,,#T", "outerah": "........,,%&#TM"}


def table(ruleset: str, seed: int) -> Setup:
    """The Mission of a seed: players ann and ben, the GM gm, the spectator sam."""
    chance = Random(seed)
    width, height = chance.randint(6, 11), chance.randint(5, 8)
    heroes, foes = PEOPLE[ruleset]
    rows = [[chance.choice(SIGNS[ruleset]) for _ in range(width)] for _ in range(height)]
    units: dict[str, dict[str, Any]] = {}
    for side, templates in (("heroes", heroes), ("foes", foes)):
        for number in range(chance.randint(2, 4)):
            units[f"{side[0]}{number}"] = _unit(chance, ruleset, side, chance.choice(templates))
    free = [(x, y) for y in range(height) for x in range(width)]
    chance.shuffle(free)
    legend: dict[str, Any] = {
        "T": "tree",
        **({"M": {"terrain": "mountain", "elevation": 2}} if ruleset == "outerah" else {}),
    }
    for glyph, (key, spec) in zip("ABCDEFGH", units.items(), strict=False):
        legend[glyph] = key
        for _ in range(spec.get("count", 1)):
            x, y = free.pop()
            rows[y][x] = glyph
    doors = [_door(chance, width, height) for _ in range(2)]
    if ruleset == "outerah":
        doors = [_cover(chance, width, height) for _ in range(4)]
    script = {
        "scenario": f"Bots {seed}",
        "ruleset": ruleset,
        "seats": {"ann": "player", "ben": "player", "sam": "spectator", "gm": "gm"},
        "options": {"tt.ask.difficulty": chance.choice(["none", "none", "all"])} if ruleset == "tempus" else {},
        "map": {
            "rows": ["".join(row) for row in rows],
            "legend": legend,
            "edges": doors,
            "fog": chance.choice(["none", "none", "sight"]),
        },
        "units": units,
        "steps": [{"do": "start"}],
    }
    return prepare(parse(script), RULESETS[ruleset], yaml_content.load(ruleset))


def _unit(chance: Random, ruleset: str, side: str, template: str) -> dict[str, Any]:
    spec: dict[str, Any] = {"template": template, "side": side}
    if template in GROUPS:
        spec["count"] = chance.randint(1, 3)
    if ruleset == "tempus" and chance.random() < 0.3:  # slow enough for a blow that takes two turns
        stats = yaml_content.load(ruleset)["entries"]["template"][template]["stats"]
        spec["stats"] = {**stats, "SPD": 2}
    spec["seat"] = chance.choice(["ann", "ben"]) if side == "heroes" else "gm"
    if side == "foes" and chance.random() < 0.2:
        spec["hidden"] = True
    return spec


def _cover(chance: Random, width: int, height: int) -> dict[str, Any]:
    x, y = chance.randrange(width - 1), chance.randrange(height)
    material = chance.choice(["sandbags", "wood", "brick", "curtains", "full_brick"])
    return {"between": [[x, y], [x + 1, y]], "kind": "cover", "material": material}


def _door(chance: Random, width: int, height: int) -> dict[str, Any]:
    x, y = chance.randrange(width - 1), chance.randrange(height)
    return {"between": [[x, y], [x + 1, y]], "kind": "door", "closed": chance.random() < 0.5}
