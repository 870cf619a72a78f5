"""The helm: how far a ship flies in a Round, and the check that the Guide may ask for (O-150, O-156, O-174).

The Guide asks for a steering check of a ship; then the next steering is rolled for, with a Minus Charge where its wings
are gone. A ship whose helm does not answer keeps its place, its heading and its height.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tactics.board import distance
from tactics.board.cells import COMPASS
from tactics.effects.breakdown import total_of
from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import Handler, Known, Narrate, Step, Telling
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Cell, Frame, Place
from tactics.kernel.view import LogLine
from tactics.mission import audience as shared
from tactics.mission.audience import Rule
from tactics.mission.walking import Halted, seen_by_sender
from tactics.mission.words import line, name, of_unit
from tactics.outerah import aboard, hit, making_way, ships, ways
from tactics.outerah.parts import DIRECTIONS, MAINHAND, SLANTED, Acted, body_part, constant, pay, truth


class AskSteering(c.Command, frozen=True, tag="ask_steering"):
    """The Guide asks for a check of a ship's next steering, or does not any more."""

    unit: c.Key
    on: bool = True


class SteeringAsked(e.Event, frozen=True, tag=True):
    unit: str
    on: bool


class SteeringChecked(e.Event, frozen=True, tag=True):
    """Whether the helm answered. needs: the lowest D100 at which it does."""

    unit: str
    faces: tuple[int, ...]
    face: int
    needs: int
    held: bool


class Steered(e.Event, frozen=True, tag=True):
    """A ship was steered in this Round. at: where its hull comes to, if it flew; cells: how far; turned: it heads
    elsewhere now."""

    unit: str
    round: int
    heading: str
    at: Place | None = None
    cells: int = 0
    turned: bool = False


# --- the check ------------------------------------------------------------------------------------------


def ask(work: Work, command: AskSteering) -> None:
    if not work.by.is_gm:
        raise Refused("not_allowed")
    unit = work.state.units.get(command.unit)
    if unit is None or unit.kind != "ship":
        raise Refused("unknown", what=command.unit)
    if aboard.ship(unit).asked == command.on:
        raise illegal("nothing")
    work.emit(SteeringAsked(unit=unit.key, on=command.on))


def charge(known: Known, unit: AnyUnit) -> int:
    """Steps of the ladder: turbulence without wings (O-156)."""
    return -1 if ships.lost(known.state, unit, "wings") else 0


def answers(work: Work, unit: AnyUnit, helmsman: str) -> bool:
    """Whether the helm answers: always, unless the Guide asked. helmsman: the unit whose die it is."""
    if not aboard.ship(unit).asked:
        return True
    known = truth(work)
    step = charge(known, unit)
    count, keep = hit.dice(known, step)
    draw = work.roll(count, 100, f"{unit.name} is steered", unit=helmsman, keep=keep)
    percent = int(constant(known, "out.ship.steer_percent")) + total_of(hit.points(known, step))
    needs = max(1, min(101, 101 - percent))
    held = draw.total >= needs
    work.emit(SteeringChecked(unit=unit.key, faces=draw.faces, face=draw.total, needs=needs, held=held))
    return held


# --- flying ---------------------------------------------------------------------------------------------


def steer(work: Work, unit: AnyUnit, ship: AnyUnit, command: Any) -> None:
    """The ship flies as far as its Movement and climbs as high as its Jump, once in a Round (O-150, O-156, O-174)."""
    known = seen_by_sender(work)
    own, hull = aboard.ship(ship), aboard.hull(work.state, ship)
    climb, heading = _levels(command.climb), command.heading or own.heading
    if heading not in {**DIRECTIONS, **SLANTED}:
        raise bad_field("heading", "choose n, ne, e, se, s, sw, w or nw")
    if hull is None or hull.place is None:
        raise illegal("phase", missing="placement")
    if ships.wrecked(known, ship):
        raise illegal("status", name=ship.name, status="Falling" if ships.falling(known, ship) else "Wrecked")
    if own.steered == work.state.clock.round and work.state.clock.mode == "turns":
        raise illegal("limit")
    to = _cell(command.target) if command.target is not None else hull.place.cell
    far = distance(hull.place.cell, to, str(constant(known, "out.grid.metric")))
    if far > ships.movement(known, ship).total or abs(climb) > ships.jump(known, ship).total:
        raise illegal("limit", cell=ways.name(to))
    if own.altitude + climb < 0:
        raise bad_field("climb", "that is below the ground")
    if to == hull.place.cell and not climb and heading == own.heading:
        raise illegal("nothing", text="say where to, how high or which heading")
    places = flown(known.state, ship, hull.place, to)
    if isinstance(places, Refused):
        raise places
    pay(work, unit.key, (MAINHAND,), "steer")
    work.emit(Acted(unit=unit.key, action="steer"))
    work.push("steer", unit.key, ("steer_on",), ship=ship.key, to=list(to), climb=climb, heading=heading)


def steer_on(work: Work, frame: Frame) -> None:
    """The check that the Guide may have asked for, a step of its own as every die that may come from the table; then
    the ship flies."""
    ship = work.state.units.get(frame.args["ship"])
    hull = aboard.hull(work.state, ship) if ship is not None else None
    if ship is None or hull is None:
        return
    own, climb = aboard.ship(ship), int(frame.args["climb"])
    held = answers(work, ship, frame.unit)
    steered = Steered(unit=ship.key, round=work.state.clock.round, heading=own.heading)
    if not held:
        work.emit(steered)
        return
    heading, places = frame.args["heading"], _as_far(work, frame.unit, ship, hull, tuple(frame.args["to"]))
    at = places.get(hull.key)
    far = distance(hull.place.cell, at.cell, str(work.constant("out.grid.metric"))) if hull.place and at else 0
    work.emit(replace(steered, heading=heading, at=at, cells=far, turned=heading != own.heading))
    work.emit(*(e.Stepped(body=key, place=place) for key, place in places.items()))
    if climb:
        ships.rise_to(work, ship.key, own.altitude + climb, "steered")
    making_way.settle(work, *places)


def _levels(given: int | str) -> int:
    try:
        return int(given or 0)
    except ValueError as error:
        raise bad_field("climb", "a whole number of levels") from error


def _cell(given: Any) -> Cell:
    if not (isinstance(given, list) and len(given) == 2 and all(isinstance(n, int) for n in given)):
        raise bad_field("target", "name a cell, such as [3, 4]")
    return (given[0], given[1])


def flown(
    state: AnyState, ship: AnyUnit, start: Place, to: Cell, others: frozenset[Cell] | None = None
) -> dict[str, Place] | Refused:
    """Where everything of the ship is after it flew there, those aboard on the same board with it; nothing may be in
    the way at the end. others: the cells where something is, by default all where bodies are."""
    moved = [state.bodies[key] for key in ship.bodies if key in state.bodies]
    moved += [b for b in state.bodies.values() if body_part(b).aboard == ship.key]
    found: dict[str, Place] = {}
    board = state.boards[start.board]
    taken = ways.taken(state, start.board, *(b.key for b in moved)) if others is None else others
    for body in moved:
        if body.place is None or body.place.board != start.board:
            continue
        x, y = body.place.x + to[0] - start.x, body.place.y + to[1] - start.y
        if not (0 <= x < board.width and 0 <= y < board.height) or (x, y) in taken:
            return illegal("blocked", cell=ways.name((x, y)))
        if (x, y) != body.place.cell:
            found[body.key] = replace(body.place, x=x, y=y)
    return found


def _as_far(work: Work, unit: str, ship: AnyUnit, hull: AnyBody, to: Cell) -> dict[str, Place]:
    """All the way, or as far as something lets it of which the helm did not know and that comes into sight with it.
    What stays unseen stops no ship, so that no flight that ends short tells of it."""
    assert hull.place is not None
    dx, dy = to[0] - hull.place.x, to[1] - hull.place.y
    steps = max(abs(dx), abs(dy))
    for left in range(steps, 0, -1):
        cell = (hull.place.x + round(dx * left / steps), hull.place.y + round(dy * left / steps))
        found = flown(work.state, ship, hull.place, cell, frozenset())
        if not isinstance(found, Refused) and not making_way.hinders(work, found):
            if left < steps:
                work.emit(Halted(unit=unit, body=hull.key, why="in_the_way"))
            return found
    return {}


# --- the table ------------------------------------------------------------------------------------------


def _steered(t: Telling, ev: Steered) -> LogLine | None:
    """Where to and which way; how high is a line of its own."""
    flown = f"flies {ev.cells} cell{'s' * (ev.cells != 1)} to {ways.name(ev.at.cell)}" if ev.at is not None else ""
    turned = f"turns {COMPASS.get(ev.heading, ev.heading)}" if ev.turned else ""
    said = " and ".join(filter(None, (flown, turned)))
    at = (ev.at.board, ev.at.x, ev.at.y) if ev.at is not None else None
    return line("move", f"{name(t, ev.unit)} {said}", unit=of_unit(t, ev.unit), at=at) if said else None


def _asked(t: Telling, ev: SteeringAsked) -> LogLine:
    said = "the next steering is checked" if ev.on else "the steering is not checked"
    return line("system", f"{name(t, ev.unit)}: {said}", unit=of_unit(t, ev.unit))


def _checked(t: Telling, ev: SteeringChecked) -> LogLine:
    said = "the helm answers" if ev.held else "the helm does not answer, it keeps its course"
    die = f" (D100 {ev.face}, {ev.needs} needed)" if ev.needs else ""
    record = {"kind": "steering", "actor": ev.unit, "die": ev.face, "held": ev.held}
    return line("roll", f"{name(t, ev.unit)}: {said}{die}", unit=of_unit(t, ev.unit), record=record)


def _checked_s(s: AnyState, ev: SteeringChecked) -> AnyState:
    return ships.with_ship(s, ev.unit, asked=False)


COMMANDS: tuple[type[c.Command], ...] = (AskSteering,)
EVENTS: tuple[type[e.Event], ...] = (Steered, SteeringAsked, SteeringChecked)
APPLIERS: dict[type[e.Event], Any] = {
    Steered: lambda s, ev: ships.with_ship(s, ev.unit, steered=ev.round, heading=ev.heading),
    SteeringAsked: lambda s, ev: ships.with_ship(s, ev.unit, asked=ev.on),
    SteeringChecked: _checked_s,
}
HANDLERS: dict[type[c.Command], Handler] = {AskSteering: ask}
STEPS: dict[str, Step] = {"steer_on": steer_on}
AUDIENCE: dict[type[e.Event], Rule] = {
    Steered: shared.of_unit,
    SteeringAsked: shared.numbers,
    SteeringChecked: shared.numbers,
}
WORDS: dict[type[e.Event], Narrate] = {Steered: _steered, SteeringAsked: _asked, SteeringChecked: _checked}
