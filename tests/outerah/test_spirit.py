"""The Spirit Release (O-075), and what a battle leaves on the sheet (table.md 33)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel.sheets import with_changes
from tactics.outerah import statuses as st
from tactics.outerah.closing import changes
from tests.outerah.table import GM, Battle, foe, hero


def fallen() -> Battle:
    spec = {"a": hero(HP=40), "b": hero("ben", HP=40), "t": foe(HP=40)}
    play = Battle(["ab..t"], spec, order="abt")
    play.round_over()
    play.do("rule", by=GM, set={"b.hp": "=0"})  # down in round 2
    return play


def left(play: Battle, body: str = "b") -> int:
    found: int = play.state.bodies[body].part.spirit
    return found


@pytest.mark.rule("O-075")
def test_three_rounds_and_the_spirit_is_released() -> None:
    play = fallen()
    counted = [left(play)]
    for _ in range(3):
        play.end("a", "t")
        counted.append(left(play))
    assert counted == [3, 2, 1, 0]
    play.effect(lambda work: st.heal(work, "b", 10, "potion"))
    assert play.hp("b") == 0


@pytest.mark.rule("O-075")
def test_who_is_healed_in_time_is_counted_no_more() -> None:
    play = fallen()
    play.end("a", "t")
    play.effect(lambda work: st.heal(work, "b", 10, "potion"))
    play.do("chat", by=GM, text="up with you")
    assert (play.hp("b"), play.state.bodies["b"].down, left(play)) == (10, False, -1)


def test_hit_points_and_what_was_used_go_to_the_sheet() -> None:
    sheet: dict[str, Any] = {
        "kind": "character", "side": "heroes", "seat": "ann", "level": 3, "stats": {"HP": 40, "STR": 12},
        "pack": {"potion": 2, "bandage": 1}, "hp": 20,
    }  # fmt: skip
    play = Battle(["a...."], {"a": sheet}, order="a")
    unit = play.state.units["a"]
    assert changes(play.state, play.rules, unit, sheet) == ()
    play.do("act", unit="a", action="item", **{"with": "potion"}, dice=[(6, 1), (6, 1), (6, 1)])
    play.do("rule", by=GM, set={"a.stats.STR": "+1", "a.max_hp": "=50"})
    found = changes(play.state, play.rules, play.state.units["a"], sheet)
    assert [c.key for c in found] == ["max_hp", "hp", "stat.STR", "pack.potion"]
    after = with_changes(sheet, [c for c in found if c.stays])
    assert (after["hp"], after["max_hp"], after["pack"], after["stats"]["STR"]) == (
        33, 50, {"potion": 1, "bandage": 1}, 12,
    )  # fmt: skip
