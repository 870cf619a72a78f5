"""Events of what a Mission is made of: its scenario and settings, boards and fog, objectives, units and seats."""

from __future__ import annotations

from typing import Any

from tactics.kernel.event_base import Event
from tactics.kernel.state import Board, Body, Edge, Memory, Objective, Seat, Unit, Zone


class ScenarioSet(Event, frozen=True, tag=True):
    """The scenario's public text and the GM's notes (T-005, T-006). None: unchanged."""

    text: str | None = None
    notes: str | None = None


class OptionSet(Event, frozen=True, tag=True):
    key: str
    value: Any
    secret: bool = False


class BoardSet(Event, frozen=True, tag=True):
    board: Board


class EdgeSet(Event, frozen=True, tag=True):
    """An edge of a board stands now like this (a door opened, closed, locked or broken). body: whose hand it was."""

    board: str
    edge: Edge
    body: str = ""


class ZoneSet(Event, frozen=True, tag=True):
    zone: Zone


class ZoneRemoved(Event, frozen=True, tag=True):
    key: str


class FogSet(Event, frozen=True, tag=True):
    fog: str


class Uncovered(Event, frozen=True, tag=True):
    """The cells that the GM shows on a board, as a whole (masks). change: how many more than before, or fewer."""

    board: str
    mask: str
    change: int = 0


class Explored(Event, frozen=True, tag=True):
    """What a side has ever seen of a board, as a whole; `key` is `<side>/<board>`."""

    key: str
    mask: str


class Remembered(Event, frozen=True, tag=True):
    """Where what a side remembers of a board is not so any more, as a whole; `key` is `<side>/<board>`."""

    key: str
    memory: Memory


class ObjectiveSet(Event, frozen=True, tag=True):
    objective: Objective


class ObjectiveRemoved(Event, frozen=True, tag=True):
    key: str


class ObjectiveSettled(Event, frozen=True, tag=True):
    """status: open, completed, failed, partial. `because` names the alternate that settled a main (T-011)."""

    key: str
    status: str
    because: str = ""


class UnitJoined(Event, frozen=True, tag=True):
    """A unit with its bodies; it stands where its bodies' places say, or nowhere yet."""

    unit: Unit[Any]
    bodies: tuple[Body[Any], ...]


class UnitLeft(Event, frozen=True, tag=True):
    unit: str
    name: str = ""
    """For the log: afterwards nobody can look it up."""


class BodyLeft(Event, frozen=True, tag=True):
    body: str
    name: str = ""


class ControlSet(Event, frozen=True, tag=True):
    """Who controls a unit from now on."""

    unit: str
    seat: str


class SeatSet(Event, frozen=True, tag=True):
    seat: Seat


class SeatLeft(Event, frozen=True, tag=True):
    key: str


class StoodIn(Event, frozen=True, tag=True):
    """From now on the seat `by` plays for a seat; empty: it is handed back (table.md 10)."""

    seat: str
    by: str = ""
