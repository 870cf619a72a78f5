"""Reach agrees with a search of every path, and with what check_legs charges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactics.board import Gait, Spent, acrobatics_reach, check_legs, distance, grid, path_to, reach, reach_points
from tests.board.reference import GROUNDS, MATERIALS, Slow, board, boards, cells_of, door

OPEN = grid(board(*["." * 15] * 15), GROUNDS)
HOME = (7, 7)
GAITS = st.sampled_from([Gait(), Gait(), Gait(3, 3), Gait(2, 1), Gait(5, 2), Gait(4, 0)])


def occupied_cells(draw, made):
    return frozenset(draw(st.lists(st.sampled_from(cells_of(made)), max_size=4)))


@pytest.mark.rule("T-048")
def test_one_move_reaches_28_cells():
    found = reach(OPEN, HOME)
    within_two = {(7 + dx, 7 + dy) for dx in range(-2, 3) for dy in range(-2, 3)} - {HOME}
    assert set(found) == within_two | {(4, 7), (10, 7), (7, 4), (7, 10)}
    assert len(found) == 28


@pytest.mark.rule("T-062")
def test_acrobatics_reaches_104_cells():
    found = acrobatics_reach(OPEN, HOME)
    assert len(found) == 104
    assert (13, 7) in found
    assert HOME not in found


@pytest.mark.rule("T-063", "T-064")
def test_acrobatics_goes_through_a_crowd_and_walls_hold_it():
    ring = frozenset((7 + dx, 7 + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)) - {HOME}
    assert reach(OPEN, HOME, occupied=ring) == {}
    found = acrobatics_reach(OPEN, HOME, occupied=ring)
    assert len(found) == 104 - len(ring)
    corridor = grid(board(".....", "#####", edges=[door((2, 0), (3, 0))]), GROUNDS)
    assert set(acrobatics_reach(corridor, (0, 0), occupied=frozenset({(1, 0)}))) == {(2, 0)}


def test_the_order_is_cheapest_first_and_ties_are_fixed():
    found = reach(OPEN, HOME, legs=3)
    prices = [(node.legs, node.steps, node.diagonal) for node in found.values()]
    assert prices == sorted(prices)
    assert list(found) == list(reach(OPEN, HOME, legs=3))
    assert path_to(found, (7, 4)) == [[(7, 6), (7, 5), (7, 4)]]


def test_what_is_left_of_a_move_is_free():
    found = reach(OPEN, HOME, legs=0, spent=Spent(2, False))
    assert set(found) == {(7, 6), (8, 7), (7, 8), (6, 7)}
    assert {node.legs for node in found.values()} == {0}
    more = reach(OPEN, HOME, legs=1, spent=Spent(2, False))
    assert more[7, 6].legs == 0
    assert path_to(more, (7, 3)) == [[(7, 6)], [(7, 5), (7, 4), (7, 3)]]
    used_up = reach(OPEN, HOME, legs=1, spent=Spent(3, False))
    assert path_to(used_up, (8, 8)) == [[(8, 8)]]
    assert used_up[8, 8].legs == 1
    assert set(used_up) == set(reach(OPEN, HOME))


def test_on_open_ground_no_way_is_longer_than_it_must_be():
    found = reach(OPEN, HOME, legs=2)
    for cell in found:
        assert sum(map(len, path_to(found, cell))) == distance(HOME, cell)


def test_a_straight_way_goes_on_where_a_short_cut_ends():
    # Both lead to B2; only without the diagonal step is there something left for the corridor behind it.
    bent = grid(board("..###", "#...."), GROUNDS)
    found = reach(bent, (0, 0), Gait(5, 2))
    assert (found[1, 1].steps, found[1, 1].diagonal) == (1, True)
    assert path_to(found, (4, 1)) == [[(1, 0), (1, 1), (2, 1), (3, 1), (4, 1)]]


def test_who_may_not_stop_among_others_may_still_pass_them_in_a_later_leg():
    corridor = grid(board("......"), GROUNDS)
    crowd = frozenset({(3, 0)})
    found = reach(corridor, (0, 0), legs=2, occupied=crowd, may_cross=crowd)
    assert path_to(found, (5, 0)) == [[(1, 0), (2, 0)], [(3, 0), (4, 0), (5, 0)]]
    assert (3, 0) not in found


def test_points_count_half_cells_too():
    found = reach_points(OPEN, HOME, 6, orthogonal=2, diagonal=3)
    assert set(found) == {
        (7 + dx, 7 + dy)
        for dx in range(-3, 4)
        for dy in range(-3, 4)
        if 0 < 2 * max(abs(dx), abs(dy)) + min(abs(dx), abs(dy)) <= 6
    }
    assert found[9, 9].steps == 6
    assert reach_points(OPEN, HOME, 0) == {}
    with pytest.raises(ValueError, match="at least 1"):
        reach_points(OPEN, HOME, 3, diagonal=0)


@given(st.data(), boards(), GAITS, st.integers(0, 3), st.booleans(), st.booleans(), st.booleans())
def test_reach_is_what_brute_force_finds_and_what_is_charged(data, made, gait, legs, cross, each, go_on):
    ground, slow = grid(made, GROUNDS, MATERIALS), Slow(made)
    start = data.draw(st.sampled_from(cells_of(made)))
    occupied = occupied_cells(data.draw, made) - {start}
    may_cross = occupied if cross else frozenset()
    used = data.draw(st.integers(0, 3))
    spent = Spent(used, bool(used) and data.draw(st.booleans())) if go_on else None
    found = reach(ground, start, gait, legs, occupied, may_cross=may_cross, spent=spent, each_end_free=each)
    expected = slow.reach(
        start,
        (gait.orthogonal, gait.diagonal),
        legs,
        set(occupied),
        set(may_cross),
        None if spent is None else (spent.steps, spent.diagonal),
        each,
    )
    assert {cell: (node.legs, node.steps, node.diagonal) for cell, node in found.items()} == expected
    for cell, node in found.items():
        way = path_to(found, cell)
        continues = len(way) == node.legs + 1
        assert continues or len(way) == node.legs
        assert way[-1][-1] == cell
        charged = check_legs(
            ground,
            start,
            way,
            gait,
            occupied,
            may_cross=may_cross,
            spent=spent if continues else None,
            each_end_free=each,
        )
        assert charged == Spent(node.steps, node.diagonal)
        if gait.orthogonal - gait.diagonal <= 1 and node.parent in found:
            assert node.before == found[node.parent]


@given(st.data(), boards(), st.integers(0, 9), st.sampled_from([(1, 1), (2, 3), (1, 2), (3, 2)]))
def test_points_are_what_brute_force_finds(data, made, budget, tolls):
    ground, slow = grid(made, GROUNDS, MATERIALS), Slow(made)
    start = data.draw(st.sampled_from(cells_of(made)))
    occupied = occupied_cells(data.draw, made)
    crossed = occupied if data.draw(st.booleans()) else frozenset()
    found = reach_points(ground, start, budget, occupied, may_cross=crossed, orthogonal=tolls[0], diagonal=tolls[1])
    expected = slow.points(start, budget, set(occupied - crossed), tolls)
    assert {cell: node.steps for cell, node in found.items()} == {
        cell: points for cell, points in expected.items() if cell not in occupied
    }
    for cell, node in found.items():
        points, at = 0, start
        for step in path_to(found, cell)[0]:
            assert slow.can_step(at, step)
            points += slow.ground(step).steps * tolls[at[0] != step[0] and at[1] != step[1]]
            at = step
        assert (at, points) == (cell, node.steps)
