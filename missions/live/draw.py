"""Boards as SVG paths: terrain and edges in chunks of 10 x 10 cells, zones and fog as one path each.

Everything is drawn in cells (the picture's viewBox counts cells, not pixels), a row of equal cells is one
rectangle, and terrain is cached per board value, so a board costs nothing until it changes. Cells that
the viewer does not know have the letter `?`; they are drawn as fog and nothing else is sent about them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from django.utils.safestring import SafeString

from missions.live.markup import esc, picture
from tactics.board import masks
from tactics.kernel.view import BoardView, EdgeView, TerrainView

CHUNK = 10
UNKNOWN = "?"
OUTLINED = frozenset({"wall", "rock", "blocking"})
"""Styles with a line around them."""
GROUND = "ground"
"""The style that `base` paints under everything, so that most cells need no path."""

Cell = tuple[int, int]
Segment = tuple[int, int, bool]
"""(x, y, down): the line from (x, y) one cell down, or one cell to the right."""


def class_name(word: str) -> str:
    """`word` as a part of a class name: letters, digits and hyphens only."""
    return "".join(c if c.isascii() and c.isalnum() else "-" for c in word.lower())


def runs(cells: Iterable[Cell]) -> str:
    """Path data that fills `cells`, one rectangle per run in a row."""
    out: list[str] = []
    start = end = row = -1
    for y, x in sorted((y, x) for x, y in cells):
        if y == row and x == end:
            end += 1
            continue
        if row >= 0:
            out.append(f"M{start} {row}h{end - start}v1h-{end - start}z")
        start, end, row = x, x + 1, y
    if row >= 0:
        out.append(f"M{start} {row}h{end - start}v1h-{end - start}z")
    return "".join(out)


def border(cells: Iterable[Cell]) -> set[Segment]:
    """The lines around `cells`."""
    inside = set(cells)
    out: set[Segment] = set()
    for x, y in inside:
        if (x, y - 1) not in inside:
            out.add((x, y, False))
        if (x, y + 1) not in inside:
            out.add((x, y + 1, False))
        if (x - 1, y) not in inside:
            out.add((x, y, True))
        if (x + 1, y) not in inside:
            out.add((x + 1, y, True))
    return out


def lines(segments: Iterable[Segment]) -> str:
    """Path data of `segments`, those that continue each other joined."""
    out: list[str] = []
    start = end = track = -1
    way = False
    # Across a row: (row, x); down a column: (column, y).
    for down, at, along in sorted((d, x if d else y, y if d else x) for x, y, d in segments):
        if down == way and at == track and along == end:
            end += 1
            continue
        if track >= 0:
            out.append(_line(way, track, start, end))
        way, track, start, end = down, at, along, along + 1
    if track >= 0:
        out.append(_line(way, track, start, end))
    return "".join(out)


def _line(down: bool, track: int, start: int, end: int) -> str:
    return f"M{track} {start}v{end - start}" if down else f"M{start} {track}h{end - start}"


@lru_cache(maxsize=64)
def terrain(
    index: int,
    width: int,
    height: int,
    letters: str,
    elevation: tuple[int, ...],
    palette: tuple[TerrainView, ...],
) -> dict[str, str]:
    """{dom id: html} of the terrain chunks of the board that is the `index`-th of the view."""
    styles = {entry.letter: class_name(entry.style) for entry in palette}
    parts: dict[str, str] = {}
    for top in range(0, height, CHUNK):
        for left in range(0, width, CHUNK):
            key = f"k-{index}-{left // CHUNK}-{top // CHUNK}"
            cells = [
                (x, y) for y in range(top, min(top + CHUNK, height)) for x in range(left, min(left + CHUNK, width))
            ]
            parts[key] = _chunk(key, index, width, cells, letters, elevation, styles)
    return parts


def _chunk(
    key: str,
    index: int,
    width: int,
    cells: Sequence[Cell],
    letters: str,
    elevation: tuple[int, ...],
    styles: dict[str, str],
) -> str:
    """One chunk. `data-t` and `data-e` give the letters and levels to the page, which speaks them."""
    kinds: dict[str, list[Cell]] = {}
    levels: dict[int, list[Cell]] = {}
    for x, y in cells:
        letter = letters[y * width + x]
        if letter == UNKNOWN:
            continue
        kinds.setdefault(styles.get(letter, GROUND), []).append((x, y))
        if elevation and elevation[y * width + x]:
            levels.setdefault(elevation[y * width + x], []).append((x, y))
    known = "".join(letters[y * width + x] for x, y in cells)
    out = [f'<path class="t-{style}" d="{runs(found)}"/>' for style, found in sorted(kinds.items()) if style != GROUND]
    for style in sorted(OUTLINED & kinds.keys()):
        out.append(f'<path class="outline" d="{lines(_outline(kinds[style], style, width, letters, styles))}"/>')
    for level, found in sorted(levels.items()):
        step = f"up{min(level, 4)}" if level > 0 else f"low{min(-level, 2)}"
        out.append(f'<path class="{step}" d="{runs(found)}"/>')
    if levels:
        out.append(_heights(cells, width, letters, elevation))
    heights = ""
    if levels:
        heights = f' data-e="{",".join(str(elevation[y * width + x]) for x, y in cells)}"'
    return f'<g id="{key}" class="b{index}" data-t="{esc(known)}"{heights}>{"".join(out)}</g>'


def _outline(cells: Iterable[Cell], style: str, width: int, letters: str, styles: dict[str, str]) -> set[Segment]:
    """The lines between `cells` and ground of another style, also across the rim of the chunk."""
    height = len(letters) // width

    def same(x: int, y: int) -> bool:
        inside = 0 <= x < width and 0 <= y < height
        return inside and styles.get(letters[y * width + x]) == style

    return {
        line
        for x, y in cells
        for line, beyond in (
            ((x, y, False), (x, y - 1)),
            ((x, y + 1, False), (x, y + 1)),
            ((x, y, True), (x - 1, y)),
            ((x + 1, y, True), (x + 1, y)),
        )
        if not same(*beyond)
    }


def _heights(cells: Sequence[Cell], width: int, letters: str, elevation: tuple[int, ...]) -> str:
    """The rims between levels, and the level as a number in the upper left corner of each height."""
    rims: set[Segment] = set()
    glyphs: list[str] = []
    xs: list[str] = []
    ys: list[str] = []
    height = len(letters) // width

    def level(x: int, y: int) -> int | None:
        if not (0 <= x < width and 0 <= y < height) or letters[y * width + x] == UNKNOWN:
            return None
        return elevation[y * width + x]

    for x, y in cells:
        here = level(x, y)
        if here is None:
            continue
        left, above = level(x - 1, y), level(x, y - 1)
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


@lru_cache(maxsize=64)
def edges(index: int, found: tuple[EdgeView, ...]) -> dict[str, str]:
    """{dom id: html} of walls, doors and cover, chunk by chunk."""
    chunks: dict[str, dict[str, set[Segment]]] = {}
    for edge in found:
        left, top = min(edge.ax, edge.bx), min(edge.ay, edge.by)
        down = edge.ax != edge.bx
        segment = (max(edge.ax, edge.bx), top, True) if down else (left, max(edge.ay, edge.by), False)
        key = f"w-{index}-{left // CHUNK}-{top // CHUNK}"
        chunks.setdefault(key, {}).setdefault(_edge_kind(edge), set()).add(segment)
    return {
        key: f'<g id="{key}" class="b{index}">'
        + "".join(_edge_path(kind, segments) for kind, segments in sorted(kinds.items()))
        + "</g>"
        for key, kinds in chunks.items()
    }


def _edge_kind(edge: EdgeView) -> str:
    kind = class_name(edge.kind)
    if kind != "door":
        return kind
    if not edge.closed:
        return "door open"
    return "door locked" if edge.locked else "door closed"


def _edge_path(kind: str, segments: set[Segment]) -> str:
    if kind == "door open":
        # Two posts, and the leaf turned by a quarter.
        posts = "".join(
            f"M{x} {y}v.14M{x} {y + 1}v-.14M{x} {y}h.8" if down else f"M{x} {y}h.14M{x + 1} {y}h-.14M{x} {y}v.8"
            for x, y, down in sorted(segments)
        )
        return f'<path class="door open" d="{posts}"/>'
    if kind.startswith("door"):
        each = "".join(f"M{x} {y}{'v' if down else 'h'}1" for x, y, down in sorted(segments))
        knobs = "".join(f"M{x} {y + 0.5}h0" if down else f"M{x + 0.5} {y}h0" for x, y, down in sorted(segments))
        return f'<path class="{kind}" d="{each}"/><path class="knob" d="{knobs}"/>'
    return f'<path class="{kind}" d="{lines(segments)}"/>'


def base(boards: Sequence[BoardView]) -> SafeString:
    """What lies under the terrain: the ground, and the background picture where there is one."""
    out = []
    for index, board in enumerate(boards):
        size = f'width="{board.width}" height="{board.height}"'
        out.append(f'<rect class="ground b{index}" {size}/>')
        if board.picture:
            address = picture(board.picture)
            out.append(f'<image class="b{index}" {size} preserveAspectRatio="none" href="{address}"/>')
    return SafeString(f'<g id="base">{"".join(out)}</g>')


def grid(boards: Sequence[BoardView]) -> SafeString:
    """The lines between cells, and the names of columns and rows along two rims."""
    rects = "".join(
        f'<rect class="b{index}" width="{board.width}" height="{board.height}" fill="url(#p-grid)"/>'
        + ruler(index, board.width, board.height)
        for index, board in enumerate(boards)
    )
    return SafeString(f'<g id="grid">{rects}</g>')


@lru_cache(maxsize=64)
def ruler(index: int, width: int, height: int) -> str:
    """A, B ... above the board, 1, 2 ... beside it; one text element, each sign with its own place."""
    signs: list[str] = []
    xs: list[str] = []
    ys: list[str] = []

    def put(word: str, x: float, y: float) -> None:
        for place, sign in enumerate(word):
            signs.append(sign)
            xs.append(f"{x + 0.17 * (place - (len(word) - 1) / 2):.2f}")
            ys.append(f"{y:.2f}")

    for x in range(width):
        put(column_name(x), x + 0.5, -0.14)
    for y in range(height):
        put(str(y + 1), -0.32, y + 0.6)
    return f'<text class="ruler b{index}" x="{" ".join(xs)}" y="{" ".join(ys)}">{"".join(signs)}</text>'


def column_name(x: int) -> str:
    """0 is A, 25 is Z, 26 is AA."""
    name = ""
    number = x + 1
    while number:
        number, rest = divmod(number - 1, 26)
        name = chr(65 + rest) + name
    return name


def zones(marked: Iterable[tuple[int, bool, str, Sequence[Cell]]]) -> SafeString:
    """Placement zones: (board index, may the viewer place there, name, cells)."""
    out = []
    for index, mine, name, cells in marked:
        kind = "zone mine" if mine else "zone"
        left, top = min(cells, default=(0, 0), key=lambda cell: (cell[1], cell[0]))
        out.append(
            f'<g class="{kind} b{index}"><path class="fill" d="{runs(cells)}"/>'
            f'<path class="line" d="{lines(border(cells))}"/>'
            f'<text x="{left + 0.1}" y="{top - 0.12}">{esc(name)}</text></g>'
        )
    return SafeString(f'<g id="zones">{"".join(out)}</g>')


def fog(boards: Sequence[BoardView]) -> SafeString:
    """What was never seen is near black; what was seen once and is not in sight now is dim."""
    out = []
    for index, board in enumerate(boards):
        unknown: list[Cell] = []
        dim: list[Cell] = []
        area = board.width * board.height
        lit = format(masks.to_int(board.lit), f"0{area}b")[::-1] if board.lit else "1" * area
        for place, letter in enumerate(board.terrain):
            if letter == UNKNOWN:
                unknown.append((place % board.width, place // board.width))
            elif lit[place] == "0":
                dim.append((place % board.width, place // board.width))
        if unknown:
            out.append(f'<path class="unknown b{index}" d="{runs(unknown)}"/>')
        if dim:
            out.append(f'<path class="dim b{index}" d="{runs(dim)}"/>')
    return SafeString(f'<g id="fog">{"".join(out)}</g>')
