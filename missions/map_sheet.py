"""A map as an editor changes it: slots that each hold one value, and operations that set some of them.

An operation is `[kind, value, where]`; where: runs of slots as `start, length, start, length ...`. A cell's number
is `y * width + x`, an edge's twice the number of the cell to its west or north, and one more for the southern edge.

| kind | value | where |
|---|---|---|
| `t` | a terrain's key | cells |
| `l` | a level | cells |
| `e` | `wall`, `door`, `open`, `locked`, `secret`, `window`, `curtain`, `cover`, or empty for nothing | edges |
| `c` | `[zone, 1]` or `[zone, 0]`: belongs to the zone or not | cells |
| `s` | the name of those who start there, or empty | cells |
| `n` | a note for the GM, or empty | cells |
| `f` | 1 or 0: uncovered from the start or not | cells |
| `z` | `{key, name, side, seat}`, or `{key, gone}` | none |
| `a` | where the grid lies on the picture, or null: the picture is as large as the board | none |
| `g` | the fog with which a Mission on it begins, or empty | none |
| `w` | notes that belong to no cell | none |
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from tactics.board import masks
from tactics.board.cells import name as cell_name
from tactics.kernel.rules import Rules
from tactics.kernel.state import Zone

from . import map_board
from .map_board import BOARD, Lies, Start, Stored
from .maps import limits
from .maps.draft import text

WHATS = ("wall", "door", "open", "locked", "secret", "window", "curtain", "cover")
OF = re.compile(r"cover:[a-z0-9_]{1,60}", re.ASCII)
"""Cover with its material; one that the rules do not know covers nothing."""
FOGS = ("", "none", "uncovered", "sight")
LOWEST, HIGHEST = -9, 99
"""Levels, as the command that paints takes them."""
NOTE, NAME, WORDS = 200, 60, 2000
"""Letters."""
OPS, RUNS = 4000, 60_000
"""Of one edit."""
KEY = re.compile(r"[a-z0-9]{1,24}\Z")
AT = re.compile(r"([A-Z]{1,2})([0-9]{1,3}): (.+)\Z")
SECRET = re.compile(r"secret door to ([A-Z]{1,2})([0-9]{1,3})\Z")

Op = Sequence[Any]
Slot = tuple[Any, ...]


class BadEdit(Exception):
    """The edit is refused, whole. The text says which operation and why."""


@dataclass
class Area:
    name: str = ""
    side: str = ""
    seat: str = ""
    cells: set[int] = field(default_factory=set)


@dataclass
class Sheet:
    """`Stored` in pieces that can be changed. cells of `terrain` and `levels` row by row."""

    before: Stored
    width: int
    height: int
    terrain: list[str]
    levels: list[int]
    edges: dict[int, str] = field(default_factory=dict)
    zones: dict[str, Area] = field(default_factory=dict)
    starts: dict[int, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    words: str = ""
    shown: set[int] = field(default_factory=set)
    fog: str = ""
    lies: Lies | None = None

    def cell(self, number: int) -> tuple[int, int]:
        return (number % self.width, number // self.width)

    def sides(self, number: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """The cells on both sides of an edge."""
        x, y = self.cell(number // 2)
        return ((x, y), (x, y + 1) if number % 2 else (x + 1, y))


# --- from and to what is stored ---------------------------------------------------------------------


def read(stored: Stored) -> Sheet:
    board = stored.board
    palette, width = dict(board.palette), board.width
    sheet = Sheet(
        before=stored,
        width=width,
        height=board.height,
        terrain=[palette[letter] for letter in board.terrain],
        levels=list(board.elevation) or [0] * (width * board.height),
        fog=stored.fog,
        lies=stored.lies,
        shown={y * width + x for x, y in masks.cells(board, stored.shown)},
    )
    for edge in board.edges:
        number = (edge.a[1] * width + edge.a[0]) * 2 + (edge.a[0] == edge.b[0])
        sheet.edges[number] = map_board.what_of(edge)
    for zone in stored.zones:
        cells = {y * width + x for x, y in zone.cells}
        sheet.zones[zone.key] = Area(zone.name, zone.side, zone.seat, cells)
    for start in stored.starts:
        sheet.starts |= {y * width + x: start.name for x, y in start.cells}
    others = [line for line in stored.notes.split("\n") if not _read_note(sheet, line)]
    sheet.words = "\n".join(others).strip()
    return sheet


def _read_note(sheet: Sheet, line: str) -> bool:
    """Puts a line of the notes where it belongs; False for one that belongs to no cell."""
    found = AT.match(line)
    at = _number(sheet, found[1], found[2]) if found else None
    if found is None or at is None:
        return False
    door = SECRET.match(found[3])
    beyond = _number(sheet, door[1], door[2]) if door else None
    if beyond is not None and beyond - at in (1, sheet.width):
        number = at * 2 + (beyond - at != 1)
        if sheet.edges.get(number) == "wall":
            sheet.edges[number] = "secret"
            return True
    sheet.notes[at] = f"{sheet.notes[at]}; {found[3]}" if at in sheet.notes else found[3]
    return True


def _number(sheet: Sheet, letters: str, digits: str) -> int | None:
    x = 0
    for letter in letters:
        x = x * 26 + ord(letter) - 64
    x, y = x - 1, int(digits) - 1
    return y * sheet.width + x if 0 <= x < sheet.width and 0 <= y < sheet.height else None


def write(sheet: Sheet, rules: Rules) -> Stored:
    letters = _letters(sheet, rules)
    used = set(sheet.terrain)
    edges = []
    for number, what in sheet.edges.items():
        a, b = sheet.sides(number)
        edges.append(map_board.edge_of(a, b, what))
    board = replace(
        sheet.before.board,
        terrain="".join(letters[key] for key in sheet.terrain),
        palette=tuple((letter, key) for key, letter in letters.items() if key in used),
        elevation=tuple(sheet.levels) if any(sheet.levels) else (),
        edges=tuple(sorted(edges, key=lambda e: (e.a[1], e.a[0], e.b[1], e.b[0]))),
    )
    zones = [
        Zone(key, BOARD, tuple(sheet.cell(n) for n in sorted(area.cells)), area.side, area.seat, area.name)
        for key, area in sheet.zones.items()
    ]
    starts: dict[str, list[tuple[int, int]]] = {}
    for number, name in sorted(sheet.starts.items()):
        starts.setdefault(name, []).append(sheet.cell(number))
    return replace(
        sheet.before,
        board=board,
        zones=tuple(zones),
        notes="\n".join(_lines(sheet)),
        starts=tuple(Start(name, tuple(cells)) for name, cells in starts.items()),
        fog=sheet.fog,
        shown=masks.mask(board, [sheet.cell(n) for n in sheet.shown]),
        lies=sheet.lies,
    )


def _letters(sheet: Sheet, rules: Rules) -> dict[str, str]:
    """Terrain -> letter; a kind that these rules do not know any more keeps one that is free."""
    letters = map_board.letters_of(rules)
    for key in dict.fromkeys(sheet.terrain):
        if key not in letters:
            letters[key] = next(c for c in map_board.LETTERS if c not in letters.values())
    return letters


def _lines(sheet: Sheet) -> Iterator[str]:
    """The notes as text, those of cells in reading order."""
    if sheet.words:
        yield sheet.words
    for number, words in sorted(sheet.notes.items()):
        yield f"{cell_name(sheet.cell(number))}: {words}"
    for number, what in sorted(sheet.edges.items()):
        if what == "secret":
            a, b = sheet.sides(number)
            yield f"{cell_name(a)}: secret door to {cell_name(b)}"


# --- operations -------------------------------------------------------------------------------------


def everything(sheet: Sheet) -> list[list[Any]]:
    """The operations that make this sheet of an empty one."""
    ops: list[list[Any]] = [["z", _zone(key, area), []] for key, area in sheet.zones.items()]
    slots: dict[tuple[str, Any], list[int]] = {}
    groups: list[tuple[str, Iterable[tuple[int, Any]]]] = [
        ("t", enumerate(sheet.terrain)),
        ("l", ((n, level) for n, level in enumerate(sheet.levels) if level)),
        ("e", sheet.edges.items()),
        ("s", sheet.starts.items()),
        ("n", sheet.notes.items()),
        ("f", ((n, 1) for n in sheet.shown)),
    ]
    for kind, pairs in groups:
        for number, value in pairs:
            slots.setdefault((kind, value), []).append(number)
    ops += [[kind, value, runs(numbers)] for (kind, value), numbers in slots.items()]
    ops += [["c", [key, 1], runs(area.cells)] for key, area in sheet.zones.items() if area.cells]
    lies = sheet.lies
    ops.append(["a", None if lies is None else [lies.left, lies.top, lies.across, lies.down], []])
    return [*ops, ["g", sheet.fog, []], ["w", sheet.words, []]]


def _zone(key: str, area: Area) -> dict[str, str]:
    return {"key": key, "name": area.name, "side": area.side, "seat": area.seat}


def runs(numbers: Iterable[int]) -> list[int]:
    """`start, length, start, length ...` of these numbers."""
    out: list[int] = []
    for number in sorted(numbers):
        if out and out[-2] + out[-1] == number:
            out[-1] += 1
        else:
            out += [number, 1]
    return out


def touched(ops: Sequence[Op]) -> set[Slot]:
    """The slots that these operations set."""
    found: set[Slot] = set()
    for kind, value, where in ops:
        match kind:
            case "z":
                found.add(("z", value["key"]))
            case "c":
                found |= {("c", value[0], n) for n in _numbers(where)}
            case "a" | "g" | "w":
                found.add((kind,))
            case _:
                found |= {(kind, n) for n in _numbers(where)}
    return found


def _numbers(where: Sequence[int]) -> Iterator[int]:
    for start, length in zip(where[::2], where[1::2], strict=True):
        yield from range(start, start + length)


def checked(sheet: Sheet, ops: Any, terrains: Mapping[str, Any], seats: Iterable[str]) -> list[list[Any]]:
    """The operations of a browser, as they may be carried out and kept. Raises BadEdit."""
    if not isinstance(ops, list) or not 0 < len(ops) <= OPS:
        raise BadEdit(f"an edit has between 1 and {OPS} operations")
    found, total = [], 0
    zones = set(sheet.zones)
    for number, op in enumerate(ops):
        try:
            if not (isinstance(op, list) and len(op) == 3 and isinstance(op[0], str)):
                raise BadEdit("is no operation")
            kind, value, where = op
            total += len(where)
            if total > RUNS:
                raise BadEdit("is too much at once")
            _check_where(sheet, kind, where)
            value = _value(kind, value, terrains, set(seats), zones)
        except (BadEdit, TypeError, KeyError, ValueError, OverflowError) as problem:
            raise BadEdit(f"operation {number + 1}: {problem}") from problem
        if kind == "z":
            (zones.discard if value.get("gone") else zones.add)(value["key"])
            if len(zones) > limits.ZONES:
                raise BadEdit(f"a map has at most {limits.ZONES} zones")
        found.append([kind, value, where])
    return found


def _check_where(sheet: Sheet, kind: str, where: Any) -> None:
    cells = sheet.width * sheet.height
    if not isinstance(where, list) or len(where) % 2 or not all(type(n) is int for n in where):
        raise BadEdit("`where` is a list of pairs of numbers")
    if kind in ("z", "a", "g", "w"):
        if where:
            raise BadEdit("it has no place")
        return
    most = cells * 2 if kind == "e" else cells
    end = 0
    for start, length in zip(where[::2], where[1::2], strict=True):
        if start < end or length < 1 or start + length > most:
            raise BadEdit("a place is not on the map, or out of order")
        end = start + length
    if kind == "e":
        for n in _numbers(where):
            _a, (x, y) = sheet.sides(n)
            if x >= sheet.width or y >= sheet.height:
                raise BadEdit("an edge is the rim of the map")


def _value(kind: str, value: Any, terrains: Mapping[str, Any], seats: set[str], zones: set[str]) -> Any:
    match kind:
        case "t" if value in terrains:
            return value
        case "l" if type(value) is int and LOWEST <= value <= HIGHEST:
            return value
        case "e" if value == "" or value in WHATS or (isinstance(value, str) and OF.fullmatch(value)):
            return value
        case "f" if value in (0, 1):
            return int(value)
        case "c" if isinstance(value, list) and len(value) == 2 and value[0] in zones and value[1] in (0, 1):
            return [value[0], int(value[1])]
        case "s" if isinstance(value, str):
            return text(value, NAME)
        case "n" if isinstance(value, str):
            return text(value, NOTE)
        case "w" if isinstance(value, str):
            return "\n".join(filter(None, (text(line, NOTE) for line in value[:WORDS].split("\n"))))
        case "g" if value in FOGS:
            return value
        case "a":
            return None if value is None else _lies(value)
        case "z" if isinstance(value, dict) and KEY.match(str(value["key"])):
            if value.get("gone"):
                return {"key": str(value["key"]), "gone": 1}
            side, seat = str(value.get("side", "")), str(value.get("seat", ""))
            if side not in ("", "heroes", "foes") or (seat and seat not in seats):
                raise BadEdit("a zone is for the heroes, their foes, everybody, or one player")
            return {"key": str(value["key"]), "name": text(value.get("name", ""), NAME), "side": side, "seat": seat}
    raise BadEdit(f"`{kind}` cannot have this value")


def _lies(value: Any) -> list[float]:
    left, top, across, down = (float(n) for n in value)
    fine = all(math.isfinite(n) and abs(n) <= limits.COORDINATE for n in (left, top, across, down))
    if not fine or min(across, down) < 2:
        raise BadEdit("a cell is at least 2 pixels of the picture wide and high")
    return [round(left, 3), round(top, 3), round(across, 4), round(down, 4)]


def apply(sheet: Sheet, ops: Sequence[Op]) -> None:
    """Carries checked operations out."""
    for kind, value, where in ops:
        match kind:
            case "t":
                for n in _numbers(where):
                    sheet.terrain[n] = value
            case "l":
                for n in _numbers(where):
                    sheet.levels[n] = value
            case "e" | "s" | "n":
                held = {"e": sheet.edges, "s": sheet.starts, "n": sheet.notes}[kind]
                for n in _numbers(where):
                    if value:
                        held[n] = value
                    else:
                        held.pop(n, None)
            case "f":
                (sheet.shown.update if value else sheet.shown.difference_update)(_numbers(where))
            case "c" if value[0] in sheet.zones:
                cells = sheet.zones[value[0]].cells
                (cells.update if value[1] else cells.difference_update)(_numbers(where))
            case "z" if value.get("gone"):
                sheet.zones.pop(value["key"], None)
            case "z":
                cells = sheet.zones[value["key"]].cells if value["key"] in sheet.zones else set()
                sheet.zones[value["key"]] = Area(value["name"], value["side"], value["seat"], cells)
            case "a":
                sheet.lies = None if value is None else Lies(*value)
            case "g":
                sheet.fog = value
            case "w":
                sheet.words = value
    if len(sheet.notes) > limits.NOTES:
        raise BadEdit(f"a map has at most {limits.NOTES} notes")
