"""A Mob of Outerah spreads its blows: each member strikes once, at a target of its own (table.md 14)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel.refusals import Refused
from tactics.outerah.strike_events import Struck
from tests.outerah.table import Battle, foe, rules_with

FANG = {"label": "Fang", "property": "slashing", "dice": "d12"}
RULES = rules_with({"weapon": {"fang": FANG}})


def pack(rows: list[str], members: int = 4) -> Battle:
    mob = {
        "kind": "mob", "side": "heroes", "seat": "ann", "glyph": "m", "weapons": ["fang"],
        "members": [{"stats": {"CHA": 30, "STR": 0, "HP": 50}} for _ in range(members)],
    }  # fmt: skip
    units = {"m": mob, "sheep": {**foe(HP=40), "glyph": "s"}, "ram": {**foe(HP=40), "glyph": "r"}}
    return Battle(rows, units, order=["m", "sheep", "ram"], rules=RULES)


def offered(play: Battle) -> Any:
    return next((o for o in play.view("ann").options if o.key == "spread:attack.mainhand.fang"), None)


@pytest.mark.rule("O-021")
def test_the_spread_is_proposed_and_can_be_sent_as_it_is() -> None:
    play = pack(["mm.", "sr.", "mm."])
    option = offered(play)
    aims = {f.name.partition("/")[2]: f.value for f in option.fields}
    assert sorted(aims.values()) == ["ram", "ram", "sheep", "sheep"]
    assert all("%" in words for field in option.fields for key, words in field.choices if key)
    play.do(option.do, unit="m", targets=aims, dice=[20] * 4, **option.command)
    assert {blow.body: blow.target for blow in play.events(Struck)} == aims
    assert play.parts("m")["mainhand"] == 0


@pytest.mark.rule("O-021")
def test_each_goes_only_for_whom_it_reaches_and_may_stay_idle() -> None:
    """Two beside each of two foes that stand apart: no member has more than one choice."""
    play = pack(["mm....", "s.....", ".....r", "....mm"])
    option = offered(play)
    choices = {f.name.partition("/")[2]: [key for key, _ in f.choices] for f in option.fields}
    assert sorted(choices.values()) == [["ram", ""], ["ram", ""], ["sheep", ""], ["sheep", ""]]
    one = next(member for member, keys in choices.items() if keys[0] == "ram")
    play.do(option.do, unit="m", targets={one: "ram"}, dice=[20], **option.command)
    assert [(blow.body, blow.target) for blow in play.events(Struck)] == [(one, "ram")]


@pytest.mark.rule("O-021")
def test_what_no_member_can_do_is_refused_as_a_whole() -> None:
    play = pack(["mm....", "s.....", ".....r", "....mm"])
    option = offered(play)
    far = {f.name.partition("/")[2]: "ram" for f in option.fields}
    for targets in ({}, far, {"sheep": "ram"}):
        with pytest.raises(Refused):
            play.do(option.do, unit="m", targets=targets, **option.command)
    assert not play.events(Struck)
    assert play.parts("m")["mainhand"] == 1


@pytest.mark.rule("O-021")
def test_with_one_foe_or_one_member_there_is_nothing_to_spread() -> None:
    assert offered(pack(["mm....", "s.....", ".....r", "......"], 2)) is None
    assert offered(pack([".m.", "sr.", "..."], 1)) is None
