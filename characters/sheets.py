"""Sheets: the set-up keys of a unit (docs/scenarios.md), from which a Mission's units are built."""

from __future__ import annotations

from typing import Any

import msgspec

from tactics.kernel.rules import Rules


def from_template(rules: Rules, key: str) -> dict[str, Any]:
    """A ready hero or Mob of the rules data as a sheet. Raises KeyError for a template that is not there."""
    template = rules.find("template", key)
    if template is None:
        raise KeyError(key)
    sheet: dict[str, Any] = {
        "name": template.label,
        "kind": template.kind,
        "race": template.race,
        "stats": dict(template.stats),
        "skills": template.ranks,
        "weapons": list(template.weapons),
        "hands": msgspec.to_builtins(template.hands),
        "worn": list(template.worn),
        "pack": dict(template.pack),
        "size": template.size,
    }
    if template.pack_slots is not None:
        sheet["pack_slots"] = template.pack_slots
    if template.kind == "mob":
        sheet["count"] = template.count
    return sheet
