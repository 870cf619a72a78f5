"""The layers of a Tiled map as cells of tile numbers. Compressed data is unpacked no further than it may be long."""

from __future__ import annotations

import base64
import binascii
import io
import struct
import zlib
from dataclasses import dataclass, field
from typing import Any

import zstandard

from . import limits, plain
from .draft import Report, Unreadable, text

FLAGS = 0xF0000000
"""Bits 31 to 28 of a tile's number: flipped across, down, along the diagonal, turned."""
WINDOW = 1 << 24
"""Bytes that unpacking may look back."""
SPAN = 1 << 40


@dataclass
class Layer:
    """gids: cell -> tile number with its flags, empty cells left out; of an infinite map negative cells too."""

    name: str
    kind: str = ""
    gids: dict[tuple[int, int], int] = field(default_factory=dict)


@dataclass
class Things:
    """An object layer. left, top: its offset in pixels."""

    name: str
    kind: str
    objects: list[dict[str, Any]]
    left: float
    top: float


@dataclass
class Sheet:
    """All layers, from the lowest to the highest. box: left, top, width and height of the cells in use."""

    layers: list[Layer] = field(default_factory=list)
    things: list[Things] = field(default_factory=list)
    box: tuple[int, int, int, int] = (0, 0, 0, 0)


def read(found: dict[str, Any], report: Report) -> Sheet:
    shape = text(found.get("orientation"), 40) or "orthogonal"
    if shape != "orthogonal":
        raise Unreadable("not_square", shape=shape)
    infinite = found.get("infinite") is True
    width, height = plain.whole(found.get("width")), plain.whole(found.get("height"))
    if not infinite:
        plain.size(width, height)
    pitch = plain.number(found.get("tilewidth")), plain.number(found.get("tileheight"))
    if not pitch[0] or not pitch[1] or min(pitch[0], pitch[1]) < 1:
        raise Unreadable("no_size")
    reader = _Reader((width, height), (pitch[0], pitch[1]), infinite, report)
    reader.layers(plain.items(found.get("layers")), 0.0, 0.0, 0)
    sheet = reader.sheet
    if infinite:
        used = [cell for layer in sheet.layers for cell in layer.gids]
        if not used:
            raise Unreadable("no_cells")
        left, top = min(x for x, _ in used), min(y for _, y in used)
        sheet.box = (left, top, max(x for x, _ in used) - left + 1, max(y for _, y in used) - top + 1)
        plain.size(sheet.box[2], sheet.box[3])
    else:
        sheet.box = (0, 0, width, height)
    return sheet


class _Reader:
    def __init__(self, size: tuple[int, int], pitch: tuple[float, float], infinite: bool, report: Report) -> None:
        self.size, self.pitch, self.infinite, self.report = size, pitch, infinite, report
        self.sheet, self.count = Sheet(), 0

    def layers(self, layers: list[Any], left: float, top: float, depth: int) -> None:
        if depth > 16:
            raise Unreadable("too_deep")
        for each in layers:
            layer = plain.table(each)
            self.count += 1
            if self.count > limits.LAYERS:
                raise Unreadable("too_many_layers", most=limits.LAYERS)
            kind = layer.get("type")
            if layer.get("visible") is False:
                self.report.count("left_out", "hidden_layers")
                continue
            x = left + (plain.number(layer.get("offsetx"), 0.0) or 0.0)
            y = top + (plain.number(layer.get("offsety"), 0.0) or 0.0)
            name, word = text(layer.get("name"), 80), text(layer.get("class"), 40)
            if kind == "group":
                self.layers(plain.items(layer.get("layers")), x, y, depth + 1)
            elif kind == "tilelayer":
                self.sheet.layers.append(Layer(name, word, self._tiles(layer, self._shift(x, y))))
            elif kind == "objectgroup":
                objects = [plain.table(o) for o in plain.items(layer.get("objects"))]
                self.sheet.things.append(Things(name, word, objects, x, y))
            else:
                self.report.count("left_out", "image_layers")

    def _shift(self, x: float, y: float) -> tuple[int, int]:
        """A layer's offset in whole cells; any other is ignored."""
        cells = x / self.pitch[0], y / self.pitch[1]
        if cells[0] == int(cells[0]) and cells[1] == int(cells[1]) and max(map(abs, cells)) < limits.COORDINATE:
            return int(cells[0]), int(cells[1])
        self.report.count("warning", "layer_offset")
        return 0, 0

    def _tiles(self, layer: dict[str, Any], shift: tuple[int, int]) -> dict[tuple[int, int], int]:
        parts = []
        if self.infinite:
            for each in plain.items(layer.get("chunks")):
                chunk = plain.table(each)
                x, y, w, h = (plain.whole(chunk.get(key), SPAN) for key in ("x", "y", "width", "height"))
                if not (0 < w <= limits.READ and 0 < h <= limits.READ):
                    raise Unreadable("too_many_cells", width=w, height=h, most=limits.READ)
                parts.append((x, y, w, h, chunk.get("data")))
            if parts:
                # Looked at before anything is unpacked. A row or column of empty chunks may lie around the map.
                wide = max(p[0] for p in parts) - min(p[0] for p in parts)
                high = max(p[1] for p in parts) - min(p[1] for p in parts)
                if max(wide, high) > 4 * limits.READ:
                    raise Unreadable("too_many_cells", width=wide, height=high, most=limits.READ)
        else:
            parts.append((0, 0, *self.size, layer.get("data")))
        out = {}
        for x, y, w, h, data in parts:
            for n, gid in enumerate(numbers(layer, data, w * h)):
                if gid & ~FLAGS:
                    out[x + n % w + shift[0], y + n // w + shift[1]] = gid
        if self.infinite:
            return out
        kept = {c: g for c, g in out.items() if 0 <= c[0] < self.size[0] and 0 <= c[1] < self.size[1]}
        self.report.count("clipped", "tiles_outside", len(out) - len(kept))
        return kept


def numbers(layer: dict[str, Any], data: Any, count: int) -> list[int]:
    """Exactly `count` tile numbers, however they are written. Raises Unreadable (`layer_broken`)."""
    if isinstance(data, list):
        found = [plain.whole(each, -1) for each in data[: count + 1]]
    elif not isinstance(data, str):
        found = []
    elif layer.get("encoding") == "base64":
        unpacked = _unpacked(data, text(layer.get("compression"), 10), count * 4)
        found = list(struct.unpack(f"<{count}I", unpacked))
    else:
        found = [plain.whole(each.strip(), -1) for each in data.split(",", count + 1)]
    if len(found) != count or min(found, default=0) < 0 or max(found, default=0) >= 1 << 32:
        raise Unreadable("layer_broken", cells=count)
    return found


def _unpacked(data: str, how: str, size: int) -> bytes:
    """The bytes of a layer; refused if they are not exactly `size`, and never unpacked beyond."""
    try:
        packed = base64.b64decode("".join(data.split()), validate=True)
        if how in ("zlib", "gzip"):
            found = zlib.decompressobj(47).decompress(packed, size + 1)
        elif how == "zstd":
            unpacker = zstandard.ZstdDecompressor(max_window_size=WINDOW)
            with unpacker.stream_reader(io.BytesIO(packed)) as stream:
                found = stream.read(size + 1)
        elif not how:
            found = packed
        else:
            raise Unreadable("layer_packed", how=how)
    except (binascii.Error, ValueError, zlib.error, zstandard.ZstdError) as problem:
        raise Unreadable("layer_broken", cells=size // 4) from problem
    if len(found) != size:
        raise Unreadable("layer_broken", cells=size // 4)
    return found
