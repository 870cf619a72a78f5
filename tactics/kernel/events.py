"""Facts, in the past tense, that every ruleset shares. They hold resulting values and rolled faces.

An event is the largest unit that cannot be half seen: a walk is many `Stepped`. `LASTING` events stay
when the GM rewinds past them (seats, pause, standing choices, rulebook adoption, chat).
`REVEALING` events told somebody something that cannot be untold; a player takes back only what revealed
nothing (table.md 9). A ruleset adds its own types to these in its table.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from tactics.kernel.state import (
    Board,
    Body,
    Edge,
    Frame,
    Laid,
    Memory,
    Objective,
    Place,
    Prompt,
    Seat,
    Status,
    Unit,
    Zone,
)


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="event"):
    """Base of all events; the tag is the class name.

    reveals: the event told somebody something that cannot be untold, as the REVEALING ones do.
    """

    reveals: ClassVar[bool] = False


# --- setting up -------------------------------------------------------------------------------------


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


# --- phases, rounds, turns --------------------------------------------------------------------------


class PhaseChanged(Event, frozen=True, tag=True):
    phase: str


class InitiativeSet(Event, frozen=True, tag=True):
    """A unit's initiative; `faces` are the dice, `terms` what was added, for the log."""

    unit: str
    value: int
    faces: tuple[int, ...] = ()
    terms: dict[str, int] = {}


class InitiativeDropped(Event, frozen=True, tag=True):
    """The unit stands outside the order until initiative is called for it again (free movement, table.md 18)."""

    unit: str


class TieBroken(Event, frozen=True, tag=True):
    """A tie-break die; it does not alter the value (T-020)."""

    unit: str
    face: int


class OrderSet(Event, frozen=True, tag=True):
    """The turn order from now on. before, reason: of one that the GM changed by hand (O-014)."""

    order: tuple[str, ...]
    before: tuple[str, ...] = ()
    reason: str = ""
    secret: bool = False


class RoundStarted(Event, frozen=True, tag=True):
    round: int
    order: tuple[str, ...]


class TurnStarted(Event, frozen=True, tag=True):
    unit: str


class TurnEnded(Event, frozen=True, tag=True):
    """The unit has acted this round and nobody is active. skipped: why it did not act (`down`, `gm`)."""

    unit: str
    skipped: str = ""


class ModeSet(Event, frozen=True, tag=True):
    mode: str


class MissionEnded(Event, frozen=True, tag=True):
    outcome: str = ""


class XpCredited(Event, frozen=True, tag=True):
    """Experience for a completed objective, in Post-Mission only (T-010)."""

    seat: str
    objective: str
    xp: int


# --- bodies -----------------------------------------------------------------------------------------


class Wished(Event, frozen=True, tag=True):
    """A prepared or wished cell for placement; None takes it back (table.md 15)."""

    unit: str
    body: str
    place: Place | None = None


class Placed(Event, frozen=True, tag=True):
    """A body stands there at once: placement, or moved by the GM. place None: off the board."""

    body: str
    place: Place | None
    by_gm: bool = False
    secret: bool = False


class Stepped(Event, frozen=True, tag=True):
    """One step of a walk."""

    body: str
    place: Place


class Spent(Event, frozen=True, tag=True):
    """Points paid, and what is left of each pool afterwards."""

    unit: str
    points: dict[str, int]
    left: dict[str, int]
    why: str = ""


class PoolsSet(Event, frozen=True, tag=True):
    """Pools set to (left, of): a turn's grant or a ruling, for which a GM may give a reason or which stays secret."""

    unit: str
    pools: dict[str, tuple[int, int]]
    why: str = ""
    reason: str = ""
    secret: bool = False


class Hurt(Event, frozen=True, tag=True):
    """Damage taken and the hit points afterwards."""

    body: str
    amount: int
    hp: int
    why: str = ""


class Healed(Event, frozen=True, tag=True):
    body: str
    amount: int
    hp: int
    why: str = ""


class KnockedOut(Event, frozen=True, tag=True):
    """Unconscious (T-091)."""

    body: str


class Revived(Event, frozen=True, tag=True):
    body: str


class StatusSet(Event, frozen=True, tag=True):
    """reason, secret: of a GM's ruling. Who sees the body sees its statuses; secret keeps the line from the log.
    counted: nothing but the time that is left to it was counted down; that is told to nobody."""

    body: str
    status: Status
    reason: str = ""
    secret: bool = False
    counted: bool = False


class StatusEnded(Event, frozen=True, tag=True):
    """As `StatusSet`."""

    body: str
    key: str
    reason: str = ""
    secret: bool = False


class BodyHidden(Event, frozen=True, tag=True):
    """Hidden from these seats (`*` for all); nobody has found it yet."""

    body: str
    hidden_from: tuple[str, ...]


class BodyRevealed(Event, frozen=True, tag=True):
    """Seen again: by all (`to` empty) or by these seats only, which have found it."""

    body: str
    to: tuple[str, ...] = ()


class NumberSet(Event, frozen=True, tag=True):
    """A number set by the GM in place; `path` as in the view (`kira.hp`, `kira.stats.DEF`, `kira.pa`)."""

    path: str
    old: int
    new: int
    reason: str = ""
    secret: bool = False


class Modified(Event, frozen=True, tag=True):
    """The GM laid a modifier."""

    laid: Laid


class ModifierEnded(Event, frozen=True, tag=True):
    key: str


# --- actions, dice, prompts -------------------------------------------------------------------------


class FramePushed(Event, frozen=True, tag=True):
    frame: Frame


class FrameSet(Event, frozen=True, tag=True):
    """The frame on top goes on with these steps; memo entries are merged into what it has."""

    key: int
    todo: tuple[str, ...]
    memo: dict[str, Any] = {}


class FramePopped(Event, frozen=True, tag=True):
    key: int


class Asked(Event, frozen=True, tag=True):
    prompt: Prompt


class Answered(Event, frozen=True, tag=True):
    """A prompt was answered; by is the seat, `system` for a default taken by time."""

    prompt: str
    kind: str
    to: str
    value: Any
    by: str
    defaulted: bool = False


class PromptSet(Event, frozen=True, tag=True):
    """A prompt's clock was touched or extended."""

    prompt: Prompt


class PromptWithdrawn(Event, frozen=True, tag=True):
    """Nobody needs to answer any more."""

    prompt: str


class Rolled(Event, frozen=True, tag=True):
    """Dice fell. Every face is recorded; `kept` are those that count. typed: from a real die at the table."""

    why: str
    sides: int
    faces: tuple[int, ...]
    kept: tuple[int, ...]
    unit: str = ""
    secret: bool = False
    typed: bool = False


# --- the table --------------------------------------------------------------------------------------


class Paused(Event, frozen=True, tag=True):
    """All clocks stop; prompts keep the milliseconds left."""

    by: str
    at: int


class Resumed(Event, frozen=True, tag=True):
    by: str
    at: int


class Chatted(Event, frozen=True, tag=True):
    """Out of character, free. to: empty for all, else a seat or `gm`. style: chat or narration."""

    seat: str
    text: str
    to: str = ""
    style: str = "chat"


class Thrown(Event, frozen=True, tag=True):
    """Dice at the table, for nobody's action. dice: the formula; faces: in its reading order; to: as in Chatted."""

    seat: str
    dice: str
    faces: tuple[int, ...]
    total: int
    why: str = ""
    to: str = ""


class Ruled(Event, frozen=True, tag=True):
    """The GM's words with a ruling: what, why, publicly or not."""

    what: str
    reason: str = ""
    secret: bool = False
    body: str = ""


class RulesAdopted(Event, frozen=True, tag=True):
    """The Mission goes on under another rules version."""

    rules: str


class Rewound(Event, frozen=True, tag=True):
    """Row `to` is the last live one before this; the fold skips the dead stretch. apply never sees it."""

    to: int


class Amended(Event, frozen=True, tag=True):
    """Row `entry` was decided again with `change`, and all that followed with its recorded faces."""

    entry: int
    change: dict[str, Any]


class Reopened(Event, frozen=True, tag=True):
    """The action of row `entry` was taken back and declared again, so that `unit` may come before it."""

    entry: int
    unit: str


KERNEL_EVENTS: tuple[type[Event], ...] = tuple(sorted((c for c in Event.__subclasses__()), key=lambda c: c.__name__))
LASTING: tuple[type[Event], ...] = (
    SeatSet, SeatLeft, StoodIn, Paused, Resumed, Chatted, Thrown, RulesAdopted, Amended,
)  # fmt: skip
REVEALING: tuple[type[Event], ...] = (Rolled, BodyRevealed, InitiativeSet, TieBroken, Answered, Explored)
