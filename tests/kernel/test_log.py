"""The log: take back, rewind, amend, upcast."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.again import recorded
from tactics.kernel.codec import Codec, encode
from tactics.kernel.dice import ScriptedDice
from tactics.kernel.engine import Actor
from tactics.kernel.entering import Memory
from tactics.kernel.log import Entry, dead, fold
from tactics.kernel.refusals import Refused
from tests.toy.mission import genesis
from tests.toy.ruleset import RULES, TOY, Hop, Zap

GM = Actor("gil", "gm")
ANN = Actor("ann", "player")
BEN = Actor("ben", "player")


class Table:
    """A toy Mission that runs, Hero first."""

    def __init__(self) -> None:
        self.memory = Memory(TOY, genesis(), RULES)
        self.now = 0
        self.do(c.RollInitiative(), GM, 6, 5, 2, 1)

    def do(self, command: c.Command, by: Actor, *faces: int, sides: int = 6, key: str | None = None) -> Entry | None:
        self.now += 1000
        dice = ScriptedDice([(sides, face) for face in faces])
        entry = self.memory.submit(command, by, self.now, dice, key)
        dice.finish()
        return entry

    def at(self, body: str) -> tuple[int, int]:
        place = self.memory.state.bodies[body].place
        assert place is not None
        return place.cell

    def hop(self, x: int, y: int) -> None:
        self.do(Hop(unit="hero", body="hero", at=(x, y)), ANN)

    def zap(self, target: str, *dice: tuple[int, int]) -> None:
        self.now += 1000
        script = ScriptedDice(dice)
        self.memory.submit(Zap(unit="hero", target=target), ANN, self.now, script)
        script.finish()


def test_a_player_takes_back_steps_one_by_one_with_their_points() -> None:
    table = Table()
    table.hop(0, 1)
    table.hop(0, 2)
    table.do(c.TakeBack(), ANN)
    assert table.at("hero") == (0, 1)
    assert table.memory.state.units["hero"].pools["go"].left == 1
    table.do(c.TakeBack(), ANN)
    assert table.at("hero") == (0, 0)
    with pytest.raises(Refused, match=r"illegal\.nothing"):
        table.do(c.TakeBack(), ANN)


def test_what_revealed_a_die_cannot_be_taken_back() -> None:
    table = Table()
    table.zap("mob.1", (6, 1))
    with pytest.raises(Refused, match=r"illegal\.nothing"):
        table.do(c.TakeBack(), ANN)


def test_nobody_takes_back_what_another_did() -> None:
    table = Table()
    table.hop(0, 1)
    with pytest.raises(Refused, match=r"illegal\.nothing"):
        table.do(c.TakeBack(), BEN)


def test_the_end_of_a_turn_is_taken_back_until_another_acts() -> None:
    table = Table()
    table.do(c.EndTurn(unit="hero"), ANN)
    assert table.memory.state.clock.active == "ally"
    table.do(c.TakeBack(), ANN)
    assert table.memory.state.clock.active == "hero"
    table.do(c.EndTurn(unit="hero"), ANN)
    table.do(Hop(unit="ally", body="ally", at=(0, 4)), BEN)
    with pytest.raises(Refused, match=r"illegal\.nothing"):
        table.do(c.TakeBack(), ANN)


def test_chat_neither_stops_a_take_back_nor_is_taken_back() -> None:
    table = Table()
    table.hop(0, 1)
    table.do(c.Chat(text="wait"), BEN)
    table.do(c.TakeBack(), ANN)
    assert table.at("hero") == (0, 0)
    assert any(isinstance(x, e.Chatted) for entry in table.memory.log for x in entry.events)
    assert dead(table.memory.log) == {2}


def test_a_rewind_keeps_seats_and_pauses() -> None:
    table = Table()
    table.hop(0, 1)
    table.do(c.SetStanding(choices={"convert": 1}), ANN)
    table.do(c.Pause(), GM)
    table.do(c.Rewind(to=1), GM)
    state = table.memory.state
    assert table.at("hero") == (0, 0)
    assert state.seats["ann"].standing == {"convert": 1}
    assert state.paused == "gil"
    assert fold(TOY, table.memory.genesis, table.memory.log) == state


def test_a_rewind_names_only_what_stands() -> None:
    table = Table()
    table.hop(0, 1)
    table.do(c.Rewind(to=1), GM)
    for to in (2, 99):
        with pytest.raises(Refused, match="unknown"):
            table.do(c.Rewind(to=to), GM)
    with pytest.raises(Refused, match="not_allowed"):
        table.do(c.Rewind(to=0), ANN)


def test_an_open_prompt_comes_back_with_its_whole_time() -> None:
    table = Table()
    table.do(c.EndTurn(unit="hero"), ANN)
    table.do(Zap(unit="ally", target="hero"), BEN)
    asked = table.memory.state.prompts[0]
    seq = table.memory.state.seq
    table.now += 15_000
    table.do(c.Answer(prompt="dodge", value="dodge"), ANN)
    table.now += 60_000
    table.do(c.Rewind(to=seq), GM)
    back = table.memory.state.prompts[0]
    assert back.key == asked.key
    assert back.deadline is not None
    assert back.deadline - table.now == 20_000


def test_an_amended_die_decides_the_rest_again() -> None:
    table = Table()
    table.zap("mob.1", (6, 3))
    entry = table.memory.state.seq
    table.hop(0, 1)
    table.do(c.Amend(entry=entry, change={"die": 2}), GM)
    state = table.memory.state
    assert table.at("hero") == (0, 1)
    assert dead(table.memory.log) == {entry, entry + 1}
    assert fold(TOY, table.memory.genesis, table.memory.log) == state


def test_an_amendment_throws_what_had_not_fallen() -> None:
    """A miss made a hit has a die of harm; amended again, it keeps that die; a miss again, it has none."""
    table = Table()
    table.zap("mob.1", (6, 1))
    entry = table.memory.state.seq
    table.hop(0, 1)
    table.do(c.Amend(entry=entry, change={"die": 5}), GM, 3, sides=4)
    harmed = table.memory.state.bodies["mob.1"].hp
    assert recorded(table.memory.log[-1].events) == [(6, (5,), "zap"), (4, (3,), "harm")]
    table.do(c.Amend(entry=table.memory.state.seq, change={"die": 6}), GM)
    assert table.memory.state.bodies["mob.1"].hp == harmed
    table.do(c.Amend(entry=table.memory.state.seq, change={"die": 1}), GM)
    assert table.memory.state.bodies["mob.1"].hp == 6
    assert table.at("hero") == (0, 1)
    assert fold(TOY, table.memory.genesis, table.memory.log) == table.memory.state


def test_an_amendment_keeps_the_other_faces() -> None:
    table = Table()
    table.zap("mob.1", (6, 5), (4, 3))
    entry = table.memory.state.seq
    table.do(c.Amend(entry=entry, change={"die": [1, 1]}), GM)
    assert table.memory.state.bodies["mob.1"].hp == 5
    with pytest.raises(Refused, match=r"illegal\.limit"):
        table.do(c.Amend(entry=table.memory.state.seq, change={"die": [7, 1]}), GM)
    table.do(c.Amend(entry=table.memory.state.seq, change={"die": [1, 2]}), GM)
    assert table.memory.state.bodies["mob.1"].hp == 4


def test_a_key_seen_before_answers_alike_or_is_refused() -> None:
    table = Table()
    command = Hop(unit="hero", body="hero", at=(0, 1))
    assert table.do(command, ANN, key="one") is not None
    assert table.do(command, ANN, key="one") is None
    with pytest.raises(Refused, match="key_reused"):
        table.do(Hop(unit="hero", body="hero", at=(0, 2)), ANN, key="one")


def test_facts_of_an_earlier_release_are_upcast() -> None:
    newer = replace(TOY, upcasters={"Walked": lambda ev: {"event": "Stepped", "body": ev["who"], "place": ev["to"]}})
    text = encode([{"event": "Walked", "who": "hero", "to": {"board": "lower", "x": 1, "y": 0}}])
    (event,) = Codec(newer).events(text)
    assert isinstance(event, e.Stepped)
    assert event.place.cell == (1, 0)


def test_unknown_facts_and_fields_are_refused() -> None:
    for bad in ('[{"event":"Nothing"}]', '[{"event":"Stepped","body":"hero","place":null}]', "[1]"):
        with pytest.raises(msgspec.ValidationError):
            Codec(TOY).events(bad)


def test_a_turn_that_passed_in_secret_is_not_kept_behind_a_take_back() -> None:
    """Else the next unit's turn would stand beside the one that came back."""
    table = Table()
    table.do(c.EndTurn(unit="hero"), ANN)
    table.do(c.Rule(skip=table.memory.state.clock.active), GM)
    with pytest.raises(Refused, match=r"illegal\.nothing"):
        table.do(c.TakeBack(), ANN)
