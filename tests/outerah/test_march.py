"""A Mob moves together: each member as far and over what it can itself (O-125, O-126; table.md 14)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.outerah.march import paths
from tactics.outerah.table import OUTERAH
from tactics.secrecy.known import known as seen
from tests.outerah.table import GM, Battle, foe, hero
from tests.rules.table import shipped

PACK = {"MOV": 4, "JMP": 1, "HP": 20}


def pack(rows: list[str], members: int = 4, **words: Any) -> Battle:
    wolves = {
        "kind": "mob", "side": "heroes", "seat": "ann", "weapons": ["fangs"], "glyph": "w",
        "members": [{"stats": PACK}] * members,
    }  # fmt: skip
    return Battle(rows, {"wolves": wolves, "sheep": {**foe(HP=40), "glyph": "s"}}, order=["wolves", "sheep"], **words)


def cells(play: Battle, members: int = 4) -> list[tuple[int, int]]:
    return [cell for n in range(1, members + 1) if (cell := play.at(f"wolves.{n}")) is not None]


FIELD = ["ww.......", "ww.......", "........s", "........."]


@pytest.mark.rule("O-021", "O-125")
def test_all_advance_for_one_movement() -> None:
    """One command; each goes what its own Movement allows, a slanted cell being one and a half."""
    play = pack(FIELD)
    labels = {o.label: o for o in play.view("ann").options}
    assert labels["All advance on"].cost == "Movement"
    play.do("march", unit="wolves", at=[8, 2])
    assert play.parts("wolves")["movement"] == 0
    assert len(set(cells(play))) == 4
    assert all(x >= 4 for x, _ in cells(play))
    assert play.refused("march", unit="wolves", at=[8, 2]) == "illegal.nothing"  # what is left is too little
    play.do("part", unit="wolves", part="offhand", text="They howl.")
    assert play.refused("march", unit="wolves", at=[8, 2]) == "illegal.cost"
    assert "All advance on" not in {o.label for o in play.view(GM).options if o.unit == "sheep"}


@pytest.mark.rule("O-021", "O-125")
def test_a_movement_without_a_step_left_is_not_offered() -> None:
    """Half a cell is no step (table.md 9: what is left may be walked until the unit does something else)."""
    play = Battle(["a......", "......b"], {"a": hero(MOV=4), "b": foe()}, order=["a", "b"])

    def offer(label: str = "Move") -> tuple[str, str]:
        found = next(o for o in play.view("ann").options if o.label == label)
        return found.cost, found.why_not

    assert offer() == ("Movement", "")
    play.do("move", unit="a", path=[[1, 0], [2, 1]])  # two cells and a half
    assert offer() == ("the rest of the Movement", "")
    play.do("move", unit="a", path=[[3, 1]])
    assert offer()[1] == "its Movement is used"


def test_they_keep_their_formation_around_the_leader() -> None:
    play = pack(FIELD)
    play.do("march", unit="wolves", at=[4, 1], lead="wolves.4")
    assert cells(play) == [(3, 0), (4, 0), (3, 1), (4, 1)]


@pytest.mark.rule("O-126", "O-128")
def test_nobody_is_led_into_what_it_cannot_enter() -> None:
    """Deep water and a cliff lie on the straight way: the proposal goes round, over the ford and the ramp."""
    water = pack(["w..==...", "w..==...", "...==...", "........s"], 2)
    for _ in range(2):
        water.do("march", unit="wolves", at=[7, 3])
        water.end("wolves", "sheep")
    assert all(x > 4 for x, _ in cells(water, 2))
    heights = "00033300" * 3 + "00123300" + "00000000"
    hill = pack(["w.......", "w.......", "........", ".......s"], 2, elevation=list(map(int, heights)))
    for _ in range(2):
        hill.do("march", unit="wolves", at=[5, 0])
        hill.end("wolves", "sheep")
    assert all(3 <= x <= 5 and y <= 2 for x, y in cells(hill, 2))


def test_twelve_find_legal_ways_through_a_door() -> None:
    """Each way of the proposal is legal while the others stand: the engine takes it as it is."""
    rows = ["wwww.#....", "wwww......", "wwww.#....", ".....#....", ".....#...s"]
    play = pack(rows, 12)
    for _ in range(4):
        before = cells(play, 12)
        play.do("march", unit="wolves", at=[9, 4])
        play.end("wolves", "sheep")
        assert len(set(cells(play, 12))) == 12
        assert cells(play, 12) != before


def test_what_cannot_march_is_refused() -> None:
    play = pack(FIELD)
    assert play.refused("march", unit="wolves", at=[60, 3]) == "illegal.blocked"
    assert play.refused("march", unit="wolves", at=[2, 1], lead="sheep") == "unknown"
    assert play.refused("march", unit="wolves", at="nowhere") == "bad_field"
    assert play.refused("march", unit="sheep", at=[2, 1]) == "not_your_turn"
    assert play.refused("march", unit="wolves", at=[0, 0]) == "illegal.nothing"


def test_a_player_is_proposed_nothing_that_a_hidden_body_tells() -> None:
    found = []
    for hide in (True, False):
        play = pack(["ww....s.", "........", "........"], 2)
        play.do("rule", hide="sheep") if hide else play.do("leave", by=GM, unit="sheep")
        view = seen(OUTERAH, play.state, shipped("outerah"), "ann", "player")
        found.append(paths(view, view.state.units["wolves"], (6, 0)))
    assert found[0] == found[1]
