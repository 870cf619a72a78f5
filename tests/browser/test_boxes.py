"""What lies on the ground: a box that a catapult threw, and an object of which the Guide says what it is."""

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
    with served(lent, bare, "thrown") as server:
        yield server


@pytest.mark.rule("O-170", "O-172")
def test_a_box_is_thrown_and_taken_away(scene: Server, people: Table) -> None:
    """Loaded in one turn, thrown in the next; where it lies stands on every panel, and only the Guide takes it."""
    ana, gil = people.sit("ana"), people.sit("gil")
    catapult = ana.find('#crafts [data-post="catapult"]')
    ana.press(catapult.get_by_role("button", name="Load the catapult: Item box Mainhand", exact=True))
    stage(scene.site, {"do": "until", "unit": "thug"}, {"do": "until", "unit": "ann"})
    expect(catapult).to_contain_text("loaded: Item box")
    fire = catapult.get_by_role("button", name="Fire the catapult at a cell")
    expect(fire).not_to_contain_text("Mainhand is used")
    ana.press(fire)
    ana.find("#ask-target").fill("H3")
    ana.press(ana.find("#askdlg").get_by_role("button", name="Do it"))
    for seat in (ana, gil):
        expect(seat.find("#log")).to_contain_text("A box crashes down at H3: the GM says what is in it")
    expect(ana.find("#crafts")).to_contain_text("box at H3")
    expect(ana.find("#crafts").get_by_role("button", name="Take away the box at H3")).to_have_count(0)
    # The Wasp is Ana's, and what the Guide rules about it is no turn of hers.
    gil.press(gil.find("#crafts").get_by_role("button", name="Take away the box at H3"))
    for seat in (ana, gil):
        expect(seat.find("#log")).to_contain_text("The box at H3 is gone")
    expect(ana.find("#crafts")).not_to_contain_text("box at H3")
    # Seven sections are no Mob: nothing of them parts.
    gil.token("wasp.hull").click(button="right")
    expect(gil.find('#menu [data-rule="hide"]')).to_be_visible()
    expect(gil.find('#menu [data-rule="split"]')).to_be_hidden()
    gil.page.keyboard.press("Escape")


@pytest.mark.rule("O-026", "O-029")
def test_an_object_is_what_the_guide_says_it_is(scene: Server, people: Table) -> None:
    """Taken up from a list that names its dice; the Guide says other dice, and the attack of its bearer has them."""
    ben, gil = people.sit("ben"), people.sit("gil")
    gil.watch.expect("status of 422")
    stage(scene.site, {"do": "until", "unit": "bo"}, {"do": "place", "body": "thug", "at": [11, 2]})
    ben.tab("act")
    ben.press(ben.action("Take up an object"))
    ben.find("#ask-what").select_option(label="Chair: 2d4 bludgeon")
    ben.press(ben.find("#askdlg").get_by_role("button", name="Do it"))
    expect(ben.action("Put down: Chair")).to_be_visible()
    expect(ben.action("Say what it is: Chair")).to_have_count(0)
    gil.tab("act")
    gil.press(gil.action("Say what it is: Chair"))
    dialog = gil.find("#askdlg")
    gil.find("#ask-roll").fill("3 dice")
    gil.find("#ask-blow").select_option("piercing")
    gil.press(dialog.get_by_role("button", name="Do it"))
    # What was refused is said where it was typed, and the rest of it still stands there.
    expect(dialog.locator(".hinders")).to_contain_text("write dice such as 2d6")
    expect(gil.find("#ask-roll")).to_have_value("3 dice")
    expect(gil.find("#ask-blow")).to_have_value("piercing")
    gil.find("#ask-roll").fill("3d6")
    expect(dialog.locator(".hinders")).to_be_empty()
    gil.press(dialog.get_by_role("button", name="Do it"))
    expect(dialog).to_be_hidden()
    said = "Bo: the GM says that the chair is 3d6 piercing, it was 2d4 bludgeon"
    expect(gil.find("#log")).to_contain_text(said)
    expect(ben.find("#log")).to_contain_text(said)
    at_thug = ben.targets("Attack: Chair").locator('[data-target="thug"]')
    expect(at_thug).to_contain_text("33 to 48 damage")  # 3d6 and his Strength of 30
