"""A GM and players keep their roster in the browser: sheets with their history, and house rules that are played."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import axe

PASSWORD = "a long enough word 7"
SAMPLES = Path(__file__).parents[1] / "maps" / "samples" / "image"
SHOTS = os.environ.get("ROSTER_SHOTS", "")


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"), full_page=True)


def keep(page: Page) -> None:
    """The owner's campaign, made by whichever test comes first."""
    page.goto("/")
    expect(page.locator("h1")).to_be_visible()
    if page.locator("input[name=username]").count() == 0:
        page.goto("/accounts/login/")
        page.locator("input[name=login]").fill("olga")
        page.locator("input[name=password]").fill(PASSWORD)
        page.locator("form").get_by_role("button", name="Sign In").click()
        page.get_by_role("link", name="The Keep").first.click()
        return
    page.locator("input[name=username]").fill("olga")
    for field in page.locator("input[type=password]").all():
        field.fill(PASSWORD)
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("link", name="Make a campaign").click()
    page.locator("input[name=name]").fill("The Keep")
    page.get_by_role("button", name="Make it").click()
    expect(page.locator("h1")).to_have_text("The Keep")


def well(page: Page, where: str) -> None:
    """axe finds nothing, and nothing is wider than the window."""
    assert axe.violations(page) == [], where
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, where


def test_a_hero_by_hand_its_edit_and_its_history(nobody: Any) -> None:
    context, _, watch = nobody.browser("owner", bypass_csp=True)
    watch.expect("status of 422")
    page = context.new_page()
    keep(page)
    page.get_by_role("link", name="New character").click()
    page.get_by_label("Name").fill("Nell")
    expect(page.locator("h1")).to_have_text("New character")
    well(page, "new")
    shot(page, "new")
    page.get_by_text("Sera", exact=True).click()
    page.get_by_role("button", name="Make it and open the sheet").click()
    expect(page.locator("h1")).to_have_text("Edit Nell")
    page.get_by_label("Strength").fill("9")
    page.get_by_label("Skills 1", exact=True).select_option("sword")
    page.get_by_label("Skills 1: rank").select_option("4")
    page.get_by_label("Hit Points", exact=True).fill("0")
    page.get_by_label("Why").fill("A hard winter")
    well(page, "edit")
    shot(page, "edit")
    page.get_by_role("button", name="Save the sheet").click()
    # The browser itself stops what is too small; by the keyboard it is put right.
    expect(page.locator("h1")).to_have_text("Edit Nell")
    page.get_by_label("Hit Points", exact=True).fill("14")
    page.get_by_label("Why").press("Enter")
    expect(page.locator("h1")).to_have_text("Nell")
    expect(page.locator(".values div", has_text="Strength")).to_contain_text("9")
    history = page.locator("[aria-labelledby=history]")
    expect(history).to_contain_text("A hard winter")
    expect(history).to_contain_text("Strength: 1 → 9")
    well(page, "sheet")
    shot(page, "sheet")
    page.get_by_role("button", name="Put the sheet back as it was before “A hard winter”").click()
    expect(page.locator(".values div", has_text="Strength")).to_contain_text("1")
    expect(history).to_contain_text("As it was before “A hard winter”")


def test_a_house_rule_from_its_form_to_a_mission(nobody: Any) -> None:
    context, _, watch = nobody.browser("owner", bypass_csp=True)
    watch.expect("status of 422")
    page = context.new_page()
    keep(page)
    page.get_by_role("link", name="House rules").click()
    expect(page.locator("h1")).to_have_text("Library")
    well(page, "library")
    shot(page, "library")
    page.get_by_role("link", name="New: Weapons").click()
    page.get_by_label("Name").fill("Chain whip")
    page.get_by_label("Skill", exact=True).select_option("sword")
    page.get_by_label("Effectiveness", exact=True).fill("lots")
    page.get_by_role("button", name="Save the house rule").click()
    expect(page.locator("#fields .wrong")).to_contain_text("Write d10, 2d6 or none")
    page.get_by_label("Effectiveness", exact=True).fill("d8")
    page.get_by_label("Reach in cells").fill("3")
    page.get_by_label("Reach in cells").press("Tab")
    said = page.locator("#said")
    expect(said.locator(".said")).to_have_text("Chain whip: Sword, d8, reach 3.")
    expect(page.locator("#fields .wrong")).to_have_count(0)
    expect(said.locator(".odds")).to_contain_text("Simple Attack: Chain whip")
    expect(said.locator(".odds")).to_contain_text("on average")
    expect(said.locator(".golog li").first).to_contain_text("Chain whip")
    said.get_by_label("At whom").select_option(label="Ogre")
    expect(said.locator(".golog")).to_contain_text("Ogre")
    well(page, "entry")
    shot(page, "entry")
    page.get_by_role("button", name="Save the house rule").click()
    expect(page.locator("h1")).to_have_text("Chain whip")

    page.get_by_role("link", name="The Keep").click()
    page.get_by_role("link", name="New character").click()
    page.get_by_label("Name").fill("Whipper")
    page.get_by_text("Mara", exact=True).click()
    page.get_by_role("button", name="Make it and open the sheet").click()
    page.get_by_label("In hand, whichever is free 1", exact=True).select_option("chain_whip")
    page.get_by_role("button", name="Save the sheet").click()
    expect(page.locator(".chips").filter(has_text="Chain whip").first).to_be_visible()

    page.get_by_role("link", name="The Keep").click()
    page.get_by_role("link", name="New Mission").first.click()
    page.get_by_role("button", name="Make it and go to the table").click()
    expect(page.locator("#view")).to_be_visible()
    page.goto(f"{page.url}rules/")
    page.get_by_label("Search the rules").fill("chain whip")
    expect(page.locator(".rule:visible")).to_have_count(1)
    expect(page.locator(".rule:visible")).to_contain_text("Sword, d8, reach 3")


def test_the_library_on_a_phone(nobody: Any) -> None:
    context, _, _ = nobody.browser("owner", touch=True, bypass_csp=True)
    page = context.new_page()
    keep(page)
    page.get_by_role("link", name="House rules").tap()
    page.get_by_role("link", name="New: Spells").tap()
    page.get_by_label("Name", exact=True).fill("Hail")
    page.get_by_label("Skill that it checks").select_option("fire")
    first = page.get_by_label("Step", exact=True).nth(1)
    first.select_option("harm")
    expect(page.get_by_label("Step", exact=True)).to_have_count(3)
    expect(page.locator("#said .said")).to_contain_text("spell of level 1")
    well(page, "spell")
    shot(page, "phone-spell")
    page.get_by_role("button", name="Save the house rule").tap()
    expect(page.locator("h1")).to_have_text("Hail")
    page.get_by_role("link", name="Library").tap()
    expect(page.locator("h1")).to_have_text("Library")
    well(page, "library")
    shot(page, "phone-library")
    page.get_by_role("link", name="The Keep").tap()
    page.get_by_role("link", name="New foe").tap()
    page.get_by_text("Wolves", exact=True).tap()
    page.get_by_role("button", name="Make it and open the sheet").tap()
    expect(page.locator("h1")).to_have_text("Wolves")
    well(page, "mob")
    shot(page, "phone-mob")
    page.get_by_role("button", name="More rows: Skills").tap()
    expect(page.get_by_label("Skills 8", exact=True)).to_be_visible()
    page.get_by_label("How many copies").fill("2")
    page.get_by_role("button", name="Make copies with numbers").tap()
    expect(page.locator("[aria-labelledby=mobs]")).to_contain_text("Wolves 3")
    shot(page, "phone-campaign")


def test_a_roster_comes_in_and_a_portrait_goes_on(nobody: Any, tmp_path: Path) -> None:
    context, _, watch = nobody.browser("owner", bypass_csp=True)
    watch.expect("status of 422")
    page = context.new_page()
    keep(page)
    table = tmp_path / "roster.csv"
    table.write_text("name,kind,STR,skills\nOttilie,character,3,sword 2\nUlf,character,lots,\n", encoding="utf-8")
    page.get_by_role("link", name="Roster as a file").click()
    page.get_by_label("File (CSV or JSON)").set_input_files(table)
    page.get_by_role("button", name="Read it").click()
    report = page.get_by_role("alert")
    expect(report).to_contain_text("Nothing was taken")
    expect(report.locator("tbody tr")).to_have_count(1)
    expect(report.locator("tbody tr")).to_contain_text("Ulf")
    well(page, "roster")
    shot(page, "roster")
    table.write_text("name,kind,STR,skills\nOttilie,character,3,sword 2\nUlf,character,4,\n", encoding="utf-8")
    page.get_by_label("File (CSV or JSON)").set_input_files(table)
    page.get_by_role("button", name="Read it").click()
    expect(page.locator("[aria-labelledby=characters]")).to_contain_text("Ulf")

    page.get_by_role("link", name="Ottilie").click()
    page.get_by_text("Give it a picture").click()
    fake = tmp_path / "face.png"
    fake.write_bytes(b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")
    page.get_by_label("Picture (PNG").set_input_files(fake)
    page.get_by_role("button", name="Take this picture").click()
    expect(page.locator(".note.error")).to_contain_text("This is no PNG, JPEG or WebP")
    page.get_by_text("Give it a picture").click()
    page.get_by_label("Picture (PNG").set_input_files(SAMPLES / "made-grid-37.5px-offset-11-7.png")
    page.get_by_label("Cut to a square").select_option("start")
    page.get_by_role("button", name="Take this picture").click()
    face = page.get_by_role("img", name="Portrait of Ottilie")
    expect(face).to_be_visible()
    assert page.evaluate("document.querySelector('.portrait img').naturalWidth") > 100
    well(page, "portrait")
    shot(page, "portrait")
    page.get_by_role("link", name="The Keep").click()
    expect(page.locator("img.face").first).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Roster as a file").click()
        page.get_by_role("link", name="Download CSV").click()
    assert "Ottilie" in Path(download.value.path()).read_text(encoding="utf-8-sig")
