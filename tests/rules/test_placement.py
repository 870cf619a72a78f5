"""Placement: who places, when, and where (T-021 to T-026; table.md 15)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins

from tactics.board import rectangle
from tactics.kernel.codec import encode
from tactics.kernel.state import Zone
from tactics.tempus.table import TEMPUS
from tests.rules.table import GM, Play, foe, hero, mob

ZONE = Zone(key="z", board="field", cells=rectangle((0, 0), (2, 2)), side="heroes")
ROWS = ["..........", "...#......"] + [".........."] * 8


def placing(units: dict[str, Any], dice: list[int], **more: Any) -> Play:
    """Initiative rolled, nobody placed, the heroes' zone in the top left corner."""
    play = Play(ROWS, units, zones=(ZONE,), **more)
    play.do("roll_initiative", dice=dice)
    return play


@pytest.mark.rule("T-021")
def test_nobody_places_before_initiative() -> None:
    play = Play(ROWS, {"a": hero()}, zones=(ZONE,))
    assert play.refused("place", unit="a", at=[2, 2]) == "illegal.phase"
    play.do("roll_initiative", dice=[5])
    play.do("place", unit="a", at=[2, 2])
    assert play.at("a") == (2, 2)


@pytest.mark.rule("T-022")
def test_the_gm_places_npcs() -> None:
    play = placing({"n": foe(), "a": hero()}, [9, 2])
    assert play.refused("place", by="ann", unit="n", at=[2, 2]) == "not_your_unit"
    play.do("place", by=GM, unit="n", at=[2, 2])
    assert play.at("n") == (2, 2)


@pytest.mark.rule("T-023")
def test_a_controller_places_an_allied_mob() -> None:
    units = {"m": mob({}, {}, {}, seat="ann", side="heroes"), "b": hero("ben")}
    play = placing(units, [9, 2])
    assert play.refused("place", by="ben", body="m.1", at=[0, 0]) == "not_your_unit"
    for i, at in enumerate(([0, 0], [1, 0], [2, 0]), 1):
        play.do("place", by="ann", body=f"m.{i}", at=at)
    assert [play.at(f"m.{i}") for i in (1, 2, 3)] == [(0, 0), (1, 0), (2, 0)]


@pytest.mark.rule("T-024")
def test_the_highest_initiative_places_first() -> None:
    play = placing({"b": hero("ben"), "c": hero("cleo"), "m": foe()}, [5, 9, 1])
    assert play.order == ("c", "b", "m")
    assert play.refused("place", unit="b", at=[0, 0]) == "illegal.order"
    play.do("place", unit="c", at=[1, 1])
    play.do("place", unit="b", at=[0, 0])
    play.do("place", by=GM, unit="m", at=[9, 9])
    assert play.state.phase == "running"


@pytest.mark.rule("T-024")
def test_the_lowest_may_place_first_by_a_setting() -> None:
    play = placing({"b": hero("ben"), "c": hero("cleo")}, [5, 9], options={"tt.placement.order": "low_first"})
    assert play.refused("place", unit="c", at=[0, 0]) == "illegal.order"
    play.do("place", unit="b", at=[0, 0])


@pytest.mark.rule("T-025")
def test_players_place_in_their_zone_on_a_free_cell_and_the_gm_anywhere() -> None:
    play = placing({"a": hero(), "b": hero("ben"), "n": foe()}, [9, 5, 1])
    assert play.refused("place", unit="a", at=[3, 0]) == "illegal.zone"
    play.do("place", unit="a", at=[2, 2])
    assert play.refused("place", unit="b", at=[2, 2]) == "illegal.occupied"
    play.do("place", unit="b", at=[2, 1])
    play.do("place", by=GM, unit="n", at=[9, 9])
    assert play.at("n") == (9, 9)


@pytest.mark.rule("T-025")
def test_not_on_a_wall() -> None:
    play = Play(ROWS, {"a": hero()})
    play.do("roll_initiative", dice=[5])
    assert play.refused("place", unit="a", at=[3, 1]) == "illegal.blocked"


@pytest.mark.rule("T-026")
def test_the_last_unit_placed_begins_round_one() -> None:
    play = placing({"a": hero(), "b": hero("ben")}, [9, 5])
    play.do("place", unit="a", at=[0, 0])
    assert play.state.phase == "placement"
    play.do("place", unit="b", at=[1, 0])
    assert (play.state.clock.round, play.turn) == (1, "a")
    assert "Round 1" in play.words("ann")


@pytest.mark.rule("T-024")
def test_a_wish_is_taken_when_the_turn_comes() -> None:
    play = placing({"a": hero(), "b": hero("ben")}, [9, 5])
    play.do("wish", by="ben", body="b", at=[1, 1])
    assert play.at("b") is None
    play.do("place", unit="a", at=[0, 0])
    assert play.at("b") == (1, 1)
    assert play.state.phase == "running"


@pytest.mark.rule("T-024")
def test_a_wish_for_a_taken_cell_waits_for_another_choice() -> None:
    play = placing({"a": hero(), "b": hero("ben")}, [9, 5])
    play.do("wish", by="ben", body="b", at=[0, 0])
    play.do("place", unit="a", at=[0, 0])
    assert play.at("b") is None
    assert [o.do for o in play.view("ben").options] == ["place"]


def test_one_button_places_the_rest() -> None:
    play = placing({"a": hero(), "m": mob({}, {}), "b": hero("ben")}, [9, 5, 1])
    play.do("place_rest")
    assert play.state.phase == "running"
    assert play.at("a") in ZONE.cells
    assert play.at("b") in ZONE.cells


def test_without_zones_heroes_and_foes_begin_in_opposite_corners() -> None:
    """A new GM's board has no zones: nobody is put beside the foes, and where heroes stand tells of no one hidden."""
    play = Play(ROWS, {"m": mob({}, {}), "a": hero()})
    play.do("roll_initiative", dice=[9, 1])
    play.do("place_rest")
    assert play.at("a") == (0, 0)
    assert [play.at(body) for body in play.state.units["m"].bodies] == [(9, 9), (8, 9)]


def test_what_a_player_may_do_while_others_place() -> None:
    play = placing({"a": hero(), "b": hero("ben")}, [9, 5])
    assert [(o.do, o.label) for o in play.view("ann").options] == [("place", "Place A")]
    assert [(o.do, o.label) for o in play.view("ben").options] == [("wish", "Wish for a cell for B")]


@pytest.mark.rule("T-024")
def test_nobody_waits_for_a_unit_that_nobody_knows_of() -> None:
    units = {"h": {**foe(SPD=9), "hidden": True}, "a": hero("ann", SPD=3), "b": hero("ben", SPD=2)}
    play = Play(["....."], units)
    play.do("roll_initiative", dice=[5, 6, 6])
    assert play.order == ("h", "a", "b")
    play.do("wish", by="ben", body="b", at=[3, 0])
    assert play.refused("place", by="ben", unit="b", at=[2, 0]) == "illegal.order"
    assert [o.do for o in play.view("ann").options] == ["place"]
    play.do("place", by="ann", unit="a", at=[0, 0])
    assert (play.at("b"), play.state.phase) == ((3, 0), "placement")  # the GM has still to place one
    play.do("place", unit="h", by=GM, at=[4, 0])
    assert (play.state.phase, play.turn) == ("running", "h")


@pytest.mark.rule("T-024")
@pytest.mark.rule("T-027")
def test_who_joins_during_placement_has_its_place_in_the_order() -> None:
    play = Play(["....."], {"a": hero("ann", SPD=3), "b": hero("ben", SPD=2)})
    play.do("roll_initiative", dice=[5, 6])
    unit, bodies = TEMPUS.build_unit(play.rules, "late", hero("ann", SPD=1))
    play.do("join", unit=to_builtins(unit), bodies=[to_builtins(b) for b in bodies], initiative=4)
    assert play.order == ("a", "b", "late")
    play.do("place", unit="a", at=[0, 0])
    play.do("place", unit="b", at=[4, 0])
    assert play.state.phase == "placement"  # not before the last one stands
    play.do("place", unit="late", at=[3, 0])
    assert play.state.phase == "running"


def test_one_knows_the_ground_that_one_is_to_be_placed_on() -> None:
    """In the fog too, and nothing beside it; of another side's zone nothing."""
    theirs = Zone(key="t", board="field", cells=((9, 9),), side="foes")
    play = Play(ROWS, {"a": hero(), "n": foe()}, zones=(ZONE, theirs), fog="sight", seats={"sam": "spectator"})
    for seat in ("ann", "sam"):
        board = play.view(seat).boards[0]
        assert [board.terrain[row * 10 : row * 10 + 4] for row in range(4)] == ["...?", "...?", "...?", "????"]
        assert board.terrain[-1] == "?"
    play.do("roll_initiative", dice=[9, 2])
    play.do("place", unit="a", at=[0, 0])
    assert play.at("a") == (0, 0)


# --- what is said of it -------------------------------------------------------------------------------


def test_everybody_reads_whose_initiative_and_whose_placing_is_waited_for() -> None:
    play = Play(ROWS, {"a": hero(), "b": hero("ben"), "m": mob({}, {})}, zones=(ZONE,))
    assert play.view("ann").waiting == "initiative still to roll: A, B, M"
    play.do("roll_initiative", by="ann", units=["a"], dice=[9])
    assert play.view("public").waiting == "initiative still to roll: B, M"
    play.do("roll_initiative", dice=[5, 2])
    assert play.view("ann").waiting == "placing now: A (you)"
    assert play.view("ben").waiting == play.view(GM).waiting == "placing now: A (Ann)"
    play.do("place", unit="a", at=[0, 0])
    assert play.view("ben").waiting == "placing now: B (you)"


def test_of_a_hidden_unit_that_comes_first_nobody_reads() -> None:
    units = {"h": {**foe(SPD=9), "hidden": True}, "a": hero("ann", SPD=3)}
    play = Play(["....."], units)
    assert play.view("ann").waiting == "initiative still to roll: A"
    play.do("roll_initiative", dice=[5, 6])
    assert play.view("ann").waiting == "placing now: A (you)"
    assert play.view(GM).waiting == "placing now: H (you)"


@pytest.mark.rule("T-024")
def test_in_the_fog_strangers_are_known_only_once_they_stand_in_sight() -> None:
    """Without fog everybody sees them placed, so they may be waited for by name."""
    units = {"n": foe(SPD=9), "a": hero("ann", SPD=3), "b": hero("ben", SPD=2)}
    for fog, known in (("none", True), ("sight", False), ("uncovered", False)):
        play = placing(units, [5, 6, 6], fog=fog, seats={"sam": "spectator"})
        for seat in ("ann", "public"):
            view = play.view(seat)
            assert ("n" in [u.key for u in view.units], "n" in [row.unit for row in view.order]) == (known, known), fog
            assert {"a", "b"} <= {u.key for u in view.units}
        assert "n" in [row.unit for row in play.view(GM).order]
        assert (play.view("ann").waiting == "placing now: N (Gil)") is known
        if not known:  # nobody waits for one that nobody knows of
            play.do("place", by="ann", unit="a", at=[0, 0])


def test_a_zone_is_nobody_s_own_who_only_watches() -> None:
    play = Play(ROWS, {"a": hero()}, zones=(ZONE,), seats={"sam": "spectator"})
    assert [zone.mine for zone in play.view("ann").zones] == [True]
    assert [zone.mine for zone in play.view("public").zones] == [False]


def test_a_wish_that_was_made_can_be_changed_where_it_stands() -> None:
    play = placing({"a": hero(), "b": hero("ben")}, [9, 5])
    assert [o.label for o in play.view("ben").options] == ["Wish for a cell for B"]
    play.do("wish", by="ben", body="b", at=[1, 1])
    assert [o.label for o in play.view("ben").options] == ["B: B2 (change)"]


def test_what_is_missing_names_a_group_once() -> None:
    play = placing({"a": hero(), "m": mob({}, {}, {})}, [9, 5])
    assert "not placed: A, M (3)" in play.view(GM).start_blockers


def twins(do: list[dict[str, Any]], lurker: tuple[int, int], **more: Any) -> tuple[Play, Play]:
    """The same placement with nobody and with somebody unseen on a cell; what the players get of both is the same."""
    plays = []
    for there in (False, True):
        units: dict[str, Any] = {"a": hero(), "b": hero("ben")}
        if there:
            units["h"] = {**foe(), "hidden": True, "name": "Lurker"}
        play = Play(ROWS, units, zones=(ZONE,), **more)
        play.do("roll_initiative", dice=[9, 5, *([1] if there else [])])
        if there:
            play.do("place", unit="h", by=GM, at=list(lurker))
        plays.append(play)
    for command in do:
        for play in plays:
            play.do(**command)
        for seat in ("ann", "ben"):
            got = [
                encode([v.units, v.tokens, v.order, v.options, v.waiting, v.prompts])
                for v in (play.view(seat) for play in plays)
            ]
            assert got[0] == got[1]
    return plays[0], plays[1]


@pytest.mark.rule("T-023", "T-024")
def test_a_wish_for_a_cell_where_somebody_stands_unseen_is_heard() -> None:
    wish = {"do": "wish", "by": "ben", "body": "b", "at": [1, 1]}
    place = {"do": "place", "by": "ann", "unit": "a", "at": [0, 0]}
    _, play = twins([wish, place], (1, 1))
    assert play.at("b") == play.at("h") == (1, 1)
    assert play.state.phase == "running"
    asked = play.view(GM).prompts
    assert [p.title for p in asked] == ["Reveal Lurker?"]
    assert asked[0].text == "B was put where Lurker stands, whom they cannot see. One of them has to be moved."


@pytest.mark.rule("T-023")
def test_placing_by_hand_and_the_rest_leave_no_gap_for_somebody_unseen() -> None:
    _, play = twins([{"do": "place", "by": "ann", "unit": "a", "at": [0, 0]}, {"do": "place_rest"}], (1, 0))
    assert play.at("b") == (1, 0)
    _, play = twins([{"do": "place", "by": "ann", "unit": "a", "at": [1, 0]}], (1, 0))
    assert [p.title for p in play.view(GM).prompts] == ["Reveal Lurker?"]


def test_who_stands_in_plain_view_keeps_the_cell() -> None:
    play = placing({"n": foe(), "a": hero(), "b": hero("ben")}, [1, 9, 5])
    play.do("place", by=GM, unit="n", at=[0, 0])
    play.do("place_rest")
    assert (play.at("a"), play.at("b")) == ((1, 0), (2, 0))
    assert play.view(GM).prompts == ()
