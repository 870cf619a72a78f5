"""What a live page keeps, and what it survives: typed text, restarts, lost networks, tabs side by side."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Table
from tests.browser.demo import Evening, pass_to
from tests.browser.table import Seat
from tests.browser.test_looking import bring

KEPT = """() => {
  const view = document.getElementById('view'), box = document.getElementById('logbox');
  const field = document.activeElement;
  return {
    focus: field.id, value: field.value, start: field.selectionStart, end: field.selectionEnd,
    left: Math.round(view.scrollLeft), top: Math.round(view.scrollTop),
    scale: document.getElementById('board').style.transform, log: Math.round(box.scrollTop),
    open: [...document.querySelectorAll('details[open]')].map(d => d.id),
  };
}"""


def test_four_seats_in_four_tabs_of_one_browser(table: Any) -> None:
    """Seats live in addresses: one browser holds all of them at once, each in its tab."""
    context, proxy, watch = table.browser("everybody")
    seats = {}
    for name in ("gil", "ana", "ben", "cleo"):
        page = context.new_page()
        table.take(page, table.link(name))
        seats[name] = Seat(name, page, proxy, watch)
    for name, seat in seats.items():
        seat.live()
        expect(seat.find("body")).to_have_attribute("data-seat", table.key_of(name))
    seats["ana"].page.bring_to_front()
    seats["ana"].chat("from Ana's tab")
    seats["ben"].page.bring_to_front()
    seats["ben"].chat("from Ben's tab")
    for seat in seats.values():
        expect(seat.find("#log")).to_contain_text("Ana: from Ana's tab")
        expect(seat.find("#log")).to_contain_text("Ben: from Ben's tab")
    # A reload of each is still that seat.
    seats["cleo"].page.reload()
    seats["cleo"].live()
    assert seats["cleo"].key == table.key_of("cleo")
    assert seats["cleo"].tokens() != seats["gil"].tokens()


def test_an_update_takes_nothing_away(table: Any) -> None:
    """Ten pushes while somebody types: text, mark, focus, scroll, zoom and opened cards stay."""
    evening = Evening(table, "gil", "ana", "cleo")
    gil, ana, cleo = evening["gil"], evening["ana"], evening["cleo"]
    ana.tab("units")
    ana.find("#units details summary").first.click()
    ana.tab("log")
    for _ in range(3):
        ana.press(ana.find('[data-cam="in"]'))
    ana.page.wait_for_timeout(300)
    ana.find("#view").evaluate("v => v.scrollBy({left: 31, top: 17, behavior: 'instant'})")
    ana.find("#logbox").evaluate("b => { b.scrollTop = 5; }")
    ana.find("#chat-text").press_sequentially("I would say that we")
    for _ in range(3):
        ana.page.keyboard.press("Shift+ArrowLeft")
    before = ana.page.evaluate(KEPT)
    assert before["focus"] == "chat-text"
    assert before["scale"] != "scale(1)" or before["left"] or before["top"]
    for n in range(5):
        gil.chat(f"push {n} of the GM")
        cleo.chat(f"push {n} of Cleo")
    expect(ana.find("#log")).to_contain_text("push 4 of Cleo")
    after = ana.page.evaluate(KEPT)
    assert after == before
    expect(ana.find("#newer")).to_be_visible()
    ana.page.keyboard.press("End")
    ana.page.keyboard.type(" should go")
    ana.page.keyboard.press("Enter")
    expect(gil.find("#log")).to_contain_text("Ana: I would say that we should go")


@pytest.mark.live
def test_the_server_is_restarted_in_the_middle_of_a_round(table: Any) -> None:
    """Every page says so, catches up by itself, and goes on; typed text is still there."""
    evening = Evening(table, "gil", "ana", "ben", "cleo")
    gil, ben = evening["gil"], evening["ben"]
    pass_to(gil, "gnash")
    ben.tab("log")
    ben.find("#chat-text").fill("half a thought")
    for seat in evening:
        seat.watch.expect("WebSocket connection to", "htmx:ws", "ERR_CONNECTION")
    table.server.stop()
    for seat in evening:
        expect(seat.find("body")).to_have_attribute("data-net", "lost")
        expect(seat.find("#net")).to_contain_text("Reconnecting")
    ben.page.keyboard.press("Enter")
    expect(ben.find("#err")).to_contain_text("Not connected")
    expect(ben.find("#chat-text")).to_have_value("half a thought")
    table.server.start()
    for seat in evening:
        seat.live()
    gil.end_turn()
    evening.agree()
    ben.page.keyboard.press("Enter")
    expect(gil.find("#log")).to_contain_text("Ben: half a thought")
    evening.fresh_pages_agree()


@pytest.mark.live
def test_the_same_question_is_there_again(table: Any) -> None:
    """The line breaks while the GM types an answer: the card, the text and then the answer are the same ones."""
    evening = Evening(table, "gil", "ben")
    gil, ben = evening["gil"], evening["ben"]
    gil.watch.expect("WebSocket connection to", "htmx:ws", "ERR_")
    pass_to(gil, "gnash")
    bring(gil, "goblins.1", "gnash")
    gil.menu("gnash", "ruled")
    ben.targets("Simple Attack: Claw").locator('[data-target="goblins.1"]').click()
    card = gil.find('#prompts [data-kind="difficulty"]')
    field = card.locator("[data-field=value]")
    field.fill("7")
    gil.proxy.cut()
    expect(gil.find("body")).to_have_attribute("data-net", "lost")
    gil.press(card.locator("button.primary").first)
    expect(gil.find("#err")).to_contain_text("Not connected")
    gil.proxy.up()
    gil.live()
    expect(card).to_have_count(1)
    expect(field).to_have_value("7")
    gil.press(card.locator("button.primary").first)
    expect(card).to_have_count(0)
    expect(ben.find("#log li.roll").last).to_contain_text("Goblin 1")


@pytest.mark.live
def test_a_lost_network_is_told_and_made_up_for(table: Any) -> None:
    """A cut line, then one that swallows everything: told within 15 seconds, then the page is current again."""
    evening = Evening(table, "gil", "ana")
    gil, ana = evening["gil"], evening["ana"]
    ana.watch.expect("WebSocket connection to", "htmx:ws", "ERR_")
    ana.proxy.cut()
    expect(ana.find("body")).to_have_attribute("data-net", "lost")
    gil.chat("said while Ana was cut off")
    gil.end_turn()
    ana.proxy.up()
    ana.live()
    expect(ana.find("#log")).to_contain_text("said while Ana was cut off")
    evening.agree()
    ana.proxy.blackhole()
    expect(ana.find("body")).to_have_attribute("data-net", "lost", timeout=15_000)
    gil.chat("said into the hole")
    ana.proxy.up()
    ana.live()
    expect(ana.find("#log")).to_contain_text("said into the hole")
    evening.fresh_pages_agree()


def test_the_stream_opens_although_its_script_comes_late(server: Any, chromium: Any) -> None:
    """htmx must not begin before its extension is there, or the page waits for ever."""
    with Table(server, chromium) as table:
        ana = table.sit("ana")

        def late(route: Any) -> None:
            time.sleep(1.5)
            route.continue_()

        ana.page.context.route("**/hx-ws-*", late)
        ana.changed = True
        ana.page.reload()
        ana.live()
