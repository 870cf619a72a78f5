"""What a reader gives: a board in words that no ruleset knows yet, and the report. Values of JSON throughout, for they
cross from one process to another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

Params = dict[str, int | float | str]

SORTS = ("read", "snapped", "guessed", "clipped", "left_out", "warning")


class Line(msgspec.Struct, frozen=True):
    """One line of the report. sort: one of SORTS; code and params: a text of `missions.map_words`."""

    sort: str
    code: str
    params: Params = {}


class Kind(msgspec.Struct, frozen=True):
    """What some cells are made of. guess: the words, best first, by which a ruleset's terrain is looked for."""

    key: str
    label: str
    guess: tuple[str, ...] = ("ground",)
    count: int = 0


class Side(msgspec.Struct, frozen=True):
    """Something on the side of a cell: the east one, or the south one.

    what: `wall`, `door`, `open`, `locked`, `secret` (a door that players must not know of), `window` (stops movement
    alone), `curtain` (stops sight alone) or `cover`.
    """

    x: int
    y: int
    east: bool
    what: str


class Zone(msgspec.Struct, frozen=True):
    name: str
    cells: tuple[tuple[int, int], ...]


class Note(msgspec.Struct, frozen=True):
    """A text of the file at a cell; for the GM alone."""

    x: int
    y: int
    text: str


class Token(msgspec.Struct, frozen=True):
    """Somebody who stood on the map; width and height in cells."""

    name: str
    x: int
    y: int
    width: int = 1
    height: int = 1


class Picture(msgspec.Struct, frozen=True):
    """Where the grid lies on a background: pixels of the left upper corner of cell (0, 0), and of a cell's sides."""

    width: int
    height: int
    left: float = 0.0
    top: float = 0.0
    across: float = 1.0
    down: float = 1.0


class Draft(msgspec.Struct, frozen=True):
    """A map as it was read.

    cells: row by row the index of a cell's kind. elevation: empty, or a level a cell. asks: the choices, by field of
    `Choices`, that change something here; options: field -> what may be chosen. measures: what was counted.
    """

    format: str
    title: str
    width: int
    height: int
    kinds: tuple[Kind, ...]
    cells: tuple[int, ...]
    elevation: tuple[int, ...] = ()
    sides: tuple[Side, ...] = ()
    zones: tuple[Zone, ...] = ()
    notes: tuple[Note, ...] = ()
    tokens: tuple[Token, ...] = ()
    picture: Picture | None = None
    lines: tuple[Line, ...] = ()
    asks: tuple[str, ...] = ()
    options: dict[str, tuple[str, ...]] = {}
    measures: dict[str, int] = {}


class Choices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the GM chose. Zero and empty mean: as the file says, or the default.

    columns, rows, across, down, left, top: the grid on a picture, in cells and pixels. crop: x, y, width, height in
    cells. windows: what a narrow opening is (`window`, `door`). objects: what pillars and furniture are (`none`,
    `cover`, `wall`). level: of a scene with several. layers: of a tile map, those left out. tab: cells a tab stands
    for. rotundas: `square` or `round`. picture: `yes` or `no`.
    """

    columns: int = 0
    rows: int = 0
    across: float = 0.0
    down: float = 0.0
    left: float = 0.0
    top: float = 0.0
    crop: tuple[int, int, int, int] | None = None
    windows: str = "window"
    objects: str = "none"
    level: str = ""
    layers: tuple[str, ...] = ()
    tab: int = 0
    rotundas: str = "square"
    picture: str = "yes"


class Unreadable(Exception):
    """The upload is refused, whole. code and params: a text of `missions.map_words`."""

    def __init__(self, code: str, **params: int | float | str) -> None:
        super().__init__(code)
        self.code, self.params = code, params


class Report:
    """Collects lines; what happens often is counted into one line."""

    def __init__(self) -> None:
        self._lines: list[Line] = []
        self._counts: dict[tuple[str, str], int] = {}

    def say(self, sort: str, code: str, **params: int | float | str) -> None:
        self._lines.append(Line(sort, code, params))

    def count(self, sort: str, code: str, n: int = 1) -> None:
        if n:
            self._counts[sort, code] = self._counts.get((sort, code), 0) + n

    def lines(self) -> tuple[Line, ...]:
        counted = [Line(sort, code, {"n": n}) for (sort, code), n in self._counts.items()]
        return tuple(sorted([*self._lines, *counted], key=lambda line: SORTS.index(line.sort)))


Files = Mapping[str, bytes]
"""The upload: base name -> content. Nothing else can be opened."""


def text(value: Any, most: int = 200) -> str:
    """A text of a file, without control characters and not longer than wanted; empty for anything else."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        return ""
    kept = "".join(c if c.isprintable() else " " for c in value[: most * 2])
    return " ".join(kept.split())[:most]
