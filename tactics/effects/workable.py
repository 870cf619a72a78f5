"""Rules data that every name of is known and that still cannot work: numbers out of all bounds, steps without what
they need, flags that rule each other out. Each says what to write instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tactics.effects.references import Parsed, Problem
from tactics.effects.steps import Area, Check, Harm, Inflict, Look, Push, Speak, Suppress, Walk, flat

CELLS, POINTS = (0, 200), (-99, 99)
BOUNDS: dict[str, dict[str, tuple[int, int]]] = {
    "action": {"hp_cost": (0, 99)},
    "skill": {"difficulty": (0, 99), "reach": CELLS, "range": CELLS},
    "weapon": {"effectiveness_bonus": POINTS, "attempt_bonus": POINTS, "reach": CELLS, "range": CELLS},
    "race": {"penalty": (-99, 0)},
    "status": {"stacks": (1, 99)},
    "template": {"pack_slots": (0, 50), "size": (1, 5)},
    "stat": {"default": (-99, 9999), "least": (-99, 9999)},
}
"""Kind -> field -> the least and the most."""
OF_STEPS: dict[type[Any], dict[str, tuple[int, int]]] = {
    Area: {"radius": (0, 50)},
    Check: {"difficulty": (0, 99)},
    Harm: {"bonus": POINTS},
    Inflict: {"turns": (0, 99)},
    Look: {"radius": (0, 50)},
    Push: {"cells": (-50, 50)},
    Suppress: {"strength": (0, 99), "turns": (0, 99)},
    Walk: {"legs": (1, 9)},
}


def problems(parsed: Parsed) -> list[Problem]:
    return [*_numbers(parsed), *_steps(parsed), *_flags(parsed)]


def _outside(value: Any, least: int, most: int) -> str:
    """What to write; empty for a number within, and for what is no number (a constant is looked at by itself)."""
    return "" if type(value) is not int or least <= value <= most else f"{least} to {most}, not {value}"


def _numbers(parsed: Parsed) -> Iterator[Problem]:
    for kind, fields in BOUNDS.items():
        for key, spec in parsed[kind].items():
            for field, (least, most) in fields.items():
                if says := _outside(getattr(spec, field), least, most):
                    yield Problem(f"{kind} {key}", field, says)
    for kind in ("action", "skill", "item"):
        for key, spec in parsed[kind].items():
            for step in flat(spec.effect):
                for field, (least, most) in OF_STEPS.get(type(step), {}).items():
                    if says := _outside(getattr(step, field), least, most):
                        yield Problem(f"{kind} {key}", f"effect.{field}", says)


def _steps(parsed: Parsed) -> Iterator[Problem]:
    """Steps that find nothing to roll, to walk or to say."""
    for key, action in parsed["action"].items():
        where = f"action {key}"
        steps = flat(action.effect)
        named = action.check or action.needs_skill
        if any(isinstance(x, Check) and not x.skill for x in steps) and not named:
            message = "nothing says which skill is checked: write check: climb, or needs_skill: any"
            yield Problem(where, "check", message)
        for kind, target in ((Walk, "path"), (Speak, "words")):
            if any(isinstance(x, kind) for x in steps) and action.target != target:
                tag = kind.__struct_config__.tag
                yield Problem(where, "target", f"the step {tag} needs target: {target}, not {action.target}")
        if action.target == "path" and action.playable and not any(isinstance(x, Walk) for x in steps):
            yield Problem(where, "effect", "target: path is a way to go: write {do: walk}, or another target")
        yield from _harmless(where, steps, parsed["skill"].get(action.check))
    for key, item in parsed["item"].items():
        steps = flat(item.effect)
        if any(isinstance(x, Check) and not x.skill for x in steps) and not item.skill:
            yield Problem(f"item {key}", "skill", "nothing says which skill is checked: write skill: throwing")
        yield from _harmless(f"item {key}", steps, parsed["skill"].get(item.skill))


def _harmless(where: str, steps: Any, skill: Any) -> Iterator[Problem]:
    if skill is not None and skill.dice is None and any(isinstance(x, Harm) for x in steps):
        message = f"harm rolls the Effectiveness of the skill, and {skill.label} has none: give it dice, such as d6"
        yield Problem(where, "effect", message)


def _flags(parsed: Parsed) -> Iterator[Problem]:
    for key, action in parsed["action"].items():
        where = f"action {key}"
        if action.answers_attack and not action.interrupt_only:
            yield Problem(where, "answers_attack", "an answer comes out of turn: write interrupt_only: true")
        if action.answers_attack and action.target != "body":
            yield Problem(where, "target", "an answer to an attack is on whoever attacks: write target: body")
        if action.needs_skill == "attack" and action.target != "body":
            yield Problem(where, "target", f"an attack needs somebody: write target: body, not {action.target}")
        if action.interrupt_only and action.target in ("path", "item", "words"):
            message = f"an action with target: {action.target} is begun on one's turn: leave out interrupt_only"
            yield Problem(where, "interrupt_only", message)
