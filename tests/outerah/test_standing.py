"""The standing choices of a seat in Outerah (O-170, O-238)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.outerah.table import Battle, foe, hero

GEMS = {"gems": ["riposte_gem", "ward_gem"]}


def play() -> Battle:
    return Battle(["a.b.t"], {"a": hero(**GEMS), "b": hero("ben", **GEMS), "t": foe()}, order="abt")


@pytest.mark.rule("O-238")
@pytest.mark.parametrize(
    "choices",
    [
        {"reaction": "trigger"},
        {"reaction": "ward_gem"},
        {"reaction": {"a": "auto"}},
        {"launch": True},
        {"reaction": None},
    ],
)
def test_what_may_be_chosen(choices: dict[str, Any]) -> None:
    found = play()
    found.do("set_standing", by="ann", choices=choices)
    assert found.state.seats["ann"].standing == {k: v for k, v in choices.items() if v is not None}


@pytest.mark.rule("O-238")
@pytest.mark.parametrize(
    "choices",
    [
        {"reaction": "sword"}, {"reaction": 3}, {"reaction": {"b": "auto"}}, {"reaction": {"a": 1}}, {"reaction": []},
        {"launch": "yes"}, {"convert": 2}, {"stop_target": True}, {"x": "y"},
    ],
)  # fmt: skip
def test_what_may_not(choices: dict[str, Any]) -> None:
    assert play().refused("set_standing", by="ann", choices=choices) == "bad_field"
