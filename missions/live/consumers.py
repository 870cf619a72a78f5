"""The socket of a seat: says who it is, joins the Mission's hub, and answers hello and ping. It decides nothing.

It is a plain ASGI application: a consumer class would go to another thread for each message it handles, on the
one thread that all consumers of a process share.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from campaigns import seats as held
from missions import limits, looks, selectors, writer
from missions.live import frames, hub
from missions.models import Mission
from missions.services import NotHere

log = logging.getLogger("missions")

BAD_FRAMES = 5
BAD_SPAN = 60.0
FLOOD = 30
FLOOD_SPAN = 3.0
STRIKES = 3

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]


async def mission_socket(scope: Scope, receive: Receive, send: Any) -> None:
    """`/ws/missions/<id>/as/<seat>/`, and for the GM `.../see/<other seat>/`."""
    await receive()
    await send({"type": "websocket.accept"})
    words = scope["url_route"]["kwargs"]
    holder = held.Holder(scope["user"], scope["session"])
    try:
        mission, role, audience = await writer.read.run(
            _who_looks, holder, words["mission_id"], words["seat"], words.get("see")
        )
    except NotHere:
        await send({"type": "websocket.close", "code": frames.NOT_HERE})
        return
    home = hub.hub_of(mission)
    connection = hub.connect(
        home, seat=words["seat"], role=role, audience=audience, holder=holder, send=scope.get("send_frame", send)
    )
    if connection is None:
        await send({"type": "websocket.close", "code": frames.TOO_MANY})
        return
    counts = Counts(home.loop.time)
    try:
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            _hear(home, connection, counts, message)
    finally:
        home.leave(connection)


def _who_looks(
    holder: held.Holder, mission_id: int, seat: str, see: str | None
) -> tuple[Mission, str, tuple[str, str]]:
    """The Mission, the role of the seat, and the audience that it looks as; NotHere if it may not."""
    at = selectors.sitting(holder, mission_id, seat)
    eyes = at if see is None else selectors.other_seat(at, see)
    return at.mission, at.role, (looks.audience(eyes.key, eyes.role), eyes.role)


class Counts:
    """How many frames, and how many bad ones, came lately. clock: seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._all: deque[float] = deque(maxlen=FLOOD)
        self._bad: deque[float] = deque(maxlen=BAD_FRAMES)
        self.strikes = 0

    def is_flood(self) -> bool:
        now = self._clock()
        full = len(self._all) == FLOOD and now - self._all[0] < FLOOD_SPAN
        self._all.append(now)
        return full

    def is_hopeless(self) -> bool:
        """Counts a bad frame; True if there were too many."""
        now = self._clock()
        self._bad.append(now)
        return len(self._bad) == BAD_FRAMES and now - self._bad[0] < BAD_SPAN


def _hear(home: hub.Hub, connection: hub.Connection, counts: Counts, message: dict[str, Any]) -> None:
    if connection.outbox.closed:
        return
    if counts.is_flood():
        counts.strikes += 1
        if counts.strikes >= STRIKES * FLOOD:
            home.cut(connection, frames.TOO_MANY)
        elif counts.strikes % FLOOD == 1:
            connection.outbox.put(frames.error("rate_limited", "Too many frames: wait a few seconds."))
        return
    text = message.get("text")
    try:
        if text is not None and len(text) > limits.FRAME_BYTES:
            raise frames.BadFrame("the frame is too long")
        frame = frames.read(text)
    except frames.BadFrame:
        connection.outbox.put(frames.error("bad_frame", "This frame says nothing known; commands go by POST."))
        if counts.is_hopeless():
            home.cut(connection, frames.RULES_BROKEN)
        return
    if isinstance(frame, frames.Hello):
        home.greet(connection, frame.v[:64])
    elif isinstance(frame, frames.Offers):
        home.offer(connection, frame.on)
    else:
        home.heard(connection)
