"""The state of a Mission: one frozen tree of values, JSON at any instant.

Nothing in it is mutated in place: an applier returns a new tree that shares what did not change
(`msgspec.structs.replace`, `{**old, key: new}`). What only one ruleset knows stands in a `part`
of a type that the ruleset names; the kernel carries it and never looks inside.

Units are slots in the order: points, order and prompts name units. Bodies are what stands, is seen
and is hit: targets, paths, sight, hiding and statuses name bodies. A Character is a unit with one body
of the same key; a Mob has several (`goblins.1`, `goblins.2`), and their keys are never used again.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

Cell = tuple[int, int]
"""(x, y); x grows to the right, y down; (0, 0) is the top left cell."""

EVERYONE = "*"
"""In `Body.hidden_from`: hidden from every seat but the GMs', the controller's and its side's."""

U = TypeVar("U")
B = TypeVar("B")
M = TypeVar("M")


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of everything that is stored: frozen, compared by content, unknown fields refused."""


class Place(Value, frozen=True):
    """Where a body stands. `z` is the height above the ground in levels; 0 on the ground."""

    board: str
    x: int
    y: int
    z: int = 0

    @property
    def cell(self) -> Cell:
        return (self.x, self.y)


class Edge(Value, frozen=True):
    """Something that stands between two orthogonally neighbouring cells (`a` before `b`).

    kind: `wall`, `door` or `cover`. Only a door opens: `closed` says whether it bars the way now,
    `locked` whether a unit beside it may open it, `broken` that it bars no way any more.
    """

    a: Cell
    b: Cell
    kind: str = "wall"
    closed: bool = True
    locked: bool = False
    material: str = ""
    broken: bool = False


class Board(Value, frozen=True):
    """One flat map. `terrain` has one letter a cell, row by row; `palette` says what a letter means.

    Every field is hashable, so a board is the key of the caches of `tactics.board`. `elevation` is either
    empty (all 0) or one level a cell, row by row. `rows` of zones and fog stand in the state, not here.
    """

    key: str
    name: str
    width: int
    height: int
    terrain: str
    palette: tuple[tuple[str, str], ...] = ((".", "ground"),)
    elevation: tuple[int, ...] = ()
    edges: tuple[Edge, ...] = ()
    picture: str = ""
    """Key of a background picture in the map store, or empty."""
    carried_by: str = ""
    """The body that carries this board about (a deck), or empty: who may not know of the body may not of the board."""


class Memory(Value, frozen=True):
    """What a side still takes for true of a board where it has changed out of its sight (table.md 24).

    edges: as last seen; the kind `` (empty) where nothing stood. cells: (index row by row, letter, terrain key,
    level) as last seen.
    """

    edges: tuple[Edge, ...] = ()
    cells: tuple[tuple[int, str, str, int], ...] = ()


class Pool(Value, frozen=True):
    """Points of one kind: what is left and what a turn grants."""

    left: int = 0
    of: int = 0


class Until(Value, frozen=True):
    """When something ends: at the `edge` (start, end) of the `count`-th coming turn of `unit`,
    or, with no unit, of the round."""

    edge: str = "start"
    unit: str = ""
    count: int = 1


class Status(Value, frozen=True):
    """A status on a body; `key` names an entry of the rules data."""

    key: str
    source: str = ""
    stacks: int = 1
    until: Until | None = None
    numbers: dict[str, int] = {}


class Laid(Value, frozen=True):
    """A modifier that the GM laid in advance (table.md 5).

    on: `body:<key>`, `unit:<key>`, `cell:<board>:<x>:<y>` or `next:<unit>` (its next check only).
    applies: what it changes: `attempt`, `difficulty`, `effectiveness`, `soak`, `def`.
    secret: only the GM may know of it; it hides the total that it is part of.
    """

    key: str
    on: str
    applies: str
    label: str
    value: int
    secret: bool = False
    until: Until | None = None


class Body(Value, Generic[B], frozen=True):
    """What stands on a board. `place` is None before placement and after leaving."""

    key: str
    unit: str
    name: str
    hp: int
    max_hp: int
    stats: dict[str, int] = {}
    skills: dict[str, str] = {}
    """Skill key -> rank: `P` or `0` to `10`."""
    place: Place | None = None
    size: int = 1
    facing: str = ""
    down: bool = False
    """Unconscious (T-091); the unit is skipped when all its bodies are down."""
    statuses: tuple[Status, ...] = ()
    hidden_from: tuple[str, ...] = ()
    """Seats that do not see it; `*` for all (see EVERYONE)."""
    found_by: tuple[str, ...] = ()
    """Seats that have found it although it is hidden."""
    picture: str = ""
    part: B | None = None


class Unit(Value, Generic[U], frozen=True):
    """A slot in the order. `seat` controls it; the GM may always act for it."""

    key: str
    name: str
    kind: str
    """`character` or `mob`."""
    side: str
    seat: str
    bodies: tuple[str, ...]
    race: str = ""
    character: bool = False
    """A Player Character: counts for `all Player Characters unconscious` (T-091)."""
    pools: dict[str, Pool] = {}
    initiative: int | None = None
    tiebreak: tuple[int, ...] = ()
    """Dice of tie-breaks, newest last; kept while the tie lasts (T-020)."""
    wish: dict[str, Place] = {}
    """Body -> the cell that is prepared or wished for placement (table.md 15)."""
    sheet: str = ""
    """What the unit was made from, for whoever keeps sheets; empty: nothing of it goes back to one."""
    part: U | None = None


class Seat(Value, frozen=True):
    """Who sits at the table of this Mission. Permission is the database's; this is the name and the choices."""

    key: str
    role: str
    """`gm`, `player` or `spectator`."""
    name: str = ""
    standing: dict[str, Any] = {}
    """Standing choices, for example {"convert": 1}."""
    typed_dice: bool = False
    played_by: str = ""
    """The GM's seat that plays for it (table.md 10), or empty."""


class Objective(Value, frozen=True):
    """A goal (T-007 to T-012). recipients: seat keys; public: shown to all.

    kind: `main`, `alternate` (of the main named in `instead_of`), `secondary`, `personal`.
    status: `open`, `completed`, `failed`, `partial`.
    """

    key: str
    title: str
    kind: str = "main"
    text: str = ""
    recipients: tuple[str, ...] = ()
    public: bool = False
    status: str = "open"
    xp: int | None = None
    """None: what the Mission's rules give for an objective (T-010)."""
    best_outcome: bool = True
    instead_of: str = ""


class Zone(Value, frozen=True):
    """Where units may be placed at the start (T-025). With neither side nor seat it is for every player."""

    key: str
    board: str
    cells: tuple[Cell, ...]
    side: str = ""
    seat: str = ""
    name: str = ""


class Clock(Value, frozen=True):
    """Round, order and the active unit **by key** (none in free movement and between phases)."""

    round: int = 0
    order: tuple[str, ...] = ()
    active: str | None = None
    acted: tuple[str, ...] = ()
    mode: str = "turns"
    """`turns` or `free` (table.md 18)."""


class Frame(Value, frozen=True):
    """An action in progress: its named steps still to do, and what earlier steps found out."""

    key: int
    kind: str
    unit: str
    args: dict[str, Any] = {}
    todo: tuple[str, ...] = ()
    memo: dict[str, Any] = {}


class Prompt(Value, frozen=True):
    """Something that a seat must decide. Its kind (ruleset.PromptKind) says whether it blocks and what
    its one default is.

    deadline: integer milliseconds of the Mission's clock, or None: it waits. left: milliseconds left
    while the Mission is paused.
    """

    key: str
    kind: str
    to: str
    unit: str = ""
    frame: int | None = None
    deadline: int | None = None
    left: int | None = None
    data: dict[str, Any] = {}


class State(Value, Generic[U, B, M], frozen=True):
    """A Mission at one instant. `seq` is the number of the last row of the log that it contains."""

    ruleset: str
    rules: str
    """SHA-256 of the rules version that the Mission pins."""
    name: str = ""
    seq: int = 0
    phase: str = "scenario"
    scenario: str = ""
    gm_notes: str = ""
    options: dict[str, Any] = {}
    """Constants and settings overridden for this Mission (`tt.ask.difficulty`)."""
    boards: dict[str, Board] = {}
    units: dict[str, Unit[U]] = {}
    bodies: dict[str, Body[B]] = {}
    gone: tuple[str, ...] = ()
    """Keys of units and bodies that have left: never used again."""
    seats: dict[str, Seat] = {}
    objectives: dict[str, Objective] = {}
    zones: tuple[Zone, ...] = ()
    laid: tuple[Laid, ...] = ()
    clock: Clock = Clock()
    stack: tuple[Frame, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    made: int = 0
    """How many frames, prompts and laid modifiers were made: the source of their keys."""
    paused: str = ""
    """The seat that paused the Mission, or empty."""
    fog: str = "none"
    """`none`, `uncovered` (by the GM) or `sight` (of the side)."""
    uncovered: dict[str, str] = {}
    """Board -> cells as a hexadecimal bit mask (tactics.board.masks): shown by the GM."""
    explored: dict[str, str] = {}
    """`<side>/<board>` -> mask of cells that the side has seen at least once."""
    remembered: dict[str, Memory] = {}
    """`<side>/<board>` -> where what the side remembers is not so any more."""
    outcome: str = ""
    xp: dict[str, int] = {}
    """Seat -> experience credited by this Mission (T-010, T-094)."""
    part: M | None = None


AnyState = State[Any, Any, Any]


def first_board(state: AnyState) -> str:
    """The board that is meant where none is named: the first that nothing carries; empty if there is none."""
    return next((key for key, board in state.boards.items() if not board.carried_by), next(iter(state.boards), ""))


AnyUnit = Unit[Any]
AnyBody = Body[Any]
