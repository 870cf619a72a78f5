"""Cells, shapes, distance, masks, and what a board must be to be compiled."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tactics.board import Ground, direction, distance, grid, line, masks, name, parse, rectangle, ring
from tactics.kernel.state import Board, Edge
from tests.board.reference import GROUNDS, board, boards, cells_of

SMALL = st.integers(-20, 20)


@given(st.integers(0, 999), st.integers(0, 998))
def test_names_read_back(x, y):
    assert parse(name((x, y))) == (x, y)
    assert parse(name((x, y)).lower()) == (x, y)


def test_names():
    assert [name((x, 0)) for x in (0, 25, 26, 51, 52, 701, 702)] == [
        "A1",
        "Z1",
        "AA1",
        "AZ1",
        "BA1",
        "ZZ1",
        "AAA1",
    ]
    assert parse("F8") == (5, 7)


@pytest.mark.parametrize("text", ["", "8F", "F", "8", "F0", "F-1", "Ä1", "F8 G9", "F٣", "ABCD1", "F08"])
def test_a_wrong_name_is_explained(text):
    with pytest.raises(ValueError, match="as in F8"):
        parse(text)


def test_no_name_for_negative_cells():
    with pytest.raises(ValueError, match="negative"):
        name((-1, 0))


@given(SMALL, SMALL, SMALL, SMALL)
def test_a_line_goes_by_kings_steps_from_end_to_end(ax, ay, bx, by):
    cells = line((ax, ay), (bx, by))
    assert (cells[0], cells[-1]) == ((ax, ay), (bx, by))
    assert len(cells) == distance((ax, ay), (bx, by)) + 1
    assert all(distance(a, b) == 1 for a, b in pairwise(cells))


@given(SMALL, SMALL, st.integers(0, 6))
def test_a_ring_is_all_cells_at_its_radius_once(x, y, radius):
    cells = ring((x, y), radius)
    square = rectangle((x - radius, y - radius), (x + radius, y + radius))
    assert sorted(cells) == sorted(cell for cell in square if distance((x, y), cell) == radius)
    assert cells[0] == (x, y - radius)


def test_shapes_and_directions():
    assert rectangle((2, 1), (1, 2)) == ((1, 1), (2, 1), (1, 2), (2, 2))
    assert (direction((1, 1), (2, 0)), direction((1, 1), (1, 1)), direction((1, 1), (3, 1))) == ("ne", "", "")
    with pytest.raises(ValueError, match="radius"):
        ring((0, 0), -1)


def test_distance():
    assert distance((1, 1), (4, 5)) == 4
    assert distance((1, 1), (4, 5), "manhattan") == 7
    assert distance((0, 0), (1, 1), "euclid") == 1
    assert distance((0, 0), (1, 0), rise=-3) == 3
    assert distance((0, 0), (3, 4), "euclid", rise=12) == 13
    with pytest.raises(ValueError, match="chebyshev"):
        distance((0, 0), (1, 1), "taxi")


@given(st.data(), boards())
def test_masks_are_sets(data, made):
    some = st.frozensets(st.sampled_from(cells_of(made)))
    a, b = data.draw(some), data.draw(some)
    text_a, text_b = masks.mask(made, a), masks.mask(made, b)
    assert set(masks.cells(made, text_a)) == a
    assert masks.union(text_a, text_b) == masks.mask(made, a | b)
    assert masks.intersection(text_a, text_b) == masks.mask(made, a & b)
    assert masks.difference(text_a, text_b) == masks.mask(made, a - b)
    assert masks.count(text_a) == len(a)
    assert masks.difference(masks.full(made), masks.full(made)) == masks.union() == ""
    assert all(masks.contains(made, text_a, cell) == (cell in a) for cell in cells_of(made))


def test_masks_refuse_what_is_no_set_of_this_board():
    small = board("..", "..")
    assert masks.full(small) == "f"
    assert not masks.contains(small, "f", (2, 0))
    for text in ("0f", "F", "0x1", "-1", "g", "1 "):
        with pytest.raises(ValueError, match="hexadecimal"):
            masks.cells(small, text)
    with pytest.raises(ValueError, match="off the board"):
        masks.cells(small, "10")
    with pytest.raises(ValueError, match="not on a board"):
        masks.mask(small, [(2, 0)])


def test_a_grid_is_made_once_for_equal_boards_and_facts():
    made = board("..", "..", edges=[Edge((0, 0), (1, 0), "door")])
    ground = grid(made, GROUNDS)
    assert grid(made, GROUNDS) is ground
    assert grid(replace(made), dict(GROUNDS)) is ground
    opened = replace(made, edges=(replace(made.edges[0], closed=False),))
    assert grid(opened, GROUNDS) is not ground
    muddy = {**GROUNDS, "floor": Ground(steps=2)}
    assert grid(made, muddy) is not ground
    assert grid(made, {**GROUNDS, "mud": Ground()}) is ground  # not on this board


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (Board("b", "B", 3, 2, "....."), "3x2"),
        (Board("b", "B", 2, 1, ".x"), "'x' is not in the palette"),
        (Board("b", "B", 2, 1, "..", ((".", "lava"),)), "'lava'"),
        (board("...", edges=[Edge((0, 0), (2, 0))]), "not neighbours"),
        (board("..", "..", edges=[Edge((0, 0), (1, 1))]), "not neighbours"),
        (board("..", edges=[Edge((7, 7), (7, 8))]), "off the board"),
    ],
)
def test_a_faulty_board_is_refused_by_name(made, words):
    with pytest.raises(ValueError, match=words):
        grid(made, GROUNDS)


def test_edges_at_the_rim_are_allowed():
    made = board("..", edges=[Edge((-1, 0), (0, 0)), Edge((1, 0), (2, 0)), Edge((0, 0), (0, 1)), Edge((0, -1), (0, 0))])
    assert grid(made, GROUNDS).exits == grid(board(".."), GROUNDS).exits


def test_the_example_of_the_package_runs():
    import doctest

    import tactics.board

    for module in (tactics.board, tactics.board.cells, tactics.board.masks):
        assert doctest.testmod(module).failed == 0
    assert doctest.run_docstring_examples(distance, {"distance": distance}) is None
