"""The shared cache, which may be away: what it counts is then counted in each process.

It holds only limits of how much somebody may send. A command must not fail because they cannot be shared, nor
wait for a Redis that does not answer while it holds its Mission's lock.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger("cache")

ANSWERS_WITHIN = 0.5
"""Seconds that Redis may take."""
ASK_AGAIN = 5.0
"""Seconds in which a Redis that did not answer is left alone."""

_asked_again = 0.0


class SturdyRedisCache(RedisCache):
    """Redis; while it does not answer, this process's memory."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        options = {"socket_timeout": ANSWERS_WITHIN, "socket_connect_timeout": ANSWERS_WITHIN}
        super().__init__(server, {**params, "OPTIONS": {**options, **params.get("OPTIONS", {})}})
        own = {name: value for name, value in params.items() if name != "OPTIONS"}
        self._own = LocMemCache("while-redis-is-away", own)

    def _do(self, what: str, *args: Any, **kwargs: Any) -> Any:
        global _asked_again
        if time.monotonic() >= _asked_again:
            try:
                return getattr(super(), what)(*args, **kwargs)
            except (RedisError, OSError) as problem:
                _asked_again = time.monotonic() + ASK_AGAIN
                log.warning("Redis does not answer, limits are counted in each process: %s", problem)
        return getattr(self._own, what)(*args, **kwargs)

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return self._do("add", *args, **kwargs)

    def get(self, *args: Any, **kwargs: Any) -> Any:
        return self._do("get", *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> Any:
        return self._do("set", *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._do("touch", *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self._do("delete", *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._do("get_many", *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self._do("has_key", *args, **kwargs)

    def incr(self, *args: Any, **kwargs: Any) -> Any:
        return self._do("incr", *args, **kwargs)

    def set_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._do("set_many", *args, **kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._do("delete_many", *args, **kwargs)

    def clear(self) -> Any:
        return self._do("clear")
