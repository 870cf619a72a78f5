"""The numbers, marks and short names that a seat's view shows of units and bodies."""

from __future__ import annotations

from typing import Any

from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyUnit
from tactics.kernel.view import BadgeView, NumberView
from tactics.mission.knowledge import knows_numbers
from tactics.outerah import aboard, bonds, breath, catapult, mounts, numbers, ships, status_words, turns
from tactics.outerah.parts import (
    CHAT,
    MAINHAND,
    MOVEMENT,
    OFFHAND,
    PART_LABELS,
    SPECIALTY,
    body_part,
    constant,
    effects,
    has,
    left,
    only_body,
    part,
)
from tactics.outerah.specs import ELEMENTS, PARTS, RESISTS
from tactics.outerah.units import tier
from tactics.secrecy.known import possessive

POOL_LABELS = dict(PART_LABELS)
SOCKETS = {
    MOVEMENT: ("footprints", "a click on a cell"),
    MAINHAND: ("swords", "a click on a target, or a skill"),
    OFFHAND: ("hand", "a second attack, a thing, hiding"),
    CHAT: ("message-circle", "words in character"),
    SPECIALTY: ("users", "an order to a pet, the ship"),
}
"""The five parts of a turn: picture, and what uses each up (O-021, table.md 21)."""


def owns(known: Known, unit: AnyUnit) -> bool:
    return known.is_gm or knows_numbers(known.state, known.seat, unit)


def values(known: Known, unit: AnyUnit) -> dict[str, Any]:
    """Short names of scenario paths (docs/scenarios.md)."""
    out: dict[str, Any] = {"parts": {name: left(unit, name) for name in PARTS if name in unit.pools}}
    out["clock"] = turns.clock_text(known)
    if unit.kind == "ship":
        own_ship = ships.values(known, unit) if owns(known, unit) else {}
        thrown = [{"at": list(box.place.cell), "levels": box.levels} for box in catapult.boxes(known.state)]
        return out | own_ship | {"boxes": thrown}
    body = only_body(unit, known.state)
    if body is None and len(unit.bodies) == 1:
        body = known.state.bodies.get(unit.bodies[0])
    if body is None or not owns(known, unit):
        return out
    own = body_part(body)
    out |= {
        "movement": numbers.movement(known, body).total,
        "jump": numbers.jump(known, body).total,
        "speed": numbers.speed_modifier(known, body).total,
        "resist": {element: own.resist.get(element, 100) for element in ELEMENTS},
        "pack": {"items": dict(own.pack)},
        "weapons": list(own.weapons),
        "stacks": {s.key: s.stacks for s in body.statuses},
        "status": {s.key: dict(s.numbers) for s in body.statuses},
        "did": part(unit).did,
        "spirit": own.spirit if own.spirit >= 0 else None,
        "zone": aboard.post(known.state, body),
        "breath": breath.left(known, body),
        "depth": -min(0, body.place.z) if body.place is not None else 0,
    }
    return out


def unit_numbers(known: Known, unit: AnyUnit) -> list[NumberView]:
    if unit.kind == "ship":
        high = str(aboard.ship(unit).altitude)
        return [NumberView("altitude", "Altitude", high, path=f"{unit.key}.altitude", title="levels above the ground")]
    if unit.initiative is None:
        return []
    return [NumberView("initiative", "Speed", str(unit.initiative), path=f"{unit.key}.initiative")]


def body_numbers(known: Known, body: AnyBody) -> list[NumberView]:
    """The sheet as it counts now; `path` sets its base. Of a stranger what a hit is checked against."""
    unit = known.state.units[body.unit]
    own = owns(known, unit)
    out = []
    for key, spec in known.rules.entries.get("stat", {}).items():
        if key not in body.stats:
            continue
        now = numbers.stat(known, body, key)
        base = body.stats[key]
        title = f"{spec.label}: {base} by itself, {now} now" if own and now != base else spec.label
        path = f"{body.key}.stats.{key}" if own else ""
        out.append(NumberView(key.lower(), spec.short, str(now), path=path, title=title))
    if own:
        lived = body_part(body)
        for against in RESISTS:
            if against in lived.resist:
                value, what = f"{lived.resist[against]} %", "element" if against in ELEMENTS else "property"
                out.append(NumberView(f"resist_{against}", against.capitalize(), value, title=f"damage of this {what}"))
    return out


def badges(known: Known, unit: AnyUnit) -> list[BadgeView]:
    """What holds for the unit, with when it ends and whose clock it runs on."""
    out = []
    if unit.kind == "ship":
        out += [BadgeView("ship", said, tone, title, "rule:O-140") for said, tone, title in ships.badges(known, unit)]
    for key in unit.bodies:
        body = known.state.bodies.get(key)
        if body is None:
            continue
        who = f"{body.name}: " if len(unit.bodies) > 1 else ""
        for status, spec in effects(known.rules, body):
            counted = owns(known, unit)
            label = f"{who}{status_words.written(known, status, spec, counted=counted)}"
            ends = status_words.ends(known, body, status, spec) if counted else ""
            out.append(BadgeView(status.key, label, spec.tone, spec.text, f"status:{status.key}", ends))
        left = body_part(body).spirit
        if left >= 0:
            said = f"{left} Round{'s' * (left != 1)} left" if left else "spirit released"
            out.append(
                BadgeView("spirit", f"{who}{said}", "bad", "The Spirit Release of one at 0 hit points", "rule:O-075")
            )
        if body_part(body).drift is not None:
            out.append(BadgeView("drift", f"{who}adrift", "bad", "It drifts one cell each Round", "rule:O-179"))
        if owns(known, unit) and (body_part(body).breath is not None or breath.airless(known, body)):
            said = f"{who}breath {breath.left(known, body)} s"
            seconds, percent = (int(constant(known, key)) for key in ("out.round.seconds", "out.breath.percent"))
            told = (
                f"A Round without air takes {seconds} s, with none left {percent} % of Max HP; with air it comes back"
            )
            out.append(BadgeView("breath", said, "warn", told, "rule:O-131"))
        found = tier(known.rules, body_part(body).badass)
        if found["name"] and owns(known, unit):
            out.append(BadgeView("badass", f"{who}{found['name']}", "warn", "Badass tier"))
    return out


FOLLOWS = "\N{DOWNWARDS ARROW WITH TIP RIGHTWARDS}"
"""The sign of who has no turn of its own."""
TURNS = {
    "extra_turn": ("2\N{MULTIPLICATION SIGN}", "acts again right before the Round ends"),
    "alternate_turns": ("\N{VULGAR FRACTION ONE HALF}", "one turn every other Round"),
    "frozen": ("\N{BLACK SQUARE}", "frozen, no turn"),
    "no_turn": ("\N{BLACK SQUARE}", "held, no turn"),
    "lose_turn": ("\N{MULTIPLICATION X}", "loses its next turn"),
    "feared": ("!", "flees instead of acting"),
}
"""What a status does to the turns of its victim, as a sign and in words (O-010)."""


def order_note(known: Known, unit: AnyUnit) -> tuple[str, str]:
    """Haste, Slow, Stop, Red Card and what else changes whose turn comes when; in whose turn a pet acts."""
    if bonds.waits(known.state, known.rules, unit):
        trainer = bonds.trainer_of(known.state, known.rules, unit)
        return FOLLOWS, f"acts in {possessive(trainer.name)} turn" if trainer is not None else ""
    rider = mounts.rider_of(known.state, unit)
    if rider is not None and mounts.waits(known.state, unit):
        return FOLLOWS, f"{possessive(rider.name)} mount, without a turn of its own"
    for key in unit.bodies:
        body = known.state.bodies.get(key)
        for _, spec in effects(known.rules, body) if body is not None else ():
            if spec.does in TURNS:
                sign, words = TURNS[spec.does]
                return sign, f"{spec.label}: {words}"
    return "", ""


def carried_by(known: Known, body: AnyBody) -> str:
    """The mount, by name; of a stranger that it rides at all (O-072)."""
    mount = numbers.carrier(known, body)
    if mount.key != body.key:
        return mount.name
    return "a mount" if has(known.rules, body, "mounted") else ""


def away(known: Known, body: AnyBody) -> str:
    """Who rides it (O-071)."""
    for rider in known.state.bodies.values():
        rides = rider.key != body.key and has(known.rules, rider, "mounted")
        if rides and numbers.carrier(known, rider).key == body.key:
            return f"ridden by {rider.name}"
    return ""


def carries(known: Known, body: AnyBody) -> str:
    """What a body is seen to hold: `Longbow, Dagger`."""
    own = body_part(body)
    held = [known.rules.find("weapon", key) for key in ((own.object, *own.weapons[1:]) if own.object else own.weapons)]
    return ", ".join(spec.label for spec in held if spec is not None)
