"""The rules of the board once more, slowly and from their wording, for the real thing to be compared with.

Walks search every path; sight is geometry with fractions. Nothing of `tactics.board` but its types is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction as F

from hypothesis import strategies as st

from tactics.board import Ground
from tactics.kernel.state import Board, Cell, Edge

GROUNDS = {
    "floor": Ground(),
    "mud": Ground(steps=2),
    "bog": Ground(steps=3),
    "rock": Ground(blocks_move=True, blocks_sight=True),
    "chasm": Ground(blocks_move=True),
    "bush": Ground(blocks_sight=True, steps=2),
}
PALETTE = ((".", "floor"), ("~", "mud"), ("m", "bog"), ("#", "rock"), ("o", "chasm"), ("b", "bush"))
MATERIALS = {"glass": Ground(blocks_move=True), "curtain": Ground(blocks_sight=True)}
AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def board(*rows: str, edges: Sequence[Edge] = ()) -> Board:
    return Board("b", "Board", len(rows[0]), len(rows), "".join(rows), PALETTE, edges=tuple(edges))


def wall(a: Cell, b: Cell) -> Edge:
    return Edge(a, b)


def door(a: Cell, b: Cell, closed: bool = True) -> Edge:
    return Edge(a, b, kind="door", closed=closed)


@st.composite
def boards(draw: st.DrawFn, low: int = 2, high: int = 6, letters: str = ".....~m##ob") -> Board:
    width, height = draw(st.integers(low, high)), draw(st.integers(low, high))
    terrain = "".join(draw(st.lists(st.sampled_from(letters), min_size=width * height, max_size=width * height)))
    pairs = [((x, y), (x + 1, y)) for y in range(height) for x in range(width - 1)]
    pairs += [((x, y), (x, y + 1)) for y in range(height - 1) for x in range(width)]
    edges = []
    for a, b in draw(st.lists(st.sampled_from(pairs), unique=True, max_size=12)):
        if draw(st.booleans()):
            a, b = b, a
        kind = draw(st.sampled_from(["wall", "wall", "door", "cover"]))
        material = draw(st.sampled_from(["", "", "oak", "glass", "curtain"]))
        edges.append(Edge(a, b, kind, closed=draw(st.booleans()), material=material))
    return Board("b", "Board", width, height, terrain, PALETTE, edges=tuple(edges))


def cells_of(board: Board) -> list[Cell]:
    return [(x, y) for y in range(board.height) for x in range(board.width)]


class Slow:
    """A board, asked slowly."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.keys = dict(board.palette)
        self.walls: set[frozenset[Cell]] = set()
        self.screens: set[frozenset[Cell]] = set()
        for edge in board.edges:
            if edge.kind == "door" and not edge.closed:
                continue
            default = Ground() if edge.kind == "cover" else Ground(blocks_move=True, blocks_sight=True)
            facts = MATERIALS.get(edge.material, default)
            if facts.blocks_move:
                self.walls.add(frozenset((edge.a, edge.b)))
            if facts.blocks_sight:
                self.screens.add(frozenset((edge.a, edge.b)))

    def ground(self, cell: Cell) -> Ground:
        return GROUNDS[self.keys[self.board.terrain[cell[1] * self.board.width + cell[0]]]]

    def inside(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.board.width and 0 <= cell[1] < self.board.height

    def can_step(self, a: Cell, b: Cell) -> bool:
        if not self.inside(b) or self.ground(b).blocks_move:
            return False
        if a[0] == b[0] or a[1] == b[1]:
            return frozenset((a, b)) not in self.walls
        return any(
            not self.ground(middle).blocks_move
            and frozenset((a, middle)) not in self.walls
            and frozenset((middle, b)) not in self.walls
            for middle in ((a[0], b[1]), (b[0], a[1]))
        )

    def steps(self, a: Cell, solid: set[Cell]) -> Iterator[tuple[Cell, int, bool]]:
        for dx, dy in AROUND:
            b = (a[0] + dx, a[1] + dy)
            if b not in solid and self.can_step(a, b):
                yield b, self.ground(b).steps, bool(dx and dy)

    def leg_ends(
        self, start: Cell, limits: tuple[int, int], solid: set[Cell], begin: tuple[int, bool] = (0, False)
    ) -> set[tuple[Cell, int, bool]]:
        """Every (cell, steps, diagonal) that one leg can be in, by trying every path."""
        seen = {(start, *begin)}
        todo = [(start, *begin)]
        while todo:
            cell, spent, slant = todo.pop()
            for b, cost, diagonal in self.steps(cell, solid):
                state = (b, spent + cost, slant or diagonal)
                if state[1] <= limits[state[2]] and state not in seen:
                    seen.add(state)
                    todo.append(state)
        return seen

    def reach(
        self,
        start: Cell,
        limits: tuple[int, int],
        legs: int,
        occupied: set[Cell],
        cross: set[Cell],
        begin: tuple[int, bool] | None,
        each_end_free: bool,
    ) -> dict[Cell, tuple[int, int, bool]]:
        """Cell -> the least (legs, steps of the last one, diagonal) for a way that ends there."""
        solid = occupied - cross
        best: dict[Cell, tuple[int, int, bool]] = {}
        starts = {start}
        if begin is not None:
            ends = self.leg_ends(start, limits, solid, begin)
            for cell, spent, slant in ends:
                if cell not in occupied and cell != start:
                    best[cell] = min(best.get(cell, (99, 0, False)), (0, spent, slant))
            starts |= {cell for cell, _, _ in ends if not (each_end_free and cell in occupied)}
        for leg in range(1, legs + 1):
            ends = set().union(*(self.leg_ends(cell, limits, solid) for cell in starts))
            for cell, spent, slant in ends:
                if cell not in occupied and cell != start:
                    best[cell] = min(best.get(cell, (99, 0, False)), (leg, spent, slant))
            starts |= {cell for cell, _, _ in ends if not (each_end_free and cell in occupied)}
        return best

    def points(self, start: Cell, budget: int, solid: set[Cell], tolls: tuple[int, int]) -> dict[Cell, int]:
        best = {start: 0}
        changed = True
        while changed:
            changed = False
            for cell, spent in list(best.items()):
                for b, cost, diagonal in self.steps(cell, solid):
                    total = spent + cost * tolls[diagonal]
                    if total <= budget and total < best.get(b, 1 << 30):
                        best[b], changed = total, True
        del best[start]
        return best

    def sees(self, a: Cell, b: Cell) -> bool:
        """Geometry: corners of cell (x, y) are whole numbers, centres halves."""
        if a == b:
            return True
        ax, ay, dx, dy = F(2 * a[0] + 1, 2), F(2 * a[1] + 1, 2), b[0] - a[0], b[1] - a[1]
        for cell in cells_of(self.board):
            if cell not in (a, b) and self.ground(cell).blocks_sight and self._enters(cell, ax, ay, dx, dy):
                return False
        for screen in self.screens:
            (x0, y0), (x1, y1) = sorted(screen)
            if y0 == y1 and dx:  # an upright edge at x = x1
                t = (x1 - ax) / dx
                if 0 < t < 1 and y0 < ay + t * dy < y0 + 1:
                    return False
            if x0 == x1 and dy:
                t = (y1 - ay) / dy
                if 0 < t < 1 and x0 < ax + t * dx < x0 + 1:
                    return False
        if dx and dy:
            for x in range(self.board.width + 1):
                t = (x - ax) / dx
                y = ay + t * dy
                if 0 < t < 1 and y.denominator == 1 and self._corner_stops(x, int(y), dx * dy > 0):
                    return False
        return True

    def _enters(self, cell: Cell, ax: F, ay: F, dx: int, dy: int) -> bool:
        first, last = F(0), F(1)
        for low, at, delta in ((cell[0], ax, dx), (cell[1], ay, dy)):
            if not delta:
                if not low < at < low + 1:
                    return False
                continue
            t0, t1 = sorted(((low - at) / delta, (low + 1 - at) / delta))
            first, last = max(first, t0), min(last, t1)
        return first < last

    def _corner_stops(self, x: int, y: int, falling: bool) -> bool:
        around = {(-1, -1), (0, -1), (-1, 0), (0, 0)}
        ends = {(-1, -1), (0, 0)} if falling else {(-1, 0), (0, -1)}
        stopped = 0
        for dx, dy in around - ends:
            side = (x + dx, y + dy)
            stopped += self.ground(side).blocks_sight or any(
                frozenset((side, (x + ex, y + ey))) in self.screens for ex, ey in ends
            )
        return stopped == 2
