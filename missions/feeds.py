"""The newest lines of a seat's log.

A line's name must be the same on every page, in every process and after a restart, and must not count what the
seat does not see: so it is made of the moment of its entry. Lines that were undone stay, struck through.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from tactics.kernel import log
from tactics.kernel.state import AnyState
from tactics.kernel.view import LogLine
from tactics.secrecy.feed import feed

from . import looks, stored
from .models import Mission

LINES = 120
"""So many lines a page shows."""
LOOK_BACK = 200
"""Entries in which they are looked for first."""
REWINDS = 12
"""So many of the newest entries a GM is offered to go back to."""


@dataclass(frozen=True)
class Moment:
    """An entry and the state to which its first event is applied."""

    before: AnyState
    entry: log.Entry


def moments(history: stored.History, after: int, upto: int, state: AnyState | None = None) -> list[Moment]:
    """The entries after row `after` up to `upto`. state: the one at `after`, if it is at hand."""
    out: list[Moment] = []
    state = state if state is not None and state.seq == after else history.state_at(after)
    for entry in history.entries()[after:upto]:
        out.append(Moment(history.begins(state, entry), entry))
        state = history.step(state, entry)
    return out


@dataclass(frozen=True)
class Feed:
    """The lines of one audience up to a row; grown by `grown`, never changed."""

    seat: str
    role: str
    upto: int = 0
    lines: tuple[LogLine, ...] = ()
    rows: tuple[int, ...] = ()
    """The row of each line; never sent."""

    def grown(self, history: stored.History, news: Iterable[Moment]) -> Feed:
        lines, rows, upto = list(self.lines), list(self.rows), self.upto
        used = {line.key for line in lines}
        rewound = False
        for moment in news:
            entry = moment.entry
            rules = stored.rules_of(moment.before.rules)
            rewound = rewound or entry.rewound_to is not None
            for line in feed(history.code, rules, moment.before, entry, self.seat, self.role):
                key, number = f"{entry.now:x}", 1
                while key in used:
                    number += 1
                    key = f"{entry.now:x}.{number}"
                used.add(key)
                lines.append(replace(line, key=key))
                rows.append(entry.seq)
            upto = entry.seq
        if rewound:
            dead = log.dead(history.entries()[:upto])
            lines = [replace(x, undone=True) if row in dead else x for x, row in zip(lines, rows, strict=True)]
        return Feed(self.seat, self.role, upto, tuple(lines[-LINES:]), tuple(rows[-LINES:]))

    @property
    def live_rows(self) -> tuple[tuple[int, str], ...]:
        """(row, text) to go back to, newest first: each stands for the moment after it."""
        found: dict[int, str] = {}
        for line, row in zip(reversed(self.lines), reversed(self.rows), strict=True):
            if not line.undone:
                found[row] = line.text  # the entry's first line names it
            if len(found) > REWINDS:
                break
        return tuple(found.items())[:REWINDS]


def feed_of(mission: Mission, seat: str, role: str, upto: int) -> Feed:
    """The newest lines of a seat's log up to a row."""
    seat = looks.audience(seat, role)
    history = stored.History(mission)
    back = LOOK_BACK
    while True:
        after = max(0, upto - back)
        found = Feed(seat, role, after).grown(history, moments(history, after, upto))
        # What others did in secret may not shorten the page.
        if len(found.lines) >= LINES or after == 0:
            return found
        back *= 4


def can_take_back(entries: Sequence[log.Entry], seat: str, role: str) -> bool:
    """Whether the seat may take back its latest step for free (table.md 9)."""
    if role != "player":
        return False
    tail = entries[-40:]
    if any(entry.rewound_to is not None for entry in tail):
        tail = entries
    return log.take_back_target(tail, seat) is not None
