"""The pages of campaigns: axe finds nothing on them, they fit a phone, and the keyboard alone does all."""

from __future__ import annotations

import os
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe

NUMBERS = count(1)
SHOTS = os.environ.get("SORTIE_SHOTS", "")
PASSWORD = "lanterns and rope"
SIZES = {"wide": False, "phone": True}


def faults(page: Page) -> list[str]:
    """What axe says of the page as it is, and whether it is wider than the screen."""
    found = [f"{page.url}: {line}" for line in axe.violations(page)]
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        found.append(f"{page.url} is wider than the screen")
    if SHOTS:
        size = "phone" if page.viewport_size and page.viewport_size["width"] < 500 else "wide"
        name = "join" if "/join/" in page.url else page.url.split("/", 3)[3].strip("/").replace("/", "-") or "home"
        page.screenshot(path=f"{SHOTS}/{size}-{next(NUMBERS):02}-{name}.png", full_page=True)
    return found


def owner(table: Any, *, touch: bool = False) -> Page:
    context, _proxy, watch = table.browser("olga", touch=touch, bypass_csp=True)
    watch.expect("status of 404", "status of 422")
    page: Page = context.new_page()
    page.goto("/")
    if "/first-run/" in page.url:
        page.locator("[name=username]").fill("olga")
        page.locator("[name=password]").fill(PASSWORD)
        page.get_by_role("button", name="Begin").click()
    else:
        page.goto("/accounts/login/")
        page.locator("[name=login]").fill("olga")
        page.locator("[name=password]").fill(PASSWORD)
        page.locator("main form button").first.click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    return page


@pytest.mark.parametrize("touch", SIZES.values(), ids=SIZES)
def test_axe_finds_nothing_on_the_pages_of_a_campaign(nobody: Any, touch: bool) -> None:
    page = owner(nobody, touch=touch)
    said = faults(page)
    page.get_by_role("button", name="Copy the demo").first.click()
    expect(page.locator("h1")).to_have_text("The Harrow Valley")
    page.get_by_role("button", name="Make a link").click()
    page.get_by_text("As a picture for a phone").click()
    for summary in page.get_by_text("Change Ana").all():
        summary.click()
    said += faults(page)
    link, address = page.locator("#fresh").input_value(), page.url
    for rest in ("settings/", "characters/choose/"):
        page.goto(address + rest)
        said += faults(page)
    page.goto("/campaigns/new/")
    said += faults(page)
    page.goto("/")
    said += faults(page)
    page.get_by_role("link", name="Help with this page").click()
    expect(page.locator("h1")).to_have_text("My campaigns")
    said += faults(page)
    page.get_by_role("link", name="At the table").click()
    expect(page.locator("h1")).to_have_text("At the table")
    said += faults(page)
    page.goto("/")
    page.get_by_role("link", name="The mill at Harrow").first.click()
    expect(page.locator("#view")).to_be_visible()
    mission = page.url
    if touch:  # pages that no other test shows to axe
        rest = ("handouts/", "library/take/", "maps/empty/")
        there = ("rules/", "record/", "enlist/", "close/", "see/ana/")
        own = ("/accounts/email/", "/accounts/password/change/")
        for path in (*(address + each for each in rest), *(mission + each for each in there), *own):
            page.goto(path)
            said += faults(page)
    page.goto(f"{mission}tonight/")
    said += faults(page)
    page.get_by_label("To be remembered").fill("The lamp is <b>out</b>.")
    page.get_by_role("button", name="Stop for tonight").click()
    expect(page.locator("main")).to_contain_text("Stopped for tonight")
    expect(page.locator("#needs + ul")).to_contain_text("The mill at Harrow is paused")
    page.goto(f"{mission}recap/")
    expect(page.locator("ol.record")).to_contain_text("The lamp is <b>out</b>.")
    said += faults(page)

    context, _proxy, _watch = nobody.browser("guest", touch=touch, bypass_csp=True)
    guest = context.new_page()
    guest.goto(link[link.index("/join/") :])
    said += faults(guest)
    guest.locator("[name=name]").fill("Wren <b>")
    guest.get_by_role("button", name="Join").click()
    expect(guest.locator("#view")).to_be_visible()
    guest.goto(address)
    expect(guest.locator("main")).to_contain_text("Wren <b>")
    said += faults(guest)
    guest.goto(f"{address}characters/choose/")
    said += faults(guest)

    page.goto(f"{address}settings/")
    page.get_by_role("button", name="Put it away").click()
    said += faults(page)
    page.get_by_text("put away", exact=False).last.click()
    said += faults(page)
    guest.goto(address)
    expect(guest.locator("main")).to_contain_text("is put away")
    said += faults(guest)
    assert said == []


def test_by_the_keyboard_alone(nobody: Any) -> None:
    """A campaign, a link, and the link taken back: Tab, Enter and typing."""
    page = owner(nobody)
    keys = page.keyboard

    def to(name: str, role: str = "button") -> None:
        target = page.get_by_role(role, name=name, exact=True).first
        expect(target).to_be_visible()
        for _ in range(80):
            keys.press("Tab")
            if target.evaluate("node => node === document.activeElement"):
                return
        raise AssertionError(f"Tab never came to {name}")

    page.goto("/campaigns/new/")
    to("Name of the campaign", "textbox")
    keys.type("By keys")
    keys.press("Enter")
    expect(page.locator("h1")).to_have_text("By keys")
    to("Invite players")
    keys.press("Enter")
    expect(page.locator("#fresh")).to_be_visible()
    to("Copy")
    keys.press("Enter")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    to("Take back")
    keys.press("Enter")
    expect(page.locator("main")).to_contain_text("That link no longer works")
    expect(page.locator("[aria-labelledby=links] li")).to_have_count(0)
