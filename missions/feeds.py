"""The newest lines of a seat's log.

A line's name must be the same on every page, in every process and after a restart, and must not count what the
seat does not see: so it is made of the moment of its entry. Lines that were undone stay, struck through.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from tactics import rulesets
from tactics.kernel import events as e
from tactics.kernel import log
from tactics.kernel.state import AnyState
from tactics.kernel.view import LogLine
from tactics.secrecy.feed import after, feed

from . import looks, stored
from .models import Mission

LINES = 120
"""So many lines a page shows."""
LOOK_BACK = 120
"""Entries in which they are looked for first."""
REWINDS = 12
"""So many of the newest entries a GM is offered to go back to."""

IDLE: tuple[type[e.Event], ...] = (*e.LASTING, e.Rewound)
"""What is no step of the game: there is nothing to go back to."""

_told: stored.Recent[tuple[LogLine, ...]] = stored.Recent(20_000)


class Walk:
    """The entries after row `after` up to `upto`, and the states between them, each made once, when it is asked
    for. state: the one at `after`, if it is at hand."""

    def __init__(
        self, history: stored.History, after: int, upto: int, state: AnyState | None = None
    ) -> None:
        self.history, self.after = history, after
        self.entries = history.entries()[after:upto]
        self._states: dict[int, AnyState] = {}
        if state is not None and state.seq == after:
            self._states[after] = state

    def lines(self, entry: log.Entry, seat: str, role: str) -> tuple[LogLine, ...]:
        """What an entry tells a seat, without names."""
        mission = self.history.mission
        key = (mission.pk, mission.created, entry.seq, entry.key, entry.now, seat, role)
        return _told.made(key, lambda: self._feed(entry, seat, role))

    def _feed(self, entry: log.Entry, seat: str, role: str) -> tuple[LogLine, ...]:
        before = self.history.begins(self._at(entry.seq - 1), entry)
        rules = stored.rules_of(before.rules)
        return tuple(feed(self.history.code, rules, before, entry, seat, role))

    def ends_at(self, state: AnyState) -> None:
        """Says that the last entry led to this state: what was worked out for its lines holds for the views too."""
        if self.entries:
            entry = self.entries[-1]
            after(self.history.code, self.history.begins(self._at(entry.seq - 1), entry), entry, state)

    def _at(self, seq: int) -> AnyState:
        found = self._states.get(seq)
        if found is None:
            near = max((at for at in self._states if at < seq), default=None)
            found = self._states[near] if near is not None else self.history.state_at(seq)
            for entry in self.history.entries()[found.seq : seq]:
                found = self._states[entry.seq] = self.history.step(found, entry)
            self._states[seq] = found
        return found


@dataclass(frozen=True)
class Feed:
    """The lines of one audience up to a row; grown by `grown`, never changed."""

    seat: str
    role: str
    upto: int = 0
    lines: tuple[LogLine, ...] = ()
    rows: tuple[int, ...] = ()
    """The row of each line; never sent."""
    idle: frozenset[int] = frozenset()
    """Rows that a rewind leaves as they are: chat, a pause, a rewind itself."""
    most: int = LINES
    """So many of the newest lines are kept."""

    def grown(self, walk: Walk) -> Feed:
        lines, rows, upto, idle = list(self.lines), list(self.rows), self.upto, set(self.idle)
        used = {line.key for line in lines}
        rewound = False
        for entry in walk.entries:
            rewound = rewound or entry.rewound_to is not None
            if all(isinstance(event, IDLE) for event in entry.events):
                idle.add(entry.seq)
            for line in walk.lines(entry, self.seat, self.role):
                key, number = f"{entry.now:x}", 1
                while key in used:
                    number += 1
                    key = f"{entry.now:x}.{number}"
                used.add(key)
                lines.append(replace(line, key=key))
                rows.append(entry.seq)
            upto = entry.seq
        if rewound:
            dead = log.dead(walk.history.entries()[:upto])
            lines = [replace(x, undone=True) if row in dead else x for x, row in zip(lines, rows, strict=True)]
        kept = rows[-self.most :]
        shown = tuple(lines[-self.most :])
        return Feed(self.seat, self.role, upto, shown, tuple(kept), frozenset(idle.intersection(kept)), self.most)

    @property
    def live_rows(self) -> tuple[tuple[int, str], ...]:
        """(row, text) to go back to, newest first: each stands for the moment after it."""
        found: dict[int, str] = {}
        for line, row in zip(reversed(self.lines), reversed(self.rows), strict=True):
            if not line.undone and row not in self.idle:
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
        found = Feed(seat, role, after).grown(Walk(history, after, upto))
        # What others did in secret may not shorten the page.
        if len(found.lines) >= LINES or after == 0:
            return found
        back *= 4


NO_TAKE_BACK = {
    "nothing": _("There is nothing of yours to take back yet."),
    "revealed": _("Your last step showed something, a die or a new sight: only the GM can rewind it."),
}


def take_back(now: AnyState, entries: Sequence[log.Entry], found: Feed, role: str) -> tuple[bool, str]:
    """Whether the seat may take back its latest step for free (table.md 9), from the lines that it was told; and if
    not, why, while it is its own turn. A GM takes back its own latest step in the same way, for whomever it plays."""
    if role == "spectator" or not log.may_take_back(
        rulesets.get(now.ruleset), now, stored.rules_of(now.rules), found.seat
    ):
        return False, ""
    tail = entries[-40:]
    if any(entry.rewound_to is not None for entry in tail):
        tail = entries
    rows = set(found.rows)

    def told(entry: log.Entry) -> bool:
        return entry.seq in rows

    if log.take_back_target(tail, found.seat, told) is not None:
        return True, ""
    active = now.units.get(now.clock.active or "")
    if active is None or active.seat != found.seat:
        return False, ""
    if role == "gm":
        return False, ""  # the rewind is at hand
    return False, str(NO_TAKE_BACK[log.why_no_take_back(tail, found.seat, told)])
