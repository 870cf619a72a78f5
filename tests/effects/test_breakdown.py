"""Breakdowns: the sum, its text, what others may see of it."""

from __future__ import annotations

import msgspec
import pytest

from tactics.effects.breakdown import Breakdown, Term, compared, die, merged, shown, words

CLAW = Breakdown("Attempt", (Term("Claw", 2), Term("DEX", 3), die(10, 3)))
DEF = Breakdown("Difficulty", (Term("DEF", 2), Term("running", 5)))


@pytest.mark.rule("T-146")
def test_text_and_total():
    assert str(CLAW) == "2 Claw + 3 DEX + 3 d10 = 8"
    assert compared(CLAW, DEF) == "2 Claw + 3 DEX + 3 d10 = 8  vs  2 DEF + 5 running = 7"
    assert CLAW.faces == (3,)


@pytest.mark.rule("T-140")
def test_before_the_roll():
    assert str(CLAW.without_dice()) == "2 Claw + 3 DEX = 5"


def test_negative_terms():
    human = Breakdown("", (Term("untrained", -4), Term("STR", 5), die(10, 9)))
    assert str(human) == "\u22124 untrained + 5 STR + 9 d10 = 10"
    assert str(Breakdown("", (Term("a", 1), Term("b", -3)))) == "1 a \u2212 3 b = \u22122"


def test_what_does_not_count_stays_listed():
    b = Breakdown("", (Term("a", 1), Term("b", 5, counts=False, why="does not stack with a")))
    assert b.total == 1
    assert str(b) == "1 a = 1"
    assert [t.why for t in shown(b, secrets=False).terms] == ["", "does not stack with a"]


@pytest.mark.rule("T-158")
def test_floor():
    dealt = Breakdown("Damage", (Term("Effectiveness", 9), Term("soak", -12)), floor=0)
    assert dealt.total == 0
    assert str(dealt).endswith("= 0 (not below 0)")
    assert Breakdown("", (Term("Effectiveness", 15), Term("soak", -12)), floor=0).total == 3


def test_merged_hides_parts_but_not_the_sum():
    one = merged(DEF, "defence")
    assert one.terms == (Term("defence", 7),)
    only_def = merged(DEF, "defence", lambda t: t.label == "DEF")
    assert [t.label for t in only_def.terms] == ["defence", "running"]
    assert only_def.total == DEF.total


def test_a_secret_hides_the_total_that_it_is_part_of():
    b = DEF.plus(Term("cursed", -3, secret=True))
    assert shown(b, secrets=True).total == 4
    view = shown(b, secrets=False, hidden_words="the GM knows")
    assert (view.total, view.words) == (None, "the GM knows")
    assert "cursed" not in msgspec.json.encode(view).decode()
    # Merging does not wash the secret off.
    assert shown(merged(b, "defence"), secrets=False).total is None


def test_a_secret_that_does_not_count_hides_nothing_but_itself():
    b = DEF.plus(Term("cursed", -3, secret=True, counts=False))
    assert shown(b, secrets=False).total == 7
    assert len(shown(b, secrets=False).terms) == 2


def test_stored_as_json():
    assert msgspec.json.decode(msgspec.json.encode(CLAW), type=Breakdown) == CLAW


def test_empty():
    assert words(Breakdown("x")) == "0"
