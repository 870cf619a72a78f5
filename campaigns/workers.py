"""Words between the processes of a site, over the Redis layer. They may be lost; with one process there is nobody to
tell.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from redis.exceptions import RedisError

log = logging.getLogger("campaigns")

PROCESS = secrets.token_hex(8)
"""This process; it does not listen to itself twice."""
LOOK_UP = 5.0
"""Seconds after which a listener asks whether it is still wanted."""
AGAIN = 1.0
"""Seconds until the next try when Redis is away."""

_loop: asyncio.AbstractEventLoop | None = None


def remember_loop() -> None:
    """Called in the server's event loop: words to other processes are sent there."""
    global _loop
    _loop = asyncio.get_running_loop()


def is_shared() -> bool:
    """Whether there are other processes to tell."""
    return "InMemory" not in settings.CHANNEL_LAYERS["default"]["BACKEND"]


def send(group: str, message: dict[str, Any]) -> None:
    """Tells the other processes. Called in any thread; a failure is logged and costs only delay."""
    if not is_shared():
        return
    told = {"type": "hint", "process": PROCESS, **message}
    if _loop is not None and _loop.is_running():
        asyncio.run_coroutine_threadsafe(_send(group, told), _loop)
    else:
        async_to_sync(_send)(group, told)


async def _send(group: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        await layer.group_send(group, message)
    except (OSError, RedisError) as problem:
        log.warning("other processes were not told of %s: %s", group, problem)


async def listen(group: str, heard: Callable[[dict[str, Any]], None], is_over: Callable[[], bool]) -> None:
    """One subscription to what other processes send to a group, until it is over."""
    while is_shared() and not is_over():
        try:
            await _hear(group, heard, is_over)
        except (OSError, RedisError) as problem:
            log.warning("%s hears no other process: %s", group, problem)
            await asyncio.sleep(AGAIN)


async def _hear(group: str, heard: Callable[[dict[str, Any]], None], is_over: Callable[[], bool]) -> None:
    layer = get_channel_layer()
    assert layer is not None
    channel = await layer.new_channel()
    try:
        await layer.group_add(group, channel)
        while not is_over():
            # Not wait_for: in Python 3.11 it forgets that it is cancelled when a word comes in the same moment.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_UP):
                    message = await layer.receive(channel)
                if message.get("process") != PROCESS:
                    heard(message)
    finally:
        with contextlib.suppress(OSError, RedisError):
            await layer.group_discard(group, channel)
