"""Before the first Round nothing that a player gets tells of somebody who stands unseen on a wished cell: not a wish
that is kept, not placing by hand or the rest, on the ground or on a deck (table.md 15)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.board import rectangle
from tactics.kernel.codec import encode
from tactics.kernel.state import Zone
from tests.outerah.table import GM, Battle, foe, hero

ZONE = Zone("z", "field", rectangle((0, 0), (3, 1)), "heroes", "", "Camp")
PLAN = ["dhccd", "<ddd>", "ddddd", "#####", "ll#rr"]
WASP = {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w", "deck": PLAN, "altitude": 0}


def twins(do: list[dict[str, Any]], lurker: dict[str, Any], *, aboard: bool = False) -> tuple[Battle, Battle]:
    """The same placement with nobody and with somebody unseen on a cell; after each step Ann and Ben get the same, and
    read the same. `a` has the highest Speed, then `b`."""
    rows = ["." * 12, *["..w........."] * 6] if aboard else ["......", "......"]
    plays = []
    for there in (False, True):
        units: dict[str, Any] = {"a": hero(), "b": hero("ben"), **({"wasp": WASP} if aboard else {})}
        if there:
            units["h"] = foe(hidden=True, name="Lurker")
        play = Battle(rows, units, zones=() if aboard else (ZONE,))
        play.do("roll_initiative", dice=[(12, 12), (12, 6), *([(12, 1)] if there else [])])
        if there:
            play.do("place", unit="h", by=GM, **lurker)
        plays.append(play)
    for command in do:
        for play in plays:
            play.do(**command)
        for seat in ("ann", "ben"):
            got = []
            for play in plays:
                view = play.view(seat)
                pieces = [view.units, view.tokens, view.order, view.options, view.waiting, view.prompts]
                got.append(encode([*pieces, [line.text for line in play.lines(seat)]]))
            assert got[0] == got[1]
            assert b"Lurker" not in got[1]
    return plays[0], plays[1]


def where(play: Battle, body: str) -> Any:
    found = play.state.bodies[body].place
    return found and (found.board, found.cell)


@pytest.mark.rule("O-035")
def test_a_wished_cell_on_which_somebody_stands_unseen_is_given_all_the_same() -> None:
    wish = {"do": "wish", "by": "ben", "body": "b", "at": [1, 1]}
    alone, play = twins([wish, {"do": "place", "by": "ann", "unit": "a", "at": [0, 0]}], {"at": [1, 1]})
    assert where(alone, "b") == where(play, "b") == ("field", (1, 1))
    assert play.state.phase == alone.state.phase == "running"
    assert "Reveal Lurker?" in [p.title for p in play.view(GM).prompts]


@pytest.mark.rule("O-035")
def test_a_wish_for_such_a_cell_may_be_made_changed_and_taken_back() -> None:
    ben = {"do": "wish", "by": "ben", "body": "b"}
    _, play = twins([{**ben, "at": at} for at in ([1, 1], [2, 0], [1, 1], None)], {"at": [1, 1]})
    assert not play.state.units["b"].wish


@pytest.mark.rule("O-035")
def test_placing_the_rest_and_by_hand_leaves_no_gap_for_somebody_unseen() -> None:
    _, play = twins([{"do": "place", "by": "ann", "unit": "a", "at": [0, 0]}, {"do": "place_rest"}], {"at": [1, 0]})
    assert where(play, "b") == ("field", (1, 0))
    twins([{"do": "place", "by": "ann", "unit": "a", "at": [1, 0]}], {"at": [1, 0]})


@pytest.mark.rule("O-035", "O-176")
def test_a_wish_for_a_place_on_deck_tells_of_nobody_who_hides_there() -> None:
    on_deck = {"board": "wasp.deck", "at": [2, 2]}
    wish = {"do": "wish", "by": "ben", "body": "b", **on_deck}
    alone, play = twins([wish, {"do": "place", "by": "ann", "unit": "a", "at": [0, 0]}], on_deck, aboard=True)
    assert where(alone, "b") == where(play, "b") == ("wasp.deck", (2, 2))
