"""People in the admin: a table keeps a GM."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.urls import reverse

from campaigns import services
from campaigns.models import Campaign, Role, User
from campaigns.signals import members_changed
from tests.campaigns.conftest import Table

Browser = Callable[..., Client]


def test_whoever_alone_leads_a_campaign_is_not_deleted(table: Table, browser: Browser) -> None:
    assert table.gil.user is not None
    assert table.ana.user is not None
    owner = browser(User.objects.create_superuser("olga"))

    def delete(user: User) -> str:
        address = reverse("admin:campaigns_user_delete", args=[user.pk])
        return owner.post(address, {"post": "yes"}, follow=True).content.decode()

    assert "The Quarry Road would have no GM" in delete(table.gil.user)
    assert User.objects.filter(pk=table.gil.user.pk).exists()
    delete(table.ana.user)
    assert not User.objects.filter(username=table.ana.user.username).exists(), "a player may go"
    dora = User.objects.create_user("dora")
    services.add_member(table.campaign, user=dora, role=Role.GM, name="Dora")
    delete(table.gil.user)
    assert not User.objects.filter(username="gil").exists(), "another leads it on"
    assert "would have no GM" in delete(dora)


@pytest.fixture
def heard() -> Iterator[list[tuple[str, str]]]:
    """What is announced: the seat, and what happened."""
    found: list[tuple[str, str]] = []

    def hear(key: str, what: str, **kwargs: object) -> None:
        found.append((key, what))

    members_changed.connect(hear)
    yield found
    members_changed.disconnect(hear)


@pytest.mark.django_db(transaction=True)
def test_what_the_admin_shuts_is_told_to_open_pages(
    table: Table, browser: Browser, heard: list[tuple[str, str]]
) -> None:
    owner = browser(User.objects.create_superuser("olga"))
    address = reverse("admin:campaigns_campaign_change", args=[table.campaign.pk])
    members = {f"members-{key}": "0" for key in ("TOTAL_FORMS", "INITIAL_FORMS")}
    sent = {"name": "The Quarry Road", "ruleset": "nonsense", "archived": "on", **members}
    assert owner.post(address, sent).status_code == 302
    assert heard == [("", "archived")]
    assert Campaign.objects.get().ruleset == table.campaign.ruleset
    assert owner.get(reverse("admin:campaigns_campaign_add")).status_code == 403
    del heard[:]
    table.ana.user.is_active = False
    table.ana.user.save()
    table.gil.user.set_password("another road")
    table.gil.user.save(update_fields=["password"])
    table.gil.user.save(update_fields=["last_login"])
    assert heard == [("ana", "logged_out"), (table.gil.key, "logged_out")]
    del heard[:]
    Campaign.objects.get().delete()
    assert heard[-1] == ("", "removed")
