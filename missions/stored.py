"""Between rows and values: how states and entries are written down, and the history of a Mission over its rows.

Decoding is most of the work of reading, so what was decoded is remembered: a state by the digest of its text, the
entries of a log for as long as the rows still begin with them. Both caches hold values that nobody can change.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from tactics import rulesets
from tactics.kernel import log
from tactics.kernel.codec import codec, encode
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Ruleset
from tactics.kernel.state import AnyState
from tactics.rulebook.models import get_rules

from .models import LogEntry, Mission, MissionState, Snapshot
from .statements import Statement

SCHEMA = 1
"""Raise it when the same log folds to another state: state rows and snapshots of before are then folded anew."""
SNAPSHOT_EVERY = 50

V = TypeVar("V")


class Recent(Generic[V]):
    """The `size` values that were last asked for. Threads may share it; a value may be made twice."""

    def __init__(self, size: int) -> None:
        self._size, self._lock = size, Lock()
        self._values: OrderedDict[Hashable, V] = OrderedDict()

    def get(self, key: Hashable) -> V | None:
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: Hashable, value: V) -> V:
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._size:
                self._values.popitem(last=False)
        return value

    def clear(self) -> None:
        with self._lock:
            self._values.clear()

    def made(self, key: Hashable, make: Callable[[], V]) -> V:
        found = self.get(key)
        return self.put(key, make()) if found is None else found


_states: Recent[AnyState] = Recent(256)
_newest: Recent[AnyState] = Recent(256)
"""By Mission, the state that was last read or written here."""
_geneses: Recent[AnyState] = Recent(32)
_logs: Recent[tuple[tuple[Any, ...], tuple[log.Entry, ...]]] = Recent(128)


def code_of(mission: Mission) -> Ruleset:
    """The table of the Mission's ruleset. Raises KeyError if this release does not have it."""
    return rulesets.get(mission.ruleset)


def rules_of(hash: str) -> Rules:
    """The parsed rules of a published version."""
    return get_rules(hash)


def text_of(value: Any) -> str:
    """Canonical JSON text."""
    return encode(value).decode()


def digest_of(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def body_hash(command: Any) -> str:
    """SHA-256 of a command: another one under the same key is refused."""
    return hashlib.sha256(encode(command)).hexdigest()


# --- the state row ----------------------------------------------------------------------------------


def read_state(mission: Mission, row: MissionState) -> AnyState:
    """The state of a row; folded anew when it was written by code with another schema.

    `row.body` may be deferred: it is fetched only when that text was not decoded here before.
    """
    if row.schema != SCHEMA:
        return History(mission).state_at(row.seq)
    key = (mission.ruleset, row.digest)
    state = _states.get(key)
    if state is None:
        body = row.body
        if digest_of(body) != row.digest:
            # A deferred body was fetched after another command wrote it: that one is as good.
            row.refresh_from_db()
            body, key = row.body, (mission.ruleset, row.digest)
        state = _states.put(key, _sharing(_newest.get(mission.pk), codec(code_of(mission)).state(body)))
    _newest.put(mission.pk, state)
    return state


def _sharing(old: AnyState | None, new: AnyState) -> AnyState:
    """`new` with the objects of `old` for all in it that is equal: what was worked out of those need not be again, in a
    process that did not decide the command itself."""
    if old is None:
        return new
    changes: dict[str, Any] = {}
    for name in ("boards", "units", "bodies", "seats", "objectives"):
        was, now = getattr(old, name), getattr(new, name)
        changes[name] = {key: was[key] if was.get(key) == value else value for key, value in now.items()}
    return replace(new, **changes)


def write_state(row: MissionState, mission: Mission, state: AnyState) -> None:
    """Fills a row with a state and remembers that its text means it."""
    row.seq, row.schema, row.body = state.seq, SCHEMA, text_of(state)
    row.digest = digest_of(row.body)
    _states.put((mission.ruleset, row.digest), state)
    _newest.put(mission.pk, state)


# --- the log ----------------------------------------------------------------------------------------


class Row(NamedTuple):
    """What is read of a LogEntry."""

    seq: int
    seat: str
    role: str
    key: str
    body_hash: str
    command: str
    now: int
    events: str


_ROWS = Statement(
    lambda mission, after: LogEntry.objects.filter(mission_id=mission, seq__gte=after)
    .order_by("seq")
    .values_list(*Row._fields),
    mission=int,
    after=int,
)


def entry_of(code: Ruleset, row: LogEntry | Row) -> log.Entry:
    """A row as the kernel reads it. Commands and events of earlier releases are upcast."""
    read = codec(code)
    return log.Entry(
        seq=row.seq,
        seat=row.seat,
        role=row.role,
        key=row.key,
        command=read.command(row.command),
        now=row.now,
        events=read.events(row.events),
    )


def _mark(mission: Mission, row: Row) -> tuple[Any, ...]:
    return (mission.created, row.seq, row.seat, row.key, row.now, row.body_hash)


def entries_of(mission: Mission) -> tuple[log.Entry, ...]:
    """All entries, oldest first; they are numbered from 1 without a gap.

    Rows are never changed, so only those after the last known one are decoded. That one is read again: in a
    database that was restored from a copy it is another, and then everything is.
    """
    code = code_of(mission)
    mark, entries = _logs.get(mission.pk) or ((), ())
    fresh = _rows(mission, len(entries)) if entries else []
    if not entries or not fresh or _mark(mission, fresh[0]) != mark:
        entries, fresh = (), _rows(mission, 0)
    else:
        fresh = fresh[1:]
    if fresh:
        entries = (*entries, *(entry_of(code, row) for row in fresh))
        _logs.put(mission.pk, (_mark(mission, fresh[-1]), entries))
    return entries


def _rows(mission: Mission, after: int) -> list[Row]:
    return [Row(*row) for row in _ROWS.rows(mission=mission.pk, after=after)]


def _standing_on(entries: Sequence[log.Entry], rows: Iterable[int]) -> int:
    """The first of the rows, newest first, to which all later rewinds lead back or less far; 0 if there is none."""
    back, after = len(entries), len(entries)
    for row in rows:
        for entry in entries[row:after]:
            back = min(back, back if entry.rewound_to is None else entry.rewound_to)
        after = row
        if back >= row:
            return row
    return 0


class History:
    """A Mission's log as the kernel wants it (tactics.kernel.log.History). upto: only the first so many entries."""

    def __init__(self, mission: Mission, upto: int | None = None) -> None:
        self.mission, self.code, self.upto = mission, code_of(mission), upto
        self._entries: Sequence[log.Entry] | None = None

    def entries(self) -> Sequence[log.Entry]:
        if self._entries is None:
            found = entries_of(self.mission)
            self._entries = found if self.upto is None else found[: self.upto]
        return self._entries

    def rules(self, hash: str) -> Rules:
        return rules_of(hash)

    def genesis(self) -> AnyState:
        """The state before the first entry."""
        text = self.mission.genesis
        return _geneses.made(
            (self.mission.ruleset, digest_of(text)), lambda: codec(self.code).state(text)
        )

    def state_at(self, seq: int) -> AnyState:
        """The state after entry `seq`, from the newest snapshot that no rewind since went behind. 0: before any.

        What a rewind undid is left out, not gone through: rewinds among what was undone would each begin anew.
        """
        entries = self.entries()[:seq]
        shots = Snapshot.objects.filter(mission_id=self.mission.pk, seq__lte=len(entries), schema=SCHEMA)
        state = self.genesis()
        at = _standing_on(entries, shots.order_by("-seq").values_list("seq", flat=True))
        if at:
            shot = shots.get(seq=at)
            state = _states.made(
                (self.mission.ruleset, digest_of(shot.body)), lambda: codec(self.code).state(shot.body)
            )
        return log.fold(self.code, state, entries[at:])

    def before(self, entry: log.Entry) -> AnyState:
        """The state that an entry's first event was applied to."""
        return self.begins(self.state_at(entry.seq - 1), entry)

    def begins(self, state: AnyState, entry: log.Entry) -> AnyState:
        """The state to which an entry's first event is applied; `state` is the one right before the entry."""
        to = entry.rewound_to
        return state if to is None else self._back(entry, to)

    def _back(self, entry: log.Entry, to: int) -> AnyState:
        return log.state_before_rewind(self.code, History(self.mission, entry.seq - 1), to)

    def step(self, state: AnyState, entry: log.Entry) -> AnyState:
        """The state after one more entry; `state` is the one right before it."""
        return log.run_on(self.code, state, entry, lambda to: self._back(entry, to))


def forget() -> None:
    """Empties the caches: what is read next comes from the rows (tests)."""
    for recent in (_states, _newest, _geneses, _logs):
        recent.clear()
