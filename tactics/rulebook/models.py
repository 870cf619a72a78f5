"""Rules data in the database: entries that are edited, and versions that never change.

An Entry is one action, skill, constant ... as canonical JSON text; `shipped` keeps the text that last came
with a release, so an edited entry is known as one and is never overwritten. A Version is a whole document,
frozen: Missions pin one and play it whatever is edited meanwhile.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tactics import rulesets  # each registers the kinds of its rules data
from tactics.effects import kinds
from tactics.effects import rules as data
from tactics.effects.checking import Checked, check
from tactics.effects.dice_text import suggestion
from tactics.effects.references import Problem
from tactics.kernel.rules import Constant, Rules
from tactics.rulebook import yaml_content


def kind_choices() -> list[tuple[str, str]]:
    """A function, so that a new kind needs no migration."""
    return [(kind, kind.replace("_", " ")) for kind in kinds.every()]


class Frozen(ValidationError):
    """Somebody tried to change or remove what must stay as it is."""


class VersionQuerySet(models.QuerySet["Version"]):
    def update(self, **changes: Any) -> int:
        raise Frozen(_("A published version never changes; publish a new one."))

    def make_current(self, version: Version, shipped: str = "") -> None:
        """New Missions play it from now on. An older version may become current again."""
        marks: dict[str, Any] = {"current": True, "house": False}
        if shipped:
            marks["shipped"] = shipped
        super().filter(ruleset=version.ruleset, current=True).exclude(pk=version.pk)._mark(current=False)
        super().filter(pk=version.pk)._mark(**marks)
        version.refresh_from_db()

    def _mark(self, **marks: Any) -> None:
        super().update(**marks)


class Version(models.Model):
    """One published document. Written once; may be deleted only while no Mission plays it.

    Only its marks change, by `make_current`: whether new Missions play it, and what shipped data it took in.
    """

    ruleset = models.CharField(_("ruleset"), max_length=40)
    hash = models.CharField(_("hash"), max_length=64, unique=True)
    document = models.TextField(_("document"))
    note = models.CharField(_("note"), max_length=200, blank=True)
    by = models.CharField(_("published by"), max_length=150, blank=True)
    """The user name of who published it first; empty: the release itself, or a campaign."""
    created = models.DateTimeField(_("published"), auto_now_add=True)
    house = models.BooleanField(
        _("with house rules"),
        default=False,
        help_text=_("Made for a campaign or scenario, not by the rulebook."),
    )
    current = models.BooleanField(_("current"), default=False, help_text=_("New Missions play it."))
    shipped = models.CharField(
        _("shipped"), max_length=64, blank=True, help_text=_("Hash of the shipped data that it takes in.")
    )

    objects = VersionQuerySet.as_manager()

    class Meta:
        verbose_name = _("version")
        verbose_name_plural = _("versions")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["ruleset"], condition=models.Q(current=True), name="one_current_version")
        ]
        permissions = [("publish_version", "Can publish the rules")]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.hash[:8]}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise Frozen(_("A published version never changes; publish a new one."))
        super().save(*args, **kwargs)

    @property
    def pinned(self) -> bool:
        """True while something, such as a Mission, points to it."""
        names = [relation.get_accessor_name() for relation in self._meta.related_objects]
        return any(getattr(self, name).exists() for name in names if name)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        if self.current:
            raise Frozen(_("New Missions play this version; publish another one first."))
        if self.pinned:
            raise Frozen(_("A Mission plays this version; it stays."))
        return super().delete(*args, **kwargs)

    @property
    def content(self) -> dict[str, Any]:
        """The document as plain values; a fresh copy at each access."""
        found: dict[str, Any] = json.loads(self.document)
        return found


class Origin(models.TextChoices):
    SHIPPED = "shipped", _("as shipped")
    EDITED = "edited", _("edited here")


class Entry(models.Model):
    """One entry of the rules data as it will be published next."""

    ruleset = models.CharField(_("ruleset"), max_length=40, db_index=True)
    kind = models.CharField(_("kind"), max_length=20, choices=kind_choices)
    key = models.CharField(_("key"), max_length=64)
    body = models.TextField(_("body"))
    origin = models.CharField(_("origin"), max_length=10, choices=Origin, default=Origin.EDITED, editable=False)
    shipped = models.TextField(_("body as shipped"), blank=True, editable=False)
    archived = models.BooleanField(
        _("archived"), default=False, help_text=_("Left out of the next version; running Missions keep it.")
    )
    changed = models.DateTimeField(_("changed"), auto_now=True)

    history = HistoricalRecords()
    checked_later = False
    """An import sets it: names of other entries are checked when all are there."""

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["ruleset", "kind", "key"]
        constraints = [
            models.UniqueConstraint(
                fields=["ruleset", "kind", "key"],
                name="one_entry_per_key",
                violation_error_message=_("There is already an entry of this kind with this key."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"

    @property
    def content(self) -> dict[str, Any]:
        """The body as plain values."""
        found: dict[str, Any] = json.loads(self.body)
        return found

    @property
    def differs(self) -> bool:
        """Shipped once, and not the same any more."""
        return bool(self.shipped) and (self.archived or self.body != self.shipped)

    def clean(self) -> None:
        """The body is canonical afterwards. Raises ValidationError that says what to do, field by field."""
        if self.ruleset not in rulesets.RULESETS:
            hint = suggestion(str(self.ruleset), rulesets.RULESETS)
            raise ValidationError({"ruleset": _("There is no such ruleset: %s") % hint})
        if not self.body:
            raise ValidationError({})  # the field itself has said what is wrong
        try:
            body = json.loads(self.body)
        except (ValueError, RecursionError) as error:
            raise ValidationError({"body": _("This is not JSON: %s") % error}) from error
        if not isinstance(body, dict):
            raise ValidationError({"body": _("Write fields and values, such as  label: Vault")})
        try:
            self.body = as_text(self._honest(body))
        except ValueError as error:
            raise ValidationError({"body": _("A number is not finite.")}) from error
        known = kinds.of(self.ruleset).types
        if self.kind not in known:
            hint = suggestion(str(self.kind), known)
            raise ValidationError({"kind": _("The rules data of this ruleset has no such kind: %s") % hint})
        problems = self.problem() if self.checked_later else self.checked().problems
        if problems:
            raise ValidationError({"body": [self.told(one) for one in problems]})

    def problem(self) -> tuple[Problem, ...]:
        """What is wrong with the entry by itself, whatever others say."""
        if self.archived:
            return ()
        document = self._among_others()
        entries = document["entries"]
        body = data.resolved(self.content, entries)
        names, own = data.vocabulary(document), kinds.of(self.ruleset)
        spec = data.read_entry(self.kind, self.key, body, names, own)
        return (spec,) if isinstance(spec, Problem) else ()

    def checked(self, gone: bool = False) -> Checked:
        """The entry as it is now among the others (or gone): its words, problems and warnings."""
        after = self._among_others(gone)
        return check(lambda: document_of(self.ruleset), after, self.kind, self.key, self.content)

    def _among_others(self, gone: bool = False) -> dict[str, Any]:
        """What would be published with this entry as it is now."""
        found = document_of(self.ruleset)
        here = dict(found["entries"].get(self.kind, {}))
        here.pop(self.key, None)
        if not (gone or self.archived):
            here[self.key] = self.content
        return {**found, "entries": {**found["entries"], self.kind: here}}

    def told(self, problem: Problem) -> str:
        """A problem in words; another entry's with its name."""
        own = problem.entry == f"{self.kind} {self.key}"
        return words(problem) if own else f"{problem.entry}: {words(problem)}"

    def _honest(self, body: dict[str, Any]) -> dict[str, Any]:
        """Whoever changes a number of the document makes it a house value; who changes it back, does not."""
        shipped: dict[str, Any] = json.loads(self.shipped) if self.shipped else {}
        if shipped.get("origin") != "document":
            return body
        if _numbers(body) == _numbers(shipped):
            source: dict[str, Any] = {name: shipped[name] for name in ("origin", "line") if name in shipped}
            return {**body, **source}
        if body.get("origin") == "document" and body.get("line") == shipped.get("line"):
            return {**{name: value for name, value in body.items() if name != "line"}, "origin": "house"}
        return body

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Refuses what `clean` refuses, whoever saves."""
        self.clean()
        same = bool(self.shipped) and self.body == self.shipped and not self.archived
        self.origin = Origin.SHIPPED if same else Origin.EDITED
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Refused while other entries name it. A shipped one is archived: the next release would bring it
        back."""
        problems = self.checked(gone=True).problems
        if problems:
            raise ValidationError([self.told(one) for one in problems])
        if self.shipped:
            self.archived = True
            self.save()
            return (0, {})
        return super().delete(*args, **kwargs)


def _numbers(body: dict[str, Any]) -> dict[str, Any]:
    """The body without its words and without where it comes from."""
    words_only = ("label", "text", "help", "items", "origin", "line")
    return {name: value for name, value in body.items() if name not in words_only}


def as_text(value: Any) -> str:
    """Canonical JSON text. Raises ValueError for a number that is not finite."""
    return data.canonical(value).decode()


def words(problem: Problem) -> str:
    return f"{problem.field}: {problem.message}" if problem.field else problem.message


def document_of(ruleset: str) -> dict[str, Any]:
    """What would be published now: all entries of the ruleset that are not archived."""
    entries: dict[str, dict[str, Any]] = {}
    for entry in Entry.objects.filter(ruleset=ruleset, archived=False):
        entries.setdefault(entry.kind, {})[entry.key] = entry.content
    return {"ruleset": ruleset, "entries": entries}


@lru_cache(maxsize=64)
def get_rules(hash: str) -> Rules:
    """The parsed rules of a published version. Raises Version.DoesNotExist, and ValueError when the stored
    text is not what its hash says."""
    parsed = data.parse(Version.objects.get(hash=hash).content, published=True)
    if parsed.hash != hash:
        raise ValueError(f"the stored version {hash[:8]} has been tampered with: its hash is another")
    return with_later(parsed)


def with_later(rules: Rules) -> Rules:
    """The rules with the constants that came with a later release than their version, as they ship: who updates in
    the middle of a Mission goes on playing it."""
    return replace(rules, constants=MappingProxyType({**_shipped_constants(rules.ruleset), **rules.constants}))


@lru_cache(maxsize=8)
def _shipped_constants(ruleset: str) -> Mapping[str, Constant]:
    if ruleset not in yaml_content.shipped():
        return {}
    return data.parse(yaml_content.load(ruleset), published=True).constants
