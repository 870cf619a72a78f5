"""Adrift in space: who is pushed out of every gravity field and has no hold drifts on (O-179).

One cell in a Round in the direction of the push (house value), until a field, an obstacle, the own Movement or a
hookshot stops it. Off the map it is lost, and the Guide says what becomes of it.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tactics.board import cells
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.ruleset import Narrate, Telling
from tactics.kernel.state import AnyBody, Cell
from tactics.kernel.view import LogLine
from tactics.mission import audience as shared
from tactics.mission.audience import Rule
from tactics.mission.words import line, name
from tactics.outerah import making_way, space, ways
from tactics.outerah.parts import body_part, truth, with_body_part


class Drifts(e.Event, frozen=True, tag=True):
    """A body drifts this way, or (None) does not any more. lost: it has left the map."""

    body: str
    to: tuple[int, int] | None
    lost: bool = False


def pushed(work: Work, body: str, step: Cell) -> None:
    """After a push: whoever it left without a hold drifts on."""
    found = work.state.bodies[body]
    if not body_part(found).section and space.adrift(truth(work), found):
        work.emit(Drifts(body=body, to=step))


def holds(work: Work, body: AnyBody) -> None:
    """It has found a hold, or moves by itself."""
    if body_part(body).drift is not None:
        work.emit(Drifts(body=body.key, to=None))


def round_ends(work: Work) -> None:
    for body in tuple(work.state.bodies.values()):
        step, place = body_part(body).drift, body.place
        if step is None:
            continue
        if place is None or not space.adrift(truth(work), body):
            holds(work, body)
            continue
        board = work.state.boards[place.board]
        there = (place.x + step[0], place.y + step[1])
        if not (0 <= there[0] < board.width and 0 <= there[1] < board.height):
            work.emit(e.Placed(body=body.key, place=None), Drifts(body=body.key, to=None, lost=True))
            continue
        shut = not ways.passage(truth(work), body).open(truth(work), place.cell, there)
        if shut or there in making_way.taken(work, body.key, place.board):
            holds(work, body)
            continue
        work.emit(e.Stepped(body=body.key, place=replace(place, x=there[0], y=there[1])))
        making_way.settle(work, body.key)
        if not space.adrift(truth(work), work.state.bodies[body.key]):
            holds(work, body)


def _drifts(t: Telling, ev: Drifts) -> LogLine | None:
    if ev.lost:
        return line("move", f"{name(t, ev.body)} drifts off the map: the GM says what becomes of it")
    if ev.to is None:
        return line("move", f"{name(t, ev.body)} drifts no longer")
    way = cells.COMPASS.get(cells.direction((0, 0), ev.to), "away")
    return line("move", f"{name(t, ev.body)} drifts {way} into space, a cell at the end of each Round")


EVENTS: tuple[type[e.Event], ...] = (Drifts,)
APPLIERS: dict[type[e.Event], Any] = {Drifts: lambda s, ev: with_body_part(s, ev.body, drift=ev.to)}
AUDIENCE: dict[type[e.Event], Rule] = {Drifts: shared.both}
WORDS: dict[type[e.Event], Narrate] = {Drifts: _drifts}
