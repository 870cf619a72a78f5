"""Pointing at cells and the dice of a row: who may, and what it tells."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from missions.live import notes
from tactics.kernel.refusals import Refused
from tactics.secrecy.project import project
from tests.laws.tempus_game import TEMPUS, genesis, rules


def view(seat: str, role: str, **words: Any) -> Any:
    return project(TEMPUS, genesis(**words), rules(), seat, role)


def test_a_cell_of_the_board_is_pointed_at() -> None:
    ping = notes.ping_of({"board": "hall", "x": "2", "y": "3"}, "ann", "player", view("ann", "player"))
    shown = notes.shown_to(view("ben", "player"), ping)
    assert shown is not None
    assert (shown["by"], shown["x"], shown["y"], shown["spot"]) == ("Ann", 2, 3, False)
    assert notes.of_message(ping.message()) == ping


@pytest.mark.parametrize(
    ("fields", "seat", "role", "code"),
    [
        ({"board": "hall", "x": "2", "y": "99"}, "ann", "player", "unknown"),
        ({"board": "cellar", "x": "2", "y": "3"}, "ann", "player", "unknown"),
        ({"board": "hall", "x": "two", "y": "3"}, "ann", "player", "bad_field"),
        ({"board": "hall", "x": "2", "y": "3", "spot": "1"}, "ann", "player", "not_allowed"),
        ({"board": "hall", "x": "2", "y": "3"}, "sam", "spectator", "not_allowed"),
    ],
)
def test_what_is_refused(fields: dict[str, str], seat: str, role: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        notes.ping_of(fields, seat, role, view(seat, role))
    assert refused.value.code == code


def test_nobody_is_told_of_a_cell_that_it_does_not_know() -> None:
    known = view("ann", "player")
    board = known.boards[0]
    dark = SimpleNamespace(
        boards=(SimpleNamespace(key="hall", width=board.width, height=board.height, terrain="?" * len(board.terrain)),),
        seats=known.seats,
    )
    ping = notes.Ping("gil", "hall", 1, 1, spot=True)
    assert notes.shown_to(dark, ping) is None  # type: ignore[arg-type]
    assert notes.shown_to(known, notes.Ping("gil", "elsewhere", 1, 1)) is None


def test_a_message_of_another_release_is_dropped() -> None:
    assert notes.of_message({"seat": "ann", "colour": "red"}) is None
    assert notes.of_message(None) is None
