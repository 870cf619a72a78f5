"""Refuses sockets that another site's page opened.

A browser sends our cookies with a socket whatever page opens it, and says by ``Origin`` which
page that was. It must be one of this very address: same scheme, host and port, so that
``localhost`` and ``127.0.0.1`` both work; or an origin that the settings list in full.
``AllowedHostsOriginValidator`` looks at host names only, and so lets in whatever else runs
on another port of the same machine.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_PORTS = {"http": 80, "https": 443}


def normal(origin: str) -> tuple[str, str, int] | None:
    """``(scheme, host, port)`` of an origin written in full, or None when it is none."""
    try:
        parts = urlsplit(origin)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not parts.hostname or "@" in parts.netloc or parts.path.strip("/"):
        return None
    return parts.scheme, parts.hostname, port or _PORTS[parts.scheme]


def is_ours(scope: Scope, listed: Iterable[str], hosts: Iterable[str]) -> bool:
    """True when the socket was opened by a page of this address or of a listed origin."""
    headers: dict[bytes, list[bytes]] = {}
    for name, value in scope.get("headers", []):
        headers.setdefault(name.lower(), []).append(value)
    origins, own = headers.get(b"origin", []), headers.get(b"host", [])
    if len(origins) != 1 or len(own) != 1:
        return False
    origin = normal(origins[0].decode("latin-1"))
    host = own[0].decode("latin-1")
    if origin is None or not validate_host(split_domain_port(host)[0], hosts):
        return False
    scheme = {"ws": "http", "wss": "https"}.get(scope.get("scheme", "ws"), "http")
    return origin == normal(f"{scheme}://{host}") or origin in {normal(each) for each in listed}


class OriginCheck:
    """ASGI middleware: a socket from elsewhere is refused before it is accepted."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if is_ours(scope, settings.CSRF_TRUSTED_ORIGINS, settings.ALLOWED_HOSTS):
            await self.app(scope, receive, send)
        else:
            # Closing before accepting makes the server answer 403.
            await send({"type": "websocket.close", "code": 4403})
