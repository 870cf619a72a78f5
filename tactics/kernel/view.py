"""What one seat sees of a Mission: types that have no field for a secret, and no ruleset's name.

`tactics.secrecy.project` builds them, templates render only them. All numbers that a person sees are
texts made here or `TermView`s that say where the number comes from. Lists are in display order.
"""

from __future__ import annotations

from typing import Any

import msgspec


class ViewValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all view types: plain frozen data, JSON for the page and for tests."""


class TermView(ViewValue, frozen=True):
    """One named part of a number: `+3 DEX`, `+5 running`. `counts` False: listed but does not apply, and why.

    help: the entry of the rules that explains it (`stat:DEX`), or empty.
    """

    label: str
    value: int
    source: str = ""
    house: bool = False
    counts: bool = True
    why: str = ""
    help: str = ""


class BreakdownView(ViewValue, frozen=True):
    """A number with its terms. total None: the viewer may not know the sum; `words` says what may be known."""

    label: str
    total: int | None
    terms: tuple[TermView, ...] = ()
    words: str = ""


class PoolView(ViewValue, frozen=True):
    """Points of a unit. icon, hint: of a socket, which is used or not and needs no selecting: its picture, and what
    uses it up (table.md 21)."""

    key: str
    label: str
    left: int
    of: int
    icon: str = ""
    hint: str = ""


class NumberView(ViewValue, frozen=True):
    """A named number or word of a unit: DEF 4, Initiative 13. `path` is what a GM may set in place (table.md 19)."""

    key: str
    label: str
    value: str
    path: str = ""
    title: str = ""


class BadgeView(ViewValue, frozen=True):
    """A small mark with a word: a status, `active`, `down`. tone: good, bad, warn, info."""

    key: str
    label: str
    tone: str = "info"
    title: str = ""
    help: str = ""
    """The entry of the rules data, as `status:stunned`."""
    ends: str = ""
    """Of what lasts: when it ends and whose clock it runs on, in plain words."""


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
    label: str = ""
    """Complete accessible name."""


class BodyView(ViewValue, frozen=True):
    """A body's row in its unit: also those that are not on a board."""

    key: str
    name: str
    at: tuple[str, int, int] | None = None
    cell: str = ""
    """`F8`, or empty."""
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
    """Player seats that see it; only in a GM's view."""
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


class TargetView(ViewValue, frozen=True):
    """A target of an option. chance: `55 %`, one of five words, or empty, as the mission's setting allows."""

    body: str
    name: str
    cell: str
    x: int
    y: int
    chance: str = ""
    permille: int | None = None
    breakdowns: tuple[BreakdownView, ...] = ()
    effect: str = ""
    """Expected, best and worst effect in one line."""
    basis: str = ""
    down: bool = False
    idle: bool = False
    """No attack: done only by whoever chose the action first, never by merely pointing at the target."""
    by: str = ""
    """Of a unit of several bodies the one that would do it."""


class FieldView(ViewValue, frozen=True):
    """A value that an option needs besides its target. kind: text, number, choice, cell. choices: (value, label); of a
    text they are suggestions."""

    name: str
    label: str
    kind: str = "text"
    choices: tuple[tuple[str, str], ...] = ()
    value: str = ""
    limit: int = 0
    help: str = ""


class OptionView(ViewValue, frozen=True):
    """Something the unit can do now, or (with `why_not`) cannot. `command` holds the fixed arguments to post."""

    key: str
    unit: str
    do: str
    label: str
    group: str = ""
    cost: str = ""
    costs: dict[str, int] = {}
    why_not: str = ""
    why_code: str = ""
    title: str = ""
    command: dict[str, Any] = {}
    targets: tuple[TargetView, ...] = ()
    fields: tuple[FieldView, ...] = ()
    basis: str = ""
    hotkey: str = ""
    house: bool = False
    help: str = ""
    """The entry of the rules data that it is, as `action:move`; its rule can be looked up."""
    per_words: int = 0
    prices: tuple[str, ...] = ()
    """Of talk: the price of the first so many words, of twice as many and so on, as far as the points reach."""
    after: str = ""
    """What stays of the unit's points once `costs` are paid: `2 PA: +2 DEF, 3 MA`. No part of what `basis` names."""
    click: str = ""
    """`cell` or `target`: a plain click on one means this option and no other (table.md 21)."""
    way: str = ""
    """`n`, `se`: it turns the unit there, and stands with the others that do."""
    by: str = ""
    """The body that does it where that is none of the unit's own: a click on a target means it once that is chosen."""
    place: str = ""
    """The post of a craft at which it is done (`PostView.key`), or `craft` for what is done anywhere aboard."""


class ReachCell(ViewValue, frozen=True):
    """A cell that a move can end in: cost in points, and the cell before it on the cheapest path.

    legs: how many Moves are paid.
    """

    x: int
    y: int
    cost: int
    px: int
    py: int
    legs: int = 1


class ReachView(ViewValue, frozen=True):
    """Where `body` can go with `do`; basis guards the offer. steps holds the way as legs: {"x,y": [[[x,y],...],...]}
    is not sent: the page walks the parents."""

    unit: str
    body: str
    board: str
    x: int
    y: int
    do: str = "move"
    pool: str = "pa"
    cells: tuple[ReachCell, ...] = ()
    basis: str = ""
    after: tuple[str, ...] = ()
    """What stays once so many Moves are paid: the first for none, and so on."""
    command: dict[str, Any] = {}
    """Where going there is another command than a walk: its arguments, to which `target` is added."""
    way: tuple[ReachCell, ...] = ()
    """Where somebody chose cells to walk by: the way over all of them, from the last of which `cells` go on."""


class ThreatView(ViewValue, frozen=True):
    """Where a body could go, and whom it could strike, on a turn of its own, as far as the viewer knows.

    reach, strikes: cells (x, y); strikes holds also what it can strike only after going there. words: what the
    figures rest on, in one line.
    """

    body: str
    board: str
    reach: tuple[tuple[int, int], ...] = ()
    strikes: tuple[tuple[int, int], ...] = ()
    words: str = ""


class WishView(ViewValue, frozen=True):
    """The cell that was wished for a body before its unit is placed; for its seat and the GM."""

    body: str
    name: str
    board: str
    x: int
    y: int


class FoldView(ViewValue, frozen=True):
    """Answers of one kind under their name: of each its JSON value, the words below the name, and all its words."""

    label: str
    choices: tuple[tuple[str, str, str], ...]


class PromptView(ViewValue, frozen=True):
    """A decision that this viewer is asked for, or (mine False) is waited for."""

    key: str
    kind: str
    to: str
    to_name: str
    mine: bool
    title: str
    text: str = ""
    unit: str = ""
    fields: tuple[FieldView, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    """(JSON value, label)."""
    folds: tuple[FoldView, ...] = ()
    """Further answers, by kind."""
    note: str = ""
    """What those cost and risk."""
    together: bool = False
    """Whether a choice is sent together with the fields, as their `answer`."""
    default: str = ""
    deadline: int | None = None
    touched: bool = False
    """Its clock was stopped once already."""
    basis: str = ""


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


class StripView(ViewValue, frozen=True):
    """An action in progress, for the strip of what interrupts what: `Goblin 1: Simple Attack on Mara`."""

    unit: str
    text: str
    how: str = ""
    """`Reflex`, `prepared` or empty."""
    bodies: tuple[str, ...] = ()
    """Who does it, then at whom, as far as the viewer knows where they are."""


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


class MoveView(ViewValue, frozen=True):
    """What may be done with a thing: where it would go, by which action, at what price; or why not.

    to: the holder's key, or `<holder>/<thing>` in exchange for another thing. command: the arguments to post; moves:
    those of it that say what goes where, for several at once.
    """

    to: str
    label: str
    how: str = ""
    cost: str = ""
    costs: dict[str, int] = {}
    why_not: str = ""
    moves: tuple[dict[str, Any], ...] = ()
    command: dict[str, Any] = {}
    do: str = "stow"


class ThingView(ViewValue, frozen=True):
    """Something carried, or lying where the body stands. text: what is written on it. both: it fills several hands."""

    key: str
    item: str
    name: str
    count: int = 1
    slots: int = 1
    place: str = ""
    inside: str = ""
    """The name of what carries it."""
    both: bool = False
    ready: bool = False
    title: str = ""
    text: str = ""
    house: bool = False
    hidden: bool = False
    moves: tuple[MoveView, ...] = ()
    basis: str = ""


class HolderView(ViewValue, frozen=True):
    """A hand, the body, the Pack, the ground. slots 0: without a limit of its own."""

    key: str
    label: str
    kind: str
    slots: int = 0
    used: int = 0
    note: str = ""
    things: tuple[ThingView, ...] = ()
    spanned: tuple[str, ...] = ()
    """Names of things of another holder that fill slots of this one too."""


class PackView(ViewValue, frozen=True):
    """All that a body carries, for its seat and the GM. search: what moving any number of things at once costs."""

    unit: str
    body: str
    name: str
    mine: bool = False
    active: bool = False
    why_not: str = ""
    open: bool = False
    """Whether that was paid already."""
    search: str = ""
    search_why: str = ""
    holders: tuple[HolderView, ...] = ()
    basis: str = ""


class LyingView(ViewValue, frozen=True):
    """What lies on a cell. hidden: from some seat; only in a GM's view."""

    board: str
    x: int
    y: int
    names: tuple[str, ...]
    hidden: bool = False


class SectionView(ViewValue, frozen=True):
    """A part of a craft that can be aimed at. hp: where they are known; charge: what whoever aims at it has; far: cells
    from the viewer's own craft; does: what its loss does."""

    body: str
    name: str
    health: str
    hp: int | None = None
    max_hp: int | None = None
    down: bool = False
    charge: str = ""
    far: int | None = None
    does: str = ""


class PostView(ViewValue, frozen=True):
    """A place of work aboard. weapon: `Cannon, tier 3`; load: what lies in it, or `empty`, where there is one."""

    key: str
    label: str
    who: tuple[str, ...] = ()
    weapon: str = ""
    load: str = ""


class CraftView(ViewValue, frozen=True):
    """A craft with a crew: its numbers, its sections, and for its own crew its posts."""

    key: str
    name: str
    relation: str
    numbers: tuple[NumberView, ...] = ()
    badges: tuple[BadgeView, ...] = ()
    sections: tuple[SectionView, ...] = ()
    posts: tuple[PostView, ...] = ()
    boards: tuple[str, ...] = ()
    """Of its own crew: the wide board, and the deck if it has one."""


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


class ZoneView(ViewValue, frozen=True):
    key: str
    board: str
    name: str
    cells: tuple[tuple[int, int], ...]
    mine: bool = True
    side: str = ""
    seat: str = ""
    """For whom it is; only in a GM's view."""


class AreaView(ViewValue, frozen=True):
    """Cells in which something of a body's counts: drawn as an outline with its name. helps: it does good to those
    whom it is meant for. title: whose and what, in one line."""

    key: str
    board: str
    label: str
    body: str
    cells: tuple[tuple[int, int], ...]
    helps: bool = False
    title: str = ""


class EdgeView(ViewValue, frozen=True):
    ax: int
    ay: int
    bx: int
    by: int
    kind: str
    closed: bool = True
    locked: bool | None = None
    label: str = ""
    """Of cover: what it is made of."""
    style: str = ""
    """How much it covers: `half`, `full`, `concealed`, or a word of the ruleset that the stylesheet knows."""


class TerrainView(ViewValue, frozen=True):
    """What the legend says of a kind of terrain. style: a class name of the closed set in the stylesheet."""

    letter: str
    key: str
    label: str
    style: str
    title: str = ""


class BoardView(ViewValue, frozen=True):
    """A board as known: unknown cells have the letter `?` and no elevation, and no edge beside them is sent.

    foggy: without fog all is seen and the masks are empty. lit: mask of cells in sight now; known: mask of cells
    ever seen; in a GM's view what the players see and have seen. picture: its key; of it only known cells may leave.
    """

    key: str
    name: str
    width: int
    height: int
    terrain: str
    elevation: tuple[int, ...] = ()
    palette: tuple[TerrainView, ...] = ()
    edges: tuple[EdgeView, ...] = ()
    picture: str = ""
    foggy: bool = False
    known: str = ""
    lit: str = ""


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


class EndTurnView(ViewValue, frozen=True):
    """The End turn button: what stays, and the stepper of the conversion (table.md 8)."""

    unit: str
    keeps: str
    ask: bool
    """True when nothing was done this turn: the page asks once."""
    convert_max: int = 0
    convert: int = 0
    convert_label: str = ""
    basis: str = ""


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
