"""Requests that no page can read are refused in a line, and leave no traceback in the log."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.test import Client

from config import gate
from config.logs import SendersFault


async def post(*bodies: bytes, path: str = "/join/x/", **headers: str) -> tuple[int, bytes]:
    """Status and body of an answer; the request comes in as many parts as there are bodies."""
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope: dict[str, Any] = {
        "type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b"",
        "headers": [(b"host", b"127.0.0.1"), *named], "http_version": "1.1", "scheme": "http",
        "server": ("127.0.0.1", 80), "client": ("127.0.0.1", 1),
    }  # fmt: skip
    wire = ApplicationCommunicator(gate.Gate(get_asgi_application()), scope)
    for n, body in enumerate(bodies, start=1):
        await wire.send_input({"type": "http.request", "body": body, "more_body": n < len(bodies)})
    start = await wire.receive_output(5)
    body = (await wire.receive_output(5))["body"]
    await asyncio.wait_for(wire.wait(), 5)
    return start["status"], body


@pytest.mark.parametrize("charset", ["utf-16", "latin-1", '"UTF-7"', "utf8"])
async def test_a_form_in_another_encoding_is_refused(charset: str) -> None:
    status, body = await post(b"a=b", content_type=f"application/x-www-form-urlencoded; charset={charset}")
    assert (status, body) == (415, b"Send it as UTF-8.\n")


async def test_a_body_that_is_too_long_is_not_read() -> None:
    assert (await post(b"", content_length=str(gate.BODY_BYTES + 1)))[0] == 413
    assert (await post(b"", content_length="9" * 400))[0] == 413


async def test_a_person_is_told_on_a_page_what_may_be_sent() -> None:
    status, body = await post(b"", content_length=str(gate.BODY_BYTES + 1), accept="text/html,*/*")
    assert status == 413
    assert b"Nothing of it was kept" in body
    assert body.rstrip().endswith(b"</html>")


async def test_nor_is_one_that_does_not_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "BODY_BYTES", 1000)
    assert (await post(b"x" * 600, b"x" * 600, b"x" * 600))[0] == 413


@pytest.mark.parametrize(("path", "mib", "long"), [("/campaigns/7/maps/new/", 60, False),
                                                   ("/campaigns/7/maps/new/", 70, True),
                                                   ("/campaigns/7/maps/new/x/", 9, True),
                                                   ("/campaigns/bring/", 64, False),
                                                   ("/campaigns/7/maps/3/lay/", 20, False),
                                                   ("/campaigns/7/maps/3/lay/", 23, True),
                                                   ("/campaigns/7/handouts/", 20, False),
                                                   ("/campaigns/7/handouts/a-B_3/", 20, False),
                                                   ("/campaigns/7/characters/2/portrait/", 20, False),
                                                   ("/campaigns/7/mobs/2/portrait/", 20, False),
                                                   ("/campaigns/7/roster/", 9, True)])  # fmt: skip
@pytest.mark.django_db(transaction=True)
async def test_only_files_may_be_long(path: str, mib: int, long: bool) -> None:
    """What is announced is looked at before anything of it is taken."""
    status, _ = await post(b"x", path=path, content_length=str(mib << 20), content_type="text/plain")
    assert (status == 413) is long


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("application/x-www-form-urlencoded", "&".join(f"f{n}=1" for n in range(2000))),
        ("application/x-www-form-urlencoded", "a=" + "x" * 2_000_000),
        ("multipart/form-data; boundary=", "x"),
    ],
)
def test_a_request_that_makes_no_sense_leaves_no_traceback(
    content_type: str, body: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.handler.addFilter(SendersFault())
    with caplog.at_level(logging.WARNING):
        client = Client(enforce_csrf_checks=True)
        client.cookies[settings.CSRF_COOKIE_NAME] = "x" * 32
        answer = client.generic("POST", "/join/x/", body, content_type)
    assert answer.status_code == 400
    assert not [record for record in caplog.records if record.exc_info]
