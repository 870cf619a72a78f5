"""Tells whoever looks at a Mission that there is something to see: a hint without data, which may be lost.

Hubs of this process are called directly. With a Redis layer the other processes hear of it too; there is one
subscription for each process and Mission (missions.live.hub).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction
from redis.exceptions import RedisError

log = logging.getLogger("missions")

Listener = Callable[[int, bool], None]
"""(mission id, recheck): may be called in any thread."""

PROCESS = secrets.token_hex(8)
"""This process; it does not listen to itself twice."""

_listeners: list[Listener] = []
_noters: list[Callable[[int, dict[str, Any]], None]] = []
_loop: asyncio.AbstractEventLoop | None = None


def listen(listener: Listener) -> None:
    """Calls `listener` for every hint of this process."""
    if listener not in _listeners:
        _listeners.append(listener)


def listen_to_notes(listener: Callable[[int, dict[str, Any]], None]) -> None:
    """Calls `listener(mission id, message)` for every passing note of this process."""
    if listener not in _noters:
        _noters.append(listener)


def remember_loop() -> None:
    """Called in the server's event loop: hints to other processes are sent there."""
    global _loop
    _loop = asyncio.get_running_loop()


def group(mission_id: int) -> str:
    """The layer's group of a Mission."""
    return f"mission.{mission_id}"


def is_shared() -> bool:
    """Whether there are other processes to tell."""
    return "InMemory" not in settings.CHANNEL_LAYERS["default"]["BACKEND"]


def after_commit(mission_id: int) -> None:
    """Publishes once the transaction is in the database; a failure then is logged and costs only delay."""
    transaction.on_commit(partial(publish, mission_id), robust=True)


def publish(mission_id: int, *, recheck: bool = False) -> None:
    """recheck: hubs also ask again whether everybody still may look."""
    here(mission_id, recheck)
    if is_shared():
        message = {"type": "hint", "process": PROCESS, "recheck": recheck}
        if _loop is not None and _loop.is_running():
            asyncio.run_coroutine_threadsafe(_send(mission_id, message), _loop)
        else:
            async_to_sync(_send)(mission_id, message)


def here(mission_id: int, recheck: bool) -> None:
    """Tells the hubs of this process."""
    for listener in list(_listeners):
        listener(mission_id, recheck)


def note(mission_id: int, message: dict[str, Any]) -> None:
    """Tells all hubs of something that passes and may be lost (missions.live.notes). Called in any thread."""
    for listener in list(_noters):
        listener(mission_id, message)
    if is_shared() and _loop is not None and _loop.is_running():
        asyncio.run_coroutine_threadsafe(
            _send(mission_id, {"type": "hint", "process": PROCESS, "note": message}), _loop
        )


async def _send(mission_id: int, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        await layer.group_send(group(mission_id), message)
    except (OSError, RedisError) as problem:
        log.warning("other processes were not told of mission %s: %s", mission_id, problem)
