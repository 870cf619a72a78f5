"""A Mob of Outerah moves together: all within one Movement, each as far and over what it can itself (table.md 14)."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from tactics.board import Grid
from tactics.board.formation import Ends
from tactics.board.formation import march as proposed
from tactics.board.ground import BIT_OF
from tactics.board.walk import Gait
from tactics.kernel.engine import Work
from tactics.kernel.refusals import illegal
from tactics.kernel.ruleset import Handler, Known
from tactics.kernel.state import AnyBody, AnyUnit, Cell
from tactics.kernel.view import OptionView
from tactics.mission import together, turns
from tactics.mission.together import March
from tactics.mission.walking import seen_by_sender
from tactics.outerah import aboard, moving, ways
from tactics.outerah.parts import MOVEMENT, PART_LABELS, constant, free_to_act, left, part, pay_free, points


def march(work: Work, command: March) -> None:
    unit = turns.active_unit(work, command.unit)
    moving.affords(work, unit)
    found = paths(seen_by_sender(work), unit, together.cell_of(command.at), command.lead or "")
    if not found:
        raise illegal("nothing")
    moving.begin(work, unit, "move", found, 1)


def walkers(known: Known, unit: AnyUnit) -> tuple[AnyBody, ...]:
    """The members that can walk, on the board of the first of them."""
    return together.on_one_board([b for b in free_to_act(known, unit) if not aboard.below(known.state, b)])


def paths(known: Known, unit: AnyUnit, to: Cell, lead: str = "") -> dict[str, list[Cell]]:
    """Body -> the cells that it would enter, for those that move. Raises Refused for a cell or leader that is none."""
    able = walkers(known, unit)
    board, at = together.standing(able, lead)
    free = pay_free(known.state)
    if to not in ways.floor_of(known, board)[0]:
        raise illegal("blocked", cell="that cell")

    def ends(key: str, others: Set[Cell]) -> Ends:
        body = known.state.bodies[key]
        most = ways.STROLL if free else ways.budget(known, body)
        spent = 0 if free else ways.spent_of(known, unit, body)
        found = ways.reach(known, body, most, spent, frozenset(others), fresh=not part(unit).walked)
        return {c: (node.halves,) for c, node in found.items()}, lambda cell: [ways.path_to(found, at[key], cell)]

    slanted = max(2, int(2 * constant(known, "out.swim.diagonal")))
    found = proposed(
        passable(known, able[0]), at, to, Gait(orthogonal=slanted, diagonal=2), 1,
        ways.taken(known.state, board, *at), leader=lead, ends=ends,
    )  # fmt: skip
    return together.in_one(found)


def passable(known: Known, body: AnyBody) -> Grid:
    """The board as this body could walk it with all the time in the world: without what it may not enter and the
    steps that it cannot jump."""
    passes = ways.passage(known, body)
    grid, floor = passes.easy, passes.floor
    letters = floor.board.terrain
    costs, exits = bytearray(grid.costs), bytearray(grid.exits)
    enters: dict[str, bool] = {}
    levels = ways.leap(known, body)
    for n, letter in enumerate(letters):
        cell = (n % floor.board.width, n // floor.board.width)
        if letter not in enters:
            enters[letter] = ways.may_enter(known, floor, body, cell)
        at = grid.index(cell)
        if not enters[letter]:
            costs[at] = 0
        for (dx, dy), bit in BIT_OF.items() if floor.board.elevation or passes.hard is not grid else ():
            beside = (cell[0] + dx, cell[1] + dy)
            if not exits[at] & bit:
                continue
            if ways.rise(known, floor, levels, cell, beside) is None or not passes.open(known, cell, beside):
                exits[at] ^= bit
    return replace(grid, costs=bytes(costs), exits=bytes(exits))


def offers(known: Known, unit: AnyUnit) -> list[OptionView]:
    """For a unit of several members that may move now."""
    able = walkers(known, unit)
    if len(able) < 2:
        return []
    free = pay_free(known.state)
    why = moving.barred(known, unit)
    rest = not free and not why and not left(unit, MOVEMENT)
    cost = {} if free or rest else {MOVEMENT: 1}
    plain = OptionView(
        key="advance", unit=unit.key, do="march", label=together.ADVANCE, group=PART_LABELS[MOVEMENT],
        cost="free" if free else moving.REST if rest else points(cost), costs=cost, why_not=why,
        why_code="cost" if why else "", help="action:move",
    )  # fmt: skip
    return together.pair(plain, able[0].key)


COMMANDS = together.COMMANDS
HANDLERS: dict[type, Handler] = {March: march}
