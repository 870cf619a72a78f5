"""From the deck into space and back by a hookshot, each by its own control (O-185, O-186)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Table
from tests.browser.lent import Lent
from tests.browser.outerah_scene import served
from tests.browser.server import Server, Site
from tests.browser.stage import stage


@pytest.fixture(scope="module")
def scene(bare: Site, lent: Lent, chromium: Any) -> Iterator[Server]:
    with served(lent, bare, "hook") as server:
        yield server


@pytest.mark.rule("O-185", "O-186")
def test_out_to_the_other_hull_and_back_onto_the_own_deck(scene: Server, people: Table) -> None:
    ana, gil = people.sit("ana"), people.sit("gil")
    ana.press(ana.targets("Hookshot: pull yourself there").locator('[data-target="hornet.hull"]'))
    expect(gil.find("#log")).to_contain_text("Ann leaves Wasp")
    gil.until(lambda: gil.place("ann")[0] == 8)
    stage(scene.site, {"do": "until", "unit": "mate"}, {"do": "until", "unit": "ann"})
    ana.press(ana.targets("Hookshot: pull yourself aboard").locator('[data-target="wasp.hull"]'))
    expect(gil.find("#log")).to_contain_text("Ann comes aboard Wasp")
    deck = ana.find("#boards button", has_text="Wasp: deck")
    expect(ana.find("#board")).to_have_attribute("data-show", str(deck.get_attribute("data-board")))
