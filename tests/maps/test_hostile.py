"""Bombs, lies and broken files: refused in words, within the limits of the child, and nothing else is opened."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import struct
import subprocess
import sys
import time
import zlib
from pathlib import Path

import pytest
from PIL import Image

from missions.maps import limited, limits, picture
from missions.maps.draft import Choices, Draft, Unreadable
from missions.maps.read import read
from tests.maps.samples import HERE, path_of, said

ROOT = Path(__file__).parents[2]


def refused(name: str, data: bytes, tmp_path: Path) -> Unreadable:
    """The refusal of a file by the child process."""
    (tmp_path / "0").write_bytes(data)
    with pytest.raises(Unreadable) as found:
        limited.read({name: tmp_path / "0"}, Choices())
    return found.value


def tmx(data: str, **layer: str) -> bytes:
    said = " ".join(f'{key}="{value}"' for key, value in layer.items())
    return (
        '<map version="1.10" orientation="orthogonal" width="4" height="4" tilewidth="32" tileheight="32">'
        f'<layer id="1" name="L" width="4" height="4"><data {said}>{data}</data></layer></map>'
    ).encode()


def huge_png(width: int, height: int) -> bytes:
    """A picture of that size in its header, and next to nothing behind it."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(b"\0" * 100)) + chunk(b"IEND", b"")


SAMPLES = {
    "entity-bomb.tmx": "document_type",
    "external-entity.tmx": "document_type",
    "zlib-bomb.tmx": "layer_broken",
    "zstd-bomb.tmj": "layer_broken",
    "huge-dimensions.tmj": "too_many_cells",
    "uvtt-nan-inf-huge.dd2vtt": "not_json",
    "uvtt-png-bomb.dd2vtt": "picture_too_large",
    "uvtt-deep-nesting.dd2vtt": "too_deep",
}


@pytest.mark.parametrize(("name", "code"), SAMPLES.items(), ids=SAMPLES)
def test_hostile_samples(name: str, code: str, tmp_path: Path) -> None:
    assert refused(name, path_of(f"hostile/{name}").read_bytes(), tmp_path).code == code


EXTERNAL = b"""<?xml version="1.0"?><!DOCTYPE map [<!ENTITY x SYSTEM "file:///etc/hostname">]>
<map orientation="orthogonal" width="1" height="1" tilewidth="32" tileheight="32"><p>&x;</p></map>"""
BOMB = base64.b64encode(zlib.compress(b"\0" * (64 << 20), 9)).decode()
UVTT = {"format": 0.3, "resolution": {"map_size": {"x": 4, "y": 3}, "pixels_per_grid": 10}, "line_of_sight": []}

MADE: list[tuple[str, str, bytes, str]] = [
    ("an outside entity", "a.tmx", EXTERNAL, "document_type"),
    ("a zlib bomb", "a.tmx", tmx(BOMB, encoding="base64", compression="zlib"), "layer_broken"),
    ("a layer cut short", "a.tmx", tmx(BOMB[:2000], encoding="base64", compression="zlib"), "layer_broken"),
    ("an unknown packing", "a.tmx", tmx("AAAA", encoding="base64", compression="lzma"), "layer_packed"),
    ("too few tiles", "a.tmx", tmx("1,2,3", encoding="csv"), "layer_broken"),
    ("a negative tile", "a.tmx", tmx(",".join(["-1"] * 16), encoding="csv"), "layer_broken"),
    ("no XML at all", "a.tmx", b"<map", "not_xml"),
    ("JSON cut short", "a.dd2vtt", json.dumps(UVTT).encode()[:60], "not_json"),
    ("no size", "a.dd2vtt", json.dumps(UVTT | {"resolution": None}).encode(), "no_size"),
    ("a size of nothing", "a.dd2vtt",
     json.dumps(UVTT | {"resolution": {"map_size": {"x": 0, "y": 3}}}).encode(), "no_size"),
    ("a board of a million cells", "a.dd2vtt",
     json.dumps(UVTT | {"resolution": {"map_size": {"x": 1000, "y": 1000}}}).encode(), "too_many_cells"),
    ("a picture of 60000 pixels", "a.png", huge_png(60_000, 60_000), "picture_too_large"),
    ("a picture without its end", "a.png", huge_png(2_000, 2_000), "picture_broken"),
    ("markup by a picture's name", "a.png", b"<html><script>alert(1)</script>", "no_picture"),
    ("a drawing", "a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", "not_this"),
    ("markup by no name", "a.txt", b"<!doctype html><p>", "not_this"),
    ("a picture that is JSON", "a.png", b'{"rects": 1}', "no_cells"),
    ("bytes", "a.bin", bytes(range(256)) * 20, "unknown_format"),
    ("an archive", "a.zip", b"PK\x03\x04" + b"\0" * 100, "not_this"),
    ("a text", "a.txt", b"The quick brown fox jumps over the lazy dog; PACK my box with five dozen liquor jugs!",
     "too_many_signs"),
    ("a JSON of something else", "a.json", b'{"name": "x"}', "unknown_format"),
    ("a tileset alone", "a.tsx", b'<tileset name="x" tilewidth="1" tileheight="1"/>', "not_this"),
    ("nothing", "a.dd2vtt", b"", "empty"),
    ("a dungeon without rooms", "a.json", b'{"rects": [{"x": "NaN", "y": 1e400, "w": 1, "h": 1}]}', "not_json"),
    ("a room without end", "a.json", b'{"rects": [{"x": 0, "y": 0, "w": 9999999, "h": 1}]}', "too_many_cells"),
    ("rooms far apart", "a.json",
     b'{"rects": [{"x": 0, "y": 0, "w": 1, "h": 1}, {"x": 90000, "y": 0, "w": 1, "h": 1}]}', "too_many_cells"),
    ("a scene of hexagons", "a.json", b'{"walls": [], "width": 100, "height": 100, "grid": {"size": 50, "type": 2}}',
     "not_square"),
    ("a scene without a grid", "a.json", b'{"walls": [], "width": 100, "height": 100, "grid": 0}', "no_size"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "data", "code"), [each[1:] for each in MADE], ids=[each[0] for each in MADE])
def test_what_is_refused(name: str, data: bytes, code: str, tmp_path: Path) -> None:
    began = time.monotonic()
    assert refused(name, data, tmp_path).code == code
    assert time.monotonic() - began < limits.SECONDS


def test_a_picture_that_is_a_drawing_leaves_the_geometry() -> None:
    name = "hostile/uvtt-image-is-svg.dd2vtt"
    draft = read({"a.dd2vtt": path_of(name).read_bytes()}, Choices()).draft
    assert (draft.width, draft.height, draft.picture) == (4, 3, None)
    assert said(draft, "no_picture") == {"sort": "left_out"}


def test_a_polyglot_leaves_nothing_but_its_pixels() -> None:
    """A picture with a page behind its end: what is stored holds no byte of it."""
    out = io.BytesIO()
    Image.new("RGB", (80, 80), (200, 10, 10)).save(out, "PNG")
    whole = read({"a.png": out.getvalue() + b"<script>alert(1)</script>"}, Choices(across=10.0))
    assert whole.background is not None
    assert whole.draft.picture is not None
    kept = picture.cut(whole.background, whole.draft.picture, (0, 0, 8, 8))
    assert b"script" not in kept
    with Image.open(io.BytesIO(kept)) as opened:
        assert (opened.format, opened.size) == ("JPEG", (64, 64))


SPY = """
import sys
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event in ("open", "socket.connect") else None)
from missions.maps.draft import Choices
from missions.maps.read import read
data = open(sys.argv[1], "rb").read()
del opened[:]
draft = read({"a.tmx": data}, Choices()).draft
print(sorted(line.params["name"] for line in draft.lines if line.code == "tileset_missing"))
print([name for name in opened if not name.endswith((".py", ".pyc"))])
"""


def test_no_file_that_a_map_names_is_opened() -> None:
    """Every opening of a file and every connection of the process is looked at while it reads."""
    sample = path_of("hostile/tileset-traversal.tmx")
    done = subprocess.run([sys.executable, "-c", SPY, sample], cwd=ROOT, capture_output=True, text=True, check=True)
    missing, opened = done.stdout.splitlines()
    assert missing == "['evil.tsx', 'hostname', 'hostname', 'passwd', 'win.ini']"
    assert opened == "[]"


@pytest.mark.skipif(sys.platform == "win32", reason="only the time is limited there")
def test_the_child_dies_of_its_memory_alone(tmp_path: Path) -> None:
    """Brackets that would need gigabytes: the refusal says so, and comes from the child."""
    found = refused("a.json", b'{"rects":[' + b"[]," * 12_000_000 + b"[]]}", tmp_path)
    assert (found.code, found.params) == ("too_much_memory", {"most": 512})


def test_time_is_limited(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(limited, "PATIENCE", 0.01)
    assert refused("a.txt", b"###", tmp_path).code == "took_too_long"


def test_the_child_gets_no_secret(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Of the environment only what a process needs to start."""
    seen: dict[str, str] = {}
    real = subprocess.run

    def noted(*args: object, **kwargs: object) -> object:
        seen.update(kwargs["env"])  # type: ignore[call-overload]
        return real(*args, **kwargs)  # type: ignore[call-overload]

    monkeypatch.setenv("SECRET_KEY", "x")
    monkeypatch.setattr(subprocess, "run", noted)
    (tmp_path / "0").write_bytes(b"#####\n" * 5)
    assert isinstance(limited.read({"a.txt": tmp_path / "0"}, Choices()).draft, Draft)
    assert set(seen) <= set(limited.KEPT)


def test_every_sample_is_read_or_refused_and_never_fails() -> None:
    """Each file beside the tests, by its own name, by another and without its end."""
    for path in sorted(HERE.rglob("*")):
        if path.is_dir() or path.suffix == ".md" or path.name == "LICENSE":
            continue
        data = path.read_bytes()
        for name in (path.name, "x.json", "x.tmx", "x.dd2vtt", "x.txt"):
            for some in (data, data[: len(data) // 2], data[len(data) // 3 :]):
                with contextlib.suppress(Unreadable):
                    read({name: some}, Choices())
