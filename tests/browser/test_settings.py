"""What is set by a press: the Mission's settings, a seat's own choices, objectives of each kind, the scenario."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.demo import pass_to
from tests.browser.table import Seat


@pytest.fixture
def gil(table: Any) -> Seat:
    seat: Seat = table.sit("gil")
    return seat


def choose(seat: Seat, region: str, label: str, word: str) -> None:
    """Presses a choice of a setting, opening its list if need be."""
    if seat.find(f"{region}[open]").count() == 0:
        seat.press(seat.find(f"{region} > summary"))
    switch = seat.find(f'{region} [role=switch][aria-label="{label}"]')
    if switch.count():
        on = "true" if word == "on" else "false"
        if switch.get_attribute("aria-checked") != on:
            seat.press(switch)
        expect(switch).to_have_attribute("aria-checked", on)
        return
    choice = seat.find(f'{region} button[aria-label="{label}: {word}"]')
    seat.press(choice)
    expect(choice).to_have_attribute("aria-pressed", "true")


def test_the_gm_asks_to_be_asked_and_a_player_rolls_real_dice(gil: Seat, table: Any) -> None:
    """A check as the table likes it: the GM answers the difficulty, the player types two faces (table.md 5; C6)."""
    ben = table.sit("ben")
    pass_to(gil, "gnash")
    gil.tab("gm")
    choose(gil, "#settings", "Ask the GM for the difficulty", "all")
    ben.tab("act")
    choose(ben, "#standing", "I roll real dice and type them in", "on")
    ben.press(ben.action("Climb"))
    card = gil.find('#prompts [data-kind="difficulty"]')
    card.get_by_label("Difficulty").fill("3")
    gil.press(card.get_by_role("button", name="Answer"))
    die = ben.find('#prompts [data-kind="die"]')
    expect(die).to_contain_text("Climb, Attempt")
    die.get_by_label("Face").fill("0")  # a ten, and so another die
    ben.press(die.get_by_role("button", name="Answer"))
    expect(die).to_contain_text("second die")
    die.get_by_label("Face").fill("9")
    ben.press(die.get_by_role("button", name="Answer"))
    expect(ben.find("#log")).to_contain_text("critical, succeeds")
    choose(ben, "#standing", "I roll real dice and type them in", "off")
    choose(gil, "#settings", "Ask the GM for the difficulty", "none")


def test_a_player_tries_what_the_hero_never_learnt(gil: Seat, table: Any) -> None:
    ben = table.sit("ben")
    pass_to(gil, "gnash")
    ben.tab("act")
    ben.press(ben.action("Try a skill"))
    ben.find("#ask-action").select_option("swim")
    ben.press(ben.find("#askdlg button.primary"))
    expect(ben.find("#log")).to_contain_text("Gnash, Swim")


def test_an_alternate_and_a_private_objective(gil: Seat, table: Any) -> None:
    ana, ben = table.sit("ana"), table.sit("ben")
    gil.tab("goals")
    gil.press(gil.find('[data-dialog="goaldlg"]'))
    gil.find("#goal-title").fill("Bribe the captain")
    gil.find("#goal-kind").select_option("alternate")
    expect(gil.find("#goal-instead")).to_be_visible()
    box = gil.find("#goaldlg")
    box.get_by_label("everybody").uncheck()
    box.locator('[name=recipient][value="ana"]').check()
    box.get_by_label("best possible outcome").uncheck()
    gil.press(box.get_by_role("button", name="Add"))
    ana.tab("goals")
    row = ana.find("#goals li", has_text="Bribe the captain")
    expect(row).to_contain_text("alternate")
    expect(row).to_contain_text("not the best outcome")
    expect(row).to_contain_text("10 XP")
    ben.tab("goals")
    expect(ben.find("#goals")).not_to_contain_text("Bribe")
    mine = gil.find("#goals li", has_text="Bribe the captain")
    gil.press(mine.get_by_role("button", name="Withdraw"))
    gil.press(mine.get_by_role("button", name="Withdraw"))
    expect(row).to_have_count(0)


def test_scenario_and_notes(gil: Seat, table: Any) -> None:
    ana = table.sit("ana")
    gil.tab("gm")
    gil.press(gil.find('[data-dialog="storydlg"]'))
    old = gil.find("#story-text").input_value()
    assert old
    gil.find("#story-text").fill(old + " It rains.")
    gil.find("#story-notes").fill("The captain is a fraud.")
    gil.press(gil.find("#storydlg button.primary"))
    ana.tab("goals")
    expect(ana.find("#goals .story")).to_contain_text("It rains.")
    gil.tab("goals")
    expect(gil.find("#goals .gmnote")).to_have_text("The captain is a fraud.")
    assert "fraud" not in ana.page.content()
    gil.fit()
    gil.click(3, 2, button="right")
    gil.press(gil.find('#menu [data-rule="note"]'))
    gil.find("#note-text").fill("A loose board")
    gil.press(gil.find("#notedlg button.primary"))
    expect(gil.find("#goals .gmnote")).to_contain_text("D3: A loose board")
    expect(gil.find("#noted path")).to_have_attribute("d", re.compile("M3.62 2h"))
    gil.hover(3, 2)
    expect(gil.find("#tip")).to_contain_text("A loose board")
    gil.find("#view").focus()
    gil.click(3, 2, button="right")
    gil.press(gil.find('#menu [data-rule="note"]'))
    expect(gil.find("#note-text")).to_have_value("A loose board")
    gil.find("#note-text").fill("")
    gil.press(gil.find("#notedlg button.primary"))
    expect(gil.find("#goals .gmnote")).to_have_text("The captain is a fraud.")
    for word in ("loose board", "noted"):
        assert word not in ana.page.content()
