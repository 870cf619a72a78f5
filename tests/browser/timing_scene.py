"""The scene of the tests about time: the demo in round 1, played live, everybody near; and what people do in it."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.lent import Lent
from tests.browser.server import Server, Site
from tests.browser.stage import stage
from tests.browser.table import Seat
from tests.browser.test_settings import choose

SCENE: list[dict[str, Any]] = [
    {"do": "set_option", "key": "tt.pace", "value": "live"},
    {"do": "set_option", "key": "tt.window.beat_seconds", "value": 0},
    {"do": "set_option", "key": "tt.window.seconds", "value": 60},
    {"do": "rule", "set": {"mara.initiative": 60, "gnash.initiative": 50, "goblins.initiative": 40}},
    {"do": "rule", "set": {"ilven.initiative": 30, "guards.initiative": 20, "lurkers.initiative": 10}},
    # Nobody hidden acts after Mara, and the Round does not end with her, whatever was rolled for it.
    {"do": "rule", "reorder": ["mara", "gnash", "goblins", "ilven", "guards", "lurkers"]},
    {"do": "place", "body": "goblins.2", "at": [11, 6]},
    {"do": "place", "body": "mara", "at": [4, 4]},
    {"do": "place", "body": "goblins.1", "at": [5, 4]},
    {"do": "place", "body": "gnash", "at": [6, 4]},
    {"do": "place", "body": "ilven", "at": [1, 6]},
    {"do": "rule", "set": {"mara.stats.WIT": 4, "mara.hp": 16, "gnash.stats.WIT": 4, "goblins.1.hp": 40}},
    {"do": "rule", "set": {"goblins.1.max_hp": 60, "goblins.1.stats.DEF": 1}},
]


def served(lent: Lent, started: Site) -> AbstractContextManager[Server]:
    """The scene on a server with dice that the tests set."""
    return lent.dice(started, lambda site: stage(site, *SCENE))


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
    """Presses an answer, after opening the action that it stands below."""
    named = seat.page.get_by_role("button", name=re.compile(words), include_hidden=True)
    button = card(seat, kind).locator("button").and_(named).first
    expect(button).to_be_attached()
    fold = card(seat, kind).locator("details:not([open])").filter(has=named)
    if fold.count() and not button.is_visible():
        seat.press(fold.first.locator("summary"))
    expect(button).to_be_visible()
    seat.press(button)


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


def stops(seat: Seat, label: str, word: str) -> None:
    seat.tab("act")
    choose(seat, "#standing", label, word)
