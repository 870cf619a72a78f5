"""Boards as SVG paths: edges in chunks of 10 x 10 cells, the grid with its names, zones (`ground` has the rest).

Everything is drawn in cells (the picture's viewBox counts cells, not pixels), and lines that continue each other are
one, so a board is a small text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from django.utils.safestring import SafeString

from missions.live.markup import compact, esc
from tactics.kernel.view import BoardView, EdgeView

CHUNK = 10

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
def edges(index: int, found: tuple[EdgeView, ...]) -> dict[str, str]:
    """{dom id: html} of walls, doors and cover, chunk by chunk."""
    chunks: dict[str, dict[str, set[Segment]]] = {}
    told: dict[str, list[tuple[int, int, int, str]]] = {}
    for edge in found:
        left, top = min(edge.ax, edge.bx), min(edge.ay, edge.by)
        down = edge.ax != edge.bx
        segment = (max(edge.ax, edge.bx), top, True) if down else (left, max(edge.ay, edge.by), False)
        key = f"w-{index}-{left // CHUNK}-{top // CHUNK}"
        chunks.setdefault(key, {}).setdefault(_edge_kind(edge), set()).add(segment)
        if edge.style:
            told.setdefault(key, []).append((*segment[:2], int(down), _words(edge)))
    return {
        key: f'<g id="{key}" class="b{index}"{_told(told.get(key))}>'
        + "".join(_edge_path(kind, segments) for kind, segments in sorted(kinds.items()))
        + "</g>"
        for key, kinds in chunks.items()
    }


COVERS = {"half": "half cover", "full": "full cover", "concealed": "conceals only"}


def _words(edge: EdgeView) -> str:
    return ", ".join(filter(None, (edge.label, COVERS.get(edge.style, ""), edge.note)))


def _told(found: list[tuple[int, int, int, str]] | None) -> str:
    """What covers where, for the page's script, which says it: [x, y, 1 if it goes down, words]."""
    return f' data-c="{esc(compact(found))}"' if found else ""


def _edge_kind(edge: EdgeView) -> str:
    kind = class_name(edge.kind)
    if edge.style:
        return " ".join([kind, *(class_name(word) for word in (edge.style, edge.look) if word)])
    if kind != "door":
        return kind
    if not edge.closed:
        return "door broken" if edge.broken else "door open"
    return "door locked" if edge.locked else "door closed"


def _edge_path(kind: str, segments: set[Segment]) -> str:
    if kind == "door open":
        # Two posts, and the leaf turned by a quarter.
        posts = "".join(
            f"M{x} {y}v.14M{x} {y + 1}v-.14M{x} {y}h.8" if down else f"M{x} {y}h.14M{x + 1} {y}h-.14M{x} {y}v.8"
            for x, y, down in sorted(segments)
        )
        return f'<path class="door open" d="{posts}"/>'
    if kind == "door broken":
        # What is left of it at the two posts.
        rest = "".join(
            f"M{x} {y}v.14M{x} {y + 1}v-.14M{x} {y + 0.1}l.22 .14M{x} {y + 0.9}l-.18 -.12" if down
            else f"M{x} {y}h.14M{x + 1} {y}h-.14M{x + 0.1} {y}l.14 .22M{x + 0.9} {y}l-.12 -.18"
            for x, y, down in sorted(segments)
        )  # fmt: skip
        return f'<path class="door broken" d="{rest}"/>'
    if kind.startswith("door"):
        each = "".join(f"M{x} {y}{'v' if down else 'h'}1" for x, y, down in sorted(segments))
        knobs = "".join(f"M{x} {y + 0.5}h0" if down else f"M{x + 0.5} {y}h0" for x, y, down in sorted(segments))
        return f'<path class="{kind}" d="{each}"/><path class="knob" d="{knobs}"/>'
    if kind.startswith("cover ") and "concealed" not in kind.split():
        # A shield on each piece: half of one for half cover, a whole one for full.
        marks = "".join(_shield(*each, "full" in kind.split()) for each in sorted(segments))
        return f'<path class="{kind}" d="{lines(segments)}"/><path class="shield" d="{marks}"/>'
    return f'<path class="{kind}" d="{lines(segments)}"/>'


def _shield(x: int, y: int, down: bool, whole: bool) -> str:
    cx, cy = (x, y + 0.5) if down else (x + 0.5, y)
    half = f"M{cx} {cy - 0.15}h-.14v.12q0 .14 .14 .2z"
    return half + (f"M{cx} {cy - 0.15}h.14v.12q0 .14 -.14 .2z" if whole else "")


def base(boards: Sequence[BoardView]) -> SafeString:
    """The ground under everything."""
    rects = "".join(
        f'<rect class="ground b{index}" width="{board.width}" height="{board.height}"/>'
        for index, board in enumerate(boards)
    )
    return SafeString(f'<g id="base">{rects}</g>')


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
