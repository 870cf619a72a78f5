"""The desk of tests.characters.desk."""

from __future__ import annotations

import pytest

from tests.characters import desk as desks


@pytest.fixture
def desk(db: None) -> desks.Desk:
    return desks.make()
