"""The same table as in tests/missions, with sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from asgiref.sync import sync_to_async
from django.db import connection

from tests.missions.conftest import quiet, table, toy

__all__ = ["hung_up", "quiet", "table", "toy"]


@pytest_asyncio.fixture(autouse=True)
async def hung_up() -> AsyncIterator[None]:
    """The thread in which an async test asks the database hangs up at its end."""
    yield
    await sync_to_async(lambda: connection.close())()
