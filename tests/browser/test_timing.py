"""Acting over turns and out of turn, by people on their pages: dice are set, places too (tests.browser.stage)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Table
from tests.browser.server import Server, Site
from tests.browser.stage import set_faces, stage
from tests.browser.table import Seat

SCENE: list[dict[str, Any]] = [
    {"do": "set_option", "key": "tt.pace", "value": "live"},
    {"do": "set_option", "key": "tt.window.beat_seconds", "value": 0},
    {"do": "set_option", "key": "tt.window.seconds", "value": 60},
    {"do": "rule", "set": {"mara.initiative": 60, "gnash.initiative": 50, "goblins.initiative": 40}},
    {"do": "rule", "set": {"ilven.initiative": 30, "guards.initiative": 20, "lurkers.initiative": 10}},
    {"do": "place", "body": "mara", "at": [4, 4]},
    {"do": "place", "body": "goblins.1", "at": [5, 4]},
    {"do": "place", "body": "gnash", "at": [6, 4]},
    {"do": "place", "body": "ilven", "at": [1, 6]},
    {"do": "rule", "set": {"mara.stats.WIT": 4, "mara.hp": 16, "gnash.stats.WIT": 4, "goblins.1.hp": 40}},
    {"do": "rule", "set": {"goblins.1.max_hp": 60, "goblins.1.stats.DEF": 1}},
]


@pytest.fixture(scope="module")
def scene(started: Site, chromium: Any) -> Iterator[Server]:
    """The demo in round 1, played live, with dice that the tests set."""
    site = started.copy("timing")
    stage(site, *SCENE)
    server = Server(site, app="tests.browser.faces:application")
    try:
        server.start()
        yield server
    finally:
        server.stop()
        site.drop()
    assert not server.complaints(), server.said()[-6000:]


@pytest.fixture
def people(scene: Server, chromium: Any) -> Iterator[Table]:
    with Table(scene, chromium) as table:
        yield table


def to(server: Server, unit: str, *more: dict[str, Any]) -> None:
    """A new turn of this unit begins, everybody where the scene has them."""
    first = {"mara": "goblins", "goblins": "mara"}[unit]
    scene = [c for c in SCENE if c["do"] == "place" or "mara.hp" in str(c) or "max_hp" in str(c)]
    stage(server.site, {"do": "until", "unit": first}, {"do": "until", "unit": unit}, *scene, *more)


def strike(server: Server, gil: Seat) -> None:
    """The goblin's blow at Mara, from its panel."""
    option = gil.targets("Simple Attack")
    gil.press(option.locator('[data-target="mara"]'))


def card(seat: Seat, kind: str) -> Locator:
    return seat.find(f'#prompts [data-kind="{kind}"]')


def answer(seat: Seat, kind: str, words: str) -> None:
    button = card(seat, kind).get_by_role("button", name=re.compile(words))
    expect(button.first).to_be_visible()
    seat.press(button.first)


def prepare(seat: Seat, action: str, **fields: str) -> None:
    """Fills the form of a Prepared Action as a person does: choices first, then what they need."""
    seat.tab("act")
    before = len(seat.watch.sent)
    seat.press(seat.action("Prepare an action"))
    dialog = seat.find("#askdlg")
    option = dialog.locator("#ask-action option").filter(has_text=re.compile(action)).first
    dialog.locator("#ask-action").select_option(str(option.get_attribute("value")))
    for name, value in fields.items():
        field = dialog.locator(f"#ask-{name}")
        expect(field).to_be_visible()
        if field.evaluate("f => f.localName") == "select":
            field.select_option(value)
        else:
            field.fill(value)
    seat.press(dialog.get_by_role("button", name="Do it"))
    seat.sent(before)


# --- Prepared Actions ----------------------------------------------------------------------------------


def test_four_prepared_actions_used_in_order_with_one_given_up(scene: Server, people: Table) -> None:
    """T-078: Move, Attack, Move and another prepared; Attack and the last are used, nothing before them stays."""
    to(scene, "mara", {"do": "rule", "set": {"mara.pa": 6, "mara.ma": 4}})
    ana = people.sit("ana")
    prepare(ana, "^Move", aim="cell", at="E4")
    prepare(ana, "^Simple Attack", aim="body", target="goblins.1")
    prepare(ana, "^Move", aim="cell", at="D5")
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


def stops(seat: Seat, label: str, word: str) -> None:
    seat.tab("act")
    if seat.find("#standing[open]").count() == 0:
        seat.press(seat.find("#standing > summary"))
    seat.press(seat.find(f'#standing button[aria-label="{label}: {word}"]'))
    expect(seat.find(f'#standing [aria-label="{label}"] [aria-current]')).to_have_text(word)


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
    choice = card(ben, "interrupt").get_by_role("button", name=re.compile("^Reflex: Simple Attack.* on Goblin 1"))
    expect(choice.first).to_be_visible()
    ben.page.keyboard.press("q")  # to what waits
    choice.first.focus()
    ben.page.keyboard.press("Enter")
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
        seat.watch.expect("WebSocket", "htmx:ws:error", "ERR_CONNECTION")
    scene.restart()
    ana.live()
    gil.live()
    expect(card(ana, "interrupt")).to_be_visible()
    expect(gil.find("#timing .clocks")).to_contain_text("Ana")
    gil.press(gil.find("#timing").get_by_role("button", name="30 seconds more"))
    gil.press(gil.find("#timing").get_by_role("button", name="Close the window"))
    expect(card(ana, "interrupt")).to_have_count(0)
    expect(gil.find("#timing")).to_be_empty()


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
