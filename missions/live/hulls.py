"""Crafts on the map: which sections are one craft, its name, where it heads, and between which lines its weapons bear.

The bow is an arrow outside all its sections, as large as a cell, so that it can be read where tokens are small.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.safestring import SafeString

from missions.live.draw import Cell, border, class_name, lines, runs
from missions.live.markup import esc
from tactics.board.cells import DIRECTIONS
from tactics.kernel.view import CraftView, MissionView

RAY = 6
"""So many cells long are the lines between which weapons bear."""
ARROW = ((0.0, -0.46), (0.4, 0.3), (0.0, 0.1), (-0.4, 0.3))
"""It points north."""


def hulls(view: MissionView) -> SafeString:
    number = {board.key: index for index, board in enumerate(view.boards)}
    at = {token.key: (token.board, (token.x, token.y)) for token in view.tokens if token.board in number}
    out = [_hull(craft, at, number) for craft in view.crafts]
    return SafeString(f'<g id="hulls">{"".join(out)}</g>')


def _hull(craft: CraftView, at: Mapping[str, tuple[str, Cell]], number: Mapping[str, int]) -> str:
    placed = [at[section.body] for section in craft.sections if section.body in at]
    boards = {board for board, _ in placed}
    if len(boards) != 1:
        return ""
    cells = [cell for _, cell in placed]
    core = at[craft.core][1] if craft.core in at else None
    step = DIRECTIONS.get(craft.heading)
    bow = arrow(core, step, cells) if core is not None and step is not None else ""
    rays = "".join(_ray(core, DIRECTIONS[way]) for way in craft.rays if way in DIRECTIONS) if core is not None else ""
    return (
        f'<g class="hull {class_name(craft.relation)} b{number[boards.pop()]}"><path class="fill" d="{runs(cells)}"/>'
        f'<path class="line" d="{lines(border(cells))}"/>'
        f"{_path('ray', rays)}{_path('bow', bow)}{_name(craft, cells, step)}</g>"
    )


def _path(kind: str, data: str) -> str:
    return f'<path class="{kind}" d="{data}"/>' if data else ""


def arrow(core: Cell, step: Cell, cells: Sequence[Cell]) -> str:
    """Path data of the arrow on the first cell ahead of the core that no section is on."""
    x, y = core
    while (x, y) in cells:
        x, y = x + step[0], y + step[1]
    long = (step[0] ** 2 + step[1] ** 2) ** 0.5
    sin, cos = step[0] / long, -step[1] / long
    points = [f"{x + 0.5 + px * cos - py * sin:.2f} {y + 0.5 + px * sin + py * cos:.2f}" for px, py in ARROW]
    return f"M{'L'.join(points)}z"


def _ray(core: Cell, step: Cell) -> str:
    return f"M{core[0] + 0.5} {core[1] + 0.5}l{step[0] * RAY} {step[1] * RAY}"


def _name(craft: CraftView, cells: Sequence[Cell], step: Cell | None) -> str:
    """Behind the craft, where no arrow is: below it if it heads up, else above."""
    left, top, bottom = min(x for x, _ in cells), min(y for _, y in cells), max(y for _, y in cells)
    below = step is not None and step[1] < 0
    y = bottom + 1.08 if below else top - 0.15
    css = ' class="below"' if below else ""
    return f'<text{css} x="{left}" y="{y}">{esc(craft.name)}</text>'
