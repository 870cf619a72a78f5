"""An evening with the default settings stays within the aims (table.md 37)."""

from __future__ import annotations

from msgspec.structs import replace

from benchmarks.evening import HEROES, MOBS, ROUNDS, Evening


def test_an_evening_meets_its_aims() -> None:
    evening = Evening()
    evening.play()
    state = evening.memory.state
    assert len(HEROES) == 4
    assert sum(MOBS.values()) == 12
    assert state.clock.round > ROUNDS or state.prompts or state.clock.active is None
    assert evening.missed() == []
    for mob in (True, False):
        ways = {way for turn in evening.turns if turn.mob == mob for way in turn.ways}
        assert ways & {"walk", "march"}
        assert ways & {"strike", "spread"}


def test_an_evening_on_which_everything_is_asked_does_not() -> None:
    """What is measured is asked: with every difficulty asked for, the GM answers far more than the aim."""
    evening = Evening()
    asking = replace(evening.memory.state, options={"tt.ask.difficulty": "all"})
    evening.memory.state = evening.memory.genesis = asking
    evening.play()
    found = evening.result()
    assert found["GM prompts"] > 15
    assert evening.tally["gm"].waited == 4 * found["GM prompts"]
    assert any(line.startswith("GM prompts") for line in evening.missed())
