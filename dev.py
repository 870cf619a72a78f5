#!/usr/bin/env python3
"""Everything a person does with this checkout, by the standard library alone.

    python3 dev.py demo      a whole mission to click through: prints one link per seat
    python3 dev.py serve     an empty site for real use
    python3 dev.py test      every check and test
    python3 dev.py --help    the rest

The first use makes .venv and installs what requirements/ lists, by hash and without a
compiler. Nothing outside this folder is touched.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.parse
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Dict, List, Tuple

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OLDEST = (3, 11)
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

#: Wheels are looked for on each of these when the lock is made (table of PEP 425 platforms).
PLATFORMS = {
    "Linux on Intel": ["manylinux_2_17_x86_64", "manylinux2014_x86_64", "manylinux_2_28_x86_64"],
    "Linux on ARM": ["manylinux_2_17_aarch64", "manylinux2014_aarch64", "manylinux_2_28_aarch64"],
    "macOS on Intel": ["macosx_10_9_x86_64", "macosx_10_13_x86_64", "macosx_10_15_x86_64", "macosx_11_0_x86_64"],
    "macOS on ARM": ["macosx_11_0_arm64", "macosx_12_0_arm64", "macosx_14_0_arm64"],
    "Windows": ["win_amd64"],
}
SYSTEMS = {
    "Linux on Intel": ("linux", "x86_64"),
    "Linux on ARM": ("linux", "aarch64"),
    "macOS on Intel": ("darwin", "x86_64"),
    "macOS on ARM": ("darwin", "arm64"),
    "Windows": ("win32", "AMD64"),
}
"""What each calls itself and its machine in the markers of a lock."""
Step = Tuple[str, List[object], Dict[str, str]]
"""A name, a command and its environment."""
PYTHONS = ("3.11", "3.12", "3.13")


def say(text: str) -> None:
    print(text, flush=True)


def run(*command: object, **extra: str) -> int:
    """Run a command in the checkout with ``extra`` environment; its exit code."""
    words = [str(word) for word in command]
    return subprocess.call(words, cwd=ROOT, env={**os.environ, "PYTHONUTF8": "1", **extra})


def must(*command: object, **extra: str) -> None:
    """Run a command and leave with its exit code when it fails."""
    code = run(*command, **extra)
    if code:
        say(f"Stopped: {' '.join(str(word) for word in command[1:4])} ended with {code}.")
        sys.exit(code)


def become(*command: object, **extra: str) -> int:
    """Run the last command of all: signals and the exit code are its own."""
    if os.name == "nt":
        with contextlib.suppress(KeyboardInterrupt):
            return run(*command, **extra)
        return 0
    os.chdir(ROOT)
    sys.stdout.flush()
    words = [str(word) for word in command]
    os.execve(words[0], words, {**os.environ, "PYTHONUTF8": "1", **extra})


def stay(*command: object, **extra: str) -> int:
    """Run a server until Ctrl-C or SIGTERM, which it answers itself; its exit code, 0 for one that was stopped."""
    server = subprocess.Popen([str(word) for word in command], cwd=ROOT, env={**os.environ, "PYTHONUTF8": "1", **extra})
    # Ctrl-C reaches the server from the terminal too: here it only means that there is an end to wait for.
    stopped: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: stopped.append(number))
    signal.signal(signal.SIGTERM, lambda number, frame: (stopped.append(number), server.terminate()))
    code = server.wait()
    return 0 if stopped else code


# Setting up ----------------------------------------------------------------------------


def setup(which: str = "base") -> None:
    """Make .venv and install ``requirements/<which>.txt`` unless that was done before."""
    if sys.version_info < OLDEST:
        sys.exit(f"Sortie needs Python {OLDEST[0]}.{OLDEST[1]} or newer; this is {sys.version}.")
    if not PYTHON.exists():
        try:
            import ensurepip  # noqa: F401
            import venv  # noqa: F401
        except ImportError:
            version = f"{sys.version_info[0]}.{sys.version_info[1]}"
            sys.exit(
                "This Python comes without venv. On Debian or Ubuntu install it with\n"
                f"    sudo apt-get install python{version}-venv\n"
                "and run the same command again."
            )
        say("Making .venv ...")
        must(sys.executable, "-m", "venv", VENV)
    lock = ROOT / "requirements" / f"{which}.txt"
    wanted = hashlib.sha256(lock.read_bytes()).hexdigest()
    stamp = VENV / f"installed-{which}"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    say(f"Installing requirements/{which}.txt into .venv (once; a minute or so) ...")
    # Without compiling what is never used: what is imported is compiled then.
    must(
        PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile",
        "--require-hashes", "--only-binary", ":all:", "-r", lock,
    )  # fmt: skip
    stamp.write_text(wanted)


def manage(*words: object, **extra: str) -> None:
    must(PYTHON, "manage.py", *words, **extra)


def lan_address() -> str | None:
    """This machine's address in its own network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address


def is_free(host: str, port: int) -> bool:
    with socket.socket() as probe:
        if os.name != "nt":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def is_listening(host: str, port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=1):
        return True
    return False


def uvicorn(host: str, port: int, workers: int, public_url: str) -> list[object]:
    """The server's command line. Compression costs time and memory: only over the internet."""
    deflate = os.environ.get("SORTIE_DEFLATE", "1" if public_url else "0")
    return [
        PYTHON, "-m", "uvicorn", "config.asgi:application",
        "--host", host, "--port", port, "--workers", workers,
        "--lifespan", "off", "--log-level", "warning", "--no-access-log", "--no-server-header",
        "--ws", "config.sockets:Sockets", "--ws-max-size", 65536, "--ws-max-queue", 16,
        "--ws-ping-interval", 20, "--ws-ping-timeout", 20,
        "--ws-per-message-deflate", "true" if deflate == "1" else "false",
        "--timeout-graceful-shutdown", 10,
    ]  # fmt: skip


# Commands ------------------------------------------------------------------------------


def demo(options: argparse.Namespace, rest: list[str]) -> int:
    """Seed a mission, print one link per seat, serve."""
    setup()
    data = Path(os.environ.get("SORTIE_DATA", ROOT / "data" / "demo")).resolve()
    running = served(data)
    if running and (options.lan or options.port):
        sys.exit(f"The demo runs already, on {running}. Stop it there with Ctrl-C first.")
    host = "0.0.0.0" if options.lan else "127.0.0.1"
    name = lan_address() if options.lan else "127.0.0.1"
    if name is None:
        sys.exit("This machine has no address in a local network; leave --lan out.")
    wanted = options.port or int(os.environ.get("PORT", "0"))  # as `serve` takes it
    port = wanted or next((p for p in range(8000, 8100) if is_free(host, p)), 8000)
    if not running and not is_free(host, port):
        sys.exit(f"Port {port} is in use; choose another with --port.")
    address = running or f"http://{name}:{port}"
    env = {
        "SORTIE_DATA": str(data),
        # Cookies know no ports: the demo and a real site must not share their names.
        "SORTIE_COOKIES": "sortie-demo",
        "WEB_CONCURRENCY": "1",
    }
    if options.lan:
        env["SORTIE_HOSTS"] = name
    say("Preparing the database ...")
    manage("migrate", "--verbosity", 0, **env)
    words = ["--base-url", address]
    words += ["--fresh"] if options.fresh else []
    words += ["--qr"] if options.lan else []
    one = ["--ruleset", options.ruleset] if options.ruleset else []
    manage("demo", *words, *one, *rest, **env)
    if running:
        if not one:
            manage("demo", *words, "--others", **env)
        say(f"\nThe demo runs already, on {running}: the links lead there.")
        return 0
    if running := served(data):
        sys.exit(f"Another start was faster: the demo runs on {running}.")
    (data / "serving.txt").write_text(f"{os.getpid()} {address}\n")
    say("\nServing; the links work until you press Ctrl-C, and again after the next start.")
    if not one:  # nobody waits for what is played another time
        say("The demo of the other rules follows in a moment, with links of its own.")
        others = [PYTHON, "manage.py", "demo", *words, "--others"]
        subprocess.Popen([str(word) for word in others], cwd=ROOT, env={**os.environ, "PYTHONUTF8": "1", **env})
    return become(*uvicorn(host, port, 1, ""), **env)


def served(data: Path) -> str:
    """The address at which a demo with this data is being served now, or nothing.

    Two processes without Redis would not hear of each other's changes. The process keeps its number when it
    becomes the server.
    """
    note = data / "serving.txt"
    try:
        number, address = note.read_text().split()
        parts = urllib.parse.urlsplit(address)
        if os.name != "nt":
            os.kill(int(number), 0)
        starting = time.time() - note.stat().st_mtime < 20
    except (OSError, ValueError):
        return ""
    return address if starting or is_listening(parts.hostname or "", parts.port or 80) else ""


def serve(options: argparse.Namespace, rest: list[str]) -> int:
    """An empty site for real use: the first visit makes the owner."""
    setup()
    host = options.host or os.environ.get("HOST", "127.0.0.1")
    port = options.port or int(os.environ.get("PORT", "8000"))
    workers = int(os.environ.get("WEB_CONCURRENCY", "1"))
    public_url = os.environ.get("PUBLIC_URL", "").rstrip("/")
    env: dict[str, str] = {}
    if host == "0.0.0.0" and (address := lan_address()):
        env["SORTIE_HOSTS"] = ",".join(filter(None, [os.environ.get("SORTIE_HOSTS"), address]))
    if not is_free(host, port):
        sys.exit(f"Port {port} is in use; set PORT to another.")
    say("Preparing the database ...")
    manage("migrate", "--verbosity", 0, **env)
    manage("check", "--database", "default", **env)
    data = os.environ.get("SORTIE_DATA", str(ROOT / "data"))
    shown = public_url or f"http://{lan_address() if host == '0.0.0.0' else host}:{port}"
    say(f"\nServing {shown} with data in {data}; Ctrl-C stops it.")
    say("On a new site the first visit makes the owner: open the address before you give it away.")
    code = stay(*uvicorn(host, port, workers, public_url), **env)
    say(f"\nStopped. Everything is kept in {data}." if code == 0 else f"\nThe server ended by itself ({code}).")
    return code


def test(options: argparse.Namespace, rest: list[str]) -> int:
    """Every check, then every test, those of the browser last and alone; with further words only pytest, which gets
    them. The checks, of which each keeps one processor busy, go on beside the first tests."""
    setup("test")
    browser = os.environ.get("SORTIE_BROWSER") or next(filter(None, (shutil.which(name) for name in BROWSERS)), "")
    words = ["--long"] if options.long else []
    if not browser:
        if os.environ.get("SORTIE_REQUIRE_BROWSER") == "1":
            sys.exit("SORTIE_REQUIRE_BROWSER is set and no Chromium was found.")
        say("No Chromium here: browser tests are skipped (Debian: sudo apt-get install chromium).")
    if not os.environ.get("DATABASE_URL") or not os.environ.get("REDIS_URL"):
        say("DATABASE_URL and REDIS_URL are not both set: this run tests SQLite, one process.")
    python = PYTHON.parent
    deploy = {
        "PUBLIC_URL": "https://sortie.example",
        "SORTIE_DATA": str(ROOT / ".cache" / "check"),
        "DATABASE_URL": "",
    }
    # Two runs on one Redis must not hear each other.
    of_pytest = {"SORTIE_BROWSER": browser, "REDIS_PREFIX": f"sortie-test-{os.getpid()}"}
    pytest: list[object] = [PYTHON, "-m", "pytest", *words]
    checks: list[Step] = []
    if rest:
        tests: list[Step] = [("pytest", [*pytest, *rest], of_pytest)]
    else:
        checks = [
            ("ruff", [python / "ruff", "check", "."], {}),
            ("mypy", [python / "mypy"], {}),
            ("import contracts", [python / "lint-imports"], {}),
            ("migrations", [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"], deploy),
            ("check --deploy", [PYTHON, "manage.py", "check", "--deploy", "--fail-level", "WARNING"], deploy),
        ]
        # A browser waits more than it works: two at a time are done sooner, more get into each other's way.
        by_file = ["--dist", "loadfile", "--no-loadscope-reorder"]
        tests = [("pytest", [*pytest, "-n", "auto", *by_file, "-m", "not browser"], of_pytest)]
        if browser:
            tests.append(("browser", [*pytest, "-n", "2", *by_file, "-m", "browser"], of_pytest))
    with ThreadPoolExecutor(1) as aside:
        checking = aside.submit(checked, checks)
        failed = []
        for name, command, env in tests:
            say(f"-- {name}")
            if run(*command, **env) and not (name == "browser" and again(command, env)):
                failed.append(name)
            # Browser tests have the machine to themselves.
            wait([checking])
    failed = [*checking.result(), *failed]
    if failed:
        say(f"FAILED: {', '.join(failed)}")
        return 1
    say(f"PASSED: {', '.join(name for name, _, _ in [*checks, *tests])}")
    return 0


def again(command: list[object], env: dict[str, str]) -> bool:
    """Run what failed in the browser once more, alone: a busy machine makes a page late. Whether it all passed then."""
    say("-- browser, once more what failed")
    return not run(*command, "--last-failed", "--last-failed-no-failures", "none", **env)


def checked(steps: list[Step]) -> list[str]:
    """Run one after another; each says what it has to say in one piece. Returns the names of those that failed."""
    failed = []
    for name, command, env in steps:
        words = [str(word) for word in command]
        done = subprocess.run(
            words, cwd=ROOT, env={**os.environ, "PYTHONUTF8": "1", **env},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", check=False,
        )  # fmt: skip
        say(f"-- {name}{': FAILED' if done.returncode else ''}\n{done.stdout.rstrip()}")
        if done.returncode:
            failed.append(name)
    return failed


def managed(command: str, needs: str) -> object:
    """A command of manage.py, with what it needs installed first."""

    def call(options: argparse.Namespace, rest: list[str]) -> int:
        setup(needs)
        return run(PYTHON, "manage.py", command, *rest)

    return call


def backup(options: argparse.Namespace, rest: list[str]) -> int:
    """Copy database, uploads and key into a folder of their own, and open the copy."""
    data = Path(os.environ.get("SORTIE_DATA", str(ROOT / "data"))).resolve()
    into = Path(options.into or data / "backups") / time.strftime("%Y%m%d-%H%M%S")
    url = os.environ.get("DATABASE_URL", "")
    into.mkdir(parents=True, mode=0o700)
    if url and not url.startswith("sqlite"):
        found = backup_postgres(url, into / "sortie.dump")
    else:
        found = backup_sqlite(data / "sortie.sqlite3", into / "sortie.sqlite3")
    # After the database: a file that a row names was there before the row.
    if (data / "media").is_dir():
        shutil.copytree(data / "media", into / "media")
    if (data / "secret-key.txt").exists():
        shutil.copy2(data / "secret-key.txt", into / "secret-key.txt")
    say(f"Backed up to {into}\n{found}; opened and checked.")
    return 0


def backup_sqlite(source: Path, target: Path) -> str:
    """Copy a live SQLite database and prove that the copy opens; what it holds."""
    if not source.exists():
        sys.exit(f"There is no database at {source}; set SORTIE_DATA to the site's folder.")
    with (
        contextlib.closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True)) as live,
        contextlib.closing(sqlite3.connect(target)) as copy,
    ):
        live.backup(copy)
    with contextlib.closing(sqlite3.connect(target)) as copy:
        verdict = copy.execute("PRAGMA integrity_check").fetchone()[0]
        if verdict != "ok":
            sys.exit(f"The copy is damaged: {verdict}. Keep the old backups.")
        tables = copy.execute("SELECT count(*) FROM sqlite_master WHERE type='table'").fetchone()[0]
        campaigns = copy.execute("SELECT count(*) FROM campaigns_campaign").fetchone()[0]
    return f"{tables} tables, {campaigns} campaigns"


def backup_postgres(url: str, target: Path) -> str:
    for tool in ("pg_dump", "pg_restore"):
        if not shutil.which(tool):
            sys.exit(f"{tool} is missing. Debian: sudo apt-get install postgresql-client")
    # By a service of the environment, not by the command line, which others can read.
    parts = urllib.parse.urlsplit(url)
    env = {"PGDATABASE": parts.path.lstrip("/"), "PGHOST": parts.hostname or "127.0.0.1"}
    env |= {"PGPORT": str(parts.port or 5432)}
    env |= {"PGUSER": urllib.parse.unquote(parts.username)} if parts.username else {}
    env |= {"PGPASSWORD": urllib.parse.unquote(parts.password)} if parts.password else {}
    must("pg_dump", "-Fc", "--file", target, **env)
    listing = subprocess.run(["pg_restore", "--list", str(target)], capture_output=True, text=True, check=True).stdout
    return f"{listing.count(' TABLE DATA ')} tables"


def lock(options: argparse.Namespace, rest: list[str]) -> int:
    """Write requirements/*.txt anew: exact versions, the hashes of every system's wheels."""
    home = ROOT / ".cache" / "lock"
    python = home / PYTHON.relative_to(VENV)
    if not python.exists():
        must(sys.executable, "-m", "venv", home)
    must(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "uv")
    configured = subprocess.run(
        [str(python), "-m", "pip", "config", "get", "global.index-url"],
        capture_output=True, text=True,
    ).stdout.strip()  # fmt: skip
    env = {"UV_DEFAULT_INDEX": configured} if configured else {}
    for which in ("base", "test"):
        target = f"{which}.txt"
        words = ["-c", "base.txt"] if which == "test" else []
        words += ["--upgrade"] if options.upgrade and which == "base" else []
        say(f"Locking requirements/{target} ...")
        # Universal: one file for all systems, with markers where they differ.
        must(
            python, "-m", "uv", "--directory", ROOT / "requirements", "pip", "compile", "--quiet",
            "--universal", "--python-version", PYTHONS[0], "--generate-hashes",
            "--no-emit-index-url", "--no-emit-find-links",
            "--custom-compile-command", "python3 dev.py lock",
            *words, f"{which}.in", "-o", target, **env,
        )  # fmt: skip
    missing = [] if options.unchecked else without_wheels(python, home)
    say("Every system has its wheels." if not missing else f"No wheels: {'; '.join(missing)}")
    return 1 if missing else 0


def without_wheels(python: Path, home: Path) -> list[str]:
    """The systems on which some package of base.txt would have to be compiled."""
    missing = []
    for system, tags in PLATFORMS.items():
        wanted = home / "wanted.txt"
        wanted.write_text(for_system((ROOT / "requirements/base.txt").read_text(), system))
        for version in PYTHONS:
            where = home / "wheels"
            shutil.rmtree(where, ignore_errors=True)
            words = [word for tag in tags for word in ("--platform", tag)]
            code = run(
                python, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
                "--no-deps", "--only-binary", ":all:", "--require-hashes",
                "--python-version", version, *words, "-r", wanted, "-d", where,
            )  # fmt: skip
            say(f"{system}, Python {version}: {'missing' if code else 'ok'}")
            missing += [f"{system}, Python {version}"] if code else []
            shutil.rmtree(where, ignore_errors=True)
    return missing


def for_system(text: str, system: str) -> str:
    """A lock without the other systems' packages: pip judges markers by where it runs."""
    kept, keep = [], True
    for line in text.splitlines():
        if line and not line[0].isspace() and not line.startswith("#"):
            head, _, marker = line.removesuffix(" \\").partition(" ; ")
            keep = holds(marker, system)
            line = head + (" \\" if line.endswith("\\") else "")
        if keep and not line.lstrip().startswith("#"):
            kept.append(line)
    return "\n".join(kept) + "\n"


def holds(marker: str, system: str) -> bool:
    """Whether a marker is true there. What it says of other things than system and machine is taken to be."""
    platform, machine = SYSTEMS[system]
    facts = {"sys_platform": platform, "platform_machine": machine}

    def true(term: str) -> bool:
        name, is_, value = term.split() if term else ("", "", "")
        return name not in facts or (facts[name] == value.strip("'\"")) is (is_ == "==")

    return any(all(true(term) for term in one.split(" and ")) for one in marker.split(" or "))


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="dev.py", description="Sortie: run it, test it, keep it.")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name: str, call: object, words: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=words, description=words)
        made.set_defaults(call=call)
        return made

    made = add("demo", demo, "a whole mission to click through, with one link per seat")
    made.add_argument("--fresh", action="store_true", help="start over instead of continuing")
    made.add_argument("--lan", action="store_true", help="let phones in this network in")
    made.add_argument("--port", type=int, help="default: the first free one from 8000")
    made.add_argument("--ruleset", help="play the demo of these rules alone")
    made = add("serve", serve, "an empty site for real use (HOST, PORT, PUBLIC_URL, SORTIE_DATA)")
    made.add_argument("--host", help="address to listen on; 0.0.0.0 for the network")
    made.add_argument("--port", type=int)
    made = add("test", test, "every check and test; further words go to pytest alone")
    made.add_argument("--long", action="store_true", help="full counts for the property tests")
    add("lost-device", managed("lost_device", "base"), "let somebody in by the password alone (a lost second factor)")
    add("rules", managed("rules", "test"), "which rules have a test")
    add("scenario", managed("scenario", "base"), "run scenario files")
    add("shots", managed("shots", "test"), "take the pictures of docs/screens")
    made = add("backup", backup, "copy a site's data while it runs, and check the copy")
    made.add_argument("--into", help="folder of the backups (default: backups in the data folder)")
    made = add("lock", lock, "write requirements/*.txt anew")
    made.add_argument("--upgrade", action="store_true", help="take the newest versions allowed")
    made.add_argument("--unchecked", action="store_true", help="do not look for every wheel")
    return top


def main() -> int:
    options, rest = parser().parse_known_args()
    if rest and options.command in ("serve", "backup", "lock"):
        parser().error(f"unknown: {' '.join(rest)}")
    return int(options.call(options, rest) or 0)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
