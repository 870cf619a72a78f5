"""Pictures as a seat may see them: tiles of a board's background, and the portraits of tokens."""

from __future__ import annotations

import asyncio
from typing import NoReturn

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns import uploads
from tactics.board import masks
from tactics.kernel.view import MissionView

from . import eyes, looks, pictures, selectors
from . import pictures_address as address
from .models import Picture

LASTING = "private, max-age=604800, immutable"
"""A tile's address never means another content; only the browser of its seat may keep it."""


def _nowhere() -> NoReturn:
    raise Http404


@require_safe
async def tile(
    request: HttpRequest, pk: int, seat: str, name: str, other: str = "", screen: bool = False
) -> HttpResponse:
    """A tile of a background picture, if it was offered to this seat and shows nothing that it does not know now."""
    source, wanted = await sync_to_async(_source)(request, pk, seat, name, other, screen)
    try:
        body = await asyncio.get_running_loop().run_in_executor(pictures.workers, pictures.shown, source, wanted)
    except pictures.CannotCut:
        _nowhere()
    return uploads.answer(body, pictures.MEDIA_TYPE, LASTING)


def _source(
    request: HttpRequest, pk: int, seat: str, name: str, other: str, screen: bool
) -> tuple[pictures.Source, address.Tile]:
    at = eyes.of_seat(request, pk, seat, other, screen=screen)
    read = address.read(name)
    if read is None:
        _nowhere()
    wanted, sealed = read
    width, height, picture = _offered(selectors.view(at), at, wanted, sealed)
    row = Picture.objects.filter(mission_id=pk, key=picture, kind="board").defer("data").first()
    if row is None:
        _nowhere()
    data = None if pictures.is_cut(row.digest, width, height) else bytes(row.data)
    return pictures.Source(row.digest, width, height, data), wanted


def _offered(
    view: MissionView, at: selectors.Sitting, wanted: address.Tile, sealed: str
) -> tuple[int, int, str]:
    """(columns, rows, key of the picture) of the board that the tile belongs to; 404 unless it may be shown."""
    board = view.boards[wanted.board] if wanted.board < len(view.boards) else None
    if board is None or not board.picture:
        _nowhere()
    audience = looks.audience(at.key, at.role)
    if not address.is_sealed(wanted, sealed, audience, board.picture, board.width, board.height):
        _nowhere()
    known = masks.to_int(board.known) if board.foggy and not at.is_gm else None
    if wanted.mask & ~address.mask_of(known, board.width, board.height, wanted.x, wanted.y):
        _nowhere()  # it was covered again
    return board.width, board.height, board.picture


@require_safe
def portrait(
    request: HttpRequest, pk: int, seat: str, key: str, other: str = "", screen: bool = False
) -> HttpResponse:
    """A token's picture, if the seat's own view shows the token. A board's leaves in tiles only."""
    at = eyes.of_seat(request, pk, seat, other, screen=screen)
    view = selectors.view(at)
    if key not in {token.picture for token in view.tokens}:
        _nowhere()
    found = Picture.objects.filter(mission_id=pk, key=key, kind="token").first()
    if found is None:
        _nowhere()
    return uploads.answer(bytes(found.data), found.media_type, "private, no-store")
