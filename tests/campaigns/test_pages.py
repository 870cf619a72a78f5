"""The site's pages: the first visit, what the GM may do, and that unknown equals forbidden."""

from __future__ import annotations

import re

import pytest

from campaigns import services
from campaigns.models import Campaign, Invitation, Member, Role, User

OWNER = {"name": "Gil", "username": "gil", "password": "lanterns and rope"}


@pytest.mark.django_db
def test_first_visit_makes_the_owner_once(browser):
    client = browser()
    assert client.get("/")["Location"] == "/first-run/"
    assert client.post("/first-run/", OWNER)["Location"] == "/"
    assert User.objects.get().is_superuser
    assert "Make a campaign" in client.get("/").content.decode()
    assert browser().get("/first-run/").status_code == 404
    assert browser().post("/first-run/", {**OWNER, "username": "eve"}).status_code == 404
    with pytest.raises(services.Refused):
        services.make_owner(username="eve", password="lanterns and rope")


@pytest.mark.django_db
def test_first_owner_needs_a_good_password(browser):
    page = browser().post("/first-run/", {**OWNER, "password": "12345"})
    assert page.context["form"].errors["password"]
    assert not User.objects.exists()


def test_home_says_what_to_do(table, browser):
    assert "link that your GM sent you" in browser().get("/").content.decode()
    assert "The Quarry Road" in browser(table.gil.user).get("/").content.decode()


def test_account_makes_a_campaign_and_is_its_gm(table, browser):
    dora = User.objects.create_user("dora", display_name="Dora")
    client = browser(dora)
    client.post("/campaigns/new/", {"name": "Salt", "ruleset": "tempus"})
    assert Campaign.objects.get(name="Salt").members.get().role == Role.GM


def test_guest_keeps_the_seat_first(table, browser):
    assert browser(table.ana.user).get("/campaigns/new/")["Location"] == "/keep/"


def test_link_is_shown_once(table, browser):
    client, address = browser(table.gil.user), f"/campaigns/{table.campaign.pk}/"
    client.post(f"{address}invite/", {"role": "player"})
    shown = client.get(address).context["fresh"]["address"]
    assert shown.startswith("http://testserver/join/")
    assert client.get(address).context["fresh"] is None
    assert browser().get(shown).status_code == 200


def test_gm_removes_and_changes(table, browser):
    client, address = browser(table.gil.user), f"/campaigns/{table.campaign.pk}/members/ana/"
    client.post(address, {"do": "role", "role": "spectator"})
    assert Member.objects.get(key="ana").role == Role.SPECTATOR
    client.post(address, {"do": "remove"})
    assert not Member.objects.get(key="ana").active


def test_refusal_says_why(table, browser):
    client = browser(table.gil.user)
    address = f"/campaigns/{table.campaign.pk}/members/gil/"
    page = client.post(address, {"do": "remove"}, follow=True)
    assert "needs a GM" in page.content.decode()


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("get", "/campaigns/{pk}/"),
        ("post", "/campaigns/{pk}/invite/"),
        ("post", "/campaigns/{pk}/members/ana/"),
        ("post", "/campaigns/{pk}/links/1/"),
    ],
)
@pytest.mark.parametrize("who", ["nobody", "stranger"])
def test_unknown_and_forbidden_answer_alike(table, browser, method, path, who):
    client = browser(User.objects.create_user("eve") if who == "stranger" else None)
    forbidden = getattr(client, method)(path.format(pk=table.campaign.pk), {"do": "remove"})
    unknown = getattr(client, method)(path.format(pk=9999), {"do": "remove"})
    assert forbidden.status_code == unknown.status_code == 404
    assert forbidden.content == unknown.content
    assert dict(forbidden.headers) == dict(unknown.headers)


@pytest.mark.parametrize("path", ["invite/", "members/gil/", "members/nobody/", "links/1/"])
def test_player_may_not_lead(table, browser, path):
    response = browser(table.ana.user).post(f"/campaigns/{table.campaign.pk}/{path}", {"do": "remove"})
    assert response.status_code == 404
    assert Member.objects.filter(active=True).count() == 2
    assert not Invitation.objects.exists()


def test_player_sees_no_gm_tools(table, browser):
    page = browser(table.ana.user).get(f"/campaigns/{table.campaign.pk}/").content.decode()
    assert "Make a link" not in page
    assert "Remove" not in page


def test_pages_want_the_csrf_token(table):
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    client.force_login(table.gil.user)
    assert client.post(f"/campaigns/{table.campaign.pk}/invite/", {"role": "player"}).status_code == 403


def test_names_are_escaped(table, browser):
    services.add_member(table.campaign, user=services.make_guest("<img src=x>"), role=Role.PLAYER)
    page = browser(table.gil.user).get(f"/campaigns/{table.campaign.pk}/").content.decode()
    assert "<img src=x>" not in page


def test_the_first_steps_lead_on(table, browser):
    """One main button on the page of a new campaign: what comes next."""
    campaign, _gm = services.create_campaign(owner=table.gil.user, name="Salt", ruleset="tempus")
    client = browser(table.gil.user)

    def main() -> list[str]:
        page = client.get(f"/campaigns/{campaign.pk}/").content.decode()
        steps = page[page.index('class="steps"') : page.index("</ol>")]
        return re.findall(r'class="(?:button )?main"[^>]*>([^<]+)<', steps)

    assert main() == ["Invite players"]
    client.post(f"/campaigns/{campaign.pk}/invite/", {"role": "player"})
    assert main() == ["Take a map"]
    empty = f"/campaigns/{campaign.pk}/maps/empty/"
    ground = client.get(empty).context["form"]["ground"].field.choices[0][0]
    board = {"name": "The yard", "width": "12", "height": "9", "ground": ground}
    assert client.post(empty, board).status_code == 302
    assert main() == ["New Mission"]
