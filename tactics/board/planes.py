"""Bit planes: one fact about every cell of a board as one int, bit i for the cell with index i of a `Grid`.

A plane shifted by one is the plane of the neighbours, so the rules of steps and corners are a few operations
for the whole board. Only `ground` uses this.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tactics.kernel.state import Board


def size(width: int, height: int) -> int:
    """How many indexes a grid has, padding included."""
    return (height + 2) * (width + 1) + 1


def padded(board: Board, signs: Mapping[str, str], pad: str) -> str:
    """The terrain with each letter replaced by its one sign, in the layout of a grid."""
    text, width = board.terrain.translate({ord(letter): sign for letter, sign in signs.items()}), board.width
    rows = (pad + text[at : at + width] for at in range(0, len(text), width))
    return pad * (width + 1) + "".join(rows) + pad * (width + 2)


def of_letters(board: Board, fact: Mapping[str, bool]) -> int:
    """The plane of the cells whose letter has the fact."""
    return int(padded(board, {letter: "01"[on] for letter, on in fact.items()}, "0")[::-1], 2)


@dataclass(slots=True)
class Sides:
    """Planes of what stands on the east and on the south side of each cell, filled edge by edge."""

    east: int = 0
    south: int = 0

    def add(self, bit: int, east: bool) -> None:
        if east:
            self.east |= bit
        else:
            self.south |= bit


def exits(free: int, walls: Sides, row: int) -> tuple[int, ...]:
    """For each direction, clockwise from north, the cells out of which a step that way is open (T-048).

    free: cells that can be entered. row: indexes from a cell to the one below.
    A diagonal step needs one of its two L-shaped ways: the cell in the middle free, no wall on either leg.
    """
    n = free << row & ~(walls.south << row)
    e = free >> 1 & ~walls.east
    s = free >> row & ~walls.south
    w = free << 1 & ~(walls.east << 1)
    ne = e & (n >> 1) | n & (e << row)
    se = e & (s >> 1) | s & (e >> row)
    sw = w & (s << 1) | s & (w >> row)
    nw = w & (n << 1) | n & (w << row)
    return (n, ne, e, se, s, sw, w, nw)


def rims(opaque: int, screens: Sides, row: int) -> tuple[int, ...]:
    """For each direction, clockwise from north, the cells at whose rim sight that way is stopped.

    At a corner a line goes from a cell P to the cell Q diagonally opposite. Each of the two cells beside it
    is a side; a side blocks if that cell is opaque or has a screen towards P or towards Q. Sight is stopped
    if both sides block. P and Q play equal parts, so the way back is stopped by the same.
    """
    e, s = screens.east, screens.south
    # Corners by the cell north-west of them (`fall`: lines from there to the south-east and back) ...
    fall = (e | opaque >> 1 | s >> 1) & (s | opaque >> row | e >> row)
    # ... and by the cell south-west of them (`rise`: lines from there to the north-east and back).
    rise = (e | opaque >> 1 | s << row >> 1) & (s << row | opaque << row | e << row)
    return (s << row, rise, e, fall, s, rise << 1 >> row, e << 1, fall << row << 1)


def pack(planes: Sequence[int], length: int) -> bytes:
    """Up to 8 planes as bytes: bit k of byte i is bit i of plane k."""
    ones = int.from_bytes(b"\1" * length, "little")
    packed = 0
    for k, plane in enumerate(planes):
        digits = format(plane, f"0{length}b")[::-1].encode("ascii")
        packed |= (int.from_bytes(digits, "little") & ones) << k
    return packed.to_bytes(length, "little")
