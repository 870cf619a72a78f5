"""Every page of the site, as a person comes to it: no error in a console, no report of the content policy."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_site import faults
from tests.campaigns.test_second_factor import code

STRANGERS = {
    "/": "Missions at one table",
    "/accounts/signup/": "Sign Up",
    "/accounts/login/": "Sign In",
    "/accounts/password/reset/": "Password Reset",
}
NOWHERE = ("/missions/999/as/gm/", "/nowhere/", "/join/none/", "/campaigns/999/", "/first-run/", "/static/none.css")
PASSWORD = "a long enough word 7"


@pytest.mark.live
def test_an_owner_makes_a_table_and_a_guest_joins(nobody: Any) -> None:
    """From the first visit of an empty site to a guest's own account."""
    context, _, _ = nobody.browser("owner")
    page = context.new_page()
    page.goto("/")
    expect(page.locator("h1")).to_have_text("Make this site yours")
    _account(page, "olga")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("h1")).to_have_text("No campaign yet")
    page.get_by_role("link", name="Make a campaign").click()
    page.locator("input[name=name]").fill("The Keep")
    page.get_by_role("button", name="Make it").click()
    expect(page.locator("h1")).to_have_text("The Keep")
    page.get_by_role("button", name="Make a link").click()
    address = page.locator("#fresh").input_value()
    assert "/join/" in address

    other, _, _ = nobody.browser("guest")
    guest = other.new_page()
    guest.goto("/join/" + address.split("/join/")[1])
    guest.locator("input[name=name]").fill("Gwen")
    guest.get_by_role("button", name="Join").click()
    expect(guest.locator("h1")).to_have_text("The Keep")
    guest.get_by_role("link", name="Keep my seat").click()
    expect(guest.locator("h1")).to_have_text("Keep my seat")
    _account(guest, "gwen")
    guest.get_by_role("button", name="Make it an account").click()
    expect(guest.locator(".who")).to_contain_text("gwen", ignore_case=True)

    page.reload()
    expect(page.locator("[aria-labelledby=people]")).to_contain_text("Gwen")
    page.locator("summary", has_text="Change Gwen").click()
    page.locator("[aria-labelledby=people] li", has_text="Gwen").get_by_role("button", name="Link to this seat").click()
    expect(page.locator("#fresh")).to_be_visible()
    _admin(page)


def _account(page: Page, name: str) -> None:
    page.locator("input[name=username]").fill(name)
    for field in page.locator("input[type=password]").all():
        field.fill(PASSWORD)


def _admin(page: Page) -> None:
    """The admin's index, a list, an entry's form saved as it is, and its history."""
    page.goto("/admin/")
    expect(page.locator("#content h1")).to_be_visible()
    page.goto("/admin/rulebook/entry/")
    page.locator("#result_list tbody th a").first.click()
    expect(page.locator("textarea").first).to_be_visible()
    page.locator("input[name=_continue]").click()
    expect(page.locator(".messagelist .success")).to_be_visible()
    page.get_by_role("link", name="History").click()
    expect(page.locator("#content")).to_be_visible()
    for path in ("entry/add/", "version/"):
        page.goto(f"/admin/rulebook/{path}")
        expect(page.locator("#content")).to_be_visible()


def test_pages_of_strangers(first: Any) -> None:
    context, _, watch = first.browser("stranger")
    page = context.new_page()
    for path, words in STRANGERS.items():
        page.goto(path)
        expect(page.locator("h1")).to_contain_text(words, ignore_case=True)
    watch.expect("status of 404")
    for path in NOWHERE:
        page.goto(path)
        expect(page.locator("body")).not_to_be_empty()


def test_an_account_signs_up_out_and_in(first: Any) -> None:
    context, _, _ = first.browser("newcomer")
    page = context.new_page()
    page.goto("/accounts/signup/")
    _account(page, "nina")
    page.locator("main form button").click()
    expect(page.locator("h1")).to_have_text("No campaign yet")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    page.goto("/accounts/login/")
    page.locator("input[name=login]").fill("nina")
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("main form button").first.click()
    expect(page.locator("h1")).to_have_text("No campaign yet")
    page.locator("a.who").click()
    expect(page.locator("input[type=password]").first).to_be_visible()


def test_a_second_factor_by_the_keyboard_on_a_phone(first: Any) -> None:
    """Set up, signed in with, and turned off again: nothing wider than the phone, nothing for axe to say."""
    context, _, _ = first.browser("fay", size={"width": 390, "height": 844}, bypass_csp=True)
    page = context.new_page()
    said: list[str] = []

    def press(name: str, role: str = "button") -> None:
        page.get_by_role(role, name=name, exact=True).focus()
        page.keyboard.press("Enter")

    def seen(title: str) -> None:
        expect(page.locator("h1")).to_have_text(title)
        said.extend(faults(page))

    page.goto("/accounts/signup/")
    _account(page, "fay")
    page.keyboard.press("Enter")
    press("fay", "link")
    press("Second factor", "link")
    seen("Second factor")
    press("Set it up", "link")
    seen("Is it you?")
    page.locator("[name=password]").focus()
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    seen("Set up a second factor")
    assert page.locator("img.code").evaluate("e => e.complete && e.naturalWidth > 0"), "the policy lets it be drawn"
    key = page.locator("#key").inner_text()
    expect(page.locator("[name=code]")).to_be_focused()
    page.keyboard.type("000000")
    page.keyboard.press("Enter")
    expect(page.locator(".errorlist")).to_contain_text("Incorrect code")
    assert page.locator("#key").inner_text() == key, "the app needs no second look"
    page.keyboard.type(code(key))
    page.keyboard.press("Enter")
    seen("Recovery codes")
    recovery = page.locator(".keys code").first.inner_text()
    press("Make new ones", "link")
    seen("New recovery codes")
    press("Cancel", "link")
    seen("Second factor")
    press("Sign out")
    # Or the next page would be there before the browser has signed out.
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()

    page.goto("/accounts/login/")
    page.locator("input[name=login]").fill("fay")
    page.locator("input[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    seen("Second factor")
    page.keyboard.type(code(key, 1))
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("No campaign yet")
    page.goto("/accounts/2fa/")
    press("Turn it off", "link")
    seen("Is it you?")
    page.keyboard.type(recovery)
    page.keyboard.press("Enter")
    seen("Turn the second factor off")
    press("Turn it off")
    expect(page.locator("main")).to_contain_text("your password alone signs in")
    assert said == []


def test_pages_fit_a_phone(first: Any) -> None:
    """Nothing of the pages that strangers see is wider than the phone, or for axe to say."""
    context, _, _ = first.browser("phone", touch=True, bypass_csp=True)
    page = context.new_page()
    said = []
    for path in STRANGERS:
        page.goto(path)
        said += faults(page)
    assert said == []
