"""What the crew of a ship can do at its posts, as offers with targets and prices (O-174 to O-176; table.md 22)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tactics.board import cells, distance
from tactics.kernel.refusals import Refused
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyUnit
from tactics.kernel.view import FieldView, OptionView, ReachCell, ReachView, TargetView
from tactics.mission.offers import digest
from tactics.outerah import (
    aboard,
    attack_data,
    attack_offers,
    attacks,
    catapult,
    crew,
    moving,
    overboard,
    ships,
    steering,
)
from tactics.outerah.crew import ZONE_LABELS
from tactics.outerah.parts import (
    MAINHAND,
    MOVEMENT,
    OFFHAND,
    constant,
    free_to_act,
    has,
    left,
    living,
    pay_free,
    points,
)
from tactics.outerah.specs import ZONES

GROUP = "Ship"
PLACES = {"steer": "helm"}
"""Where a role is done, for the ship panel; what a member of the crew does at its post is put there by `offers`."""
HEADINGS = (
    ("", "as it is"), ("n", "north"), ("ne", "north-east"), ("e", "east"), ("se", "south-east"), ("s", "south"),
    ("sw", "south-west"), ("w", "west"), ("nw", "north-west"),
)  # fmt: skip


def offers(known: Known, unit: AnyUnit) -> Iterator[OptionView]:
    state = known.state
    for body in living(state, unit)[:1]:
        ship = aboard.ship_of(state, body)
        if ship is None:
            continue
        if guns := crew.cannons(state, unit):
            yield _load(known, unit, guns)
            yield _fire(known, unit, guns)
        for thrower, own in [*crew.hands(state, unit, catapult.ZONE)][:1]:
            yield from (replace(each, place=catapult.ZONE) for each in _load_catapult(known, unit, thrower, own))
            yield from (replace(each, place=catapult.ZONE) for each in _throw(known, unit, thrower, own))
        for _, own in [*crew.hands(state, unit, "helm")][:1]:
            yield _steer(known, unit, own)
        yield from _posts(known, unit)
        if aboard.carried(state, body) is not None:
            why = _said(overboard.may_leave(known, body))
            yield replace(_offer(known, unit, "leave", f"Leave {ship.name}", MOVEMENT, why=why), help="rule:O-174")
    yield from _board(known, unit)


def of_guide(known: Known, ship: AnyUnit) -> Iterator[OptionView]:
    """What the Guide does with a ship itself: ask for a check of its next steering (O-156); on the panel of the first
    ship he takes boxes away that catapults threw (O-172)."""
    asked = aboard.ship(ship).asked
    yield OptionView(
        key="ask_steering", unit=ship.key, do="ask_steering", group=GROUP, cost="free", house=True, help="rule:O-156",
        label="Do not check the steering" if asked else "Check the next steering", command={"on": not asked},
        place="craft", ruling=True,
    )  # fmt: skip
    if ship.key != min(u.key for u in known.state.units.values() if u.kind == "ship"):
        return
    for box in catapult.boxes(known.state):
        yield OptionView(
            key=f"take_box.{box.number}", unit=ship.key, do="take_box", group=GROUP, cost="free", help="rule:O-172",
            label=f"Take away the box at {cells.name(box.place.cell)}", command={"number": box.number}, place="craft",
            ruling=True,
        )  # fmt: skip


def reaches(known: Known, unit: AnyUnit) -> Iterator[ReachView]:
    """Where the helm can steer the hull: a click on it, then on a cell (O-174)."""
    _, ship = next(crew.hands(known.state, unit, "helm"), (None, None))
    hull = aboard.hull(known.state, ship) if ship is not None else None
    if ship is None or hull is None or hull.place is None or _steer(known, unit, ship).why_not:
        return
    at, far = hull.place, ships.movement(known, ship).total
    board = known.state.boards[at.board]
    around = (
        (x, y)
        for y in range(max(0, at.y - far), min(board.height, at.y + far + 1))
        for x in range(max(0, at.x - far), min(board.width, at.x + far + 1))
    )
    metric = str(constant(known, "out.grid.metric"))
    found = tuple(
        ReachCell(x=x, y=y, cost=0 if pay_free(known.state) else 1, px=at.x, py=at.y)
        for x, y in around
        if 0 < distance(at.cell, (x, y), metric) <= far
        and not isinstance(steering.flown(known.state, ship, at, (x, y)), Refused)
    )
    view = ReachView(
        unit=unit.key, body=hull.key, board=at.board, x=at.x, y=at.y, do="ship", pool=MAINHAND, cells=found,
        command={"role": "steer"},
    )  # fmt: skip
    yield replace(view, basis=digest(view))


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
        place=PLACES.get(role, "craft"),
        house=True,
        help="rule:O-174",
    )


Guns = dict[str, tuple[AnyBody, AnyUnit]]


def _named(zones: list[str]) -> str:
    return f"the {ZONE_LABELS[zones[0]]}" if len(zones) == 1 else "the cannons"


def _load(known: Known, unit: AnyUnit, guns: Guns) -> OptionView:
    """One offer for all cannons that the unit's members stand at: each that is empty is loaded."""
    empty = [zone for zone, (_, ship) in guns.items() if crew.to_load(ship, zone)]
    armed = any(aboard.ship(ship).weapons.get(attack_data.CANNON) for _, ship in guns.values())
    why = "" if empty else ("it is loaded" if len(guns) == 1 else "they are loaded") if armed else ""
    why = why or ("" if armed else "the ship has no cannon")
    zones = empty or [*guns]
    return replace(_offer(known, unit, "load", f"Load {_named(zones)}", MAINHAND, why=why), place=zones[0])


def _fire(known: Known, unit: AnyUnit, guns: Guns) -> OptionView:
    """One offer for all of them: each that is loaded and bears fires."""
    loaded = {zone: gun for zone, gun in guns.items() if aboard.ship(gun[1]).loaded.get(zone)}
    zones = [*loaded] or [*guns]
    why = "" if loaded else "load it first" if len(guns) == 1 else "load them first"
    why = why or attacks.leaves_it(known.state, unit)
    option = replace(_offer(known, unit, "fire", f"Fire {_named(zones)}", MAINHAND, why=why), place=zones[0])
    targets, wrong = [], ""
    for target in attack_offers.others(known, unit) if loaded else ():
        shots = []
        for gunner, ship in loaded.values():
            found = crew.aim(known, gunner, ship, target)
            if isinstance(found, Refused):
                wrong = wrong or found.why
            else:
                shots.append((ships.at_gun(known.state, gunner, "ship"), found))
        if shots:
            targets.append(attack_offers.aimed_by(known, shots, target))
    if not targets and not option.why_not:
        return replace(option, why_not="nobody is in its arc and range", why_code=wrong or "range")
    return replace(option, targets=tuple(targets))


def _steer(known: Known, unit: AnyUnit, ship: AnyUnit) -> OptionView:
    own = aboard.ship(ship)
    state = "is falling" if ships.falling(known, ship) else "cannot fly any more"
    why = f"{ship.name} {state}" if ships.wrecked(known, ship) else ""
    if not why and own.steered == known.state.clock.round and not pay_free(known.state):
        why = "it was steered in this Round"
    option = _offer(known, unit, "steer", f"Steer {ship.name}", MAINHAND, why=why)
    far, high = ships.movement(known, ship).total, ships.jump(known, ship).total
    levels = [n for n in range(-high, high + 1) if own.altitude + n >= 0]
    climbs = tuple((str(n), f"{n:+d}" if n else "level") for n in levels)
    headings = tuple((key, words) for key, words in HEADINGS if key != own.heading)
    hull = aboard.hull(known.state, ship)
    at = hull.place if hull is not None else None
    said = f"at most {far} cell{'s' * (far != 1)}{f' from {cells.name(at.cell)}' if at is not None else ''}"
    board = at.board if at is not None else ""
    fields = (
        FieldView(name="target", label="Hull to", kind="cell", help=said, board=board),
        FieldView(name="climb", label="Climb", kind="choice", choices=climbs, value="0", alone=True),
        FieldView(name="heading", label="Heading", kind="choice", choices=headings, alone=True),
    )
    return replace(option, fields=fields)


WHY = {
    "range": "it is too far away", "limit": "it is too far to go", "occupied": "there is no room",
    "nothing": "there is nothing to do", "blocked": "the way is blocked", "status": "it is below deck",
}  # fmt: skip


def _said(wrong: Refused | None) -> str:
    """Why something cannot be done, in the words of the offer."""
    if wrong is None:
        return ""
    return str(wrong.params.get("text") or WHY.get(wrong.why, "it cannot be done now"))


def _board(known: Known, unit: AnyUnit) -> Iterator[OptionView]:
    """Every other ship with a deck that is near enough."""
    body = next(iter(living(known.state, unit)), None)
    if body is None or body.place is None:
        return
    own = aboard.carried(known.state, body)
    for ship in known.state.units.values():
        hull = aboard.hull(known.state, ship)
        if ship.kind != "ship" or hull is None or (own is not None and own.key == ship.key):
            continue
        wrong = overboard.may_board(known, body, ship)
        if wrong is not None and wrong.why == "range":
            continue
        option = _offer(known, unit, "board", f"Board {ship.name}", MOVEMENT, why=_said(wrong))
        command = {"role": "board", "target": hull.key}
        yield replace(option, key=f"ship.board.{ship.key}", command=command, help="rule:O-174")


def _load_catapult(known: Known, unit: AnyUnit, gunner: AnyBody, ship: AnyUnit) -> Iterator[OptionView]:
    """One offer, and so one press, for each thing: an orb with each spell of the caster, whom it could launch, a box
    with balloons or without."""
    full = "it is loaded" if aboard.ship(ship).loaded.get(catapult.ZONE) else ""
    full = full or ("" if catapult.tier(ship) else "the ship has no catapult")
    if full:
        yield replace(_offer(known, unit, "load", "Load the catapult", MAINHAND, why=full), help="rule:O-168")
        return
    for key, payload in catapult.payloads(known).items():
        kinds: dict[str, tuple[str, dict[str, object]]] = {"": ("", {})}
        targets: tuple[TargetView, ...] = ()
        why = ""
        if payload.does == "spell":
            spells = catapult.spells(known, gunner)
            silent = has(known.rules, gunner, "no_skills")
            why = "" if spells else "silenced" if silent else "it knows no spell"
            kinds = {f".{k}": (f", {s.label}", {"with": k}) for k, s in spells.items()} or kinds
        elif payload.does == "unit":
            targets = _launchable(known, gunner)
            why = "" if targets else "nobody at the catapult is ready to be launched"
        elif payload.does == "box":
            kinds |= {".balloons": (" on balloons", {"balloons": True})}
        for more, (said, given) in kinds.items():
            option = _offer(known, unit, "load", f"Load the catapult: {payload.label}{said}", MAINHAND, why=why)
            yield replace(
                option, key=f"ship.load.{key}{more}", command={"role": "load", "payload": key, **given},
                targets=targets, title=payload.text, house=payload.house, help="rule:O-168",
            )  # fmt: skip


def _launchable(known: Known, gunner: AnyBody) -> tuple[TargetView, ...]:
    own = known.state.units[gunner.unit].seat
    return tuple(
        TargetView(
            body=b.key, name=b.name, cell=cells.name(b.place.cell), x=b.place.x, y=b.place.y,
            effect="" if known.state.units[b.unit].seat == own else catapult.ONLY_IF,
        )
        for b in known.state.bodies.values()
        if b.place is not None and catapult.launchable(known, gunner, b) is None
    )


def _throw(known: Known, unit: AnyUnit, gunner: AnyBody, ship: AnyUnit) -> Iterator[OptionView]:
    """At somebody, with the chance of what is thrown; or at a cell."""
    why = "" if aboard.ship(ship).loaded.get(catapult.ZONE) else "load it first"
    option = _offer(known, unit, "fire", "Fire the catapult", MAINHAND, why=why)
    option = replace(option, help="rule:O-166", house=False)
    if crew.cannons(known.state, unit):
        option = replace(option, key="ship.fire.catapult", command={**option.command, "to": catapult.ZONE})
    if why:
        yield option
        return
    near, far = int(constant(known, "out.catapult.min")), catapult.reach(known, ship).total
    hull = aboard.hull(known.state, ship)
    own = hull.place if hull is not None else None
    said = f"{near} to {far} cells away{f' from {cells.name(own.cell)}' if own is not None else ''}"
    field = FieldView(name="target", label="At", kind="cell", help=said, board=own.board if own is not None else "")
    cell = replace(option, key="ship.fire.cell", label="Fire the catapult at a cell", fields=(field,))
    targets = []
    for target in attack_offers.others(known, unit):
        at = catapult.aim(known, ship, target.key)
        if isinstance(at, Refused) or aboard.below(known.state, target) or target.unit == ship.key:
            continue
        found = catapult.blow(known, gunner, ship)
        if found is not None:
            targets.append(attack_offers.aimed_at(known, found[0], target, found[1]))
        else:
            named = attack_offers.called(known, target)
            targets.append(TargetView(body=target.key, name=named, cell=cells.name(at.cell), x=at.x, y=at.y))
    if not targets and not option.why_not:
        option = replace(option, why_not="nobody is in its range", why_code="range")
    yield replace(option, targets=tuple(targets))
    yield cell


def _posts(known: Known, unit: AnyUnit) -> Iterator[OptionView]:
    """The posts to which members can go: of several it says who, and a sprint may take along all who can."""
    several = len(living(known.state, unit)) > 1
    free = free_to_act(known, unit) or living(known.state, unit)
    for to in ZONES:
        ways = {
            body.key: (body, way)
            for body, _ in crew.hands(known.state, unit, *(zone for zone in ZONES if zone != to))
            if body in free and (way := crew.way_to(aboard.post(known.state, body), to))
        }
        for way in dict.fromkeys(way for _, way in ways.values()):
            sprint = OFFHAND in way
            who = [body for body, its in ways.values() if its == way]
            found = {body.key: crew.goes(known, unit, body, to) for body in who}
            able = [body for body in who if not isinstance(found[body.key], Refused)]
            wrong = found[who[0].key]
            why = _said(wrong) if not able and isinstance(wrong, Refused) else ""
            said = "Sprint to the" if sprint else "Go to the"
            option = _offer(known, unit, "post", f"{said} {ZONE_LABELS[to]}", *way, why=why)
            if not sprint and option.why_code == "cost" and not moving.barred(known, unit):
                # The rest of a begun Movement, which each member has of its own.
                option = replace(option, why_not=why, why_code="not_ready" if why else "")
                option = option if why else replace(option, cost=moving.REST, costs={})
            command = {"role": "post", "to": to}
            key = f"ship.post.{to}{'' if sprint or len({w for _, w in ways.values()}) == 1 else '.walk'}"
            option = replace(option, key=key, command=command, place=to, help="rule:O-176")
            if several and sprint and len(able) > 1:
                yield replace(option, key=f"{key}.all", label=f"All: {said[0].lower()}{said[1:]} {ZONE_LABELS[to]}")
            yield replace(option, targets=_members(known, able)) if several else option


def _members(known: Known, bodies: Sequence[AnyBody]) -> tuple[TargetView, ...]:
    return tuple(
        TargetView(body=b.key, name=b.name, cell=cells.name(b.place.cell), x=b.place.x, y=b.place.y)
        for b in bodies
        if b.place is not None
    )
