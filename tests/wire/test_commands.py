"""Who may send which command: every kind of every ruleset, for everybody who might try."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from missions import services
from missions.models import LogEntry
from tactics import rulesets
from tactics.kernel import commands as c
from tactics.kernel.refusals import Refused
from tests.missions.table import Table
from tests.wire.test_permissions import Doors, doors  # noqa: F401

pytestmark = pytest.mark.live

OF_PLAYERS = frozenset(
    {"act", "answer", "chat", "claim", "door", "end_turn", "hold", "let_pass", "more_time", "move", "place",
     "roll_initiative", "set_standing", "stand_in", "take_back", "throw", "wish"}
)  # fmt: skip
"""Kernel commands that a player may send for their own; every other one is the GM's or the server's."""


def kinds() -> list[type[c.Command]]:
    every = {kind for name in rulesets.RULESETS for kind in rulesets.get(name).commands} | set(c.KERNEL_COMMANDS)
    return sorted(every, key=tag)


def tag(kind: type[c.Command]) -> str:
    return str(kind.__struct_config__.tag)


def anything(kind: type[c.Command]) -> c.Command:
    """One of this kind. What it says does not matter: who asks is looked at before."""
    needed = [f.name for f in msgspec.structs.fields(kind) if f.required]
    return kind(**dict.fromkeys(needed, "x"))


def refusal(table: Table, seat: str, kind: type[c.Command]) -> str:
    try:
        services.submit(table.mission.pk, seat, f"k-{tag(kind)}", anything(kind), who=services.TRUSTED)
    except Refused as refused:
        return refused.code
    return ""


def test_a_spectator_sends_nothing_but_talk(table: Table) -> None:
    table.start()
    said = {tag(kind): refusal(table, "sam", kind) for kind in kinds()}
    assert said.pop("chat") == ""
    assert said.pop("take_back") != "", "there is nothing of a spectator's to take back"
    assert set(said.values()) == {"not_allowed"}


def test_a_player_sends_no_ruling(table: Table) -> None:
    table.start()
    rulings = [kind for kind in c.KERNEL_COMMANDS if tag(kind) not in OF_PLAYERS]
    assert {tag(kind) for kind in rulings if refusal(table, "ann", kind) != "not_allowed"} == set()


def test_who_does_not_sit_there_sends_nothing_at_all(doors: Doors) -> None:  # noqa: F811
    """The same answer for every kind, also for GMs of other tables and the site's staff."""
    before = LogEntry.objects.filter(mission=doors.table.mission).count()
    for seat in ("ann", "gil"):
        address = f"/missions/{doors.table.mission.pk}/as/{seat}/command/"
        for who in ("anonymous", "outsider", "removed", "spectator", "other player", "other gm", "staff"):
            said: set[Any] = set()
            for kind in kinds():
                args = json.dumps({f.name: "x" for f in msgspec.structs.fields(kind) if f.required})
                answer = doors.who[who].post(address, {"do": tag(kind), "key": f"{who}-{tag(kind)}", "args": args})
                said.add(answer.status_code)
            assert said <= {404, 429}, (who, seat, said)
            assert 404 in said
    assert LogEntry.objects.filter(mission=doors.table.mission).count() == before
