"""Every screen has its help, linked from it, and everybody may read it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.help.site import RULES_ADMIN
from campaigns.help.topics import SCREENS, TOPICS
from tests.wire.test_permissions import BOTH, POLICY, own_addresses

NO_SCREEN = (
    "-picture", "-portrait", "-tile", "-json", "-row", "-ahead", "-aim", "-march", "-reach", "-threat", "-rule",
    "-file", "-edits", "-newer", "-export", "-choices", "-moves",
)  # fmt: skip
"""Addresses that give data to a page, not a page."""


def test_every_screen_has_its_help() -> None:
    screens = {name for name, (method, _who) in POLICY.items() if method == "GET" or name in BOTH}
    missing = {name for name in screens if not name.endswith(NO_SCREEN)} - set(SCREENS)
    assert missing == set(), "write what one can do there in campaigns/help"
    assert set(SCREENS) - {str(name) for name in own_addresses()} == set()
    assert {*SCREENS.values(), RULES_ADMIN} == set(TOPICS)


@pytest.mark.django_db
@pytest.mark.parametrize("key", TOPICS)
def test_each_answers_three_questions(client, key: str) -> None:
    page = client.get(reverse("help", args=[key]))
    assert page.status_code == 200
    text = page.content.decode()
    topic = TOPICS[key]
    assert topic.can
    assert topic.costs
    assert topic.wrong
    for question in ("What can I do here?", "What does it cost?", "What can go wrong?"):
        assert question in text


def test_screens_lead_to_it(table, browser) -> None:
    gil = browser(table.gil.user)
    for path, key in {
        "/": "home",
        f"/campaigns/{table.campaign.pk}/": "campaign",
        f"/campaigns/{table.campaign.pk}/settings/": "campaign-settings",
        "/campaigns/new/": "campaign-new",
        f"/missions/new/{table.campaign.pk}/": "mission-new",
    }.items():
        assert f'href="/help/{key}/"' in gil.get(path).content.decode(), path
    assert 'href="/help/join/"' in browser().get(table.link()).content.decode()
    assert 'href="/help/account/"' in browser().get("/accounts/login/").content.decode()
    assert 'href="/help/"' in browser().get("/help/").content.decode()
    assert browser().get("/help/nothing/").status_code == 404
