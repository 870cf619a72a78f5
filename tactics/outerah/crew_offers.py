"""What the crew of a ship can do at its posts, as offers with targets and prices (O-174 to O-176; table.md 22)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tactics.kernel.refusals import Refused
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyUnit
from tactics.kernel.view import FieldView, OptionView
from tactics.outerah import attack_data, attack_offers, crew, ships
from tactics.outerah.crew import ZONE_LABELS
from tactics.outerah.parts import MAINHAND, MOVEMENT, OFFHAND, body_part, left, living, pay_free, points
from tactics.outerah.specs import ZONES

GROUP = "Ship"
HEADINGS = (
    ("", "as it is"), ("n", "north"), ("ne", "north-east"), ("e", "east"), ("se", "south-east"), ("s", "south"),
    ("sw", "south-west"), ("w", "west"), ("nw", "north-west"),
)  # fmt: skip


def offers(known: Known, unit: AnyUnit) -> Iterator[OptionView]:
    for body in living(known.state, unit)[:1]:
        ship = ships.of_crew(known.state, body)
        if ship is None:
            continue
        zone = body_part(body).zone
        if zone in ships.BELOW_DECK:
            yield _load(known, unit, ship, zone)
            yield _fire(known, unit, body, ship, zone)
        if zone == "helm":
            yield _steer(known, unit, ship)
        yield from _posts(known, unit, zone)


def _offer(known: Known, unit: AnyUnit, role: str, label: str, *parts: str, why: str = "") -> OptionView:
    free = pay_free(known.state)
    gone = "" if free else next((p for p in parts if not left(unit, p)), "")
    cost = dict.fromkeys(parts, 1)
    used = f"{points({gone: 1})} is used" if gone else ""
    return OptionView(
        key=f"ship.{role}",
        unit=unit.key,
        do="ship",
        label=label,
        group=GROUP,
        cost="free" if free else points(cost),
        costs={} if free else cost,
        why_not=used or why,
        why_code="cost" if used else "not_ready" if why else "",
        command={"role": role},
        house=True,
        help="rule:O-174",
    )


def _load(known: Known, unit: AnyUnit, ship: AnyUnit, zone: str) -> OptionView:
    own = ships.ship(ship)
    why = "it is loaded" if own.loaded.get(zone) else ""
    why = why or ("" if own.weapons.get(attack_data.CANNON) else "the ship has no cannon")
    return _offer(known, unit, "load", f"Load the {ZONE_LABELS[zone]}", MAINHAND, why=why)


def _fire(known: Known, unit: AnyUnit, gunner: AnyBody, ship: AnyUnit, zone: str) -> OptionView:
    own = ships.ship(ship)
    why = "" if own.loaded.get(zone) else "load it first"
    option = _offer(known, unit, "fire", f"Fire the {ZONE_LABELS[zone]}", MAINHAND, why=why)
    targets, wrong = [], ""
    stands = ships.at_gun(known.state, gunner, "ship")
    for target in attack_offers.others(known, unit):
        found = crew.aim(known, gunner, ship, target)
        if isinstance(found, Refused):
            wrong = wrong or found.why
            continue
        targets.append(attack_offers.aimed_at(known, stands, target, found))
    if not targets and not option.why_not:
        return replace(option, why_not="nobody is in its arc and range", why_code=wrong or "range")
    return replace(option, targets=tuple(targets))


def _steer(known: Known, unit: AnyUnit, ship: AnyUnit) -> OptionView:
    own = ships.ship(ship)
    why = f"{ship.name} is falling" if ships.wrecked(known, ship) else ""
    if not why and own.steered == known.state.clock.round and not pay_free(known.state):
        why = "it was steered in this Round"
    option = _offer(known, unit, "steer", f"Steer {ship.name}", MAINHAND, why=why)
    far, high = ships.movement(known, ship).total, ships.jump(known, ship).total
    levels = [n for n in range(-high, high + 1) if own.altitude + n >= 0]
    climbs = tuple((str(n), f"{n:+d}" if n else "level") for n in levels)
    fields = (
        FieldView(name="target", label="Hull to", kind="cell", help=f"at most {far} cells away, such as F8"),
        FieldView(name="climb", label="Climb", kind="choice", choices=climbs, value="0"),
        FieldView(name="heading", label="Heading", kind="choice", choices=HEADINGS),
    )
    return replace(option, fields=fields)


def _posts(known: Known, unit: AnyUnit, zone: str) -> Iterator[OptionView]:
    for to in ZONES:
        way = crew.way_to(zone, to)
        if to == zone or not way:
            continue
        said = "Sprint to the" if OFFHAND in way else "Go to the"
        assert MOVEMENT in way
        option = _offer(known, unit, "post", f"{said} {ZONE_LABELS[to]}", *way)
        yield replace(option, key=f"ship.post.{to}", command={"role": "post", "to": to}, help="rule:O-176")
