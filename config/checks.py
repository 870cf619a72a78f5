"""System checks: what cannot work is refused before it loses something.

They run with ``manage.py check``, with ``migrate``, and once more when the server starts.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import connections

TAG = "sortie"
#: What ``PRAGMA synchronous`` reads when it is FULL.
FULL = 2


@register(TAG)
def workers(app_configs: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """Several processes need a channel layer and a database that several processes share."""
    if settings.WORKERS <= 1:
        return []
    found: list[CheckMessage] = []
    if "InMemory" in settings.CHANNEL_LAYERS["default"]["BACKEND"]:
        found.append(
            Error(
                f"{settings.WORKERS} workers cannot tell each other what happened: "
                "the channel layer lives in one process's memory.",
                hint="Set REDIS_URL, or WEB_CONCURRENCY=1.",
                id="sortie.E001",
            )
        )
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        found.append(
            Error(
                f"{settings.WORKERS} workers would wait for each other at one SQLite file.",
                hint="Set DATABASE_URL to a PostgreSQL database, or WEB_CONCURRENCY=1.",
                id="sortie.E002",
            )
        )
    return found


@register(TAG, Tags.database)
def sqlite_durability(app_configs: Any = None, databases: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """What was acknowledged must survive a power cut: the file is asked, not the settings."""
    found: list[CheckMessage] = []
    for alias in databases or []:
        connection = connections[alias]
        if connection.vendor != "sqlite" or connection.is_in_memory_db():  # type: ignore[attr-defined]
            continue
        with connection.cursor() as cursor:
            synchronous = cursor.execute("PRAGMA synchronous").fetchone()[0]
            journal = cursor.execute("PRAGMA journal_mode").fetchone()[0]
        if synchronous != FULL:
            found.append(
                Error(
                    f"SQLite's synchronous is {synchronous}, not {FULL} (FULL): "
                    "a power cut could lose moves that players saw.",
                    hint="Leave the init_command of config/settings.py as it is.",
                    id="sortie.E003",
                )
            )
        if journal != settings.SQLITE_JOURNAL:
            found.append(
                Error(
                    f"SQLite's journal mode is {journal}, not {settings.SQLITE_JOURNAL}.",
                    hint="Stop every other program that has the database open and start again.",
                    id="sortie.E004",
                )
            )
    return found


def refuse_to_start() -> None:
    """Raise when one of these checks fails. uvicorn by itself runs no checks."""
    errors = [found for found in run_checks(tags=[TAG], databases=["default"]) if found.is_serious()]
    if errors:
        raise ImproperlyConfigured("\n".join(str(error) for error in errors))
