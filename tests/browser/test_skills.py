"""Skills and magic by real hands, every die typed in: a spell that fails, its botch told later, an aura suppressed, a
Versus check, a check that the GM calls of several."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Table
from tests.browser.demo import pass_to
from tests.browser.table import Seat
from tests.browser.test_looking import bring
from tests.browser.test_senses import violations
from tests.browser.test_settings import choose

DICE = "I roll real dice and type them in"


def real_dice(seat: Seat) -> None:
    seat.tab("act")
    choose(seat, "#standing", DICE, "on")


def roll(seat: Seat, **faces: int) -> None:
    """Types the faces that this seat is asked for, in order, each by a word of what it is for."""
    for word, face in faces.items():
        die = seat.find('#prompts [data-kind="die"]', has_text=word.replace("_", " "))
        expect(die).to_have_count(1)
        die.get_by_label("Face").fill(str(face))
        before = len(seat.watch.sent)
        seat.press(die.get_by_role("button", name="Answer"))
        seat.sent(before)


@pytest.fixture(scope="module")
def evening(server: Any, chromium: Any) -> Iterator[Any]:
    """Ilven's turn, a goblin beside her; whoever rolls types the faces."""
    with Table(server, chromium) as table:
        gil, cleo = table.sit("gil"), table.sit("cleo", touch=True)
        pass_to(gil, "ilven")
        bring(gil, "goblins.1", "ilven")
        real_dice(cleo)
        table.gil, table.cleo = gil, cleo  # type: ignore[attr-defined]
        yield table


def test_a_spell_that_fails_takes_half_of_its_magic_points(evening: Any) -> None:
    """On the phone: price and chance before, half of five rounded up after (T-131)."""
    cleo: Seat = evening.cleo
    option = cleo.targets("Cast Lit1")
    expect(option.locator("summary .cost").first).to_have_text("2 MA, 5 MP")
    target = option.locator('[data-target="goblins.1"]')
    expect(target.locator(".chance")).to_contain_text("%")
    cleo.press(target)
    roll(cleo, Attempt=0, second_die=2, severity=5)
    expect(cleo.find("#now .pips", has_text="MP").locator("b")).to_have_text("17")
    cleo.tab("log")
    expect(cleo.find("#log")).to_contain_text("botch, misses")
    expect(cleo.find("#log")).to_contain_text("takes 3 MP, as it failed")


def test_a_botch_is_told_later_to_whom_it_concerns(evening: Any) -> None:
    gil, cleo, ana = evening.gil, evening.cleo, evening.sit("ana")
    line = gil.find("#log li.roll", has_text="botch, misses").last
    if line.locator("details[open]").count() == 0:
        gil.press(line.locator("summary"))
    gil.press(line.get_by_role("button", name="Tell"))
    window = gil.find("#telldlg")
    expect(window).to_be_visible()
    assert violations(gil) == []
    gil.find("#tell-text").fill("The lightning runs back along the blade.")
    window.get_by_label("Cleo").check()
    gil.press(window.get_by_role("button", name="Tell"))
    cleo.tab("log")
    expect(cleo.find("#log")).to_contain_text("The lightning runs back along the blade.")
    gil.chat("on we go")
    expect(ana.find("#log")).to_contain_text("on we go")
    expect(ana.find("#log")).not_to_contain_text("lightning runs back")


def test_an_aura_is_drawn_and_suppressed(evening: Any) -> None:
    """An outline with its name for all who may know, gone while it is suppressed (T-111, T-116)."""
    cleo, ana = evening.cleo, evening.sit("ana")
    for seat in (cleo, ana):
        expect(seat.find("#areas text")).to_have_text("Courage")
    cleo.tab("act")
    cleo.press(cleo.action("Suppress an aura: Courage"))
    roll(cleo, Willpower=9)
    for seat in (cleo, ana):
        expect(seat.find("#areas .area")).to_have_count(0)
    cleo.tab("units")
    cleo.open_unit("ilven")
    expect(cleo.find('.unit[data-unit="ilven"] .badges')).to_contain_text("Courage suppressed")


def test_a_power_is_switched_on_by_a_check_and_off_at_will(evening: Any) -> None:
    """T-112, T-118."""
    cleo = evening.cleo
    cleo.tab("act")
    cleo.press(cleo.action("Stone form"))
    roll(cleo, Stone_form=9)
    cleo.press(cleo.action("Stone form: switch off"))
    cleo.tab("log")
    expect(cleo.find("#log")).to_contain_text("Stone form is off")


def test_a_versus_check_rolls_both_sides(evening: Any) -> None:
    """Gnash grapples: both type a die, and the one without the skill takes its penalty (T-148, T-149)."""
    gil, ben = evening.gil, evening.sit("ben")
    pass_to(gil, "gnash")
    bring(gil, "goblins.2", "gnash")
    real_dice(ben)
    real_dice(gil)
    ben.tab("act")
    option = ben.targets("Grapple")
    ben.press(option.locator('[data-target="goblins.2"]'))
    roll(ben, Grapple=3)
    roll(gil, Grapple=9)
    line = ben.find("#log li.roll", has_text="Grapple").last
    expect(line).to_contain_text("9 against 5, succeeds")
    gil.tab("act")
    choose(gil, "#standing", DICE, "off")


def test_a_failure_is_gauged_and_helps_the_next_attempt(evening: Any) -> None:
    """T-162, from the line of the log."""
    gil, ben = evening.gil, evening.sit("ben")
    ben.tab("act")
    option = ben.targets("Threaten")
    ben.press(option.locator('[data-target="goblins.2"]'))
    roll(ben, Threaten=1)
    line = gil.find("#log li.roll", has_text=re.compile("Threaten.*fails", re.DOTALL)).last
    expect(line).to_be_visible()
    if line.locator("details[open]").count() == 0:
        gil.press(line.locator("summary"))
    gil.press(line.get_by_role("button", name="How badly?"))
    roll(ben, Threaten=5)
    expect(gil.find("#log")).to_contain_text("how badly it failed")
    gil.press(line.get_by_role("button", name="Bonus on a retry"))
    expect(gil.find("#log")).to_contain_text("+1 on the next Threaten")


def test_what_was_never_learnt_is_the_gms_to_allow(evening: Any) -> None:
    """T-135: nothing is paid before the answer."""
    gil, ben = evening.gil, evening.sit("ben")
    pass_to(gil, "gnash")
    ben.tab("act")
    ben.press(ben.action("Ask to try a spell or power"))
    ben.find("#ask-action").select_option("quiet_mind")
    ben.press(ben.find("#askdlg button.primary"))
    card = gil.find('#prompts [data-kind="untrained"]')
    expect(card).to_contain_text("Quiet mind without a rank?")
    gil.press(card.get_by_role("button", name="No"))
    expect(ben.find("#log")).to_contain_text("cannot try Quiet mind without a rank")


def test_the_gm_calls_a_check_of_several(evening: Any) -> None:
    """Each rolls, all read it on the map in one card and in the log; a blind one is the GM's to tell."""
    gil, ana, ben = evening.gil, evening.sit("ana"), evening.sit("ben")
    real_dice(ana)
    gil.tab("gm")
    gil.press(gil.find("[data-check]"))
    window = gil.find("#checkdlg")
    expect(window).to_be_visible()
    assert violations(gil) == []
    gil.find("#check-skill").select_option("observe")
    gil.find("#check-difficulty").fill("7")
    gil.press(window.get_by_role("button", name="Nobody"))
    for who in ("Mara", "Gnash"):
        window.locator(".who").get_by_label(who).check()
    gil.press(window.get_by_role("button", name="Roll"))
    gil.until(lambda: any(s.find('#prompts [data-kind="die"]').count() for s in (ana, ben)))
    asked = [s for s in (ana, ben) if s.find('#prompts [data-kind="die"]').count()]
    rest = ben if asked[0] is ana else ana
    roll(asked[0], Observe=4)
    roll(rest, Observe=1)
    for seat in (ana, gil):
        expect(seat.find("#log")).to_contain_text("Mara, Observe, called by the GM")
        expect(seat.find("#log")).to_contain_text("Gnash, Observe, called by the GM")
    gil.tab("gm")
    gil.press(gil.find("[data-check]"))
    gil.find("#check-how").select_option("secret")
    gil.press(window.get_by_role("button", name="The others"))
    gil.press(window.get_by_role("button", name="Roll"))
    expect(gil.find("#log")).to_contain_text("Goblin 1, Observe")
    ana.chat("anything there?")
    expect(ana.find("#log")).not_to_contain_text("Goblin 1, Observe")


def test_the_windows_of_skills(evening: Any) -> None:
    """How somebody casts, and the stat of the next check, from the token's menu (T-100, T-126)."""
    gil, cleo = evening.gil, evening.cleo
    gil.menu("ilven", "casting")
    expect(gil.find("#castdlg")).to_be_visible()
    assert violations(gil) == []
    gil.find("#cast-stat").select_option("WIT")
    gil.find("#cast-second").select_option("CHA")
    gil.press(gil.find("#castdlg").get_by_role("button", name="Set"))
    cleo.tab("log")
    expect(cleo.find("#log")).to_contain_text("casts spells with WIT and CHA")
    gil.menu("gnash", "nextstat")
    gil.find("#stat-stat").select_option("WIT")
    gil.press(gil.find("#statdlg").get_by_role("button", name="Set"))
    expect(cleo.find("#log")).to_contain_text("the next check of Gnash adds WIT")
