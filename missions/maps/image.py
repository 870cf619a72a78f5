"""A plain picture: the grid is what the GM says it is, and until then a guess."""

from __future__ import annotations

import math
import re

from . import limits, picture, plain
from .draft import Choices, Draft, Files, Kind, Picture, Report, Unreadable
from .ground import finish

SIZE = re.compile(r"(?<![0-9])([1-9][0-9]{0,2})\s?[xX×]\s?([1-9][0-9]{0,2})(?![0-9])")
USUAL = (70, 140, 100, 50, 72, 64, 128, 256, 40, 32)
"""Pixels a cell that map sellers use, tried in this order."""


def read(name: str, files: Files, choices: Choices) -> Draft:
    report = Report()
    if len(files[name]) > limits.PICTURE:
        raise Unreadable("picture_too_heavy", most=limits.PICTURE // 1_000_000)
    width, height = picture.measure(files[name], report)
    lies = _grid(name, width, height, choices, report)
    columns = choices.columns or max(1, math.ceil((width - lies.left) / lies.across - 0.5))
    rows = choices.rows or max(1, math.ceil((height - lies.top) / lies.down - 0.5))
    plain.size(columns, rows)
    report.say("read", "picture", width=width, height=height)
    return finish(
        Draft(
            format="image",
            title=name.rsplit(".", 1)[0],
            width=columns,
            height=rows,
            kinds=(Kind("open", "", ("ground", "floor")),),
            cells=(0,) * (columns * rows),
            picture=lies,
            asks=("grid",),
        ),
        report,
    )


def background(name: str, files: Files) -> bytes | None:
    return files[name]


def _grid(name: str, width: int, height: int, choices: Choices, report: Report) -> Picture:
    """As chosen: pixels a cell; or columns and rows; or what the name says; or a usual size that fits."""
    left, top = choices.left, choices.top
    across, down = choices.across or choices.down, choices.down or choices.across
    if not across and (choices.columns or choices.rows):
        across = (width - left) / choices.columns if choices.columns else (height - top) / choices.rows
        down = (height - top) / choices.rows if choices.rows else across
    if across > 0 and down > 0:
        if min(across, down) < 2:
            raise Unreadable("tiny_cells")
        return Picture(width, height, left, top, across, down)
    named = SIZE.search(name)
    if named is not None:
        columns, rows = int(named[1]), int(named[2])
        if abs(width / columns - height / rows) < 0.05 * width / columns and width / columns >= 8:
            report.say("guessed", "grid_from_name", columns=columns, rows=rows)
            return Picture(width, height, left, top, width / columns, height / rows)
    fits = [n for n in USUAL if width % n == 0 and height % n == 0 and width // n <= limits.READ]
    side = float(fits[0]) if fits else max(width / 30, height / limits.READ, 8.0)
    report.say("guessed", "grid_by_size", pixels=round(side, 2))
    return Picture(width, height, left, top, side, side)
