"""Somebody whom a player may not know of changes nothing of what the player's browser gets: the feed and the view of a
Mission are byte for byte those of its twin in which nobody is there."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel.codec import encode
from tests.outerah.table import GM, Battle, foe, hero, rules_with

RULES = rules_with(
    {
        "weapon": {"bow": {"label": "Bow", "property": "piercing", "dice": "d4", "range": 9}},
        "skill": {"ball": {"label": "Ball", "does": "magic", "dice": "d8", "range": 8, "area": 1, "text": "A ball."}},
    }
)
LURKER = {"hidden": True, "HP": 100, "AGI": 0, "VIT": 0, "WIS": 0, "name": "Lurker"}
Step = tuple[dict[str, Any], list[Any], list[Any]]
"""A command, its dice without the lurker and with it."""


def twins(rows: list[str], units: dict[str, Any], order: str, *steps: Step, **lurker: Any) -> None:
    """Plays the steps with and without `h`; Ann gets the same after each of them."""
    got: list[list[bytes]] = []
    for there in (False, True):
        drawn = rows if there else [row.replace("h", ".") for row in rows]
        all_units = {**units, "h": foe(**LURKER, **lurker)} if there else units
        play = Battle(drawn, all_units, order=[*order, *("h" if there else "")] if order else None, rules=RULES)
        got.append([encode(play.view("ann"))])
        for command, without, with_it in steps:
            play.do(**command, dice=with_it if there else without)
            lines = play.lines("ann")
            assert all(line.text for line in lines)
            got[-1] += [encode([line.text for line in lines]), encode(seen(play))]
    assert got[0] == got[1]


def seen(play: Battle) -> Any:
    """What Ann's view holds of units, tokens, order and offers; how many commands there were is no secret."""
    view = play.view("ann")
    return [view.units, view.tokens, view.order, view.options, view.reach]


SHOOTS = {"do": "act", "unit": "a", "action": "attack", "target": "t"}
CASTS = {"do": "act", "unit": "a", "action": "ball", "target": "t"}
ARCHER = {"weapons": ["bow"], "skills": ["ball"], "CHA": 40, "STR": 0, "INT": 5}


def ranks(rows: list[str], *steps: Step, **lurker: Any) -> None:
    twins(rows, {"a": hero(**ARCHER), "t": foe(AGI=40, VIT=0, WIS=0, HP=100)}, "at", *steps, **lurker)


@pytest.mark.rule("O-035")
def test_an_area_that_catches_somebody_unseen_tells_nothing_of_it() -> None:
    ranks(["a...t.", "....h."], (CASTS, [60, (8, 3)], [60, (8, 3), 60, (8, 3)]))


@pytest.mark.rule("O-203", "O-204")
@pytest.mark.parametrize("face", [1, 6])
def test_a_stray_shot_tells_nothing_of_whom_it_finds_unseen(face: int) -> None:
    found = [90, (4, 2), 1] if face == 6 else []
    ranks(["a...t.", "....h."], (SHOOTS, [10], [10, (6, face), *found[:2]]))
    astray = [10, (10, 5), (10, 10)]
    ranks(["a...t.", *["......"] * 4, "....h."], (CASTS, astray, [*astray, (8, 3)]))


@pytest.mark.rule("O-094")
def test_a_shot_that_goes_through_to_somebody_unseen_tells_nothing_of_it() -> None:
    ranks(["a...t.h"], (SHOOTS, [60, (4, 2)], [60, (4, 2), 100]))


@pytest.mark.rule("O-040")
def test_who_is_found_by_somebody_unseen_is_not_told() -> None:
    units = {"a": hero(statuses=["hidden"]), "t": foe()}
    twins(["ah...t"], units, "at", ({"do": "end_turn", "unit": "a"}, [], []))


@pytest.mark.rule("O-014")
def test_a_coin_with_somebody_unseen_is_no_coin() -> None:
    units = {"a": hero(), "b": hero("ben"), "t": foe()}
    speeds = [(12, 7), (12, 7), (12, 3)]
    roll = {"do": "roll_initiative", "by": GM}
    # the dice order the three of one Speed as b, h, a: of the two whom she knows b is the first and a the second
    twins(["a.b.t", "..h.."], units, "", (roll, [*speeds, (2, 2)], [*speeds, (12, 7), (3, 2), (2, 2)]))
    alone = [(12, 7), (12, 6), (12, 3)]
    twins(["a.b.t", "..h.."], units, "", (roll, alone, [*alone, (12, 7), (2, 1)]))
