"""Random small Missions for the bots: a map with walls, doors, rough ground and heights, two to four units a side, pets
and mounts where there are such; and duels of two airships with their crews."""

from __future__ import annotations

from random import Random
from typing import Any

from tactics.rulebook import yaml_content
from tactics.rulesets import RULESETS
from tactics.scenarios.script import parse
from tactics.scenarios.setup import Setup, prepare

PEOPLE = {
    "tempus": (("gnash", "mara", "ilven", "town_guards"), ("goblins", "lurkers", "wolves", "ogre")),
    "outerah": (
        ("vael", "brenn", "oriel", "tamsin", "kesh", "isaura", "pell", "ninove"),
        (
            "raiders", "riflemen", "wolves", "stone_golem", "cutthroats", "crossbowmen", "river_lurkers", "bone_guard",
            "harpies", "ember_cult", "hill_trolls", "sky_pirates", "void_moths",
        ),
    ),
}
"""Ruleset -> templates of heroes and of foes."""
GROUPS = (
    "town_guards", "goblins", "wolves", "lurkers", "raiders", "riflemen", "cutthroats", "crossbowmen", "river_lurkers",
    "bone_guard", "harpies", "ember_cult", "hill_trolls", "sky_pirates", "void_moths",
)  # fmt: skip
COMPANY = ("grey_wolf", "brass_drone", "river_horse", "cloud_gryphon")
"""Pets and mounts of heroes."""
SIGNS = {"tempus": ".........,,#T", "outerah": "........,,%&#TM==~"}
SKIES = ("-", "'", "-'")
"""Over what a duel is fought: sky, space, or both."""
SIDES = ((3, 5), (17, 7))
"""Where the hulls of a duel are, about."""
SHIP = ((0, 0), (-1, -1), (0, -1), (1, -1), (-2, 0), (1, 0), (-1, 0))
"""Cells of the sections from the hull on, in the order of a ship's bodies."""


def table(ruleset: str, seed: int) -> Setup:
    """The Mission of a seed: players ann and ben, the GM gm, the spectator sam."""
    chance = Random(seed)
    width, height = chance.randint(6, 11), chance.randint(5, 8)
    heroes, foes = PEOPLE[ruleset]
    rows = [[chance.choice(SIGNS[ruleset]) for _ in range(width)] for _ in range(height)]
    units: dict[str, dict[str, Any]] = {}
    for side, templates in (("heroes", heroes), ("foes", foes)):
        for number in range(chance.randint(2, 4)):
            key = f"{side[0]}{number}"
            units[key] = _unit(chance, ruleset, side, chance.choice(templates))
            if ruleset == "outerah" and side == "heroes" and chance.random() < 0.4:
                company = chance.choice(COMPANY)
                units[f"p{number}"] = {"template": company, "side": side, "seat": units[key]["seat"], "owner": key}
    free = [(x, y) for y in range(height) for x in range(width)]
    chance.shuffle(free)
    legend: dict[str, Any] = {
        "T": "tree",
        **({"M": {"terrain": "mountain", "elevation": 2}} if ruleset == "outerah" else {}),
    }
    for glyph, (key, spec) in zip("ABCDEFGHIJKL", units.items(), strict=False):
        legend[glyph] = key
        for _ in range(spec.get("count", 1)):
            x, y = free.pop()
            rows[y][x] = glyph
    doors = [_door(chance, width, height) for _ in range(2)]
    if ruleset == "outerah":
        doors = [_cover(chance, width, height) for _ in range(4)]
    board = {
        "rows": ["".join(row) for row in rows],
        "legend": legend,
        "edges": doors,
        "fog": chance.choice(["none", "none", "sight"]),
    }
    options = {"tt.ask.difficulty": chance.choice(["none", "none", "all"])} if ruleset == "tempus" else {}
    return _prepared(f"Bots {seed}", ruleset, board, units, options)


def duel(seed: int) -> Setup:
    """Two airships with a pilot, gunners and boarders each, some of them above space."""
    chance = Random(seed)
    width, height, sky = 24, 12, chance.choice(SKIES)
    rows = [[sky[(2 * x // width) if len(sky) > 1 else 0] for x in range(width)] for _ in range(height)]
    units: dict[str, dict[str, Any]] = {}
    legend: dict[str, Any] = {}
    for side, ship, template, (x, y) in zip(
        ("heroes", "foes"), ("swift", "grim"), ("sparrow", "iron_petrel"), SIDES, strict=True
    ):
        seats = ["ann", "ben"] if side == "heroes" else ["gm", "gm"]
        level, heading = chance.randint(8, 12), chance.choice(["n", "s", "ne", "e"])
        units[ship] = {"template": template, "side": side, "seat": seats[0], "altitude": level, "heading": heading}
        aboard = {"side": side, "aboard": ship}
        who = PEOPLE["outerah"][0]
        units[f"{ship}-pilot"] = {**aboard, "template": chance.choice(who), "seat": seats[0], "zone": "helm"}
        units[f"{ship}-mage"] = {**aboard, "template": chance.choice(who), "seat": seats[1], "zone": "catapult"}
        guns = [{"zone": "left_cannon"}, {"zone": "right_cannon"}]
        units[f"{ship}-guns"] = {
            **aboard, "template": "sky_pirates", "kind": "mob", "seat": seats[1], "members": guns
        }  # fmt: skip
        if chance.random() < 0.5:
            units[f"{ship}-crew"] = {
                **aboard, "template": "sky_pirates", "count": chance.randint(1, 3), "seat": seats[0], "zone": "deck"
            }  # fmt: skip
        glyph = {"swift": "S", "grim": "G"}[ship]
        legend[glyph] = {"unit": ship, "terrain": "sky" if sky[0] == "-" else "space"}
        for dx, dy in SHIP:
            rows[y + dy][x + dx] = glyph
    board = {"rows": ["".join(row) for row in rows], "legend": legend, "fog": chance.choice(["none", "none", "sight"])}
    return _prepared(f"Duel {seed}", "outerah", board, units, {})


def _prepared(name: str, ruleset: str, board: Any, units: Any, options: Any) -> Setup:
    script = {
        "scenario": name,
        "ruleset": ruleset,
        "seats": {"ann": "player", "ben": "player", "sam": "spectator", "gm": "gm"},
        "options": options,
        "map": board,
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
