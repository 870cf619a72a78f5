"""The work of a ship's crew: posts, steering, loading and firing (O-159 to O-165, O-173 to O-176).

A post is one of five zones. Work at a post is the Mainhand of a turn; between a cannon below and the deck a sprint
leads to and fro, which is the whole Movement and the offhand. A cannon fires from its own side, and has to
be loaded again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from tactics.board import distance
from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import Handler, Known
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Cell, Place
from tactics.mission import turns
from tactics.mission.walking import seen_by_sender
from tactics.outerah import (
    aboard,
    attack_data,
    attacks,
    catapult,
    decks,
    legality,
    making_way,
    moving,
    overboard,
    ships,
    steering,
    ways,
)
from tactics.outerah.parts import (
    DIRECTIONS,
    MAINHAND,
    MOVEMENT,
    OFFHAND,
    SLANTED,
    Acted,
    free_to_act,
    living,
    part,
    pay,
    pay_free,
    truth,
    why_held,
    with_body_part,
)
from tactics.outerah.specs import ZONES

ZONE_LABELS = {
    "deck": "deck", "catapult": "catapult", "left_cannon": "left cannon", "right_cannon": "right cannon",
    "helm": "helm",
}  # fmt: skip
BALL = "ball"
GUNS = (*aboard.BELOW_DECK, catapult.ZONE)


class ShipWork(c.Command, frozen=True, tag="ship"):
    """A member of a crew works its ship. role: steer, load, fire, post, board or leave; target: whom a weapon fires at,
    the cell that the hull is steered to or the catapult throws to, whom it launches, the ship that is boarded, or the
    member that goes to a post;
    climb: levels up, or down below 0; heading: where the bow points then; to: a post, or `catapult` where a unit that
    stands at cannons too means that one; payload: what the catapult is
    loaded with; with: the spell of an orb; balloons: on a box."""

    unit: c.Key
    role: c.Key
    payload: c.Key | None = None
    using: c.Key | None = msgspec.field(default=None, name="with")
    balloons: bool | c.Text = False
    target: c.Key | list[c.Coordinate] | None = None
    climb: int | c.Text = 0
    heading: c.Text = ""
    to: c.Text = ""


class Posted(e.Event, frozen=True, tag=True):
    body: str
    zone: str


class Loading(e.Event, frozen=True, tag=True):
    """So many turns of loading a cannon are done, and it needs more."""

    unit: str
    zone: str
    turns: int


class Loaded(e.Event, frozen=True, tag=True):
    """What lies in the weapon of a zone of a ship; empty: nothing, it was fired."""

    unit: str
    zone: str
    what: str


# --- what can be done ---------------------------------------------------------------------------------


def hands(state: AnyState, unit: AnyUnit, *zones: str) -> Iterator[tuple[AnyBody, AnyUnit]]:
    """The members of a unit at one of these posts, each with its ship."""
    for body in living(state, unit):
        ship = aboard.ship_of(state, body)
        if ship is not None and aboard.side_of(state, ship) == unit.side and aboard.post(state, body) in zones:
            yield body, ship


def hand(state: AnyState, unit: AnyUnit, *zones: str) -> tuple[AnyBody, AnyUnit]:
    """The first of them. Refused: `bad_field`."""
    found = next(hands(state, unit, *zones), None)
    if found is None:
        raise bad_field("role", f"that is done at the {' or the '.join(ZONE_LABELS[z] for z in zones)}")
    return found


def in_arc(heading: str, zone: str, ship: Cell, target: Cell) -> bool:
    """Whether a cannon bears: within 45 degrees of straight out of its side (O-165)."""
    hx, hy = {**DIRECTIONS, **SLANTED}[heading]
    ox, oy = (hy, -hx) if zone == "left_cannon" else (-hy, hx)
    dx, dy = target[0] - ship[0], target[1] - ship[1]
    along, across = dx * ox + dy * oy, abs(dx * oy - dy * ox)
    return along > 0 and along >= across


def aim(known: Known, gunner: AnyBody, ship: AnyUnit, target: AnyBody) -> attack_data.Attack | Refused:
    """The shot at this target, or why it cannot be fired; whether it is loaded is another question."""
    return bears(known, ships.at_gun(known.state, gunner, "ship"), ship, aboard.post(known.state, gunner), target)


def bears(known: Known, stands: AnyBody, ship: AnyUnit, zone: str, target: AnyBody) -> attack_data.Attack | Refused:
    """Whether the cannon of a zone reaches a target from where its ship is, loaded or not. stands: whoever fires it, or
    the hull, where the ship is (`ships.at_gun`)."""
    attack = attack_data.cannon_of(known, ship)
    if attack is None:
        return illegal("not_ready", weapon="Cannon")
    if target.unit == ship.key:
        return illegal("target")
    wrong = legality.hindrance(known, stands, target, attack)
    if wrong is not None:
        return wrong
    at = aboard.outside(known.state, target).place
    if at is None or stands.place is None or not in_arc(aboard.ship(ship).heading, zone, stands.place.cell, at.cell):
        return bad_field("target", f"the {ZONE_LABELS[zone]} does not bear on it")
    return attack


# --- doing it -----------------------------------------------------------------------------------------


def work_ship(work: Work, command: ShipWork) -> None:
    unit = turns.active_unit(work, command.unit)
    deed = ROLES.get(command.role)
    if deed is None:
        raise bad_field("role", f"choose one of {', '.join(ROLES)}")
    deed(work, unit, command)


def load(work: Work, unit: AnyUnit, command: ShipWork) -> None:
    """A ball into the cannon of every member that stands at an empty one (O-162), or a payload into the catapult
    (O-168)."""
    throwing = next(hands(work.state, unit, catapult.ZONE), None)
    guns = cannons(work.state, unit)
    if throwing is not None and (command.payload is not None or not guns):
        what = catapult.load(work, *throwing, command)
        pay(work, unit.key, (MAINHAND,), "load")
        work.emit(Acted(unit=unit.key, action="load"), Loaded(unit=throwing[1].key, zone=catapult.ZONE, what=what))
        return
    if not guns:
        hand(work.state, unit, *GUNS)  # says where that is done
    empty = {zone: ship for zone, (_, ship) in guns.items() if to_load(ship, zone)}
    if not empty:
        raise illegal("nothing")
    pay(work, unit.key, (MAINHAND,), "load")
    work.emit(Acted(unit=unit.key, action="load"))
    for zone, ship in empty.items():
        turns_gone = aboard.ship(ship).loading.get(zone, 0) + 1
        if turns_gone < int(work.constant("out.cannon.load_turns")):
            work.emit(Loading(unit=ship.key, zone=zone, turns=turns_gone))
        else:
            work.emit(Loaded(unit=ship.key, zone=zone, what=BALL))


def cannons(state: AnyState, unit: AnyUnit) -> dict[str, tuple[AnyBody, AnyUnit]]:
    """The cannons that members of the unit stand at: zone -> who, and the ship."""
    found: dict[str, tuple[AnyBody, AnyUnit]] = {}
    for body, ship in hands(state, unit, *aboard.BELOW_DECK):
        found.setdefault(aboard.post(state, body), (body, ship))
    return found


def to_load(ship: AnyUnit, zone: str) -> bool:
    """Whether there is a cannon in this zone that is not loaded."""
    return not aboard.ship(ship).loaded.get(zone) and bool(aboard.ship(ship).weapons.get(attack_data.CANNON))


def fire(work: Work, unit: AnyUnit, command: ShipWork) -> None:
    """Every loaded cannon that members stand at and that bears on the target (O-161 to O-165), or the catapult
    (O-166)."""
    throwing = next(hands(work.state, unit, catapult.ZONE), None)
    guns = {} if command.to == catapult.ZONE else cannons(work.state, unit)
    if throwing is not None and not guns:
        gunner, ship = throwing
        if not aboard.ship(ship).loaded.get(catapult.ZONE):
            raise illegal("not_ready", weapon="Catapult")
        _throw(work, unit, gunner, ship, command)
        return
    if not guns:
        hand(work.state, unit, *GUNS)
    ready = {zone: gun for zone, gun in guns.items() if aboard.ship(gun[1]).loaded.get(zone)}
    if not ready:
        raise illegal("not_ready", weapon="Cannon")
    if not isinstance(command.target, str):
        raise bad_field("target", "name whom to fire at")
    known = seen_by_sender(work)
    target = work.body_key(command.target)
    found = {zone: aim(known, *gun, known.state.bodies[target]) for zone, gun in ready.items()}
    shots = {zone: shot for zone, shot in found.items() if not isinstance(shot, Refused)}
    for wrong in found.values():
        if not shots and isinstance(wrong, Refused):
            raise wrong
    if why := attacks.leaves_it(work.state, unit):
        raise illegal("phase", text=why)
    pay(work, unit.key, (MAINHAND,), "fire")
    work.emit(Acted(unit=unit.key, action="fire"), attacks.Attacked(unit=unit.key))
    work.emit(*(Loaded(unit=ready[zone][1].key, zone=zone, what="") for zone in shots))
    attacks.begin(
        work, unit.key, [(ready[zone][0].key, target, attack_data.plain(shot)) for zone, shot in shots.items()]
    )


def _throw(work: Work, unit: AnyUnit, gunner: AnyBody, ship: AnyUnit, command: ShipWork) -> None:
    target = work.body_key(command.target) if isinstance(command.target, str) else command.target
    at = catapult.aim(seen_by_sender(work), ship, target)
    if isinstance(at, Refused):
        raise at
    what = aboard.ship(ship).loaded[catapult.ZONE]
    pay(work, unit.key, (MAINHAND,), "fire")
    work.emit(
        Acted(unit=unit.key, action="fire"),
        attacks.Attacked(unit=unit.key),
        Loaded(unit=ship.key, zone=catapult.ZONE, what=""),
    )
    catapult.throw(work, unit, gunner, ship, what, at, target if isinstance(target, str) else "")


def post(work: Work, unit: AnyUnit, command: ShipWork) -> None:
    """To another post: by the Movement, and between below and the deck by a sprint (O-176). Of several members one goes
    on foot, the one that is named; a sprint takes along all who can, unless one is named."""
    if command.to not in ZONES:
        raise bad_field("to", f"choose one of {', '.join(ZONES)}")
    free = free_to_act(truth(work), unit)
    going = [body for body, _ in hands(work.state, unit, *(z for z in ZONES if z != command.to)) if body in free]
    if not free and living(work.state, unit):
        raise illegal("phase", text=why_held(truth(work), unit))
    if isinstance(command.target, str):
        named = work.body_key(command.target)
        going = [body for body in going if body.key == named]
        if not going:
            raise bad_field("target", "name a member that is aboard and not at that post")
    elif not going:
        hand(work.state, unit, *(z for z in ZONES if z != command.to))  # says where that is done
    ways_there = {body.key: way for body in going if (way := way_to(aboard.post(work.state, body), command.to))}
    going = [body for body in going if body.key in ways_there]
    if not going:
        raise bad_field("to", "between a cannon and the other posts the way leads over the deck")
    known = seen_by_sender(work)
    found: dict[str, tuple[Place, list[Cell]] | Refused | None] = {
        body.key: goes(known, unit, body, command.to) for body in going
    }
    able = [body for body in going if not isinstance(found[body.key], Refused)]
    wrong = found[going[0].key]
    if not able and isinstance(wrong, Refused):
        raise wrong
    way = ways_there[able[0].key]
    if OFFHAND not in way:
        if len(able) > 1:
            raise bad_field("target", "name who goes there")
        there = found[able[0].key]
        if isinstance(there, tuple):
            moving.begin(work, unit, "post", {able[0].key: there[1]}, 1)
            return
    pay(work, unit.key, way, "post")
    work.emit(Acted(unit=unit.key, action="post"))
    for body in able:
        # Whoever went before has taken a cell.
        there = goes(seen_by_sender(work), unit, body, command.to)
        if isinstance(there, Refused) or ways_there[body.key] != way:
            continue
        if there is not None:
            work.emit(e.Stepped(body=body.key, place=there[0]))
            making_way.settle(work, body.key)
        work.emit(Posted(body=body.key, zone=command.to))


def goes(known: Known, unit: AnyUnit, body: AnyBody, to: str) -> tuple[Place, list[Cell]] | Refused | None:
    """Where a member goes for a post, with the way there on foot (`cell_of`); None on a craft without a deck board."""
    ship = aboard.carried(known.state, body)
    return cell_of(known, unit, body, ship, to) if ship is not None else None


def cell_of(known: Known, unit: AnyUnit, body: AnyBody, ship: AnyUnit, to: str) -> tuple[Place, list[Cell]] | Refused:
    """Where on the deck board a body goes for a post, with the way there on foot; or why it cannot: down below one gets
    from beside the entrance on that side, and to the rest as far as the Movement goes (O-176)."""
    assert body.place is not None
    zone = aboard.post(known.state, body)
    if to in aboard.BELOW_DECK or zone in aboard.BELOW_DECK:
        gun = to if to in aboard.BELOW_DECK else zone
        door = decks.entrance(ship, gun)
        if door is not None and gun == to and distance(body.place.cell, door) > 1:
            return illegal("range", text=f"the entrance to the {ZONE_LABELS[to]} is at {ways.name(door)}")
        place = decks.free(known.state, ship, to, door)
        return (place, []) if place is not None else illegal("occupied", cell=f"the {ZONE_LABELS[to]}")
    board = body.place.board
    others = ways.taken(known.state, board, body.key)
    free = pay_free(known.state)
    most = ways.STROLL if free else ways.budget(known, body)
    gone = 0 if free else ways.spent_of(known, unit, body)
    found = ways.reach(known, body, most, gone, others, fresh=not part(unit).walked)
    cells = [cell for cell in aboard.ship(ship).posts.get(to, ()) if cell in found]
    if not cells:
        return illegal("limit", cell=f"the {ZONE_LABELS[to]}")
    end = min(cells, key=lambda cell: (found[cell].halves, cell[1], cell[0]))
    return Place(board=board, x=end[0], y=end[1]), ways.path_to(found, body.place.cell, end)


def board(work: Work, unit: AnyUnit, command: ShipWork) -> None:
    """Onto another ship's deck, by the Movement."""
    known = seen_by_sender(work)
    target = work.body_key(command.target) if isinstance(command.target, str) else None
    ship = known.state.units.get(known.state.bodies[target].unit) if target is not None else None
    if ship is None:
        raise bad_field("target", "name the ship that is boarded")
    _crosses(work, unit, lambda body: overboard.may_board(known, body, ship), "board")
    for body in living(work.state, unit)[:1]:
        overboard.board(work, body, ship)


def leave(work: Work, unit: AnyUnit, command: ShipWork) -> None:
    """Off the ship to the ground, by the Movement."""
    known = seen_by_sender(work)
    _crosses(work, unit, lambda body: overboard.may_leave(known, body), "leave")
    for body in living(work.state, unit)[:1]:
        overboard.leave(work, body)


def _crosses(work: Work, unit: AnyUnit, wrong: Callable[[AnyBody], Refused | None], why: str) -> None:
    body = next(iter(living(work.state, unit)), None)
    if body is None:
        raise illegal("nothing")
    if found := wrong(body):
        raise found
    pay(work, unit.key, (MOVEMENT,), why)
    work.emit(Acted(unit=unit.key, action=why))


def way_to(zone: str, to: str) -> tuple[str, ...]:
    """What the way between two posts takes; nothing leads from below to anywhere but the deck, or from elsewhere than
    the deck down."""
    if zone in aboard.BELOW_DECK or to in aboard.BELOW_DECK:
        return (MOVEMENT, OFFHAND) if "deck" in (zone, to) else ()
    return (MOVEMENT,)


def steer(work: Work, unit: AnyUnit, command: ShipWork) -> None:
    """At the helm (O-174)."""
    _, ship = hand(work.state, unit, "helm")
    steering.steer(work, unit, ship, command)


ROLES = {"steer": steer, "load": load, "fire": fire, "post": post, "board": board, "leave": leave}


# --- the table ----------------------------------------------------------------------------------------


def _loading(s: AnyState, key: str, zone: str, turns: int) -> AnyState:
    unit = s.units.get(key)
    if unit is None:
        return s
    loading = {k: n for k, n in {**aboard.ship(unit).loading, zone: turns}.items() if n}
    return ships.with_ship(s, key, loading=dict(sorted(loading.items())))


def _loaded(s: AnyState, ev: Loaded) -> AnyState:
    unit = s.units.get(ev.unit)
    if unit is None:
        return s
    s = _loading(s, ev.unit, ev.zone, 0)
    loaded = {k: v for k, v in {**aboard.ship(unit).loaded, ev.zone: ev.what}.items() if v}
    return ships.with_ship(s, ev.unit, loaded=dict(sorted(loaded.items())))


COMMANDS: tuple[type[c.Command], ...] = (ShipWork,)
EVENTS: tuple[type[e.Event], ...] = (Posted, Loading, Loaded)
APPLIERS: dict[type[e.Event], Any] = {
    Posted: lambda s, ev: with_body_part(s, ev.body, zone=ev.zone),
    Loaded: _loaded,
    Loading: lambda s, ev: _loading(s, ev.unit, ev.zone, ev.turns),
}
HANDLERS: dict[type[c.Command], Handler] = {ShipWork: work_ship}
