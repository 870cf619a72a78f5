"""docs/proofs.md names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROOFS = (ROOT / "docs" / "proofs.md").read_text(encoding="utf-8")


def test_every_test_that_is_named_is_there() -> None:
    browser = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "tests" / "browser").glob("test_*.py"))
    there = set(re.findall(r"(?m)^def (test_\w+)", browser))
    named = set(re.findall(r"`(test_\w+)`", PROOFS))
    assert len(named) > 80
    assert named <= there, f"gone: {sorted(named - there)}"


def test_every_file_that_is_named_is_there() -> None:
    for path in re.findall(r"`((?:tests|docs)/[\w/]+(?:\.\w+)?)`", PROOFS):
        assert (ROOT / path).exists(), path
