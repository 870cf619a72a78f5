"""Off turn the same actions, reach and odds, with every part of the next turn there (table.md 20)."""

from __future__ import annotations

from typing import Any

from tactics.outerah import options
from tactics.outerah.ahead import next_turn
from tactics.outerah.table import OUTERAH
from tactics.secrecy.known import known
from tests.outerah.table import Battle, foe, hero

ROWS = ["a.g..", ".....", ".....", ".....", "p...b"]
PET = hero(HP=30, traits=["pet_of:a"])


def battle(**more: Any) -> Battle:
    own = {"weapons": ["short_sword"], "MOV": 5, "HP": 40, **more}
    units = {"a": hero(**own), "b": hero("ben"), "g": foe(HP=30), "p": PET}
    return Battle(ROWS, units, order="abgp")


def then(game: Battle, seat: str, unit: str) -> Any:
    seen = known(OUTERAH, game.state, game.rules, seat, "player")
    return next_turn(seen, seen.state.units[unit])


def offers(found: Any) -> dict[str, Any]:
    return {o.key: (o.cost, o.why_not, [(t.body, t.chance) for t in o.targets]) for o in found}


def test_the_offers_ahead_are_those_of_the_turn_when_it_comes() -> None:
    game = battle()
    game.do("move", unit="a", path=[[1, 0]])
    game.do("act", unit="a", action="attack", target="g", dice=[1])
    assert then(game, "ann", "a") is None  # it acts
    game.end("a")
    ahead = then(game, "ann", "a")
    own = ahead.state.units["a"]
    planned, reach = offers(options.options(ahead, own)), [r.cells for r in options.reaches(ahead, own)]
    game.end("b", "g")
    assert game.turn == "a"
    view = game.view("ann")
    assert planned == offers(o for o in view.options if o.unit == "a")
    assert reach == [r.cells for r in view.reach]
    assert any(targets for _cost, _why, targets in planned.values())


def test_who_has_no_turn_of_its_own_or_cannot_act_has_nothing_ahead() -> None:
    game = battle()
    assert then(game, "ann", "p") is None
    game.do("rule", by="gil", knock_out="b")
    assert then(game, "ben", "b") is None
    assert OUTERAH.ahead is next_turn


def test_who_waits_says_why_and_for_whom() -> None:
    game = battle()
    why = {o.unit: o.why_not for o in game.view("ann").options if o.key == "move"}
    assert why == {"a": "", "p": "it acts in A's turn"}
