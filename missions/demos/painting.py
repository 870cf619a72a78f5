"""Paints the background of a demo's board from its terrain: meadow, river, scree, boards and walls, by noise alone.

Everything is drawn here, with a fixed seed, so each demo has the same picture and it is nobody else's.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from tactics.kernel.view import BoardView

SIDE = 48
"""Pixels of a cell."""
Colour = tuple[int, int, int]


class Painter:
    """One picture under way: the board in pixels, a source of noise, and the canvas."""

    def __init__(self, board: BoardView, seed: int, *, bare: bool = False) -> None:
        self.board, self.chance, self.bare = board, Random(seed), bare  # noqa: S311
        self.size = (board.width * SIDE, board.height * SIDE)
        self.styles = {entry.letter: entry.style for entry in board.palette}
        self.canvas = Image.new("RGB", self.size)

    # --- noise and masks -----------------------------------------------------------------------------

    def noise(self, grain: int) -> Image.Image:
        """Grey clouds; `grain`: pixels from one to the next."""
        width, height = self.size[0] // grain + 3, self.size[1] // grain + 3
        small = Image.frombytes("L", (width, height), self.chance.randbytes(width * height))
        return small.resize((width * grain, height * grain), Image.Resampling.BICUBIC).crop((0, 0, *self.size))

    def clouds(self) -> Image.Image:
        """Noise of several grains."""
        fine = Image.blend(self.noise(3), self.noise(9), 0.5)
        return Image.blend(fine, Image.blend(self.noise(40), self.noise(130), 0.5), 0.6)

    def cells(self, *styles: str) -> Iterator[tuple[int, int]]:
        board = self.board
        for at, letter in enumerate(board.terrain):
            if self.styles.get(letter) in styles:
                yield at % board.width, at // board.width

    def mask(self, *styles: str, soft: bool) -> Image.Image:
        """White where these styles are; a soft one has a wandering border."""
        small = Image.new("L", (self.board.width, self.board.height))
        for cell in self.cells(*styles):
            small.putpixel(cell, 255)
        if not soft:
            return small.resize(self.size, Image.Resampling.NEAREST)
        large = small.resize(self.size, Image.Resampling.BICUBIC)
        large = Image.blend(large, Image.blend(self.noise(11), self.noise(30), 0.5), 0.3)
        return large.point(lambda v: 255 if v > 122 else 0).filter(ImageFilter.GaussianBlur(1.2))

    def tint(self, dark: Colour, light: Colour, clouds: Image.Image | None = None) -> Image.Image:
        """A texture between two colours."""
        grey = clouds or self.clouds()
        return Image.merge("RGB", [grey.point(_between(a, b)) for a, b in zip(dark, light, strict=True)])

    def lay(self, texture: Image.Image | Colour, mask: Image.Image) -> None:
        if isinstance(texture, tuple):
            texture = Image.new("RGB", self.size, texture)
        self.canvas.paste(texture, (0, 0), mask)

    def shade(self, mask: Image.Image, dx: int, dy: int, blur: float, strength: float) -> None:
        """A shadow of what the mask shows, on everything that is there so far."""
        cast = Image.new("L", self.size)
        cast.paste(mask, (dx, dy))
        cast = cast.filter(ImageFilter.GaussianBlur(blur))
        self.lay((8, 11, 10), cast.point(lambda v: int(v * strength)))

    # --- the layers ----------------------------------------------------------------------------------

    def meadow(self) -> None:
        self.canvas = self.tint((38, 56, 38), (84, 106, 62))
        pen = ImageDraw.Draw(self.canvas)
        for _ in range(self.board.width * self.board.height * 7):
            x, y = self.chance.randrange(self.size[0]), self.chance.randrange(self.size[1])
            green = self.chance.choice(((96, 122, 66), (58, 82, 48), (112, 128, 74)))
            pen.line((x, y, x + self.chance.randint(-2, 2), y - self.chance.randint(2, 5)), fill=green)

    def rock(self) -> None:
        self.canvas = self.tint((44, 42, 40), (98, 94, 88))
        pen = ImageDraw.Draw(self.canvas)
        for _ in range(self.board.width * self.board.height * 2):
            x, y = self.chance.randrange(self.size[0]), self.chance.randrange(self.size[1])
            pen.line((x, y, x + self.chance.randint(-7, 7), y + self.chance.randint(-5, 5)), fill=(60, 57, 54))

    def snow(self) -> None:
        self.lay(self.tint((176, 184, 192), (232, 236, 240)), self.mask("snow", soft=True))

    def pits(self) -> None:
        mask = self.mask("pit", soft=True)
        self.lay((20, 19, 22), mask)
        self.shade(mask, 0, 0, 9, 0.4)

    def hills(self) -> None:
        levels = self.board.elevation
        for level in sorted({v for v in levels if v > 0}):
            small = Image.new("L", (self.board.width, self.board.height))
            small.putdata([255 if v >= level else 0 for v in levels])
            mask = small.resize(self.size, Image.Resampling.BICUBIC)
            mask = Image.blend(mask, self.noise(24), 0.2).point(lambda v: 255 if v > 118 else 0)
            mask = mask.filter(ImageFilter.GaussianBlur(2))
            self.shade(mask, 7, 8, 7, 0.55)
            self.lay(self.tint(*((78, 74, 68), (138, 132, 122)) if self.bare else ((84, 88, 56), (134, 134, 88))), mask)

    def river(self) -> None:
        mask = self.mask("water", "deep", soft=True)
        self.lay(self.tint((74, 66, 46), (106, 94, 64)), mask.filter(ImageFilter.MaxFilter(9)))
        self.lay(self.tint((58, 104, 108), (104, 148, 142)), mask)
        pen = ImageDraw.Draw(self.canvas)
        # Where one wades the ground is seen through the water, and stones of it; where one swims it is dark.
        for x, y in self.cells("water"):
            for _ in range(5):
                left, top = x * SIDE + self.chance.randrange(SIDE - 6), y * SIDE + self.chance.randrange(SIDE - 4)
                pen.ellipse((left, top, left + self.chance.randint(3, 6), top + 3), fill=(70, 112, 110))
        deep = self.mask("deep", soft=True)
        self.lay((40, 86, 98), ImageChops.multiply(deep.filter(ImageFilter.MaxFilter(7)), mask))
        self.lay(self.tint((10, 34, 54), (26, 62, 84)), ImageChops.multiply(deep, mask))
        for x, y in self.cells("water", "deep"):
            for _ in range(3):
                left, top = x * SIDE + self.chance.randrange(SIDE - 16), y * SIDE + self.chance.randrange(SIDE)
                pen.arc((left, top, left + 16, top + 6), 200, 340, fill=(112, 158, 166))

    def scree(self) -> None:
        mask = self.mask("rough", soft=True)
        self.lay(self.tint((70, 58, 42), (112, 94, 68)), mask)
        pen = ImageDraw.Draw(self.canvas)
        for x, y in self.cells("rough"):
            for _ in range(9):
                radius = self.chance.randint(2, 6)
                cx, cy = x * SIDE + self.chance.randrange(SIDE), y * SIDE + self.chance.randrange(SIDE)
                grey = self.chance.randint(96, 150)
                pen.ellipse((cx - radius + 2, cy - radius + 3, cx + radius + 2, cy + radius + 2), fill=(36, 31, 24))
                pen.ellipse((cx - radius, cy - radius, cx + radius, cy + radius - 1), fill=(grey, grey - 8, grey - 22))

    def road(self) -> None:
        mask = self.mask("stone", soft=False).filter(ImageFilter.GaussianBlur(5))
        mask = Image.blend(mask, self.noise(10), 0.25).point(lambda v: 255 if v > 112 else 0)
        self.lay(self.tint((92, 78, 54), (138, 120, 84)), mask.filter(ImageFilter.GaussianBlur(1.5)))

    def floor(self) -> None:
        self.lay(self.tint((84, 62, 40), (122, 92, 60)), self.mask("wood", soft=False))
        pen = ImageDraw.Draw(self.canvas)
        for x, y in self.cells("wood"):
            for row in range(4):
                top = y * SIDE + row * SIDE // 4
                pen.line((x * SIDE, top, (x + 1) * SIDE, top), fill=(58, 42, 27))
                end = x * SIDE + (row * 29 + x * 17) % SIDE
                pen.line((end, top, end, top + SIDE // 4), fill=(58, 42, 27))

    def walls(self) -> None:
        mask = self.mask("wall", soft=False)
        self.shade(mask, 8, 9, 6, 0.75)
        self.lay(self.tint((70, 70, 72), (118, 116, 112)), mask)
        pen = ImageDraw.Draw(self.canvas)
        for x, y in self.cells("wall"):
            for row in range(3):
                top, step = y * SIDE + row * SIDE // 3, SIDE // 2
                pen.line((x * SIDE, top, (x + 1) * SIDE, top), fill=(46, 46, 49))
                for left in range((row % 2) * step // 2, SIDE, step):
                    pen.line((x * SIDE + left, top, x * SIDE + left, top + SIDE // 3), fill=(46, 46, 49))
        inner = mask.filter(ImageFilter.GaussianBlur(5))
        light = ImageChops.subtract(mask, ImageChops.offset(inner, 4, 5)).point(lambda v: v // 5)
        self.lay((200, 196, 184), ImageChops.multiply(light, mask))

    def trees(self) -> None:
        for x, y in self.cells("tree"):
            for _ in range(8):
                radius = self.chance.randint(SIDE // 5, SIDE // 3)
                cx = x * SIDE + self.chance.randint(radius, SIDE - radius)
                cy = y * SIDE + self.chance.randint(radius, SIDE - radius)
                self.crown(cx, cy, radius)

    def crown(self, x: int, y: int, radius: int) -> None:
        pen = ImageDraw.Draw(self.canvas)
        pen.ellipse((x - radius + 4, y - radius + 5, x + radius + 4, y + radius + 5), fill=(18, 27, 18))
        for step, green in enumerate(((30, 52, 30), (42, 70, 38), (58, 90, 48), (80, 112, 58))):
            r = radius * (4 - step) // 4
            pen.ellipse((x - r - step, y - r - step, x + r - step, y + r - step), fill=green)


def _between(low: int, high: int) -> list[int]:
    return [low + (high - low) * min(255, max(0, (v - 40) * 255 // 175)) // 255 for v in range(256)]


def paint(board: BoardView, seed: int = 7, base: str = "meadow") -> bytes:
    """The picture as PNG. base: what lies under everything, `meadow` or `rock`."""
    painter = Painter(board, seed, bare=base == "rock")
    for layer in (
        painter.rock if painter.bare else painter.meadow, painter.hills, painter.snow, painter.pits, painter.river,
        painter.scree, painter.road, painter.floor, painter.walls, painter.trees,
    ):  # fmt: skip
        layer()
    out = io.BytesIO()
    painter.canvas.save(out, "PNG", compress_level=6)
    return out.getvalue()
