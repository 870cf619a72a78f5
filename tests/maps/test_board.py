"""A draft becomes a board of a ruleset: terrain by its names, edges within the part that is kept, notes with cells."""

from __future__ import annotations

import pytest

from missions import map_board
from missions.maps import limits
from missions.maps.draft import Draft, Kind, Side, Token, Unreadable
from tactics.board import grid
from tactics.effects.grounds import grounds
from tactics.kernel.rules import Rules
from tactics.kernel.state import Edge
from tactics.mission.table import BOARD_MAX, BOARD_MIN
from tests.maps.samples import draft_of
from tests.toy.ruleset import RULES as TOY

OPEN = Kind(".", ".", ("ground",), 64)


def whole(draft: Draft, rules: Rules, **options: object) -> map_board.Stored:
    found: dict[str, object] = {
        "name": "A map", "terrain": map_board.mapping(draft, rules, {}), "sides": {}, "box": map_board.whole(draft),
    }  # fmt: skip
    return map_board.make(draft, rules, **(found | options))  # type: ignore[arg-type]


def test_the_limits_are_those_of_the_table() -> None:
    assert (limits.LEAST, limits.BOARD) == (BOARD_MIN, BOARD_MAX)


def test_every_sample_makes_a_board_that_the_rules_can_walk(tempus: Rules) -> None:
    for name in ("ascii/made-map.txt", "donjon/made-small.json", "watabou/tomb_of_death_cross.json",
                 "uvtt/oganm-test.dd2vtt", "foundry/made-v12.json", "tiled/tiled_flipped.tmx"):  # fmt: skip
        made = whole(draft_of(name), tempus)
        compiled = grid(made.board, grounds(tempus))
        assert any(not compiled.blocks((x, y)) for x in range(made.board.width) for y in range(made.board.height))


def test_a_typed_map(tempus: Rules) -> None:
    draft = draft_of("ascii/made-map.txt")
    made = whole(draft, tempus, sides={"A": "heroes", "B": map_board.NO_ZONE})
    board, names = made.board, dict(made.board.palette)
    assert names[board.terrain[0]] == "wall"
    assert names[board.terrain[14 + 9]] == "water"
    assert board.elevation[3 * 14 + 8] == 2
    assert Edge((4, 1), (5, 1), "door") in board.edges
    assert Edge((2, 5), (3, 5), "door", closed=False) in board.edges
    assert [(zone.side, zone.name, len(zone.cells)) for zone in made.zones] == [("heroes", "A", 4)]


def test_what_the_gm_says_of_a_kind_holds(tempus: Rules) -> None:
    draft = draft_of("ascii/made-map.txt")
    terrain = map_board.mapping(draft, tempus, {"~": "lava", "^": "no such terrain"})
    assert (terrain["~"], terrain["^"]) == ("lava", "rough")


def test_another_ruleset_with_other_terrain() -> None:
    """Kinds are looked for by what they do where no name fits."""
    made = whole(draft_of("donjon/made-small.json"), TOY)
    compiled = grid(made.board, grounds(TOY))
    assert compiled.blocks((0, 0))
    assert not compiled.blocks((1, 1))


def test_a_part_of_a_map(tempus: Rules) -> None:
    draft = draft_of("foundry/made-v12.json")
    made = whole(draft, tempus, box=(1, 1, 6, 6))
    assert (made.board.width, made.board.height) == (6, 6)
    assert Edge((4, 2), (5, 2), "door") in made.board.edges
    assert all(max(edge.b) < 6 for edge in made.board.edges)
    # The ogre stood outside of it.
    assert [(start.name, start.cells) for start in made.starts] == [("Guard", ((1, 1),))]


@pytest.mark.parametrize("box", [(0, 0, 13, 8), (-1, 0, 6, 6), (0, 0, 4, 8), (8, 0, 6, 6), (0, 0, 0, 0)])
def test_what_is_no_part_is_refused(box: map_board.Box, tempus: Rules) -> None:
    with pytest.raises(Unreadable) as refused:
        whole(draft_of("foundry/made-v12.json"), tempus, box=box)
    assert refused.value.code == "crop"


def test_a_larger_map_must_be_cropped(tempus: Rules) -> None:
    draft = Draft("ascii", "large", 150, 20, (Kind(".", ".", ("ground",), 3000),), (0,) * 3000)
    with pytest.raises(Unreadable):
        whole(draft, tempus)
    assert whole(draft, tempus, box=(40, 0, 100, 20)).board.width == 100


def test_a_smaller_map_is_padded_with_what_is_solid(tempus: Rules) -> None:
    made = whole(draft_of("tiled/tiled_flipped.tmx"), tempus)
    assert (made.board.width, made.board.height) == (5, 5)
    compiled = grid(made.board, grounds(tempus))
    assert [compiled.blocks((x, 0)) for x in range(5)] == [False, False, True, True, True]


def test_what_stands_on_sides(tempus: Rules) -> None:
    sides = tuple(Side(x, 0, True, what) for x, what in enumerate(("wall", "locked", "secret", "window", "cover")))
    draft = Draft("uvtt", "x", 8, 8, (OPEN,), (0,) * 64, sides=sides, tokens=(Token("An ogre", 3, 4),))
    made = whole(draft, tempus)
    assert [(e.kind, e.locked, e.material) for e in made.board.edges] == [
        ("wall", False, ""), ("door", True, ""), ("wall", False, ""), ("wall", False, "window"), ("cover", False, ""),
    ]  # fmt: skip
    assert made.notes == "C1: secret door to D1"
    assert [(start.name, start.cells) for start in made.starts] == [("An ogre", ((3, 4),))]
    assert map_board.decode(map_board.encode(made)) == made


@pytest.mark.rule("O-190", "O-195")
@pytest.mark.parametrize("what", ["cover", "cover:sandbags", "wall", "locked", "curtain"])
def test_an_edge_is_what_it_is_called(what: str) -> None:
    """Cover keeps its material on the way from the editor to the board and back."""
    edge = map_board.edge_of((0, 0), (1, 0), what)
    assert map_board.what_of(edge) == what
    assert edge.material == {"cover:sandbags": "sandbags", "curtain": "curtain"}.get(what, "")
