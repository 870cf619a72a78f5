"""The page of one entry: what the form begins with, what a post makes of it, and what is to be said about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from campaigns.models import Campaign
from tactics import rulesets
from tactics.effects import kinds, specs
from tactics.effects import rules as data
from tactics.effects.checking import Checked
from tactics.effects.text import sentence
from tactics.kernel.rules import Rules
from tactics.scenarios import trial

from . import hooks, services
from .models import HouseEntry
from .shape import Node, Shape

NOT_TAKEN = ("origin", "line", "source", "items")
"""Of an entry that another one is like: where it comes from is its own."""


@dataclass
class Page:
    """One entry as the page shows it. shipped: the rules' own body that it lies over, {} if they have none."""

    campaign: Campaign
    kind: str
    key: str
    """Empty while it is new and has no name."""
    shipped: dict[str, Any]
    like: dict[str, Any]
    """What a new one is like."""
    nodes: list[Node] = field(default_factory=list)
    checked: Checked | None = None
    said: str = ""
    loose: list[str] = field(default_factory=list)
    """Errors that belong to no field of the form."""
    tried: trial.Tried = field(default_factory=trial.Tried)
    mark: str = ""
    """Of what is stored: a change in between is noticed."""

    @property
    def shown(self) -> str:
        return ",".join(node.name for node in self.nodes)

    @property
    def fine(self) -> bool:
        return self.checked is not None and not self.checked.problems and not self.wrong

    def spare(self) -> None:
        """An empty form says what it lacks when it is sent, not before anybody wrote."""
        for node in self.nodes:
            if not self.like.get(node.name):
                node.errors.clear()

    @property
    def wrong(self) -> list[str]:
        return [*self.loose, *(text for node in self.nodes for text in node.errors)]


def begin(campaign: Campaign, kind: str, key: str, like: str, spell: bool, *, say: bool = True) -> Page:
    """The page as it is opened. key: of the entry, or empty for a new one that is like another, or like none. say
    False: without what is to be said about it."""
    published = services.base(campaign).content["entries"]
    house = {(one.kind, one.key): one for one in campaign.house.all()}
    shipped = dict(published.get(kind, {}).get(key, {})) if key else {}
    page = Page(campaign, kind, key, _resolved(campaign, shipped), {})
    entry = house.get((kind, key))
    page.mark = entry.changed.isoformat() if entry is not None else ""
    if like:
        other = house.get((kind, like))
        body = {**published.get(kind, {}).get(like, {}), **((other.content or {}) if other is not None else {})}
        page.like = {k: v for k, v in _resolved(campaign, body).items() if k not in NOT_TAKEN}
        if page.like:
            page.like["label"] = _("%(name)s, another") % {"name": page.like.get("label", "")}
    elif not key and spell:
        page.like = {"level": 1, "cost": {"ma": 2}, "target": "body", "effect": [{"do": "check", "against": "def"}]}
    body = {**page.like, **page.shipped, **((entry.content or {}) if entry is not None else {})}
    if say:
        _say(page, body, {}, _layer_body(page, body))
        if not key:
            page.spare()
    return page


def posted(campaign: Campaign, kind: str, key: str, like: str, spell: bool, post: Mapping[str, Any]) -> Page:
    """The page with what the form says."""
    page = begin(campaign, kind, key, like, spell, say=False)
    shape = Shape(kinds.of(campaign.ruleset).types[kind], services.rules_for(campaign))
    reading = shape.read(post)
    kept = {**page.like, **page.shipped}
    entry = campaign.house.filter(kind=kind, key=key).first()
    before = {**kept, **((entry.content or {}) if entry is not None else {})}
    body = {name: value for name, value in before.items() if name not in reading.shown} | reading.body
    if page.shipped:
        mine = {k: v for k, v in ((entry.content or {}) if entry is not None else {}).items() if k not in reading.shown}
        layer = {**mine, **shape.over(reading, page.shipped)}
    else:
        layer = body
    _say(page, body, post, layer)
    for top, text in reading.wrong:
        _mark(page, top, text)
    if page.mark != str(post.get("mark", page.mark)):
        page.loose.append(_("Somebody else changed it meanwhile. Look through it, and save again."))
    return page


def _layer_body(page: Page, body: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if value != page.shipped.get(name)} if page.shipped else body


def _say(page: Page, body: dict[str, Any], post: Mapping[str, Any], layer: dict[str, Any]) -> None:
    """Fields, problems, the sentence and the trial of a body."""
    rules = services.rules_for(page.campaign)
    shape = Shape(kinds.of(page.campaign.ruleset).types[page.kind], rules)
    page.nodes, page.loose = shape.nodes(body), []
    key = page.key or services.free_key(page.campaign, page.kind, str(body.get("label", "")))
    page.checked = services.check(page.campaign, page.kind, key, layer)
    for problem in page.checked.problems:
        own = problem.entry == f"{page.kind} {key}"
        top = problem.field.replace("[", ".").partition(".")[0] if own else ""
        _mark(page, top, _plainly(problem.message) if own else f"{problem.entry}: {problem.message}")
    page.said = page.checked.said
    if page.checked.rules is not None:
        roster = [trial.Person(*one) for one in hooks.people(page.campaign)]
        code = rulesets.get(page.campaign.ruleset)
        page.tried = trial.run(code, page.checked.rules, page.kind, key, trial.chosen(post), roster)


def _mark(page: Page, top: str, text: str) -> None:
    """An error at its field, or above all."""
    node = next((one for one in page.nodes if one.name == top), None)
    if node is not None:
        node.errors.append(text)
    else:
        page.loose.append(f"{top}: {text}" if top else text)


def _plainly(message: str) -> str:
    """The types of the data are nobody's words."""
    for kind, word in (("`int`", "a whole number"), ("`str`", "a text"), ("`null`", "nothing"), ("`array`", "a list")):
        message = message.replace(kind, word)
    return f"{message[:1].upper()}{message[1:]}" + ("" if message.endswith(".") else ".")


def _resolved(campaign: Campaign, body: dict[str, Any]) -> dict[str, Any]:
    """With the values of the constants that it names."""
    return data.resolved(body, services.document(campaign)["entries"]) if body else {}


# --- the list -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """An entry in the list. state: `new`, `changed`, `out` or empty, for one as the rules have it."""

    key: str
    label: str
    said: str
    state: str = ""


def rows(campaign: Campaign, kind: str, rules: Rules, spell: bool | None) -> tuple[list[Row], list[Row]]:
    """(the house rules of a kind, the rules' own). spell: of actions only spells, or all but spells; None for all."""
    published = services.base(campaign).content["entries"].get(kind, {})
    own: dict[str, HouseEntry] = {one.key: one for one in campaign.house.filter(kind=kind)}
    house: list[Row] = []
    shipped: list[Row] = []
    for key, entry in own.items():
        if entry.content is None:
            label = str(published.get(key, {}).get("label", key))
            if spell in (None, bool(published.get(key, {}).get("level"))):
                house.append(Row(key, label, "", "out"))
    for key, spec in rules.entries.get(kind, {}).items():
        if spell not in (None, bool(getattr(spec, "level", 0))) or not getattr(spec, "listed", True):
            continue
        row = Row(key, spec.label, sentence(spec, rules))
        if key in own:
            house.append(Row(key, row.label, row.said, "changed" if key in published else "new"))
        else:
            shipped.append(row)
    for found in (house, shipped):
        found.sort(key=lambda row: row.label.casefold())
    return house, shipped


def sections(campaign: Campaign) -> list[tuple[str, str, str, bool | None]]:
    """(name in addresses, heading, kind, spell) of what may be a house rule, in the order of the page."""
    types = kinds.of(campaign.ruleset).types
    levels = types.get("action") is specs.Action
    known: list[tuple[str, str, str, bool | None]] = [
        ("weapon", _("Weapons"), "weapon", None),
        ("item", _("Items"), "item", None),
        ("skill", _("Skills"), "skill", None),
        *([("spell", _("Spells"), "action", True)] if levels else []),
        ("action", _("Actions"), "action", False if levels else None),
        ("status", _("Statuses"), "status", None),
        ("terrain", _("Terrain"), "terrain", None),
    ]
    titles = {
        "class": _("Classes"), "gem": _("Soul gems"), "payload": _("What is thrown"),
        "material": _("What cover is made of"),
    }  # fmt: skip
    rest = [
        (kind, titles.get(kind, kind.replace("_", " ").capitalize()), kind, None) for kind in types if kind not in LEFT
    ]
    return [one for one in known if one[2] in types] + [one for one in rest if one[2] not in {k[2] for k in known}]


LEFT = frozenset({"constant", "stat", "skill_type", "template", "race"})
"""Kinds that are no house rules of a table: settings are a Mission's, characters have pages of their own."""
