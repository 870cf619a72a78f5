"""Walls of any angle become sides of cells, and what was closed stays closed."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from missions.maps import geometry, limits
from missions.maps.draft import Report, Side, Unreadable
from missions.maps.geometry import Sketch


def sketch(*segments: geometry.Segment, doors: tuple[geometry.Segment, ...] = (), size: int = 10) -> Sketch:
    made = Sketch(size, size, Report())
    for each in segments:
        made.wall(each)
    for each in doors:
        made.door(each)
    return made


def test_half_an_edge_is_a_wall_and_less_is_none() -> None:
    assert sketch((3, 2, 3, 2.5)).sides() == (Side(2, 2, True, "wall"),)
    assert sketch((3, 2, 3, 2.49)).sides() == ()
    assert sketch((3, 2, 3, 2.3), (3, 2.2, 3, 2.55)).sides() == (Side(2, 2, True, "wall"),)
    assert sketch((3, 2, 3, 2.3), (3, 2.1, 3, 2.4)).sides() == ()


def test_what_lies_near_a_grid_line_is_laid_onto_it() -> None:
    made = sketch((2.99, 1, 2.99, 4))
    assert made.sides() == tuple(Side(2, y, True, "wall") for y in (1, 2, 3))
    assert [line.code for line in made.report.lines()] == ["walls_snapped"]


def test_a_wall_beside_the_line_stands_where_it_parts_centres() -> None:
    assert sketch((3.4, 1, 3.4, 4)).sides() == tuple(Side(2, y, True, "wall") for y in (1, 2, 3))
    assert sketch((3.1, 1.1, 3.3, 1.3)).sides() == ()  # decoration within one cell


def test_a_door_wins_and_never_vanishes() -> None:
    made = sketch((3, 0, 3, 10), doors=((3, 4, 3, 5),))
    assert [side.what for side in made.sides()] == ["wall"] * 4 + ["door"] + ["wall"] * 5
    # 38 % of two edges: it takes the one that it covers most, or the upper of two alike.
    assert sketch(doors=((5, 7.62, 5, 8.38),)).sides() == (Side(4, 8, True, "door"),)
    # Over a crossing it opens both.
    assert len(sketch(doors=((5, 7.5, 5, 8.5),)).sides()) == 2


def test_a_curtain_and_a_window_on_one_side_are_a_wall() -> None:
    made = sketch()
    made.wall((3, 2, 3, 3), "window")
    made.wall((3, 2, 3, 3), "curtain")
    assert made.sides() == (Side(2, 2, True, "wall"),)


def test_the_frame_needs_no_walls() -> None:
    assert sketch((0, 0, 10, 0), (0, 0, 0, 10), (10, 0, 10, 10), (0, 10, 10, 10)).sides() == ()


def test_what_is_outside_is_dropped_and_counted() -> None:
    made = sketch((-5, -5, -5, 20), (11, 0, 12, 0), (-1, 3, 4, 3), (math.inf, 0, 1, 1), (0, math.nan, 1, 1))
    assert {(line.code, line.params["n"]) for line in made.report.lines()} == {
        ("walls_outside", 2), ("walls_cut", 1), ("bad_coordinates", 2),
    }  # fmt: skip
    assert made.sides() == tuple(Side(x, 2, False, "wall") for x in range(4))


def test_too_many_walls_are_refused() -> None:
    made = sketch()
    for _ in range(limits.SEGMENTS):
        made.wall((1, 1, 2, 1))
    with pytest.raises(Unreadable) as refused:
        made.wall((1, 1, 2, 1))
    assert refused.value.code == "too_many_walls"


angles = st.lists(st.floats(0, 2 * math.pi, allow_nan=False), min_size=3, max_size=9, unique=True)


@given(angles, st.floats(1.2, 6), st.floats(6, 8), st.floats(6, 8))
def test_no_way_leads_out_of_a_closed_shape(turns: list[float], radius: float, x: float, y: float) -> None:
    """From the centre of a cell within a polygon around (x, y) no step over a side without wall leads outside."""
    size = 14
    corners = [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in sorted(turns)]
    walls = [(*a, *b) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]
    made = Sketch(size, size, Report())
    for wall in walls:
        made.wall(wall)
    shut, _ = made.pairs()

    def inside(cell: tuple[int, int]) -> bool:
        px, py, odd = cell[0] + 0.5, cell[1] + 0.5, False
        for x1, y1, x2, y2 in walls:
            if (y1 > py) != (y2 > py) and px < x1 + (py - y1) * (x2 - x1) / (y2 - y1):
                odd = not odd
        return odd

    for cx in range(size - 1):
        for cy in range(size - 1):
            if inside((cx, cy)) != inside((cx + 1, cy)):
                assert (True, cx + 1, cy) in shut
            if inside((cx, cy)) != inside((cx, cy + 1)):
                assert (False, cx, cy + 1) in shut


coordinate = st.floats(-3, 13, allow_nan=False)


@given(coordinate, coordinate, coordinate)
def test_a_door_on_a_grid_line_within_the_map_is_always_there(x: float, y: float, length: float) -> None:
    column = round(x)
    made = sketch(doors=((column, y, column, y + max(0.3, abs(length) / 6)),))
    if 0 < column < 10 and y >= 0 and y + max(0.3, abs(length) / 6) <= 10:
        assert made.sides()


@given(coordinate, coordinate, coordinate, coordinate)
def test_sides_lie_on_the_board(x1: float, y1: float, x2: float, y2: float) -> None:
    for side in sketch((x1, y1, x2, y2)).sides():
        assert 0 <= side.x < 10 - side.east
        assert 0 <= side.y < 10 - (not side.east)
