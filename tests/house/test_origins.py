"""A socket is let in for a page of this very address, or of an origin listed in full."""

from __future__ import annotations

import pytest
from asgiref.testing import ApplicationCommunicator

from config.origins import OriginCheck, is_ours

HOSTS = ["localhost", "127.0.0.1", "sortie.example", "[::1]"]


def scope(origin: str | None, host: str = "localhost:8000", scheme: str = "ws") -> dict[str, object]:
    headers = [(b"host", host.encode())]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    return {"type": "websocket", "path": "/", "scheme": scheme, "headers": headers}


@pytest.mark.parametrize(
    ("origin", "host", "scheme"),
    [
        ("http://localhost:8000", "localhost:8000", "ws"),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", "ws"),
        ("http://[::1]:8000", "[::1]:8000", "ws"),
        ("https://sortie.example", "sortie.example", "wss"),
        ("https://sortie.example", "sortie.example:443", "wss"),
        ("http://LOCALHOST:8000", "localhost:8000", "ws"),
    ],
)
def test_own_page_is_let_in(origin, host, scheme):
    assert is_ours(scope(origin, host, scheme), [], HOSTS)


@pytest.mark.parametrize(
    ("origin", "host", "scheme"),
    [
        (None, "localhost:8000", "ws"),
        ("null", "localhost:8000", "ws"),
        ("http://localhost:9000", "localhost:8000", "ws"),  # another program of this machine
        ("http://127.0.0.1:8000", "localhost:8000", "ws"),
        ("http://sortie.example", "sortie.example", "wss"),  # plain page, secured socket
        ("https://sortie.example", "sortie.example", "ws"),
        ("https://evil.example", "sortie.example", "wss"),
        ("https://sortie.example.evil.example", "sortie.example", "wss"),
        ("https://evil.example", "evil.example", "wss"),  # a name that we do not answer to
        ("https://sortie.example/path", "sortie.example", "wss"),
        ("https://sortie.example:bad", "sortie.example", "wss"),
        ("file://", "localhost:8000", "ws"),
    ],
)
def test_other_page_is_not(origin, host, scheme):
    assert not is_ours(scope(origin, host, scheme), [], HOSTS)


def test_listed_origin_is_let_in_in_full_only():
    listed = ["https://table.example:8443"]
    assert is_ours(scope("https://table.example:8443"), listed, HOSTS)
    assert not is_ours(scope("https://table.example"), listed, HOSTS)
    assert not is_ours(scope("http://table.example:8443"), listed, HOSTS)


def test_two_origins_are_none():
    doubled = scope("http://localhost:8000")
    doubled["headers"] += [(b"origin", b"http://localhost:8000")]
    assert not is_ours(doubled, [], HOSTS)


async def test_refused_socket_never_reaches_the_app():
    async def app(scope, receive, send):
        raise AssertionError("reached")

    checked = ApplicationCommunicator(OriginCheck(app), scope("http://evil.example"))
    await checked.send_input({"type": "websocket.connect"})
    assert await checked.receive_output() == {"type": "websocket.close", "code": 4403}
