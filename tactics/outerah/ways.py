"""How far a body goes in a turn, and over what: cells in halves, heights, difficult ground (O-125 to O-128, O-135).

A straight step costs 1 cell and a diagonal one `out.swim.diagonal`, times the steps of the ground that is entered; all
is counted in half cells, so that no fraction is ever rounded. A step that changes the height is a jump, of at most the
body's Jump; from or into difficult ground of half of it, but not on a mountain. Cover in the way is jumped over, if
the Jump is as high as it stands (house value, O-199).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tactics.board import Grid, can_step, cells, grid
from tactics.board.formation import Astray, check_march
from tactics.board.ground import BIT_OF
from tactics.board.walk import Gait
from tactics.effects.grounds import grounds
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Board, Cell, Value
from tactics.outerah import heights, numbers
from tactics.outerah.parts import constant, has, held_by, living, part
from tactics.outerah.specs import Ground, Material

FAR = Gait(orthogonal=10_000, diagonal=10_000)
STROLL = 120
"""Half cells that the offer of a way reaches in free movement."""
Way = list[Cell]


class Stride(Value, frozen=True):
    """One step of a plan: into a cell; halves: spent at its end; jump: levels of height, signed; z: the level at its
    end, None: the one that the body has."""

    body: str
    x: int
    y: int
    halves: int
    jump: int = 0
    z: int | None = None


class Floor(Value, frozen=True):
    """What of a board a body's way depends on, besides the grid."""

    board: Board

    def ground(self, known: Known, cell: Cell) -> Ground | None:
        at = cell[1] * self.board.width + cell[0]
        key = dict(self.board.palette).get(self.board.terrain[at], "")
        found = known.rules.find("terrain", key)
        return found if isinstance(found, Ground) else None

    def height(self, cell: Cell) -> int:
        if not self.board.elevation:
            return 0
        return self.board.elevation[cell[1] * self.board.width + cell[0]]


def floor_of(known: Known, board: str) -> tuple[Grid, Floor]:
    """A board for whoever gets over half cover."""
    found, most = known.state.boards[board], int(constant(known, "out.height.cover"))
    return grid(found, grounds(known.rules), heights.passed(known, most)), Floor(found)


def taken(state: AnyState, board: str, *but: str) -> frozenset[Cell]:
    """The cells of a board that bodies stand on, those of `but` left out."""
    return frozenset(
        b.place.cell
        for b in state.bodies.values()
        if b.place is not None and b.place.board == board and b.key not in but
    )


def budget(known: Known, body: AnyBody, times: int = 1) -> int:
    """Half cells of a turn's Movement."""
    return 2 * times * numbers.movement(known, body).total


def spent_of(known: Known, unit: AnyUnit, body: AnyBody) -> int:
    """Half cells of this turn's Movement that are gone: what was walked, and what standing up takes: half of it
    (README amendment 4)."""
    rising = budget(known, body) // 2 if has(known.rules, body, "prone") else 0
    return part(unit).walked.get(body.key, 0) + rising


def price(known: Known, compiled: Grid, floor: Floor, a: Cell, b: Cell, *, above: bool = False) -> int:
    """Half cells of a step. above: by somebody who flies, whom water that others wade through does not hold up, as deep
    water does not (house value, O-126)."""
    diagonal = a[0] != b[0] and a[1] != b[1]
    toll = int(2 * constant(known, "out.swim.diagonal")) if diagonal else 2
    if above and (ground := floor.ground(known, b)) is not None and ground.water:
        return toll
    return toll * compiled.costs[compiled.index(b)]


def above(known: Known, body: AnyBody) -> bool:
    """Whether it passes over the water: it flies, or its mount does, and is not below the surface."""
    return body.place is not None and body.place.z >= 0 and numbers.flies(known, body)


def leap(known: Known, body: AnyBody) -> tuple[int, int]:
    """Levels of height that the body jumps in one step: as a rule, and from or into difficult ground (O-126)."""
    most = numbers.jump(known, body).total
    return most, int(most * constant(known, "out.terrain.difficult_jump"))


def rise(known: Known, floor: Floor, most: tuple[int, int], a: Cell, b: Cell) -> int | None:
    """The levels of height of a step, or None if it is more than `leap` allows (O-126, O-135)."""
    levels = floor.height(b) - floor.height(a)
    return levels if not levels or abs(levels) <= most[_halved(known, floor, a, b)] else None


def _halved(known: Known, floor: Floor, a: Cell, b: Cell) -> bool:
    """Whether the Jump of a step is that of difficult ground."""
    both = [ground for ground in (floor.ground(known, a), floor.ground(known, b)) if ground is not None]
    return any(g.difficult for g in both) and not any(g.mountain for g in both)


ANY = 1_000
"""A Jump over whatever cover there is: that of whoever flies."""


@dataclass(frozen=True, slots=True)
class Passage:
    """The board as a body passes it, with its whole Jump and with that of difficult ground; mostly the two are one."""

    easy: Grid
    hard: Grid
    floor: Floor

    def open(self, known: Known, a: Cell, b: Cell) -> bool:
        """Whether nothing bars the step: no wall, no ground, no cover that is higher than the Jump."""
        if not can_step(self.easy, a, b):
            return False
        return self.hard is self.easy or can_step(self.hard, a, b) or not _halved(known, self.floor, a, b)


def passage(known: Known, body: AnyBody) -> Passage:
    assert body.place is not None
    most = (ANY, ANY) if above(known, body) else leap(known, body)
    easy, hard = (heights.grid_for(known, body.place, jump) for jump in most)
    return Passage(easy, hard, Floor(known.state.boards[body.place.board]))


def is_mountain(known: Known, floor: Floor, *where: Cell) -> bool:
    return any((g := floor.ground(known, cell)) is not None and g.mountain for cell in where)


def meets_mountain(known: Known, body: AnyBody) -> bool:
    """Whether a step that is near enough for this turn's Movement is a jump on a mountain (O-136)."""
    if body.place is None:
        return False
    compiled, floor = floor_of(known, body.place.board)
    kinds = {letter: known.rules.find("terrain", key) for letter, key in floor.board.palette}
    rugged = {letter for letter, kind in kinds.items() if isinstance(kind, Ground) and kind.mountain}
    if not rugged or not floor.board.elevation or not rugged & set(floor.board.terrain):
        return False
    x, y, far = body.place.x, body.place.y, numbers.movement(known, body).total
    for cx in range(max(0, x - far), min(compiled.width, x + far + 1)):
        for cy in range(max(0, y - far), min(compiled.height, y + far + 1)):
            if floor.board.terrain[cy * compiled.width + cx] in rugged:
                beside = ((cx + dx, cy + dy) for dx, dy in BIT_OF)
                if any(c in compiled and floor.height(c) != floor.height((cx, cy)) for c in beside):
                    return True
    return False


def may_enter(known: Known, floor: Floor, body: AnyBody, cell: Cell) -> bool:
    """Deep water is for those who swim (O-128) or fly over it, the open sky for those who fly, or whose mount does;
    below the surface there is nothing else to go into."""
    ground = floor.ground(known, cell)
    below = -body.place.z if body.place is not None and body.place.z < 0 else 0
    flies = numbers.flies(known, body)
    if ground is None or ground.water != "deep":
        return not below and (ground is None or not ground.air or flies)
    if flies and not below:
        return True
    return numbers.SWIMS in numbers.traits(known, body) and below <= ground.depth


class Reached(Value, frozen=True):
    cell: Cell
    halves: int
    parent: Cell


def reach(
    known: Known,
    body: AnyBody,
    most: int,
    spent: int = 0,
    occupied: frozenset[Cell] = frozenset(),
    *,
    fresh: bool = True,
) -> dict[Cell, Reached]:
    """Every cell where a way may end, cheapest first, without the start. fresh: nothing was walked yet; then from
    Movement 1 on one cell is always in reach (O-126)."""
    place = body.place
    if place is None or most <= 0:
        return {}
    passes = passage(known, body)
    compiled, floor = passes.easy, passes.floor
    start, levels, flying = place.cell, leap(known, body), above(known, body)
    found: dict[Cell, Reached] = {}
    todo: list[tuple[int, Cell, Cell]] = [(spent, start, start)]
    while todo:
        halves, cell, parent = heapq.heappop(todo)
        if cell in found:
            continue
        found[cell] = Reached(cell, halves, parent)
        exits = compiled.exits[compiled.index(cell)]
        for (dx, dy), bit in BIT_OF.items():
            beside = (cell[0] + dx, cell[1] + dy)
            if not exits & bit or beside in found or beside in occupied:
                continue
            total = halves + price(known, compiled, floor, cell, beside, above=flying)
            first = cell == start and fresh
            if total > most and not first:
                continue
            if rise(known, floor, levels, cell, beside) is None or not may_enter(known, floor, body, beside):
                continue
            if not passes.open(known, cell, beside):
                continue
            heapq.heappush(todo, (total, beside, cell))
    found.pop(start)
    return found


def path_to(found: Mapping[Cell, Reached], start: Cell, cell: Cell) -> Way:
    way = [cell]
    while found[way[0]].parent != start:
        way.insert(0, found[way[0]].parent)
    return way


# --- planning ----------------------------------------------------------------------------------------


def plan(
    known: Known, unit: AnyUnit, ways: Mapping[str, Way], *, times: int = 1, free: bool = False
) -> tuple[Stride, ...]:
    """The steps of a Movement in the order in which they are taken, or the refusal. times: 2 for a sprint."""
    ways = {body: list(way) for body, way in ways.items() if way}
    if not ways:
        raise bad_field("path", "name the cells of the way")
    at: dict[str, Cell] = {}
    boards = set()
    for key in ways:
        place = _standing(known, unit, key).place
        assert place is not None
        at[key] = place.cell
        boards.add(place.board)
    if len(boards) > 1:
        raise bad_field("paths", "a group walks on one board")
    board = boards.pop()
    lowest = min((known.state.bodies[key].place for key in ways), key=lambda p: p.z if p is not None else 0)
    assert lowest is not None
    # Walls and bodies are asked of all at once, cover of each: they may differ in how high they jump.
    walls = heights.grid_for(known, lowest, ANY)
    others = taken(known.state, board, *ways)
    order = check_march(walls, at, {k: [w] for k, w in ways.items()}, FAR, others)
    if isinstance(order, Astray):
        why, cell = order.illegal.why, order.illegal.cell
        raise illegal("blocked" if why in ("off_board", "not_adjacent") else why, cell=name(cell))
    return tuple(
        s for key in order for s in _strides(known, unit, key, at[key], ways[key], times, free)
    )


def _strides(
    known: Known, unit: AnyUnit, key: str, start: Cell, way: Sequence[Cell], times: int, free: bool
) -> Iterator[Stride]:
    body = known.state.bodies[key]
    passes = passage(known, body)
    floor = passes.floor
    spent = 0 if free else spent_of(known, unit, body)
    begins, most, flying = spent, budget(known, body, times), above(known, body)
    here, high = start, leap(known, body)
    for cell in way:
        levels = rise(known, floor, high, here, cell)
        if levels is None or not may_enter(known, floor, body, cell):
            raise illegal("blocked", cell=name(cell))
        if not passes.open(known, here, cell):
            raise illegal("blocked", cell=name(cell), by=in_the_way(known, floor, here, cell))
        first = spent == begins and most > begins and not part(unit).walked
        spent += price(known, passes.easy, floor, here, cell, above=flying)
        if spent > most and not first and not free:
            raise illegal("limit", cell=name(cell))
        if most <= 0 and not free:
            raise illegal("limit", cell=name(cell))
        yield Stride(key, cell[0], cell[1], spent, levels)
        here = cell


def in_the_way(known: Known, floor: Floor, a: Cell, b: Cell) -> str:
    """` by high fence, 3 levels high`: the cover between two neighbours that is too high to jump over, or empty."""
    corners = {a, b, (a[0], b[1]), (b[0], a[1])}
    found = [
        spec
        for edge in floor.board.edges
        if edge.kind == "cover" and {edge.a, edge.b} <= corners
        and isinstance(spec := known.rules.find("material", edge.material), Material)
    ]  # fmt: skip
    highest = max(found, key=lambda spec: heights.rises(known, spec), default=None)
    return f" by {highest.label.lower()}, {heights.high(heights.rises(known, highest))}" if highest is not None else ""


def _standing(known: Known, unit: AnyUnit, key: str) -> AnyBody:
    if key not in unit.bodies or key not in known.state.bodies:
        raise Refused("unknown", what=key)
    found = known.state.bodies[key]
    if found.down:
        raise illegal("status", name=found.name, status="Down")
    if found.place is None:
        raise illegal("phase", missing="placement")
    if (holds := held_by(known, found)) is not None:
        raise illegal("status", name=found.name, status=holds.label)
    return found


def name(cell: Cell) -> str:
    return cells.name(cell) if min(cell) >= 0 else "that cell"


def of_one(unit: AnyUnit, state: AnyState) -> str:
    """The body that a way without a name means: the only one that can walk."""
    able = living(state, unit)
    if len(able) != 1:
        raise bad_field("paths", "name the way of each body")
    return able[0].key


def foot(known: Known, board: str, cell: Cell, occupied: frozenset[Cell]) -> tuple[Cell, int]:
    """Where somebody who falls from a cell comes to rest, and how many levels below: ever to the lowest free cell
    beside, until there is none that is lower (O-139)."""
    compiled, floor = floor_of(known, board)
    here = cell
    while True:
        beside = [
            (here[0] + dx, here[1] + dy)
            for (dx, dy), bit in BIT_OF.items()
            if compiled.exits[compiled.index(here)] & bit and (here[0] + dx, here[1] + dy) not in occupied
        ]
        lower = [c for c in beside if floor.height(c) < floor.height(here)]
        if not lower:
            return here, floor.height(cell) - floor.height(here)
        here = min(lower, key=lambda c: (floor.height(c), c[1], c[0]))
