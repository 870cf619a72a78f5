"""How a command becomes an entry of the log: those that speak of the log itself (rewind, take back, amend, reopen) here
and in `again`, all others by the engine."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.again import amend, reopen
from tactics.kernel.codec import encode
from tactics.kernel.dice import Dice
from tactics.kernel.engine import Actor, Work, apply, authorise, decide
from tactics.kernel.log import (
    Entry,
    History,
    fold,
    may_take_back,
    standing,
    state_before_rewind,
    take_back_target,
    tells,
)
from tactics.kernel.refusals import Refused, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Ruleset
from tactics.kernel.state import AnyState


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
