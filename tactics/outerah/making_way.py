"""Who stands unseen makes way for whoever is moved by something else than the own feet, so that neither a shove that
stops short nor a landing beside the cell tells of it (reference.md 3.4: answer as if free).

A cell counts as taken where everybody who knows of the mover knows of who stands there too. Else it is free; who stood
there unseen goes to a free cell beside, unseen from there as before. Where there is none both stay, and the Guide is
told. (Whoever walks is stopped by the walk itself, and the Guide asked whether to reveal.)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tactics.board import can_step
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.ruleset import Narrate, Telling
from tactics.kernel.state import AnyBody, Cell, Place
from tactics.kernel.view import LogLine
from tactics.mission import audience as shared
from tactics.mission.audience import Rule
from tactics.mission.words import line, name
from tactics.outerah import ways
from tactics.outerah.parts import truth
from tactics.secrecy.sight import knows_body, seats_that_know

AROUND = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)]


class MadeWay(e.Event, frozen=True, tag=True):
    """Somebody unseen made way for a body; moved: or there was no room, and both stand on one cell."""

    body: str
    by: str
    moved: bool = True


def taken(work: Work, mover: str, board: str) -> frozenset[Cell]:
    """The cells of a board on which the mover does not come to stand."""
    seats = seats_that_know(work.state, work.rules, mover)
    return frozenset(
        b.place.cell
        for b in work.state.bodies.values()
        if b.place is not None and b.place.board == board and b.key != mover and not _unseen(work, b.key, seats)
    )


def _unseen(work: Work, body: str, seats: frozenset[str]) -> bool:
    return not all(knows_body(work.state, work.rules, seat, body) for seat in seats)


def settle(work: Work, mover: str) -> None:
    """The mover has come to a stand: who was there unseen makes way."""
    place = work.state.bodies[mover].place
    if place is None:
        return
    seats = seats_that_know(work.state, work.rules, mover)
    for other in tuple(work.state.bodies.values()):
        if other.key == mover or other.place is None or other.place.board != place.board:
            continue
        if other.place.cell != place.cell or not _unseen(work, other.key, seats):
            continue
        to = next(_room(work, other), None)
        if to is not None:
            work.emit(e.Stepped(body=other.key, place=to))
        work.emit(MadeWay(body=other.key, by=mover, moved=to is not None))


def _room(work: Work, body: AnyBody) -> Iterator[Place]:
    """Free cells beside, where nobody comes to know of the body who did not."""
    here = body.place
    assert here is not None
    known = truth(work)
    compiled, floor = ways.floor_of(known, here.board)
    others = ways.taken(work.state, here.board, body.key)
    knew = seats_that_know(work.state, work.rules, body.key)
    for dx, dy in AROUND:
        cell = (here.x + dx, here.y + dy)
        if cell not in compiled or cell in others or not can_step(compiled, here.cell, cell):
            continue
        if not ways.may_enter(known, floor, body, cell):
            continue
        place = replace(here, x=cell[0], y=cell[1])
        then = replace(work.state, bodies={**work.state.bodies, body.key: replace(body, place=place)})
        if seats_that_know(then, work.rules, body.key) <= knew:
            yield place


def _made_way(t: Telling, ev: MadeWay) -> LogLine:
    if ev.moved:
        return line("move", f"{name(t, ev.body)} makes way for {name(t, ev.by)}, unseen")
    return line("gm", f"{name(t, ev.by)} and {name(t, ev.body)}, unseen, are on one cell: move one of them")


EVENTS: tuple[type[e.Event], ...] = (MadeWay,)
APPLIERS: dict[type[e.Event], Any] = {MadeWay: lambda s, ev: s}
AUDIENCE: dict[type[e.Event], Rule] = {MadeWay: shared.body_numbers}
WORDS: dict[type[e.Event], Narrate] = {MadeWay: _made_way}
