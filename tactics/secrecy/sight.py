"""Whether a seat sees a place, and whether it may know of a body. The one answer for fog and hiding.

Fog is `none` (everything is seen), `uncovered` (what the GM shows, and where bodies of the own side stand) or `sight`
(what the conscious bodies of the seat's sides see; walls and closed doors block). Spectators see what any
player's side sees.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product

from tactics.board import Grid, crossed, grid, in_bounds, masks, visible
from tactics.board import sees as segment
from tactics.effects.grounds import grounds
from tactics.kernel.rules import Rules
from tactics.kernel.state import EVERYONE, AnyBody, AnyState, Board, Cell, Place
from tactics.secrecy import memo

PUBLIC = "public"
"""The audience of all spectators."""


def sides_of(state: AnyState, seat: str) -> frozenset[str]:
    """Sides that a seat looks from: those of its units; for spectators those of all players' units."""
    notes, note = memo.of(state), ("sides", seat)
    found: frozenset[str] | None = notes.get(note)
    if found is None:
        alone = seat == PUBLIC or not is_public(state, seat)
        found = notes[note] = _sides_of(state, seat) if alone else sides_of(state, PUBLIC)
    return found


def players_of(state: AnyState) -> tuple[str, ...]:
    """The players' seats, in the state's order."""
    notes = memo.of(state)
    found: tuple[str, ...] | None = notes.get("players")
    if found is None:
        found = notes["players"] = tuple(s.key for s in state.seats.values() if s.role == "player")
    return found


def players_sides(state: AnyState) -> frozenset[str]:
    """The sides that players' units are on."""
    players = players_of(state)
    return frozenset(u.side for u in state.units.values() if u.seat in players)


def _sides_of(state: AnyState, seat: str) -> frozenset[str]:
    players = set(players_of(state))
    seats = {seat} if seat in players else (players if is_public(state, seat) else {seat})
    return frozenset(u.side for u in state.units.values() if u.seat in seats)


def is_public(state: AnyState, seat: str) -> bool:
    """Whether the seat belongs to the audience of spectators."""
    found = state.seats.get(seat)
    return seat == PUBLIC or found is None or found.role == "spectator"


def is_gm(state: AnyState, seat: str) -> bool:
    found = state.seats.get(seat)
    return seat == "gm" or (found is not None and found.role == "gm")


def watchers(state: AnyState, side: str, board: str) -> tuple[AnyBody, ...]:
    """The conscious bodies of a side on a board."""
    return tuple(
        b
        for u in state.units.values()
        if u.side == side
        for b in (state.bodies[k] for k in u.bodies if k in state.bodies)
        if b.place is not None and b.place.board == board and not b.down
    )


def side_mask(state: AnyState, rules: Rules, side: str, board: Board) -> int:
    """What a side has in sight on a board now, as a bit set of `tactics.board.masks`."""
    if board is not state.boards.get(board.key):
        return _side_mask(state, rules, side, board)
    notes, note = memo.of(state), ("side", side, board.key, rules.hash)
    found: int | None = notes.get(note)
    if found is None:
        found = notes[note] = _side_mask(state, rules, side, board)
    return found


def _side_mask(state: AnyState, rules: Rules, side: str, board: Board) -> int:
    compiled, bits = grid(board, grounds(rules)), 0
    for cell in {b.place.cell for b in watchers(state, side, board.key) if b.place is not None}:
        bits |= _seen_from(compiled, cell)
    return bits


@lru_cache(maxsize=4096)
def _seen_from(compiled: Grid, cell: Cell) -> int:
    """`visible` as a bit set: reading it as a text is dearer than all the rest."""
    return masks.to_int(visible(compiled, cell))


def everything(board: Board) -> int:
    """All cells of the board, as a bit set."""
    return (1 << (board.width * board.height)) - 1


def looks_at(state: AnyState, rules: Rules, side: str, board: Board) -> int:
    """What a side sees change on a board now, whatever the fog: its sight, what the GM shows, or everything."""
    if state.fog == "none":
        return everything(board)
    if state.fog == "sight":
        return side_mask(state, rules, side, board)
    return _uncovered(state, frozenset({side}), board)


def _uncovered(state: AnyState, sides: frozenset[str], board: Board) -> int:
    """What the GM shows, and where the bodies of these sides stand: nobody is in the dark about the own party."""
    own = {
        b.place.cell
        for u in state.units.values()
        if u.side in sides
        for b in (state.bodies[k] for k in u.bodies if k in state.bodies)
        if b.place is not None and b.place.board == board.key and in_bounds(board, b.place.cell)
    }
    return masks.to_int(state.uncovered.get(board.key, "")) & everything(board) | masks.to_int(masks.mask(board, own))


def lit_bits(state: AnyState, rules: Rules, seat: str, board: Board) -> int:
    """Cells that a seat sees now, as a bit set; only meaningful with fog."""
    notes, note = memo.of(state), ("lit", seat, board.key, rules.hash)
    if board is not state.boards.get(board.key):
        return _lit_bits(state, rules, seat, board)
    found: int | None = notes.get(note)
    if found is None:
        found = notes[note] = _lit_bits(state, rules, seat, board)
    return found


def _lit_bits(state: AnyState, rules: Rules, seat: str, board: Board) -> int:
    if state.fog == "uncovered":
        return _uncovered(state, sides_of(state, seat), board)
    bits = 0
    for side in sides_of(state, seat):
        bits |= side_mask(state, rules, side, board)
    return bits


def known_bits(state: AnyState, rules: Rules, seat: str, board: Board) -> int:
    """Cells that a seat sees now or has ever seen, and where it has to place bodies, as a bit set."""
    bits = lit_bits(state, rules, seat, board) | _to_place_in(state, seat, board)
    if state.fog == "sight":
        for side in sides_of(state, seat):
            bits |= explored_bits(state, side, board) | looked_through(state, rules, side, board)
    return bits


def _to_place_in(state: AnyState, seat: str, board: Board) -> int:
    """The zones of a seat while a body of its sides has no place yet: one knows the ground one is put on."""
    zones = [z for z in state.zones if z.board == board.key and z.seat in ("", seat)]
    sides = sides_of(state, seat)
    if not zones or not any(
        b.place is None and not b.down
        for u in state.units.values()
        if u.side in sides
        for b in (state.bodies[k] for k in u.bodies if k in state.bodies)
    ):
        return 0
    return masks.to_int(masks.mask(board, [c for z in zones if z.side in ("", *sides) for c in z.cells]))


def looked_through(state: AnyState, rules: Rules, side: str, board: Board) -> int:
    """The cells between a side and the bodies that it sees, as a bit set.

    They are known also where their own centres are out of sight: else one could not shoot at what one sees, for
    the line would cross unknown ground.
    """
    notes, note = memo.of(state), ("through", side, board.key, rules.hash)
    found: int | None = notes.get(note)
    if found is None:
        compiled, found = grid(board, grounds(rules)), 0
        seats = [s for s in players_of(state) if side in sides_of(state, s)]
        eyes = {b.place.cell for b in watchers(state, side, board.key) if b.place is not None}
        seen = {
            b.place.cell
            for b in state.bodies.values()
            if b.place is not None
            and b.place.board == board.key
            and any(knows_body(state, rules, s, b.key) for s in seats)
        }
        for a, b in product(eyes, seen):
            found |= _between(compiled, a, b)
        notes[note] = found
    return found


@lru_cache(maxsize=8192)
def _between(compiled: Grid, a: Cell, b: Cell) -> int:
    bits = 0
    if a in compiled and b in compiled and segment(compiled, a, b):
        for x, y in crossed(a, b):
            bits |= 1 << (y * compiled.width + x)
    return bits


def explored_bits(state: AnyState, side: str, board: Board) -> int:
    """Cells that a side has ever seen while fog was by sight."""
    return masks.to_int(state.explored.get(f"{side}/{board.key}", ""))


def lit_mask(state: AnyState, rules: Rules, seat: str, board: Board) -> str:
    """Cells that a seat sees now; only meaningful with fog."""
    return masks.to_text(lit_bits(state, rules, seat, board))


def known_mask(state: AnyState, rules: Rules, seat: str, board: Board) -> str:
    """Cells that a seat sees now or has ever seen."""
    return masks.to_text(known_bits(state, rules, seat, board))


def sees(state: AnyState, rules: Rules, seat: str, place: Place) -> bool:
    """Whether the seat sees the place now. With fog off it says yes; GMs see everything."""
    if state.fog == "none" or is_gm(state, seat):
        return True
    board = state.boards.get(place.board)
    if board is None or not in_bounds(board, place.cell):
        return False
    return bool(lit_bits(state, rules, seat, board) >> (place.y * board.width + place.x) & 1)


def knows_body(state: AnyState, rules: Rules, seat: str, key: str) -> bool:
    """Whether a seat may know that a body is there: its own, or neither hidden from it nor in the fog."""
    notes, note = memo.of(state), ("knows", seat, key, rules.hash)
    found: bool | None = notes.get(note)
    if found is None:
        found = notes[note] = _knows_body(state, rules, seat, key)
    return found


def _knows_body(state: AnyState, rules: Rules, seat: str, key: str) -> bool:
    body = state.bodies.get(key)
    if body is None:
        return False
    if is_gm(state, seat):
        return True
    unit = state.units.get(body.unit)
    if unit is None:
        return False
    if unit.seat == seat:
        return True
    if body.hidden_from:
        hidden = EVERYONE in body.hidden_from or seat in body.hidden_from
        friend = unit.side in sides_of(state, seat) and not is_public(state, seat)
        if hidden and seat not in body.found_by and not (friend and seat not in body.hidden_from):
            return False
    if body.place is not None and not knows_board(state, rules, seat, body.place.board):
        return False
    if body.place is None:
        # Where there is fog, others are known once they stand in sight: who waits to be placed may never be seen.
        return state.fog == "none" or unit.side in sides_of(state, seat)
    return sees(state, rules, seat, body.place)


def knows_board(state: AnyState, rules: Rules, seat: str, key: str) -> bool:
    """Whether a seat may know of a board: one that a body carries about, only with that body or from aboard it."""
    board = state.boards.get(key)
    if board is None or not board.carried_by or is_gm(state, seat):
        return True
    sides = sides_of(state, seat)
    return any(
        b.place is not None and b.place.board == key and state.units[b.unit].side in sides
        for b in state.bodies.values()
    ) or knows_body(state, rules, seat, board.carried_by)


def seats_that_know(state: AnyState, rules: Rules, key: str) -> frozenset[str]:
    """Player and spectator seats that may know of a body, `public` included: the audience of what it does."""
    know = {s for s in players_of(state) if knows_body(state, rules, s, key)}
    if knows_body(state, rules, PUBLIC, key):
        return spectators(state) | know
    return frozenset(know)


def spectators(state: AnyState) -> frozenset[str]:
    """The seats of all spectators, `public` included: they are one audience and know what it knows."""
    notes = memo.of(state)
    found: frozenset[str] | None = notes.get("spectators")
    if found is None:
        found = notes["spectators"] = frozenset(
            {PUBLIC, *(s.key for s in state.seats.values() if s.role == "spectator")}
        )
    return found


def seats_of_whom(state: AnyState, holds: Callable[[str], bool]) -> frozenset[str]:
    """The seats of which something holds, the GMs' left out; of spectators it is asked once, for all."""
    found = {s.key for s in state.seats.values() if s.role not in ("gm", "spectator") and holds(s.key)}
    return spectators(state) | found if holds(PUBLIC) else frozenset(found)
