"""Between the Missions: two people write to each other, in character, with dice and a whisper."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations

AT_ONCE = 2000
"""Milliseconds for a second's promise, on a machine that does much else."""


def change(page: Any, campaign: str, role: str) -> None:
    """The GM gives Ben another role."""
    page.goto(f"{campaign}/")
    page.locator("summary", has_text="Change Ben").click()
    row = page.locator(".people li", has_text="Ben")
    row.locator("select[name=role]").select_option(label=role)
    row.get_by_role("button", name="Change role").click()
    expect(page.locator(".note.success").first).to_be_visible()


@pytest.mark.live
def test_two_people_tell_a_story(table: Any) -> None:
    gil, ana = table.sit("gil", bypass_csp=True), table.sit("ana", touch=True, bypass_csp=True)
    ben = table.sit("ben")
    for seat in (gil, ana, ben):
        seat.page.goto("/")
        seat.page.locator("a.cover").first.click()
    gil.page.get_by_role("link", name="Begin one").click()
    gil.page.locator("input[name=title]").fill("The tavern")
    gil.page.keyboard.press("Enter")
    expect(gil.page.locator("h1")).to_have_text("The tavern")
    for seat in (ana, ben):
        seat.page.reload()
        seat.page.get_by_role("link", name="The tavern").click()
    # Ana speaks as Mara, who is proposed; it comes to the others by itself.
    expect(ana.page.locator("select[name=voice]")).to_have_value("Mara")
    ana.page.locator("textarea").fill("An *ale*, and news of the mill.")
    ana.page.get_by_role("button", name="Post").tap()
    told = gil.page.locator(".post").filter(has_text="news of the mill")
    expect(told).to_contain_text("Mara")
    expect(told.locator("em")).to_have_text("ale")
    gil.page.locator("input[name=voice]").press_sequentially("The innkeeper")
    gil.page.locator("textarea").fill("<b>Lights at night</b>, they say.")
    gil.page.locator("input[name=formula]").fill("d10 + 3")
    gil.page.get_by_role("button", name="Post").click()
    answer = ana.page.locator(".post").filter(has_text="The innkeeper")
    expect(answer).to_contain_text("<b>Lights at night</b>")
    expect(answer.locator(".roll")).to_contain_text("d10 + 3:")
    # What is being typed stays while posts come in.
    ben.page.locator("textarea").press_sequentially("Half a thou")
    ana.page.locator("textarea").fill("I slip him a coin.")
    ana.page.get_by_label("Only the GM reads it").tap()
    ana.page.get_by_role("button", name="Post").tap()
    expect(gil.page.locator(".post.whisper")).to_contain_text("coin")
    gil.page.locator("textarea").fill("He nods.")
    gil.page.get_by_role("button", name="Post").click()
    expect(ben.page.locator(".thread")).to_contain_text("He nods.")
    expect(ben.page.locator(".thread")).not_to_contain_text("coin")
    expect(ben.page.locator("textarea")).to_have_value("Half a thou")
    assert b"coin" not in ben.proxy.since()
    # A slip is taken back; a wrong formula keeps what was written.
    ana.page.locator("textarea").fill("And then")
    ana.page.locator("input[name=formula]").fill("2d")
    ana.watch.expect("422")
    ana.page.get_by_role("button", name="Post").tap()
    expect(ana.page.locator("#next")).to_contain_text("at character")
    expect(ana.page.locator("textarea")).to_have_value("And then")
    own = ana.page.locator(".post").filter(has_text="news of the mill")
    own.locator("summary").tap()
    own.get_by_role("button", name="Yes").tap()
    for seat in (ana, gil):  # it goes from every page
        expect(seat.page.locator(".thread")).not_to_contain_text("news of the mill")
    for seat in (ana, gil):
        assert violations(seat.page) == []
        assert seat.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # Ben helps to lead, and draws; no longer asked to, he loses the map with what was not saved, and keeps the thread.
    made = gil.page.url.split("/threads/")[0]
    people = gil.page.context.new_page()
    change(people, made, "co-GM")
    expect(ben.page.locator("#overtaken")).to_contain_text("has changed")
    expect(ben.page.locator("textarea")).to_have_value("Half a thou")
    editor = ben.page.context.new_page()
    editor.goto(f"{made}/maps/empty/")
    editor.get_by_label("Name").fill("The mill")
    editor.keyboard.press("Enter")
    expect(editor.locator("#saved")).to_have_attribute("data-state", "saved")
    ben.watch.expect("status of 404")
    change(people, made, "player")
    expect(editor.locator("h1")).to_have_text("Nothing here", timeout=AT_ONCE)
    # He is removed: what he had open goes too, the Mission as well.
    mission = ben.page.context.new_page()
    mission.goto(f"{made}/")
    mission.get_by_role("link", name="The mill at Harrow").first.click()
    expect(mission.locator("body")).to_have_attribute("data-net", "live")
    people.locator("summary", has_text="Change Ben").click()
    people.locator(".people li", has_text="Ben").get_by_role("button", name="Remove").click()
    for page in (ben.page, mission):
        expect(page.locator("h1")).to_have_text("Nothing here", timeout=AT_ONCE)
    expect(ben.page.locator("body")).not_to_contain_text("The innkeeper")
    assert ben.page.locator("main").count() == 1
