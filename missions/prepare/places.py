"""Cells in which units stand when a Mission begins, as a GM writes them: `M5 L7`, `B2-D2`, or a name on the map."""

from __future__ import annotations

import re
from collections.abc import Collection

from django.utils.translation import gettext as _

from missions.map_board import Stored
from tactics.board.cells import name as cell_name
from tactics.kernel.rules import Rules
from tactics.kernel.state import Board

Cell = tuple[int, int]
CELL = re.compile(r"([A-Za-z]{1,2})([0-9]{1,3})\Z")


class Nowhere(Exception):
    """The text says what cannot be used and what to do."""


def read(text: str, board: Board, found: Stored | None, rules: Rules, taken: Collection[Cell]) -> list[Cell]:
    """The cells in the order in which bodies take them; of a name on the map those that are still free. Raises
    Nowhere."""
    wanted = " ".join(text.split())
    if not wanted:
        return []
    starts = {start.name.casefold(): start.cells for start in (found.starts if found else ())}
    if wanted.casefold() in starts:
        return [cell for cell in starts[wanted.casefold()] if cell not in taken and not blocked(board, rules, cell)]
    cells: list[Cell] = []
    for word in re.split(r"[ ,;]+", wanted):
        ends = [_cell(part, board) for part in word.split("-")]
        if len(ends) > 2 or None in ends:
            known = ", ".join(start.name for start in (found.starts if found else ()))
            raise Nowhere(
                _("“%(word)s” is no cell of this board, and no name on its map. Names there: %(known)s.")
                % {"word": word[:40], "known": known or _("none")}
            )
        (ax, ay), (bx, by) = ends[0], ends[-1]  # type: ignore[misc]
        cells += [(x, y) for y in _between(ay, by) for x in _between(ax, bx)]
    for cell in cells:
        if blocked(board, rules, cell):
            raise Nowhere(_("Nobody can stand in %(cell)s.") % {"cell": cell_name(cell)})
        if cell in taken or cells.count(cell) > 1:
            raise Nowhere(_("%(cell)s has somebody already.") % {"cell": cell_name(cell)})
    return cells


def _cell(word: str, board: Board) -> Cell | None:
    found = CELL.match(word)
    if found is None:
        return None
    x = 0
    for letter in found[1].upper():
        x = x * 26 + ord(letter) - 64
    cell = (x - 1, int(found[2]) - 1)
    return cell if cell[0] < board.width and 0 <= cell[1] < board.height else None


def _between(a: int, b: int) -> range:
    return range(a, b + 1) if a <= b else range(a, b - 1, -1)


def blocked(board: Board, rules: Rules, cell: Cell) -> bool:
    """Whether the ground of a cell lets nobody stand there."""
    spec = rules.find("terrain", dict(board.palette)[board.terrain[cell[1] * board.width + cell[0]]])
    return bool(spec is not None and spec.blocks_move)
