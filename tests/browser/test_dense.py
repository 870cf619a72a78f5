"""Much in little room: the Act panel with all actions of a hero, the log beside it, words that hide nothing, and a map
that stays where it was put."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.demo import pass_to, reachable
from tests.browser.stage import stage
from tests.browser.table import Seat

Box = dict[str, float]

IN_SIGHT = """() => {
  const frame = document.querySelector('#tab-act .scroll').getBoundingClientRect();
  return [...document.querySelectorAll('#options .opt')].filter(one => {
    const box = one.getBoundingClientRect();
    return one.checkVisibility() && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
  }).length;
}"""


def box(of: Locator) -> Box:
    found = of.bounding_box()
    assert found is not None
    return dict(found)


def apart(one: Box, two: Box) -> bool:
    return (
        one["x"] + one["width"] <= two["x"]
        or two["x"] + two["width"] <= one["x"]
        or one["y"] + one["height"] <= two["y"]
        or two["y"] + two["height"] <= one["y"]
    )


@pytest.mark.parametrize(("touch", "least"), [(False, 7), (True, 6)], ids=["desktop", "phone"])
def test_the_actions_are_dense_and_each_group_stands_once(table: Any, touch: bool, least: int) -> None:
    stage(table.server.site, {"do": "until", "unit": "mara"})
    ana = table.sit("ana", touch=touch)
    ana.tab("act")
    expect(ana.find("#now")).to_contain_text("DEF")
    assert ana.page.evaluate(IN_SIGHT) >= least
    groups = ana.find("#options .group").all_inner_texts()
    assert len(groups) == len(set(groups))
    labels = ana.find("#options .opt:not(.no) .nm").all_inner_texts()
    assert labels[0] == "Move"
    assert labels[1].startswith("Simple Attack")
    assert labels[-1] == "Prepare an action"
    # What cannot be done is folded in one place, and says why.
    expect(ana.find("#options .opt.no:visible")).to_have_count(0)
    barred = ana.find("#barred details")
    expect(barred).to_have_count(1)
    ana.press(barred.locator("summary"))
    expect(barred).to_contain_text("only as an interrupt")
    expect(barred).to_contain_text("nothing of that kind at hand")


def test_a_long_price_leaves_the_name_whole(table: Any) -> None:
    """What is paid over turns has a price of many words; no name is cut into syllables for it."""
    slow = {"do": "rule", "set": {"mara.stats.WIT": 1, "mara.ma": 1}}
    stage(table.server.site, {"do": "until", "unit": "mara"}, slow)
    ana = table.sit("ana")
    ana.tab("act")
    name = ana.action("Scribble Notes").locator(".nm")
    expect(ana.action("Scribble Notes")).to_contain_text("over turns")
    assert box(name)["height"] < 45  # two lines at most
    stage(table.server.site, {"do": "rule", "set": {"mara.stats.WIT": 3, "mara.ma": 3}})


def test_the_log_takes_what_a_panel_leaves(table: Any) -> None:
    stage(table.server.site, {"do": "until", "unit": "mara"})
    ana = table.sit("ana")
    ana.tab("act")
    in_turn = box(ana.find("#logbox"))["height"]
    assert in_turn >= 150
    ana.tab("units")
    assert box(ana.find("#logbox"))["height"] > in_turn + 60
    ana.tab("act")  # whoever reads the newest line goes on reading it
    left = "(box => [box.scrollHeight > box.clientHeight, box.scrollHeight - box.scrollTop - box.clientHeight < 40])"
    ana.until(lambda: ana.page.evaluate(f"{left}(document.getElementById('logbox'))") == [True, True])
    # So it is when the log scrolls by itself to its newest line and the panel grows in the same moment.
    ana.find("#logbox").evaluate(
        """box => { box.scrollTop = 0; box.scrollTop = box.scrollHeight; box.style.marginTop = '70px'; }"""
    )
    ana.until(lambda: ana.page.evaluate(f"{left}(document.getElementById('logbox'))") == [True, True])
    ana.find("#logbox").evaluate("box => { box.style.marginTop = ''; }")


def test_a_moment_for_hold_moves_nothing(table: Any) -> None:
    site = table.server.site
    stage(
        site,
        {"do": "set_option", "key": "tt.pace", "value": "live"},
        {"do": "until", "unit": "mara"},
        {"do": "rule", "set": {"gnash.ma": 2}},  # whoever had no turn yet could not interrupt
    )
    try:
        ana = table.sit("ana")
        ana.tab("act")
        was = [box(ana.find(css)) for css in ("#tabs", "#options", "#endbar", "#logbox")]
        ana.press(ana.action("Observe").locator("button, summary").first)
        ask = ana.find("#askdlg[open] button.primary")
        if ask.count():
            ana.press(ask)
        expect(ana.find("#timing")).not_to_be_empty()
        assert [box(ana.find(css)) for css in ("#tabs", "#endbar", "#logbox")] == [was[0], *was[2:]]
        expect(ana.find("#timing")).to_be_empty()
    finally:
        stage(site, {"do": "set_option", "key": "tt.pace", "value": "post"})


WHERE = "(v => [v.scrollLeft, v.scrollTop].map(Math.round))(document.getElementById('view'))"


def place(seat: Seat) -> list[int]:
    """How far the map is scrolled."""
    return list(seat.page.evaluate(WHERE))


def test_the_phone_s_map_stays_and_its_words_hide_nothing(table: Any) -> None:
    gil = table.sit("gil")
    pass_to(gil, "gnash")
    ben = table.sit("ben", touch=True)
    ben.fit()
    ben.steady()
    was = place(ben)
    to = reachable(ben, "gnash", far=True)  # a finger goes to the nearest token, if one is near
    ben.tap(*to)
    tip = ben.find("#tip.on")
    expect(tip).to_be_visible()
    assert apart(box(tip), box(ben.token("gnash")))
    x, y = ben.point(*to)
    assert apart(box(tip), {"x": x - 4, "y": y - 4, "width": 8, "height": 8})
    ben.tap(*to)
    ben.until(lambda: ben.place("gnash") == to)
    ben.steady()
    assert place(ben) == was
    # Closer, and turned: who acts stays on the screen, and the map fills it.
    for _ in range(4):
        ben.press(ben.find('[data-cam="in"]'))
    ben.press(ben.find('[data-cam="act"]'))
    ben.steady()
    ben.page.set_viewport_size({"width": 844, "height": 390})
    ben.steady()
    frame, tok = box(ben.find("#view")), box(ben.token("gnash"))
    assert frame["x"] <= tok["x"] <= frame["x"] + frame["width"]
    assert frame["y"] <= tok["y"] <= frame["y"] + frame["height"]
    board = box(ben.find("#map"))
    assert board["x"] <= frame["x"] + 80
    assert board["x"] + board["width"] >= frame["x"] + frame["width"] - 80


def test_a_look_through_anothers_eyes_does_nothing_and_says_so(table: Any) -> None:
    stage(table.server.site, {"do": "until", "unit": "mara"})
    gil = table.sit("gil")
    gil.page.goto(gil.page.url + "see/ana/")
    gil.live()
    gil.press(gil.find("#endturn button"))
    expect(gil.find("#err")).to_contain_text("only a look")
    assert gil.watch.sent == []
