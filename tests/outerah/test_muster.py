"""What a GM adds while the Mission runs, beside Mobs: pets and mounts with their owner, ships, heroes with company."""

from __future__ import annotations

import pytest

from tactics.kernel.refusals import Refused
from tactics.outerah.parts import body_part
from tests.outerah.table import GM, Battle, foe, hero


def battle() -> Battle:
    rows = ["a......", ".......", ".......", ".......", "......t"]
    return Battle(rows, {"ann": hero(glyph="a"), "tom": foe(glyph="t")})


def test_a_pet_comes_to_its_owner() -> None:
    game = battle()
    game.do("muster", by=GM, key="w", template="grey_wolf", owner="ann", at=[1, 1])
    wolf = game.state.units["w"]
    assert (wolf.side, wolf.seat) == ("heroes", "ann")
    assert "pet_of:ann" in body_part(game.state.bodies["w"]).traits
    assert game.state.bodies["w"].place.cell == (1, 1)
    with pytest.raises(Refused, match="unknown"):
        game.do("muster", by=GM, key="x", template="grey_wolf", owner="nobody", at=[1, 1])
    with pytest.raises(Refused, match="bad_field"):
        game.do("muster", by=GM, key="x", template="raiders", owner="ann", at=[1, 1])


def test_a_ship_stands_on_seven_cells_and_keeps_the_names_of_its_sections() -> None:
    game = battle()
    game.do("muster", by=GM, key="s", template="sparrow", at=[3, 2])
    game.do("muster", by=GM, key="s2", template="sparrow")
    ship = game.state.units["s"]
    cells = {game.state.bodies[key].place.cell for key in ship.bodies}
    assert (ship.kind, len(cells)) == ("ship", 7)
    assert [game.state.bodies[key].name for key in ship.bodies][:2] == ["Hull", "Mast 1"]
    assert game.state.units["s2"].name == "The Sparrow 2"
    assert all(game.state.bodies[key].place is None for key in game.state.units["s2"].bodies)


def test_who_comes_along_comes_along() -> None:
    game = battle()
    game.do("muster", by=GM, key="h", template="tamsin", side="heroes", at=[3, 2])
    assert {"h", "h-1"} <= set(game.state.units)
    assert "pet_of:h" in body_part(game.state.bodies["h-1"]).traits
    assert game.state.bodies["h-1"].place is not None
    assert game.state.units["h-1"].side == "heroes"


def test_somebody_made_up_on_the_spot_is_tougher_by_each_step() -> None:
    game = battle()
    for tough in (1, 3, 5):
        game.do("muster", by=GM, key=f"m{tough}", tough=tough, count=2, at=[3, 2])
    assert [game.state.bodies[f"m{tough}.1"].max_hp for tough in (1, 3, 5)] == [25, 65, 105]
