"""Universal VTT (.dd2vtt, .uvtt, .df2vtt): walls, doors and a picture in one JSON object, in cells, y down.

Exports of a part of a drawing hold the walls of all of it, in coordinates of the whole: `map_origin` says where the
part lies. What is there is decided by the keys, never by the number of the format.
"""

from __future__ import annotations

import base64
import binascii
import math
from typing import Any

import msgspec

from . import limits, picture, plain
from .draft import Choices, Draft, Files, Kind, Picture, Report, Unreadable
from .geometry import Segment, Sketch
from .ground import finish

NARROW = 0.85
"""Cells; what is narrower is taken for a window."""


class _File(msgspec.Struct):
    format: Any = None
    resolution: Any = None
    line_of_sight: Any = None
    objects_line_of_sight: Any = None
    portals: Any = None
    lights: Any = None
    image: msgspec.Raw = msgspec.Raw(b"null")


def read(name: str, files: Files, choices: Choices) -> Draft:
    file = plain.decode(files[name], _File)
    report = Report()
    resolution = plain.table(file.resolution)
    size = plain.point(resolution.get("map_size"))
    if size is None or not 0 < size[0] <= limits.COORDINATE or not 0 < size[1] <= limits.COORDINATE:
        raise Unreadable("no_size")
    width, height = math.ceil(size[0] - 0.001), math.ceil(size[1] - 0.001)
    plain.size(width, height)
    if (width, height) != size:
        across, down = round(size[0], 3), round(size[1], 3)
        report.say("warning", "part_cells", across=across, down=down, width=width, height=height)
    origin = plain.point(resolution.get("map_origin")) or (0.0, 0.0)
    if origin != (0.0, 0.0):
        report.say("read", "part_of_drawing", x=round(origin[0], 2), y=round(origin[1], 2))
    sketch = Sketch(width, height, report)
    for line in _polylines(file.line_of_sight, origin, report):
        sketch.wall(line)
    objects = _polylines(file.objects_line_of_sight, origin, report)
    if objects and choices.objects == "none":
        report.count("left_out", "objects", len(plain.items(file.objects_line_of_sight)))
    elif objects:
        for line in objects:
            sketch.wall(line, choices.objects)
    _portals(plain.items(file.portals), origin, choices, sketch)
    if plain.items(file.lights):
        report.count("left_out", "lights", len(file.lights))
    lies, data = _picture(file.image, size, report)
    asks = [*(["objects"] if file.objects_line_of_sight else []), *(["windows"] if file.portals else [])]
    return finish(
        Draft(
            format="uvtt",
            title=name.rsplit(".", 1)[0],
            width=width,
            height=height,
            kinds=(Kind("open", "", ("ground", "floor")),),
            cells=(0,) * (width * height),
            picture=lies,
            asks=(*asks, *(["picture"] if data else [])),
            measures={"objects": len(plain.items(file.objects_line_of_sight)), "lights": len(plain.items(file.lights))},
        ),
        report,
        sketch,
    )


def background(name: str, files: Files) -> bytes | None:
    """The bytes of the picture inside, if it is one."""
    return _decoded(plain.decode(files[name], _File).image)


def _polylines(lines: Any, origin: tuple[float, float], report: Report) -> list[Segment]:
    out: list[Segment] = []
    for line in plain.items(lines):
        last: tuple[float, float] | None = None
        for each in plain.items(line):
            found = plain.point(each)
            if found is None:
                report.count("left_out", "bad_coordinates")
            elif last is not None:
                out.append((last[0] - origin[0], last[1] - origin[1], found[0] - origin[0], found[1] - origin[1]))
            last = found
        if len(out) > limits.SEGMENTS:
            break  # the sketch refuses them
    return out


def _portals(portals: list[Any], origin: tuple[float, float], choices: Choices, sketch: Sketch) -> None:
    report, windows = sketch.report, 0
    for portal in portals:
        bounds = [plain.point(each) for each in plain.items(plain.table(portal).get("bounds"))]
        if len(bounds) < 2 or bounds[0] is None or bounds[1] is None:
            report.count("left_out", "bad_coordinates")
            continue
        (x1, y1), (x2, y2) = bounds[0], bounds[1]
        narrow = math.hypot(x2 - x1, y2 - y1) < NARROW or portal.get("closed") is False
        windows += narrow
        what = "window" if narrow and choices.windows == "window" else "door"
        sketch.door((x1 - origin[0], y1 - origin[1], x2 - origin[0], y2 - origin[1]), what)
    if windows:
        report.say("guessed", "narrow_" + ("windows" if choices.windows == "window" else "doors"), n=windows)


def _decoded(raw: msgspec.Raw) -> bytes | None:
    inner = bytes(raw)
    if inner[:1] != b'"':
        return None
    inner = inner[1:-1].replace(b"\\/", b"/")
    if inner[:5] == b"data:":
        inner = inner.partition(b",")[2]
    try:
        return base64.b64decode(inner) or None
    except (binascii.Error, ValueError):
        return None


def _picture(raw: msgspec.Raw, size: tuple[float, float], report: Report) -> tuple[Picture | None, bytes | None]:
    data = _decoded(raw)
    if data is None:
        report.say("left_out", "without_picture")
        return None, None
    try:
        width, height = picture.measure(data, report)
    except Unreadable as problem:
        if problem.code == "picture_too_large":
            raise
        report.say("left_out", problem.code)
        return None, None
    lies = Picture(width, height, 0.0, 0.0, width / size[0], height / size[1])
    if min(lies.across, lies.down) < 4 or not 0.9 < lies.across / lies.down < 1.1:
        report.say("warning", "odd_picture", width=width, height=height)
    return lies, data
