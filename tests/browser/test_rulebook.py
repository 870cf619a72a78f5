"""The owner of a site edits the rules in the admin: refused with a suggestion, tried, published, compared; a running
Mission goes on under its own rules until its GM takes over the newer ones."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_site import owner

SHOTS = os.environ.get("SORTIE_SHOTS", "")
OURS = (
    "#about", ".compared", ".touched", ".publish", ".chosen", "#wrong", ".import-preview", "#change-history", ".said",
    ".wide", ".advice", "#note", "#with",
)  # fmt: skip
"""What our own templates put there; the rest is Django's."""


def well(page: Page, name: str) -> list[str]:
    """At both sizes: what axe says of our own parts, and whether the page is wider than the screen."""
    said = []
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        told = axe.violations(page)
        said += [f"{name} at {size['width']}: {one}" for one in told if any(part in one for part in OURS)]
        if page.evaluate("document.documentElement.scrollWidth - innerWidth") > 0:
            said.append(f"{name} at {size['width']}: wider than the screen")
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/rulebook-{name}-{size['width']}.png", full_page=True)
    page.set_viewport_size(DESKTOP)
    return said


def test_an_edit_from_nonsense_to_the_table(nobody: Any, tmp_path: Path) -> None:
    page = owner(nobody)
    page.get_by_role("button", name="Copy the demo").first.click()
    expect(page.get_by_role("heading", name="The Harrow Valley")).to_be_visible()  # to make it takes its time
    page.goto("/")
    page.get_by_role("link", name="The mill at Harrow").first.click()
    expect(page.locator("#view")).to_be_visible()
    mission = page.url

    page.goto("/admin/")
    page.get_by_role("link", name="Entries", exact=True).first.click()
    said = well(page, "entries")
    page.get_by_role("link", name="Help", exact=True).click()
    expect(page.locator("h1")).to_have_text("Edit the rules")
    page.go_back()
    page.locator("#searchbar").fill("knife")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="knife", exact=True).first.click()
    expect(page.locator("#about .said")).to_contain_text("Knife: ")
    said += well(page, "entry")
    body = page.locator("#id_body")
    before = body.input_value()
    assert "label: Knife" in before

    for wrong, told in (
        (before.replace("skill:", "skil:"), "did you mean 'skill'?"),
        (before.replace("dagger", "daggre"), "did you mean 'dagger'?"),
        (before.replace("d6", "d6 + +"), "write d10, 2d6 or none"),
    ):
        body.fill(wrong)
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator(".errorlist").first).to_contain_text(told)
        expect(body).to_have_value(wrong)
    said += well(page, "refused")

    body.fill(before.replace("Knife", "Great knife").replace("d6", "3d6"))
    page.get_by_role("button", name="Say it and try it").click()
    expect(page.locator("#about .said")).to_contain_text("Great knife: ")
    expect(page.locator("#about .odds")).to_contain_text("on average")
    said += well(page, "tried")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name="look at the draft").click()
    expect(page.locator(".compared")).to_contain_text("Great knife")
    expect(page.locator(".compared")).to_contain_text("olga")
    expect(page.locator(".touched")).to_contain_text("the running Mission The mill at Harrow")
    said += well(page, "draft")
    page.locator("#note").fill("A longer knife")
    page.get_by_role("button", name="Publish").click()
    expect(page.locator(".messagelist")).to_contain_text("New Missions play version")
    expect(page.locator(".compared")).to_contain_text("3d6")
    expect(page.locator(".touched")).to_contain_text("The Harrow Valley")
    said += well(page, "diff")

    page.goto(f"{mission}rules/")
    expect(page.locator("main")).to_contain_text("Knife")
    expect(page.locator("main")).not_to_contain_text("Great knife")
    page.goto(mission)
    expect(page.locator("body[data-net=live]")).to_have_count(1)
    page.get_by_role("tab", name="GM").click()
    button = page.locator("#gmbox .newer button")
    button.click()
    expect(page.locator("#err")).to_contain_text("Press again")
    button.click()
    expect(button).to_have_count(0)
    page.goto(f"{mission}rules/")
    expect(page.locator("main")).to_contain_text("Great knife")

    page.goto("/admin/rulebook/entry/?q=knife")
    page.get_by_role("link", name="knife", exact=True).first.click()
    page.get_by_role("link", name="History").click()
    expect(page.locator("#change-history")).to_contain_text("olga")
    said += well(page, "history")
    page.go_back()
    page.get_by_role("link", name="Delete", exact=True).click()
    expect(page.locator("#content")).to_contain_text("archive it instead")
    expect(page.locator("#content")).to_contain_text("The mill at Harrow")
    said += well(page, "delete")

    page.goto("/admin/rulebook/entry/")
    page.get_by_role("link", name="Export").click()
    page.locator("#id_format").select_option(label="csv")
    said += well(page, "export")
    with page.expect_download() as begun:
        page.get_by_role("button", name="Export").click()
    text = Path(begun.value.path()).read_text(encoding="utf-8")
    assert "Great knife" in text
    bad = tmp_path / "rules.csv"
    for content, told in (
        (text.replace('""skill"":""dagger""', '""skil"":""dagger""', 1), "did you mean 'skill'?"),
        (text.replace("Great knife", "Short knife"), ""),
    ):
        bad.write_text(content, encoding="utf-8")
        page.goto("/admin/rulebook/entry/import/")
        page.locator("#id_import_file").set_input_files(bad)
        page.locator("#id_format").select_option(label="csv")
        page.get_by_role("button", name="Look at it").click()
        if told:
            expect(page.locator("#wrong li")).to_have_count(1)
            expect(page.locator("#wrong li")).to_contain_text("Row ")
            expect(page.locator("#wrong li")).to_contain_text(told)
            said += well(page, "bad-file")
    expect(page.locator(".import-preview tbody tr")).to_have_count(1)
    said += well(page, "import")
    page.get_by_role("button", name="Confirm import").click()
    expect(page.locator(".messagelist")).to_contain_text("1 updated")
    assert said == []


