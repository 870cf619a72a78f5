"""House rules: kept as a layer of entries, checked with the whole rules, taken by the next Mission.

A Mission pins the version that the published rules and the layer make together; one that runs keeps its own.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.models import Campaign, Member
from tactics.effects import checking
from tactics.effects import rules as data
from tactics.effects.checking import Checked
from tactics.effects.references import Problem
from tactics.effects.use import words
from tactics.kernel.rules import Rules
from tactics.rulebook import services as rulebook
from tactics.rulebook.models import Version, get_rules, with_later

from .models import HouseEntry

MOST = 500
"""House rules of a campaign."""
BYTES = 20_000
"""Of one entry."""
Layer = dict[str, dict[str, dict[str, Any] | None]]


class Refused(Exception):
    """Something that cannot be done; the text says why and what to do."""


class Unfit(Refused):
    """The house rules and the published rules do not fit together (any more)."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(str(one) for one in self.problems))


def layer(campaign: Campaign) -> Layer:
    """The campaign's entries, as `tactics.effects.rules.merge` takes them."""
    found: Layer = {}
    for entry in campaign.house.all():
        found.setdefault(entry.kind, {})[entry.key] = entry.content
    return found


def base(campaign: Campaign) -> Version:
    """The published rules that the house rules lie over."""
    return rulebook.latest_or_shipped(campaign.ruleset)


def version_for(campaign: Campaign) -> Version:
    """The version that a new Mission plays. Raises Unfit."""
    try:
        return rulebook.with_layer(base(campaign), layer(campaign), f"house rules of {campaign.name}")
    except data.DataError as error:
        raise Unfit(error.problems) from error


def version_or_base(campaign: Campaign) -> Version:
    """The same; the published rules alone where the house rules do not fit them."""
    try:
        return version_for(campaign)
    except Unfit:
        return base(campaign)


def rules_for(campaign: Campaign) -> Rules:
    """The rules as a new Mission would play them, for pages; the published ones alone where the house rules do not fit
    them. Nothing is stored."""
    published = base(campaign)
    own = layer(campaign)
    if not own:
        return get_rules(published.hash)
    try:
        return merged(published.hash, own)
    except data.DataError:
        return get_rules(published.hash)


def merged(published: str, own: Layer) -> Rules:
    """The rules of a published version with a layer over them; nothing is stored. Raises DataError."""
    return _parsed(published, json.dumps(own, sort_keys=True))


@lru_cache(maxsize=64)
def _parsed(published: str, own: str) -> Rules:
    return with_later(data.parse(data.merge(Version.objects.get(hash=published).content, json.loads(own))))


def document(
    campaign: Campaign, changes: Layer | None = None, without: tuple[str, str] | None = None
) -> dict[str, Any]:
    """The rules data with the campaign's layer, and with changes to that. without: an entry whose house rule is taken
    back."""
    own = layer(campaign)
    if without is not None:
        own.get(without[0], {}).pop(without[1], None)
    for kind, found in (changes or {}).items():
        own.setdefault(kind, {}).update(found)
    return data.merge(base(campaign).content, own)


def problems(campaign: Campaign) -> tuple[Problem, ...]:
    """Why the house rules do not fit the published rules (any more); none if they do."""
    return tuple(data.read(document(campaign))[1])


# --- one entry ----------------------------------------------------------------------------------------


def check(campaign: Campaign, kind: str, key: str, body: dict[str, Any]) -> Checked:
    """The entry with all others of the campaign: what is wrong with it, and what only it makes wrong elsewhere."""
    whole = document(campaign, {kind: {key: body}})
    return checking.check(lambda: document(campaign, without=(kind, key)), whole, kind, key, body)


def save(campaign: Campaign, checked: Checked, *, by: Member) -> HouseEntry:
    """Keeps an entry that has no problem. Refused when there are too many, or it is too long."""
    if checked.problems:
        raise Unfit(checked.problems)
    text = data.canonical(checked.body).decode()
    if len(text) > BYTES:
        raise Refused(_("That is too long for one entry."))
    with transaction.atomic():
        there = HouseEntry.objects.filter(campaign=campaign, kind=checked.kind, key=checked.key)
        if not there.exists() and campaign.house.count() >= MOST:
            raise Refused(_("A campaign has %(most)s house rules at most: take some back first.") % {"most": MOST})
        made, _new = HouseEntry.objects.update_or_create(
            campaign=campaign, kind=checked.kind, key=checked.key, defaults={"body": text, "by": by}
        )
    return made


def leave_out(campaign: Campaign, kind: str, key: str, *, by: Member) -> None:
    """The rules' own entry is not in use at this table. Raises Unfit while others name it."""
    _only_as_bad(campaign, document(campaign, {kind: {key: None}}))
    HouseEntry.objects.update_or_create(campaign=campaign, kind=kind, key=key, defaults={"body": "", "by": by})


def take_back(campaign: Campaign, kind: str, key: str) -> None:
    """The entry is as in the rules again, or gone. Raises Unfit while other house rules name it."""
    _only_as_bad(campaign, document(campaign, without=(kind, key)))
    HouseEntry.objects.filter(campaign=campaign, kind=kind, key=key).delete()


def _only_as_bad(campaign: Campaign, after: Mapping[str, Any]) -> None:
    old = set(data.read(document(campaign))[1])
    problems = [one for one in data.read(after)[1] if one not in old]
    if problems:
        raise Unfit(problems)


def free_key(campaign: Campaign, kind: str, label: str) -> str:
    """A key for a new entry of this name: letters, digits and _, and nobody else's."""
    plain = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:48]
    if not re.match(r"[a-z]", stem):
        stem = f"{kind}_{stem}".strip("_")[:48]
    entries = document(campaign)["entries"]
    taken = {*entries.get(kind, {}), *campaign.house.filter(kind=kind).values_list("key", flat=True)}
    if kind in ("weapon", "item"):  # both are things: one name for each
        taken |= {*entries.get("weapon", {}), *entries.get("item", {})}
    key, n = stem, 2
    while key in taken:
        key, n = f"{stem}_{n}", n + 1
    return key


# --- from another campaign ----------------------------------------------------------------------------


@transaction.atomic
def take(campaign: Campaign, source: Campaign, picked: Iterable[tuple[str, str]], *, by: Member) -> list[HouseEntry]:
    """Copies house rules of another campaign of the same rules, with those that they name. All or nothing: raises Unfit
    if they do not fit here."""
    if source.ruleset != campaign.ruleset:
        raise Refused(_("That campaign plays other rules."))
    there = {(one.kind, one.key): one for one in source.house.all()}
    wanted: dict[tuple[str, str], HouseEntry] = {}
    waiting = [pair for pair in picked if pair in there]
    here = {(kind, key) for kind, found in document(campaign)["entries"].items() for key in found}
    while waiting:
        pair = waiting.pop()
        if pair in wanted:
            continue
        wanted[pair] = there[pair]
        named = words(there[pair].content)
        waiting += [other for other in there if other[1] in named and other not in here]
    changes: Layer = {}
    for (kind, key), entry in wanted.items():
        changes.setdefault(kind, {})[key] = entry.content
    _only_as_bad(campaign, document(campaign, changes))
    if campaign.house.count() + len(wanted) > MOST:
        raise Refused(_("A campaign has %(most)s house rules at most: take some back first.") % {"most": MOST})
    for (kind, key), entry in wanted.items():
        HouseEntry.objects.update_or_create(
            campaign=campaign, kind=kind, key=key, defaults={"body": entry.body, "by": by}
        )
    return list(wanted.values())
