"""Co-GMs, links that are turned, leaving, and a campaign that is put away."""

from __future__ import annotations

import pytest
from django.utils import timezone

from campaigns import services
from campaigns.models import Invitation, Member, Post, Role, User


@pytest.fixture
def cora(table) -> Member:
    user = User.objects.create_user("cora", display_name="Cora")
    return services.add_member(table.campaign, user=user, role=Role.GM, co_gm=True)


def at(table, rest: str = "") -> str:
    return f"/campaigns/{table.campaign.pk}/{rest}"


def test_a_co_gm_leads_missions_but_not_the_campaign(table, browser, cora):
    client = browser(cora.user)
    assert client.get(at(table)).status_code == 200
    assert client.get(f"/missions/new/{table.campaign.pk}/").status_code == 200
    assert client.get(at(table, "settings/")).status_code == 404
    assert client.post(at(table, "settings/"), {"do": "archive"}).status_code == 404
    client.post(at(table, "members/ana/"), {"do": "role", "role": "spectator"})
    assert Member.objects.get(pk=table.ana.pk).role == Role.SPECTATOR


@pytest.mark.parametrize("do", ["link", "rotate", "links", "role", "remove"])
def test_a_co_gm_may_not_touch_a_gm(table, browser, cora, do):
    """A link to a GM's seat would be the GM's."""
    answer = browser(cora.user).post(at(table, "members/gil/"), {"do": do, "role": "player"})
    assert answer.status_code == 404
    assert Member.objects.get(pk=table.gil.pk).post == Post.GM
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("post", ["gm", "co-gm"])
def test_a_co_gm_makes_no_gms(table, browser, cora, post):
    client = browser(cora.user)
    client.post(at(table, "invite/"), {"role": post})
    client.post(at(table, "members/ana/"), {"do": "role", "role": post})
    assert not Invitation.objects.exists()
    assert Member.objects.get(pk=table.ana.pk).post == Post.PLAYER


def test_a_co_gm_cannot_turn_a_gms_link_and_so_have_it(table, browser, cora):
    made, _token = services.create_invitation(table.campaign, role=Role.GM)
    answer = browser(cora.user).post(at(table, f"links/{made.pk}/"), {"do": "rotate"})
    assert answer.status_code == 404
    assert Invitation.objects.get().revoked is False


def test_a_link_for_co_gms_makes_co_gms(table, browser):
    gil = browser(table.gil.user)
    gil.post(at(table, "invite/"), {"role": "co-gm", "days": "1", "uses": "1"})
    link = gil.get(at(table)).context["fresh"]["address"]
    browser().post(link, {"name": "Dora"})
    assert Member.objects.get(key="dora").post == Post.CO_GM
    assert browser().get(link).status_code == 404, "it was for one person"


def test_the_co_gm_alone_does_not_keep_a_campaign(table, cora):
    with pytest.raises(services.Refused):
        services.remove_member(table.gil)
    with pytest.raises(services.Refused):
        services.change_role(table.gil, Post.CO_GM)
    services.change_role(cora, Post.GM)
    services.change_role(table.gil, Post.CO_GM)


def test_the_gm_says_how_long_and_for_how_many(table, browser):
    gil = browser(table.gil.user)
    gil.post(at(table, "invite/"), {"role": "player", "days": "", "uses": ""})
    made = Invitation.objects.get()
    assert (made.expires, made.max_uses) == (None, None)
    gil.post(at(table, "invite/"), {"role": "player"})
    usual = Invitation.objects.first()
    assert usual.max_uses == 20
    assert 13 <= (usual.expires - timezone.now()).days <= 14
    gil.post(at(table, "invite/"), {"role": "player", "days": "99999999999", "uses": "-1"})
    assert Invitation.objects.count() == 2


def test_a_turned_link_is_another_one_of_the_same_kind(table, browser):
    gil = browser(table.gil.user)
    gil.post(at(table, "invite/"), {"role": "player", "days": "1", "uses": "5"})
    old = gil.get(at(table)).context["fresh"]["address"]
    gil.post(at(table, f"links/{Invitation.objects.get().pk}/"), {"do": "rotate"})
    new = gil.get(at(table)).context["fresh"]["address"]
    assert browser().get(old).status_code == 404
    assert browser().get(new).status_code == 200
    made = Invitation.objects.first()
    assert (made.max_uses, made.uses, round((made.expires - made.created).total_seconds() / 86400)) == (5, 0, 1)


def test_a_turned_seat_link_puts_out_who_came_by_the_old(table, browser):
    there = browser()
    there.post(table.seat_link(table.ana))
    gil = browser(table.gil.user)
    gil.post(at(table, "members/ana/"), {"do": "rotate"})
    assert there.get(at(table)).status_code == 404
    assert browser().post(gil.get(at(table)).context["fresh"]["address"]).status_code == 302


def test_somebody_makes_their_own_way_back(table, browser):
    ana = browser(table.ana.user)
    ana.post(at(table, "seat/ana/"), {"do": "link"})
    link = ana.get(at(table)).context["fresh"]["address"]
    phone = browser()
    phone.post(link)
    assert phone.get(at(table)).context["member"] == table.ana
    assert ana.post(at(table, "seat/gil/"), {"do": "link"}).status_code == 404


def test_leaving_is_for_good_but_not_for_the_last_gm(table, browser):
    ana, gil = browser(table.ana.user), browser(table.gil.user)
    assert ana.post(at(table, "seat/ana/"), {"do": "leave"})["Location"] == "/"
    assert "You left" in ana.get("/").content.decode()
    assert ana.get(at(table)).status_code == 404
    assert gil.post(at(table, "seat/gil/"), {"do": "leave"})["Location"] == at(table)
    assert "Make somebody else GM first" in gil.get(at(table)).content.decode()


def test_a_name_at_the_table_can_be_changed(table, browser):
    ana = browser(table.ana.user)
    ana.post(at(table, "seat/ana/"), {"do": "name", "name": "Anna\u202e <b>"})
    assert Member.objects.get(pk=table.ana.pk).name == "Anna <b>"
    page = ana.get(at(table)).content.decode()
    assert "Anna &lt;b&gt;" in page
    assert "Anna <b>" not in page
    ana.post(at(table, "seat/ana/"), {"do": "name", "name": " "})
    assert "Type a name" in ana.get(at(table)).content.decode()


def test_put_away_and_brought_back(table, browser):
    gil, ana, link = browser(table.gil.user), browser(table.ana.user), table.link()
    assert gil.post(at(table, "settings/"), {"do": "archive"})["Location"] == "/"
    home = gil.get("/").content.decode()
    assert "Restore The Quarry Road" in home
    assert "Restore" not in ana.get("/").content.decode()
    assert "is put away" in ana.get(at(table)).content.decode()
    assert browser().get(link).status_code == 404
    gil.post(at(table, "invite/"), {"role": "player"})
    assert Invitation.objects.count() == 1
    gil.post(at(table, "settings/"), {"do": "restore"})
    assert browser().get(link).status_code == 200
    assert not gil.get("/").context["away"]


def test_a_campaign_gets_another_name(table, browser):
    gil = browser(table.gil.user)
    gil.post(at(table, "settings/"), {"do": "save", "name": "Salt"})
    assert "<h1>Salt</h1>" in gil.get(at(table)).content.decode()
    assert gil.post(at(table, "settings/"), {"do": "save", "name": ""}).status_code == 422
