"""Who moves with others: a pet by orders with their price, a rider who is knocked off, a Mob that advances."""

from __future__ import annotations

import re
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


@pytest.mark.rule("O-042", "O-046", "O-060", "O-061")
def test_a_stay_order_turns_to_attack(scene: Server, people: Table) -> None:
    """The wolf is sent by a click on it and on a cell, told to stay, and strikes back once when it is attacked."""
    stage(scene.site, {"do": "until", "unit": "tamsin"}, {"do": "place", "body": "sentry", "at": [8, 8]})
    cleo, gil = people.sit("cleo"), people.sit("gil")
    expect(cleo.find("#now .socket")).to_have_count(5)  # a Trainer has the Specialty
    cleo.hover(7, 8)
    own = "1 Movement \u00b7 4\u00bd of 5 cells"  # a click on a cell is the Trainer's own
    expect(cleo.find("#tip")).to_contain_text(own)
    cleo.press(cleo.token("ash"))
    cleo.hover(7, 8)
    expect(cleo.find("#tip")).to_contain_text("1 Specialty \u00b7 3\u00bd of 6 cells")
    cleo.click(7, 8)
    gil.until(lambda: gil.place("ash") == (7, 8))
    expect(cleo.find("#now .socket.used")).to_have_attribute("data-socket", "Specialty")
    stay = cleo.action("Wolf: stay")
    expect(stay).to_contain_text("the rest of the Specialty")
    cleo.press(stay)
    expect(gil.find("#log")).to_contain_text("Wolf stays")
    cleo.end_turn()
    # The sentry strikes the wolf: hit, d8, and the wolf's answer: hit, d8.
    expect(gil.find("#head")).to_contain_text("Sentry")
    set_faces(scene, 70, 3, 90, 4)
    gil.tab("act")
    gil.press(gil.targets("Attack: Long sword").locator('[data-target="ash"]'))
    expect(cleo.find("#log")).to_contain_text("Wolf, Short sword (counter-attack) at Sentry: D100 90")


@pytest.mark.rule("O-071", "O-072", "O-076", "O-079", "O-080")
def test_a_rider_is_knocked_off(scene: Server, people: Table) -> None:
    """Ben mounts, which costs the Mainhand and is seen on the map; a hit throws Brenn off, and the horse is calmed."""
    stage(
        scene.site, {"do": "until", "unit": "brenn"}, {"do": "place", "body": "sentry", "at": [2, 5]},
        {"do": "place", "body": "brenn", "at": [3, 6]}, {"do": "place", "body": "horse", "at": [4, 6]},
    )  # fmt: skip
    ben, gil = people.sit("ben", touch=True), people.sit("gil")
    # A tap beside a token is meant for the ground there, however small both are.
    ben.fit()
    ben.steady()
    ben.tap(5, 6)
    expect(ben.find("#tip")).to_contain_text("F7 \u00b7 1 Movement")
    mount = ben.action("Mount: Horse")
    expect(mount).to_contain_text("Mainhand")
    ben.press(mount)
    expect(gil.token("brenn").locator(".mount")).to_have_attribute("data-s", "Horse")
    assert "riding Horse" in str(gil.token("brenn").get_attribute("aria-label"))
    expect(ben.find("#now .socket.used")).to_have_attribute("data-socket", "Mainhand")
    ben.end_turn()
    stage(scene.site, {"do": "until", "unit": "sentry"})
    gil.page.reload()
    gil.live()
    set_faces(scene, 80, 8, 97)
    gil.tab("act")
    gil.press(gil.targets("Attack: Long sword").locator('[data-target="brenn"]'))
    expect(ben.find("#log")).to_contain_text("Brenn is knocked off its mount (D100 97, 96 needed)")
    expect(gil.find("#cards")).to_contain_text("is knocked off its mount")
    expect(gil.token("brenn").locator(".mount")).to_have_count(0)
    expect(gil.token("horse")).to_be_visible()
    stage(scene.site, {"do": "until", "unit": "brenn"})
    set_faces(scene, 20)
    ben.press(ben.action("Calm: Horse"))
    expect(gil.find("#log")).to_contain_text("Brenn calms Horse")


@pytest.mark.rule("O-021", "O-125")
def test_a_mob_advances_together(scene: Server, people: Table) -> None:
    """Two presses for all of them: what, and where; the way of each is shown before (table.md 14)."""
    stage(scene.site, {"do": "until", "unit": "raiders"})
    gil, ana = people.sit("gil"), people.sit("ana")
    gil.tab("act")
    gil.press(gil.action("All advance on").locator("button"))
    gil.fit()
    gil.steady()
    gil.hover(9, 7)
    expect(gil.find("#march")).to_have_attribute("d", re.compile("M.*L.*M.*L"))
    gil.click(9, 7)
    for seat in (gil, ana):
        seat.until(lambda seat=seat: all(seat.place(f"raiders.{n}")[0] < 12 for n in (1, 2)))  # type: ignore[misc]
    expect(ana.find("#log")).to_contain_text("Raiders move: Raider 1 to")
    expect(gil.find("#now .socket.used")).to_have_attribute("data-socket", "Movement")
    gil.press(gil.find("#back button:not(.off)"))
    ana.until(lambda: ana.place("raiders.1")[0] > 12)


@pytest.mark.rule("O-026", "O-029", "O-034")
def test_a_chair_is_taken_up_and_struck_with(scene: Server, people: Table) -> None:
    """Whoever acts takes up what is at hand and reads its dice, strikes with it and puts it down."""
    stage(scene.site, {"do": "until", "unit": "tamsin"}, {"do": "place", "body": "sentry", "at": [3, 8]})
    cleo, gil = people.sit("cleo"), people.sit("gil")
    cleo.tab("act")
    cleo.press(cleo.action("Take up an object").locator("button"))
    cleo.find("#ask-what").select_option("chair")
    expect(cleo.find("#ask-what option:checked")).to_have_text("Chair: 2d4 bludgeon")
    cleo.press(cleo.find("#askdlg button.primary"))
    expect(gil.find("#log")).to_contain_text("Tamsin takes up: chair")
    set_faces(scene, 90, 3, 2, 1)  # hits; the dice of the chair; no Shove
    strike = cleo.targets("Attack: Chair")
    expect(strike).to_contain_text("% to push it back")  # among its terms
    cleo.press(strike.locator('[data-target="sentry"]'))
    expect(gil.find("#log")).to_contain_text("Tamsin, Chair at Sentry: D100 90")
    cleo.press(cleo.action("Put down: Chair"))
    expect(gil.find("#log")).to_contain_text("Tamsin has its own weapon in hand again")


@pytest.mark.rule("O-047")
def test_the_guide_says_that_an_order_harms(scene: Server, people: Table) -> None:
    stage(scene.site, {"do": "until", "unit": "tamsin"})
    cleo, gil = people.sit("cleo"), people.sit("gil")
    cleo.tab("act")
    cleo.press(cleo.action("Wolf: go").locator("button"))
    expect(cleo.find("#askdlg")).to_contain_text("a D100 of 91 or more")
    cleo.find("#ask-target").fill("F6")
    cleo.find("#ask-harmful").select_option("yes")
    set_faces(scene, 91)
    cleo.press(cleo.find("#askdlg button.primary"))
    expect(gil.find("#log")).to_contain_text("Wolf resists the order (D100 91, 91 needed)")
