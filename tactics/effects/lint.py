"""Advice on rules data that is legal: what is unusual, forgotten or near another name. Never refuses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tactics.effects.distribution import TooLarge, of_dice
from tactics.effects.references import Parsed, Problem
from tactics.effects.steps import Python, flat


def warnings(parsed: Parsed) -> list[Problem]:
    """Every warning, in the order of kinds and keys. parsed: `Rules.entries`."""
    return [*_skills(parsed), *_actions(parsed), *_doubles(parsed), *_dice(parsed)]


def _skills(parsed: Parsed) -> Iterator[Problem]:
    for key, skill in parsed["skill"].items():
        where = f"skill {key}"
        usual = parsed["skill_type"].get(skill.type)
        if usual is None:
            continue
        odd = [stat for stat in skill.stats if usual.stats and stat not in usual.stats]
        # A compound check is a matter of the dynamic and social types; one usual stat is enough.
        if odd and len(odd) == len(skill.stats):
            yield Problem(where, "stat", f"{usual.label} skills check {' or '.join(usual.stats)}, not {odd[0]}")
        for pool in skill.cost:
            if usual.points and pool not in usual.points:
                yield Problem(where, "cost", f"{usual.label} skills do not cost {pool.upper()}")
        if skill.attack and skill.dice is None:
            yield Problem(where, "effectiveness", "an attack without dice does no damage")
        if skill.dice is not None and not skill.effectiveness_stat:
            yield Problem(where, "effectiveness_stat", "no stat is added to its Effectiveness")


def _actions(parsed: Parsed) -> Iterator[Problem]:
    for key, action in parsed["action"].items():
        where = f"action {key}"
        for step in flat(action.effect):
            if isinstance(step, Python):
                yield Problem(where, "effect", f"uses the registered step {step.name!r}")
        if action.playable and not action.effect and action.target != "item":
            yield Problem(where, "effect", "does nothing by itself: the GM rules what comes of it")
        if action.interrupt_only and not action.interruptible:
            yield Problem(where, "interruptible", "an interrupt that cannot be interrupted")


def _doubles(parsed: Parsed) -> Iterator[Problem]:
    for kind, found in parsed.items():
        seen: dict[str, str] = {}
        for key, spec in found.items():
            other = seen.setdefault(spec.label.casefold(), key)
            if other != key:
                yield Problem(f"{kind} {key}", "label", f"{other} has the same label")


def _dice(parsed: Parsed) -> Iterator[Problem]:
    holders: list[tuple[str, Any]] = [
        *((f"skill {key}", skill) for key, skill in parsed["skill"].items()),
        *((f"weapon {key}", weapon) for key, weapon in parsed["weapon"].items()),
    ]
    for where, holder in holders:
        if holder.dice is not None:
            try:
                of_dice(holder.dice.count, holder.dice.sides, holder.dice.keep)
            except TooLarge:
                yield Problem(where, "effectiveness", "too many dice for exact odds: none will be shown")
