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

from msgspec.structs import replace

from tactics.board import Grid, grid
from tactics.board.ground import Ground
from tactics.effects.grounds import grounds, materials
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known
from tactics.kernel.state import Board, Cell, Edge, Place
from tactics.outerah.attack_data import height
from tactics.outerah.parts import constant
from tactics.outerah.specs import Material

OPEN = "above"
"""Terrain of a cell whose top lies below whoever passes it."""
_letters = [chr(code) for code in range(0x2460, 0x2500)]
_lowered: dict[tuple[int, int, int], tuple[Board, Board]] = {}


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


def high(levels: int) -> str:
    """`3 levels high`"""
    return f"{levels} level{'s' * (levels != 1)} high"


def top(known: Known, edge: Edge) -> int:
    """Levels of what stands on the side of a cell."""
    spec = known.rules.find("material", edge.material) if edge.kind == "cover" else None
    return rises(known, spec) if isinstance(spec, Material) else tallest(known)


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


def ground_level(board: Board, *where: Cell) -> int:
    """The level of the highest of these cells; off the board there is none."""
    if not board.elevation:
        return 0
    inside = [(x, y) for x, y in where if 0 <= x < board.width and 0 <= y < board.height]
    return max((board.elevation[y * board.width + x] for x, y in inside), default=0)


def grid_at(known: Known, key: str, level: int) -> Grid:
    """The board as it is for whoever is at this level: what ends below it is not there."""
    board, facts = known.state.boards[key], grounds(known.rules)
    if level >= tallest(known) + min(board.elevation, default=0):
        board, facts = _above(known, board, level), {**facts, OPEN: Ground()}
    return grid(board, facts, materials(known.rules))


def grid_for(known: Known, place: Place, jump: int) -> Grid:
    """Where a body goes from here that jumps so high: over walls only by what it is above the ground, not by the hill
    it stands on."""
    board, facts = known.state.boards[place.board], grounds(known.rules)
    level = height(known, place) if place.z > 0 else 0
    if place.z > 0 and level >= tallest(known) + min(board.elevation, default=0):
        board, facts = _above(known, board, level), {**facts, OPEN: Ground()}
    return grid(board, facts, passed(known, jump + max(0, place.z)))


def between(known: Known, at: Place, other: Place) -> Grid:
    """What stands in the way of sight between the two: the higher of them sees over what ends below it, and is seen."""
    return grid_at(known, at.board, max(height(known, at), height(known, other)))


def _above(known: Known, board: Board, level: int) -> Board:
    """The board without what ends at or below a level. Kept for each board by identity, as its grid is: comparing
    boards is dearer than all that is asked of them."""
    wall = tallest(known)
    found = _lowered.get((id(board), level, wall))
    if found is not None and found[0] is board:
        return found[1]
    if len(_lowered) >= 64:
        _lowered.clear()
    edges = tuple(e for e in board.edges if ground_level(board, e.a, e.b) + top(known, e) > level)
    facts = grounds(known.rules)
    bars = {letter for letter, key in board.palette if facts[key].blocks_move or facts[key].blocks_sight}
    used = {letter for letter, _ in board.palette}
    free = next(letter for letter in _letters if letter not in used)
    low = (level >= wall + (board.elevation[at] if board.elevation else 0) for at in range(len(board.terrain)))
    terrain = "".join(
        free if below and letter in bars else letter for letter, below in zip(board.terrain, low, strict=True)
    )
    made = replace(board, edges=edges, terrain=terrain, palette=(*board.palette, (free, OPEN)))
    _lowered[id(board), level, wall] = (board, made)
    return made


def clears(known: Known, at: Place, target: Place, side: tuple[Cell, Cell], spec: Material) -> bool:
    """Whether the line from one to the other passes above cover: what stands between two cells, or (both the same) on
    one. It goes straight from the level of the one to that of the other."""
    board = known.state.boards[at.board]
    ends = ground_level(board, *side) + rises(known, spec)
    start, end = height(known, at), height(known, target)
    if max(start, end) < ends:
        return False
    (px, py), (qx, qy) = side
    dx, dy = target.x - at.x, target.y - at.y
    along = (px + qx - 2 * at.x) * dx + (py + qy - 2 * at.y) * dy
    share = min(Fraction(1), max(Fraction(0), Fraction(along, 2 * (dx * dx + dy * dy) or 1)))
    return start + (end - start) * share >= ends
