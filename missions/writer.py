"""The threads in which missions talk to the database, each with a connection of its own.

Under ASGI every request has its own thread, and a connection that it kept would leak with it. So commands are
decided in one thread on SQLite, whose connection stays open (opening one costs three times the work), and in a
few on PostgreSQL, whose pool gives and takes them back. Hubs read in threads of their own, so that a
slow commit does not hold up what people see.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger("missions")

POSTGRES_WRITERS = 4
READERS = 2


class Threads:
    """A named pool of threads for database work; made on first use, so that a fork shares none."""

    def __init__(self, name: str, many: int) -> None:
        self._name, self._many = name, many
        self._pool: ThreadPoolExecutor | None = None

    def _made(self) -> ThreadPoolExecutor:
        if self._pool is None:
            many = self._many if connection.vendor == "postgresql" or self._name == "read" else 1
            self._pool = ThreadPoolExecutor(many, thread_name_prefix=f"missions-{self._name}")
        return self._pool

    async def run(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Does `job` in one of the threads."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._made(), partial(with_connection, job, *args, **kwargs))

    def close(self) -> None:
        """Ends the threads and their connections; the next use starts anew."""
        if self._pool is not None:
            pool, self._pool = self._pool, None
            for _ in range(self._many):
                pool.submit(_hang_up)
            pool.shutdown(wait=True)


def with_connection(job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Runs `job`; a connection that broke before it did anything is replaced once.

    Safe for writes as well: a command whose commit may or may not have arrived is found again by its key.
    """
    if connection.in_atomic_block:  # as tests hold one: it is the caller's
        return job(*args, **kwargs)
    try:
        try:
            return job(*args, **kwargs)
        except (OperationalError, InterfaceError):
            if connection.in_atomic_block or connection.is_usable():
                raise
            log.warning("the database connection was lost; once more")
            connection.close()
            return job(*args, **kwargs)
    finally:
        if connection.vendor == "postgresql":
            connection.close()  # back into the pool


def _hang_up() -> None:
    connection.close()  # this thread's own, which the name means only here


write = Threads("write", POSTGRES_WRITERS)
read = Threads("read", READERS)


def close() -> None:
    """Ends all threads (tests, before their database is dropped)."""
    write.close()
    read.close()
