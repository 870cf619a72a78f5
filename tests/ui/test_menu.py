"""The GM's menu offers what the rules of the table know, and nothing that the server would call unknown."""

from __future__ import annotations

import pytest

from missions.live import gm
from tactics.rulesets import RULESETS


def commands(name: str) -> frozenset[str]:
    return frozenset(str(kind.__struct_config__.tag) for kind in RULESETS[name].commands)


@pytest.mark.parametrize("name", RULESETS)
def test_a_line_that_is_a_command_is_one_of_these_rules(name: str) -> None:
    known = frozenset().union(*map(commands, RULESETS))
    lines = {str(line["rule"]) for line in gm.menu(gm.abilities(RULESETS[name]))}
    assert lines & known
    assert sorted(lines & known - commands(name)) == []


def test_mobs_are_split_where_the_rules_split_them() -> None:
    offered = {name: {str(line["rule"]) for line in gm.menu(gm.abilities(code))} for name, code in RULESETS.items()}
    for name, lines in offered.items():
        assert {"split", "merge"} & lines == {"split", "merge"} & commands(name), name
    assert any("split" in lines for lines in offered.values())
