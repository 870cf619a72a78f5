"""The ground: fog that the GM chooses and paints by mouse, finger and key; doors from the map, the list and a panel."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Table
from tests.browser.demo import pass_to
from tests.browser.table import Seat

FAR = (20, 15)
"""A cell that no hero has seen, and no wall near it."""
FRONT = (8.5, 5)
"""The middle of the mill's west door."""
ROW = '#doors [data-door="0,8,5,9,5"]'


@pytest.fixture(scope="module")
def ground(server: Any, chromium: Any) -> Iterator[Table]:
    with Table(server, chromium) as table:
        table.gil, table.ben = table.sit("gil"), table.sit("ben")  # type: ignore[attr-defined]
        for seat in (table.gil, table.ben):  # type: ignore[attr-defined]
            seat.fit()
        table.gil.tab("gm")  # type: ignore[attr-defined]
        yield table


def kind(gil: Seat, word: str) -> None:
    """The GM chooses the kind of fog."""
    gil.tab("gm")
    button = gil.find("#fogbox button", has_text=word)
    if button.get_attribute("aria-pressed") != "true":
        gil.press(button)
        expect(button).to_have_attribute("aria-pressed", "true")


def tool(gil: Seat, name: str) -> None:
    gil.press(gil.find(f'#fogtools label:has([value="{name}"])'))
    expect(gil.find(f'#fogtools [value="{name}"]')).to_be_checked()


def known(seat: Seat, x: int, y: int) -> bool:
    return seat.letter(x, y) != "?"


def becomes(seat: Seat, x: int, y: int, *, shown: bool) -> None:
    seat.until(lambda: known(seat, x, y) == shown)


# --- fog ---------------------------------------------------------------------------------------------


def test_the_gm_uncovers_by_mouse_and_takes_it_back(ground: Any) -> None:
    """Rectangle, brush, covering again and the undo of a stroke; players see what was uncovered and no more."""
    gil, ben = ground.gil, ground.ben
    x, y = FAR
    kind(gil, "By hand")
    becomes(ben, x, y, shown=False)
    tool(gil, "rect")
    gil.drag((x - 1, y - 1), (x + 1, y + 1))
    becomes(ben, x, y, shown=True)
    assert known(ben, x - 1, y + 1)
    assert not known(ben, x - 2, y)
    expect(gil.find("#fogbox small")).to_contain_text("of 432 cells uncovered")
    gil.press(gil.find("#fogundo"))
    becomes(ben, x, y, shown=False)
    tool(gil, "brush")
    gil.drag((x - 2, y), (x + 2, y))
    becomes(ben, x + 3, y + 1, shown=True)  # three cells wide
    assert known(ben, x - 3, y - 1)
    gil.press(gil.find("#fogcover"))
    gil.drag((x, y), (x, y))
    gil.page.mouse.click(*gil.point(x, y))
    becomes(ben, x, y, shown=False)
    assert known(ben, x + 3, y)
    gil.press(gil.find("#fogcover"))
    tool(gil, "")


def test_the_gm_uncovers_a_room_by_keyboard(ground: Any) -> None:
    """From the middle of the mill, up to its walls and closed doors; then all at once."""
    gil, ben = ground.gil, ground.ben
    kind(gil, "By hand")
    inside = next((x, y) for x in range(10, 13) for y in (4, 6) if (x, y) not in {gil.place(b) for b in gil.tokens()})
    becomes(ben, *inside, shown=False)
    tool(gil, "rect")
    keys = gil.page.keyboard
    gil.find("#view").focus()
    keys.press("c")
    before = len(gil.watch.sent)
    keys.press("Enter")
    expect(gil.find("#say")).to_contain_text("First corner")
    for _ in range(4):
        keys.press("ArrowRight")
    keys.press("Enter")
    gil.sent(before)
    assert gil.watch.sent[-1]["do"] == "uncover"
    tool(gil, "room")
    gil.fit()
    gil.click(*inside)
    becomes(ben, *inside, shown=True)
    assert not known(ben, *FAR)
    keys.press("Escape")  # puts the tool away
    expect(gil.find('#fogtools [value=""]')).to_be_checked()
    gil.press(gil.find("#fogbox button", has_text="Uncover all"))
    becomes(ben, *FAR, shown=True)
    gil.press(gil.find("#fogbox").get_by_role("button", name="Cover all", exact=True))
    becomes(ben, *FAR, shown=False)


def test_the_gm_paints_the_fog_with_a_finger(ground: Any) -> None:
    """A stroke paints, two fingers zoom and paint nothing."""
    ben = ground.ben
    gil: Seat = ground.sit("gil", touch=True)
    kind(gil, "By hand")
    tool(gil, "brush")
    gil.fit()
    becomes(ben, 20, 13, shown=False)
    gil.finger((18, 13), (19, 13), (20, 13))
    becomes(ben, 20, 13, shown=True)
    scale = gil.find("#board").evaluate("b => b.style.transform")
    before = len(gil.watch.sent)
    session = gil.context.new_cdp_session(gil.page)
    a, b = gil.point(18, 9), gil.point(20, 9)
    for kind_, gap in (("touchStart", 0), ("touchMove", 12), ("touchMove", 30)):
        points = [{"x": a[0] - gap, "y": a[1], "id": 0}, {"x": b[0] + gap, "y": b[1], "id": 1}]
        session.send("Input.dispatchTouchEvent", {"type": kind_, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    gil.until(lambda: gil.find("#board").evaluate("b => b.style.transform") != scale)
    assert len(gil.watch.sent) == before
    assert not known(ben, 19, 9)
    gil.page.close()


def test_no_fog_and_fog_by_sight(ground: Any) -> None:
    gil, ben = ground.gil, ground.ben
    kind(gil, "No fog")
    becomes(ben, *FAR, shown=True)
    kind(gil, "By sight")
    expect(ben.find("#map")).to_be_visible()
    becomes(ben, 23, 17, shown=False)


# --- doors -------------------------------------------------------------------------------------------


def state(seat: Seat) -> Any:
    return expect(seat.find(f"{ROW} small").first)


def test_the_gm_turns_and_locks_a_door_on_the_map_and_in_the_list(ground: Any) -> None:
    gil, ben = ground.gil, ground.ben
    kind(gil, "By sight")
    gil.press(gil.find("#doorlist > summary"))
    state(gil).to_have_text("closed")
    gil.fit()
    gil.hover(*FRONT)
    expect(gil.find("#tip")).to_contain_text("Open the door")
    gil.click(*FRONT)
    state(gil).to_have_text("open")
    expect(ben.find("#log")).to_contain_text(re.compile("door", re.IGNORECASE))
    gil.click(*FRONT, button="right")
    state(gil).to_have_text("locked")
    gil.press(gil.find(f"{ROW} button", has_text="Unlock"))
    state(gil).to_have_text("closed")
    gil.press(gil.find(f"{ROW} button", has_text="Open"))
    state(gil).to_have_text("open")
    gil.press(gil.find(f"{ROW} button", has_text="Close"))
    state(gil).to_have_text("closed")
    gil.press(gil.find(f"{ROW} button", has_text="Break"))
    expect(ben.find("#log li").last).to_contain_text("is broken")
    gil.press(gil.find("#doorlist li button", has_text="Mend"))
    state(gil).to_have_text("open")
    gil.press(gil.find(f"{ROW} button", has_text="Close"))
    state(gil).to_have_text("closed")
    gil.press(gil.find("#doorlist > summary"))


def test_a_hero_opens_and_closes_the_door_that_it_stands_beside(ground: Any) -> None:
    """From the panel, by a click on the door, and with two taps."""
    gil, ben = ground.gil, ground.ben
    pass_to(gil, "gnash")
    gil.fit()
    gil.page.keyboard.down("Shift")
    gil.drag(gil.place("gnash"), (8, 5))
    gil.page.keyboard.up("Shift")
    ben.until(lambda: ben.place("gnash") == (8, 5))
    ben.tab("act")
    door = ben.find("#options button[data-do=door]")
    expect(door).to_contain_text("Open")
    ben.press(door)
    expect(door).to_contain_text("Close")
    assert ben.watch.sent[-1]["do"] == "door"
    ben.fit()
    ben.click(*FRONT)
    expect(door).to_contain_text("Open")
    phone: Seat = ground.sit("ben", touch=True)
    phone.press(phone.find('[data-cam="act"]'))
    phone.steady()
    before = len(phone.watch.sent)
    phone.tap(FRONT[0] + 0.1, FRONT[1])
    expect(phone.find("#say")).to_contain_text("Tap again")
    assert len(phone.watch.sent) == before
    phone.tap(FRONT[0] + 0.1, FRONT[1])
    phone.sent(before)
    assert phone.watch.sent[-1]["do"] == "door"
    phone.page.close()
