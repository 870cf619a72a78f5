"""The rules data that a decision works with: one parsed, immutable version of constants and entries.

Built by `tactics.effects.rules.parse` from a version's canonical document; a Mission pins its hash.
Entries are typed specs whose types live in `tactics.effects.specs`; the kernel only looks them up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Constant:
    """A registered number or setting. origin: `document` or `house`; items: the rule ids it serves."""

    key: str
    value: Any
    origin: str
    items: tuple[str, ...] = ()
    label: str = ""


@dataclass(frozen=True, eq=False)
class Rules:
    """hash: SHA-256 of the canonical document. entries: kind -> key -> spec."""

    hash: str
    ruleset: str
    constants: Mapping[str, Constant] = field(default_factory=dict)
    entries: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def constant(self, key: str, options: Mapping[str, Any]) -> Any:
        """The value of `key`: the Mission's own setting if there is one, else the version's.

        Raises KeyError with the key: a constant that no table registers is a fault of the code.
        """
        return options[key] if key in options else self.constants[key].value

    def find(self, kind: str, key: str) -> Any | None:
        """The entry, or None."""
        return self.entries.get(kind, {}).get(key)
