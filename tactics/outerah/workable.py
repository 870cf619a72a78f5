"""Outerah's rules data that every name of is known and that still cannot work: numbers out of all bounds, flags that
rule each other out, constants that cannot be together. Each says what to write instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tactics.effects.dice_text import suggestion
from tactics.effects.references import Parsed, Problem
from tactics.outerah.specs import ELEMENTS

POINTS, ROUNDS, CHARGE = (-99, 999), (1, 99), (-4, 4)
BOUNDS: dict[str, dict[str, tuple[int, int]]] = {
    "weapon": {"upgrade": POINTS, "multiplier": (0, 99), "bonus": POINTS},
    "skill": {"upgrade": POINTS, "multiplier": (0, 99), "opener_bonus": POINTS, "rounds": ROUNDS, "crit": (0, 100)},
    "item": {"bonus": POINTS},
    "status": {"number": (0, 999), "minimum": (0, 99), "rounds": ROUNDS, "lasts": ROUNDS, "after_rounds": (0, 99)},
    "gem": {"limit": (0, 99)},
    "terrain": {"hit_charge": CHARGE, "hit_mod": (-100, 100)},
    "template": {"level": (1, 99), "armor_upgrade": POINTS, "crit": (0, 100)},
}
"""Kind -> field -> the least and the most."""
DEEPEST = 40
"""Levels of deep water."""
RAISED = ("attempt", "charge", "movement", "jump", "push")
"""What a status may change besides the stats (`specs.Raise`)."""
COUNTS = ("dot", "hot", "max_hp")
"""What a status does by its number."""


def problems(parsed: Parsed) -> list[Problem]:
    found = (_numbers, _statuses, _skills, _gear, _terrain, _templates, _constants)
    return [problem for each in found for problem in each(parsed)]


def _numbers(parsed: Parsed) -> Iterator[Problem]:
    for kind, fields in BOUNDS.items():
        for key, spec in parsed[kind].items():
            for field, (least, most) in fields.items():
                value = getattr(spec, field)
                if value is not None and not least <= value <= most:
                    yield Problem(f"{kind} {key}", field, f"{least} to {most}, not {value}")


def _statuses(parsed: Parsed) -> Iterator[Problem]:
    for key, status in parsed["status"].items():
        where = f"status {key}"
        if status.number is None and (status.percent or status.does in COUNTS):
            what = f"does: {status.does}" if status.does else "percent"
            yield Problem(where, "number", f"say how much: {what} counts by it, such as number: 5")
        known = (*RAISED, *parsed["stat"])
        for change in status.changes:
            if change.applies not in known:
                hint = suggestion(change.applies, known)
                yield Problem(where, "changes", f"there is nothing called {change.applies!r} to change: {hint}")
            elif change.applies == "charge" and not CHARGE[0] <= change.value <= CHARGE[1]:
                yield Problem(where, "changes", f"a Charge of {CHARGE[0]} to {CHARGE[1]} steps, not {change.value}")
        if status.minimum is not None and not status.stat:
            yield Problem(where, "stat", "name what resists it, such as [VIT], or leave out minimum")
        if status.after and not status.after_rounds:
            yield Problem(where, "after_rounds", f"say after how many Rounds {status.after} comes of it, such as 5")


def _skills(parsed: Parsed) -> Iterator[Problem]:
    """An attack on oneself, prefixes that say no tier, and Buffs that are none."""
    prefixes = getattr(parsed["constant"].get("out.status.prefixes"), "value", None)
    for key, skill in parsed["skill"].items():
        if skill.repairs and skill.does != "heal":
            yield Problem(f"skill {key}", "repairs", f"what mends also heals: write does: heal, not {skill.does}")
        if not skill.range and skill.does in ("physical", "magic", "status"):
            yield Problem(f"skill {key}", "range", f"0 is oneself: a skill that does {skill.does} needs 1 or more")
        if skill.prefix and prefixes is not None and skill.prefix not in prefixes:
            hint = suggestion(skill.prefix, prefixes)
            yield Problem(f"skill {key}", "prefix", f"out.status.prefixes has no {skill.prefix!r}: {hint}")
    for kind in ("skill", "item"):
        for key, spec in parsed[kind].items():
            if spec.buff and parsed["status"][spec.buff].kind != "good":
                message = f"{spec.buff} is no Buff (kind: good): name it as a status that is inflicted instead"
                yield Problem(f"{kind} {key}", "buff", message)


def _gear(parsed: Parsed) -> Iterator[Problem]:
    ranges = parsed["constant"].get("out.range")
    for key, weapon in parsed["weapon"].items():
        if weapon.family and ranges is not None and weapon.family not in ranges.value:
            hint = suggestion(weapon.family, ranges.value)
            yield Problem(f"weapon {key}", "family", f"out.range has no {weapon.family!r}: {hint}")
    for key, gem in parsed["gem"].items():
        if not gem.what and gem.uses != "attack":
            yield Problem(f"gem {key}", "what", f"name the {gem.uses} that it uses")
    for key, option in parsed["action"].items():
        if set(option.parts) <= set(option.takes):
            message = f"{option.parts[0]} is its own part already: leave it out, or name another"
            yield Problem(f"action {key}", "takes", message)


def _terrain(parsed: Parsed) -> Iterator[Problem]:
    for key, ground in parsed["terrain"].items():
        where = f"terrain {key}"
        if ground.water == "deep" and not 1 <= ground.depth <= DEEPEST:
            yield Problem(where, "depth", f"deep water has 1 to {DEEPEST} levels, not {ground.depth}")
        if ground.water != "deep" and ground.depth:
            yield Problem(where, "depth", "only deep water has a depth: write water: deep, or leave it out")
        if ground.field and not ground.space:
            yield Problem(where, "field", "a gravity field lies in space: write space: true, or leave it out")
        said = {"water": bool(ground.water), "air": ground.air, "space": ground.space}
        kinds = [name for name, is_so in said.items() if is_so]
        if len(kinds) > 1:
            yield Problem(where, kinds[1], f"it is {kinds[0]} already: a cell is one of water, air and space")


def _templates(parsed: Parsed) -> Iterator[Problem]:
    tiers = parsed["constant"].get("out.badass")
    for key, found in parsed["template"].items():
        where = f"template {key}"
        if found.badass and tiers is not None and found.badass not in [tier["tier"] for tier in tiers.value]:
            known = ", ".join(str(tier["tier"]) for tier in tiers.value)
            yield Problem(where, "badass", f"out.badass has no tier {found.badass}: 0 for none, or {known}")
        if found.alignment and found.alignment not in ELEMENTS:
            message = f"{found.alignment!r} is no element: {suggestion(found.alignment, ELEMENTS)}"
            yield Problem(where, "alignment", message)


# --- constants ----------------------------------------------------------------------------------------


def _constants(parsed: Parsed) -> Iterator[Problem]:
    values = {key: spec.value for key, spec in parsed["constant"].items()}
    yield from _mountain(values.get("out.mountain.table"))
    for name in values.get("out.speed.class", ()):
        if name not in parsed["class"]:
            hint = suggestion(name, parsed["class"])
            yield Problem("constant out.speed.class", "value", f"there is no class {name!r}: {hint}")
    for key in ("out.tough.base", "out.tough.step"):
        for name in values.get(key, ()):
            if name not in parsed["stat"]:
                hint = suggestion(name, parsed["stat"])
                yield Problem(f"constant {key}", "value", f"there is no stat {name!r}: {hint}")
    for low, high in (("out.cannon.full_to", "out.cannon.max"), ("out.catapult.min", "out.catapult.max")):
        if low in values and high in values and values[low] > values[high]:
            message = f"{values[low]} is farther than {high}: {values[high]} at most"
            yield Problem(f"constant {low}", "value", message)


def _mountain(table: Any) -> Iterator[Problem]:
    """Each face of the D10 means one thing (O-137 to O-139)."""
    if table is None:
        return
    for face in range(1, 11):
        means = [name for name, (first, last) in table.items() if first <= face <= last]
        if len(means) != 1:
            said = " and ".join(means) or "nothing"
            message = f"a {face} means {said}: each face of the D10 is one of fall, topple and success"
            yield Problem("constant out.mountain.table", "value", message)
            return
