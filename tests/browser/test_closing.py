"""A Mission is played to its end; its wounds and experience are on the sheet (table.md 33)."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect


def test_wounds_and_experience_go_to_the_sheet(table: Any) -> None:
    gil, ana = table.sit("gil"), table.sit("ana", touch=True)
    gil.tab("units")
    gil.open_unit("mara")
    hp = gil.find('#units [data-set="mara.hp"]').first
    gil.press(hp)
    gil.find("#set-value").press_sequentially("-7")
    gil.page.keyboard.press("Enter")
    expect(hp).to_have_attribute("data-value", "9")
    gil.tab("goals")
    gil.press(gil.find("#goals li:has-text('Take back the mill') button", has_text="Completed"))
    card = gil.find('#prompts .prompt[data-kind="end_mission"]')
    gil.press(card.get_by_role("button", name=re.compile("end it", re.IGNORECASE)))
    expect(ana.find("#head")).to_contain_text("Mission ended")
    gil.tab("gm")
    gil.press(gil.find("#gmbox a").filter(has_text="Close the Mission"))
    page = gil.page
    expect(page.locator("main")).to_contain_text("Nothing is final yet")
    expect(ana.find("#head .phase")).to_contain_text("Mission ended")
    mara = page.locator("section").filter(has_text="Mara")
    expect(mara.locator("label.tick").filter(has_text="HP")).to_contain_text("16 → 9")
    gain = mara.locator("label.tick").filter(has_text="XP")
    expect(gain).to_contain_text("Take back the mill")
    expect(gain.locator("input")).to_be_checked()
    page.get_by_role("button", name="Take over what is ticked").click()
    expect(page.locator(".note.success")).to_contain_text("closed")
    expect(ana.find("#head .phase")).to_contain_text("Post-Mission")
    expect(ana.find("#log")).to_contain_text("XP for Take back the mill")
    # The player finds it on the own sheet.
    ana.page.goto(str(page.locator('main a[href^="/campaigns/"]').get_attribute("href")))
    ana.page.get_by_role("link", name="Mara").tap()
    now = ana.page.locator(".values div").filter(has=ana.page.locator("dt", has_text="Hit Points now"))
    expect(now.locator("dd")).to_have_text("9")
    expect(ana.page.locator("section").filter(has_text="Experience")).to_contain_text("Take back the mill")
    # And the next Mission starts from it.
    page.get_by_placeholder("Name of the next Mission").fill("After the mill")
    page.get_by_role("button", name="Open the next Mission").click()
    page.wait_for_selector('body[data-net="live"]')
    gil.tab("units")
    expect(gil.find("#units .unit").filter(has_text="Mara")).to_contain_text("9")
