"""The real site in processes of its own: a database made once, copied for each server, served as dev.py serves.

On SQLite it is one process; with DATABASE_URL and REDIS_URL in the environment it is PostgreSQL, Redis and
two workers. Nothing here runs in the test's own process, so nothing is easier than for a real person.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import dev

ROOT = Path(__file__).resolve().parents[2]
POSTGRES = os.environ.get("DATABASE_URL", "") if not os.environ.get("DATABASE_URL", "").startswith("sqlite") else ""
REDIS = os.environ.get("REDIS_URL", "")
WORKERS = 2 if POSTGRES and REDIS else 1
FOREIGN = ("PUBLIC_URL", "SORTIE_HOSTS", "SORTIE_ORIGINS", "DEBUG", "SORTIE_DEFLATE")
"""Switches of whoever runs the tests that would make another site of it."""
TROUBLE = re.compile(r" (ERROR|CRITICAL) |^Traceback|refused by a browser")
HINTED = "" if POSTGRES else "tests.browser.hinted:application"
READY = 60.0
"""Seconds that a server may take to answer."""
LINK = re.compile(r"(?P<words>.*?)(?P<url>https?://\S+/join/\S+)")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Site:
    """A data folder and its database. env: what every process of the site gets."""

    folder: Path
    database: str = ""
    """Name of the PostgreSQL database; empty on SQLite."""
    output: str = ""
    """What the demo printed."""
    env: dict[str, str] = field(default_factory=dict)
    stagehand: subprocess.Popen[str] | None = field(default=None, repr=False)
    served: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    """By this process, which looks when it is told to (tests.browser.hinted)."""

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        clean = {name: value for name, value in os.environ.items() if name not in FOREIGN}
        self.env = {
            **clean,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SORTIE_DATA": str(self.folder),
            "SORTIE_COOKIES": "sortie-demo",
            "WEB_CONCURRENCY": str(WORKERS),
            "REDIS_PREFIX": f"sortie-browser-{self.folder.name}-{os.getpid()}",
            "DATABASE_URL": with_name(POSTGRES, self.database) if POSTGRES else "",
            "REDIS_URL": REDIS if WORKERS > 1 else "",
            "PYTHONUTF8": "1",
            # Four people of one machine, driven by a program, are faster than people.
            "SORTIE_COMMANDS_PER_SECOND": "50",
            "SORTIE_CHATS": "15",
        }

    def manage(self, *words: str) -> str:
        """A command of manage.py; what it printed. Fails with its output."""
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(command, cwd=ROOT, env=self.env, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"manage.py {' '.join(words)} failed\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def seed(self, *words: str) -> None:
        """The demo, in a database that has its tables."""
        self.output = self.hand("manage", "demo", "--fresh", "--base-url", "http://127.0.0.1:1", *words)

    def hand(self, what: str, *words: Any) -> str:
        """Has this site's tests.browser.stagehand, which starts when it is needed, do something; what it said."""
        if self.stagehand is None:
            command = [sys.executable, "-m", "tests.browser.stagehand"]
            self.stagehand = subprocess.Popen(
                command, cwd=ROOT, env=self.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        assert self.stagehand.stdin is not None
        assert self.stagehand.stdout is not None
        print(json.dumps([what, *words]), file=self.stagehand.stdin, flush=True)
        line = self.stagehand.stdout.readline()
        if not line:
            self.stagehand = None
            raise RuntimeError("the stagehand broke down; its error stands above")
        answer = json.loads(line)
        assert "refused" not in answer, answer
        if self.served is not None and self.served.poll() is None:
            self.served.send_signal(signal.SIGUSR1)
        return str(answer["said"])

    def copy(self, name: str) -> Site:
        """A site that begins where this one stands."""
        folder = self.folder.with_name(name)
        shutil.copytree(self.folder, folder)
        database = ""
        if self.database:
            database = database_name()
            sql(f'CREATE DATABASE "{database}" TEMPLATE "{self.database}"')
        return Site(folder, database, self.output)

    def drop(self) -> None:
        if self.stagehand is not None:
            self.stagehand.communicate()  # with its input closed it ends
            self.stagehand = None
        if self.database:
            sql(f'DROP DATABASE IF EXISTS "{self.database}" WITH (FORCE)')
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def file(self) -> Path:
        """The database on SQLite."""
        return next(self.folder.glob("*.sqlite3"))

    def processes(self) -> set[str]:
        """The server's processes to which some browser is connected, as the site itself writes them down."""
        rows = f"SELECT DISTINCT process FROM missions_presence WHERE until > {time.time_ns() // 1_000_000}"
        if self.database:
            import psycopg

            with psycopg.connect(with_name(POSTGRES, self.database).replace("postgres://", "postgresql://", 1)) as db:
                return {row[0] for row in db.execute(rows.encode())}
        with contextlib.closing(sqlite3.connect(self.file, timeout=10)) as lite:
            return {row[0] for row in lite.execute(rows)}

    def links(self) -> dict[str, str]:
        """{first word of the line, lower case: path of the link} for each seat that the demo printed."""
        found = {}
        for line in self.output.splitlines():
            match = LINK.search(line)
            if match:
                words = re.findall(r"[\w-]+", match["words"].lower())
                found[" ".join(words)] = urlsplit(match["url"]).path
        return found


def new_site(name: str = "bare") -> Site:
    folder = Path(tempfile.mkdtemp(prefix="sortie-browser-")) / name
    if not POSTGRES:
        return Site(folder)
    database = database_name()
    sql(f'CREATE DATABASE "{database}"')
    return Site(folder, database)


def database_name() -> str:
    """A new one, which another run on the same PostgreSQL does not take."""
    return f"sortie_browser_{os.getpid()}_{secrets.token_hex(4)}"


def with_name(url: str, database: str) -> str:
    parts = urlsplit(url)
    return urlunsplit(parts._replace(path=f"/{database}"))


def sql(statement: str) -> None:
    """For creating and dropping databases, which no transaction may hold."""
    import psycopg

    with psycopg.connect(POSTGRES.replace("postgres://", "postgresql://", 1), autocommit=True) as connection:
        connection.execute(statement.encode())


class Server:
    """uvicorn with dev.py's own words, on a port that stays the same over restarts."""

    def __init__(self, site: Site, port: int = 0, app: str = "") -> None:
        self.site, self.app = site, app or HINTED
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = site.folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.cookies: dict[str, Any] = {}
        """Of whoever took a seat: (what their browser keeps, the path of their page)."""

    def start(self) -> None:
        words = [str(word) for word in dev.uvicorn("127.0.0.1", self.port, WORKERS, "")]
        words[0] = sys.executable
        if self.app:
            words[words.index("config.asgi:application")] = self.app
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                words,
                cwd=ROOT,
                env=self.site.env,
                stdout=out,
                stderr=out,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        self.wait()
        self.site.served = self.process if self.app and not POSTGRES else None

    def wait(self) -> None:
        end = time.monotonic() + READY
        while time.monotonic() < end:
            assert self.process is not None
            if self.process.poll() is not None:
                break
            with contextlib.suppress(OSError, urllib.error.URLError):
                if self.get("/healthz").startswith("ok"):
                    return
            time.sleep(0.1)
        raise RuntimeError(f"the server did not come up:\n{self.said()}")

    def get(self, path: str) -> str:
        with urllib.request.urlopen(self.url + path, timeout=5) as answer:
            return str(answer.read().decode())

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Ends the processes that `start` made, and no other."""
        process, self.process, self.site.served = self.process, None, None
        if process is None or process.poll() is not None:
            return
        process.send_signal(how)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(5)

    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def put_back(self, base: Site) -> None:
        """On SQLite: the site goes on from where another stands, while it is served; no browser may be on it."""
        with (
            contextlib.closing(sqlite3.connect(base.file)) as source,
            contextlib.closing(sqlite3.connect(self.site.file, timeout=20)) as target,
        ):
            source.backup(target)
        media = self.site.folder / "media"
        shutil.rmtree(media, ignore_errors=True)
        if (base.folder / "media").exists():
            shutil.copytree(base.folder / "media", media)
        (self.site.folder / "faces").unlink(missing_ok=True)
        self.site.output = base.output
        self.cookies.clear()

    def restart(self) -> None:
        self.stop()
        self.start()

    def said(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def complaints(self) -> list[str]:
        """Lines of the server's log that a healthy evening does not have."""
        return [line for line in self.said().splitlines() if TROUBLE.search(line)]
