"""A duel of two ships, played from the ship panel alone (table.md 22)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Table
from tests.browser.lent import Lent
from tests.browser.outerah_scene import served
from tests.browser.server import Server, Site
from tests.browser.stage import set_faces, stage
from tests.browser.table import Seat, cell_name


@pytest.fixture(scope="module")
def scene(bare: Site, lent: Lent, chromium: Any) -> Iterator[Server]:
    with served(lent, bare, "duel") as server:
        yield server


def section(seat: Seat, name: str) -> Locator:
    return seat.find(f'#crafts [data-section="hornet.{name}"]')


def shoot(server: Server, seat: Seat, other: Seat, name: str, *faces: int) -> None:
    """Loads in one turn and fires in the next, both by one press of the panel; the other browser sees it too."""
    gun = seat.find('#crafts [data-post="right_cannon"]')
    stage(server.site, {"do": "until", "unit": "mate"}, {"do": "until", "unit": "ana"})
    expect(gun).to_contain_text("empty")
    seat.press(gun.get_by_role("button", name="Load the right cannon"))
    for each in (seat, other):
        expect(each.find('#crafts [data-post="right_cannon"]')).to_contain_text("loaded: ball")
    stage(server.site, {"do": "until", "unit": "mate"}, {"do": "until", "unit": "ana"})
    set_faces(server, *faces)
    seat.press(section(seat, name).get_by_role("button", name="Fire the right cannon"))
    for each in (seat, other):
        expect(section(each, name)).to_contain_text("destroyed")


@pytest.mark.rule("O-140", "O-146", "O-150", "O-151", "O-160", "O-162", "O-165", "O-174", "O-176")
def test_two_masts_and_the_hull(scene: Server, people: Table) -> None:
    ana, ben = people.sit("ana"), people.sit("ben", touch=True)
    # Sections with Charge and distance, posts with who stands there and what is loaded; firing unloaded says why not.
    expect(section(ana, "hull")).to_contain_text("unhurt \u00b7 13 cells \u00b7 Super Charge")
    expect(ana.find('#crafts [data-post="helm"]')).to_contain_text("Bo")
    expect(ana.find("#crafts summary small").filter(has_text="Movement")).to_contain_text("house")
    ana.find("#crafts .off").filter(has_text="Fire the right cannon").click(force=True)
    expect(ana.find("#err")).to_contain_text("Fire the right cannon: load it first")
    # Bo steers by finger: the wide board, a cell; shown before it is done. No click there means the deck.
    stage(scene.site, {"do": "until", "unit": "bo"})
    expect(ben.find("#head")).to_contain_text("Your turn: Bo")
    expect(ana.token("wasp.hull").locator(".f-n")).to_have_count(1)  # where it heads, for its cannon bear by that
    ben.press(ben.find("#crafts [data-deck]"))
    expect(ben.find("#board")).to_have_attribute("data-show", "0")
    ben.press(ben.find('[data-cam="fit"]'))
    ben.steady()
    ben.tap(6, 3)
    expect(ben.find("#tip")).to_contain_text("1 Mainhand")
    ben.tap(6, 3)
    ana.until(lambda: ana.place("wasp.hull") == (6, 3))
    expect(section(ana, "hull")).to_contain_text("11 cells")
    expect(ben.find("#now .socket.used")).to_have_attribute("data-socket", "Mainhand")
    # Two masts, by a cannon that is loaded and fired; what their loss does is told to both.
    shoot(scene, ana, ben, "mast.1", 80, 80, 10, 10, 10)
    expect(ben.find("#crafts")).to_contain_text("turbulence (1 mast lost)")
    shoot(scene, ana, ben, "mast.2", 80, 80, 10, 10, 10)
    expect(ben.find("#crafts")).to_contain_text("turbulence (2 masts lost)")
    # The hull, all but through already; then it falls to the ground.
    stage(scene.site, {"do": "rule", "set": {"hornet.hull.hp": 20}})
    shoot(scene, ana, ben, "hull", 80, 80, 80, 10, 10, 10)
    expect(ben.find("#crafts")).to_contain_text("falling")
    stage(scene.site, {"do": "rule", "set": {"wasp.mast.1.hp": 0}})
    expect(ana.find("#crafts .sum")).to_contain_text("masts lost")
    stage(scene.site, {"do": "until", "unit": "mate"}, {"do": "until", "unit": "ana"})
    expect(ana.find("#log")).to_contain_text("Hornet falls to the ground")
    expect(ana.find("#crafts .craft.enemy")).to_contain_text("Altitude 0")


@pytest.mark.rule("O-174")
def test_a_cell_is_meant_on_its_own_board(scene: Server, people: Table) -> None:
    """Whichever board is shown: what is typed for the hull is a cell of the wide board; what is none is not sent."""
    ana, ben = people.sit("ana"), people.sit("ben", touch=True)
    stage(scene.site, {"do": "until", "unit": "mate"}, {"do": "until", "unit": "bo"})
    expect(ben.find("#head")).to_contain_text("Your turn: Bo")
    expect(ben.find("#board")).not_to_have_attribute("data-show", "0")
    x, y = ana.place("wasp.hull")
    steer = ben.find("#crafts").get_by_role("button", name="Steer Wasp")
    ben.press(steer)
    dialog = ben.find("#askdlg")
    expect(dialog.locator("h2")).to_have_text("Steer Wasp")
    dialog.locator("input").first.fill("Z99")
    ben.press(dialog.get_by_role("button", name="Do it"))
    expect(dialog.locator(".hinders")).to_contain_text("Z99 is no cell of")
    # On the map: its board comes up, and one of another board is none.
    ben.press(dialog.get_by_role("button", name="On the map"))
    expect(ben.find("#board")).to_have_attribute("data-show", "0")
    ben.press(ben.find('#boards [data-board="1"]'))
    ben.steady()
    ben.tap(3, 5)
    expect(ben.find("#err")).to_contain_text("This is another map: choose a cell of")
    ben.press(ben.find('#boards [data-board="0"]'))
    ben.steady()
    ben.tap(x + 1, y)
    expect(dialog.locator("input").first).to_have_value(cell_name(x + 1, y))
    ben.press(dialog.get_by_role("button", name="Cancel"))
    expect(dialog).to_be_hidden()
    # Typed while the deck is shown, a cell that the deck does not have.
    ben.press(ben.find("#crafts [data-deck]"))
    expect(ben.find("#board")).not_to_have_attribute("data-show", "0")
    ben.press(steer)
    dialog.locator("input").first.fill(cell_name(x + 3, y))
    ben.press(dialog.get_by_role("button", name="Do it"))
    ana.until(lambda: ana.place("wasp.hull") == (x + 3, y))
    # Aboard another ship the map goes along.
    there = scene_board(ben, "Hornet: deck")
    stage(scene.site, {"do": "place", "body": "bo", "at": [3, 5], "board": "hornet.deck"})
    expect(ben.find("#board")).to_have_attribute("data-show", there)


def scene_board(seat: Seat, name: str) -> str:
    return str(seat.find("#boards button", has_text=name).get_attribute("data-board"))


@pytest.mark.rule("O-174")
def test_the_banner_of_who_plays_leaves_the_boards_free(scene: Server, people: Table) -> None:
    """While the GM plays for somebody, all through an evening, the names of the boards stay to be read and pressed."""
    gil, ana, ben = people.sit("gil"), people.sit("ana"), people.sit("ben", touch=True)
    gil.tab("gm")
    away = gil.find('#seats li[data-seat="ana"] [role=switch]')
    gil.press(away)
    try:
        for seat in (gil, ana, ben):
            expect(seat.find("#stand .standin")).to_be_visible()
            banner, boards = seat.find("#stand .standin").bounding_box(), seat.find("#boards").bounding_box()
            assert banner
            assert boards
            assert banner["y"] >= boards["y"] + boards["height"], (seat.name, banner, boards)
        last = ben.find("#lastline span:not(.sr)").first.bounding_box()
        names = ben.find("#boards").bounding_box()
        assert last
        assert names
        assert last["y"] + last["height"] <= names["y"] + 1
    finally:
        gil.press(away)
    expect(gil.find("#stand .standin")).to_have_count(0)
