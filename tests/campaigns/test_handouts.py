"""Handouts: to whom they are shown, in what order, what a picture becomes, and that others learn nothing (table.md
34)."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from campaigns import services as people
from campaigns.handouts import services
from campaigns.models import Handout, Member
from tests.campaigns.conftest import Table
from tests.characters.test_portraits import HOSTILE, picture

Browser = Callable[..., Client]


@pytest.fixture
def ben(table: Table) -> Member:
    return people.add_member(table.campaign, user=people.make_guest("Ben"), role="player")


def address(table: Table, more: str = "") -> str:
    return f"/campaigns/{table.campaign.pk}/handouts/{more}"


def send(table: Table, client: Client, **fields: object) -> str:
    return client.post(address(table), fields, follow=True).content.decode()


def titles(table: Table, seat: str, role: str = "player") -> list[str]:
    return [each.title for each in services.handed_to(table.campaign.pk, seat, role)]


def test_the_chosen_read_it_and_others_get_the_same_page_as_if_there_were_none(
    table: Table, ben: Member, browser: Browser
) -> None:
    ana, other, gil = (browser(who.user) for who in (table.ana, ben, table.gil))
    empty = [other.get(path).content for path in (address(table), f"/campaigns/{table.campaign.pk}/")]
    page = send(table, gil, title="A letter", text="Come *alone* <script>", to=["ana"], picture=upload())
    assert "Shown to:" in page
    for path in (address(table), f"/campaigns/{table.campaign.pk}/"):
        assert "A letter" in ana.get(path).content.decode()
    read = ana.get(address(table)).content.decode()
    assert "<em>alone</em> &lt;script&gt;" in read
    assert "Shown to" not in read
    token = re.compile(rb'csrfmiddlewaretoken" value="[^"]*')
    after = [other.get(path).content for path in (address(table), f"/campaigns/{table.campaign.pk}/")]
    assert [token.sub(b"", one) for one in after] == [token.sub(b"", one) for one in empty]
    handout = Handout.objects.get()
    image = address(table, f"{handout.key}/picture/")
    answer = ana.get(image)
    assert (answer.status_code, answer["Content-Type"], answer["X-Content-Type-Options"]) == (
        200, "image/webp", "nosniff",
    )  # fmt: skip
    assert "no-store" in answer["Cache-Control"]
    assert other.get(image).status_code == 404
    services.turn(handout, "ana", False)
    assert ana.get(image).status_code == 404
    assert titles(table, "ana") == []


def upload(data: bytes = b"", name: str = "a.png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data or picture(), content_type="image/png")


def test_a_picture_is_written_anew(table: Table, browser: Browser) -> None:
    gil = browser(table.gil.user)
    secret = picture(3000, 1000, "JPEG", comment=b"<script>alert(1)</script> 52.5 N 13.4 E") + b"<html><script>"
    send(table, gil, title="Map", picture=upload(secret, "../../x.html"))
    kept = bytes(Handout.objects.get().picture)
    assert b"script" not in kept
    made = Image.open(io.BytesIO(kept))
    assert (made.format, made.size) == ("WEBP", (2048, 683))


@pytest.mark.parametrize("name", sorted(set(HOSTILE) - {"empty"}))
def test_what_is_no_picture_is_refused_and_what_was_typed_stays(table: Table, browser: Browser, name: str) -> None:
    data, told = HOSTILE[name]
    gil = browser(table.gil.user)
    page = gil.post(address(table), {"title": "Map", "text": "Look here", "picture": upload(data)})
    assert page.status_code == 422
    assert told in page.content.decode()
    assert "Look here" in page.content.decode()
    assert not Handout.objects.exists()


def test_all_players_and_spectators_are_those_who_come_later_too(table: Table) -> None:
    services.make(table.campaign, title="To all", text="x", to=["all"])
    services.make(table.campaign, title="To watchers", text="x", to=["public"])
    later = people.add_member(table.campaign, user=people.make_guest("Cid"), role="player")
    assert titles(table, later.key) == ["To all"]
    people.change_role(later, "spectator")
    assert titles(table, later.key, "spectator") == ["To watchers"]
    assert set(titles(table, "gil", "gm")) == {"To all", "To watchers"}


def test_the_order_tells_nothing_of_what_others_got(table: Table, ben: Member) -> None:
    """Each seat reads by when it was itself shown something."""
    first = services.make(table.campaign, title="First", text="x", to=["ana"])
    services.make(table.campaign, title="Second", text="x", to=["ana"])
    assert titles(table, "ana") == ["Second", "First"]
    services.turn(first, ben.key, True)
    services.turn(first, "public", True)
    assert titles(table, "ana") == ["Second", "First"]
    assert titles(table, ben.key) == ["First"]


def test_what_cannot_be_done_is_said(table: Table, browser: Browser) -> None:
    gil = browser(table.gil.user)
    assert "Write something, or choose a picture." in gil.post(address(table), {"title": "Empty"}).content.decode()
    made = services.make(table.campaign, title="A letter", text="x")
    one = address(table, f"{made.key}/")
    asked = {"headers": {"Accept": "application/json"}}
    assert gil.post(one, {"do": "show", "to": "nobody"}, **asked).json() == {"error": "“nobody” is no player here."}
    assert gil.post(one, {"do": "show", "to": "ana"}, **asked).json() == {}
    assert titles(table, "ana") == ["A letter"]
    assert gil.post(address(table), {"text": "x"}, **asked).status_code == 422
    assert gil.post(one, {"title": "Changed", "text": "y", "to": []}).status_code == 302
    assert titles(table, "ana") == []
    early = {"title": "Early", "text": "z", "mark": made.mark}
    page = gil.post(one, early)
    assert page.status_code == 422
    assert "by somebody else meanwhile" in page.content.decode()
    assert "Early" in page.content.decode()
    assert Handout.objects.get().title == "Changed"
    assert gil.post(one, early | {"mark": Handout.objects.get().mark}).status_code == 302
    people.archive(table.campaign)
    assert "put away" in gil.post(one, {"do": "delete"}, **asked).json()["error"]
    people.restore(table.campaign)
    gil.post(one, {"do": "delete"})
    assert not Handout.objects.exists()
