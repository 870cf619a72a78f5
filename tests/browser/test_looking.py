"""Knowing before committing: chance, terms, effect, what stays; threat, ruler, names; rows and tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tactics.board import distance
from tests.browser.conftest import Table
from tests.browser.demo import beside, pass_to
from tests.browser.table import Seat, cell_name, cell_of
from tests.browser.test_settings import choose

KNOWN = "What players know of others' numbers"


def bring(gil: Seat, body: str, to: str) -> tuple[int, int]:
    """The GM puts a body beside another one."""
    at = beside(gil, to)
    gil.fit()
    gil.page.keyboard.down("Shift")
    gil.drag(gil.place(body), at)
    gil.page.keyboard.up("Shift")
    gil.until(lambda: gil.place(body) == at)
    return at


@pytest.fixture(scope="module")
def near(server: Any, chromium: Any) -> Iterator[Any]:
    """Gnash's turn, a goblin beside him."""
    with Table(server, chromium) as table:
        gil, ben = table.sit("gil"), table.sit("ben")
        pass_to(gil, "gnash")
        table.gil, table.ben, table.at = gil, ben, bring(gil, "goblins.1", "gnash")  # type: ignore[attr-defined]
        ben.fit()
        expect(ben.token("goblins.1")).to_be_visible()
        yield table


def test_chance_terms_effect_and_what_stays(near: Any) -> None:
    ben = near.ben
    ben.hover(*near.at)
    tip = ben.find("#tip")
    expect(tip).to_contain_text(re.compile(r"Simple Attack: Claw, Goblin 1 · \d+ %"))
    expect(tip).to_contain_text(re.compile(r"on average, \d+ to \d+ before soak"))
    expect(tip).to_contain_text("+3 Claw")
    expect(tip).to_contain_text("defence")
    expect(tip).to_contain_text("leaves 2 PA: +2 DEF")
    # The same in the panel, for whoever does not point.
    option = ben.targets("Simple Attack: Claw")
    expect(option.locator(".after")).to_contain_text("leaves 2 PA")
    ben.press(option.locator(".terms summary").first)
    expect(option.locator(".terms[open] .sum").first).to_contain_text("Claw")
    ben.press(option.locator("details[name=act] > summary"))
    # Without the points for a blow a click does nothing else in its place, and says so.
    points(near.gil, "=1")
    ben.hover(0, 17)
    ben.hover(*near.at)
    expect(tip).to_contain_text("no attack on Goblin 1 now")
    before = len(ben.watch.sent)
    ben.click(*near.at)
    expect(ben.find("#err")).to_contain_text("no attack on Goblin 1 now")
    points(near.gil, "=4")
    expect(ben.action("Simple Attack: Claw")).to_be_visible()
    assert len(ben.watch.sent) == before


def points(gil: Seat, typed: str) -> None:
    """The GM types a number of points for whoever acts."""
    gil.tab("act")
    gil.press(gil.find("#now .pips .num").first)
    gil.page.keyboard.type(typed)
    gil.page.keyboard.press("Enter")
    expect(gil.find("#now .pips .num").first).to_have_text(typed[1:])


def test_the_key_for_the_next_enemy_begins_with_the_nearest(near: Any) -> None:
    """From whoever acts, and it says how far each is; behind the last comes the first again."""
    gil = near.gil  # who sees them all
    here = gil.place("gnash")
    foes = [css for css in gil.tokens().values() if re.search(r"\benemy\b", css) and "down" not in css.split()]
    assert len(foes) > 2
    gil.find("#view").focus()
    gil.page.keyboard.press("c")
    told = []
    for _ in [*foes, ""]:
        gil.page.keyboard.press("t")
        expect(gil.find("#say")).to_contain_text(f"{len(told) % len(foes) + 1} of {len(foes)}, ")
        found = re.match(r"\d+ of \d+, (\d+) cells? away\. ([A-Z]\d+)\.", gil.find("#say").inner_text())
        assert found, gil.find("#say").inner_text()
        assert int(found[1]) == distance(here, cell_of(found[2]))
        told.append(int(found[1]))
    assert told[0] == 1
    assert told[:-1] == sorted(told[:-1])
    assert told[-1] == told[0]


def test_where_an_enemy_could_go_and_strike(near: Any) -> None:
    """By resting on it, and by key for the cursor; of what a player knows: neither its points nor its weapons."""
    ben = near.ben
    ben.page.mouse.move(5, 300)
    expect(ben.find("#threat path")).to_have_count(0)
    ben.hover(*near.at)
    expect(ben.find("#threat .strikes")).to_have_count(1)
    expect(ben.find("#threat-words")).to_contain_text("are not known")
    ben.page.mouse.move(5, 300)
    expect(ben.find("#threat path")).to_have_count(0)
    ben.find("#view").focus()
    ben.page.keyboard.press("t")
    ben.page.keyboard.press("r")
    expect(ben.find("#threat .strikes")).to_have_count(1)
    expect(ben.find("#say")).to_contain_text("It could strike")
    ben.page.keyboard.press("Escape")
    expect(ben.find("#threat path")).to_have_count(0)
    gil = near.gil
    gil.page.mouse.move(5, 300)
    gil.hover(*near.at)
    expect(gil.find("#threat-words")).to_contain_text("Goblin 1")
    expect(gil.find("#threat-words")).not_to_contain_text("not known")


def test_who_is_not_known_has_no_threat(near: Any) -> None:
    """Asked for in the address, a hidden body and one that does not exist answer alike."""
    ben = near.ben
    base = ben.page.url.rstrip("/")
    ask = "async url => { const a = await fetch(url); return [a.status, await a.text()]; }"
    hidden = ben.page.evaluate(ask, f"{base}/threat/lurkers.1/")
    nobody = ben.page.evaluate(ask, f"{base}/threat/nobody.9/")
    assert hidden == nobody
    assert b"lurker" not in hidden[1].encode()


def test_the_ruler_is_the_one_distance(near: Any) -> None:
    ben = near.ben
    ben.hover(*ben.place("gnash"))
    ben.page.keyboard.press("m")
    start = ben.place("gnash")
    for dx, dy in ((3, 1), (0, 4), (5, 5)):
        to = (start[0] + dx, start[1] + dy)
        ben.hover(*to)
        far = distance(start, to, ben.opts()["metric"])
        expect(ben.find("#tip")).to_contain_text(f"{far} cell")
    expect(ben.find("#tip")).to_contain_text("Gnash")
    before = len(ben.watch.sent)
    ben.click(start[0] + 2, start[1] + 2)
    ben.hover(start[0] + 3, start[1] + 2)
    expect(ben.find("#tip")).to_contain_text("1 cell")
    assert len(ben.watch.sent) == before
    ben.page.keyboard.press("Escape")
    expect(ben.find("#rule")).not_to_have_attribute("d", re.compile("."))
    # The button and the cursor do the same, in words.
    ben.press(ben.find("#measure"))
    expect(ben.find("#measure")).to_have_attribute("aria-pressed", "true")
    ben.find("#view").focus()
    ben.page.keyboard.press("ArrowRight")
    expect(ben.find("#say")).to_contain_text(re.compile(r"\d+ cells?, "))
    ben.press(ben.find("#measure"))
    expect(ben.find("#measure")).to_have_attribute("aria-pressed", "false")


def test_names_while_alt_is_held(near: Any) -> None:
    ben = near.ben
    ben.page.keyboard.down("Alt")
    expect(ben.find("#names .name").filter(has_text="Goblin 1")).to_be_visible()
    assert ben.find("#names .name").count() == len(ben.tokens())
    ben.page.keyboard.up("Alt")
    expect(ben.find("#names .name")).to_have_count(0)
    ben.press(ben.find("#names-on"))
    expect(ben.find("#names .name").filter(has_text="Mara")).to_be_visible()
    ben.press(ben.find("#names-on"))
    expect(ben.find("#names .name")).to_have_count(0)


def test_a_row_lights_its_unit_and_the_reverse(near: Any) -> None:
    """By pointing and by focus; a click on the row centres the map on it."""
    ben = near.ben
    row = ben.find('#turns button[data-unit="mara"]')
    row.hover()
    expect(ben.find("#lamp")).to_be_visible()
    x, y = ben.place("mara")
    assert ben.find("#lamp").evaluate("e => [e.style.getPropertyValue('--x'), e.style.getPropertyValue('--y')]") == [
        str(x),
        str(y),
    ]
    ben.hover(x, y)
    expect(row.locator("xpath=..")).to_have_class(re.compile(r"\blit\b"))
    ben.page.mouse.move(5, 300)
    row.focus()
    expect(ben.find("#lamp")).to_be_visible()
    for _ in range(4):
        ben.press(ben.find('[data-cam="in"]'))
    ben.page.wait_for_timeout(300)
    row.click()
    ben.page.wait_for_timeout(700)
    frame = ben.find("#view").bounding_box()
    at = ben.point(x, y)
    # In the middle, or as near to it as the map fills the window.
    assert frame["x"] < at[0] < frame["x"] + frame["width"] * 0.6
    assert frame["y"] < at[1] < frame["y"] + frame["height"] * 0.6
    ben.fit()


def test_a_cell_says_what_it_is(near: Any) -> None:
    ben = near.ben
    ben.find("#view").focus()
    ben.page.keyboard.press("c")
    ben.page.keyboard.press("o")
    expect(ben.find("#say")).to_contain_text(cell_name(*ben.place("gnash")))


def test_what_players_know_of_others_is_the_missions_setting(near: Any) -> None:
    """Open: the chance in numbers. Guarded: in words. Closed: nothing before the roll (table.md 23)."""
    gil, ben = near.gil, near.ben
    pass_to(gil, "gnash")
    gil.tab("gm")
    chance = ben.targets("Simple Attack: Claw").locator('[data-target="goblins.1"] .chance')
    expect(chance).to_have_text(re.compile(r"^\d+ %$"))
    choose(gil, "#settings", KNOWN, "guarded")
    expect(chance).to_have_text(re.compile(r"^[a-z ]+$"))
    ben.hover(*near.at)
    expect(ben.find("#tip")).not_to_have_text(re.compile(r"· [0-9.]+ %"))
    choose(gil, "#settings", KNOWN, "closed")
    expect(chance).to_have_text("")
    choose(gil, "#settings", KNOWN, "open")
    expect(chance).to_have_text(re.compile(r"^\d+ %$"))
