"""Boarding a ship, leaving it, and falling off it (O-171, O-174, O-179).

From the ground or from another deck one gets aboard over `out.ship.boarding` cells and as many levels as one's Jump
(house value), by the Movement. Whoever is pushed off a deck falls as deep as the ship
flies high; in space it drifts off.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, illegal
from tactics.kernel.ruleset import Known, Narrate, Telling
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Cell, Place
from tactics.kernel.view import LogLine
from tactics.mission import audience as shared
from tactics.mission.audience import Rule
from tactics.mission.words import line, name
from tactics.outerah import aboard, attack_data, decks, drift, falls, making_way, numbers, space, ways
from tactics.outerah.parts import DIRECTIONS, SLANTED, body_part, constant, truth

LEFT, FELL, BOARDED, LOST = "left", "fell", "boarded", "lost"


class Crossed(e.Event, frozen=True, tag=True):
    """A body came aboard a ship, left it or fell off it. levels: how deep; damage: by the fall."""

    body: str
    ship: str
    how: str
    levels: int = 0
    damage: int = 0


# --- getting aboard and off -----------------------------------------------------------------------------


def sections(state: AnyState, unit: AnyUnit) -> list[AnyBody]:
    return [b for key in unit.bodies if (b := state.bodies.get(key)) is not None and b.place is not None]


def gap(known: Known, body: AnyBody, unit: AnyUnit) -> int | None:
    """Cells between a body, or the ship that it is aboard of, and the nearest section of a ship; None: not there."""
    own = aboard.carried(known.state, body)
    mine = [b.place for b in sections(known.state, own)] if own is not None else [body.place]
    theirs = [b.place for b in sections(known.state, unit)]
    far = [
        attack_data.cells_between(known, a, b)
        for a in mine for b in theirs if a is not None and b is not None and a.board == b.board
    ]  # fmt: skip
    return min(far, default=None)


def altitude(state: AnyState, body: AnyBody) -> int:
    """Levels above the ground: those of the ship that it is aboard of, else its own."""
    own = aboard.carried(state, body)
    if own is not None:
        return aboard.ship(own).altitude
    return body.place.z if body.place is not None else 0


def may_board(known: Known, body: AnyBody, unit: AnyUnit) -> Refused | None:
    """Why this body cannot get aboard that ship now, or None."""
    if unit.kind != "ship" or not decks.key_of(known.state, unit):
        return illegal("target", text="there is no deck to stand on")
    if aboard.carried(known.state, body) == unit:
        return illegal("nothing")
    if aboard.below(known.state, body):
        return illegal("status", name=body.name, status="Below deck")
    far = gap(known, body, unit)
    if far is None or far > int(constant(known, "out.ship.boarding")):
        return illegal("range")
    high = abs(aboard.ship(unit).altitude - altitude(known.state, body))
    if high > numbers.jump(known, body).total and not numbers.flies(known, body):
        return illegal("limit", text=f"{high} levels are more than its Jump")
    if decks.free(known.state, unit, aboard.DECK) is None:
        return illegal("occupied", cell="the deck")
    return None


def board(work: Work, body: AnyBody, unit: AnyUnit) -> None:
    """Onto the deck, at the entrance that is nearest to where it comes from."""
    taken = making_way.taken(work, body.key, decks.key_of(work.state, unit))
    place = decks.free(work.state, unit, aboard.DECK, decks.entrance(unit, side_of(work.state, body, unit)), taken)
    if place is None:
        return
    drift.holds(work, body)
    work.emit(e.Stepped(body=body.key, place=place))
    making_way.settle(work, body.key)
    work.emit(Crossed(body=body.key, ship=unit.key, how=BOARDED))


def side_of(state: AnyState, body: AnyBody, unit: AnyUnit) -> str:
    """The cannon on whose side somebody comes aboard."""
    seen, at = aboard.outside(state, body).place, aboard.hull(state, unit)
    if seen is None or at is None or at.place is None:
        return "left_cannon"
    hx, hy = {**DIRECTIONS, **SLANTED}[aboard.ship(unit).heading]
    dx, dy = seen.x - at.place.x, seen.y - at.place.y
    return "right_cannon" if -hy * dx + hx * dy > 0 else "left_cannon"


def may_leave(known: Known, body: AnyBody) -> Refused | None:
    """Why this body cannot step off its ship to the ground, or None."""
    unit = aboard.carried(known.state, body)
    if unit is None:
        return illegal("nothing")
    if aboard.below(known.state, body):
        return illegal("status", name=body.name, status="Below deck")
    high = aboard.ship(unit).altitude
    if high > numbers.jump(known, body).total and not numbers.flies(known, body):
        return illegal("limit", text=f"the ground is {high} levels below")
    return None if beside(known, unit, body) is not None else illegal("blocked", cell="beside the ship")


def beside(
    known: Known, unit: AnyUnit, body: AnyBody, step: Cell | None = None, taken: frozenset[Cell] | None = None
) -> Place | None:
    """The free cell off a ship that is nearest to its hull, on that side of it if one is named. taken: by default where
    bodies are."""
    hull = aboard.hull(known.state, unit)
    if hull is None or hull.place is None:
        return None
    at = hull.place
    compiled, floor = ways.floor_of(known, at.board)
    taken = ways.taken(known.state, at.board, body.key) if taken is None else taken
    found = []
    for x in range(max(0, at.x - 12), min(compiled.width, at.x + 13)):
        for y in range(max(0, at.y - 12), min(compiled.height, at.y + 13)):
            cell, dx, dy = (x, y), x - at.x, y - at.y
            ground = floor.ground(known, cell)
            if cell in taken or compiled.blocks(cell):
                continue
            if step is None and ground is not None and ground.air and not numbers.flies(known, body):
                continue
            aside = step is not None and dx * step[0] + dy * step[1] <= 0
            found.append((aside, max(abs(dx), abs(dy)), abs(dx) + abs(dy), y, x))
    if not found:
        return None
    _, _, _, y, x = min(found)
    return Place(board=at.board, x=x, y=y)


def _off(work: Work, unit: AnyUnit, body: AnyBody, step: Cell | None = None) -> Place | None:
    """Where it comes down in truth: who stands there unseen makes way."""
    hull = aboard.hull(work.state, unit)
    board = hull.place.board if hull is not None and hull.place is not None else ""
    return beside(truth(work), unit, body, step, making_way.taken(work, body.key, board))


def leave(work: Work, body: AnyBody) -> None:
    unit = aboard.carried(work.state, body)
    place = _off(work, unit, body) if unit is not None else None
    if unit is None or place is None:
        return
    if body_part(body).aboard:  # else its sheet's word for it offers it the posts of a ship that it has left
        work.emit(aboard.Aboard(body=body.key))
    work.emit(e.Stepped(body=body.key, place=place))
    making_way.settle(work, body.key)
    work.emit(Crossed(body=body.key, ship=unit.key, how=LEFT))


# --- falling off ----------------------------------------------------------------------------------------


def over(known: Known, place: Place, cell: Cell) -> bool:
    """Whether a step from a deck to this cell leads off the ship."""
    if not known.state.boards[place.board].carried_by:
        return False
    compiled, floor = ways.floor_of(known, place.board)
    if cell not in compiled:
        return True
    found = floor.ground(known, cell)
    return found is not None and found.off_ship


def turned(step: Cell, heading: str) -> Cell:
    """A direction on the deck, whose bow is at the top, as one of the wide board."""
    hx, hy = {**DIRECTIONS, **SLANTED}[heading]
    x, y = step[0] * -hy - step[1] * hx, step[0] * hx - step[1] * hy
    return ((x > 0) - (x < 0), (y > 0) - (y < 0))


def fall(work: Work, body: str, step: Cell) -> None:
    """Off the deck in this direction of it: down to the ground, or out into space."""
    found = work.state.bodies[body]
    unit = aboard.carried(work.state, found)
    if unit is None:
        return
    way = turned(step, aboard.ship(unit).heading)
    place = _off(work, unit, found, way)
    if place is None:
        return
    levels = aboard.ship(unit).altitude
    if body_part(found).aboard:
        work.emit(aboard.Aboard(body=body))
    ground = ways.floor_of(truth(work), place.board)[1].ground(truth(work), place.cell)
    if ground is not None and ground.air and not numbers.flies(truth(work), found):
        work.emit(e.Placed(body=body, place=None), Crossed(body=body, ship=unit.key, how=LOST, levels=levels))
        return
    if space.in_space(truth(work), replace(found, place=place)):
        work.emit(e.Stepped(body=body, place=replace(place, z=levels)))
        making_way.settle(work, body)
        work.emit(Crossed(body=body, ship=unit.key, how=FELL))
        work.emit(drift.Drifts(body=body, to=way))
        return
    damage = falls.down_to(work, body, place, levels)
    making_way.settle(work, body)
    work.emit(Crossed(body=body, ship=unit.key, how=FELL, levels=levels, damage=damage))


def _crossed(t: Telling, ev: Crossed) -> LogLine:
    who, what = name(t, ev.body), name(t, ev.ship)
    lost = f"falls off {what} into the depths: the GM says what becomes of it"
    said = {BOARDED: f"comes aboard {what}", LEFT: f"leaves {what}", FELL: f"falls off {what}", LOST: lost}[ev.how]
    if ev.levels and ev.how == FELL:
        said += f", {ev.levels} level{'s' * (ev.levels != 1)} down: {ev.damage} damage"
    record = {"kind": "crossed", "body": ev.body, "how": ev.how, "levels": ev.levels}
    return line("move", f"{who} {said}", record=record)


EVENTS: tuple[type[e.Event], ...] = (Crossed,)
APPLIERS: dict[type[e.Event], Any] = {Crossed: lambda s, ev: s}
AUDIENCE: dict[type[e.Event], Rule] = {Crossed: shared.both, aboard.Aboard: shared.both}
WORDS: dict[type[e.Event], Narrate] = {Crossed: _crossed}
