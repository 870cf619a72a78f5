"""Settings by environment: nothing is needed, and each switch does what it says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from config.settings import secret_key, wal_is_safe

ROOT = Path(settings.BASE_DIR)


def read(tmp_path: Path, *names: str, **env: str) -> dict[str, object]:
    """The named settings of a process that starts with ``env`` alone."""
    code = (
        "import json, sys; from config import settings as s;"
        "print(json.dumps({n: getattr(s, n) for n in sys.argv[1:]}, default=str))"
    )
    clean = {"PATH": os.environ["PATH"], "SORTIE_DATA": str(tmp_path), **env}
    done = subprocess.run([sys.executable, "-c", code, *names], cwd=ROOT, env=clean, check=True, capture_output=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("version", "safe"),
    [
        ((3, 40, 1), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 45, 0), False),
        ((3, 50, 6), False),
        ((3, 50, 7), True),
        ((3, 51, 0), False),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 52, 0), True),
    ],
)
def test_wal_only_with_the_fix(version, safe):
    assert wal_is_safe(version) is safe


def test_secret_key_is_made_once_and_private(tmp_path):
    path = tmp_path / "key.txt"
    first = secret_key(path)
    assert secret_key(path) == first
    assert len(first) >= 50
    assert list(tmp_path.iterdir()) == [path]
    if os.name != "nt":
        assert path.stat().st_mode & 0o077 == 0


def test_nothing_needs_to_be_set(tmp_path):
    got = read(tmp_path, "DEBUG", "HTTPS", "CHANNEL_LAYERS", "DATABASES", "SESSION_COOKIE_SECURE")
    assert got["DEBUG"] is got["HTTPS"] is got["SESSION_COOKIE_SECURE"] is False
    assert got["CHANNEL_LAYERS"]["default"]["BACKEND"].endswith("InMemoryChannelLayer")
    options = got["DATABASES"]["default"]["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in options["init_command"]


def test_https_address_secures_cookies_and_is_trusted(tmp_path):
    got = read(
        tmp_path, "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "SESSION_COOKIE_NAME",
        "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT",
        PUBLIC_URL="https://sortie.example:8443/",
    )  # fmt: skip
    assert "sortie.example" in got["ALLOWED_HOSTS"]
    assert got["CSRF_TRUSTED_ORIGINS"] == ["https://sortie.example:8443"]
    assert got["SESSION_COOKIE_NAME"].startswith("__Host-")
    assert got["SESSION_COOKIE_SECURE"] is got["CSRF_COOKIE_SECURE"] is True
    assert got["SECURE_SSL_REDIRECT"] is True


def test_servers_are_used_when_named(tmp_path):
    got = read(
        tmp_path, "DATABASES", "CHANNEL_LAYERS", "CACHES",
        DATABASE_URL="postgres://ana:secret@db.example/sortie", REDIS_URL="redis://r.example/1",
    )  # fmt: skip
    assert got["DATABASES"]["default"]["OPTIONS"]["pool"]["max_size"] > 1
    assert got["DATABASES"]["default"]["CONN_MAX_AGE"] == 0
    assert got["CHANNEL_LAYERS"]["default"]["BACKEND"].endswith("RedisPubSubChannelLayer")
    assert got["CACHES"]["default"]["BACKEND"].endswith("RedisCache")


def test_only_known_hosts_are_answered(client):
    assert client.get("/healthz", headers={"host": "evil.example"}).status_code == 400
    assert client.get("/healthz", headers={"host": "localhost"}).content == b"ok\n"


@pytest.mark.django_db
def test_ready_means_the_database_answers(client):
    assert client.get("/readyz").status_code == 200
