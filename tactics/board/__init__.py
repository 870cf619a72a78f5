"""The board: cells and edges, distance, walking, reach, sight. Pure functions over `kernel.state.Board`.

Compile a board once (it is cached), then ask:

>>> from tactics.board import Gait, Ground, check_path, grid, masks, parse, path_to, reach, sees, visible
>>> from tactics.kernel.state import Board, Edge
>>> rows = [".....#", "..~..#", ".....#", "......", "......"]
>>> board = Board("hall", "Hall", 6, 5, "".join(rows), palette=((".", "floor"), ("~", "mud"), ("#", "rock")),
...               edges=(Edge((1, 3), (2, 3), kind="door", closed=True),))
>>> rock = Ground(blocks_move=True, blocks_sight=True)
>>> hall = grid(board, {"floor": Ground(), "mud": Ground(steps=2), "rock": rock})
>>> check_path(hall, parse("A4"), [(1, 3), (2, 3)])
Illegal(index=1, why='blocked', cell=(2, 3), leg=0)
>>> ends = reach(hall, parse("A1"), Gait(orthogonal=3, diagonal=2), legs=2)
>>> ends[4, 1].legs, path_to(ends, (4, 1))
(2, [[(1, 0), (2, 0), (3, 0)], [(4, 1)]])
>>> sees(hall, parse("A4"), parse("F4"))
False
>>> masks.contains(hall, visible(hall, parse("A4")), parse("B4"))
True

`Cell` is (x, y); paths leave out the start; sets of cells are passed as sets, stored as texts (`masks`).
`occupied` never includes the mover's own cell. What `reach` shows, `check_path` and `check_legs` charge.
"""

from tactics.board import cells, masks
from tactics.board.cells import (
    DIRECTIONS,
    direction,
    in_bounds,
    line,
    name,
    neighbours,
    parse,
    rectangle,
    ring,
)
from tactics.board.distance import METRICS, distance
from tactics.board.formation import Astray, Ways, check_march, march, muster
from tactics.board.ground import MATERIALS, Grid, Ground, grid
from tactics.board.reach import Reached, acrobatics_reach, path_to, reach, reach_points
from tactics.board.sight import crossed, sees, visible
from tactics.board.walk import MOVE, Cut, Gait, Illegal, Spent, can_step, check_legs, check_path, legs

__all__ = [
    "DIRECTIONS",
    "MATERIALS",
    "METRICS",
    "MOVE",
    "Astray",
    "Cut",
    "Gait",
    "Grid",
    "Ground",
    "Illegal",
    "Reached",
    "Spent",
    "Ways",
    "acrobatics_reach",
    "can_step",
    "cells",
    "check_legs",
    "check_march",
    "check_path",
    "crossed",
    "direction",
    "distance",
    "grid",
    "in_bounds",
    "legs",
    "line",
    "march",
    "masks",
    "muster",
    "name",
    "neighbours",
    "parse",
    "path_to",
    "reach",
    "reach_points",
    "rectangle",
    "ring",
    "sees",
    "visible",
]
