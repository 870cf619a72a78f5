"""Publishing: from entries to versions, from the shipped files to entries, and what differs.

A version is published only when the whole document is valid and its hash is new.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from tactics.effects import rules as data
from tactics.effects.references import Problem
from tactics.rulebook import yaml_content
from tactics.rulebook.models import Entry, Origin, Version, as_text, document_of

log = logging.getLogger(__name__)


class Changed(Exception):
    """Somebody edited an entry after the draft was looked at."""


@dataclass(frozen=True)
class Difference:
    """One field of one entry that is not the same on both sides; None: not there."""

    kind: str
    key: str
    field: str
    before: Any
    after: Any


@dataclass(frozen=True)
class Report:
    """What `publish_shipped` did. version None: nothing new, or `problems` kept it from being published."""

    ruleset: str
    version: Version | None = None
    differences: tuple[Difference, ...] = ()
    """Where entries that were edited here differ from what ships."""
    problems: tuple[Problem, ...] = field(default=())


def latest(ruleset: str) -> Version:
    """The version that new Missions play. Raises Version.DoesNotExist."""
    return Version.objects.get(ruleset=ruleset, current=True)


def latest_or_shipped(ruleset: str) -> Version:
    """The same; what ships is published if nobody has done so."""
    try:
        return latest(ruleset)
    except Version.DoesNotExist:
        publish_shipped()
        return latest(ruleset)


@transaction.atomic
def publish(ruleset: str, note: str = "", shipped: str = "", *, by: str = "", looked_at: str = "") -> Version:
    """Makes the version of all entries as they are now the current one; it may be one that exists already.

    by: who does it. looked_at: the digest of the document that they mean; raises Changed if it is another by now.
    Raises DataError with every problem of the document.
    """
    # Two that publish at once take turns.
    list(Version.objects.select_for_update().filter(ruleset=ruleset, current=True).values_list("pk"))
    document = document_of(ruleset)
    if looked_at and looked_at != data.digest(document):
        raise Changed
    version = publish_document(document, note, house=False, by=by)
    Version.objects.make_current(version, shipped)
    return version


def with_layer(version: Version, layer: data.Layer, note: str = "") -> Version:
    """The version merged with house rules, stored for those who pin it. Raises DataError."""
    return publish_document(data.merge(version.content, layer), note) if layer else version


def publish_document(document: Mapping[str, Any], note: str = "", house: bool = True, by: str = "") -> Version:
    """The one version with this content, made if need be. Raises DataError."""
    rules = data.parse(document)
    fresh = {
        "ruleset": rules.ruleset,
        "document": data.canonical(document).decode(),
        "note": note[:200],
        "house": house,
        "by": by[:150],
    }
    return Version.objects.get_or_create(hash=rules.hash, defaults=fresh)[0]


def publish_shipped() -> list[Report]:
    """Brings the entries up to what ships and publishes, for each ruleset whose shipped hash is new.

    An edited or archived entry keeps its body; what differs is listed and logged.
    """
    return [_publish_shipped(ruleset) for ruleset in yaml_content.shipped()]


@transaction.atomic
def _publish_shipped(ruleset: str) -> Report:
    document = yaml_content.load(ruleset)
    shipped = data.digest(document)
    if Version.objects.filter(ruleset=ruleset, shipped=shipped).exists():
        return Report(ruleset)
    _take_in(ruleset, document["entries"])
    differences = edited(ruleset)
    for difference in differences:
        log.warning(
            "%s %s: %s was edited here and stays %r; %r ships",
            difference.kind,
            difference.key,
            difference.field,
            difference.after,
            difference.before,
        )
    try:
        version = publish(ruleset, "shipped", shipped)
    except data.DataError as error:
        log.warning("The shipped %s rules do not fit what was edited here: %s", ruleset, error)
        return Report(ruleset, None, differences, tuple(error.problems))
    return Report(ruleset, version, differences)


def _take_in(ruleset: str, shipped: Mapping[str, Mapping[str, Any]]) -> None:
    """Writes the shipped bodies into the entries that nobody edited; past `save`, which would check each
    against a half-updated document: the whole is checked when it is published."""
    there = {(e.kind, e.key): e for e in Entry.objects.filter(ruleset=ruleset)}
    new: list[Entry] = []
    changed: list[Entry] = []
    for kind, found in shipped.items():
        for key, body in found.items():
            text = as_text(body)
            entry = there.pop((kind, key), None)
            if entry is None:
                new.append(Entry(ruleset=ruleset, kind=kind, key=key, body=text, shipped=text, origin=Origin.SHIPPED))
            elif entry.shipped != text:
                if entry.origin == Origin.SHIPPED:
                    entry.body = text
                entry.shipped = text
                changed.append(entry)
    Entry.objects.bulk_create(new)
    Entry.objects.bulk_update(changed, ["body", "shipped"])
    for entry in there.values():
        if entry.origin == Origin.SHIPPED:
            Entry.objects.filter(pk=entry.pk).delete()
        elif entry.shipped:
            # It no longer ships, but somebody made it their own.
            Entry.objects.filter(pk=entry.pk).update(shipped="")


def edited(ruleset: str) -> tuple[Difference, ...]:
    """Where entries that ship have been changed here: before is what ships, after what is."""
    found: list[Difference] = []
    for entry in Entry.objects.filter(ruleset=ruleset, origin=Origin.EDITED).exclude(shipped=""):
        as_shipped = {"entries": {entry.kind: {entry.key: json.loads(entry.shipped)}}}
        now = {"entries": {entry.kind: {} if entry.archived else {entry.key: entry.content}}}
        found += difference(as_shipped, now)
    return tuple(found)


def difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Difference, ...]:
    """What changed from one document to another, by kind, key and field. A whole entry that came or went
    has the field `""`."""
    found: list[Difference] = []
    old_kinds, new_kinds = before["entries"], after["entries"]
    for kind in sorted(old_kinds.keys() | new_kinds.keys()):
        old_keys, new_keys = old_kinds.get(kind, {}), new_kinds.get(kind, {})
        for key in sorted(old_keys.keys() | new_keys.keys()):
            old, new = old_keys.get(key), new_keys.get(key)
            if old is None or new is None:
                found.append(Difference(kind, key, "", old, new))
                continue
            found += [
                Difference(kind, key, name, old.get(name), new.get(name))
                for name in sorted(old.keys() | new.keys())
                if old.get(name) != new.get(name)
            ]
    return tuple(found)
