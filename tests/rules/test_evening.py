"""An evening with the default settings stays within the aims (table.md 37), of either ruleset and in a duel."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from benchmarks.evening import KINDS, Evening
from benchmarks.sitting import ROUNDS

DONE = {
    "evening": ({"walk", "strike"}, {"march", "spread"}),
    "skirmish": ({"walk", "strike", "pet walk", "pet strike"}, {"march", "strike"}),
    "duel": ({"steer", "fire", "panel"}, {"panel", "fire", "march", "strike"}),
}
"""What heroes and what Mobs do on each evening, or it counts nothing."""


@pytest.mark.parametrize("kind", KINDS)
def test_an_evening_meets_its_aims(kind: str) -> None:
    evening = KINDS[kind](4.0)
    rounds = ROUNDS if kind == "evening" else ROUNDS // 2
    evening.play(rounds)
    state = evening.memory.state
    assert len(evening.players) == 4
    assert sum(len(unit.bodies) for unit in state.units.values() if unit.kind == "mob") == 12
    assert state.clock.round > rounds or state.prompts or state.clock.active is None
    assert evening.missed() == []
    if kind != "evening":  # triggers and Auto Skills never ask, nor does a facing (table.md 21)
        assert not any(tally.prompts for tally in evening.tally.values())
    for mob, done in zip((False, True), DONE[kind], strict=True):
        ways = {way for turn in evening.turns if turn.mob == mob for way in turn.ways}
        assert done <= ways


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
