"""Cuts a picture into tiles of 10 x 10 cells: run as a process of its own, which may be killed and holds limits.

    python pictures_cut.py COLUMNS ROWS FOLDER < picture

Each cell is scaled by itself: no pixel of it depends on its neighbours, which may be unexplored. Tiles are PNG
(without loss, for the same reason) and hold nothing of the file but its pixels. Exits 1 with a sentence otherwise.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError

try:
    import resource
except ImportError:  # not on Windows; the time limit of the caller holds
    resource = None  # type: ignore[assignment]

FORMATS = ("PNG", "JPEG", "WEBP")
PIXELS = 64_000_000
MEMORY = 1 << 30
SECONDS = 30
TILE = 10
LEAST, MOST = 8, 80
"""Pixels a side of a cell in a tile."""
GROUND = (47, 53, 61)
"""Behind what is transparent: the colour of bare ground."""


def main() -> int:
    columns, rows, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    try:
        cut(sys.stdin.buffer.read(), columns, rows, folder)
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, MemoryError) as problem:
        print(f"{type(problem).__name__}: {problem}", file=sys.stderr)
        return 1
    return 0


def cut(data: bytes, columns: int, rows: int, folder: Path) -> None:
    """Writes `<x>-<y>.png` for each tile into the folder."""
    Image.MAX_IMAGE_PIXELS = PIXELS
    picture = flat(data)
    scale = max(LEAST, min(MOST, round(picture.width / columns)))
    exact = picture.size == (columns * scale, rows * scale)
    for top in range(0, rows, TILE):
        for left in range(0, columns, TILE):
            right, bottom = min(left + TILE, columns), min(top + TILE, rows)
            if exact:
                tile = picture.crop((left * scale, top * scale, right * scale, bottom * scale))
            else:
                tile = Image.new("RGB", ((right - left) * scale, (bottom - top) * scale))
                for y in range(top, bottom):
                    for x in range(left, right):
                        cell = picture.crop(box(picture.size, columns, rows, x, y))
                        cell = cell.resize((scale, scale), Image.Resampling.BICUBIC)
                        tile.paste(cell, ((x - left) * scale, (y - top) * scale))
            tile.save(folder / f"{left // TILE}-{top // TILE}.png", compress_level=1)


def flat(data: bytes) -> Image.Image:
    """The picture as it is meant to be seen, without transparency. Raises ValueError if it is too large."""
    with Image.open(io.BytesIO(data), formats=FORMATS) as opened:
        if opened.width * opened.height > PIXELS:
            raise ValueError(f"more than {PIXELS} pixels")
        opened.load()
        try:
            picture = ImageOps.exif_transpose(opened)
        except (SyntaxError, ValueError, KeyError, TypeError):  # what was noted of the way up cannot be read
            picture = opened.copy()
        if not picture.has_transparency_data:
            return picture.convert("RGB")
        ground = Image.new("RGBA", picture.size, (*GROUND, 255))
        ground.alpha_composite(picture.convert("RGBA"))
        return ground.convert("RGB")


def box(size: tuple[int, int], columns: int, rows: int, x: int, y: int) -> tuple[int, int, int, int]:
    """The pixels of a cell; at least one, which cells of a tiny picture may share."""
    left, top = x * size[0] // columns, y * size[1] // rows
    right, bottom = (x + 1) * size[0] // columns, (y + 1) * size[1] // rows
    return left, top, max(right, left + 1), max(bottom, top + 1)


if __name__ == "__main__":
    sys.exit(main())
