"""A push changes nothing under somebody's hands, and a bad line is told, mended and made up for."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Table
from tests.browser.demo import Evening, pass_to, reachable, wait_for_same
from tests.browser.table import Seat
from tests.browser.test_looking import bring

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


def test_a_push_while_measuring(table: Any) -> None:
    """The distance stays to be read, also where the pointer showed a walk before."""
    evening = Evening(table, "gil", "ben")
    gil, ben = evening["gil"], evening["ben"]
    pass_to(gil, "gnash")
    ben.fit()
    ben.hover(*reachable(ben, "gnash"))
    ben.page.keyboard.press("m")
    x, y = ben.place("gnash")
    ben.hover(x + 4, y)
    expect(ben.find("#tip")).to_contain_text(" \u2192 ")
    shown = ben.find("#tip").inner_text()
    gil.chat("push while measuring")
    expect(ben.find("#log")).to_contain_text("push while measuring")
    assert ben.find("#tip").inner_text() == shown
    ben.page.keyboard.press("Escape")
    expect(ben.find("#tip")).not_to_have_class("on")


def test_a_push_while_scrolling(table: Any) -> None:
    """A hand that drags the map goes on dragging it from where it was."""
    evening = Evening(table, "gil", "ben")
    gil, ben = evening["gil"], evening["ben"]
    x, y = zoomed_in(ben)
    ben.page.mouse.down(button="left")
    ben.page.mouse.move(x + 60, y + 40, steps=3)
    ben.steady()
    before = ben.page.evaluate(PLACE)
    pushes(gil, ben, "panning")
    assert ben.page.evaluate(PLACE) == before
    ben.page.mouse.move(x + 80, y + 40, steps=2)
    ben.page.mouse.up()
    assert abs(ben.page.evaluate(PLACE)[0] - before[0] + 20) <= 1


def zoomed_in(seat: Seat) -> tuple[float, float]:
    """Some notches of the wheel at a point of the map; that point."""
    box = seat.find("#view").bounding_box()
    assert box
    x, y = box["x"] + 200, box["y"] + 250
    seat.page.mouse.move(x, y)
    for _ in range(3):
        seat.page.mouse.wheel(0, -120)
    return x, y


def test_a_push_while_zooming(table: Any) -> None:
    """Between two notches of the wheel, and the turn of somebody else, which does not move the map either."""
    evening = Evening(table, "gil", "ben")
    gil, ben = evening["gil"], evening["ben"]
    pass_to(gil, "mara")
    zoomed_in(ben)
    ben.steady()
    before = ben.page.evaluate(PLACE)
    pushes(gil, ben, "zooming")
    assert ben.page.evaluate(PLACE) == before
    ben.page.mouse.wheel(0, -120)
    ben.steady()
    zoomed = ben.page.evaluate(PLACE)
    assert zoomed[2] != before[2]
    gil.end_turn()
    ben.until(lambda: ben.opts()["turn"] != "mara")
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
    ben.until(lambda: ben.opts()["turn"] == "gnash")
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


# --- in the background -------------------------------------------------------------------------------


def sleep(seat: Seat) -> None:
    """The phone is put away: the page is hidden, then frozen as phones freeze pages; nothing of it runs."""
    seat.page.evaluate(HIDDEN, True)
    seat.context.new_cdp_session(seat.page).send("Page.setWebLifecycleState", {"state": "frozen"})


def wake(seat: Seat) -> None:
    seat.context.new_cdp_session(seat.page).send("Page.setWebLifecycleState", {"state": "active"})
    seat.page.evaluate(HIDDEN, False)


HIDDEN = """on => { Object.defineProperty(document, 'hidden', {configurable: true, get: () => on});
  document.dispatchEvent(new Event('visibilitychange')); }"""


class Asleep:
    """The GM's phone, put away while a line of chat was half typed."""

    def __init__(self, table: Table) -> None:
        self.phone: Seat = table.sit("gil", touch=True)
        self.phone.watch.expect("WebSocket connection to", "htmx:ws", "ERR_")
        self.phone.tab("log")
        self.phone.find("#chat-text").fill("I was about to")
        sleep(self.phone)
        self.since = time.monotonic()

    def comes_back(self, table: Table, seconds: float) -> None:
        """After so long away, and the line dead: within three seconds the view and the open question are there."""
        gil, ben = table.sit("gil"), table.sit("ben")
        pass_to(gil, "gnash")
        bring(gil, "goblins.1", "gnash")
        gil.menu("gnash", "ruled")
        ben.targets("Simple Attack: Claw").locator('[data-target="goblins.1"]').click()
        expect(gil.find("#prompts .prompt")).to_have_count(1)
        phone = self.phone
        phone.proxy.blackhole()
        ben.chat("said while the phone slept")
        while time.monotonic() - self.since < seconds:
            gil.page.wait_for_timeout(1000)
        phone.proxy.up()
        wake(phone)
        began = time.monotonic()
        expect(phone.find("#log")).to_contain_text("said while the phone slept", timeout=3_000)
        expect(phone.find('#prompts [data-kind="difficulty"]')).to_be_visible(timeout=3_000)
        assert time.monotonic() - began < 3
        phone.live()
        expect(phone.find("#chat-text")).to_have_value("I was about to")
        wait_for_same(phone)
        phone.press(phone.find("#prompts button.primary").first)
        expect(ben.find("#log li.roll").last).to_contain_text("Goblin 1")


@pytest.fixture(scope="module", autouse=True)
def asleep(server: Any, chromium: Any) -> Iterator[Asleep]:
    """It sleeps while all other tests of this file run."""
    with Table(server, chromium) as table:
        yield Asleep(table)


def test_back_from_the_background(asleep: Asleep, table: Any) -> None:
    asleep.comes_back(table, 30)


@pytest.mark.long
def test_back_after_ten_minutes(table: Any) -> None:
    Asleep(table).comes_back(table, 600)
