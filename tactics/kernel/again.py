"""What was decided is decided again: an entry that the GM amends, an action that is reopened for an interrupt.

Both go back to before the entry and decide it anew with the dice that fell, and what follows from it after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.dice import Dice, DiceError, Recorded, ReplayDice
from tactics.kernel.engine import FELL, Actor, Work, apply, decide
from tactics.kernel.log import Entry, History, standing, state_before_rewind
from tactics.kernel.refusals import Refused, illegal
from tactics.kernel.ruleset import Ruleset
from tactics.kernel.state import AnyState

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
            change = _changed(head.change, entry.command.change)
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

    change: {"modifier": {...}}, {"difficulty": n}, {"die": face} or {"die": [index, face]}, {"outcome": word};
    of one of several checks {"checks": {which: {...}}}.
    If a later entry asks for another die or is refused, nothing is changed and the refusal names it.
    """
    to, todo = _again(history.entries(), command.entry)
    if not todo:
        raise illegal("nothing")
    first = todo[0]
    todo[0] = Again(
        first.entry,
        _with_die(first.draws, command.change.get("die")),
        _changed(first.change, command.change),
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


def _changed(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """A further amendment on top of an earlier one; of several checks in one entry each keeps what changed it."""
    out = {**old, **{k: v for k, v in new.items() if k != "die"}}
    if isinstance(old.get("checks"), dict) and isinstance(new.get("checks"), dict):
        out["checks"] = {**old["checks"], **new["checks"]}
    return out


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
