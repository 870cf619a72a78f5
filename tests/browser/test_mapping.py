"""The map changed while people look at it: zones drawn and taken away, ground and levels painted; other rules taken
over in the middle of a Mission."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Table
from tests.browser.table import Seat


@pytest.fixture(scope="module")
def before(fresh: Any, chromium: Any) -> Iterator[Table]:
    """GM and Ana before anybody stands anywhere."""
    with Table(fresh, chromium) as table:
        table.gil, table.ana = table.sit("gil"), table.sit("ana")  # type: ignore[attr-defined]
        for seat in (table.gil, table.ana):  # type: ignore[attr-defined]
            seat.fit()
        yield table


def tool(gil: Seat, name: str) -> None:
    gil.tab("gm")
    box = gil.find("#groundtools")
    if not box.is_visible():
        gil.press(gil.find("details:has(> #groundtools) > summary"))
    gil.press(box.locator(f'label:has([value="{name}"])').first)


def test_a_zone_is_drawn_and_taken_away(before: Any) -> None:
    """For one player alone; the others' pages know nothing of it."""
    gil, ana, ben = before.gil, before.ana, before.sit("ben")
    tool(gil, "zone")
    gil.drag((4, 11), (6, 12))
    window = gil.find("#zonedlg")
    expect(window.locator(".line")).to_have_text("E12 to G13")
    gil.find("#zone-name").fill("The ford")
    gil.find("#zone-whose").select_option("seat:ana")
    gil.press(window.locator("button.primary"))
    expect(ana.find("#zones")).to_contain_text("The ford")
    row = gil.find("#zonelist li", has_text="The ford")
    gil.press(gil.find("#zonelist > summary"))
    expect(row).to_contain_text("Ana, 6 cells")
    assert b"The ford" not in ben.proxy.since()
    gil.press(row.get_by_role("button", name="Remove"))
    gil.press(row.get_by_role("button", name="Remove"))
    expect(ana.find("#zones")).not_to_contain_text("The ford")
    expect(row).to_have_count(0)
    ben.page.close()


def test_a_zone_is_drawn_by_keyboard(before: Any) -> None:
    gil, ana = before.gil, before.ana
    tool(gil, "zone")
    gil.find("#view").focus()
    keys = gil.page.keyboard
    keys.press("Enter")
    expect(gil.find("#say")).to_contain_text("First corner")
    keys.press("ArrowRight")
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(gil.find("#zonedlg")).to_be_visible()
    keys.type("A corner")
    keys.press("Enter")
    expect(ana.find("#zones")).to_contain_text("A corner")
    gil.find("#view").focus()
    keys.press("Escape")
    expect(gil.find('#groundtools [value=""]').first).to_be_checked()


def test_ground_and_levels_are_painted(before: Any) -> None:
    """By mouse, then by a finger; what players see changes before their eyes."""
    gil, ana = before.gil, before.ana
    was, x, y = ana.letter(1, 6), 1, 6
    assert was != "?"
    tool(gil, "ground")
    before_ = len(gil.watch.sent)
    gil.drag((x, y), (x + 1, y))
    expect(gil.find("#err")).to_contain_text("Choose a ground")
    assert len(gil.watch.sent) == before_
    gil.find("#ground-terrain").select_option(label="Rubble")
    gil.find("#ground-level").fill("2")
    gil.drag((x, y), (x + 1, y))
    ana.until(lambda: ana.letter(x, y) != was)
    assert ana.letter(x + 1, y) == ana.letter(x, y)
    ana.find("#view").focus()
    ana.click(x, y)
    ana.page.keyboard.press("o")
    expect(ana.find("#say")).to_contain_text("Rubble, elevation 2")
    tool(gil, "")
    phone: Seat = before.sit("gil", touch=True)
    tool(phone, "ground")
    phone.find("#ground-terrain").select_option(label="Rubble")
    phone.fit()
    other = ana.letter(x, y - 1)
    phone.finger((x, y - 1), (x + 1, y - 1))
    ana.until(lambda: ana.letter(x, y - 1) != other)
    phone.page.close()


PUBLISH = """
from tactics.rulebook.models import Entry
from tactics.rulebook import services
entry = Entry.objects.get(ruleset="tempus", kind="constant", key="tt.ask.difficulty")
assert "Ask the GM for the difficulty" in entry.body
entry.body = entry.body.replace("Ask the GM for the difficulty", "Trouble the GM with numbers")
entry.save()
services.publish("tempus")
"""


def test_the_mission_goes_on_under_other_rules(before: Any) -> None:
    """Published meanwhile, they are offered to the GM, who presses twice; from then on the Mission plays by them."""
    gil, ana = before.gil, before.ana
    gil.tab("gm")
    expect(gil.find("#gmbox .newer")).to_have_count(0)
    before.server.site.manage("shell", "-c", PUBLISH)
    ana.chat("has something changed?")
    button = gil.find("#gmbox .newer button")
    gil.press(button)
    expect(gil.find("#err")).to_contain_text("Press again")
    expect(gil.find("#settings")).to_contain_text("Ask the GM for the difficulty")
    gil.press(button)
    expect(button).to_have_count(0)
    assert gil.watch.sent[-1]["do"] == "adopt_rules"
    expect(ana.find("#log")).to_contain_text("another version of the rules")
    expect(gil.find("#settings")).to_contain_text("Trouble the GM with numbers")
