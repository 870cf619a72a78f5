"""From hand to hand, to somebody of the own side beside one (house; T-175, T-179)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel.view import MoveView
from tactics.tempus.parts import body_part
from tests.rules.table import Play, foe, hero

pytestmark = [pytest.mark.rule("T-175", "T-179")]


def party(rows: tuple[str, ...] = ("ab..d", "c...."), **more: Any) -> Play:
    units = {
        "a": {**hero("ann", SPD=4, WIT=3), "hands": {"right": ["torch"]}, "pack": {"key": 1}},
        "b": {**hero("ben", SPD=4, WIT=3), **more.pop("b", {})},
        "c": foe(SPD=4),
        "d": hero("ben", SPD=4),
    }
    return Play(list(rows), units, order="abcd", **more)


def held(play: Play, body: str) -> list[str]:
    return [t.item for t in body_part(play.state.bodies[body]).gear if t.where == "hand"]


def moves(play: Play, key: str, seat: str = "ann") -> dict[str, MoveView]:
    pack = next(p for p in play.view(seat).packs if p.body == "a")
    things = [t for holder in pack.holders for t in holder.things if t.key == key]
    return {m.to: m for m in things[0].moves if m.do == "hand_over"}


def test_it_goes_from_hand_to_hand_for_one_point() -> None:
    play = party()
    move = moves(play, "torch")["body.b"]
    assert (move.label, move.how, move.cost, move.why_not) == ("to B", "Hand over", "1 PA", "")
    before = play.pool("a")
    play.do("hand_over", **move.command)
    assert (held(play, "a"), held(play, "b"), play.pool("a")) == ([], ["torch"], before - 1)
    assert "A hands Torch to B (1 PA)" in play.words("ann")
    assert "A hands Torch to B" in play.words("ben")


def test_only_to_the_own_side_beside_one() -> None:
    play = party()
    assert set(moves(play, "torch")) == {"body.b"}
    assert play.refused("hand_over", unit="a", item="torch", to="c") == "illegal.target"
    assert play.refused("hand_over", unit="a", item="torch", to="d") == "illegal.range"
    assert play.refused("hand_over", unit="a", item="torch", to="a") == "illegal.target"


def test_what_is_in_the_pack_comes_to_the_hand_first() -> None:
    play = party()
    assert moves(play, "key") == {}
    assert play.refused("hand_over", unit="a", item="key", to="b") == "illegal.not_ready"


def test_whoever_gets_it_needs_a_hand() -> None:
    full = {"hands": {"right": ["torch", "torch"], "left": ["torch", "torch"]}}
    play = party(b=full)
    assert moves(play, "torch")["body.b"].why_not == "B has no free hand"
    assert play.refused("hand_over", unit="a", item="torch", to="b") == "illegal.hands"


def test_not_without_the_points_and_not_in_anothers_turn() -> None:
    play = party()
    play.do("rule", set={"a.pa": "=0"}, by="gil")
    assert moves(play, "torch")["body.b"].why_not.startswith("needs 1 PA")
    assert play.refused("hand_over", unit="a", item="torch", to="b") == "illegal.cost"
    play.do("end_turn", unit="a")
    assert play.refused("hand_over", unit="a", item="torch", to="b", by="ann") == "not_your_turn"


def test_who_sees_but_one_of_the_two_reads_of_that_one() -> None:
    play = party(seats={"sam": "player"})
    play.do("rule", hide="b", to=["sam"])
    play.do("hand_over", unit="a", item="torch", to="b")
    assert "A hands Torch to somebody" in play.words("sam")
    assert not any("B" in line.split() for line in play.words("sam"))
    assert "torch" not in str([line.record.get("gear") for line in play.lines("sam")])
