"""Moving and placing the bodies of a Mob together (T-049; table.md 14): proposals that a person may change.

A group move is one body after another, each walking its whole way while the others stand; so the order
counts, and everything here gives it or finds it.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence, Set

from tactics.board.cells import ring
from tactics.board.distance import distance
from tactics.board.ground import Grid, ways_out
from tactics.board.reach import Reached, path_to, reach
from tactics.board.walk import MOVE, NOBODY, Gait, Illegal, Path, check_legs
from tactics.kernel.state import Cell, Value

Ways = dict[str, list[list[Cell]]]
"""Body -> its way as legs ([] stays), in the order in which they walk."""


Ends = tuple[Mapping[Cell, tuple[int, ...]], Callable[[Cell], list[list[Cell]]]]
"""The price of each cell where a body's way may end, and the way to one of them as legs."""

FAR = 1 << 40
"""More than any walk; twice this is beyond those that others bar."""


class Astray(Value, frozen=True):
    """The first body of a group move whose way is not legal, and what is wrong with it."""

    body: str
    illegal: Illegal


def march(
    grid: Grid,
    bodies: Mapping[str, Cell],
    target: Cell,
    gait: Gait = MOVE,
    legs: int = 1,
    occupied: Set[Cell] = NOBODY,
    *,
    leader: str = "",
    way: Sequence[Path] = (),
    ends: Callable[[str, Set[Cell]], Ends] | None = None,
) -> Ways:
    """A legal way for each body: all advance on `target`, or, with a leader, keep the formation around it.

    bodies: body -> its cell. occupied: cells of others in the way (the bodies' own may be among them).
    Advancing, each body goes where the walk to `target` is shortest, those ahead first; `target` may be
    occupied or blocking. Keeping formation, the leader goes to `target` and each other body to the cell
    that lies to the leader's new cell as its own lay to the old one, or as near to that as it gets. `way`:
    the leader's own way (its last cell is then the target); it is kept if it is legal before the others
    have moved. ends: (body, cells that others stand on) -> where its way may end, for a ruleset whose bodies
    differ in how far they go and over what; without it all go `legs` of the gait. Nobody walks away from where
    it is going; no two end in one cell. The result passes `check_march`.
    Raises KeyError for an unknown leader and ValueError for a cell off the board.
    """
    at = dict(bodies)
    others = frozenset(occupied) - set(at.values())
    goals = dict.fromkeys(at, target)
    dx = dy = 0
    if leader:
        steps = [cell for leg in way for cell in leg]
        target = steps[-1] if steps else target
        dx, dy = target[0] - at[leader][0], target[1] - at[leader][1]
        goals = {key: (x + dx, y + dy) for key, (x, y) in at.items()}
    grid.index(target)
    fields = _Fields(
        grid,
        gait,
        others,
        {goal: {at[key] for key in at if goals[key] == goal} for goal in goals.values()},
    )

    def turn(key: str) -> tuple[int, int, str]:
        x, y = at[key]
        ahead = -(x * dx + y * dy) if leader else fields.walk(goals[key], at[key])
        return (key != leader, ahead, key)

    result: Ways = {}
    for key in sorted(at, key=turn):
        here = at[key]
        taken = others | {cell for other, cell in at.items() if other != key}
        if key == leader and way and not isinstance(check_legs(grid, here, way, gait, taken), Illegal):
            result[key] = [list(leg) for leg in way]
        else:
            wanted = {goals[other] for other in at if other not in result and other != key} if leader else set()
            own = ends(key, taken) if ends is not None else _ends(reach(grid, here, gait, legs, taken))
            result[key] = _best(own, here, goals[key], fields, wanted)
        if result[key]:
            at[key] = [cell for leg in result[key] for cell in leg][-1]
    return result


def _ends(found: Mapping[Cell, Reached]) -> Ends:
    return {cell: (node.legs, node.steps) for cell, node in found.items()}, lambda cell: path_to(found, cell)


def _best(ends: Ends, here: Cell, goal: Cell, fields: _Fields, wanted: Set[Cell]) -> list[list[Cell]]:
    """The way to the reachable cell nearest to the goal; of equals an unwanted one, then the cheapest."""
    prices, way_to = ends
    price = {cell: (fields.walk(goal, cell), cell in wanted, paid, cell[1], cell[0]) for cell, paid in prices.items()}
    best = min(price, key=price.__getitem__, default=None)
    if best is None or price[best][0] >= fields.walk(goal, here):
        return []
    return way_to(best)


class _Fields:
    """How far it is to walk to a goal, from any cell: in parts of a leg, bodies of the group not in the way.

    Where others bar every way they are taken as gone (they may move); where walls do, and for a goal that
    is off the board or cannot be entered from anywhere, the distance as the crow flies decides, after all
    that can be walked.
    """

    def __init__(self, grid: Grid, gait: Gait, others: Set[Cell], starts: Mapping[Cell, Set[Cell]]) -> None:
        """starts: goal -> the cells from where it is asked for."""
        self.grid, self.others, self.starts = grid, others, starts
        # A leg is `orthogonal` straight or `diagonal` slanted steps: these prices are in proportion.
        self.straight, self.slanted = max(gait.diagonal, 1), gait.orthogonal if gait.diagonal else 0
        # Many goals are looked for near by, a single one anywhere.
        self.most = 1500 if len(starts) > 1 else 1 << 20
        self.made: dict[tuple[Cell, bool], dict[int, int]] = {}

    def walk(self, goal: Cell, cell: Cell) -> int:
        at = self.grid.index(cell)
        for barred in (True, False):
            field = self.made.get((goal, barred))
            if field is None:
                field = self.made[goal, barred] = self._field(goal, self.others - {goal} if barred else NOBODY)
            if at in field:
                return field[at] + (0 if barred else FAR)
        return 2 * FAR + distance(cell, goal)

    def _field(self, goal: Cell, solid: Set[Cell]) -> dict[int, int]:
        """Distances to the goal for all cells at least as near as the farthest one that asks."""
        if goal not in self.grid:
            return {}
        exits = self.grid.exits
        prices = bytearray(self.grid.costs)
        for i in self.grid.indexes(solid):
            prices[i] = 0
        straight, slanted, _ = ways_out(self.grid.stride)
        home = self.grid.index(goal)
        waiting = {i for i in self.grid.indexes(self.starts[goal]) if prices[i] or i == home}
        field: dict[int, int] = {}
        best, todo = {home: 0}, [home]  # entries of the heap: distance * 2^20 + index
        while todo and waiting and len(field) < self.most:
            far, i = divmod(heapq.heappop(todo), 1 << 20)
            if i in field:
                continue
            field[i] = far
            waiting.discard(i)
            # Between cells that can be entered a step is open both ways; it costs what its end costs.
            cost = max(prices[i], 1)
            for deltas, price in ((straight[exits[i]], self.straight), (slanted[exits[i]], self.slanted)):
                total = far + price * cost
                for j in (i + delta for delta in deltas if price):
                    if prices[j] and total < best.get(j, FAR):
                        best[j] = total
                        heapq.heappush(todo, total << 20 | j)
        return field


def check_march(
    grid: Grid,
    bodies: Mapping[str, Cell],
    ways: Mapping[str, Sequence[Path]],
    gait: Gait = MOVE,
    occupied: Set[Cell] = NOBODY,
) -> tuple[str, ...] | Astray:
    """An order in which all these ways are legal, each while the others stand; else what is not (T-049).

    bodies: where all bodies of the group stand, also those without a way. The order of the mapping does not
    matter: whoever starts on another's way goes before it, whoever ends on it after it, else by key.
    """
    at = dict(bodies)
    others = frozenset(occupied) - set(at.values())
    cells = {key: [cell for leg in way for cell in leg] for key, way in ways.items()}
    moving = sorted(key for key, way in cells.items() if way)
    trodden = {key: set(cells[key]) for key in moving}
    after = {  # key -> who must have gone before it
        key: {
            other
            for other in moving
            if other != key and (at[other] in trodden[key] or cells[key][-1] in trodden[other])
        }
        for key in moving
    }
    order: list[str] = []
    while moving:
        # If all wait for one another there is no order, and whoever is tried first meets the obstacle.
        key = next((key for key in moving if not after[key].intersection(moving)), moving[0])
        taken = others | {cell for other, cell in at.items() if other != key}
        checked = check_legs(grid, at[key], ways[key], gait, taken)
        if isinstance(checked, Illegal):
            return Astray(key, checked)
        at[key] = cells[key][-1]
        moving.remove(key)
        order.append(key)
    return tuple(order)


def muster(grid: Grid, shape: str, at: Cell, count: int, occupied: Set[Cell] = NOBODY) -> list[Cell]:
    """Up to `count` free cells for a group, in a `block`, `line` or `ring` around `at`, nearest first.

    A line runs east and west of `at`; if it is full the rows above and below go on. A ring leaves `at` free.
    Blocked and occupied cells are skipped; fewer cells come back only if the board has no more.
    Raises ValueError for another shape.
    """
    shapes = {"block": _block, "line": _line, "ring": _ring}
    if shape not in shapes:
        raise ValueError(f"unknown shape {shape!r}: one of {', '.join(shapes)}")
    free = (cell for cell in shapes[shape](at, max(grid.width, grid.height)) if not grid.blocks(cell))
    return [cell for cell, _ in zip((cell for cell in free if cell not in occupied), range(count), strict=False)]


def _block(at: Cell, size: int) -> Iterator[Cell]:
    for radius in range(size):
        yield from ring(at, radius)


def _ring(at: Cell, size: int) -> Iterator[Cell]:
    for radius in range(1, size):
        yield from ring(at, radius)


def _line(at: Cell, size: int) -> Iterator[Cell]:
    for row in _outwards(size):
        for column in _outwards(size):
            yield (at[0] + column, at[1] + row)


def _outwards(size: int) -> Iterator[int]:
    yield 0
    for i in range(1, size):
        yield from (i, -i)
