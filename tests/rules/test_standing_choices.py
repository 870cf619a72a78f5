"""What a seat may set for good: only what the panel lists, of its shape; anything else is refused in words."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.table import Play, foe, hero

ORDER = {"when": "target", "do": "reflex", "action": "simple_attack"}


def play() -> Play:
    return Play(["a.b.."], {"a": hero("ann"), "b": foe()}, order="ab")


@pytest.mark.parametrize(
    "choices",
    [
        {"convert": 1_000_000_000}, {"convert": -5}, {"convert": "zzz"}, {"convert": {"x": 1}}, {"convert": True},
        {"order": {"action": "zzz"}}, {"order": {"do": "reflex", "action": "zzz"}}, {"order": "zzz"},
        {"order.b": ORDER}, {"order.x": ORDER}, {"stop_any": "yes"}, {"stop_zzz": True}, {"pass_round": -1},
        {"typed_dice": "zzz"}, {"zzz": 1},
    ],
)  # fmt: skip
def test_what_is_no_choice_is_refused(choices: dict[str, Any]) -> None:
    game = play()
    assert game.refused("set_standing", by="ann", choices=choices) == "bad_field"
    assert game.state.seats["ann"].standing == {}


@pytest.mark.parametrize(
    "choices",
    [
        {"convert": 2}, {"convert": "all"}, {"convert": {"a": 1}}, {"order": ORDER}, {"order.a": {"do": "nothing"}},
        {"stop_any": True}, {"pass_round": 1},
    ],
)  # fmt: skip
def test_what_is_one_is_kept_and_can_be_taken_away(choices: dict[str, Any]) -> None:
    game = play()
    game.do("set_standing", by="ann", choices=choices)
    assert game.state.seats["ann"].standing == choices
    game.do("set_standing", by="ann", choices=dict.fromkeys(choices))
    assert game.state.seats["ann"].standing == {}
