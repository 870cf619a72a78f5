"""What no page could read is refused before one is asked.

Django takes a whole body in, however long, before it looks at its limits, and fails on a form in another encoding
than UTF-8, even on the page that should say so.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from asgiref.sync import sync_to_async
from django.template.loader import render_to_string
from django.utils.http import parse_header_parameters

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MIB = 1024 * 1024
BODY_BYTES = 8 * MIB
"""The longest is a file of rules data in the admin."""
LONGER: tuple[tuple[re.Pattern[str], int], ...] = (
    (re.compile(r"/campaigns/(?:[0-9]+/maps/new|bring)/\Z"), 66 * MIB),
    (re.compile(r"/campaigns/[0-9]+/(?:maps/[0-9]+/lay|(?:characters|mobs)/[0-9]+/portrait)/\Z"), 22 * MIB),
    (re.compile(r"/campaigns/[0-9]+/handouts/(?:[\w-]+/)?\Z"), 22 * MIB),
)
"""Of these addresses: the files of a map or a campaign, 64 MiB, or a picture, 20 MB; and the form around them."""


class _TooLong(Exception):
    pass


class Gate:
    """ASGI middleware of pages."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        most = next((most for address, most in LONGER if address.match(scope.get("path", ""))), BODY_BYTES)
        length = headers.get(b"content-length", "0")
        if length.isdecimal() and int(length[:20]) > most:
            await _too_long(send, headers)
            return
        encoding = parse_header_parameters(headers.get(b"content-type", ""))[1].get("charset", "utf-8")
        if encoding.lower() != "utf-8":
            await _refuse(send, 415, "Send it as UTF-8.")
            return
        had, began = 0, False

        async def counted() -> Message:
            nonlocal had
            message = await receive()
            had += len(message.get("body", b""))
            if had > most:
                raise _TooLong
            return message

        async def noted(message: Message) -> None:
            nonlocal began
            began = True
            await send(message)

        try:
            await self.app(scope, counted, noted)
        except _TooLong:
            if not began:
                await _too_long(send, headers)


async def _too_long(send: Send, headers: Mapping[bytes, str]) -> None:
    """A browser gets a page that says how to go on; what was typed is still there when one goes back."""
    if "text/html" in headers.get(b"accept", ""):
        await _refuse(send, 413, await sync_to_async(render_to_string)("413.html"), b"text/html")
    else:
        await _refuse(send, 413, "That is too long to send.")


async def _refuse(send: Send, status: int, text: str, kind: bytes = b"text/plain") -> None:
    """The connection ends with it: what else came is not read."""
    headers = [
        (b"content-type", kind + b"; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": f"{text}\n".encode()})
