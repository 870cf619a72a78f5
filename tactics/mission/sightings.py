"""Lesser events, for those who may not know the whole; they are told and never stored."""

from __future__ import annotations

from tactics.kernel import events as e


class Appeared(e.Event, frozen=True, tag=True):
    """A body is seen that was not seen before."""

    body: str


class Vanished(e.Event, frozen=True, tag=True):
    """A body that was seen is seen no more; it has no key any longer for this seat."""

    name: str


class Arrived(e.Event, frozen=True, tag=True):
    """A unit has joined."""

    unit: str
