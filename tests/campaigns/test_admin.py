"""People in the admin: a table keeps a GM."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client
from django.urls import reverse

from campaigns import services
from campaigns.models import Role, User
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
