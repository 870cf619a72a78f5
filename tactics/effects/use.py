"""Who uses an entry of the rules data: sheets, states and other entries name it by its key somewhere in their values.

A key is searched as a whole text, in whatever place: no sheet or state has to be understood for it, and a name too many
costs a line, never a rule.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from tactics.effects.specs import Entry
from tactics.kernel.rules import Rules


def words(value: Any) -> set[str]:
    """Every text in plain values, the names of members among them: one of them may be the key of an entry."""
    found: set[str] = set()
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            found.add(one)
        elif isinstance(one, Mapping):
            found.update(map(str, one))
            waiting += one.values()
        elif isinstance(one, list | tuple):
            waiting += one
    return found


def used(named: Collection[str], rules: Rules) -> Iterator[tuple[str, str, Entry]]:
    """(kind, key, entry) of what of these rules is named, by kinds and keys. Constants are everybody's."""
    for kind, entries in rules.entries.items():
        if kind != "constant":
            for key, spec in entries.items():
                if key in named:
                    yield kind, key, spec
