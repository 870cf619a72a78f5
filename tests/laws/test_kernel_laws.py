"""The laws of the kernel (architecture.md 9), on the toy ruleset and on every ruleset that ships."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.codec import codec, encode
from tactics.kernel.engine import Actor
from tactics.kernel.log import fold, live, standing
from tests.laws import games
from tests.laws.kit import played, states

CHOICES = st.lists(st.integers(0, 10_000), min_size=1, max_size=40)
FACES = st.lists(st.integers(0, 10_000), min_size=1, max_size=40)
every_game = pytest.mark.parametrize("name", sorted(games.ALL))


@every_game
@given(choices=CHOICES, faces=FACES)
def test_the_fold_of_the_log_is_the_state(name: str, choices: list[int], faces: list[int]) -> None:
    game = games.ALL[name]
    play = played(game, choices, faces)
    assert fold(game.code, play.memory.genesis, play.memory.log) == play.state


@every_game
@given(choices=CHOICES, faces=FACES)
def test_every_state_survives_json_also_in_the_middle_of_an_interrupt(
    name: str, choices: list[int], faces: list[int]
) -> None:
    game = games.ALL[name]
    play = played(game, choices, faces)
    reader = codec(game.code)
    for state in states(play):
        assert reader.state(encode(state)) == state
    for entry in play.memory.log:
        assert reader.events(encode(entry.events)) == entry.events
        assert reader.command(encode(entry.command)) == entry.command


@every_game
@given(choices=CHOICES, faces=FACES, back=st.integers(0, 100))
def test_a_rewind_restores_the_state_but_for_seq_and_lasting_facts(
    name: str, choices: list[int], faces: list[int], back: int
) -> None:
    game = games.ALL[name]
    play = played(game, choices, faces)
    targets = [entry.seq for entry in standing(play.memory.log)][:-1]
    if not targets:
        return
    to = targets[back % len(targets)]
    then = play.memory.state_at(to)
    gm = next(s for s in play.state.seats.values() if s.role == "gm")
    entry = play.send(c.Rewind(to=to), Actor(gm.key, "gm"))
    if entry is None:
        return

    def bare(state):  # type: ignore[no-untyped-def]
        prompts = tuple(replace(p, deadline=None, left=None) for p in state.prompts)
        return replace(state, seq=0, seats={}, paused="", prompts=prompts)

    assert bare(play.state) == bare(then)
    assert fold(game.code, play.memory.genesis, play.memory.log) == play.state


@every_game
@given(choices=CHOICES, faces=FACES)
def test_a_repeated_command_has_no_second_effect(name: str, choices: list[int], faces: list[int]) -> None:
    game = games.ALL[name]
    play = played(game, [], faces)
    for i, number in enumerate(choices):
        wishes = game.wishes(play.state)
        command, by = wishes[number % len(wishes)]
        if play.send(command, by, key=f"k{i}") is not None:
            after = play.state
            assert play.send(command, by, key=f"k{i}") is None
            assert play.state == after


@every_game
@given(choices=CHOICES, faces=FACES)
def test_each_unit_takes_the_turns_it_is_granted_and_the_stack_is_empty_between_turns(
    name: str, choices: list[int], faces: list[int]
) -> None:
    game = games.ALL[name]
    play = played(game, choices, faces)
    state = play.memory.genesis
    from tactics.kernel.engine import apply

    taken: list[str] = []
    for _entry, events in live(play.memory.log):
        for event in events:
            if isinstance(event, e.RoundStarted):
                taken = []
            if isinstance(event, e.TurnStarted):
                assert event.unit not in taken, "nobody takes two turns in one round"
                taken.append(event.unit)
            if isinstance(event, e.TurnStarted | e.TurnEnded):
                assert not state.stack, "no frame outlives a turn"
            state = apply(game.code, state, event)
    assert set(state.clock.acted) <= set(state.clock.order) | set(state.units)


@every_game
@given(choices=CHOICES, faces=FACES)
def test_points_are_granted_spent_left_or_lost_and_never_negative(
    name: str, choices: list[int], faces: list[int]
) -> None:
    game = games.ALL[name]
    play = played(game, choices, faces)
    from tactics.kernel.engine import apply

    state = play.memory.genesis
    for _, events in live(play.memory.log):
        for event in events:
            before = state
            state = apply(game.code, state, event)
            if isinstance(event, e.Spent):
                for pool, points in event.points.items():
                    assert points >= 0
                    assert before.units[event.unit].pools[pool].left - points == event.left[pool]
            for unit in state.units.values():
                assert all(p.left >= 0 for p in unit.pools.values())


@every_game
def test_random_play_goes_deep_enough_to_prove_something(name: str) -> None:
    game = games.ALL[name]
    seen: dict[str, int] = {}
    for seed in range(60):
        numbers = [(seed * 7919 + i * 104_729) % 10_007 for i in range(120)]
        play = played(game, numbers, numbers[::-1])
        for entry in play.memory.log:
            for event in entry.events:
                seen[type(event).__name__] = seen.get(type(event).__name__, 0) + 1
    for kind in game.reached:
        assert seen.get(kind, 0) >= 5, f"{kind}: {seen.get(kind, 0)} times"
