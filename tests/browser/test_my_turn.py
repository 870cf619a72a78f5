"""Telling me that it is my turn: banner, title, sound, notification; softer when I am next."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.demo import PLAYS, pass_to
from tests.browser.stage import stage

LISTEN = """
window.tones = []; window.notes = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...a) {
  window.tones.push(this.frequency.value); return start.apply(this, a); };
window.Notification = class { constructor(t) { window.notes.push(t); } close() {}
  static permission = 'granted'; static requestPermission() { return Promise.resolve('granted'); } };
"""


def first(table: Any, one: str, two: str) -> None:
    """A Round begins with these two, and the first is at turn. (Reordered rows stand only until the Round ends.)"""
    other = next(key for key in ("mara", "ilven") if key != one)
    away_and_back = ({"do": "until", "unit": other}, {"do": "until", "unit": one})
    numbers = {**dict.fromkeys(("mara", "gnash", "ilven", "guards"), 20), one: 60, two: 50}
    order = {"do": "rule", "set": {f"{key}.initiative": number for key, number in numbers.items()}}
    stage(table.server.site, order, *away_and_back, *away_and_back)


def test_my_turn_is_told_in_every_way_that_was_asked_for(table: Any) -> None:
    """Banner and title always; sound and notification for who switched them on, and a softer sound when next."""
    gil, ben = table.sit("gil"), table.sit("ben")
    pass_to(gil, "mara") if gil.opts()["turn"] == "gnash" else None
    ben.page.add_init_script(LISTEN)
    ben.changed = True
    ben.page.reload()
    ben.live()
    ben.press(ben.find('[data-dialog="help"]'))
    ben.press(ben.find("#on-sound"))
    ben.press(ben.find("#on-notify"))
    ben.page.keyboard.press("Escape")
    ben.page.evaluate("window.tones.length = 0")
    while gil.opts()["turn"] != "gnash":
        turn = gil.opts()["turn"]
        if ben.opts()["next"]:
            expect(ben.page).to_have_title(re.compile("You are next"))
            expect(ben.find("#head .soon")).to_have_text("You are next")
            assert len(ben.page.evaluate("window.tones")) <= 1
        gil.end_turn()
        gil.until(lambda turn=turn: gil.opts()["turn"] != turn)  # type: ignore[misc]
    expect(ben.find("#banner")).to_be_visible()
    expect(ben.find("#banner")).to_contain_text("Your turn: Gnash")
    expect(ben.page).to_have_title(re.compile("Your turn"))
    expect(ben.find("#say")).to_contain_text("Your turn: Gnash")
    ben.until(lambda: len(ben.page.evaluate("window.tones")) >= 2)
    assert ben.page.evaluate("window.notes") == []  # the page is in front
    expect(ben.find("#banner")).to_be_hidden()
    expect(gil.find("#head .waits")).to_contain_text("Gnash")
    # The switches are kept for this user.
    ben.page.reload()
    ben.live()
    assert ben.page.evaluate("document.getElementById('on-sound').checked")


def test_what_is_left_becomes_initiative_after_the_turn_too(table: Any) -> None:
    """Until the round ends the option stands in the panel (table.md 8)."""
    gil = table.sit("gil")
    unit = next(key for key, _ in gil.order()[:-1] if key in ("mara", "gnash", "ilven"))
    pass_to(gil, unit)
    gil.end_turn()
    gil.until(lambda: gil.opts()["turn"] != unit)
    seat = table.sit(PLAYS[unit])
    folded = seat.find("#options details.later:not([open])", has_text="Convert MA")
    for _ in range(folded.count()):  # another of the seat's units acts now
        seat.press(folded.locator("> summary").first)
    seat.press(seat.action("Convert MA to initiative"))
    seat.find("#ask-points").fill("1")
    seat.press(seat.find("#askdlg button.primary"))
    expect(gil.find("#log")).to_contain_text(f"{unit.capitalize()}: 1 MA for")
    assert seat.watch.sent[-1]["do"] == "convert"


def test_an_ended_turn_is_taken_back_until_another_acts(table: Any) -> None:
    """The button is there at once, and gone when somebody else has done something (table.md 8)."""
    unit = "mara"
    first(table, unit, "gnash")  # not somebody hidden: then nothing is taken back, as in the GM's pause (table.md 11)
    gil, seat = table.sit("gil"), table.sit("ana")
    seat.end_turn()
    gil.until(lambda: gil.opts()["turn"] != unit)
    # not the button of before, which only says why there is nothing to take back
    seat.press(seat.find("#back button:not(.off)"))
    gil.until(lambda: gil.opts()["turn"] == unit)
    expect(seat.find("#endturn button")).to_be_visible()
    seat.end_turn()
    gil.until(lambda: gil.opts()["turn"] != unit)
    gil.end_turn()
    expect(seat.find("#back button")).to_have_count(0)


def test_the_screen_stays_awake_in_a_mission(table: Any) -> None:
    """The page asks for it when it is opened and when somebody looks at it again (table.md 27)."""
    ben = table.sit("ben")
    ben.changed = True
    ben.page.add_init_script(
        "window.awake = []; Object.defineProperty(navigator, 'wakeLock', {value: {request: kind => {"
        " const lock = {kind, released: false}; window.awake.push(lock); return Promise.resolve(lock); }}});"
    )
    ben.page.reload()
    ben.live()
    ben.fit()
    ben.until(lambda: ben.page.evaluate("window.awake.length") == 1)
    assert ben.page.evaluate("window.awake[0].kind") == "screen"
    ben.page.evaluate("window.awake[0].released = true; document.dispatchEvent(new Event('visibilitychange'))")
    ben.until(lambda: ben.page.evaluate("window.awake.length") == 2)


def test_next_looks_past_those_who_are_down_or_have_acted(table: Any) -> None:
    gil, ana = table.sit("gil"), table.sit("ana")
    for _ in range(8):  # from wherever the other tests left the round
        waiting = [unit for unit, state in gil.order() if state in ("next", "waiting")]
        if len(waiting) >= 2:
            break
        turn = gil.opts()["turn"]
        gil.end_turn()
        gil.until(lambda turn=turn: gil.opts()["turn"] != turn)
    nearest = waiting[0]
    fallen = [b for b in gil.tokens() if b.split(".")[0] == nearest]
    for body in fallen:
        gil.menu(body, "knock_out")
    gil.until(lambda: dict(gil.order())[nearest] == "down")
    assert dict(gil.order())[waiting[1]] == "next"
    rows = dict(ana.order())
    ana.until(lambda: dict(ana.order()).get(waiting[1], "next") == "next")
    assert list(dict(ana.order()).values()).count("next") <= 1
    assert rows
    stage(table.server.site, *({"do": "rule", "revive": body} for body in fallen))


def test_a_second_unit_of_mine_in_a_row_is_told_too(table: Any) -> None:
    first(table, "ilven", "guards")
    cleo = table.sit("cleo")
    cleo.page.add_init_script(LISTEN)
    cleo.changed = True
    cleo.page.reload()
    cleo.live()
    cleo.press(cleo.find('[data-dialog="help"]'))
    cleo.press(cleo.find("#on-sound"))
    cleo.page.keyboard.press("Escape")
    cleo.page.evaluate("window.tones.length = 0")
    cleo.end_turn()
    expect(cleo.find("#banner")).to_be_visible()
    expect(cleo.find("#banner")).to_contain_text("Your turn: Town guards")
    cleo.until(lambda: len(cleo.page.evaluate("window.tones")) >= 2)
