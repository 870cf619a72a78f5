"""Maps that come with a ruleset, one file for each: played on as they are, or taken into a campaign and drawn on."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml
from msgspec import convert
from msgspec.structs import replace

from tactics.kernel.rules import Rules
from tactics.scenarios.maps import read_map, read_zone
from tactics.scenarios.script import MapSpec, ScriptError

from .map_board import Stored

FOLDER = Path(__file__).parent / "shelves"
ABOUT = ("name", "text", "notes", "painting", "base")


@cache
def _maps(ruleset: str) -> dict[str, dict[str, Any]]:
    path = FOLDER / f"{ruleset}.yaml"
    found: dict[str, dict[str, Any]] = yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def names(ruleset: str) -> list[tuple[str, str]]:
    """(key, name) of each map, in the order of the file; none for a ruleset that brings none."""
    return [(key, spec["name"]) for key, spec in _maps(ruleset).items()]


def spec_of(ruleset: str, key: str) -> dict[str, Any]:
    """What stands in the file of the map itself, as scenarios write one. Raises LookupError."""
    return {k: v for k, v in _maps(ruleset)[key].items() if k not in ABOUT}


def about(ruleset: str, key: str) -> dict[str, Any]:
    """`name`, `text` in one sentence, `painting`: seed of its picture or 0, `base`: what lies under all of it there."""
    found = {k: v for k, v in _maps(ruleset)[key].items() if k in ABOUT}
    return {"text": "", "painting": 0, "base": "meadow", **found}


def stored(rules: Rules, key: str) -> Stored:
    """As a map of a campaign. Raises LookupError for one that is not there, or whose terrain these rules have not."""
    found = _maps(rules.ruleset)[key]
    try:
        spec = convert(spec_of(rules.ruleset, key), MapSpec)
        board, _stand = read_map(spec, rules, {})
    except ScriptError as problem:
        raise LookupError(str(problem)) from problem
    zones = tuple(read_zone(zone, number, board) for number, zone in enumerate(spec.zones, start=1))
    return Stored(replace(board, name=found["name"]), zones, found.get("notes", ""), fog=spec.fog)
