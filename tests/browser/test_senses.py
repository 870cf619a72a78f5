"""Hands and senses: axe finds nothing, keys can be changed and never fire while one types, small screens hold all."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import axe
from tests.browser.demo import pass_to
from tests.browser.table import Seat


def violations(seat: Seat) -> list[str]:
    return axe.violations(seat.page)


def test_axe_is_as_it_came() -> None:
    for line in (axe.VENDOR / "CHECKSUMS").read_text().splitlines():
        digest, name = line.split()
        assert hashlib.sha256((axe.VENDOR / name).read_bytes()).hexdigest() == digest, name


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_no_violation_of_wcag(table: Any, size: tuple[int, int]) -> None:
    """Every panel and window of player and GM, at both sizes."""
    gil = table.sit("gil", size={"width": size[0], "height": size[1]}, bypass_csp=True)
    pass_to(gil, "gnash")
    ben = table.sit("ben", size={"width": size[0], "height": size[1]}, touch=size[0] < 500, bypass_csp=True)
    found: list[str] = []
    for seat in (ben, gil):
        for name in ("units", "goals", "log", "gm", "act"):
            if seat.find(f"#tb-{name}").is_visible():
                seat.tab(name)
                if name == "units":
                    seat.press(seat.find("#units .unit > summary").first)
                found += [f"{seat.name} {name}: {line}" for line in violations(seat)]
        seat.press(seat.find('[data-dialog="help"]'))
        found += [f"{seat.name} help: {line}" for line in violations(seat)]
        seat.press(seat.find("#help .primary"))
    ben.fit()
    ben.find("#view").focus()
    ben.page.keyboard.press("ArrowRight")
    ben.press(ben.find("#names-on"))
    found += [f"map: {line}" for line in violations(ben)]
    assert not found, "\n".join(sorted(set(found)))


def test_a_key_is_changed_and_kept(table: Any) -> None:
    gil = table.sit("gil")
    pass_to(gil, "gnash")
    ben = table.sit("ben")
    keys = ben.page.keyboard
    keys.press("?")
    button = ben.find('[data-rebind="describe"]')
    button.focus()
    keys.press("Enter")
    expect(ben.find("#keys-note")).to_contain_text("Press the new key")
    keys.press("e")
    expect(ben.find("#keys-note")).to_contain_text("already means: end the turn")
    ben.press(button)
    keys.press("u")
    expect(button.locator("kbd")).to_have_text("U")
    ben.press(ben.find("#help .primary"))
    ben.page.reload()
    ben.live()
    ben.find("#view").focus()
    keys.press("c")
    keys.press("u")
    expect(ben.find("#say")).to_contain_text("Gnash")
    keys.press("?")
    ben.press(ben.find("#keys-reset"))
    expect(ben.find('[data-rebind="describe"] kbd')).to_have_text("O")
    keys.press("Escape")


def test_no_shortcut_fires_while_somebody_types(table: Any) -> None:
    gil = table.sit("gil")
    pass_to(gil, "gnash")
    ben = table.sit("ben")
    ben.tab("log")
    before = len(ben.watch.sent)
    every = "e t a c g o l w m r j + - 0 ? 1 2 3"
    ben.find("#chat-text").press_sequentially(every)
    expect(ben.find("#chat-text")).to_have_value(every)
    assert not ben.find("#help").is_visible()
    assert ben.find("#measure").get_attribute("aria-pressed") == "false"
    ben.find("#chat-to").focus()
    ben.page.keyboard.press("e")
    assert len(ben.watch.sent) == before
    assert gil.opts()["turn"] == "gnash"
    ben.find("#chat-text").fill("")
    ben.page.keyboard.press("Tab")


@pytest.mark.parametrize("size", [(390, 844), (390, 460), (844, 390)])
def test_end_turn_and_the_prompt_need_no_scrolling(table: Any, size: tuple[int, int]) -> None:
    """With all actions of a hero in the list; fields are large enough that a phone does not zoom into them."""
    gil = table.sit("gil")
    pass_to(gil, "gnash")
    ben = table.sit("ben", touch=True, size={"width": size[0], "height": size[1]})
    ben.tab("act")
    box = ben.find("#endturn button").bounding_box()
    assert box
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size[1]
    assert box["height"] >= 44
    small = ben.page.evaluate(
        "[...document.querySelectorAll('input:not([type=hidden]):not([type=checkbox]), select, textarea')]"
        ".filter(e => parseFloat(getComputedStyle(e).fontSize) < 16).map(e => e.id)"
    )
    assert small == []
    low = ben.page.evaluate(
        "[...document.querySelectorAll('button, summary, [role=tab]')].filter(e => e.checkVisibility()"
        " && !e.matches('.tok, .card summary, #log summary') && e.getBoundingClientRect().height < 43.5)"
        ".map(e => e.id || e.className || e.textContent.trim().slice(0, 20))"
    )
    assert low == []
    wide = ben.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def test_forced_colours_keep_what_matters(table: Any) -> None:
    """Allies stay round and enemies diamonds; what acts is still told apart, by words as well."""
    gil = table.sit("gil", forced_colors="active")
    gil.fit()
    expect(gil.find(".tok").first).to_be_visible()
    shape = gil.find(".tok.enemy b").first.evaluate("e => getComputedStyle(e).clipPath")
    assert "polygon" in shape
    expect(gil.find("#turns [aria-current=step]")).to_have_count(1)
