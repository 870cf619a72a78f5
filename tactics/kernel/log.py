"""The log of a Mission: one entry per accepted command, the fold that makes the state of it, and how far back it goes.

`Rewound(to)` names a live entry: the fold skips what came after it, but for lasting facts (events.LASTING),
which stay. The dead stretch stays in the log, to be read struck through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from msgspec.structs import replace

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import apply
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Ruleset
from tactics.kernel.state import AnyState


@dataclass(frozen=True)
class Entry:
    """One accepted command and the facts that it made. `seat` and `role`: who sent it."""

    seq: int
    seat: str
    role: str
    key: str
    command: c.Command
    now: int
    events: tuple[e.Event, ...]

    @property
    def rewound_to(self) -> int | None:
        """The entry that this one makes the last live one, or None."""
        first = self.events[0] if self.events else None
        return first.to if isinstance(first, e.Rewound) else None


class History(Protocol):
    """What the log commands need from whoever keeps the log."""

    def entries(self) -> Sequence[Entry]:
        """All entries, oldest first."""
        ...

    def state_at(self, seq: int) -> AnyState:
        """The state after the live entry `seq` (0: before any)."""
        ...

    def before(self, entry: Entry) -> AnyState:
        """The state that an entry's first event was applied to."""
        ...

    def rules(self, hash: str) -> Rules: ...


def live(entries: Iterable[Entry]) -> list[tuple[Entry, tuple[e.Event, ...]]]:
    """The entries that count, with the events of each that count, in order."""
    out: list[tuple[Entry, tuple[e.Event, ...]]] = []
    for entry in entries:
        events = entry.events
        to = entry.rewound_to
        if to is not None:
            cut = len(out)
            while cut and out[cut - 1][0].seq > to:
                cut -= 1
            undone = out[cut:]
            del out[cut:]
            for old, events_of_old in undone:
                if kept := tuple(x for x in events_of_old if isinstance(x, e.LASTING)):
                    out.append((old, kept))
            events = tuple(x for x in events if not isinstance(x, e.Rewound))
        out.append((entry, events))
    return out


def standing(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that no rewind has cut off, oldest first: what a rewind or an amendment may name."""
    out: list[Entry] = []
    for entry in entries:
        to = entry.rewound_to
        if to is not None:
            out = [old for old in out if old.seq <= to]
        out.append(entry)
    return out


def dead(entries: Sequence[Entry]) -> frozenset[int]:
    """Sequence numbers of the entries that were undone (an entry with only lasting facts left counts as undone
    only if it held more)."""
    gone: set[int] = set()
    for entry in entries:
        to = entry.rewound_to
        if to is not None:
            gone |= {
                old.seq
                for old in entries
                if to < old.seq < entry.seq and not all(isinstance(x, e.LASTING) for x in old.events)
            }
    return frozenset(gone)


def fold(code: Ruleset, genesis: AnyState, entries: Sequence[Entry], *, upto: int | None = None) -> AnyState:
    """The state after all entries, or after the entry `upto` of the part of the log that ends there."""
    used = [x for x in entries if upto is None or x.seq <= upto]
    state = genesis
    for _, events in live(used):
        for event in events:
            state = apply(code, state, event)
    return replace(state, seq=used[-1].seq if used else genesis.seq)


def run_on(code: Ruleset, state: AnyState, entry: Entry, back_to: Callable[[int], AnyState]) -> AnyState:
    """The state after one more entry. back_to(seq) gives the state after an earlier live entry with the lasting
    facts since; only a rewind calls it."""
    to = entry.rewound_to
    events: Sequence[e.Event] = entry.events
    if to is not None:
        state = back_to(to)
        events = [x for x in events if not isinstance(x, e.Rewound)]
    for event in events:
        state = apply(code, state, event)
    return replace(state, seq=entry.seq)


def state_before_rewind(code: Ruleset, history: History, to: int) -> AnyState:
    """The state at `to` with the lasting facts that came after it: what a rewind goes on from."""
    state = history.state_at(to)
    for entry, events in live(history.entries()):
        if entry.seq > to:
            for event in events:
                if isinstance(event, e.LASTING):
                    state = apply(code, state, event)
    return state


def tells(code: Ruleset, rules: Rules, before: AnyState, entry: Entry, seat: str) -> bool:
    """Whether an entry tells a seat anything in words: what others do in secret does not happen for it."""
    state = before
    for event in entry.events:
        after = apply(code, state, event)
        rule = code.audience.get(type(event))
        if rule is not None and rule(state, after, rules, event).includes(seat):
            heard: Sequence[e.Event] = (event,)
        else:
            weaken = code.weaken.get(type(event))
            heard = weaken(state, after, rules, event, seat) if weaken is not None else ()
        if code.notices is not None:
            heard = (*heard, *code.notices(state, after, rules, event, seat))
        if any(type(x) in code.words for x in heard):
            return True
        state = after
    return False


TURNS = (e.TurnStarted, e.TurnEnded, e.RoundStarted, e.PhaseChanged, e.FramePushed)
"""What happened under these hangs on whose turn it is: it cannot stay when the turn before it comes back."""


def _goes_on(entry: Entry) -> bool:
    """Whether a row only lets the one before it go on: a moment passed in which nobody said anything."""
    first = entry.events[0] if entry.events else None
    return isinstance(entry.command, c.Timeout) and isinstance(first, e.PromptWithdrawn)


def take_back_target(
    entries: Sequence[Entry], seat: str, told: Callable[[Entry], bool]
) -> tuple[int, list[Entry]] | None:
    """What a free take-back of `seat` would do, or None (table.md 9): the entry to go back to, and the entries
    after it that stay, because the seat does not know of them.

    Free while the newest thing that happened, as far as the seat was told, is its own and revealed nothing: no
    die, no sight, no answer of another. told: whether an entry of another seat told this one anything.
    """
    stands = standing(entries)
    kept: list[Entry] = []
    for index in range(len(stands) - 1, -1, -1):
        entry = stands[index]
        if all(isinstance(x, (*e.LASTING, e.Rewound, e.PromptSet)) for x in entry.events):
            continue
        goes_on = _goes_on(entry)
        if entry.seat == seat or goes_on:
            if any(x.reveals or isinstance(x, e.REVEALING) for x in entry.events):
                return None
            if goes_on:
                continue
            return (stands[index - 1].seq if index else 0), kept[::-1]
        if entry.rewound_to is not None or told(entry) or any(isinstance(x, TURNS) for x in entry.events):
            return None
        kept.append(entry)
    return None


def why_no_take_back(entries: Sequence[Entry], seat: str, told: Callable[[Entry], bool]) -> str:
    """`revealed`: the newest that the seat was told is its own and showed something; `nothing`: there is nothing of
    its own to take back. Asked where `take_back_target` finds none."""
    for entry in reversed(standing(entries)):
        if all(isinstance(x, (*e.LASTING, e.Rewound, e.PromptSet)) for x in entry.events):
            continue
        if entry.seat == seat:
            return "revealed"
        if entry.rewound_to is not None or told(entry) or any(isinstance(x, TURNS) for x in entry.events):
            break
    return "nothing"


def may_take_back(code: Ruleset, state: AnyState, rules: Rules, seat: str) -> bool:
    """Not while something waits for an answer, and not while the GM is deciding: a pause and the turn of a unit that
    this seat may not know of are one and the same to it (table.md 11)."""
    if state.paused or any(code.prompts[p.kind].blocks for p in state.prompts):
        return False
    active = state.units.get(state.clock.active or "")
    if state.phase != "running" or state.clock.mode != "turns":
        return state.phase not in ("ended", "post_mission")
    return active is not None and (
        active.seat == seat or any(code.knows_body(state, rules, seat, b) for b in active.bodies)
    )
