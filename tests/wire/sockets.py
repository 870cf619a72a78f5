"""Browsers of a test: a socket with the cookies of a client that came in by a seat's link."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from django.conf import settings
from django.test import Client

from campaigns.routing import websocket_urlpatterns as of_campaigns
from missions import services
from missions.live.hub import hub_of
from missions.live.routing import websocket_urlpatterns as of_missions
from missions.models import Mission, MissionState
from tactics.kernel.refusals import Refused
from tests.missions.table import Table

app = AuthMiddlewareStack(URLRouter([*of_missions, *of_campaigns]))


class Socket:
    """One open socket and every byte that came down it."""

    def __init__(self, client: Client | None, path: str) -> None:
        cookie = client.cookies.get(settings.SESSION_COOKIE_NAME) if client else None
        headers = [(b"cookie", f"{settings.SESSION_COOKIE_NAME}={cookie.value}".encode())] if cookie else []
        self.scope: dict[str, Any] = {
            "type": "websocket", "path": path, "raw_path": path.encode(), "query_string": b"",
            "headers": headers, "subprotocols": [], "scheme": "ws", "server": ("testserver", 80),
        }  # fmt: skip
        self.wire = ApplicationCommunicator(app, self.scope)
        self.texts: list[str] = []
        self.code: int | None = None

    async def open(self, v: str | None = "") -> Socket:
        await self.wire.send_input({"type": "websocket.connect"})
        first = await self.wire.receive_output(5)
        assert first["type"] == "websocket.accept", first
        if v is not None:
            await self.send({"t": "hello", "v": v})
        return self

    async def send(self, frame: Any) -> None:
        if isinstance(frame, bytes):
            await self.wire.send_input({"type": "websocket.receive", "bytes": frame})
        else:
            text = frame if isinstance(frame, str) else json.dumps(frame)
            await self.wire.send_input({"type": "websocket.receive", "text": text})

    async def next(self, timeout: float = 5) -> dict[str, Any]:
        """The next frame; {"closed": code} when there is none any more."""
        message = await self.wire.receive_output(timeout)
        if message["type"] == "websocket.close":
            self.code = message.get("code", 1000)
            return {"closed": self.code}
        self.texts.append(message["text"])
        found: dict[str, Any] = json.loads(message["text"])
        return found

    async def until(self, key: str, timeout: float = 5) -> dict[str, Any]:
        """The next frame that has this key."""
        while True:
            frame = await self.next(timeout)
            if key in frame or "closed" in frame:
                return frame

    async def silent(self, seconds: float = 0.3) -> None:
        """Nothing comes."""
        try:
            frame = await self._peek(seconds)
        except TimeoutError:
            return
        raise AssertionError(f"a frame came: {frame}")

    async def _peek(self, seconds: float) -> Any:
        return await asyncio.wait_for(self.wire.output_queue.get(), seconds)

    async def close(self) -> None:
        await self.wire.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wire.wait(5)

    @property
    def bytes(self) -> str:
        return "\n".join(self.texts)


async def shown(mission: Mission) -> None:
    """Until the hub has sent what the last command made: a greeting in between would put two frames into one."""
    for _ in range(500):
        digest = await sync_to_async(lambda: MissionState.objects.get(pk=mission.pk).digest)()
        if hub_of(mission).seen.digest == digest:
            break
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)


async def frames_of_ann(
    make: Callable[[], Table],
    script: Iterable[tuple[str, Callable[[Table], Any]]],
    monkeypatch: pytest.MonkeyPatch,
    refusable: str = "",
) -> tuple[list[list[dict[str, Any]]], str]:
    """The frames that Ann gets, step by step, each at a fixed moment of the Mission's clock, and all their text.
    refusable: the name of steps that may be refused."""
    monkeypatch.setattr(services, "now_ms", lambda: 1_000_000)
    table = await sync_to_async(make)()
    client = await sync_to_async(table.client)("ann")
    socket = await Socket(client, f"/ws/missions/{table.mission.pk}/as/ann/").open("")
    found = [[await socket.next()]]
    for n, (name, step) in enumerate(script):
        monkeypatch.setattr(services, "now_ms", lambda now=1_001_000 + 200 * n: now)
        with contextlib.suppress(*((Refused,) if refusable and name == refusable else ())):
            await sync_to_async(step)(table)
        await shown(table.mission)
        await socket.send({"t": "ping"})
        found.append([])
        while "pong" not in (frame := await socket.next()):
            found[-1].append(frame)
    await socket.close()
    return found, socket.bytes
