"""An exported Foundry scene (JSON, of any version): walls and tokens in pixels of a canvas with padding around it.

Pictures are paths on another server: they are never fetched, but taken from the upload where the name is the same.
"""

from __future__ import annotations

import math
from typing import Any

from . import limits, picture, plain
from .draft import Choices, Draft, Files, Kind, Picture, Report, Token, Unreadable, Zone, text
from .geometry import Segment, Sketch
from .ground import finish

SHAPES = {0: "no grid", 2: "hexagons", 3: "hexagons", 4: "hexagons", 5: "hexagons"}
LIMITED = (2, 10)


def read(name: str, files: Files, choices: Choices) -> Draft:
    scene, report = plain.table(plain.decode(files[name])), Report()
    pitch, shape = _grid(scene)
    if shape in SHAPES:
        raise Unreadable("not_square", shape=SHAPES[shape])
    wide, high = plain.number(scene.get("width")), plain.number(scene.get("height"))
    if pitch is None or not wide or not high or min(wide, high) <= 0:
        raise Unreadable("no_size")
    width, height = math.ceil(wide / pitch - 0.001), math.ceil(high / pitch - 0.001)
    plain.size(width, height)
    levels = _levels(scene)
    level = next((each for each in levels if each[0] == choices.level), None)
    if levels and level is None:
        report.say("guessed", "all_levels", n=len(levels))
    left, top = _padding(scene, wide, high, pitch, report)
    sketch = Sketch(width, height, report)
    counts = _walls(plain.items(scene.get("walls")), (left, top, pitch), level, sketch)
    tokens = _tokens(plain.items(scene.get("tokens")), (left, top, pitch), (width, height), report)
    zones = _regions(plain.items(scene.get("regions")), (left, top, pitch), (width, height), report)
    for key in ("lights", "sounds", "drawings", "tiles", "templates", "notes"):
        report.count("left_out", key, len(plain.items(scene.get(key))))
    if sketch.seen and not sketch.kept:
        report.say("warning", "all_walls_outside")
    lies = _picture(scene, files, name, (width * pitch / wide, height * pitch / high), (width, height), report)
    return finish(
        Draft(
            format="foundry",
            title=text(scene.get("name")) or name.rsplit(".", 1)[0],
            width=width,
            height=height,
            kinds=(Kind("open", "", ("ground", "floor")),),
            cells=(0,) * (width * height),
            tokens=tokens,
            zones=zones,
            picture=lies,
            asks=(*(("level",) if levels else ()), *(("picture",) if lies else ())),
            options={"level": tuple(each[0] for each in levels)} if levels else {},
            measures=counts | {"padding_x": round(left), "padding_y": round(top), "levels": len(levels)},
        ),
        report,
        sketch,
    )


def background(name: str, files: Files) -> bytes | None:
    found = _named(plain.table(plain.decode(files[name])), files, name)
    return files[found] if found else None


def _grid(scene: dict[str, Any]) -> tuple[float | None, int]:
    """(pixels a cell, kind of grid: 1 is square)."""
    grid = scene.get("grid")
    if isinstance(grid, dict):
        size, shape = plain.number(grid.get("size")), plain.whole(grid.get("type"), 1)
    else:
        size, shape = plain.number(grid), plain.whole(scene.get("gridType"), 1)
    return (size if size is not None and 2 <= size <= 10_000 else None), shape


def _padding(scene: dict[str, Any], wide: float, high: float, pitch: float, report: Report) -> tuple[float, float]:
    """Pixels of canvas left of and above the scene. Most walls must lie inside, else the other rounding is tried."""
    share = plain.number(scene.get("padding"), 0.25) or 0.0
    share = min(max(share, 0.0), 0.5)
    padding = (math.ceil(share * wide / pitch) * pitch, math.ceil(share * high / pitch) * pitch)
    points = [(at[0] + at[2], at[1] + at[3]) for each in plain.items(scene.get("walls")) if (at := _line(each))]
    if points:

        def inside(left: float, top: float) -> int:
            return sum(0 <= x / 2 - left <= wide and 0 <= y / 2 - top <= high for x, y in points)

        for other in ((share * wide, share * high), (0.0, 0.0)):
            if inside(*padding) < 0.6 * len(points) and inside(*other) > inside(*padding):
                report.say("guessed", "other_padding", x=round(other[0]), y=round(other[1]))
                padding = other
    return padding


def _line(wall: object) -> Segment | None:
    found = [plain.number(each) for each in plain.items(plain.table(wall).get("c"))[:4]]
    if len(found) < 4 or None in found:
        return None
    x1, y1, x2, y2 = (each or 0.0 for each in found)
    return (x1, y1, x2, y2)


Level = tuple[str, float, float, str]
"""(name, lowest and highest elevation, id)."""


def _levels(scene: dict[str, Any]) -> list[Level]:
    found: list[Level] = []
    for each in plain.items(scene.get("levels")):
        level = plain.table(each)
        reach = plain.table(level.get("elevation"))
        low, high = plain.number(reach.get("bottom"), -math.inf), plain.number(reach.get("top"), math.inf)
        found.append((text(level.get("name"), 60), low or 0.0, high or 0.0, text(level.get("_id"), 60)))
    flags = plain.table(plain.table(scene.get("flags")).get("levels"))
    for each in [] if found else plain.items(flags.get("sceneLevels")):
        if isinstance(each, list) and len(each) > 2:
            low, high = plain.number(each[0], -math.inf), plain.number(each[1], math.inf)
            found.append((text(each[2], 60), low or 0.0, high or 0.0, ""))
    return [each for each in found if each[0]][: limits.LAYERS]


def _on_level(wall: dict[str, Any], level: Level) -> bool:
    of = plain.items(wall.get("levels"))
    if of:
        return level[3] in of
    reach = plain.table(plain.table(wall.get("flags")).get("wallHeight") or wall.get("flags", {}).get("wall-height"))
    low, high = plain.number(reach.get("wallHeightBottom")), plain.number(reach.get("wallHeightTop"))
    return (high is None or high >= level[1]) and (low is None or low <= level[2])


def _walls(
    walls: list[object], grid: tuple[float, float, float], level: Level | None, sketch: Sketch
) -> dict[str, int]:
    report, (left, top, pitch) = sketch.report, grid
    counts = {"walls": 0, "both": 0, "move_only": 0, "sight_only": 0, "doors_secret": 0, "doors_open": 0}
    for each in walls:
        wall, at = plain.table(each), _line(each)
        if at is None:
            report.count("left_out", "bad_coordinates")
            continue
        if level is not None and not _on_level(wall, level):
            report.count("left_out", "other_level")
            continue
        moves = plain.whole(wall.get("move"), 1) != 0
        kind = plain.whole(wall.get("sight", wall.get("sense")), 1)
        place = ((at[0] - left) / pitch, (at[1] - top) / pitch, (at[2] - left) / pitch, (at[3] - top) / pitch)
        if plain.whole(wall.get("dir")):
            report.count("guessed", "one_way")
        counts["walls"] += 1
        if plain.whole(wall.get("door")):
            counts["doors_secret"] += plain.whole(wall.get("door")) == 2
            counts["doors_open"] += plain.whole(wall.get("ds")) == 1
            counts["both"] += 1
            sketch.seen += 1
            sketch.kept += 1
            sketch.door(place, _door(wall, report))
        elif moves or kind:
            what = "wall" if moves and kind and kind not in LIMITED else "window" if moves else "curtain"
            counts[{"wall": "both", "window": "move_only", "curtain": "sight_only"}[what]] += 1
            if kind in LIMITED:
                report.count("guessed", "limited_walls")
                what = "window" if moves else "cover"
            sketch.wall(place, what)
        else:
            report.count("left_out", "walls_of_nothing")
    return counts


def _door(wall: dict[str, Any], report: Report) -> str:
    state = plain.whole(wall.get("ds"))
    if plain.whole(wall.get("door")) == 2 and state != 1:
        report.count("guessed", "secret_doors")
        return "secret"
    return {1: "open", 2: "locked"}.get(state, "door")


def _tokens(
    tokens: list[object], grid: tuple[float, float, float], size: tuple[int, int], report: Report
) -> tuple[Token, ...]:
    left, top, pitch = grid
    if len(tokens) > limits.TOKENS:
        raise Unreadable("too_many_tokens", most=limits.TOKENS)
    out = []
    for each in tokens:
        token = plain.table(each)
        at = plain.point(token)
        if at is None:
            report.count("left_out", "bad_coordinates")
            continue
        x, y = round((at[0] - left) / pitch), round((at[1] - top) / pitch)
        if not (0 <= x < size[0] and 0 <= y < size[1]):
            report.count("clipped", "tokens_outside")
            continue
        wide, high = (math.ceil(min(plain.number(token.get(key), 1) or 1, 20)) for key in ("width", "height"))
        out.append(Token(text(token.get("name"), 80), x, y, max(1, wide), max(1, high)))
    return tuple(out)


def _regions(
    regions: list[object], grid: tuple[float, float, float], size: tuple[int, int], report: Report
) -> tuple[Zone, ...]:
    """Rectangles become zones of the cells whose centres they hold; other shapes are left out."""
    left, top, pitch = grid
    out = []
    for each in regions[: limits.ZONES]:
        region = plain.table(each)
        cells: set[tuple[int, int]] = set()
        for shape in plain.items(region.get("shapes")):
            found = [plain.number(plain.table(shape).get(key)) for key in ("x", "y", "width", "height")]
            box = [each for each in found if each is not None]
            if plain.table(shape).get("type") != "rectangle" or shape.get("rotation") or len(box) < 4:
                report.count("left_out", "odd_shapes")
                continue
            x, y, w, h = (box[0] - left) / pitch, (box[1] - top) / pitch, box[2] / pitch, box[3] / pitch
            across = [a for a in range(size[0]) if x <= a + 0.5 < x + w]
            cells |= {(a, b) for a in across for b in range(size[1]) if y <= b + 0.5 < y + h}
        if cells:
            out.append(Zone(text(region.get("name"), 80), tuple(sorted(cells, key=lambda c: (c[1], c[0])))))
    return tuple(out)


# --- the background ---------------------------------------------------------------------------------


def _source(scene: dict[str, Any]) -> str:
    levels = plain.items(scene.get("levels"))
    grounds = [scene.get("background"), *(plain.table(each).get("background") for each in levels)]
    named = [text(plain.table(each).get("src"), 500) for each in grounds]
    return next(filter(None, [*named, text(scene.get("img"), 500)]), "")


def _named(scene: dict[str, Any], files: Files, own: str) -> str:
    """The file of the upload that is the scene's picture: of the same name, or the only picture there is."""
    others = [each for each in files if each != own and picture.is_picture(files[each])]
    wanted = _source(scene).replace("\\", "/").rsplit("/", 1)[-1]
    return wanted if wanted in others else others[0] if len(others) == 1 else ""


def _picture(
    scene: dict[str, Any], files: Files, own: str, stretch: tuple[float, float], size: tuple[int, int], report: Report
) -> Picture | None:
    found = _named(scene, files, own)
    if not found:
        if _source(scene):
            report.say("left_out", "picture_elsewhere", name=_source(scene).rsplit("/", 1)[-1][:80])
        return None
    width, height = picture.measure(files[found], report)
    ground = plain.table(scene.get("background"))
    names = (("offsetX", "shiftX"), ("offsetY", "shiftY"))
    moved = [plain.number(ground.get(key, scene.get(old)), 0.0) for key, old in names]
    if any(moved):
        report.say("warning", "picture_shifted", x=round(moved[0] or 0), y=round(moved[1] or 0))
    return Picture(width, height, 0.0, 0.0, width * stretch[0] / size[0], height * stretch[1] / size[1])
