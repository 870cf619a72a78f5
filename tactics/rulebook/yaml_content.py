"""Reads the shipped YAML: a ruleset's folder as one document, and the index of the rules.

Stricter than YAML: a key that stands twice is an error, not the last one's victory, and keys are texts.
Needs no Django.
"""

from __future__ import annotations

import copy
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec
import yaml

import tactics.content

CONTENT = Path(tactics.content.__file__).parent
Status = Literal["FULL", "PARTIAL", "MISSING", "CONTRADICTION", "SOFT", "FLAVOUR"]


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the 448 rules: its title, status, the document's line, and the reading that is built."""

    title: str
    status: Status
    line: int
    reading: str
    id: str = ""

    @property
    def ruleset(self) -> str:
        return "tempus" if self.id.startswith("T") else "outerah"


class StrictLoader(yaml.SafeLoader):
    """The safe loader, without double keys and without aliases that could swell."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, str):
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key!r} must be a text: put it in quotes", key_node.start_mark
                )
            if key in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key!r} stands twice", key_node.start_mark
                )
            seen.add(key)
        return super().construct_mapping(node, deep)

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.events.AliasEvent):
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
            raise yaml.constructor.ConstructorError(None, None, "write it out: no aliases", mark)
        return super().compose_node(parent, index)


def read(text: str) -> Any:
    """One YAML document. Raises yaml.YAMLError, whose text names line and column."""
    try:
        return yaml.load(text, StrictLoader)  # noqa: S506  (a subclass of the safe loader)
    except RecursionError as error:
        raise yaml.YAMLError("too many brackets inside one another") from error
    except ValueError as error:  # a number of thousands of digits, a date that there is not
        raise yaml.YAMLError(str(error).partition(";")[0]) from error


def load(ruleset: str) -> dict[str, Any]:
    """The shipped document of a ruleset: `{"ruleset": ..., "entries": {kind: {key: body}}}`, a fresh copy.

    Raises FileNotFoundError for a ruleset without a folder and ValueError for an entry that two files hold.
    """
    return copy.deepcopy(_load(ruleset))


@lru_cache(maxsize=8)
def _load(ruleset: str) -> dict[str, Any]:
    files = sorted((CONTENT / ruleset).glob("*.yaml"))
    if not files:
        raise FileNotFoundError(f"no rules data ships for {ruleset!r}")
    entries: dict[str, dict[str, Any]] = {}
    for file in files:
        for kind, found in read(file.read_text(encoding="utf-8")).items():
            there = entries.setdefault(kind, {})
            double = there.keys() & found.keys()
            if double:
                raise ValueError(f"{file.name}: {kind} {sorted(double)[0]} stands in another file too")
            there.update(found)
    return {"ruleset": ruleset, "entries": entries}


def shipped() -> tuple[str, ...]:
    """The rulesets whose data ships."""
    return tuple(sorted(path.name for path in CONTENT.iterdir() if any(path.glob("*.yaml"))))


@lru_cache(maxsize=1)
def index() -> dict[str, Rule]:
    """The 448 rules by id, in document order."""
    raw = read((CONTENT / "rules.yaml").read_text(encoding="utf-8"))
    return {key: msgspec.convert({**body, "id": key}, Rule) for key, body in raw.items()}
