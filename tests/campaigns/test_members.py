"""Seats: their keys, who holds them, and what is announced when that changes."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from campaigns import seats, services
from campaigns.models import Member, Role, User
from campaigns.signals import members_changed


@pytest.fixture
def heard(django_capture_on_commit_callbacks):
    """Run a change and tell what was announced after its commit."""

    def listen(call):
        got = []

        def receive(sender, **news):
            got.append((news["campaign_id"], news["key"], news["what"]))

        members_changed.connect(receive)
        try:
            with django_capture_on_commit_callbacks(execute=True):
                call()
        finally:
            members_changed.disconnect(receive)
        return got

    return listen


@pytest.mark.parametrize(
    ("name", "key"),
    [("Ana", "ana-2"), ("Ben B.", "ben-b"), ("Élodie", "elodie"), ("李", "player"), ("42", "player-42")],
)
def test_key_comes_from_the_name(table, name, key):
    member = services.add_member(table.campaign, user=services.make_guest(name), role=Role.PLAYER)
    assert member.key == key


@pytest.mark.parametrize("key", ["gm", "public", "system"])
def test_audience_names_are_no_players_key(table, key):
    by_name = services.add_member(table.campaign, user=services.make_guest(key.upper()), role=Role.PLAYER)
    assert by_name.key == f"{key}-2"
    with pytest.raises(services.Refused):
        services.add_member(table.campaign, user=None, role=Role.PLAYER, name="x", key=key)


def test_gm_seat_may_be_called_gm_and_then_stays_a_gms(table):
    member = services.add_member(table.campaign, user=None, role=Role.GM, name="Gil", key="gm")
    with pytest.raises(services.Refused):
        services.change_role(member, Role.PLAYER)


def test_key_of_a_removed_member_is_not_given_again(table):
    services.remove_member(table.ana)
    other = services.add_member(table.campaign, user=services.make_guest("Ana"), role=Role.PLAYER)
    assert other.key == "ana-2"


def test_last_gm_stays(table):
    with pytest.raises(services.Refused):
        services.remove_member(table.gil)
    with pytest.raises(services.Refused):
        services.change_role(table.gil, Role.PLAYER)


def test_removal_is_announced_after_the_commit(table, heard):
    assert heard(lambda: services.remove_member(table.ana)) == [(table.campaign.pk, "ana", "removed")]


def test_change_of_role_is_announced(table, heard):
    assert heard(lambda: services.change_role(table.ana, Role.SPECTATOR)) == [(table.campaign.pk, "ana", "role")]


def test_sign_out_is_announced_for_every_held_seat(table, browser, heard):
    client = browser(table.gil.user)
    client.post(table.seat_link(table.ana))
    news = heard(lambda: client.post("/accounts/logout/"))
    assert sorted(news) == [
        (table.campaign.pk, "ana", "logged_out"),
        (table.campaign.pk, "gil", "logged_out"),
    ]


def test_a_socket_is_asked_the_same_question(table, browser):
    client = browser()
    client.post(table.seat_link(table.gil))  # an account's seat: held by the session alone
    scope = {"user": AnonymousUser(), "session": client.session}
    holder = seats.Holder(scope["user"], scope["session"])
    assert seats.may_hold(holder, table.gil)
    assert not seats.may_hold(holder, table.ana)
    assert not seats.may_hold(seats.Holder(AnonymousUser(), None), table.gil)


def test_removed_member_holds_nothing(table, browser):
    client = browser()
    client.post(table.seat_link(table.ana))
    services.remove_member(table.ana)
    assert client.get(f"/campaigns/{table.campaign.pk}/").status_code == 404


def test_taken_back_links_end_what_they_opened(table, browser):
    link, first, second = table.seat_link(table.ana), browser(), browser(table.gil.user)
    first.post(link)
    second.post(link)
    services.take_links_back(table.ana)
    address = f"/campaigns/{table.campaign.pk}/"
    assert first.get(address).status_code == 404
    assert second.get(address).context["held"] == {table.gil.pk}
    assert browser().get(link).status_code == 404
    fresh = browser()
    fresh.post(table.seat_link(Member.objects.get(key="ana")))
    assert fresh.get(address).status_code == 200


def test_held_members_are_those_that_may_be_held(table, browser):
    client = browser(table.gil.user)
    client.post(table.seat_link(table.ana))
    holder = seats.Holder(table.gil.user, client.session)
    held = set(seats.held_members(holder))
    assert held == {member for member in Member.objects.all() if seats.may_hold(holder, member)}


@pytest.mark.parametrize("held", ["x", 3, ["1"], {"1": "0"}, {"abc": 0}])
def test_spoilt_session_holds_nothing(table, held):
    holder = seats.Holder(AnonymousUser(), {"held": held})
    assert not seats.may_hold(holder, table.ana)
    assert User.objects.exists()
