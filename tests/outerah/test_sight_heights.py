"""Fog by sight knows the same heights as shots: over walls, from hills, out of decks and onto them (O-107, O-140)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.board import masks
from tactics.kernel import events as e
from tactics.kernel.state import Edge, Place
from tactics.outerah import legality
from tactics.outerah.attack_data import of_weapon
from tests.outerah.table import Battle, foe, hero, rules_with

BOW = {"label": "Bow", "property": "piercing", "dice": "d4", "range": 30, "text": "A bow."}
RULES = rules_with({"weapon": {"bow": BOW}})
WALL = [Edge((4, y), (5, y)) for y in range(5)]
PLAN = ["dhccd", "<ddd>", "ddddd", "#####", "ll#rr"]


def at(play: Battle, body: str, level: int) -> None:
    x, y = play.at(body)
    up = e.Stepped(body=body, place=Place(board="field", x=x, y=y, z=level))
    play.effect(lambda work: work.emit(up))


def skies(own: int, theirs: int, rows: Any = ("a........t",), **words: Any) -> Battle:
    """`a` and `t` so many levels above the ground, on both sides of a wall; fog by sight."""
    units = {"a": hero(weapons=["bow"]), "t": foe(HP=100)}
    play = Battle(list(rows), units, order="at", rules=RULES, **{"edges": WALL, "fog": "sight", **words})
    at(play, "a", own)
    at(play, "t", theirs)
    return play


def lit(play: Battle, x: int, y: int = 0, board: str = "field") -> bool:
    found = next(b for b in play.view("ann").boards if b.key == board)
    return masks.contains(found, found.lit, (x, y))


def known(play: Battle, x: int, y: int = 0) -> bool:
    found = next(b for b in play.view("ann").boards if b.key == "field")
    return found.terrain[y * found.width + x] != "?"


def seen(play: Battle, body: str = "t") -> bool:
    return any(token.key == body for token in play.view("ann").tokens)


@pytest.mark.rule("O-107", "O-199")
@pytest.mark.parametrize(("own", "theirs"), [(0, 0), (2, 2), (3, 0), (0, 3), (12, 12), (0, 12), (2, 3)])
def test_who_could_be_shot_at_is_seen_and_nobody_else(own: int, theirs: int) -> None:
    play = skies(own, theirs)
    truth = play.facts()
    a, t = truth.state.bodies["a"], truth.state.bodies["t"]
    shot = of_weapon(truth, a, "bow")
    assert shot is not None
    assert seen(play) is (legality.hindrance(truth, a, t, shot) is None) is (max(own, theirs) >= 3)


@pytest.mark.rule("O-107")
def test_whoever_flies_above_a_wall_looks_down_behind_it_and_whoever_is_seen_there_uncovers_nothing() -> None:
    below, above = skies(0, 12), skies(12, 0)
    assert (lit(below, 7), known(below, 7), known(below, 9), seen(below)) == (False, False, False, True)
    assert lit(above, 7)
    at(below, "t", 0)
    assert not seen(below)


@pytest.mark.rule("O-107")
def test_from_a_hill_one_sees_over_a_wall_at_its_foot_and_is_seen_there() -> None:
    hill = [4 if n % 10 == 0 else 0 for n in range(50)]
    assert lit(skies(0, 0, elevation=hill), 7)
    back = [4 if n % 10 == 9 else 0 for n in range(50)]
    play = skies(0, 0, elevation=back)
    assert (seen(play), lit(play, 9), lit(play, 7)) == (True, True, False)
    low = [2 if n % 10 == 0 else 0 for n in range(50)]
    assert not lit(skies(0, 0, elevation=low), 7)


@pytest.mark.rule("O-107")
def test_what_happens_in_the_air_above_the_unseen_is_told_and_below_it_is_not() -> None:
    for level, told in ((12, True), (0, False)):
        play = skies(0, level)
        play.end("a")
        play.do("move", unit="t", path=[[8, 0]])
        assert bool(play.words("ann")) is told


def ships(own: int, theirs: int, **words: Any) -> Battle:
    """Ann on the deck of a ship on this side of the wall, a foe on the deck and one at a gun of one on the other."""
    craft = {"kind": "ship", "deck": PLAN}
    units = {
        "a": hero(aboard="wasp", zone="deck"),
        "t": foe(aboard="yacht", zone="deck"), "u": foe(aboard="yacht", zone="left_cannon"),
        "wasp": {**craft, "side": "heroes", "seat": "ann", "glyph": "w", "altitude": own},
        "yacht": {**craft, "side": "foes", "seat": "gm", "glyph": "y", "altitude": theirs},
    }  # fmt: skip
    rows = ["." * 24, *["..w" + "." * 18 + "y.."] * 7]
    wall = [Edge((11, y), (12, y)) for y in range(8)]
    return Battle(rows, units, order="atu", edges=wall, fog="sight", **words)


@pytest.mark.rule("O-140", "O-176")
@pytest.mark.parametrize(
    ("own", "theirs", "hull", "deck"),
    [(12, 12, True, True), (0, 12, True, False), (12, 0, True, True), (0, 0, False, False)],
)
def test_of_a_ship_one_sees_the_deck_from_no_lower_than_it_and_nobody_below(
    own: int, theirs: int, hull: bool, deck: bool
) -> None:
    play = ships(own, theirs)
    assert (seen(play, "yacht.hull"), seen(play), seen(play, "u")) == (hull, deck, False)


@pytest.mark.rule("O-140")
def test_whoever_is_on_a_deck_alone_looks_out_from_where_the_ship_is() -> None:
    play = ships(12, 12)
    for key in play.state.units["wasp"].bodies:
        play.effect(lambda work, key=key: work.emit(e.KnockedOut(body=key)))
    assert lit(play, 20, 4)
