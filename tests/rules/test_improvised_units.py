"""The GM adds a unit from three fields: name, count, toughness (table.md 17)."""

from __future__ import annotations

import pytest

from tests.rules.table import Play, hero

UNITS = {"a": hero("ann")}


@pytest.mark.rule("T-015", "T-027")
def test_a_mob_from_a_name_a_count_and_a_toughness() -> None:
    play = Play(["a....", ".....", ".....", ".....", "....."], UNITS, order="a")
    play.do("muster", key="thugs", tough=3, name="Thug", count=4, at=[3, 3], dice=[5])
    unit = play.state.units["thugs"]
    bodies = [play.state.bodies[b] for b in unit.bodies]
    assert (unit.kind, unit.side, len(bodies)) == ("mob", "foes", 4)
    assert {b.max_hp for b in bodies} == {4 + 2 * 5}
    assert {b.stats["DEF"] for b in bodies} == {5}
    assert len({b.place for b in bodies}) == 4
    assert unit.initiative == 5 + 4 + 1


def test_each_step_is_tougher_and_one_is_one() -> None:
    hp = []
    for tough in range(1, 6):
        play = Play(["a....", ".....", ".....", ".....", "....."], UNITS, order="a")
        play.do("muster", key="x", tough=tough, dice=[1])
        assert play.state.units["x"].name == "Stranger"
        hp.append(play.state.bodies["x"].hp)
    assert hp == sorted(set(hp))


def test_one_origin_only() -> None:
    play = Play(["a....", ".....", ".....", ".....", "....."], UNITS, order="a")
    assert play.refused("muster", key="x") == "bad_field"
    assert play.refused("muster", key="x", tough=2, template="goblins") == "bad_field"
    assert play.refused("muster", key="x", tough=2, like="a", by="gil") == "bad_field"
    assert play.refused("muster", key="x", tough=2, by="ann") == "not_allowed"
