"""Seeing it happen: the card where a check falls, its terms at a tap; the log that opens and filters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Table
from tests.browser.demo import pass_to
from tests.browser.test_looking import bring


@pytest.fixture(scope="module")
def fight(server: Any, chromium: Any) -> Iterator[Any]:
    with Table(server, chromium) as table:
        gil, ben = table.sit("gil"), table.sit("ben")
        pass_to(gil, "gnash")
        table.gil, table.ben, table.at = gil, ben, bring(gil, "goblins.1", "gnash")  # type: ignore[attr-defined]
        ben.fit()
        yield table


KEEP = """() => {
  window.cards = [];
  const text = (card, css) => card.querySelector(css)?.textContent ?? '';
  new MutationObserver(records => window.cards.push(...records.flatMap(record => [...record.addedNodes])
    .map(card => ['.who', '.die', '.against', '.outcome'].map(css => text(card, css)))
  )).observe(document.getElementById('cards'), {childList: true});
}"""
"""Keeps the words of each card that comes: on a busy machine it is gone before all of it is looked at."""


def test_a_check_shows_where_it_falls_for_some_seconds(fight: Any) -> None:
    ben, ana = fight.ben, fight.sit("ana", touch=True)
    for seat in (ben, ana):
        seat.page.evaluate(KEEP)
    before = len(ben.watch.sent)
    ben.click(*fight.at)
    ben.sent(before)
    for seat in (ben, ana):
        seat.until(lambda seat=seat: bool(seat.page.evaluate("window.cards.length")))  # type: ignore[misc]
        [[who, die, against, outcome]] = seat.page.evaluate("window.cards")
        assert who == "Gnash, Claw → Goblin 1"
        assert re.fullmatch(r"\d+", die)
        assert re.fullmatch(r"\d+ against \d+", against)
        assert re.search("hits|misses", outcome)
    ben.page.mouse.move(5, 300)
    expect(ben.find("#cards .card")).to_have_count(0, timeout=6_000)
    line = ben.find("#log li.roll").last
    expect(line).to_contain_text("Gnash, Claw at Goblin 1")
    ben.press(line.locator("summary"))
    expect(line.locator(".term").filter(has_text="d10").first).to_be_visible()
    # A term opens what it comes from: the skill, the stat, a number of the rules.
    ben.press(line.locator('.term a[href$="#skill:claw"]').first)
    expect(ben.find("#ruledlg")).to_contain_text("Claw")
    ben.page.keyboard.press("Escape")
    expect(ben.find("#ruledlg")).to_be_hidden()
    line.locator('.term a[href$="#stat:DEX"]').first.focus()
    ben.page.keyboard.press("Enter")
    expect(ben.find("#ruledlg")).to_be_visible()
    expect(ben.find("#ruledlg")).to_contain_text("Dexterity")
    ben.page.keyboard.press("Escape")
    expect(ben.find("#ruledlg")).to_be_hidden()


def test_a_tap_opens_the_terms_and_keeps_the_card(fight: Any) -> None:
    """On the phone: the card stays while it is open, and closes again."""
    gil, ana = fight.gil, fight.sit("ana", touch=True)
    pass_to(gil, "goblins")
    if not gil.find('#options [data-target="gnash"]').count():
        gil.menu("goblins.1", "revive")
        gil.tab("act")
    bring(gil, "goblins.2", "gnash")
    option = gil.targets("Simple Attack: Claw")
    gil.press(option.locator('[data-target="gnash"]'))
    card = ana.find("#cards .card").last
    expect(card).to_be_visible()
    card.locator("summary").tap()
    expect(card.locator(".sum").first).to_be_visible()
    ana.page.wait_for_timeout(3500)
    expect(card).to_be_visible()
    # A Mob's members are one card, each with its own roll.
    rolls = gil.find("#log li.roll[data-card]").count()
    assert rolls >= 2
    expect(card.locator(".roll")).to_have_count(2)
    card.locator("summary").tap()
    expect(ana.find("#cards .card")).to_have_count(0)


THREE = """async () => {
  const line = [...document.querySelectorAll('#log li[data-card]')].at(-1);
  for (let n = 1; n < 4; n += 1) {
    const copy = line.cloneNode(true);
    copy.id = `e-99999${n}-0`;
    document.getElementById('log').append(copy);
  }
  await new Promise(done => setTimeout(done, 300));
  const box = of => (({ left, top, right, bottom }) => [left, top, right, bottom])(of.getBoundingClientRect());
  const more = document.getElementById('cards-more');
  const found = {
    cards: [...document.querySelectorAll('#cards .card')].filter(one => one.checkVisibility()).map(box),
    acts: [...document.querySelectorAll('.tok.act')].map(box),
    more: more.checkVisibility() ? [box(more), more.textContent] : null,
    view: box(document.getElementById('view')),
  };
  for (let n = 1; n < 4; n += 1) document.getElementById(`e-99999${n}-0`).remove();
  return found;
}"""
"""Three checks at once where one was made: where their cards stand, who acts, and the button of what is folded."""


def apart(one: list[float], two: list[float]) -> bool:
    return one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]


@pytest.mark.parametrize("size", [(568, 320), (844, 390), (390, 844), (1280, 800)], ids=str)
def test_three_cards_cover_neither_each_other_nor_who_acts(fight: Any, size: tuple[int, int]) -> None:
    """Older ones for which there is no room are counted on a button below the newest, which shows them in turn."""
    if fight.ben.find("#log li[data-card]").count() == 0:  # run by itself: a check is needed to be shown
        before = len(fight.ben.watch.sent)
        fight.ben.click(*fight.at)
        fight.ben.sent(before)
    seat = fight.sit("ben", touch=size != (1280, 800), size={"width": size[0], "height": size[1]})
    expect(seat.find("#log li[data-card]").first).to_be_attached()
    found = seat.page.evaluate(THREE)
    boxes = [*found["cards"], *found["acts"], *([found["more"][0]] if found["more"] else [])]
    for at, one in enumerate(boxes):
        assert all(apart(one, other) for other in boxes[at + 1 :]), found
    for left, top, right, bottom in (*found["cards"], *([found["more"][0]] if found["more"] else [])):
        x, y, far, low = found["view"]
        assert x <= left < right <= far, found
        assert y <= top < bottom <= low, found
    folded = 3 - len(found["cards"])
    assert (found["more"][1] if found["more"] else "0 more") == f"{folded} more"


def test_without_motion_the_card_stands_still(fight: Any) -> None:
    """It neither comes nor goes by itself."""
    gil, ben = fight.gil, fight.ben
    pass_to(gil, "gnash")
    cleo = fight.sit("cleo", reduced_motion="reduce")
    option = ben.targets("Simple Attack: Claw")
    ben.press(option.locator('[data-target^="goblins"]').first)
    card = cleo.find("#cards .card")
    expect(card).to_have_count(1)
    assert card.evaluate("e => getComputedStyle(e).animationName") == "none"
    cleo.page.wait_for_timeout(4000)
    expect(card).to_have_count(1)


def test_the_log_is_filtered_and_keeps_it(fight: Any) -> None:
    ben = fight.ben
    ben.chat("a word between blows")
    expect(ben.find("#log li.roll").last).to_be_visible()
    ben.press(ben.find("#filter"))
    ben.press(ben.find('#logfilter [value="rolls"]'))
    ben.page.keyboard.press("Escape")
    expect(ben.find("#log li.roll").last).to_be_hidden()
    expect(ben.find("#log li.chat").last).to_be_visible()
    ben.page.reload()
    ben.live()
    expect(ben.find("#log li.roll").last).to_be_hidden()
    ben.press(ben.find("#filter"))
    ben.press(ben.find('#logfilter [value="rolls"]'))
    ben.press(ben.find('#logfilter [value="talk"]'))
    ben.press(ben.find('#logfilter [value="system"]'))
    ben.page.keyboard.press("Escape")
    expect(ben.find("#log li.roll").last).to_be_visible()
    expect(ben.find("#log li.chat").last).to_be_hidden()
    expect(ben.find("#log li.system").last).to_be_hidden()


def test_undone_lines_are_struck_through(fight: Any) -> None:
    gil, ben = fight.gil, fight.ben
    gil.tab("gm")
    gil.press(gil.find("#rewinds summary").first)
    before = len(gil.watch.sent)
    button = gil.find("#rewinds button[name=go]").nth(4)
    gil.press(button)
    if gil.find("#rewinds button.armed").count():
        gil.press(button)
    gil.sent(before)
    # The list has closed, and whoever goes by keyboard is at its head.
    expect(gil.find("#rewinds")).not_to_have_attribute("open", "")
    expect(gil.find("#rewinds summary").first).to_be_focused()
    line = ben.find("#log li.undone").last
    expect(line).to_be_attached()
    assert "line-through" in line.locator(":scope > *").first.evaluate("e => getComputedStyle(e).textDecorationLine")
    expect(line).to_contain_text("undone")
    # A word for screen readers alone makes no page longer: a line that opens would scroll the table away.
    assert ben.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 1
