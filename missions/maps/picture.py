"""Backgrounds: recognised by their first bytes, measured by their header, decoded only when they are wanted, and
stored as nothing but pixels.

What is stored has whole cells of equal size, each scaled by itself, so that no pixel of a cell depends on its
neighbours, which may be unexplored. For the same reason it is a JPEG with full colour whose blocks of 8 x 8 pixels
never cross the side of a cell.
"""

from __future__ import annotations

import io

from PIL import Image, ImageOps, UnidentifiedImageError

from . import limits
from .draft import Picture, Report, Unreadable

FORMATS = ("PNG", "JPEG", "WEBP")
GROUND = (47, 53, 61)
"""Behind what is transparent, and where the picture ends: the colour of bare ground."""
BLOCK = 8
MOST = 80
"""Pixels a side of a cell; the table shows no more."""
QUALITY = 88
SIDE = 8192
"""Pixels a side of a picture that is kept whole."""
PREVIEW = 1200
"""Pixels of the longer side of a preview."""
MEDIA_TYPE = "image/jpeg"
BROKEN = (UnidentifiedImageError, OSError, ValueError, SyntaxError, KeyError, TypeError, IndexError, OverflowError)


def is_picture(data: bytes) -> bool:
    return data[:8] == b"\x89PNG\r\n\x1a\n" or data[:3] == b"\xff\xd8\xff" or (
        data[:4] == b"RIFF" and data[8:12] == b"WEBP"
    )


def measure(data: bytes, report: Report) -> tuple[int, int]:
    """(width, height) as it is meant to be seen. Decodes it once, so that a broken one is known by now.

    Raises Unreadable: `no_picture`, `picture_broken`, `picture_too_large`.
    """
    picture = _open(data)
    frames = getattr(picture, "n_frames", 1)
    if frames > 1:
        report.say("left_out", "frames", n=frames - 1)
    if picture.mode == "CMYK":
        report.say("read", "cmyk")
    turned = _upright(picture)
    return turned.size


def preview(data: bytes) -> bytes:
    """A small JPEG of the whole picture, for the page that asks about the grid."""
    picture = _upright(_open(data))
    scale = min(1.0, PREVIEW / max(picture.size))
    size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    return _written(_flat(picture.resize(size, reducing_gap=2.0)), 80)


def whole(data: bytes) -> bytes:
    """The whole picture as a JPEG that may be stored, made smaller where it is larger than SIDE."""
    picture = _flat(_upright(_open(data)))
    scale = min(1.0, SIDE / max(picture.size))
    if scale < 1:
        picture = picture.resize((max(1, round(picture.width * scale)), max(1, round(picture.height * scale))))
    return _within(picture)


def size_of(data: bytes) -> tuple[int, int]:
    """Width and height of a picture that was stored here."""
    return _open(data).size


def cut(data: bytes, lies: Picture, box: tuple[int, int, int, int]) -> bytes:
    """The cells of `box` (x, y, width, height) of the grid that lies on the picture, as a JPEG."""
    picture = _upright(_open(data))
    left, top, columns, rows = box
    side = _side(lies, columns, rows)
    sheet = Image.new("RGB", (columns * side, rows * side), GROUND)
    for y in range(rows):
        for x in range(columns):
            place = (
                round(lies.left + (left + x) * lies.across),
                round(lies.top + (top + y) * lies.down),
                round(lies.left + (left + x + 1) * lies.across),
                round(lies.top + (top + y + 1) * lies.down),
            )
            cell = _cell(picture, place)
            if cell is not None:
                sheet.paste(cell.resize((side, side), Image.Resampling.BICUBIC), (x * side, y * side))
    del picture
    return _within(sheet)


def _within(sheet: Image.Image) -> bytes:
    """As a JPEG of at most so many bytes as may be stored."""
    for quality in (QUALITY, 70, 50):
        made = _written(sheet, quality)
        if len(made) <= limits.PICTURE:
            return made
    raise Unreadable("picture_too_large", width=sheet.width, height=sheet.height, most=limits.PIXELS // 1_000_000)


def _side(lies: Picture, columns: int, rows: int) -> int:
    """Pixels of a stored cell: a multiple of BLOCK near to those of the file, as many as the limit allows."""
    near = round(max(lies.across, lies.down) / BLOCK) * BLOCK
    while near > BLOCK and columns * rows * near * near > limits.PIXELS:
        near -= BLOCK
    return max(BLOCK, min(MOST, near))


def _cell(picture: Image.Image, place: tuple[int, int, int, int]) -> Image.Image | None:
    """A cell's pixels in RGB; what lies beyond the picture is ground."""
    left, top, right, bottom = place
    right, bottom = max(right, left + 1), max(bottom, top + 1)
    inside = (max(0, left), max(0, top), min(picture.width, right), min(picture.height, bottom))
    if inside[0] >= inside[2] or inside[1] >= inside[3]:
        return None
    found = _flat(picture.crop(inside))
    if inside == (left, top, right, bottom):
        return found
    whole = Image.new("RGB", (right - left, bottom - top), GROUND)
    whole.paste(found, (inside[0] - left, inside[1] - top))
    return whole


def _open(data: bytes) -> Image.Image:
    if not is_picture(data):
        raise Unreadable("no_picture")
    Image.MAX_IMAGE_PIXELS = None  # our own limit is lower, and an error
    try:
        picture = Image.open(io.BytesIO(data), formats=FORMATS)
        width, height = picture.size
    except BROKEN as problem:
        raise Unreadable("picture_broken") from problem
    if width * height > limits.PIXELS:
        most = limits.PIXELS // 1_000_000
        raise Unreadable("picture_too_large", width=width, height=height, most=most)
    if width < 1 or height < 1:
        raise Unreadable("picture_broken")
    return picture


def _upright(picture: Image.Image) -> Image.Image:
    """Decoded, and turned as its notes say."""
    try:
        picture.load()
        if picture.getexif().get(0x0112, 1) in (0, 1):
            return picture
        return ImageOps.exif_transpose(picture)
    except BROKEN as problem:
        raise Unreadable("picture_broken") from problem


def _flat(picture: Image.Image) -> Image.Image:
    if picture.mode.startswith("I"):
        picture = picture.convert("I").point(lambda v: v * (1 / 256)).convert("L")
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    ground = Image.new("RGBA", picture.size, (*GROUND, 255))
    ground.alpha_composite(picture.convert("RGBA"))
    return ground.convert("RGB")


def _written(picture: Image.Image, quality: int) -> bytes:
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=quality, subsampling=0)
    return out.getvalue()
