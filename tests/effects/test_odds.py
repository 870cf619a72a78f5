"""Exact odds against an independent count of every path."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactics.effects.dice_text import parse
from tactics.effects.distribution import (
    Distribution,
    TooLarge,
    in_words,
    mean,
    of_dice,
    of_formula,
    percent,
    permille,
)
from tactics.effects.formula import dice, evaluate
from tactics.effects.odds import (
    PLAIN,
    Ranges,
    attempt_odds,
    effectiveness_odds,
    rolls,
    strike_odds,
    versus_odds,
)


@pytest.mark.rule("T-153")
def test_faces_of_the_zero_rule():
    weights = {(roll.kind, roll.face): weight for roll, weight in rolls(Ranges())}
    assert weights == {
        **{(PLAIN, face): 104 for face in range(1, 10)},
        (PLAIN, 10): 4,
        ("critical", 10): 30,
        ("botch", 10): 30,
    }


def count(bonus, difficulty, crit=(8, 10), botch=(1, 3)):
    """All 1000 triples of dice, without a word from the code under test."""
    result = dict.fromkeys(("critical", "success", "failure", "botch"), 0)
    for first, second, third in product(range(1, 11), repeat=3):
        face = first
        if first == 10:
            if crit[0] <= second <= crit[1]:
                result["critical"] += 1
                continue
            if botch[0] <= second <= botch[1]:
                result["botch"] += 1
                continue
            face = third
        result["success" if face + bonus > difficulty else "failure"] += 1
    return result


@pytest.mark.rule("T-147", "T-150", "T-151", "T-152")
@pytest.mark.parametrize(
    ("bonus", "difficulty", "crit", "botch"),
    [
        (5, 7, (8, 10), (1, 3)),
        (0, 40, (8, 10), (1, 3)),
        (20, 3, (8, 10), (1, 3)),
        (-4, 5, (7, 10), (1, 2)),
        (2, 12, (1, 0), (1, 0)),
        (2, 12, (1, 5), (6, 10)),
    ],
)
def test_attempt_odds_are_those_of_all_paths(bonus, difficulty, crit, botch):
    odds = attempt_odds(bonus, difficulty, crit, botch)
    assert {k: odds.shares[k] * 1000 for k in odds.shares} == count(bonus, difficulty, crit, botch)


@pytest.mark.rule("T-152")
def test_overlapping_ranges_are_refused():
    with pytest.raises(ValueError, match="at once"):
        attempt_odds(0, 5, (3, 10), (1, 3))


@pytest.mark.rule("T-148")
def test_versus():
    even = versus_odds(0, 0)
    assert even.of == even.critical + even.success + even.failure + even.botch
    # The resister holds ties, so even sides do not win evenly.
    assert even.chance < Fraction(1, 2)
    # A critical wins against any plain roll, whatever the totals: 3 % times 97 %.
    hopeless = versus_odds(-50, 50)
    assert Fraction(hopeless.critical, hopeless.of) == Fraction(3, 100) * Fraction(97, 100)
    assert hopeless.success == 30 * 940 * 1  # plain against a botch
    assert Fraction(hopeless.botch, hopeless.of) == Fraction(3, 100) * Fraction(97, 100)


@pytest.mark.rule("T-157", "T-158")
def test_effectiveness_less_soak():
    claws = effectiveness_odds(of_dice(1, 10), bonus=4, soak=12)
    assert (claws.worst, claws.best) == (0, 2)
    assert claws.chance(lambda dealt: dealt == 0) == Fraction(8, 10)


@pytest.mark.rule("T-155")
def test_strike_is_the_count_of_all_paths():
    bonus, difficulty, added, soak = 5, 9, 4, 7
    weights: dict[int, int] = {}
    for first, second, third, one, two in product(range(1, 11), range(1, 11), range(1, 11), range(1, 5), range(1, 5)):
        dealt = 0
        if first == 10 and second >= 8:
            dealt = max(0, one + added + two + added - soak)
        elif (first < 10 and first + bonus > difficulty) or (first == 10 and second > 3 and third + bonus > difficulty):
            dealt = max(0, one + added - soak)
        weights[dealt] = weights.get(dealt, 0) + 1
    assert strike_odds(bonus, difficulty, of_dice(1, 4), added, soak) == Distribution(weights)


@pytest.mark.rule("T-157")
def test_margin_when_the_setting_adds_it():
    plain = strike_odds(5, 7, of_dice(1, 10), 4)
    more = strike_odds(5, 7, of_dice(1, 10), 4, add_margin=True)
    assert more.expected > plain.expected
    assert more.chance(lambda v: v == 0) == plain.chance(lambda v: v == 0)


FORMULAS = [
    "2d6",
    "d10 + 3",
    "best(3d6) - 1",
    "worst(2d4) * d3",
    "(d6 + d4) / 2",
    "min(d6, d8)",
    "-2d4",
    "max(d4, 2, d6)",
    "floor(d6 / 2) + ceil(d6 / 2)",
    "2d4 * 2 - d6",
]


@pytest.mark.parametrize("text", FORMULAS)
def test_convolution_is_brute_force(text):
    tree = parse(text)
    sides = [roll.sides for roll in dice(tree) for _ in range(roll.count)]
    weights: dict[int, int] = {}
    for faces in product(*(range(1, s + 1) for s in sides)):
        value = evaluate(tree, {}, faces)
        weights[value] = weights.get(value, 0) + 1
    assert of_formula(tree) == Distribution(weights)


@given(st.integers(1, 12), st.integers(2, 20))
def test_dice_are_symmetric_and_complete(number, sides):
    spread = of_dice(number, sides)
    assert spread.expected == Fraction(number * (sides + 1), 2)
    assert (spread.worst, spread.best) == (number, number * sides)
    assert spread.of == sum(spread.weights.values())


def test_too_large_is_said_at_once():
    with pytest.raises(TooLarge):
        of_formula(parse("100d1000"))
    with pytest.raises(TooLarge):
        of_formula(parse("40d100 * 40d100"))


@pytest.mark.parametrize(
    ("chance", "said", "parts"),
    [
        (Fraction(0), "0 %", 0),
        (Fraction(1), "100 %", 1000),
        (Fraction(1, 10**6), "<1 %", 1),
        (Fraction(999_999, 10**6), ">99 %", 999),
        (Fraction(994, 1000), "99 %", 994),
        (Fraction(995, 1000), ">99 %", 995),
        (Fraction(5, 1000), "1 %", 5),
        (Fraction(554, 1000), "55 %", 554),
        (Fraction(1, 2), "50 %", 500),
    ],
)
def test_rounding_for_people(chance, said, parts):
    assert (percent(chance), permille(chance)) == (said, parts)


def test_words_and_means():
    assert [in_words(Fraction(n, 10)) for n in (0, 2, 3, 5, 7, 10)] == [
        "very unlikely",
        "very unlikely",
        "unlikely",
        "even",
        "likely",
        "very likely",
    ]
    assert [mean(Fraction(n, 4)) for n in (18, 12, 1, -1, 0)] == ["4.5", "3", "0.3", "\u22120.3", "0"]
