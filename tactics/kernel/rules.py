"""The rules data that a decision works with: one parsed, immutable version of constants and entries.

Built by `tactics.effects.rules.parse` from a version's canonical document; a Mission pins its hash.
Entries are typed specs whose types live in `tactics.effects.specs`; the kernel only looks them up.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from msgspec import structs


@dataclass(frozen=True)
class Constant:
    """A registered number or setting. origin: `document` or `house`; items: the rule ids it serves."""

    key: str
    value: Any
    origin: str
    items: tuple[str, ...] = ()
    label: str = ""


@dataclass(frozen=True)
class Use:
    """An entry whose `name` is the value of a constant, or one `member` of it (`tt.race_penalty[human]`)."""

    kind: str
    key: str
    name: str
    member: str = ""


@dataclass(frozen=True, eq=False)
class Rules:
    """hash: SHA-256 of the canonical document. entries: kind -> key -> spec. uses: constant -> the entries that
    took a value from it."""

    hash: str
    ruleset: str
    constants: Mapping[str, Constant] = field(default_factory=dict)
    entries: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    uses: Mapping[str, tuple[Use, ...]] = field(default_factory=dict)
    _under: dict[str, Rules] = field(default_factory=dict, repr=False)

    def under(self, options: Mapping[str, Any]) -> Rules:
        """These rules as a Mission's own settings have them: an entry that names a constant takes its value from
        the setting too. Raises ValueError for a value that such an entry cannot have."""
        own = {key: options[key] for key in self.uses if key in options}
        if not own:
            return self
        note = json.dumps(own, sort_keys=True)
        found = self._under.get(note)
        if found is None:
            entries = {kind: dict(entry) for kind, entry in self.entries.items()}
            for constant, value in own.items():
                for use in self.uses[constant]:
                    if use.member and use.member not in value:
                        continue
                    new, old = value[use.member] if use.member else value, entries[use.kind][use.key]
                    if new != getattr(old, use.name):
                        entries[use.kind][use.key] = structs.replace(old, **{use.name: new}, origin="house")
            frozen = MappingProxyType({kind: MappingProxyType(entry) for kind, entry in entries.items()})
            found = self._under[note] = replace(self, entries=frozen, _under={})
        return found

    def constant(self, key: str, options: Mapping[str, Any]) -> Any:
        """The value of `key`: the Mission's own setting if there is one, else the version's.

        Raises KeyError with the key: a constant that no table registers is a fault of the code.
        """
        return options[key] if key in options else self.constants[key].value

    def find(self, kind: str, key: str) -> Any | None:
        """The entry, or None."""
        return self.entries.get(kind, {}).get(key)
