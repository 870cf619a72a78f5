"""A turn of five parts that need no selecting, and a wedge that is turned without being asked (table.md 21)."""

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
from tests.browser.table import Seat


@pytest.fixture(scope="module")
def scene(bare: Site, lent: Lent, chromium: Any) -> Iterator[Server]:
    with served(lent, bare, "hill") as server:
        yield server


def used(seat: Seat) -> list[str]:
    """The parts of this turn that are used."""
    seat.idle()
    return [str(each.get_attribute("data-socket")) for each in seat.find("#now .socket.used").all()]


def told(seat: Seat, words: str) -> None:
    expect(seat.find("#err")).to_contain_text(words)


@pytest.mark.rule("O-021", "O-022", "O-023", "O-024", "O-025")
def test_a_turn_of_five_parts(scene: Server, people: Table) -> None:
    """A cell is Movement, a target Mainhand; what is used says so; the wedge is turned by rose, key and drag."""
    ana, gil = people.sit("ana"), people.sit("gil")
    expect(ana.find("#now .socket")).to_have_count(4)  # nobody obeys Vael, so there is no Specialty
    # The wedge, three ways; nothing is used up, and the other browser sees it turn.
    ana.press(ana.find("#facing > button"))
    ana.press(ana.find('#rose [data-way="s"]'))
    expect(gil.token("vael").locator(".f-s")).to_be_visible()
    ana.find("#view").focus()
    ana.page.keyboard.press("Shift+ArrowUp")
    expect(gil.token("vael").locator(".f-n")).to_be_visible()
    x, y = ana.point(3, 5)
    side = ana.point(4, 5)[0] - x
    ana.page.mouse.move(x, y - 0.45 * side)
    ana.page.mouse.down()
    ana.page.mouse.move(x + side, y, steps=4)
    ana.page.mouse.up()
    expect(gil.token("vael")).to_have_attribute("aria-label", "Vael, ally, 80 of 80 HP, D6, facing east, acting now")
    assert used(ana) == []
    # Movement: a click on a cell, and no more once something else was done.
    ana.click(5, 7)
    gil.until(lambda: gil.place("vael") == (5, 7))
    expect(ana.find("#now .socket.used")).to_have_attribute("data-socket", "Movement")
    set_faces(scene, 60, 8)
    ana.until(lambda: ana.place("vael") == (5, 7))
    ana.click(6, 6)
    gil.until(lambda: gil.place("vael") == (6, 6))
    ana.click(7, 6)
    expect(gil.find("#log")).to_contain_text("Vael, Short sword at Sentry: D100 60")
    expect(ana.find("#now .socket.used")).to_have_count(2)
    # Again: why not, and what is left; the second hand is not taken by a mistaken click.
    ana.click(7, 6)
    told(ana, "Mainhand is used. Unused: Offhand, Chat.")
    ana.click(2, 2)
    told(ana, "Movement is used. Unused: Offhand, Chat.")
    ana.press(ana.find("[data-socket=Mainhand]"))
    told(ana, "Mainhand: used. Left: Offhand, Chat.")
    # Offhand for something else in own words, with the check that the Guide answers; and Chat.
    ana.press(ana.action("Something else"))
    ana.find("#askdlg #ask-text").fill("kicks the sandbags down")
    ana.find("#askdlg #ask-part").select_option("offhand")
    ana.press(ana.find("#askdlg button.primary"))
    card = gil.find("#prompts .prompt[data-kind=improvise]")
    expect(card).to_contain_text("“kicks the sandbags down” – proposes Offhand")
    expect(card.locator("[data-field=part]")).to_have_value("offhand")
    card.locator("[data-field=check]").select_option("STR")
    card.locator("[data-field=difficulty]").fill("-20")
    set_faces(scene, 99)
    gil.press(card.locator("button.primary"))
    expect(card).to_have_count(0)
    line = ana.find("#log li.roll").filter(has_text="kicks the sandbags down (D100 with Strength): D100 99")
    ana.press(line.locator("summary"))
    expect(line).to_contain_text("the GM")
    ana.find("#talk-text").fill("Yield, and live.")
    ana.press(ana.find("#talk button").last)
    expect(gil.find("#log")).to_contain_text("Yield, and live.")
    expect(ana.find("#now .socket.used")).to_have_count(4)
    assert used(ana) == ["Movement", "Mainhand", "Offhand", "Chat"]
    expect(ana.find("#endturn .keeps")).to_have_text("everything is used")
    ana.end_turn()
    expect(gil.find("#head")).to_contain_text("Brenn")


@pytest.mark.rule("O-022", "O-023")
def test_the_same_on_a_phone(scene: Server, people: Table) -> None:
    """Ben's finger: the first tap shows, the second walks; a used part says so; the rose is tapped."""
    stage(scene.site, {"do": "until", "unit": "brenn"})
    ben = people.sit("ben", touch=True)
    expect(ben.find("#now h2")).to_contain_text("Brenn")
    ben.press(ben.find("#facing > button"))
    ben.press(ben.find('#rose [data-way="w"]'))
    expect(ben.token("brenn").locator(".f-w")).to_be_visible()
    ben.press(ben.find('[data-cam="act"]'))
    ben.steady()
    ben.tap(3, 4)
    expect(ben.find("#tip")).to_contain_text("D5")
    ben.tap(3, 4)
    ben.until(lambda: ben.place("brenn") == (3, 4))
    expect(ben.find("#now .socket.used")).to_have_attribute("data-socket", "Movement")
    ben.press(ben.find("[data-socket=Movement]"))
    told(ben, "Movement: used.")
    boxes = [each.bounding_box() for each in ben.find("#now .socket, #facing > button, #endturn .end").all()]
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes), boxes
