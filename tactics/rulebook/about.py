"""What is to be said about one entry in the admin: its words, what is wrong, what comes of it, and who uses it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tactics import rulesets
from tactics.effects import kinds
from tactics.effects.checking import Checked
from tactics.effects.text import field_words
from tactics.rulebook import drafts, services, uses
from tactics.rulebook.models import Entry
from tactics.scenarios import trial


@dataclass(frozen=True)
class About:
    """Of an entry as it stands in the form. checked: None while it cannot be read at all."""

    checked: Checked | None
    tried: trial.Tried
    changed: tuple[drafts.Row, ...]
    """From what ships."""
    named_by: tuple[str, ...]
    """Other entries that could not do without it."""
    used: tuple[uses.Use, ...]
    """Campaigns and Missions that use it."""
    may_say: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """(kind, its fields with what they mean)."""


def about(entry: Entry, readable: bool, post: Mapping[str, Any]) -> About:
    """post: what the form sent of whom it is tried out with."""
    known = kinds.of(entry.ruleset).types
    fits = readable and entry.ruleset in rulesets.RULESETS and entry.kind in known and bool(entry.key)
    checked = entry.checked() if fits else None
    tried = trial.Tried()
    if checked is not None and checked.rules is not None and not entry.archived:
        code = rulesets.get(entry.ruleset)
        tried = trial.run(code, checked.rules, entry.kind, entry.key, trial.chosen(post))
    listed = [entry.kind] if entry.kind in known else list(known)
    return About(
        checked,
        tried,
        _changed(entry) if readable else (),
        needed_by(entry) if entry.pk else (),
        used_by(entry) if entry.pk else (),
        tuple((kind, tuple(field_words(kind, entry.ruleset))) for kind in listed),
    )


def needed_by(entry: Entry) -> tuple[str, ...]:
    """The other entries that name it, as `kind key`."""
    own = f"{entry.kind} {entry.key}"
    return tuple(sorted({one.entry for one in entry.checked(gone=True).problems if one.entry != own}))


def used_by(entry: Entry) -> tuple[uses.Use, ...]:
    """Whom it would be taken from. A constant is everybody's, and is told of nobody."""
    if entry.kind == "constant":
        return ()
    return tuple(uses.uses(uses.holders(entry.ruleset), {(entry.kind, entry.key)}))


def _changed(entry: Entry) -> tuple[drafts.Row, ...]:
    if not (entry.pk and entry.differs):
        return ()
    shipped = {"entries": {entry.kind: {entry.key: json.loads(entry.shipped)}}}
    now = {"entries": {entry.kind: {} if entry.archived else {entry.key: entry.content}}}
    return tuple(drafts.Row(one) for one in services.difference(shipped, now))
