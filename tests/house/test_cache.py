"""A Redis that is away costs nobody a command: limits are counted in the process meanwhile."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator

import pytest
from django.core import cache as caches

from config import cache
from missions import limits
from tactics.kernel.refusals import Refused


@pytest.fixture
def nobody() -> Iterator[int]:
    """A port at which connections are taken and nothing is ever said."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(1)
        yield silent.getsockname()[1]


def sturdy(port: int, monkeypatch: pytest.MonkeyPatch) -> cache.SturdyRedisCache:
    monkeypatch.setattr(cache, "_asked_again", 0.0)
    found = cache.SturdyRedisCache(f"redis://127.0.0.1:{port}/0", {})
    found._own.clear()
    return found


def test_a_redis_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    found = sturdy(1, monkeypatch)
    assert found.add("n", 0)
    assert not found.add("n", 0)
    assert found.incr("n") == 1
    assert found.get("n") == 1
    found.set_many({"m": 2})
    assert found.get_many(["n", "m"]) == {"n": 1, "m": 2}


def test_a_redis_that_says_nothing_is_waited_for_once(nobody: int, monkeypatch: pytest.MonkeyPatch) -> None:
    found = sturdy(nobody, monkeypatch)
    began = time.monotonic()
    for n in range(20):
        found.set(f"n{n}", n)
    assert time.monotonic() - began < 4 * cache.ANSWERS_WITHIN
    assert found.get("n7") == 7


def test_limits_hold_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "cache", sturdy(1, monkeypatch))
    monkeypatch.setattr(limits, "PER_SECOND", 1)
    assert caches.cache is not limits.cache
    refused = 0
    for _ in range(20):
        try:
            limits.check_rate(1, "ana", "other")
        except Refused:
            refused += 1
    assert refused > 10
