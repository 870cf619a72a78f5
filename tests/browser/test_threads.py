"""Between the Missions: two people write to each other, in character, with dice and a whisper."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.axe import violations


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
    expect(ana.page.locator(".thread")).not_to_contain_text("news of the mill")
    for seat in (ana, gil):
        assert violations(seat.page) == []
        assert seat.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # Ben is removed: what he had open goes too.
    gil.page.goto("/")
    gil.page.locator("a.cover").first.click()
    gil.page.locator("summary", has_text="Change Ben").click()
    ben.watch.expect("status of 404")
    gil.page.locator(".people li", has_text="Ben").get_by_role("button", name="Remove").click()
    expect(ben.page.locator("h1")).to_have_text("Nothing here")
    expect(ben.page.locator("body")).not_to_contain_text("The innkeeper")
    assert ben.page.locator("main").count() == 1
