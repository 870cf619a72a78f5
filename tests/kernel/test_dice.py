"""Dice by the draw: scripted, replayed, branching."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from tactics.kernel.dice import BranchingDice, DiceError, Recorded, ReplayDice, ScriptedDice, SystemDice, distinct


def test_system_dice_show_every_face_and_no_other() -> None:
    dice = SystemDice()
    faces = {dice.draw(1, 4, "all", "test").total for _ in range(400)}
    assert faces == {1, 2, 3, 4}


def test_best_and_worst_keep_one_face() -> None:
    assert ScriptedDice([(100, 20), (100, 70), (100, 5)]).draw(3, 100, "best", "hit").kept == (70,)
    assert ScriptedDice([(100, 20), (100, 70)]).draw(2, 100, "worst", "hit").kept == (20,)


def test_an_unlisted_die_names_what_it_was_for() -> None:
    with pytest.raises(DiceError, match="d10 is rolled for initiative"):
        ScriptedDice().draw(1, 10, "all", "initiative")


def test_a_die_of_another_size_is_an_error() -> None:
    with pytest.raises(DiceError, match="d6=3 is listed"):
        ScriptedDice([(6, 3)]).draw(1, 10, "all", "attempt")


def test_a_listed_die_that_never_falls_is_an_error() -> None:
    with pytest.raises(DiceError, match="listed but not rolled: d10=4"):
        ScriptedDice([(10, 4)]).finish()


def test_replayed_dice_refuse_another_question() -> None:
    dice = ReplayDice([Recorded(10, (4,))])
    with pytest.raises(DiceError, match="1d10 was rolled then"):
        dice.draw(1, 6, "all", "attempt")


@pytest.mark.parametrize(("count", "sides", "keep"), [(5, 4, "all"), (3, 6, "best"), (3, 6, "worst"), (2, 10, "all")])
def test_distinct_results_weigh_what_all_rolls_weigh(count: int, sides: int, keep: str) -> None:
    value = {"all": sum, "best": max, "worst": min}[keep]
    brute = Counter(value(faces) for faces in product(range(1, sides + 1), repeat=count))
    assert {value(faces): number for faces, number in distinct(count, sides, keep)} == brute


def test_five_d4_are_sixteen_branches_and_the_best_of_three_d100_a_hundred() -> None:
    assert len(distinct(5, 4, "all")) == 16
    assert len(distinct(3, 100, "best")) == 100


def test_branching_walks_draws_that_depend_on_earlier_ones() -> None:
    def run(dice: BranchingDice) -> int:
        first = dice.draw(1, 6, "all", "first").total
        return first + (dice.draw(1, 6, "all", "again").total if first == 6 else 0)

    odds: dict[int, Fraction] = {}
    for weight, total in BranchingDice().walk(run):
        odds[total] = odds.get(total, Fraction(0)) + weight
    assert sum(odds.values()) == 1
    assert odds[3] == Fraction(1, 6)
    assert odds[9] == Fraction(1, 36)
    assert 6 not in odds


def test_branching_stops_at_its_limit() -> None:
    with pytest.raises(DiceError, match="more than 10 paths"):
        list(BranchingDice(limit=10).walk(lambda dice: [dice.draw(1, 6, "all", "x") for _ in range(3)]))
