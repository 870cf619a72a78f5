"""Placement in initiative order (T-021 to T-025). Nobody waits for a unit that has a cell (table.md 15).

A body of which the unit's seat may not know takes no cell from it: a cell that is refused, a wish that stays unheard or
a gap in the row would tell of it. Both stand on one cell then, and the GM is asked, as where somebody walks into one
whom they cannot see.
"""

from __future__ import annotations

from tactics.board import cells as on_board
from tactics.board import grid
from tactics.effects.grounds import grounds
from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, illegal
from tactics.kernel.state import AnyState, AnyUnit, Cell, Place, first_board
from tactics.mission.walking import ask_reveal, same_cell


def queue(state: AnyState, first: str = "high_first") -> tuple[str, ...]:
    """Units with a body that has no cell yet, in the order in which they place; what has no turn of its own comes
    last."""
    order = state.clock.order if first == "high_first" else tuple(reversed(state.clock.order))
    others = tuple(k for k, u in state.units.items() if u.initiative is not None and k not in state.clock.order)
    everybody = (*order, *others)
    return tuple(
        k for k in everybody if k in state.units and any(state.bodies[b].place is None for b in state.units[k].bodies)
    )


def occupied(state: AnyState, board: str) -> dict[Cell, str]:
    """Cell -> body on a board."""
    return {b.place.cell: b.key for b in state.bodies.values() if b.place is not None and b.place.board == board}


def _there(state: AnyState, at: Place, but: str) -> list[str]:
    """The bodies on a cell, without one."""
    return [k for k, b in state.bodies.items() if b.place and same_cell(b.place, at) and k != but]


def _taken(work: Work, unit: AnyUnit, body: str, at: Place) -> bool:
    """Whether somebody stands on the cell of whom the unit's seat may know."""
    knows = work.code.knows_body
    return any(knows(work.state, work.rules, unit.seat, key) for key in _there(work.state, at, body))


def _put(work: Work, unit: AnyUnit, body: str, at: Place) -> None:
    """The body takes its cell; the GM is asked about whoever stands there unseen."""
    met = _there(work.state, at, body)
    work.emit(e.Placed(body=body, place=at))
    for key in met:
        if not work.code.knows_body(work.state, work.rules, unit.seat, key):
            ask_reveal(work, unit, key)


def zone_cells(state: AnyState, unit: AnyUnit, board: str) -> set[Cell] | None:
    """Where a unit may be placed; None: anywhere (no zone is meant for it, or the GM's unit; T-025)."""
    seat = state.seats.get(unit.seat)
    if seat is not None and seat.role == "gm":
        return None
    zones = [z for z in state.zones if z.board == board and (z.seat in ("", unit.seat)) and (z.side in ("", unit.side))]
    if not state.zones:
        return None
    return {cell for z in zones for cell in z.cells}


def check_cell(work: Work, unit: AnyUnit, body: str, place: Place) -> None:
    """Raises Refused unless the body may be placed there: on the board, passable, in its zone, and free as far as its
    seat may know; for a GM free of everybody."""
    state = work.state
    board = state.boards.get(place.board)
    if board is None or not (place.x < board.width and place.y < board.height):
        raise illegal("blocked", cell=on_board.name(place.cell))
    if grid(board, grounds(work.rules)).blocks(place.cell):
        raise illegal("blocked", cell=on_board.name(place.cell))
    if _taken(work, unit, body, place) or (work.by.is_gm and _there(state, place, body)):
        raise illegal("occupied", cell=on_board.name(place.cell))
    if not work.by.is_gm:
        zone = zone_cells(state, unit, place.board)
        if zone is not None and place.cell not in zone:
            raise illegal("zone", cell=on_board.name(place.cell))


def _target(work: Work, command: c.Place | c.Wish, key: str) -> tuple[AnyUnit, str, Place | None]:
    body = work.body_key(key)
    unit = work.own_unit(work.state.bodies[body].unit)
    if command.at is None:
        return unit, body, None
    place = work.state.bodies[body].place or unit.wish.get(body)
    board = command.board or (place.board if place else first_board(work.state))
    z = command.z if isinstance(command, c.Place) else 0
    return unit, body, Place(board=board, x=command.at[0], y=command.at[1], z=z)


def place(work: Work, command: c.Place) -> None:
    """A player places the own unit in its slot; the GM places and moves anyone anywhere, at any time."""
    key = command.body or command.unit
    if key is None:
        raise Refused("bad_field", field="unit", text="say which unit or body to place")
    unit, body, at = _target(work, command, key)
    assert at is not None
    state = work.state
    if work.by.is_gm:
        board = state.boards.get(at.board)
        if board is None or not (at.x < board.width and at.y < board.height):
            raise illegal("blocked", cell=on_board.name(at.cell))
        if _there(state, at, body):
            raise illegal("occupied", cell=on_board.name(at.cell))
        moved = state.phase == "running" or state.bodies[body].place is not None
        seat = state.seats.get(unit.seat)
        override = moved or (seat is not None and seat.role != "gm")
        work.emit(e.Placed(body=body, place=at, by_gm=override, secret=command.secret))
        return
    if state.phase in ("ended", "post_mission"):
        raise Refused("ended")
    if state.phase != "placement":
        raise illegal("phase", phase=state.phase)
    waiting = [k for k in queue(state, work.constant("tt.placement.order")) if work.knows_unit(state.units[k])]
    if unit.key not in waiting or waiting[0] != unit.key:
        if state.bodies[body].place is None:
            raise illegal("order")
        raise illegal("limit")
    check_cell(work, unit, body, at)
    _put(work, unit, body, at)


def wish(work: Work, command: c.Wish) -> None:
    """A cell that is taken when the unit's place in the order comes, if it is still free (table.md 15)."""
    state = work.state
    if state.phase in ("running", "ended", "post_mission"):
        raise illegal("phase", phase=state.phase)
    unit, body, at = _target(work, command, command.body)
    if state.bodies[body].place is not None:
        raise illegal("limit")
    if at is not None:
        check_cell(work, unit, body, at)
    work.emit(e.Wished(unit=unit.key, body=body, place=at))


def _fits(work: Work, unit: AnyUnit, body: str, at: Place) -> bool:
    board = work.state.boards.get(at.board)
    if board is None or not (at.x < board.width and at.y < board.height):
        return False
    if grid(board, grounds(work.rules)).blocks(at.cell) or _taken(work, unit, body, at):
        return False
    zone = zone_cells(work.state, unit, at.board)
    return zone is None or at.cell in zone


def settle(work: Work) -> bool:
    """Places whoever's turn it is and has a wish, one after the other; True when all have a cell.

    A unit that some player may not know of lets those behind it go first: a wait would tell of it.
    """
    for key in queue(work.state, work.constant("tt.placement.order")):
        unit = work.state.units[key]
        for body in unit.bodies:
            at = unit.wish.get(body)
            if work.state.bodies[body].place is None and at is not None and _fits(work, unit, body, at):
                _put(work, unit, body, at)
        if any(work.state.bodies[b].place is None for b in unit.bodies) and known_to_all(work, unit):
            return False
    return bool(work.state.units) and all(b.place is not None for b in work.state.bodies.values())


def known_to_all(work: Work, unit: AnyUnit) -> bool:
    """Whether every player may know of the unit."""
    players = [s.key for s in work.state.seats.values() if s.role == "player"]
    knows = work.code.knows_body
    return all(
        unit.seat == seat or any(knows(work.state, work.rules, seat, b) for b in unit.bodies) for seat in players
    )


def place_rest(work: Work, command: c.PlaceRest) -> None:
    """Fills the zones with everyone who has no cell, in their order; a unit without a zone stands as near as there
    is room to the board's first corner if a player has it, else to the far one: they begin apart."""
    state = work.state
    if state.phase != "placement":
        raise illegal("phase", phase=state.phase)
    for key in queue(state, work.constant("tt.placement.order")):
        unit = work.state.units[key]
        for body in unit.bodies:
            if work.state.bodies[body].place is not None:
                continue
            at = _free_cell(work, unit, body)
            if at is None:
                raise illegal("zone", unit=unit.name)
            _put(work, unit, body, at)


def _free_cell(work: Work, unit: AnyUnit, body: str) -> Place | None:
    wished = unit.wish.get(body)
    if wished is not None and _fits(work, unit, body, wished):
        return wished
    for board in work.state.boards.values():
        if board.carried_by:
            continue  # who is aboard of something is put there by what carries it
        zone = zone_cells(work.state, unit, board.key)
        cells = zone if zone is not None else {(x, y) for y in range(board.height) for x in range(board.width)}
        seat = work.state.seats.get(unit.seat)
        far = zone is None and (seat is None or seat.role != "player")
        candidates = sorted(cells, key=lambda cell: (cell[1], cell[0]), reverse=far)
        for x, y in candidates:
            at = Place(board=board.key, x=x, y=y)
            if _fits(work, unit, body, at):
                return at
    return None
