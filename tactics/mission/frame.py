"""The part of a ruleset's table that all rulesets fill alike: what their files offer, joined with what is shared.

A file of a ruleset offers what it adds under fixed names, each optional: `COMMANDS` and `EVENTS` (tuples of types),
`APPLIERS`, `HANDLERS`, `STEPS`, `PROMPTS`, `AUDIENCE`, `WEAKEN` and `WORDS` (mappings as in `kernel.ruleset`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.appliers import KERNEL_APPLIERS
from tactics.mission import phases, table
from tactics.mission.fog import notices
from tactics.secrecy.sight import knows_body


def types(files: Sequence[ModuleType], name: str) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(kind for file in files for kind in getattr(file, name, ())))


def joined(files: Sequence[ModuleType], name: str, base: Mapping[Any, Any]) -> dict[Any, Any]:
    """A later file's entry takes the place of an earlier one's."""
    out = dict(base)
    for file in files:
        out.update(getattr(file, name, {}))
    return out


def shared(files: Sequence[ModuleType]) -> dict[str, Any]:
    """Arguments of `Ruleset`, for the files of one."""
    return {
        "commands": (*c.KERNEL_COMMANDS, *types(files, "COMMANDS")),
        "events": (*e.KERNEL_EVENTS, *types(files, "EVENTS")),
        "handlers": joined(files, "HANDLERS", table.HANDLERS),
        "appliers": joined(files, "APPLIERS", KERNEL_APPLIERS),
        "steps": joined(files, "STEPS", table.STEPS),
        "prompts": joined(files, "PROMPTS", table.PROMPTS),
        "audience": joined(files, "AUDIENCE", {}),
        "weaken": joined(files, "WEAKEN", {}),
        "words": joined(files, "WORDS", {}),
        "phases": phases.PHASES,
        "knows_body": knows_body,
        "notices": notices,
        "objective_xp": lambda rules, options: int(rules.constant("tt.xp.objective_default", options)),
        "level_xp": lambda rules: int(rules.constant("tt.xp.level", {})),
    }
