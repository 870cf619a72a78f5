"""A map as SVG paths for the pages that show it whole: ground by its style, sides, zones, the picture under it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tactics.kernel.rules import Rules

from .live.draw import class_name, lines, runs
from .map_board import Lies, Stored, what_of
from .maps.draft import Draft

BARE = "ground"
"""A style that is not drawn: the background shows."""


@dataclass
class Drawing:
    """Coordinates are cells. image: x, y, width and height of the picture, or None. crop: the part to keep."""

    width: int
    height: int
    ground: list[tuple[str, str]] = field(default_factory=list)
    heights: str = ""
    edges: list[tuple[str, str]] = field(default_factory=list)
    zones: list[tuple[str, str]] = field(default_factory=list)
    image: tuple[float, float, float, float] | None = None
    crop: tuple[int, int, int, int] | None = None

    @property
    def grid(self) -> str:
        down = "".join(f"M{x} 0v{self.height}" for x in range(self.width + 1))
        return down + "".join(f"M0 {y}h{self.width}" for y in range(self.height + 1))

    @property
    def shade(self) -> str:
        """All around the part that is kept."""
        if self.crop is None or self.crop == (0, 0, self.width, self.height):
            return ""
        x, y, w, h = self.crop
        return f"M0 0h{self.width}v{self.height}h-{self.width}zM{x} {y}v{h}h{w}v-{h}z"


def of_draft(draft: Draft, rules: Rules, terrain: Mapping[str, str], crop: tuple[int, int, int, int]) -> Drawing:
    keys = [terrain.get(kind.key, "") for kind in draft.kinds]
    found = Drawing(draft.width, draft.height, crop=crop)
    _ground(found, [keys[n] for n in draft.cells], draft.elevation, rules)
    sides = [(s.x + s.east, s.y + (not s.east), s.east, s.what) for s in draft.sides]
    _edges(found, sides)
    found.zones = [(zone.name, runs(zone.cells)) for zone in draft.zones]
    lies = draft.picture
    if lies is not None:
        found.image = (
            round(-lies.left / lies.across, 4),
            round(-lies.top / lies.down, 4),
            round(lies.width / lies.across, 4),
            round(lies.height / lies.down, 4),
        )
    return found


def of_map(stored: Stored, rules: Rules, *, picture: tuple[int, int] | None) -> Drawing:
    """picture: its size in pixels, where there is one."""
    board = stored.board
    keys = dict(board.palette)
    found = Drawing(board.width, board.height)
    _ground(found, [keys[letter] for letter in board.terrain], board.elevation, rules)
    _edges(found, [(*edge.b, edge.a[0] != edge.b[0], what_of(edge)) for edge in board.edges])
    found.zones = [(zone.name, runs(zone.cells)) for zone in stored.zones]
    if picture is not None:
        lies = stored.lies or Lies(0, 0, picture[0] / board.width, picture[1] / board.height)
        found.image = (
            round(-lies.left / lies.across, 4),
            round(-lies.top / lies.down, 4),
            round(picture[0] / lies.across, 4),
            round(picture[1] / lies.down, 4),
        )
    return found


def _ground(found: Drawing, keys: Sequence[str], levels: Sequence[int], rules: Rules) -> None:
    known = rules.entries.get("terrain", {})
    cells: dict[str, list[tuple[int, int]]] = {}
    for n, key in enumerate(keys):
        style = class_name(known[key].style) if key in known else BARE
        if style != BARE:
            cells.setdefault(style, []).append((n % found.width, n // found.width))
    found.ground = [(style, runs(at)) for style, at in sorted(cells.items())]
    found.heights = runs((n % found.width, n // found.width) for n, level in enumerate(levels) if level)


def _edges(found: Drawing, sides: Iterable[tuple[int, int, bool, str]]) -> None:
    kinds: dict[str, set[tuple[int, int, bool]]] = {}
    for x, y, upright, what in sides:
        kinds.setdefault(what, set()).add((x, y, upright))
    found.edges = [(kind.replace(":", " "), lines(segments)) for kind, segments in sorted(kinds.items())]
