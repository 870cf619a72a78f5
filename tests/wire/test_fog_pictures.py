"""Background pictures: of their pixels only those of cells that a seat knows leave, in tiles that are sent once."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace
from PIL import Image

from missions import pictures, pictures_cut
from missions import pictures_address as address
from missions.models import Picture
from tactics.kernel.state import AnyState
from tests.missions import table as tables
from tests.missions.table import Table
from tests.toy import mission as toy

CELL = 20
SIZE = 12
"""Cells a side: four tiles, of which three are not whole."""
CANARY = (201, 13, 250)
"""A colour that no other pixel is near to."""
LIT = [(0, 0), (1, 0), (0, 1), (0, 3)]
"""What the GM shows, and the cell where Ben's body stands, whom Ann sees as well."""


def drawing(*, hidden: tuple[int, int, int] = CANARY, media: str = "PNG", cell: int = CELL) -> bytes:
    """Green where `LIT` is, `hidden` everywhere else, with a text beside the pixels."""
    picture = Image.new("RGB", (SIZE * cell, SIZE * cell), hidden)
    for x, y in LIT:
        picture.paste((20, 160, 40), (x * cell, y * cell, (x + 1) * cell, (y + 1) * cell))
    out = io.BytesIO()
    picture.save(out, media, **({"exif": b"Exif\0\0c0ffee"} if media != "PNG" else {}))
    return out.getvalue()


def begins(fog: str) -> AnyState:
    state = toy.genesis(fog=fog)
    wide = replace(state.boards["lower"], width=SIZE, height=SIZE, terrain="." * SIZE * SIZE, picture="cellar")
    return replace(
        state, boards={**state.boards, "lower": wide}, uncovered={"lower": "1003"} if fog == "uncovered" else {}
    )


def make(data: bytes, fog: str = "uncovered") -> Table:
    table = tables.make(begins(fog))
    Picture.objects.create(mission=table.mission, key="cellar", kind="board", media_type="image/png", data=data)
    return table


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Any) -> None:
    settings.DATA = tmp_path


def page(client: Client, table: Table, seat: str, more: str = "") -> str:
    return client.get(f"/missions/{table.mission.pk}/as/{seat}/{more}").content.decode()


def tiles(client: Client, table: Table, seat: str, more: str = "") -> dict[str, str]:
    """{dom id: address} of the tiles on a seat's page."""
    found = re.findall(r'<image id="(i-[-0-9]+)"[^>]* href="([^"]+)"', page(client, table, seat, more))
    return {key: f"/missions/{table.mission.pk}/as/{seat}/{more}{href}" for key, href in found}


def colours(body: bytes) -> Image.Image:
    return Image.open(io.BytesIO(body)).convert("RGB")


def near(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    return all(abs(p - q) <= 24 for p, q in zip(a, b, strict=True))


pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("media", "cell"), [("PNG", CELL), ("JPEG", CELL), ("WEBP", 33), ("PNG", 3)])
def test_no_pixel_of_an_unknown_cell_is_in_a_tile(media: str, cell: int) -> None:
    table = make(drawing(media=media, cell=cell))
    client = table.client("ben")
    offered = tiles(client, table, "ben")
    assert list(offered) == ["i-0-0-0"]
    response = client.get(offered["i-0-0-0"])
    assert response["Content-Type"] == "image/webp"
    picture = colours(response.content)
    side = picture.width // 10
    for x in range(10):
        for y in range(10):
            middle = picture.getpixel((x * side + side // 2, y * side + side // 2))
            expected = (20, 160, 40) if (x, y) in LIT else pictures.UNSEEN
            assert near(middle, expected), (x, y, middle)


def test_nothing_of_the_file_but_pixels_leaves() -> None:
    table = make(drawing(media="JPEG"))
    client = table.client("ann")
    for url in tiles(client, table, "ann").values():
        assert b"c0ffee" not in client.get(url).content


def test_pictures_that_differ_in_unknown_cells_only_are_equal_bytes_and_addresses() -> None:
    found = []
    for hidden in (CANARY, (0, 255, 7)):
        table = make(drawing(hidden=hidden))
        client = table.client("ann")
        offered = tiles(client, table, "ann")
        found.append([(k, u.rpartition("/tile/")[2], client.get(u).content) for k, u in offered.items()])
    assert found[0] == found[1]


def test_a_newly_known_cell_sends_one_tile_anew() -> None:
    table = make(drawing())
    client = table.client("ann")
    before = tiles(client, table, "ann")
    table.do("gil", "uncover", board="lower", cells=[[11, 11]])
    after = tiles(client, table, "ann")
    assert {k for k in after if after[k] != before.get(k)} == {"i-0-1-1"}
    assert near(colours(client.get(after["i-0-1-1"]).content).getpixel((CELL + 9, CELL + 9)), CANARY)


def test_the_gm_and_a_mission_without_fog_get_the_whole_picture_but_never_its_file() -> None:
    table = make(drawing(), fog="none")
    for seat in ("gil", "ann"):
        client = table.client(seat)
        offered = tiles(client, table, seat)
        assert len(offered) == 4
        assert near(colours(client.get(offered["i-0-1-1"]).content).getpixel((9, 9)), CANARY)
        assert client.get(f"/missions/{table.mission.pk}/as/{seat}/picture/cellar/").status_code == 404


def test_a_tile_is_for_the_seat_that_it_was_offered_to() -> None:
    table = make(drawing())
    gil, ann = table.client("gil"), table.client("ann")
    whole = tiles(gil, table, "gil")["i-0-0-0"]
    assert gil.get(whole).status_code == 200
    assert ann.get(whole).status_code == 404, "another's seat"
    assert ann.get(whole.replace("/as/gil/", "/as/ann/")).status_code == 404, "another's seal"
    assert Client().get(tiles(ann, table, "ann")["i-0-0-0"]).status_code == 404, "nobody's"


def test_a_mask_cannot_be_made_up() -> None:
    table = make(drawing())
    client = table.client("ann")
    (url,) = tiles(client, table, "ann").values()
    tile, sealed = address.read(url.rstrip("/").rpartition("/")[2]) or pytest.fail("no address")
    for mask in (tile.mask | 2 << 40, 1, (1 << 100) - 1):
        made_up = f"{tile.board}-{tile.x}-{tile.y}-{mask:x}-{sealed}"
        assert client.get(f"{url.rpartition('/tile/')[0]}/tile/{made_up}/").status_code == 404
    for bad in ("x", "0-0-0-0-" + "0" * 32, "9-9-9-1-" + "0" * 32):
        assert client.get(f"{url.rpartition('/tile/')[0]}/tile/{bad}/").status_code == 404


def test_what_was_covered_again_is_not_sent_again() -> None:
    table = make(drawing())
    client = table.client("ann")
    (url,) = tiles(client, table, "ann").values()
    table.do("gil", "uncover", board="lower", cells=[[1, 0]], cover=True)
    assert client.get(url).status_code == 404


def test_a_gm_who_sees_as_a_player_gets_the_player_s_tiles() -> None:
    table = make(drawing())
    gil = table.client("gil")
    offered = tiles(gil, table, "gil", "see/ann/")
    assert list(offered) == ["i-0-0-0"]
    response = gil.get(offered["i-0-0-0"])
    assert near(colours(response.content).getpixel((CELL * 5, CELL * 5)), pictures.UNSEEN)


def test_a_gm_s_shared_screen_gets_what_spectators_get() -> None:
    """All look at it: page, socket and pictures are those of the spectators, and nothing hidden is on them."""
    table = make(drawing())
    gil = table.client("gil")
    page = gil.get(f"/missions/{table.mission.pk}/as/gil/screen/").content.decode()
    assert f"/ws/missions/{table.mission.pk}/as/gil/see/public/" in page
    assert "lurk" in gil.get(f"/missions/{table.mission.pk}/as/gil/").content.decode()
    assert "lurk" not in page
    offered = tiles(gil, table, "gil", "screen/")
    own = tiles(gil, table, "gil")
    assert set(offered) <= set(own)
    assert not set(offered.values()) & {url.replace("/tile/", "/screen/tile/") for url in own.values()}
    for url in offered.values():
        assert gil.get(url).status_code == 200


def test_a_browser_keeps_a_tile_and_nobody_else_does() -> None:
    table = make(drawing())
    client = table.client("ann")
    (url,) = tiles(client, table, "ann").values()
    response = client.get(url)
    assert response["Cache-Control"] == "private, max-age=604800, immutable"
    assert "Cookie" in response["Vary"]
    assert response["X-Content-Type-Options"] == "nosniff"


def bomb() -> bytes:
    out = io.BytesIO()
    Image.new("1", (30_000, 30_000)).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    "data", [b"", b"GIF89a" + b"\0" * 20, drawing()[:200], bomb()], ids=["no", "gif", "half", "bomb"]
)
def test_what_is_no_picture_is_not_found_and_not_tried_again(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    table = make(data)
    client = table.client("ann")
    (url,) = tiles(client, table, "ann").values()
    assert client.get(url).status_code == 404
    monkeypatch.setattr(pictures, "_run", lambda source, folder: pytest.fail("tried again"))
    assert client.get(url).status_code == 404


def test_the_child_cuts_by_the_same_size_as_the_addresses() -> None:
    assert pictures_cut.TILE == address.TILE


def test_a_token_s_picture_is_for_those_who_see_the_token() -> None:
    table = make(drawing())
    lurker = replace(table.state.bodies["lurk"], picture="face")
    state = replace(table.state, bodies={**table.state.bodies, "lurk": lurker})
    assert json.dumps(state.bodies["lurk"].picture) == '"face"'
    other = tables.make(replace(state, seq=0, seats=toy.genesis().seats))
    Picture.objects.create(mission=other.mission, key="face", kind="token", media_type="image/png", data=b"png")
    for seat, status in (("gil", 200), ("ann", 404)):
        response = other.client(seat).get(f"/missions/{other.mission.pk}/as/{seat}/picture/face/")
        assert response.status_code == status
