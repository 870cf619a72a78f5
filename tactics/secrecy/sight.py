"""Whether a seat sees a place, and whether it may know of a body. The one answer for fog and hiding.

Fog is `none` (everything is seen), `uncovered` (what the GM shows, and where bodies of the own side stand) or `sight`
(what the conscious bodies of the seat's sides see; walls and closed doors block). Spectators see what any
player's side sees.

Where the ruleset says how high walls are (`effects.levels`), whoever is above them looks over them, and is seen: by the
level of the eye or of what is looked at, whichever is higher, as shots are. Whoever stands on a carried board (a deck)
also looks from where it is carried; and whoever looks down on what carries it sees of it what lies open.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product

from tactics.board import Grid, crossed, grid, in_bounds, masks, visible
from tactics.board import sees as segment
from tactics.effects import kinds, levels
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
    return frozenset().union(*(_played(state, seat) for seat in players_of(state)))


def _sides_of(state: AnyState, seat: str) -> frozenset[str]:
    players = set(players_of(state))
    seats = {seat} if seat in players else (players if is_public(state, seat) else {seat})
    return frozenset().union(*(_played(state, one) for one in seats))


def _played(state: AnyState, seat: str) -> frozenset[str]:
    """The sides of a seat's units. What carries a board about looks from no side of its own as long as the seat plays
    anybody else: a craft that was taken from the others must not tell what they know."""
    own = [u for u in state.units.values() if u.seat == seat]
    carried = (state.bodies.get(board.carried_by) for board in state.boards.values() if board.carried_by)
    crafts = {body.unit for body in carried if body is not None}
    return frozenset(u.side for u in own if u.key not in crafts) or frozenset(u.side for u in own)


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


Eye = tuple[Cell, int]
"""A cell and the level from which somebody looks."""


def eyes(state: AnyState, side: str, board: Board) -> frozenset[Eye]:
    """Where a side looks at a board from: where its conscious bodies stand, and where the decks are that others of
    them stand on."""
    found = {b.place for b in watchers(state, side, board.key) if b.place is not None}
    for other in state.boards.values():
        carrier = state.bodies.get(other.carried_by) if other.carried_by else None
        at = carrier.place if carrier is not None else None
        if at is not None and at.board == board.key and watchers(state, side, other.key):
            found.add(at)
    return frozenset((place.cell, levels.level(board, place)) for place in found)


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
    wall, bits = levels.walls(state, rules), 0
    if wall is None:
        compiled = grid(board, grounds(rules))
        for cell in {cell for cell, _ in eyes(state, side, board)}:
            bits |= _seen_from(compiled, cell)
        return bits
    for cell, high in eyes(state, side, board):
        for compiled, cells in levels.views(board, rules, wall, high):
            if cell in compiled:
                bits |= _seen_from(compiled, cell) & cells
    return bits | _looked_on(state, rules, side, board, wall)


def _looked_on(state: AnyState, rules: Rules, side: str, board: Board, wall: int) -> int:
    """What a side sees of a deck from outside: from no lower than what carries it, if it knows of that."""
    carrier = state.bodies.get(board.carried_by) if board.carried_by else None
    at = carrier.place if carrier is not None else None
    around = state.boards.get(at.board) if at is not None else None
    if carrier is None or at is None or around is None or around.carried_by:
        return 0
    if not any(knows_body(state, rules, s, carrier.key) for s in players_of(state) if side in sides_of(state, s)):
        return 0
    high = levels.level(around, at)
    if not any(
        eye >= high and _clear(around, rules, wall, cell, at.cell, eye) for cell, eye in eyes(state, side, around)
    ):
        return 0
    return kinds.of(rules.ruleset).looked_on(state, board) & everything(board)


def _clear(board: Board, rules: Rules, wall: int, a: Cell, b: Cell, high: int) -> bool:
    """Whether nothing that is higher than this level stands between two cells."""
    compiled = levels.grid_at(board, rules, wall, high)
    return a in compiled and b in compiled and segment(compiled, a, b)


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
        wall, found = levels.walls(state, rules), 0
        seats = [s for s in players_of(state) if side in sides_of(state, s)]
        seen = {
            b.place.cell
            for b in state.bodies.values()
            if b.place is not None
            and b.place.board == board.key
            and any(knows_body(state, rules, s, b.key) for s in seats)
        }
        looking, plain = eyes(state, side, board), grid(board, grounds(rules))
        if wall is None:
            for a, b in product({cell for cell, _ in looking}, seen):
                found |= _between(plain, a, b)
        else:
            # By the ground, not by what flies above it: who is seen over a wall shows nothing of what lies behind.
            for (a, high), b in product(looking, seen):
                level = max(high, levels.ground_level(board, b))
                found |= _between(levels.grid_at(board, rules, wall, level), a, b)
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
    if lit_bits(state, rules, seat, board) >> (place.y * board.width + place.x) & 1:
        return True
    return place.z > 0 and state.fog == "sight" and _seen_above(state, rules, seat, board, place)


def _seen_above(state: AnyState, rules: Rules, seat: str, board: Board, place: Place) -> bool:
    """Whether a seat sees what is in the air above ground that it does not see."""
    wall = levels.walls(state, rules)
    if wall is None:
        return False
    notes, note = memo.of(state), ("above", seat, place, rules.hash)
    found: bool | None = notes.get(note)
    if found is None:
        high = levels.level(board, place)
        found = notes[note] = any(
            _clear(board, rules, wall, cell, place.cell, max(eye, high))
            for side in sides_of(state, seat)
            for cell, eye in eyes(state, side, board)
        )
    return found


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
