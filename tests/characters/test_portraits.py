"""Portraits: what is stored is a square of pixels made here, whatever was sent; what is none is refused with why."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from campaigns import uploads
from characters.models import Portrait
from missions import selectors
from missions.models import Mission
from tests.characters.desk import Desk, sent


def picture(width: int = 300, height: int = 200, form: str = "PNG", **more: Any) -> bytes:
    """Left half red, right half green."""
    made = Image.new("RGB", (width, height), (200, 0, 0))
    made.paste((0, 200, 0), (width // 2, 0, width, height))
    out = io.BytesIO()
    made.save(out, form, **more)
    return out.getvalue()


def send(desk: Desk, who: str, path: str, data: bytes, name: str = "face.png", **more: str) -> str:
    """What the page says after an upload."""
    upload = SimpleUploadedFile(name, data, content_type="image/png")
    answer = desk.browsers[who].post(desk.url(path), {"picture": upload, **more}, follow=True)
    return answer.content.decode()


def test_a_portrait_is_cut_to_a_square_and_written_anew(desk: Desk) -> None:
    hero = desk.hero()
    path = f"characters/{hero.number}/portrait/"
    secret = picture(form="JPEG", comment=b"<script>alert(1)</script> 52.5 N 13.4 E")
    assert "from the next Mission on" in send(desk, "ana", path, secret + b"<html><script>", "x.html", part="end")
    kept = Portrait.objects.get()
    assert b"script" not in bytes(kept.data)
    made = Image.open(io.BytesIO(bytes(kept.data)))
    assert (made.format, made.size) == ("WEBP", (200, 200))
    assert made.convert("RGB").getpixel((190, 100))[1] > 150  # type: ignore[index]
    for who in ("ana", "ben", "sam", "gil"):
        answer = desk.browsers[who].get(desk.url(path))
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/webp")
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Content-Security-Policy"] == "sandbox"
    assert desk.post("ben", path, do="remove")[0] == 404
    assert "portrait/?" in desk.get("sam", "")[1]
    send(desk, "ana", path, picture(40, 40))
    assert Portrait.objects.count() == 1, "the old one goes"
    desk.post("ana", path, do="remove")
    assert Portrait.objects.count() == 0
    assert desk.get("ana", path)[0] == 404


def header(width: int, height: int) -> bytes:
    """A PNG that says it is so large, and is not."""
    body = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    data = chunk(b"IDAT", zlib.compress(b"\0" * 5000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", body) + data + chunk(b"IEND", b"")


HOSTILE = {
    "svg": (b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "no PNG, JPEG or WebP"),
    "html": (b"<!DOCTYPE html><script>alert(1)</script>", "no PNG, JPEG or WebP"),
    "gif": (b"GIF89a" + b"\0" * 200, "no PNG, JPEG or WebP"),
    "empty": (b"", "Choose a picture first"),
    "truncated": (picture(900, 900)[:400], "broken or cut short"),
    "jpeg cut": (picture(900, 900, "JPEG")[:600], "broken or cut short"),
    "png head on html": (b"\x89PNG\r\n\x1a\n<script>alert(1)</script>", "broken or cut short"),
    "60,000 pixels": (header(60_000, 60_000), "at most 40 million pixels"),
    "bomb": (header(6_300, 6_300), "broken or cut short"),
    "tiny": (picture(8, 300), "at least 16 pixels"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_picture_is_refused_and_nothing_stays(desk: Desk, name: str) -> None:
    data, told = HOSTILE[name]
    hero = desk.hero()
    page = send(desk, "ana", f"characters/{hero.number}/portrait/", data)
    assert told in page
    assert Portrait.objects.count() == 0


def test_a_large_file_is_refused_before_it_is_read(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "BYTES", 100)
    hero = desk.hero()
    assert "A picture has at most" in send(desk, "ana", f"characters/{hero.number}/portrait/", picture())


def test_the_pictures_are_on_the_tokens_of_the_next_mission(desk: Desk) -> None:
    """A hero's and a Mob's; the Mission's copy stays when the sheet has another one."""
    hero = desk.hero()
    send(desk, "ana", f"characters/{hero.number}/portrait/", picture())
    desk.send("gil", "mobs/new/", {"like": "wolves"})
    mob = desk.campaign.mob_templates.get()
    assert desk.get("ana", f"mobs/{mob.pk}/portrait/")[0] == 404
    send(desk, "gil", f"mobs/{mob.pk}/portrait/", picture(60, 60))
    new = f"/missions/new/{desk.campaign.pk}/"
    fields = sent(desk.browsers["gil"].get(new).content.decode()) | {"foe_0": f"mob:{mob.pk}"}
    assert desk.browsers["gil"].post(new, fields).status_code == 302
    mission = Mission.objects.get()
    state = selectors.present(mission).state
    keys = {body.picture for body in state.bodies.values()}
    assert len(keys) == 2
    assert keys == set(mission.pictures.filter(kind="token").values_list("key", flat=True))
    desk.post("ana", f"characters/{hero.number}/portrait/", do="remove")
    assert mission.pictures.filter(kind="token").count() == 2
