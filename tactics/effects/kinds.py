"""Which kinds of entries a ruleset's rules data has, and what is checked between them.

A document names its ruleset; `of` finds the kinds of that one. Whoever says nothing has the kinds of
`tactics.effects.specs`. A ruleset that has others registers them when its table is imported.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, get_args

import msgspec

from tactics.effects import lint, references, specs, workable
from tactics.effects.constant_forms import Form
from tactics.effects.references import Parsed, Problem
from tactics.kernel.state import AnyState, Board


def _same(parsed: dict[str, dict[str, Any]]) -> None:
    """Nothing of an entry depends on another one."""


def _by_type(parsed: dict[str, dict[str, Any]]) -> None:
    """Skills take what their type says where they say nothing themselves (T-096)."""
    parsed["skill"] = {key: _with_defaults(skill, parsed) for key, skill in parsed["skill"].items()}


def _with_defaults(skill: specs.Skill, parsed: Parsed) -> specs.Skill:
    found: specs.Type | None = parsed["skill_type"].get(skill.type)
    if found is None:
        return skill
    stat = skill.stat or (found.attack_stat if skill.attack else "") or found.stat
    untrained = found.usable_untrained if skill.usable_untrained is None else skill.usable_untrained
    cost = skill.cost or ({} if skill.attack else found.cost)
    own = skill.stat if isinstance(skill.stat, str) and not (skill.attack or skill.versus) else ""
    manifest = skill.manifest_stat or own or found.stat
    return msgspec.structs.replace(
        skill, stat=stat, usable_untrained=untrained, cost=cost, manifest_stat=manifest if skill.burst else ""
    )


def _none(parsed: Parsed) -> list[Problem]:
    return []


def _sound(parsed: Parsed) -> list[Problem]:
    """What names nothing; if all names are known, what cannot work all the same."""
    return references.unknown_references(parsed) or workable.problems(parsed)


@dataclass(frozen=True)
class Kinds:
    """types: kind -> spec, in the order in which the admin lists them and in which they are read.

    closed: kinds whose keys are a closed list. complete: fills an entry from others, in place. references: names
    that nothing has. warnings: advice on what is legal. forms: what constants must be for the rules to read them.
    explains: source of a term, or kind of source -> the entry that explains it, or kinds to look in by the same key
    (`tactics.effects.explained`).
    says: an entry as a sentence from its numbers, or empty for one of which `text.sentence` says it.
    words: (kind, field) -> what the field is called on forms, and its help. choices: (kind, field) -> what may stand
    there -> words for it. listed: (kind, field) -> where else its words come from: kinds of entries, or
    `constant:<key>` for the members of one. walls: the constant that says how many levels walls rise, or empty: they
    have no end. looked_on: the cells of a carried board (a deck) that whoever looks down on it sees, as a bit set.
    of_cover: (material, rules, options) -> what there is to say of cover besides its name and how much it covers.
    """

    types: Mapping[str, type[specs.Entry]]
    closed: Mapping[str, Collection[str]] = field(default_factory=dict)
    complete: Callable[[dict[str, dict[str, Any]]], None] = _same
    references: Callable[[Parsed], list[Problem]] = _none
    warnings: Callable[[Parsed], list[Problem]] = _none
    forms: Mapping[str, Form] = field(default_factory=dict)
    explains: Mapping[str, str] = field(default_factory=dict)
    says: Callable[[specs.Entry, Any], str] = lambda spec, rules: ""
    words: Mapping[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    choices: Mapping[tuple[str, str], Mapping[str, str]] = field(default_factory=dict)
    listed: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    walls: str = ""
    of_cover: Callable[[Any, Any, Mapping[str, Any]], str] = lambda spec, rules, options: ""
    looked_on: Callable[[AnyState, Board], int] = lambda state, board: 0


POINTS = Kinds(
    types=specs.KINDS,
    closed={"skill_type": get_args(specs.SkillType)},
    complete=_by_type,
    references=_sound,
    warnings=lint.warnings,
)
"""Of rulesets whose actions cost points."""
_OWN: dict[str, Kinds] = {}


def register(ruleset: str, kinds: Kinds) -> None:
    """From now on documents of this ruleset are read by these."""
    _OWN[ruleset] = kinds


def of(ruleset: str) -> Kinds:
    return _OWN.get(ruleset, POINTS)


def every() -> dict[str, type[specs.Entry]]:
    """Every kind of every ruleset, those of `specs` first; of a name that several use, the type of the first."""
    found = dict(specs.KINDS)
    for kinds in _OWN.values():
        found |= {kind: spec for kind, spec in kinds.types.items() if kind not in found}
    return found
