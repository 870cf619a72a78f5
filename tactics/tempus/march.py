"""A Mob of Tempus Tempera moves together: for the price of one Move, each member within one (T-049)."""

from __future__ import annotations

from tactics.board.formation import march as proposed
from tactics.kernel.engine import Work
from tactics.kernel.refusals import illegal
from tactics.kernel.ruleset import Handler, Known
from tactics.kernel.state import AnyBody, AnyUnit, Cell
from tactics.kernel.view import OptionView
from tactics.mission import together, turns
from tactics.mission.together import March
from tactics.tempus import movement, ways
from tactics.tempus.parts import cost_of, lacking, living, pay_free, points
from tactics.tempus.timing_records import TURN

STROLL = 20
"""Moves that a proposal looks ahead in free movement, where none is counted."""


def march(work: Work, command: March) -> None:
    unit = turns.active_unit(work, command.unit)
    view = movement.seen_by_sender(work)
    found = paths(view, unit, together.cell_of(command.at), command.lead or "")
    if not found:
        raise illegal("nothing")
    strides = ways.plan(view, unit, {body: [way] for body, way in found.items()})
    price = {} if pay_free(work.state) else ways.move_cost(work.state, work.rules)
    movement.afford(unit, cost_of(price, ways.cut(strides)))
    movement.blocked_by_extended(work, unit, "move", TURN)
    movement.begin(work, unit, "move", strides, price)


def walkers(known: Known, unit: AnyUnit) -> tuple[AnyBody, ...]:
    """The members that can walk now, on the board of the first of them."""
    return together.on_one_board([b for b in living(known.state, unit) if not ways.forbidden(known, b, "move")])


def paths(known: Known, unit: AnyUnit, to: Cell, lead: str = "") -> dict[str, list[Cell]]:
    """Body -> the cells that it would enter, for those that move. Raises Refused for a cell or leader that is none."""
    able = walkers(known, unit)
    board, at = together.standing(able, lead)
    floor = ways.compiled(known, board)
    if to not in floor:
        raise illegal("blocked", cell="that cell")
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
    return together.in_one(found)


def offers(known: Known, unit: AnyUnit) -> list[OptionView]:
    """For a unit of several members that may move now."""
    able = walkers(known, unit)
    if len(able) < 2:
        return []
    cost = {} if pay_free(known.state) else ways.move_cost(known.state, known.rules)
    lack = lacking(unit, cost)
    plain = OptionView(
        key="advance", unit=unit.key, do="march", label=together.ADVANCE, group="Physical", cost=points(cost),
        costs=cost, why_not=lack, why_code="cost" if lack else "", help="rule:T-049",
    )  # fmt: skip
    return together.pair(plain, able[0].key)


COMMANDS = together.COMMANDS
HANDLERS: dict[type, Handler] = {March: march}
