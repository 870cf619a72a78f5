"""Swimming, a hookshot, and what the Guide does with a ship, each by its own control (table.md 21, 22)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Table
from tests.browser.lent import Lent
from tests.browser.outerah_scene import served
from tests.browser.server import Server, Site
from tests.browser.stage import set_faces


@pytest.fixture(scope="module")
def scene(bare: Site, lent: Lent, chromium: Any) -> Iterator[Server]:
    with served(lent, bare, "lake") as server:
        yield server


@pytest.mark.rule("O-128", "O-132", "O-156", "O-174", "O-186")
def test_a_dive_a_hook_and_a_helm_that_is_checked(scene: Server, people: Table) -> None:
    ana, gil = people.sit("ana"), people.sit("gil")
    # In the water a Buff is rolled for with the worst of two dice: its chance stands at the action.
    expect(ana.action("Hasten: 36 %")).to_be_visible()
    # Down two levels and on to a cell that is named; then up again with the rest of the Movement.
    ana.press(ana.action("Swim"))
    ana.find("#ask-target").fill("G3")
    ana.find("#ask-level").select_option("-2")
    ana.press(ana.find("#askdlg").get_by_role("button", name="Do it"))
    gil.until(lambda: gil.place("nix") == (6, 2))
    expect(ana.token("nix")).to_have_attribute("aria-label", "Nix, yours, 40 of 40 HP, G3, 2 levels down, acting now")
    expect(gil.find("#log")).to_contain_text("Nix swims to G3")
    ana.press(ana.action("Swim"))
    ana.find("#ask-level").select_option("0")
    ana.press(ana.find("#askdlg").get_by_role("button", name="Do it"))
    expect(ana.token("nix")).to_have_attribute("aria-label", "Nix, yours, 40 of 40 HP, G3, acting now")
    # The hookshot finds hold at the pillar, and pulls its bearer there.
    ana.press(ana.action("Hookshot: pull yourself to a cell"))
    ana.find("#ask-target").fill("M3")
    ana.press(ana.find("#askdlg").get_by_role("button", name="Do it"))
    gil.until(lambda: gil.place("nix") == (11, 2))
    expect(gil.find("#log")).to_contain_text("Nix pulls itself to M3 with a hookshot")
    ana.end_turn()
    # The Guide asks for a check of the next steering; the helm climbs and turns by one press each, all on the panel.
    expect(gil.find("#now h2")).to_contain_text("Mate")
    skiff = gil.find("#crafts .craft")
    expect(skiff).to_contain_text("Heading north")
    gil.press(skiff.get_by_role("button", name="Check the next steering"))
    expect(skiff.get_by_role("button", name="Do not check the steering")).to_be_visible()
    set_faces(scene, 90)
    gil.press(skiff.get_by_role("button", name="Climb: +2"))
    expect(skiff).to_contain_text("Altitude 4")
    expect(gil.find("#log")).to_contain_text("helm answers (D100 90, 51 needed)")
    # What is broken is mended at its section.
    set_faces(scene, 8, 8)
    gil.press(skiff.locator('[data-section="skiff.hull"]').get_by_role("button", name="Repair"))
    expect(skiff.locator('[data-section="skiff.hull"]')).to_contain_text("66/100 HP")
