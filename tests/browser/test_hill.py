"""On the hill, by finger and mouse: whom a cell and a target are meant for, and that the map follows whoever acts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Table
from tests.browser.lent import Lent
from tests.browser.outerah_scene import served
from tests.browser.server import Server, Site
from tests.browser.stage import set_faces, stage
from tests.browser.table import Seat


@pytest.fixture(scope="module")
def scene(bare: Site, lent: Lent, chromium: Any) -> Iterator[Server]:
    with served(lent, bare, "hill") as server:
        yield server


def chosen_pet(cleo: Seat) -> None:
    cleo.press(cleo.token("ash"))
    expect(cleo.find("#say")).to_contain_text("Chosen")


@pytest.mark.rule("O-021", "O-046")
def test_a_pet_goes_only_once_it_was_chosen(scene: Server, people: Table) -> None:
    """Her own Movement used, a cell says so and sends nobody; whom she chose in one turn is not meant in the next."""
    stage(scene.site, {"do": "until", "unit": "tamsin"}, {"do": "place", "body": "sentry", "at": [12, 10]})
    cleo = people.sit("cleo", touch=True)
    cleo.fit()
    cleo.steady()
    cleo.tap(6, 7)
    expect(cleo.find("#tip")).to_contain_text("G8 · 1 Movement")
    cleo.tap(6, 7)
    cleo.until(lambda: cleo.place("tamsin") == (6, 7))
    expect(cleo.find("#now .socket.used")).to_have_attribute("data-socket", "Movement")
    while "tamsin" in cleo.opts()["reach"]:  # to the last step
        cleo.idle()
        to = tuple(cleo.opts()["reach"]["tamsin"]["cells"][:2])
        for _ in range(2):
            cleo.tap(*to)
        cleo.until(lambda to=to: cleo.place("tamsin") == to)  # type: ignore[misc]
    assert list(cleo.opts()["reach"]) == ["ash"]
    cleo.idle()
    cleo.tap(4, 5)
    expect(cleo.find("#err")).to_contain_text("Movement is used. Unused: Mainhand, Offhand, Chat, Specialty.")
    expect(cleo.find("#tip")).not_to_have_class("on")
    # A tap on the pet chooses it, and stays with the actions; then a cell is the order.
    chosen_pet(cleo)
    expect(cleo.find("#tb-act")).to_have_attribute("aria-selected", "true")
    cleo.tap(4, 5)
    expect(cleo.find("#tip")).to_contain_text("E6 · 1 Specialty")
    cleo.end_turn()
    stage(scene.site, {"do": "until", "unit": "tamsin"})
    expect(cleo.find("#head")).to_contain_text("Your turn: Tamsin")
    cleo.tap(6, 5)
    expect(cleo.find("#tip")).to_contain_text("G6 · 1 Movement")


@pytest.mark.rule("O-021")
def test_a_target_says_what_is_used_while_there_is_way_left(scene: Server, people: Table) -> None:
    """The enemy beside her, the Mainhand gone, the Movement whole: why not, and not that somebody stands there."""
    stage(scene.site, {"do": "until", "unit": "vael"})
    ana = people.sit("ana", touch=True)
    x, y = ana.place("vael")
    stage(scene.site, {"do": "place", "body": "sentry", "at": [x, y - 1]})
    ana.until(lambda: ana.place("sentry") == (x, y - 1))
    ana.fit()
    ana.steady()
    set_faces(scene, 1)
    ana.tap(x, y - 1)
    expect(ana.find("#tip")).to_contain_text("Attack: Short sword, Sentry")
    ana.tap(x, y - 1)
    expect(ana.find("#now .socket.used")).to_have_attribute("data-socket", "Mainhand")
    ana.tap(x, y - 1)
    tip = ana.find("#tip")
    expect(tip).to_contain_text("Mainhand is used. Unused: Movement, Offhand, Chat.")
    # What a finger was refused goes with what is done next.
    ana.press(ana.find("#facing > button"))
    ana.press(ana.find('#rose [data-way="n"]'))
    expect(ana.token("vael").locator(".f-n")).to_be_visible()
    expect(tip).not_to_be_visible()


@pytest.mark.rule("O-023")
def test_the_map_follows_whoever_acts(scene: Server, people: Table) -> None:
    """The GM puts the acting hero across the map: the player's phone looks there."""
    stage(scene.site, {"do": "until", "unit": "vael"})
    ana = people.sit("ana", touch=True)
    ana.press(ana.find('[data-cam="act"]'))
    ana.steady()
    before = ana.point(*ana.place("vael"))
    stage(scene.site, {"do": "place", "body": "vael", "at": [15, 11]})
    ana.until(lambda: ana.place("vael") == (15, 11))
    ana.steady()
    view = ana.find("#view").bounding_box()
    x, y = ana.point(15, 11)
    assert view
    assert view["x"] <= x <= view["x"] + view["width"]
    assert view["y"] <= y <= view["y"] + view["height"]
    assert ana.point(3, 5) != before


@pytest.mark.rule("O-256")
def test_what_helps_names_friends_first(scene: Server, people: Table) -> None:
    """Of a buff's targets one's own stand before the foes, and whoever casts it is called itself."""
    stage(scene.site, {"do": "until", "unit": "brenn"}, {"do": "place", "body": "sentry", "at": [5, 5]})
    ben = people.sit("ben")
    names = ben.targets("Aegis").locator(".tgt .nm")
    told = names.all_inner_texts()
    assert told[0].startswith("itself"), told
    foes = [n for n, text in enumerate(told) if "ally" not in text]
    assert foes
    assert min(foes) > max(n for n, text in enumerate(told) if "ally" in text), told


@pytest.mark.rule("O-174")
def test_a_mob_is_split_from_the_menu_and_joined_again(scene: Server, people: Table) -> None:
    """Each half is an entry of the order of its own, which a player who sees both reads too."""
    stage(scene.site, {"do": "until", "unit": "vael"})
    gil, ana = people.sit("gil"), people.sit("ana")
    gil.menu("raiders.2", "split")
    gil.find("#splitdlg [name=body]").last.check()
    gil.find("#split-name").fill("Strays")
    gil.press(gil.find("#splitdlg button.primary"))
    for seat in (gil, ana):
        expect(seat.find("#turns")).to_contain_text("Strays")
    gil.menu("raiders.2", "merge")
    gil.find('#mergedlg [value="raiders"]').check()
    gil.press(gil.find("#mergedlg button.primary"))
    for seat in (gil, ana):
        expect(seat.find("#turns")).not_to_contain_text("Strays")
