"""SIGKILL at any moment: what was acknowledged is there, once, and the state is the fold of the log."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
KILLS = 3
LONG_KILLS = 60

CHECK = """
import django; django.setup()
from missions import stored
from missions.models import Mission, MissionState
from tactics.kernel import log
from tactics.kernel.codec import codec
mission = Mission.objects.get()
code = stored.code_of(mission)
read = codec(code)
entries = stored.entries_of(mission)
assert [e.seq for e in entries] == list(range(1, len(entries) + 1))
assert read.state(MissionState.objects.get().body) == log.fold(code, read.state(mission.genesis), entries)
"""


def python(data: Path, *words: str) -> None:
    subprocess.run([sys.executable, *words], cwd=ROOT, env=environment(data), check=True, capture_output=True)


def environment(data: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
    return {**kept, "SORTIE_DATA": str(data), "DJANGO_SETTINGS_MODULE": "config.settings"}


@pytest.mark.live
def test_nothing_acknowledged_is_lost_when_the_process_is_killed(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    python(tmp_path, "manage.py", "migrate", "--verbosity", "0")
    python(tmp_path, "manage.py", "demo")
    chance = random.Random(7)
    acknowledged: dict[int, int] = {}
    for _ in range(LONG_KILLS if pytestconfig.getoption("--long") else KILLS):
        # The first number is sent again: its answer may or may not have arrived before the kill.
        first = max(acknowledged, default=0)
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.missions.killed", "1", str(first)],
            cwd=ROOT, env=environment(tmp_path), stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert process.stdout is not None
        for _ in range(chance.randrange(3, 40)):
            number, row = map(int, process.stdout.readline().split())
            assert acknowledged.setdefault(number, row) == row
        process.kill()
        for line in process.stdout.read().splitlines():
            if len(words := line.split()) == 2:
                acknowledged[int(words[0])] = int(words[1])
        process.wait()
        with sqlite3.connect(tmp_path / "sortie.sqlite3") as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            rows = database.execute("SELECT key, seq FROM missions_logentry WHERE seat = 'ana'").fetchall()
        assert max(Counter(key for key, _ in rows).values()) == 1
        assert acknowledged.items() <= {int(key[1:]): seq for key, seq in rows}.items()
        python(tmp_path, "-c", CHECK)
