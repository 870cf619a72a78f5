"""What happened, for whoever comes back (table.md 34): since the last visit, whose turn it is, who is down, who is
away; and of a closed Mission how it ended. Made from what the seat itself may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils import timezone

from tactics.kernel.view import LogLine, MissionView, UnitView

from . import record, selectors, services
from .models import Presence
from .selectors import Sitting

AWAY = 10 * 60_000
"""Milliseconds after which somebody who returns is told that there is something to read."""
LINGER = 12_000
"""Milliseconds for which the last word of a page counts (missions.live.hub.THERE)."""
SESSION_KEY = "back"
MOST = 200
"""Lines of one recap; the record has all."""


def last_visit(mission_id: int, seat: str) -> int | None:
    """When a page of the seat was last connected, in milliseconds; None if none ever was."""
    until = Presence.objects.filter(mission_id=mission_id, seat=seat).aggregate(last=Max("until"))["last"]
    return until - LINGER if until is not None else None


def back_since(session: Any, at: Sitting, lines: Sequence[LogLine]) -> int | None:
    """Since when the seat was away, if it comes back now and was told something meanwhile; kept until it was read."""
    key = f"{at.mission.pk}.{at.key}"
    kept: dict[str, int] = session.get(SESSION_KEY) or {}
    seen = last_visit(at.mission.pk, at.key)
    if seen is not None and services.now_ms() - seen > AWAY and kept.get(key) != seen:
        kept = {**kept, key: seen}
        session[SESSION_KEY] = kept
    since = kept.get(key)
    return since if since is not None and any(_told_at(line) > since for line in lines) else None


def was_read(session: Any, at: Sitting) -> None:
    key = f"{at.mission.pk}.{at.key}"
    kept: dict[str, int] = session.get(SESSION_KEY) or {}
    if key in kept:
        session[SESSION_KEY] = {k: v for k, v in kept.items() if k != key}


@dataclass(frozen=True)
class Body:
    """Somebody on the board in words. mine: the seat's own."""

    name: str
    health: str
    mine: bool
    down: bool


@dataclass(frozen=True)
class Absent:
    name: str
    played_by: str


@dataclass(frozen=True)
class Recap:
    view: MissionView
    since: datetime | None
    lines: list[record.Told]
    cut: int
    """So many earlier lines are left out."""
    mine: list[Body]
    down: list[Body]
    absent: list[Absent]


def recap(at: Sitting, since: int | None) -> Recap:
    """since: milliseconds; None: from the beginning."""
    view, now = selectors.view(at), selectors.present(at.mission).state
    told = record.told(at.mission, at.key, at.role, now.seq)
    told = [each for each in told if not each.line.undone and (since is None or _told_at(each.line) > since)]
    bodies = [body for unit in view.units for body in _bodies(unit, at.key)]
    return Recap(
        view=view,
        since=_local(since) if since is not None else None,
        lines=told[-MOST:],
        cut=max(0, len(told) - MOST),
        mine=[body for body in bodies if body.mine],
        down=[body for body in bodies if body.down],
        absent=_absent(at, view) if at.mission.closed is None else [],
    )


def _bodies(unit: UnitView, seat: str) -> list[Body]:
    return [
        Body(
            name=body.name if len(unit.bodies) > 1 else unit.name,
            health=f"{body.hp}/{body.max_hp} HP" if body.max_hp is not None else body.health,
            mine=unit.seat == seat,
            down=body.down,
        )
        for body in unit.bodies
    ]


def _absent(at: Sitting, view: MissionView) -> list[Absent]:
    here = services.present(at.mission.pk, services.now_ms())
    return [
        Absent(seat.name or seat.key, seat.played_by)
        for seat in view.seats
        if seat.role != "spectator" and seat.key not in here and seat.key != at.key
    ]


def _told_at(line: LogLine) -> int:
    return int(line.key.partition(".")[0], 16)


def _local(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, tz=timezone.get_current_timezone())
