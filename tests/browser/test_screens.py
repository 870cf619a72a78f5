"""A screen for all: no panels, nothing to press, it follows whoever acts unless somebody touched the map."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.demo import pass_to
from tests.browser.table import Seat

TV = {"width": 1280, "height": 800}


def screen(table: Any, size: dict[str, int] = TV) -> Seat:
    seat: Seat = table.sit("sam", size=size)
    seat.page.goto(seat.page.url + "screen/")
    seat.live()
    return seat


def middle(seat: Seat, body: str) -> tuple[float, float]:
    """How far a token is from the middle of the map's frame."""
    frame = seat.find("#view").bounding_box()
    assert frame
    x, y = seat.point(*seat.place(body))
    return abs(x - frame["x"] - frame["width"] / 2), abs(y - frame["y"] - frame["height"] / 2)


def test_nothing_to_press_and_the_newest_words(table: Any) -> None:
    gil, tv = table.sit("gil"), screen(table)
    for css in ("#tabs", "#options", "#endbar", "#chat", "#prompts", "#top button"):
        expect(tv.find(css).first).to_be_hidden()
    gil.chat("The lamp goes out.", "narration:")
    expect(tv.find("#log li.narration").last).to_be_in_viewport()
    expect(tv.find("#turns")).to_be_visible()
    assert tv.find("#log > li:visible").count() <= 4


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)], ids=str)
def test_it_fits(table: Any, size: tuple[int, int]) -> None:
    tv = screen(table, {"width": size[0], "height": size[1]})
    assert tv.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    expect(tv.find("#view")).to_be_in_viewport()
    box = tv.find("#view").bounding_box()
    assert box
    assert box["height"] > size[1] * 0.5


def test_it_follows_the_action_unless_touched(table: Any) -> None:
    gil, tv = table.sit("gil"), screen(table)
    for _ in range(5):
        tv.press(tv.find('[data-cam="in"]'))
    tv.press(tv.find('[data-cam="act"]'))
    pass_to(gil, "gnash")
    frame = tv.find("#view").bounding_box()
    assert frame
    # In the middle, or as near to it as the map fills the screen.
    tv.until(lambda: middle(tv, "gnash")[0] < frame["width"] / 2 and middle(tv, "gnash")[1] < frame["height"] / 2)
    # A hand on the map: it stays where it was put.
    tv.page.mouse.move(frame["x"] + 300, frame["y"] + 200)
    tv.page.mouse.down()
    tv.page.mouse.move(frame["x"] + 100, frame["y"] + 60, steps=5)
    tv.page.mouse.up()
    there = tv.page.evaluate("[document.getElementById('view').scrollLeft, document.getElementById('view').scrollTop]")
    turn = gil.opts()["turn"]
    gil.end_turn()
    gil.until(lambda: gil.opts()["turn"] != turn)
    tv.page.wait_for_timeout(700)
    now = tv.page.evaluate("[document.getElementById('view').scrollLeft, document.getElementById('view').scrollTop]")
    assert [round(n) for n in now] == [round(n) for n in there]


def test_the_gms_button_opens_what_spectators_see(table: Any) -> None:
    """It stands where all look: no hidden unit is on it."""
    gil = table.sit("gil")
    gil.tab("gm")
    with gil.page.expect_popup() as popup:
        gil.press(gil.find('#tab-gm a[href="screen/"]'))
    tv = popup.value
    expect(tv.locator("body")).to_have_attribute("data-net", "live")
    expect(tv.locator('.tok[data-body="mara"]')).to_be_visible()
    expect(gil.find('.tok[data-body^="lurkers"]')).not_to_have_count(0)
    expect(tv.locator('.tok[data-body^="lurkers"]')).to_have_count(0)
    tv.close()


def test_a_players_screen_sends_nothing(table: Any) -> None:
    """Of any seat: it shows what the seat sees, and no click does anything."""
    gil, ana = table.sit("gil"), table.sit("ana")
    pass_to(gil, "mara")
    ana.page.goto(ana.page.url + "screen/")
    ana.live()
    x, y = ana.place("mara")
    before = len(ana.watch.sent)
    ana.click(x + 1, y + 1)
    ana.page.keyboard.press("e")
    ana.page.keyboard.press("e")
    ana.page.wait_for_timeout(400)
    assert len(ana.watch.sent) == before
    assert gil.opts()["turn"] == "mara"
