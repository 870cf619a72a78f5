"""Walls and doors of any angle, in cells, to sides of cells.

A segment on a grid line gives each unit edge that it covers by half. Any other (a diagonal, a cave, half a cell beside
the line) stands between two neighbouring cells if it meets the line between their centres: that keeps every closed
shape closed and ignores what is drawn inside one cell. A door wins over a wall on the same side, and on a grid line
always gives at least one.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from . import limits
from .draft import Report, Side, Unreadable

SNAP, SLOPE = 0.02, 0.01
"""Cells; what is as near to a grid line and slopes no more lies on it. Drawing programs round to 1/256 and 1/150."""
HALF = 0.5
EPSILON = 1e-9

Segment = tuple[float, float, float, float]
Line = tuple[bool, int, int]
"""(upright, x, y): the unit edge from the crossing (x, y) down or to the right."""
DOORS = ("door", "open", "locked", "secret")
ORDER = ("cover", "curtain", "window", "wall", *DOORS)
"""Of two on one side the later one stays; a curtain and a window make a wall."""


@dataclass
class Piece:
    """A segment inside the map; what: as in `draft.Side`."""

    at: Segment
    what: str = "wall"

    @property
    def is_door(self) -> bool:
        return self.what in DOORS


@dataclass
class Sketch:
    """Collects segments in cells. Those outside are dropped and counted, the others clipped and snapped."""

    width: int
    height: int
    report: Report
    pieces: list[Piece] = field(default_factory=list)
    seen: int = 0
    kept: int = 0
    doors_seen: int = 0
    doors_kept: int = 0
    doors_without: int = 0

    def wall(self, at: Segment, what: str = "wall") -> None:
        self.seen += 1
        if self.seen > limits.SEGMENTS:
            raise Unreadable("too_many_walls", most=limits.SEGMENTS)
        self._add(at, what)

    def door(self, at: Segment, what: str = "door") -> None:
        """A door, or with `window` an opening that is counted as one."""
        self.doors_seen += 1
        if self.doors_seen > limits.DOORS:
            raise Unreadable("too_many_doors", most=limits.DOORS)
        self._add(at, what, opening=True)

    def _add(self, at: Segment, what: str, opening: bool = False) -> None:
        if not all(math.isfinite(v) and abs(v) <= limits.COORDINATE for v in at):
            self.report.count("left_out", "bad_coordinates")
            return
        length = math.hypot(at[2] - at[0], at[3] - at[1])
        if length < EPSILON:
            self.kept += not opening and 0 <= at[0] <= self.width and 0 <= at[1] <= self.height
            self.report.count("left_out", "points")
            return
        inside = clip(at, self.width, self.height)
        if inside is None:
            self.report.count("clipped", "doors_outside" if opening else "walls_outside")
            return
        if math.hypot(inside[2] - inside[0], inside[3] - inside[1]) < length - SNAP:
            self.report.count("clipped", "walls_cut")
        snapped = onto_line(inside)
        self.doors_kept += opening
        self.kept += not opening
        if snapped != inside:
            self.report.count("snapped", "walls_snapped")
        self.pieces.append(Opening(snapped, what) if opening else Piece(snapped, what))

    # --- what becomes of it ---

    def lines(self) -> tuple[set[Line], set[Line]]:
        """(edges of the grid that a wall covers, those of openings): the outer frame too, openings taken out."""
        openings: set[Line] = set()
        for piece in self.pieces:
            if isinstance(piece, Opening):
                openings |= opened(piece.at)
        return covered(p.at for p in self.pieces if not isinstance(p, Opening)) - openings, openings

    def pairs(self) -> tuple[set[Line], set[Line]]:
        """(sides between two cells that a wall stands between by the line of centres, those of openings)."""
        doors: set[Line] = set()
        walls: set[Line] = set()
        for piece in self.pieces:
            (doors if isinstance(piece, Opening) else walls).update(self._between(piece.at))
        return walls - doors, doors

    def sides(self) -> tuple[Side, ...]:
        """Inside the board; its outer frame bars the way anyhow."""
        found: dict[Line, str] = {}
        openings: dict[Line, str] = {}
        straight: dict[str, list[Segment]] = defaultdict(list)
        for piece in self.pieces:
            if isinstance(piece, Opening):
                places = opened(piece.at) or self._between(piece.at)
                if not opened(piece.at):
                    self.report.count("guessed", "slanted_doors")
                self.doors_without += not places
                for place in places:
                    openings[place] = stronger(openings.get(place), piece.what)
            elif on_line(piece.at):
                straight[piece.what].append(piece.at)
            else:
                for place in self._between(piece.at):
                    found[place] = stronger(found.get(place), piece.what)
                    self.report.count("guessed", "slanted_walls")
        for what, segments in straight.items():
            for place in covered(segments):
                found[place] = stronger(found.get(place), what)
        found |= openings
        return tuple(side for place, what in sorted(found.items()) if (side := self._side(place, what)) is not None)

    def _side(self, place: Line, what: str) -> Side | None:
        upright, x, y = place
        if upright:
            return Side(x - 1, y, True, what) if 0 < x < self.width and 0 <= y < self.height else None
        return Side(x, y - 1, False, what) if 0 < y < self.height and 0 <= x < self.width else None

    def _between(self, at: Segment) -> set[Line]:
        x1, y1, x2, y2 = at
        across = met(x1, y1, x2, y2, self.width, self.height)
        down = met(y1, x1, y2, x2, self.height, self.width)
        return {(True, a, b) for a, b in across} | {(False, b, a) for a, b in down}


class Opening(Piece):
    """A door or a window."""


def onto_line(at: Segment) -> Segment:
    """A segment that runs along a grid line, near to it, is laid onto it; how far it reaches along it stays."""
    x1, y1, x2, y2 = at
    column, row = round(x1), round(y1)
    if abs(x1 - x2) <= SLOPE and abs(x1 - column) <= SNAP and abs(x2 - column) <= SNAP:
        return (float(column), y1, float(column), y2)
    if abs(y1 - y2) <= SLOPE and abs(y1 - row) <= SNAP and abs(y2 - row) <= SNAP:
        return (x1, float(row), x2, float(row))
    return at


def stronger(old: str | None, new: str) -> str:
    if old is None or old == new:
        return new
    if {old, new} == {"curtain", "window"}:
        return "wall"
    return max(old, new, key=ORDER.index)


def clip(at: Segment, width: float, height: float) -> Segment | None:
    """The part of a segment on the map (its frame included), or None (Liang and Barsky)."""
    x1, y1, x2, y2 = at
    dx, dy = x2 - x1, y2 - y1
    start, end = 0.0, 1.0
    for p, q in ((-dx, x1), (dx, width - x1), (-dy, y1), (dy, height - y1)):
        if p == 0:
            if q < -SNAP:
                return None
        elif p < 0:
            start = max(start, q / p)
        else:
            end = min(end, q / p)
    if (end - start) * math.hypot(dx, dy) < EPSILON:
        return None
    return (x1 + start * dx, y1 + start * dy, x1 + end * dx, y1 + end * dy)


def on_line(at: Segment) -> bool:
    x1, y1, x2, y2 = at
    return (x1 == x2 and x1 == int(x1)) or (y1 == y2 and y1 == int(y1))


def spans(at: Segment) -> list[tuple[Line, float, float]]:
    """The unit edges that a segment on a grid line touches, each with the stretch (0 to 1) that it covers."""
    x1, y1, x2, y2 = at
    if not on_line(at):
        return []
    upright = x1 == x2 and x1 == int(x1)
    low, high = sorted((y1, y2) if upright else (x1, x2))
    out = []
    for k in range(math.floor(low), math.ceil(high)):
        stretch = (max(low, k) - k, min(high, k + 1) - k)
        out.append(((True, int(x1), k) if upright else (False, k, int(y1)), *stretch))
    return out


def covered(segments: Iterable[Segment]) -> set[Line]:
    """Unit edges of which the segments together cover half."""
    stretches: dict[Line, list[tuple[float, float]]] = defaultdict(list)
    for at in segments:
        for line, low, high in spans(at):
            stretches[line].append((low, high))
    return {line for line, found in stretches.items() if union(found) >= HALF - EPSILON}


def union(stretches: list[tuple[float, float]]) -> float:
    total, reached = 0.0, 0.0
    for low, high in sorted(stretches):
        if high > reached:
            total += high - max(low, reached)
            reached = high
    return total


def opened(at: Segment) -> set[Line]:
    """The edges of a door on a grid line: those that it covers by half, else the one that it covers most."""
    found = spans(at)
    half = {line for line, low, high in found if high - low >= HALF - EPSILON}
    if half or not found:
        return half
    return {max(found, key=lambda each: (round(each[2] - each[1], 6), each[0]))[0]}


def met(x1: float, y1: float, x2: float, y2: float, width: int, height: int) -> set[tuple[int, int]]:
    """(x, row): the segment meets the line between the centres of the cells x-1 and x of a row."""
    low, high = sorted((y1, y2))
    out: set[tuple[int, int]] = set()
    for row in range(max(0, math.ceil(low - HALF - EPSILON)), min(height - 1, math.floor(high - HALF + EPSILON)) + 1):
        if high - low < EPSILON:
            left, right = sorted((x1, x2))
        else:
            left = right = x1 + (row + HALF - y1) * (x2 - x1) / (y2 - y1)
        # Centres lie at k + 1/2; a wall through one stands on both sides of it.
        first, last = math.ceil(left - HALF - EPSILON), math.floor(right + HALF + EPSILON)
        out.update((x, row) for x in range(max(1, first), min(width - 1, last) + 1))
    return out
