"""Whether what entries name exists: the checks of rules data that need more than one entry."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from tactics.effects.dice_text import suggestion
from tactics.effects.modifiers import APPLIES
from tactics.effects.steps import (
    AnyStep,
    Area,
    Aura,
    Check,
    Grant,
    Harm,
    Inflict,
    Look,
    Modify,
    Push,
    Spend,
    Suppress,
    Switch,
    flat,
)

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
        yield from _missing(where, "manifest_stat", skill.manifest_stat, "stat", parsed["stat"])
        yield from _missing(where, "drawback", skill.drawback, "status", parsed["status"])
        for change in skill.changes:
            yield from _missing(where, "changes.skill", change.skill, "skill", parsed["skill"])
            yield from _missing(where, "changes.stat", change.stat, "stat", parsed["stat"])
        for ground in skill.when.terrain if skill.when is not None else ():
            yield from _missing(where, "when.terrain", ground, "terrain", parsed["terrain"])
        yield from _effect(where, skill.effect, skill.aim, parsed)
        if any(isinstance(step, Switch) for step in flat(skill.effect)):
            yield Problem(where, "effect", "an activated power is switched on without saying so: leave switch out")
        if any(isinstance(step, Aura) for step in flat(skill.effect)):
            yield Problem(where, "effect", "aura is a step of actions that name an aura (needs_skill: aura)")
        yield from _missing(where, "effectiveness_stat", skill.effectiveness_stat, "stat", parsed["stat"])
        yield from _missing(where, "versus", skill.versus, "skill", parsed["skill"])
        yield from _missing(where, "inflicts", skill.inflicts, "status", parsed["status"])


def _actions(parsed: Parsed) -> Iterator[Problem]:
    for key, action in parsed["action"].items():
        where = f"action {key}"
        yield from _missing(where, "check", action.check, "skill", parsed["skill"])
        yield from _effect(where, action.effect, action.target, parsed)
        for step in flat(action.effect):
            if isinstance(step, Switch):
                yield Problem(where, "effect", "switch is of an activated power, not of an action")
            if isinstance(step, Aura) and action.needs_skill != "aura":
                yield Problem(where, "effect", "aura needs the name of an aura: write needs_skill: aura")
        skill = parsed["skill"].get(action.check)
        if action.level and skill is not None:
            if skill.type not in ("magic", "divine"):
                yield Problem(where, "check", f"a spell is cast with a magic or divine skill; {action.check} is none")
            if not any(isinstance(step, Check) for step in action.effect):
                yield Problem(where, "effect", "a spell is cast by a check: begin with {do: check}")


def _effect(where: str, effect: tuple[AnyStep, ...], target: str, parsed: Parsed) -> Iterator[Problem]:
    """Names that nothing has, and steps that would find nobody to be done to."""
    constants = parsed["constant"]
    for step in flat(effect):
        if isinstance(step, Check):
            yield from _missing(where, "effect.skill", step.skill, "skill", parsed["skill"])
            yield from _missing(where, "effect.resist", step.resist, "skill", parsed["skill"])
            yield from _missing(where, "effect.stat", step.stat, "stat", parsed["stat"])
        if isinstance(step, Look):
            yield from _missing(where, "effect.resist", step.resist, "skill", parsed["skill"])
        if isinstance(step, Inflict):
            yield from _missing(where, "effect.status", step.status, "status", parsed["status"])
        if isinstance(step, Modify) and step.applies not in APPLIES:
            hint = suggestion(step.applies, APPLIES)
            yield Problem(where, "effect.applies", f"nothing is called {step.applies!r}: {hint}")
        if isinstance(step, Spend | Grant) and step.pool not in ("pa", "ma", "mp"):
            yield Problem(where, "effect.pool", suggestion(step.pool, ("pa", "ma", "mp")))
        for field in ("bonus", "value", "difficulty", "amount", "radius", "strength"):
            amount = getattr(step, field, None)
            if amount == "":
                yield Problem(where, f"effect.{field}", "write a whole number, or the key of a constant")
            if isinstance(amount, str):
                yield from _missing(where, f"effect.{field}", amount, "constant", constants)
                found = constants.get(amount)
                if found is not None and type(found.value) is not int:
                    yield Problem(where, f"effect.{field}", f"{amount} is not a whole number")
    if target != "body":
        for step in effect:
            wants = isinstance(step, Harm | Push | Suppress) or (isinstance(step, Check) and step.against == "def")
            if wants or (isinstance(step, Check) and step.against == "versus"):
                what = "def" if isinstance(step, Check) and step.against == "def" else step.__struct_config__.tag
                yield Problem(where, "target", f"the step {what} needs somebody: write target: body, or an area")
    if any(isinstance(step, Area) and any(isinstance(x, Area) for x in step.effect) for step in effect):
        yield Problem(where, "effect.area", "an area in an area: put their steps into one")


def _things(parsed: Parsed) -> Iterator[Problem]:
    for key, weapon in parsed["weapon"].items():
        yield from _missing(f"weapon {key}", "skill", weapon.skill, "skill", parsed["skill"])
        skill = parsed["skill"].get(weapon.skill)
        if skill is not None and not skill.attack:
            yield Problem(f"weapon {key}", "skill", f"{weapon.skill} is no attack skill")
    yield from _items(parsed)
    for key, status in parsed["status"].items():
        known = {*parsed["action"], "physical", "mental", "dynamic"}
        for name in status.forbids:
            yield from _missing(f"status {key}", "forbids", name, "action", known)
    for key, race in parsed["race"].items():
        yield from _style(f"race {key}", race.casting, parsed)
    for key, template in parsed["template"].items():
        where = f"template {key}"
        for spell, style in template.casting.items():
            yield from _missing(where, "casting", "" if spell == "*" else spell, "action", parsed["action"])
            yield from _style(where, style, parsed)
        yield from _missing(where, "race", template.race, "race", parsed["race"])
        for name in template.stats:
            yield from _missing(where, "stats", name, "stat", parsed["stat"])
        for name in template.skills:
            yield from _missing(where, "skills", name, "skill", parsed["skill"])
        things = {*parsed["weapon"], *parsed["item"]}
        held = [*template.weapons, *(name for hand in template.hands for name in hand.holds if isinstance(name, str))]
        for field, names in (("weapons", held), ("worn", template.worn), ("pack", template.pack)):
            for name in names:
                yield from _missing(where, field, name, "item", things)
        for name, value in template.stats.items():
            stat = parsed["stat"].get(name)
            if stat is not None and value < stat.least:
                yield Problem(where, "stats", f"{name} must be at least {stat.least}, not {value}")


def _style(where: str, style: Any, parsed: Parsed) -> Iterator[Problem]:
    for stat in style.stats:
        yield from _missing(where, "casting.stat", stat, "stat", parsed["stat"])
    yield from _missing(where, "casting.skill", style.skill, "skill", parsed["skill"])


def _items(parsed: Parsed) -> Iterator[Problem]:
    things = {**parsed["weapon"], **parsed["item"]}
    held = {*things, *(thing.sort for thing in things.values() if thing.sort)}
    for key, item in parsed["item"].items():
        where = f"item {key}"
        if key in parsed["weapon"]:
            yield Problem(where, "", "a weapon has this key: choose another one")
        for name in item.holds:
            yield from _missing(where, "holds", name, "item or sort", held)
        yield from _missing(where, "skill", item.skill, "skill", parsed["skill"])
        yield from _missing(where, "manual", item.manual, "skill", parsed["skill"])
        if item.usable:
            yield from _missing(where, "action", item.action, "action", parsed["action"])
        yield from _effect(where, item.effect, item.use, parsed)


def _letters(parsed: Parsed) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for key, terrain in parsed["terrain"].items():
        other = seen.setdefault(terrain.letter, key)
        if other != key:
            yield Problem(f"terrain {key}", "letter", f"{terrain.letter!r} is the letter of {other}")
