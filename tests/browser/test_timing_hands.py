"""Controls of acting over turns and out of turn that are needed seldom, pressed on pages: dice and places are set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Table
from tests.browser.lent import Lent
from tests.browser.server import Server, Site
from tests.browser.stage import set_faces, stage
from tests.browser.table import Seat
from tests.browser.test_pack import thing
from tests.browser.timing_scene import answer, card, prepare, served, stops, strike, to


@pytest.fixture(scope="module")
def scene(started: Site, lent: Lent, chromium: Any) -> Iterator[Server]:
    with served(lent, started) as server:
        yield server


def of_unit(seat: Seat, name: str) -> None:
    """Unfolds the options of a unit that does not act."""
    seat.tab("act")
    folded = seat.find("#options details.later:not([open])").filter(has=seat.page.locator("summary", has_text=name))
    for _ in range(folded.count()):  # of many units each lies in the fold of all of them
        seat.press(folded.locator("> summary").first)


def of_mara(gil: Seat) -> None:
    """What the GM could do in a player's turn is shown when it is asked for."""
    gil.tab("act")
    show = gil.find('#options [data-offers="mara"][aria-checked="false"]')
    if show.count():
        gil.press(show)


def in_dialog(seat: Seat, **fields: str) -> None:
    dialog = seat.find("#askdlg")
    for name, value in fields.items():
        field = dialog.locator(f"#ask-{name}")
        expect(field).to_be_visible()
        if field.evaluate("f => f.localName") == "select":
            field.select_option(value)
        else:
            field.fill(value)
    seat.press(dialog.get_by_role("button", name="Do it"))


# --- Prepared Actions ----------------------------------------------------------------------------------


def test_the_gm_judges_a_declaration_and_its_owner_gives_it_up(scene: Server, people: Table) -> None:
    """T-068, T-069, T-075."""
    to(scene, "mara", {"do": "rule", "set": {"mara.pa": 4, "mara.ma": 4}})
    ana, gil = people.sit("ana", touch=True), people.sit("gil")
    prepare(ana, "^Simple Attack", aim="body", target="goblins.1")
    of_mara(gil)
    gil.press(gil.action("Judge 1"))
    in_dialog(gil, specificity="exact")
    expect(gil.find("#log")).to_contain_text("Mara's prepared action 1 is exact")
    expect(ana.find("#log")).to_contain_text("Mara's prepared action 1 is exact")
    ana.press(ana.action("Give up 1"))
    expect(ana.action("Give up 1")).to_have_count(0)


def test_a_met_condition_asks_and_the_strike_is_used(scene: Server, people: Table) -> None:
    """Table.md 4: at that moment, in the middle of the walk."""
    away = {"do": "place", "body": "gnash", "at": [1, 16]}
    to(scene, "mara", {"do": "place", "body": "goblins.1", "at": [8, 4]}, away)
    ana, gil = people.sit("ana"), people.sit("gil")
    prepare(ana, "^Simple Attack", aim="body", target="goblins.1", when_kind="enters", when_at="G5", fire="ask")
    ana.end_turn()
    stage(scene.site, {"do": "until", "unit": "goblins"})
    gil.page.reload()
    gil.live()
    set_faces(scene, 9)
    walk(gil, "F5")
    expect(card(ana, "prepared")).to_contain_text("the moment for Simple Attack on Goblin 1")
    answer(ana, "prepared", "^Use it now$")
    expect(ana.find("#log")).to_contain_text("Mara interrupts with a prepared action")
    gil.until(lambda: gil.place("goblins.1") == (5, 4))


def walk(gil: Seat, cell: str) -> None:
    gil.press(gil.token("goblins.1"))
    gil.tab("act")
    gil.find("#goto-cell").fill(cell)
    gil.press(gil.find("#goto button"))


# --- Reflexes ------------------------------------------------------------------------------------------


def test_an_interrupter_picks_the_step_of_a_walk_and_then_the_action(scene: Server, people: Table) -> None:
    """Table.md 1: after two of three cells; by touch."""
    points = {"do": "rule", "set": {"gnash.pa": 4, "gnash.ma": 4}}
    aside = {"do": "place", "body": "gnash", "at": [6, 6]}
    to(scene, "goblins", {"do": "place", "body": "goblins.1", "at": [8, 4]}, aside, points)
    ben, gil = people.sit("ben", touch=True), people.sit("gil")
    stops(ben, "Ask me at any action", "on")
    set_faces(scene, 1)
    walk(gil, "F5")
    expect(card(ben, "interrupt")).to_be_visible()
    card(ben, "interrupt").get_by_label("Interrupt").select_option("2")
    answer(ben, "interrupt", r"^Reflex \(.*then choose")
    expect(card(ben, "reflex_action")).to_be_visible()
    ben.until(lambda: ben.place("goblins.1")[0] == 6)
    answer(ben, "reflex_action", "^Decline$")
    gil.until(lambda: gil.place("goblins.1") == (5, 4))
    stops(ben, "Ask me at any action", "off")


def test_an_order_for_one_unit_alone(scene: Server, people: Table) -> None:
    """The GM's goblins strike back by themselves, the lurkers do not (table.md 2)."""
    to(scene, "mara", {"do": "rule", "set": {"goblins.ma": 4, "goblins.pa": 4}})
    ana, gil = people.sit("ana"), people.sit("gil")
    gil.tab("act")
    for fold in ("#standing", "#standing-each"):
        if gil.find(f"{fold}[open]").count() == 0:
            gil.press(gil.find(f"{fold} > summary"))
    row = gil.find("#standing-each .settings > li").filter(has_text=re.compile("^Goblins"))
    gil.press(row.get_by_role("button", name=re.compile("as the target: Reflex, Simple Attack")))
    expect(row.locator("[aria-pressed=true]")).to_contain_text("as the target: Reflex, Simple Attack")
    set_faces(scene, 1, 5, 1, 5)
    ana.press(ana.targets("Simple Attack").locator('[data-target="goblins.1"]').first)
    expect(gil.find("#log")).to_contain_text(re.compile("tries a Reflex"))
    gil.press(row.get_by_role("button", name=re.compile("as all$")))
    expect(row.locator("[aria-pressed=true]")).to_have_text("as all")


# --- Extended Actions ------------------------------------------------------------------------------------


def test_an_extended_action_from_its_first_point_to_another_target(scene: Server, people: Table) -> None:
    """T-039 to T-046: one point first, the GM calls for willpower, the last point at another foe; one is stopped."""
    slow = {"do": "rule", "set": {"mara.stats.SPD": 2, "mara.pa": 2, "mara.ma": 0, "mara.stats.WP": 4}}
    to(scene, "mara", slow)
    ana, gil = people.sit("ana", touch=True), people.sit("gil")
    option = ana.targets("Power Attack: Knife")
    expect(ana.find("#aims")).to_be_visible()
    ana.find("#aims [data-field='pay/pa']").fill("1")
    ana.press(option.locator('[data-target="goblins.1"]'))
    expect(ana.find("#log")).to_contain_text("begins Power Attack on Goblin 1")
    expect(ana.action("Go on with Power Attack")).to_contain_text("1 PA of 2 PA owed")
    set_faces(scene, 9)
    of_mara(gil)
    gil.press(gil.action("Willpower to go on"))
    in_dialog(gil, difficulty="8")
    expect(gil.find("#log")).to_contain_text("Mara's willpower holds")
    ana.press(ana.action("Go on with Power Attack").locator("button"))
    expect(ana.action("Go on with Power Attack")).to_have_count(0)
    ana.end_turn()
    away = {"do": "place", "body": "goblins.1", "at": [1, 14]}
    stage(scene.site, {"do": "until", "unit": "mara"}, away, {"do": "place", "body": "goblins.2", "at": [5, 4]})
    ana.page.reload()
    ana.live()
    set_faces(scene, 6, 5)
    ana.press(ana.targets("Go on with Power Attack").locator('[data-target="goblins.2"]'))
    # That Goblin 2 came into sight stands in the log already.
    expect(ana.find("#log")).to_contain_text("Power Attack with Knife at Goblin 2")
    stage(scene.site, {"do": "rule", "set": {"mara.pa": 2}})
    ana.page.reload()
    ana.live()
    ana.press(ana.targets("Power Attack: Knife").locator('[data-target="goblins.2"]'))
    ana.press(ana.action("Stop Power Attack"))
    expect(ana.find("#log")).to_contain_text("Mara stops the Power Attack; 2 PA lost")
    stage(scene.site, {"do": "rule", "set": {"mara.stats.SPD": 4}}, {"do": "place", "body": "goblins.2", "at": [9, 4]})


def test_the_gm_is_asked_for_a_willpower_roll(scene: Server, people: Table) -> None:
    """T-045: where the Mission says so, yes, no or another difficulty."""
    to(scene, "mara", {"do": "rule", "set": {"mara.stats.SPD": 2, "mara.pa": 2, "mara.ma": 0}},
       {"do": "set_option", "key": "tt.ask.willpower", "value": "all"})  # fmt: skip
    ana, gil = people.sit("ana"), people.sit("gil")
    ana.press(ana.targets("Power Attack").locator('[data-target="goblins.1"]'))
    expect(ana.find("#log")).to_contain_text("begins Power Attack on Goblin 1")
    ana.end_turn()
    stage(scene.site, {"do": "until", "unit": "goblins"})
    gil.page.reload()
    gil.live()
    set_faces(scene, 1)
    strike(scene, gil)
    answer(gil, "willpower", "^No roll$")
    expect(card(gil, "willpower")).to_have_count(0)
    ana.page.reload()
    ana.live()
    of_unit(ana, "Mara")
    expect(ana.action("Stop Power Attack")).to_be_visible()
    to(scene, "mara", {"do": "set_option", "key": "tt.ask.willpower", "value": "none"},
       {"do": "rule", "set": {"mara.stats.SPD": 4}})  # fmt: skip
    ana.page.reload()
    ana.live()
    ana.press(ana.action("Stop Power Attack"))
    expect(ana.action("Stop Power Attack")).to_have_count(0)


# --- the GM's Hold -----------------------------------------------------------------------------------------


def test_the_gm_holds_what_was_just_done_and_its_dice_stay(scene: Server, people: Table) -> None:
    """Table.md 2: Mara's blow is taken back for the goblin, which lets it pass; the same dice fall. By key."""
    to(scene, "mara", {"do": "rule", "set": {"goblins.ma": 4, "goblins.pa": 4, "mara.pa": 4}})
    ana, gil = people.sit("ana", touch=True), people.sit("gil")
    set_faces(scene, 9, 7)
    ana.press(ana.targets("Simple Attack: Knife").locator('[data-target="goblins.1"]'))
    hits = ana.find("#log > li.roll:not(.undone) summary", has_text="Knife at Goblin 1")
    expect(hits.last).to_contain_text("against")
    words = str(hits.last.text_content())
    gil.page.keyboard.press("h")
    expect(gil.find("#holdback")).to_be_visible()
    gil.find("#holdback").get_by_role("button", name="Goblins", exact=True).focus()
    gil.page.keyboard.press("Enter")
    expect(card(gil, "interrupt")).to_contain_text("Mara: Simple Attack")
    expect(ana.find("#head .waits")).to_contain_text("the GM is deciding")
    expect(ana.find("#log")).to_contain_text("Taken back")
    answer(gil, "interrupt", "^Pass$")
    expect(ana.find("#log > li.roll.undone summary", has_text="Knife at Goblin 1").last).to_be_attached()
    expect(hits.last).to_have_text(words)


# --- what leaves Mara without her bow: last ------------------------------------------------------------------


def test_a_leap_and_a_dropped_weapon_are_prepared_and_used(scene: Server, people: Table) -> None:
    """T-062, T-066, T-179: on the phone; the form asks for a cell where it needs one and for nothing else."""
    to(scene, "mara", {"do": "rule", "set": {"mara.pa": 4, "mara.ma": 4}})
    ana = people.sit("ana", touch=True)
    prepare(ana, "^Drops ")
    prepare(ana, "^Acrobatics", at="D3")
    ana.end_turn()
    ana.press(ana.action("Use 1"))
    expect(ana.find("#log")).to_contain_text(re.compile("Mara drops "))
    ana.page.wait_for_timeout(600)  # it stands where "Use 1" stood: a tap at once were the second of a double tap
    ana.press(ana.action("Use 2"))
    ana.until(lambda: ana.place("mara") == (3, 2))


def test_several_things_are_prepared_at_once_and_a_reflex_drops_or_leaps(scene: Server, people: Table) -> None:
    """T-083, T-170: put together in the Pack, set aside as one; then by Reflex a thing is dropped, and a leap taken."""
    to(scene, "mara", {"do": "rule", "set": {"mara.pa": 5, "mara.ma": 4}})
    ana, gil = people.sit("ana", touch=True), people.sit("gil")
    ana.tab("pack")
    ana.press(ana.find('[data-search="mara"]'))
    for key, goes in (("grapnel", "ground"), ("lockpicks", "hand.left")):
        ana.press(thing(ana, "mara", key, "pack"))
        ana.press(ana.find(f'.thing[data-thing="{key}"][data-place="pack"] [data-to="{goes}"]'))
    before = len(ana.watch.sent)
    ana.press(ana.find("#packstage [data-packready]"))
    ana.sent(before)
    expect(ana.find("#packstage")).to_be_hidden()
    ana.tab("act")
    expect(ana.action("Give up 1")).to_contain_text("Grapnel")
    ana.end_turn()
    ana.press(ana.action("Use 1"))
    expect(ana.find("#log")).to_contain_text("Grapnel")
    to(scene, "goblins", {"do": "rule", "set": {"goblins.pa": 6}})
    gil.page.reload()
    gil.live()
    set_faces(scene, 1, 5, 5)
    strike(scene, gil)
    answer(ana, "interrupt", "^Reflex: Drops Lockpicks")
    expect(ana.find("#log")).to_contain_text("Mara drops Lockpicks")
    expect(card(ana, "interrupt")).to_have_count(0)
    set_faces(scene, 1)
    strike(scene, gil)
    card(ana, "interrupt").get_by_label("By", exact=True).select_option("acrobatics")
    ana.press(card(ana, "interrupt").get_by_role("button", name="On the map"))
    expect(ana.find("#hint")).to_contain_text("Reflex: Move to: choose a cell on the map")
    ana.steady()
    ana.tap(3, 2)
    expect(card(ana, "interrupt").get_by_label("Reflex: Move to")).to_have_value("D3")
    answer(ana, "interrupt", "^Reflex: Move to$")
    ana.until(lambda: ana.place("mara") == (3, 2))
    expect(ana.find("#log")).to_contain_text("cannot be done any more: no roll")


def test_a_cell_is_chosen_on_the_map_for_the_form_that_asks_for_one(scene: Server, people: Table) -> None:
    """By mouse and by keys; the form makes room and comes back as it was, also when nothing was chosen."""
    to(scene, "mara", {"do": "rule", "set": {"mara.pa": 5, "mara.ma": 4}})
    ana = people.sit("ana")
    ana.tab("act")
    ana.press(ana.action("Prepare an action"))
    dialog = ana.find("#askdlg")
    dialog.locator("#ask-declaration").fill("as soon as I can")
    pick = dialog.locator(".field:not([hidden])").get_by_role("button", name="On the map").first
    ana.press(pick)
    expect(dialog).to_be_hidden()
    before = len(ana.watch.sent)
    ana.click(3, 2)
    expect(dialog.locator("#ask-at")).to_have_value("D3")
    ana.press(pick)
    ana.page.keyboard.press("Escape")
    expect(dialog.locator("#ask-at")).to_have_value("D3")
    ana.press(pick)
    for key in ("ArrowRight", "Enter"):
        ana.page.keyboard.press(key)
    expect(dialog.locator("#ask-at")).to_have_value(re.compile("^E"))
    expect(dialog.locator("#ask-declaration")).to_have_value("as soon as I can")
    assert len(ana.watch.sent) == before  # nothing was walked meanwhile
    ana.press(dialog.get_by_role("button", name="Do it"))
    expect(ana.action("Give up 1")).to_contain_text("Move to E")


def test_who_hides_from_a_search_rolls_unseen(scene: Server, people: Table) -> None:
    """T-058: the GM alone reads of a Lurker who is not found; whoever finds it reads how."""
    to(scene, "mara", {"do": "place", "body": "lurkers.1", "at": [4, 6]}, {"do": "rule", "set": {"mara.ma": 4}})
    ana, gil = people.sit("ana", touch=True), people.sit("gil")
    set_faces(scene, 5, 9)
    search = ana.find("#options .opt:not(.no)").filter(has=ana.page.get_by_text("Search", exact=True)).first
    ana.tab("act")
    ana.press(search)
    expect(gil.find("#log")).to_contain_text("Mara, Search against Lurker 1: 11 against 16, fails")
    ana.tab("log")
    expect(ana.find("#log")).to_contain_text("Mara, Search: 11 against 8, succeeds")
    expect(ana.find("#log")).not_to_contain_text("Lurker")
    expect(ana.token("lurkers.1")).to_have_count(0)
    set_faces(scene, 7, 4)
    ana.tab("act")
    ana.press(search)
    expect(ana.token("lurkers.1")).to_be_attached()
    ana.tab("log")
    expect(ana.find("#log")).to_contain_text("Mara, Search against Lurker 1: 13 against 11, succeeds")
