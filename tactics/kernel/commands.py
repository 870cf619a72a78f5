"""Wishes, in the imperative, that every ruleset shares. They may be refused; a refusal leaves no trace.

Field names are those of scenario files and of the browser's form; the tag `do` is the name there.
A ruleset adds its own types to these in its table.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from tactics.kernel.state import Board, Body, Edge, Objective, Seat, Unit, Zone

Key = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.\-]+$")]
"""A unit, body, seat, action or entry key."""
Text = Annotated[str, Meta(max_length=2000)]
Notes = Annotated[str, Meta(max_length=8000)]
"""A GM's own, with those of the map's cells."""
Coordinate = Annotated[int, Meta(ge=0, le=99)]
At = tuple[Coordinate, Coordinate]
Number = Annotated[int, Meta(ge=-9999, le=9999)]
Way = Annotated[list[At], Meta(min_length=1, max_length=200)]
CELLS = 1_000
"""Cells that one command may enter; a walk takes a step of the engine for each."""


def _check_length(*ways: list[At]) -> None:
    if sum(map(len, ways)) > CELLS:
        raise ValueError(f"a way has at most {CELLS} cells")


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do"):
    """Base of all commands."""

    sender: ClassVar[Literal["seat", "server", "system"]] = "seat"
    """Where it comes from. `seat`: a control of somebody's page. `server`: only the server composes it, for a seat
    that asked in smaller words, or from a file. `system`: the server for itself; no seat may."""


# --- preparing --------------------------------------------------------------------------------------


class SetScenario(Command, frozen=True, tag="set_scenario"):
    text: Text | None = None
    notes: Notes | None = None


class SetObjective(Command, frozen=True, tag="set_objective"):
    objective: Objective


class RemoveObjective(Command, frozen=True, tag="remove_objective"):
    key: Key


class SetBoard(Command, frozen=True, tag="set_board"):
    """A whole board, from a scenario or a map that was read. At the table a GM changes one by `paint`, `set_edge`."""

    sender = "server"
    board: Board


class Paint(Command, frozen=True, tag="paint"):
    """The GM paints the cells between two corners: another terrain, another level, or both (table.md 17)."""

    board: Key
    rect: tuple[At, At]
    terrain: Key | None = None
    level: Annotated[int, Meta(ge=-9, le=99)] | None = None


class SetEdge(Command, frozen=True, tag="set_edge"):
    board: Key
    edge: Edge


class SetZone(Command, frozen=True, tag="set_zone"):
    zone: Zone


class RemoveZone(Command, frozen=True, tag="remove_zone"):
    key: Key


class SetOption(Command, frozen=True, tag="set_option"):
    """A constant or setting of this Mission alone."""

    key: Annotated[str, Meta(max_length=80)]
    value: Any


class SetFog(Command, frozen=True, tag="set_fog"):
    fog: str


class Uncover(Command, frozen=True, tag="uncover"):
    """The GM shows (or, with `cover`, hides again) part of a board: exactly one of cells, a rectangle between two
    corners, the room around a cell (up to its walls and closed doors), and all."""

    board: Key
    cells: Annotated[list[At], Meta(max_length=10_000)] | None = None
    rect: tuple[At, At] | None = None
    room: At | None = None
    all: bool | None = None
    cover: bool = False


class Join(Command, frozen=True, tag="join"):
    """A unit joins: complete with its bodies (the service makes it from a sheet or a scenario). A page says what shall
    come by `muster`: it knows neither a unit's parts nor its hidden numbers."""

    sender = "server"
    unit: Unit[Any]
    bodies: tuple[Body[Any], ...]
    initiative: int | None = None


class Leave(Command, frozen=True, tag="leave"):
    unit: Key
    body: Key | None = None
    """One member of a Mob only."""


class Control(Command, frozen=True, tag="control"):
    """Sets who controls a unit (table.md 10)."""

    unit: Key
    seat: Key


class SetSeat(Command, frozen=True, tag="set_seat"):
    """The system announces a seat of the database; standing choices are a seat's own."""

    sender = "system"
    seat: Seat


class LeaveSeat(Command, frozen=True, tag="leave_seat"):
    """The system announces that a member left the campaign."""

    sender = "system"
    key: Key


class SetStanding(Command, frozen=True, tag="set_standing"):
    """A seat's own standing choices, merged into what stands; None removes one."""

    choices: dict[Key, Any]


# --- phases -----------------------------------------------------------------------------------------


class Advance(Command, frozen=True, tag="advance"):
    """On to the next phase, if nothing is missing; `force` is the GM's override where there is one."""

    force: bool = False


class RollInitiative(Command, frozen=True, tag="roll_initiative"):
    """For these units, by default for all that have none (T-016; one button, table.md 15)."""

    units: list[Key] | None = None


class Place(Command, frozen=True, tag="place"):
    """Puts a body (or the one body of a unit) on a cell. The GM moves anyone anywhere with it."""

    at: At
    unit: Key | None = None
    body: Key | None = None
    board: Key | None = None
    z: int = 0
    secret: bool = False


class Wish(Command, frozen=True, tag="wish"):
    """Marks the cell that a body shall take when its place in the order comes; without `at` unmarks it."""

    body: Key
    at: At | None = None
    board: Key | None = None


class PlaceRest(Command, frozen=True, tag="place_rest"):
    """Fills the zones with everyone who has no cell (table.md 15)."""


class Start(Command, frozen=True, tag="start"):
    """Begins round 1. `force`: although something is missing (GM, with a warning; T-007)."""

    force: bool = False


class EndMission(Command, frozen=True, tag="end_mission"):
    outcome: Text = ""


# --- play -------------------------------------------------------------------------------------------


class Move(Command, frozen=True, tag="move"):
    """One way for a unit with one body (`path`, one leg, or `legs`), or `paths` of its bodies.

    The first cell of a way is the first cell entered, not the one where the body stands.
    """

    unit: Key
    path: Way | None = None
    legs: Annotated[list[Way], Meta(min_length=1, max_length=40)] | None = None
    paths: dict[Key, Way] | None = None
    go_on: bool = msgspec.field(default=False, name="continue")

    def __post_init__(self) -> None:
        _check_length(*(self.legs or ()), *(self.paths or {}).values())


class Door(Command, frozen=True, tag="door"):
    """Opens or closes an unlocked door beside a body of the unit; `at` names the two cells that it stands between.

    open: what is meant, so that a door which moved meanwhile is not moved back; None: the other way.
    """

    unit: Key
    at: tuple[At, At]
    open: bool | None = None


class Extra(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A named change of the number that `applies` names."""

    label: Annotated[str, Meta(min_length=1, max_length=60)]
    value: Number
    applies: str = "attempt"


class Act(Command, frozen=True, tag="act"):
    """Does `action` (an action's or an attack skill's key) at a target: a body, a cell, or a list of bodies."""

    unit: Key
    action: Key
    using: Key | None = msgspec.field(default=None, name="with")
    target: Key | list[Coordinate | Key] | None = None
    legs: Annotated[list[Way], Meta(min_length=1, max_length=40)] | None = None
    """For actions that move (Acrobatics)."""
    paths: dict[Key, Annotated[list[Way], Meta(min_length=1, max_length=40)]] | None = None
    """For those of several members: member -> its legs."""
    pay: dict[str, int] | None = None
    text: Text = ""
    targets: dict[Key, Key] | None = None
    """Attacking member -> target body, for a group attack."""
    secret: bool = False
    """The GM's: what is rolled is told to nobody else; what it does shows as it does."""
    modifiers: Annotated[list[Extra], Meta(max_length=20)] = []
    """The GM's, on this action's checks."""

    def __post_init__(self) -> None:
        _check_length(*(self.legs or ()), *(way for legs in (self.paths or {}).values() for way in legs))


class EndTurn(Command, frozen=True, tag="end_turn"):
    unit: Key
    convert: Annotated[int, Meta(ge=0, le=99)] | None = None
    facing: str = ""


class Answer(Command, frozen=True, tag="answer"):
    """Answers a prompt by the name that its seat reads (`difficulty.1`) or by its kind alone, the oldest of that kind.

    default: take the kind's one default.
    """

    prompt: Key
    value: Any = None
    default: bool = False


class Timeout(Command, frozen=True, tag="timeout"):
    """The system: a prompt's time is up, or its seat is absent."""

    sender = "system"
    prompt: Key
    absent: bool = False


class MoreTime(Command, frozen=True, tag="more_time"):
    """Stops a prompt's clock for a while (table.md 3): the asked seat once, by touching it; a GM as often as wanted."""

    prompt: Key


class TakeBack(Command, frozen=True, tag="take_back"):
    """A player takes back the own latest step while nothing was revealed (table.md 9)."""


class Rewind(Command, frozen=True, tag="rewind"):
    """The GM makes row `to` the last live one."""

    to: Annotated[int, Meta(ge=0)]


class Amend(Command, frozen=True, tag="amend"):
    """The GM has row `entry` decided again, with the same dice but this change (table.md 7)."""

    entry: Annotated[int, Meta(ge=1)]
    change: dict[str, Any]


class Reopen(Command, frozen=True, tag="reopen"):
    """The GM takes back the action just resolved, with its dice, and lets `unit` in before it (table.md 2): it is
    declared again, and what fell for it falls again where it is still asked for."""

    unit: Key


class Lay(Command, frozen=True, tag="lay"):
    """The GM lays a modifier in advance (table.md 5)."""

    on: Annotated[str, Meta(max_length=80)]
    label: Annotated[str, Meta(min_length=1, max_length=60)]
    value: Number
    applies: str = "difficulty"
    secret: bool = False
    rounds: Annotated[int, Meta(ge=1, le=99)] | None = None


class Lift(Command, frozen=True, tag="lift"):
    key: Key


class Rule(Command, frozen=True, tag="rule"):
    """A GM ruling. Exactly one of the fields from `set` on; reason is optional; secret keeps it from players.

    set: {path: value}, a number or one of the texts `-7`, `+3`, `=12` (table.md 19). skip: the unit's turn
    passes. settle: {objective: status}. ruled: the next difficulty of this unit is asked for ("I rule this
    one").
    """

    reason: Text = ""
    secret: bool = False
    set: dict[str, int | str] | None = None
    hide: Key | None = None
    reveal: Key | None = None
    to: list[Key] | None = None
    """Seats that `hide` hides from, or that `reveal` reveals to; default all."""
    knock_out: Key | None = None
    revive: Key | None = None
    reorder: list[Key] | None = None
    skip: Key | None = None
    refund: dict[str, int] | None = None
    unit: Key | None = None
    """Whom `refund` and `ruled` mean."""
    ruled: bool | None = None
    settle: dict[str, str] | None = None
    mode: str | None = None
    """`free` or `turns` (table.md 18)."""
    units: list[Key] | None = None
    """With mode `turns`: initiative is called for these alone, from where they stand; by default the rounds go on."""
    status: dict[str, Any] | None = None
    """{body, key, on: true or false}: sets or ends a status; key may be as the ruleset writes one that is given."""


class Pause(Command, frozen=True, tag="pause"):
    pass


class Resume(Command, frozen=True, tag="resume"):
    pass


class Chat(Command, frozen=True, tag="chat"):
    """Out of character, free of cost. to: a seat or `gm`; style `narration` is the GM's."""

    text: Annotated[str, Meta(min_length=1, max_length=2000)]
    to: str = ""
    style: str = "chat"


class Throw(Command, frozen=True, tag="throw"):
    """Dice at the table that are nobody's action: `/roll 2d6 + 1` (table.md 16). The server rolls.

    formula: dice and numbers, no names (tactics.effects.dice_text). to: a seat or `gm`, who alone reads it beside the
    roller; empty: all.
    """

    formula: Annotated[str, Meta(min_length=1, max_length=200)]
    why: Annotated[str, Meta(max_length=200)] = ""
    to: str = ""


class StandIn(Command, frozen=True, tag="stand_in"):
    """The GM plays for a seat, and hands it back (table.md 10). The seat itself may take it back too."""

    seat: Key
    on: bool = True


class AcceptAll(Command, frozen=True, tag="accept_all"):
    """The GM takes the suggestion of each of these prompts, in order (table.md 5): those that were on the page, by
    the names that it reads; what has no default, or is gone by then, is left."""

    prompts: Annotated[list[Key], Meta(min_length=1, max_length=100)]


class Muster(Command, frozen=True, tag="muster"):
    """The GM adds a unit whose members are numbered on and placed at once (table.md 14).

    key: of the new unit. like: a unit or body that its members are copies of, fresh and unhurt; or template: an
    entry of the rules data; or tough: from 1 to 5, for somebody whom nobody has written down (table.md 17). With
    more than one member it is a Mob. at: around which cell they stand, as a `block`, `line` or `ring`; without it
    they have no cell yet. side, seat: by default those of `like` or of the owner, else the GM's own. owner: the unit
    that it belongs to, if these rules have such.
    """

    key: Key
    like: Key | None = None
    template: Key | None = None
    tough: Annotated[int, Meta(ge=1, le=5)] | None = None
    name: Annotated[str, Meta(max_length=60)] = ""
    count: Annotated[int, Meta(ge=1, le=50)] = 1
    at: At | None = None
    board: Key | None = None
    shape: str = "block"
    side: Annotated[str, Meta(max_length=40)] = ""
    seat: Key | None = None
    hidden: bool = False
    owner: Key | None = None


class AdoptRules(Command, frozen=True, tag="adopt_rules"):
    """The Mission goes on under another published version."""

    rules: Annotated[str, Meta(min_length=64, max_length=64)]


KERNEL_COMMANDS: tuple[type[Command], ...] = tuple(
    sorted((c for c in Command.__subclasses__()), key=lambda c: c.__name__)
)
KERNEL_COMMANDS_SHARED: tuple[type[Command], ...] = tuple(
    k for k in KERNEL_COMMANDS if k.__name__ not in ("Move", "Act", "Door")
)
"""Without those that only some rulesets carry out."""
