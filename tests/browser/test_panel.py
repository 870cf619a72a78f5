"""The Act panel and what stands around it: aims, prices, keys, hints, what is waited for, and the phone's bars."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.demo import PLAYS, pass_to
from tests.browser.table import Seat


def beside(gil: Seat, body: str, other: str) -> None:
    """The GM puts `other` on a cell beside `body`, by the menu of its token."""
    x, y = gil.place(body)
    taken = {gil.place(key) for key in gil.tokens()}
    steps = [(dx, dy) for dx in (1, 0, -1) for dy in (1, 0, -1)]
    free = next((x + dx, y + dy) for dx, dy in steps if (x + dx, y + dy) not in taken)
    gil.fit()
    gil.menu(other, "take")
    expect(gil.find("#hint")).to_contain_text("choose a cell")
    gil.click(*free)
    gil.until(lambda: gil.place(other) == free)
    expect(gil.find("#hint")).to_be_hidden()


def within(seat: Seat, control: Locator) -> bool:
    """Whether a control is whole inside the window, and nothing cuts its text."""
    box, size = control.bounding_box(), seat.page.viewport_size
    assert box is not None
    assert size is not None
    cut = control.evaluate("e => e.scrollWidth > e.clientWidth + 1")
    return not cut and box["x"] >= 0 and box["x"] + box["width"] <= size["width"] + 1 and box["y"] >= 0 \
        and box["y"] + box["height"] <= size["height"] + 1  # fmt: skip


def test_a_called_strike_says_first_where_then_at_whom(table: Any) -> None:
    gil, ben = table.sit("gil"), table.sit("ben")
    pass_to(gil, "gnash")
    beside(gil, "gnash", "goblins.1")
    ben.tab("act")
    option = ben.find("#options details[data-aims]").first
    option.locator(":scope > summary").hover()
    expect(option).to_have_attribute("title", re.compile("^Called Strike, "))  # what its rule says, once pointed at
    ben.press(option.locator(":scope > summary"))
    aims = ben.find("#aims")
    expect(aims).to_contain_text("Called Strike")
    top, targets = aims.bounding_box(), option.locator(".targets").bounding_box()
    assert top is not None
    assert targets is not None
    assert top["y"] < targets["y"]
    ben.press(aims.locator(".chip", has_text="weapon hand"))
    expect(aims.locator("input")).to_have_value("weapon hand")
    aims.locator("input").fill("the left knee")
    gil.chat("look out")  # an update comes in between
    expect(ben.find("#log")).to_contain_text("look out")
    expect(aims.locator("input")).to_have_value("the left knee")
    before = len(ben.watch.sent)
    ben.press(option.locator('[data-target="goblins.1"]'))
    ben.sent(before)
    assert ben.watch.sent[-1]["args"]["text"] == "the left knee"  # type: ignore[index]
    expect(gil.find("#log")).to_contain_text("the left knee")


def test_a_die_is_not_taken_back_and_the_page_says_so(table: Any) -> None:
    ben = table.sit("ben")
    ben.tab("act")
    off = ben.find("#back button")
    expect(off).to_have_attribute("aria-disabled", "true")
    box = off.bounding_box()
    assert box is not None
    ben.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(ben.find("#err")).to_contain_text("showed something")
    ben.page.keyboard.press("Control+z")
    expect(ben.find("#log li.undone")).to_have_count(0)


def test_words_are_priced_while_they_are_typed(table: Any) -> None:
    gil, cleo = table.sit("gil"), table.sit("cleo")
    pass_to(gil, "ilven")
    cleo.tab("act")
    words = cleo.find("#talk .words")
    expect(words).to_have_text("1 MA per 5 words")
    cleo.find("#talk-text").fill("one two three four five")
    expect(words).to_have_text("5 words: 1 MA")
    cleo.find("#talk-text").fill("one two three four five six")
    expect(words).to_have_text("6 words: 2 MA")
    cleo.find("#talk-text").fill("so " * 99)
    expect(words).to_contain_text("too many")
    cleo.find("#talk-text").fill("come here, quick")
    cleo.press(cleo.find("#talk button"))
    expect(cleo.find("#log")).to_contain_text("“come here, quick” (1 MA)")


def test_the_gm_changes_points_in_the_panel_of_who_acts(table: Any) -> None:
    gil = table.sit("gil")
    gil.tab("act")
    number = gil.find("#now .pips .num").first
    had = int(number.inner_text())
    gil.press(number)
    gil.page.keyboard.type("-1")
    gil.page.keyboard.press("Enter")
    expect(gil.find("#now .pips .num").first).to_have_text(str(had - 1))


def test_another_member_of_a_mob_shows_its_own_reach(table: Any) -> None:
    gil = table.sit("gil")
    pass_to(gil, "goblins")
    gil.fit()
    one, two = [key for key in gil.opts()["reach"] if key.startswith("goblins")][:2]
    outline = gil.find("#mine .near")
    gil.hover(*gil.place(one))
    gil.click(*gil.place(one))
    first = outline.get_attribute("d")
    assert first is not None
    gil.click(*gil.place(two))
    expect(outline).not_to_have_attribute("d", first)
    cell = next(tuple(c) for c in _cells(gil, two) if tuple(c) not in set(_cells(gil, one)) | set(gil_places(gil)))
    before = len(gil.watch.sent)
    gil.click(*cell)
    gil.sent(before)
    gil.until(lambda: gil.place(two) == cell)


def _cells(seat: Seat, body: str) -> list[tuple[int, int]]:
    flat = seat.opts()["reach"][body]["cells"]
    return [(flat[i], flat[i + 1]) for i in range(0, len(flat), 6)]


def gil_places(gil: Seat) -> list[tuple[int, int]]:
    return [gil.place(key) for key in gil.tokens()]


def test_the_end_settles_what_is_open(table: Any) -> None:
    gil = table.sit("gil")
    gil.tab("gm")
    gil.press(gil.find('[data-dialog="enddlg"]'))
    rows = gil.find("#enddlg .goalsleft select")
    expect(rows.first).to_be_visible()
    assert rows.count() == gil.find("#goals li.open").count()
    gil.press(gil.find('#enddlg button[value="cancel"]'))


def test_the_phone_cuts_nothing_of_the_bars(table: Any) -> None:
    gil, ana = table.sit("gil"), table.sit("ana", touch=True)
    pass_to(gil, "mara")
    ana.tab("act")
    for css in (".keeps", "#convert .text", "#convert output", "#endturn .end"):
        expect(ana.find(css)).to_be_visible()
        assert within(ana, ana.find(css)), css
    # Whose turn it is stands at the top; over the names of the columns it is not said again.
    expect(ana.find("#log > li").last).to_contain_text("Mara's turn")
    expect(ana.find("#lastline")).to_be_hidden()
    units = [unit for unit, _ in ana.order()]
    before, mine = next(
        (one, two) for one, two in pairwise(units) if PLAYS[two] not in ("gil", "ana") and PLAYS[one] != PLAYS[two]
    )
    pass_to(gil, before)
    other = table.sit(PLAYS[mine], touch=True)
    expect(other.find("#head .soon")).to_have_text("You are next")
    assert within(other, other.find("#head .waits"))
    expect(other.find("#lastline")).to_be_hidden()
    # Any other line, the newest, stands over the map and leads to the log.
    gil.chat("A horn sounds.")
    expect(other.find("#lastline")).to_contain_text("A horn sounds.")
    expect(ana.find("#lastline")).to_contain_text("A horn sounds.")
    other.press(other.find("#lastline"))
    expect(other.find("#tb-log")).to_have_attribute("aria-selected", "true")


def test_who_acts_is_whole_in_the_order_s_window(table: Any) -> None:
    gil, ana = table.sit("gil"), table.sit("ana", touch=True)
    pass_to(gil, "guards")
    row = ana.find("#turns .acting button")
    expect(row).to_be_visible()
    ana.until(lambda: within(ana, row))


def test_a_line_at_the_rim_opens_into_view(table: Any) -> None:
    ana = table.sit("ana")
    ana.chat("/roll 3d6 + 4 # the last line")
    line = ana.find("#log li.roll").last
    expect(line).to_contain_text("the last line")
    ana.press(line.locator("summary"))
    frame = ana.find("#logbox").bounding_box()
    assert frame is not None

    def in_view() -> bool:
        box = line.locator(".sum").last.bounding_box()
        return (
            box is not None and frame["y"] <= box["y"] and box["y"] + box["height"] <= frame["y"] + frame["height"] + 1
        )

    ana.until(in_view)
    mark, button = line.locator("summary").bounding_box(), ana.find("#filter").bounding_box()
    assert mark is not None
    assert button is not None
    assert mark["x"] + mark["width"] <= button["x"] + 1
