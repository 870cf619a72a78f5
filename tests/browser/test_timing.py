"""Acting over turns and out of turn, by people on their pages: dice are set, places too (tests.browser.stage)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from time import sleep
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Table
from tests.browser.lent import Lent
from tests.browser.server import Server, Site
from tests.browser.stage import set_faces, stage
from tests.browser.timing_scene import answer, card, prepare, served, stops, strike, to


@pytest.fixture(scope="module")
def scene(started: Site, lent: Lent, chromium: Any) -> Iterator[Server]:
    with served(lent, started) as server:
        yield server


# --- Prepared Actions ----------------------------------------------------------------------------------


def test_four_prepared_actions_used_in_order_with_one_given_up(scene: Server, people: Table) -> None:
    """T-078: Move, Attack, Move and another prepared; Attack and the last are used, nothing before them stays."""
    to(scene, "mara", {"do": "rule", "set": {"mara.pa": 6, "mara.ma": 4}})
    ana = people.sit("ana")
    prepare(ana, "^Move", at="E4")
    prepare(ana, "^Simple Attack", aim="body", target="goblins.1")
    prepare(ana, "^Move", at="D5")
    prepare(ana, "^Dance")
    expect(ana.action("Prepare an action")).to_have_count(0)  # as many as the Wits
    ana.end_turn()
    ana.press(ana.action("Use 2"))
    expect(ana.find("#log")).to_contain_text("Mara interrupts with a prepared action: Simple Attack; given up: 1")
    expect(ana.action("Use 1")).to_have_count(0)
    ana.press(ana.action("Use 4"))
    expect(ana.find("#log")).to_contain_text("given up: 3")
    expect(ana.action("Use 4")).to_have_count(0)


def test_a_prepared_strike_fires_in_the_middle_of_a_walk(scene: Server, people: Table) -> None:
    away = {"do": "place", "body": "gnash", "at": [1, 16]}
    to(scene, "mara", {"do": "place", "body": "goblins.1", "at": [8, 4]}, away)
    ana, gil = people.sit("ana"), people.sit("gil")
    prepare(ana, "^Simple Attack", aim="body", target="goblins.1", when_kind="enters", when_at="G5", fire="auto")
    ana.end_turn()
    stage(scene.site, {"do": "until", "unit": "goblins"})
    gil.page.reload()
    gil.live()
    set_faces(scene, 9)
    gil.press(gil.token("goblins.1"))
    gil.tab("act")
    gil.find("#goto-cell").fill("F5")
    gil.press(gil.find("#goto button"))
    expect(ana.find("#log")).to_contain_text("Mara interrupts with a prepared action")
    gil.until(lambda: gil.place("goblins.1") == (5, 4))


# --- Reflexes -------------------------------------------------------------------------------------------


def test_a_reflex_that_succeeds_comes_before_the_blow(scene: Server, people: Table) -> None:
    to(scene, "goblins")
    ana, gil = people.sit("ana"), people.sit("gil")
    set_faces(scene, 1, 9, 5, 1)
    strike(scene, gil)
    expect(card(ana, "interrupt")).to_contain_text("You are the target")
    expect(card(ana, "interrupt")).to_contain_text("Reflex: 40 %")
    expect(gil.find("#timing")).to_contain_text("Ana")
    answer(ana, "interrupt", r"^Reflex: Simple Attack.* on Goblin 1")
    expect(ana.find("#log")).to_contain_text("Mara tries a Reflex: 1 against 4 MA, succeeds")
    expect(card(ana, "interrupt")).to_have_count(0)


def test_a_reflex_that_fails_costs_the_next_turn(scene: Server, people: Table) -> None:
    to(scene, "goblins")
    ana, gil = people.sit("ana"), people.sit("gil")
    set_faces(scene, 9, 3, 2, 1)
    strike(scene, gil)
    answer(ana, "interrupt", "then choose")
    expect(ana.find("#log")).to_contain_text("fails; all MA gone, next turn without 2 PA and 3 MA")
    stage(scene.site, {"do": "until", "unit": "mara"})
    ana.page.reload()
    ana.live()
    expect(ana.find("#now")).to_contain_text("Mara")
    expect(ana.find('#now .pips[aria-label^="MA"]')).to_have_attribute("aria-label", "MA: 1 of 4")


def test_two_at_the_same_moment_go_in_initiative_order(scene: Server, people: Table) -> None:
    to(scene, "goblins")
    ana, ben, gil = people.sit("ana"), people.sit("ben"), people.sit("gil")
    stops(ben, "Ask me when an ally is the target", "on")
    set_faces(scene, 1, 9, 5, 1, 9, 5, 1)
    strike(scene, gil)
    answer(ben, "interrupt", r"^Reflex: Simple Attack.* on Goblin 1")
    answer(ana, "interrupt", r"^Reflex: Simple Attack.* on Goblin 1")
    expect(ana.find("#log")).to_contain_text("Gnash tries a Reflex")
    said = [line for line in ana.log() if "tries a Reflex" in line][-2:]
    assert [line.split()[0] for line in said] == ["Mara", "Gnash"]
    stops(ben, "Ask me when an ally is the target", "off")


def test_the_question_on_a_phone_leaves_map_and_answers_in_view(scene: Server, people: Table) -> None:
    """No and yes of one size and in view without scrolling, the fight to be seen; friends apart (table.md 27)."""
    to(scene, "goblins")
    ana, gil = people.sit("ana", touch=True), people.sit("gil")
    strike(scene, gil)
    asked = card(ana, "interrupt")
    boxes = []
    for name in ("Pass", "Pass for this round", "Reflex (40 %), then choose"):
        button = asked.get_by_role("button", name=name, exact=True)
        expect(button).to_be_in_viewport(ratio=1)
        boxes.append(button.bounding_box())
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert abs(boxes[0]["width"] - boxes[1]["width"]) < 2
    assert boxes[0]["height"] >= 44
    stage_box, card_box = ana.find("#stage").bounding_box(), asked.bounding_box()
    assert stage_box is not None
    assert card_box is not None
    assert card_box["y"] >= stage_box["y"] + stage_box["height"]
    expect(asked.locator("summary", has_text="Aimed at friends")).to_be_visible()
    answer(ana, "interrupt", "^Pass$")
    expect(asked).to_have_count(0)


def test_an_interrupt_is_interrupted(scene: Server, people: Table) -> None:
    """Ana's Reflex is a Move away; Ben, who is asked about any action, strikes before it. By touch and by keyboard."""
    to(scene, "goblins")
    ana, ben, gil = people.sit("ana", touch=True), people.sit("ben"), people.sit("gil")
    stops(ben, "Ask me at any action", "on")
    set_faces(scene, 1, 1, 9, 5)
    strike(scene, gil)
    answer(ben, "interrupt", "^Pass$")
    field = card(ana, "interrupt").get_by_label("Reflex: Move to")
    field.fill("D3")
    ana.until(lambda: any(sent["do"] == "more_time" for sent in ana.watch.sent))
    ana.idle()
    expect(field).to_have_value("D3")  # beginning to answer stopped the clock, and took nothing away
    answer(ana, "interrupt", "^Reflex: Move to$")
    expect(ben.find("#timing .strip li")).to_have_count(2)
    expect(ben.find("#timing .strip li").first).to_contain_text("Mara: Move")
    claw = card(ben, "interrupt").locator("summary", has_text="Simple Attack: Claw")
    expect(claw).to_be_visible()
    ben.page.keyboard.press("q")  # to what waits
    claw.focus()
    for key in ("Enter", "Tab", "Enter"):  # opens, to the first target, takes it
        ben.page.keyboard.press(key)
    expect(ben.find("#log")).to_contain_text("cannot be done any more: no roll")
    ana.until(lambda: ana.place("mara") == (3, 2))
    stops(ben, "Ask me at any action", "off")


# --- the window itself ------------------------------------------------------------------------------------


def test_a_window_outlives_a_restart_and_the_gm_closes_it(scene: Server, people: Table) -> None:
    to(scene, "goblins")
    ana, gil = people.sit("ana"), people.sit("gil")
    set_faces(scene, 1)
    strike(scene, gil)
    expect(card(ana, "interrupt")).to_be_visible()
    for seat in (ana, gil):
        seat.watch.expect("WebSocket", "htmx:ws:error", "ERR_CONNECTION", "ERR_SOCKET", "ERR_EMPTY_RESPONSE")
    scene.restart()
    ana.live()
    gil.live()
    expect(card(ana, "interrupt")).to_be_visible()
    expect(gil.find("#timing .clocks")).to_contain_text("Ana")
    # A page that takes long to load is not late: both show the same time left.
    ana.page.route("**/mission-timing.js", lambda route: (sleep(3), route.continue_()))
    ana.page.reload()
    ana.live()
    shown = (card(ana, "interrupt").locator(".left"), gil.find("#timing .left").first)
    here, there = (int(clock.inner_text().removesuffix(" s")) for clock in shown)
    assert abs(here - there) <= 1
    gil.press(gil.find("#timing").get_by_role("button", name="30 seconds more"))
    gil.press(gil.find("#timing").get_by_role("button", name="Close the window"))
    expect(card(ana, "interrupt")).to_have_count(0)
    expect(gil.find("#timing")).to_be_empty()


def test_on_a_phone_hold_is_in_reach_and_what_is_aimed_at_me_comes_into_sight(scene: Server, people: Table) -> None:
    """A walk that others may hold is told where it will lead; so is Hold, in the middle of the screen (table.md 1)."""
    to(scene, "mara", {"do": "set_option", "key": "tt.window.beat_seconds", "value": 30})
    ana, ben, gil = people.sit("ana", touch=True), people.sit("ben", touch=True), people.sit("gil")
    flat = ana.opts()["reach"]["mara"]["cells"]
    x, y = next((flat[i], flat[i + 1]) for i in range(0, len(flat), 6) if flat[i] < 4 and flat[i + 1] == 4)
    for _ in range(2):
        ana.tap(x, y)
    expect(ana.find("#sent")).to_have_attribute("d", re.compile("^M4.5 4.5L"))
    expect(ana.find("#timing .strip li")).to_be_in_viewport(ratio=1)
    hold = ben.find("#timing [data-beat=hold]")
    for button in (hold, ben.find("#timing [data-beat=pass]")):
        expect(button).to_be_in_viewport(ratio=1)
    ben.press(hold)
    answer(ben, "interrupt", "^Pass$")
    gil.press(gil.find("#timing").get_by_role("button", name="Close the window"))
    ana.until(lambda: ana.place("mara") == (x, y))
    expect(ana.find("#sent")).not_to_have_attribute("d", re.compile("."))
    # Looking elsewhere, until somebody strikes at what is mine.
    to(scene, "goblins", {"do": "set_option", "key": "tt.window.beat_seconds", "value": 0})
    ana.page.reload()
    ana.live()
    ana.finger((8, 6), (4, 6), (1, 6))
    expect(ana.token("mara")).not_to_be_in_viewport()
    gil.page.reload()
    gil.live()
    strike(scene, gil)
    for body in ("mara", "goblins.1"):
        expect(ana.token(body)).to_be_in_viewport(ratio=1)
    answer(ana, "interrupt", "^Pass$")


def test_hold_by_key_opens_a_window_and_pass_for_the_round_ends_asking(scene: Server, people: Table) -> None:
    to(scene, "goblins", {"do": "set_option", "key": "tt.window.beat_seconds", "value": 30})
    ana, gil = people.sit("ana"), people.sit("gil")
    gil.press(gil.token("goblins.1"))
    gil.tab("act")
    gil.find("#goto-cell").fill("F6")
    gil.press(gil.find("#goto button"))
    expect(ana.find("#timing [data-beat=hold]")).to_be_visible()
    ana.page.keyboard.press("h")
    expect(card(ana, "interrupt")).to_be_visible()
    answer(ana, "interrupt", "^Pass for this round$")
    expect(card(ana, "interrupt")).to_have_count(0)
    gil.press(gil.find("#timing").get_by_role("button", name="Close the window"))
    expect(gil.find("#timing")).to_be_empty()
    stage(scene.site, {"do": "set_option", "key": "tt.window.beat_seconds", "value": 0})


def test_an_ended_turn_is_taken_back_when_the_same_player_goes_on(scene: Server, people: Table) -> None:
    """Cleo's guards act after her Ilven: nobody else has acted, so Ilven's turn may come back (table.md 8, 9)."""
    # the first round's order is by chance
    stage(scene.site, *({"do": "until", "unit": unit} for unit in ("lurkers", "ilven", "lurkers", "ilven")))
    cleo = people.sit("cleo")
    expect(cleo.find("#now")).to_contain_text("Ilven")
    cleo.end_turn()
    expect(cleo.find("#now")).to_contain_text("Town guards")
    cleo.press(cleo.find("#back button:not(.off)"))
    expect(cleo.find("#now")).to_contain_text("Ilven")
    expect(cleo.find("#endturn button")).to_be_visible()


# --- Extended Actions --------------------------------------------------------------------------------------


def test_an_extended_action_is_broken_by_an_attack(scene: Server, people: Table) -> None:
    to(scene, "mara", {"do": "rule", "set": {"mara.stats.SPD": 2, "mara.pa": 2, "mara.ma": 0}})
    ana, gil = people.sit("ana"), people.sit("gil")
    option = ana.targets("Power Attack")
    expect(option).to_contain_text("3 PA over turns, 2 PA now")
    ana.press(option.locator('[data-target="goblins.1"]'))
    expect(ana.find("#log")).to_contain_text("begins Power Attack on Goblin 1")
    ana.end_turn()
    stage(scene.site, {"do": "until", "unit": "goblins"})
    gil.page.reload()
    gil.live()
    set_faces(scene, 1, 1)
    strike(scene, gil)
    expect(ana.find("#log")).to_contain_text("Mara's willpower breaks")
    expect(ana.find("#log")).to_contain_text("2 PA lost")
    stage(scene.site, {"do": "rule", "set": {"mara.stats.SPD": 4}})
