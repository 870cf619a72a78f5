"""What was worked out of the last few states, kept by identity: a state never changes, and every audience of one
change asks the same questions of the same states."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any

from tactics.kernel.state import AnyState

STATES = 64


class _This:
    """A state as a key: equal only to itself. The cache keeps it, so its identity is given to no other."""

    __slots__ = ("state",)

    def __init__(self, state: AnyState) -> None:
        self.state = state

    def __hash__(self) -> int:
        return id(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _This) and self.state is other.state


@lru_cache(maxsize=STATES)
def _notes(this: _This) -> dict[Hashable, Any]:
    return {}


_latest: tuple[AnyState | None, dict[Hashable, Any]] = (None, {})
"""The state that was asked about last: thousands of questions in a row are about one."""


def of(state: AnyState) -> dict[Hashable, Any]:
    """The notes on this very state. Several threads may write the same note; it is the same."""
    global _latest
    asked, notes = _latest
    if asked is not state:
        notes = _notes(_This(state))
        _latest = (state, notes)
    return notes
