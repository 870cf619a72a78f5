"""Moving: the way, its price and the first cell that bars it before the drop; the walk as it was; taking back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Table
from tests.browser.demo import pass_to, reachable
from tests.browser.stage import stage
from tests.browser.table import Seat, cell_name

PLAYING = """body => document.querySelector(`.tok[data-body="${body}"]`).getAnimations()
  .map(one => [one.id, one.playState, one.effect.getKeyframes().length])"""


def cells(seat: Seat, body: str) -> list[list[int]]:
    flat = seat.opts()["reach"][body]["cells"]
    return [flat[i : i + 6] for i in range(0, len(flat), 6)]


@pytest.fixture(scope="module")
def open_table(server: Any, chromium: Any) -> Iterator[Table]:
    with Table(server, chromium) as table:
        gil = table.sit("gil")
        pass_to(gil, "mara")
        table.gil, table.ana, table.ben = gil, table.sit("ana"), table.sit("ben")  # type: ignore[attr-defined]
        for seat in (table.ana, table.ben, gil):  # type: ignore[attr-defined]
            seat.fit()
        yield table


def test_the_way_its_price_and_what_stays_before_anything_is_sent(open_table: Any) -> None:
    ana = open_table.ana
    far = max(cells(ana, "mara"), key=lambda c: (c[5], c[0]))
    before = len(ana.watch.sent)
    ana.hover(far[0], far[1])
    tip = ana.find("#tip")
    expect(tip).to_contain_text(f"{cell_name(far[0], far[1])} · {far[2]} PA")
    expect(tip).to_contain_text(f"{far[5]} Moves")
    expect(tip).to_contain_text("leaves")
    assert str(ana.find("#way").get_attribute("d")).count("L") >= far[5]
    assert len(ana.watch.sent) == before


def test_the_path_turns_red_at_the_first_cell_that_bars_it(open_table: Any) -> None:
    """While dragging too; Esc and the right button cancel it, and nothing was sent."""
    ana = open_table.ana
    before = len(ana.watch.sent)
    ana.drag(ana.place("mara"), (11, 5), drop=False)
    expect(ana.find("#step")).to_have_class("on bad")
    assert ana.find("#wrong").get_attribute("d")
    expect(ana.find("#tip")).to_have_class("on bad")
    expect(ana.find("#tip")).to_contain_text(re.compile(r"never seen|bars the way|cannot be entered|stands on"))
    ana.page.keyboard.press("Escape")
    ana.page.mouse.up()
    ana.drag(ana.place("mara"), reachable(ana, "mara"), drop=False)
    ana.page.mouse.down(button="right")
    ana.page.mouse.up(button="right")
    ana.page.mouse.up()
    assert len(ana.watch.sent) == before


def test_a_walk_of_several_legs_is_one_command_and_shown_along_its_way(open_table: Any) -> None:
    ana, ben = open_table.ana, open_table.ben
    start = ana.place("mara")
    far = next(c for c in sorted(cells(ana, "mara"), key=lambda c: -c[0]) if c[5] == 2)
    before = len(ana.watch.sent)
    ana.click(far[0], far[1])
    ana.sent(before)
    assert len(ana.watch.sent[-1]["args"]["legs"]) == 2  # type: ignore[index]
    for seat in (ben, ana):
        line = seat.find("#log li[data-paths]").last
        expect(line).to_contain_text("Mara moves to")
        path = json.loads(str(line.get_attribute("data-paths")))["mara"]
        assert path[0] == list(start)
        assert path[-1] == list(seat.place("mara"))
        assert all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1 for a, b in pairwise(path))


def test_a_walk_by_way_of_chosen_cells(open_table: Any) -> None:
    """Ctrl and a click, or Ctrl and Enter, say by where; Esc forgets it; the walk goes that way and costs as shown."""
    gil, ana = open_table.gil, open_table.ana
    gil.menu("mara", "refund")
    gil.find("#refunddlg .pools input").first.fill("6")
    gil.press(gil.find("#refunddlg button.primary"))
    ana.until(lambda: any(c[5] >= 3 for c in cells(ana, "mara")))
    ana.fit()
    ana.steady()
    x, y = ana.place("mara")
    free = {(c[0], c[1]): c for c in cells(ana, "mara") if c[5] == 1}
    end = next(at for at in ((x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y)) if at in free)
    corner = max(free, key=lambda at: (abs(at[0] - end[0]) + abs(at[1] - end[1]), at))
    before = len(ana.watch.sent)
    ana.hover(*end)
    plain = ana.find("#tip").inner_text()
    ana.page.keyboard.down("Control")
    ana.click(*corner)
    ana.page.keyboard.up("Control")
    expect(ana.find("#mine .via")).to_have_count(1)
    expect(ana.find("#say")).to_contain_text(f"By way of {cell_name(*corner)}")
    ana.page.keyboard.press("Escape")
    expect(ana.find("#mine .via")).to_have_count(0)
    # The same by keyboard: the cursor is where the mouse clicked.
    ana.find("#view").focus()
    ana.page.keyboard.press("Control+Enter")
    expect(ana.find("#mine .via")).to_have_count(1)
    ana.hover(*end)
    expect(ana.find("#tip")).to_contain_text(f"{cell_name(*end)} · ")
    assert ana.find("#tip").inner_text() != plain
    price = int(re.search(r"· (\d+) PA", ana.find("#tip").inner_text())[1])  # type: ignore[index]
    points = ana.find("#now .pips b").first.inner_text()
    assert len(ana.watch.sent) == before
    ana.click(*end)
    ana.until(lambda: ana.place("mara") == end)
    legs = ana.watch.sent[-1]["args"]["legs"]  # type: ignore[index]
    assert list(corner) in [cell for leg in legs for cell in leg]
    expect(ana.find("#mine .via")).to_have_count(0)
    expect(ana.find("#now .pips b").first).to_have_text(str(int(points) - price))


def test_the_animation_can_be_jumped(open_table: Any) -> None:
    """Another's token walks cell by cell; Esc puts it at its end at once."""
    ana, ben = open_table.ana, open_table.ben
    far = next(c for c in sorted(cells(ana, "mara"), key=lambda c: -c[2]) if c[5] <= 2)
    ben.page.evaluate(
        "window.lines = []; new MutationObserver(r => window.lines.push(r.length)).observe("
        "document.getElementById('log'), {childList: true})"
    )
    ana.click(far[0], far[1])
    ben.until(lambda: bool(ben.page.evaluate("window.lines.length")))
    playing = ben.page.evaluate(PLAYING, "mara")
    if playing:  # a slow machine may have come too late to see it
        assert playing[0][0] == "walk"
        assert playing[0][2] > 1
    ben.page.keyboard.press("Escape")
    assert not [one for one in ben.page.evaluate(PLAYING, "mara") if one[1] == "running"]


def test_no_animation_for_those_who_want_calm(open_table: Any) -> None:
    gil, cleo = open_table.gil, open_table.sit("cleo", reduced_motion="reduce")
    pass_to(gil, "gnash")
    ben = open_table.ben
    ben.until(lambda: ben.opts()["turn"] == "gnash")
    cleo.page.evaluate(
        "window.most = 0; new MutationObserver(() => { window.most = Math.max(window.most, "
        "document.getAnimations().length); }).observe(document.getElementById('log'), {childList: true})"
    )
    here = cleo.place("gnash")
    ben.click(*reachable(ben, "gnash"))
    cleo.until(lambda: cleo.place("gnash") != here)
    assert cleo.page.evaluate("window.most") == 0


def test_an_unfinished_move_goes_on_and_is_taken_back_by_ctrl_z(open_table: Any) -> None:
    """What showed nothing new comes back for nothing, points and place; on the way there the rest of a Move is free."""
    gil, ben = open_table.gil, open_table.ben
    pass_to(gil, "gnash")
    for _ in range(4):  # walking out shows new ground; the way back over it does not
        here, points = ben.place("gnash"), ben.find("#now").inner_text()
        around = [c for c in cells(ben, "gnash") if max(abs(c[0] - here[0]), abs(c[1] - here[1])) == 1]
        step = min(around, key=lambda c: (c[5], c[0], c[1]))
        before = len(ben.watch.sent)
        ben.click(step[0], step[1])
        ben.sent(before)
        ben.until(lambda step=step: ben.place("gnash") == (step[0], step[1]))  # type: ignore[misc]
        if step[5] == 0:
            assert ben.watch.sent[-1]["args"]["continue"] is True  # type: ignore[index]
        ben.page.wait_for_timeout(300)
        if ben.find("#back button[name=go]").count():
            break
    expect(ben.find("#back button[name=go]")).to_be_visible()
    ben.page.keyboard.press("Control+z")
    ben.until(lambda: ben.place("gnash") == here)
    expect(ben.find("#log li.undone").last).to_contain_text("Gnash moves to")
    expect(ben.find("#now")).to_have_text(points, use_inner_text=True)


def put(gil: Seat, body: str, at: tuple[int, int]) -> None:
    """The GM puts a body on a cell."""
    gil.fit()
    gil.steady()
    gil.page.keyboard.down("Shift")
    gil.drag(gil.place(body), at)
    gil.page.keyboard.up("Shift")
    gil.until(lambda: gil.place(body) == at)


def test_a_walk_stops_when_something_new_comes_into_sight(open_table: Any) -> None:
    """Round the corner of the mill a goblin comes into sight; the walk stops there, and its rest is still paid."""
    gil, ben = open_table.gil, open_table.ben
    pass_to(gil, "gnash")
    gil.menu("gnash", "refund")
    gil.find("#refunddlg .pools input").first.fill("6")
    gil.press(gil.find("#refunddlg button.primary"))
    put(gil, "goblins.5", (20, 6))
    put(gil, "gnash", (15, 15))
    ben.until(lambda: ben.place("gnash") == (15, 15))
    assert ben.token("goblins.5").count() == 0
    ben.fit()
    ben.steady()
    # Where the GM has put Gnash is shown before it is worked out how far he gets from there.
    ben.until(lambda: any(c[:2] == [18, 15] for c in cells(ben, "gnash")))
    ben.click(18, 15)
    ben.until(lambda: ben.place("gnash") == (17, 15))
    expect(ben.find("#log")).to_contain_text("Gnash stops: something new comes into sight")
    expect(ben.token("goblins.5")).to_be_visible()
    points = ben.find("#now .pips b").first.inner_text()
    x, y, *_ = next(c for c in cells(ben, "gnash") if c[5] == 0)
    ben.click(x, y)
    ben.until(lambda: ben.place("gnash") == (x, y))
    assert ben.watch.sent[-1]["args"]["continue"] is True  # type: ignore[index]
    expect(ben.find("#now .pips b").first).to_have_text(points)


def test_a_wished_cell_is_there_after_a_reload(first: Any) -> None:
    gil = first.sit("gil")
    gil.press(gil.find("#gmbox button").filter(has_text="Roll initiative"))
    expect(gil.find("#head .phase")).to_have_text("Placement")
    order = [unit for unit, _ in gil.order() if unit in ("mara", "gnash", "ilven")]
    player = {"mara": "ana", "gnash": "ben", "ilven": "cleo"}[order[-1]]
    seat = first.sit(player)
    seat.tab("act")
    name = seat.find("#options [data-do=wish] .nm").first.inner_text().removeprefix("Wish for a cell for ")
    seat.fit()
    before = len(seat.watch.sent)
    # The map alone is enough: whoever has no cell yet is who is meant.
    seat.hover(3, 7)
    expect(seat.find("#tip")).to_have_text(f"{name}: wish for D8")
    seat.click(3, 7)
    seat.sent(before)
    assert seat.watch.sent[-1]["do"] == "wish"
    expect(seat.find("#mine .wish")).to_have_count(1)
    seat.page.reload()
    seat.live()
    expect(seat.find("#mine .wish")).to_have_count(1)


def test_whom_another_put_on_the_map_is_no_longer_meant(first: Any) -> None:
    """A player is choosing a cell when the GM places that body: the map waits for nothing any more."""
    gil = first.sit("gil")
    if gil.find("#head .phase").inner_text() == "Initiative":  # run by itself
        gil.press(gil.find("#gmbox button").filter(has_text="Roll initiative"))
    expect(gil.find("#head .phase")).to_have_text("Placement")
    order = [unit for unit, _ in gil.order() if unit in ("mara", "gnash", "ilven")]
    seat = first.sit({"mara": "ana", "gnash": "ben", "ilven": "cleo"}[order[-1]])
    seat.tab("act")
    # Cleo plays the guards, too, who may stand first.
    seat.press(seat.find("#options [data-do=wish]").filter(has_text=order[-1].capitalize()).first)
    expect(seat.find("#hint")).to_contain_text("choose a cell")
    seat.fit()
    seat.hover(2, 6)  # where nobody wishes to stand
    expect(seat.find("#tip")).to_contain_text("wish for C7")
    stage(first.server.site, {"do": "place", "body": order[-1], "at": [2, 7]})
    seat.until(lambda: order[-1] in seat.tokens())
    expect(seat.find("#hint")).to_be_hidden()
    # Of the guards, who have no cell yet, it may speak.
    expect(seat.find(f"#tip.on:has-text('{order[-1].capitalize()}')")).to_have_count(0)


def test_the_gm_begins_although_somebody_has_no_cell(first: Any) -> None:
    """What is missing is said; a second press begins all the same (T-007)."""
    gil = first.sit("gil")
    if gil.find("#head .phase").inner_text() == "Initiative":
        gil.press(gil.find("#gmbox button").filter(has_text="Roll initiative"))
    expect(gil.find("#head .phase")).to_have_text("Placement")
    gil.tab("gm")
    expect(gil.find("#gmbox .blockers")).to_be_visible()
    start = gil.find("#gmbox button").filter(has_text="Start round 1")
    gil.press(start)
    expect(gil.find("#err")).to_contain_text("Press again")
    expect(gil.find("#head .phase")).to_have_text("Placement")
    gil.press(start)
    expect(gil.find("#head .phase")).to_contain_text("Round 1")
    assert gil.watch.sent[-1]["do"] == "start"
