"""Two Missions that differ only in what a viewer may not know give that viewer the same: view, feed, refusals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactics.kernel import commands as c
from tactics.kernel.codec import encode
from tactics.kernel.engine import Actor
from tactics.kernel.refusals import Refused
from tactics.secrecy.feed import feed
from tactics.secrecy.known import known
from tactics.secrecy.project import project
from tactics.secrecy.words import refusal_text
from tests.laws import games
from tests.laws.kit import Game, Play

CHOICES = st.lists(st.integers(0, 10_000), min_size=1, max_size=25)
FACES = st.lists(st.integers(0, 10_000), min_size=1, max_size=40)
every_game = pytest.mark.parametrize("name", sorted(games.ALL))


def received(game: Game, play: Play, seat: str, role: str) -> bytes:
    view = project(game.code, play.state, game.rules, seat, role)
    if game.code.threat is None:
        return encode(view)
    seen = known(game.code, play.state, game.rules, seat, role)
    return encode([view, [game.code.threat(seen, seen.state.bodies[token.key]) for token in view.tokens]])


@every_game
@given(choices=CHOICES, faces=FACES)
def test_twin_missions_look_alike(name: str, choices: list[int], faces: list[int]) -> None:
    game = games.ALL[name]
    twins = [Play(game, faces, **secret) for secret in game.secrets]
    for twin in twins:
        game.start(twin)
    for number in choices:
        wishes = game.wishes(twins[0].state)
        command, by = wishes[number % len(wishes)]
        if game.tells(command):
            continue
        answers = []
        for twin in twins:
            before = twin.state
            twin.now += 1000
            try:
                entry = twin.memory.submit(command, by, twin.now, twin.dice)
                answers.append(
                    [
                        encode([feed(game.code, game.rules, before, entry, seat, role)])
                        if entry and entry.rewound_to is None
                        else b""
                        for seat, role in game.watched
                    ]
                )
            except Refused as refused:
                view = known(game.code, before, game.rules, by.seat, by.role)
                answers.append([refused.name.encode(), refusal_text(game.code, view, refused).encode()])
        if by.role != "gm" or all(len(a) == len(game.watched) for a in answers):
            assert answers[0] == answers[1]
        for seat, role in game.watched:
            assert received(game, twins[0], seat, role) == received(game, twins[1], seat, role)


@every_game
def test_no_secret_of_the_genesis_is_in_a_view(name: str) -> None:
    game = games.ALL[name]
    for secret in game.secrets:
        for value in secret.values():
            if not isinstance(value, str):
                continue
            play = Play(game, [1, 2, 3], **secret)
            game.start(play)
            for seat, role in game.watched:
                assert value.encode() not in received(game, play, seat, role)


@every_game
def test_asking_for_what_one_may_not_know_of_answers_as_for_nothing(name: str) -> None:
    game = games.ALL[name]
    play = Play(game, [1, 2, 3])
    game.start(play)
    refusals = set()
    for key in ("lurk", "no-such-unit"):
        with pytest.raises(Refused) as caught:
            play.memory.submit(c.EndTurn(unit=key), Actor("ann", "player"), 5000, play.dice)
        refusals.add(caught.value.name)
    assert refusals == {"unknown"}
