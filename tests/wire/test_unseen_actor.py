"""A unit that a player may not know of, with prepared actions whose conditions are met, is on no wire of theirs: equal
frames, in the same number, as if it were not there (issue: all of Tempus Tempera, on the screen)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from campaigns import services as people
from campaigns.models import Campaign
from missions import services
from tactics.kernel.dice import ScriptedDice
from tactics.kernel.state import AnyState
from tactics.rulebook import services as rulebook
from tests.missions.table import SEATS, Table
from tests.rules.table import foe, hero
from tests.rules.timing_table import Timed
from tests.wire.sockets import frames_of_ann

pytestmark = [pytest.mark.live, pytest.mark.rule("T-070")]

CANARY = "c0ffee00000008"
CLAW = {"skills": {"claw": 2}}
ROWS = ["........", ".a.....o", "....b...", "..w.....", "........"]
CONDITIONS: tuple[dict[str, Any], ...] = (
    {"target": "b", "when": {"in_reach": "any"}, "fire": "ask"},
    {"target": "b", "when": {"attacks": "any"}, "fire": "ask"},
    {"target": "b", "when": {"enters": [3, 2]}, "fire": "ask"},
    {"target": "o", "when": {"attacks": "any"}, "fire": "auto"},
)
"""All are met. The last goes off by itself, at somebody out of reach: it stays prepared, and nobody hears of it."""
TWINS = ("absent", "idle", "prepared", "reflex")


def begins(kind: str) -> AnyState:
    """Ann's Mara (a) is on, Ben's Odo (o) and the goblin (b) follow. Wren (w) is Ben's too, and hidden from Ann."""
    units = {
        "w": {**hero("ben", SPD=16, WIT=6, DEX=3, STR=2, HP=20), **CLAW, "name": CANARY},
        "a": {**hero("ann", SPD=4, WIT=4, DEX=9, STR=2, HP=40), **CLAW, "name": "Mara"},
        "b": {**foe(SPD=4, WIT=3, DEX=3, HP=60, DEF=1), "name": "Goblin"},
        "o": {**hero("ben", SPD=4, WIT=3, DEX=3, HP=20), "name": "Odo"},
    }
    play = Timed(ROWS, units, order="wabo", beat=3, seats={"sam": "spectator"})
    play.do("rule", hide="w", to=["ann", "sam"])
    if kind == "prepared":
        for one in CONDITIONS:
            play.do("prepare", unit="w", action="simple_attack", **one)
    play.do("end_turn", unit="w")
    standing = {"stop_any": True} if kind in ("prepared", "reflex") else {}
    state = play.state
    if kind == "absent":
        order = tuple(key for key in state.clock.order if key != "w")
        acted = tuple(key for key in state.clock.acted if key != "w")
        state = replace(
            state,
            units={key: unit for key, unit in state.units.items() if key != "w"},
            bodies={key: body for key, body in state.bodies.items() if key != "w"},
            clock=replace(state.clock, order=order, acted=acted),
        )
    ben = replace(state.seats["ben"], standing=standing)
    return replace(state, seq=0, seats={**state.seats, "ben": ben})


def make(kind: str) -> Table:
    rulebook.publish_shipped()
    version = rulebook.latest("tempus")
    campaign = Campaign.objects.create(name="The mill", ruleset="tempus")
    members = {
        key: people.add_member(campaign, user=people.make_guest(key.title()), role=role, key=key, name=key.title())
        for key, role in SEATS.items()
    }
    begin = replace(begins(kind), rules=version.hash)
    return Table(services.create_mission(campaign, "The mill", genesis=begin, rules=version), members)


Step = tuple[str, Callable[[Table], Any]]
"""`seen` by Ann, or `unseen`: she gets no frame of it, be it refused or not."""


def script() -> Iterator[Step]:
    """What all can see, with what Ben does about Wren in between; in the twins without her that is refused."""

    def act(seat: str, do: str, dice: Sequence[int] = (), **args: Any) -> Callable[[Table], Any]:
        faces = [(10, face) for face in dice]
        return lambda table: table.do(seat, do, dice=ScriptedDice(faces), **args)

    yield "seen", act("ann", "move", unit="a", paths={"a": [[2, 1], [3, 1]]})
    yield "seen", act("ann", "act", unit="a", action="simple_attack", target="b", dice=[2, 3])
    yield "unseen", act("ben", "hold", unit="w")
    yield "seen", act("ann", "end_turn", unit="a")
    yield "seen", act("gil", "move", unit="b", paths={"b": [[4, 3], [3, 3], [3, 2]]})
    yield "unseen", act("ben", "pass", unit="w")
    yield "unseen", act("ben", "discard", unit="w", prepared=2)
    yield "seen", act("ann", "pass", unit="a")
    yield "seen", act("gil", "act", unit="b", action="simple_attack", target="a")
    yield "unseen", act("ben", "pass", unit="w")
    yield "unseen", act("ben", "discard", unit="w", prepared=3)
    yield "seen", act("ann", "pass", unit="a", dice=[2])
    yield "unseen", act("gil", "rule", set={"w.hp": 7}, secret=True)
    yield "seen", act("gil", "end_turn", unit="b")
    yield "seen", act("ben", "move", unit="o", paths={"o": [[7, 2]]})


async def play(kind: str, monkeypatch: pytest.MonkeyPatch) -> list[list[dict[str, Any]]]:
    """The frames that Ann gets, step by step, each at a fixed moment of the Mission's clock."""
    found, told = await frames_of_ann(lambda: make(kind), script(), monkeypatch, "unseen")
    assert CANARY not in told
    return found


@pytest.mark.parametrize("kind", TWINS[1:])
async def test_who_may_act_unseen_changes_no_frame(quiet: None, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [await play(each, monkeypatch) for each in (TWINS[0], kind)]
    for (name, _), without, with_her in zip(script(), found[0][1:], found[1][1:], strict=True):
        assert bool(without) == (name == "seen"), (name, without)
        assert len(without) == len(with_her)
    assert json.dumps(found[0]) == json.dumps(found[1])
