"""Tiled (.tmx, .tmj): a tile of the highest layer is what a cell is made of. What tiles mean is nowhere written; their
own properties, their class and the layer's name are asked, and the GM says the rest.

Objects of the class (or in a layer called) `wall`, `door`, `zone` and `spawn` become what they say.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from typing import Any

from . import limits, plain, tiled_file, tiled_layers
from .draft import Choices, Draft, Files, Kind, Note, Report, Token, Zone, text
from .geometry import Sketch
from .ground import finish
from .tiled_layers import FLAGS, Sheet, Things

WORDS = (
    ("deep", "deep_water"), ("water", "water"), ("river", "water"), ("sea", "deep_water"), ("wall", "wall"),
    ("rock", "wall"), ("cliff", "wall"), ("void", "wall"), ("tree", "tree"), ("forest", "thicket"), ("bush", "thicket"),
    ("rubble", "rubble"), ("rough", "rough"), ("mud", "rough"), ("lava", "lava"), ("sand", "sand"), ("snow", "snow"),
    ("road", "road"), ("path", "road"), ("grass", "grass"), ("floor", "floor"), ("hill", "hill"), ("pit", "pit"),
)  # fmt: skip
EMPTY = Kind("empty", "", ("wall", "rock"))
THINGS = ("wall", "door", "zone", "spawn")


def read(name: str, files: Files, choices: Choices) -> Draft:
    report = Report()
    found = tiled_file.load(files[name])
    sheet = tiled_layers.read(found, report)
    tilesets, missing = tiled_file.tilesets(found, files)
    for each in missing:
        report.say("left_out", "tileset_missing", name=each)
    left, top, width, height = sheet.box
    if left or top:
        report.say("read", "shifted", x=-left, y=-top)
    names = tuple(layer.name for layer in sheet.layers)
    tiles = _Tiles(tilesets)
    cells, elevation = _cells(sheet, tiles, choices, report)
    pitch = (plain.number(found.get("tilewidth")) or 1.0, plain.number(found.get("tileheight")) or 1.0)
    sketch = Sketch(width, height, report)
    objects = _Objects(sketch, pitch, (left, top))
    for things in sheet.things:
        objects.read(things)
    return finish(
        Draft(
            format="tiled",
            title=name.rsplit(".", 1)[0],
            width=width,
            height=height,
            kinds=tuple(tiles.kinds),
            cells=cells,
            elevation=elevation if any(elevation) else (),
            zones=tuple(objects.zones),
            notes=tuple(objects.notes),
            tokens=tuple(objects.tokens),
            asks=("layers",) if len(names) > 1 else (),
            options={"layers": names} if len(names) > 1 else {},
            measures={
                "tiles": sum(len(layer.gids) for layer in sheet.layers),
                "layers": len(sheet.layers),
                "objects": sum(len(things.objects) for things in sheet.things),
                "tilesets": len(tilesets),
            },
        ),
        report,
        sketch,
    )


class _Tiles:
    """The kinds of tile in use, by tileset and number in it, whatever the map calls them."""

    def __init__(self, tilesets: list[dict[str, Any]]) -> None:
        self.tilesets = tilesets
        self.kinds: list[Kind] = [EMPTY]
        self.levels: list[int] = [0]
        self._known: dict[tuple[int, str], int] = {}
        self._tiles: dict[int, dict[int, dict[str, Any]]] = {}

    def number(self, gid: int, layer: str) -> int:
        """The index of the kind of a tile."""
        gid &= ~FLAGS
        if (gid, layer) not in self._known:
            self._known[gid, layer] = self._new(gid, layer)
        return self._known[gid, layer]

    def _new(self, gid: int, layer: str) -> int:
        at = max((n for n, t in enumerate(self.tilesets) if t["firstgid"] <= gid), default=-1)
        tileset: dict[str, Any] = self.tilesets[at] if at >= 0 else {"name": "?", "firstgid": 1}
        local = gid - tileset["firstgid"]
        tile = self._tile(at, tileset).get(local, {})
        said = tiled_file.properties(tile)
        name = text(tileset.get("name"), 60) or "?"
        key = f"{name}#{local}"
        guess = _guess(said, text(tile.get("class") or tile.get("type"), 60), layer)
        for n, kind in enumerate(self.kinds):
            if kind.key == key and kind.guess == guess:
                return n
        if any(kind.key == key for kind in self.kinds):
            key = f"{key} ({layer})"
        self.kinds.append(Kind(key[:200], key[:200], guess))
        self.levels.append(min(max(plain.whole(said.get("elevation")), -20), 20))
        return len(self.kinds) - 1

    def _tile(self, at: int, tileset: dict[str, Any]) -> dict[int, dict[str, Any]]:
        if at not in self._tiles:
            found = (plain.table(each) for each in plain.items(tileset.get("tiles")))
            self._tiles[at] = {plain.whole(each.get("id"), -1): each for each in found}
        return self._tiles[at]


def _guess(said: dict[str, Any], kind: str, layer: str) -> tuple[str, ...]:
    """What a tile may be, best first: by its properties, its class, the name of its layer."""
    if isinstance(said.get("terrain"), str) and said["terrain"]:
        return (said["terrain"][:60].lower(), *_word(said["terrain"]))
    if said.get("blocks_move") is True:
        return ("wall", "rock") if said.get("blocks_sight") is not False else ("deep_water", "pit", "wall")
    if said.get("blocks_sight") is True:
        return ("thicket", "rough", "ground")
    if (plain.number(said.get("move_cost"), 1.0) or 1.0) > 1:
        return ("rough", "rubble", "ground")
    return _word(kind) or _word(layer) or ("ground", "floor")


def _word(words: str) -> tuple[str, ...]:
    return next(((found,) for part, found in WORDS if part in words.lower()), ())


def _cells(
    sheet: Sheet, tiles: _Tiles, choices: Choices, report: Report
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    left, top, width, height = sheet.box
    cells = [0] * (width * height)
    several: Counter[int] = Counter()
    for n, layer in enumerate(sheet.layers):
        if layer.name in choices.layers:
            report.say("left_out", "layer", name=layer.name)
            continue
        for (x, y), gid in layer.gids.items():
            at = (y - top) * width + x - left
            several[at] += 1
            cells[at] = tiles.number(gid, layer.kind or layer.name or str(n))
        if len(tiles.kinds) > limits.KINDS:
            break  # refused at the end
    report.count("guessed", "several_tiles", sum(n > 1 for n in several.values()))
    flipped = sum(bool(gid & FLAGS) for layer in sheet.layers for gid in layer.gids.values())
    report.count("guessed", "flipped_tiles", flipped)
    return tuple(cells), tuple(tiles.levels[n] for n in cells)


class _Objects:
    def __init__(self, sketch: Sketch, pitch: tuple[float, float], corner: tuple[int, int]) -> None:
        self.sketch, self.report, self.pitch, self.corner = sketch, sketch.report, pitch, corner
        self.zones: list[Zone] = []
        self.notes: list[Note] = []
        self.tokens: list[Token] = []

    def read(self, things: Things) -> None:
        for each in things.objects:
            if each.get("visible") is False:
                continue
            word = text(each.get("class") or each.get("type"), 40) or things.kind or things.name
            kind = next((kind for kind in THINGS if re.match(rf"{kind}s?\b", word.lower())), "")
            points = self._points(each, things.left, things.top)
            if not points:
                self.report.count("left_out", "bad_coordinates")
            elif isinstance(each.get("text"), dict):
                self._note(points[0], text(each["text"].get("text"), limits.TEXT))
            elif kind == "wall" and len(points) > 1:
                for a, b in itertools.pairwise(points):
                    self.sketch.wall((*a, *b))
            elif kind == "door" and len(points) > 1:
                self.sketch.door(_axis(points))
            elif kind == "zone" and len(points) > 2:
                self._zone(text(each.get("name"), 80), points)
            elif kind == "spawn":
                self._spawn(text(each.get("name"), 80) or "spawn", points[0])
            else:
                self.report.count("left_out", "other_objects")

    def _points(self, each: dict[str, Any], left: float, top: float) -> list[tuple[float, float]]:
        """The corners of an object in cells: a polyline as it runs, a polygon and a rectangle closed."""
        at = plain.point(each)
        if at is None or "template" in each:
            return []
        width, height = plain.number(each.get("width"), 0.0) or 0.0, plain.number(each.get("height"), 0.0) or 0.0
        if "polyline" in each or "polygon" in each:
            found = [plain.point(p) for p in plain.items(each.get("polyline", each.get("polygon")))]
            corners = [p for p in found if p is not None]
            closed = "polygon" in each
        elif each.get("point") is True or not (width or height):
            corners, closed = [(0.0, 0.0)], False
        else:
            down = -height if each.get("gid") else 0.0  # the picture of a tile hangs from its lower corner
            corners = [(0.0, down), (width, down), (width, down + height), (0.0, down + height)]
            closed = True
        turn = math.radians(plain.number(each.get("rotation"), 0.0) or 0.0)
        cos, sin = math.cos(turn), math.sin(turn)
        moved = [
            (
                round((at[0] + left + x * cos - y * sin) / self.pitch[0] - self.corner[0], 9),
                round((at[1] + top + x * sin + y * cos) / self.pitch[1] - self.corner[1], 9),
            )
            for x, y in corners
        ]
        return [*moved, moved[0]] if closed and moved else moved

    def _note(self, at: tuple[float, float], words: str) -> None:
        if words and len(self.notes) < limits.NOTES and self._inside(at):
            self.notes.append(Note(math.floor(at[0]), math.floor(at[1]), words))

    def _spawn(self, name: str, at: tuple[float, float]) -> None:
        if len(self.tokens) < limits.TOKENS and self._inside(at):
            self.tokens.append(Token(name, math.floor(at[0]), math.floor(at[1])))

    def _zone(self, name: str, corners: list[tuple[float, float]]) -> None:
        width, height = self.sketch.width, self.sketch.height
        if len(self.zones) >= limits.ZONES or len(corners) > 200:
            self.report.count("left_out", "other_objects")
            return
        low, high = min(y for _, y in corners), max(y for _, y in corners)
        rows = range(max(0, math.floor(low)), min(height, math.ceil(high)))
        cells = tuple((x, y) for y in rows for x in range(width) if _holds(corners, x + 0.5, y + 0.5))
        if cells:
            self.zones.append(Zone(name, cells))
        else:
            self.report.count("clipped", "zones_outside")

    def _inside(self, at: tuple[float, float]) -> bool:
        if 0 <= at[0] < self.sketch.width and 0 <= at[1] < self.sketch.height:
            return True
        self.report.count("clipped", "tokens_outside")
        return False


def _axis(points: list[tuple[float, float]]) -> tuple[float, float, float, float]:
    """A door as a segment: of a rectangle the line through its middle, along its longer side."""
    if len(points) != 5:
        return (*points[0], *points[-1])
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = points[:4]
    if math.hypot(x2 - x1, y2 - y1) >= math.hypot(x3 - x2, y3 - y2):
        return ((x1 + x4) / 2, (y1 + y4) / 2, (x2 + x3) / 2, (y2 + y3) / 2)
    return ((x1 + x2) / 2, (y1 + y2) / 2, (x3 + x4) / 2, (y3 + y4) / 2)


def _holds(corners: list[tuple[float, float]], x: float, y: float) -> bool:
    """Whether a closed polygon holds a point (by the sides to its right)."""
    inside = False
    for (x1, y1), (x2, y2) in itertools.pairwise(corners):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside
