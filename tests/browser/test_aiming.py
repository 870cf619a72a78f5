"""A spell is aimed at a cell of the map, by mouse, finger and keys: what it spreads to is shown before it is cast."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.demo import pass_to
from tests.browser.table import Seat, cell_name
from tests.browser.test_senses import violations

SPELL = "Cast Lit3"


def set_to(gil: Seat, unit: str, path: str, number: int) -> None:
    """The GM sets a number where it stands."""
    gil.tab("units")
    gil.open_unit(unit)
    gil.press(gil.find(f'#units [data-set="{path}"]').first)
    expect(gil.find("#setdlg")).to_be_visible()
    before = len(gil.watch.sent)
    gil.page.keyboard.type(f"={number}")
    gil.page.keyboard.press("Enter")
    gil.sent(before)


@pytest.fixture
def cleo(table: Any, request: pytest.FixtureRequest) -> Seat:
    """Ilven's turn, fresh and full of magic, a goblin two cells from her."""
    gil = table.sit("gil")
    pass_to(gil, "ilven")
    gil.fit()
    x, y = gil.place("ilven")
    taken = {gil.place(body) for body in gil.tokens()}
    at = next(cell for cell in ((x + 2, y + 2), (x + 2, y), (x, y + 2), (x + 2, y + 1)) if cell not in taken)
    gil.page.keyboard.down("Shift")
    gil.drag(gil.place("goblins.1"), at)
    gil.page.keyboard.up("Shift")
    gil.until(lambda: gil.place("goblins.1") == at)
    for path, number in (("ilven.ma", 5), ("ilven.pa", 3), ("ilven.mp", 22)):
        set_to(gil, "ilven", path, number)
    set_to(gil, "goblins", "goblins.1.hp", 40)
    seat: Seat = table.sit("cleo", touch=getattr(request, "param", False))
    seat.fit()
    seat.tab("act")
    return seat


def begin(seat: Seat) -> tuple[int, int]:
    """Chooses the spell; returns the cell of the goblin."""
    seat.press(seat.action(SPELL).locator("[data-ask]"))
    expect(seat.find("#hint")).to_contain_text("choose a cell on the map")
    expect(seat.find("#mine .line.aims")).to_have_count(1)
    return seat.place("goblins.1")


def test_by_mouse_area_and_odds_before_a_click(cleo: Seat) -> None:
    at = begin(cleo)
    before = len(cleo.watch.sent)
    cleo.hover(*at)
    tip = cleo.find("#tip")
    expect(tip).to_contain_text("Cast Lit3")
    expect(tip).to_contain_text("succeeds: ")
    expect(tip).to_contain_text("then Goblin 1")
    expect(tip).to_contain_text("%")
    expect(tip).to_contain_text("15 MP")
    assert cleo.find("#blast").get_attribute("d").count("M") == 9  # type: ignore[union-attr]
    assert violations(cleo) == []
    cleo.page.keyboard.press("Escape")
    expect(cleo.find("#hint")).to_be_hidden()
    expect(cleo.find("#mine .aims")).to_have_count(0)
    assert len(cleo.watch.sent) == before
    begin(cleo)
    cleo.click(*at)
    cleo.sent(before)
    expect(cleo.find("#log")).to_contain_text("Cast Lit3")
    expect(cleo.find("#hint")).to_be_hidden()


def test_by_keys_alone(cleo: Seat) -> None:
    at = begin(cleo)
    keys = cleo.page.keyboard
    keys.press("t")
    for _ in range(12):
        if "Goblin 1" in cleo.find("#say").inner_text():
            break
        keys.press("t")
    expect(cleo.find("#say")).to_contain_text("Cast Lit3")
    expect(cleo.find("#tip")).to_contain_text("Goblin 1")
    before = len(cleo.watch.sent)
    keys.press("Enter")
    cleo.sent(before)
    assert cleo.watch.sent[-1]["do"] == "act"
    assert cleo.watch.sent[-1]["args"]["target"] == list(at)  # type: ignore[index]


def test_the_cell_may_be_typed_and_one_out_of_reach_says_so(cleo: Seat) -> None:
    at = begin(cleo)
    keys = cleo.page.keyboard
    before = len(cleo.watch.sent)
    keys.press("g")
    cleo.find("#goto-cell").fill("X18")
    keys.press("Enter")
    expect(cleo.find("#err")).to_contain_text("X18 is out of reach or out of sight")
    cleo.find("#goto-cell").fill(cell_name(*at))
    keys.press("Enter")
    cleo.sent(before)


@pytest.mark.parametrize("cleo", [True], indirect=True)
def test_by_finger_the_first_tap_shows_the_second_does(cleo: Seat) -> None:
    at = begin(cleo)
    before = len(cleo.watch.sent)
    cleo.tap(*at)
    expect(cleo.find("#tip")).to_contain_text("Goblin 1")
    assert len(cleo.watch.sent) == before
    cleo.tap(*at)
    cleo.sent(before)
