"""dev.py's own functions."""

from __future__ import annotations

import argparse
import ast
import importlib.util
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)


@pytest.fixture(scope="module")
def dev():
    spec = importlib.util.spec_from_file_location("dev", ROOT / "dev.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_needs_the_standard_library_alone():
    tree = ast.parse((ROOT / "dev.py").read_text())
    names = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    names |= {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    assert {name.split(".")[0] for name in names} <= set(sys.stdlib_module_names)


def test_parses_on_older_pythons_so_that_it_can_say_so():
    ast.parse((ROOT / "dev.py").read_text(), feature_version=(3, 9))


@pytest.mark.parametrize("command", ["demo", "serve", "test", "rules", "scenario", "shots", "backup", "lock"])
def test_has_the_command(dev, command):
    assert dev.parser().parse_known_args([command])[0].command == command


def test_all_checks_are_run_and_those_that_fail_are_named(dev, capsys):
    def python(code):
        return [sys.executable, "-c", code]

    steps = [
        ("first", python("print('all well')"), {}),
        ("second", python("import sys; sys.exit('a fault')"), {}),
        ("third", python("import os; print(os.environ['WORD'])"), {"WORD": "still run"}),
    ]
    assert dev.checked(steps) == ["second"]
    told = capsys.readouterr().out
    assert told == "-- first\nall well\n-- second: FAILED\na fault\n-- third\nstill run\n"


@pytest.mark.parametrize("fails", ["", "mypy", "pytest", "browser"])
def test_one_step_that_fails_fails_the_run(dev, monkeypatch, capsys, fails):
    monkeypatch.setattr(dev, "setup", lambda *words: None)
    monkeypatch.setenv("SORTIE_BROWSER", "/usr/bin/some-browser")
    monkeypatch.setattr(dev, "checked", lambda steps: [name for name, _, _ in steps if name == fails])
    ran = []

    def run(*words, **env):
        ran.append(words)
        return int(fails == ("browser" if "browser" in words else "pytest"))

    monkeypatch.setattr(dev, "run", run)
    code = dev.test(dev.parser().parse_args(["test"]), [])
    asked = ["not browser", "browser", *(["browser"] if fails == "browser" else [])]
    assert [words[words.index("-m", 3) + 1] for words in ran] == asked
    assert ["--last-failed" in words for words in ran[2:]] == [True] * (fails == "browser")
    assert code == (1 if fails else 0)
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == (f"FAILED: {fails}" if fails else f"PASSED: {', '.join(NAMES)}")


def test_what_failed_in_the_browser_is_asked_once_more(dev, monkeypatch, capsys):
    monkeypatch.setattr(dev, "setup", lambda *words: None)
    monkeypatch.setenv("SORTIE_BROWSER", "/usr/bin/some-browser")
    monkeypatch.setattr(dev, "checked", lambda steps: [])
    monkeypatch.setattr(dev, "run", lambda *words, **env: int("browser" in words and "--last-failed" not in words))
    assert dev.test(dev.parser().parse_args(["test"]), []) == 0
    assert "-- browser, once more what failed" in capsys.readouterr().out


NAMES = ("ruff", "mypy", "import contracts", "migrations", "check --deploy", "pytest", "browser")


def test_without_venv_it_names_the_package(dev, monkeypatch, tmp_path):
    monkeypatch.setattr(dev, "PYTHON", tmp_path / "none")
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(SystemExit, match=r"apt-get install python3\.\d+-venv"):
        dev.setup()


def test_too_old_a_python_is_named(dev, monkeypatch):
    monkeypatch.setattr(dev.sys, "version_info", (3, 9, 2))
    with pytest.raises(SystemExit, match=r"3\.11 or newer"):
        dev.setup()


def test_installs_by_hash_and_never_compiles(dev, monkeypatch, tmp_path):
    calls = []
    monkeypatch.setattr(dev, "VENV", tmp_path)
    monkeypatch.setattr(dev, "must", lambda *words, **env: calls.append(words))
    dev.setup()
    assert "--require-hashes" in calls[-1]
    assert calls[-1][calls[-1].index("--only-binary") + 1] == ":all:"
    assert calls[-1][-1].name == "base.txt"
    dev.setup()
    assert len(calls) == 1  # the second start installs nothing


def test_free_port(dev):
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        assert not dev.is_free("127.0.0.1", port)
    assert dev.is_free("127.0.0.1", port)


def test_the_demo_takes_the_port_of_the_environment_too(dev, monkeypatch, tmp_path):
    """Whoever has read how `serve` is told its port is not sent to another without a word."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr(dev, "setup", lambda: None)
        monkeypatch.setenv("SORTIE_DATA", str(tmp_path))
        monkeypatch.setenv("PORT", str(port))
        with pytest.raises(SystemExit, match=f"Port {port} is in use"):
            dev.demo(argparse.Namespace(lan=False, port=None, fresh=False, ruleset=None), [])


def test_knows_the_demo_that_runs_already(dev, tmp_path):
    assert dev.served(tmp_path) == ""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
        note = tmp_path / "serving.txt"
        note.write_text(f"{os.getpid()} {address}\n")
        assert dev.served(tmp_path) == address
        note.write_text(f"{2**22 + 1} {address}\n")  # more than Linux gives: a process that has ended
        assert dev.served(tmp_path) == ""
        note.write_text("nonsense")
        assert dev.served(tmp_path) == ""
    note.write_text(f"{os.getpid()} {address}\n")
    assert dev.served(tmp_path) == address  # it may still be starting
    os.utime(note, (0, 0))
    assert dev.served(tmp_path) == ""


def test_backup_copies_a_live_database_and_checks_it(dev, tmp_path):
    live, copy = tmp_path / "live.sqlite3", tmp_path / "copy.sqlite3"
    with sqlite3.connect(live) as connection:
        connection.execute("CREATE TABLE campaigns_campaign (name text)")
        connection.execute("INSERT INTO campaigns_campaign VALUES ('Salt')")
        connection.commit()
        assert "1 campaigns" in dev.backup_sqlite(live, copy)
    assert sqlite3.connect(copy).execute("SELECT name FROM campaigns_campaign").fetchall() == [("Salt",)]


def test_backup_of_nothing_says_where_it_looked(dev, tmp_path):
    with pytest.raises(SystemExit, match="SORTIE_DATA"):
        dev.backup_sqlite(tmp_path / "none.sqlite3", tmp_path / "copy.sqlite3")


def test_lock_of_a_system_leaves_the_others_out(dev):
    text = (
        "a==1 \\\n    --hash=sha256:1\n    # via b\n"
        "uvloop==2 ; sys_platform != 'win32' \\\n    --hash=sha256:2\n"
        "colorama==3 ; sys_platform == 'win32' \\\n    --hash=sha256:3\n"
    )
    assert dev.for_system(text, "Windows") == "a==1 \\\n    --hash=sha256:1\ncolorama==3 \\\n    --hash=sha256:3\n"
    assert dev.for_system(text, "Linux on ARM") == "a==1 \\\n    --hash=sha256:1\nuvloop==2 \\\n    --hash=sha256:2\n"


@pytest.mark.parametrize(("system", "version"), [("macOS on Intel", 1), ("macOS on ARM", 2), ("Linux on Intel", 2)])
def test_a_lock_may_hold_an_older_version_for_one_machine(dev, system, version):
    text = (
        "a==1 ; platform_machine == 'x86_64' and sys_platform == 'darwin'\n"
        "a==2 ; platform_machine != 'x86_64' or sys_platform != 'darwin'\n"
        "b==1 ; implementation_name != 'pypy'\n"
    )
    assert dev.for_system(text, system) == f"a=={version}\nb==1\n"


def test_readme_has_exactly_two_commands_to_set_up():
    text = (ROOT / "README.md").read_text()
    start = text.split("## Start", 1)[1].split("\n## ", 1)[0]
    commands = [line.strip() for line in start.splitlines() if line.startswith(("    ", "\t"))]
    assert [command.split("  ")[0] for command in commands] == ["python3 dev.py demo", "python3 dev.py test"]


SERVES = """
import argparse, importlib.util, sys
spec = importlib.util.spec_from_file_location("dev", {path!r})
dev = importlib.util.module_from_spec(spec)
spec.loader.exec_module(dev)
dev.setup = dev.manage = lambda *words, **env: None
dev.PYTHON = sys.executable
sys.exit(dev.serve(argparse.Namespace(host="127.0.0.1", port={port}), []))
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of a process group")
def test_ctrl_c_ends_the_server_with_one_calm_line(dev, tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-c", SERVES.format(path=str(ROOT / "dev.py"), port=port)],
        env={**os.environ, "SORTIE_DATA": str(tmp_path)}, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        deadline = time.monotonic() + 60
        while not dev.is_listening("127.0.0.1", port):
            assert server.poll() is None, server.stdout.read()
            assert time.monotonic() < deadline
            time.sleep(0.1)
        os.killpg(server.pid, signal.SIGINT)
        said, _ = server.communicate(timeout=30)
    finally:
        server.kill()
    assert server.returncode == 0
    lines = [line for line in said.splitlines() if line]
    assert "the first visit makes the owner" in lines[-2]
    assert lines[-1] == f"Stopped. Everything is kept in {tmp_path}."
