"""Reads an uploaded picture in a process of its own, which holds limits, and writes it anew: pixels and nothing else.

    python -m campaigns.upload_child HOW < picture > picture.webp

HOW is `whole`, or which part of it becomes a square: `start`, `middle`, `end`. It ends with 3 and a word
on stderr for what is refused (`no_picture`, `picture_broken`, `picture_too_large`, `picture_too_small`).
Knows no web and no database.
"""

from __future__ import annotations

import contextlib
import io
import sys

from PIL import Image, ImageOps, UnidentifiedImageError

try:
    import resource
except ImportError:  # Windows: there the time limit of the caller holds alone
    resource = None  # type: ignore[assignment]

MIB = 1024 * 1024
BYTES = 20_000_000
PIXELS = 40_000_000
"""Of a picture that is decoded; as for maps."""
LEAST = 16
SIDE, LONGEST = 384, 2048
"""Pixels a side of a square that is stored, and of the longer side of a whole picture."""
MEMORY, SECONDS = 512 * MIB, 10
FORMATS = ("PNG", "JPEG", "WEBP")
REFUSED = 3
PARTS = {"start": 0.0, "middle": 0.5, "end": 1.0}
BROKEN = (UnidentifiedImageError, OSError, ValueError, SyntaxError, KeyError, TypeError, IndexError, OverflowError)


class Unreadable(Exception):
    """What is refused; the text is its word."""


def main() -> int:
    hold()
    how = sys.argv[1] if len(sys.argv) > 1 else "middle"
    data = sys.stdin.buffer.read(BYTES + 1)
    try:
        made = whole(data) if how == "whole" else square(data, how)
    except Unreadable as problem:
        sys.stderr.write(str(problem))
        return REFUSED
    except MemoryError:
        sys.stderr.write("picture_too_large")
        return REFUSED
    sys.stdout.buffer.write(made)
    return 0


def hold() -> None:
    """Takes the limits upon this process."""
    if resource is None:
        return
    for which, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, SECONDS),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        with contextlib.suppress(ValueError, OSError):  # macOS refuses some
            resource.setrlimit(which, (most, most))


def square(data: bytes, part: str) -> bytes:
    """The picture cut to a square at its start (top or left), middle or end, as WebP. Raises Unreadable."""
    upright = _pixels(data)
    side = min(upright.size)
    spare = (upright.width - side, upright.height - side)
    left, top = (round(over * PARTS.get(part, 0.5)) for over in spare)
    return _written(upright.crop((left, top, left + side, top + side)), SIDE)


def whole(data: bytes) -> bytes:
    """All of the picture as WebP, smaller where its longer side has more than LONGEST pixels. Raises Unreadable."""
    return _written(_pixels(data), LONGEST)


def _pixels(data: bytes) -> Image.Image:
    if not is_picture(data):
        raise Unreadable("no_picture")
    Image.MAX_IMAGE_PIXELS = None  # our own limit is lower, and an error
    try:
        picture = Image.open(io.BytesIO(data), formats=FORMATS)
        width, height = picture.size
        if width * height > PIXELS:
            raise Unreadable("picture_too_large")
        if min(width, height) < LEAST:
            raise Unreadable("picture_too_small")
        picture.load()
        upright = ImageOps.exif_transpose(picture)
    except BROKEN as problem:
        raise Unreadable("picture_broken") from problem
    return upright


def _written(picture: Image.Image, most: int) -> bytes:
    """As WebP with at most so many pixels a side, and nothing of what else the upload held."""
    seen = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    longer = max(seen.size)
    if longer > most:
        width, height = (max(1, round(side * most / longer)) for side in seen.size)
        seen = seen.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3.0)
    out = io.BytesIO()
    seen.save(out, "WEBP", quality=86, method=4)
    return out.getvalue()


def is_picture(data: bytes) -> bool:
    return data[:8] == b"\x89PNG\r\n\x1a\n" or data[:3] == b"\xff\xd8\xff" or (
        data[:4] == b"RIFF" and data[8:12] == b"WEBP"
    )


if __name__ == "__main__":
    sys.exit(main())
