"""What lies on a board: terrain in chunks of 10 x 10 cells, the background picture in tiles, the fog over both.

A row of equal cells is one rectangle. Each chunk is cached by what it shows, so one more explored cell draws one
chunk and sends one tile. Cells that the viewer does not know have the letter `?`; they are drawn as fog and nothing
else is sent about them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from django.utils.safestring import SafeString

from missions.live.draw import CHUNK, Cell, Segment, class_name, lines, runs
from missions.live.markup import esc
from missions.pictures_address import tiles
from tactics.board import masks
from tactics.kernel.view import BoardView, TerrainView

UNKNOWN = "?"
OUTLINED = frozenset({"wall", "rock", "blocking"})
"""Styles with a line around them."""
GROUND = "ground"
"""The style that `base` paints under everything, so that most cells need no path."""
OFF = " "
"""Stands for what is off the board in a window."""

Rows = tuple[str, ...]
Levels = tuple[tuple[int, ...], ...]


def terrain(index: int, board: BoardView) -> dict[str, str]:
    """{dom id: html} of the terrain chunks of the board that is the `index`-th of the view."""
    return _terrain(
        index, board.width, board.height, board.terrain, board.elevation, board.palette, bool(board.picture)
    )


@lru_cache(maxsize=64)
def _terrain(
    index: int,
    width: int,
    height: int,
    letters: str,
    elevation: tuple[int, ...],
    palette: tuple[TerrainView, ...],
    pictured: bool,
) -> dict[str, str]:
    styles = tuple((entry.letter, class_name(entry.style)) for entry in palette)
    rows = [letters[at : at + width] for at in range(0, width * height, width)]
    rows = [OFF * width, *rows, OFF * width]
    rows = [f"{OFF}{row}{OFF}" for row in rows]
    levels: list[tuple[int, ...]] = []
    if elevation:
        levels = [(0, *elevation[at : at + width], 0) for at in range(0, width * height, width)]
        levels = [(0,) * (width + 2), *levels, (0,) * (width + 2)]
    parts: dict[str, str] = {}
    for top in range(0, height, CHUNK):
        for left in range(0, width, CHUNK):
            window = tuple(row[left : left + CHUNK + 2] for row in rows[top : top + CHUNK + 2])
            heights = tuple(row[left : left + CHUNK + 2] for row in levels[top : top + CHUNK + 2])
            key = f"k-{index}-{left // CHUNK}-{top // CHUNK}"
            parts[key] = _chunk(key, index, left, top, window, heights, styles, pictured)
    return parts


class Window:
    """A chunk with a rim of one cell around it: letter and level by the board's coordinates."""

    def __init__(self, left: int, top: int, rows: Rows, levels: Levels, styles: dict[str, str]) -> None:
        self.left, self.top, self.rows, self.levels, self.styles = left, top, rows, levels, styles

    def letter(self, x: int, y: int) -> str:
        return self.rows[y - self.top + 1][x - self.left + 1]

    def style(self, x: int, y: int) -> str | None:
        return self.styles.get(self.letter(x, y))

    def level(self, x: int, y: int) -> int | None:
        """None off the board and where it is not known."""
        if self.letter(x, y) in (OFF, UNKNOWN):
            return None
        return self.levels[y - self.top + 1][x - self.left + 1] if self.levels else 0

    def cells(self) -> list[Cell]:
        """The chunk's own, row by row."""
        width, height = len(self.rows[0]) - 2, len(self.rows) - 2
        return [(x, y) for y in range(self.top, self.top + height) for x in range(self.left, self.left + width)]


@lru_cache(maxsize=2048)
def _chunk(
    key: str,
    index: int,
    left: int,
    top: int,
    rows: Rows,
    heights: Levels,
    styles: tuple[tuple[str, str], ...],
    pictured: bool,
) -> str:
    """One chunk. `data-t` and `data-e` give the letters and levels to the page, which speaks them."""
    window = Window(left, top, rows, heights, dict(styles))
    cells = window.cells()
    kinds: dict[str, list[Cell]] = {}
    levels: dict[int, list[Cell]] = {}
    for x, y in cells:
        if window.letter(x, y) == UNKNOWN:
            continue
        kinds.setdefault(window.style(x, y) or GROUND, []).append((x, y))
        level = window.level(x, y)
        if level:
            levels.setdefault(level, []).append((x, y))
    known = "".join(window.letter(x, y) for x, y in cells)
    out = [f'<path class="t-{style}" d="{runs(found)}"/>' for style, found in sorted(kinds.items()) if style != GROUND]
    for style in sorted(OUTLINED & kinds.keys()):
        out.append(f'<path class="outline" d="{lines(_outline(kinds[style], style, window))}"/>')
    for level, found in sorted(levels.items()):
        step = f"up{min(level, 4)}" if level > 0 else f"low{min(-level, 2)}"
        out.append(f'<path class="{step}" d="{runs(found)}"/>')
    said = ""
    if levels:
        out.append(_heights(cells, window))
        said = f' data-e="{",".join(str(window.level(x, y) or 0) for x, y in cells)}"'
    css = f"b{index} over" if pictured else f"b{index}"
    return f'<g id="{key}" class="{css}" data-t="{esc(known)}"{said}>{"".join(out)}</g>'


def _outline(cells: Iterable[Cell], style: str, window: Window) -> set[Segment]:
    """The lines between `cells` and ground of another style, also across the rim of the chunk."""
    return {
        line
        for x, y in cells
        for line, beyond in (
            ((x, y, False), (x, y - 1)),
            ((x, y + 1, False), (x, y + 1)),
            ((x, y, True), (x - 1, y)),
            ((x + 1, y, True), (x + 1, y)),
        )
        if window.style(*beyond) != style
    }


def _heights(cells: Sequence[Cell], window: Window) -> str:
    """The rims between levels, and the level as a number in the upper left corner of each height."""
    rims: set[Segment] = set()
    glyphs: list[str] = []
    xs: list[str] = []
    ys: list[str] = []
    for x, y in cells:
        here = window.level(x, y)
        if here is None:
            continue
        left, above = window.level(x - 1, y), window.level(x, y - 1)
        if left is not None and left != here:
            rims.add((x, y, True))
        if above is not None and above != here:
            rims.add((x, y, False))
        if here and left != here and above != here:
            for i, glyph in enumerate(str(here).replace("-", "\N{MINUS SIGN}")):
                glyphs.append(glyph)
                xs.append(f"{x + 0.08 + 0.14 * i:.2f}".rstrip("0"))
                ys.append(f"{y + 0.28:.2f}")
    label = ""
    if glyphs:
        label = f'<text x="{" ".join(xs)}" y="{" ".join(ys)}">{"".join(glyphs)}</text>'
    return f'<path class="rim" d="{lines(rims)}"/>{label}'


# --- the background picture ---------------------------------------------------------------------------


def pictures(index: int, board: BoardView, audience: str, role: str) -> dict[str, SafeString]:
    """{dom id: html} of the tiles of the background picture of which the viewer knows any cell."""
    if not board.picture:
        return {}
    known = masks.to_int(board.known) if board.foggy and role != "gm" else None
    out = {}
    for tile, name in tiles(audience, board.picture, index, board.width, board.height, known):
        left, top = tile.x * CHUNK, tile.y * CHUNK
        # A hair larger than its cells, so that no seam shows between two of them.
        width, height = min(CHUNK, board.width - left) + 0.02, min(CHUNK, board.height - top) + 0.02
        key = f"i-{index}-{tile.x}-{tile.y}"
        out[key] = SafeString(
            f'<image id="{key}" class="b{index}" x="{left}" y="{top}" width="{width}" height="{height}" '
            f'preserveAspectRatio="none" href="tile/{name}/"/>'
        )
    return out


# --- fog ----------------------------------------------------------------------------------------------


def fog(boards: Sequence[BoardView], role: str) -> SafeString:
    """What was never seen is near black; what was seen once and is not in sight now is dim. A GM sees through both:
    for him they show what the players do not see."""
    out = []
    for index, board in enumerate(boards):
        if not board.foggy:
            continue
        known, lit = masks.to_int(board.known), masks.to_int(board.lit)
        everything = (1 << (board.width * board.height)) - 1
        for kind, bits in (("unknown", everything & ~known), ("dim", known & ~lit)):
            if bits:
                css = f"{kind} gm" if role == "gm" else kind
                out.append(f'<path class="{css} b{index}" d="{blocks(bits, board.width, board.height)}"/>')
    return SafeString(f'<g id="fog">{"".join(out)}</g>')


@lru_cache(maxsize=256)
def blocks(bits: int, width: int, height: int) -> str:
    """Path data that fills a set of cells: one rectangle for a run in a row and the same run in those below it."""
    flags = format(bits | 1 << (width * height), "b")[:0:-1]
    out: list[str] = []
    open_runs: dict[tuple[int, int], int] = {}
    for y in range(height + 1):
        found = set(_spans(flags[y * width : (y + 1) * width])) if y < height else set()
        for span in [s for s in open_runs if s not in found]:
            top = open_runs.pop(span)
            out.append(f"M{span[0]} {top}h{span[1] - span[0]}v{y - top}h-{span[1] - span[0]}z")
        for span in sorted(found - open_runs.keys()):
            open_runs[span] = y
    return "".join(out)


def _spans(row: str) -> Iterator[tuple[int, int]]:
    return (match.span() for match in re.finditer("1+", row))
