"""The GM's windows: axe finds nothing in them, they fit the phone, and what hinders an amendment is said."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.table import Seat
from tests.browser.test_senses import violations

WINDOWS = {
    "seen": "#seendlg",
    "status": "#statusdlg",
    "control": "#controldlg",
    "refund": "#refunddlg",
    "copy": "#adddlg",
    "lay": "#laydlg",
    "check": "#checkdlg",
    "nextstat": "#statdlg",
    "casting": "#castdlg",
}
MOBS = {"split": "#splitdlg"}
"""Windows that only a Mob has."""


def test_axe_finds_nothing_in_menu_and_windows(table: Any) -> None:
    gil: Seat = table.sit("gil")
    gil.fit()
    gil.tab("gm")
    assert violations(gil) == []
    gil.token("mara").click(button="right")
    assert violations(gil) == []
    gil.page.keyboard.type("-1")
    expect(gil.find("#setdlg")).to_be_visible()
    assert violations(gil) == []
    gil.page.keyboard.press("Escape")
    for ruling, window in WINDOWS.items():
        gil.token("mara").click(button="right")
        gil.press(gil.find(f'#menu [data-rule="{ruling}"]'))
        expect(gil.find(window)).to_be_visible()
        assert violations(gil) == [], ruling
        gil.page.keyboard.press("Escape")


@pytest.mark.parametrize("size", [(390, 844), (390, 460), (844, 390)], ids=str)
def test_windows_fit_small_screens(table: Any, size: tuple[int, int]) -> None:
    gil: Seat = table.sit("gil", touch=True, size={"width": size[0], "height": size[1]})
    gil.tab("units")
    gil.open_unit("goblins")
    for ruling, window in {**WINDOWS, **MOBS}.items():
        more = gil.find('#units [data-menu="goblins.1"]')
        more.scroll_into_view_if_needed()
        gil.press(more)
        gil.press(gil.find(f'#menu [data-rule="{ruling}"]'))
        box = gil.find(window).bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size[1]
        gil.press(gil.find(f"{window} [value=cancel]"))
        expect(gil.find(window)).to_be_hidden()
        spills = gil.find(window).evaluate("box => box.scrollWidth - box.clientWidth")
        assert spills <= 0, (ruling, spills)
    assert gil.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


OPENED = {"gm": ("storydlg",), "goals": ("goaldlg",)}


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)], ids=str)
def test_the_windows_of_the_panels_fit_and_are_sound(table: Any, size: tuple[int, int]) -> None:
    """Scenario and notes, a new objective, the end of the Mission: whole in the window, and nothing for axe to say."""
    gil: Seat = table.sit("gil", touch=size[0] < 900, size={"width": size[0], "height": size[1]}, bypass_csp=True)
    for tab, windows in OPENED.items():
        for name in windows:
            gil.tab(tab)
            gil.press(gil.find(f'[data-dialog="{name}"]'))
            _sound(gil, f"#{name}", size)
    gil.tab("gm")
    gil.press(gil.find('#gmbox [data-dialog="enddlg"]'))
    expect(gil.find("#enddlg")).to_be_visible()
    _sound(gil, "#enddlg", size)


def _sound(gil: Seat, window: str, size: tuple[int, int]) -> None:
    expect(gil.find(window)).to_be_visible()
    box = gil.find(window).bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size[0]
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size[1]
    assert gil.find(window).evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    assert violations(gil) == []
    gil.press(gil.find(f"{window} [value=cancel]"))
    expect(gil.find(window)).to_be_hidden()
