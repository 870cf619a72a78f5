"""What would be published now, looked at before it is: what changed and by whom, what is wrong, and whom it touches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from tactics.effects import kinds
from tactics.effects import rules as data
from tactics.effects.references import Problem
from tactics.rulebook import services, uses
from tactics.rulebook.models import Entry, Version, document_of
from tactics.rulebook.uses import Holder, Use


@dataclass(frozen=True)
class Row:
    """A line of a comparison. number: of the entry as it is edited now, if any. by, at: who changed it last."""

    difference: services.Difference
    number: int | None = None
    by: str = ""
    at: Any = None

    @property
    def before(self) -> str:
        return shown(self.difference.before)

    @property
    def after(self) -> str:
        return shown(self.difference.after)


@dataclass(frozen=True)
class Advice:
    """A problem or a warning, and the number of its entry."""

    problem: Problem
    number: int | None


@dataclass(frozen=True)
class Touched:
    """Whom a comparison touches. misfits: house rules that would not fit; others: running Missions that it leaves as
    they are."""

    uses: tuple[Use, ...]
    misfits: tuple[tuple[Holder, tuple[Problem, ...]], ...]
    others: int


@dataclass(frozen=True)
class Draft:
    """All entries of a ruleset as they are now, beside the version that new Missions play."""

    ruleset: str
    current: Version | None
    digest: str
    """Of the document: who publishes names what they have looked at."""
    rows: tuple[Row, ...]
    problems: tuple[Advice, ...]
    advice: tuple[Advice, ...]
    """Of the entries that changed."""
    more: tuple[Advice, ...]
    """Of all others."""
    touched: Touched


def draft(ruleset: str) -> Draft:
    """What there is to publish."""
    current = Version.objects.filter(ruleset=ruleset, current=True).first()
    before = current.content if current is not None else {"ruleset": ruleset, "entries": {}}
    after = document_of(ruleset)
    rows = compared(ruleset, before, after)
    parsed, problems = data.read(after)
    numbers = _numbers(ruleset)
    advice = [] if problems else kinds.of(ruleset).warnings(parsed)
    changed = {f"{row.difference.kind} {row.difference.key}" for row in rows}
    return Draft(
        ruleset,
        current,
        data.digest(after),
        rows,
        tuple(Advice(one, numbers.get(one.entry)) for one in problems),
        tuple(Advice(one, numbers.get(one.entry)) for one in advice if one.entry in changed),
        tuple(Advice(one, numbers.get(one.entry)) for one in advice if one.entry not in changed),
        touched(ruleset, (row.difference for row in rows), after),
    )


def compared(ruleset: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Row, ...]:
    """What differs between two documents, with the entries that it is about."""
    found = services.difference(before, after)
    keys = {(one.kind, one.key) for one in found}
    there = {(e.kind, e.key): e for e in Entry.objects.filter(ruleset=ruleset) if (e.kind, e.key) in keys}
    last: dict[int, Any] = {}
    numbers = [e.pk for e in there.values()]
    for record in Entry.history.filter(id__in=numbers).select_related("history_user").order_by("-history_id"):
        last.setdefault(record.id, record)
    rows = []
    for one in found:
        entry = there.get((one.kind, one.key))
        record = last.get(entry.pk) if entry is not None else None
        by = str(record.history_user or "") if record is not None else ""
        rows.append(Row(one, entry.pk if entry else None, by, record.history_date if record is not None else None))
    return tuple(rows)


def touched(ruleset: str, differences: Iterable[services.Difference], after: Mapping[str, Any]) -> Touched:
    """Campaigns and Missions that use what differs, and house rules that do not fit what comes."""
    found = uses.holders(ruleset)
    using = uses.uses(found, {(one.kind, one.key) for one in differences})
    running = sum(holder.plays is not None for holder in found)
    hit = sum(use.holder.plays is not None for use in using)
    return Touched(tuple(using), tuple(uses.misfits(found, after)), running - hit)


def _numbers(ruleset: str) -> dict[str, int]:
    rows = Entry.objects.filter(ruleset=ruleset).values_list("kind", "key", "pk")
    return {f"{kind} {key}": pk for kind, key, pk in rows}


def shown(value: Any) -> str:
    """A value as its author writes it."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    text: str = yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=80)
    return text.removesuffix("...\n").strip()


def as_yaml(kind: str, body: Mapping[str, Any], ruleset: str) -> str:
    """The body as an author reads it: fields in the order of the spec."""
    spec = kinds.of(ruleset).types.get(kind)
    order = spec.__struct_fields__ if spec is not None else ()
    fields = sorted(body, key=lambda name: (order.index(name) if name in order else len(order), name))
    text: str = yaml.safe_dump({name: body[name] for name in fields}, sort_keys=False, allow_unicode=True, width=100)
    return text
