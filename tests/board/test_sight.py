"""Sight: T-081, corners, symmetry, and that `visible` is `sees` for every cell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactics.board import distance, grid, masks, sees, visible
from tactics.board.ground import BIT
from tests.board.reference import GROUNDS, MATERIALS, Slow, board, boards, cells_of, door, wall


@pytest.mark.rule("T-081")
def test_a_wall_cell_between_ends_the_line():
    assert not sees(grid(board("..#..", ".....", "....."), GROUNDS), (0, 0), (4, 0))
    assert sees(grid(board(".....", ".....", "....."), GROUNDS), (0, 0), (4, 0))


def test_walls_and_closed_doors_stop_sight_and_open_doors_and_chasms_do_not():
    for made, free in [
        (board("....", edges=[wall((1, 0), (2, 0))]), False),
        (board("....", edges=[door((2, 0), (1, 0))]), False),
        (board("....", edges=[door((1, 0), (2, 0), closed=False)]), True),
        (board(".oo."), True),
        (board(".b.."), False),
    ]:
        assert sees(grid(made, GROUNDS), (0, 0), (3, 0)) is free


def test_materials_say_what_their_edges_do():
    for material, free in [("glass", True), ("curtain", False), ("oak", False)]:
        made = board("....", edges=[wall((1, 0), (2, 0))])
        made = board("....", edges=[type(made.edges[0])((1, 0), (2, 0), material=material)])
        assert sees(grid(made, GROUNDS, MATERIALS), (0, 0), (3, 0)) is free


def test_one_sees_the_face_of_a_wall_and_out_of_one():
    made = grid(board("..#.."), GROUNDS)
    assert sees(made, (0, 0), (2, 0))
    assert sees(made, (2, 0), (4, 0))
    assert sees(made, (2, 0), (2, 0))


def test_through_a_corner_unless_both_sides_block():
    def through(*rows, edges=()):
        return sees(grid(board(*rows, edges=edges), GROUNDS), (0, 0), (1, 1))

    assert through("..", "..")
    assert through(".#", "..")
    assert not through(".#", "#.")
    assert through("..", "..", edges=[wall((0, 0), (1, 0))])
    assert through("..", "..", edges=[wall((0, 0), (1, 0)), wall((1, 0), (1, 1))])
    assert not through("..", "..", edges=[wall((0, 0), (1, 0)), wall((0, 1), (1, 1))])
    assert not through("..", "..", edges=[wall((0, 0), (0, 1)), wall((1, 0), (1, 1))])
    assert not through("..", "#.", edges=[wall((0, 0), (1, 0))])


def test_radius_is_chebyshev_and_counts_from_the_cell():
    made = board(*["." * 9] * 9)
    ground = grid(made, GROUNDS)
    assert visible(ground, (4, 4), 0) == masks.mask(made, [(4, 4)])
    assert masks.count(visible(ground, (4, 4), 2)) == 25
    assert masks.count(visible(ground, (0, 0), 2)) == 9
    assert visible(ground, (0, 0)) == masks.full(made)
    with pytest.raises(ValueError, match="radius"):
        visible(ground, (0, 0), -1)
    with pytest.raises(ValueError, match="not on a board"):
        visible(ground, (9, 0))


@given(boards(letters="........~##bo"))
def test_sight_is_the_geometry_and_symmetric(made):
    ground, slow = grid(made, GROUNDS, MATERIALS), Slow(made)
    for a in cells_of(made):
        for b in cells_of(made):
            seen = sees(ground, a, b)
            assert seen == sees(ground, b, a), (a, b)
            assert seen == slow.sees(a, b), (a, b)


@given(st.data(), boards(low=2, high=11, letters="...............#b"), st.none() | st.integers(0, 6))
def test_visible_is_sees_for_every_cell(data, made, radius):
    ground = grid(made, GROUNDS, MATERIALS)
    at = data.draw(st.sampled_from(cells_of(made)))
    expected = [
        cell for cell in cells_of(made) if (radius is None or distance(at, cell) <= radius) and sees(ground, at, cell)
    ]
    assert list(masks.cells(made, visible(ground, at, radius))) == expected


def test_visible_is_sees_on_a_large_board():
    size = 70
    rows = ["".join("#" if (x * 7919 + y * 104729) % 23 == 3 else "." for x in range(size)) for y in range(size)]
    edges = [wall((x, 30), (x, 31)) for x in range(0, size, 3)] + [door((40, y), (41, y)) for y in range(0, size, 4)]
    made = board(*rows, edges=edges)
    ground = grid(made, GROUNDS)
    for at in [(35, 33), (0, 0), (69, 40)]:
        seen = visible(ground, at)
        assert masks.cells(made, seen) == tuple(cell for cell in cells_of(made) if sees(ground, at, cell))


def test_a_window_stops_movement_alone_and_a_curtain_sight_alone():
    for material, seen, walked in [("window", True, False), ("curtain", False, True), ("oak", False, False)]:
        edge = type(wall((1, 0), (2, 0)))((1, 0), (2, 0), material=material)
        made = grid(board("....", edges=[edge]), GROUNDS)
        assert sees(made, (0, 0), (3, 0)) is seen
        assert bool(made.exits[made.index((1, 0))] & BIT["e"]) is walked
