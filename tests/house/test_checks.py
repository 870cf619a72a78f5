"""What cannot work is refused, with a hint that says what to set."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from config import checks

MEMORY = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
REDIS = {"default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer"}}
SQLITE = {"default": {"ENGINE": "django.db.backends.sqlite3"}}
POSTGRES = {"default": {"ENGINE": "django.db.backends.postgresql"}}


@pytest.mark.parametrize(
    ("count", "layers", "databases", "errors"),
    [
        (1, MEMORY, SQLITE, []),
        (1, REDIS, SQLITE, []),
        (2, REDIS, POSTGRES, []),
        (2, MEMORY, POSTGRES, ["sortie.E001"]),
        (2, REDIS, SQLITE, ["sortie.E002"]),
        (2, MEMORY, SQLITE, ["sortie.E001", "sortie.E002"]),
    ],
)
def test_workers_need_what_they_share(monkeypatch, count, layers, databases, errors):
    settings = type("S", (), {"WORKERS": count, "CHANNEL_LAYERS": layers, "DATABASES": databases})
    monkeypatch.setattr(checks, "settings", settings)
    found = checks.workers()
    assert [error.id for error in found] == errors
    assert all(error.hint for error in found)


@pytest.fixture
def sqlite(transactional_db):
    if connection.vendor != "sqlite":
        pytest.skip("speaks of SQLite")
    connection.close()  # a fresh connection, outside of any transaction
    yield connection
    connection.close()


def test_sqlite_is_durable_as_delivered(sqlite):
    assert checks.sqlite_durability(databases=["default"]) == []


def test_synchronous_must_be_full(sqlite):
    with sqlite.cursor() as cursor:
        cursor.execute("PRAGMA synchronous=NORMAL")
    found = checks.sqlite_durability(databases=["default"])
    assert [error.id for error in found] == ["sortie.E003"]


def test_journal_must_be_the_safe_one(sqlite):
    with sqlite.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode=PERSIST")
    found = checks.sqlite_durability(databases=["default"])
    assert [error.id for error in found] == ["sortie.E004"]
    with pytest.raises(ImproperlyConfigured, match=r"sortie\.E004"):
        checks.refuse_to_start()


def test_foreign_keys_are_on(sqlite):
    with sqlite.cursor() as cursor:
        assert cursor.execute("PRAGMA foreign_keys").fetchone() == (1,)
