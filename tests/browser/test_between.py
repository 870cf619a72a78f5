"""Around and between the rounds: something else, free movement and back."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.demo import pass_to
from tests.browser.stage import stage
from tests.browser.table import Seat, cell_name


def gm_button(gil: Seat, words: str) -> None:
    gil.tab("gm")
    gil.press(gil.find("#gmbox button").filter(has_text=words))


def test_something_else_in_own_words(table: Any) -> None:
    """The player says what and what it might take; the GM answers from the card; it is rolled as any check."""
    gil, ana = table.sit("gil"), table.sit("ana", touch=True)
    pass_to(gil, "mara")
    ana.tab("act")
    ana.press(ana.action("Something else").locator("button"))
    ana.find("#ask-text").fill("swings on the mill's rope")
    ana.find("#ask-ma").fill("1")
    ana.press(ana.find("#askdlg button.primary"))
    card = gil.find("#prompts .prompt[data-kind=improvise]")
    expect(card).to_contain_text("swings on the mill's rope")
    expect(card.locator("[data-field=ma]")).to_have_value("1")
    # It has room to be read and answered beside End turn and the panel.
    asked = gil.find("#asked").bounding_box()
    assert asked is not None
    assert asked["height"] >= 200
    expect(card.locator("button.primary")).to_be_in_viewport(ratio=1)
    # It holds nobody: she still has her actions.
    expect(ana.find("#endturn button")).to_be_visible()
    card.locator("[data-field=skill]").select_option("climb")
    card.locator("[data-field=difficulty]").fill("6")
    gil.press(card.locator("button.primary"))
    expect(card).to_have_count(0)
    expect(ana.find("#log")).to_contain_text("swings on the mill's rope")
    expect(ana.find("#log li.roll").last).to_contain_text("Mara")
    # No, with a word.
    ana.press(ana.action("Something else").locator("button"))
    ana.find("#ask-text").fill("turns into a bird")
    ana.press(ana.find("#askdlg button.primary"))
    card.locator("[data-field=word]").fill("not without wings")
    gil.press(card.get_by_role("button", name="No"))
    expect(ana.find("#log")).to_contain_text("not without wings")


def test_free_movement_and_back(table: Any) -> None:
    """No order and no points; then initiative for those chosen, from where they stand."""
    gil, ben = table.sit("gil"), table.sit("ben")
    gm_button(gil, "Free movement")
    for seat in (gil, ben):
        expect(seat.find("#head .phase")).to_contain_text("Free movement")
        expect(seat.find("#turns li")).to_have_count(0)
    ben.fit()
    before = ben.place("gnash")
    reach = ben.opts()["reach"]["gnash"]["cells"]
    cells = [reach[i : i + 6] for i in range(0, len(reach), 6)]
    taken = {ben.place(other) for other in ben.tokens()}
    away = {tuple(c[:2]): abs(c[0] - before[0]) + abs(c[1] - before[1]) for c in cells}
    far = max((c for c in cells if tuple(c[:2]) not in taken), key=lambda c: away[tuple(c[:2])])
    assert away[tuple(far[:2])] > 6
    assert far[2] == 0
    ben.click(far[0], far[1])
    if ben.place("gnash") == before:
        ben.click(far[0], far[1])
    ben.until(lambda: ben.place("gnash") != before)
    at = ben.place("gnash")
    gm_button(gil, "Call initiative")
    boxes = gil.find("#calldlg [name=unit]")
    for key in ("lurkers", "guards"):
        gil.press(gil.find(f'#calldlg [value="{key}"]'))
    assert boxes.count() >= 5
    gil.press(gil.find("#calldlg button.primary"))
    expect(ben.find("#head .phase")).to_contain_text("Round")
    expect(gil.find("#turns li")).to_have_count(boxes.count() - 2)
    expect(ben.find('#turns [data-unit="gnash"]')).to_have_count(1)
    assert ben.place("gnash") == at
    # Who stood outside is called in, and enters with the next round.
    gm_button(gil, "Call initiative")
    expect(gil.find("#calldlg [name=unit]")).to_have_count(2)
    gil.press(gil.find("#calldlg button.primary"))
    expect(gil.find("#gmbox button").filter(has_text="Call initiative")).to_have_count(0)



def test_a_rule_opens_from_the_panel(table: Any) -> None:
    """The i beside an action; from its rule to the document's; and the page of all rules, searched."""
    gil, ben = table.sit("gil"), table.sit("ben", touch=True)
    pass_to(gil, "gnash")
    ben.tab("act")
    ben.press(ben.action("Talk").locator("a.info"))
    window = ben.find("#ruledlg")
    expect(window).to_contain_text("document, line 56")
    expect(window).to_contain_text("1 MA")
    ben.press(window.locator("a").filter(has_text="T-053"))
    expect(window).to_contain_text("say up to 5 words")
    with ben.context.expect_page() as opened:
        ben.press(window.locator("a.whole"))
    page = opened.value
    expect(page.locator("article.rule").filter(has_text="Defensive Stance").first).to_be_visible()
    page.locator("#q").press_sequentially("T-157 margin")
    expect(page.locator('[id="rule:T-157"]')).to_be_visible()
    expect(page.locator('[id="action:move"]')).to_be_hidden()
    expect(page.locator("#hits")).to_contain_text("entries")
    page.close()
    ben.press(window.get_by_role("button", name="Close"))
    expect(window).to_be_hidden()


def test_a_blow_is_planned_while_others_act(table: Any) -> None:
    """The next turn's actions and chances, while another acts; what was laid is offered when the turn comes."""
    gil, ben = table.sit("gil"), table.sit("ben", touch=True)
    pass_to(gil, "mara")
    gil.fit()
    taken = {gil.place(b) for b in gil.tokens()}
    x, y = gil.place("gnash")
    around = ((x + 1, y), (x, y + 1), (x, y - 1), (x + 1, y + 1), (x - 1, y))
    cell = next(c for c in around if c not in taken and min(c) >= 0)
    gil.page.keyboard.down("Shift")
    gil.drag(gil.place("goblins.1"), cell)
    gil.page.keyboard.up("Shift")
    expect(ben.token("goblins.1")).to_be_visible()
    ben.tab("act")
    ben.press(ben.find("#ahead > summary"))
    blow = ben.find("#ahead .opt").filter(has=ben.page.locator(".nm", has_text="Simple Attack: Claw")).first
    ben.press(blow.locator("summary").first)
    ben.press(blow.locator("[data-plan]").filter(has_text="Goblin 1"))
    expect(ben.find("#planned")).to_contain_text("Planned: Simple Attack: Claw, Goblin 1")
    assert not [sent for sent in ben.watch.sent if sent["do"] == "act"]
    pass_to(gil, "gnash")
    expect(ben.find("#planned [data-do-plan]")).to_be_visible()
    expect(ben.find("#planned")).to_contain_text("%")
    before = len(ben.watch.sent)
    ben.press(ben.find("#planned [data-do-plan]"))
    ben.sent(before)
    expect(ben.find("#log")).to_contain_text("Gnash, Claw at Goblin 1")
    expect(ben.find("#planned")).to_be_hidden()


def look_ahead(seat: Seat, unit: str) -> None:
    """Opens what a unit could do on its next turn; of several, all but the next are folded."""
    seat.press(seat.find("#ahead > summary"))
    seat.find(f'#ahead ul[data-unit="{unit}"]').first.wait_for(state="attached")
    fold = seat.find(f'#ahead .box details.later:not([open]):has(ul[data-unit="{unit}"])')
    for _ in range(fold.count()):  # of many units each lies in the fold of all of them
        seat.press(fold.first.locator("> summary"))


def test_a_spell_at_a_cell_and_a_mobs_walk_are_planned(table: Any) -> None:
    """By the GM for its own too; the cell is chosen on the map, and asked for again when the turn comes."""
    stage(table.server.site, {"do": "until", "unit": "mara"})
    gil, cleo = table.sit("gil"), table.sit("cleo")
    cleo.fit()
    cleo.tab("act")
    look_ahead(cleo, "ilven")
    cleo.press(cleo.find("#ahead .opt").filter(has_text="Cast Lit3").locator("[data-plan]").first)
    expect(cleo.find("#hint")).to_contain_text("Choose the cell")
    x, y = cleo.place("ilven")
    cleo.click(x + 2, y + 3)
    expect(cleo.find("#planned")).to_contain_text(f"Planned: Cast Lit3, {cell_name(x + 2, y + 3)}")
    gil.fit()
    gil.tab("act")
    look_ahead(gil, "goblins")
    gil.press(gil.find('#ahead ul[data-unit="goblins"] [data-plan]').first)
    expect(gil.find("#hint")).to_contain_text("Choose the cell")
    way = str(gil.find("#aheadreach").get_attribute("d"))
    cells = [tuple(map(int, cell)) for cell in re.findall(r"M(\d+) (\d+)h", way)]
    taken = {gil.place(body) for body in gil.tokens()}
    to = next(cell for cell in cells if cell not in taken)
    gil.click(*to)
    expect(gil.find("#planned")).to_contain_text(f"to {cell_name(*to)}")
    assert not gil.watch.sent
    stage(table.server.site, {"do": "until", "unit": "goblins"})
    expect(gil.find("#planned [data-do-plan]")).to_be_visible()
    gil.press(gil.find("#planned [data-do-plan]"))
    gil.sent(0)
    assert gil.watch.sent[0]["do"] == "move"
    stage(table.server.site, {"do": "until", "unit": "ilven"}, {"do": "rule", "set": {"ilven.mp": 22, "ilven.ma": 5}})
    expect(cleo.find("#planned [data-do-plan]")).to_be_visible()
    cleo.press(cleo.find("#planned [data-do-plan]"))
    cleo.sent(0)
    assert cleo.watch.sent[0]["args"]["target"] == [x + 2, y + 3]  # type: ignore[index]
    expect(cleo.find("#planned")).to_be_hidden()


def test_the_gm_lets_another_hear_a_whisper(table: Any) -> None:
    gil, ana, cleo = table.sit("gil"), table.sit("ana"), table.sit("cleo", touch=True)
    pass_to(gil, "mara")
    ana.tab("act")
    ana.find("#talk-text").fill("behind the mill")
    ana.find("#talk [name=volume]").select_option("whisper")
    ana.press(ana.find("#talk button:not([type=button])").first)
    line = gil.find("#log li.talk").filter(has_text="behind the mill")
    gil.press(line.locator("[data-said]"))
    box = gil.find('#hearerdlg [value="cleo"]')
    if box.is_enabled():
        box.check()
        gil.press(gil.find("#hearerdlg button.primary"))
    expect(cleo.find("#log")).to_contain_text("behind the mill")
