"""Links bring people in: looking changes nothing, and one browser may hold several seats."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns import hooks, services
from campaigns.models import Invitation, Member, Role, User


def test_looking_uses_nothing_up(table, browser):
    link = table.link()
    assert browser().get(link).status_code == 200
    assert Invitation.objects.get().uses == 0
    assert Member.objects.count() == 2


def test_stranger_becomes_guest_and_sits_down(table, browser):
    client = browser()
    response = client.post(table.link(), {"name": "Ben"})
    assert response["Location"] == f"/campaigns/{table.campaign.pk}/"
    ben = Member.objects.get(key="ben")
    assert ben.user.is_guest
    assert not ben.user.has_usable_password()
    assert client.get(response["Location"]).status_code == 200


def test_stranger_without_name_is_asked(table, browser):
    response = browser().post(table.link(), {"name": "  "})
    assert response.status_code == 200
    assert response.context["form"].errors
    assert Member.objects.count() == 2


def test_account_keeps_its_user(table, browser):
    dora = User.objects.create_user("dora", display_name="Dora")
    browser(dora).post(table.link())
    assert Member.objects.get(key="dora").user == dora


def test_joining_twice_is_one_seat(table, browser):
    dora = User.objects.create_user("dora")
    client, link = browser(dora), table.link()
    client.post(link)
    client.post(link)
    assert Member.objects.filter(user=dora).count() == 1
    assert Invitation.objects.get().uses == 1


def test_four_seats_side_by_side_in_one_browser(table, browser):
    client = browser()
    seats = [table.ana]
    for name in ("Ben", "Caro", "Sam"):
        user = services.make_guest(name)
        seats.append(services.add_member(table.campaign, user=user, role=Role.PLAYER))
    for seat in seats:
        client.post(table.seat_link(seat))
    page = client.get(f"/campaigns/{table.campaign.pk}/")
    assert page.context["held"] == {seat.pk for seat in seats}


def test_seat_link_signs_nobody_in_over_a_signed_in_user(table, browser):
    client = browser(table.gil.user)
    client.post(table.seat_link(table.ana))
    page = client.get(f"/campaigns/{table.campaign.pk}/")
    assert page.wsgi_request.user == table.gil.user
    assert page.context["held"] == {table.gil.pk, table.ana.pk}
    assert page.context["member"] == table.gil


def test_seat_link_of_an_account_gives_the_seat_but_not_the_account(table, browser):
    client = browser()
    client.post(table.seat_link(table.gil))
    page = client.get(f"/campaigns/{table.campaign.pk}/")
    assert page.context["member"] == table.gil
    assert not page.wsgi_request.user.is_authenticated


def test_signing_in_and_up_keeps_held_seats(table, browser):
    User.objects.create_user("dora", password="lanterns and rope")
    client = browser()
    client.post(table.seat_link(table.ana))
    client.post("/accounts/login/", {"login": "dora", "password": "lanterns and rope"})
    # A guest is signed in and allauth sends them home; after signing out they come as Dora.
    client.post("/accounts/logout/")
    client.post(table.seat_link(table.gil))
    client.post("/accounts/login/", {"login": "dora", "password": "lanterns and rope"})
    page = client.get(f"/campaigns/{table.campaign.pk}/")
    assert page.wsgi_request.user.username == "dora"
    assert page.context["held"] == {table.gil.pk}


def test_running_mission_is_where_a_newcomer_lands(table, browser, monkeypatch):
    monkeypatch.setattr(hooks, "seat_url", lambda campaign, member: f"/missions/7/as/{member.key}/")
    response = browser().post(table.seat_link(table.ana))
    assert response["Location"] == "/missions/7/as/ana/"


@pytest.mark.parametrize(
    "spoil",
    [
        {"revoked": True},
        {"expires": timezone.now() - timedelta(seconds=1)},
        {"max_uses": 3, "uses": 3},
    ],
)
def test_spent_links_answer_as_unknown_ones(table, browser, spoil):
    link = table.link()
    unknown = browser().get("/join/never-existed/")
    Invitation.objects.update(**spoil)
    for response in (browser().get(link), browser().post(link, {"name": "Ben"})):
        assert (response.status_code, response.content) == (404, unknown.content)
    assert Member.objects.count() == 2


def test_link_closes_when_its_uses_are_up(table, browser):
    link = table.link(max_uses=1)
    assert browser().post(link, {"name": "Ben"}).status_code == 302
    assert browser().post(link, {"name": "Caro"}).status_code == 404


def test_removed_account_does_not_come_back_by_an_open_link(table, browser):
    dora = User.objects.create_user("dora")
    client, link = browser(dora), table.link()
    client.post(link)
    services.remove_member(Member.objects.get(user=dora))
    assert "Ask the GM" in client.post(link).content.decode()
    assert not Member.objects.filter(user=dora, active=True).exists()


def test_token_is_not_stored(table):
    _made, token = services.create_invitation(table.campaign, role=Role.PLAYER)
    assert token not in str(list(Invitation.objects.values()))
    assert len(token) >= 43  # 256 bits


def test_guest_becomes_account_with_everything_kept(table, browser):
    client = browser()
    client.post(table.seat_link(table.ana))
    response = client.post("/keep/", {"name": "Ana", "username": "ana", "password": "lanterns and rope"})
    assert response["Location"] == "/"
    table.ana.user.refresh_from_db()
    assert (table.ana.user.username, table.ana.user.is_guest) == ("ana", False)
    assert client.get(f"/campaigns/{table.campaign.pk}/").context["member"] == table.ana
