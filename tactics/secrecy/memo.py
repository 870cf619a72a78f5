"""What was worked out of the last few states, kept by identity: a state never changes, and every audience of one
change asks the same questions of the same states."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any

from tactics.kernel.state import AnyState

STATES = 64

_lock = Lock()
_kept: OrderedDict[int, tuple[AnyState, dict[Hashable, Any]]] = OrderedDict()


def of(state: AnyState) -> dict[Hashable, Any]:
    """The notes on this very state. The state is kept with them, so its identity is not given to another."""
    found = _kept.get(id(state))
    if found is not None and found[0] is state:
        return found[1]
    notes: dict[Hashable, Any] = {}
    with _lock:
        _kept[id(state)] = (state, notes)
        while len(_kept) > STATES:
            _kept.popitem(last=False)
    return notes
