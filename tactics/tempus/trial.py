"""How an entry of the rules data is tried out: what one who tries it has, and whom it is done to. Used before anybody
plays with it; the numbers come from the same options that a Mission offers."""

from __future__ import annotations

from typing import Any

from tactics.effects.specs import Action, Item, Skill, Status, Weapon
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Trial

MUCH = 99
"""Magic Points, so that no spell fails for want of them; all else is as the one who tries it has it."""


def trial(rules: Rules, kind: str, key: str, rank: str) -> Trial | None:
    """rank: of the skill that counts. None for what nobody does (terrain, races)."""
    spec = rules.find(kind, key)
    stats: dict[str, Any] = {"MP": MUCH}
    if isinstance(spec, Weapon):
        who = {"weapons": [key], "skills": {spec.skill: rank}}
        far = max(1, min(4, spec.range or spec.reach))
        return Trial(who=who, stats=stats, names=(key,), far=far, ranked=True)
    if isinstance(spec, Item):
        who = {"weapons": [key]} if spec.size <= 2 and spec.usable else {"pack": [key]}
        skills = {name: rank for name in (spec.skill, spec.manual) if name}
        names = (key, f"use.{key}", *(("read_manual",) if spec.manual else ()))
        return Trial(who={**who, "skills": skills}, stats=stats, names=names, far=1, ranked=bool(skills))
    if isinstance(spec, Skill):
        with_it = _struck_with(rules, key)
        if with_it and not spec.natural:
            return trial(rules, "weapon", with_it, rank)
        spells = tuple(name for name, one in rules.entries["action"].items() if one.level and one.check == key)
        far = max(1, min(4, spec.range or spec.reach or 1))
        return Trial(who={"skills": {key: rank}}, stats=stats, names=(key, *spells), far=far, ranked=True)
    if isinstance(spec, Action):
        skills = {spec.check: rank} if spec.check else {}
        skill = rules.find("skill", spec.check)
        far = spec.reach if spec.reach is not None else min(4, getattr(skill, "range", 0) or 1)
        return Trial(who={"skills": skills}, stats=stats, names=(key,), far=max(1, far), ranked=bool(skills))
    if isinstance(spec, Status):
        return Trial(who={"statuses": [key]}, names=("simple_attack",), at={"statuses": [key]})
    return None


def _struck_with(rules: Rules, skill: str) -> str:
    """The first weapon that is used by the skill, one for a single hand where there is one; empty for none."""
    found = [(one.hands, name) for name, one in rules.entries["weapon"].items() if one.skill == skill]
    return min(found)[1] if found else ""
