"""The ship panel (table.md 22): sections with Charge and distance, posts with who stands there and what is loaded."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from tactics.board.cells import COMPASS, name
from tactics.effects.breakdown import Breakdown, shown
from tactics.effects.explained import entry_of
from tactics.kernel.refusals import Refused
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyUnit
from tactics.kernel.view import BadgeView, CraftView, NumberView, PostView, SectionView
from tactics.mission.knowledge import knows_numbers
from tactics.outerah import aboard, attack_data, attack_offers, catapult, crew, decks, ships
from tactics.outerah.crew import ZONE_LABELS
from tactics.outerah.parts import body_part, constant, is_house, living
from tactics.outerah.specs import ZONES
from tactics.secrecy.cards import health, relation

DOES = {
    "hull": "without it the ship falls",
    "mast": "each lost: Movement 1 less, a worse Charge",
    "wings": "without them it sinks a level each Round",
    "deck": "without it a Minus Charge on deck (house value)",
}
CHARGE = {
    "super": "Super Charge", "plus": "Plus Charge", "none": "no Charge", "minus": "Minus Charge",
    "hyper": "Hyper Charge",
}  # fmt: skip


def crafts(known: Known) -> tuple[CraftView, ...]:
    """Every ship that the viewer knows of, the own side's first."""
    found = [u for u in known.state.units.values() if u.kind == "ship"]
    if not found:
        return ()
    own = next((u for u in found if knows_numbers(known.state, known.seat, u) and relation(known, u) != "enemy"), None)
    acting = known.state.units.get(known.state.clock.active or "")
    if acting is not None and (known.is_gm or acting.seat == known.seat):
        ship = next((s for b in living(known.state, acting) if (s := aboard.ship_of(known.state, b))), None)
        own = ship or own
    found.sort(key=lambda u: (u is not own, u.name, u.key))
    first, *others = (_craft(known, unit, own) for unit in found)
    return (replace(first, badges=(*first.badges, *_thrown(known))), *others)


def _thrown(known: Known) -> tuple[BadgeView, ...]:
    """The boxes that catapults threw: those that still come down on balloons, and those that lie there (O-172)."""
    return tuple(
        BadgeView(
            f"box.{box.number}", f"box {box.levels} level{'s' * (box.levels != 1)} above {name(box.place.cell)}",
            title="It comes down on balloons as each Round ends", help="rule:O-172",
        )
        if box.levels
        else BadgeView(
            f"box.{box.number}", f"box at {name(box.place.cell)}", title="The GM says what is in it", help="rule:O-172"
        )
        for box in catapult.boxes(known.state)
    )  # fmt: skip


def faces(known: Known, body: AnyBody) -> str:
    """The hull of a ship points where the ship heads: the arcs of its cannon go by it (O-165)."""
    unit = known.state.units[body.unit]
    if unit.kind != "ship":
        return body.facing
    hull = aboard.hull(known.state, unit)
    return aboard.ship(unit).heading if hull is not None and hull.key == body.key else ""


def _craft(known: Known, unit: AnyUnit, own: AnyUnit | None) -> CraftView:
    exact = _commands(known, unit)
    ship = aboard.ship(unit)
    hull = aboard.hull(known.state, unit)
    numbers, sums = [], []
    if exact:
        # Of what cannot fly any more neither is said: the masts that are left would seem to carry it still.
        climb = replace(ships.jump(known, unit), label="Climb")
        flight = () if ships.wrecked(known, unit) else (ships.movement(known, unit), climb)
        numbers = [
            NumberView("altitude", "Altitude", str(ship.altitude)),
            NumberView("heading", "Heading", COMPASS.get(ship.heading, ship.heading)),
            *map(_number, flight),
        ]
        entry = partial(entry_of, known.rules)
        sums = [shown(found, known.is_gm, entry=entry) for found in flight if len(found.terms) > 1]
    elif hull is not None and hull.place is not None:
        numbers = [
            NumberView("altitude", "Altitude", str(hull.place.z)),
            NumberView("heading", "Heading", COMPASS.get(ship.heading, ship.heading)),
        ]
    bodies = [known.state.bodies[key] for key in unit.bodies if key in known.state.bodies]
    wide = hull.place.board if hull is not None and hull.place is not None else ""
    deck = decks.key_of(known.state, unit)
    return CraftView(
        key=unit.key,
        name=unit.name,
        relation=relation(known, unit),
        numbers=tuple(numbers),
        sums=tuple(sums),
        badges=tuple(BadgeView("ship", *said, help="rule:O-140") for said in ships.badges(known, unit)),
        sections=tuple(_section(known, body, exact, own if unit is not own else None) for body in bodies),
        posts=tuple(_post(known, unit, zone) for zone in ZONES) if exact else (),
        boards=tuple(filter(None, (wide, deck))) if exact or unit is own else (),
        deck=deck,
        core=hull.key if hull is not None else "",
        heading=ship.heading,
        rays=_rays(ship.heading) if exact and unit is own and attack_data.cannon_of(known, unit) is not None else (),
    )


def _rays(heading: str) -> tuple[str, ...]:
    """The rims of what the cannons of both sides bear on, 45 degrees off their sides (O-165)."""
    ways = list(COMPASS)
    at = ways.index(heading)
    return tuple(ways[(at + turn) % len(ways)] for turn in (1, 3, 5, 7))


def _number(found: Breakdown) -> NumberView:
    """With its terms, and the mark of a house value if one is among them."""
    house = any(term.house for term in found.terms)
    return NumberView(found.label.lower(), found.label, str(found.total), title=str(found), house=house)


def _does(known: Known, section: str) -> str:
    """What its loss does."""
    if section != "propeller":
        return DOES.get(section, "")
    if constant(known, "out.ship.propeller_fatal"):
        return DOES["hull"]
    share = float(constant(known, "out.ship.propeller_lost_movement"))
    said = "half" if share == 0.5 else f"{share:.0%} of it"
    mark = " (house value)" if is_house(known, "out.ship.propeller_lost_movement") else ""
    return f"without it Movement is {said}{mark}"


def _section(known: Known, body: AnyBody, exact: bool, own: AnyUnit | None) -> SectionView:
    """own: the viewer's craft, from which it is looked at; None for a section of that one."""
    mine = aboard.hull(known.state, own) if own is not None else None
    section = body_part(body).section
    charge = CHARGE.get(str(constant(known, f"out.ship.{section}.charge")), "") if section else ""
    far = None
    if mine is not None and mine.place is not None and body.place is not None and mine.place.board == body.place.board:
        far = attack_data.cells_between(known, mine.place, body.place)
    return SectionView(
        body=body.key,
        name=body.name,
        health=health(body, exact)[0],
        hp=body.hp if exact else None,
        max_hp=body.max_hp if exact else None,
        down=body.down,
        charge=charge,
        far=far,
        does=_does(known, section),
        bears=_bearing(known, own, body) if own is not None and not body.down else None,
    )


def _bearing(known: Known, own: AnyUnit, target: AnyBody) -> tuple[tuple[str, str], ...] | None:
    """The cannons of a ship that bear on a section (O-165), each with the chance of whoever stands at it."""
    hull = aboard.hull(known.state, own)
    side = aboard.side_of(known.state, own)
    enemy = aboard.side_of(known.state, known.state.units[target.unit]) != side
    if hull is None or not enemy or attack_data.cannon_of(known, own) is None or not _commands(known, own):
        return None
    found = []
    for zone in aboard.BELOW_DECK:
        gunner = next((b for b in _at(known, own, zone) if known.state.units[b.unit].side == side), None)
        stands = ships.at_gun(known.state, gunner, "ship") if gunner is not None else hull
        shot = crew.bears(known, stands, own, zone, target)
        if isinstance(shot, Refused):
            continue
        chance = attack_offers.aimed_at(known, stands, target, shot).chance if gunner is not None else ""
        found.append((ZONE_LABELS[zone], chance))
    return tuple(found)


def _commands(known: Known, unit: AnyUnit) -> bool:
    """Whether the viewer knows what a ship has on board."""
    return known.is_gm or knows_numbers(known.state, known.seat, unit)


def _at(known: Known, unit: AnyUnit, zone: str) -> list[AnyBody]:
    """Who stands in a zone of a ship."""
    return [
        b
        for b in known.state.bodies.values()
        if not b.down and not body_part(b).section
        and (s := aboard.ship_of(known.state, b)) is not None and s.key == unit.key
        and aboard.post(known.state, b) == zone
    ]  # fmt: skip


def _post(known: Known, unit: AnyUnit, zone: str) -> PostView:
    ship = aboard.ship(unit)
    kind = attack_data.CANNON if zone in aboard.BELOW_DECK else catapult.WEAPON if zone == catapult.ZONE else ""
    tier = ship.weapons.get(kind, 0)
    loaded = ship.loaded.get(zone, "")
    return PostView(
        key=zone,
        label=ZONE_LABELS[zone].capitalize(),
        who=tuple(b.name for b in _at(known, unit, zone)),
        weapon=f"{kind.capitalize()}, tier {tier}" if tier else "",
        load=(f"loaded: {_held(known, loaded)}" if loaded else "empty") if tier else "",
    )


def _held(known: Known, loaded: str) -> str:
    """What lies in a weapon: a ball, or the payload of a catapult with its spell or whom it launches (O-169, O-170)."""
    key, *more = loaded.split(":")
    payload = catapult.payloads(known).get(key)
    if payload is None:
        return key
    if payload.does == "unit" and more and more[0] in known.state.bodies:
        return known.state.bodies[more[0]].name
    spell = known.rules.find("skill", more[1]) if payload.does == "spell" and len(more) == 2 else None
    if spell is not None:
        return f"{payload.label}, {spell.label}"
    return f"{payload.label} on balloons" if catapult.BALLOONS in more else payload.label
