"""A table with a GM and one player, and what browsers do with its links."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.test import Client

from campaigns import services
from campaigns.models import Campaign, Member, Role, User

PASSWORD = "lanterns and rope"


@dataclass
class Table:
    campaign: Campaign
    gil: Member
    ana: Member

    def link(self, role: str = Role.PLAYER, **options: object) -> str:
        _made, token = services.create_invitation(self.campaign, role=role, **options)  # type: ignore[arg-type]
        return f"/join/{token}/"

    def seat_link(self, member: Member) -> str:
        _made, token = services.create_seat_link(member)
        return f"/join/{token}/"


@pytest.fixture
def table(db: None) -> Table:
    owner = User.objects.create_user("gil", password=PASSWORD, display_name="Gil")
    campaign, gil = services.create_campaign(owner=owner, name="The Quarry Road", ruleset="tempus")
    ana = services.add_member(campaign, user=services.make_guest("Ana"), role=Role.PLAYER)
    return Table(campaign, gil, ana)


@pytest.fixture
def browser() -> Callable[..., Client]:
    """A browser with cookies of its own; signed in when a user is given."""

    def start(user: User | None = None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return start
