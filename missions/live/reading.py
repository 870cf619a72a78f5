"""What a hub reads, in a thread of its own: the state row, who still may look, and what each audience then sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from campaigns.handouts.handed import Handed
from campaigns.handouts.services import handed_to
from campaigns.models import Member
from missions import adopting, feeds, selectors, services, stored
from missions.models import Mission, Presence
from missions.statements import Statement
from tactics.kernel import engine
from tactics.kernel.ruleset import WAITS
from tactics.kernel.state import AnyState

Audience = tuple[str, str]
"""(seat, role) that is looked as; all spectators as (`public`, `spectator`)."""


@dataclass(frozen=True)
class Waiting:
    """An open prompt that time may answer: its key, and the seats of which one must be there."""

    prompt: str
    holders: frozenset[str]


@dataclass(frozen=True)
class Seen:
    """What a hub saw last; the next reading starts from it. deadline: of the nearest prompt, in milliseconds."""

    digest: str = ""
    state: AnyState | None = None
    feeds: Mapping[Audience, feeds.Feed] = field(default_factory=dict)
    looks: Mapping[Audience, selectors.Look] = field(default_factory=dict)
    deadline: int | None = None
    waiting: tuple[Waiting, ...] = ()
    handed: int = -1
    """How often the campaign's handouts had changed."""
    rules: adopting.Stamp | None = None
    """Of the rules that a new Mission of the campaign would play."""
    handouts: Mapping[Audience, tuple[Handed, ...]] = field(default_factory=dict)
    there: Mapping[str, int] = field(default_factory=dict)
    """Seat -> until when (milliseconds) it is known to be connected to some process."""


class Sitter(NamedTuple):
    """What decides whether somebody may look, fresh from the database: a member without what does not."""

    key: str
    pk: int
    role: str
    active: bool
    epoch: int
    user_id: int | None


def members(campaign_id: int) -> dict[str, Sitter]:
    """Everybody of the campaign by seat key; nobody while it is put away."""
    return {row[0]: Sitter(*row) for row in _MEMBERS.rows(campaign=campaign_id)}


_MEMBERS = Statement(
    lambda campaign: Member.objects.filter(campaign_id=campaign, campaign__archived=False).values_list(
        "key", "pk", "role", "active", "epoch", "user_id"
    ),
    campaign=int,
)


def read(
    mission: Mission,
    seen: Seen,
    audiences: Iterable[Audience],
    shown: frozenset[Audience],
    show: Callable[[Audience, selectors.Look], None],
    whole: frozenset[Audience] = frozenset(),
) -> Seen:
    """Reads the Mission; calls `show` for each audience as soon as its look is made.

    shown: those that have the look of `seen` already; they need another only if the state is another, a GM also where
    other rules may be adopted. whole: GMs who
    asked for what players' units can do.

    Nothing is folded forward: the state is the row's. The new entries give only the lines of the log.
    """
    wanted = list(audiences)
    handed, rules = adopting.stamp(mission.campaign_id)
    now = selectors.present(mission)
    if now.digest == seen.digest and handed == seen.handed:
        wanted = [a for a in wanted if a not in shown or (a[1] == "gm" and rules != seen.rules)]
        if not wanted:
            return _with_presence(mission, seen)
    history = stored.History(mission)
    upto = now.state.seq
    entries = tuple(history.entries()[:upto])
    state = seen.state
    walk = None
    if state is not None and state.seq <= upto:
        walk = feeds.Walk(history, state.seq, upto, state)
    same = now.digest == seen.digest
    found, looks = (dict(seen.feeds), dict(seen.looks)) if same else ({}, {})
    handouts = dict(seen.handouts) if handed == seen.handed else {}
    if walk is not None:
        walk.ends_at(now.state)
    for audience in wanted:
        old = seen.feeds.get(audience)
        if old is not None and walk is not None and old.upto == walk.after:
            feed = old.grown(walk)
        else:
            feed = feeds.feed_of(mission, *audience, upto)
        found[audience] = feed
        before = seen.looks.get(audience)
        if audience not in handouts:
            handouts[audience] = handed_to(mission.campaign_id, *audience)
        looks[audience] = selectors.look_at(
            now, entries, feed, *audience, before, whole=audience in whole, handed=handouts[audience], rules=rules
        )
        show(audience, looks[audience])
    return _with_presence(
        mission,
        Seen(
            digest=now.digest,
            state=now.state,
            feeds=found,
            looks=looks,
            deadline=engine.next_deadline(now.state),
            waiting=_waiting(now),
            handed=handed,
            rules=rules,
            handouts=handouts,
        ),
    )


def _waiting(now: selectors.Present) -> tuple[Waiting, ...]:
    state = now.state
    if state.paused or not state.prompts:
        return ()
    rules = stored.rules_of(state.rules)
    return tuple(
        Waiting(prompt.key, services.holders(state, prompt.to))
        for prompt in state.prompts
        if now.code.prompts[prompt.kind].default(state, rules, prompt) is not WAITS
    )


def _with_presence(mission: Mission, seen: Seen) -> Seen:
    """Presence matters only while somebody is waited for."""
    there: dict[str, int] = {}
    if seen.waiting:
        rows = Presence.objects.filter(mission_id=mission.pk).values_list("seat", "until")
        for seat, until in rows:
            there[seat] = max(until, there.get(seat, 0))
    return replace(seen, there=there)
