"""A push changes nothing under somebody's hands, and a bad line is told, mended and made up for."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.demo import Evening, pass_to, reachable, wait_for_same
from tests.browser.table import Seat

PLACE = """() => { const v = document.getElementById('view');
  return [v.scrollLeft, v.scrollTop, document.getElementById('board').style.transform]; }"""


def pushes(gil: Seat, seat: Seat, what: str) -> None:
    """Words of the GM, and a body that stands elsewhere: both reach the page."""
    gil.chat(f"push while {what}")
    gil.fit()
    at, to = (
        gil.place("guards.3"),
        next((x, y) for y in range(4, 8) for x in range(5) if (x, y) not in {gil.place(b) for b in gil.tokens()}),
    )
    gil.page.keyboard.down("Shift")
    gil.drag(at, to)
    gil.page.keyboard.up("Shift")
    seat.until(lambda: seat.place("guards.3") == to)
    expect(seat.find("#log")).to_contain_text(f"push while {what}")


def test_a_push_while_typing(table: Any) -> None:
    evening = Evening(table, "gil", "ben")
    gil, ben = evening["gil"], evening["ben"]
    pass_to(gil, "gnash")
    ben.fill("#goto-cell", "f")
    pushes(gil, ben, "typing")
    ben.page.keyboard.type("8")
    expect(ben.find("#goto-cell")).to_have_value("f8")
    ben.fill("#talk-text", "half a ")
    pushes(gil, ben, "talking")
    ben.page.keyboard.type("sentence")
    expect(ben.find("#talk-text")).to_have_value("half a sentence")


def test_a_push_while_dragging(table: Any) -> None:
    """The ghost, the way and the words stay, and the drop does what was shown."""
    evening = Evening(table, "gil", "ben")
    gil, ben = evening["gil"], evening["ben"]
    pass_to(gil, "gnash")
    ben.fit()
    to = reachable(ben, "gnash")
    ben.drag(ben.place("gnash"), to, drop=False)
    shown = ben.find("#tip").inner_text()
    before = ben.page.evaluate(PLACE)
    gil.chat("push while dragging")
    expect(ben.find("#log")).to_contain_text("push while dragging")
    assert ben.find("#tip").inner_text() == shown
    assert ben.find("#way").get_attribute("d")
    assert "dragging" in str(ben.find("#board").get_attribute("class"))
    assert ben.page.evaluate(PLACE) == before
    ben.page.mouse.up()
    ben.until(lambda: ben.place("gnash") == to)


def test_a_push_while_scrolling_and_zooming(table: Any) -> None:
    evening = Evening(table, "gil", "ben")
    gil, ben = evening["gil"], evening["ben"]
    box = ben.find("#view").bounding_box()
    x, y = box["x"] + 200, box["y"] + 250
    ben.page.mouse.move(x, y)
    for _ in range(3):
        ben.page.mouse.wheel(0, -120)
    ben.page.mouse.down(button="left")
    ben.page.mouse.move(x + 60, y + 40, steps=3)
    ben.page.wait_for_timeout(400)
    before = ben.page.evaluate(PLACE)
    pushes(gil, ben, "panning")
    assert ben.page.evaluate(PLACE) == before
    ben.page.mouse.move(x + 80, y + 40, steps=2)
    ben.page.mouse.up()
    assert abs(ben.page.evaluate(PLACE)[0] - before[0] + 20) <= 1
    ben.page.mouse.wheel(0, -120)
    ben.page.wait_for_timeout(400)
    zoomed = ben.page.evaluate(PLACE)
    assert zoomed[2] != before[2]
    turn = gil.opts()["turn"]
    gil.end_turn()  # also the turn of somebody else does not move the map
    ben.until(lambda: ben.opts()["turn"] != turn)
    if not ben.opts()["mine"]:
        assert ben.page.evaluate(PLACE) == zoomed


def test_a_push_while_a_menu_is_open(table: Any) -> None:
    """The log's filter, the list of targets and the help stay open, the focus where it was."""
    evening = Evening(table, "gil", "ben")
    gil, ben = evening["gil"], evening["ben"]
    ben.press(ben.find("#filter"))
    ben.find('#logfilter [value="talk"]').focus()
    gil.chat("push while the filter is open")
    expect(ben.find("#log")).to_contain_text("push while the filter is open")
    expect(ben.find("#logfilter")).to_be_visible()
    assert ben.page.evaluate("document.activeElement.value") == "talk"
    ben.page.keyboard.press("Escape")
    ben.press(ben.find('[data-dialog="help"]'))
    gil.chat("push while the help is open")
    expect(ben.find("#log")).to_contain_text("push while the help is open")
    expect(ben.find("#help")).to_be_visible()
    ben.page.keyboard.press("Escape")
    ben.tab("units")
    ben.press(ben.find("#units .unit > summary").first)
    gil.chat("push while a card is open")
    expect(ben.find("#log")).to_contain_text("push while a card is open")
    expect(ben.find("#units .unit[open]")).to_have_count(1)


def test_a_slow_line_sends_one_command(table: Any) -> None:
    """Two seconds late, a double press is still one, and the page is what a fresh one is."""
    evening = Evening(table, "gil", "ben")
    gil, ben = evening["gil"], evening["ben"]
    pass_to(gil, "gnash")
    ben.fit()
    ben.proxy.slow(1.0)
    to = reachable(ben, "gnash")
    before = len(ben.watch.sent)
    ben.click(*to)
    ben.click(*to)
    ben.sent(before)
    gil.until(lambda: gil.place("gnash") == to)
    ben.until(lambda: ben.place("gnash") == to)
    ben.page.wait_for_timeout(2500)
    ben.proxy.slow(0)
    assert len(ben.watch.sent) == before + 1
    ben.live()
    wait_for_same(ben)


def test_back_from_the_background(table: Any) -> None:
    """The line died while nobody looked: within three seconds of a look the view and the open question are there."""
    evening = Evening(table, "gil", "ben")
    gil, ben = evening["gil"], evening["ben"]
    ben.watch.expect("WebSocket connection to", "htmx:ws", "ERR_")
    ben.tab("log")
    ben.find("#chat-text").fill("I was about to")
    hide = "on => { Object.defineProperty(document, 'hidden', {configurable: true, get: () => on});"
    hide += " document.dispatchEvent(new Event('visibilitychange')); }"
    ben.page.evaluate(hide, True)
    ben.page.wait_for_timeout(9000)
    ben.proxy.blackhole()
    gil.chat("said while Ben's phone slept")
    gil.page.wait_for_timeout(2000)
    ben.proxy.up()
    ben.page.evaluate(hide, False)
    expect(ben.find("#log")).to_contain_text("said while Ben's phone slept", timeout=3_000)
    ben.live()
    expect(ben.find("#chat-text")).to_have_value("I was about to")
    wait_for_same(ben)
