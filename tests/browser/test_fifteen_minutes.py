"""The fifteen minutes: from sign-up to round 1 on a Universal VTT map, with an invited guest on a phone (table.md 38).

It counts as people would: every click or tap, every field that is typed into, every page that is loaded. A choice from
a list is two clicks, a file two and none for its name.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.table import Seat

SAMPLES = Path(__file__).parents[1] / "maps" / "samples"
SHOTS = os.environ.get("SORTIE_SHOTS", "")
PASSWORD = "lanterns and rope"
MOST = {"gm": {"clicks": 45, "fields": 10}, "guest": {"clicks": 3, "fields": 1}}
MINUTES = 15


@dataclass
class Hands:
    """Somebody's hands, counted. touch: fingers on a phone."""

    page: Page
    touch: bool = False
    clicks: int = 0
    fields: int = 0
    pages: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("domcontentloaded", lambda page: self.pages.append(page.url))

    def press(self, control: Locator) -> None:
        expect(control).to_be_visible()
        self.clicks += 1
        if self.touch:
            control.tap()
        else:
            control.click()

    def button(self, name: str) -> None:
        self.press(self.page.get_by_role("button", name=name))

    def link(self, name: str) -> None:
        self.press(self.page.get_by_role("link", name=name).first)

    def type(self, name: str, text: str) -> None:
        box = self.page.locator(f"[name={name}]")
        self.fields += 1
        box.focus()
        box.press_sequentially(text)

    def choose(self, name: str, label: str) -> None:
        self.clicks += 2
        self.page.locator(f"[name={name}]").select_option(label=label)

    def file(self, path: Path) -> None:
        self.clicks += 2
        self.page.locator("input[type=file]").set_input_files(path)

    def shot(self, name: str) -> None:
        """For looking at: the page as it is now, if a folder is named."""
        if SHOTS:
            self.page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)

    def counts(self) -> dict[str, int]:
        return {"clicks": self.clicks, "fields": self.fields, "pages": len(self.pages)}


def test_fifteen_minutes(nobody: Any, capsys: pytest.CaptureFixture[str]) -> None:
    _owner(nobody)
    context, proxy, watch = nobody.browser("gil")
    page = context.new_page()
    gm = Hands(page)
    began = time.monotonic()

    # An account, a campaign, a link to send.
    page.goto("/")
    gm.link("Make an account")
    gm.type("username", "gil")
    gm.type("password1", PASSWORD)
    gm.type("password2", PASSWORD)
    gm.shot("sign-up")
    gm.press(page.locator("main form button"))
    gm.shot("home-empty")
    gm.link("Make a campaign")
    gm.type("name", "The Quarry Road")
    gm.shot("campaign-new")
    gm.button("Make it")
    gm.shot("campaign-empty")
    gm.button("Invite players")
    gm.shot("campaign-link")
    link = page.locator("#fresh").input_value()
    gm.button("Copy")

    # A map, and a Mission on it.
    gm.link("Bring a map")
    gm.file(SAMPLES / "uvtt" / "imagix-sampleMap-cropped.dd2vtt")
    gm.button("Read it")
    gm.shot("map-look")
    gm.button("Keep this map")
    gm.link("New Mission on it")
    gm.type("goal", "Cross the quarry")
    gm.choose("foe_0", "Goblins")
    gm.shot("mission-new")
    gm.button("Make it and go to the table")
    gil = Seat("gil", page, proxy, watch)
    gil.live()

    # The guest, on a phone: a name, whom they play, and they sit at the table.
    phone, way, seen = nobody.browser("ana", touch=True)
    guest = Hands(phone.new_page(), touch=True)
    guest.page.goto(link[link.index("/join/") :])
    guest.shot("join")
    guest.type("name", "Ana")
    guest.press(guest.page.locator(".pick", has_text="Mara"))
    guest.button("Join")
    ana = Seat("ana", guest.page, way, seen, touch=True)
    ana.live()
    guest.shot("guest-table")

    # Initiative for all, the rest is placed by itself: round 1.
    for words in ("Roll initiative", "Place the rest"):
        gil.tab("gm")
        button = gil.find("#gmbox button").filter(has_text=words)
        gm.press(button)
        gil.idle()
    expect(gil.find("#head .phase")).to_contain_text("Round 1")
    expect(ana.find("#head .phase")).to_contain_text("Round 1")
    expect(ana.find(".tok.mine")).to_have_count(1)
    took = time.monotonic() - began
    gm.shot("round-1")
    guest.shot("guest-round-1")

    counts = {"gm": gm.counts(), "guest": guest.counts()}
    with capsys.disabled():
        print(f"\nFifteen minutes: {counts}, {took:.0f} s by a program")
    for who, most in MOST.items():
        for what, n in most.items():
            assert counts[who][what] <= n, (who, what, counts[who])
    assert took < MINUTES * 60


def _owner(nobody: Any) -> None:
    """The site has an owner, who is somebody else."""
    context, _proxy, _watch = nobody.browser("olga")
    page = context.new_page()
    page.goto("/")
    page.locator("[name=username]").fill("olga")
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("h1")).to_have_text("No campaign yet")
