"""The map changed while it is played on: painted ground and levels, zones, walks by way of chosen cells."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel.state import Edge
from tactics.kernel.view import ReachView
from tactics.secrecy.known import known
from tactics.tempus.table import TEMPUS
from tests.rules.table import GM, Play, foe, hero

ROWS = ["a......", ".......", "......g"]


def play(rows: list[str] = ROWS, **more: Any) -> Play:
    units = {"a": hero("ann", SPD=6, WIT=1), "g": {**foe(SPD=4, WIT=1), "name": "Goblin"}}
    return Play(rows, units, order="ag", **more)


# --- painting ----------------------------------------------------------------------------------------


def test_a_rectangle_becomes_another_ground() -> None:
    game = play()
    game.do("paint", by=GM, board="field", rect=[[3, 2], [1, 1]], terrain="water")
    board = game.view("ann").boards[0]
    words = {t.letter: t.key for t in board.palette}
    changed = {(i % 7, i // 7) for i, letter in enumerate(board.terrain) if words[letter] == "water"}
    assert changed == {(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)}
    cells = {(c.x, c.y): c for c in game.view("ann").reach[0].cells}
    assert cells[3, 1].cost > cells[3, 0].cost  # water takes more steps


def test_a_level_alone_leaves_the_ground() -> None:
    game = play()
    before = game.state.boards["field"].terrain
    game.do("paint", by=GM, board="field", rect=[[6, 0], [6, 0]], level=2)
    board = game.state.boards["field"]
    assert (board.terrain, board.elevation[6], sum(board.elevation)) == (before, 2, 2)
    game.do("paint", by=GM, board="field", rect=[[6, 0], [6, 0]], level=0)
    assert game.state.boards["field"].elevation == ()


def test_a_letter_that_means_something_else_here_is_not_taken() -> None:
    game = play()
    board = game.state.boards["field"]
    letter = game.rules.find("terrain", "water").letter  # type: ignore[attr-defined]
    game.do("set_board", by=GM, board={
        "key": "field", "name": "Field", "width": 7, "height": 5, "terrain": letter * 35,
        "palette": [[letter, "ground"]],
    })  # fmt: skip
    game.do("paint", by=GM, board="field", rect=[[0, 4], [0, 4]], terrain="water")
    now = game.state.boards["field"]
    assert dict(now.palette)[now.terrain[28]] == "water"
    assert dict(now.palette)[now.terrain[0]] == "ground"
    assert board.palette != now.palette


def test_what_is_painted_out_of_sight_is_remembered_as_it_was() -> None:
    wall = ["a.#....", "..#....", "..#...g"]
    game = play(wall, fog="sight", edges=[Edge(a=(0, 1), b=(0, 2))])
    game.do("paint", by=GM, board="field", rect=[[4, 0], [5, 1]], terrain="water")
    assert game.view("ann").boards[0].terrain[4] == "?"
    assert game.view(GM).boards[0].terrain[4] != "?"


@pytest.mark.parametrize(
    ("args", "name"),
    [
        ({"rect": [[0, 0], [7, 0]], "terrain": "water"}, "bad_field"),
        ({"rect": [[0, 0], [1, 0]]}, "bad_field"),
        ({"rect": [[0, 0], [1, 0]], "terrain": "cheese"}, "unknown"),
        ({"rect": [[0, 0], [1, 0]], "terrain": "ground"}, "illegal.nothing"),
        ({"rect": [[0, 0], [1, 0]], "terrain": "water", "board": "cellar"}, "unknown"),
    ],
)
def test_what_cannot_be_painted(args: dict[str, Any], name: str) -> None:
    game = play()
    assert game.refused("paint", by=GM, **{"board": "field", **args}) == name


def test_only_a_gm_paints() -> None:
    assert play().refused("paint", by="ann", board="field", rect=[[0, 0], [1, 0]], terrain="water") == "not_allowed"


# --- zones -------------------------------------------------------------------------------------------


def test_a_zone_made_while_playing_is_the_gms_to_see_and_to_take_away() -> None:
    game = play()
    game.do("set_zone", by=GM, zone={"key": "ford", "board": "field", "cells": [[5, 1]], "side": "heroes"})
    [zone] = game.view(GM).zones
    assert (zone.key, zone.side) == ("ford", "heroes")
    assert game.view("ann").zones == ()
    game.do("remove_zone", by=GM, key="ford")
    assert game.view(GM).zones == ()
    assert game.refused("remove_zone", by=GM, key="ford") == "unknown"


# --- by way of chosen cells --------------------------------------------------------------------------


def by(game: Play, *via: tuple[int, int], body: str = "a") -> ReachView | None:
    seen = known(TEMPUS, game.state, game.rules, "ann", "player")
    assert TEMPUS.reach_by is not None
    return TEMPUS.reach_by(seen, seen.state.bodies[body], via)


@pytest.mark.rule("T-048")
def test_a_way_round_costs_what_it_is_long_and_is_walked_as_shown() -> None:
    game = play()
    [plain] = game.view("ann").reach
    straight = next(c for c in plain.cells if (c.x, c.y) == (2, 0))
    found = by(game, (0, 2), (2, 2))
    assert found is not None
    assert [(c.x, c.y) for c in found.way if (c.x, c.y) in ((0, 2), (2, 2))] == [(0, 2), (2, 2)]
    end = next(c for c in found.cells if (c.x, c.y) == (2, 0))
    assert end.cost > straight.cost
    chain, cells = [end], {(c.x, c.y): c for c in found.cells}
    while (chain[0].px, chain[0].py) in cells:
        chain.insert(0, cells[chain[0].px, chain[0].py])
    legs: dict[int, list[list[int]]] = {}
    for cell in [*found.way, *chain]:
        legs.setdefault(cell.legs, []).append([cell.x, cell.y])
    before = game.pool("a")
    game.do("move", unit="a", legs=list(legs.values()))
    assert game.at("a") == (2, 0)
    assert before - game.pool("a") == end.cost


def test_no_way_by_a_cell_out_of_reach_or_of_another() -> None:
    game = play()
    assert by(game, (6, 2)) is None  # the goblin stands there
    assert by(game, body="g") is None
    assert by(game, (6, 0), (0, 1), (6, 1), (0, 2)) is None  # more Moves than there are points
