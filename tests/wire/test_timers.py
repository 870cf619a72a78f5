"""The hub acts by itself: when a deadline passes, and when a seat that is waited for stays away."""

from __future__ import annotations

import asyncio
import time

import pytest
from asgiref.sync import sync_to_async

from missions import services
from missions.live import timers
from missions.live.reading import Seen, Waiting
from missions.models import LogEntry, Presence
from tests.missions.table import Table
from tests.missions.test_submit import zap_at_ally
from tests.wire.test_socket import opened

pytestmark = [pytest.mark.live]


def system_keys(table: Table) -> list[str]:
    rows = LogEntry.objects.filter(mission=table.mission, seat="system").order_by("seq")
    return list(rows.values_list("key", flat=True))


async def settled(table: Table, seconds: float = 6) -> list[str]:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = await sync_to_async(system_keys)(table)
        if found:
            return found
        await asyncio.sleep(0.1)
    return []


async def test_a_deadline_is_kept_by_the_hub(table: Table) -> None:
    ann, ben = await opened(table, "ann"), await opened(table, "ben")
    asked_at = services.now_ms() - 18_500
    key = await sync_to_async(zap_at_ally)(table, asked_at)
    assert await settled(table) == [f"{key}:timeout"]
    assert services.now_ms() >= asked_at + 20_000
    await ann.close()
    await ben.close()


async def test_a_seat_that_stays_away_does_not_hold_the_game(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "ABSENT_AFTER", 400)
    monkeypatch.setattr(timers, "ABSENT_AFTER", 400)
    ann = await opened(table, "ann")
    key = await sync_to_async(zap_at_ally)(table, services.now_ms())
    assert await settled(table) == [f"{key}:absent"]
    await ann.close()


async def test_a_seat_that_is_there_is_waited_for(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "ABSENT_AFTER", 400)
    monkeypatch.setattr(timers, "ABSENT_AFTER", 400)
    ann, ben = await opened(table, "ann"), await opened(table, "ben")
    await asyncio.sleep(1.5)  # presence is written
    assert await sync_to_async(Presence.objects.filter(mission=table.mission).count)() == 2
    key = await sync_to_async(zap_at_ally)(table, services.now_ms())
    assert await settled(table, 1.5) == []
    await ben.close()
    assert await settled(table) == [f"{key}:absent"]
    await ann.close()


async def test_who_only_looks_is_not_there(table: Table) -> None:
    """The GM who sees as Ben does not make Ben present."""
    gil = await opened(table, "gil", see="ben")
    await asyncio.sleep(1.5)
    assert await sync_to_async(Presence.objects.filter(mission=table.mission).count)() == 0
    await gil.close()


def test_when_the_hub_must_look_again() -> None:
    seen = Seen(deadline=90_000, waiting=(Waiting("q1", frozenset({"ben"})),), there={"ben": 30_000})
    assert timers.next_at(seen, {"q1": 10_000}, 20_000) == 30_000 + services.ABSENT_AFTER
    assert timers.absent(seen, {"q1": 10_000}, 34_000) == []
    assert timers.absent(seen, {"q1": 10_000}, 35_000) == ["q1"]
    assert timers.next_at(Seen(), {}, 0) is None
