"""What is prepared besides blows: things drawn, dropped and stowed, and a leap (T-062, T-066, T-174, T-179)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from missions.forms import prepare
from tactics.tempus.parts import body_part
from tests.rules.table import foe, hero
from tests.rules.timing_table import Timed

ANN = {
    **hero("ann", SPD=6, WIT=4, DEX=4, STR=2),
    "skills": {"sword": 1},
    "weapons": ["short_sword"],
    "worn": ["sheath"],
    "pack": {"torch": 1},
}


def play_of(**more: Any) -> Timed:
    return Timed(["a....", "....o", "....."], {"a": {**ANN, **more}, "o": foe(SPD=3)}, order="ao")


def choice(play: Timed, words: str) -> str:
    option = play.option("a", "prepare")
    field = next(f for f in option.fields if f.name == "action")
    return next(value for value, label in field.choices if words in label)


def declare(play: Timed, value: str, **fields: Any) -> None:
    """As the form on the page sends it."""
    command = prepare({"unit": "a", "action": value, "aim": "", "specificity": "", "fire": "ask", **fields})
    play.do("prepare", by="ann", **command)


def where(play: Timed) -> dict[str, str]:
    return {thing.item: thing.where for thing in body_part(play.state.bodies["a"]).gear}


@pytest.mark.rule("T-066")
@pytest.mark.rule("T-179")
def test_dropping_a_weapon_is_prepared_and_done_out_of_turn() -> None:
    play = play_of()
    declare(play, choice(play, "Drops Short sword"), specificity="exact")  # worth something to an Attempt alone
    assert where(play)["short_sword"] == "hand"
    play.do("end_turn", unit="a")
    use = play.option("a", "prepared:1")
    assert "drops Short sword" in use.label
    play.do("interrupt", by="ann", unit="a", prepared=1)
    assert "short_sword" not in where(play)
    assert "A drops Short sword" in play.said("gil")


@pytest.mark.rule("T-066")
@pytest.mark.rule("T-171")
def test_a_quick_stash_is_paid_when_it_is_prepared_and_not_again() -> None:
    play = play_of()
    declare(play, choice(play, "out of the Pack"))
    paid = (play.pool("a", "pa"), play.pool("a", "ma"))
    assert paid == (4, 3)
    play.do("end_turn", unit="a")
    play.do("interrupt", by="ann", unit="a", prepared=1)
    assert where(play)["torch"] == "hand"
    assert (play.pool("a", "pa"), play.pool("a", "ma")) == paid
    said = play.said("gil")
    assert "torch" in said.lower()


@pytest.mark.rule("T-066")
@pytest.mark.rule("T-170")
def test_several_things_are_one_prepared_action_at_the_price_of_a_search() -> None:
    """As the Pack panel sends it: what is put together there."""
    play = play_of(pack={"torch": 1, "rope": 1})
    moves = [
        {"item": "short_sword", "to": "worn", "count": 1},
        {"item": "torch", "to": "hand", "count": 1},
        {"item": "rope", "to": "ground", "count": 1},
    ]
    command = prepare({"unit": "a", "action": "stow", "body": "a", "moves": moves})
    play.do("prepare", by="ann", **command)
    assert (play.pool("a", "pa"), play.pool("a", "ma")) == (2, 4)
    assert "out of the Pack" in play.option("a", "discard:1").label
    play.do("end_turn", unit="a")
    play.do("interrupt", by="ann", unit="a", prepared=1)
    assert where(play) == {"short_sword": "worn", "sheath": "worn", "torch": "hand"}
    assert (play.pool("a", "pa"), play.pool("a", "ma")) == (2, 4)


@pytest.mark.rule("T-066")
@pytest.mark.rule("T-170")
def test_an_open_pack_makes_nothing_cheaper_that_is_done_out_of_turn() -> None:
    play = play_of(pack={"torch": 1})
    play.do("act", unit="a", action="search_inventory")
    assert play.pool("a", "pa") == 2
    moves = [{"item": "torch", "to": "hand", "count": 1}]
    play.do("prepare", by="ann", unit="a", action="stow", body="a", moves=moves)
    assert (play.pool("a", "pa"), play.pool("a", "ma")) == (0, 3)


@pytest.mark.rule("T-067")
def test_what_cannot_be_done_any_more_then_is_refused_then() -> None:
    play = play_of()
    declare(play, choice(play, "Sheathes Short sword"))
    play.do("stow", by="ann", unit="a", moves=[{"item": "short_sword", "to": "ground"}])
    play.do("end_turn", unit="a")
    play.refuses("illegal.nothing", "interrupt", by="ann", unit="a", prepared=1)
    assert play.numbers("a") == [1]


def test_things_that_are_not_there_cannot_be_prepared() -> None:
    play = play_of()
    moves = [{"item": "gem", "to": "ground"}]
    play.refuses("unknown", "prepare", by="ann", unit="a", action="stow", moves=moves, body="a")
    play.refuses("unknown", "prepare", by="ann", unit="a", action="stow", moves=moves, body="o")
    play.refuses("bad_field", "prepare", by="ann", unit="a", action="stow", moves=[{"thing": 1}], body="a")
    value = json.loads(choice(play, "Drops").partition(":")[2])
    assert value["body"] == "a"


@pytest.mark.rule("T-067")
def test_what_is_done_to_no_place_is_prepared_without_one() -> None:
    play = play_of()
    declare(play, choice(play, "Defensive Stance"), aim="cell", at="C1")
    play.do("end_turn", unit="a")
    play.do("interrupt", by="ann", unit="a", prepared=1)
    assert play.numbers("a") == []


@pytest.mark.rule("T-062")
@pytest.mark.rule("T-066")
def test_a_leap_is_prepared_with_its_cell_and_done_out_of_turn() -> None:
    play = play_of()
    declare(play, choice(play, "Acrobatics"), at="C1")
    assert (play.pool("a", "pa"), play.pool("a", "ma")) == (4, 3)
    play.do("end_turn", unit="a")
    play.do("interrupt", by="ann", unit="a", prepared=1)
    assert play.at("a") == (2, 0)
    assert (play.pool("a", "pa"), play.pool("a", "ma")) == (4, 3)
