"""Ships in the air: what their sections are worth, and what the loss of each does (O-140 to O-158).

Only the hull is fatal, unless `out.ship.propeller_fatal` says that the propeller is too: then the ship falls. Masts
and propeller slow it, turbulence and a broken deck hinder its crew, broken wings let it sink.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tactics.effects.breakdown import Breakdown, Term
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyState, AnyUnit
from tactics.outerah import aboard
from tactics.outerah.aboard import BELOW_DECK, hull, ship, ship_of
from tactics.outerah.parts import body_part, constant, is_house, truth, with_part

STEPS_OF = {"super": 2, "plus": 1, "none": 0, "minus": -1, "hyper": -2}

class Altitude(e.Event, frozen=True, tag=True):
    """A ship is so many levels above the ground now, `by` more than before. why: `steered`, `wings` (it sinks) or
    `falls`."""

    unit: str
    levels: int
    why: str = ""
    by: int = 0


# --- what it is made of -------------------------------------------------------------------------------


def sections(state: AnyState, unit: AnyUnit, section: str) -> tuple[AnyBody, ...]:
    found = (state.bodies[key] for key in unit.bodies if key in state.bodies)
    return tuple(b for b in found if body_part(b).section == section)


def lost(state: AnyState, unit: AnyUnit, section: str) -> int:
    """How many of these sections are destroyed."""
    return sum(b.down for b in sections(state, unit, section))


def charge(known: Known, target: AnyBody) -> int:
    """Steps of the ladder for whoever aims at this section (O-145, O-148, O-153, O-155, O-157)."""
    section = body_part(target).section
    return STEPS_OF[str(constant(known, f"out.ship.{section}.charge"))] if section else 0


# --- what a loss does ---------------------------------------------------------------------------------


def wrecked(known: Known, unit: AnyUnit) -> bool:
    """A section that the ship cannot fly without is gone (O-141, O-146, O-154)."""
    propeller = bool(constant(known, "out.ship.propeller_fatal")) and lost(known.state, unit, "propeller")
    return bool(lost(known.state, unit, "hull") or propeller)


def falling(known: Known, unit: AnyUnit) -> bool:
    return wrecked(known, unit) and ship(unit).altitude > 0


def hindered(known: Known, body: AnyBody) -> Iterator[tuple[str, int, bool]]:
    """(why, steps of the ladder, house value) that worsen every attack of the crew: turbulence (O-151), and on the
    deck what is left of it (O-158)."""
    unit = ship_of(known.state, body)
    if unit is None:
        return
    gone, all_of = lost(known.state, unit, "mast"), len(sections(known.state, unit, "mast"))
    if gone:
        yield "turbulence", -2 if gone == all_of else -1, False
    if lost(known.state, unit, "deck") and aboard.post(known.state, body) not in BELOW_DECK:
        yield "broken deck", -1, True


def movement(known: Known, unit: AnyUnit) -> Breakdown:
    """Cells that a ship is steered in a Round: one less for each mast, then half without the propeller (O-150,
    O-154)."""
    base = int(constant(known, "out.ship.movement"))
    terms = [Term("ship", base, "constant:out.ship.movement", house=is_house(known, "out.ship.movement"))]
    masts = min(base, lost(known.state, unit, "mast"))
    if masts:
        terms.append(Term("masts lost", -masts, "ship:mast"))
    if lost(known.state, unit, "propeller"):
        whole = int((base - masts) * constant(known, "out.ship.propeller_lost_movement"))
        mark = is_house(known, "out.ship.propeller_lost_movement")
        terms.append(Term("propeller lost", whole - (base - masts), "ship:propeller", house=mark))
    return Breakdown("Movement", tuple(terms), floor=0)


def jump(known: Known, unit: AnyUnit) -> Breakdown:
    """Levels that it climbs in a Round: one less without wings (O-156)."""
    mark = is_house(known, "out.ship.jump")
    terms = [Term("ship", int(constant(known, "out.ship.jump")), "constant:out.ship.jump", house=mark)]
    if lost(known.state, unit, "wings"):
        terms.append(Term("wings lost", -1, "ship:wings"))
    return Breakdown("Jump", tuple(terms), floor=0)


# --- its crew -----------------------------------------------------------------------------------------


def at_gun(state: AnyState, body: AnyBody, of: str) -> AnyBody:
    """The body as somebody who stands where its ship does, if it attacks with a weapon of the ship."""
    unit = ship_of(state, body) if of == "ship" else None
    found = hull(state, unit) if unit is not None else None
    return aboard.stands_for(state, body, found) if found is not None else body


# --- over time ----------------------------------------------------------------------------------------


def round_ends(work: Work) -> None:
    """A wreck falls, and without wings a ship sinks by one level (O-146, O-156)."""
    for unit in tuple(work.state.units.values()):
        high = ship(unit).altitude
        if unit.kind != "ship" or not high:
            continue
        if wrecked(truth(work), unit):
            rise_to(work, unit.key, max(0, high - int(work.constant("out.ship.fall"))), "falls")
        elif lost(work.state, unit, "wings"):
            rise_to(work, unit.key, high - 1, "wings")


def rise_to(work: Work, unit: str, levels: int, why: str) -> None:
    work.emit(Altitude(unit=unit, levels=levels, why=why, by=levels - ship(work.state.units[unit]).altitude))
    settle(work)


def settle(work: Work) -> None:
    """The sections are as high as their ship."""
    for unit in work.state.units.values():
        if unit.kind != "ship":
            continue
        for key in unit.bodies:
            body = work.state.bodies[key]
            if body.place is not None and body.place.z != ship(unit).altitude:
                work.emit(e.Stepped(body=key, place=replace(body.place, z=ship(unit).altitude)))


# --- to be read ---------------------------------------------------------------------------------------


def values(known: Known, unit: AnyUnit) -> dict[str, Any]:
    """What scenarios read of a ship."""
    own = ship(unit)
    return {
        "movement": movement(known, unit).total,
        "jump": jump(known, unit).total,
        "altitude": own.altitude,
        "heading": own.heading,
        "loaded": dict(own.loaded),
        "falling": falling(known, unit),
        "sections": {key.removeprefix(f"{unit.key}."): known.state.bodies[key].hp for key in unit.bodies},
    }


def badges(known: Known, unit: AnyUnit) -> Iterator[tuple[str, str, str]]:
    """(words, tone, explanation) of what is wrong with a ship; anybody sees it fall."""
    gone = lost(known.state, unit, "mast")
    if falling(known, unit):
        yield "falling", "bad", "It cannot fly any more and falls at the end of each Round"
    elif wrecked(known, unit):
        yield "wrecked", "bad", "It lies on the ground and cannot fly any more"
    if gone:
        yield f"turbulence ({gone} mast{'s' * (gone != 1)} lost)", "warn", "The crew attacks with a worse Charge"
    if lost(known.state, unit, "propeller"):
        yield "no propeller", "warn", "It is steered half as far"
    if lost(known.state, unit, "wings"):
        yield "no wings", "warn", "It sinks by one level at the end of each Round"
    if lost(known.state, unit, "deck"):
        yield "deck broken", "warn", "Whoever stands on deck attacks with a Minus Charge"


def _altitude(s: AnyState, ev: Altitude) -> AnyState:
    return with_ship(s, ev.unit, altitude=ev.levels)


def with_ship(s: AnyState, key: str, **changes: Any) -> AnyState:
    found = s.units.get(key)
    return s if found is None else with_part(s, key, ship=replace(ship(found), **changes))


EVENTS: tuple[type[e.Event], ...] = (Altitude,)
APPLIERS: dict[type[e.Event], Any] = {Altitude: _altitude}
