"""The last step of every reader: sides of cells, what walls close in, and what the report says of the whole."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable

import msgspec

from . import limits
from .draft import Draft, Kind, Report, Side, Unreadable
from .geometry import DOORS, Sketch, stronger

OPEN = 0.9
"""If more of the map than this can be reached from outside, there is no closed wall."""


def finish(draft: Draft, report: Report, sketch: Sketch | None = None) -> Draft:
    """Counts the kinds, adds the sides of a sketch to those that are there, and writes the report into the draft."""
    measures = dict(draft.measures)
    found = {(s.x, s.y, s.east): s.what for s in draft.sides}
    if sketch is not None:
        for side in sketch.sides():
            place = (side.x, side.y, side.east)
            found[place] = stronger(found.get(place), side.what)
        edges, door_edges = sketch.lines()
        pairs, pairs_door = sketch.pairs()
        measures |= {
            "segments": sketch.kept,
            "segments_read": sketch.seen,
            "doors": sketch.doors_kept,
            "doors_read": sketch.doors_seen,
            "edges": len(edges),
            "door_edges": len(door_edges),
            "pairs": len(pairs),
            "pairs_door": len(pairs_door),
        }
        if sketch.seen:
            report.say("read", "walls", n=sketch.kept)
        if sketch.doors_seen:
            report.say("read", "doors", n=sketch.doors_kept)
        report.count("left_out", "doors_nowhere", sketch.doors_without)
    sides = tuple(Side(x, y, east, what) for (x, y, east), what in sorted(found.items()))
    counts = Counter(draft.cells)
    kinds = tuple(msgspec.structs.replace(k, count=counts[n]) for n, k in enumerate(draft.kinds))
    if len([k for k in kinds if k.count]) > limits.KINDS:
        raise Unreadable("too_many_kinds", most=limits.KINDS)
    report.say("read", "cells", width=draft.width, height=draft.height)
    for size, code in ((draft.zones, "zones"), (draft.notes, "notes"), (draft.tokens, "tokens")):
        if size:
            report.say("read", code, n=len(size))
    _closed(draft, sides, report)
    if max(draft.width, draft.height) > limits.BOARD:
        report.say("warning", "must_crop", most=limits.BOARD)
    elif min(draft.width, draft.height) < limits.LEAST:
        report.say("warning", "padded", least=limits.LEAST)
    return msgspec.structs.replace(draft, sides=sides, kinds=kinds, measures=measures, lines=report.lines())


def solid(kind: Kind) -> bool:
    return kind.guess[0] in ("wall", "rock")


def _closed(draft: Draft, sides: Iterable[Side], report: Report) -> None:
    """Says whether walls close anything in, and how many places have no door."""
    width, height = draft.width, draft.height
    firm = [solid(draft.kinds[n]) for n in draft.cells]
    if all(firm):
        report.say("warning", "nothing_open")
        return
    walls = {(s.x, s.y, s.east) for s in sides if s.what not in ("curtain", "cover") and s.what not in DOORS}
    doors = {(s.x, s.y, s.east) for s in sides if s.what in DOORS}
    if not walls and not doors and not any(firm):
        report.say("guessed", "no_walls")
        return
    rooms = _areas(width, height, firm, walls | doors)
    rim = [cell for cell in range(width * height) if _at_rim(cell, width, height)]
    outside = {rooms[cell] for cell in rim if not firm[cell]}
    if not any(firm) and sum(rooms[c] in outside for c in range(width * height)) > OPEN * width * height:
        report.say("guessed", "open_ground")
        return
    apart = len(set(_areas(width, height, firm, walls)) - {-1})
    if apart > 1:
        report.count("warning", "without_door", apart - 1)


def _at_rim(cell: int, width: int, height: int) -> bool:
    return cell % width in (0, width - 1) or cell // width in (0, height - 1)


def _areas(width: int, height: int, firm: list[bool], walls: set[tuple[int, int, bool]]) -> list[int]:
    """For each cell the number of its area, apart from all others by walls; -1 for what is solid."""
    area = [-1] * (width * height)
    number = 0
    for start in range(width * height):
        if firm[start] or area[start] >= 0:
            continue
        area[start] = number
        todo = deque([start])
        while todo:
            cell = todo.popleft()
            x, y = cell % width, cell // width
            for to, inside, side in (
                (cell + 1, x + 1 < width, (x, y, True)),
                (cell - 1, x > 0, (x - 1, y, True)),
                (cell + width, y + 1 < height, (x, y, False)),
                (cell - width, y > 0, (x, y - 1, False)),
            ):
                if inside and area[to] < 0 and not firm[to] and side not in walls:
                    area[to] = number
                    todo.append(to)
        number += 1
    return area
