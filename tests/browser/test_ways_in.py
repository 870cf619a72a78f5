"""Keyboard alone, touch, small screens, and what a screen reader is told."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.demo import Evening, beside, pass_to, reachable
from tests.browser.table import Seat, cell_name

# --- the keyboard alone ------------------------------------------------------------------------------


def walk_cursor(seat: Seat, to: tuple[int, int]) -> None:
    """From where the cursor is (C puts it on the acting unit) to a cell, by arrows."""
    keys = seat.page.keyboard
    keys.press("c")
    x, y = seat.place(next(iter(seat.opts()["reach"])))
    for _ in range(abs(to[0] - x)):
        keys.press("ArrowRight" if to[0] > x else "ArrowLeft")
    for _ in range(abs(to[1] - y)):
        keys.press("ArrowDown" if to[1] > y else "ArrowUp")


def test_a_whole_turn_by_keyboard(table: Any) -> None:
    """Ben finds the map by Tab, walks, attacks, talks and ends his turn, and is told each thing."""
    evening = Evening(table, "gil", "ben")
    gil, ben = evening["gil"], evening["ben"]
    pass_to(gil, "gnash")
    gil.fit()
    at = beside(gil, "gnash")
    gil.page.keyboard.down("Shift")
    gil.drag(gil.place("goblins.2"), at)
    gil.page.keyboard.up("Shift")
    expect(ben.token("goblins.2")).to_be_visible()

    keys, say = ben.page.keyboard, ben.find("#say")
    ben.page.evaluate("document.activeElement.blur()")
    for _ in range(30):
        keys.press("Tab")
        if ben.page.evaluate("document.activeElement.id") == "view":
            break
    assert ben.page.evaluate("document.activeElement.id") == "view"
    # A walk: every step of the cursor is spoken.
    to = reachable(ben, "gnash", west=True)
    walk_cursor(ben, to)
    expect(say).to_contain_text(cell_name(*to))
    expect(say).to_contain_text("reachable")
    keys.press("Enter")
    expect(ben.token("gnash")).to_have_class(re.compile(rf"\bx{to[0]} y{to[1]}\b"))
    expect(gil.token("gnash")).to_have_class(re.compile(rf"\bx{to[0]} y{to[1]}\b"))
    keys.press("w")
    expect(say).to_contain_text("PA")
    keys.press("l")
    expect(say).to_contain_text("Gnash moves")
    # Back beside the goblin if need be, by the typed cell.
    if max(abs(to[0] - at[0]), abs(to[1] - at[1])) > 1:
        keys.press("g")
        expect(ben.find("#goto-cell")).to_be_focused()
        spot = next(
            (x, y)
            for x in range(at[0] - 1, at[0] + 2)
            for y in range(at[1] - 1, at[1] + 2)
            if [x, y] in cells_of(ben, "gnash")
        )
        keys.type(cell_name(*spot))
        keys.press("Enter")
        expect(ben.token("gnash")).to_have_class(re.compile(rf"\bx{spot[0]} y{spot[1]}\b"))
        ben.find("#view").focus()
    # The next enemy, and what can be done to it.
    before = len(ben.watch.sent)
    keys.press("t")
    expect(say).to_contain_text("Goblin 2")
    expect(say).to_contain_text("%")
    keys.press("Enter")
    ben.sent(before)
    assert ben.watch.sent[-1]["do"] == "act"
    expect(ben.find("#log li.roll").last).to_contain_text("Goblin 2")
    # Talk by its digit.
    digit = ben.find('#options [data-do="talk"]').get_attribute("data-key")
    ben.find("#view").focus()
    keys.press(str(digit))
    expect(ben.find("#talk-text")).to_be_focused()
    keys.type("stand back")
    keys.press("Enter")
    expect(gil.find("#log")).to_contain_text("Gnash says: “stand back”")
    ben.find("#view").focus()
    keys.press("e")
    gil.until(lambda: gil.opts()["turn"] != "gnash")
    expect(ben.find("#endturn button")).to_have_count(0)


def cells_of(seat: Seat, body: str) -> list[list[int]]:
    flat = seat.opts()["reach"][body]["cells"]
    return [flat[i : i + 2] for i in range(0, len(flat), 6)]


# --- touch -------------------------------------------------------------------------------------------


def test_the_first_tap_shows_and_the_second_does(table: Any) -> None:
    gil = table.sit("gil")
    pass_to(gil, "mara")
    ana = table.sit("ana", touch=True)
    ana.press(ana.find('[data-cam="act"]'))
    ana.page.wait_for_timeout(600)
    start = ana.place("mara")
    to = reachable(ana, "mara")
    before = len(ana.watch.sent)
    ana.tap(*to)
    expect(ana.find("#tip")).to_contain_text(cell_name(*to))
    for told in ("#say", "#tip"):
        expect(ana.find(told)).to_contain_text("Tap again to do it")
    assert len(ana.watch.sent) == before
    assert ana.place("mara") == start
    ana.tap(*to)
    ana.sent(before)
    expect(gil.token("mara")).to_have_class(re.compile(rf"\bx{to[0]} y{to[1]}\b"))
    ana.chat("typed on a phone")
    expect(gil.find("#log")).to_contain_text("typed on a phone")
    ana.end_turn()
    gil.until(lambda: gil.opts()["turn"] != "mara")


SIZES = [(390, 844), (390, 460), (844, 390)]


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_small_screens_reach_everything(table: Any, size: tuple[int, int]) -> None:
    """Nothing is wider than the screen; map, tabs and End turn are there without scrolling; fields are 16 px."""
    gil = table.sit("gil")
    pass_to(gil, "gnash")
    assert gil.fits_clear()
    ben = table.sit("ben", touch=True, size={"width": size[0], "height": size[1]})
    expect(ben.find("#head")).to_contain_text("Gnash")
    assert ben.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert ben.page.evaluate("document.documentElement.scrollHeight") <= size[1] + 1
    ben.tab("act")
    for css in ("#endturn button", "#tb-act", "#tb-units", "#tb-goals", "#tb-log", "#head .waits", "#net"):
        assert on_top(ben, css), css
    assert ben.find("#view").bounding_box()["height"] >= 100  # type: ignore[index]
    for css in ("#options .opt:visible >> nth=-1", "#talk-text"):
        ben.find(css).scroll_into_view_if_needed()
        assert on_top(ben, css), css
    for name, css in (("units", "#units .unit >> nth=0"), ("goals", "#goals"), ("log", "#chat-text")):
        ben.tab(name)
        expect(ben.find(css)).to_be_visible()
    assert on_top(ben, "#chat button")
    sizes = ben.page.evaluate(
        "[...document.querySelectorAll('input:not([type=hidden]):not([type=checkbox]), textarea, select')]"
        ".map(e => [e.id || e.name, parseFloat(getComputedStyle(e).fontSize)])"
    )
    assert [name for name, px in sizes if px < 16] == []
    small = ben.page.evaluate(
        "[...document.querySelectorAll('#side button, #cam button, #top button, #tabs button')]"
        ".filter(e => e.checkVisibility() && e.getBoundingClientRect().height > 0)"
        ".map(e => [e.textContent.trim().slice(0, 20) || e.ariaLabel, Math.round(e.getBoundingClientRect().height)])"
    )
    assert [row for row in small if row[1] < 40] == []
    if size == SIZES[0]:
        tabs_of_a_gm_do_not_touch(table.sit("gil", touch=True))
        opens_a_keyboard(ben)
    assert ben.fits_clear()


def opens_a_keyboard(seat: Seat) -> None:
    """Who acts stays in sight above a panel of 46 % at most, and no name of an action is cut short."""
    seat.tab("act")
    seat.press(seat.find('[data-cam="act"]'))
    seat.steady()
    seat.page.set_viewport_size({"width": 390, "height": 460})
    seat.steady()
    assert seat.find("#side").bounding_box()["height"] <= 0.46 * 460 + 1  # type: ignore[index]
    assert on_top(seat, ".tok.act")
    cut = (
        "[...document.querySelectorAll('#options .nm')].map(e => [e.textContent, e.getBoundingClientRect(),"
        " e.closest('button, summary').getBoundingClientRect()]).filter(([, name, box]) => name.right > box.right"
        " || name.bottom > box.bottom).map(([text]) => text)"
    )
    assert seat.page.evaluate(cut) == []


def tabs_of_a_gm_do_not_touch(seat: Seat) -> None:
    words = seat.page.evaluate(
        "[...document.querySelectorAll('#tabs button')].map(b => { const r = document.createRange();"
        " r.selectNodeContents(b); const q = r.getBoundingClientRect(), f = b.getBoundingClientRect();"
        " return [q.left, q.right, f.width, f.height]; })"
    )
    assert len(words) == 6
    assert all(width >= 44 and height >= 44 for _l, _r, width, height in words)
    assert all(after[0] - before[1] >= 8 for before, after in itertools.pairwise(words))


def on_top(seat: Seat, css: str) -> bool:
    """The middle of an element is in the window and nothing covers it."""
    return bool(
        seat.find(css).first.evaluate(
            """e => {
              const b = e.getBoundingClientRect(), x = b.left + b.width / 2, y = b.top + b.height / 2;
              if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
              const top = document.elementFromPoint(x, y);
              return Boolean(top) && (e.contains(top) || top.contains(e));
            }"""
        )
    )


def test_gm_rules_by_long_press_on_a_phone(table: Any) -> None:
    """The token menu opens by touch alone, and everything in the GM's tab is there."""
    gil = table.sit("gil", touch=True)
    gil.press(gil.find('[data-focus="gnash"]').first)
    gil.page.wait_for_timeout(600)
    x, y = gil.point(*gil.place("gnash"))
    session = gil.context.new_cdp_session(gil.page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    gil.page.wait_for_timeout(700)
    expect(gil.find("#menu")).to_be_visible()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(gil.find("#menu")).to_be_visible()
    gil.press(gil.find('#menu [data-rule="lay"]'))
    expect(gil.find("#laydlg")).to_be_visible()
    gil.press(gil.find("#laydlg [value=cancel]"))
    # By key it closes again, and by a touch beside it.
    gil.tab("units")
    gil.open_unit("gnash")
    gil.press(gil.find('[data-menu="gnash"]'))
    expect(gil.find("#menu")).to_be_visible()
    gil.page.keyboard.press("Escape")
    expect(gil.find("#menu")).to_be_hidden()
    gil.press(gil.find('[data-menu="gnash"]'))
    gil.page.touchscreen.tap(4, 300)
    expect(gil.find("#menu")).to_be_hidden()
    gil.tab("gm")
    expect(gil.find("#gmbox button").filter(has_text="Pause")).to_be_visible()
    gil.find("[data-dialog=enddlg]").scroll_into_view_if_needed()
    assert on_top(gil, "[data-dialog=enddlg]")


# --- names and voices --------------------------------------------------------------------------------


def test_everything_has_a_name(table: Any) -> None:
    """By role and name, as a screen reader finds it."""
    evening = Evening(table, "gil", "ben")
    gil, ben = evening["gil"], evening["ben"]
    pass_to(gil, "gnash")
    page = ben.page
    expect(ben.token("gnash")).to_have_attribute("aria-label", re.compile(r"Gnash.*24 of 24 HP.*acting", re.DOTALL))
    assert page.get_by_role("navigation", name="Turn order").get_by_role("button", name=re.compile("Gnash")).count()
    expect(page.get_by_role("application")).to_have_attribute("aria-label", re.compile(r"24 by 18 cells"))
    for name in ("Table chat", "To cell", "Say"):
        expect(page.get_by_role("textbox", name=name, exact=True)).to_have_count(1)
    expect(page.get_by_role("log", name="Mission log")).to_have_count(1)
    for name in ("Zoom in", "Zoom out", "Whole map", "To the acting unit", "Keys, sound and help"):
        expect(page.get_by_role("button", name=name)).to_have_count(1)
    expect(page.get_by_role("button", name=re.compile("End turn"))).to_be_visible()
    for seat in evening:
        nameless = seat.page.evaluate(
            """() => [...document.querySelectorAll('button, input:not([type=hidden]), select, textarea, summary, a')]
              .filter(e => !e.hidden && !(e.ariaLabel || e.textContent.trim() || e.title || e.labels?.length
                || e.getAttribute('aria-labelledby')))
              .map(e => e.outerHTML.slice(0, 120))"""
        )
        assert nameless == [], seat.name
        double = seat.page.evaluate(
            "() => { const ids = [...document.querySelectorAll('[id]')].map(e => e.id);"
            " return ids.filter((id, i) => ids.indexOf(id) !== i); }"
        )
        assert double == [], seat.name


def test_the_live_region_tells_what_changed(table: Any) -> None:
    evening = Evening(table, "gil", "ana")
    gil, ana = evening["gil"], evening["ana"]
    expect(ana.find("#say")).to_have_attribute("aria-live", "polite")
    gil.chat("the bells are ringing")
    expect(ana.find("#say")).to_contain_text("the bells are ringing")
    pass_to(gil, "mara")
    expect(ana.find("#say")).to_contain_text("Your turn: Mara")


def test_a_page_without_script_can_still_act(table: Any) -> None:
    """Buttons are forms: a turn can be ended and words said where no script runs."""
    gil = table.sit("gil")
    table.sit("cleo")
    pass_to(gil, "ilven")
    context, _, watch = table.browser(
        "cleo without script", java_script_enabled=False, storage_state=table.cookies["cleo"][0]
    )
    watch.expect("status of 422")
    page = context.new_page()
    page.goto(table.cookies["cleo"][1])
    page.locator("#chat-text").fill("written without script")
    page.locator("#chat button").click()
    expect(gil.find("#log")).to_contain_text("written without script")
    page.locator("#endturn button").click()
    gil.until(lambda: gil.opts()["turn"] != "ilven")
