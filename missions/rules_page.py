"""The rules of a Mission as one page: every entry of its pinned rules data with its numbers and where they come from,
and every reading of the document. Made from what is played, so it cannot say anything else.

An entry's name is `kind:key` (`action:move`, `constant:tt.move.cost`, `rule:T-048`): the page's anchors, the little
"i" of the interface and the address of a single entry all use it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from tactics.effects import specs
from tactics.effects.text import cost_text, sentence, source_text, value_text
from tactics.kernel.rules import Rules
from tactics.rulebook.yaml_content import Rule, index

SECTIONS: tuple[tuple[str, Any], ...] = (
    ("action", lazy("Actions")),
    ("skill", lazy("Skills")),
    ("skill_type", lazy("Types of skills")),
    ("stat", lazy("Stats")),
    ("status", lazy("Statuses")),
    ("item", lazy("Items")),
    ("spell", lazy("Spells")),
    ("weapon", lazy("Weapons")),
    ("race", lazy("Races")),
    ("terrain", lazy("Terrain")),
    ("class", lazy("Classes")),
    ("gem", lazy("Soul gems")),
    ("material", lazy("What cover is made of")),
    ("payload", lazy("What is thrown")),
    ("constant", lazy("Numbers and settings")),
)
"""Kinds of entries in the order of the page; other kinds that have help follow, templates are not rules."""
LEFT_OUT = frozenset({"template"})
STATUSES = {
    "FULL": lazy("as written"),
    "PARTIAL": lazy("an edge is open in the document"),
    "MISSING": lazy("named in the document, not given there"),
    "CONTRADICTION": lazy("the document contradicts itself"),
    "SOFT": lazy("a default that the GM may overrule"),
    "FLAVOUR": lazy("no mechanic"),
}


@dataclass(frozen=True)
class Card:
    """One entry. facts: (name, value); readings: (rule id, title); source: `document, line 54` or `house value`."""

    name: str
    title: str
    text: str
    facts: tuple[tuple[str, str], ...] = ()
    source: str = ""
    house: bool = False
    readings: tuple[tuple[str, str], ...] = ()

    @property
    def anchor(self) -> str:
        return self.name

    @property
    def search(self) -> str:
        """What the search looks through."""
        words = [self.title, self.name, self.text, self.source, *(f"{k} {v}" for k, v in self.facts)]
        return " ".join([*words, *(f"{i} {t}" for i, t in self.readings)]).lower()


@dataclass(frozen=True)
class Section:
    key: str
    title: str
    cards: tuple[Card, ...]


def sections(rules: Rules, options: Mapping[str, Any]) -> tuple[Section, ...]:
    """The whole page. options: what this Mission has set for itself."""
    known = dict(SECTIONS)
    kinds = [k for k in known if k in rules.entries] + sorted(set(rules.entries) - set(known) - LEFT_OUT)
    out = [Section(kind, str(known.get(kind, kind.capitalize())), _cards(rules, kind, options)) for kind in kinds]
    readings = tuple(reading_card(rule) for rule in index().values() if rule.ruleset == rules.ruleset)
    return (*(section for section in out if section.cards), Section("rule", _("The document, rule by rule"), readings))


def card(rules: Rules, options: Mapping[str, Any], name: str) -> Card | None:
    """The entry of this name, or None."""
    kind, _sep, key = name.partition(":")
    if kind == "rule":
        rule = index().get(key)
        return reading_card(rule) if rule is not None and rule.ruleset == rules.ruleset else None
    found = rules.find(kind, key) if kind not in LEFT_OUT else None
    return _card(kind, key, found, rules, options) if found is not None else None


def _cards(rules: Rules, kind: str, options: Mapping[str, Any]) -> tuple[Card, ...]:
    listed = ((key, spec) for key, spec in rules.entries[kind].items() if getattr(spec, "listed", True))
    made = [_card(kind, key, spec, rules, options) for key, spec in listed]
    return tuple(sorted(made, key=lambda card: card.title.lower()))


def _card(kind: str, key: str, spec: specs.Entry, rules: Rules, options: Mapping[str, Any]) -> Card:
    text = spec.text if isinstance(spec, specs.Constant) else sentence(spec, rules)
    if isinstance(spec, specs.Constant):
        text = " ".join(part for part in (spec.text, spec.help) if part)
    items = tuple(getattr(spec, "items", ()))
    return Card(
        name=f"{kind}:{key}",
        title=spec.label,
        text=text,
        facts=tuple(_facts(key, spec, options)),
        source=spec.source or source_text(spec),
        house=spec.house and not spec.source,
        readings=tuple((item, index()[item].title) for item in items if item in index()),
    )


def _facts(key: str, spec: specs.Entry, options: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The numbers of an entry by name."""
    if isinstance(spec, specs.Constant):
        if key in options:
            yield _("In this Mission"), value_text(options[key])
            yield _("Otherwise"), value_text(spec.value)
        else:
            yield _("Value"), value_text(spec.value)
        if spec.choices:
            yield _("Choices"), ", ".join(value_text(choice) for choice in spec.choices)
        yield _("Key"), key
        return
    cost = getattr(spec, "cost", None)
    if isinstance(spec, specs.Action) or cost:
        yield _("Cost"), cost_text(cost or {})
    if isinstance(spec, specs.Action):
        yield _("Kind"), spec.kind
    for name, label in _NUMBERS:
        value = getattr(spec, name, None)
        if name == "range" and getattr(spec, "family", ""):
            continue  # a constant of these rules says it
        if value not in (None, "", (), {}, 0, False):
            yield str(label), value_text(value)
    if spec.disabled:
        yield _("Switched off"), _("yes")


_NUMBERS: tuple[tuple[str, Any], ...] = (
    ("type", lazy("Type")),
    ("stat", lazy("Stat")),
    ("stats", lazy("Stats")),
    ("attack_stat", lazy("Stat of attacks")),
    ("reach", lazy("Reach")),
    ("range", lazy("Range")),
    ("effectiveness", lazy("Effectiveness")),
    ("difficulty", lazy("Difficulty")),
    ("penalty", lazy("Without the skill")),
    ("default", lazy("Usual value")),
    ("steps", lazy("Steps to enter")),
    ("size", lazy("Slots")),
    ("forbids", lazy("Forbids")),
)
"""Fields that are numbers or names a person looks up, of whatever kind of entry."""


@lru_cache(maxsize=1024)
def reading_card(rule: Rule) -> Card:
    """What the document says, and what is built of it."""
    return Card(
        name=f"rule:{rule.id}",
        title=f"{rule.id} {rule.title}",
        text=rule.reading,
        facts=((_("Standing"), str(STATUSES[rule.status])),),
        source=_("document, line %(n)s") % {"n": rule.line},
    )


def found(all_sections: tuple[Section, ...], wanted: str) -> tuple[Section, ...]:
    """Only what has all words of a search."""
    words = wanted.lower().split()
    kept = (
        Section(s.key, s.title, tuple(c for c in s.cards if all(word in c.search for word in words)))
        for s in all_sections
    )
    return tuple(section for section in kept if section.cards)
