"""What the formats made of whole cells share: floor in rock, and doors that are a floor cell of their own.

Such a door is put on one side of its cell, where the table's doors are; what lies beyond stays floor.
"""

from __future__ import annotations

from collections.abc import Iterable

from .draft import Kind, Side

Cell = tuple[int, int]

ROCK = Kind("rock", "", ("wall", "rock"))
FLOOR = Kind("floor", "", ("floor", "ground"))
WATER = Kind("water", "", ("water",))
COLUMN = Kind("column", "", ("floor", "ground"))
STAIRS = Kind("stairs", "", ("floor", "ground"))
KINDS = (ROCK, FLOOR, WATER, COLUMN, STAIRS)
NUMBER = {kind.key: n for n, kind in enumerate(KINDS)}


def border(floor: Iterable[Cell]) -> int:
    """How many sides of floor cells have no floor beyond."""
    cells = set(floor)
    return sum((x + dx, y + dy) not in cells for x, y in cells for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)))


def side(cell: Cell, towards: Cell, what: str) -> Side:
    """The side of a cell that looks in a direction (dx, dy), of which one is 0."""
    (x, y), (dx, dy) = cell, towards
    if dx:
        return Side(x if dx > 0 else x - 1, y, True, what)
    return Side(x, y if dy > 0 else y - 1, False, what)


def inside(each: Side, width: int, height: int) -> bool:
    """Whether there is a cell on both sides of it."""
    return 0 <= each.x < width - each.east and 0 <= each.y < height - (not each.east)
