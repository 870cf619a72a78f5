"""Fog: what a seat sees, remembers and never saw, and what the GM uncovers (table.md 24)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.board import masks
from tactics.kernel.state import Edge
from tactics.kernel.view import BoardView
from tests.rules.table import GM, Play, foe, hero

ROWS = [
    "......#......",
    "..........g..",
    "......#......",
    "......#......",
    "......#......",
]
"""A hero on the left of a wall with a gap that a door closes, a goblin on the right."""
DOOR = Edge(a=(5, 1), b=(6, 1), kind="door", closed=False)
AT = {"a": [5, 1], "b": [6, 1], "kind": "door"}


def play(a: str = "a", *, door: Edge = DOOR, fog: str = "sight", **more: Any) -> Play:
    """The hero stands in the second row, left of the door, and sees through it."""
    rows = [ROWS[0], f"{a:.<10}g..", *ROWS[2:]]
    units = {"a": hero("ann", SPD=6, WIT=1), "g": {**foe(SPD=4, WIT=1), "name": "Goblin"}}
    return Play(rows, units, order="ag", edges=[door], fog=fog, seats={"sam": "spectator"}, **more)


def board(game: Play, seat: str = "ann") -> BoardView:
    return game.view(seat).boards[0]


def letter(game: Play, x: int, y: int, seat: str = "ann") -> str:
    return board(game, seat).terrain[y * 13 + x]


def lit(game: Play, x: int, y: int, seat: str = "ann") -> bool:
    found = board(game, seat)
    return masks.contains(found, found.lit, (x, y))


def door(game: Play, seat: str = "ann") -> Any:
    return next((x for x in board(game, seat).edges if x.kind == "door"), None)


def away(game: Play) -> None:
    """The hero goes where it sees the door no more."""
    game.do("place", by=GM, unit="a", at=[12, 4])


def hidden_away() -> Play:
    """A game in which the hero saw the open door and stands behind the wall in the corner now."""
    game = Play(
        ["......#......", "a.........g..", "......#......", "..##..#......", "...#..#......"],
        {"a": hero("ann", SPD=6, WIT=1), "g": {**foe(SPD=4, WIT=1), "name": "Goblin"}},
        order="ag",
        edges=[DOOR, Edge(a=(1, 4), b=(2, 4), kind="door"), Edge(a=(2, 3), b=(2, 4))],
        fog="sight",
        seats={"sam": "spectator"},
    )
    game.do("place", by=GM, unit="a", at=[2, 4])
    assert not lit(game, 5, 1)
    return game


# --- three states -------------------------------------------------------------------------------------


def test_what_was_never_seen_has_no_terrain() -> None:
    assert letter(play(door=Edge(a=(5, 1), b=(6, 1), kind="door")), 8, 1) == "?"


def test_what_is_in_sight_has() -> None:
    assert letter(play(), 3, 3) == "."


def test_what_was_seen_is_remembered_out_of_sight() -> None:
    game = hidden_away()
    assert (letter(game, 3, 1), lit(game, 3, 1)) == (".", False)


def test_a_body_out_of_sight_is_gone_from_the_map_and_the_order() -> None:
    view = hidden_away().view("ann")
    assert ([t.key for t in view.tokens], [row.unit for row in view.order]) == (["a"], ["a"])


def test_with_nobody_conscious_nothing_is_lit() -> None:
    game = play()
    game.do("rule", knock_out="a")
    assert (board(game).lit, letter(game, 3, 3)) == ("", ".")


def test_spectators_see_what_the_players_see() -> None:
    assert board(play(), "sam").terrain == board(play()).terrain


def test_a_gm_sees_everything_and_what_the_players_see() -> None:
    game = hidden_away()
    seen = board(game, GM)
    assert ("?" in seen.terrain, seen.foggy, seen.lit, seen.known) == (
        False, True, board(game).lit, board(game).known,
    )  # fmt: skip


def test_without_fog_there_are_no_masks() -> None:
    seen = board(play(fog="none"))
    assert (seen.foggy, seen.known, seen.lit) == (False, "", "")


# --- remembering --------------------------------------------------------------------------------------


def test_a_door_that_moves_out_of_sight_is_remembered_as_it_was() -> None:
    game = hidden_away()
    game.do("set_edge", by=GM, board="field", edge=AT)
    doors = {(x.ax, x.ay): x.closed for x in board(game).edges if x.kind == "door"}
    assert doors[5, 1] is False


def test_and_nothing_is_said_of_it() -> None:
    game = hidden_away()
    game.do("set_edge", by=GM, board="field", edge=AT)
    assert (game.words("ann"), len(game.words())) == ([], 1)


def test_a_look_corrects_the_memory() -> None:
    game = hidden_away()
    game.do("set_edge", by=GM, board="field", edge=AT)
    game.do("place", by=GM, unit="a", at=[0, 1])
    assert (door(game).closed, game.state.remembered) == (True, {})


def test_it_may_move_twice_and_the_first_memory_stays() -> None:
    game = hidden_away()
    game.do("set_edge", by=GM, board="field", edge=AT)
    game.do("set_edge", by=GM, board="field", edge={**AT, "kind": "wall"})
    assert next(x for x in board(game).edges if (x.ax, x.ay) == (5, 1)).kind == "door"


def test_a_wall_that_is_built_out_of_sight_does_not_stand_there() -> None:
    game = hidden_away()
    game.do("set_edge", by=GM, board="field", edge={"a": [3, 0], "b": [3, 1]})
    assert not [x for x in board(game).edges if (x.ax, x.ay) == (3, 0)]


def corner() -> Play:
    """The hero saw an open door round the corner, was carried back, and it was closed."""
    game = Play(
        ["....a", "####.", "####.", "####.", "####."],
        {"a": hero("ann", SPD=6, WIT=1)},
        order="a",
        edges=[Edge(a=(4, 1), b=(4, 2), kind="door", closed=False)],
        fog="sight",
    )
    game.do("place", by=GM, unit="a", at=[0, 0])
    game.do("set_edge", by=GM, board="field", edge={"a": [4, 1], "b": [4, 2], "kind": "door"})
    return game


ROUND = [[[1, 0], [2, 0], [3, 0]], [[4, 0], [4, 1], [4, 2]]]


def test_a_way_is_planned_through_the_door_that_one_remembers_open() -> None:
    assert (4, 2) in {(c.x, c.y) for c in corner().view("ann").reach[0].cells}


def test_and_ends_before_it() -> None:
    game = corner()
    game.do("move", unit="a", legs=ROUND)
    assert (game.at("a"), game.pool("a")) == ((4, 1), 4)


def test_and_the_walker_reads_why() -> None:
    game = corner()
    game.do("move", unit="a", legs=ROUND)
    assert "A stops: the way is barred" in game.words("ann")


def painted(game: Play, x: int, y: int, letter: str, key: str, level: int = 0) -> dict[str, Any]:
    old = game.state.boards["field"]
    at = y * old.width + x
    levels = [0] * len(old.terrain)
    levels[at] = level
    return {
        "key": "field", "name": "Field", "width": old.width, "height": old.height,
        "terrain": old.terrain[:at] + letter + old.terrain[at + 1 :],
        "palette": [*map(list, old.palette), [letter, key]],
        "elevation": levels if level else [],
        "edges": [{"a": list(x.a), "b": list(x.b), "kind": x.kind, "closed": x.closed} for x in old.edges],
    }  # fmt: skip


def test_terrain_that_changes_out_of_sight_is_remembered_as_it_was() -> None:
    game = hidden_away()
    game.do("set_board", by=GM, board=painted(game, 3, 1, "!", "lava", 2))
    assert (letter(game, 3, 1), board(game).elevation) == (".", ())


def test_terrain_that_changes_in_sight_shows() -> None:
    game = play()
    game.do("set_board", by=GM, board=painted(game, 3, 1, "!", "lava", 2))
    assert (letter(game, 3, 1), board(game).elevation[16]) == ("!", 2)


def test_a_letter_that_means_something_else_now_does_not_change_the_memory() -> None:
    game = hidden_away()
    old = painted(game, 3, 1, "x", "lava")
    new = {**old, "terrain": old["terrain"].replace("x", ".").replace(".", "x")}
    new["palette"] = [["x", "road"], ["#", "wall"]]
    game.do("set_board", by=GM, board=new)
    words = {t.letter: t.key for t in board(game).palette}
    assert words[letter(game, 3, 1)] == "ground"


def test_a_board_of_another_size_is_another_place() -> None:
    game = hidden_away()
    game.do("set_board", by=GM, board={
        "key": "field", "name": "Field", "width": 14, "height": 5, "terrain": "." * 70,
        "edges": [{"a": [x, 3], "b": [x, 4]} for x in range(14)] + [{"a": [2, 4], "b": [3, 4]}],
    })  # fmt: skip
    assert board(game).terrain.count(".") == 3


# --- coming and going ---------------------------------------------------------------------------------


def test_who_walks_into_sight_is_named_with_the_cell() -> None:
    game = play(door=Edge(a=(5, 1), b=(6, 1), kind="door"))
    game.do("end_turn", unit="a")
    game.do("set_edge", by=GM, board="field", edge={**AT, "closed": False})
    assert game.words("ann")[-1] == "Goblin comes into sight at K2"


def test_who_walks_out_of_sight_is_out_of_sight() -> None:
    game = play()
    game.do("end_turn", unit="a")
    game.do("move", unit="g", path=[[11, 2], [11, 3]])
    assert game.words("ann") == ["Goblin is out of sight"]


def test_each_seat_reads_its_own() -> None:
    game = play()
    game.do("end_turn", unit="a")
    game.do("move", unit="g", path=[[11, 2], [11, 3]])
    assert game.words() == ["Goblin moves to L4 (1 PA)"]


def test_an_own_walk_tells_whom_it_brings_into_sight() -> None:
    game = hidden_away()
    game.do("place", by=GM, unit="a", at=[0, 1])
    assert game.words("ann")[-1] == "Goblin comes into sight at K2"


def test_who_falls_unconscious_loses_sight() -> None:
    game = play()
    game.do("rule", knock_out="a")
    assert "Goblin is out of sight" in game.words("ann")


def test_several_come_in_one_line() -> None:
    game = Play(
        ["a.....", "######", ".g..h."],
        {"a": hero("ann", SPD=2), "g": {**foe(SPD=1), "name": "Gob"}, "h": {**foe(SPD=1), "name": "Hob"}},
        order="agh",
        fog="sight",
    )
    game.do("place", by=GM, unit="a", at=[0, 2])
    assert game.words("ann")[-1] == "Gob at B3 and Hob at E3 come into sight"


# --- uncovered by the GM ------------------------------------------------------------------------------


def uncovered(**args: Any) -> Play:
    game = play(fog="uncovered")
    game.do("uncover", by=GM, board="field", **args)
    return game


def shown(game: Play) -> set[tuple[int, int]]:
    """What is known but for the cell where the own body stands."""
    found = board(game)
    return set(masks.cells(found, found.known)) - {(0, 1)}


def test_the_own_cell_is_always_seen() -> None:
    game = play(fog="uncovered")
    assert masks.cells(board(game), board(game).known) == ((0, 1),)


def test_the_own_side_is_always_seen() -> None:
    game = Play(
        ["a....", ".....", "....b"], {"a": hero("ann", SPD=1), "b": hero("ben", SPD=1)}, order="ab", fog="uncovered"
    )
    assert [t.key for t in game.view("ann").tokens] == ["a", "b"]


def test_by_the_brush() -> None:
    assert shown(uncovered(cells=[[3, 3], [4, 3]])) == {(3, 3), (4, 3)}


def test_by_a_rectangle_from_any_corner() -> None:
    assert shown(uncovered(rect=[[4, 4], [3, 3]])) == {(3, 3), (4, 3), (3, 4), (4, 4)}


def test_by_a_room_up_to_walls_and_closed_doors() -> None:
    game = play(fog="uncovered", door=Edge(a=(5, 1), b=(6, 1), kind="door"))
    game.do("uncover", by=GM, board="field", room=[2, 2])
    assert {x for x, _ in shown(game)} == {0, 1, 2, 3, 4, 5, 6}
    assert (6, 1) not in shown(game)


def test_a_room_goes_through_an_open_door() -> None:
    assert (9, 3) in shown(uncovered(room=[2, 2]))


def test_all_at_once() -> None:
    assert len(shown(uncovered(all=True))) == 64


def test_and_covered_again() -> None:
    game = uncovered(rect=[[0, 0], [5, 4]])
    game.do("uncover", by=GM, board="field", rect=[[0, 2], [5, 4]], cover=True)
    assert {y for _, y in shown(game)} == {0, 1}


def test_a_stroke_is_undone_by_a_rewind() -> None:
    game = uncovered(cells=[[3, 3]])
    game.do("rewind", by=GM, to=game.state.seq - 1)
    assert shown(game) == set()


def test_the_gm_s_log_counts_the_cells() -> None:
    game = uncovered(cells=[[3, 3], [4, 3]])
    assert (game.words(), game.words("ann")) == (["2 cells uncovered"], [])


def test_uncovering_what_is_uncovered_is_nothing() -> None:
    assert uncovered(cells=[[3, 3]]).refused("uncover", by=GM, board="field", cells=[[3, 3]]) == "illegal.nothing"


@pytest.mark.parametrize("args", [{}, {"cells": [[1, 1]], "room": [1, 1]}])
def test_one_way_of_uncovering_at_a_time(args: dict[str, Any]) -> None:
    assert play(fog="uncovered").refused("uncover", by=GM, board="field", **args) == "bad_field"


def test_uncovering_brings_bodies_into_sight() -> None:
    assert uncovered(cells=[[10, 1]]).words("ann") == ["Goblin comes into sight at K2"]


def test_a_player_uncovers_nothing() -> None:
    assert play(fog="uncovered").refused("uncover", by="ann", board="field", all=True) == "not_allowed"


# --- changing the fog ---------------------------------------------------------------------------------


def test_the_gm_changes_the_fog_while_playing() -> None:
    game = play(fog="none")
    game.do("set_fog", fog="sight")
    assert (board(game).foggy, game.words("ann")) == (True, ["Fog: each side sees what its members see"])


def test_lifting_the_fog_shows_what_had_changed() -> None:
    game = hidden_away()
    game.do("set_edge", by=GM, board="field", edge=AT)
    game.do("set_fog", fog="none")
    game.do("set_fog", fog="sight")
    assert {(x.ax, x.ay): x.closed for x in board(game).edges if x.kind == "door"}[5, 1] is True


def test_what_was_explored_stays_as_the_log_says() -> None:
    game = play()
    before = game.state.seq
    explored = dict(game.state.explored)
    game.do("place", by=GM, unit="a", at=[7, 1])
    game.do("rewind", by=GM, to=before)
    assert game.state.explored == explored


def test_the_same_fog_again_is_nothing() -> None:
    assert play().refused("set_fog", fog="sight") == "illegal.nothing"
