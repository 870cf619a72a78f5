"""Sets of cells as short texts: hexadecimal bit masks (`State.uncovered`, `BoardView.lit`).

Bit `y * width + x` stands for the cell (x, y), the lowest bit being the last one of the text. Lowercase, no
prefix, no leading zeros, "" for the empty set: equal sets are equal texts. Bad text raises ValueError.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tactics.board.cells import Area, in_bounds, name
from tactics.kernel.state import Cell

_CANONICAL = re.compile(r"(?:[1-9a-f][0-9a-f]*)?", re.ASCII)


def to_int(text: str) -> int:
    """The set as an int, for many operations in a row. Raises ValueError unless the text is canonical."""
    if _CANONICAL.fullmatch(text) is None:
        raise ValueError(f"not a mask of cells: {text[:20]!r} (lowercase hexadecimal without leading zeros)")
    return int(text, 16) if text else 0


def to_text(bits: int) -> str:
    return format(bits, "x") if bits else ""


def mask(area: Area, cells: Iterable[Cell]) -> str:
    """The set of these cells. Raises ValueError for one that is off the board.

    >>> from tactics.kernel.state import Board
    >>> mask(Board("b", "b", 5, 5, "." * 25), [(0, 0), (4, 0)])
    '11'
    """
    bits = 0
    for cell in cells:
        if not in_bounds(area, cell):
            raise ValueError(f"({cell[0]}, {cell[1]}) is not on a board of {area.width}x{area.height}")
        bits |= 1 << (cell[1] * area.width + cell[0])
    return to_text(bits)


def cells(area: Area, text: str) -> tuple[Cell, ...]:
    """The cells of the set, row by row. Raises ValueError if one is off the board."""
    bits = to_int(text)
    if bits >> (area.width * area.height):
        beyond = bits.bit_length() - 1
        raise ValueError(f"cell {name((beyond % area.width, beyond // area.width))} of the mask is off the board")
    digits, width, found, at = format(bits, "b")[::-1], area.width, [], -1
    while (at := digits.find("1", at + 1)) >= 0:
        found.append((at % width, at // width))
    return tuple(found)


def full(area: Area) -> str:
    """All cells of the board."""
    return to_text((1 << (area.width * area.height)) - 1)


def contains(area: Area, text: str, cell: Cell) -> bool:
    """Whether the cell is in the set; a cell off the board never is. Reads one digit of the text."""
    if not in_bounds(area, cell):
        return False
    at = cell[1] * area.width + cell[0]
    digit = len(text) - 1 - (at >> 2)
    return digit >= 0 and bool(int(text[digit], 16) >> (at & 3) & 1)


def union(*texts: str) -> str:
    bits = 0
    for text in texts:
        bits |= to_int(text)
    return to_text(bits)


def intersection(a: str, b: str) -> str:
    return to_text(to_int(a) & to_int(b))


def difference(a: str, b: str) -> str:
    """What is in `a` and not in `b`."""
    return to_text(to_int(a) & ~to_int(b))


def count(text: str) -> int:
    return to_int(text).bit_count()
