"""Talk at the table: chat, whispers, narration, dice, said aloud; pointing at cells; texts that mean harm."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.demo import pass_to, wait_for_same
from tests.browser.server import WORKERS
from tests.browser.stage import stage
from tests.browser.table import Seat
from tests.characters.test_portraits import picture


def say(seat: Seat, text: str) -> None:
    """Types into the chat and presses Enter."""
    seat.tab("log")
    seat.find("#chat-text").fill(text)
    seat.press(seat.find("#chat button"))


def test_a_roll_is_read_by_all_with_its_dice(table: Any) -> None:
    ana, ben = table.sit("ana"), table.sit("ben")
    say(ana, "/roll 2d6 + 3 climbing the wheel")
    line = ben.find("#log li.roll:has-text('climbing the wheel')")
    expect(line).to_contain_text("Ana rolls 2d6 + 3 (climbing the wheel)")
    expect(ana.find("#chat-text")).to_have_value("")
    ben.press(line.locator("summary"))
    expect(line.locator(".term")).to_have_count(3)


def test_a_mistake_says_where_and_keeps_what_was_typed(table: Any) -> None:
    ana = table.sit("ana")
    ana.watch.expect("422")
    say(ana, "/roll 2d6 + dexterity")
    expect(ana.find("#err")).to_contain_text("character 7")
    expect(ana.find("#chat-text")).to_have_value("/roll 2d6 + dexterity")
    say(ana, "/roll 101d6")
    expect(ana.find("#err")).to_contain_text("1 to 100 dice")
    say(ana, "/juggle 3")
    expect(ana.find("#err")).to_contain_text("/juggle is not known")


def test_dice_for_the_gm_alone(table: Any) -> None:
    gil, ana, ben = table.sit("gil"), table.sit("ana"), table.sit("ben")
    say(ana, "/gmroll d20 # listen")
    for seat in (gil, ana):
        expect(seat.find("#log")).to_contain_text("(listen), for Gil alone")
    say(gil, "/gmroll d100 # wandering")
    expect(gil.find("#log")).to_contain_text("(wandering)")
    say(ana, "heard nothing")
    expect(ben.find("#log")).to_contain_text("heard nothing")
    for word in (b"(listen)", b"(wandering)"):
        assert word not in ben.proxy.since()
    assert b"(wandering)" not in ana.proxy.since()


def test_whispers_by_name_and_by_list(table: Any) -> None:
    gil, ana, ben, cleo = (table.sit(name) for name in ("gil", "ana", "ben", "cleo"))
    say(ana, "/w Ben the key is under the stone")
    expect(ben.find("#log li.chat.secret")).to_contain_text("the key is under the stone")
    ben.chat("which stone", "ana")
    expect(ana.find("#log")).to_contain_text("which stone")
    ana.chat("is there a stone?", "gm")
    expect(gil.find("#log")).to_contain_text("is there a stone?")
    ana.find("#chat-to").select_option("")
    ana.chat("for everybody")
    expect(cleo.find("#log")).to_contain_text("for everybody")
    for word in (b"under the stone", b"which stone", b"is there a stone"):
        assert word not in cleo.proxy.since()


def test_narration_stands_out(table: Any) -> None:
    gil, ana = table.sit("gil"), table.sit("ana")
    say(gil, "/narrate The wheel stops.")
    line = ana.find("#log li.narration p")
    expect(line).to_contain_text("The wheel stops.")
    plain = ana.find("#log li.chat p").first
    ana_size = "parseFloat(getComputedStyle(e).fontSize)"
    if plain.count():
        assert line.evaluate(f"e => {ana_size}") > plain.evaluate(f"e => {ana_size}")


def test_a_typed_line_survives_a_push(table: Any) -> None:
    gil, ana = table.sit("gil"), table.sit("ana")
    ana.tab("log")
    ana.fill("#chat-text", "half a sent")
    gil.chat("meanwhile, elsewhere")
    expect(ana.find("#log")).to_contain_text("meanwhile, elsewhere")
    expect(ana.find("#chat-text")).to_have_value("half a sent")
    expect(ana.find("#chat-text")).to_be_focused()


def test_a_spectator_talks_and_does_nothing_else(table: Any) -> None:
    sam, ana = table.sit("sam"), table.sit("ana")
    say(sam, "what a mill")
    expect(ana.find("#log")).to_contain_text("Sam: what a mill")
    assert sam.find("#options button, #endturn button, #prompts button, #tb-gm").count() == 0
    expect(sam.find("#tb-act")).to_be_hidden()
    assert sam.opts()["reach"] == {}


# --- handouts ---------------------------------------------------------------------------------------


def test_a_handout_is_read_by_the_chosen_and_goes_again(table: Any, tmp_path: Path) -> None:
    """Text and picture, by the GM's window and by the switches; taken back it is gone from an open window too."""
    gil, ana, ben = table.sit("gil"), table.sit("ana", touch=True), table.sit("ben")
    image = tmp_path / "letter.png"
    image.write_bytes(picture(900, 700))
    gil.tab("goals")
    gil.press(gil.find('#tab-goals [data-dialog="handdlg"]'))
    gil.find("#hand-title").fill("Zorn’s letter")
    gil.find("#hand-text").fill("Come *alone*. <img src=x>")
    gil.find("#hand-picture").set_input_files(str(image))
    gil.find('#handdlg [value="all"]').uncheck()
    gil.find('#handdlg [value="ana"]').check()
    gil.press(gil.find('#handdlg [value="send"]'))
    expect(gil.find("#handdlg")).to_be_hidden()
    told = ana.find("#handed [data-read]")
    expect(told).to_have_text("Zorn’s letter")
    ana.press(told)
    shown = ana.find("#handoutdlg")
    expect(shown.locator("em")).to_have_text("alone")
    expect(shown).to_contain_text("<img src=x>")
    ana.until(lambda: bool(shown.locator("img").evaluate("each => each.complete && each.naturalWidth > 0")))
    assert ana.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert b"Zorn" not in ben.proxy.since()
    one = gil.find(".handout", has_text="Zorn")
    gil.press(one.locator("summary"))
    gil.press(one.locator('[data-hand-to="ben"]'))
    expect(ben.find("#handed")).to_contain_text("Zorn’s letter")
    gil.press(one.locator('[data-hand-to="ana"]'))
    expect(shown).to_be_hidden()
    ana.tab("goals")
    expect(ana.find(".handout")).to_have_count(0)
    ben.find("#handed [data-later]").focus()
    ben.page.keyboard.press("Enter")
    expect(ben.find("#handed")).to_be_empty()
    ben.page.reload()
    ben.live()
    expect(ben.find("#handed")).to_be_empty()
    ben.tab("goals")
    expect(ben.find(".handout")).to_contain_text("Zorn’s letter")
    gil.press(one.locator('[data-hand-to="ben"]'))
    expect(ben.find(".handout")).to_have_count(0)


# --- pointing ----------------------------------------------------------------------------------------


@pytest.mark.live
def test_a_held_button_points_for_all_who_may_know_the_cell(table: Any) -> None:
    gil, ana, sam = table.sit("gil"), table.sit("ana"), table.sit("sam")
    for seat in (gil, ana, sam):
        seat.fit()
    x, y = ana.place("mara")
    lines, sent = len(gil.log()), len(ana.watch.sent)
    ana.hover(x, y + 3)
    ana.page.mouse.down()
    for seat in (ana, gil, sam):
        expect(seat.find("#board .ping bdi")).to_have_text("Ana")
    ana.page.mouse.up()
    expect(gil.find("#say")).to_contain_text("Ana points at")
    assert len(gil.log()) == lines
    assert len(ana.watch.sent) == sent, "the release of the button is no click"
    expect(gil.find("#board .ping")).to_have_count(0)


def test_a_players_finger_that_rests_points(table: Any) -> None:
    gil, ana = table.sit("gil"), table.sit("ana", touch=True)
    ana.fit()
    ana.steady()
    x, y = ana.place("mara")
    sent = len(ana.watch.sent)
    ping = expect(gil.find("#board .ping bdi"))
    ana.finger((x, y + 3), rest=0.8, then=lambda: ping.to_have_text("Ana"))
    expect(gil.find("#say")).to_contain_text("Ana points at")
    assert len(ana.watch.sent) == sent
    expect(ana.find("#tip")).not_to_have_class("on")


@pytest.mark.live
def test_pings_and_who_is_there_pass_between_workers(table: Any) -> None:
    """Sockets of one seat in every worker: each of them shows the ping of another seat, wherever that sits."""
    gil, ana = table.sit("gil"), table.sit("ana")
    gil.tab("gm")
    watchers: list[Seat] = []
    while len(watchers) < 10 and (not watchers or len(table.server.site.processes()) < WORKERS):
        watchers.append(table.sit("sam", size={"width": 600, "height": 500}))
    assert len(table.server.site.processes()) == WORKERS
    expect(gil.find('#seats li[data-seat="sam"] .here')).to_have_attribute("aria-label", "connected")
    ana.fit()
    x, y = ana.place("mara")
    ana.hover(x, y + 3)
    ana.page.mouse.down()
    for seat in [gil, *watchers]:
        expect(seat.find("#board .ping bdi")).to_have_text("Ana")
    ana.page.mouse.up()
    for seat in watchers:
        seat.page.close()
    expect(gil.find('#seats li[data-seat="sam"] .here')).to_have_attribute("aria-label", "away")


def test_the_gm_points_where_players_know_nothing(table: Any) -> None:
    """A ping in the fog reaches nobody who may not know the cell."""
    gil, ana = table.sit("gil"), table.sit("ana")
    gil.fit()
    gil.hover(20, 15)
    gil.page.mouse.down()
    expect(gil.find("#board .ping")).to_have_count(1)
    gil.page.mouse.up()
    ana.page.wait_for_timeout(500)
    assert ana.find("#board .ping").count() == 0
    assert b'"ping"' not in ana.proxy.since()


def test_the_gm_brings_all_there(table: Any) -> None:
    gil, ana = table.sit("gil"), table.sit("ana", touch=True)
    gil.fit()
    for _ in range(4):
        ana.press(ana.find('[data-cam="in"]'))
    ana.page.wait_for_timeout(300)
    at = gil.place("mara")
    gil.page.keyboard.down("Shift")
    gil.hover(at[0] + 5, at[1] + 1)
    gil.page.mouse.down()
    expect(ana.find("#board .ping.spot")).to_have_count(1)
    gil.page.mouse.up()
    gil.page.keyboard.up("Shift")
    frame = ana.find("#view").bounding_box()

    def in_the_middle(right: int) -> bool:
        x, y = ana.point(at[0] + right, at[1] + 1)
        # or as near to it as the map fills the window
        near = abs(x - frame["x"] - frame["width"] / 2) < frame["width"] / 4
        return bool(near and frame["y"] < y < frame["y"] + frame["height"])

    ana.until(lambda: in_the_middle(5))
    # By the cell's menu, which a resting finger opens as well.
    gil.click(at[0] + 2, at[1] + 1, button="right")
    gil.press(gil.find('#menu [data-rule="spot"]'))
    ana.until(lambda: in_the_middle(2))


def test_pointing_by_key(table: Any) -> None:
    ana, ben = table.sit("ana"), table.sit("ben")
    ana.find("#view").focus()
    ana.page.keyboard.press("c")
    ana.page.keyboard.press("ArrowDown")
    ana.page.mouse.move(5, 5)
    ana.page.keyboard.press("p")
    expect(ben.find("#say")).to_contain_text("Ana points at")


# --- texts that mean harm ----------------------------------------------------------------------------

HARM = [
    "<script>document.title='owned'</script><img src=x onerror=alert(1)>",
    "{{ 7*7 }} {% csrf_token %} ${7*7} </li></ol><h1>big</h1>",
    "\u202egnihtyreve\u202c \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
    "\U0001f409\U0001f468\u200d\U0001f469\u200d\U0001f467\U0001f3f3\ufe0f\u200d\U0001f308 e\u0301\u0323",
    "W" * 600,
    "' \" & < > \\ ` \u00a0 &amp;lt; ]]>",
]


@pytest.mark.parametrize("text", HARM, ids=["markup", "templates", "both-ways", "emoji", "long", "quotes"])
def test_hostile_texts_are_only_texts(table: Any, text: str) -> None:
    gil, ana = table.sit("gil"), table.sit("ana", touch=True)
    ana.tab("log")
    gil.chat(text)
    gil.chat(text, "narration:")
    gil.chat(text, "ana")
    last = ana.find("#log li.chat.secret").last
    expect(last).to_contain_text(text.replace("\u00a0", " ").strip()[:200])
    for seat in (gil, ana):
        assert seat.find("#log script, #log img, #log h1").count() == 0
        assert "owned" not in seat.page.title()
        wide = seat.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, "nothing may make the page wider than the window"
        box = "document.getElementById('logbox')"
        over = seat.page.evaluate(f"{box}.scrollWidth - {box}.clientWidth")
        assert over <= 0, "long words break"
    wait_for_same(ana)


def test_hostile_reasons_and_names(table: Any) -> None:
    gil, ana = table.sit("gil"), table.sit("ana")
    gil.fit()
    gil.token("mara").click(button="right")
    gil.page.keyboard.type("-1")
    gil.find("#set-reason").fill(HARM[0] + HARM[2])
    gil.find("#set-value").press("Enter")
    expect(ana.find("#log li.gm").last).to_contain_text("<script>")
    gil.token("mara").click(button="right")
    gil.press(gil.find('#menu [data-rule="copy"]'))
    gil.find("#add-name").fill("<b>Bold</b> \u202eevil " + "x" * 40)
    gil.press(gil.find("#adddlg button.primary"))
    x, y = gil.place("mara")
    gil.click(x, y + 4)
    token = gil.find('.tok[aria-label^="<b>Bold"]')
    expect(token).to_be_visible()
    gil.tab("units")
    assert gil.find("#units b b, #turns b b").count() == 0
    assert gil.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    wait_for_same(ana)
    token.click(button="right")
    gil.press(gil.find('#menu [data-rule="remove"]'))
    token.click(button="right")
    gil.press(gil.find('#menu [data-rule="remove"]'))
    expect(token).to_have_count(0)


def test_talk_said_aloud(table: Any) -> None:
    """A table that talks by voice: the GM says so, and the words are counted, not typed (table.md 16)."""
    gil, cleo = table.sit("gil"), table.sit("cleo")
    pass_to(gil, "ilven")
    gil.tab("gm")
    gil.press(gil.find("#switches [role=switch]").filter(has_text="said aloud"))
    cleo.tab("act")
    cleo.press(cleo.find("#talk [name=said]"))
    cleo.find("#talk [name=aloud]").fill("4")
    before = len(cleo.watch.sent)
    cleo.press(cleo.find("#talk button").last)
    cleo.sent(before)
    expect(gil.find("#log")).to_contain_text("4 words aloud")
    expect(cleo.find("#log")).to_contain_text("4 words aloud")
    # What was whispered out of Mara's hearing the GM lets Ana hear (T-054).
    ana = table.sit("ana")
    stage(table.server.site, {"do": "place", "body": "mara", "at": [20, 3]})
    cleo.press(cleo.find("#talk [name=said]"))
    cleo.find("#talk [name=volume]").select_option("whisper")
    cleo.find("#talk-text").fill("sluice at midnight")
    cleo.press(cleo.find("#talk button").last)
    line = gil.find("#log li.talk", has_text="sluice at midnight").last
    gil.tab("log")
    gil.press(line.locator("[data-said]"))
    deaf = gil.find('#hearerdlg [name=seat][value="ana"]')
    expect(deaf).to_be_enabled()
    assert b"sluice at midnight" not in ana.proxy.since()
    deaf.check()
    before = len(gil.watch.sent)
    gil.press(gil.find("#hearerdlg button.primary"))
    gil.sent(before)
    expect(ana.find("#log")).to_contain_text("sluice at midnight")
