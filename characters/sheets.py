"""Sheets: the set-up keys of a unit (docs/scenarios.md), from which a Mission's units are built."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tactics.kernel.rules import Rules


def from_template(rules: Rules, key: str, more: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A ready hero or Mob of the rules data as a sheet. more: side, seat, hidden, name ... of this one.

    Raises KeyError for a template that the rules data does not have.
    """
    template = rules.find("template", key)
    if template is None:
        raise KeyError(key)
    one = {
        "stats": dict(template.stats),
        "skills": template.ranks,
        "weapons": list(template.weapons),
        "size": template.size,
    }
    sheet: dict[str, Any] = {"name": template.label, "kind": template.kind, "race": template.race}
    if template.kind == "mob":
        sheet["members"] = [dict(one) for _ in range(template.count)]
    else:
        sheet |= one
    given = {k: v for k, v in (more or {}).items() if k not in ("template", "at")}
    return {**sheet, **given}
