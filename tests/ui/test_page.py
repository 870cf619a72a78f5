"""The page in a real browser over the practice table: mouse, touch and keyboard by real input, no error, no report."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "tests.ui.practice:application",
        "--port",
        str(port),
        "--lifespan",
        "off",
    ]
    # Not the settings, and not the data, of the tests that run in this process.
    data = tmp_path_factory.mktemp("practice")
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.ui.settings", "SORTIE_DATA": str(data)}
    server = subprocess.Popen([*command, "--log-level", "warning"], cwd=ROOT, env=env)
    here = f"http://127.0.0.1:{port}"
    for _ in range(100):
        try:
            urllib.request.urlopen(f"{here}/practice/reports/", timeout=1)
            break
        except OSError:
            time.sleep(0.2)
    yield here
    server.terminate()
    server.wait(10)


@pytest.fixture(scope="module")
def browser(chromium: Browser) -> Browser:
    return chromium


class Seat:
    """One seat's page, with what its console said."""

    def __init__(self, browser: Browser, site: str, seat: str, width: int, height: int, touch: bool) -> None:
        self.site = site
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch
        )
        self.page: Page = self.context.new_page()
        self.said: list[str] = []
        self.page.on("console", lambda m: self.said.append(m.text) if m.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda e: self.said.append(str(e)))
        self.page.goto(f"{site}/missions/1/as/{seat}/")
        self.live()

    def live(self) -> None:
        expect(self.page.locator("body")).to_have_attribute("data-net", "live")

    def token(self, body: str):
        return self.page.locator(f'.tok[data-body="{body}"]')

    def cell(self, x: int, y: int) -> tuple[float, float]:
        """The middle of a cell, in pixels of the window."""
        box = self.page.locator("#map").bounding_box()
        scale = box["width"] / 24
        return box["x"] + (x + 0.5) * scale, box["y"] + (y + 0.5) * scale


@pytest.fixture
def sit(browser: Browser, site: str):
    lever(site, "reset")
    seats: list[Seat] = []

    def _sit(seat: str = "ann", width: int = 1280, height: int = 800, touch: bool = False) -> Seat:
        seats.append(Seat(browser, site, seat, width, height, touch))
        return seats[-1]

    yield _sit
    said = [line for seat in seats for line in seat.said if "422" not in line]
    for seat in seats:
        seat.context.close()
    assert said == []
    assert lever(site, "reports") == []


def lever(site: str, what: str, query: str = ""):
    with urllib.request.urlopen(f"{site}/practice/{what}/{query}", timeout=5) as answer:
        return json.load(answer)


def commands(site: str) -> list[dict]:
    return [{k: v for k, v in c.items() if k != "basis"} for c in lever(site, "commands")]


def test_hover_shows_and_click_does(sit, site: str) -> None:
    seat = sit()
    seat.page.mouse.move(*seat.cell(4, 11))
    expect(seat.page.locator("#tip")).to_contain_text("E12 · 1 Physical")
    assert seat.page.locator("#way").get_attribute("d")
    seat.token("goblins.5").hover()
    expect(seat.page.locator("#tip")).to_contain_text("Claw, Goblin 5 · 55 %")
    seat.page.mouse.move(*seat.cell(21, 4))
    expect(seat.page.locator("#tip")).to_have_class("on bad")
    assert commands(site) == []
    seat.page.mouse.click(*seat.cell(7, 8))
    expect(seat.token("mara")).to_have_class("tok mine b0 x7 y8 act")
    expect(seat.page.locator("#log")).to_contain_text("mara moves.")
    sent = commands(site)
    assert [c["do"] for c in sent] == ["move"]
    assert sent[0]["args"]["unit"] == "mara"
    assert sent[0]["args"]["legs"][0][-1] == [7, 8]


def test_an_ally_is_a_target_only_of_a_chosen_action(sit, site: str) -> None:
    seat = sit()
    page = seat.page
    seat.token("sefa").click()
    page.wait_for_timeout(200)
    assert commands(site) == []
    page.keyboard.press(str(page.locator("#a-mara-bow").get_attribute("data-key")))
    names = page.locator("#a-mara-bow .tgt .nm").all_inner_texts()
    assert "Sefa" in names[-1]
    assert "ally" in names[-1]
    seat.token("sefa").click()
    expect(page.locator("#log")).to_contain_text("sefa")
    assert commands(site)[0]["args"] == {"unit": "mara", "action": "shoot", "with": "bow", "target": "sefa"}


def test_dragging_is_shown_and_can_be_cancelled(sit, site: str) -> None:
    seat = sit()
    mouse = seat.page.mouse
    mouse.move(*seat.cell(7, 12))
    mouse.down()
    mouse.move(*seat.cell(6, 10), steps=6)
    expect(seat.page.locator("#tip")).to_contain_text("G11")
    seat.page.keyboard.press("Escape")
    mouse.up()
    assert commands(site) == []
    mouse.move(*seat.cell(7, 12))
    mouse.down()
    mouse.move(*seat.cell(6, 10), steps=6)
    mouse.up()
    expect(seat.token("mara")).to_have_class("tok mine b0 x6 y10 act")
    assert len(commands(site)) == 1


def test_ground_is_dragged_and_the_wheel_zooms(sit, site: str) -> None:
    seat = sit()
    before = seat.page.locator("#map").bounding_box()
    seat.page.mouse.move(*seat.cell(20, 14))
    seat.page.mouse.wheel(0, -120)
    seat.page.mouse.down()
    seat.page.mouse.move(600, 300, steps=5)
    seat.page.mouse.up()
    after = seat.page.locator("#map").bounding_box()
    assert after["width"] > before["width"] * 1.1
    assert commands(site) == []
    lever(site, "push")
    expect(seat.page.locator("#log")).to_contain_text("Something happened.")
    assert seat.page.locator("#map").bounding_box() == after


def test_touch_shows_first_and_does_second(sit, site: str) -> None:
    seat = sit(width=390, height=844, touch=True)
    seat.page.touchscreen.tap(*seat.cell(6, 11))
    expect(seat.page.locator("#tip")).to_contain_text("G12")
    assert commands(site) == []
    seat.page.touchscreen.tap(*seat.cell(6, 11))
    expect(seat.token("mara")).to_have_class("tok mine b0 x6 y11 act")
    assert len(commands(site)) == 1


def test_a_whole_turn_by_keyboard(sit, site: str) -> None:
    seat = sit()
    key = seat.page.keyboard.press
    seat.page.locator("#view").focus()
    key("c")
    expect(seat.page.locator("#say")).to_contain_text("H13")
    key("ArrowUp")
    key("ArrowUp")
    expect(seat.page.locator("#say")).to_contain_text("reachable, 1 Physical")
    key("t")
    expect(seat.page.locator("#say")).to_contain_text("Goblin")
    key(str(seat.page.locator("#a-mara-claw").get_attribute("data-key")))
    expect(seat.page.locator("#a-mara-claw")).to_have_attribute("open", "")
    key("Enter")
    seat.page.wait_for_timeout(200)
    assert [c["do"] for c in commands(site)] == ["act"]
    key("g")
    seat.page.keyboard.type("G12")
    key("Enter")
    expect(seat.token("mara")).to_have_class("tok mine b0 x6 y11 act")
    expect(seat.page.locator("#goto-cell")).to_have_value("")
    expect(seat.page.locator("#view")).to_be_focused()
    key("e")
    expect(seat.page.locator("#head")).to_contain_text("Goblins' turn")
    assert [c["do"] for c in commands(site)] == ["act", "move", "end_turn"]


def test_no_shortcut_while_typing(sit, site: str) -> None:
    seat = sit()
    seat.page.locator("#chat-text").click()
    seat.page.keyboard.type("eect 012 ?")
    expect(seat.page.locator("#chat-text")).to_have_value("eect 012 ?")
    assert commands(site) == []


def test_a_doubled_end_turn_is_one(sit, site: str) -> None:
    seat = sit()
    seat.page.locator("#endturn button").dblclick()
    expect(seat.page.locator("#head")).to_contain_text("Goblins' turn")
    assert [c["do"] for c in commands(site)] == ["end_turn"]


def test_typed_text_survives_pushes_and_a_refusal(sit, site: str) -> None:
    seat = sit("gil")
    seat.page.locator("#chat-text").fill("half a sent")
    seat.page.locator("#f-p7-value").fill("12")
    for i in range(10):
        lever(site, "push", f"?text=push{i}")
    expect(seat.page.locator("#log")).to_contain_text("push9")
    expect(seat.page.locator("#chat-text")).to_have_value("half a sent")
    expect(seat.page.locator("#f-p7-value")).to_have_value("12")
    seat.page.locator("#chat-text").fill("Refuse me")
    seat.page.locator("#chat-text").press("Enter")
    expect(seat.page.locator("#err")).to_have_text("That cannot be said.")
    expect(seat.page.locator("#chat-text")).to_have_value("Refuse me")
    seat.page.locator("#chat-text").fill("Let me")
    seat.page.locator("#chat-text").press("Enter")
    expect(seat.page.locator("#err")).to_have_text("")
    expect(seat.page.locator("#chat-text")).to_have_value("")
    seat.page.locator("[data-prompt=p7] button", has_text="Answer").click()
    expect(seat.page.locator("[data-prompt=p7]")).to_have_count(0)
    assert commands(site)[-1]["args"] == {"prompt": "p7", "value": {"value": 12}}


def test_what_is_sent_meanwhile_waits_its_turn(sit, site: str) -> None:
    seat = sit()
    lever(site, "slow")
    for text in ("one", "two", "three"):
        seat.page.locator("#chat-text").fill(text)
        seat.page.locator("#chat-text").press("Enter")
        seat.page.locator("#chat-text").press("Enter")
    expect(seat.page.locator("#log")).to_contain_text("three")
    assert [c["args"]["text"] for c in commands(site)] == ["one", "two", "three"]


def test_what_was_opened_stays_open(sit, site: str) -> None:
    seat = sit()
    seat.page.locator("#log summary").first.click()
    seat.page.keyboard.press(str(seat.page.locator("#a-mara-claw").get_attribute("data-key")))
    lever(site, "push")
    expect(seat.page.locator("#log")).to_contain_text("Something happened.")
    assert seat.page.locator("#log details").first.get_attribute("open") is not None
    expect(seat.page.locator("#a-mara-claw")).to_have_attribute("open", "")


def test_the_stepper_goes_with_the_end_of_the_turn(sit, site: str) -> None:
    seat = sit()
    seat.page.locator('#convert [data-step="1"]').click()
    lever(site, "push")
    expect(seat.page.locator("#log")).to_contain_text("Something happened.")
    expect(seat.page.locator("#convert output")).to_have_text("1")
    seat.page.locator("#endturn button").click()
    expect(seat.page.locator("#head")).to_contain_text("Goblins' turn")
    assert commands(site)[0]["args"] == {"unit": "mara", "convert": 1}


def test_the_gm_rules_where_the_number_stands(sit, site: str) -> None:
    seat = sit("gil")
    page = seat.page
    page.locator("#tb-units").click()
    page.locator(".unit[data-unit=goblins] > summary").click()
    page.locator('[data-set="goblins.2.hp"]').click()
    page.locator("#set-value").fill("-7")
    page.locator("#setdlg button.primary").click()
    expect(page.locator("#log")).to_contain_text("rule")
    seat.token("goblins.3").click(button="right")
    page.locator("#menu [data-rule=hide]").click()
    expect(page.locator("#log > li")).to_have_count(11)
    assert [c["args"] for c in commands(site)] == [
        {"set": {"goblins.2.hp": "-7"}, "reason": "", "secret": False},
        {"hide": "goblins.3"},
    ]


def test_the_gm_drags_anyone_with_shift_held(sit, site: str) -> None:
    seat = sit("gil")
    page = seat.page
    page.keyboard.down("Shift")
    page.mouse.move(*seat.cell(15, 7))
    page.mouse.down()
    page.mouse.move(*seat.cell(20, 2), steps=6)
    page.mouse.up()
    page.keyboard.up("Shift")
    expect(seat.token("goblins.3")).to_have_class("tok enemy b0 x20 y2")
    assert commands(site)[0]["args"] == {"body": "goblins.3", "at": [20, 2], "board": "keep"}


def test_others_see_it_live_and_the_lost_are_told(sit, site: str) -> None:
    ann, sam = sit(), sit("sam")
    ann.page.mouse.click(*ann.cell(7, 8))
    expect(sam.token("mara")).to_have_class("tok mine b0 x7 y8 act")
    for seat in (ann, sam):  # before the other is looked at it may be back already
        seat.page.evaluate(
            "new MutationObserver(() => { if (document.body.dataset.net === 'lost')"
            " document.documentElement.dataset.was = 'lost'; }).observe(document.body, {attributeFilter: ['data-net']})"
        )
    lever(site, "cut", "?code=1012")
    for seat in (ann, sam):
        expect(seat.page.locator("html")).to_have_attribute("data-was", "lost")
    lever(site, "push", "?text=while+away")
    for seat in (ann, sam):
        seat.live()
        expect(seat.page.locator("#log")).to_contain_text("while away")
    with ann.page.expect_navigation():  # what it showed goes
        lever(site, "cut", "?code=4403")
    ann.live()
    lever(site, "cut", "?code=4403")  # not round and round
    expect(ann.page.locator("#net")).to_contain_text("You do not hold this seat")
    ann.page.locator("#endturn button, #view").first.click()
    assert [c["do"] for c in commands(site)] == ["move"]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (390, 460), (844, 390), (1280, 800)])
def test_controls_are_large_enough_and_in_sight(sit, width: int, height: int) -> None:
    """44 pixels for a finger; with a mouse the Act panel is dense (28), so that a hero's list is in sight."""
    seat = sit(width=width, height=height, touch=width < 1000)
    dense = ", #options, #endbar" if width > 1000 else ""
    small = seat.page.evaluate(
        """dense => [...document.querySelectorAll('button, summary, select, input:not([type=hidden], [type=checkbox])')]
           .filter(e => e.checkVisibility() && !e.closest('#board, #log' + dense))
           .map(e => [e.textContent.trim().slice(0, 20), e.getBoundingClientRect()])
           .filter(([, r]) => r.width < 43.5 || r.height < 43.5).map(([t, r]) => `${t} ${r.width} x ${r.height}`)""",
        dense,
    )
    assert small == []
    low = seat.page.evaluate(
        """[...document.querySelectorAll(':is(#options, #endbar) :is(button, summary)')]
           .filter(e => e.checkVisibility())
           .map(e => e.getBoundingClientRect()).filter(r => r.width < 28 || r.height < 28).length"""
    )
    assert low == 0
    end = seat.page.locator("#endturn button").bounding_box()
    assert end["y"] + end["height"] <= height
    assert end["x"] + end["width"] <= width
    assert seat.page.evaluate("document.documentElement.scrollWidth") <= width
    fonts = seat.page.evaluate(
        """[...document.querySelectorAll('input:not([type=hidden]), select, textarea')]
           .map(e => parseFloat(getComputedStyle(e).fontSize))"""
    )
    assert min(fonts) >= 16


def test_the_largest_board_opens(sit, site: str) -> None:
    lever(site, "big")
    seat = sit("gil")
    assert seat.page.evaluate("document.querySelectorAll('*').length") < 10_000
    expect(seat.page.locator(".tok")).to_have_count(50)
