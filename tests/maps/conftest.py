"""The rules that ship, without a database."""

from __future__ import annotations

import pytest

from tactics.kernel.rules import Rules
from tests.laws.tempus_game import rules


@pytest.fixture(scope="session")
def tempus() -> Rules:
    return rules()
