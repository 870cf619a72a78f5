"""What was worked out before, kept by the values that it was made from: equal questions have equal answers, whoever
asks and in whatever state.

A key holds all that the answer reads of what the asker knows, as plain values; it names the rules by identity (one
parsed version is one object). What depends on points or places alone is not kept: it changes with every action.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from tactics.kernel.codec import encode
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody
from tactics.secrecy import memo
from tactics.tempus import powers
from tactics.tempus.parts import body_part, pay_free

T = TypeVar("T")


class Settled(Generic[T]):
    """At most `size` answers; when full, it starts anew (simpler than a queue, and as good for so few misses)."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: dict[Hashable, T] = {}

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The answer kept under `key`, else what `make` gives. Several threads may make the same; it is the same."""
        found = self._kept.get(key)
        if found is None:
            found = make()
            if len(self._kept) >= self._size:
                self.forget()
            self._kept[key] = found
        return found

    def forget(self) -> None:
        """Starts anew now: the next answers are made, not remembered."""
        self._kept.clear()


def table(known: Known) -> Hashable:
    """What of the whole Mission a check reads: the Mission's settings, what was laid, whether points count."""
    notes, note = memo.of(known.state), ("table", known.rules, known.is_gm)
    found: Hashable = notes.get(note)
    if found is None:
        state = known.state
        options = encode((state.options, state.laid))
        found = notes[note] = (known.rules, known.is_gm, state.phase, pay_free(state), options)
    return found


def numbers(known: Known, body: AnyBody) -> bytes:
    """What a check reads of one who takes part. Its cell counts where something is laid, which may lie on it."""
    if known.state.bodies.get(body.key) is not body:
        return _numbers(known, body, body.key)
    notes, note = memo.of(known.state), ("numbers", body.key)
    found: bytes | None = notes.get(note)
    if found is None:
        found = notes[note] = _numbers(known, body, body.key)
    return found


def alike(known: Known, body: AnyBody) -> bytes:
    """The same, equal for all members of one Mob that are alike in it; where something is laid, which may lie on one of
    them, each has its own."""
    if known.state.laid or known.state.bodies.get(body.key) is not body:
        return numbers(known, body)
    notes, note = memo.of(known.state), ("alike", body.key)
    found: bytes | None = notes.get(note)
    if found is None:
        found = notes[note] = _numbers(known, body, "")
    return found


def _numbers(known: Known, body: AnyBody, key: str) -> bytes:
    place = body.place if known.state.laid else None
    race = known.state.units[body.unit].race
    part = body_part(body)
    carried = (part.weapons, part.gear, part.hands, part.armed)
    own = (carried, part.powers, part.casting, part.retries, powers.changes_on(known, body))
    return encode((key, body.unit, race, body.stats, body.skills, body.statuses, own, place))
