"""Walls, fences and who is above them, by mouse: what bars the way is said, and what flies over is seen in the fog."""

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
    with served(lent, bare, "wall") as server:
        yield server


@pytest.mark.rule("O-107", "O-199")
def test_a_hawk_above_the_wall_is_seen_over_ground_that_is_not(scene: Server, people: Table) -> None:
    ana = people.sit("ana")
    ana.fit()
    ana.steady()
    expect(ana.find("#t-hawk")).to_have_count(0)
    stage(scene.site, {"do": "place", "body": "hawk", "at": [9, 1], "z": 12})
    expect(ana.find("#t-hawk")).to_be_visible()
    expect(ana.find("#t-troll")).to_have_count(0)
    assert "12 levels up" in (ana.find("#t-hawk").get_attribute("aria-label") or "")
    stage(scene.site, {"do": "place", "body": "kite", "at": [1, 2], "z": 4})
    expect(ana.find("#t-troll")).to_be_visible()


@pytest.mark.rule("O-188", "O-199")
def test_the_way_leads_round_a_fence_and_over_sandbags(scene: Server, people: Table) -> None:
    ana = people.sit("ana")
    ana.fit()
    ana.steady()
    ana.hover(3, 1)
    expect(ana.find("#tip")).to_have_text("High fence, full cover, 3 levels high: it bars the way to D2")
    ana.click(3, 1)  # two cells off as the crow flies, and nothing leads there in one Movement
    ana.hover(3, 4)
    expect(ana.find("#tip")).to_contain_text("D5 · 1 Movement")
    assert ana.place("ada") == (1, 1)
    ana.click(3, 4)
    ana.until(lambda: ana.place("ada") == (3, 4))
    assert ana.log()[-1] == "Ada moves to D5"
