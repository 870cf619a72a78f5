"""A campaign is taken home as a file and brought in again; the record of a Mission is read and kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.axe import violations


def test_a_campaign_goes_home_and_comes_back(nobody: Any, tmp_path: Path) -> None:
    context, _, watch = nobody.browser("owner", bypass_csp=True)
    page = context.new_page()
    page.goto("/")
    page.locator("input[name=username]").fill("olga")
    for field in page.locator("input[type=password]").all():
        field.fill("a long enough word 7")
    page.get_by_role("button", name="Begin").click()
    page.locator("section.trial button").first.click()
    page.goto("/")
    page.locator("a.cover").first.click()
    with page.expect_download() as loading:
        page.get_by_role("link", name="Take it home").click()
    file = tmp_path / loading.value.suggested_filename
    loading.value.save_as(file)
    assert file.suffix == ".sortie"
    page.goto("/")
    page.get_by_role("link", name="Bring a campaign").click()
    watch.expect("422")
    page.locator("input[type=file]").set_input_files({"name": "x.sortie", "mimeType": "", "buffer": b"no such thing"})
    page.get_by_role("button", name="Bring it in").click()
    expect(page.locator("main")).to_contain_text("no campaign file")
    assert violations(page) == []
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Bring it in").click()
    expect(page.locator(".note.success")).to_contain_text("is here")
    page.locator("[aria-labelledby=missions] a.card, [aria-labelledby=missions] a.cover").first.click()
    page.wait_for_selector('body[data-net="live"]')
    page.locator("#tb-units").click()
    expect(page.locator("#units")).to_contain_text("Mara")


def test_the_record_is_each_seats_own(table: Any, tmp_path: Path) -> None:
    gil, ana = table.sit("gil"), table.sit("ana", touch=True, bypass_csp=True)
    gil.chat("at the gate by dusk")
    gil.chat("the miller lies", to="ana")
    expect(ana.find("#log")).to_contain_text("the miller lies")
    ana.tab("log")
    ana.press(ana.find("#filter"))
    with ana.page.expect_popup() as opening:
        ana.press(ana.find("#logfilter a"))
    record = opening.value
    expect(record.locator(".record")).to_contain_text("at the gate by dusk")
    expect(record.locator(".record")).to_contain_text("the miller lies")
    assert violations(record) == []
    assert record.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with record.expect_download() as loading:
        record.get_by_role("link", name="Save as JSON").tap()
    loading.value.save_as(tmp_path / "record.json")
    found = json.loads((tmp_path / "record.json").read_text(encoding="utf-8"))
    assert found["seat"] == "ana"
    assert any("the miller lies" in line["text"] for line in found["lines"])
    # The GM reads what Ben was told.
    gil.page.goto(gil.page.url + "record/")
    gil.page.get_by_role("link", name="Ben").click()
    expect(gil.page.locator(".record")).to_contain_text("at the gate by dusk")
    expect(gil.page.locator(".record")).not_to_contain_text("the miller lies")
