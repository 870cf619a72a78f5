"""Space and gravity fields (O-177, O-182, O-183)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tactics.kernel.engine import GM as GM_ROLE
from tactics.kernel.ruleset import Known
from tactics.kernel.state import Place
from tactics.outerah import numbers
from tests.outerah.table import Battle, foe, hero


def movement(at: int, aboard: str = "") -> int:
    """Of a hero with Movement 5 who is so many cells from the end of a ship in space."""
    row = list("w" * 7 + "'" * 13)
    units = {
        "a": hero(HP=40, MOV=5, JMP=2, aboard=aboard), "t": foe(),
        "wasp": {"kind": "ship", "seat": "ann", "glyph": "w"},
    }  # fmt: skip
    play = Battle(["".join(row), "a" + "'" * 19, "t" + "'" * 19], units, order="at")
    known = Known(play.state, play.rules, "", GM_ROLE)
    body = replace(play.state.bodies["a"], place=Place("field", 6 + at, 0))
    assert numbers.jump(known, body).total == 2
    return numbers.movement(known, body).total


@pytest.mark.rule("O-182", "O-183")
def test_movement_is_halved_outside_every_field() -> None:
    assert (movement(5), movement(6)) == (5, 2)


@pytest.mark.rule("O-177")
def test_a_ship_has_gravity_for_those_aboard() -> None:
    assert movement(9, aboard="wasp") == 5
