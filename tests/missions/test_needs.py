"""What waits for whom is said in the lists; and the demo becomes a campaign of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from campaigns import services as people
from campaigns.models import Campaign, Member, User
from campaigns.selectors import needs as of_all
from characters import services as sheets
from characters.models import Character
from missions import demo, needs, selectors, services
from missions.models import Mission, Picture
from tests.missions.table import Table

pytestmark = pytest.mark.django_db


def told(table: Table, seat: str) -> list[str]:
    member = Member.objects.get(pk=table.members[seat].pk)
    return [need.text for need in needs.of_missions(table.mission.campaign, member)]


@pytest.mark.live
def test_each_is_told_what_waits_for_them(table: Table) -> None:
    assert told(table, "gil") == ["Rats has not begun"]
    assert told(table, "sam") == []
    table.start()
    assert told(table, "ann") == ["Rats: Hero to act"]
    assert told(table, "ben") == []
    assert told(table, "gil") == []
    table.do("gil", "pause")
    assert told(table, "gil") == ["Rats is paused"]
    assert told(table, "ann") == []
    services.close_mission(table.mission)
    assert told(table, "gil") == []


@pytest.mark.live
def test_who_could_join_is_named_to_the_gm_alone(table: Table) -> None:
    Character.objects.create(campaign=table.mission.campaign, member=table.members["ben"], name="<b>Wren</b>")
    assert told(table, "gil") == ["Rats has not begun", "<b>Wren</b> may join Rats"]
    assert not any("Wren" in text for text in told(table, "ben"))
    page = table.client("gil").get("/").content.decode()
    assert "&lt;b&gt;Wren&lt;/b&gt; may join Rats" in page
    assert f"/missions/{table.mission.pk}/as/gil/enlist/" in page


def test_a_level_waits_for_its_player_once_and_then_for_the_gm() -> None:
    owner = User.objects.create_user("gil")
    campaign, gil = people.create_campaign(owner=owner, name="Salt", ruleset="tempus")
    ana = people.add_member(campaign, user=people.make_guest("Ana"), role="player")
    mara = Character.objects.create(campaign=campaign, member=ana, name="Mara", xp=99)

    def lists(*members: Member) -> list[list[str]]:
        return [[need.text for need in of_all(campaign, one)] for one in members]

    assert lists(ana, gil) == [[], []]
    Character.objects.filter(pk=mara.pk).update(xp=100)
    assert lists(ana, gil) == [["Mara may take level 2"], []]
    player, leader = _client(ana.user), _client(owner)
    address = of_all(campaign, ana)[0].url
    assert player.post(address).status_code == 302
    assert lists(ana, gil) == [[], ["Mara is level 2 now: enter what it brings"]]
    assert "It is entered" in leader.get(address).content.decode()
    assert "It is entered" not in player.get(address).content.decode()
    assert player.post(f"{address}change/", {"do": "entered"}).status_code == 404
    assert leader.post(f"{address}change/", {"do": "entered"}).status_code == 302
    assert lists(ana, gil) == [[], []]
    # Saving the sheet says it too.
    Character.objects.filter(pk=mara.pk).update(xp=200)
    player.post(address)
    assert lists(gil) == [["Mara is level 3 now: enter what it brings"]]
    sheets.change_character(mara, {"sheet": mara_now(mara), "about": "Taller"}, [], by=gil, before=mara_now(mara))
    assert lists(gil) == [[]]


def mara_now(mara: Character) -> dict[str, object]:
    mara.refresh_from_db()
    return mara.sheet


def _client(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_the_demo_becomes_ones_own(settings: Any, tmp_path: Path) -> None:
    settings.DATA = tmp_path  # where a demo of the site is noted
    dora = User.objects.create_user("dora", display_name="Dora")
    client = _client(dora)
    assert "Copy the demo" in client.get("/").content.decode()
    answer = client.post("/missions/demo/", {"ruleset": "tempus"})
    campaign = Campaign.objects.get()
    assert answer["Location"] == f"/campaigns/{campaign.pk}/"
    mission = Mission.objects.get()
    gm = campaign.members.get(role="gm")
    assert (gm.user, gm.name, gm.leads) == (dora, "Dora", True)
    assert Picture.objects.filter(mission=mission).exists()
    assert client.get(selectors.seat_address(mission.pk, gm.key)).status_code == 200
    assert demo.find("tempus") is None, "it is no demo of the site"
    # The players' seats are nobody's until a link is sent.
    ana = campaign.members.get(key="ana")
    assert ana.user is None
    page = client.get(answer["Location"]).content.decode()
    assert "nobody sits here yet" in page
    assert "mill at Harrow has not begun" in page
    client.post(f"/campaigns/{campaign.pk}/members/ana/", {"do": "link"})
    phone = Client()
    link = client.get(answer["Location"]).context["fresh"]["address"]
    assert phone.post(link)["Location"] == f"/missions/{mission.pk}/as/ana/"


@pytest.mark.parametrize("ruleset", demo.available())
def test_every_demo_can_be_copied(ruleset: str) -> None:
    dora = User.objects.create_user("dora", display_name="Dora")
    client = _client(dora)
    where = client.post("/missions/demo/", {"ruleset": ruleset})["Location"]
    gm = Member.objects.get(user=dora)
    assert gm.leads
    assert client.get(where).status_code == 200
    assert client.get(selectors.seat_address(Mission.objects.latest("pk").pk, gm.key)).status_code == 200


def test_copies_have_an_end_and_guests_stay_guests() -> None:
    dora = User.objects.create_user("dora", display_name="Dora")
    client = _client(dora)
    for _n in range(demo.COPIES):
        people.create_campaign(owner=dora, name=demo.read("tempus")["campaign"], ruleset="tempus")
    assert client.post("/missions/demo/", {"ruleset": "tempus"})["Location"] == "/"
    assert "Put one away first" in client.get("/").content.decode()
    assert client.post("/missions/demo/", {"ruleset": "../tempus"}).status_code == 404
    assert Client().post("/missions/demo/", {"ruleset": "tempus"})["Location"].startswith("/accounts/login/")
    assert _client(people.make_guest("Ana")).post("/missions/demo/", {"ruleset": "tempus"})["Location"] == "/keep/"
    assert not Mission.objects.exists()


@pytest.mark.live
def test_what_is_over_waits_to_be_closed(table: Table) -> None:
    table.start()
    table.do("gil", "end_mission", outcome="Done.")
    assert told(table, "gil") == ["Rats is over: say what stays"]
