"""Pack and hands on the page: by mouse, by keys and by a finger; what others see of it; the GM's hand in it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.demo import pass_to
from tests.browser.table import Seat
from tests.browser.test_looking import bring


def thing(seat: Seat, body: str, key: str, place: str) -> Locator:
    """A thing of a body in one place."""
    return seat.find(f'[data-pack="{body}"] .thing[data-thing="{key}"][data-place="{place}"] > details > summary')


def holder(seat: Seat, body: str, to: str) -> Locator:
    return seat.find(f'[data-pack="{body}"] .holder[data-to="{to}"]')


def names(seat: Seat, body: str, to: str) -> list[str]:
    found = holder(seat, body, to).locator(".thing .nm").all_inner_texts()
    return [text.strip() for text in found if text.strip()]


def refill(gm: Seat, unit: str) -> None:
    """The GM gives the unit points for what is to be tried."""
    gm.tab("units")
    card = gm.find(f'.unit[data-unit="{unit}"]')
    if card.get_attribute("open") is None:
        gm.press(card.locator("> summary"))
    for pool, points in (("pa", "9"), ("ma", "9")):
        gm.press(card.locator(f'[data-set="{unit}.{pool}"]'))
        gm.page.keyboard.type(f"={points}")
        gm.page.keyboard.press("Enter")
        expect(card.locator(f'[data-set="{unit}.{pool}"]')).to_have_text(points)


def drag(seat: Seat, what: Locator, to: Locator) -> None:
    """By mouse, by the name of a thing."""
    what.scroll_into_view_if_needed()
    start, end = what.bounding_box(), to.bounding_box()
    assert start is not None
    assert end is not None
    mouse = seat.page.mouse
    mouse.move(start["x"] + 60, start["y"] + 20)
    mouse.down()
    mouse.move(end["x"] + 60, end["y"] + 20, steps=6)
    mouse.up()


@pytest.mark.rule("T-171")
def test_a_quick_stash_with_a_full_pack_by_mouse_keys_and_what_others_see(table: Any) -> None:
    gil, ana, ben = table.sit("gil"), table.sit("ana", size={"width": 1280, "height": 1000}), table.sit("ben")
    pass_to(gil, "mara")
    refill(gil, "mara")
    ana.tab("pack")
    pack = ana.find('[data-pack="mara"] > summary small')
    expect(pack).to_have_text("5/5")

    # By mouse, from the Pack onto the knife in the hand: one goes in, one comes out, and the price is told first.
    potion = thing(ana, "mara", "healing_potion", "pack")
    knife = thing(ana, "mara", "knife", "hand.right")
    expect(knife).to_be_visible()
    ana.press(potion)
    price = ana.find('.thing[data-thing="healing_potion"] [data-to="hand.right/knife"] .cost')
    expect(price).to_have_text("Quick Stash, 2 PA + 1 MA")
    drag(ana, potion, knife)
    expect(thing(ana, "mara", "healing_potion", "hand.right")).to_be_visible()
    expect(pack).to_have_text("5/5")
    assert "Knife" in names(ana, "mara", "pack")
    line = ben.find("#log > li").last
    expect(line).to_contain_text("Mara takes Healing potion out of the Pack and puts Knife into the Pack")
    expect(line).not_to_contain_text("PA")  # the price is its own side's
    ben.tab("units")
    expect(ben.find('.unit[data-unit="mara"] .carries')).to_contain_text("Healing potion")
    assert ben.find('[data-pack="mara"]').count() == 0
    assert "Grapnel" not in ben.page.content()

    # By keys: open what is in the hand, to the first button that leads to the Pack, and back the other way.
    ana.page.keyboard.press("i")
    expect(ana.find('[data-pack="mara"] > summary')).to_be_focused()
    thing(ana, "mara", "knife", "pack").focus()
    ana.page.keyboard.press("Enter")
    swap = ana.find('.thing[data-thing="knife"] [data-to="hand.right/healing_potion"]')
    expect(swap).to_be_visible()
    for _ in range(6):
        ana.page.keyboard.press("Tab")
        if swap.evaluate("e => e === document.activeElement"):
            break
    expect(swap).to_be_focused()
    ana.page.keyboard.press("Enter")
    expect(thing(ana, "mara", "knife", "hand.right")).to_be_focused()
    assert "Healing potion" in names(ana, "mara", "pack")

    # What cannot be done says why, and sends nothing.
    before = len(ana.watch.sent)
    ana.press(thing(ana, "mara", "grapnel", "pack"))
    barred = ana.find('.thing[data-thing="grapnel"] [data-to="hand.right"]')
    expect(barred).to_contain_text("no hand has room")
    barred.focus()
    ana.page.keyboard.press("Enter")
    expect(ana.find("#err")).to_contain_text("no hand has room")
    assert len(ana.watch.sent) == before


@pytest.mark.rule("T-170")
@pytest.mark.rule("T-179")
def test_several_moves_at_once_and_things_on_the_ground(table: Any) -> None:
    gil, ana, cleo = table.sit("gil"), table.sit("ana", size={"width": 1280, "height": 1000}), table.sit("cleo")
    pass_to(gil, "mara")
    refill(gil, "mara")
    ana.tab("pack")
    ana.press(ana.find('[data-search="mara"]'))
    for key, place, to in (("grapnel", "pack", "ground"), ("lockpicks", "pack", "hand.left")):
        ana.press(thing(ana, "mara", key, place))
        ana.press(ana.find(f'.thing[data-thing="{key}"][data-place="{place}"] [data-to="{to}"]'))
    expect(ana.find("#packstage li")).to_have_count(2)
    expect(ana.find("#packstage [data-packdo]")).to_contain_text("4 PA")
    before = len(ana.watch.sent)
    ana.press(ana.find("#packstage [data-packdo]"))
    ana.sent(before)
    expect(ana.find("#packstage")).to_be_hidden()
    expect(thing(ana, "mara", "lockpicks", "hand.left")).to_be_visible()
    x, y = ana.place("mara")
    for seat in (ana, cleo, gil):
        mark = seat.find(f"#lying .x{x}.y{y}")
        expect(mark).to_have_attribute("aria-label", re.compile("Grapnel"))
    # It is picked up from the list of actions, once a hand has room.
    ana.press(thing(ana, "mara", "lockpicks", "hand.left"))
    ana.press(ana.find('.thing[data-thing="lockpicks"] [data-to="ground"]'))
    ana.tab("act")
    ana.press(ana.find("#options button", has_text="Pick up Grapnel"))
    ana.tab("pack")
    expect(thing(ana, "mara", "grapnel", "hand.left")).to_be_visible()
    expect(cleo.find(f"#lying .x{x}.y{y}")).to_have_attribute("aria-label", re.compile("Lockpicks"))


@pytest.mark.rule("T-176")
def test_by_a_finger_on_a_phone_and_by_the_gm_in_place(table: Any) -> None:
    gil, ben = table.sit("gil"), table.sit("ben", touch=True)
    pass_to(gil, "gnash")
    refill(gil, "gnash")
    ben.press(ben.find("#tb-pack"))
    potion = thing(ben, "gnash", "healing_potion", "pack")
    potion.scroll_into_view_if_needed()
    ben.press(potion)
    ben.press(ben.find('.thing[data-thing="healing_potion"] [data-to="hand.right"]'))
    held = thing(ben, "gnash", "healing_potion", "hand.right")
    expect(held).to_be_visible()
    # Drawn by its handle into the other hand: free.
    held.scroll_into_view_if_needed()
    grab, other = held.locator(".grab").bounding_box(), holder(ben, "gnash", "hand.left").bounding_box()
    assert grab is not None
    assert other is not None
    session = ben.context.new_cdp_session(ben.page)
    points = [(grab["x"] + 9, grab["y"] + 20), (grab["x"] + 30, grab["y"] + 40), (other["x"] + 90, other["y"] + 40)]
    for number, (x, y) in enumerate(points):
        kind = "touchMove" if number else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(thing(ben, "gnash", "healing_potion", "hand.left")).to_be_visible()

    # The GM gives a thing into the hand that is free, and takes it back by going back.
    gil.menu("gnash", "gear")
    expect(gil.find('[data-pack="gnash"] > summary')).to_be_focused()
    gil.press(gil.find('[data-give="gnash"]'))
    gil.find("#pk-item").select_option("torch")
    gil.find("#pk-to").select_option("hand")
    gil.find("#pk-name").fill("Lucky torch")
    gil.press(gil.find("#packform button.primary"))
    expect(holder(ben, "gnash", "hand.right")).to_contain_text("Lucky torch")
    take = gil.find('[data-pack="gnash"] .thing[data-thing="torch"]')
    gil.press(take.locator("summary"))
    gil.press(take.locator("button", has_text="Take away"))
    expect(holder(ben, "gnash", "hand.right")).not_to_contain_text("Lucky torch")


@pytest.mark.rule("T-175")
def test_handed_to_a_neighbour_and_laid_down_on_the_map(table: Any) -> None:
    """By mouse onto the token of an ally, and onto the map beside; by keys from the list; each with its price first."""
    gil, ana, ben = table.sit("gil"), table.sit("ana", size={"width": 1280, "height": 1000}), table.sit("ben")
    pass_to(gil, "mara")
    refill(gil, "mara")
    bring(gil, "gnash", "mara")
    ana.fit()
    ana.tab("pack")
    knife = thing(ana, "mara", "knife", "hand.right")
    knife.scroll_into_view_if_needed()
    start = knife.bounding_box()
    assert start is not None
    mouse = ana.page.mouse
    mouse.move(start["x"] + 60, start["y"] + 20)
    mouse.down()
    mouse.move(*ana.point(*ana.place("gnash")), steps=6)
    expect(ana.find("#packghost")).to_have_attribute("data-price", re.compile(r"to Gnash: .*1 PA"))
    expect(ana.find('.tok.gets[data-body="gnash"]')).to_have_count(1)
    mouse.up()
    expect(ben.find("#log > li").last).to_contain_text("Mara hands Knife to Gnash")
    ben.tab("pack")
    expect(ben.find('[data-pack="gnash"] .holder.hand .thing[data-thing="knife"]')).to_have_count(1)

    # Onto the map beside her it is laid down; farther off it is not, and nothing is sent.
    bow = thing(ana, "mara", "short_bow", "hand.right")
    x, y = ana.place("mara")
    before = len(ana.watch.sent)
    for at in ((x + 4, y), (x, y)):
        start = bow.bounding_box()
        assert start is not None
        mouse.move(start["x"] + 60, start["y"] + 20)
        mouse.down()
        mouse.move(*ana.point(*at), steps=6)
        mouse.up()
        if at != (x, y):
            expect(ana.find("#err")).to_contain_text("Drop it beside who carries it")
            assert len(ana.watch.sent) == before
    expect(ana.find(f"#lying .x{x}.y{y}")).to_have_attribute("aria-label", re.compile("Short bow"))

    # By keys: what is in the hand opens to a button for each neighbour.
    thing(ana, "mara", "grapnel", "hand.left").focus()
    ana.page.keyboard.press("Enter")
    give = ana.find('.thing[data-thing="grapnel"] [data-to^="body."]:not([aria-disabled])').first
    to = give.get_attribute("data-words")
    give.focus()
    ana.page.keyboard.press("Enter")
    expect(ben.find("#log > li").last).to_contain_text(f"Mara hands Grapnel {to}")
