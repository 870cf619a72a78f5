"""A crowded evening: many actions, eight statuses, a full Pack and twelve units still fit and read, at both sizes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Table, serving
from tests.browser.server import Site
from tests.browser.table import Seat
from tests.browser.test_senses import violations

MANY = 20
CROWD = """
from itertools import count
from missions import services, stored
from missions.models import Mission, MissionState
mission, keys = Mission.objects.get(), count(1)
state = lambda: stored.read_state(mission, MissionState.objects.get(pk=mission.pk))
def gm(do, **args):
    services.submit(mission.pk, "gm", f"crowd{next(keys)}", {"do": do, **args}, who=services.TRUSTED)
for template in ("wolves", "shades", "bandits", "guards", "ghouls", "cultists", "rats", "town_guards", "goblins"):
    if len(state().units) >= 12:
        break
    try:
        gm("muster", key=f"more_{template}", template=template, count=1, at=[4, 3])
    except Exception:
        pass
while state().clock.active != "ilven":
    gm("rule", skip=state().clock.active)
for status in ("grappled", "blessed", "shaken", "exposed", "guarded", "stone_skin", "marked", "aim"):
    gm("rule", status={"body": "ilven", "key": status, "on": True})
for item in ("gem", "key", "healing_potion", "tool_kit", "coin_purse", "grapnel", "lockpicks", "note"):
    try:
        gm("hand_out", body="ilven", give={"item": item})
    except Exception:
        pass
print(len(state().units), len(state().bodies["ilven"].statuses))
"""


@pytest.fixture(scope="module")
def crowd(started: Site, chromium: Any) -> Iterator[Table]:
    """Ilven's turn, with eight statuses and a full Pack, among twelve units."""
    site = started.copy("crowded")
    try:
        units, statuses = site.manage("shell", "-c", CROWD).split()[-2:]
        assert (int(units), int(statuses)) == (12, 8)
        with serving(site) as server, Table(server, chromium) as table:
            yield table
    finally:
        site.drop()


SPILLS = """() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  const found = wide > 0 ? [`the page by ${wide}`] : [];
  for (const box of document.querySelectorAll('#side .scroll, #options, #packs, #units, #now')) {
    const over = box.checkVisibility() ? box.scrollWidth - box.clientWidth : 0;
    if (over > 1) found.push(`${box.id || box.className}: ${over}`);
  }
  return found;
}"""
SMALL = """() => [...document.querySelectorAll('button, summary, a, input, select')].filter(e => e.checkVisibility()
  && e.closest('#side, #top, #cam') && e.offsetHeight > 0 && e.offsetHeight < 44
  && !e.matches('[type=checkbox], [type=radio], .tok, .info, .badge'))
  .map(e => `${e.localName}#${e.id}.${e.className} ${e.offsetHeight} ${e.textContent.trim().slice(0, 20)}`)"""


FAR = """() => [...document.querySelectorAll('#options .targets')].map(list => {
  const at = document.querySelector('.tok[data-unit=ilven]').className.match(/x(\\d+) y(\\d+)/);
  return [...list.querySelectorAll('[data-target]:not([data-friend])')].filter(b => !b.querySelector('.tag.down'))
    .map(b => Math.max(Math.abs(b.dataset.x - at[1]), Math.abs(b.dataset.y - at[2])));
}).filter(some => some.length > 1)"""
"""How far the targets of each action are that has several, as they stand in its list."""


def test_the_nearest_target_stands_first(crowd: Table) -> None:
    lists = crowd.sit("cleo").page.evaluate(FAR)
    assert lists
    for far in lists:
        assert far == sorted(far)


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=str)
def test_everything_has_its_place(crowd: Table, size: tuple[int, int]) -> None:
    touch = size[0] < 600
    cleo: Seat = crowd.sit("cleo", touch=touch, size={"width": size[0], "height": size[1]}, bypass_csp=True)
    cleo.tab("act")
    assert cleo.find("#options .opt").count() >= MANY
    for words in ("Blessed", "Stone skin", "Marked", "Aiming"):
        expect(cleo.find("#now .badges")).to_contain_text(words)
    end = cleo.find("#endturn button")
    expect(end).to_be_in_viewport()
    found: list[str] = []
    for tab in ("act", "units", "pack", "goals", "log"):
        if not cleo.find(f"#tb-{tab}").is_visible():
            continue
        cleo.tab(tab)
        if tab == "units":
            cleo.open_unit("ilven")
        found += [f"{tab}: {line}" for line in cleo.page.evaluate(SPILLS)]
        found += [f"{tab}: {line}" for line in violations(cleo)]
        if touch:
            found += [f"{tab}: small {line}" for line in cleo.page.evaluate(SMALL)]
    assert found == []


def test_marks_stay_on_their_token(crowd: Table) -> None:
    """However many statuses: three marks, round and within the cell's upper edge."""
    cleo: Seat = crowd.sit("cleo")
    cleo.fit()
    cleo.steady()
    marks = cleo.token("ilven").locator(".marks i")
    expect(marks).to_have_count(3)
    body = cleo.token("ilven").bounding_box()
    assert body is not None
    for mark in marks.all():
        box = mark.bounding_box()
        assert box is not None
        assert abs(box["width"] - box["height"]) < 1
        assert box["width"] < body["width"] / 2
        assert box["x"] > body["x"] - body["width"] / 4
