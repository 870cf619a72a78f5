"""Crafts on the map: which sections are one craft, its name, where it heads, and between which lines its weapons bear.

The bow is an arrow outside all its sections, as large as a cell, so that it can be read where tokens are small. A deck
is drawn with the bow at its top whatever way the craft heads; an arrow beside it says which way that is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.safestring import SafeString

from missions.live.draw import Cell, border, class_name, lines, runs
from missions.live.markup import esc
from missions.live.speech import gettext as _
from tactics.board.cells import COMPASS, DIRECTIONS
from tactics.kernel.view import BoardView, CraftView, MissionView

RAY = 6
"""So many cells long are the lines between which weapons bear."""
ARROW = ((0.0, -0.46), (0.4, 0.3), (0.0, 0.1), (-0.4, 0.3))
"""It points north."""
RIM = "rim"
"""The style of what lies around a deck."""
SIGN, LINE = 0.32, 0.6
"""About how wide a letter of a name and how high its line is, in cells, where the map is drawn small."""

Box = tuple[float, float, float, float]
"""left, top, right, bottom, in cells"""


def hulls(view: MissionView) -> SafeString:
    number = {board.key: index for index, board in enumerate(view.boards)}
    at = {token.key: (token.board, (token.x, token.y)) for token in view.tokens if token.board in number}
    decks = {board.key: board for board in view.boards}
    found = [(craft, _cells(craft, at)) for craft in view.crafts]
    taken = {craft.key: _taken(craft, cells, at) for craft, (_, cells) in found}
    names: list[tuple[str, Box]] = []
    out = []
    for craft, (board, cells) in found:
        if cells:
            others = [box for key, boxes in taken.items() for box in boxes if key != craft.key]
            others += [box for where, box in names if where == board]
            text, box = _name(craft, cells, taken[craft.key], others, decks[board].width)
            names.append((board, box))
            out.append(_hull(craft, cells, at, number[board], text))
        if craft.deck in decks and craft.heading in DIRECTIONS:
            out.append(_bow(craft, decks[craft.deck], number[craft.deck]))
    return SafeString(f'<g id="hulls">{"".join(out)}</g>')


def _cells(craft: CraftView, at: Mapping[str, tuple[str, Cell]]) -> tuple[str, list[Cell]]:
    """The board that its sections are on, and where; nothing if they are on none or on several."""
    placed = [at[section.body] for section in craft.sections if section.body in at]
    boards = {board for board, _ in placed}
    return (boards.pop(), [cell for _, cell in placed]) if len(boards) == 1 else ("", [])


def _hull(craft: CraftView, cells: Sequence[Cell], at: Mapping[str, tuple[str, Cell]], board: int, name: str) -> str:
    core = at[craft.core][1] if craft.core in at else None
    step = DIRECTIONS.get(craft.heading)
    bow = arrow(core, step, cells) if core is not None and step is not None else ""
    rays = "".join(_ray(core, DIRECTIONS[way]) for way in craft.rays if way in DIRECTIONS) if core is not None else ""
    return (
        f'<g class="hull {class_name(craft.relation)} b{board}"><path class="fill" d="{runs(cells)}"/>'
        f'<path class="line" d="{lines(border(cells))}"/>'
        f"{_path('ray', rays)}{_path('bow', bow)}{name}</g>"
    )


def _path(kind: str, data: str) -> str:
    return f'<path class="{kind}" d="{data}"/>' if data else ""


def _ahead(core: Cell, step: Cell, cells: Sequence[Cell]) -> Cell:
    """The first cell ahead of the core that no section is on."""
    x, y = core
    while (x, y) in cells:
        x, y = x + step[0], y + step[1]
    return x, y


def arrow(core: Cell, step: Cell, cells: Sequence[Cell]) -> str:
    """Path data of the arrow on the first cell ahead of the core that no section is on."""
    x, y = _ahead(core, step, cells)
    long = (step[0] ** 2 + step[1] ** 2) ** 0.5
    sin, cos = step[0] / long, -step[1] / long
    points = [f"{x + 0.5 + px * cos - py * sin:.2f} {y + 0.5 + px * sin + py * cos:.2f}" for px, py in ARROW]
    return f"M{'L'.join(points)}z"


def _ray(core: Cell, step: Cell) -> str:
    return f"M{core[0] + 0.5} {core[1] + 0.5}l{step[0] * RAY} {step[1] * RAY}"


# --- names --------------------------------------------------------------------------------------------


def _taken(craft: CraftView, cells: Sequence[Cell], at: Mapping[str, tuple[str, Cell]]) -> list[Box]:
    """What of the map a craft covers: its sections and its arrow."""
    step = DIRECTIONS.get(craft.heading)
    covered = [*cells]
    if craft.core in at and step is not None and cells:
        covered.append(_ahead(at[craft.core][1], step, cells))
    return [(x, y, x + 1, y + 1) for x, y in covered]


def _name(
    craft: CraftView, cells: Sequence[Cell], own: Iterable[Box], others: Iterable[Box], width: int
) -> tuple[str, Box]:  # fmt: skip
    """Above the craft or below it, on the first line or the second, along it to the right or to the left: where it
    covers least of what else is there, in doubt above, and behind a craft that heads up."""
    left, right = min(x for x, _ in cells), max(x for x, _ in cells) + 1
    top, bottom = min(y for _, y in cells) - 0.15, max(y for _, y in cells) + 1.08
    long = SIGN * len(craft.name)
    step = DIRECTIONS.get(craft.heading)
    below = step is not None and step[1] < 0
    places = [
        (under, end, (x, y, x + long, y + LINE))
        for line in (0, LINE)
        for end, x in ((False, left), (True, right - long))
        for under, y in sorted(((False, top - line - LINE), (True, bottom + line)), key=lambda p: p[0] != below)
    ]
    blocked = [*own, *others]
    under, end, box = min(places, key=lambda place: _covered(place[2], blocked) + _outside(place[2], width))
    css = " ".join(word for word, on in (("below", under), ("end", end)) if on)
    css = f' class="{css}"' if css else ""
    x, y = right if end else left, box[1] if under else box[3]
    return f'<text{css} x="{x}" y="{y:g}">{esc(craft.name)}</text>', box


def _covered(box: Box, boxes: Iterable[Box]) -> float:
    """How much of `boxes` it covers, in square cells."""
    return sum(
        max(0.0, min(box[2], b[2]) - max(box[0], b[0])) * max(0.0, min(box[3], b[3]) - max(box[1], b[1])) for b in boxes
    )


def _outside(box: Box, width: int) -> float:
    return (max(0.0, -box[0]) + max(0.0, box[2] - width)) * (box[3] - box[1])


# --- the deck -----------------------------------------------------------------------------------------


def _bow(craft: CraftView, board: BoardView, index: int) -> str:
    """An arrow up, with the direction in words: on the widest piece of the top row that is no deck, else beside it."""
    rims = {entry.letter for entry in board.palette if entry.style == RIM}
    row = board.terrain[: board.width]
    start, long = _longest([letter in rims for letter in row])
    x = start + long / 2 if long else board.width + 0.6
    points = "L".join(f"{x + px:.2f} {0.5 + py:.2f}" for px, py in ARROW)
    said = _("bow, {way}").format(way=COMPASS[craft.heading])
    return (
        f'<g class="hull deck {class_name(craft.relation)} b{index}"><path class="bow" d="M{points}z"/>'
        f'<text x="{x:g}" y="1.2">{esc(said)}</text></g>'
    )


def _longest(row: Sequence[bool]) -> tuple[int, int]:
    """Where the longest run of true values begins, and how many they are."""
    best = (0, 0)
    start = 0
    for place, on in enumerate([*row, False]):
        if not on:
            if place - start > best[1]:
                best = (start, place - start)
            start = place + 1
    return best
