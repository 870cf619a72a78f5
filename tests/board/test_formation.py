"""Proposals for a Mob: every way is legal in turn, no two end in one cell, nobody walks away (T-049)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactics.board import Astray, Gait, Illegal, check_march, distance, grid, march, muster
from tests.board.reference import GROUNDS, MATERIALS, board, boards, cells_of, wall

OPEN = grid(board(*["." * 20] * 20), GROUNDS)


def ends(bodies, ways):
    return {key: (ways[key][-1][-1] if ways[key] else cell) for key, cell in bodies.items()}


@pytest.mark.rule("T-049")
def test_a_mob_advances_on_a_cell():
    mob = {f"m{i}": (i % 3, i // 3) for i in range(6)}
    ways = march(OPEN, mob, (10, 0), legs=2)
    arrived = ends(mob, ways)
    assert all(distance(arrived[key], (10, 0)) < distance(cell, (10, 0)) for key, cell in mob.items())
    assert max(x for x, _ in arrived.values()) == 8
    assert check_march(OPEN, mob, ways) == tuple(sorted(ways, key=check_march(OPEN, mob, ways).index))


def test_those_who_advance_on_an_enemy_end_around_it():
    mob = {"a": (4, 5), "b": (3, 5), "c": (4, 4)}
    arrived = ends(mob, march(OPEN, mob, (6, 5), occupied={(6, 5)}))
    assert {distance(cell, (6, 5)) for cell in arrived.values()} == {1}


def test_in_a_corridor_they_follow_one_another():
    corridor = grid(board("........"), GROUNDS)
    mob = {"a": (0, 0), "b": (1, 0), "c": (2, 0)}
    ways = march(corridor, mob, (7, 0))
    assert ends(mob, ways) == {"a": (3, 0), "b": (4, 0), "c": (5, 0)}
    assert list(ways) == ["c", "b", "a"]
    assert check_march(corridor, mob, dict(sorted(ways.items()))) == ("c", "b", "a")


def test_formation_is_kept_and_bent_where_it_must_be():
    mob = {"a": (5, 5), "b": (6, 5), "c": (5, 6)}
    ways = march(OPEN, mob, (7, 6), leader="a")
    assert ends(mob, ways) == {"a": (7, 6), "b": (8, 6), "c": (7, 7)}
    narrow = grid(board("......", "#.#.##", "......"), GROUNDS)
    pair = {"a": (1, 0), "b": (2, 0)}
    arrived = ends(pair, march(narrow, pair, (1, 2), leader="a", legs=2))
    assert arrived == {"a": (1, 2), "b": (2, 2)}


def test_the_leaders_own_way_is_kept():
    mob = {"a": (5, 5), "b": (5, 6)}
    way = [[(6, 5), (6, 4), (5, 4)]]
    ways = march(OPEN, mob, (0, 0), leader="a", way=way)
    assert ways["a"] == way
    assert ends(mob, ways) == {"a": (5, 4), "b": (5, 5)}
    blocked = march(OPEN, {**mob, "c": (6, 5)}, (0, 0), leader="a", way=way)
    assert blocked["a"][-1][-1] == (5, 4)


def test_a_goal_behind_walls_is_approached_as_the_crow_flies():
    cell = [wall((x, 0), (x + 1, 0)) for x in (6,)]
    closed = grid(board(".......#", edges=cell), GROUNDS)
    assert ends({"a": (0, 0)}, march(closed, {"a": (0, 0)}, (7, 0), legs=9)) == {"a": (6, 0)}


def test_a_group_move_needs_an_order():
    row = grid(board("...."), GROUNDS)
    bodies = {"a": (0, 0), "b": (1, 0)}
    assert check_march(row, bodies, {"a": [[(1, 0)]], "b": [[(2, 0)]]}) == ("b", "a")
    swap = check_march(row, bodies, {"a": [[(1, 0)]], "b": [[(0, 0)]]})
    assert swap == Astray("a", Illegal(0, "occupied", (1, 0)))
    same = check_march(row, {"a": (0, 0), "b": (2, 0)}, {"a": [[(1, 0)]], "b": [[(1, 0)]]})
    assert isinstance(same, Astray)
    assert same.illegal.why == "occupied"
    # Whoever ends on another's way waits until it has passed.
    two = grid(board("....", "...."), GROUNDS)
    crossing = {"a": [[(1, 0)]], "b": [[(1, 0), (2, 0), (3, 0)]]}
    assert check_march(two, {"a": (1, 1), "b": (0, 0)}, crossing) == ("b", "a")
    far = check_march(row, bodies, {"b": [[(2, 0), (3, 0)]]}, Gait(1, 1))
    assert far == Astray("b", Illegal(1, "limit", (3, 0)))
    assert check_march(row, bodies, {}) == ()


def test_muster_places_twelve():
    taken = {(5, 5)}
    for shape in ("block", "line", "ring"):
        cells = muster(OPEN, shape, (5, 5), 12, taken)
        assert len(set(cells)) == 12
        assert (5, 5) not in cells
    assert set(muster(OPEN, "ring", (5, 5), 8)) == set(muster(OPEN, "block", (5, 5), 9)) - {(5, 5)}
    assert muster(OPEN, "line", (5, 5), 3) == [(5, 5), (6, 5), (4, 5)]
    assert len(muster(grid(board("..", ".#"), GROUNDS), "block", (0, 0), 9)) == 3
    with pytest.raises(ValueError, match="block, line, ring"):
        muster(OPEN, "blob", (0, 0), 1)


@given(st.data(), boards(low=3, high=7), st.integers(1, 2), st.booleans())
def test_every_proposal_is_legal_and_repeatable(data, made, legs, together):
    ground = grid(made, GROUNDS, MATERIALS)
    cells = data.draw(st.lists(st.sampled_from(cells_of(made)), unique=True, min_size=1, max_size=6))
    mob = {f"m{i}": cell for i, cell in enumerate(cells)}
    others = data.draw(st.frozensets(st.sampled_from(cells_of(made)), max_size=3)) - set(cells)
    target = data.draw(st.sampled_from(cells_of(made)))
    leader = data.draw(st.sampled_from(sorted(mob))) if together else ""
    ways = march(ground, mob, target, legs=legs, occupied=others, leader=leader)
    assert set(ways) == set(mob)
    assert all(len(way) <= legs for way in ways.values())
    assert len(set(ends(mob, ways).values())) == len(mob)
    assert isinstance(check_march(ground, mob, ways, occupied=others), tuple)
    shuffled = dict(sorted(mob.items(), reverse=True))
    assert march(ground, shuffled, target, legs=legs, occupied=others, leader=leader) == ways
