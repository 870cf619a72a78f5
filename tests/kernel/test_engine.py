"""Frames, prompts, deadlines, rights: the parts of a decision."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tactics.kernel import commands as c
from tactics.kernel.dice import ScriptedDice
from tactics.kernel.engine import THE_SYSTEM, Actor, alias, expired, next_deadline
from tactics.kernel.refusals import Refused
from tests.kernel.test_log import ANN, BEN, GM, Table
from tests.toy.ruleset import Hop, Zap


def waiting() -> Table:
    """Ally zaps Hero, whose seat is asked to dodge."""
    table = Table()
    table.do(c.EndTurn(unit="hero"), ANN)
    table.do(Zap(unit="ally", target="hero"), BEN)
    return table


def test_a_blocking_prompt_holds_the_game_but_not_the_table() -> None:
    table = waiting()
    with pytest.raises(Refused, match="awaiting_answer"):
        table.do(Hop(unit="ally", body="ally", at=(0, 4)), BEN)
    table.do(c.Chat(text="dodge!"), BEN)
    with pytest.raises(Refused, match="unknown"):
        table.do(c.Answer(prompt="dodge", value="dodge"), BEN)
    table.do(c.Answer(prompt="dodge", value="dodge"), ANN)
    assert not table.memory.state.stack


def test_the_gm_answers_for_any_seat() -> None:
    table = waiting()
    table.do(c.Answer(prompt="dodge", default=True), GM, 1)
    assert not table.memory.state.prompts


def test_a_deadline_is_taken_once_by_its_default() -> None:
    table = waiting()
    prompt = table.memory.state.prompts[0]
    deadline = next_deadline(table.memory.state)
    assert deadline == table.now + 20_000
    assert expired(table.memory.state, deadline - 1) == ()
    with pytest.raises(Refused, match=r"illegal\.nothing"):
        table.do(c.Timeout(prompt=prompt.key), THE_SYSTEM)
    table.now = deadline
    table.do(c.Timeout(prompt=prompt.key), THE_SYSTEM, 2)
    with pytest.raises(Refused, match="unknown"):
        table.do(c.Timeout(prompt=prompt.key), THE_SYSTEM)


def test_a_pause_keeps_the_time_left() -> None:
    table = waiting()
    table.now += 4000
    table.do(c.Pause(), GM)
    assert next_deadline(table.memory.state) is None
    table.now += 600_000
    assert expired(table.memory.state, table.now) == ()
    table.do(c.Resume(), GM)
    assert next_deadline(table.memory.state) == table.now + 15_000


def test_a_pause_refuses_players_as_another_s_turn_does() -> None:
    table = Table()
    table.do(c.Pause(), GM)
    with pytest.raises(Refused) as paused:
        table.do(Hop(unit="hero", body="hero", at=(0, 1)), ANN)
    assert paused.value.name == "not_your_turn"


def test_an_absent_seat_is_answered_for() -> None:
    table = waiting()
    table.do(c.Timeout(prompt=table.memory.state.prompts[0].key, absent=True), THE_SYSTEM, 3)
    assert not table.memory.state.prompts


def test_a_prompt_s_name_counts_only_its_seat_s_own() -> None:
    table = waiting()
    state = table.memory.state
    assert alias(state, state.prompts[0]) == "dodge.1"
    other = replace(state.prompts[0], key="q99", to="ben")
    assert alias(replace(state, prompts=(other, state.prompts[0])), state.prompts[0]) == "dodge.1"


@pytest.mark.parametrize(
    ("command", "by"),
    [
        (c.Rule(hide="ally"), ANN),
        (c.Pause(), BEN),
        (c.SetSeat(seat=Table().memory.state.seats["ann"]), GM),
        (c.EndTurn(unit="hero"), Actor("sam", "spectator")),
        (c.Timeout(prompt="q1"), GM),
    ],
)
def test_a_role_sends_only_what_is_its_own(command: c.Command, by: Actor) -> None:
    with pytest.raises(Refused, match="not_allowed"):
        Table().do(command, by)


def test_a_die_from_the_table_becomes_a_question_and_the_step_runs_again() -> None:
    table = Table()
    table.do(c.SetStanding(choices={"typed_dice": True}), ANN)
    table.do(Zap(unit="hero", target="mob.1"), ANN)
    assert [p.kind for p in table.memory.state.prompts] == ["die"]
    with pytest.raises(Refused, match="bad_field"):
        table.do(c.Answer(prompt="die", value=7), ANN)
    table.do(c.Answer(prompt="die", value=5), ANN)  # a hit: the harm is asked for as well
    assert [p.data["sides"] for p in table.memory.state.prompts] == [4]
    table.do(c.Answer(prompt="die", value=[4]), ANN)
    state = table.memory.state
    assert not state.prompts
    assert not state.stack
    assert state.bodies["mob.1"].hp == 2


def test_a_refusal_in_the_middle_leaves_no_trace() -> None:
    table = Table()
    before = table.memory.state
    with pytest.raises(Refused):
        table.memory.submit(Hop(unit="hero", body="hero", at=(5, 5)), ANN, 1, ScriptedDice())
    assert table.memory.state is before
