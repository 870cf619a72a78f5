"""What a row of the order tells of a Mob of which a seat knows some members only."""

from __future__ import annotations

import pytest

from missions.live.people import unit as card
from missions.live.speech import one_language
from tests.rules.table import GM, Play, hero, mob


def play() -> Play:
    """Five goblins in sight, of whom three are then hidden and two fall."""
    units = {"a": hero("ann", SPD=6, WIT=1), "m": mob(*[{"SPD": 4, "WIT": 1}] * 5)}
    game = Play(["a........", "..m.m.m..", "..m.m....", "........."], units, order="am")
    bodies = game.state.units["m"].bodies
    for body in bodies[2:]:
        game.do("rule", by=GM, hide=body)
    for body in bodies[:2]:
        game.do("rule", by=GM, knock_out=body)
    return game


def test_a_mob_whose_known_members_fell_is_not_told_dead() -> None:
    row = next(row for row in play().view("ann").order if row.unit == "m")
    assert (row.state, "down" in row.label) == ("next", False)


def test_the_gm_and_its_own_side_read_who_is_down() -> None:
    game = play()
    for body in game.state.units["m"].bodies[2:]:
        game.do("rule", by=GM, knock_out=body)
    assert next(row for row in game.view(GM).order if row.unit == "m").state == "down"


@pytest.mark.parametrize(("seat", "words"), [("ann", ">2 down<"), (GM, ">3/5<")])
def test_the_card_counts_for_others_without_a_total(seat: str, words: str) -> None:
    view = play().view(seat)
    with one_language():
        assert words in card(next(unit for unit in view.units if unit.key == "m"), view.role)
