"""A Tiled map or tileset, TMX or JSON, as one shape: that of the JSON. Nothing outside the upload is ever opened.

XML with a document type is refused: entities, inside or outside, have no use in a map.
"""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml import ElementTree
from defusedxml.common import DefusedXmlException, DTDForbidden

from . import plain
from .draft import Files, Unreadable

LAYERS = {"layer": "tilelayer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}
DEPTH = 16


def load(data: bytes) -> dict[str, Any]:
    """A map or tileset in the shape of the JSON. Raises Unreadable."""
    start = data[:3000].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not start.startswith(b"<"):
        return plain.table(plain.decode(data))
    try:
        root = ElementTree.fromstring(data, forbid_dtd=True)
    except DTDForbidden as problem:
        raise Unreadable("document_type") from problem
    except (ParseError, DefusedXmlException, ValueError, LookupError, RecursionError) as problem:
        raise Unreadable("not_xml", why=str(problem)[:120]) from problem
    return _tileset(root) if root.tag == "tileset" else _map(root)


def tilesets(found: dict[str, Any], files: Files) -> tuple[list[dict[str, Any]], list[str]]:
    """(tilesets of a map, each with its `firstgid`; names of those that are not in the upload)."""
    out, missing = [], []
    for each in plain.items(found.get("tilesets"))[:100]:
        tileset = plain.table(each)
        first = plain.whole(tileset.get("firstgid"), 1)
        source = tileset.get("source")
        if isinstance(source, str):
            name = source.replace("\\", "/").rsplit("/", 1)[-1]
            tileset = _outside(name, files)
            if not tileset:
                missing.append(name[:80])
                tileset = {"name": name.rsplit(".", 1)[0][:80]}
        out.append({**tileset, "firstgid": first})
    return sorted(out, key=lambda each: each["firstgid"]), missing


def columns(tileset: dict[str, Any]) -> int:
    """Tiles a row of a tileset's picture: as it says, else as many as the picture is wide; 0 without one."""
    said = plain.whole(tileset.get("columns"))
    image, wide = tileset.get("imagewidth"), plain.whole(tileset.get("tilewidth"))
    if said > 0 or wide < 1:
        return max(said, 0)
    space, margin = plain.whole(tileset.get("spacing")), plain.whole(tileset.get("margin"))
    return max(0, (plain.whole(image) - margin + space) // (wide + space))


def _outside(name: str, files: Files) -> dict[str, Any]:
    if name not in files:
        return {}
    found = load(files[name])
    return found if "layers" not in found else {}


# --- XML in the shape of the JSON -------------------------------------------------------------------


def _map(root: Element) -> dict[str, Any]:
    if root.tag != "map":
        raise Unreadable("unknown_format")
    return {
        **root.attrib,
        "infinite": root.get("infinite") == "1",
        "layers": _layers(root, 0),
        "tilesets": [_tileset(each) for each in root.findall("tileset")],
        "properties": _properties(root),
    }


def _tileset(root: Element) -> dict[str, Any]:
    image = root.find("image")
    wide = image.get("width", "") if image is not None else ""
    return {
        **root.attrib,
        "imagewidth": wide,
        "tiles": [
            {
                "id": each.get("id"),
                "type": each.get("class") or each.get("type") or "",
                "properties": _properties(each),
            }
            for each in root.findall("tile")
        ],
        "properties": _properties(root),
    }


def _layers(root: Element, depth: int) -> list[dict[str, Any]]:
    if depth > DEPTH:
        raise Unreadable("too_deep")
    out = []
    for each in root:
        kind = LAYERS.get(each.tag)
        if kind is None:
            continue
        layer: dict[str, Any] = {**each.attrib, "type": kind, "class": each.get("class", "")}
        layer["visible"] = each.get("visible", "1") != "0"
        layer["properties"] = _properties(each)
        if kind == "group":
            layer["layers"] = _layers(each, depth + 1)
        elif kind == "objectgroup":
            layer["objects"] = [_object(o) for o in each.findall("object")]
        elif kind == "tilelayer":
            layer |= _data(each.find("data"))
        out.append(layer)
    return out


def _data(data: Element | None) -> dict[str, Any]:
    if data is None:
        return {"data": []}
    said = {"encoding": data.get("encoding", "tiles"), "compression": data.get("compression", "")}
    chunks = data.findall("chunk")
    if chunks:
        return {**said, "chunks": [{**c.attrib, "data": _written(c, said["encoding"])} for c in chunks]}
    return {**said, "data": _written(data, said["encoding"])}


def _written(data: Element, encoding: str) -> Any:
    if encoding == "tiles":  # the old way: an element a tile
        return [each.get("gid", "0") for each in data.findall("tile")]
    return data.text or ""


def _object(each: Element) -> dict[str, Any]:
    found: dict[str, Any] = {
        **each.attrib,
        "type": each.get("class") or each.get("type") or "",
        "visible": each.get("visible", "1") != "0",
        "properties": _properties(each),
    }
    for shape in ("polygon", "polyline"):
        element = each.find(shape)
        if element is not None:
            pairs = (pair.partition(",") for pair in element.get("points", "").split())
            found[shape] = [{"x": x, "y": y} for x, _, y in pairs]
    for flag in ("point", "ellipse"):
        if each.find(flag) is not None:
            found[flag] = True
    element = each.find("text")
    if element is not None:
        found["text"] = {"text": element.text or ""}
    return found


def _properties(element: Element) -> list[dict[str, Any]]:
    holder = element.find("properties")
    if holder is None:
        return []
    return [
        {"name": p.get("name", ""), "type": p.get("type", "string"), "value": p.get("value", p.text or "")}
        for p in holder.findall("property")
    ]


def properties(of: dict[str, Any]) -> dict[str, Any]:
    """Custom properties by name, in small letters; those of plain types only."""
    found = of.get("properties")
    if isinstance(found, dict):  # as very old files have it
        pairs = found.items()
    else:
        pairs = [(plain.table(p).get("name"), plain.table(p).get("value")) for p in plain.items(found)]  # type: ignore[assignment]
    out = {}
    for name, value in pairs:
        if isinstance(name, str) and isinstance(value, str | int | float | bool):
            if isinstance(value, str) and value.lower() in ("true", "false"):
                value = value.lower() == "true"
            out[name.lower()] = value
    return out
