"""One entry as it would be among all others: what it says, what keeps it from being saved, what is merely unusual.

The admin of the rules and a campaign's library ask here, so that both refuse the same with the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tactics.effects import kinds
from tactics.effects import rules as data
from tactics.effects.dice_text import suggestion
from tactics.effects.references import Problem
from tactics.effects.specs import Entry
from tactics.effects.text import sentence
from tactics.kernel.rules import Rules


@dataclass(frozen=True)
class Checked:
    """An entry as it would be. spec: None if it cannot be read. problems keep it from being saved, warnings do not."""

    kind: str
    key: str
    body: dict[str, Any]
    """What its author wrote."""
    spec: Entry | None
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    rules: Rules | None = None
    """With it, if nothing is wrong."""

    @property
    def said(self) -> str:
        """The entry in words, as help and play say it; empty while it cannot be read."""
        return sentence(self.spec, self.rules) if self.spec is not None else ""


def check(
    before: Callable[[], data.Document], after: data.Document, kind: str, key: str, body: Mapping[str, Any]
) -> Checked:
    """Reads the entry with all others of `after`: what is wrong with it, and what is wrong elsewhere that was not
    `before`. Where `after` has it no more, only the latter."""
    own = kinds.of(str(after.get("ruleset")))
    written = dict(body)
    entries, spec = after["entries"], None
    if kind not in own.types or key in entries.get(kind, {}):
        read = _read(after, kind, key, own)
        if isinstance(read, Problem):
            return Checked(kind, key, written, None, (read,), ())
        spec = read
    parsed, found = data.read(after)
    old = set(data.read(before())[1]) if found else set()
    problems = tuple(one for one in found if one not in old)
    complete: Entry | None = parsed.get(kind, {}).get(key, spec)
    if problems:
        return Checked(kind, key, written, complete, problems, ())
    warnings = tuple(one for one in own.warnings(parsed) if one.entry == f"{kind} {key}")
    return Checked(kind, key, written, complete, (), warnings, data.made(after, parsed) if not found else None)


def _read(after: data.Document, kind: str, key: str, own: kinds.Kinds) -> Entry | Problem:
    if kind not in own.types:
        return Problem(f"{kind} {key}", "kind", f"there is no such kind: {suggestion(kind, own.types)}")
    entries = after["entries"]
    body = data.resolved(entries[kind][key], entries)
    return data.read_entry(kind, key, body, data.vocabulary(after), own)
