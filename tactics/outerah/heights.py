"""How high walls and cover are: who is above them passes and sees over (O-107, O-195, O-199; house values).

The catalogue gives no height. A wall, a closed door and ground that bars the way or the sight rise `out.height.wall`
levels above the ground beside them, half cover `out.height.cover` and full cover `out.height.full_cover`, unless its
material says another height. Levels are absolute: the ground's own and those that a body is above it. What covers is
passed by a Jump as high as it is, as a step in the ground is (O-125).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from tactics.board import Grid
from tactics.board.ground import Ground
from tactics.effects import levels
from tactics.effects.grounds import materials
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known
from tactics.kernel.state import Cell, Place
from tactics.outerah.attack_data import height
from tactics.outerah.parts import constant
from tactics.outerah.specs import Material


def tallest(known: Known) -> int:
    """Levels of a wall."""
    return int(constant(known, "out.height.wall"))


def rises(known: Known, spec: Material) -> int:
    """Levels of a piece of cover."""
    if spec.levels:
        return spec.levels
    return int(constant(known, usual_height(spec)))


def usual_height(spec: Material) -> str:
    """The constant that says how high a piece of cover stands which says nothing of its own."""
    return "out.height.full_cover" if spec.style == "full" else "out.height.cover"


def high(count: int) -> str:
    """`3 levels high`"""
    return f"{count} level{'s' * (count != 1)} high"


def of_cover(spec: Material, rules: Rules, options: Mapping[str, Any]) -> str:
    """How high full cover stands, or what has a height of its own: `3 levels high`; over half cover all get alike."""
    if not spec.covers or (spec.style != "full" and not spec.levels):
        return ""
    said = high(spec.levels or int(rules.constant(usual_height(spec), options)))
    return f"{said}, no Jump gets over it" if spec.blocks_move else said


def passed(known: Known, jump: int) -> Mapping[str, Ground]:
    """Material of an edge -> what it does to whoever gets over so many levels."""
    usual = (int(constant(known, "out.height.cover")), int(constant(known, "out.height.full_cover")))
    return _passed(known.rules, usual, jump)


@lru_cache(maxsize=256)
def _passed(rules: Rules, usual: tuple[int, int], jump: int) -> Mapping[str, Ground]:
    found = dict(materials(rules))
    for key, spec in rules.entries.get("material", {}).items():
        if not isinstance(spec, Material) or spec.style not in ("half", "full"):
            continue
        if (spec.levels or usual[spec.style == "full"]) > jump:
            found[key] = Ground(blocks_move=True)
    return found


def tops(known: Known) -> levels.Tops:
    """How high each material of cover rises."""
    found = known.rules.entries.get("material", {}).items()
    return tuple((key, rises(known, spec)) for key, spec in found if isinstance(spec, Material))


def grid_for(known: Known, place: Place, jump: int) -> Grid:
    """Where a body goes from here that jumps so high: over walls only by what it is above the ground, not by the hill
    it stands on."""
    board, over = known.state.boards[place.board], passed(known, jump + max(0, place.z))
    high = height(known, place) if place.z > 0 else NOT_ABOVE
    return levels.grid_at(board, known.rules, tallest(known), high, over, tops(known) if place.z > 0 else ())


NOT_ABOVE = -1_000_000


def between(known: Known, at: Place, other: Place) -> Grid:
    """What stands in the way of sight between the two: the higher of them sees over what ends below it, and is seen."""
    board, high = known.state.boards[at.board], max(height(known, at), height(known, other))
    return levels.grid_at(board, known.rules, tallest(known), high)


def clears(known: Known, at: Place, target: Place, side: tuple[Cell, Cell], spec: Material) -> bool:
    """Whether the line from one to the other passes above cover: what stands between two cells, or (both the same) on
    one. It goes straight from the level of the one to that of the other."""
    board = known.state.boards[at.board]
    ends = levels.ground_level(board, *side) + rises(known, spec)
    start, end = height(known, at), height(known, target)
    if max(start, end) < ends:
        return False
    (px, py), (qx, qy) = side
    dx, dy = target.x - at.x, target.y - at.y
    along = (px + qx - 2 * at.x) * dx + (py + qy - 2 * at.y) * dy
    share = min(Fraction(1), max(Fraction(0), Fraction(along, 2 * (dx * dx + dy * dy) or 1)))
    return start + (end - start) * share >= ends
