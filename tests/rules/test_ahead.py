"""Off turn the same actions, reach and odds, with next turn's points (table.md 20)."""

from __future__ import annotations

from tactics.secrecy.known import known
from tactics.tempus import options
from tactics.tempus.ahead import next_turn
from tactics.tempus.table import TEMPUS
from tests.rules.table import Play, foe, hero

ROWS = ["a..g.", ".....", ".....", ".....", "....b"]
UNITS = {"a": {**hero("ann", SPD=4, WIT=2, DEX=3), "skills": {"claw": 2}}, "b": hero("ben"), "g": foe(DEF=4, HP=30)}


def play() -> Play:
    game = Play(ROWS, UNITS, order="abg")
    game.do("move", unit="a", path=[[1, 0], [2, 0]])
    return game


def then(game: Play, seat: str, unit: str):  # type: ignore[no-untyped-def]
    seen = known(TEMPUS, game.state, game.rules, seat, "player")
    return next_turn(seen, seen.state.units[unit])


def test_the_offers_ahead_are_those_of_the_turn_when_it_comes() -> None:
    game = play()
    game.do("end_turn", unit="a")
    ahead = then(game, "ann", "a")
    assert ahead is not None
    own = ahead.state.units["a"]
    planned = {o.key: (o.cost, o.why_not, [(t.body, t.chance) for t in o.targets]) for o in options.options(ahead, own)}
    reach = [r.cells for r in options.reaches(ahead, own)]
    game.round_over()
    assert game.turn == "a"
    view = game.view("ann")
    real = {o.key: (o.cost, o.why_not, [(t.body, t.chance) for t in o.targets]) for o in view.options if o.unit == "a"}
    real.pop("convert", None)
    assert planned == real
    assert reach == [r.cells for r in view.reach]
    assert any(targets for _cost, _why, targets in planned.values())


def test_who_acts_or_cannot_has_nothing_ahead() -> None:
    game = play()
    assert then(game, "ann", "a") is None
    game.do("rule", knock_out="b")
    assert then(game, "ben", "b") is None
    game.do("rule", mode="free")
    assert then(game, "ann", "a") is None


def test_it_tells_no_more_than_the_seat_knows() -> None:
    seen = []
    for hide in (True, False):
        game = play()
        game.do("rule", hide="g") if hide else game.do("leave", by="gil", unit="g")
        ahead = then(game, "ben", "b")
        assert ahead is not None
        seen.append([o.label for o in options.options(ahead, ahead.state.units["b"])])
    assert seen[0] == seen[1]
