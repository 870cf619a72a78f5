"""Whether what entries name exists: the checks of rules data that need more than one entry."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from tactics.effects.dice_text import suggestion
from tactics.effects.modifiers import APPLIES
from tactics.effects.steps import Check, Inflict, Modify, flat

Parsed = Mapping[str, Mapping[str, Any]]


class Problem(msgspec.Struct, frozen=True):
    """Something wrong with rules data: `entry` (kind and key), `field`, and what to do."""

    entry: str
    field: str
    message: str

    def __str__(self) -> str:
        return f"{self.entry}: {self.field}: {self.message}" if self.field else f"{self.entry}: {self.message}"


def unknown_references(parsed: Parsed) -> list[Problem]:
    """One problem per name that nothing has, with the nearest name that something has."""
    return [*_skills(parsed), *_actions(parsed), *_things(parsed), *_letters(parsed)]


def _missing(where: str, field: str, key: str, kind: str, known: Collection[str]) -> Iterator[Problem]:
    if key and key not in known:
        yield Problem(where, field, f"there is no {kind} {key!r}: {suggestion(key, known)}")


def _skills(parsed: Parsed) -> Iterator[Problem]:
    for key, found in parsed["skill_type"].items():
        for stat in (found.stat, found.attack_stat, *found.stats):
            yield from _missing(f"skill_type {key}", "stat", stat, "stat", parsed["stat"])
    for key, skill in parsed["skill"].items():
        where = f"skill {key}"
        for stat in skill.stats:
            yield from _missing(where, "stat", stat, "stat", parsed["stat"])
        if not skill.stats and skill.type != "bonus":
            yield Problem(where, "stat", "name the stat that its Attempt adds")
        yield from _missing(where, "effectiveness_stat", skill.effectiveness_stat, "stat", parsed["stat"])
        yield from _missing(where, "versus", skill.versus, "skill", parsed["skill"])
        yield from _missing(where, "inflicts", skill.inflicts, "status", parsed["status"])


def _actions(parsed: Parsed) -> Iterator[Problem]:
    constants = parsed["constant"]
    for key, action in parsed["action"].items():
        where = f"action {key}"
        yield from _missing(where, "check", action.check, "skill", parsed["skill"])
        for step in flat(action.effect):
            if isinstance(step, Check):
                yield from _missing(where, "effect.skill", step.skill, "skill", parsed["skill"])
                yield from _missing(where, "effect.resist", step.resist, "skill", parsed["skill"])
            if isinstance(step, Inflict):
                yield from _missing(where, "effect.status", step.status, "status", parsed["status"])
            if isinstance(step, Modify) and step.applies not in APPLIES:
                hint = suggestion(step.applies, APPLIES)
                yield Problem(where, "effect.applies", f"nothing is called {step.applies!r}: {hint}")
            for field in ("bonus", "value", "difficulty", "amount", "radius"):
                amount = getattr(step, field, None)
                if isinstance(amount, str):
                    yield from _missing(where, f"effect.{field}", amount, "constant", constants)
                    found = constants.get(amount)
                    if found is not None and type(found.value) is not int:
                        yield Problem(where, f"effect.{field}", f"{amount} is not a whole number")


def _things(parsed: Parsed) -> Iterator[Problem]:
    for key, weapon in parsed["weapon"].items():
        yield from _missing(f"weapon {key}", "skill", weapon.skill, "skill", parsed["skill"])
        skill = parsed["skill"].get(weapon.skill)
        if skill is not None and not skill.attack:
            yield Problem(f"weapon {key}", "skill", f"{weapon.skill} is no attack skill")
    for key, status in parsed["status"].items():
        known = {*parsed["action"], "physical", "mental", "dynamic"}
        for name in status.forbids:
            yield from _missing(f"status {key}", "forbids", name, "action", known)
    for key, template in parsed["template"].items():
        where = f"template {key}"
        yield from _missing(where, "race", template.race, "race", parsed["race"])
        for name in template.stats:
            yield from _missing(where, "stats", name, "stat", parsed["stat"])
        for name in template.skills:
            yield from _missing(where, "skills", name, "skill", parsed["skill"])
        for name in template.weapons:
            yield from _missing(where, "weapons", name, "weapon", parsed["weapon"])
        for name, value in template.stats.items():
            stat = parsed["stat"].get(name)
            if stat is not None and value < stat.least:
                yield Problem(where, "stats", f"{name} must be at least {stat.least}, not {value}")


def _letters(parsed: Parsed) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for key, terrain in parsed["terrain"].items():
        other = seen.setdefault(terrain.letter, key)
        if other != key:
            yield Problem(f"terrain {key}", "letter", f"{terrain.letter!r} is the letter of {other}")
