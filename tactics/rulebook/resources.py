"""Import and export of entries as CSV, JSON or YAML. A file is taken whole or not at all."""

from __future__ import annotations

import json
from typing import Any

import tablib
import yaml
from django.core.exceptions import ValidationError
from import_export import resources
from import_export.formats import base_formats

from tactics.effects import kinds
from tactics.effects import rules as data
from tactics.rulebook import yaml_content
from tactics.rulebook.models import Entry, as_text, document_of

FORMATS = [base_formats.CSV, base_formats.JSON, base_formats.YAML]


class EntryResource(resources.ModelResource):
    """Rows are (ruleset, kind, key, body, archived); the body is JSON or YAML text."""

    class Meta:
        model = Entry
        fields = ("ruleset", "kind", "key", "body", "archived")
        import_id_fields = ("ruleset", "kind", "key")
        clean_model_instances = True
        skip_unchanged = True
        use_transactions = True

    def before_import(self, dataset: tablib.Dataset, **kwargs: Any) -> None:
        """Constants and stats come before what names them, so that formulas find their words."""
        if "kind" not in (dataset.headers or ()):
            dataset.wipe()
            raise ValidationError("the file needs the columns ruleset, kind, key and body")
        order = list(kinds.every())
        place = dataset.headers.index("kind")
        rows = sorted(dataset, key=lambda row: order.index(row[place]) if row[place] in order else len(order))
        headers = dataset.headers
        dataset.wipe()
        dataset.headers = headers
        dataset.extend(rows)

    def before_import_row(self, row: dict[str, Any], **kwargs: Any) -> None:
        body = row.get("body")
        if isinstance(body, str):
            try:
                row["body"] = as_text(json.loads(body))
            except ValueError:
                try:
                    row["body"] = as_text(yaml_content.read(body))
                except (yaml.YAMLError, TypeError, ValueError) as error:
                    raise ValidationError({"body": f"neither JSON nor YAML: {error}"}) from error
        elif isinstance(body, dict):
            row["body"] = as_text(body)

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
        for ruleset in sorted(set(dataset["ruleset"])):
            problems = data.read(document_of(ruleset))[1]
            if problems:
                raise ValidationError([str(problem) for problem in problems])
