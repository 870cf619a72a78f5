"""Members of a group are named by one of them."""

from __future__ import annotations

import pytest

from tactics.mission.naming import singular


@pytest.mark.parametrize(
    ("many", "one"),
    [("Goblins", "Goblin"), ("Grey wolves", "Grey wolf"), ("Riflemen", "Rifleman"), ("Harpies", "Harpy"),
     ("Boss", "Boss"), ("Imp", "Imp"), ("Men", "Man"), ("s", "s")],
)  # fmt: skip
def test_one_of_many(many: str, one: str) -> None:
    assert singular(many) == one
