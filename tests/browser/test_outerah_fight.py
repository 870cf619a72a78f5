"""A fight with cover, facing and statuses: what is shown before the roll is what is told after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Table
from tests.browser.lent import Lent
from tests.browser.outerah_scene import served
from tests.browser.server import Server, Site
from tests.browser.stage import set_faces, stage


@pytest.fixture(scope="module")
def scene(bare: Site, lent: Lent, chromium: Any) -> Iterator[Server]:
    with served(lent, bare, "hill") as server:
        yield server


@pytest.mark.rule("O-188", "O-193", "O-194", "O-221", "O-222", "O-223", "O-226")
def test_from_behind_against_half_cover(scene: Server, people: Table) -> None:
    """Every term by name before the shot, and the same in the log after it; the second die stops what would hit."""
    stage(scene.site, {"do": "until", "unit": "tamsin"})
    cleo, gil = people.sit("cleo"), people.sit("gil")
    expect(cleo.find("#edges .cover.half.bags")).to_have_count(1)
    expect(cleo.find("#edges .cover.full")).to_have_count(1)
    cleo.find("#view").focus()
    cleo.hover(7, 6)
    tip = cleo.find("#tip")
    for words in (
        "Attack: Longbow, Sentry \u00b7 38 %",
        "Chance 75: +50 base +45 CHA \u221230 defence +10 from behind",
        "Critical check: a D100 of 96 or more hits and doubles",
        "Cover: Sandbags: half cover, a second die",
    ):
        expect(tip).to_contain_text(words)
    set_faces(scene, 60, 7)
    cleo.click(7, 6)
    for seat in (cleo, gil):
        line = seat.find("#log details").last
        expect(line).to_contain_text("is stopped by cover (second die 7 against sandbags)")
        seat.press(line.locator("summary"))
        expect(line).to_contain_text("+10 from behind")
        expect(line).to_contain_text("a D100 of 96 or more; 60 is none")
        expect(line).to_contain_text("Sandbags, second die 7: odd, stopped")
    expect(cleo.find("#cards .card")).to_contain_text("is stopped by cover")
    # What covers is told of the cell too, for those who do not see the map.
    cleo.page.keyboard.press("Escape")
    cleo.find("#view").focus()
    cleo.find("#view").focus()
    for _ in range(20):
        cleo.page.keyboard.press("ArrowLeft")
        cleo.page.keyboard.press("ArrowUp")
    for _ in range(6):
        cleo.page.keyboard.press("ArrowRight")
        cleo.page.keyboard.press("ArrowDown")
    expect(cleo.find("#say")).to_contain_text("G7. Grass. Sandbags, half cover, to the east")


@pytest.mark.rule("O-242", "O-246", "O-252", "O-253", "O-254")
def test_a_status_is_resisted_at_its_minimum(scene: Server, people: Table) -> None:
    """The row says whose clock it runs on; no roll in the first turn, at the second turn's end it is resisted."""
    burns = {"do": "rule", "status": {"body": "vael", "key": "burn", "on": True}}
    stage(scene.site, {"do": "until", "unit": "sentry"}, burns)
    ana, gil = people.sit("ana"), people.sit("gil")
    stage(scene.site, {"do": "until", "unit": "vael"})
    row = ana.find("#now .running li")
    expect(row).to_contain_text("Burn")
    expect(row).to_contain_text("From its 2nd own turn on, as the turn ends, a D100: 81 or more resists.")
    expect(gil.find("#log")).to_contain_text("Vael takes 5 damage from Burn")
    set_faces(scene, 81)
    ana.end_turn()
    expect(ana.find("#head")).not_to_contain_text("Vael")
    stage(scene.site, {"do": "until", "unit": "sentry"}, {"do": "until", "unit": "vael"})
    expect(row).to_contain_text("As its own turn ends a D100: 81 or more resists, 5 easier each turn.")
    set_faces(scene, 81)
    ana.end_turn()
    expect(gil.find("#log")).to_contain_text("Vael resists Burn (D100 81, 81 needed)")
    expect(gil.find('#units [data-unit="vael"] .running li')).to_have_count(0)


@pytest.mark.rule("O-238")
def test_whoever_has_several_gems_is_asked_where_the_campaign_wants_it(scene: Server, people: Table) -> None:
    """A card with her gems as the Guide's sentry strikes; what she presses answers."""
    ask = {"do": "set_option", "key": "out.trigger.choice", "value": "ask"}
    stage(scene.site, {"do": "until", "unit": "sentry"}, ask)
    ana, gil = people.sit("ana", touch=True), people.sit("gil")
    x, y = ana.place("vael")
    stage(scene.site, {"do": "place", "body": "sentry", "at": [x + 1, y]})
    set_faces(scene, 1)
    gil.fit()
    gil.until(lambda: gil.place("sentry") == (x + 1, y))
    gil.hover(x, y)
    expect(gil.find("#tip")).to_contain_text("Attack: Long sword, Vael")
    gil.click(x, y)
    card = ana.find("#prompts .prompt[data-kind=reaction]")
    expect(card).to_contain_text("Vael is attacked")
    set_faces(scene, 2, 2, 2)
    ana.press(card.get_by_role("button", name="Potion gem (Auto Skill)"))
    expect(card).to_have_count(0)
    expect(gil.find("#log")).to_contain_text("Vael's Potion gem answers the attack")


@pytest.mark.rule("O-225", "O-226")
def test_a_mob_shows_what_each_member_comes_to(scene: Server, people: Table) -> None:
    """One raider before Tamsin and one behind her: how many have which chance, and below it who has it and why."""
    around = [{"do": "place", "body": f"raiders.{n}", "at": at} for n, at in ((1, [4, 9]), (2, [2, 9]))]
    stage(scene.site, {"do": "place", "body": "tamsin", "at": [3, 9]}, *around, {"do": "until", "unit": "raiders"})
    gil = people.sit("gil")
    gil.find("#view").focus()
    gil.hover(3, 9)
    tip = gil.find("#tip")
    for words in ("58\N{EN DASH}80 %", "2 attack: 1 at 80 %, 1 at 58 %; each: ", "Raider 2: 80 %", "Raider 1: 58 %"):
        expect(tip).to_contain_text(words)
    gil.tab("act")
    target = gil.find('#options li:has(> [data-target="tamsin"])').first
    gil.press(gil.find('#options details[name="act"]:has([data-target="tamsin"]) > summary').first)
    gil.press(target.locator("summary"))
    expect(target.locator(".sum").filter(has_text="Raider 2")).to_contain_text("80 %")
    expect(target.locator(".terms")).to_contain_text("from behind")
    expect(target.locator(".terms")).to_contain_text("head on")


def test_a_digit_leads_to_the_first_target_and_on_the_map_stays_there(scene: Server, people: Table) -> None:
    stage(scene.site, {"do": "until", "unit": "tamsin"})
    cleo = people.sit("cleo")
    option = cleo.find("#options details[data-key]:has([data-target])").first
    digit = option.get_attribute("data-key")
    assert digit
    cleo.page.keyboard.press(digit)
    expect(option.locator("[data-target]").first).to_be_focused()
    cleo.page.keyboard.press(digit)
    expect(option).not_to_have_attribute("open", "")
    cleo.find("#view").focus()
    cleo.page.keyboard.press(digit)
    expect(option).to_have_attribute("open", "")
    expect(cleo.find("#view")).to_be_focused()
