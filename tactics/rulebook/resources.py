"""Import and export of entries as CSV, JSON or YAML. A file is taken whole or not at all."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from typing import Any

import tablib
import yaml
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from import_export import resources
from import_export.formats import base_formats
from import_export.forms import ConfirmImportForm
from import_export.results import Result
from import_export.tmp_storages import CacheStorage

from tactics.effects import kinds
from tactics.effects import rules as data
from tactics.rulebook import yaml_content
from tactics.rulebook.cells import harmless, plain
from tactics.rulebook.models import Entry, as_text, document_of

NEEDED = ("ruleset", "kind", "key", "body")
ROWS = 20_000
UNREADABLE = (
    ValueError, LookupError, TypeError, AttributeError, RecursionError,
    csv.Error, yaml.YAMLError, tablib.exceptions.TablibException,
)  # fmt: skip
"""What the readers of files raise at one that is none."""


class Csv(base_formats.CSV):
    """CSV without formulas."""

    def export_data(self, dataset: tablib.Dataset, **kwargs: Any) -> Any:
        safe = tablib.Dataset(headers=dataset.headers)
        for row in dataset:
            safe.append([harmless(str(cell)) for cell in row])
        return super().export_data(safe, **kwargs)


FORMATS = [Csv, base_formats.JSON, base_formats.YAML]
ENCODING = "utf-8-sig"


class ConfirmForm(ConfirmImportForm):
    """What the page sends back by itself, and others send at will: the file must be one that was put here."""

    format = forms.ChoiceField(
        widget=forms.HiddenInput(), choices=[(str(at), one.__name__) for at, one in enumerate(FORMATS)]
    )
    resource = forms.ChoiceField(widget=forms.HiddenInput(), required=False, choices=[("", ""), ("0", "0")])

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or self.cleaned_data
        if {"import_file_name", "format"} <= found.keys():
            read = CacheStorage(name=found["import_file_name"][:64]).read()
            try:
                if read is None:
                    raise ValueError
                FORMATS[int(found["format"])](encoding=ENCODING).create_dataset(read)
            except UNREADABLE as error:
                raise ValidationError(_("The file is not here any more. Choose it again.")) from error
        return found


class Placed(Result):
    """Tells errors by the place that a row has in the file; before they are read, rows are put in order."""

    def __init__(self, places: Sequence[int]) -> None:
        super().__init__()
        self.places = places
        self.wrong: list[tuple[int, str]] = []
        """(row, what is wrong), in the order of the file; row 0: of no single row."""

    def append_base_error(self, error: Any) -> None:
        super().append_base_error(error)
        self.wrong += [(0, text) for text in _texts(error.error)]

    def append_error_row(self, number: int, row: Any, errors: Sequence[Any]) -> None:
        super().append_error_row(self._place(number), row, errors)
        self.wrong += [(self._place(number), _named(row, text)) for one in errors for text in _texts(one.error)]

    def append_invalid_row(self, number: int, row: Any, validation_error: ValidationError) -> None:
        super().append_invalid_row(self._place(number), row, validation_error)
        self.wrong += [(self._place(number), _named(row, text)) for text in _texts(validation_error)]

    def _place(self, number: int) -> int:
        return self.places[number - 1] if number <= len(self.places) else number

    def in_order(self) -> list[tuple[int, str]]:
        return sorted(dict.fromkeys(self.wrong))


def _texts(error: Any) -> list[str]:
    """Plain words, never a traceback or the text of a list."""
    if isinstance(error, ValidationError):
        if hasattr(error, "error_dict"):
            return [f"{name}: {text}" for name, found in error.message_dict.items() for text in found]
        return list(error.messages)
    return [str(error) or type(error).__name__]


def _named(row: Any, text: str) -> str:
    return f"{row.get('kind', '')} {row.get('key', '')}: {text}"


class EntryResource(resources.ModelResource):
    """Rows are (ruleset, kind, key, body, archived); the body is JSON or YAML text."""

    class Meta:
        model = Entry
        fields = ("ruleset", "kind", "key", "body", "archived")
        import_id_fields = ("ruleset", "kind", "key")
        clean_model_instances = True
        skip_unchanged = True
        use_transactions = True

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.places: list[int] = []

    def get_result_class(self) -> Any:
        return lambda: Placed(self.places)

    def before_import(self, dataset: tablib.Dataset, **kwargs: Any) -> None:
        """Constants and stats come before what names them, so that formulas find their words."""
        headers = list(dataset.headers or ())
        lacking = [name for name in NEEDED if name not in headers]
        if lacking or len(dataset) > ROWS:
            dataset.wipe()
            dataset.headers = list(NEEDED)
            if lacking:
                raise ValidationError(_("The file has no column %(names)s.") % {"names": ", ".join(lacking)})
            raise ValidationError(_("The file has more than %(most)s rows.") % {"most": ROWS})
        order = list(kinds.every())
        place = headers.index("kind")
        rows = sorted(
            enumerate(dataset, 1),
            key=lambda one: order.index(one[1][place]) if one[1][place] in order else len(order),
        )
        self.places[:] = [at for at, _row in rows]
        dataset.wipe()
        dataset.headers = headers
        dataset.extend([row for _at, row in rows])

    def before_import_row(self, row: dict[str, Any], **kwargs: Any) -> None:
        for name in ("ruleset", "kind", "key"):
            row[name] = plain(str(row[name] if row[name] is not None else "").strip())
            if "\x00" in row[name]:
                raise ValidationError({name: _("There is a character in it that no text has.")})
        body = row.get("body")
        if isinstance(body, str):
            try:
                row["body"] = as_text(json.loads(body))
            except (ValueError, RecursionError):
                try:
                    row["body"] = as_text(yaml_content.read(body))
                except (yaml.YAMLError, TypeError, ValueError) as error:
                    raise ValidationError({"body": f"neither JSON nor YAML: {error}"}) from error
        elif isinstance(body, dict):
            row["body"] = as_text(body)
        else:
            raise ValidationError({"body": _("Write fields and values, such as  label: Vault")})

    def get_or_init_instance(self, instance_loader: Any, row: dict[str, Any]) -> tuple[Entry, bool]:
        entry: Entry
        entry, new = super().get_or_init_instance(instance_loader, row)
        # Rows may name each other: the whole is checked after the last one.
        entry.checked_later = True
        return entry, new

    def after_import(self, dataset: tablib.Dataset, result: Any, **kwargs: Any) -> None:
        super().after_import(dataset, result, **kwargs)
        if result.has_errors() or result.has_validation_errors():
            return
        rows = list(zip(self.places, dataset.dict, strict=True))
        found: list[str] = []
        for ruleset in sorted({str(row["ruleset"]) for _at, row in rows}):
            for problem in data.read(document_of(ruleset))[1]:
                at = next((at for at, row in rows if problem.entry == f"{row['kind']} {row['key']}"), None)
                found.append(f"row {at}: {problem}" if at is not None else str(problem))
        if found:
            raise ValidationError(found)
