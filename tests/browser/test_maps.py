"""A GM brings a map in the browser: a file, a look, marks by pointer and by keys, and a Mission on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.axe import violations

SAMPLES = Path(__file__).parents[1] / "maps" / "samples"
PASSWORD = "a long enough word 7"


def test_from_a_picture_to_the_table(nobody: Any) -> None:
    context, _, watch = nobody.browser("owner")
    watch.expect("status of 422")
    page = context.new_page()
    _campaign(page)
    _bring(page, "hostile/entity-bomb.tmx")
    expect(page.get_by_role("alert")).to_contain_text("document type")

    _bring(page, "image/made-grid-37.5px-offset-11-7.png")
    report = page.locator("[aria-labelledby=report]")
    expect(report).to_contain_text("How large a cell is cannot be known")
    _drag(page, (11, 7), (123.5, 119.5))  # three by three cells of the painted grid
    assert abs(float(page.get_by_label("Cell, pixels wide").input_value()) - 37.5) < 0.6
    for label, value in (("Cell, pixels wide", "37.5"), ("Cell, pixels high", "37.5"),
                         ("Grid begins at pixel, from the left", "11"), ("… from the top", "7")):  # fmt: skip
        page.get_by_label(label).fill(value)
    page.get_by_role("button", name="Look again").click()
    expect(report).to_contain_text("The map has 12 × 8 cells.")

    page.get_by_label("Drag over the map to mark").select_option("keep")
    _drag(page, (11 + 37.5 * 0.5, 7 + 37.5 * 0.5), (11 + 37.5 * 9.5, 7 + 37.5 * 6.5))
    expect(page.get_by_label("Columns kept")).to_have_value("10")
    expect(page.get_by_label("Rows kept")).to_have_value("7")
    page.get_by_label("Name of the map").fill("The yard")
    page.get_by_role("button", name="Keep this map").click()
    expect(page.locator("h1")).to_have_text("The yard")

    page.get_by_role("link", name="New Mission on it").click()
    expect(page.locator("select[name=board] option:checked")).to_have_text("The map “The yard”")
    with page.expect_response(lambda r: "/tile/" in r.url) as tile:
        page.get_by_role("button", name="Make it and go to the table").click()
    assert (tile.value.status, tile.value.headers["content-type"]) == (200, "image/webp")
    expect(page.locator("#view")).to_be_visible()


def test_a_typed_map_on_a_phone(nobody: Any) -> None:
    """The same without a pointer: every mark is a field as well."""
    context, _, _ = nobody.browser("owner", touch=True)
    page = context.new_page()
    _campaign(page)
    page.get_by_role("link", name="Bring a map").first.tap()
    _choose(page, "ascii/made-map.txt")
    page.get_by_label("Columns kept").fill("10")
    page.get_by_label("~ (4)").select_option("lava")
    page.get_by_role("button", name="Look again").tap()
    expect(page.locator(".mapview .shade")).to_be_attached()
    expect(page.get_by_label("~ (4)")).to_have_value("lava")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Keep this map").tap()
    expect(page.locator("main")).to_contain_text("10 × 7 cells")


def test_a_map_from_the_shelf_on_a_phone(nobody: Any) -> None:
    """Taken, begun on, and its picture is on the table."""
    context, _, _ = nobody.browser("owner", touch=True, bypass_csp=True)
    page = context.new_page()
    _campaign(page)
    page.get_by_role("link", name="Take a map").first.tap()
    expect(page.locator(".shelf .card").nth(3)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []
    page.get_by_role("button", name="Take The flooded mine").tap()
    expect(page.locator("h1")).to_have_text("The flooded mine")
    page.get_by_role("link", name="New Mission on it").tap()
    with page.expect_response(lambda r: "/tile/" in r.url) as tile:
        page.get_by_role("button", name="Make it and go to the table").tap()
    assert tile.value.status == 200


def _campaign(page: Page) -> None:
    """The owner's campaign, made by whichever test comes first."""
    page.goto("/")
    expect(page.locator("h1")).to_be_visible()
    if page.locator("input[name=username]").count() == 0:
        page.goto("/accounts/login/")
        page.locator("input[name=login]").fill("olga")
        page.locator("input[name=password]").fill(PASSWORD)
        page.locator("form").get_by_role("button", name="Sign In").click()
        page.get_by_role("link", name="The Keep").click()
        return
    page.locator("input[name=username]").fill("olga")
    for field in page.locator("input[type=password]").all():
        field.fill(PASSWORD)
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("link", name="Make a campaign").click()
    page.locator("input[name=name]").fill("The Keep")
    page.get_by_role("button", name="Make it").click()


def _bring(page: Page, name: str) -> None:
    page.get_by_role("link", name="The Keep").or_(page.get_by_role("link", name="Bring a map")).first.click()
    if page.locator("input[type=file]").count() == 0:
        page.get_by_role("link", name="Bring a map").first.click()
    _choose(page, name)


def _choose(page: Page, name: str) -> None:
    page.locator("input[type=file]").set_input_files(SAMPLES / name)
    page.get_by_role("button", name="Read it").click()


def _drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Between two pixels of the picture, wherever it lies on the screen."""
    page.locator(".mapview").scroll_into_view_if_needed()
    box = page.locator(".mapview image").bounding_box()
    assert box is not None
    x, y, scale = box["x"], box["y"], box["width"] / 470
    page.mouse.move(x + start[0] * scale, y + start[1] * scale)
    page.mouse.down()
    page.mouse.move(x + end[0] * scale, y + end[1] * scale, steps=4)
    page.mouse.up()
