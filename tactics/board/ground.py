"""A board compiled for walking and seeing: every question about a cell is one look-up in bytes.

`grid(board, grounds)` is cached; a changed board (an opened door, a painted cell) is another board and so
makes another grid. Compiling treats each fact as one int with a bit a cell, so its cost hardly grows with
the number of walls.

Layout: a cell has the index `(y + 1) * stride + x + 1` with stride = width + 1; one row above and below and
one column between the rows are padding that nothing can enter, so no neighbour needs a bounds check.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from tactics.board import planes
from tactics.board.cells import DIRECTIONS
from tactics.kernel.state import Board, Cell, Edge, Value

BIT = {direction: 1 << k for k, direction in enumerate(DIRECTIONS)}
"""Direction -> its bit in `Grid.exits` and `Grid.rims`."""
BIT_OF: dict[Cell, int] = {delta: BIT[direction] for direction, delta in DIRECTIONS.items()}
ORTHOGONAL = BIT["n"] | BIT["e"] | BIT["s"] | BIT["w"]
OPAQUE = 255
"""In `Grid.codes`: the cell stops sight on every side."""


class Ground(Value, frozen=True):
    """What a kind of terrain, or the material of an edge, does. Raises ValueError unless steps is 1 to 255.

    steps: how many steps of a Move, or how many times the points, entering the cell costs (difficult: 2).
    """

    blocks_move: bool = False
    blocks_sight: bool = False
    steps: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.steps <= 255:
            raise ValueError(f"entering a cell costs 1 to 255 steps, not {self.steps}")


WaysOut = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=16)
def ways_out(stride: int) -> tuple[WaysOut, WaysOut, WaysOut]:
    """Exit bits -> how far off the indexes of the cells beyond lie: orthogonal steps, diagonal ones, all."""
    deltas = [(bit, dx + dy * stride) for (dx, dy), bit in BIT_OF.items()]

    def table(mask: int) -> WaysOut:
        return tuple(tuple(delta for bit, delta in deltas if exits & mask & bit) for exits in range(256))

    straight, slanted = table(ORTHOGONAL), table(255 ^ ORTHOGONAL)
    return straight, slanted, tuple(a + b for a, b in zip(straight, slanted, strict=True))


MATERIALS: Mapping[str, Ground] = MappingProxyType(
    {"window": Ground(blocks_move=True), "curtain": Ground(blocks_sight=True)}
)
"""Of edges that stop one thing alone; what else there is, a ruleset may say."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Made by `grid`, compared and hashed by identity. All bytes are indexed as the module says.

    costs: steps to enter the cell; 0 off the board and for cells that block movement.
    exits: the steps that lead out of the cell, a bit a direction: only walls and blocking cells count.
    rims: where sight is stopped at the cell's rim, a bit a direction: by the edge on that side or, for a
    diagonal direction, because both ways around that corner are stopped.
    codes: the same, but OPAQUE for a cell that blocks sight.
    """

    width: int
    height: int
    costs: bytes = field(repr=False)
    exits: bytes = field(repr=False)
    rims: bytes = field(repr=False)
    codes: bytes = field(repr=False)
    cells: tuple[Cell, ...] = field(repr=False)
    """Index -> cell, padding included."""

    @property
    def stride(self) -> int:
        return self.width + 1

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def index(self, cell: Cell) -> int:
        """Raises ValueError for a cell off the board."""
        x, y = cell
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise ValueError(f"({x}, {y}) is not on a board of {self.width}x{self.height}")
        return (y + 1) * (self.width + 1) + x + 1

    def indexes(self, cells: Iterable[Cell]) -> list[int]:
        """Of those that are on the board; the others are left out."""
        width, height, stride = self.width, self.height, self.width + 1
        return [(y + 1) * stride + x + 1 for x, y in cells if 0 <= x < width and 0 <= y < height]

    def blocks(self, cell: Cell) -> bool:
        """Whether nothing can enter the cell: it blocks movement or is off the board."""
        return cell not in self or not self.costs[self.index(cell)]


def grid(board: Board, grounds: Mapping[str, Ground], materials: Mapping[str, Ground] = MATERIALS) -> Grid:
    """The board, compiled; cached by the board's content and by the facts of the terrain that it has.

    grounds: terrain key (as in `Board.palette`) -> facts. materials: `Edge.material` -> facts, for edges that
    are not what their kind says (a window, a curtain, full cover). Without an entry a wall and a closed door
    stop movement and sight, cover stops neither; an open door never stops anything.
    Raises ValueError, naming the culprit, for terrain of the wrong size, a letter without palette entry,
    a terrain key without facts, and an edge between cells that are not orthogonal neighbours.
    """
    known = _known.get(id(board))
    if known is None or known[0] is not board:
        if len(_known) >= 256:
            _known.clear()
        known = _known[id(board)] = (board, _terrain_keys(board), _materials(board), {})
    _, keys, used, ready = known
    for _, key in keys:
        if key not in grounds:
            raise ValueError(f"terrain {key!r} of board {board.key!r} has no entry in the rules data")
    facts = tuple(grounds[key] for _, key in keys)
    stuff = tuple(materials.get(key) for key in used)
    found = ready.get((facts, stuff))
    if found is None:
        found = ready[facts, stuff] = _compiled(board, facts, stuff)
    return found


_Facts = tuple[Ground, ...]
_Stuff = tuple[Ground | None, ...]
_known: dict[int, tuple[Board, tuple[tuple[str, str], ...], tuple[str, ...], dict[tuple[_Facts, _Stuff], Grid]]] = {}
# Boards seen lately by identity (the entry keeps the board alive, so its id is not reused): hashing a board
# walks all its edges, which is dearer than everything that a caller then asks of the grid.


def _terrain_keys(board: Board) -> tuple[tuple[str, str], ...]:
    if len(board.terrain) != board.width * board.height:
        raise ValueError(f"board {board.key!r} is {board.width}x{board.height}, not {len(board.terrain)} letters")
    letters = set(board.terrain)
    unknown = letters - {letter for letter, _ in board.palette}
    if unknown:
        raise ValueError(f"board {board.key!r}: terrain {min(unknown)!r} is not in the palette")
    return tuple((letter, key) for letter, key in board.palette if letter in letters)


def _materials(board: Board) -> tuple[str, ...]:
    return tuple(sorted({edge.material for edge in board.edges}))


def forget() -> None:
    """Empties the caches, for measurements."""
    _known.clear()
    _compiled.cache_clear()


@lru_cache(maxsize=128)
def _compiled(board: Board, facts: _Facts, stuff: _Stuff) -> Grid:
    width, height = board.width, board.height
    grounds = dict(zip((letter for letter, _ in _terrain_keys(board)), facts, strict=True))
    walls, screens = _edges(board, dict(zip(_materials(board), stuff, strict=True)))
    inside = planes.of_letters(board, dict.fromkeys(grounds, True))
    free = planes.of_letters(board, {letter: not ground.blocks_move for letter, ground in grounds.items()})
    opaque = planes.of_letters(board, {letter: ground.blocks_sight for letter, ground in grounds.items()})
    rims = planes.rims(opaque, screens, width + 1)
    size = planes.size(width, height)
    steps = {letter: chr(0 if ground.blocks_move else ground.steps) for letter, ground in grounds.items()}
    return Grid(
        width=width,
        height=height,
        costs=planes.padded(board, steps, "\0").encode("latin-1"),
        exits=planes.pack([way & inside for way in planes.exits(free, walls, width + 1)], size),
        rims=planes.pack([rim & inside for rim in rims], size),
        codes=planes.pack([rim & inside | opaque for rim in rims], size),
        cells=_cells(width, height),
    )


def _edges(board: Board, materials: Mapping[str, Ground | None]) -> tuple[planes.Sides, planes.Sides]:
    """(what stops movement, what stops sight)."""
    walls, screens = planes.Sides(), planes.Sides()
    for edge in board.edges:
        (ax, ay), (bx, by) = sorted((edge.a, edge.b))
        if abs(bx - ax) + abs(by - ay) != 1:
            raise ValueError(f"board {board.key!r}: no edge between {edge.a} and {edge.b}: they are not neighbours")
        stops = _stops(edge, materials[edge.material])
        # The west or north one of the two cells holds the side; it may be padding at the board's rim.
        if not (-1 <= ax < board.width and -1 <= ay < board.height):
            raise ValueError(f"board {board.key!r}: the edge between {edge.a} and {edge.b} is off the board")
        bit = 1 << ((ay + 1) * (board.width + 1) + ax + 1)
        if stops.blocks_move:
            walls.add(bit, east=ay == by)
        if stops.blocks_sight:
            screens.add(bit, east=ay == by)
    return walls, screens


_NOTHING, _ALL = Ground(), Ground(blocks_move=True, blocks_sight=True)


def _stops(edge: Edge, material: Ground | None) -> Ground:
    if edge.kind == "door" and not edge.closed:
        return _NOTHING
    if material is not None:
        return material
    return _NOTHING if edge.kind == "cover" else _ALL


@lru_cache(maxsize=16)
def _cells(width: int, height: int) -> tuple[Cell, ...]:
    # Shared by all boards of one size: a table of its own for each grid would outweigh the grid.
    return tuple((i % (width + 1) - 1, i // (width + 1) - 1) for i in range(planes.size(width, height)))
