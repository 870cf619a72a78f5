"""One evening of the demo, told in order: GM and three players, four browsers, from initiative into round 2.

Each step asserts what every page shows. The tests of this file go on from one another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Table
from tests.browser.demo import PLAYS, SECRET, Evening, beside, pass_to, reachable
from tests.browser.table import Seat, cell_name

pytestmark = pytest.mark.live
HEROES = ["gnash", "guards", "ilven", "mara"]
ZONE = {"mara": [(3, 4)], "gnash": [(3, 5)], "ilven": [(2, 6)], "guards": [(1, 5), (1, 6), (1, 7)]}


@pytest.fixture(scope="module")
def evening(fresh: Any, chromium: Any) -> Iterator[Evening]:
    with Table(fresh, chromium) as table:
        yield Evening(table, "gil", "ana", "ben", "cleo")


def players(evening: Evening) -> list[Seat]:
    return [evening[name] for name in ("ana", "ben", "cleo")]


def shows(evening: Evening, body: str, at: tuple[int, int]) -> None:
    """Every page has the body on that cell."""
    for seat in evening:
        expect(seat.token(body)).to_have_class(re.compile(rf"\bx{at[0]} y{at[1]}\b"))


# --- before round 1 ---------------------------------------------------------------------------------


def test_the_gm_rolls_for_all_with_one_button(evening: Evening) -> None:
    gil = evening["gil"]
    for seat in evening:
        expect(seat.find("#head .phase")).to_have_text("Initiative")
        expect(seat.find("#turns > li")).to_have_count(0)
        mine = "Roll for initiative: " + {"ana": "Mara", "ben": "Gnash"}.get(seat.name, "")
        words = mine if seat in players(evening) else "initiative still to roll"
        expect(seat.find("#head .waits")).to_contain_text(words)
    gil.press(gil.find("#gmbox button").filter(has_text="Roll initiative"))
    for seat in evening:
        expect(seat.find("#head .phase")).to_have_text("Placement")
    assert sorted(unit for unit, _ in gil.order()) == sorted([*HEROES, "goblins", "lurkers"])
    for seat in players(evening):
        # Goblins that have no cell yet are in nobody's sight or out of it; the hidden Mob is in no row.
        assert sorted({unit for unit, _ in seat.order()} - {"goblins"}) == HEROES
        numbers = [int(n) for n in seat.find("#turns .ini").all_inner_texts() if n]
        assert numbers == sorted(numbers, reverse=True)
        expect(seat.find("#log")).to_contain_text("Mara: initiative")
        # Who is waited for is said aloud, too.
        expect(seat.find("#say")).to_contain_text("placing now")


def test_everybody_places_and_the_mission_begins(evening: Evening) -> None:
    """Who is not yet at turn marks a wish, which is taken when the turn comes; the last cell begins round 1."""
    order = [unit for unit, _ in evening["gil"].order() if unit in HEROES]
    last = order[-1]
    for unit in [last, *order[:-1]]:
        seat = evening.player_of(unit)
        for number, at in enumerate(ZONE[unit], start=1):
            seat.tab("act")
            before = len(seat.watch.sent)
            name = f"Town guard {number}" if unit == "guards" else unit.capitalize()
            seat.press(seat.find("#options :is([data-do=place], [data-do=wish])").filter(has_text=name).first)
            seat.fit()
            expect(seat.find("#view")).to_be_visible()
            seat.click(*at)
            seat.sent(before)
            if unit != last:
                body = seat.watch.sent[-1]["args"]["body"]  # type: ignore[index]
                for other in evening:
                    expect(other.token(body)).to_have_class(re.compile(rf"\bx{at[0]} y{at[1]}\b"))
    for seat in evening:
        expect(seat.find("#head .phase")).to_contain_text("Round 1")
        for unit in HEROES:
            places = {seat.place(body) for body in seat.tokens() if body.split(".")[0] == unit}
            assert places == set(ZONE[unit]), (seat.name, unit)
    sent = {str(order["do"]) for seat in players(evening) for order in seat.watch.sent}
    assert {"place", "wish"} <= sent


# --- round 1: everybody's turn as it comes ----------------------------------------------------------


def test_round_1(evening: Evening) -> None:
    """Whoever the dice put first begins; after the last, round 2 starts with nobody having acted."""
    gil = evening["gil"]
    played = []
    for _ in range(len(PLAYS)):
        turn = gil.opts()["turn"]
        played.append(turn)
        TURNS.get(turn, gm_turn)(evening)
        gil.until(lambda turn=turn: gil.opts()["turn"] != turn)  # type: ignore[misc]
    assert sorted(played) == sorted(PLAYS)
    for seat in evening:
        expect(seat.find("#head .phase")).to_contain_text("Round 2")
        expect(seat.find("#turns .acted")).to_have_count(0)
    # The point that Mara converted counts now, for all who may read her number.
    mara = gil.find('#turns [data-unit="mara"] .ini').inner_text()
    for seat in players(evening):
        expect(seat.find('#turns [data-unit="mara"] .ini')).to_have_text(mara)


def mara_turn(evening: Evening) -> None:
    """Pointing shows way and price, a click walks; every page shows where the unit then stands."""
    ana = evening["ana"]
    expect(ana.find("#head")).to_contain_text("Your turn")
    expect(ana.page).to_have_title(re.compile("Your turn"))
    expect(evening["ben"].find("#head .waits")).to_contain_text("Mara")
    for seat in evening:
        expect(seat.find("#turns > li[aria-current=step]")).to_contain_text("Mara")
    ana.fit()
    to = reachable(ana, "mara", far=True)
    ana.hover(*to)
    expect(ana.find("#tip")).to_contain_text(f"{cell_name(*to)} · ")
    assert "L" in str(ana.find("#way").get_attribute("d"))
    # Pointing sent nothing; nor does a drag that is broken off.
    before = len(ana.watch.sent)
    ana.drag(ana.place("mara"), to, drop=False)
    ana.page.keyboard.press("Escape")
    ana.page.mouse.up()
    assert len(ana.watch.sent) == before
    start = ana.place("mara")
    near = reachable(ana, "mara", west=True)
    ana.click(*near)
    shows(evening, "mara", near)
    for seat in evening:
        expect(seat.find("#log")).to_contain_text(f"Mara moves to {cell_name(*near)}")
    # The way back over the same ground reveals nothing: a player takes it back, and has the points again.
    points = ana.find("#now").inner_text()
    again = ((start[0] + near[0]) // 2, start[1])
    ana.click(*again)
    shows(evening, "mara", again)
    ana.press(ana.find("#back button[name=go]"))
    shows(evening, "mara", near)
    expect(ana.find("#now")).to_have_text(points, use_inner_text=True)
    for seat in evening:
        expect(seat.find("#log li.undone")).to_contain_text(f"Mara moves to {cell_name(*again)}")
    to = reachable(ana, "mara", far=True)
    ana.drag(ana.place("mara"), to)
    shows(evening, "mara", to)
    # What stays is said on the button, and one point becomes initiative.
    expect(ana.find("#endturn .keeps")).to_contain_text("MA")
    ana.press(ana.find('#convert [data-step="1"]'))
    expect(ana.find("#convert output")).to_have_text("1")
    ana.end_turn()
    assert ana.watch.sent[-1]["args"]["convert"] == 1  # type: ignore[index]
    for seat in evening:
        expect(seat.find("#log")).to_contain_text("Mara: 1 MA for")
    expect(ana.find("#endturn button")).to_have_count(0)


def gnash_turn(evening: Evening) -> None:
    """The GM puts a goblin before Gnash and wants to rule the check; Ben attacks it; all read what came of it."""
    gil, ben = evening["gil"], evening["ben"]
    at = beside(gil, "gnash")
    gil.fit()
    gil.page.keyboard.down("Shift")
    gil.drag(gil.place("goblins.1"), at)
    gil.page.keyboard.up("Shift")
    shows(evening, "goblins.1", at)
    gil.menu("gnash", "ruled")
    ben.fit()
    attack = ben.targets("Simple Attack: Claw")
    target = attack.locator('[data-target="goblins.1"]')
    expect(target).to_contain_text("%")
    ben.hover(*at)
    expect(ben.find("#tip")).to_contain_text("%")
    ben.click(*at)
    # The difficulty waits for the GM; everybody reads for whom.
    card = gil.find('#prompts .prompt[data-kind="difficulty"]')
    expect(card).to_contain_text("Gnash: Claw against Goblin 1")
    for seat in players(evening):
        expect(seat.find('#log li.roll:has-text("Claw")')).to_have_count(0)
    field = card.locator("[data-field=value]")
    field.fill("1")
    gil.press(card.locator("button.primary").first)
    for seat in evening:
        expect(seat.find("#prompts .prompt")).to_have_count(0)
        expect(seat.find('#log li.roll:has-text("Gnash")').last).to_contain_text("Goblin 1")
    line = ben.find('#log li.roll:has-text("Goblin 1")').last
    line.scroll_into_view_if_needed()
    ben.press(line.locator("summary"))
    expect(line.locator(".sum").first).to_contain_text("d10")
    ben.end_turn()


def ilven_turn(evening: Evening) -> None:
    """Talk counts its words; every hero hears a yell."""
    cleo = evening["cleo"]
    cleo.tab("act")
    words = "we only want the grain back"
    cleo.find("#talk-text").fill(words)
    expect(cleo.find("#talk .words")).to_contain_text("6 words")
    cleo.find("#talk [name=volume]").select_option("yell")
    cleo.press(cleo.find("#talk button").last)
    for seat in evening:
        expect(seat.find("#log")).to_contain_text(f"Ilven yells: “{words}”")
    expect(cleo.find("#talk-text")).to_have_value("")
    cleo.end_turn()


def guards_turn(evening: Evening) -> None:
    """One member of a Mob is dragged; the others would follow, and stay."""
    cleo = evening["cleo"]
    cleo.fit()
    to = reachable(cleo, "guards.2")
    cleo.drag(cleo.place("guards.2"), to)
    cleo.press(cleo.find("#marchbar [data-march=only]"))
    shows(evening, "guards.2", to)
    cleo.end_turn()


def gm_turn(evening: Evening) -> None:
    """The GM's Mobs: seen from outside, a turn that is hidden is the GM deciding. Ended by key."""
    gil = evening["gil"]
    if gil.opts()["turn"] == "lurkers":
        for seat in players(evening):
            expect(seat.find("#head .waits")).to_contain_text("the GM is deciding")
    gil.page.keyboard.press("Escape")
    gil.find("#view").focus()
    gil.page.keyboard.press("e")
    expect(gil.find("#endturn button.armed")).to_be_visible()
    gil.page.keyboard.press("e")


TURNS = {"mara": mara_turn, "gnash": gnash_turn, "ilven": ilven_turn, "guards": guards_turn}


# --- the GM's hand ----------------------------------------------------------------------------------


def test_the_gm_hides_and_reveals(evening: Evening) -> None:
    gil = evening["gil"]
    expect(evening["ben"].token("goblins.1")).to_have_count(1)
    gil.menu("goblins.1", "hide")
    for seat in players(evening):
        expect(seat.token("goblins.1")).to_have_count(0)
    expect(gil.token("goblins.1")).to_have_class(re.compile(r"\bhid\b"))
    gil.menu("goblins.1", "reveal")
    for seat in players(evening):
        expect(seat.token("goblins.1")).to_have_count(1)


def test_the_gm_lays_a_modifier_and_lifts_it(evening: Evening) -> None:
    gil, ana = evening["gil"], evening["ana"]
    gil.menu("mara", "lay")
    dialog = gil.find("#laydlg")
    dialog.locator("[name=value]").fill("-2")
    dialog.locator("[name=label]").fill("smoke in the eyes")
    dialog.locator("[name=applies]").select_option("attempt")
    gil.press(dialog.locator("button.primary"))
    for seat in evening:
        expect(seat.find("#log")).to_contain_text("smoke in the eyes on Mara")
    gil.tab("gm")
    gil.press(gil.find("#gmbox .laid li:has-text('smoke') button"))
    expect(gil.find("#gmbox .laid")).to_have_count(0)
    gil.menu("mara", "laynext")
    dialog.locator("[name=value]").fill("+3")
    dialog.locator("[name=label]").fill("a secret blessing")
    dialog.locator("[name=secret]").check()
    gil.press(dialog.locator("button.primary"))
    expect(gil.find("#log")).to_contain_text("a secret blessing")
    assert b"a secret blessing" not in ana.proxy.since()


def test_the_gm_sets_numbers_where_they_stand(evening: Evening) -> None:
    gil, ana = evening["gil"], evening["ana"]
    gil.tab("units")
    gil.open_unit("mara")
    gil.press(gil.find('#units [data-set="mara.hp"]').first)
    gil.find("#set-value").fill("-5")
    gil.find("#set-reason").fill("a fall")
    gil.page.keyboard.press("Enter")
    for seat in evening:
        expect(seat.find("#log")).to_contain_text("Mara's HP 16 → 11 (a fall)")
    ana.tab("units")
    ana.open_unit("mara")
    expect(ana.find("#u-mara")).to_contain_text("11")
    gil.press(gil.find('#units [data-set="mara.hp"]').first)
    gil.find("#set-value").fill("=16")
    gil.press(gil.find("#setdlg button.primary"))
    for seat in evening:
        expect(seat.find("#log")).to_contain_text("Mara's HP 11 → 16")


def test_the_gm_knocks_out_revives_and_skips(evening: Evening) -> None:
    gil = evening["gil"]
    gil.menu("goblins.5", "knock_out")
    expect(gil.token("goblins.5")).to_have_class(re.compile(r"\bdown\b"))
    gil.menu("goblins.5", "revive")
    expect(gil.token("goblins.5")).not_to_have_class(re.compile(r"\bdown\b"))
    turn = gil.opts()["turn"]
    body = next(body for body in gil.tokens() if body.split(".")[0] == turn)
    gil.menu(body, "skip")
    gil.until(lambda: gil.opts()["turn"] != turn)


def test_the_gm_pauses(evening: Evening) -> None:
    gil = evening["gil"]
    gil.tab("gm")
    gil.press(gil.find("#gmbox button").filter(has_text="Pause"))
    for seat in players(evening):
        expect(seat.find("#head .waits")).to_have_text(re.compile("the GM is deciding|Paused"))
        expect(seat.find("#endturn button")).to_have_count(0)
    gil.press(gil.find("#gmbox button").filter(has_text="Resume"))
    for seat in players(evening):
        expect(seat.find("#head .waits.paused")).to_have_count(0)


def test_the_gm_plays_for_anybody(evening: Evening) -> None:
    """A hero's whole turn can come from the GM's page, once the GM has said so."""
    gil, ben = evening["gil"], evening["ben"]
    pass_to(gil, "gnash")
    gil.fit()
    was = ben.place("gnash")
    x, y = reachable(ben, "gnash")
    gil.click(x, y)
    expect(gil.find("#err")).to_contain_text("Ben plays this unit")
    gil.drag(was, (x, y))
    shows(evening, "gnash", was)
    # The panel's buttons and End turn are as careful as the map.
    gil.tab("act")
    looks = gil.find("#options [data-offers]")
    gil.press(looks)
    chosen = gil.find("#options ul[data-unit=gnash] button[name=go]:visible").first
    expect(chosen).to_be_visible()
    sent, err = len(gil.watch.sent), gil.find("#err")
    gil.find("#goto-cell").fill(cell_name(x, y))
    gil.find("#goto-cell").press("Enter")
    expect(err).to_contain_text("Ben plays this unit")
    gil.press(chosen)
    gil.page.wait_for_timeout(200)
    gil.press(gil.find("#endturn button"))
    expect(err).to_contain_text("Ben plays this unit. Nothing done yet. Press again")
    assert len(gil.watch.sent) == sent
    gil.press(looks)
    gil.press(gil.find("#options .theirs [role=switch]", has_text="Play for Ben"))
    expect(ben.find("#stand")).to_contain_text("plays Gnash")
    gil.until(lambda: "gnash" in gil.opts()["reach"])
    gil.click(x, y)
    shows(evening, "gnash", (x, y))
    for seat in (gil, ben):
        expect(seat.find("#log li.move").last).to_contain_text(re.compile("Gnash moves to .* by the GM"))
    gil.tab("act")
    gil.press(gil.find("#back button"))
    shows(evening, "gnash", was)
    gil.click(x, y)
    shows(evening, "gnash", (x, y))


def test_the_gm_rewinds(evening: Evening) -> None:
    """What was undone stays readable, struck through; the board is as it was."""
    gil = evening["gil"]
    was = gil.place("gnash")
    gil.tab("act")
    gil.fit()
    to = reachable(gil, "gnash")
    gil.click(*to)
    shows(evening, "gnash", to)
    gil.tab("gm")
    gil.press(gil.find('#seats [data-seat="ben"] .switch'))
    if gil.find("#rewinds[open]").count() == 0:
        gil.press(gil.find("#rewinds summary"))
    gil.press(gil.find("#rewinds button").nth(1))
    for seat in evening:
        expect(seat.token("gnash")).to_have_class(re.compile(rf"\bx{was[0]} y{was[1]}\b"))
        expect(seat.find("#log li.undone").last).to_contain_text(f"Gnash moves to {cell_name(*to)}")


def test_the_gm_adds_and_settles_objectives_and_is_asked_about_the_end(evening: Evening) -> None:
    gil, ben, ana = evening["gil"], evening["ben"], evening["ana"]
    gil.tab("goals")
    gil.press(gil.find("#tab-goals [data-dialog=goaldlg]"))
    dialog = gil.find("#goaldlg")
    dialog.locator("[name=title]").fill("Find the millstone key")
    dialog.locator("[name=kind]").select_option("secondary")
    dialog.locator("[name=public]").uncheck()
    dialog.locator('[name=recipient][value="ben"]').check()
    gil.press(dialog.locator("button.primary"))
    ben.tab("goals")
    expect(ben.find("#goals")).to_contain_text("Find the millstone key")
    assert b"millstone key" not in ana.proxy.since()
    gil.press(gil.find("#goals li:has-text('Take back the mill') button", has_text="Completed"))
    for seat in players(evening):
        expect(seat.find("#goals li.completed")).to_contain_text("Take back the mill")
    card = gil.find('#prompts .prompt[data-kind="end_mission"]')
    expect(card).to_be_visible()
    gil.press(card.get_by_role("button", name=re.compile("no|go on", re.IGNORECASE)).first)
    expect(gil.find("#prompts .prompt")).to_have_count(0)


def test_the_gm_opens_what_a_seat_sees(evening: Evening) -> None:
    """Read only, and no more than that seat sees."""
    gil = evening["gil"]
    gil.tab("gm")
    with gil.context.expect_page() as opened:
        gil.press(gil.find("#tab-gm .links a", has_text="Ana"))
    page = opened.value
    eyes = Seat("gil as ana", page, gil.proxy, gil.watch)
    eyes.live()
    expect(eyes.find(".seeas")).to_contain_text("Ana")
    assert sorted(eyes.tokens()) == sorted(evening["ana"].tokens())
    eyes.find("#view").focus()
    page.keyboard.press("e")
    expect(eyes.find("#endturn button.armed")).to_have_count(0)
    page.close()


def test_nothing_hidden_ever_left_the_server(evening: Evening) -> None:
    for seat in players(evening):
        assert SECRET not in seat.proxy.since().lower(), seat.name


def test_the_gm_ends_the_mission(evening: Evening) -> None:
    gil = evening["gil"]
    gil.tab("gm")
    gil.press(gil.find("[data-dialog=enddlg]"))
    gil.find("#end-outcome").fill("The mill is free.")
    gil.press(gil.find("#enddlg button.primary"))
    for seat in evening:
        expect(seat.find("#head")).to_contain_text("Mission ended")
        expect(seat.find("#log")).to_contain_text("Outcome: The mill is free.")
        expect(seat.find("#endturn button")).to_have_count(0)
    expect(gil.find("#gmbox a.primary")).to_have_text("Close the Mission …")
    evening.fresh_pages_agree()
