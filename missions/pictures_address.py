"""Addresses of the tiles of a background picture: 10 x 10 cells each, cut to what the viewer has explored.

An address holds its tile, the mask of its cells, and a seal that only this site can make for this audience, so no
tile can be asked for that was not offered. It is another one as soon as one more cell is known, and only then:
whoever has a tile never fetches it again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from django.utils.crypto import constant_time_compare, salted_hmac

TILE = 10
"""Cells a side; the terrain's chunks have the same size."""
SALT = "missions.pictures"
_NAME = re.compile(r"([0-9]{1,3})-([0-9]{1,2})-([0-9]{1,2})-([1-9a-f][0-9a-f]{0,24})-([0-9a-f]{32})", re.ASCII)


@dataclass(frozen=True)
class Tile:
    """board: its number in the view. x, y: which tile. mask: its known cells, bit `y * 10 + x` in the tile."""

    board: int
    x: int
    y: int
    mask: int


def seal(audience: str, picture: str, width: int, height: int, tile: Tile) -> str:
    text = f"{audience}|{picture}|{width}x{height}|{tile.board}|{tile.x}|{tile.y}|{tile.mask:x}"
    return salted_hmac(SALT, text, algorithm="sha256").hexdigest()[:32]


def name(audience: str, picture: str, width: int, height: int, tile: Tile) -> str:
    """The last part of a tile's address."""
    sealed = seal(audience, picture, width, height, tile)
    return f"{tile.board}-{tile.x}-{tile.y}-{tile.mask:x}-{sealed}"


def read(text: str) -> tuple[Tile, str] | None:
    """(tile, its seal) of the last part of an address, or None. Nothing is proven yet."""
    match = _NAME.fullmatch(text)
    if match is None:
        return None
    return Tile(int(match[1]), int(match[2]), int(match[3]), int(match[4], 16)), match[5]


def is_sealed(tile: Tile, sealed: str, audience: str, picture: str, width: int, height: int) -> bool:
    return constant_time_compare(sealed, seal(audience, picture, width, height, tile))


def mask_of(known: int | None, width: int, height: int, x: int, y: int) -> int:
    """The known cells of a tile; known: a bit set of `tactics.board.masks`, or None for all."""
    left, top = x * TILE, y * TILE
    across = (1 << min(TILE, width - left)) - 1
    mask = 0
    for row in range(min(TILE, height - top)):
        bits = across if known is None else known >> ((top + row) * width + left) & across
        mask |= bits << (row * TILE)
    return mask


@lru_cache(maxsize=128)
def tiles(
    audience: str, picture: str, board: int, width: int, height: int, known: int | None
) -> tuple[tuple[Tile, str], ...]:
    """(tile, last part of its address) of all tiles of which anything is known."""
    found = []
    for y in range((height + TILE - 1) // TILE):
        for x in range((width + TILE - 1) // TILE):
            tile = Tile(board, x, y, mask_of(known, width, height, x, y))
            if tile.mask:
                found.append((tile, name(audience, picture, width, height, tile)))
    return tuple(found)
