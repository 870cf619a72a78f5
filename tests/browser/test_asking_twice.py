"""Doubled, stale and refused commands: words for the one who asked, and no effect that was not meant."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.demo import SECRET, Evening, beside, pass_to, reachable
from tests.browser.stage import stage
from tests.browser.table import Seat


def ended(seat: Seat) -> int:
    return sum(order["do"] == "end_turn" for order in seat.watch.sent)


def act(gm: Seat) -> str:
    """The GM walks the active unit, so that End turn does not ask; its key."""
    gm.tab("act")
    gm.fit()
    unit = str(gm.opts()["turn"])
    body = next(iter(gm.opts()["reach"]))
    before = len(gm.watch.sent)
    gm.click(*reachable(gm, body))
    gm.sent(before)
    gm.until(lambda: gm.find("#endturn button[data-confirm]").count() == 0)
    return unit


def next_after(gm: Seat, unit: str) -> str:
    order = [row for row, state in gm.order() if state != "down"]
    return order[(order.index(unit) + 1) % len(order)]


@pytest.mark.live
def test_a_double_click_ends_one_turn(table: Any) -> None:
    """The GM may end anybody's turn, so a second click would find another End turn in the same place."""
    gil = table.sit("gil")
    pass_to(gil, "goblins")
    unit = act(gil)
    after = next_after(gil, unit)
    before = ended(gil)
    gil.find("#endturn button").dblclick()
    gil.until(lambda: gil.opts()["turn"] == after)
    gil.page.wait_for_timeout(700)
    assert ended(gil) == before + 1
    assert gil.opts()["turn"] == after


@pytest.mark.live
def test_what_is_to_be_pressed_again_hears_a_quick_hand(table: Any) -> None:
    """End turn with nothing done yet asks. The second of a double click is told so; a press after a moment is meant,
    although the browser still counts it as the second of one."""
    gil = table.sit("gil")
    pass_to(gil, "goblins")
    gil.tab("act")
    button = gil.find("#endturn button[data-confirm]")
    expect(button).to_be_visible()
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    before = ended(gil)

    def press(count: int) -> None:
        gil.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        gil.page.mouse.down(click_count=count)
        gil.page.mouse.up(click_count=count)

    press(1)
    press(2)
    expect(gil.find("#err")).to_contain_text("That was a double click.")
    expect(gil.find("#err")).to_contain_text("Press again to end the turn.")
    gil.page.wait_for_timeout(400)
    assert ended(gil) == before
    press(2)
    gil.until(lambda: ended(gil) == before + 1)
    gil.until(lambda: gil.opts()["turn"] != "goblins")
    press(3)  # whatever came into its place is not pressed by the same hand
    gil.page.wait_for_timeout(400)
    assert ended(gil) == before + 1


@pytest.mark.live
def test_a_double_click_does_one_thing(table: Any) -> None:
    """In a window that the first click closes, on a button whose offer comes back, and on somebody on the map."""
    foe = {"do": "rule", "set": {"goblins.1.hp": 60, "gnash.pa": 9, "gnash.ma": 9}}
    stage(table.server.site, {"do": "until", "unit": "gnash"}, {"do": "place", "body": "goblins.1", "at": [5, 4]}, foe)
    stage(table.server.site, {"do": "place", "body": "gnash", "at": [4, 4]})
    ben = table.sit("ben")
    ben.fit()
    ben.tab("act")

    def twice(x: float, y: float) -> list[str]:
        """As a hand does it: the answer to the first click is there before the second."""
        before = len(ben.watch.sent)
        ben.page.mouse.click(x, y)
        ben.page.wait_for_timeout(200)
        ben.page.mouse.down(click_count=2)
        ben.page.mouse.up(click_count=2)
        ben.page.wait_for_timeout(600)
        return [str(order["do"]) for order in ben.watch.sent[before:]]

    def middle(of: Any) -> tuple[float, float]:
        of.scroll_into_view_if_needed()
        box = of.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    dance = ben.action("Dance")
    assert twice(*middle(dance)) == ["act"]
    assert twice(*ben.point(5, 4)) == ["act"]
    ben.press(ben.action("Prepare an action"))
    dialog = ben.find("#askdlg")
    dialog.locator("#ask-action").select_option(label="Dance, 1 PA, 1 MA")
    do = dialog.get_by_role("button", name="Do it")
    assert twice(*middle(do)) == ["prepare"]
    assert ben.place("gnash") == (4, 4)


@pytest.mark.live
def test_what_a_window_holds_stays_when_it_is_refused(table: Any) -> None:
    """The window stays open over the answer, says the refusal, and sends what is mended in it; cut off, it waits."""
    stage(table.server.site, {"do": "until", "unit": "gnash"}, {"do": "rule", "set": {"gnash.pa": 9, "gnash.ma": 9}})
    ben = table.sit("ben")
    ben.watch.expect("status of 422")
    ben.tab("act")
    ben.press(ben.action("Prepare an action"))
    dialog = ben.find("#askdlg")
    wrong = dialog.locator(".hinders")
    do = dialog.get_by_role("button", name="Do it")
    dialog.locator("#ask-action").select_option(label="Dance, 1 PA, 1 MA")
    dialog.locator("#ask-when_kind").select_option("enters")
    before = len(ben.watch.sent)
    ben.press(do)
    expect(wrong).not_to_be_empty()
    assert [status for status, _ in ben.watch.refused] == [422]
    said = wrong.inner_text()
    assert said == ben.find("#err").inner_text(), said
    expect(dialog.locator("#ask-when_kind")).to_have_value("enters")
    dialog.locator("#ask-when_at").fill("F8")
    expect(wrong).to_be_empty()
    ben.press(do)
    expect(dialog).to_be_hidden()
    ben.sent(before)
    assert [order["do"] for order in ben.watch.sent[before:]] == ["prepare"]


@pytest.mark.live
def test_two_tabs_end_one_turn(table: Any) -> None:
    """Both show the same End turn; the second tab has not heard of the first when it is pressed."""
    gil = table.sit("gil")
    other = table.sit("gil")
    other.watch.expect("status of 409")
    pass_to(gil, "goblins")
    unit = act(gil)
    after = next_after(gil, unit)
    other.tab("act")
    other.until(lambda: other.board() == gil.board())
    before = ended(gil)
    other.proxy.mute()
    gil.press(gil.find("#endturn button"))
    gil.until(lambda: gil.opts()["turn"] == after)
    assert other.opts()["turn"] == unit
    other.press(other.find("#endturn button"))
    expect(other.find("#err")).not_to_be_empty()
    assert [status for status, _ in other.watch.refused] == [409]
    assert gil.opts()["turn"] == after
    assert ended(gil) + ended(other) == before + 1
    other.watch.expect("WebSocket connection to", "htmx:ws")
    other.proxy.up()
    other.until(lambda: other.board() == gil.board())


@pytest.mark.live
def test_a_stale_offer_gets_words_and_changes_nothing(table: Any) -> None:
    """Ben's page still shows a walk that the GM has made impossible meanwhile."""
    evening = Evening(table, "gil", "ben")
    gil, ben = evening["gil"], evening["ben"]
    ben.watch.expect("status of 409", "WebSocket connection to", "htmx:ws")
    pass_to(gil, "gnash")
    ben.until(lambda: "gnash" in ben.opts()["reach"])
    ben.fit()
    to = reachable(ben, "gnash")
    ben.proxy.mute()
    gil.fit()
    aside = beside(gil, "gnash")
    gil.page.keyboard.down("Shift")
    gil.drag(gil.place("gnash"), aside)
    gil.page.keyboard.up("Shift")
    gil.until(lambda: gil.place("gnash") == aside)
    was = gil.board()
    ben.click(*to)
    expect(ben.find("#err")).to_contain_text("Look again")
    assert [status for status, _ in ben.watch.refused] == [409]
    gil.page.wait_for_timeout(500)
    assert gil.board() == was
    ben.proxy.up()
    ben.until(lambda: ben.place("gnash") == aside)


def test_what_was_refused_stays_typed(table: Any) -> None:
    """Too many words, then too many lines: the text stays, with the reason."""
    evening = Evening(table, "gil", "cleo")
    gil, cleo = evening["gil"], evening["cleo"]
    cleo.watch.expect("status of 422", "status of 429")
    pass_to(gil, "ilven")
    cleo.tab("act")
    expect(cleo.find("#talk")).to_be_visible()
    speech = " ".join(["word"] * 120)
    cleo.find("#talk-text").fill(speech)
    cleo.press(cleo.find("#talk button").last)
    expect(cleo.find("#err")).to_contain_text("MA")
    expect(cleo.find("#talk-text")).to_have_value(speech)
    assert cleo.watch.refused[-1][0] == 422
    cleo.find("#goto-cell").fill("X18")
    cleo.page.keyboard.press("Enter")
    expect(cleo.find("#err")).to_contain_text("X18")
    expect(cleo.find("#goto-cell")).to_have_value("X18")
    for n in range(60):
        cleo.find("#chat-text").fill(f"quick line {n}")
        cleo.page.keyboard.press("Enter")
        cleo.page.wait_for_timeout(60)
        if cleo.watch.refused[-1][0] == 429:
            break
    assert cleo.watch.refused[-1][0] == 429
    expect(cleo.find("#err")).to_contain_text("second")
    expect(cleo.find("#chat-text")).not_to_have_value("")


@pytest.mark.live
def test_what_is_hidden_reaches_nobody_until_it_is_revealed(table: Any) -> None:
    """No byte of a page, a file or a frame names the hidden Mob, even while it is moved, hurt and acts."""
    evening = Evening(table, "gil", "ana", "ben", "cleo", "sam")
    gil = evening["gil"]
    others = [evening[name] for name in ("ana", "ben", "cleo", "sam")]
    gil.fit()
    at = beside(gil, "mara")
    gil.page.keyboard.down("Shift")
    gil.drag(gil.place("lurkers.1"), at)
    gil.page.keyboard.up("Shift")
    gil.until(lambda: gil.place("lurkers.1") == at)
    pass_to(gil, "lurkers")
    gil.end_turn()
    gil.menu("lurkers.1", "hp")
    gil.find("#set-value").fill("-3")
    gil.page.keyboard.press("Enter")
    expect(gil.find("#log")).to_contain_text("Lurker 1's HP 12")
    gil.chat("a line that all have read")
    for seat in others:
        expect(seat.find("#log")).to_contain_text("a line that all have read")
        seat.page.reload()
        seat.live()
        assert SECRET not in seat.proxy.since().lower(), seat.name
        assert seat.token("lurkers.1").count() == 0
    gil.menu("lurkers.1", "reveal")
    for seat in others:
        expect(seat.token("lurkers.1")).to_be_visible()
        expect(seat.token("lurkers.1")).to_have_attribute("aria-label", re.compile("Lurker 1"))
        assert SECRET in seat.proxy.since().lower()
        assert b"lurkers.2" not in seat.proxy.since().lower()
    gil.menu("lurkers.1", "hide")
    for seat in others:
        expect(seat.token("lurkers.1")).to_have_count(0)
