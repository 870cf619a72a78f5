"""Opening and closing doors: free, in the own turn, also in the middle of a Movement (house value; table.md 17)."""

from __future__ import annotations

from tactics.board import cells
from tactics.kernel import commands as c
from tactics.kernel.engine import Work
from tactics.kernel.ruleset import Handler, Known
from tactics.kernel.state import AnyUnit, Edge
from tactics.kernel.view import OptionView
from tactics.mission import doors, fog, turns


def door(work: Work, command: c.Door) -> None:
    """A unit opens or closes an unlocked door beside it."""
    unit = turns.active_unit(work, command.unit)
    fog.change(work, doors.turned(work, unit, command))


def offers(known: Known, unit: AnyUnit) -> list[OptionView]:
    """Each door beside the unit; a locked one says so to whoever stands there."""
    found = list(doors.beside(known.state, unit))
    return [_offer(unit, edge, len(found) > 1) for _, edge in found]


def _offer(unit: AnyUnit, edge: Edge, several: bool) -> OptionView:
    name = f"{cells.name(edge.a)}-{cells.name(edge.b)}"
    locked = edge.closed and edge.locked
    return OptionView(
        key=f"door:{name}",
        unit=unit.key,
        do="door",
        label=f"{'Open' if edge.closed else 'Close'} door{f' {name}' if several else ''}",
        group="Free",
        cost="free",
        why_not="it is locked" if locked else "",
        why_code="locked" if locked else "",
        title=f"the door between {doors.where(edge)}",
        command={"at": [list(edge.a), list(edge.b)], "open": edge.closed},
        house=True,
    )


HANDLERS: dict[type, Handler] = {c.Door: door}
