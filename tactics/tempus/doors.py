"""Opening and closing doors: free as the house value has it, in the own turn, also in the middle of a Move."""

from __future__ import annotations

from tactics.board import cells
from tactics.kernel import commands as c
from tactics.kernel.engine import Work
from tactics.kernel.ruleset import Handler, Known
from tactics.kernel.state import AnyUnit, Edge
from tactics.kernel.view import OptionView
from tactics.mission import doors, fog, turns
from tactics.tempus.movement import afford
from tactics.tempus.parts import Acted, cost_of, lacking, pay, pay_free, points

COST = "tt.door.cost"


def door(work: Work, command: c.Door) -> None:
    """A unit opens or closes an unlocked door beside it (table.md 17; `tt.door.cost`)."""
    unit = turns.active_unit(work, command.unit)
    event = doors.turned(work, unit, command)
    price = {} if pay_free(work.state) else cost_of(work.constant(COST))
    afford(unit, price)
    if price:
        pay(work, unit.key, price, "door")
        work.emit(Acted(unit=unit.key, action="door"))
    fog.change(work, event)


def offers(known: Known, unit: AnyUnit) -> list[OptionView]:
    """Each door beside the unit; a locked one says so to whoever stands there."""
    found = list(doors.beside(known.state, unit))
    price = {} if pay_free(known.state) else cost_of(known.rules.constant(COST, known.state.options))
    lack = lacking(unit, price)
    out = []
    for _, edge in found:
        locked = edge.closed and edge.locked
        out.append(
            OptionView(
                key=f"door:{name(edge)}",
                unit=unit.key,
                do="door",
                label=f"{'Open' if edge.closed else 'Close'} door{f' {name(edge)}' if len(found) > 1 else ''}",
                group="Free",
                cost=points(price),
                costs=price,
                why_not="it is locked" if locked else lack,
                why_code="locked" if locked else "cost" if lack else "",
                title=f"the door between {doors.where(edge)}",
                command={"at": [list(edge.a), list(edge.b)], "open": edge.closed},
                house=True,
                help=f"constant:{COST}",
            )
        )
    return out


def name(edge: Edge) -> str:
    """`I6-J6`: short for a key and a label."""
    return f"{cells.name(edge.a)}-{cells.name(edge.b)}"


HANDLERS: dict[type, Handler] = {c.Door: door}
