"""What was worked out of the last few states, kept by identity: a state never changes, and every audience of one
change asks the same questions of the same states."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from tactics.kernel.state import AnyState

STATES = 128
"""When so many were asked about, those that were not asked about since the last time are let go: for each change
there are the states on the way and, for each audience, what it knows of them."""

T = TypeVar("T")
V = TypeVar("V")
VARIANTS = 12
"""So many that were made of one value are kept apart: each kind of viewer has one."""

Notes = dict[Hashable, Any]

_new: dict[int, tuple[AnyState, Notes]] = {}
_old: dict[int, tuple[AnyState, Notes]] = {}
# By id, and each with its state, which so stays and gives its id to no other. Thousands of questions come in a row:
# finding the notes may cost no call of our own. Threads may write the same at once; it is the same.


def of(state: AnyState) -> Notes:
    """The notes on this very state."""
    found = _new.get(id(state))
    if found is not None and found[0] is state:
        return found[1]
    found = _old.get(id(state))
    return _keep(state, found[1] if found is not None and found[0] is state else {})


def same(state: AnyState, other: AnyState) -> None:
    """Says that a state is equal to another but for its number: what is noted of either holds for both."""
    notes = of(other)
    notes.update(of(state))
    _keep(state, notes)


def _keep(state: AnyState, notes: Notes) -> Notes:
    global _new, _old
    if len(_new) >= STATES:
        _new, _old = {}, _new
    _new[id(state)] = (state, notes)
    return notes


def forget() -> None:
    """Drops all notes: the next answers are worked out anew (tests)."""
    global _new, _old
    _new, _old = {}, {}
    _variants.clear()
    _derived.clear()


class Generations(Generic[V]):
    """Values by key. With `size` new ones, those that were not asked for since the last time are let go."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._new: dict[Hashable, V] = {}
        self._old: dict[Hashable, V] = {}

    def get(self, key: Hashable) -> V | None:
        found = self._new.get(key)
        if found is None:
            found = self._old.get(key)
            if found is not None:
                self.put(key, found)
        return found

    def put(self, key: Hashable, value: V) -> None:
        if len(self._new) >= self._size:
            self._new, self._old = {}, self._new
        self._new[key] = value

    def clear(self) -> None:
        self._new, self._old = {}, {}


_variants: Generations[tuple[Any, list[Any]]] = Generations(8192)


_derived: Generations[tuple[Any, Any]] = Generations(8192)


def derived(source: Any, note: Hashable, make: Callable[[], T]) -> T:
    """What `make` makes of this very value, which never changes, and of nothing else. note: which of such things."""
    found = _derived.get((id(source), note))
    if found is None or found[0] is not source:
        found = (source, make())
        _derived.put((id(source), note), found)
    made: T = found[1]
    return made


def one_of(source: Any, made: T) -> T:
    """`made`, or an equal one that was made of this very source before: what is the same stays the same object, for all
    who know the same of something and for as long as it does not change."""
    found = _variants.get(id(source))
    if found is None or found[0] is not source:
        found = (source, [])
        _variants.put(id(source), found)
    for old in found[1]:
        if old == made:
            kept: T = old
            return kept
    if len(found[1]) >= VARIANTS:
        found[1].clear()
    found[1].append(made)
    return made
