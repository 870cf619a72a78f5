"""The first and the last things of an evening: a GM who begins it from the phone, a door by its key, a difficulty taken
by Enter, and the objectives that the end settles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Table, begin
from tests.browser.demo import beside, pass_to
from tests.browser.table import Seat
from tests.browser.test_senses import violations

DOOR = (8, 5)
"""Beside the mill's west door."""


@pytest.fixture(scope="module")
def evening(fresh: Any, chromium: Any) -> Iterator[Table]:
    with Table(fresh, chromium) as table:
        yield table


def test_a_gm_begins_the_evening_from_a_phone(evening: Table) -> None:
    """Everything up to round 1 by a thumb: the panel opens by itself, its buttons are large and in sight."""
    gil: Seat = evening.sit("gil", touch=True, bypass_csp=True)
    expect(gil.find("#tb-gm")).to_have_attribute("aria-selected", "true")
    roll = gil.find("#gmbox button").filter(has_text="Roll initiative")
    expect(roll).to_be_in_viewport()
    box = roll.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert violations(gil) == []
    begin(gil)
    assert gil.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    expect(gil.find("#tb-act")).to_have_attribute("aria-selected", "true")


@pytest.mark.rule("T-143")
def test_enter_takes_the_suggested_difficulty(evening: Table) -> None:
    gil, ben = evening.sit("gil"), evening.sit("ben")
    pass_to(gil, "gnash")
    at = beside(gil, "gnash")
    gil.fit()
    gil.page.keyboard.down("Shift")
    gil.drag(gil.place("goblins.1"), at)
    gil.page.keyboard.up("Shift")
    gil.menu("gnash", "ruled")
    ben.press(ben.targets("Simple Attack: Claw").locator('[data-target="goblins.1"]'))
    card = gil.find('#prompts .prompt[data-kind="difficulty"]')
    expect(card).to_be_visible()
    gil.find("#view").focus()
    gil.page.keyboard.press("q")
    before = len(gil.watch.sent)
    gil.page.keyboard.press("Enter")
    gil.sent(before)
    expect(card).to_have_count(0)
    expect(ben.find("#log li.roll").last).to_contain_text("Claw")


def test_the_door_beside_a_unit_by_its_key(evening: Table) -> None:
    gil, ana = evening.sit("gil"), evening.sit("ana")
    pass_to(gil, "mara")
    gil.fit()
    gil.page.keyboard.down("Shift")
    gil.drag(gil.place("mara"), DOOR)
    gil.page.keyboard.up("Shift")
    expect(ana.token("mara")).to_have_class(re.compile(rf"\bx{DOOR[0]} y{DOOR[1]}\b"))
    option = ana.find("#options [data-do=door]")
    expect(option).to_have_count(1)
    words = ["Open door", "Close door"]
    shut = "Open door" in option.inner_text()
    ana.find("#view").focus()
    for now in words[::-1] if shut else words:
        ana.page.keyboard.press("d")
        expect(option).to_contain_text(now)
    expect(ana.find("#log")).to_contain_text("door")
    before = len(ana.watch.sent)
    ana.find("#chat-text").press_sequentially("do doors listen")  # no shortcut while typing
    expect(ana.find("#chat-text")).to_have_value("do doors listen")
    assert len(ana.watch.sent) == before


@pytest.mark.rule("T-092")
def test_the_end_settles_what_is_still_open(evening: Table) -> None:
    """Each open objective stands in the window with what it counts as; what is chosen there is what it becomes."""
    gil, ana = evening.sit("gil"), evening.sit("ana")
    gil.tab("gm")
    gil.press(gil.find('#gmbox [data-dialog="enddlg"]'))
    left = gil.find("#enddlg .goalsleft .field")
    expect(left.first).to_be_visible()
    titles = left.locator("label").all_inner_texts()
    assert "Take back the mill" in titles
    gil.find("#enddlg").get_by_label("Take back the mill").select_option(label="Completed")
    gil.find("#enddlg input").first.fill("The goblins ran.")
    gil.press(gil.find('#enddlg [value="send"]'))
    expect(gil.find("#enddlg")).to_be_hidden()
    expect(gil.find("#head .phase")).to_contain_text("Mission ended")
    for seat in (gil, ana):
        seat.tab("goals")
        expect(seat.find("#goals li.completed")).to_contain_text("Take back the mill")
        expect(seat.find("#goals li.open")).to_have_count(0)
