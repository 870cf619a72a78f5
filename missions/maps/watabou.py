"""One Page Dungeon (JSON): rectangles of floor in whole cells, negative ones too, doors that are cells of floor.

A door stands on the side of its cell against `dir`: that is the side from which one comes.
"""

from __future__ import annotations

import math
from collections import Counter

from . import cave, limits, plain
from .draft import Choices, Draft, Files, Note, Report, Side, Unreadable, text
from .ground import finish

TYPES = {0: "arch", 1: "door", 2: "narrow", 3: "exit", 4: "portcullis", 5: "double", 6: "secret", 7: "steel",
         8: "down", 9: "stairs"}  # fmt: skip
BARS = {"door": "door", "double": "door", "portcullis": "locked", "steel": "locked", "secret": "secret"}
LARGEST = 100_000


def read(name: str, files: Files, choices: Choices) -> Draft:
    data, report = plain.table(plain.decode(files[name])), Report()
    floor, rotundas = _floor(plain.items(data.get("rects")), report)
    if not floor:
        raise Unreadable("no_cells")
    left, top = min(x for x, _ in floor), min(y for _, y in floor)
    width, height = max(x for x, _ in floor) - left + 1, max(y for _, y in floor) - top + 1
    plain.size(width, height)
    if left or top:
        report.say("read", "shifted", x=-left, y=-top)
    here = {(x - left, y - top) for x, y in floor}
    measures = {"floor": len(here), "border": cave.border(here), "shift_x": -left, "shift_y": -top}
    if rotundas:
        measures["rotundas"] = len(rotundas)
        report.say("guessed", f"rotundas_{choices.rotundas}", n=len(rotundas))
    if choices.rotundas == "round":
        here -= {(x - left, y - top) for each in rotundas for x, y in _corners(*each)}
    sides, doors = _doors(plain.items(data.get("doors")), (left, top), (width, height), report)
    wet = _whole(plain.items(data.get("water")), left, top)
    water = wet & here
    report.count("clipped", "water_in_rock", len(wet - here))
    columns = _columns(plain.items(data.get("columns")), left, top, report) & here
    cells = [cave.NUMBER["rock"]] * (width * height)
    for kind, found in (("floor", here), ("water", water), ("column", columns)):
        for x, y in found:
            cells[y * width + x] = cave.NUMBER[kind]
    measures |= {f"door_{kind}": n for kind, n in sorted(doors.items())} | {
        "doors": sum(doors.values()),
        "columns": len(plain.items(data.get("columns"))),
        "water": len(wet),
    }
    return finish(
        Draft(
            format="watabou",
            title=text(data.get("title")) or name.rsplit(".", 1)[0],
            width=width,
            height=height,
            kinds=cave.KINDS,
            cells=tuple(cells),
            sides=sides,
            notes=_notes(plain.items(data.get("notes")), (left, top), (width, height), report),
            asks=("rotundas",) if rotundas else (),
            measures=measures,
        ),
        report,
    )


def _floor(rects: list[object], report: Report) -> tuple[set[cave.Cell], list[tuple[int, int, int]]]:
    """All cells of floor, and (x, y, side) of each square that holds a circle."""
    floor: set[cave.Cell] = set()
    rotundas = []
    for each in rects:
        rect = plain.table(each)
        x, y, w, h = (plain.whole(rect.get(key), -LARGEST) for key in "xywh")
        if min(x, y) <= -LARGEST or max(x, y) >= LARGEST or min(w, h) < 1:
            report.count("left_out", "bad_coordinates")
            continue
        if max(w, h) > limits.READ or len(floor) > limits.READ * limits.READ:
            raise Unreadable("too_many_cells", width=w, height=h, most=limits.READ)
        floor.update((a, b) for a in range(x, x + w) for b in range(y, y + h))
        if rect.get("rotunda") and w == h:
            rotundas.append((x, y, w))
    return floor, rotundas


def _corners(x: int, y: int, side: int) -> set[cave.Cell]:
    """Cells of a square whose centres lie outside the circle in it."""
    middle, radius = (side - 1) / 2, side / 2
    return {
        (x + a, y + b) for a in range(side) for b in range(side) if math.hypot(a - middle, b - middle) > radius
    }


def _doors(
    doors: list[object], corner: cave.Cell, size: cave.Cell, report: Report
) -> tuple[tuple[Side, ...], Counter[str]]:
    counts: Counter[str] = Counter()
    sides = []
    if len(doors) > limits.DOORS:
        raise Unreadable("too_many_doors", most=limits.DOORS)
    for each in doors:
        door = plain.table(each)
        at, towards = plain.point(door), plain.point(door.get("dir"))
        if at is None or towards is None or abs(towards[0]) + abs(towards[1]) != 1:
            report.count("left_out", "bad_coordinates")
            continue
        kind = TYPES.get(plain.whole(door.get("type"), -1), "other")
        counts[kind] += 1
        if kind in BARS:
            cell = (int(at[0]) - corner[0], int(at[1]) - corner[1])
            side = cave.side(cell, (-int(towards[0]), -int(towards[1])), BARS[kind])
            if cave.inside(side, *size):
                sides.append(side)
            else:
                report.count("clipped", "doors_outside")
    if counts:
        report.say("read", "doors", n=sum(counts.values()))
    for kind in ("exit", "down", "stairs"):
        report.count("left_out", f"way_{kind}", counts[kind])
    report.count("guessed", "locked_doors", counts["portcullis"] + counts["steel"])
    report.count("guessed", "secret_doors", counts["secret"])
    return tuple(sides), counts


def _whole(points: list[object], left: int, top: int) -> set[cave.Cell]:
    found = (plain.point(each) for each in points)
    return {(int(p[0]) - left, int(p[1]) - top) for p in found if p is not None}


def _columns(points: list[object], left: int, top: int, report: Report) -> set[cave.Cell]:
    """Cells that hold a column; one on a crossing of the grid stands in no cell."""
    out = set()
    for each in points:
        at = plain.point(each)
        if at is None:
            report.count("left_out", "bad_coordinates")
        elif at[0] == int(at[0]) and at[1] == int(at[1]):
            report.count("left_out", "columns_on_crossings")
        else:
            out.add((math.floor(at[0]) - left, math.floor(at[1]) - top))
    report.count("guessed", "columns_in_cells", len(out))
    return out


def _notes(notes: list[object], corner: cave.Cell, size: cave.Cell, report: Report) -> tuple[Note, ...]:
    out = []
    for each in notes[: limits.NOTES]:
        note = plain.table(each)
        at = plain.point(note.get("pos"))
        words = text(note.get("text"), limits.TEXT)
        if at is None or not words:
            report.count("left_out", "bad_notes")
            continue
        x = min(max(math.floor(at[0]) - corner[0], 0), size[0] - 1)
        y = min(max(math.floor(at[1]) - corner[1], 0), size[1] - 1)
        ref = text(note.get("ref"), 20)
        out.append(Note(x, y, f"{ref}. {words}" if ref else words))
    report.count("left_out", "bad_notes", max(0, len(notes) - limits.NOTES))
    return tuple(out)
