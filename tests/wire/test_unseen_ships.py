"""What players may not know of a duel is on no wire of theirs: who hides on the enemy's deck, what lies in its cannon,
another ship, and what a stranger's pet is told. Equal frames, in the same number, whatever it is."""

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
from tactics.rulebook import services as rulebook
from tests.laws.outerah_ships_game import GAME
from tests.missions.table import SEATS, Table
from tests.wire.sockets import frames_of_ann

pytestmark = [pytest.mark.live, pytest.mark.rule("O-140", "O-050")]

CANARY = "c0ffee00000009"
TWINS: tuple[dict[str, Any], ...] = (
    {},
    {
        "secret_name": CANARY, "secret_at": (3, 4), "secret_high": 9, "secret_loaded": True, "secret_guard": True,
    },
)  # fmt: skip
ORDER = ("vael", "oriel", "mate")


def make(secret: dict[str, Any]) -> Table:
    """In the first Round; Vael, at the helm, is on."""
    rulebook.publish_shipped()
    version = rulebook.latest("outerah")
    campaign = Campaign.objects.create(name="Sky", ruleset="outerah")
    members = {
        key: people.add_member(campaign, user=people.make_guest(key.title()), role=role, key=key, name=key.title())
        for key, role in SEATS.items()
    }
    state = GAME.genesis(**secret)
    speeds = {key: 20 - n for n, key in enumerate(ORDER)}
    units = {key: replace(unit, initiative=speeds.get(key, 0)) for key, unit in state.units.items()}
    order = (*ORDER, *(key for key in units if key not in ORDER))
    begin = replace(
        state, rules=version.hash, units=units, phase="placement", clock=replace(state.clock, order=order)
    )  # fmt: skip
    table = Table(services.create_mission(campaign, "Sky", genesis=begin, rules=version), members)
    table.do("gil", "chat", text="Welcome aboard")  # by now all are at their posts
    table.do("gil", "place_rest")  # the horse alone has no place yet; then the first Round begins by itself
    return table


Step = tuple[str, Callable[[Table], Any]]
"""`seen` by Ann, or `unseen`: she gets no frame of it."""


def script() -> Iterator[Step]:
    def act(seat: str, do: str, dice: Sequence[tuple[int, int]] = (), **args: Any) -> Callable[[Table], Any]:
        return lambda table: table.do(seat, do, dice=ScriptedDice(list(dice)), **args)

    yield "seen", act("ann", "ship", unit="vael", role="steer", target=[2, 0], climb=1)
    yield "unseen", act("gil", "place", body="specter", at=[0, 2], board="ghost.deck")
    yield "unseen", act("gil", "ask_steering", unit="ghost")
    yield "unseen", act("gil", "rule", set={"ghost.hull.hp": "=0"})
    yield "seen", act("ann", "order", unit="vael", pet="rex", order="guard")
    yield "seen", act("ann", "end_turn", unit="vael")
    yield "seen", act("ben", "ship", unit="oriel", role="load")
    yield "seen", act("ben", "end_turn", unit="oriel")
    yield "unseen", act("gil", "order", unit="mate", pet="hound", order="alert", text=CANARY)
    yield "seen", act("gil", "move", unit="mate", paths={"mate": [[1, 0]]})


async def play(secret: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> list[list[dict[str, Any]]]:
    """The frames that Ann gets, step by step, each at a fixed moment of the Mission's clock."""
    found, told = await frames_of_ann(lambda: make(secret), script(), monkeypatch)
    assert CANARY not in told
    for word in ("ghost", "specter", "Dutchman", "Lurker"):
        assert word not in told
    return found


async def test_what_a_stranger_s_ship_holds_changes_no_frame(quiet: None, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [await play(secret, monkeypatch) for secret in TWINS]
    for (name, _), one, other in zip(script(), found[0][1:], found[1][1:], strict=True):
        assert bool(one) == (name == "seen"), (name, one)
        assert len(one) == len(other)
    assert json.dumps(found[0]) == json.dumps(found[1])
