"""The toy ruleset, registered for a test, and a table that plays it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from missions import stored, writer
from tactics import rulesets
from tests.missions import table as tables
from tests.toy.ruleset import RULES, TOY


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulesets, "RULESETS", {**rulesets.RULESETS, "toy": TOY})
    real = stored.get_rules
    monkeypatch.setattr(stored, "get_rules", lambda hash: RULES if hash == RULES.hash else real(hash))
    cache.clear()


@pytest.fixture
def quiet(transactional_db: None) -> Iterator[None]:
    """When the database is emptied, no hub's job may still be reading it."""
    yield
    writer.close()


@pytest.fixture
def table(quiet: None) -> tables.Table:
    return tables.make()
