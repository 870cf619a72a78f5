"""Shove, Push and falls: a body is moved by something else than its own feet (O-096, O-139, O-187).

Straight away from the source in the nearest of eight directions, so many cells as are free; what stands in the way
stops it. Whoever is pushed down farther than it can jump falls.
"""

from __future__ import annotations

from typing import Any

from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.state import Cell, Place
from tactics.outerah import drift, falls, making_way, numbers, overboard, statuses, ways
from tactics.outerah.parts import body_part, truth

IMMUNE = "push_immune"


class Pushed(e.Event, frozen=True, tag=True):
    """A body was moved by a push of so many cells; 0: it holds its ground. fell: levels; damage: by the fall."""

    body: str
    cells: int
    why: str = ""
    fell: int = 0
    damage: int = 0


def away(source: Cell, target: Cell) -> Cell:
    """The direction of eight that leads straight away from the source, by the nearest slope."""
    dx, dy = target[0] - source[0], target[1] - source[1]
    sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    if 2 * abs(dx) < abs(dy):
        return (0, sy)
    if 2 * abs(dy) < abs(dx):
        return (sx, 0)
    return (sx, sy)


def push(work: Work, body: str, source: Cell, cells: int, why: str, by: str = "") -> int:
    """Moves a body away from a cell; returns by how many cells it went. by: who pushes, whose bonuses count (O-187)."""
    found = work.state.bodies[body]
    if by in work.state.bodies:
        cells += sum(term.value for term in numbers.changed(truth(work), work.state.bodies[by], "push"))
    place = found.place
    if place is None:
        return 0
    if IMMUNE in body_part(found).traits:
        work.emit(Pushed(body=body, cells=0, why=why))
        return 0
    step, gone = away(source, place.cell), 0
    passes = ways.passage(truth(work), found)
    compiled, floor = passes.easy, passes.floor
    fell = 0
    for _ in range(cells):
        here = work.state.bodies[body].place
        assert here is not None
        there = (here.x + step[0], here.y + step[1])
        if overboard.over(truth(work), here, there):
            work.emit(Pushed(body=body, cells=gone + 1, why=why))
            overboard.fall(work, body, step)
            return gone + 1
        if there not in compiled or not passes.open(truth(work), here.cell, there):
            break
        if there in making_way.taken(work, body, place.board):
            break
        drop = floor.height(here.cell) - floor.height(there)
        most = numbers.jump(truth(work), found).total
        if -drop > most:
            break  # a wall of earth
        work.emit(e.Stepped(body=body, place=Place(board=place.board, x=there[0], y=there[1], z=here.z)))
        gone += 1
        if drop > most:
            fell += drop
    making_way.settle(work, body)
    damage = falls.damage(work, body, fell)
    work.emit(Pushed(body=body, cells=gone, why=why, fell=fell, damage=damage))
    if damage:
        statuses.hurt(work, body, damage, "fall")
    if gone:
        drift.pushed(work, body, step)
    return gone


EVENTS: tuple[type[e.Event], ...] = (Pushed,)
APPLIERS: dict[type[e.Event], Any] = {Pushed: lambda s, ev: s}
