"""Space and gravity fields, air, drift and hookshots (O-177 to O-187)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from tactics.board import cells
from tactics.kernel import events as e
from tactics.kernel.engine import GM as GM_ROLE
from tactics.kernel.engine import Work
from tactics.kernel.ruleset import Known
from tactics.kernel.state import Board, Place
from tactics.outerah import breath, drift, numbers, pushes, space
from tests.outerah.table import GM, Battle, foe, hero, rules_with


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


# --- air, drift and hookshots ---------------------------------------------------------------------------


def void(row: str, *, options: dict[str, Any] | None = None, foes: dict[str, Any] | None = None, **spec: Any) -> Battle:
    """Space without a ship; `a` at the glyph of the first row, its enemy beside."""
    rows = [row.replace(".", "'").ljust(14, "'"), *["'" * 14] * 4]
    given = {"HP": 60, "MOV": 4, **spec}
    play = Battle(rows, {"a": hero(**given), "t": foe(HP=90, **(foes or {}))}, order="at", options=options or {})
    for key in "at":  # the glyphs stand on ground
        board = play.state.boards["field"]
        x, y = play.at(key)
        palette = tuple(sorted({**dict(board.palette), "'": "space"}.items()))
        terrain = board.terrain[: y * 14 + x] + "'" + board.terrain[y * 14 + x + 1 :]
        whole = replace(board, terrain=terrain, palette=palette)
        play.effect(partial(_set, board=whole))
    return play


def _set(work: Work, board: Board) -> None:
    work.emit(e.BoardSet(board))


def push(play: Battle, cells: int = 1, body: str = "t") -> None:
    play.effect(lambda work: pushes.push(work, body, play.at("a"), cells, "shove"))


@pytest.mark.rule("O-179")
def test_who_is_shoved_off_drifts_one_cell_a_round_until_lost() -> None:
    play = void("..at......")
    push(play)
    found = [play.at("t")]
    for _ in range(9):
        play.round_over()
        found.append(play.at("t") if play.state.bodies["t"].place is not None else (-1, -1))
    assert found == [*[(x, 0) for x in range(4, 14)]]
    play.do("end_turn", unit="a")
    play.do("end_turn", unit="t")
    assert play.state.bodies["t"].place is None
    assert any("drifts off the map: the GM says" in line for line in play.words())


@pytest.mark.rule("O-179", "O-187")
def test_the_log_says_which_way_one_drifts() -> None:
    play = void("t..a......", foes=PILLAR, **HOOK)
    play.do("hook", unit="a", target="t", how="repel")
    assert play.words()[-1] == "A drifts east into space, a cell at the end of each Round"


@pytest.mark.rule("O-179")
def test_own_movement_or_a_field_ends_the_drift() -> None:
    play = void("..at......", foes={"MOV": 4})
    push(play)
    play.do("end_turn", unit="a")
    play.do("move", unit="t", path=[[4, 1]])
    play.do("end_turn", unit="t")
    assert (play.at("t"), play.state.bodies["t"].part.drift) == ((4, 1), None)
    ground = Battle([".at.."], {"a": hero(), "t": foe()}, order="at")
    push(ground)
    assert ground.state.bodies["t"].part.drift is None


@pytest.mark.rule("O-181")
def test_sixty_seconds_of_air_are_six_rounds_off_the_ship() -> None:
    play = void("a.......t")
    left = []
    for _ in range(7):
        play.round_over()
        left.append((play.state.bodies["a"].part.breath, play.hp("a")))
    assert left == [(50, 60), (40, 60), (30, 60), (20, 60), (10, 60), (0, 60), (0, 54)]
    carries = void("a.......t", pack={"air_flask": 1})
    carries.round_over()
    assert carries.state.bodies["a"].part.breath is None


@pytest.mark.rule("O-178")
def test_around_a_ship_there_is_air() -> None:
    units = {"a": hero(HP=60), "t": foe(), "wasp": {"kind": "ship", "seat": "ann", "glyph": "w"}}
    play = Battle(["w" * 7 + "'" * 13, *["'" * 20] * 3, "a" + "'" * 18 + "t"], units, order="at")
    known = play.facts()
    near, far = (replace(play.state.bodies["a"], place=Place("field", x, 0)) for x in (11, 12))
    assert (breath.airless(known, near), breath.airless(known, far)) == ("", "space")


@pytest.mark.rule("O-180", "O-183")
def test_a_gravity_field_that_is_drawn_holds_as_that_of_a_ship() -> None:
    """A station: whoever floats there has Movement as on the ground and air; a step beyond it is space."""
    play = void("a.......t")
    play.effect(partial(_set, board=_painted(play, (0, 0), "g", "gravity")))
    known, body = play.facts(), play.state.bodies["a"]
    assert (space.adrift(known, body), breath.airless(known, body)) == (False, "")
    assert numbers.movement(known, body).total == 4
    beyond = replace(body, place=Place("field", 1, 0))
    assert (space.adrift(known, beyond), numbers.movement(known, beyond).total) == (True, 2)


def _painted(play: Battle, cell: tuple[int, int], letter: str, terrain: str) -> Board:
    board = play.state.boards["field"]
    at = cell[1] * board.width + cell[0]
    palette = tuple(sorted({**dict(board.palette), letter: terrain}.items()))
    return replace(board, terrain=board.terrain[:at] + letter + board.terrain[at + 1 :], palette=palette)


HOOK = {"pack": {"hookshot": 1}}
PILLAR = {"traits": ["grapplable"]}


@pytest.mark.rule("O-184", "O-185")
def test_a_hook_reaches_six_cells_and_holds_only_what_can_be_grappled() -> None:
    play = void("a.....t", foes=PILLAR, **HOOK)
    play.do("hook", unit="a", target="t")
    assert (play.at("a"), play.parts("a")["offhand"]) == ((5, 0), 0)
    assert void("a......t", foes=PILLAR, **HOOK).refused("hook", unit="a", target="t") == "illegal.range"
    bare = void("a....t", **HOOK)
    assert bare.refused("hook", unit="a", target="t") == "illegal.target"
    assert bare.parts("a")["offhand"] == 1
    assert void("a....t", foes=PILLAR).refused("hook", unit="a", target="t") == "illegal.not_ready"


@pytest.mark.rule("O-185")
def test_a_hook_holds_at_a_wall() -> None:
    play = Battle(["a...#.", "......", ".....t"], {"a": hero(**HOOK), "t": foe()}, order="at")
    play.do("hook", unit="a", target=[4, 0])
    assert play.at("a") == (3, 0)
    assert play.refused("hook", unit="a", target=[4, 2]) == "illegal.target"
    both = {o.key: (len(o.targets), len(o.fields)) for o in void("a....t", foes=PILLAR, **HOOK).view("ann").options}
    assert (both["hook.pull"], both["hook.pull.cell"]) == ((1, 0), (0, 1))  # who is in range hides no wall


@pytest.mark.rule("O-186")
def test_the_user_is_pulled_beside_the_anchor_and_drifts_no_more() -> None:
    play = void("a....t", foes=PILLAR, **HOOK)
    play.effect(lambda work: work.emit(drift.Drifts(body="a", to=(0, 1))))
    play.do("hook", unit="a", target="t")
    assert (play.at("a"), play.state.bodies["a"].part.drift) == ((4, 0), None)


@pytest.mark.rule("O-186", "O-187")
@pytest.mark.parametrize(("more", "cells"), [({}, 3), ({"statuses": ["braced"]}, 4), ({"traits": ["push_immune"]}, 0)])
def test_repelling_is_a_push_of_the_user(more: dict[str, Any], cells: int) -> None:
    braced = {"label": "Braced", "text": "Pushes farther.", "changes": [{"applies": "push", "value": 1}]}
    rules = rules_with({"status": {"braced": braced}})
    units = {"a": hero(**{**HOOK, **more}), "t": foe(**PILLAR)}
    play = Battle(["t.a.......", "..........", ".........."], units, order="at", rules=rules)
    play.do("hook", unit="a", target="t", how="repel")
    assert play.at("a") == (2 + cells, 0)


def duel_in_space(own_gap: int = 4, **spec: Any) -> Battle:
    """Two ships side by side in space, `a` on the deck of the wasp; the foe's yacht so many cells beside it."""
    between = "'" * own_gap
    rows = [f"w{between}y{chr(39) * 20}"[:20] for _ in range(7)]
    units = {
        "a": hero(HP=60, MOV=4, aboard="wasp", **{"zone": "deck", **HOOK, **spec}),
        "t": foe(aboard="yacht", zone="deck"),
        "wasp": {"kind": "ship", "seat": "ann", "glyph": "w", "altitude": 12},
        "yacht": {"kind": "ship", "side": "foes", "seat": GM, "glyph": "y", "altitude": 12},
    }  # fmt: skip
    play = Battle(rows, units, order="at")
    board = play.state.boards["field"]
    palette = tuple(sorted({**dict(board.palette), "'": "space"}.items()))
    terrain = "'" * len(board.terrain)
    play.effect(partial(_set, board=replace(board, terrain=terrain, palette=palette)))
    return play


@pytest.mark.rule("O-185", "O-186")
def test_from_a_deck_a_hook_pulls_into_space_beside_a_section_of_another_ship() -> None:
    play = duel_in_space()
    assert play.state.bodies["a"].place.board != "field"  # type: ignore[union-attr]
    hooks = {o.key: {t.body for t in o.targets} for o in play.view("ann").options if o.do == "hook"}
    assert "yacht.hull" in hooks["hook.pull"] & hooks["hook.aboard"]
    assert not any(key.startswith("wasp.") for key in hooks["hook.pull"] | hooks["hook.aboard"])
    assert {"hook.pull.cell", "hook.pull.cell.wide"} <= set(hooks)
    assert play.refused("hook", unit="a", target="yacht.hull", how="repel") == "illegal.range"
    play.do("hook", unit="a", target="yacht.hull")
    place, hull = play.state.bodies["a"].place, play.state.bodies["yacht.hull"].place
    assert place is not None
    assert hull is not None
    assert (place.board, place.x, abs(place.y - hull.y) <= 1, place.z) == ("field", hull.x - 1, True, hull.z)
    assert play.state.bodies["a"].part.aboard == ""
    assert play.words("ann")[-2:] == [
        f"A pulls itself to {cells.name(hull.cell)} with a hookshot", "A leaves Wasp"
    ]  # fmt: skip


@pytest.mark.rule("O-185", "O-186")
def test_from_space_a_hook_pulls_back_onto_the_own_deck() -> None:
    play = duel_in_space()
    play.do("hook", unit="a", target="yacht.hull")
    play.end("a", "t")
    play.effect(lambda work: work.emit(drift.Drifts(body="a", to=(0, 1))))
    mine = next(o for o in play.view("ann").options if o.key == "hook.aboard")
    assert {"wasp.hull", "yacht.hull"} <= {t.body for t in mine.targets}
    play.do("hook", unit="a", target="wasp.hull", how="aboard")
    body = play.state.bodies["a"]
    assert body.place is not None
    assert (play.state.boards[body.place.board].carried_by, body.part.drift) == ("wasp.hull", None)
    assert play.words("ann")[-1] == "A comes aboard Wasp"


@pytest.mark.rule("O-186")
def test_a_hook_leads_from_deck_to_deck_but_nobody_into_the_open_air() -> None:
    play = duel_in_space()
    play.do("hook", unit="a", target="yacht.deck", how="aboard")
    body = play.state.bodies["a"]
    assert body.place is not None
    assert play.state.boards[body.place.board].carried_by == "yacht.hull"
    air = duel_in_space()
    board = air.state.boards["field"]
    ground = replace(board, terrain="." * len(board.terrain), palette=((".", "ground"),))
    air.effect(partial(_set, board=ground))
    assert air.refused("hook", unit="a", target="yacht.hull") == "illegal.target"
    air.do("hook", unit="a", target="yacht.hull", how="aboard")


@pytest.mark.rule("O-185")
def test_who_is_below_deck_or_too_far_off_hooks_no_other_ship() -> None:
    assert duel_in_space(7).refused("hook", unit="a", target="yacht.hull") == "illegal.range"
    below = duel_in_space(zone="left_cannon")
    assert below.refused("hook", unit="a", target="yacht.hull") == "illegal.status"
    assert duel_in_space().refused("hook", unit="a", target="wasp.hull") == "illegal.nothing"
