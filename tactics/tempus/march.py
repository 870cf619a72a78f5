"""A Mob moves together: all advance on a cell, or keep their formation around one who leads (T-049; table.md 14).

The server proposes a legal way for each member; the person may change any of them and sends all as one Move. `march`
takes the proposal as it is.
"""

from __future__ import annotations

from msgspec.structs import replace

from tactics.board import cells
from tactics.board.formation import march as proposed
from tactics.kernel.commands import At, Command, Key
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import Handler, Known
from tactics.kernel.state import AnyBody, AnyUnit, Cell
from tactics.kernel.view import FieldView, OptionView
from tactics.mission import turns
from tactics.tempus import movement, ways
from tactics.tempus.parts import cost_of, lacking, living, pay_free, points
from tactics.tempus.timing_records import TURN

STROLL = 20
"""Moves that a proposal looks ahead in free movement, where none is counted."""


class March(Command, frozen=True, tag="march"):
    """All members of a unit walk one Move towards `at`; with `lead`, a member goes there and the others keep their
    places around it."""

    unit: Key
    at: At | str
    lead: Key | None = None


def march(work: Work, command: March) -> None:
    unit = turns.active_unit(work, command.unit)
    view = movement.seen_by_sender(work)
    found = paths(view, unit, _cell(command.at), command.lead or "")
    if not found:
        raise illegal("nothing")
    strides = ways.plan(view, unit, {body: [way] for body, way in found.items()})
    price = {} if pay_free(work.state) else ways.move_cost(work.state, work.rules)
    movement.afford(unit, cost_of(price, ways.cut(strides)))
    movement.blocked_by_extended(work, unit, "move", TURN)
    movement.begin(work, unit, "move", strides, price)


def _cell(given: At | str) -> Cell:
    if isinstance(given, str):
        try:
            return cells.parse(given)
        except ValueError as problem:
            raise bad_field("at", str(problem)) from problem
    return given


def walkers(known: Known, unit: AnyUnit) -> tuple[AnyBody, ...]:
    """The members that can walk now, on the board of the first of them."""
    able = [b for b in living(known.state, unit) if b.place is not None and not ways.forbidden(known, b, "move")]
    board = able[0].place.board if able and able[0].place is not None else ""
    return tuple(b for b in able if b.place is not None and b.place.board == board)


def paths(known: Known, unit: AnyUnit, to: Cell, lead: str = "") -> dict[str, list[Cell]]:
    """Body -> the cells that it would enter, for those that move. Raises Refused for a cell or leader that is none."""
    able = walkers(known, unit)
    if not able or able[0].place is None:
        raise illegal("phase", missing="placement")
    if lead and lead not in {b.key for b in able}:
        raise Refused("unknown", what=lead)
    board = able[0].place.board
    floor = ways.compiled(known, board)
    if to not in floor:
        raise illegal("blocked", cell="that cell")
    at = {b.key: b.place.cell for b in able if b.place is not None}
    free = pay_free(known.state)
    found = proposed(
        floor,
        at,
        to,
        ways.pace(known.state, known.rules),
        STROLL if free else 1,
        ways.taken(known.state, board, *at),
        leader=lead,
    )
    return {body: [cell for leg in legs for cell in leg] for body, legs in found.items() if legs}


def offers(known: Known, unit: AnyUnit) -> list[OptionView]:
    """For a unit of several members that may move now."""
    able = walkers(known, unit)
    if len(able) < 2:
        return []
    cost = {} if pay_free(known.state) else ways.move_cost(known.state, known.rules)
    lack = lacking(unit, cost)
    field = FieldView(name="at", label="To", kind="cell", help="a cell such as F8")
    plain = OptionView(
        key="advance",
        unit=unit.key,
        do="march",
        label="All advance on",
        group="Physical",
        cost=points(cost),
        costs=cost,
        why_not=lack,
        why_code="cost" if lack else "",
        fields=() if lack else (field,),
        help="rule:T-049",
    )
    return [plain, replace(plain, key="formation", label="All keep formation", command={"lead": able[0].key})]


COMMANDS: tuple[type[Command], ...] = (March,)
HANDLERS: dict[type, Handler] = {March: march}
