"""Who stands unseen makes way for whoever is moved by something else than the own feet, so that neither a shove that
stops short nor a landing beside the cell tells of it (reference.md 3.4: answer as if free).

A cell counts as taken where everybody who knows of the mover knows of who stands there too. Else it is free; who stood
there unseen goes to a free cell beside, unseen from there as before. Where there is none both stay, and the Guide is
told. A ship makes way as a whole. (Whoever walks is stopped by the walk itself, and the Guide asked whether to
reveal.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from tactics.board import can_step, in_bounds
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.ruleset import Narrate, Telling
from tactics.kernel.state import AnyBody, AnyState, Cell, Place
from tactics.kernel.view import LogLine
from tactics.mission import audience as shared
from tactics.mission.audience import Rule
from tactics.mission.words import line, name
from tactics.outerah import aboard, ways
from tactics.outerah.parts import body_part, truth
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


def _was_unseen(work: Work, body: str, mover: str) -> bool:
    """Before this command."""
    then = work.before
    if body not in then.bodies or mover not in then.bodies:
        return False
    return not all(knows_body(then, work.rules, seat, body) for seat in seats_that_know(then, work.rules, mover))


def hinders(work: Work, to: Mapping[str, Place]) -> bool:
    """Whether bodies that move together cannot all come to stand there: somebody stands on one of the places of whom
    everybody knows then who knows of them. (Also whom the fog hid comes into sight with them, and is flown into by
    nobody.)"""
    bodies = {**work.state.bodies, **{key: replace(work.state.bodies[key], place=at) for key, at in to.items()}}
    then = replace(work.state, bodies=bodies)
    cells = {(at.board, at.cell): key for key, at in to.items()}
    for other in work.state.bodies.values():
        mover = cells.get((other.place.board, other.place.cell)) if other.place is not None else None
        if mover is None or other.key in to:
            continue
        seats = seats_that_know(then, work.rules, mover)
        if all(knows_body(then, work.rules, seat, other.key) for seat in seats):
            return True
    return False


def settle(work: Work, *movers: str) -> None:
    """The movers, one body or all of a ship, have come to a stand: who was there unseen before makes way."""
    asked: set[str] = set()
    for mover in movers:
        place = work.state.bodies[mover].place
        if place is None:
            continue
        seats = seats_that_know(work.state, work.rules, mover)
        for other in tuple(work.state.bodies.values()):
            at = work.state.bodies[other.key].place
            if other.key in movers or at is None or (at.board, at.cell) != (place.board, place.cell):
                continue
            # Whoever came into sight only with the mover was no hindrance either, and cannot stay.
            if not _unseen(work, other.key, seats) and not _was_unseen(work, other.key, mover):
                continue
            whole = _whole(work.state, other)
            if whole[0].key in asked:
                continue
            asked.add(whole[0].key)
            to = next(_room_for_all(work, whole) if len(whole) > 1 else _room(work, other), {})
            work.emit(*(e.Stepped(body=key, place=there) for key, there in to.items()))
            work.emit(MadeWay(body=whole[0].key, by=mover, moved=bool(to)))


def _whole(state: AnyState, body: AnyBody) -> list[AnyBody]:
    """All that goes where the body goes, on its board: of a ship its sections, hull first, and its people."""
    ship = state.units[body.unit] if body_part(body).section else aboard.ship_of(state, body)
    if ship is None or body.place is None or aboard.carried(state, body) is not None:
        return [body]
    hull = aboard.hull(state, ship)
    keys = dict.fromkeys([*([hull.key] if hull is not None else []), *ship.bodies])
    found = [state.bodies[key] for key in keys if key in state.bodies]
    found += [b for b in state.bodies.values() if body_part(b).aboard == ship.key]
    return [b for b in found if b.place is not None and b.place.board == body.place.board]


def _room_for_all(work: Work, whole: Sequence[AnyBody]) -> Iterator[dict[str, Place]]:
    """Where a ship fits as it is, nearest first, and nobody comes to know of it who did not."""
    board = work.state.boards[_at(whole[0]).board]
    keys = [body.key for body in whole]
    others = ways.taken(work.state, board.key, *keys)
    knew = {key: seats_that_know(work.state, work.rules, key) for key in keys}
    far = max(board.width, board.height)
    offsets = [(dx, dy) for dx in range(-far, far + 1) for dy in range(-far, far + 1) if dx or dy]
    for dx, dy in sorted(offsets, key=lambda o: (max(abs(o[0]), abs(o[1])), abs(o[0]) + abs(o[1]), o)):
        to = {b.key: replace(_at(b), x=_at(b).x + dx, y=_at(b).y + dy) for b in whole}
        if any(not in_bounds(board, place.cell) or place.cell in others for place in to.values()):
            continue
        bodies = {**work.state.bodies, **{b.key: replace(b, place=to[b.key]) for b in whole}}
        then = replace(work.state, bodies=bodies)
        if all(seats_that_know(then, work.rules, key) <= knew[key] for key in keys):
            yield to


def _at(body: AnyBody) -> Place:
    assert body.place is not None
    return body.place


def _room(work: Work, body: AnyBody) -> Iterator[dict[str, Place]]:
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
            yield {body.key: place}


def _made_way(t: Telling, ev: MadeWay) -> LogLine:
    if ev.moved:
        return line("move", f"{name(t, ev.body)} makes way for {name(t, ev.by)}, unseen")
    return line("gm", f"{name(t, ev.by)} and {name(t, ev.body)}, unseen, are on one cell: move one of them")


EVENTS: tuple[type[e.Event], ...] = (MadeWay,)
APPLIERS: dict[type[e.Event], Any] = {MadeWay: lambda s, ev: s}
AUDIENCE: dict[type[e.Event], Rule] = {MadeWay: shared.body_numbers}
WORDS: dict[type[e.Event], Narrate] = {MadeWay: _made_way}
