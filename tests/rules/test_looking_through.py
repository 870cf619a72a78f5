"""Who sees a body can also shoot at it: what the line of sight goes through is known (table.md 24)."""

from __future__ import annotations

from itertools import product

from hypothesis import given

from tactics.board import crossed, grid, sees
from tactics.effects.grounds import UNKNOWN
from tactics.kernel.state import Board
from tests.board.reference import GROUNDS, boards
from tests.rules.table import GM, Play, foe, hero

ROWS = [
    "...#....",
    "a.......",
    "...#...b",
    "...#....",
]
"""The line from A2 to H3 goes through E3, F3 and G3, whose own centres the wall hides."""


def play(row: int = 2) -> Play:
    """`b` stands in the third row, or in another one."""
    archer = {**hero(DEX=3, SPD=4), "skills": {"bow": 1}}
    rows = [text.replace("b", ".") if at != row else text[:-1] + "b" for at, text in enumerate(ROWS)]
    return Play(rows, {"a": archer, "b": foe()}, order="ab", fog="sight", seats={"sam": "spectator"})


def terrain(game: Play, row: int, seat: str = "ann") -> str:
    return game.view(seat).boards[0].terrain[row * 8 : row * 8 + 8]


def test_what_is_seen_can_be_shot_at() -> None:
    game = play()
    assert "b" in {token.key for token in game.view("ann").tokens}
    option = next(o for o in game.view("ann").options if o.key.startswith("simple_attack"))
    assert [t.body for t in option.targets or ()] == ["b"]


def test_what_one_looks_through_is_known_to_all_who_look() -> None:
    assert "?" not in terrain(play(), 2, "ann")[4:]
    assert "?" not in terrain(play(), 2, "sam")[4:]


def test_it_is_remembered() -> None:
    game = play(row=3)
    assert "?" in terrain(game, 2)[4:]
    game.do("place", by=GM, unit="b", at=[7, 2])
    game.do("place", by=GM, unit="b", at=[7, 3])
    assert "?" not in terrain(game, 2)[4:]


def test_a_hidden_body_shows_nothing_of_what_is_between() -> None:
    game = play(row=3)
    game.do("rule", by=GM, hide="b")
    game.do("place", by=GM, unit="b", at=[7, 2])
    assert "?" in terrain(game, 2)[4:]


@given(boards())
def test_the_line_of_sight_is_the_same_on_what_is_known(board: Board) -> None:
    """With nothing known but what is in sight and what the line goes through."""
    true = grid(board, GROUNDS)
    cells = list(product(range(board.width), range(board.height)))
    for b in cells:
        a = cells[0]
        if not sees(true, a, b):
            continue
        known = {c for c in cells if sees(true, a, c)} | set(crossed(a, b))
        letters = "".join(
            letter if (at % board.width, at // board.width) in known else "?" for at, letter in enumerate(board.terrain)
        )
        edges = tuple(e for e in board.edges if e.a in known or e.b in known)
        masked = Board(
            "masked", "", board.width, board.height, letters, palette=(*board.palette, ("?", UNKNOWN)), edges=edges
        )
        dark = {**GROUNDS, UNKNOWN: GROUNDS["rock"]}
        assert sees(grid(masked, dark), a, b)
