"""From nothing to round 1: somebody opens a new site, makes a campaign and a Mission, and a guest comes on a phone."""

from __future__ import annotations

import os
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.table import Seat

SHOTS = os.environ.get("SORTIE_SHOTS", "")


def shot(page: Page, name: str) -> None:
    """For looking at: the page as it is now, if a folder is named."""
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


def fill(page: Page, **fields: str) -> None:
    for name, value in fields.items():
        page.locator(f"[name={name}]").fill(value)


def test_from_an_empty_site_to_round_1(nobody: Any) -> None:
    context, proxy, watch = nobody.browser("gil")
    page = context.new_page()
    page.goto("/")
    fill(page, username="gil", name="Gil", password="lanterns and rope")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("link", name="campaign").first.click()
    fill(page, name="The Quarry Road")
    page.get_by_role("button", name="Make it").click()
    page.get_by_role("button", name="Make a link").click()
    link = page.locator("#fresh").input_value()
    shot(page, "campaign")

    phone, way, seen = nobody.browser("ana", touch=True)
    guest = phone.new_page()
    guest.goto(link[link.index("/join/") :])
    fill(guest, name="Ana")
    guest.get_by_role("button", name="Join").tap()
    expect(guest.locator("h1")).to_contain_text("The Quarry Road")
    shot(guest, "guest-waits")

    page.reload()
    page.get_by_role("link", name="New Mission").first.click()
    shot(page, "new-mission")
    fill(page, goal="Cross the quarry")
    page.locator("[name=hero_ana]").select_option(label="Mara (ready hero)")
    page.locator("[name=foe_0]").select_option(label="Goblins")
    page.get_by_role("button", name="Make it and go to the table").click()
    gil = Seat("gil", page, proxy, watch)
    gil.live()
    shot(page, "table")
    gil.tab("gm")
    for words in ("Roll initiative", "Place the rest"):
        button = gil.find("#gmbox button").filter(has_text=words)
        expect(button).to_be_visible()
        before = len(watch.sent)
        gil.press(button)
        gil.sent(before)
    expect(gil.find("#head .phase")).to_contain_text("Round 1")
    shot(page, "round-1")

    guest.goto("/")
    guest.get_by_role("link", name="The Quarry Road").tap()
    guest.get_by_role("link", name="Mission 1").first.tap()
    ana = Seat("ana", guest, way, seen, touch=True)
    ana.live()
    expect(ana.find(".tok.mine")).to_have_count(1)
    shot(guest, "guest-plays")
