"""The wishes and facts of acting over turns and out of turn (T-039 to T-046, T-065 to T-087)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from tactics.kernel import events as e
from tactics.kernel.commands import Command, Coordinate, Key, Text, Way
from tactics.tempus.timing_records import Extended, Prepared

Target = Key | list[Coordinate | Key]
Ordinal = Annotated[int, Meta(ge=1, le=999)]


class Prepare(Command, frozen=True, tag="prepare"):
    """Sets an action aside for later, at its full cost in PA and MA (T-066).

    target: a body, a cell, or nothing yet (`attack an enemy`). declaration: in own words. when: one of
    {enters: [x, y]}, {in_reach: body}, {attacks: unit}, {casts: unit}, {speaks: unit}; `any` stands for whoever is of
    another side.
    specificity: `vague`, `normal` or `exact`; empty: what the declaration comes to. fire: `ask` or `auto`.
    """

    unit: Key
    action: Key
    using: Key | None = msgspec.field(default=None, name="with")
    target: Target | None = None
    path: Way | None = None
    legs: Annotated[list[Way], Meta(min_length=1, max_length=40)] | None = None
    text: Text = ""
    volume: str = ""
    declaration: Text = ""
    when: dict[str, Any] = {}
    specificity: str = ""
    fire: str = "ask"
    moves: Annotated[list[dict[str, Any]], Meta(min_length=1, max_length=8)] | None = None
    """In place of an action (`stow`): things that are moved, as in the command stow; of `body`."""
    body: Key | None = None


class Discard(Command, frozen=True, tag="discard"):
    """Gives up one Prepared Action; its points are not returned (T-075)."""

    unit: Key
    prepared: Ordinal


class Judge(Command, frozen=True, tag="judge"):
    """The GM says how specific a declaration was (T-068, T-069)."""

    unit: Key
    prepared: Ordinal
    specificity: str


class Interrupt(Command, frozen=True, tag="interrupt"):
    """Acts out of turn (T-065): with the Prepared Action of this number, or by a Reflex, whose action may be named at
    once. affects: it has an immediate effect on what is in progress (T-072). step: of a walk, after how many cells.
    moves, body: with the action `stow`, as in `Prepare`."""

    unit: Key
    prepared: Ordinal | None = None
    reflex: bool = False
    action: Key | None = None
    using: Key | None = msgspec.field(default=None, name="with")
    target: Target | None = None
    path: Way | None = None
    legs: Annotated[list[Way], Meta(min_length=1, max_length=40)] | None = None
    text: Text = ""
    affects: bool = False
    step: Annotated[int, Meta(ge=0, le=999)] | None = None
    moves: Annotated[list[dict[str, Any]], Meta(min_length=1, max_length=8)] | None = None
    body: Key | None = None


class Pass(Command, frozen=True, tag="pass"):
    """Lets what is in progress go on. Without a unit: for all units of the seat. round: nobody is asked any more in
    this round (table.md 1)."""

    unit: Key | None = None
    seat: Key | None = None
    round: bool = False


class Hold(Command, frozen=True, tag="hold"):
    """Asks for a moment to interrupt with this unit what was just declared (table.md 1)."""

    unit: Key


class Extend(Command, frozen=True, tag="extend"):
    """Pays more of an Extended Action (T-039); by default all that is possible. target: in place of one that is not
    legal any more (T-040)."""

    unit: Key
    pay: dict[str, int] | None = None
    target: Target | None = None


class Stop(Command, frozen=True, tag="stop"):
    """Stops an Extended Action; what was paid is lost (T-044)."""

    unit: Key


class CallWillpower(Command, frozen=True, tag="call_willpower"):
    """The GM calls for a willpower roll to go on with an Extended Action (T-045, T-046)."""

    unit: Key
    difficulty: Annotated[int, Meta(ge=-99, le=99)] | None = None


COMMANDS: tuple[type[Command], ...] = (
    Prepare, Discard, Judge, Interrupt, Pass, Hold, Extend, Stop, CallWillpower,
)  # fmt: skip


# --- facts --------------------------------------------------------------------------------------------


class ActionPrepared(e.Event, frozen=True, tag=True):
    """An action is set aside (T-066)."""

    unit: str
    prepared: Prepared


class PreparedJudged(e.Event, frozen=True, tag=True):
    unit: str
    number: int
    specificity: str


class PreparedUsed(e.Event, frozen=True, tag=True):
    """A Prepared Action is used: it and those before it are gone (T-073, T-075). later: it waits until nothing is in
    progress (T-072). by_itself: nobody was asked."""

    reveals: ClassVar[bool] = True

    unit: str
    prepared: Prepared
    skipped: tuple[int, ...] = ()
    later: bool = False
    by_itself: bool = False
    target: str = ""


class PreparedLost(e.Event, frozen=True, tag=True):
    """Prepared Actions are gone unused. why: `turn` (T-076), `round`, `discarded` (T-075) or `down`."""

    unit: str
    numbers: tuple[int, ...]
    why: str


class DelayedTaken(e.Event, frozen=True, tag=True):
    """The first of the Prepared Actions that waited is done now, or cannot be done: `why` says so."""

    unit: str
    action: str
    why: str = ""


class ReflexTried(e.Event, frozen=True, tag=True):
    """A Reflex was rolled (T-082): `face` against the MA left. loss: what the next turn lacks (T-084)."""

    reveals: ClassVar[bool] = True

    unit: str
    face: int
    of: int | None
    success: bool
    loss: dict[str, int] = {}


class ReflexDeclined(e.Event, frozen=True, tag=True):
    """A Reflex that succeeded was not used; nothing was spent (T-083)."""

    unit: str


class LossTaken(e.Event, frozen=True, tag=True):
    """The turn has begun without the points that a failed Reflex cost."""

    unit: str
    loss: dict[str, int]


class ExtendedStarted(e.Event, frozen=True, tag=True):
    """An action is begun that takes more points than one turn has (T-039)."""

    unit: str
    extended: Extended


class ExtendedPaid(e.Event, frozen=True, tag=True):
    """More of it was paid, by a `Spent`. owed: what is still to be paid."""

    unit: str
    points: dict[str, int]
    owed: dict[str, int] = {}


class ExtendedEnded(e.Event, frozen=True, tag=True):
    """why: `done`, `stopped`, `unpaid`, `willpower`, or `down`. lost: the points that were paid for nothing (T-044)."""

    unit: str
    action: str
    why: str
    lost: dict[str, int] = {}


class WillpowerRolled(e.Event, frozen=True, tag=True):
    """d10 + WP against a difficulty: holds only if it is beaten (T-046)."""

    reveals: ClassVar[bool] = True

    unit: str
    body: str
    face: int
    stat: int | None
    difficulty: int | None
    held: bool


class Foiled(e.Event, frozen=True, tag=True):
    """A declared action cannot be done any more when its moment comes: no roll, its points are gone (reference 3.5)."""

    unit: str
    action: str


EVENTS: tuple[type[e.Event], ...] = (
    ActionPrepared, PreparedJudged, PreparedUsed, PreparedLost, DelayedTaken, ReflexTried, ReflexDeclined, LossTaken,
    ExtendedStarted, ExtendedPaid, ExtendedEnded, WillpowerRolled, Foiled,
)  # fmt: skip
