"""A double click makes one thing: the second of two posts from one page is led to where the first went."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from campaigns import once
from campaigns.models import Campaign, Handout, Thread, User
from missions.models import Mission, Plan
from tests.campaigns.conftest import Table
from tests.characters.desk import sent

Browser = Callable[..., Client]


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """The cache outlives a test's database, in which people have the same numbers again."""
    cache.clear()


@pytest.mark.parametrize(
    ("address", "said", "kind"),
    [
        ("/campaigns/new/", {"name": "The ferry", "ruleset": "tempus"}, Campaign),
        ("/campaigns/{pk}/threads/", {"title": "The tavern"}, Thread),
        ("/campaigns/{pk}/handouts/", {"title": "A letter", "text": "Come."}, Handout),
        ("/missions/new/{pk}/", {"name": "The ford", "goals": "2", "foes": "4", "do": "save"}, Plan),
        ("/missions/new/{pk}/", {"name": "The ford", "goals": "2", "foes": "4", "do": "more-units"}, Plan),
    ],
)
def test_twice_sent_is_once_done(table: Table, browser: Browser, address: str, said: dict[str, str], kind: Any) -> None:
    client, at = browser(table.gil.user), address.format(pk=table.campaign.pk)
    before = kind.objects.count()
    first, second = (client.post(at, {**said, once.TOKEN: "of one page"}) for _ in range(2))
    assert first.status_code == second.status_code == 302
    assert second["Location"].split("#")[0] == first["Location"].split("#")[0]
    assert kind.objects.count() == before + 1
    assert client.post(at, {**said, once.TOKEN: "of another page"}).status_code == 302
    assert kind.objects.count() == before + 2


def test_a_plan_becomes_one_mission(table: Table, browser: Browser) -> None:
    client = browser(table.gil.user)
    typed = sent(client.get(f"/missions/new/{table.campaign.pk}/").content.decode())
    kept = client.post(f"/missions/new/{table.campaign.pk}/", {**typed, "do": "save"})
    data = {**sent(client.get(kept["Location"]).content.decode()), "do": "make", once.TOKEN: "of one page"}
    first, second = (client.post(kept["Location"].split("#")[0], data) for _ in range(2))
    assert first.status_code == second.status_code == 302
    assert first["Location"] == second["Location"]
    assert Mission.objects.count() == 1


def test_a_second_tap_on_join_sits_on_the_same_seat(table: Table, browser: Browser) -> None:
    """The browser threw the first answer away, and its sign-in with it; the link was good for one person."""
    link = table.link(max_uses=1)
    said = {"name": "Ben", once.TOKEN: "of one page"}
    phone, other = browser(), browser()
    browser().post(link, said)
    assert phone.post(link, said)["Location"] == f"/campaigns/{table.campaign.pk}/"
    assert phone.get(f"/campaigns/{table.campaign.pk}/").context["member"].key == "ben"
    assert table.campaign.members.count() == 3
    assert other.post(link, {**said, once.TOKEN: "of another's page"}).status_code != 302
    assert table.campaign.members.count() == 3


def test_what_was_refused_may_be_sent_again(table: Table, browser: Browser) -> None:
    client = browser(table.gil.user)
    said = {"title": "", once.TOKEN: "of one page"}
    for _ in range(2):
        assert client.post(f"/campaigns/{table.campaign.pk}/threads/", said).status_code == 422


def test_one_person_is_not_led_where_another_went(table: Table, browser: Browser) -> None:
    said = {"name": "The ferry", "ruleset": "tempus", once.TOKEN: "of one page"}
    for user in (table.gil.user, User.objects.create_user("olga")):
        browser(user).post("/campaigns/new/", said)
    assert Campaign.objects.filter(name="The ferry").count() == 2


def test_the_second_waits_for_the_first() -> None:
    """Both are on their way at once; the view runs one time."""
    inside, go = Event(), Event()
    ran = []

    @once.once
    def view(request: HttpRequest) -> HttpResponse:
        ran.append(1)
        inside.set()
        assert go.wait(5)
        return HttpResponse(status=302, headers={"Location": "/made/"})

    def post() -> HttpResponse:
        request = RequestFactory().post("/make/", {once.TOKEN: "of one page in a test of two threads"})
        request.user, request.session = AnonymousUser(), SessionStore("one browser")
        return view(request)

    with ThreadPoolExecutor(2) as both:
        first = both.submit(post)
        assert inside.wait(5)
        second = both.submit(post)
        go.set()
        assert first.result(5)["Location"] == second.result(5)["Location"] == "/made/"
    assert len(ran) == 1
