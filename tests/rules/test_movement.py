"""Move and Acrobatics (T-048, T-049, T-062 to T-064), continuing, and what bars the way."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.board import rectangle
from tactics.kernel.refusals import Refused
from tactics.kernel.state import Edge
from tactics.tempus.parts import Leg
from tests.rules.table import GM, Play, foe, hero, mob

OPEN = ["." * 13] * 6 + ["......a......"] + ["." * 13] * 6
"""A at (6, 6) with room on all sides."""


def alone(**more: Any) -> Play:
    return Play(OPEN, {"a": hero("ann", SPD=4, WIT=2)}, order="a", **more)


@pytest.mark.rule("T-048")
@pytest.mark.parametrize(
    "path",
    [
        [[7, 6], [8, 6], [8, 5]],
        [[7, 6], [8, 7]],
        [[7, 7], [8, 8]],
        [[7, 6]],
    ],
)
def test_a_move_of_three_or_of_two_with_a_diagonal(path: list[list[int]]) -> None:
    play = alone()
    play.do("move", unit="a", path=path)
    assert (play.at("a"), play.pool("a")) == (tuple(path[-1]), 3)


@pytest.mark.rule("T-048")
@pytest.mark.parametrize(
    "path",
    [
        [[7, 6], [8, 6], [9, 7]],
        [[7, 6], [8, 6], [9, 6], [10, 6]],
        [[7, 7], [8, 8], [8, 9]],
    ],
)
def test_no_more_than_that(path: list[list[int]]) -> None:
    assert alone().refused("move", unit="a", path=path) == "illegal.limit"


@pytest.mark.rule("T-048")
def test_one_move_reaches_28_cells_of_an_open_board() -> None:
    play = Play(OPEN, {"a": hero("ann", SPD=1)}, order="a")
    [reach] = play.view("ann").reach
    assert len(reach.cells) == 28
    assert {c.cost for c in reach.cells} == {1}


@pytest.mark.rule("T-048")
def test_every_offered_cell_is_charged_as_shown() -> None:
    play = Play(["a.#..", ".,.b.", ",...."], {"a": hero("ann", SPD=2), "b": foe()}, order="ab")
    [reach] = play.view("ann").reach
    cells = {(c.x, c.y): c for c in reach.cells}
    for end, shown in cells.items():
        legs: dict[int, list[list[int]]] = {}
        at = end
        while at in cells:
            legs.setdefault(cells[at].legs, []).insert(0, list(at))
            at = (cells[at].px, cells[at].py)
        again = Play(["a.#..", ".,.b.", ",...."], {"a": hero("ann", SPD=2), "b": foe()}, order="ab")
        again.do("move", unit="a", legs=[legs[k] for k in sorted(legs)])
        assert (again.at("a"), again.pool("a")) == (end, 2 - shown.cost)


@pytest.mark.rule("T-048")
def test_several_legs_are_paid_as_several_moves_in_one_go() -> None:
    play = alone()
    play.do("move", unit="a", legs=[[[7, 6], [8, 6], [9, 6]], [[10, 7], [11, 8]]])
    assert (play.at("a"), play.pool("a")) == ((11, 8), 2)
    assert play.words("ann") == ["A moves to L9 (2 PA)"]
    record = play.lines("ann")[0].record
    assert (record["kind"], record["actor"], record["cost"]) == ("move", "a", {"pa": 2})


@pytest.mark.rule("T-048")
def test_nothing_is_paid_unless_all_can_be() -> None:
    play = Play(OPEN, {"a": hero("ann", SPD=1)}, order="a")
    assert play.refused("move", unit="a", legs=[[[7, 6]], [[8, 6]]]) == "illegal.cost"


@pytest.mark.rule("T-048")
@pytest.mark.parametrize(
    ("rows", "path", "why"),
    [
        (["a#..."], [[1, 0]], "blocked"),
        (["ab..."], [[1, 0]], "occupied"),
        (["a#...", "#...."], [[1, 1]], "blocked"),
        (["a...."], [[2, 0]], "blocked"),
        (["a=..."], [[1, 0]], "blocked"),
    ],
)
def test_walls_bodies_and_corners(rows: list[str], path: list[list[int]], why: str) -> None:
    units = {"a": hero("ann", SPD=3), "b": foe()}
    play = Play([*rows, "....."], units, order="ab")
    assert play.refused("move", unit="a", path=path) == f"illegal.{why}"


@pytest.mark.rule("T-048")
def test_one_free_way_round_a_corner_is_enough() -> None:
    play = Play(["a#...", "....."], {"a": hero("ann", SPD=3)}, order="a")
    play.do("move", unit="a", path=[[1, 1]])
    assert play.at("a") == (1, 1)


@pytest.mark.rule("T-048")
def test_difficult_ground_costs_two_steps() -> None:
    play = Play(["a,,.."], {"a": hero("ann", SPD=3)}, order="a")
    assert play.refused("move", unit="a", path=[[1, 0], [2, 0]]) == "illegal.limit"
    play.do("move", unit="a", path=[[1, 0]])
    assert play.state.units["a"].part.legs == {"a": Leg(2, False)}


@pytest.mark.rule("T-048")
def test_a_closed_door_bars_the_way_until_the_gm_opens_it() -> None:
    door = Edge((0, 0), (1, 0), kind="door")
    play = Play(["a....", "#####"], {"a": hero("ann", SPD=3)}, order="a", edges=(door,))
    assert play.refused("move", unit="a", path=[[1, 0]]) == "illegal.blocked"
    play.do("set_edge", board="field", edge={"a": [0, 0], "b": [1, 0], "kind": "door", "closed": False})
    assert play.words("ann") == ["The door between A1 and B1 is open"]
    play.do("move", unit="a", path=[[1, 0]])
    assert play.at("a") == (1, 0)


def test_who_is_grappled_goes_nowhere() -> None:
    play = alone()
    play.do("rule", status={"body": "a", "key": "grappled"})
    assert play.refused("move", unit="a", path=[[7, 6]]) == "illegal.status"
    assert play.view("ann").reach == ()
    assert next(o.why_not for o in play.view("ann").options if o.key == "move") == "Grappled"


# --- going on ---------------------------------------------------------------------------------------


@pytest.mark.rule("T-048")
def test_an_unfinished_move_is_continued() -> None:
    play = alone()
    play.do("move", unit="a", path=[[7, 6]])
    assert {c.legs for c in play.view("ann").reach[0].cells if abs(c.x - 7) + abs(c.y - 6) <= 2} == {0}
    play.do("move", unit="a", path=[[8, 6], [9, 6]], go_on=True)
    assert (play.at("a"), play.pool("a")) == ((9, 6), 3)
    assert play.refused("move", unit="a", path=[[10, 6]], go_on=True) == "illegal.limit"


@pytest.mark.rule("T-048")
def test_going_on_and_paying_for_more_in_one_go() -> None:
    play = alone()
    play.do("move", unit="a", path=[[7, 6], [8, 6]])
    play.do("move", unit="a", legs=[[[9, 6]], [[10, 6], [11, 6]]], go_on=True)
    assert (play.at("a"), play.pool("a")) == ((11, 6), 2)


@pytest.mark.rule("T-048")
def test_a_diagonal_counts_for_the_whole_move() -> None:
    play = alone()
    play.do("move", unit="a", path=[[7, 6], [8, 6]])
    assert play.refused("move", unit="a", path=[[9, 7]], go_on=True) == "illegal.limit"


@pytest.mark.rule("T-048")
def test_anything_else_ends_the_move() -> None:
    play = alone()
    play.do("move", unit="a", path=[[7, 6]])
    play.do("talk", unit="a", text="wait")
    assert play.refused("move", unit="a", path=[[8, 6]], go_on=True) == "illegal.limit"


@pytest.mark.rule("T-048")
def test_a_campaign_may_switch_going_on_off() -> None:
    play = alone(options={"tt.move.continue": False})
    play.do("move", unit="a", path=[[7, 6]])
    assert play.refused("move", unit="a", path=[[8, 6]], go_on=True) == "illegal.limit"


def test_own_steps_are_taken_back_while_nothing_was_revealed() -> None:
    play = alone()
    play.do("move", unit="a", path=[[7, 6]])
    play.do("take_back", by="ann")
    assert (play.at("a"), play.pool("a")) == ((6, 6), 4)


# --- Mobs -------------------------------------------------------------------------------------------


@pytest.mark.rule("T-049", "T-015")
def test_one_point_moves_every_member() -> None:
    play = Play(["m...m", ".....", "m...m", ".....", "..m.."], {"m": mob(*[{"SPD": 2, "WIT": 1}] * 5)}, order="m")
    ways = {"m.1": [[1, 0]], "m.2": [[4, 1]], "m.3": [[0, 3], [0, 4]], "m.4": [[3, 1]], "m.5": [[2, 3]]}
    play.do("move", unit="m", paths=ways)
    assert play.pool("m") == 1
    assert [play.at(f"m.{i}") for i in range(1, 6)] == [(1, 0), (4, 1), (0, 4), (3, 1), (2, 3)]


@pytest.mark.rule("T-049")
def test_members_walk_in_an_order_that_works() -> None:
    play = Play(["mmm.."], {"m": mob(*[{"SPD": 1}] * 3)}, order="m")
    play.do("move", unit="m", paths={"m.1": [[1, 0]], "m.2": [[2, 0]], "m.3": [[3, 0]]})
    assert [play.at(f"m.{i}") for i in (1, 2, 3)] == [(1, 0), (2, 0), (3, 0)]


@pytest.mark.rule("T-049")
def test_each_member_keeps_to_the_limit() -> None:
    play = Play(["m....", "m...."], {"m": mob({"SPD": 3}, {"SPD": 3})}, order="m")
    ways = {"m.1": [[1, 0]], "m.2": [[1, 1], [2, 1], [3, 1], [4, 1]]}
    assert play.refused("move", unit="m", paths=ways) == "illegal.limit"


@pytest.mark.rule("T-049")
def test_members_may_walk_one_after_the_other_within_the_same_move() -> None:
    play = Play(["m....", "m...."], {"m": mob({"SPD": 1}, {"SPD": 1})}, order="m")
    play.do("move", unit="m", paths={"m.1": [[1, 0]]})
    assert play.pool("m") == 0
    play.do("move", unit="m", paths={"m.2": [[1, 1], [2, 1]]}, go_on=True)
    assert (play.at("m.2"), play.pool("m")) == ((2, 1), 0)
    assert [r.body for r in play.view(GM).reach] == ["m.1", "m.2"]


@pytest.mark.rule("T-049")
def test_a_mob_names_the_way_of_each_member() -> None:
    play = Play(["m....", "m...."], {"m": mob({"SPD": 1}, {"SPD": 1})}, order="m")
    assert play.refused("move", unit="m", path=[[1, 0]]) == "bad_field"
    assert play.refused("move", unit="m", paths={"x": [[1, 0]]}) == "unknown"


@pytest.mark.rule("T-049")
def test_an_unconscious_member_stays() -> None:
    play = Play(["m....", "m...."], {"m": mob({"SPD": 1}, {"SPD": 1})}, order="m")
    play.do("rule", knock_out="m.2")
    assert play.refused("move", unit="m", paths={"m.2": [[1, 1]]}) == "illegal.status"
    play.do("move", unit="m", path=[[1, 0]])
    assert play.at("m.1") == (1, 0)


# --- Acrobatics -------------------------------------------------------------------------------------


def leap(rows: list[str], legs: list[list[list[int]]], *, refused: bool = False, **more: Any) -> Any:
    units = {"a": hero("ann", SPD=4, WIT=2), "b": foe(), "f": hero("ben")}
    play = Play([*rows, ".......", "......."], units, order="abf", **more)
    if refused:
        return play.refused("act", unit="a", action="acrobatics", legs=legs)
    play.do("act", unit="a", action="acrobatics", legs=legs)
    return play


@pytest.mark.rule("T-062")
def test_two_normal_movements_for_two_pa_and_one_ma() -> None:
    play = leap(["a......"], [[[1, 0], [2, 0], [3, 0]], [[4, 0], [5, 0], [6, 0]]])
    assert (play.at("a"), play.pool("a"), play.pool("a", "ma")) == ((6, 0), 2, 1)
    assert play.words("ann") == ["A moves with Acrobatics to G1 (2 PA, 1 MA)"]


@pytest.mark.rule("T-062")
def test_each_movement_has_the_limits_of_a_move() -> None:
    legs = [[[1, 0], [2, 0], [3, 0], [4, 0]], [[5, 0], [6, 0]]]
    assert leap(["a......"], legs, refused=True) == "illegal.limit"
    assert leap(["a......"], [[[1, 0]], [[2, 0]], [[3, 0]]], refused=True) == "illegal.limit"


@pytest.mark.rule("T-062")
def test_104_cells_may_be_its_end() -> None:
    play = Play(OPEN, {"a": hero("ann", SPD=2, WIT=1)}, order="a")
    ends = 0
    for at in rectangle((0, 0), (12, 12)):
        try:
            play.do("act", unit="a", action="acrobatics", target=list(at))
        except Refused:
            continue
        ends += 1
        play.do("take_back", by="ann")
    assert ends == 104


@pytest.mark.rule("T-063")
def test_it_crosses_occupied_cells_where_a_move_cannot() -> None:
    rows = ["ab....."]
    play = Play([*rows, "......."], {"a": hero("ann", SPD=4, WIT=2), "b": foe()}, order="ab")
    assert play.refused("move", unit="a", path=[[1, 0], [2, 0]]) == "illegal.occupied"
    play = leap(rows, [[[1, 0], [2, 0]]])
    assert (play.at("a"), play.pool("a"), play.pool("a", "ma")) == ((2, 0), 2, 1)


@pytest.mark.rule("T-063")
def test_it_does_not_cross_walls() -> None:
    assert leap(["a#....."], [[[1, 0], [2, 0]]], refused=True) == "illegal.blocked"


@pytest.mark.rule("T-064")
def test_the_first_movement_may_stop_on_somebody() -> None:
    assert leap(["af....."], [[[1, 0]], [[2, 0]]]).at("a") == (2, 0)


@pytest.mark.rule("T-064")
def test_the_last_cell_is_free() -> None:
    assert leap(["a.f...."], [[[1, 0]], [[2, 0]]], refused=True) == "illegal.occupied"
