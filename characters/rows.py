"""A form field of several rows: skills with ranks, things with their number. Each row is a choice and what goes with
it; an empty choice is no row, so a row is removed by choosing nothing. It needs no script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tactics.kernel.sheet_fields import MOST_THINGS, SheetField, of_rows, rows

MOST = 60
"""Rows of one field."""
SPARE = 2
"""Empty rows that wait at the end."""
MORE = 5
"""Further ones, when they are asked for."""
TEXT = 200
"""Letters of a thing's own words."""


class RowsWidget(forms.Widget):
    """Posts `name-0-key`, `name-0-value`, `name-0-count`, `name-0-name`, `name-0-text`,
    `name-0-<column>`; `name-rows` is how many were shown.

    before: the rows of the sheet. What of a thing no form shows (who wrote on it, words that are unclear)
    stays with its row as long as that is the same thing.
    """

    template_name = "characters/_rows.html"

    def __init__(self, field: SheetField) -> None:
        super().__init__()
        self.field = field
        self.before: list[dict[str, Any]] = []

    def use_required_attribute(self, initial: Any) -> bool:
        return False

    def id_for_label(self, id_: str | None) -> str:
        return f"{id_}-0-key" if id_ else ""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[dict[str, Any]]:
        shown = str(data.get(f"{name}-rows", ""))
        count = min(int(shown), MOST) if shown.isdecimal() and len(shown) < 6 else 0
        return [self._row(data, name, n) for n in range(count)]

    def _row(self, data: Any, name: str, n: int) -> dict[str, Any]:
        parts = ("key", "value", "count", "name", "text", *(column.key for column in self.field.columns))
        posted = {part: data.get(f"{name}-{n}-{part}") for part in parts}
        row = {part: value for part, value in posted.items() if value is not None}
        old = self.before[n] if n < len(self.before) else {}
        return {**old, **row} if old.get("key") == row.get("key") else row

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        return f"{name}-rows" not in data

    def _shown(self, row: Mapping[str, Any]) -> dict[str, Any]:
        return {**row, "cells": [(column, row.get(column.key, "")) for column in self.field.columns]}

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context(name, value, attrs)
        shown = list(value or [])
        filled = [row for row in shown if row.get("key")]
        more = self.attrs.get("more", False)
        total = min(MOST, max(len(shown), len(filled) + SPARE) + (MORE if more else 0))
        context["field"] = self.field
        if self.attrs.get("disabled") or (attrs or {}).get("disabled"):
            total = len(filled)
        context["rows"] = [self._shown(shown[n] if n < len(shown) else {}) for n in range(total)]
        context["most"] = MOST
        return context


class RowsField(forms.Field):
    """Its value is that of the sheet: a list, a mapping or None. Errors name the row."""

    def __init__(self, field: SheetField, **kwargs: Any) -> None:
        self.field = field
        self.kept: Any = None
        super().__init__(required=False, widget=RowsWidget(field), **kwargs)

    def begin(self, value: Any) -> None:
        """The sheet's value, before anything was typed."""
        assert isinstance(self.widget, RowsWidget)
        self.kept = value
        self.widget.before = rows(self.field, value)

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, list) and all(isinstance(row, Mapping) and "key" in row for row in value):
            return value
        return rows(self.field, value)

    def clean(self, value: Any) -> Any:
        if self.disabled:
            return self.kept
        try:
            return read(self.field, value or [])
        except ValueError as problem:
            raise ValidationError(str(problem)) from problem

    def has_changed(self, initial: Any, data: Any) -> bool:
        return True


def read(field: SheetField, given: Sequence[Mapping[str, Any]]) -> Any:
    """Rows of texts as the sheet's value. Raises ValueError that names the row and says what to do."""
    known = dict(field.choices)
    found = []
    for n, row in enumerate(given, 1):
        key = str(row.get("key", "")).strip()
        if not key:
            continue
        if key not in known:
            told = {"n": n, "key": key[:60]}
            raise ValueError(_("Row %(n)s: there is no “%(key)s” in these rules; choose another.") % told)
        found.append({"key": key, **dict(_rest(field, n, row, known[key]))})
    return of_rows(field, found)


def _rest(field: SheetField, n: int, row: Mapping[str, Any], label: str) -> Iterator[tuple[str, Any]]:
    if field.type == "ranks":
        value = str(row.get("value", "")).strip() or field.values[0]
        if value not in field.values:
            ranks = {"n": n, "label": label, "values": ", ".join(field.values)}
            raise ValueError(_("Row %(n)s, %(label)s: choose one of %(values)s.") % ranks)
        yield "value", value
    for column in field.columns:
        value = str(row.get(column.key, "") or "").strip()
        if value and value not in dict(column.choices):
            told = {"n": n, "label": label, "column": column.label}
            raise ValueError(_("Row %(n)s, %(label)s: choose “%(column)s” from its list.") % told)
        yield column.key, value
    if field.type == "things":
        count = str(row.get("count", "")).strip() or "1"
        if not (count.isascii() and count.isdecimal() and len(count) < 4 and 1 <= int(count) <= MOST_THINGS):
            told = {"n": n, "label": label, "most": MOST_THINGS}
            raise ValueError(_("Row %(n)s, %(label)s: 1 to %(most)s of it.") % told)
        yield "count", int(count)
        for part in ("name", "text", "by"):
            yield part, str(row.get(part, "") or "").strip()[:TEXT]
        yield "unclear", bool(row.get("unclear"))
