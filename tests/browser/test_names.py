"""Names in earnest and in malice, in every part of the table: nothing runs, nothing is pushed out of the window."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Table
from tests.browser.lent import Lent
from tests.browser.outerah_scene import served
from tests.browser.server import Server, Site
from tests.browser.stage import stage
from tests.browser.table import Seat

TABS = ("act", "units", "goals", "log", "pack", "gm")
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}

OUT = """() => {
  const cut = node => { for (let at = node.parentElement; at; at = at.parentElement)
    if (/hidden|auto|scroll|clip/.test(getComputedStyle(at).overflowX)) return at; return null; };
  const told = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) told.push(`the page is ${wide} wide`);
  const all = '#top *, #side *, #stage > :not(#view), #stage > :not(#view) *, dialog[open] *';
  for (const node of document.querySelectorAll(all)) {
    if (!node.checkVisibility({ visibilityProperty: true }) || node.closest('.sr, svg')) continue;
    const box = node.getBoundingClientRect();
    if (!box.width || getComputedStyle(node).clipPath !== 'none') continue;
    const by = cut(node);
    const name = node.tagName + (node.id ? '#' + node.id : '') + '.' + node.getAttribute('class');
    if (!by && (box.right > innerWidth + 1 || box.left < -1)) told.push(`${name} ${box.left}-${box.right}`);
  }
  // What can be scrolled sideways shows less than there is: only rows that are meant to may.
  const rows = '#turns, #boards, #now .badges, #aims .field, #tabs, #view';
  for (const node of document.querySelectorAll('#side *, dialog[open], dialog[open] *')) {
    if (!node.checkVisibility() || node.matches(rows) || node.closest('.sr')) continue;
    const flow = getComputedStyle(node).overflowX;
    if (!/auto|scroll/.test(flow) || node.scrollWidth <= node.clientWidth + 1) continue;
    const edge = node.getBoundingClientRect().right;
    const wide = one => one.getBoundingClientRect().right > edge + 1 || one.scrollWidth > one.clientWidth + 1;
    const seen = [...node.querySelectorAll('*')].filter(one => one.checkVisibility() && !one.matches('.sr'));
    const over = seen.filter(wide).slice(0, 6).map(one => one.outerHTML.slice(0, 400));
    told.push(`${node.id || node.className}: ${node.scrollWidth} in ${node.clientWidth}: ${over.join(', ')}`);
  }
  return told;
}"""
"""What of a page stands out of the window, or has to be scrolled sideways to be read."""


@pytest.fixture(scope="module", params=["tempus", "outerah"])
def scene(request: Any, bare: Site, lent: Lent, chromium: Any) -> Iterator[Server]:
    with served(lent, bare, f"names_{request.param}") as server:
        yield server


def look(seat: Seat, part: str) -> None:
    assert seat.page.evaluate(OUT) == [], part
    assert not seat.page.evaluate("'evil' in window"), part
    assert seat.find("script:not([src]):not([type]), [onerror], img[src='x']").count() == 0, part


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_no_name_breaks_the_table(scene: Server, people: Table, size: dict[str, int]) -> None:
    touch = size is PHONE
    for turn in ("solid", "markup", "long"):
        stage(scene.site, {"do": "until", "unit": turn})
        for name in ("ana", "gil", "sam"):
            seat = people.sit(name, touch=touch, size=size)
            seat.fit()
            for tab in TABS:
                if not seat.find(f"#tb-{tab}").is_visible():
                    continue
                seat.tab(tab)
                if tab == "units":
                    for unit in ("solid", "markup", "long"):
                        seat.open_unit(unit)
                        look(seat, f"{name} in the turn of {turn}: {unit}")
                look(seat, f"{name} in the turn of {turn}: {tab}")
            if turn == "solid":
                seat.tab("act")
                at = seat.place("markup")
                (seat.tap if touch else seat.hover)(*at)
                look(seat, f"{name} points at markup")
            if name == "gil":
                expect(seat.find("#units")).to_contain_text("<script>evil=1</script>")
