"""Swimming in three dimensions, and the thrust (O-128 to O-131).

A swimmer goes up, down and to all sides within its Movement; a diagonal, along two axes or three, costs one and a half.
Two never share a column of water (house value). A thrust adds half of the Jump, straight on in one of the six
directions, for the offhand and ten seconds of held breath.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import product
from typing import Any

from tactics.board import can_step, cells
from tactics.kernel import commands as c
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import Handler, Known
from tactics.kernel.state import AnyBody, AnyUnit
from tactics.kernel.view import FieldView, OptionView
from tactics.mission import turns
from tactics.mission.walking import seen_by_sender
from tactics.outerah import breath, moving, numbers, ways
from tactics.outerah.parts import (
    MOVEMENT,
    OFFHAND,
    PART_LABELS,
    constant,
    left,
    living,
    pay,
    pay_free,
    points,
)
from tactics.outerah.specs import Ground

Spot = tuple[int, int, int]
"""Cell and level: 0 at the surface, below it less."""
SIX: tuple[Spot, ...] = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
AROUND: tuple[Spot, ...] = tuple(
    (x, y, z) for x, y, z in product((-1, 0, 1), (-1, 0, 1), (-1, 0, 1)) if (x, y, z) != (0, 0, 0)
)


class Swim(c.Command, frozen=True, tag="swim"):
    """Swims. target: the cell, by default the one above or below; level: 0 at the surface, -1 one below it ...;
    thrust: with a thrust (O-130)."""

    unit: c.Key
    target: list[c.Coordinate] | None = None
    level: int | c.Text = ""
    thrust: bool | c.Text = False
    body: c.Key | None = None


def swimmers(known: Known, unit: AnyUnit) -> list[AnyBody]:
    """The members that may swim: in deep water, and able to."""
    able = living(known.state, unit)
    return [b for b in able if numbers.SWIMS in numbers.traits(known, b) and depth(known, b) is not None]


def swimmer(known: Known, unit: AnyUnit, key: str | None = None) -> AnyBody | None:
    """The member that swims now: the one of this key, or the first that can."""
    return next((b for b in swimmers(known, unit) if key in (None, b.key)), None)


def depth(known: Known, body: AnyBody) -> int | None:
    """Levels of water under the surface where the body is, or None where there is none to swim in."""
    place = body.place
    if place is None or place.board not in known.state.boards:
        return None
    return _deep(ways.floor_of(known, place.board)[1].ground(known, place.cell))


def _deep(ground: Ground | None) -> int | None:
    return ground.depth if ground is not None and ground.water == "deep" else None


def thrust_of(known: Known, body: AnyBody) -> int:
    """Cells that a thrust adds: one for every two points of Jump (O-130)."""
    return numbers.jump(known, body).total // int(constant(known, "out.swim.thrust_step"))


class Water:
    """The deep water of a board as a body may swim in it."""

    def __init__(self, known: Known, body: AnyBody) -> None:
        assert body.place is not None
        self.known, self.board = known, body.place.board
        self.grid, self.floor = ways.floor_of(known, self.board)
        self.taken = ways.taken(known.state, self.board, body.key)

    def free(self, a: Spot, b: Spot) -> bool:
        """Whether one can swim from a spot to one beside it."""
        deep = _deep(self.floor.ground(self.known, b[:2])) if b[:2] in self.grid else None
        if deep is None or not -deep <= b[2] <= 0 or b[:2] in self.taken:
            return False
        return a[:2] == b[:2] or can_step(self.grid, a[:2], b[:2])

    def price(self, a: Spot, b: Spot) -> int:
        """Half cells of one step."""
        axes = sum(x != y for x, y in zip(a, b, strict=True))
        return int(2 * constant(self.known, "out.swim.diagonal")) if axes > 1 else 2

    def reach(self, start: Spot, most: int, spent: int) -> dict[Spot, tuple[int, Spot]]:
        """Spot -> (half cells, the one before), cheapest first, the start included."""
        found: dict[Spot, tuple[int, Spot]] = {}
        todo = [(spent, start, start)]
        while todo:
            halves, here, before = heapq.heappop(todo)
            if here in found:
                continue
            found[here] = (halves, before)
            for dx, dy, dz in AROUND:
                there = (here[0] + dx, here[1] + dy, here[2] + dz)
                total = halves + self.price(here, there)
                if total <= most and there not in found and self.free(here, there):
                    heapq.heappush(todo, (total, there, here))
        return found


def way_to(known: Known, unit: AnyUnit, body: AnyBody, end: Spot, *, thrust: bool) -> list[tuple[Spot, int]] | None:
    """The spots of the way with the half cells spent at each, or None if it is too far. With a thrust its last cells,
    straight on, cost nothing."""
    assert body.place is not None
    start: Spot = (body.place.x, body.place.y, body.place.z)
    free = pay_free(known.state)
    most = ways.STROLL if free else ways.budget(known, body)
    water = Water(known, body)
    found = water.reach(start, most, 0 if free else ways.spent_of(known, unit, body))
    ends: list[tuple[Spot, tuple[Spot, ...]]] = [(end, ())] if end in found else []
    if thrust and not ends:
        ends = list(_thrusts(water, found, end, thrust_of(known, body)))
    if not ends:
        return None
    here, tail = min(ends, key=lambda pair: (found[pair[0]][0], len(pair[1])))
    spent = found[here][0]
    way: list[tuple[Spot, int]] = []
    while here != start:
        way.insert(0, (here, found[here][0]))
        here = found[here][1]
    return [*way, *((step, spent) for step in tail)]


def _thrusts(
    water: Water, found: dict[Spot, tuple[int, Spot]], end: Spot, most: int
) -> Iterator[tuple[Spot, tuple[Spot, ...]]]:
    """(spot in reach, the cells straight on from there to the end) for each of the six directions."""
    for dx, dy, dz in SIX:
        tail: list[Spot] = []
        here = end
        while len(tail) < most and here not in found:
            before = (here[0] - dx, here[1] - dy, here[2] - dz)
            if not water.free(before, here):
                break
            tail.insert(0, here)
            here = before
        if tail and here in found:
            yield here, tuple(tail)


# --- doing it -----------------------------------------------------------------------------------------


def swim(work: Work, command: Swim) -> None:
    """The Movement of this turn, or more of it, through water; with a thrust the offhand and breath besides."""
    unit = turns.active_unit(work, command.unit)
    known = seen_by_sender(work)
    if command.body is not None and command.body not in unit.bodies:
        raise Refused("unknown", what=command.body)
    body = swimmer(known, known.state.units[unit.key], command.body)
    if body is None or body.place is None:
        raise bad_field("unit", "only a swimmer in deep water can do that")
    thrust = command.thrust in (True, "true", "yes")
    level = _level(command.level, body.place.z)
    x, y = command.target if command.target is not None and len(command.target) == 2 else body.place.cell
    if not (isinstance(x, int) and isinstance(y, int)):
        raise bad_field("target", "name a cell, such as [3, 4]")
    if (x, y, level) == (body.place.x, body.place.y, body.place.z):
        raise illegal("nothing")
    if thrust and breath.left(known, body) < int(constant(known, "out.swim.thrust_breath")):
        raise illegal("cost", text="it has no breath left for a thrust")
    way = way_to(known, unit, body, (x, y, level), thrust=thrust)
    if way is None:
        raise illegal("limit", text=_too_far(known, unit, body, (x, y, level), thrust=thrust))
    if thrust:
        pay(work, unit.key, (OFFHAND,), "thrust")
        breath.hold(work, body.key, int(work.constant("out.swim.thrust_breath")))
    strides = [ways.Stride(body.key, s[0], s[1], halves, z=s[2]) for s, halves in way]
    moving.set_out(work, work.state.units[unit.key], "thrust" if thrust else "swim", strides)


def _level(given: Any, now: int) -> int:
    try:
        return now if given == "" else int(given)
    except ValueError as error:
        raise bad_field("level", "0 at the surface, -1 one level below it") from error


def rest(known: Known, unit: AnyUnit, body: AnyBody) -> int:
    """Half cells of this turn's Movement that are left to a body."""
    return max(0, ways.budget(known, body) - ways.spent_of(known, unit, body))


def _counted(halves: int) -> str:
    """`1 cell`, `4.5 cells`, `no cell`."""
    number = f"{halves // 2}{'.5' * (halves % 2)}" if halves else "no"
    return f"{number} cell{'s' * (halves > 2)}"


def _too_far(known: Known, unit: AnyUnit, body: AnyBody, end: Spot, *, thrust: bool) -> str:
    """Why one cannot swim there, from what the seat knows."""
    water, cell = Water(known, body), end[:2]
    deep = _deep(water.floor.ground(known, cell)) if cell in water.grid else None
    there = ", ".join(part for part in (ways.name(cell), cells.height(end[2])) if part)
    if deep is None:
        return f"there is no deep water at {ways.name(cell)}"
    if not -deep <= end[2] <= 0:
        return f"the water at {ways.name(cell)} is {deep} level{'s' * (deep != 1)} deep"
    if cell in water.taken:
        return f"{ways.name(cell)} is taken: choose a free cell"
    more = f", and {_counted(2 * thrust_of(known, body))} more straight on" if thrust else ""
    return (
        f"{there} is too far to swim: {_counted(rest(known, unit, body))} of Movement left{more}, a diagonal takes 1.5"
    )


# --- offers -------------------------------------------------------------------------------------------


def offers(known: Known, unit: AnyUnit) -> Iterator[OptionView]:
    """Swim and thrust, for whoever is in deep water and can."""
    able = swimmers(known, unit)
    if not able:
        return
    free = pay_free(known.state)
    used = "" if free or left(unit, MOVEMENT) or moving.goes_on(known, unit) else "its Movement is used"
    spent = "" if free or any(rest(known, unit, body) >= 2 for body in able) else "its Movement is used"
    far = max(thrust_of(known, body) for body in able)
    seconds = int(constant(known, "out.swim.thrust_breath"))
    for key, more in (("swim", ()), ("thrust", (OFFHAND,))):
        why = used or ("" if more else spent)
        if more and not why and not free and not left(unit, OFFHAND):
            why = f"{PART_LABELS[OFFHAND]} is used"
        if more and not why and not far:
            why = "its Jump is too small for a thrust"
        cost = dict.fromkeys((MOVEMENT, *more), 1)
        if not left(unit, MOVEMENT):
            cost.pop(MOVEMENT)
        yield OptionView(
            key=key, unit=unit.key, do="swim",
            label="Swim with a thrust" if more else "Swim",
            group=PART_LABELS[MOVEMENT], cost="free" if free else points(cost) if cost else moving.REST,
            costs={} if free else cost, why_not=why, why_code="cost" if why else "",
            title=f"{_counted(2 * far)} more, straight on, for {seconds} seconds of held breath"
            if more else "Up, down and to all sides",
            fields=_fields(known, unit, able, far if more else 0),
            command={"thrust": True} if more else {}, help="rule:O-131" if more else "rule:O-128",
        )  # fmt: skip


def _fields(known: Known, unit: AnyUnit, able: list[AnyBody], thrust: int) -> tuple[FieldView, ...]:
    """Who, of several that could; where to, and how deep, with what is left of the Movement."""
    free = pay_free(known.state)
    deep = max(depth(known, body) or 0 for body in able)
    levels = [(str(-n), f"{n} below the surface" if n else "at the surface") for n in range(deep + 1)]
    halves = rest(known, unit, able[0])
    far = "" if free or len(able) > 1 else f"{_counted(halves)} of Movement left"
    more = f"{_counted(2 * thrust)} more straight on" if thrust else ""
    told = [far, more, "a diagonal takes 1.5", "left empty: straight up or down"]
    cell = FieldView(name="target", label="To", kind="cell", help="; ".join(part for part in told if part))
    if len(able) == 1:
        place = able[0].place
        own = str(place.z) if place is not None else "0"
        return cell, FieldView(name="level", label="Level", kind="choice", choices=tuple(levels), value=own)
    who = tuple((body.key, _who(known, unit, body)) for body in able)
    return (
        FieldView(name="body", label="Who", kind="choice", choices=who, value=able[0].key),
        cell,
        FieldView(name="level", label="Level", kind="choice", choices=(("", "as deep as now"), *levels)),
    )


def _who(known: Known, unit: AnyUnit, body: AnyBody) -> str:
    """`River lurker 2, K6, 1 level down; 5 cells left`: short, for a list cuts off what is long."""
    place = body.place
    where = [ways.name(place.cell), cells.height(place.z)] if place is not None else []
    told = ", ".join(part for part in (body.name, *where) if part)
    return told if pay_free(known.state) else f"{told}; {_counted(rest(known, unit, body))} left"


COMMANDS: tuple[type[c.Command], ...] = (Swim,)
HANDLERS: dict[type[c.Command], Handler] = {Swim: swim}
