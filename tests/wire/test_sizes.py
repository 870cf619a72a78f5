"""What an event costs on the way to a page: whole turns of hard fights of the demo, for every audience. (What a duel of
ships comes to is above all this, and told in docs/performance.md.)"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmarks.sizes import LIMIT, Fight, Frame
from missions import demo
from missions.models import Mission

COMMANDS = 45
ROOM = 1.2
"""In a turn a step may come to so many times the limit, where a declaration gives the acting unit other actions."""
START = 1.5
"""The start of a turn shows everything that a unit can do, once."""


@pytest.fixture
def folder(tmp_path: Path, settings: Any, transactional_db: None) -> None:
    settings.DATA = tmp_path


def sent(name: str, ruleset: str) -> list[Frame]:
    """What everybody is sent in the Mission of this name, but for a GM who asks for all of it."""
    first = demo.make(ruleset)
    fight = Fight(Mission.objects.get(campaign=first.campaign, name=name), seed=0)
    fight.play(rounds=2, most=COMMANDS)
    return [frame for frame in fight.frames if frame.who != "gm, all offers"]


@pytest.mark.parametrize(
    ("ruleset", "name"), [("tempus", "The mill at Harrow"), ("outerah", "The hill above Kestrel Ford")]
)
def test_an_event_of_a_hard_fight_keeps_its_budget(folder: None, ruleset: str, name: str) -> None:
    """On a socket that deflates 19 of 20 are within the limit for each kind of seat, alone nine of ten; what is
    above it is known, and how far."""
    frames = sent(name, ruleset)
    assert {frame.who for frame in frames} == {"gm", "acting", "player", "spectator"}
    for kind in ({"gm"}, {"acting", "player"}, {"spectator"}):
        alone = sorted(frame.alone for frame in frames if frame.who in kind)
        assert alone[int(len(alone) * 0.9)] < LIMIT, (kind, alone[-5:])
        sizes = sorted(frame.size for frame in frames if frame.who in kind)
        assert sizes[int(len(sizes) * 0.95)] < LIMIT, (kind, sizes[-5:])
    assert [(f.who, f.did, f.alone) for f in frames if not f.begins and f.alone > LIMIT * ROOM] == []
    assert [(f.who, f.did, f.alone) for f in frames if f.alone > LIMIT * START] == []
