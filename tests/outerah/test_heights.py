"""Walls and cover have a height: who is above passes and sees over (O-107, O-188, O-195, O-199)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel import events as e
from tactics.kernel.refusals import Refused
from tactics.kernel.state import Edge, Place
from tactics.outerah import attack_data, hiding, hit, legality, pushes
from tactics.outerah.collectors import Question
from tests.outerah.table import Battle, foe, hero, rules_with

ARMS = {"weapon": {"bow": {"label": "Bow", "property": "piercing", "dice": "d4", "range": 30, "text": "A bow."}}}
RULES = rules_with(ARMS)
WALL = Edge((4, 0), (5, 0))
CRATE = Edge((4, 0), (5, 0), kind="cover", material="wood")
BRICK = Edge((4, 0), (5, 0), kind="cover", material="full_brick")


def skies(
    edge: Edge | None, own: int, theirs: int, rows: Any = ("a........t",), rules: Any = RULES, **words: Any
) -> Battle:
    """`a` and `t` so many levels above the ground, something between them on it."""
    units = {"a": hero(weapons=["bow"], CHA=0, AGI=0), "t": foe(weapons=["bow"], AGI=0, HP=100)}
    play = Battle(list(rows), units, order="at", rules=rules, edges=[edge] if edge else [], **words)
    for key, level in (("a", own), ("t", theirs)):
        x, y = play.at(key)
        up = e.Stepped(body=key, place=Place(board="field", x=x, y=y, z=level))
        play.effect(lambda work, up=up: work.emit(up))
    return play


def asked(play: Battle) -> tuple[Refused | None, str]:
    """(why the shot cannot be, the cover that it meets)."""
    known = play.facts()
    a, t = known.state.bodies["a"], known.state.bodies["t"]
    attack = attack_data.of_weapon(known, a, "bow")
    assert attack is not None
    return legality.hindrance(known, a, t, attack), hit.check(known, Question(a, t, attack)).cover.label


@pytest.mark.rule("O-107", "O-199")
@pytest.mark.parametrize(
    ("own", "theirs", "seen"), [(0, 0, False), (2, 2, False), (3, 0, True), (0, 3, True), (12, 12, True)]
)
def test_who_is_above_a_wall_of_three_levels_sees_over_it_and_is_seen(own: int, theirs: int, seen: bool) -> None:
    play = skies(WALL, own, theirs)
    wrong, _ = asked(play)
    assert (wrong is None) is seen
    assert (hiding.seen_by(play.facts(), play.state.bodies["a"]) is not None) is seen


@pytest.mark.rule("O-107")
def test_rock_ends_as_high_as_a_wall_and_stands_on_its_own_ground() -> None:
    rows = ("a...#....t",)
    assert [asked(skies(None, z, 0, rows))[0] is None for z in (2, 3)] == [False, True]
    hill = [0, 0, 0, 0, 4, *[0] * 45]
    assert [asked(skies(None, z, 0, rows, elevation=hill))[0] is None for z in (6, 7)] == [False, True]
    mine = [4, *[0] * 49]  # whoever stands on a hill sees over a wall at its foot
    assert asked(skies(WALL, 0, 0, elevation=mine))[0] is None


@pytest.mark.rule("O-188", "O-195")
@pytest.mark.parametrize(
    ("own", "theirs", "cover"),
    [(0, 0, "Wood"), (12, 12, ""), (1, 1, ""), (1, 0, "Wood"), (0, 1, "Wood"), (2, 0, ""), (12, 0, "")],
)
def test_a_crate_covers_up_to_its_own_height_on_the_line(own: int, theirs: int, cover: str) -> None:
    """It stands in the middle of nine cells: from two levels up the line is exactly one level high there."""
    assert asked(skies(CRATE, own, theirs))[1] == cover


@pytest.mark.rule("O-199")
def test_full_cover_below_two_ships_covers_neither() -> None:
    assert asked(skies(BRICK, 0, 0))[0] is not None
    assert asked(skies(BRICK, 12, 12)) == (None, "")


@pytest.mark.rule("O-192")
def test_fire_that_flies_over_a_crate_leaves_it() -> None:
    fire = {"weapon": {"bow": {**ARMS["weapon"]["bow"], "element": "fire"}}}
    play = skies(CRATE, 12, 12, rules=rules_with(fire))
    play.do("act", unit="a", action="attack", target="t", dice=[90, (4, 1)])
    assert play.state.boards["field"].edges == (CRATE,)


@pytest.mark.rule("O-096")
def test_a_push_carries_over_a_wall_whom_it_meets_high_above() -> None:
    rows = ("...at.....",)
    at = []
    for level in (0, 12):
        play = skies(WALL, level, level, rows)
        play.effect(lambda work, play=play: pushes.push(work, "t", play.at("a"), 2, "shove"))
        at.append(play.at("t"))
    assert at == [(4, 0), (6, 0)]


@pytest.mark.rule("O-125")
def test_whoever_is_in_the_air_goes_over_a_wall_and_whoever_walks_does_not() -> None:
    for level, free in ((2, False), (3, True)):
        play = skies(WALL, level, 0, ("...a.....t",))
        found = play.state.bodies["a"]
        assert found.place is not None
        if free:
            play.do("move", unit="a", path=[[4, 0], [5, 0]])
            assert play.at("a") == (5, 0)
        else:
            with pytest.raises(Refused, match="illegal"):
                play.do("move", unit="a", path=[[4, 0], [5, 0]])
