"""Tells whoever looks at a Mission that there is something to see: a hint without data, which may be lost.

Hubs of this process are called directly. With a Redis layer the other processes hear of it too; there is one
subscription for each process and Mission (missions.live.hub).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import transaction

from campaigns import workers

Listener = Callable[[int, bool], None]
"""(mission id, recheck): may be called in any thread."""

_listeners: list[Listener] = []
_noters: list[Callable[[int, dict[str, Any]], None]] = []


def listen(listener: Listener) -> None:
    """Calls `listener` for every hint of this process."""
    if listener not in _listeners:
        _listeners.append(listener)


def listen_to_notes(listener: Callable[[int, dict[str, Any]], None]) -> None:
    """Calls `listener(mission id, message)` for every passing note of this process."""
    if listener not in _noters:
        _noters.append(listener)


def group(mission_id: int) -> str:
    """The layer's group of a Mission."""
    return f"mission.{mission_id}"


def after_commit(mission_id: int) -> None:
    """Publishes once the transaction is in the database; a failure then is logged and costs only delay."""
    transaction.on_commit(partial(publish, mission_id), robust=True)


def publish(mission_id: int, *, recheck: bool = False) -> None:
    """recheck: hubs also ask again whether everybody still may look."""
    here(mission_id, recheck)
    workers.send(group(mission_id), {"recheck": recheck})


def here(mission_id: int, recheck: bool) -> None:
    """Tells the hubs of this process."""
    for listener in list(_listeners):
        listener(mission_id, recheck)


def note(mission_id: int, message: dict[str, Any]) -> None:
    """Tells all hubs of something that passes and may be lost (missions.live.notes). Called in any thread."""
    for listener in list(_noters):
        listener(mission_id, message)
    workers.send(group(mission_id), {"note": message})
