"""Under which rules a running Mission goes on: what its GM is offered, and what keeps it from being taken.

A Mission keeps the version that it began with until its GM adopts the one that a new Mission of the campaign would
play: the published rules with the campaign's house rules. Every version that it has played stays.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from django.db.models import Count, Max, OuterRef, Subquery
from django.utils.translation import gettext as _

from campaigns.library import services as library
from campaigns.library.models import HouseEntry
from campaigns.models import Campaign
from tactics.effects.rules import DataError
from tactics.effects.use import used, words
from tactics.kernel.refusals import Refused, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyState
from tactics.rulebook.models import Version
from tactics.rulebook.uses import Holder

from . import stored
from .models import Adoption, Map, Mission, Plan
from .statements import Statement

_STAMP = Statement(
    lambda campaign: Campaign.objects.filter(pk=campaign)
    .annotate(
        published=Subquery(Version.objects.filter(ruleset=OuterRef("ruleset"), current=True).values("hash")[:1]),
        entries=Count("house"),
        changed=Max("house__changed"),
    )
    .values_list("handed", "published", "entries", "changed"),
    campaign=int,
)
_HOUSE = Statement(
    lambda campaign: HouseEntry.objects.filter(campaign_id=campaign).values_list("kind", "key", "body"), campaign=int
)
_ADOPTED = re.compile(r'"rules":"([0-9a-f]{64})"')
MOST = 6
"""Things named in a refusal."""


Stamp = tuple[str, int, Any]
"""What is published for a campaign, and how many entries of its own it had changed last when: equal for equal rules."""


def stamp(campaign: int) -> tuple[int, Stamp]:
    """(how often the campaign's handouts had changed, the stamp of its rules): asked for with every event, and the one
    thing that is."""
    handed, published, entries, changed = _STAMP.first(campaign=campaign) or (0, None, 0, None)
    return handed, (published or "", entries, changed)


def newest(campaign: int, at: Stamp | None = None) -> str:
    """The hash of what a new Mission of the campaign would play; empty where nothing is published, or the house rules
    do not fit what is. at: the stamp, if it is at hand."""
    published, entries, changed = stamp(campaign)[1] if at is None else at
    return _of_campaign(campaign, published, changed, entries) if published and entries else published


@lru_cache(maxsize=256)
def _of_campaign(campaign: int, published: str, changed: Any, entries: int) -> str:
    return _merged(published, tuple(sorted(_HOUSE.rows(campaign=campaign))))


@lru_cache(maxsize=256)
def _merged(published: str, own: tuple[tuple[str, str, str], ...]) -> str:
    layer: library.Layer = {}
    for kind, key, body in own:
        layer.setdefault(kind, {})[key] = json.loads(body) if body else None
    try:
        return library.merged(published, layer).hash
    except DataError:
        return ""


def offered(mission: Mission, state: AnyState, at: Stamp | None = None) -> str:
    """The hash of the rules that the GM may go on under; empty if they are those that the Mission plays. at: see
    `newest`."""
    found = newest(mission.campaign_id, at)
    return found if found != state.rules else ""


def adopt(mission: Mission, state: AnyState, rules: str) -> None:
    """Keeps the version for the Mission, before it is adopted, in the same transaction.

    Refused for any other than what is offered, and while the Mission uses something that it has not.
    """
    if rules == state.rules:
        raise illegal("nothing")
    if rules != newest(mission.campaign_id):
        known = Version.objects.filter(ruleset=mission.ruleset, hash=rules, house=False).exists()
        what = _("The rules were published anew meanwhile.") if known else _("that version of the rules")
        raise Refused("stale" if known else "unknown", what=what)
    version = library.version_for(mission.campaign)
    lost = missing(state, stored.rules_of(state.rules), stored.rules_of(version.hash))
    if lost:
        named = ", ".join(lost[:MOST]) + ("…" if len(lost) > MOST else "")
        text = _("the new rules have no %(what)s, which this Mission uses; take it out of play first") % {"what": named}
        raise illegal("nothing", text=text)
    # Back to one that was left: it is the last one again.
    Adoption.objects.filter(mission=mission, version=version).delete()
    Adoption.objects.create(mission=mission, version=version)


def named(events: Iterable[str]) -> list[str]:
    """The hashes of the versions that the rows of a log adopt, the last one last. events: of each row, as it is
    stored."""
    found = [hash for text in events for hash in _ADOPTED.findall(text)]
    return list(dict.fromkeys(reversed(found)))[::-1]


def missing(state: AnyState, before: Rules, after: Rules) -> list[str]:
    """What the Mission uses of its rules and the others have not, as people know it."""
    found = used(words_of(state), before)
    # A unit is made of its template once, and may even have its name.
    return [spec.label for kind, key, spec in found if kind != "template" and after.find(kind, key) is None]


def words_of(state: AnyState) -> set[str]:
    """Every text in a state, the keys of what it uses among them."""
    return words(json.loads(stored.text_of(state)))


def version_of(mission: Mission) -> Version:
    """What it plays now: the last that it adopted, or what it began with."""
    last = mission.adoptions.select_related("version").defer("version__document").last()
    return last.version if last is not None else mission.rules


def holders(ruleset: str) -> Iterator[Holder]:
    """For whoever asks who uses an entry of the rules: running Missions, and what is prepared for others."""
    running = Mission.everything.filter(ruleset=ruleset, closed=None).select_related("campaign", "state", "rules")
    for mission in running.defer("genesis", "rules__document"):
        what = _("the running Mission %(name)s") % {"name": mission.name}
        named = words(json.loads(mission.state.body))
        yield Holder(mission.campaign.name, what, named, plays=version_of(mission))
    for plan in Plan.objects.filter(campaign__ruleset=ruleset).select_related("campaign"):
        what = _("the prepared Mission %(name)s") % {"name": plan.name}
        yield Holder(plan.campaign.name, what, words(json.loads(plan.body)))
    maps = Map.objects.filter(campaign__ruleset=ruleset).select_related("campaign")
    for one in maps.defer("picture"):
        yield Holder(one.campaign.name, _("the map %(name)s") % {"name": one.name}, words(json.loads(one.body)))
