"""What is recorded of declared actions and of checks, and how much of it each seat may know (table.md 23).

The GM gets every `Checked` whole. Everybody else gets what `weaken_checked` leaves of it: a body that one
cannot see is nameless, foreign numbers are one sum, secret terms are gone and hide the total that they are in.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tactics.effects.breakdown import DIE, Breakdown, Term, merged
from tactics.kernel import events as e
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import GM_ONLY, Applier, Audience
from tactics.kernel.state import AnyState
from tactics.secrecy.sight import knows_body
from tactics.tempus.knowledge import knows_area, knows_numbers

HIDER = "hider"
OPEN, GUARDED, CLOSED = "open", "guarded", "closed"
"""The values of `tt.show.npc`."""


class Declared(e.Event, frozen=True, tag=True):
    """A unit declares an action and has paid for it: the one record of a group's action too.

    using: the skill; bodies: those that take part; targets: whom it is done to; cell: where; text: the words
    that go with it (where a Called Strike aims). checks: how many checks follow.
    """

    unit: str
    action: str
    cost: dict[str, int] = {}
    using: str = ""
    bodies: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    cell: tuple[int, int] | None = None
    text: str = ""
    checks: int = 0
    secret: bool = False
    """Rolled in secret: only the GM reads of it."""


class Checked(e.Event, frozen=True, tag=True):
    """One resolved check: the complete record of T-138 and T-139.

    kind: `attack`, `check` or `versus`. outcome: success, failure, critical, botch (empty for those who may
    not know it). attempt, difficulty: with their dice; in a Versus check the difficulty is the other's roll.
    die: what counts as the Attempt's die. margin: Attempt less difficulty. effectiveness: the first roll, with
    `extra` the second one of a critical; soak: what is taken from it; dealt: the damage (None: it does none).
    severity: of a botch (T-154). A part that is None was not rolled, or this reader may not know it.
    """

    unit: str
    body: str
    action: str
    skill: str
    kind: str
    outcome: str
    target: str = ""
    weapon: str = ""
    cost: dict[str, int] = {}
    attempt: Breakdown | None = None
    difficulty: Breakdown | None = None
    die: int | None = None
    margin: int | None = None
    effectiveness: Breakdown | None = None
    extra: Breakdown | None = None
    extra_counts: bool = True
    soak: Breakdown | None = None
    severity: Breakdown | None = None
    dealt: int | None = None
    secret: bool = False
    told: tuple[str, ...] = ()
    """Seats besides the GM's that read of a secret one."""
    part: str = ""
    """`manifest` of a burst (T-121), `called` by the GM, `gauge` of a failure (T-162), HIDER against whoever hides from
    a Search (T-058); empty for the action itself."""

    @property
    def effect(self) -> int | None:
        """The whole Effectiveness before soak (T-155: both rolls, if the second one adds)."""
        if self.effectiveness is None:
            return None
        extra = self.extra.total if self.extra is not None and self.extra_counts else 0
        return self.effectiveness.total + extra

    @property
    def success(self) -> bool:
        return self.outcome in ("success", "critical")


EVENTS: tuple[type[e.Event], ...] = (Declared, Checked)
APPLIERS: dict[type[e.Event], Applier] = {Declared: lambda s, ev: s, Checked: lambda s, ev: s}


# --- who may know what --------------------------------------------------------------------------------


def knows_body_numbers(state: AnyState, seat: str, body: str) -> bool:
    """Whether a seat knows the numbers of a body, as its own side does."""
    found = state.bodies.get(body)
    unit = state.units.get(found.unit) if found is not None else None
    return unit is not None and knows_numbers(state, seat, unit)


def without_unknown_areas(state: AnyState, rules: Rules, seat: str, breakdown: Breakdown | None) -> Breakdown | None:
    """With what comes of an aura that this seat may not know of made secret."""
    if breakdown is None or not any(t.source.startswith("aura:") for t in breakdown.terms):
        return breakdown

    def hidden(term: Term) -> bool:
        kind, _, rest = term.source.partition(":")
        body, _, key = rest.partition(":")
        return kind == "aura" and not knows_area(state, rules, seat, body, key)

    return replace(breakdown, terms=tuple(replace(t, secret=t.secret or hidden(t)) for t in breakdown.terms))


def blanked(breakdown: Breakdown | None) -> Breakdown | None:
    """Without its secret terms; one empty secret term stays where one counted, so that the total stays hidden."""
    if breakdown is None or not any(t.secret for t in breakdown.terms):
        return breakdown
    terms = tuple(t for t in breakdown.terms if not t.secret)
    if breakdown.secret:
        terms = (*terms, Term("", 0, secret=True))
    return replace(breakdown, terms=terms)


def summed(breakdown: Breakdown | None, label: str) -> Breakdown | None:
    """As a stranger may read it: the dice, and all the rest as one sum, unless a secret is in it."""
    breakdown = blanked(breakdown)
    if breakdown is None:
        return None
    hidden = [t for t in breakdown.terms if t.secret]
    plain = replace(breakdown, terms=tuple(t for t in breakdown.terms if not t.secret))
    one = merged(plain, label, lambda term: term.kind != DIE)
    return replace(one, terms=(*one.terms, *hidden))


def shown_npc(state: AnyState, rules: Rules) -> str:
    value: str = rules.constant("tt.show.npc", state.options)
    return value


def weaken_checked(before: AnyState, after: AnyState, rules: Rules, event: Checked, seat: str) -> Sequence[e.Event]:
    """What a seat other than the GM's gets of a check."""
    if event.secret and seat not in event.told:
        return ()
    sees_actor = knows_body(before, rules, seat, event.body)
    sees_target = bool(event.target) and knows_body(before, rules, seat, event.target)
    if not sees_actor and not sees_target:
        return ()
    exact = shown_npc(before, rules) == OPEN

    def part(breakdown: Breakdown | None) -> Breakdown | None:
        return blanked(without_unknown_areas(before, rules, seat, breakdown))

    event = replace(
        event,
        attempt=part(event.attempt),
        difficulty=part(event.difficulty),
        effectiveness=part(event.effectiveness),
        extra=part(event.extra),
        soak=part(event.soak),
        severity=part(event.severity),
    )
    if not sees_actor:
        event = _without_actor(event)
    elif not knows_body_numbers(before, seat, event.body):
        event = _stranger_acts(event, exact)
    if event.target and not sees_target:
        event = _without_target(event)
    elif event.target and not knows_body_numbers(before, seat, event.target):
        event = _stranger_suffers(event, exact)
    if event.kind == "check" and not exact:  # a difficulty that no target sets is the GM's (reference 3.4)
        event = replace(event, difficulty=None)
    known = [b for b in (event.attempt, event.difficulty) if b is not None and not b.secret]
    if len(known) < 2:
        event = replace(event, margin=None)
    return (event,)


def _without_actor(event: Checked) -> Checked:
    """Something that one does not see does something: what comes of it, and nothing else."""
    return replace(
        event, unit="", body="", action="", skill="", weapon="", cost={}, attempt=None, die=None,
        effectiveness=None, extra=None, severity=None,
    )  # fmt: skip


def _without_target(event: Checked) -> Checked:
    """One sees somebody act, not on whom, nor what comes of it."""
    return replace(
        event, target="", outcome="", difficulty=None, effectiveness=None, extra=None, soak=None, dealt=None,
        severity=None,
    )  # fmt: skip


def _stranger_acts(event: Checked, exact: bool) -> Checked:
    if not exact:
        return replace(event, attempt=None, die=None, effectiveness=None, extra=None, severity=None, weapon="", cost={})
    return replace(
        event,
        attempt=summed(event.attempt, "skill"),
        effectiveness=summed(event.effectiveness, "strength"),
        extra=summed(event.extra, "strength"),
        severity=summed(event.severity, "strength"),
    )


def _stranger_suffers(event: Checked, exact: bool) -> Checked:
    """Of the target only its defence as one sum, and never its soak: what is dealt shows in its health."""
    if not exact:
        return replace(event, difficulty=None, soak=None)
    return replace(event, difficulty=summed(event.difficulty, "defence"), soak=None)


def weaken_declared(before: AnyState, after: AnyState, rules: Rules, event: Declared, seat: str) -> Sequence[e.Event]:
    """Only the members and targets that the seat sees; nothing when it sees none of the members."""
    if event.secret:
        return ()
    bodies = tuple(b for b in event.bodies if knows_body(before, rules, seat, b))
    if not bodies:
        return ()
    targets = tuple(b for b in event.targets if knows_body(before, rules, seat, b))
    return (replace(event, bodies=bodies, targets=targets, checks=min(event.checks, len(bodies))),)


def _gm_only(before: AnyState, after: AnyState, rules: Rules, event: e.Event) -> Audience:
    return GM_ONLY


AUDIENCE = {Declared: _gm_only, Checked: _gm_only}
WEAKEN = {Declared: weaken_declared, Checked: weaken_checked}
