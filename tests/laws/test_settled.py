"""What is remembered of offers and odds is what they would be if they were made anew."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactics.kernel.codec import encode
from tactics.secrecy import cards, memo
from tactics.secrecy.project import project
from tactics.tempus import action_offers, odds, options, pack_views, views
from tests.laws import games
from tests.laws.kit import Play, states

GAME = games.ALL["tempus"]
KEPT = (
    action_offers._SHEETS, odds._PREVIEWS, odds._FOUND, odds._TARGETS, options._BARRED, pack_views._OUTCOMES,
    pack_views._PACKS, views._DEFENCES, views._NUMBERS,
)  # fmt: skip
SEATS = (("gil", "gm"), ("ann", "player"), ("ben", "player"), ("public", "spectator"))


@given(
    choices=st.lists(st.integers(0, 10_000), min_size=1, max_size=20),
    faces=st.lists(st.integers(0, 10_000), min_size=1, max_size=30),
)
def test_remembered_or_made_anew_a_view_is_the_same(choices: list[int], faces: list[int]) -> None:
    play = Play(GAME, faces)
    GAME.start(play)
    for number in choices:
        play.wish(number)
    shown = []
    for state in list(states(play))[-12:]:
        for seat, role in SEATS:
            shown.append((state, seat, role, encode(project(GAME.code, state, GAME.rules, seat, role))))
    for state, seat, role, before in shown:
        for kept in KEPT:
            kept.forget()
        memo.forget()
        cards.forget()
        assert encode(project(GAME.code, state, GAME.rules, seat, role)) == before


def test_it_starts_anew_when_full() -> None:
    few: odds.Settled[int] = odds.Settled(2)
    assert [few.get(n, lambda n=n: n * n) for n in (1, 2, 3, 1)] == [1, 4, 9, 1]  # type: ignore[misc]
    assert few.get(1, lambda: pytest.fail("kept")) == 1
