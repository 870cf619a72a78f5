"""What a ruleset is: a table of small functions and types. The kernel, secrecy and the scenario runner
know a ruleset only by this table; adding one touches no file of theirs.

Shared parts (rulings, placement, table talk: `tactics.mission`) are functions that a ruleset chooses into
its table, not a base class that it overrides.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tactics.kernel.aiming import AimView
from tactics.kernel.commands import Command
from tactics.kernel.events import Event
from tactics.kernel.rules import Rules
from tactics.kernel.sheet_fields import SheetField
from tactics.kernel.sheets import SheetChange
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Board, Cell, Frame, Prompt
from tactics.kernel.view import (
    AreaView,
    BadgeView,
    CraftView,
    EndTurnView,
    LogLine,
    LyingView,
    NumberView,
    OptionView,
    PackView,
    ReachView,
    SettingView,
    StripView,
    ThreatView,
)

if TYPE_CHECKING:
    from tactics.kernel.engine import Work

WAITS = object()
"""The default of a prompt kind that has none: it waits for its answer."""

Applier = Callable[[AnyState, Any], AnyState]
Handler = Callable[["Work", Any], None]
Step = Callable[["Work", Frame], None]


@dataclass(frozen=True)
class PromptKind:
    """A kind of question. `blocks`: nothing goes on before it is answered. `default` gives its one default.

    read(state, rules, prompt, value) -> value: checks and normalises an answer, or raises Refused.
    resolve(work, prompt, value): what the answer does (usually a note in the frame's memo).
    show(state, rules, prompt) -> PromptView parts: title, text, fields, choices for those who may see it.
    """

    name: str
    blocks: bool
    default: Callable[[AnyState, Rules, Prompt], Any]
    read: Callable[[AnyState, Rules, Prompt, Any], Any]
    resolve: Callable[[Work, Prompt, Any], None]
    show: Callable[[AnyState, Rules, Prompt], dict[str, Any]]
    passes: bool = False
    """Its default tells nobody anything: it is a moment that passes, not an answer."""
    waiting: str = ""
    """What everybody reads while it blocks, in place of who is asked."""


@dataclass(frozen=True)
class Audience:
    """Who gets an event whole. `seats` None: all. The GMs always do.

    Everyone else gets what `Ruleset.weaken` makes of it, which may be nothing.
    """

    seats: frozenset[str] | None = None

    def includes(self, seat: str) -> bool:
        return self.seats is None or seat in self.seats


ALL = Audience()
GM_ONLY = Audience(frozenset())


@dataclass(frozen=True)
class Known:
    """What a seat knows, as arguments for the view functions: `state` is built from what it may know only
    (tactics.secrecy.known), so options, previews and odds made from it cannot tell more."""

    state: AnyState
    rules: Rules
    seat: str
    role: str

    @property
    def is_gm(self) -> bool:
        return self.role == "gm"


@dataclass(frozen=True)
class Telling:
    """What words are made from: the state after the row, as the reader knows it, and who reads."""

    known: Known
    row: int
    seat: str
    """The seat that sent the command."""
    also: tuple[Event, ...] = ()
    """All events of the row that the reader gets, this one among them: what another's line tells is told once."""


@dataclass(frozen=True)
class Trial:
    """How an entry of the rules data is tried out (`Ruleset.trial`). who: set-up keys of the one who tries it, laid
    over somebody's sheet; stats: over its stats; names: words that its options are known by; far: cells to the
    target."""

    who: Mapping[str, Any]
    stats: Mapping[str, Any] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    far: int = 1
    at: Mapping[str, Any] | None = None
    """Of what is on somebody rather than done: set-up keys of the target, to compare with and without."""
    ranked: bool = False
    """Whether the rank that it is tried with means anything."""


Narrate = Callable[[Telling, Any], LogLine | None]


@dataclass(frozen=True, eq=False)
class Ruleset:
    """One ruleset. See each field's comment; everything is a plain function of its arguments."""

    name: str
    title: str
    unit_part: Any
    body_part: Any
    mission_part: Any
    commands: tuple[type[Command], ...]
    """All command types, shared ones included."""
    events: tuple[type[Event], ...]
    """All event types, shared ones included."""
    handlers: Mapping[type[Command], Handler]
    appliers: Mapping[type[Event], Applier]
    steps: Mapping[str, Step]
    prompts: Mapping[str, PromptKind]
    phases: Mapping[str, str]
    """Phase -> label, in order."""
    begin_round: Callable[[Work], tuple[str, ...]]
    """Round start before anybody acts: (emits what changes and) returns the order of the coming round."""
    begin_turn: Callable[[Work, AnyUnit], None]
    """The turn of this unit has just started: grant its points, end what ends now."""
    skips: Callable[[AnyState, Rules, AnyUnit], str]
    """Why this unit gets no turn now (`down`), or empty."""
    roll_initiative: Callable[[Work, Sequence[AnyUnit]], None]
    """Rolls for these units and emits InitiativeSet (and TieBroken) for each."""
    sort: Callable[[AnyState], tuple[str, ...]]
    """Units with an initiative in the order of that initiative; the one comparator for all orders."""
    idle: Callable[[Work], None]
    """Called when a command has run and no frame is left: consequences that wait for an empty stack."""
    knows_body: Callable[[AnyState, Rules, str, str], bool]
    """(state, rules, seat, body): may this seat know that the body is there?"""
    audience: Mapping[type[Event], Callable[[AnyState, AnyState, Rules, Any], Audience]]
    """(state before, state after, rules, event); an event type that is missing here goes to the GMs only."""
    weaken: Mapping[type[Event], Callable[[AnyState, AnyState, Rules, Any, str], Sequence[Event]]]
    """(before, after, rules, event, seat) -> lesser events for a seat outside the audience."""
    mask_body: Callable[[AnyState, Rules, str, str, AnyBody], AnyBody]
    """(state, rules, seat, role, body) -> the body with only the numbers that this seat may know."""
    mask_unit: Callable[[AnyState, Rules, str, str, AnyUnit], AnyUnit]
    mask_mission: Callable[[AnyState, Rules, str, str], Any]
    """(state, rules, seat, role) -> the mission part that this seat may know."""
    pool_labels: Mapping[str, str]
    values: Callable[[Known, AnyUnit], dict[str, Any]]
    """Short names of scenario paths for a unit: {"pa": 2}."""
    unit_numbers: Callable[[Known, AnyUnit], Sequence[NumberView]]
    body_numbers: Callable[[Known, AnyBody], Sequence[NumberView]]
    badges: Callable[[Known, AnyUnit], Sequence[BadgeView]]
    options: Callable[[Known, AnyUnit], Sequence[OptionView]]
    """What this unit may do now, what it costs, and for the rest: why not."""
    reach: Callable[[Known, AnyUnit], Sequence[ReachView]]
    end_turn: Callable[[Known, AnyUnit], EndTurnView | None]
    start_blockers: Callable[[AnyState, Rules], Sequence[str]]
    words: Mapping[type[Event], Narrate]
    set_number: Callable[[AnyState, Rules, str, int | str], Event]
    """(state, rules, path, value): the event of an override in place, or Refused."""
    build_unit: Callable[..., tuple[AnyUnit, tuple[AnyBody, ...]]]
    """build_unit(rules, key, spec): a unit and its bodies from the set-up keys of scenarios.md or a template."""
    give_status: Callable[[Work, str, str], None] | None = None
    """(work, body, words): a GM gives a status, by its key or as `status_example` shows; Refused says what to write.
    None: it is set by its key, with nothing that belongs to it."""
    end_status: Callable[[Work, str, str], None] | None = None
    """(work, body, key): a GM ends a status, with all that it changed."""
    status_example: str = ""
    """How a GM may write a status that is given in words; empty: by its key alone."""
    passes_over: Callable[[Work, AnyUnit], None] = lambda work, unit: None
    """A turn of this unit passed without being given (down, or skipped by the GM): what counts its turns counts it."""
    more_turns: Callable[[Work], bool] = lambda work: False
    """Nobody in the order is left to act in this round: whether it gave somebody another turn in it all the same."""
    notices: Callable[[AnyState, AnyState, Rules, Any, str], Sequence[Event]] | None = None
    """(before, after, rules, event, seat) -> what the seat sees come and go by an event, besides the event."""
    anytime: tuple[type[Command], ...] = ()
    """Commands of its own that neither an open prompt nor a pause stops; their handlers say themselves when."""
    strip: Callable[[Known, AnyState], Sequence[StripView]] = lambda known, state: ()
    """(what the viewer knows, the true state) -> the actions in progress that it may know of, newest first."""
    lays: tuple[str, ...] = ("attempt", "difficulty", "effectiveness", "soak", "def")
    """What a modifier that a GM lays may change here."""
    interrupts: bool = False
    """Whether an action may be interrupted: then a GM can take one back to let somebody in before it (Reopen)."""
    switches: tuple[str, ...] = ()
    """Constants that are on or off and that a GM sets at the table: the list of settings leaves them out."""
    spec_of: Callable[[AnyUnit, AnyBody], dict[str, Any]] | None = None
    """(unit, body): the set-up keys that make an equal, fresh one (copies; table.md 14)."""
    threat: Callable[[Known, AnyBody], ThreatView | None] | None = None
    """Where a known body could go and strike on a turn of its own, of what the viewer knows alone."""
    aim: Callable[[Known, AnyUnit, str, str], AimView | None] | None = None
    """(known, unit, action, skill or weapon): where what goes for a cell may be aimed, and whom it would touch."""
    choices: Callable[[Rules], Mapping[str, tuple[tuple[str, str], ...]]] = lambda rules: {}
    """What a GM chooses from in windows, as (key, label)."""
    areas: Callable[[Known], tuple[AreaView, ...]] = lambda known: ()
    """What counts in an area around somebody, of what the viewer knows."""
    awaited: Callable[[Known], str] = lambda known: ""
    """Before round 1: whom everybody waits for, of those that the viewer knows, in words; or empty."""
    reach_by: Callable[[Known, AnyBody, Sequence[Cell]], ReachView | None] | None = None
    """(known, body, cells): where a body can go by way of these cells, in their order; None if one is out of reach."""
    metric: Callable[[Known], str] = lambda known: "chebyshev"
    objective_xp: Callable[[Rules, Mapping[str, Any]], int] = lambda rules, options: 10
    """(rules, options) -> the experience of an objective that names none (T-010)."""
    ahead: Callable[[Known, AnyUnit], Known | None] | None = None
    """(known, unit): what the seat would know if the unit's next turn began now (table.md 20), or None."""
    plain_spec: Callable[[Rules, Mapping[str, Any], int], dict[str, Any]] | None = None
    """(rules, options, toughness 1 to 5): set-up keys of somebody whom nobody has written down (table.md 17)."""
    march: Callable[[Known, AnyUnit, Cell, str], dict[str, list[Cell]]] | None = None
    """(known, unit, cell, leader or empty): a proposed way for each body of a group (table.md 14), or Refused."""
    sheet_changes: Callable[[AnyState, Rules, AnyUnit, Mapping[str, Any]], Sequence[SheetChange]] = (
        lambda state, rules, unit, sheet: ()
    )
    """(state, rules, unit, sheet): what of the unit is not as its sheet has it (table.md 33)."""
    more_xp: Callable[[AnyState, Rules, str, int], Sequence[tuple[str, int, str]]] = lambda state, rules, seat, xp: ()
    """(state, rules, seat, what its objectives came to) -> further experience as (key, points, why), which the closing
    page proposes."""
    sheet_fields: Callable[[Rules, Mapping[str, Any]], Sequence[SheetField]] = lambda rules, sheet: ()
    """(rules, sheet): what a sheet holds, in the order of the page; pages, forms and files are made from it."""
    carriers: tuple[str, ...] = ()
    """Kinds of units that others may be aboard of."""
    drawn: Callable[[Rules, Board], Mapping[str, Any] | None] = lambda rules, board: None
    """(rules, board): set-up keys of a carrier that is built as a map shows; None for a map of something else.
    Refused: what it lacks."""
    followers: Callable[[Rules, str, Mapping[str, Any]], Sequence[Mapping[str, Any]]] = lambda rules, key, spec: ()
    """(rules, unit, set-up keys): set-up keys of the units that come along with one, such as a pet."""
    trial: Callable[[Rules, str, str, str], Trial | None] | None = None
    """(rules, kind, key, rank): how an entry is tried out before anybody plays with it; None for what nobody does."""
    carried: Callable[[AnyState], Any] = lambda state: None
    """The mission part with which the next Mission begins after this one."""
    level_xp: Callable[[Rules], int] = lambda rules: 100
    """The experience that a level takes (T-094)."""
    rulings: Callable[[Known, AnyUnit], Sequence[OptionView]] = lambda known, unit: ()
    """(known, unit): of the options, those with which a GM decides about the unit instead of acting with it."""
    standing: Callable[[Known], tuple[SettingView, ...]] = lambda known: ()
    """The standing choices of the viewer's seat, besides real dice, which every ruleset has."""
    standing_wrong: Callable[[AnyState, Rules, str, str, Any], str] = lambda state, rules, seat, key, value: ""
    """(state, rules, seat, key, value): why a seat may not choose this, in words; or empty."""
    """How this Mission's distance counts, by its name in `tactics.board.distance`."""
    packs: Callable[[Known, str], tuple[PackView, ...]] = lambda known, withheld: ()
    """(known, unit or empty) -> what the viewer's own bodies carry; a GM's are all. Of that unit's things it is left
    out what may be done with them."""
    carries: Callable[[Known, AnyBody], str] = lambda known, body: ""
    """What a body is seen to hold and wear, in a line."""
    card_reads: Callable[[Known, AnyUnit], Hashable] | None = None
    """(known, unit): all that `values`, `unit_numbers`, `badges`, `body_numbers` and `carries` read besides the unit,
    its bodies, the rules and how the viewer stands to the unit; None: nobody can say, and cards are made anew."""
    crafts: Callable[[Known], tuple[CraftView, ...]] = lambda known: ()
    """The craft that the viewer knows of, the own ones first."""
    carried_by: Callable[[Known, AnyBody], str] = lambda known, body: ""
    """The name of what carries a body on the map, as far as the viewer knows it; empty for nobody."""
    faces: Callable[[Known, AnyBody], str] = lambda known, body: body.facing
    """Where the wedge of a body on the map points; empty: it has none."""
    away: Callable[[Known, AnyBody], str] = lambda known, body: ""
    """Where a body without a place is all the same, in words, such as who rides it; empty: nowhere yet."""
    order_note: Callable[[Known, AnyUnit], tuple[str, str]] = lambda known, unit: ("", "")
    """What changes a unit's turns: (a sign of one or two letters, the same in words)."""
    clock: Callable[[Known], str] = lambda known: ""
    """The game time that is gone, where rounds have a length."""
    sockets: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Pools that are sockets: pool -> (picture, what uses it up)."""
    lying: Callable[[Known], tuple[LyingView, ...]] = lambda known: ()
    """What lies on the boards."""
    upcasters: Mapping[str, Callable[[dict[str, Any]], dict[str, Any]]] = field(default_factory=dict)
    """Event tag of an earlier release -> today's JSON object."""
    panels: tuple[str, ...] = ()
    """Extra panel templates under templates/missions/<ruleset>/."""
