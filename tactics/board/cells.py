"""Cells: their names (`F8`), their neighbours, and the shapes made of them.

A cell is (x, y); x grows to the right, y down; (0, 0) is `A1`. Columns are letters as in a spreadsheet
(`Z` is followed by `AA`), rows count from 1. Every function gives its cells in one fixed order.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Protocol

from tactics.kernel.state import Cell

DIRECTIONS: dict[str, Cell] = {
    "n": (0, -1),
    "ne": (1, -1),
    "e": (1, 0),
    "se": (1, 1),
    "s": (0, 1),
    "sw": (-1, 1),
    "w": (-1, 0),
    "nw": (-1, -1),
}
"""Name -> (dx, dy), clockwise from north. The order decides ties, and a direction's position is its bit."""

COMPASS = {
    "n": "north", "ne": "north-east", "e": "east", "se": "south-east", "s": "south", "sw": "south-west", "w": "west",
    "nw": "north-west",
}  # fmt: skip
"""Directions in words."""

_OF = {delta: name for name, delta in DIRECTIONS.items()}
_NAME = re.compile(r"([A-Za-z]{1,3})([1-9][0-9]{0,3})", re.ASCII)


class Area(Protocol):
    """Anything as wide and high as a board: `Board`, `BoardView`, `Grid`."""

    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...


def height(z: int) -> str:
    """How far above or below its ground a level is: `2 levels down`, `1 level up`; empty at the ground."""
    return f"{abs(z)} level{'s' * (abs(z) != 1)} {'up' if z > 0 else 'down'}" if z else ""


@lru_cache(maxsize=16_384)
def name(cell: Cell) -> str:
    """(5, 7) -> `F8`. Raises ValueError for a negative coordinate.

    >>> name((5, 7)), name((26, 0))
    ('F8', 'AA1')
    """
    x, y = cell
    if x < 0 or y < 0:
        raise ValueError(f"no cell has a negative coordinate: ({x}, {y})")
    letters = ""
    x += 1
    while x:
        x, rest = divmod(x - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{y + 1}"


def parse(text: str) -> Cell:
    """`F8` -> (5, 7), in either case. Raises ValueError with a sentence that says what a name looks like.

    >>> parse("aa1")
    (26, 0)
    """
    match = _NAME.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text[:20]!r} is not a cell: write the column's letters and the row's number, as in F8")
    x = 0
    for letter in match[1].upper():
        x = x * 26 + ord(letter) - 64
    return (x - 1, int(match[2]) - 1)


def in_bounds(area: Area, cell: Cell) -> bool:
    return 0 <= cell[0] < area.width and 0 <= cell[1] < area.height


def neighbours(area: Area, cell: Cell, diagonal: bool = True) -> tuple[Cell, ...]:
    """The up to 8 (or 4) cells around `cell` on the board, clockwise from north. Walls do not count."""
    x, y = cell
    around = ((x + dx, y + dy) for dx, dy in DIRECTIONS.values() if diagonal or not (dx and dy))
    return tuple(c for c in around if in_bounds(area, c))


def direction(a: Cell, b: Cell) -> str:
    """The direction from `a` to its neighbour `b`, or "" when they are not neighbours (or the same cell)."""
    return _OF.get((b[0] - a[0], b[1] - a[1]), "")


def rectangle(a: Cell, b: Cell) -> tuple[Cell, ...]:
    """All cells of the rectangle with the opposite corners `a` and `b`, row by row from the top left."""
    (x0, x1), (y0, y1) = sorted((a[0], b[0])), sorted((a[1], b[1]))
    return tuple((x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1))


def line(a: Cell, b: Cell) -> tuple[Cell, ...]:
    """The cells from `a` to `b`, one a step (king's moves), as near to the straight line as cells can be.

    For drawing and for placing bodies; what a segment of sight crosses is `sight.sees`.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    steps = max(abs(dx), abs(dy))

    def near(delta: int, i: int) -> int:
        # Halves round away from `a`: the same by size in every direction.
        size = (2 * abs(delta) * i + steps) // (2 * steps)
        return size if delta > 0 else -size

    return (a,) if not steps else tuple((a[0] + near(dx, i), a[1] + near(dy, i)) for i in range(steps + 1))


def ring(centre: Cell, radius: int) -> tuple[Cell, ...]:
    """The cells at exactly `radius` (chebyshev) from `centre`, clockwise from the one straight north.

    Radius 0 is the centre. Cells may lie off the board: filter with `in_bounds`. Raises ValueError below 0.
    """
    if radius < 0:
        raise ValueError(f"a radius is 0 or more, not {radius}")
    x, y, r = centre[0], centre[1], radius
    if not r:
        return (centre,)
    return tuple(
        [(x + i, y - r) for i in range(r)]
        + [(x + r, y + i) for i in range(-r, r)]
        + [(x - i, y + r) for i in range(-r, r)]
        + [(x - r, y - i) for i in range(-r, r)]
        + [(x + i, y - r) for i in range(-r, 0)]
    )
