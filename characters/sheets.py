"""Sheets: the set-up keys of a unit (docs/scenarios.md), from which a Mission's units are built."""

from __future__ import annotations

from typing import Any

from tactics.kernel.rules import Rules


def from_template(rules: Rules, key: str) -> dict[str, Any]:
    """A ready hero or Mob of the rules data as a sheet. Raises KeyError for a template that is not there."""
    template = rules.find("template", key)
    if template is None:
        raise KeyError(key)
    sheet: dict[str, Any] = template.sheet()
    return sheet
