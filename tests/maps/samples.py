"""Where sample maps lie: some beside the tests, others in the folder that MAP_SAMPLES names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from missions.maps.draft import Choices, Draft
from missions.maps.read import read

HERE = Path(__file__).with_name("samples")


def path_of(name: str) -> Path:
    """A sample by its path under the folder. Skips the test where nobody has it."""
    elsewhere = os.environ.get("MAP_SAMPLES", "")
    for root in (HERE, *([Path(elsewhere)] if elsewhere else [])):
        if (root / name).exists():
            return root / name
    pytest.skip("further samples: set MAP_SAMPLES to the folder that has them")


def draft_of(name: str, *others: str, **choices: object) -> Draft:
    """What is read of a sample, and of files that are sent along."""
    files = {path.name: path.read_bytes() for path in map(path_of, (name, *others))}
    return read(files, Choices(**choices)).draft  # type: ignore[arg-type]


def said(draft: Draft, code: str) -> dict[str, object]:
    """The parameters of a line of the report. Raises KeyError where it is not there."""
    for line in draft.lines:
        if line.code == code:
            return dict(line.params) | {"sort": line.sort}
    raise KeyError(f"{code} is not among {[line.code for line in draft.lines]}")
