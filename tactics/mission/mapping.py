"""The GM paints the ground of a board while it is played on (table.md 17)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.state import Board
from tactics.mission import fog


def paint(work: Work, command: c.Paint) -> None:
    """A rectangle of a board gets another terrain, another level or both; what stands there stays where it is."""
    board = work.state.boards.get(command.board)
    if board is None:
        raise Refused("unknown", what=command.board)
    if command.terrain is None and command.level is None:
        raise bad_field("terrain", "choose a ground or a level")
    cells = _rectangle(board, command.rect)
    painted = board
    if command.terrain is not None:
        found: Any = work.rules.find("terrain", command.terrain)
        if found is None:
            raise Refused("unknown", what=command.terrain)
        painted = _with_terrain(painted, cells, command.terrain, found.letter)
    if command.level is not None:
        painted = _with_level(painted, cells, command.level)
    if painted == board:
        raise illegal("nothing")
    fog.change(work, e.BoardSet(painted))


def _rectangle(board: Board, rect: tuple[c.At, c.At]) -> list[int]:
    """The places of the cells between two corners, row by row."""
    (ax, ay), (bx, by) = rect
    left, right, top, bottom = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    if right >= board.width or bottom >= board.height:
        raise bad_field("rect", "both corners are on the board")
    return [y * board.width + x for y in range(top, bottom + 1) for x in range(left, right + 1)]


def _with_terrain(board: Board, cells: list[int], terrain: str, sign: str) -> Board:
    """With its own letter, if that is free on this board, else with one that is."""
    palette = dict(board.palette)
    letter = next((old for old, key in palette.items() if key == terrain), "") or _free(palette, sign)
    letters = list(board.terrain)
    for at in cells:
        letters[at] = letter
    return replace(board, terrain="".join(letters), palette=tuple({**palette, letter: terrain}.items()))


def _free(palette: Mapping[str, str], sign: str) -> str:
    """A letter that means nothing on the board yet; `?` means what nobody has seen."""
    signs = (sign, *(chr(code) for code in range(ord("!"), ord("~") + 1)))
    return next(letter for letter in signs if letter not in palette and letter != "?")


def _with_level(board: Board, cells: list[int], level: int) -> Board:
    levels = list(board.elevation or (0,) * len(board.terrain))
    for at in cells:
        levels[at] = level
    return replace(board, elevation=tuple(levels) if any(levels) else ())
