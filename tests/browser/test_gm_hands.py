"""The GM's hands: the menus, numbers where they stand, the order, what waits, playing for a seat, amending."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.demo import beside, pass_to, reachable, roomy
from tests.browser.table import Seat


@pytest.fixture
def gil(table: Any) -> Seat:
    seat: Seat = table.sit("gil")
    seat.fit()
    return seat


def open_menu(gil: Seat, body: str) -> None:
    gil.token(body).click(button="right")
    expect(gil.find("#menu")).to_be_visible()


def bring(gil: Seat, body: str, to: str) -> None:
    """Drags a token beside another one, which has been given room first, whatever the rules say."""
    put(gil, to, roomy(gil))
    put(gil, body, beside(gil, to))


def put(gil: Seat, body: str, at: tuple[int, int]) -> None:
    """Drags a token with Shift held."""
    gil.page.keyboard.down("Shift")
    gil.drag(gil.place(body), at)
    gil.page.keyboard.up("Shift")
    expect(gil.token(body)).to_have_class(re.compile(rf"\bx{at[0]} y{at[1]}\b"))


def choose(gil: Seat, ruling: str) -> None:
    gil.press(gil.find(f'#menu [data-rule="{ruling}"]'))


def hp(gil: Seat, body: str) -> int:
    return int(str(gil.find(f'[data-set="{body}.hp"]').first.get_attribute("data-value")))


# --- numbers where they stand ------------------------------------------------------------------------


def test_minus_three_on_a_token(gil: Seat) -> None:
    """Right click, -3, Enter; and the same by the keyboard alone (table.md 19)."""
    before = hp(gil, "goblins.2")
    open_menu(gil, "goblins.2")
    gil.page.keyboard.type("-3")
    expect(gil.find("#set-value")).to_have_value("-3")
    gil.page.keyboard.press("Enter")
    gil.until(lambda: hp(gil, "goblins.2") == before - 3)
    x, y = gil.place("goblins.2")
    gil.click(x, y)
    gil.find("#view").focus()
    gil.page.keyboard.press("ContextMenu")
    expect(gil.find("#menu .about")).to_have_text("Goblin 2")
    gil.page.keyboard.type("+3")
    gil.page.keyboard.press("Enter")
    gil.until(lambda: hp(gil, "goblins.2") == before)


def test_a_push_leaves_the_typed_number_alone(gil: Seat, table: Any) -> None:
    ana = table.sit("ana")
    open_menu(gil, "goblins.3")
    gil.page.keyboard.type("=")
    gil.find("#set-value").press_sequentially("4")
    ana.chat("while you type")
    expect(gil.find("#log")).to_contain_text("while you type")
    expect(gil.find("#set-value")).to_have_value("=4")
    expect(gil.find("#set-value")).to_be_focused()
    gil.page.keyboard.press("Escape")
    expect(gil.find("#setdlg")).to_be_hidden()


def test_a_push_leaves_the_open_menu_alone(gil: Seat, table: Any) -> None:
    ana = table.sit("ana")
    open_menu(gil, "goblins.3")
    gil.page.keyboard.press("ArrowDown")
    item = gil.page.evaluate("document.activeElement.dataset.rule")
    ana.chat("while it is open")
    expect(gil.find("#log")).to_contain_text("while it is open")
    expect(gil.find("#menu")).to_be_visible()
    assert gil.page.evaluate("document.activeElement.dataset.rule") == item
    gil.page.keyboard.press("Escape")
    expect(gil.find("#menu")).to_be_hidden()


# --- the menu ----------------------------------------------------------------------------------------


def test_hidden_from_one_seat(gil: Seat, table: Any) -> None:
    ana, ben = table.sit("ana"), table.sit("ben")
    bring(gil, "goblins.1", "mara")
    expect(ana.token("goblins.1")).to_have_count(1)
    open_menu(gil, "goblins.1")
    choose(gil, "seen")
    gil.press(gil.find('#seendlg [value="ana"]'))
    gil.press(gil.find("#seendlg button.primary"))
    expect(ana.token("goblins.1")).to_have_count(0)
    expect(ben.token("goblins.1")).to_have_count(1)
    open_menu(gil, "goblins.1")
    choose(gil, "seen")
    expect(gil.find('#seendlg [value="ana"]')).not_to_be_checked()
    gil.press(gil.find('#seendlg [value="ana"]'))
    gil.press(gil.find("#seendlg button.primary"))
    expect(ana.token("goblins.1")).to_have_count(1)


def test_hide_and_reveal_from_the_list(gil: Seat, table: Any) -> None:
    ben = table.sit("ben")
    bring(gil, "goblins.4", "gnash")
    expect(ben.token("goblins.4")).to_have_count(1)
    gil.tab("units")
    gil.open_unit("goblins")
    gil.press(gil.find('#units [data-menu="goblins.4"]'))
    choose(gil, "hide")
    expect(ben.token("goblins.4")).to_have_count(0)
    gil.press(gil.find('#units [data-menu="goblins.4"]'))
    choose(gil, "reveal")
    expect(ben.token("goblins.4")).to_have_count(1)


def test_statuses(gil: Seat, table: Any) -> None:
    ana = table.sit("ana")
    open_menu(gil, "mara")
    choose(gil, "status")
    gil.press(gil.find('#statusdlg [value="blessed"]'))
    gil.find("#status-reason").fill("the old shrine")
    gil.press(gil.find("#statusdlg button.primary"))
    expect(ana.token("mara")).to_have_attribute("aria-label", re.compile("Blessed"))
    expect(ana.find("#log")).to_contain_text("Mara: Blessed (the old shrine)")
    open_menu(gil, "mara")
    choose(gil, "status")
    expect(gil.find('#statusdlg [value="blessed"]')).to_be_checked()
    gil.press(gil.find('#statusdlg [value="blessed"]'))
    gil.press(gil.find("#statusdlg [name=secret]"))
    gil.press(gil.find("#statusdlg button.primary"))
    expect(ana.token("mara")).not_to_have_attribute("aria-label", re.compile("Blessed"))
    expect(gil.find("#log li.secret").last).to_contain_text("no longer blessed")
    assert "no longer blessed" not in "".join(ana.log())


def test_control_is_given_and_taken(gil: Seat, table: Any) -> None:
    ben = table.sit("ben")
    open_menu(gil, "guards.1")
    choose(gil, "control")
    gil.press(gil.find('#controldlg [value="ben"]'))
    gil.press(gil.find("#controldlg button.primary"))
    expect(ben.token("guards.1")).to_have_class(re.compile(r"\bmine\b"))
    open_menu(gil, "guards.1")
    choose(gil, "control")
    expect(gil.find('#controldlg [value="ben"]')).to_be_checked()
    gil.press(gil.find('#controldlg [value="cleo"]'))
    gil.press(gil.find("#controldlg button.primary"))
    expect(ben.token("guards.1")).not_to_have_class(re.compile(r"\bmine\b"))


def test_points_come_back(gil: Seat) -> None:
    pass_to(gil, "mara")
    open_menu(gil, "mara")
    choose(gil, "refund")
    field = gil.find("#refunddlg .pools input").first
    expect(field).to_be_focused()
    field.fill("2")
    gil.find("#refund-reason").fill("the blow was taken back")
    before = len(gil.watch.sent)
    gil.press(gil.find("#refunddlg button.primary"))
    gil.sent(before)
    assert gil.watch.sent[-1]["args"]["refund"] == {"pa": 2}  # type: ignore[index]
    expect(gil.find("#log")).to_contain_text("left again (the blow was taken back)")


def test_a_modifier_on_a_cell(gil: Seat, table: Any) -> None:
    ana = table.sit("ana")
    gil.click(*roomy(gil), button="right")
    expect(gil.find("#menu .about")).to_be_visible()
    choose(gil, "cell")
    gil.find("#lay-value").fill("+2")
    gil.find("#lay-label").fill("slippery planks")
    gil.find("#lay-rounds").fill("2")
    gil.press(gil.find("#laydlg button.primary"))
    expect(ana.find("#log")).to_contain_text("slippery planks")
    gil.tab("gm")
    gil.press(gil.find("#gmbox .laid li:has-text('slippery') button"))
    expect(gil.find("#gmbox .laid li:has-text('slippery')")).to_have_count(0)


def test_copies_in_three_clicks(gil: Seat, table: Any) -> None:
    """Menu, window, cell; they are numbered on (table.md 14). Then one of them is taken out again."""
    ana = table.sit("ana")
    open_menu(gil, "goblins.1")
    choose(gil, "copy")
    gil.find("#add-count").fill("3")
    gil.press(gil.find("#adddlg button.primary"))
    gil.click(*beside(gil, "mara"))
    expect(gil.find('.tok[aria-label^="Goblin 6"]')).to_be_visible()
    expect(ana.find('.tok[aria-label^="Goblin 8"]')).to_be_visible()
    body = str(gil.find('.tok[aria-label^="Goblin 8"]').get_attribute("data-body"))
    open_menu(gil, body)
    choose(gil, "remove")
    open_menu(gil, body)
    choose(gil, "remove")
    expect(ana.find('.tok[aria-label^="Goblin 8"]')).to_have_count(0)


def test_a_template_is_added_hidden_at_a_cell(gil: Seat, table: Any) -> None:
    ana = table.sit("ana")
    mark = ana.proxy.mark()  # a picture that came before may have any three bytes
    gil.click(20, 15, button="right")
    choose(gil, "addhere")
    gil.find("#add-what").select_option(label="Wolves")
    gil.find("#add-count").fill("2")
    gil.press(gil.find('#adddlg [value="line"]'))
    gil.press(gil.find("#adddlg [name=hidden]"))
    gil.press(gil.find("#adddlg button.primary"))
    expect(gil.find('.tok[aria-label^="Wolf 1"], .tok[aria-label^="Wolve 1"]')).to_be_visible()
    assert b"Wol" not in ana.proxy.since(mark)


def test_the_menu_by_a_resting_finger(table: Any) -> None:
    gil = table.sit("gil", touch=True)
    gil.fit()
    x, y = gil.point(*gil.place("goblins.2"))
    touch = gil.context.new_cdp_session(gil.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(gil.find("#menu")).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(gil.find("#menu")).to_be_visible()
    for item in gil.find("#menu [role=menuitem]:visible").all():
        box = item.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    gil.press(gil.find('#menu [data-rule="hp"]'))
    gil.find("#set-value").fill("-1")
    before = len(gil.watch.sent)
    gil.press(gil.find("#setdlg button.primary"))
    gil.sent(before)


# --- the order ---------------------------------------------------------------------------------------


def test_rows_are_reordered_by_key_and_by_drag(gil: Seat, table: Any) -> None:
    ana = table.sit("ana")
    first, second, *_rest = [unit for unit, _ in gil.order()]
    gil.find(f'#turns [data-unit="{first}"]').focus()
    gil.page.keyboard.press("Alt+ArrowRight")
    gil.until(lambda: [u for u, _ in gil.order()][:2] == [second, first])
    row, goal = gil.find(f'#turns [data-unit="{first}"]'), gil.find(f'#turns [data-unit="{second}"]')
    box, to = row.bounding_box(), goal.bounding_box()
    assert box
    assert to
    gil.page.mouse.move(box["x"] + 20, box["y"] + 20)
    gil.page.mouse.down()
    gil.page.mouse.move(to["x"] + 4, to["y"] + 20, steps=6)
    gil.page.mouse.up()
    gil.until(lambda: [u for u, _ in gil.order()][:2] == [first, second])
    known = [u for u, _ in ana.order()]
    assert known == [u for u, _ in gil.order() if u in known]
    # And by the menu, as a finger does it.
    body = first if gil.token(first).count() else f"{first}.1"
    gil.menu(body, "later")
    gil.until(lambda: [u for u, _ in gil.order()][:2] == [second, first])
    gil.menu(body, "earlier")
    gil.until(lambda: [u for u, _ in gil.order()][:2] == [first, second])


# --- what waits --------------------------------------------------------------------------------------


def test_what_waits_is_answered_by_enter(gil: Seat, table: Any) -> None:
    """Q goes to it, Enter takes the suggestion (table.md 5)."""
    ben = table.sit("ben")
    pass_to(gil, "gnash")
    at = beside(gil, "gnash")
    gil.page.keyboard.down("Shift")
    gil.drag(gil.place("goblins.1"), at)
    gil.page.keyboard.up("Shift")
    gil.menu("gnash", "ruled")
    ben.targets("Simple Attack: Claw").locator('[data-target="goblins.1"]').click()
    expect(gil.find("#waits")).to_contain_text("1 waits for you")
    gil.find("#view").focus()
    gil.page.keyboard.press("q")
    gil.page.keyboard.press("Enter")
    expect(gil.find("#prompts .prompt")).to_have_count(0)
    expect(gil.find("#waits h2")).to_have_count(0)
    expect(ben.find("#log li.roll").last).to_contain_text("Goblin 1")


def test_a_check_is_amended_from_its_line(gil: Seat, table: Any) -> None:
    """Another face of its die, from the log line; what hinders is said (table.md 7)."""
    ben = table.sit("ben")
    line = gil.find("#log li.roll:has([data-amend])").last
    line.scroll_into_view_if_needed()
    gil.press(line.locator("summary"))
    gil.press(line.locator("[data-amend]"))
    dialog = gil.find("#amenddlg")
    die = dialog.locator("[data-draw]").first
    expect(die).to_be_focused()
    gil.press(dialog.locator("button.primary"))
    expect(dialog.locator(".hinders")).to_contain_text("Change something first")
    dialog.locator("#amend-value").fill("+1")
    gil.press(dialog.locator("button.primary"))
    expect(gil.find("#log")).to_contain_text("amended")
    expect(dialog).to_be_hidden()
    expect(gil.find("#log li.roll:has([data-amend])").last).to_contain_text("+1 GM")
    expect(ben.find("#log li.undone.roll").last).to_be_attached()


def test_who_was_walked_into_is_revealed_or_not(gil: Seat, table: Any) -> None:
    """The GM is asked on the side, while play goes on; then all that waits takes its suggestion at one press."""
    ben = table.sit("ben")
    pass_to(gil, "gnash")
    gil.menu("gnash", "refund")
    gil.find("#refunddlg .pools input").first.fill("4")
    gil.press(gil.find("#refunddlg button.primary"))
    bring(gil, "lurkers.1", "gnash")
    here = gil.place("gnash")
    at = gil.place("lurkers.1")
    ben.fit()
    ben.until(lambda: list(at) in ben_cells(ben, "gnash"))
    ben.click(*at)
    card = gil.find('#prompts [data-kind="reveal"]')
    expect(card).to_contain_text("Reveal Lurker 1?")
    assert ben.token("lurkers.1").count() == 0
    gil.press(card.get_by_role("button", name="Stay hidden"))
    expect(card).to_have_count(0)
    assert ben.token("lurkers.1").count() == 0
    assert ben.place("gnash") == here
    ben.click(*at)
    expect(card).to_have_count(1)
    bring(gil, "goblins.1", "gnash")
    gil.menu("gnash", "ruled")
    ben.targets("Simple Attack: Claw").locator('[data-target="goblins.1"]').click()
    expect(gil.find("#waits")).to_contain_text("2 wait for you")
    gil.press(gil.find("#waits button", has_text="Accept all"))
    assert gil.find("#prompts .prompt").count() <= 2
    expect(gil.find("#prompts .prompt")).to_have_count(0)
    expect(ben.token("lurkers.1")).to_have_count(1)
    expect(ben.find("#log li.roll").last).to_contain_text("Goblin 1")
    gil.menu("lurkers.1", "hide")
    expect(ben.token("lurkers.1")).to_have_count(0)


def ben_cells(seat: Seat, body: str) -> list[list[int]]:
    flat = seat.opts()["reach"].get(body, {"cells": []})["cells"]
    return [flat[i : i + 2] for i in range(0, len(flat), 6)]


def test_what_hinders_an_amendment_is_said_with_the_rewind_beside_it(gil: Seat, table: Any) -> None:
    """Whoever would have fallen has walked since: nothing is changed, the later line is named (table.md 7)."""
    ben = table.sit("ben")
    pass_to(gil, "gnash")
    gil.menu("gnash", "refund")
    gil.find("#refunddlg .pools input").first.fill("4")
    gil.press(gil.find("#refunddlg button.primary"))
    bring(gil, "goblins.3", "gnash")
    gil.menu("goblins.3", "hp")
    gil.find("#set-value").fill("=60")  # whatever the dice say, it stands
    gil.page.keyboard.press("Enter")
    target = ben.targets("Simple Attack: Claw").locator('[data-target="goblins.3"]')
    before = len(ben.watch.sent)
    ben.press(target)
    ben.sent(before)
    line = gil.find("#log li.roll:has([data-amend])").last
    expect(line).to_contain_text("Goblin 3")
    pass_to(gil, "goblins")
    gil.tab("act")
    gil.fit()
    gil.click(*gil.place("goblins.3"))
    here = gil.place("goblins.3")
    gil.drag(here, reachable(gil, "goblins.3"))
    gil.press(gil.find("[data-march=only]"))
    gil.until(lambda: gil.place("goblins.3") != here)
    gil.press(line.locator("summary"))
    gil.press(line.locator("[data-amend]"))
    dialog = gil.find("#amenddlg")
    dialog.locator("#amend-outcome").select_option("success")
    dialog.locator("#amend-value").fill("+200")
    dialog.locator("#amend-applies").select_option("effectiveness")
    gil.watch.expect("status of 422")
    gil.press(dialog.locator("button.primary"))
    expect(dialog.locator(".hinders")).to_contain_text("It hinders: “Goblin 3 moves")
    gil.press(dialog.get_by_role("button", name="Rewind to before it"))
    expect(dialog).to_be_hidden()
    expect(ben.find("#log li.undone.roll").last).to_contain_text("Goblin 3")
    gil.until(lambda: gil.opts()["turn"] == "gnash")
    assert gil.place("goblins.3") == here


# --- a roll in secret --------------------------------------------------------------------------------


def test_a_roll_in_secret(gil: Seat, table: Any) -> None:
    ben = table.sit("ben")
    pass_to(gil, "goblins")
    bring(gil, "goblins.1", "gnash")
    gil.tab("act")
    gil.press(gil.find("#secret-roll"))
    lines = ben.find("#log li.roll").count()
    target = gil.targets("Simple Attack").locator("[data-target]").first
    before = len(gil.watch.sent)
    gil.press(target)
    gil.sent(before)
    assert gil.watch.sent[-1]["args"]["secret"] is True  # type: ignore[index]
    expect(gil.find("#log li.roll.secret").last).to_be_attached()
    expect(gil.find("#secret-roll")).not_to_be_checked()
    assert ben.find("#log li.roll").count() == lines
    # Whom the GM moves in secret just stands elsewhere.
    gil.press(gil.find("#secret-roll"))
    at = roomy(gil)
    put(gil, "gnash", at)
    expect(ben.token("gnash")).to_have_class(re.compile(rf"\bx{at[0]} y{at[1]}\b"))
    expect(gil.find("#log li.secret").last).to_contain_text("Gnash is moved")
    assert "Gnash is moved" not in ben.log()[-1]


# --- an absent seat ----------------------------------------------------------------------------------


def test_what_a_players_unit_can_do_is_shown_when_the_gm_asks(gil: Seat, table: Any) -> None:
    """And stays shown, on this browser's next page too, until it is put away."""
    pass_to(gil, "mara")
    gil.tab("act")
    asks = gil.find("#options [data-offers]")
    expect(asks).to_have_text("Show what Mara can do")
    expect(gil.find("#options ul[data-unit=mara]")).to_have_count(0)
    gil.press(asks)
    expect(asks).to_have_attribute("aria-checked", "true")
    expect(gil.find("#options ul[data-unit=mara]").first).to_be_visible()
    gil.until(lambda: "mara" in gil.opts()["reach"])
    gil.page.reload()
    gil.tab("act")
    expect(gil.find("#options ul[data-unit=mara]").first).to_be_visible()
    asks.focus()
    gil.page.keyboard.press("Space")
    expect(gil.find("#options ul[data-unit=mara]")).to_have_count(0)
    expect(asks).to_have_attribute("aria-checked", "false")


def test_the_gm_plays_for_a_seat_and_hands_it_back(gil: Seat, table: Any) -> None:
    ana = table.sit("ana")
    gil.tab("gm")
    expect(gil.find('#seats li[data-seat="ana"] .here.on')).to_be_visible()
    gil.press(gil.find('#seats li[data-seat="ana"] [role=switch]'))
    for seat in (gil, ana):
        expect(seat.find("#stand")).to_contain_text("Gil plays Mara")
        expect(seat.find("#log")).to_contain_text("Gil plays for Ana")
    gil.press(gil.find("#stand button"))
    expect(ana.find("#stand .standin")).to_have_count(0)
    expect(ana.find("#log")).to_contain_text("Ana plays again")
    gil.press(gil.find('#seats li[data-seat="ana"] [role=switch]'))
    ana.press(ana.find("#stand button"))
    expect(gil.find("#stand .standin")).to_have_count(0)


@pytest.mark.live
def test_who_is_connected(gil: Seat, table: Any) -> None:
    gil.tab("gm")
    row = gil.find('#seats li[data-seat="cleo"] .here')
    expect(row).to_have_attribute("aria-label", "away")
    cleo = table.sit("cleo")
    expect(row).to_have_attribute("aria-label", "connected")
    cleo.page.close()
    expect(row).to_have_attribute("aria-label", "away")
