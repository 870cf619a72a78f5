"""How high what bars the way and the sight is, for rulesets that say so: who is above it sees over it, and is seen.

A wall, a closed door and ground that bars the way or the sight end so many levels above the ground beside them. Levels
are absolute: the ground's own and those that a body is above it. Sight and shots ask the same here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec.structs import replace

from tactics.board import Grid, grid
from tactics.board.ground import MATERIALS, Ground
from tactics.effects import kinds
from tactics.effects.grounds import grounds
from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyState, Board, Cell, Place

OPEN = "above"
"""Terrain of a cell whose top lies below whoever passes it."""
Tops = tuple[tuple[str, int], ...]
"""(material of a piece of cover, how many levels it rises)."""
_letters = [chr(code) for code in range(0x2460, 0x2500)]
_lowered: dict[tuple[int, int, int, Tops], tuple[Board, Board]] = {}


def walls(state: AnyState, rules: Rules) -> int | None:
    """Levels of a wall, or None where walls have no end."""
    key = kinds.of(rules.ruleset).walls
    return int(rules.constant(key, state.options)) if key in rules.constants else None


def ground_level(board: Board, *where: Cell) -> int:
    """The level of the highest of these cells; off the board there is none."""
    if not board.elevation:
        return 0
    inside = [(x, y) for x, y in where if 0 <= x < board.width and 0 <= y < board.height]
    return max((board.elevation[y * board.width + x] for x, y in inside), default=0)


def level(board: Board, place: Place) -> int:
    """Where somebody is: the ground's level and what they are above it."""
    return ground_level(board, place.cell) + place.z


def grid_at(
    board: Board, rules: Rules, wall: int, high: int, materials: Mapping[str, Ground] = MATERIALS, tops: Tops = ()
) -> Grid:
    """The board as it is for whoever is at this level: what ends below it is not there. tops: of cover; without them it
    stands as a wall does."""
    if high < wall + lowest(board):
        return grid(board, grounds(rules), materials)
    return grid(_above(board, rules, wall, high, tops), _over(rules), materials)


def lowest(board: Board) -> int:
    return _lowest(board.elevation) if board.elevation else 0


@lru_cache(maxsize=64)
def _lowest(elevation: tuple[int, ...]) -> int:
    return min(elevation)


@lru_cache(maxsize=32)
def _over(rules: Rules) -> Mapping[str, Ground]:
    return {**grounds(rules), OPEN: Ground()}


def _above(board: Board, rules: Rules, wall: int, high: int, tops: Tops) -> Board:
    """The board without what ends at or below a level. Kept for each board by identity, as its grid is: comparing
    boards is dearer than all that is asked of them."""
    note = (id(board), high, wall, tops)
    found = _lowered.get(note)
    if found is not None and found[0] is board:
        return found[1]
    if len(_lowered) >= 64:
        _lowered.clear()
    rises = {("cover", material): levels for material, levels in tops}
    edges = tuple(
        e for e in board.edges if ground_level(board, e.a, e.b) + rises.get((e.kind, e.material), wall) > high
    )
    facts = grounds(rules)
    bars = {letter for letter, key in board.palette if facts[key].blocks_move or facts[key].blocks_sight}
    used = {letter for letter, _ in board.palette}
    free = next(letter for letter in _letters if letter not in used)
    low = (high >= wall + (board.elevation[at] if board.elevation else 0) for at in range(len(board.terrain)))
    terrain = "".join(
        free if below and letter in bars else letter for letter, below in zip(board.terrain, low, strict=True)
    )
    made = replace(board, edges=edges, terrain=terrain, palette=(*board.palette, (free, OPEN)))
    _lowered[note] = (board, made)
    return made


def views(board: Board, rules: Rules, wall: int, high: int) -> tuple[tuple[Grid, int], ...]:
    """How somebody at this level sees the board: (what stands in the way, the cells of which it does, as a bit set).

    Ground that is higher than they are is seen over what ends below it; the sets have no cell in common."""
    note = (id(board), high, wall)
    found = _views.get(note)
    if found is None or found[0] is not board or found[1] is not rules:
        if len(_views) >= 256:
            _views.clear()
        found = _views[note] = (board, rules, tuple(_made(board, rules, wall, high)))
    return found[2]


_views: dict[tuple[int, int, int], tuple[Board, Rules, tuple[tuple[Grid, int], ...]]] = {}


def _made(board: Board, rules: Rules, wall: int, high: int) -> Iterator[tuple[Grid, int]]:
    rest = (1 << (board.width * board.height)) - 1
    for ground in sorted({g for g in board.elevation if g > high and g >= wall + lowest(board)}):
        cells = int("".join("01"[g == ground] for g in reversed(board.elevation)), 2)
        rest &= ~cells
        yield grid_at(board, rules, wall, ground), cells
    yield grid_at(board, rules, wall, high), rest
