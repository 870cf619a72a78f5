"""A Mob of Outerah is split at will and joined again; nobody has a second turn of it (O-174; table.md 14, 22)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel.codec import codec, encode
from tests.outerah.table import GM, Battle, foe, hero

MEMBER: dict[str, Any] = {"stats": {"CHA": 30, "HP": 50, "MOV": 4}}


def crew(**words: Any) -> Battle:
    """`m`, three of a crew that the GM plays, between the heroes `a` and `b` in the order."""
    units = {
        "a": hero(HP=60),
        "m": {"kind": "mob", "side": "foes", "seat": GM, "members": [MEMBER] * 3, **words},
        "b": hero(HP=60, seat="ben"),
    }
    return Battle(["a..mm", "...m.", "b...."], units, order="amb")


@pytest.mark.rule("O-174", "O-011")
def test_who_parts_from_a_mob_that_acts_has_acted() -> None:
    play = crew()
    play.end("a")
    play.do("move", by=GM, unit="m", paths={"m.1": [[2, 0]]})
    play.do("split", by=GM, unit="m", bodies=["m.2", "m.3"], into="n", name="Gunners")
    state = play.state
    assert (state.units["m"].bodies, state.units["n"].bodies) == (("m.1",), ("m.2", "m.3"))
    assert state.clock.order == ("a", "m", "n", "b")
    assert play.refused("act", by=GM, unit="n", action="attack", target="a") == "not_your_turn"
    play.end("m", by=GM)
    assert play.state.clock.active == "b"
    assert codec(play.code).state(encode(play.state)) == play.state
    # In the next Round each has a turn of its own, with all five parts.
    play.end("b")
    acted = []
    for _ in range(4):
        acted.append(play.state.clock.active)
        play.do("end_turn", by=GM if acted[-1] in ("m", "n") else {"a": "ann", "b": "ben"}[acted[-1]], unit=acted[-1])
    assert sorted(acted) == ["a", "b", "m", "n"]


def test_joined_only_when_neither_or_both_have_acted() -> None:
    play = crew()
    play.do("split", by=GM, unit="m", bodies=["m.3"], into="n")
    assert play.state.units["n"].name == f"{play.state.units['m'].name} 2"
    play.end("a")
    assert play.refused("merge", by=GM, unit="n", into="m") == "illegal.phase"
    play.end("m", by=GM)
    play.end("n", by=GM)
    play.do("merge", by=GM, unit="n", into="m")
    assert play.state.units["m"].bodies == ("m.1", "m.2", "m.3")
    assert "n" not in play.state.units
    assert play.state.clock.active == "b"


def test_a_mob_of_which_a_part_has_acted_waits_for_the_rest() -> None:
    play = crew()
    play.do("split", by=GM, unit="m", bodies=["m.3"], into="n")
    play.do("split", by=GM, unit="m", bodies=["m.2"], into="o")
    play.end("a")
    play.end("m", by=GM)
    now = play.state.clock.active
    other = {"n": "o", "o": "n"}[str(now)]
    assert play.refused("merge", by=GM, unit="m", into=now) == "illegal.phase"
    assert play.refused("merge", by=GM, unit="m", into=other) == "bad_field"
    assert play.refused("merge", by=GM, unit=other, into="m") == "bad_field"


@pytest.mark.rule("O-174")
def test_the_sections_of_a_ship_do_not_part() -> None:
    ship = {"kind": "ship", "side": "foes", "seat": GM, "glyph": "s", "altitude": 2}
    units = {"a": hero(HP=60), "ship": ship, "t": foe(HP=50, aboard="ship", zone="deck")}
    play = Battle([".s..a", *[".s..."] * 6], units, order="at")
    assert play.refused("split", by=GM, unit="ship", bodies=["ship.mast.1"], into="x") == "illegal.target"
    assert play.refused("split", by="ann", unit="a", bodies=["a"], into="x") == "illegal.target"


def test_strangers_read_nothing_of_a_split() -> None:
    play = crew()
    play.do("split", by=GM, unit="m", bodies=["m.1"], into="n")
    assert play.words("ann") == []
    assert len(play.words(GM)) == 1
