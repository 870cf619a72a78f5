"""Logs of every release still fold to the state that they had then."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from tactics.kernel.codec import codec, encode
from tactics.kernel.log import Entry, fold
from tests.laws import games

LOGS = sorted(Path(__file__).parent.glob("*.json"))


def test_there_is_a_log_of_every_ruleset() -> None:
    assert {json.loads(p.read_text(encoding="utf-8"))["ruleset"] for p in LOGS} >= {"tempus", "toy"}


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.stem)
def test_a_log_of_an_earlier_release_folds_to_its_state(path: Path) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    code = games.ALL[document["ruleset"]].code
    reader = codec(code)
    entries = [
        Entry(
            seq=x["seq"],
            seat=x["seat"],
            role=x["role"],
            key=x["key"],
            command=reader.command(json.dumps(x["command"])),
            now=x["now"],
            events=reader.events(json.dumps(x["events"])),
        )
        for x in document["entries"]
    ]
    assert len(entries) >= 50
    state = fold(code, reader.state(json.dumps(document["genesis"])), entries)
    assert hashlib.sha256(encode(state)).hexdigest() == document["state"]
