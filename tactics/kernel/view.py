"""What one seat sees of a Mission: types that have no field for a secret, and no ruleset's name.

`tactics.secrecy.project` builds them, templates render only them. All numbers that a person sees are
texts made here or `TermView`s that say where the number comes from. Lists are in display order.
"""

from __future__ import annotations

from typing import Any

from tactics.kernel.view_asking import EndTurnView, FieldView, FoldView, OptionView, PromptView, StripView, TargetView
from tactics.kernel.view_base import BadgeView, BreakdownView, NumberView, PoolView, TermView, ViewValue
from tactics.kernel.view_board import (
    AreaView,
    BoardView,
    EdgeView,
    MoveView,
    ReachCell,
    ReachView,
    TerrainView,
    ThreatView,
    ZoneView,
)
from tactics.kernel.view_craft import CraftView, PostView, SectionView
from tactics.kernel.view_things import HolderView, LyingView, PackView, ThingView

__all__ = [
    "AreaView",
    "BadgeView",
    "BoardView",
    "BreakdownView",
    "CraftView",
    "EdgeView",
    "EndTurnView",
    "FieldView",
    "FoldView",
    "HolderView",
    "LyingView",
    "MoveView",
    "NumberView",
    "OptionView",
    "PackView",
    "PoolView",
    "PostView",
    "PromptView",
    "ReachCell",
    "ReachView",
    "SectionView",
    "StripView",
    "TargetView",
    "TermView",
    "TerrainView",
    "ThingView",
    "ThreatView",
    "ViewValue",
    "ZoneView",
]
"""What stands in other files and is imported from here, as all views are."""


class TokenView(ViewValue, frozen=True):
    """A body on a board. relation: `mine`, `ally`, `enemy`, `neutral` as this viewer stands to it."""

    key: str
    unit: str
    name: str
    short: str
    relation: str
    board: str
    x: int
    y: int
    z: int = 0
    size: int = 1
    health: str = ""
    """In words: unhurt, hurt, badly hurt, down."""
    health_step: int = 10
    """0 to 10, for the bar; exact where the viewer knows the numbers, else one of 10, 6, 3, 0."""
    hp: int | None = None
    max_hp: int | None = None
    facing: str = ""
    active: bool = False
    down: bool = False
    hidden: bool = False
    """Hidden from some seat; only those who see it anyway get the token at all."""
    badges: tuple[BadgeView, ...] = ()
    picture: str = ""
    on: str = ""
    """Who carries it, by name: its mount."""
    label: str = ""
    """Complete accessible name."""


class BodyView(ViewValue, frozen=True):
    """A body's row in its unit: also those that are not on a board."""

    key: str
    name: str
    at: tuple[str, int, int] | None = None
    cell: str = ""
    """`F8`, or empty."""
    level: str = ""
    """How far above or below its ground it is, in words; empty at the ground."""
    away: str = ""
    """Where it is instead of on a map, such as `ridden by Ann`; of whoever has no place yet empty."""
    hp: int | None = None
    max_hp: int | None = None
    health: str = ""
    down: bool = False
    hidden: bool = False
    statuses: tuple[str, ...] = ()
    marks: tuple[BadgeView, ...] = ()
    """The same statuses in words."""
    facing: str = ""
    elevation: int = 0
    numbers: tuple[NumberView, ...] = ()
    carries: str = ""
    """What it is seen to hold and wear, in a line."""
    seen_by: tuple[str, ...] | None = None
    """Names of the players who see it; only in a GM's view."""
    hidden_from: tuple[str, ...] = ()
    """Seats from which it is hidden, `*` for all; only in a GM's view."""


class UnitView(ViewValue, frozen=True):
    key: str
    name: str
    short: str
    kind: str
    side: str
    relation: str
    seat: str = ""
    seat_name: str = ""
    initiative: int | None = None
    pools: tuple[PoolView, ...] = ()
    numbers: tuple[NumberView, ...] = ()
    badges: tuple[BadgeView, ...] = ()
    bodies: tuple[BodyView, ...] = ()
    values: dict[str, Any] = {}
    """What the ruleset's short names resolve to (`pa`, `def`): for scenarios and the page."""


class OrderRow(ViewValue, frozen=True):
    """One row of the turn order. state: acting, next, waiting, acted, down."""

    unit: str
    name: str
    short: str
    relation: str
    initiative: int | None = None
    state: str = "waiting"
    focus: str = ""
    """The body to centre on."""
    label: str = ""
    hidden: bool = False
    sign: str = ""
    """What changes its turns, as a sign; `label` says it in words."""


class WishView(ViewValue, frozen=True):
    """The cell that was wished for a body before its unit is placed; for its seat and the GM."""

    body: str
    name: str
    board: str
    x: int
    y: int


class CheckCard(ViewValue, frozen=True):
    """A resolved check in a few words, for the place where it happened (table.md 25).

    who: who did it, with what. die: the face that counts; was: the one that it was rolled again for. sum: `11 against
    7`, as far as known. outcome: `hits`. effect: what came of it at the target. tone: good, bad, or empty where the
    outcome is not known.
    """

    who: str
    target: str = ""
    die: int | None = None
    was: int | None = None
    sum: str = ""
    outcome: str = ""
    effect: str = ""
    tone: str = ""


class LogLine(ViewValue, frozen=True):
    """One line of the log as this viewer may read it. kind: roll, talk, move, system, gm, chat, narration."""

    key: str
    seq: int
    kind: str
    text: str
    unit: str = ""
    breakdowns: tuple[BreakdownView, ...] = ()
    record: dict[str, Any] = {}
    """Of a check or action: kind, actor, attempt, effectiveness, cost, as far as this viewer may know (`last`).
    Of a walk also `paths`: {body: its cells, the start included}, cut to what this viewer saw of it."""
    card: CheckCard | None = None
    at: tuple[str, int, int] | None = None
    secret: bool = False
    undone: bool = False
    amendable: bool = False
    turns: bool = False
    """It says no more than whose turn it is now, as the head of the page does."""


class ObjectiveView(ViewValue, frozen=True):
    key: str
    title: str
    kind: str
    text: str
    status: str
    xp: int
    best_outcome: bool
    recipients: tuple[str, ...] = ()
    public: bool = False


class SeatView(ViewValue, frozen=True):
    key: str
    name: str
    role: str
    units: tuple[str, ...] = ()
    played_by: str = ""
    """Name of the GM who plays for it now, or empty."""


class KitView(ViewValue, frozen=True):
    """What a GM chooses from, as (key, label): statuses, and grounds to paint with."""

    statuses: tuple[tuple[str, str], ...] = ()
    status_example: str = ""
    """How one may be written with what it brings along; empty: it is ticked alone."""
    grounds: tuple[tuple[str, str], ...] = ()
    shelves: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...] = ()
    """Templates of units to add, by their kind: (kind, label of the kind, templates)."""
    items: tuple[tuple[str, str], ...] = ()
    sides: tuple[str, ...] = ()
    switches: tuple[tuple[str, str, bool], ...] = ()
    """Settings of this Mission that are on or off: (key, label, on)."""
    choices: dict[str, tuple[tuple[str, str], ...]] = {}
    """What else of the rules data is chosen from, by what it is."""


class LaidView(ViewValue, frozen=True):
    key: str
    on: str
    label: str
    value: int
    applies: str
    secret: bool = False
    until: str = ""


class SettingView(ViewValue, frozen=True):
    """Something that is set by a press. value and choices: JSON texts; of a number `choices` are one less and one
    more. own: this Mission has set it for itself."""

    key: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    """(JSON value, word)"""
    help: str = ""
    house: bool = False
    own: bool = False


class MissionView(ViewValue, frozen=True):
    """All that one seat may know of a Mission, in the order in which the page shows it."""

    name: str
    ruleset: str
    seat: str
    role: str
    phase: str
    phase_label: str
    round: int
    clock: str = ""
    """Game time that is gone, where rounds have a length: `0:20`."""
    turn: str = ""
    """Key of the active unit, if this viewer may know it."""
    waiting: str = ""
    """What everybody may read about who is waited for: `Mara's turn`, `the GM is deciding`."""
    held: bool = False
    """Whether a question holds everybody, the active unit too."""
    until: int | None = None
    """Milliseconds of the Mission's clock when the wait that this viewer may know of ends."""
    strip: tuple[StripView, ...] = ()
    """The actions in progress, newest first; empty between actions."""
    mode: str = "turns"
    paused: bool = False
    scenario: str = ""
    gm_notes: str = ""
    boards: tuple[BoardView, ...] = ()
    tokens: tuple[TokenView, ...] = ()
    units: tuple[UnitView, ...] = ()
    order: tuple[OrderRow, ...] = ()
    acted: tuple[str, ...] = ()
    seats: tuple[SeatView, ...] = ()
    objectives: tuple[ObjectiveView, ...] = ()
    zones: tuple[ZoneView, ...] = ()
    areas: tuple[AreaView, ...] = ()
    laid: tuple[LaidView, ...] = ()
    prompts: tuple[PromptView, ...] = ()
    options: tuple[OptionView, ...] = ()
    reach: tuple[ReachView, ...] = ()
    wishes: tuple[WishView, ...] = ()
    metric: str = "chebyshev"
    """How the one distance of this Mission counts (tactics.board.distance)."""
    end_turn: EndTurnView | None = None
    start_blockers: tuple[str, ...] = ()
    """GM: what is missing before the next phase."""
    can_take_back: bool = False
    no_take_back: str = ""
    """Why not, in one sentence, while somebody might look for it."""
    rewind_to: tuple[tuple[int, str], ...] = ()
    """GM: (seq, label) of entries to rewind to, newest first."""
    holds: bool = False
    """GM: whether an action just resolved can be taken back for somebody who interrupts it."""
    newer_rules: str = ""
    """GM: the hash of the version that new Missions play, where this one plays another."""
    outcome: str = ""
    settings: tuple[SettingView, ...] = ()
    """GM: the constants that may be set on the page, what asks and shows first."""
    standing: tuple[SettingView, ...] = ()
    """The seat's own standing choices."""
    act_for: str = ""
    """GM: the active unit, if it is a player's for whom no GM plays now."""
    withheld: bool = False
    """GM: what that unit can do was left out; it is made when it is asked for."""
    fog: str = "none"
    """`none`, `uncovered` (by the GM) or `sight`."""
    packs: tuple[PackView, ...] = ()
    lying: tuple[LyingView, ...] = ()
    crafts: tuple[CraftView, ...] = ()
    kit: KitView | None = None
    """Only in a GM's view."""
