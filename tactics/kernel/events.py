"""Facts, in the past tense, that every ruleset shares. They hold resulting values and rolled faces.

An event is the largest unit that cannot be half seen: a walk is many `Stepped`. `LASTING` events stay
when the GM rewinds past them (seats, pause, standing choices, rulebook adoption, chat).
`REVEALING` events told somebody something that cannot be untold; a player takes back only what revealed
nothing (table.md 9). A ruleset adds its own types to these in its table.
"""

from __future__ import annotations

from typing import Any

from tactics.kernel.event_base import Event
from tactics.kernel.events_setup import (
    BoardSet,
    BodyLeft,
    ControlSet,
    EdgeSet,
    Explored,
    FogSet,
    ObjectiveRemoved,
    ObjectiveSet,
    ObjectiveSettled,
    OptionSet,
    Remembered,
    ScenarioSet,
    SeatLeft,
    SeatSet,
    StoodIn,
    Uncovered,
    UnitJoined,
    UnitLeft,
    ZoneRemoved,
    ZoneSet,
)
from tactics.kernel.events_table import (
    Amended,
    Chatted,
    Paused,
    Reopened,
    Resumed,
    Rewound,
    Ruled,
    RulesAdopted,
    Thrown,
)
from tactics.kernel.state import Frame, Laid, Place, Prompt, Status

__all__ = [
    "KERNEL_EVENTS",
    "LASTING",
    "REVEALING",
    "Amended",
    "Answered",
    "Asked",
    "BoardSet",
    "BodyHidden",
    "BodyLeft",
    "BodyRevealed",
    "Chatted",
    "ControlSet",
    "EdgeSet",
    "Event",
    "Explored",
    "FogSet",
    "FramePopped",
    "FramePushed",
    "FrameSet",
    "Healed",
    "Hurt",
    "InitiativeDropped",
    "InitiativeSet",
    "KnockedOut",
    "MissionEnded",
    "ModeSet",
    "Modified",
    "ModifierEnded",
    "NumberSet",
    "ObjectiveRemoved",
    "ObjectiveSet",
    "ObjectiveSettled",
    "OptionSet",
    "OrderSet",
    "Paused",
    "PhaseChanged",
    "Placed",
    "PoolsSet",
    "PromptSet",
    "PromptWithdrawn",
    "Remembered",
    "Reopened",
    "Resumed",
    "Revived",
    "Rewound",
    "Rolled",
    "RoundStarted",
    "Ruled",
    "RulesAdopted",
    "ScenarioSet",
    "SeatLeft",
    "SeatSet",
    "Spent",
    "StatusEnded",
    "StatusSet",
    "Stepped",
    "StoodIn",
    "Thrown",
    "TieBroken",
    "TurnEnded",
    "TurnStarted",
    "Uncovered",
    "UnitJoined",
    "UnitLeft",
    "Wished",
    "XpCredited",
    "ZoneRemoved",
    "ZoneSet",
]  # fmt: skip
"""All shared events are imported from here, whatever file they stand in."""


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


KERNEL_EVENTS: tuple[type[Event], ...] = tuple(sorted((c for c in Event.__subclasses__()), key=lambda c: c.__name__))
LASTING: tuple[type[Event], ...] = (
    SeatSet, SeatLeft, StoodIn, Paused, Resumed, Chatted, Thrown, RulesAdopted, Amended,
)  # fmt: skip
REVEALING: tuple[type[Event], ...] = (Rolled, BodyRevealed, InitiativeSet, TieBroken, Answered, Explored)
