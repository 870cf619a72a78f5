"""Feared: who is afraid does nothing but run from whom it fears (reference.md 1.3, O-079, O-085).

Its slot is taken by the flight: no part of a turn, no order. A mount that threw its rider is calmed by it and flees at
the end of the rider's turn (`mounts`); everybody else runs with the whole Movement, and may resist as its turn ends.
"""

from __future__ import annotations

from typing import Any

from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known, Narrate
from tactics.kernel.state import AnyBody, AnyState, Place, Status
from tactics.mission import audience as shared
from tactics.mission.audience import Rule
from tactics.mission.words import cell, line, name
from tactics.outerah import attack_data, hiding, making_way, moving, statuses, ways
from tactics.outerah.parts import effects, has, truth
from tactics.secrecy.known import known as known_of

FEARED = "feared"


class Fled(e.Event, frozen=True, tag=True):
    """A body has run from whom it fears."""

    body: str


def fear(rules: Rules, body: AnyBody) -> Status | None:
    """What the body is afraid by, unless it is a mount that its rider has to calm (O-080)."""
    found = (status for status, spec in effects(rules, body) if spec.does == FEARED)
    return next((status for status in found if "number" not in status.numbers), None)


def afraid(rules: Rules, body: AnyBody) -> bool:
    return fear(rules, body) is not None


def flee(work: Work, body: AnyBody) -> None:
    """With the whole Movement, as far as it goes from whom the body fears: who frightened it, else the nearest enemy
    that it knows of."""
    status = fear(work.rules, body)
    if status is None or body.place is None:
        return
    known = _own(work, body)
    enemy = known.state.bodies.get(status.source)
    if enemy is None or enemy.place is None or enemy.down or enemy.unit == body.unit:
        enemy = _nearest(known, body)
    if enemy is None or enemy.place is None or enemy.place.board != body.place.board:
        return
    run(work, known, body, enemy.place)


def run(work: Work, known: Known, body: AnyBody, source: Place) -> None:
    """As far from a place as one Movement goes, by the shortest way there; who is in the way unseen makes way."""
    assert body.place is not None
    board = body.place.board
    most = ways.budget(known, body)
    rising = most // 2 if has(known.rules, body, "prone") else 0
    found = ways.reach(known, body, most, rising, making_way.taken(work, body.key, board))

    def far(x: int, y: int) -> int:
        return attack_data.cells_between(known, Place(board=board, x=x, y=y), source)

    ends = (body.place.cell, *found)
    end = max(ends, key=lambda cell: (far(*cell), -(found[cell].halves if cell in found else 0)))
    if end not in found:
        return
    for status, spec in tuple(effects(work.rules, body)):
        if spec.does == "prone":
            statuses.end(work, body.key, status.key)
    _, floor = ways.floor_of(truth(work), board)
    here = body.place.cell
    for step in ways.path_to(found, here, end):
        rolls = floor.height(step) != floor.height(here) and ways.is_mountain(truth(work), floor, here, step)
        if rolls and not moving.jumps(work, body.unit, body.key, asked=False):
            break  # the mountain asks whoever flees too (O-136)
        work.emit(e.Stepped(body=body.key, place=Place(board=board, x=step[0], y=step[1], z=body.place.z)))
        here = step
    making_way.settle(work, body.key)
    work.emit(Fled(body=body.key))


def _own(work: Work, body: AnyBody) -> Known:
    """What the seat of the body knows: nobody runs around somebody unseen."""
    state: AnyState = work.state
    seat = state.seats.get(state.units[body.unit].seat)
    if seat is None:
        return truth(work)
    return known_of(work.code, state, work.rules, seat.key, seat.role)


def _nearest(known: Known, body: AnyBody) -> AnyBody | None:
    at = body.place
    assert at is not None
    there = [(b, b.place) for b in hiding.enemies(known.state, body) if b.place is not None]
    return min(there, key=lambda pair: (attack_data.cells_between(known, at, pair[1]), pair[0].key), default=(None,))[0]


EVENTS: tuple[type[e.Event], ...] = (Fled,)
APPLIERS: dict[type[e.Event], Any] = {Fled: lambda s, ev: s}
AUDIENCE: dict[type[e.Event], Rule] = {Fled: shared.both}
WORDS: dict[type[e.Event], Narrate] = {
    Fled: lambda t, ev: line("move", f"{name(t, ev.body)} flees to {cell(t, ev.body)}"),
}
