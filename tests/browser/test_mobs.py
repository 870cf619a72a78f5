"""A Mob of twelve: placed in three presses, moved in two, attacking in two (T-015, T-049; table.md 14)."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.table import Seat

CLEAR = (19, 3)
"""A cell in the open, east of the mill."""


def places(gil: Seat, unit: str) -> dict[str, tuple[int, int]]:
    bodies = gil.opts()["several"][unit]
    return {body: gil.place(body) for body in bodies}


def add_twelve(gil: Seat) -> str:
    """Cell menu, how many, add: a block of twelve; the key of the new Mob."""
    before = set(gil.opts()["several"])
    gil.fit()
    gil.click(*CLEAR, button="right")
    gil.press(gil.find('#menu [data-rule="addhere"]'))
    gil.find("#add-what").select_option("template:goblins")
    gil.find("#add-count").fill("12")
    gil.press(gil.find("#adddlg button.primary"))
    gil.until(lambda: len(gil.opts()["several"]) > len(before))
    gil.idle()
    return str((set(gil.opts()["several"]) - before).pop())


def to_its_turn(gil: Seat, unit: str) -> None:
    """Who joins enters with the next round (T-027): the GM ends turns until then."""
    for _ in range(16):
        turn = gil.opts()["turn"]
        if turn == unit:
            return
        gil.idle()
        gil.end_turn()
        gil.until(lambda turn=turn: gil.opts()["turn"] != turn)  # type: ignore[misc]
    raise AssertionError(f"{unit} never got its turn")


def test_twelve_are_placed_moved_and_attack(table: Any) -> None:
    gil = table.sit("gil")
    unit = add_twelve(gil)
    assert len(places(gil, unit)) == 12
    to_its_turn(gil, unit)
    # Two presses: what, and where. The way of each is shown before.
    before = places(gil, unit)
    gil.tab("act")
    gil.press(gil.action("All advance on").locator("button"))
    gil.hover(CLEAR[0], CLEAR[1] + 6)
    expect(gil.find("#march")).to_have_attribute("d", re.compile("M.*L"))
    sent = len(gil.watch.sent)
    gil.click(CLEAR[0], CLEAR[1] + 6)
    gil.sent(sent)
    gil.until(lambda: places(gil, unit) != before)
    walked = gil.watch.sent[-1]["args"]["paths"]  # type: ignore[index]
    assert len(walked) >= 8
    assert len(gil.watch.sent) == sent + 1
    # One is dragged, the rest follow as ghosts; one ghost is changed; then all go at once.
    gil.fit()
    now = places(gil, unit)
    lead = max(now, key=lambda body: (now[body][1], body))
    x, y = now[lead]
    cells = gil.opts()["reach"][lead]["cells"]
    rows = [cells[i : i + 6] for i in range(0, len(cells), 6)]
    to = max((r for r in rows if r[5] == 1), key=lambda r: r[1])[:2]
    gil.drag((x, y), (to[0], to[1]))
    expect(gil.find("#marchbar")).to_contain_text("go towards")
    expect(gil.find("#marchends")).to_have_attribute("d", re.compile("M"))
    sent = len(gil.watch.sent)
    gil.press(gil.find("#marchbar [data-march=go]"))
    gil.sent(sent)
    gil.until(lambda: gil.place(lead) == (to[0], to[1]))
    # They attack: two heroes beside them, one press on the spread, one to send it.
    at = places(gil, unit)
    taken = {gil.place(b) for b in gil.tokens()}
    near = {
        (x, y): sum(max(abs(x - a), abs(y - b)) == 1 for a, b in at.values())
        for x in range(15, 24)
        for y in range(18)
        if (x, y) not in taken
    }
    free = sorted(near, key=lambda cell: (-near[cell], cell))
    for hero, cell in (("mara", free[0]), ("gnash", free[1])):
        gil.page.keyboard.down("Shift")
        gil.drag(gil.place(hero), cell)
        gil.page.keyboard.up("Shift")
        gil.until(lambda hero=hero, cell=cell: gil.place(hero) == cell)  # type: ignore[misc]
    gil.menu(lead, "refund")  # two Moves of three PA leave too few for a blow
    gil.find("#refunddlg .pools input").first.fill("2")
    gil.press(gil.find("#refunddlg button.primary"))
    gil.tab("act")
    gil.press(gil.action(", spread").locator("button"))
    expect(gil.find("#askdlg select").first).to_be_visible()
    sent = len(gil.watch.sent)
    gil.press(gil.find("#askdlg button.primary"))
    gil.sent(sent)
    aims = gil.watch.sent[-1]["args"]["targets"]  # type: ignore[index]
    assert set(aims.values()) <= {"mara", "gnash"}
    expect(gil.find("#log li.roll").last).to_contain_text("Goblin")
    # Whoever cannot point types the cell: all go there as the server proposes.
    gil.menu(lead, "refund")
    gil.find("#refunddlg .pools input").first.fill("3")
    gil.press(gil.find("#refunddlg button.primary"))
    gil.tab("act")
    stood = places(gil, unit)
    gil.press(gil.action("All keep formation").locator("button"))
    expect(gil.find("#marchbar")).to_contain_text("or type it")
    gil.find("#goto-cell").fill("T3")
    sent = len(gil.watch.sent)
    gil.find("#goto-cell").press("Enter")
    gil.sent(sent)
    assert gil.watch.sent[-1]["do"] == "march"
    gil.until(lambda: places(gil, unit) != stood)


def test_a_mob_is_split_and_joined_again(table: Any) -> None:
    gil = table.sit("gil")
    before = set(gil.opts()["several"])
    members = len(gil.opts()["several"]["goblins"])
    gil.menu("goblins.5", "split")
    gil.find("#splitdlg [name=body]").first.check()
    gil.find("#split-name").fill("Strays")
    gil.press(gil.find("#splitdlg button.primary"))
    gil.until(lambda: len(gil.opts()["several"]) > len(before))
    expect(gil.find("#turns")).to_contain_text("Strays")
    gil.tab("units")
    for _ in range(2):
        if gil.opts()["turn"] in ("goblins", *(set(gil.opts()["several"]) - before)):
            gil.end_turn()
    gil.menu("goblins.5", "merge")
    gil.find('#mergedlg [value="goblins"]').check()
    gil.press(gil.find("#mergedlg button.primary"))
    gil.until(lambda: len(gil.opts()["several"].get("goblins", ())) == members)
    expect(gil.find("#turns")).not_to_contain_text("Strays")
