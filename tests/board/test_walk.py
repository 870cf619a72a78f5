"""Steps, paths and legs: T-048, T-062 to T-064, walls, doors, corners, difficult ground."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactics.board import Cut, Gait, Illegal, Spent, can_step, check_legs, check_path, grid, legs, neighbours
from tactics.board.cells import in_bounds
from tactics.board.walk import FRESH
from tests.board.reference import AROUND, GROUNDS, MATERIALS, Slow, board, boards, cells_of, door, wall

OPEN = grid(board(*["." * 11] * 11), GROUNDS)


@pytest.mark.rule("T-048")
@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ([(1, 0), (2, 0), (2, 1)], Spent(3, False)),
        ([(1, 0), (2, 1)], Spent(2, True)),
        ([(1, 0), (2, 0), (3, 1)], Illegal(2, "limit", (3, 1))),
        ([(1, 1), (2, 2)], Spent(2, True)),
        ([(1, 1), (2, 1), (3, 1)], Illegal(2, "limit", (3, 1))),
        ([(1, 0), (2, 0), (3, 0), (4, 0)], Illegal(3, "limit", (4, 0))),
        ([], Spent(0, False)),
    ],
)
def test_a_move_is_three_steps_or_two_with_a_diagonal(path, expected):
    assert check_path(OPEN, (0, 0), path) == expected


def test_a_path_that_is_no_path_says_where():
    assert check_path(OPEN, (0, 0), [(1, 0), (3, 0)]) == Illegal(1, "not_adjacent", (3, 0))
    assert check_path(OPEN, (0, 0), [(0, 0)]) == Illegal(0, "not_adjacent", (0, 0))
    assert check_path(OPEN, (0, 0), [(0, -1)]) == Illegal(0, "off_board", (0, -1))
    with pytest.raises(ValueError, match="not on a board"):
        check_path(OPEN, (11, 0), [(10, 0)])


def test_difficult_ground_costs_two_steps():
    mud = grid(board("..~..", "....."), GROUNDS)
    assert check_path(mud, (0, 0), [(1, 0), (2, 0)]) == Spent(3, False)
    assert check_path(mud, (1, 0), [(2, 0), (3, 0)]) == Spent(3, False)
    assert check_path(mud, (1, 1), [(2, 0)]) == Spent(2, True)
    assert check_path(mud, (1, 1), [(2, 0), (3, 0)]) == Illegal(1, "limit", (3, 0))


def test_walls_and_closed_doors_bar_the_way_and_open_doors_do_not():
    for edge, free in [
        (wall((1, 0), (2, 0)), False),
        (wall((2, 0), (1, 0)), False),
        (door((1, 0), (2, 0)), False),
        (door((1, 0), (2, 0), closed=False), True),
    ]:
        row = grid(board("....", edges=[edge]), GROUNDS)
        assert can_step(row, (1, 0), (2, 0)) is free
        assert can_step(row, (2, 0), (1, 0)) is free
        assert can_step(row, (0, 0), (1, 0))


@pytest.mark.rule("T-048")
def test_a_diagonal_step_needs_one_of_its_two_ways():
    def slants(*rows, edges=()):
        return can_step(grid(board(*rows, edges=edges), GROUNDS), (0, 0), (1, 1))

    assert slants("..", "..")
    assert slants(".#", "..")
    assert slants("..", "#.")
    assert not slants(".#", "#.")
    # Past the end of a wall, but not through it, whichever way it runs.
    assert slants("..", "..", edges=[wall((0, 0), (1, 0))])
    assert not slants("..", "..", edges=[wall((0, 0), (1, 0)), wall((0, 1), (1, 1))])
    assert not slants("..", "..", edges=[wall((0, 0), (0, 1)), wall((1, 0), (1, 1))])
    assert not slants("..", "..", edges=[wall((0, 0), (1, 0)), wall((0, 0), (0, 1))])
    assert not slants("..", "..", edges=[wall((1, 0), (1, 1)), wall((0, 1), (1, 1))])
    assert slants("..", "..", edges=[wall((0, 0), (1, 0)), wall((1, 0), (1, 1))])
    assert not slants("..", "#.", edges=[wall((0, 0), (1, 0))])


def test_bodies_beside_a_diagonal_step_do_not_hinder_it():
    assert can_step(OPEN, (0, 0), (1, 1), {(1, 0), (0, 1)})
    assert not can_step(OPEN, (0, 0), (1, 1), {(1, 1)})


def test_a_body_in_a_blocking_cell_may_leave_it():
    assert can_step(grid(board("#."), GROUNDS), (0, 0), (1, 0))
    assert not can_step(grid(board("#."), GROUNDS), (1, 0), (0, 0))


@pytest.mark.rule("T-063")
def test_occupied_cells_are_crossed_by_acrobatics_only():
    enemy = {(1, 0)}
    path = [(1, 0), (2, 0)]
    assert check_path(OPEN, (0, 0), path, occupied=enemy) == Illegal(0, "occupied", (1, 0))
    assert check_path(OPEN, (0, 0), path, occupied=enemy, may_cross=enemy) == Spent(2, False)


@pytest.mark.rule("T-064")
def test_the_end_of_acrobatics_is_free():
    ally = {(3, 0)}

    def acrobatics(*ways, each=False):
        return check_legs(OPEN, (0, 0), ways, occupied=ally, may_cross=ally, each_end_free=each)

    to_ally = [(1, 0), (2, 0), (3, 0)]
    assert acrobatics(to_ally, [(4, 0)]) == Spent(1, False)
    assert acrobatics(to_ally, [(4, 0)], each=True) == Illegal(2, "occupied", (3, 0), 0)
    assert acrobatics([(1, 0), (2, 0)], [(3, 0)]) == Illegal(0, "occupied", (3, 0), 1)
    assert acrobatics(to_ally, []) == Illegal(2, "occupied", (3, 0), 0)


@pytest.mark.rule("T-062")
def test_each_of_the_two_moves_has_its_own_limit():
    right = [(x, 0) for x in range(1, 8)]
    assert check_legs(OPEN, (0, 0), [right[:3], right[3:6]]) == Spent(3, False)
    assert check_legs(OPEN, (0, 0), [right[:4], right[4:6]]) == Illegal(3, "limit", (4, 0), 0)


def test_an_unfinished_move_goes_on():
    assert check_path(OPEN, (0, 0), [(1, 0)], spent=Spent(2, False)) == Spent(3, False)
    assert check_path(OPEN, (0, 0), [(1, 1)], spent=Spent(1, False)) == Spent(2, True)
    assert check_path(OPEN, (0, 0), [(1, 1)], spent=Spent(2, False)) == Illegal(0, "limit", (1, 1))
    assert check_path(OPEN, (0, 0), [(1, 0)], spent=Spent(2, True)) == Illegal(0, "limit", (1, 0))


def test_a_way_is_cut_into_the_fewest_legs():
    right = [(x, 0) for x in range(1, 8)]
    assert legs(OPEN, (0, 0), right) == Cut((tuple(right[:3]), tuple(right[3:6]), tuple(right[6:])), 3, Spent(1))
    assert legs(OPEN, (0, 0), [(1, 0), (2, 0), (3, 1)]) == Cut((((1, 0), (2, 0)), ((3, 1),)), 2, Spent(1, True))
    assert legs(OPEN, (0, 0), right[:4], spent=Spent(2)) == Cut(((right[0],), tuple(right[1:4])), 1, Spent(3))
    assert legs(OPEN, (0, 0), right[:1], spent=Spent(3)) == Cut(((right[0],),), 1, Spent(1))
    assert legs(OPEN, (0, 0), [], spent=Spent(1)) == Cut((), 0, Spent(1))
    assert legs(OPEN, (0, 0), right, occupied={(5, 0)}) == Illegal(4, "occupied", (5, 0))
    bog = grid(board(".m"), GROUNDS)
    assert legs(bog, (0, 0), [(1, 0)], Gait(2, 2)) == Illegal(0, "limit", (1, 0))


def test_legs_that_must_end_free_stop_before_those_they_cross():
    crowd = {(2, 0), (3, 0)}
    right = [(x, 0) for x in range(1, 6)]
    cut = legs(OPEN, (0, 0), right, occupied=crowd, may_cross=crowd)
    assert isinstance(cut, Cut)
    assert cut.legs == ((right[0],), tuple(right[1:4]), (right[4],))
    cut = legs(OPEN, (0, 0), right, occupied=crowd, may_cross=crowd, each_end_free=False)
    assert isinstance(cut, Cut)
    assert cut.legs == (tuple(right[:3]), tuple(right[3:]))
    assert legs(OPEN, (0, 0), right[:3], occupied=crowd, may_cross=crowd) == Illegal(2, "occupied", (3, 0))


def test_a_gait_that_goes_farther_aslant_is_refused():
    with pytest.raises(ValueError, match="diagonal <= orthogonal"):
        Gait(2, 3)
    with pytest.raises(ValueError, match="1 to 255"):
        type(GROUNDS["mud"])(steps=0)


@given(boards())
def test_steps_agree_with_the_wording(made):
    ground, slow = grid(made, GROUNDS, MATERIALS), Slow(made)
    for a in cells_of(made):
        for dx, dy in AROUND:
            b = (a[0] + dx, a[1] + dy)
            assert can_step(ground, a, b) == slow.can_step(a, b), (a, b)


@st.composite
def strolls(draw):
    """A board and a walk over it that mostly keeps to the rules of single steps."""
    made = draw(boards())
    at = draw(st.sampled_from(cells_of(made)))
    start, path, slow = at, [], Slow(made)
    for _ in range(draw(st.integers(0, 9))):
        ways = [cell for cell in neighbours(made, at) if slow.can_step(at, cell)]
        if not ways:
            break
        at = draw(st.sampled_from(ways))
        path.append(at)
    return made, start, path


@given(strolls(), st.sampled_from([Gait(), Gait(4, 1), Gait(3, 3)]), st.integers(0, 3), st.booleans())
def test_no_way_of_cutting_is_cheaper_and_all_legs_are_legal(stroll, gait, used, slant):
    made, start, path = stroll
    ground = grid(made, GROUNDS, MATERIALS)
    spent = Spent(used, slant) if used or slant else None

    def legal(begin, end, before=FRESH):
        here = path[begin - 1] if begin else start
        return not isinstance(check_path(ground, here, path[begin:end], gait, spent=before), Illegal)

    # The least number of new legs that reach each place of the path, over all ways to cut.
    least = {0: 0}
    if spent is not None:
        least.update({end: 0 for end in range(1, len(path) + 1) if legal(0, end, spent)})
    for end in range(1, len(path) + 1):
        ways = [least[begin] + 1 for begin in range(end) if begin in least and legal(begin, end)]
        if ways:
            least[end] = min([*ways, *([least[end]] if end in least else [])])
    cut = legs(ground, start, path, gait, spent=spent)
    if len(path) not in least:
        assert isinstance(cut, Illegal)
        assert cut.why == "limit"
        return
    assert isinstance(cut, Cut)
    assert cut.paid == least[len(path)]
    assert [cell for leg in cut.legs for cell in leg] == path
    continues = len(cut.legs) == cut.paid + 1
    checked = check_legs(ground, start, cut.legs, gait, spent=spent if continues else None)
    assert checked == cut.spent or not path


def test_neighbours_stay_on_the_board():
    assert neighbours(OPEN, (0, 0)) == ((1, 0), (1, 1), (0, 1))
    assert neighbours(OPEN, (10, 10), diagonal=False) == ((10, 9), (9, 10))
    assert all(in_bounds(OPEN, cell) for cell in neighbours(OPEN, (5, 0)))
