"""The background picture, cut on the server: of its pixels only those of known cells leave, never its own bytes.

A picture is cut once for each size of board by a child process (`pictures_cut`) into tiles in the data folder,
readable by this site alone. A tile that is asked for is blackened where the viewer knows nothing, encoded as WebP, and
kept in memory by its mask: all seats that know the same get the same bytes, and so do twins that differ elsewhere.
"""

from __future__ import annotations

import io
import logging
import shutil
import subprocess
import sys
import tempfile
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from django.conf import settings
from PIL import Image

from .pictures_address import TILE, Tile

log = logging.getLogger("missions")

UNSEEN = (11, 13, 16)
"""What is painted over cells that the viewer does not know: the fog's colour."""
QUALITY = 84
SECONDS = 40
"""After which a child that cuts is killed."""
KEPT_BYTES = 48 * 1024 * 1024
FOLDERS = 64
"""So many cut pictures stay on disk, those that were made last."""

MEDIA_TYPE = "image/webp"
workers = ThreadPoolExecutor(2, thread_name_prefix="pictures")
"""Cutting and encoding wait here, never in the one thread that talks to the database."""


class CannotCut(Exception):
    """What is stored is no picture that may be shown."""


@dataclass(frozen=True)
class Source:
    """A stored picture on a board of so many cells. digest: of its bytes; data: None where it is cut already."""

    digest: str
    width: int
    height: int
    data: bytes | None

    @property
    def folder(self) -> Path:
        return folder_of(self.digest, self.width, self.height)


def folder_of(digest: str, width: int, height: int) -> Path:
    return Path(settings.DATA) / "cut" / f"{digest}-{width}x{height}"


def is_cut(digest: str, width: int, height: int) -> bool:
    return folder_of(digest, width, height).is_dir()


def shown(source: Source, tile: Tile) -> bytes:
    """A tile as WebP, with its unknown cells black. Raises CannotCut."""
    note = (source.digest, source.width, source.height, tile.x, tile.y, tile.mask)
    return _kept.made(note, lambda: _made(source, tile))


def _made(source: Source, tile: Tile) -> bytes:
    _cut(source)
    with Image.open(source.folder / f"{tile.x}-{tile.y}.png", formats=("PNG",)) as opened:
        picture = opened.convert("RGB")
    columns, rows = min(TILE, source.width - tile.x * TILE), min(TILE, source.height - tile.y * TILE)
    side = picture.width // columns
    for y in range(rows):
        for x in range(columns):
            if not tile.mask >> (y * TILE + x) & 1:
                picture.paste(UNSEEN, (x * side, y * side, (x + 1) * side, (y + 1) * side))
    out = io.BytesIO()
    picture.save(out, "WEBP", quality=QUALITY, method=3)
    return out.getvalue()


# --- cutting ----------------------------------------------------------------------------------------

_cutting = Lock()
_failed: set[tuple[str, int, int]] = set()


def _cut(source: Source) -> None:
    """Cuts the picture unless that is done; by one thread at a time, and a picture that failed never again."""
    note = (source.digest, source.width, source.height)
    with _cutting:
        if source.folder.is_dir():
            return
        if source.data is None or note in _failed:
            raise CannotCut
        parent = source.folder.parent
        parent.mkdir(mode=0o700, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix="new-", dir=parent))
        try:
            _run(source, made)
            made.rename(source.folder)
        except (CannotCut, OSError):
            shutil.rmtree(made, ignore_errors=True)
            if not source.folder.is_dir():  # another process may have been faster
                _failed.add(note)
                raise CannotCut from None
        _tidy(parent)


def _run(source: Source, folder: Path) -> None:
    child = Path(__file__).with_name("pictures_cut.py")
    try:
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-I", str(child), str(source.width), str(source.height), str(folder)],
            input=source.data,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        log.warning("a picture took too long to cut: %s", source.digest)
        raise CannotCut from None
    if done.returncode:
        log.warning("a picture cannot be cut: %s: %s", source.digest, done.stderr.decode(errors="replace")[-300:])
        raise CannotCut


def _tidy(parent: Path) -> None:
    """Cut pictures are made again when they are asked for; only the newest stay."""
    found = sorted((p for p in parent.iterdir() if p.is_dir()), key=lambda p: p.stat().st_mtime, reverse=True)
    for old in found[FOLDERS:]:
        shutil.rmtree(old, ignore_errors=True)


# --- what was made ----------------------------------------------------------------------------------


class _Kept:
    """The tiles that were asked for last, up to so many bytes."""

    def __init__(self, most: int) -> None:
        self._most, self._size, self._lock = most, 0, Lock()
        self._values: OrderedDict[tuple[object, ...], bytes] = OrderedDict()

    def made(self, key: tuple[object, ...], make: Callable[[], bytes]) -> bytes:
        with self._lock:
            found = self._values.get(key)
            if found is not None:
                self._values.move_to_end(key)
                return found
        made = make()
        with self._lock:
            if key not in self._values:
                self._values[key] = made
                self._size += len(made)
            while self._size > self._most and len(self._values) > 1:
                self._size -= len(self._values.popitem(last=False)[1])
        return made


_kept = _Kept(KEPT_BYTES)
