"""Doors: a unit beside an unlocked one opens or closes it (table.md 17); the GM does anything with them."""

from __future__ import annotations

from typing import Any

from tactics.kernel import events as e
from tactics.kernel.state import Edge
from tests.rules.table import GM, Play, foe, hero, mob

ROWS = [
    "...#...",
    ".a....g",
    "...#...",
    "...#...",
    "...#...",
]
DOOR = Edge(a=(2, 1), b=(3, 1), kind="door")
AT = [[2, 1], [3, 1]]


def play(*, at: str = "..a", locked: bool = False, closed: bool = True, **more: Any) -> Play:
    rows = [ROWS[0], f"{at:.<6}g", *ROWS[2:]]
    units = {"a": hero("ann", SPD=4, WIT=2), "g": {**foe(SPD=2, WIT=1), "name": "Goblin"}}
    door = Edge(a=DOOR.a, b=DOOR.b, kind="door", closed=closed, locked=locked)
    return Play(rows, units, order="ag", edges=[door], **more)


def closed(game: Play) -> bool:
    return next(x for x in game.state.boards["field"].edges if x.kind == "door").closed


def test_a_unit_beside_a_door_opens_it() -> None:
    game = play()
    game.do("door", unit="a", at=AT)
    assert not closed(game)


def test_and_closes_it_again() -> None:
    game = play(closed=False)
    game.do("door", unit="a", at=AT)
    assert closed(game)


def test_a_door_that_the_gm_breaks_bars_no_way_and_closes_no_more() -> None:
    game = play(locked=True)
    broken = {"a": [2, 1], "b": [3, 1], "kind": "door", "broken": True}
    game.do("set_edge", by=GM, board="field", edge=broken)
    assert game.words("ann") == ["The door between C2 and D2 is broken"]
    assert not closed(game)
    assert [o for o in game.view("ann").options if o.do == "door"] == []
    assert game.refused("door", unit="a", at=AT) == "illegal.range"
    game.do("move", unit="a", path=[[3, 1]])
    assert game.refused("set_edge", by=GM, board="field", edge={**broken, "kind": "wall"}) == "bad_field"
    game.do("set_edge", by=GM, board="field", edge={**broken, "broken": False, "closed": True})
    assert closed(game)


def test_it_costs_nothing_by_the_house_value() -> None:
    game = play()
    game.do("door", unit="a", at=AT)
    assert game.pool("a") == 4


def test_it_costs_what_the_setting_says() -> None:
    game = play(options={"tt.door.cost": {"pa": 2}})
    game.do("door", unit="a", at=AT)
    assert game.pool("a") == 2


def test_who_cannot_pay_is_refused() -> None:
    game = play(options={"tt.door.cost": {"pa": 5}})
    assert game.refused("door", unit="a", at=AT) == "illegal.cost"


def test_the_unit_must_stand_on_one_of_its_two_cells() -> None:
    assert play(at=".a").refused("door", unit="a", at=AT) == "illegal.range"


def test_between_two_cells_without_a_door_there_is_none() -> None:
    assert play().refused("door", unit="a", at=[[2, 1], [2, 2]]) == "illegal.range"


def test_two_cells_that_are_no_neighbours_have_no_door() -> None:
    assert play().refused("door", unit="a", at=[[2, 1], [4, 1]]) == "bad_field"


def test_a_locked_door_stays_closed() -> None:
    assert play(locked=True).refused("door", unit="a", at=AT) == "illegal.locked"


def test_a_locked_door_that_stands_open_is_closed() -> None:
    game = play(locked=True, closed=False)
    game.do("door", unit="a", at=AT)
    assert closed(game)


def test_what_is_meant_is_not_turned_round_when_somebody_was_faster() -> None:
    assert play(closed=False).refused("door", unit="a", at=AT, open=True) == "illegal.nothing"


def test_only_in_the_own_turn() -> None:
    game = play()
    game.do("end_turn", unit="a")
    assert game.refused("door", unit="a", at=AT) == "not_your_turn"


def test_a_move_goes_on_through_the_door_that_was_opened() -> None:
    game = play(at=".a")
    game.do("move", unit="a", path=[[2, 1]])
    game.do("door", unit="a", at=AT)
    game.do("move", unit="a", path=[[3, 1]], go_on=True)
    assert (game.at("a"), game.pool("a")) == ((3, 1), 3)


def test_a_member_of_a_mob_opens_for_all() -> None:
    game = Play(["mm.", "m..", "..."], {"m": mob(*[{"SPD": 2, "WIT": 1}] * 3)}, order="m", edges=[
        Edge(a=(0, 1), b=(1, 1), kind="door")
    ])  # fmt: skip
    game.do("door", unit="m", at=[[0, 1], [1, 1]])
    assert not closed(game)


def test_reach_follows_at_once() -> None:
    game = play()
    before = {(c.x, c.y) for c in game.view("ann").reach[0].cells}
    game.do("door", unit="a", at=AT)
    after = {(c.x, c.y) for c in game.view("ann").reach[0].cells}
    assert (3, 1) in after - before


def option(game: Play, seat: str = "ann") -> Any:
    return next((o for o in game.view(seat).options if o.do == "door"), None)


def test_the_option_says_what_it_does() -> None:
    found = option(play())
    assert (found.label, found.cost, found.command) == ("Open door", "free", {"at": AT, "open": True})


def test_an_open_door_is_offered_to_be_closed() -> None:
    assert option(play(closed=False)).label == "Close door"


def test_a_locked_door_says_so_to_who_stands_beside_it() -> None:
    assert option(play(locked=True)).why_not == "it is locked"


def test_away_from_doors_there_is_no_option() -> None:
    assert option(play(at=".a")) is None


def test_that_a_door_is_locked_is_not_told_from_afar() -> None:
    assert [x.locked for x in play(at=".a", locked=True).view("ann").boards[0].edges] == [None]


def test_a_gm_sees_what_is_locked() -> None:
    assert [x.locked for x in play(at=".a", locked=True).view().boards[0].edges] == [True]


def test_who_opens_a_door_is_named_to_those_who_see_it() -> None:
    game = play()
    game.do("door", unit="a", at=AT)
    assert game.words("ann") == ["A opens the door between C2 and D2"]


def test_the_gm_sets_doors_without_a_hand() -> None:
    game = play()
    game.do("set_edge", by=GM, board="field", edge={"a": [2, 1], "b": [3, 1], "kind": "door", "closed": False})
    assert game.words("ann") == ["The door between C2 and D2 is open"]


def test_locking_shows_to_nobody() -> None:
    game = play()
    game.do("set_edge", by=GM, board="field", edge={"a": [2, 1], "b": [3, 1], "kind": "door", "locked": True})
    assert (game.words("ann"), game.words()) == ([], ["The door between C2 and D2 is closed and locked"])


def test_a_step_that_revealed_nothing_is_taken_back_with_the_door() -> None:
    game = play()
    game.do("door", unit="a", at=AT)
    game.do("take_back", by="ann")
    assert closed(game)


def test_a_door_that_showed_something_new_is_not_taken_back() -> None:
    game = play(fog="sight")
    game.do("door", unit="a", at=AT)
    assert game.refused("take_back", by="ann") == "illegal.nothing"


def test_opening_a_door_shows_who_stands_behind() -> None:
    game = play(fog="sight")
    game.do("door", unit="a", at=AT)
    assert game.words("ann") == ["A opens the door between C2 and D2", "Goblin comes into sight at G2"]


def test_closing_it_hides_them() -> None:
    game = play(fog="sight", closed=False)
    game.do("door", unit="a", at=AT)
    assert game.words("ann") == ["A closes the door between C2 and D2", "Goblin is out of sight"]


def test_in_free_movement_doors_cost_nothing() -> None:
    game = play(options={"tt.door.cost": {"pa": 2}})
    game.do("rule", mode="free")
    game.do("door", unit="a", at=AT)
    assert game.events(e.Spent) == []
