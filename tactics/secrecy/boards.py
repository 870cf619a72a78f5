"""A board as a seat knows it: terrain and edges of what it has seen, as it last saw them, and of nothing else.

Cells that were never seen have the letter `?` and no level; an edge is told if one of its two cells was seen.
What has changed out of a side's sight is told as the side remembers it (`State.remembered`). Whether a closed door
is locked, a side knows while one of its bodies stands beside it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from string import ascii_letters

from msgspec.structs import replace

from tactics.effects.grounds import UNKNOWN
from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyState, Board, Cell, Edge, Memory
from tactics.secrecy.sight import everything, explored_bits, known_bits, side_mask, sides_of, watchers

HIDDEN_TERRAIN = "?"
RECENT = 64

Pair = tuple[Cell, Cell]
_Note = tuple[int, int | None, tuple[Memory, ...], frozenset[Pair]]
_made: OrderedDict[_Note, tuple[Board, Board]] = OrderedDict()
# By the identity of the true board, which the entry keeps alive: all seats that know the same share one board,
# and with it what was compiled and drawn of it.


def index(board: Board, cell: Cell) -> int:
    """The bit of a cell in a mask."""
    return cell[1] * board.width + cell[0]


def ends(board: Board, edge: Edge) -> int:
    """The two cells of an edge, as a bit set."""
    return 1 << index(board, edge.a) | 1 << index(board, edge.b)


def known_board(state: AnyState, rules: Rules, seat: str, board: Board) -> Board:
    """The board as this seat knows it."""
    sides = sorted(sides_of(state, seat))
    bits = known_bits(state, rules, seat, board) if state.fog != "none" else None
    memories: tuple[Memory, ...] = ()
    if state.fog == "sight":
        memories = tuple(_memories(state, rules, board, sides))
    locked = _tried(state, board, sides)
    note = (id(board), bits, memories, locked)
    found = _made.get(note)
    if found is None or found[0] is not board:
        found = _made[note] = (board, _known(board, bits, memories, locked))
        while len(_made) > RECENT:
            _made.popitem(last=False)
    return found[1]


def _memories(state: AnyState, rules: Rules, board: Board, sides: Iterable[str]) -> Iterator[Memory]:
    """What the sides remember wrongly; not what another of them has seen as it is now."""
    for side in sides:
        memory = state.remembered.get(f"{side}/{board.key}")
        if memory is None:
            continue
        aware = 0
        for other in sides:
            if other == side:
                continue
            right = explored_bits(state, other, board) | side_mask(state, rules, other, board)
            wrong = state.remembered.get(f"{other}/{board.key}", Memory())
            for edge in wrong.edges:
                right &= ~ends(board, edge)
            for cell in wrong.cells:
                right &= ~(1 << cell[0])
            aware |= right
        yield Memory(
            edges=tuple(e for e in memory.edges if not ends(board, e) & aware),
            cells=tuple(c for c in memory.cells if not 1 << c[0] & aware),
        )


def _tried(state: AnyState, board: Board, sides: Iterable[str]) -> frozenset[Pair]:
    """The locked doors that a conscious body of the sides stands beside."""
    doors = [e for e in board.edges if e.locked]
    if not doors:
        return frozenset()
    cells = {b.place.cell for side in sides for b in watchers(state, side, board.key) if b.place is not None}
    return frozenset((e.a, e.b) for e in doors if e.a in cells or e.b in cells)


def _known(board: Board, bits: int | None, memories: tuple[Memory, ...], locked: frozenset[Pair]) -> Board:
    edges = {(e.a, e.b): e if not e.locked or (e.a, e.b) in locked else replace(e, locked=False) for e in board.edges}
    if bits is None:
        if not any(e.locked for e in board.edges):
            return board
        return replace(board, edges=tuple(edges.values()))
    for memory in memories:
        for edge in memory.edges:
            edges[edge.a, edge.b] = replace(edge, locked=False)
    flags = format(bits | 1 << (board.width * board.height), "b")[:0:-1]
    width = board.width
    letters = list(board.terrain)
    levels = list(board.elevation) if board.elevation else [0] * len(letters)
    palette = dict(board.palette)
    if bits != everything(board):
        letters = [letter if flag == "1" else HIDDEN_TERRAIN for letter, flag in zip(letters, flags, strict=True)]
        levels = [level if flag == "1" else 0 for level, flag in zip(levels, flags, strict=True)]
    used = {letter: palette[letter] for letter in dict.fromkeys(letters) if letter != HIDDEN_TERRAIN}
    for memory in memories:
        for at, letter, key, level in memory.cells:
            if flags[at] == "1":
                letters[at], levels[at] = _letter(used, letter, key), level
    shown = set(letters)
    return replace(
        board,
        terrain="".join(letters),
        palette=(
            *sorted((letter, key) for letter, key in used.items() if letter in shown),
            *(((HIDDEN_TERRAIN, UNKNOWN),) if HIDDEN_TERRAIN in shown else ()),
        ),
        elevation=tuple(levels) if any(levels) else (),
        edges=tuple(
            edge
            for (a, b), edge in sorted(edges.items(), key=lambda pair: (pair[0][0][::-1], pair[0][1][::-1]))
            if edge.kind and (flags[a[1] * width + a[0]] == "1" or flags[b[1] * width + b[0]] == "1")
        ),
    )


def _letter(used: dict[str, str], letter: str, key: str) -> str:
    """The letter for a terrain that is remembered: its own, unless what is seen now uses that for another."""
    if used.setdefault(letter, key) == key:
        return letter
    found = next((known for known, other in used.items() if other == key), None)
    if found is None:
        found = next(free for free in ascii_letters if free not in used)
        used[found] = key
    return found
