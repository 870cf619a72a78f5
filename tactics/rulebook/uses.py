"""Who uses what of the rules data outside of it: the apps above say whom they have, and here it is found in them.

A campaign's house rules, a sheet, a Mission hold keys of entries somewhere in their values (`tactics.effects.use`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tactics.effects import rules as data
from tactics.effects.references import Problem
from tactics.rulebook.models import Version


@dataclass(frozen=True)
class Holder:
    """Somebody who may use entries. what: in words, such as `the sheet of Mara`. named: every text in it."""

    campaign: str
    what: str
    named: Collection[str]
    plays: Version | None = None
    """Of a running Mission: its version. It is touched by every constant."""
    layer: data.Layer = field(default_factory=dict)
    """Of a campaign's house rules."""


@dataclass(frozen=True)
class Use:
    """A holder and the entries (kind, key) of those asked for that it uses."""

    holder: Holder
    entries: tuple[tuple[str, str], ...]

    @property
    def constants(self) -> int:
        return sum(kind == "constant" for kind, _key in self.entries)

    @property
    def names(self) -> list[str]:
        """Of what is named one by one: all but the constants."""
        return [f"{kind} {key}" for kind, key in self.entries if kind != "constant"]


#: Each app above adds a function: ruleset -> whom it has.
finders: list[Callable[[str], Iterable[Holder]]] = []


def holders(ruleset: str) -> list[Holder]:
    """Everybody, by campaign."""
    found = [holder for find in finders for holder in find(ruleset)]
    return sorted(found, key=lambda holder: holder.campaign.casefold())


def uses(holders: Iterable[Holder], entries: Collection[tuple[str, str]]) -> list[Use]:
    """Who uses any of these entries."""
    found = []
    for holder in holders:
        of = tuple(
            (kind, key)
            for kind, key in sorted(entries)
            if (holder.plays is not None if kind == "constant" else key in holder.named)
        )
        if of:
            found.append(Use(holder, of))
    return found


def misfits(holders: Iterable[Holder], document: Mapping[str, Any]) -> list[tuple[Holder, tuple[Problem, ...]]]:
    """The house rules that would not fit this document, with what is wrong; nothing if the document itself is wrong."""
    if data.read(document)[1]:
        return []
    found = []
    for holder in holders:
        if holder.layer:
            try:
                problems = data.read(data.merge(document, holder.layer))[1]
            except data.DataError as error:
                problems = error.problems
            if problems:
                found.append((holder, tuple(problems)))
    return found
