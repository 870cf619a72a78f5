"""The catapult: range, payloads, and what each does where it comes down (O-166 to O-172).

It throws from five cells on, never along a line of sight, and does no damage by itself. A payload is an entry of the
rules data: an orb that holds a caster's spell, somebody who is launched, a box of things, or what bursts.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tactics.effects.breakdown import Breakdown, Term
from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Audience, Handler, Known, Narrate, Telling
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Cell, Place
from tactics.kernel.view import LogLine
from tactics.mission import audience as shared
from tactics.mission.audience import Rule
from tactics.mission.walking import seen_by_sender
from tactics.mission.words import line, name
from tactics.outerah import (
    aboard,
    attack_data,
    attacks,
    decks,
    drift,
    falls,
    making_way,
    numbers,
    overboard,
    ships,
    space,
    ways,
)
from tactics.outerah.parts import Box, OuterahMission, body_part, constant, has, living, truth
from tactics.outerah.pushes import away
from tactics.outerah.specs import SIZES, Payload, Skill
from tactics.secrecy.sight import seats_of_whom, sees

ZONE, WEAPON = "catapult", "catapult"
BALLOONS = "balloons"
LARGEST = "medium"
CONSENT = "launch"
"""The standing choice of a seat: its units let themselves be launched by others."""


class TakeBox(c.Command, frozen=True, tag="take_box"):
    """The Guide takes a box off the map: it was opened, or is gone. unit: a ship, on whose panel it stands; number: of
    the box."""

    unit: c.Key
    number: int
    reason: c.Text = ""


class BoxGone(e.Event, frozen=True, tag=True):
    """A box is not there any more."""

    box: Box
    reason: str = ""


class Flung(e.Event, frozen=True, tag=True):
    """A catapult has thrown something to this place. levels: how deep it fell; damage: what that did to it."""

    unit: str
    payload: str
    at: Place
    body: str = ""
    levels: int = 0
    damage: int = 0


class BoxSet(e.Event, frozen=True, tag=True):
    """A box hangs on its balloons so many levels up; 0: it has landed, and the GM says what is left of its contents."""

    box: Box


# --- what it can throw ----------------------------------------------------------------------------------


def tier(unit: AnyUnit) -> int:
    return aboard.ship(unit).weapons.get(WEAPON, 0)


def reach(known: Known, unit: AnyUnit) -> Breakdown:
    """The farthest cell: five more for each tier after the first (O-167)."""
    step = int(constant(known, "out.catapult.step"))
    first = Term("Catapult", int(constant(known, "out.catapult.max")), "constant:out.catapult.max")
    more = step * (tier(unit) - 1)
    return Breakdown("Range", (first, Term("tier", more, "constant:out.catapult.step")) if more else (first,))


def payloads(known: Known) -> dict[str, Payload]:
    found = known.rules.entries.get("payload", {})
    return {k: p for k, p in found.items() if isinstance(p, Payload) and not p.disabled}


def spells(known: Known, body: AnyBody) -> dict[str, Skill]:
    """What a caster can put into an orb: its own magic and whatever helps (O-169); nothing while it is silenced."""
    if has(known.rules, body, "no_skills"):
        return {}
    found = {key: known.rules.find("skill", key) for key in body.skills}
    bound = ("physical", "gem")
    return {k: s for k, s in found.items() if isinstance(s, Skill) and not s.disabled and s.does not in bound}


def launchable(known: Known, gunner: AnyBody, body: AnyBody) -> Refused | None:
    """Why somebody cannot be launched, or None: it is of Medium size at most, and at the catapult (O-170)."""
    mine = aboard.ship_of(known.state, gunner)
    if mine is None or aboard.ship_of(known.state, body) != mine or aboard.post(known.state, body) != ZONE:
        return illegal("range")
    if SIZES.index(body_part(body).size) > SIZES.index(LARGEST):
        return illegal("target", text=f"{body.name} is too large")
    return illegal("target") if body.key == gunner.key else None


ONLY_IF = "only if it has agreed"
"""Said of whom another seat plays: what that seat has agreed to is its own to tell."""


def agrees(state: AnyState, gunner: AnyBody, body: AnyBody) -> bool:
    """Whether somebody lets itself be launched: one's own does, another's if its seat says so (O-170)."""
    unit, by = state.units[body.unit], state.units[gunner.unit]
    seat = state.seats.get(unit.seat)
    return seat is None or unit.seat == by.seat or seat.standing.get(CONSENT) is True


def load(work: Work, gunner: AnyBody, ship: AnyUnit, command: Any) -> str:
    """What lies in the catapult then, as text: the payload, and what it holds. Refused if it cannot."""
    known = seen_by_sender(work)
    if not tier(ship):
        raise illegal("not_ready", weapon="Catapult")
    if aboard.ship(ship).loaded.get(ZONE):
        raise illegal("nothing")
    payload = payloads(known).get(command.payload)
    if payload is None:
        raise bad_field("payload", f"choose one of {', '.join(payloads(known))}")
    if payload.does == "spell":
        if command.using not in spells(known, gunner):
            raise bad_field("with", "name a spell of the caster")
        return f"{command.payload}:{gunner.key}:{command.using}"
    if payload.does == "unit":
        body = known.state.bodies.get(command.target) if isinstance(command.target, str) else None
        if body is None:
            raise bad_field("target", "name who is launched")
        if wrong := launchable(known, gunner, body):
            raise wrong
        if not agrees(work.state, gunner, body):
            raise illegal("target", text=f"{body.name} has not agreed to it")
        return f"{command.payload}:{body.key}"
    if payload.does == "box":
        return f"{command.payload}:{BALLOONS}" if command.balloons in (True, "true", "yes") else command.payload
    return str(command.payload)


def hindrance(known: Known, ship: AnyUnit, at: Place) -> Refused | None:
    """Why nothing can be thrown there, or None (O-166)."""
    hull = aboard.hull(known.state, ship)
    if hull is None or hull.place is None or hull.place.board != at.board:
        return illegal("range")
    far = attack_data.cells_between(known, hull.place, at)
    if not int(constant(known, "out.catapult.min")) <= far <= reach(known, ship).total:
        return illegal("range")
    return None


def aim(known: Known, ship: AnyUnit, target: Any) -> Place | Refused:
    """The place that is meant: a cell of the wide board, or where somebody is."""
    hull = aboard.hull(known.state, ship)
    if hull is None or hull.place is None:
        return illegal("phase", missing="placement")
    if isinstance(target, str):
        body = known.state.bodies.get(target)
        at = aboard.outside(known.state, body).place if body is not None else None
        if at is None:
            return Refused("unknown", what=target)
    elif isinstance(target, list) and len(target) == 2 and all(isinstance(n, int) for n in target):
        at = Place(board=hull.place.board, x=target[0], y=target[1])
        board = known.state.boards[at.board]
        if not (0 <= at.x < board.width and 0 <= at.y < board.height):
            return illegal("blocked", cell=ways.name(at.cell))
    else:
        return bad_field("target", "name a body or a cell, such as [3, 4]")
    return hindrance(known, ship, at) or at


def blow(known: Known, gunner: AnyBody, ship: AnyUnit) -> tuple[AnyBody, attack_data.Attack] | None:
    """(who strikes, with what) when what is loaded comes down; None for what strikes nobody."""
    key, *held = aboard.ship(ship).loaded.get(ZONE, "").split(":")
    payload = payloads(known).get(key)
    if payload is not None and payload.does == "burst":
        found = attack_data.of_payload(known, key)
        return (ships.at_gun(known.state, gunner, "ship"), found) if found is not None else None
    caster = known.state.bodies.get(held[0]) if payload is not None and payload.does == "spell" and held else None
    found = attack_data.of_skill(known, caster, held[1]) if caster is not None else None
    spec = known.rules.find("skill", held[1]) if found is not None else None
    if caster is None or found is None or not isinstance(spec, Skill) or spec.does in ("heal", "buff"):
        return None
    return caster, found


# --- where it comes down --------------------------------------------------------------------------------


def throw(work: Work, unit: AnyUnit, gunner: AnyBody, ship: AnyUnit, what: str, at: Place, target: str) -> None:
    """What was loaded comes down there. target: the body that was aimed at, or empty."""
    key, *held = what.split(":")
    payload = work.rules.find("payload", key)
    if not isinstance(payload, Payload):
        return
    if payload.does == "unit" and held and held[0] in work.state.bodies:
        launch(work, unit, ship, key, held[0], at, target)
        return
    if payload.does == "box":
        drop_box(work, unit, ship, key, at, BALLOONS in held)
        return
    work.emit(Flung(unit=unit.key, payload=key, at=at))
    if payload.does == "spell" and len(held) == 2:
        burst_of_spell(work, held[0], held[1], at, target)
    elif payload.does == "burst":
        found = attack_data.of_payload(truth(work), key)
        near = attacks.caught(truth(work), gunner, at.board, at.cell, found) if found is not None else []
        strikes = attacks.on_each(gunner.key, near, found, target) if found is not None else []
        attacks.begin(work, unit.key, strikes, opener=False, how="catapult")


def burst_of_spell(work: Work, caster: str, skill: str, at: Place, target: str) -> None:
    """The spell as its caster would do it, on whoever is where the orb breaks (O-169)."""
    user, spec = work.state.bodies.get(caster), work.rules.find("skill", skill)
    found = attack_data.of_skill(truth(work), user, skill) if user is not None else None
    if user is None or found is None or not isinstance(spec, Skill):
        return
    near = attacks.caught(truth(work), user, at.board, at.cell, found)
    if spec.does in ("heal", "buff"):
        for one in near:
            work.push("skill", user.unit, (f"skill_{spec.does}",), body=caster, target=one, key=skill)
        return
    attacks.begin(work, user.unit, attacks.on_each(caster, near, found, target), opener=False, how="catapult")


def launch(work: Work, unit: AnyUnit, ship: AnyUnit, payload: str, key: str, at: Place, target: str) -> None:
    """Somebody flies there, onto a deck if a ship with one was aimed at, and falls (O-170, O-171)."""
    body = work.state.bodies[key]
    if body.down or aboard.post(work.state, body) != ZONE:
        return  # it has left the catapult meanwhile
    other = work.state.units.get(work.state.bodies[target].unit) if target in work.state.bodies else None
    levels = max(int(work.constant("out.catapult.arc")), aboard.ship(ship).altitude - at.z)
    known = truth(work)
    place = None
    if other is not None and other.kind == "ship" and decks.key_of(work.state, other):
        deck = decks.key_of(work.state, other)
        place = decks.free(work.state, other, aboard.DECK, taken=making_way.taken(work, key, deck))
    place = place or landing(known, body, at, land=False, taken=making_way.taken(work, key, at.board))
    if place is None:
        return
    hull = aboard.hull(work.state, ship)
    if body_part(body).aboard:
        work.emit(aboard.Aboard(body=key))
    if space.in_space(known, replace(body, place=place)) and hull is not None and hull.place is not None:
        work.emit(e.Stepped(body=key, place=place))
        making_way.settle(work, key)
        work.emit(Flung(unit=unit.key, payload=payload, at=place, body=key))
        work.emit(drift.Drifts(body=key, to=away(hull.place.cell, place.cell)))
        return
    damage = falls.down_to(work, key, place, levels)
    making_way.settle(work, key)
    work.emit(Flung(unit=unit.key, payload=payload, at=place, body=key, levels=levels, damage=damage))
    if other is not None and place.board == decks.key_of(work.state, other):
        work.emit(overboard.Crossed(body=key, ship=other.key, how=overboard.BOARDED))


def landing(
    known: Known, body: AnyBody | None, at: Place, *, land: bool, taken: frozenset[Cell] = frozenset()
) -> Place | None:
    """The free cell nearest to a place; land: where something can lie, no deep water, pit or space (O-172)."""
    compiled, floor = ways.floor_of(known, at.board)

    def fits(cell: Cell) -> bool:
        if cell in taken or compiled.blocks(cell):
            return False
        ground = floor.ground(known, cell)
        if ground is None:
            return True
        open_sky = ground.air and (body is None or not numbers.flies(known, body))
        return not open_sky and not (land and (ground.space or ground.water == "deep"))

    cells = [(x, y) for x in range(compiled.width) for y in range(compiled.height) if fits((x, y))]
    found = min(cells, key=lambda c: (max(abs(c[0] - at.x), abs(c[1] - at.y)), c[1], c[0]), default=None)
    return Place(board=at.board, x=found[0], y=found[1]) if found is not None else None


def drop_box(work: Work, unit: AnyUnit, ship: AnyUnit, payload: str, at: Place, balloons: bool) -> None:
    """On balloons to the nearest land below, else at once where it was thrown (O-172)."""
    place = landing(truth(work), None, at, land=True) if balloons else replace(at, z=0)
    work.emit(Flung(unit=unit.key, payload=payload, at=at))
    if place is None:
        return
    high = max(0, aboard.ship(ship).altitude - ways.floor_of(truth(work), place.board)[1].height(place.cell))
    number = max((box.number for box in boxes(work.state)), default=0) + 1
    work.emit(BoxSet(Box(number=number, place=place, levels=high if balloons else 0, balloons=balloons)))


def boxes(state: AnyState) -> tuple[Box, ...]:
    part = state.part
    return part.boxes if isinstance(part, OuterahMission) else ()


def take_box(work: Work, command: TakeBox) -> None:
    """What is in it, and who gets it, is the Guide's (O-172)."""
    if not work.by.is_gm:
        raise Refused("not_allowed")
    found = next((box for box in boxes(work.state) if box.number == command.number), None)
    if found is None:
        raise Refused("unknown", what=str(command.number))
    work.emit(BoxGone(box=found, reason=command.reason))


def round_ends(work: Work) -> None:
    slow = int(work.constant("out.fall.slow"))
    for box in boxes(work.state):
        if box.levels:
            work.emit(BoxSet(replace(box, levels=max(0, box.levels - slow))))


# --- the table ------------------------------------------------------------------------------------------


def _box(s: AnyState, ev: BoxSet) -> AnyState:
    others = tuple(box for box in boxes(s) if box.number != ev.box.number)
    part = s.part if isinstance(s.part, OuterahMission) else OuterahMission()
    return replace(s, part=replace(part, boxes=(*others, ev.box)))


def _gone(s: AnyState, ev: BoxGone) -> AnyState:
    part = s.part if isinstance(s.part, OuterahMission) else OuterahMission()
    return replace(s, part=replace(part, boxes=tuple(box for box in boxes(s) if box.number != ev.box.number)))


def _label(t: Telling, key: str) -> str:
    return str(getattr(t.known.rules.find("payload", key), "label", key))


def _flung(t: Telling, ev: Flung) -> LogLine:
    what = name(t, ev.body) if ev.body else f"{_label(t, ev.payload)}"
    fell = f", {ev.levels} level{'s' * (ev.levels != 1)} down: {ev.damage} damage" if ev.levels else ""
    record = {"kind": "flung", "payload": ev.payload, "levels": ev.levels, "damage": ev.damage}
    at = (ev.at.board, ev.at.x, ev.at.y)
    text = f"{name(t, ev.unit)} throws {what} to {ways.name(ev.at.cell)} with the catapult{fell}"
    return line("move", text, record=record, at=at)


def _box_set(t: Telling, ev: BoxSet) -> LogLine:
    where = ways.name(ev.box.place.cell)
    at = (ev.box.place.board, ev.box.place.x, ev.box.place.y)
    if ev.box.levels:
        return line("system", f"A box on balloons is {ev.box.levels} levels above {where}", at=at)
    said = "lands softly at" if ev.box.balloons else "crashes down at"
    return line("system", f"A box {said} {where}: the GM says what is in it", at=at)


def _box_gone(t: Telling, ev: BoxGone) -> LogLine:
    at = (ev.box.place.board, ev.box.place.x, ev.box.place.y)
    why = f" ({ev.reason})" if ev.reason else ""
    return line("system", f"The box at {ways.name(ev.box.place.cell)} is gone{why}", at=at)


def _who_sees(before: AnyState, after: AnyState, rules: Rules, ev: BoxSet | BoxGone) -> Audience:
    return Audience(seats_of_whom(after, lambda seat: sees(after, rules, seat, ev.box.place)))


def crew_of(state: AnyState, unit: AnyUnit) -> AnyBody | None:
    """The member that works the catapult."""
    return next((b for b in living(state, unit) if aboard.post(state, b) == ZONE), None)


COMMANDS: tuple[type[c.Command], ...] = (TakeBox,)
HANDLERS: dict[type[c.Command], Handler] = {TakeBox: take_box}
EVENTS: tuple[type[e.Event], ...] = (Flung, BoxSet, BoxGone)
APPLIERS: dict[type[e.Event], Any] = {Flung: lambda s, ev: s, BoxSet: _box, BoxGone: _gone}
AUDIENCE: dict[type[e.Event], Rule] = {Flung: shared.of_unit, BoxSet: _who_sees, BoxGone: _who_sees}
WORDS: dict[type[e.Event], Narrate] = {Flung: _flung, BoxSet: _box_set, BoxGone: _box_gone}
