"""Fog and heights on the wire: of whom a player sees in the air over a wall it gets all, and of what lies below there
nothing. Two battles that differ behind the wall send the same bytes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from campaigns import services as people
from campaigns.models import Campaign
from missions import services
from tactics.kernel.state import Edge, Place
from tactics.rulebook import services as rulebook
from tests.missions.table import SEATS, Table
from tests.outerah.table import Battle, foe, hero
from tests.wire.sockets import frames_of_ann

pytestmark = [pytest.mark.live, pytest.mark.rule("O-107", "O-140")]

CANARY = "c0ffee00000011"
WALL = [Edge((4, y), (5, y)) for y in range(5)]


def make(*, dark: bool) -> Table:
    """Ann before a wall, a kite high above the ground behind it, and somebody below that she never sees."""
    rulebook.publish_shipped()
    version = rulebook.latest("outerah")
    campaign = Campaign.objects.create(name="Wall", ruleset="outerah")
    members = {
        key: people.add_member(campaign, user=people.make_guest(key.title()), role=role, key=key, name=key.title())
        for key, role in SEATS.items()
    }
    units = {
        "a": hero(), "t": foe(traits=["flies"], MOV=6, name="Kite"), "u": foe(name=CANARY if dark else "Umbra", HP=50),
    }  # fmt: skip
    rows = ["a.......t.", "....." + ("#.*u." if dark else "..u.."), "....." + ("~~~~~" if dark else ".....")]
    edges = [*WALL, *([Edge((7, 3), (8, 3), kind="cover", material="sandbags")] if dark else [])]
    hill = [0 if not dark or n % 10 < 6 else 2 for n in range(50)]
    play = Battle(rows, units, order="atu", edges=edges, elevation=hill, fog="sight")
    state = replace(play.state, rules=version.hash)
    up = replace(state.bodies["t"], place=Place("field", 8, 0, 12))
    begin = replace(state, bodies={**state.bodies, "t": up})
    return Table(services.create_mission(campaign, "Wall", genesis=begin, rules=version), members)


def do(seat: str, name: str, **args: Any) -> Callable[[Table], Any]:
    return lambda table: table.do(seat, name, **args)


STEPS = (
    ("seen", do("ann", "end_turn", unit="a")),
    ("seen", do("gil", "move", unit="t", path=[[7, 0], [6, 0]])),
    ("seen", do("gil", "end_turn", unit="t")),
    ("unseen", do("gil", "set_edge", board="field", edge={"a": [7, 2], "b": [8, 2], "kind": "door"})),
    ("unseen", do("gil", "place", body="u", at=[9, 4])),
    ("unseen", do("gil", "rule", set={"u.hp": "=3"})),
)


async def play(dark: bool, monkeypatch: pytest.MonkeyPatch) -> list[list[dict[str, Any]]]:
    """The frames that Ann gets, step by step."""
    found, told = await frames_of_ann(lambda: make(dark=dark), STEPS, monkeypatch)
    assert "Kite" in told
    assert CANARY not in told
    assert "Umbra" not in told
    return found


async def test_who_flies_over_a_wall_shows_nothing_of_what_lies_below(
    quiet: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [await play(dark, monkeypatch) for dark in (False, True)]
    for (name, _), one, other in zip(STEPS, found[0][1:], found[1][1:], strict=True):
        assert bool(one) == (name == "seen"), (name, one)
        assert len(one) == len(other)
    assert json.dumps(found[0]) == json.dumps(found[1])
