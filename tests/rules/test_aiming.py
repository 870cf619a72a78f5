"""Aiming at a cell: where, how far it spreads, and whom it would touch, before it is declared (interface.md 13)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel.aiming import AimView
from tactics.kernel.refusals import Refused
from tactics.tempus.aiming import aim
from tactics.tempus.check_events import Checked
from tests.rules.table import Play, foe, hero, rules_with

ROWS = ("a....", "..b..", "..#..", "....c", ".....")


def caster(rows: tuple[str, ...] = ROWS, **more: Any) -> Play:
    a = {**hero(SPD=4, WIT=6, INT=4, MP=40), "race": "human", "skills": {"lightning": 2}}
    units = {"a": a, "b": foe(DEF=6, HP=30), "c": {**foe(DEF=4, HP=30), **more.pop("c", {})}}
    return Play(list(rows), units, order="abc", **more)


def aimed(play: Play, action: str = "cast_lit3", seat: str = "ann") -> AimView:
    seen = play.facts(seat)
    found = aim(seen, seen.state.units["a"], action)
    assert found is not None
    return found


@pytest.mark.rule("T-056")
def test_the_cells_on_offer_are_those_that_are_taken() -> None:
    play = caster()
    offered = set(aimed(play).cells)
    assert (2, 2) in offered, "one sees the face of a wall"
    assert (3, 3) not in offered
    for y in range(5):
        for x in range(5):
            other = caster()
            try:
                other.do("act", unit="a", action="cast_lit3", target=[x, y], dice=[1])
            except Refused:
                assert (x, y) not in offered, (x, y)
            else:
                assert (x, y) in offered, (x, y)


def test_no_farther_than_the_skill_or_the_action_reaches() -> None:
    play = caster(("a.........b", "..........c"), rules=rules_with({"skill": {"lightning": {"range": 4}}}))
    assert max(x for x, _ in aimed(play).cells) == 4
    play = caster(("a.........b", "..........c"))
    assert max(x for x, _ in aimed(play).cells) == 10


def test_whom_the_area_could_touch_with_the_chance_of_what_it_does() -> None:
    play = caster()
    found = aimed(play)
    assert found.chance.endswith("%")
    assert (found.spreads, found.radius) == (True, 1)
    assert {t.body: t.friend for t in found.touches} == {"a": True, "b": False, "c": False}
    b = next(t for t in found.touches if t.body == "b")
    assert b.chance.endswith("%")
    assert "before soak" in b.effect
    play.do("act", unit="a", action="cast_lit3", target=[2, 0], dice=[6, 5, 5])
    inner = [c for c in play.events(Checked) if c.target == "b"]
    assert len(inner) == 1
    assert {c.target for c in play.events(Checked)} <= {"", "b"}


def test_whom_an_area_spares_is_not_named() -> None:
    assert {t.body for t in aimed(caster(), "cast_lit5").touches} == {"b", "c"}


def test_who_stands_unseen_is_not_named_and_touched_all_the_same() -> None:
    play = caster()
    play.do("rule", hide="b")
    assert {t.body for t in aimed(play).touches} == {"a", "c"}
    assert "b" in {t.body for t in aimed(play, seat="gil").touches}
    play.do("act", unit="a", action="cast_lit3", target=[2, 0], dice=[6, 5, 5])
    assert [c.target for c in play.events(Checked) if c.target] == ["b"]


def test_what_is_not_aimed_at_a_cell_has_no_aim() -> None:
    seen = caster().facts("ann")
    for action in ("cast_lit1", "move", "nonsense"):
        assert aim(seen, seen.state.units["a"], action) is None
