"""A map typed as text: a sign a cell. What the usual signs mean is known, of others the GM says it."""

from __future__ import annotations

from . import cave, plain
from .draft import Choices, Draft, Files, Kind, Report, Side, Unreadable, Zone
from .ground import finish

USUAL: dict[str, Kind] = {
    "#": Kind("#", "#", ("wall", "rock")),
    ".": Kind(".", ".", ("ground", "floor")),
    "~": Kind("~", "~", ("water",)),
    "^": Kind("^", "^", ("rough", "rubble")),
    " ": Kind("void", "", ("wall", "rock")),
}
DOORS = {"+": "door", "'": "open"}
OTHERS = {",": ("rough",), '"': ("grass",), ":": ("road",), "_": ("floor",), "=": ("deep_water",)}
SIGNS = 20
"""Further signs; a text with more is no map."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def read(name: str, files: Files, choices: Choices) -> Draft:
    report = Report()
    rows = _rows(files[name], choices.tab, report)
    width, height = max((len(row) for row in rows), default=0), len(rows)
    plain.size(width, height)
    short = sum(len(row) < width for row in rows)
    report.count("guessed", "short_rows", short)
    rows = [row.ljust(width) for row in rows]
    kinds = [*USUAL.values()]
    number = {sign: n for n, sign in enumerate(USUAL)}
    cells, elevation, sides = [], [], []
    zones: dict[str, list[cave.Cell]] = {}
    doors = {"door": 0, "open": 0}
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            level, under = 0, sign
            if sign in DOORS:
                doors[DOORS[sign]] += 1
                sides.append(_door(rows, x, y, DOORS[sign]))
                under = "."
            elif sign in "123456789":
                level, under = int(sign), "."
            elif sign in LETTERS:
                zones.setdefault(sign, []).append((x, y))
                under = "."
            elif sign not in number:
                number[sign] = len(kinds)
                kinds.append(Kind(sign, sign, OTHERS.get(sign, ("ground", "floor"))))
                if len(kinds) > len(USUAL) + SIGNS:
                    raise Unreadable("too_many_signs", most=SIGNS)
            cells.append(number[under])
            elevation.append(level)
    for kind in kinds[len(USUAL) :]:
        report.say("guessed", "sign", sign=kind.key)
    report.count("read", "doors", len(sides))
    return finish(
        Draft(
            format="ascii",
            title=name.rsplit(".", 1)[0],
            width=width,
            height=height,
            kinds=tuple(kinds),
            cells=tuple(cells),
            elevation=tuple(elevation) if any(elevation) else (),
            sides=tuple(s for s in sides if cave.inside(s, width, height)),
            zones=tuple(Zone(letter, tuple(found)) for letter, found in sorted(zones.items())),
            asks=("tab",) if "\t" in _text(files[name]) else (),
            measures={
                "doors_closed": doors["door"],
                "doors_open": doors["open"],
                "water": cells.count(number["~"]),
                "rough": cells.count(number["^"]),
                **{f"level_{n}": elevation.count(n) for n in sorted(set(elevation) - {0})},
            },
        ),
        report,
    )


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise Unreadable("not_text") from problem


def _rows(data: bytes, tab: int, report: Report) -> list[str]:
    written = _text(data).replace("\r\n", "\n").replace("\r", "\n")
    if "\t" in written:
        if not tab:
            raise Unreadable("tabs")
        written = written.expandtabs(min(tab, 16))
        report.say("guessed", "tabs_expanded", n=min(tab, 16))
    rows = [row.rstrip() for row in written.split("\n")]
    while rows and not rows[-1]:
        rows.pop()
    while rows and not rows[0]:
        rows.pop(0)
    if any(not sign.isprintable() for row in rows for sign in row):
        raise Unreadable("not_text")
    return rows


def _door(rows: list[str], x: int, y: int, what: str) -> Side:
    """A door is a cell of its own; it stands on the left side of it, or on the upper one where the way goes down."""

    def wall(dx: int, dy: int) -> bool:
        inside = 0 <= y + dy < len(rows) and 0 <= x + dx < len(rows[0])
        return inside and rows[y + dy][x + dx] in "# +'"

    level = wall(-1, 0) and wall(1, 0) and not (wall(0, -1) and wall(0, 1))
    return cave.side((x, y), (0, -1) if level else (-1, 0), what)
