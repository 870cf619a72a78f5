"""The standing choices of a seat in Outerah (O-170, O-238)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel.view import SettingView
from tactics.outerah import triggers
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
        {"reaction.a": "ward_gem"},
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
        {"reaction.b": "auto"}, {"reaction.nobody": "auto"}, {"launch": "yes"},
        {"convert": 2}, {"stop_target": True}, {"x": "y"},
    ],
)  # fmt: skip
def test_what_may_not(choices: dict[str, Any]) -> None:
    assert play().refused("set_standing", by="ann", choices=choices) == "bad_field"


def offered(found: Battle, seat: str, key: str) -> SettingView:
    return next(row for row in found.view(seat).standing if row.key == key)


@pytest.mark.rule("O-237", "O-238")
def test_the_panel_offers_the_gems_and_the_choice_is_the_turns() -> None:
    found = play()
    row = offered(found, "ann", "reaction.a")
    assert (row.key, row.value, [word for _, word in row.choices]) == (
        "reaction.a", '"riposte_gem"', ["Riposte gem (Trigger Action)", "Ward gem (Auto Skill)"]
    )  # fmt: skip
    assert found.refused("set_standing", by="ben", choices={"reaction.b": "ward_gem"}) == "bad_field"
    ben = offered(found, "ben", "reaction.b")
    assert ([word for _, word in ben.choices], ben.help) == (
        ["Riposte gem (Trigger Action)"], "it may be changed on its own turn"
    )  # fmt: skip
    found.do("set_standing", by="ann", choices={"reaction.a": "ward_gem"})
    assert offered(found, "ann", "reaction.a").value == '"ward_gem"'
    assert triggers.active(found.facts(), found.state.bodies["a"])[0] == "ward_gem"  # type: ignore[index]
    found.do("rule", by="gil", mode="free")
    found.do("set_standing", by="ben", choices={"reaction.b": "ward_gem"})


@pytest.mark.rule("O-170")
def test_the_panel_asks_for_consent_where_there_is_a_catapult() -> None:
    units = {"a": hero(), "t": foe(), "wasp": {"kind": "ship", "seat": "gil", "glyph": "w", "weapons": {"catapult": 1}}}
    found = Battle(["w..a.t", *["w....."] * 6], units, order="at")
    assert offered(found, "ann", "launch").value == "false"
    assert not [row for row in play().view("ann").standing if row.key == "launch"]


@pytest.mark.rule("O-238")
def test_which_gem_of_a_pet_answers_is_chosen_in_its_trainers_turn() -> None:
    """A pet has no turn of its own: without its Trainer's its choice could never change in a fight."""
    units = {"a": hero(), "p": hero(traits=["pet_of:a"], **GEMS), "t": foe()}
    found = Battle(["ap..t"], units, order="apt")
    assert len(offered(found, "ann", "reaction.p").choices) == 2
    found.do("set_standing", by="ann", choices={"reaction.p": "ward_gem"})
    found.end("a")
    assert found.turn == "t"
    assert len(offered(found, "ann", "reaction.p").choices) == 1
    assert found.refused("set_standing", by="ann", choices={"reaction.p": "riposte_gem"}) == "bad_field"
