"""Somebody whom a player may not know of changes nothing of what the player's browser gets: the feed and the view of a
Mission are byte for byte those of its twin in which nobody is there."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel.engine import Work
from tactics.kernel.events import Stepped
from tactics.kernel.state import Place
from tactics.outerah import making_way
from tests.outerah.table import GM, Battle, foe, hero, rules_with
from tests.outerah.twins import LURKER, Step, same, with_and_without

RULES = rules_with(
    {
        "weapon": {
            "bow": {"label": "Bow", "property": "piercing", "dice": "d4", "range": 9},
            "maul": {"label": "Maul", "property": "bludgeon", "dice": "d4"},
        },
        "skill": {"ball": {"label": "Ball", "does": "magic", "dice": "d8", "range": 8, "area": 1, "text": "A ball."}},
    }
)


def twins(rows: list[str], units: dict[str, Any], order: str, *steps: Step, **words: Any) -> None:
    same(with_and_without(rows, units, order, rules=RULES, **words), *steps)


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


HAMMER = {"weapons": ["maul"], "CHA": 40, "STR": 0}
SHOVES = [60, (4, 2), 100]


@pytest.mark.rule("O-096")
def test_a_shove_into_somebody_unseen_goes_as_if_nobody_were_there() -> None:
    """Who stood there goes a cell aside, still unseen, and the Guide reads it."""
    units = {"a": hero(**HAMMER), "t": foe(AGI=40, VIT=0, HP=100)}
    twins(["..ath.", "......"], units, "at", (SHOOTS, SHOVES, SHOVES))
    play = Battle(["..ath.", "......"], {**units, "h": foe(**LURKER)}, order="ath", rules=RULES)
    play.do(**SHOOTS, dice=SHOVES)
    assert (play.at("t"), play.at("h")) == ((4, 0), (4, 1))
    assert "Lurker makes way for T, unseen" in play.words()


@pytest.mark.rule("O-096")
def test_without_room_both_are_on_one_cell_and_the_guide_is_told() -> None:
    play = Battle(["ah###", "#####"], {"a": hero(), "t": foe(), "h": foe(**LURKER)}, order="ath", rules=RULES)

    def lands(work: Work) -> None:
        for body, x in (("t", 0), ("a", 1)):
            work.emit(Stepped(body=body, place=Place("field", x, 0)))
            making_way.settle(work, body)

    play.effect(lands)
    assert play.at("h") == play.at("a") == (1, 0)
    assert "A and Lurker, unseen, are on one cell: move one of them" in play.words()
    assert play.words("ann") == []


@pytest.mark.rule("O-096")
def test_somebody_seen_still_stops_a_shove() -> None:
    units = {"a": hero(**HAMMER), "t": foe(AGI=40, VIT=0, HP=100), "h": foe()}
    play = Battle(["..ath.", "......"], units, order="ath", rules=RULES)
    play.do(**SHOOTS, dice=SHOVES)
    assert (play.at("t"), play.at("h")) == ((3, 0), (4, 0))


@pytest.mark.rule("O-179")
def test_who_drifts_is_not_stopped_by_somebody_unseen() -> None:
    units = {"a": hero(**HAMMER), "t": foe(AGI=40, VIT=0, HP=100)}
    over = [({"do": "end_turn", "unit": who}, [], []) for who in "at"]
    twins(["''''''", "''at'h", "''''''"], units, "at", (SHOOTS, SHOVES, SHOVES), *over, hp=0)


@pytest.mark.rule("O-079")
def test_a_rider_falls_where_somebody_unseen_stands() -> None:
    rider = hero(HP=100, VIT=0, AGI=0)
    units = {"a": rider, "m": {**hero(), "kind": "mount", "owner": "a"}, "t": foe(CHA=60, STR=0, weapons=["bow"])}
    ride = ({"do": "ride", "unit": "a", "mount": "m", "how": "summon"}, [], [])
    hit = {"do": "act", "unit": "t", "action": "attack", "target": "a"}
    off = [60, (4, 2), 100]
    end = ({"do": "end_turn", "unit": "a"}, [], [])
    twins(["a..t", "h..."], units, "amt", ride, end, (hit, off, off))


@pytest.mark.rule("O-186")
def test_a_hook_pulls_to_where_somebody_unseen_stands() -> None:
    units = {"a": hero(pack={"hookshot": 1}), "t": foe(traits=["grapplable"])}
    pull = {"do": "hook", "unit": "a", "how": "pull", "target": "t"}
    twins(["a..ht", "....."], units, "at", (pull, [], []))


@pytest.mark.rule("O-139")
def test_who_falls_off_a_mountain_lands_where_somebody_unseen_stands() -> None:
    heights = (2, 4, 9, 9, 9, 0, *[9] * 19)
    fall = [(10, 1), 1, (10, 3), (10, 4)]
    jump = {"do": "move", "unit": "a", "path": [[1, 0]]}
    units = {"a": hero(JMP=4, HP=90), "t": foe()}
    twins(["aM..t", "h...."], units, "at", (jump, fall, fall), elevation=heights)


@pytest.mark.rule("O-079")
def test_who_flees_runs_to_where_somebody_unseen_stands() -> None:
    end = ({"do": "end_turn", "unit": "t"}, [1], [1])
    twins(["h..at"], {"a": hero(statuses=["feared"], MOV=3, CHA=0), "t": foe()}, "ta", end, hp=0)


@pytest.mark.rule("O-014")
def test_a_coin_with_somebody_unseen_is_no_coin() -> None:
    units = {"a": hero(), "b": hero("ben"), "t": foe()}
    speeds = [(12, 7), (12, 7), (12, 3)]
    roll = {"do": "roll_initiative", "by": GM}
    # the dice order the three of one Speed as b, h, a: of the two whom she knows b is the first and a the second
    twins(["a.b.t", "..h.."], units, "", (roll, [*speeds, (2, 2)], [*speeds, (12, 7), (3, 2), (2, 2)]))
    alone = [(12, 7), (12, 6), (12, 3)]
    twins(["a.b.t", "..h.."], units, "", (roll, alone, [*alone, (12, 7), (2, 1)]))
