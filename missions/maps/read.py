"""Finds out what an upload is, by its content more than by its name, and reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from . import ascii, donjon, foundry, image, limits, picture, plain, tiled, uvtt, watabou
from .draft import Choices, Draft, Files, Line, Unreadable


class Reader(NamedTuple):
    """read: (own name, upload, choices) -> draft; background: the bytes of the picture under it, if there is one."""

    read: Callable[[str, Files, Choices], Draft]
    background: Callable[[str, Files], bytes | None] | None = None


READERS = {
    "uvtt": Reader(uvtt.read, uvtt.background),
    "foundry": Reader(foundry.read, foundry.background),
    "watabou": Reader(watabou.read),
    "donjon": Reader(donjon.read_json),
    "donjon_tsv": Reader(donjon.read_tsv),
    "tiled": Reader(tiled.read),
    "ascii": Reader(ascii.read),
    "image": Reader(image.read, image.background),
}
ORDER = ("uvtt", "tiled", "foundry", "watabou", "donjon", "donjon_tsv", "ascii", "image")
"""Of several files in one upload the first of these is the map."""

KNOWN_NOT = {
    "uvtt2k": "uvtt2", "uvtt2z": "uvtt2", "rpmap": "maptool", "cmpgn": "maptool", "db": "foundry_database",
    "zip": "archive", "svg": "svg", "pdf": "pdf", "gif": "gif", "csv": "table",
}  # fmt: skip
UVTT = ("dd2vtt", "uvtt", "df2vtt")


class Whole(NamedTuple):
    """A draft, the file that it came from, and the picture that lies under it."""

    draft: Draft
    name: str
    background: bytes | None


def read(files: Files, choices: Choices) -> Whole:
    """The map of an upload. Raises Unreadable."""
    if not files or not any(files.values()):
        raise Unreadable("empty")
    if sum(map(len, files.values())) > limits.FILE:
        raise Unreadable("too_heavy", most=limits.FILE // limits.MIB)
    found: list[tuple[int, str, str]] = []
    problems: list[Unreadable] = []
    for name, data in files.items():
        try:
            kind = kind_of(name, data)
        except Unreadable as problem:
            problems.append(problem)
        else:
            if kind:
                found.append((ORDER.index(kind), name, kind))
    if not found:
        raise problems[0] if problems else Unreadable("not_this", what="tileset_alone")
    _, name, kind = min(found)
    reader = READERS[kind]
    draft = reader.read(name, files, choices)
    background = None
    if draft.picture is not None and choices.picture == "yes" and reader.background is not None:
        background = reader.background(name, files)
    return Whole(_unused(draft, files, name), name, background)


def _unused(draft: Draft, files: Files, own: str) -> Draft:
    """Says which other files of the upload had a use for nobody."""
    if draft.format == "tiled":
        others = [n for n in files if n != own and not n.lower().endswith((".tsx", ".tsj", ".json"))]
    elif draft.format == "foundry" and draft.picture is not None:
        others = [n for n in files if n != own and not picture.is_picture(files[n])]
    else:
        others = [n for n in files if n != own]
    said = tuple(Line("left_out", "file", {"name": n[:80]}) for n in others)
    return msgspec.structs.replace(draft, lines=draft.lines + said)


def kind_of(name: str, data: bytes) -> str:
    """A key of READERS, or empty for a file that only accompanies a map (a tileset). Raises Unreadable."""
    ending = name.lower().rsplit(".", 1)[-1] if "." in name else ""
    if picture.is_picture(data):
        return "image"
    start = data[:4000].removeprefix(plain.BOM).lstrip()
    if start[:1] == b"{":
        return _json_kind(data, ending)
    if start[:4] == b"<map" or (start[:5] == b"<?xml" and b"<map" in start) or ending == "tmx":
        return "tiled"
    if start[:8] == b"<tileset" or (start[:5] == b"<?xml" and b"<tileset" in start):
        return ""
    if ending in UVTT:
        return "uvtt"
    if ending in KNOWN_NOT:
        raise Unreadable("not_this", what=KNOWN_NOT[ending])
    if ending in ("png", "jpg", "jpeg", "webp"):
        raise Unreadable("no_picture")
    if ending == "json" or start[:1] == b"[":
        raise Unreadable("unknown_format")
    if start[:1] == b"<":
        raise Unreadable("not_this", what="markup")
    if b"\0" in data[:4000]:
        raise Unreadable("unknown_format")
    return "donjon_tsv" if donjon.is_tsv(data) or ending == "tsv" else "ascii"


class _Keys(msgspec.Struct):
    """Which of the keys that tell formats apart a file has; their values are not decoded."""

    resolution: Any = msgspec.UNSET
    line_of_sight: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    rects: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    cells: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    cell_bit: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    layers: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    tilewidth: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    tilecount: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    walls: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    grid: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    width: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    tokens: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


def _json_kind(data: bytes, ending: str) -> str:
    found = plain.decode(data, _Keys)

    def has(*keys: str) -> bool:
        return all(getattr(found, key) is not msgspec.UNSET for key in keys)

    if has("resolution") or has("line_of_sight") or ending in UVTT:
        return "uvtt"
    if has("layers", "tilewidth"):
        return "tiled"
    if has("tilecount", "tilewidth"):
        return ""
    if has("rects"):
        return "watabou"
    if has("cells"):
        return "donjon"
    if has("walls", "width") or has("grid", "width") or has("tokens", "width"):
        return "foundry"
    raise Unreadable("unknown_format")
