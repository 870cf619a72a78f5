"""Doors that units open and close (table.md 17). What it costs is the ruleset's matter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from tactics.board import cells
from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import bad_field, illegal
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Board, Cell, Edge


def beside(state: AnyState, unit: AnyUnit) -> Iterator[tuple[AnyBody, Edge]]:
    """(conscious body, door) for each door beside which a body of the unit stands: on one of its two cells."""
    seen = set()
    for body in (state.bodies[k] for k in unit.bodies if k in state.bodies):
        if body.place is None or body.down or body.place.board not in state.boards:
            continue
        for edge in _doors(state.boards[body.place.board]).get(body.place.cell, ()):
            note = (body.place.board, edge.a, edge.b)
            if note not in seen:
                seen.add(note)
                yield body, edge


_known: dict[int, tuple[Board, Mapping[Cell, tuple[Edge, ...]]]] = {}
# By the identity of a board, which the entry keeps alive: hashing one walks all its edges.


def _doors(board: Board) -> Mapping[Cell, tuple[Edge, ...]]:
    """Cell -> the doors at its sides that still turn."""
    known = _known.get(id(board))
    if known is not None and known[0] is board:
        return known[1]
    found: dict[Cell, tuple[Edge, ...]] = {}
    for edge in board.edges:
        if edge.kind == "door" and not edge.broken:
            for cell in (edge.a, edge.b):
                found[cell] = (*found.get(cell, ()), edge)
    if len(_known) >= 64:
        _known.clear()
    _known[id(board)] = (board, found)
    return found


def turned(work: Work, unit: AnyUnit, command: c.Door) -> e.EdgeSet:
    """The door opened or closed, as a fact that is not yet emitted; or the refusal."""
    a, b = sorted(command.at)
    if abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1:
        raise bad_field("at", "name the two neighbouring cells that the door stands between")
    found = next(((body, door) for body, door in beside(work.state, unit) if (door.a, door.b) == (a, b)), None)
    if found is None:
        raise illegal("range")
    body, door = found
    assert body.place is not None
    wanted = door.closed if command.open is None else command.open
    if wanted != door.closed:
        raise illegal("nothing")
    if door.closed and door.locked:
        raise illegal("locked")
    return e.EdgeSet(board=body.place.board, edge=replace(door, closed=not door.closed), body=body.key)


def where(edge: Edge) -> str:
    """`I6 and J6`: the cells that a door stands between."""
    return f"{cells.name(edge.a)} and {cells.name(edge.b)}"
