"""The log of a Mission: one entry per accepted command, the fold that makes the state of it, and the commands
that speak of the log itself (take back, rewind, amend).

`Rewound(to)` names a live entry: the fold skips what came after it, but for lasting facts (events.LASTING),
which stay. The dead stretch stays in the log, to be read struck through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from msgspec.structs import replace

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.codec import encode
from tactics.kernel.dice import Dice, DiceError, Recorded, ReplayDice
from tactics.kernel.engine import FELL, Actor, Work, apply, authorise, decide
from tactics.kernel.refusals import Refused, illegal
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


# --- commands about the log -------------------------------------------------------------------------


def decide_entry(
    code: Ruleset,
    state: AnyState,
    command: c.Command,
    by: Actor,
    now: int,
    rules: Rules,
    dice: Dice,
    history: History,
) -> tuple[tuple[e.Event, ...], AnyState]:
    """The events of the entry to be appended, and the state after them (its seq is the caller's to set).

    Raises Refused. The history is read by Rewind, TakeBack and Amend only.
    """
    if isinstance(command, c.Rewind):
        authorise(Work(code, state, by, now, rules, dice), command)
        return _rewind(code, history, command.to, now)
    if isinstance(command, c.TakeBack):
        return _take_back(code, history, state, by.seat, now, rules)
    if isinstance(command, c.Amend):
        authorise(Work(code, state, by, now, rules, dice), command)
        return amend(code, history, command, dice)
    if isinstance(command, c.Reopen):
        work = Work(code, state, by, now, rules, dice)
        authorise(work, command)
        return reopen(work, history, command)
    work = decide(code, state, command, by, now, rules, dice)
    if not work.events:
        raise illegal("nothing")
    return tuple(work.events), work.state


def _rewind(code: Ruleset, history: History, to: int, now: int) -> tuple[tuple[e.Event, ...], AnyState]:
    stands = {entry.seq for entry in standing(history.entries())}
    if to != 0 and to not in stands:
        raise Refused("unknown", what=str(to))
    if not any(seq > to for seq in stands):
        raise illegal("nothing")
    state = state_before_rewind(code, history, to)
    events: list[e.Event] = [e.Rewound(to=to)]
    for prompt in state.prompts:  # a prompt that comes back gets at least as long as it had then
        if prompt.deadline is not None:
            asked_at = next(
                (
                    entry.now
                    for entry in history.entries()
                    if any(isinstance(x, e.Asked) and x.prompt.key == prompt.key for x in entry.events)
                ),
                now,
            )
            events.append(e.PromptSet(prompt=replace(prompt, deadline=now + max(0, prompt.deadline - asked_at))))
    for event in events[1:]:
        state = apply(code, state, event)
    return tuple(events), state


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


def _take_back(
    code: Ruleset, history: History, state: AnyState, seat: str, now: int, rules: Rules
) -> tuple[tuple[e.Event, ...], AnyState]:
    found = None
    if may_take_back(code, state, rules, seat):
        found = take_back_target(
            history.entries(), seat, lambda entry: tells(code, rules, history.before(entry), entry, seat)
        )
    if found is None:
        raise illegal("nothing")
    to, kept = found
    events, state = _rewind(code, history, to, now)
    secret = [x for entry in kept for x in entry.events if not isinstance(x, e.LASTING)]
    for event in secret:
        state = apply(code, state, event)
    return (*events, *secret), state


Draws = list[Recorded]
"""(sides, faces) of each draw, in order."""


def recorded(events: Sequence[e.Event]) -> Draws:
    return [Recorded(x.sides, x.faces, x.why) for x in events if isinstance(x, e.Rolled)]


@dataclass(frozen=True)
class Again:
    """A command to be decided again: with these recorded draws, and this change if it is an amended one."""

    entry: Entry
    draws: Draws
    change: dict[str, Any]


def _again(entries: Sequence[Entry], first: int) -> tuple[int, list[Again]]:
    """(the entry to go back to, what to decide again) for the standing entry `first` and all that stand after it.

    An amendment stands for the commands that it decided again: it is opened into them, with its change kept.
    """
    stands = standing(entries)
    at = next((i for i, entry in enumerate(stands) if entry.seq == first), None)
    if at is None:
        raise Refused("unknown", what=str(first))
    to = stands[at - 1].seq if at else 0
    out: list[Again] = []
    for index, entry in enumerate(stands[at:]):
        if isinstance(entry.command, c.Amend):
            back, inner = _again([x for x in entries if x.seq < entry.seq], entry.command.entry)
            head = inner[0]
            change = {**head.change, **{k: v for k, v in entry.command.change.items() if k != "die"}}
            # Also what the amendment threw: all that fell in it, but for what its later commands brought along.
            fell = recorded(entry.events)
            draws = fell[: len(fell) - sum(len(later.draws) for later in inner[1:])]
            out += [Again(head.entry, draws, change), *inner[1:]]
            to = back if index == 0 else to
        elif isinstance(entry.command, c.Reopen):
            out.append(Again(_begun(entries, entry), recorded(entry.events), {REOPEN: _kept(entry)}))
            to = entry.rewound_to if index == 0 and entry.rewound_to is not None else to
        elif entry.rewound_to is None:
            out.append(Again(entry, recorded(entry.events), {}))
    return to, out


REOPEN = "reopen"
"""In the change of a command that is decided again: {unit, fell}, whom its window asks and what fell for it."""


def _begun(entries: Sequence[Entry], entry: Entry) -> Entry:
    """The row of the action that a Reopen declared again."""
    note = next(x for x in entry.events if isinstance(x, e.Reopened))
    return next(x for x in entries if x.seq == note.entry)


def _kept(entry: Entry) -> dict[str, Any]:
    note = next(x for x in entry.events if isinstance(x, e.Reopened))
    memos = (x.memo[FELL] for x in entry.events if isinstance(x, e.FrameSet) and x.memo.get(FELL))
    return {"unit": note.unit, FELL: next(memos, [])}


def reopen(work: Work, history: History, command: c.Reopen) -> tuple[tuple[e.Event, ...], AnyState]:
    """Takes back the action just resolved with all that followed from it, and declares it again: its window asks
    `command.unit`, and the draws that fell for it are kept for it. Refused if anything else was done since."""
    unit = work.unit(command.unit)
    if work.state.stack:
        raise illegal("nothing", text="something is in progress: interrupt that instead")
    newest = _newest_action(history)
    if newest is None:
        raise illegal("nothing", text="the newest thing done was no action that could be interrupted: rewind instead")
    to, todo = _again(history.entries(), newest.seq)
    first = todo[0]
    if any(name != REOPEN for name in first.change):
        raise illegal("nothing", text="it was amended: rewind instead")
    draws = [[d.sides, list(d.faces), d.why] for each in todo for d in each.draws]
    again = decide(
        work.code,
        state_before_rewind(work.code, history, to),
        first.entry.command,
        Actor(first.entry.seat, first.entry.role),
        work.now,
        work.rules,
        work.dice,
        {REOPEN: {"unit": unit.key, FELL: draws}},
        again=True,
    )
    if not any(prompt.unit == unit.key for prompt in again.state.prompts):
        raise illegal("nothing", text=f"{unit.name} has nothing to interrupt it with, or it cannot be interrupted")
    note = e.Reopened(entry=first.entry.seq, unit=unit.key)
    facts = (x for x in again.events if not isinstance(x, e.LASTING))
    return (e.Rewound(to=to), *facts, note), apply(work.code, again.state, note)


def _newest_action(history: History) -> Entry | None:
    """The row that began the action which the newest rows carried out, or None."""
    for entry in reversed(standing(history.entries())):
        if all(isinstance(x, (*e.LASTING, e.PromptSet)) for x in entry.events):
            continue
        if not history.before(entry).stack:
            return entry if any(isinstance(x, e.FramePushed) for x in entry.events) else None
    return None


def amend(code: Ruleset, history: History, command: c.Amend, spare: Dice) -> tuple[tuple[e.Event, ...], AnyState]:
    """Decides an entry again with a change and the same dice, and all later ones with theirs (table.md 7).

    A die that the entry now needs and that had not fallen is thrown by `spare`; one that it needs no more is left.

    change: {"modifier": {...}}, {"difficulty": n}, {"die": face} or {"die": [index, face]}, {"outcome": word}.
    If a later entry asks for another die or is refused, nothing is changed and the refusal names it.
    """
    to, todo = _again(history.entries(), command.entry)
    if not todo:
        raise illegal("nothing")
    first = todo[0]
    todo[0] = Again(
        first.entry,
        _with_die(first.draws, command.change.get("die")),
        {**first.change, **{k: v for k, v in command.change.items() if k != "die"}},
    )
    state = state_before_rewind(code, history, to)
    out: list[e.Event] = [e.Rewound(to=to)]
    for again in todo:
        is_first = again is todo[0]
        if all(isinstance(x, e.LASTING) for x in again.entry.events):
            continue
        dice = ReplayDice(again.draws, spare if is_first else None)
        try:
            work = decide(
                code,
                state,
                again.entry.command,
                Actor(again.entry.seat, again.entry.role),
                again.entry.now,
                history.rules(state.rules),
                dice,
                again.change,
                again=True,
            )
        except (Refused, DiceError) as problem:
            raise illegal("nothing", entry=again.entry.seq, problem=str(problem)) from problem
        if not dice.used_up:
            raise illegal("nothing", entry=again.entry.seq, problem="another number of dice would fall")
        state = work.state
        out.extend(x for x in work.events if not isinstance(x, e.LASTING))
    note = e.Amended(entry=command.entry, change=command.change)
    out.append(note)
    return tuple(out), apply(code, state, note)


def _with_die(draws: Draws, die: Any) -> Draws:
    """die: None, a face, [draw, face], or a list of [draw, die in it, face]."""
    if die is None:
        return draws
    if not isinstance(die, list):
        changes = [[0, 0, die]]
    elif die and isinstance(die[0], list):
        changes = die
    else:
        changes = [[die[0], 0, die[1]]] if len(die) == 2 else []
    for change in changes:
        draws = _with_face(draws, *_numbers(change))
    return draws


def _numbers(change: Any) -> tuple[int, int, int]:
    if not (isinstance(change, list) and len(change) == 3 and all(type(n) is int for n in change)):
        raise illegal("limit", problem="write [draw, die, face]")
    return change[0], change[1], change[2]


def _with_face(draws: Draws, draw: int, at: int, face: int) -> Draws:
    if not (0 <= draw < len(draws) and 0 <= at < len(draws[draw].faces) and 1 <= face <= draws[draw].sides):
        raise illegal("limit", problem="no such die, or no such face")
    faces = draws[draw].faces
    return [*draws[:draw], draws[draw]._replace(faces=(*faces[:at], face, *faces[at + 1 :])), *draws[draw + 1 :]]


class Memory:
    """A Mission kept in memory: genesis, entries and the state after them. The in-memory host of scenarios,
    bots and laws; it appends exactly as `missions.services.submit` does."""

    def __init__(self, code: Ruleset, genesis: AnyState, rules: Rules) -> None:
        self.code, self.genesis, self.state = code, genesis, genesis
        self._rules = rules
        self.log: list[Entry] = []
        self._answers: dict[tuple[str, str], tuple[bytes, int]] = {}

    def entries(self) -> Sequence[Entry]:
        return self.log

    def state_at(self, seq: int) -> AnyState:
        return fold(self.code, self.genesis, self.log, upto=seq)

    def before(self, entry: Entry) -> AnyState:
        if entry.rewound_to is None:
            return self.state_at(entry.seq - 1)
        earlier = Memory(self.code, self.genesis, self._rules)
        earlier.log = [x for x in self.log if x.seq < entry.seq]
        return state_before_rewind(self.code, earlier, entry.rewound_to)

    def rules(self, hash: str) -> Rules:
        return self._rules

    def submit(self, command: c.Command, by: Actor, now: int, dice: Dice, key: str | None = None) -> Entry | None:
        """Appends one entry and returns it; None where the key was seen with the same command.

        Raises Refused (`key_reused` for another command under a known key).
        """
        body = encode(command)
        if key is not None and (by.seat, key) in self._answers:
            if self._answers[by.seat, key][0] != body:
                raise Refused("key_reused")
            return None
        events, state = decide_entry(self.code, self.state, command, by, now, self._rules, dice, self)
        entry = Entry(
            seq=self.state.seq + 1,
            seat=by.seat,
            role=by.role,
            key=key or f"auto-{self.state.seq + 1}",
            command=command,
            now=now,
            events=events,
        )
        self.log.append(entry)
        self.state = replace(state, seq=entry.seq)
        if key is not None:
            self._answers[by.seat, key] = (body, entry.seq)
        return entry
