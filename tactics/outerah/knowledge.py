"""What a seat's copy of the state holds of bodies and units that are not its own (table.md 23).

A side knows its own numbers. Of everybody else's bodies `open` and `guarded` tell the defence as one sum, here the
Agility that a hit is checked against, and `closed` not even that. Hit points are told in four words; resistances,
armor upgrades, what is carried and what was resisted are never told.
"""

from __future__ import annotations

from msgspec.structs import replace

from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Status
from tactics.mission import something_else
from tactics.mission.knowledge import CLOSED, HEALTH_OF, OPEN, knows_numbers, tenths
from tactics.outerah.parts import OuterahBody, OuterahMission, OuterahUnit, Ship, body_part, part
from tactics.secrecy.sight import knows_body, sees

OPEN_TRAITS = ("tameable", "grapplable")
"""That a creature may be tamed is seen by everybody (O-074), and so is what a hook finds hold at (O-185)."""
COUNTED = ("r:", "x:")
"""How the counters of Hidden begin that are kept for each enemy (`hiding`)."""
DEFENCE = "AGI"
"""What of a stranger's body the odds of a hit need."""


def shown_npc(state: AnyState, rules: Rules) -> str:
    return str(rules.constant("tt.show.npc", state.options))


def exact(state: AnyState, rules: Rules) -> bool:
    return shown_npc(state, rules) == OPEN


def mask_unit(state: AnyState, rules: Rules, seat: str, role: str, unit: AnyUnit) -> AnyUnit:
    """The unit with only what this seat may know of its parts of the turn."""
    if unit.seat == seat:
        return unit
    if knows_numbers(state, seat, unit):
        own = part(unit)
        kept = OuterahUnit(acted=own.acted, attacked=own.attacked, ship=own.ship)
        return replace(unit, wish={}, sheet="", part=kept)
    return replace(unit, wish={}, sheet="", pools={}, part=OuterahUnit(ship=_of_strangers(part(unit).ship)))


def _of_strangers(ship: Ship | None) -> Ship | None:
    """What anybody sees of a ship: how high it is, where it heads and how its deck is laid out; not what is loaded, nor
    how far it is upgraded."""
    if ship is None:
        return None
    return Ship(altitude=ship.altitude, heading=ship.heading, plan=ship.plan, posts=ship.posts)


def mask_body(state: AnyState, rules: Rules, seat: str, role: str, body: AnyBody) -> AnyBody:
    """The body with only the numbers that this seat may know; statuses are seen, their counters are not."""
    unit = state.units[body.unit]
    if unit.seat == seat:
        return _unwatched(state, rules, seat, body)
    own = body_part(body)
    if knows_numbers(state, seat, unit):
        return replace(_unwatched(state, rules, seat, body), hidden_from=(), found_by=())
    stats = {} if shown_npc(state, rules) == CLOSED else {DEFENCE: body.stats.get(DEFENCE, 0)}
    return replace(
        body,
        hp=tenths(body),
        max_hp=HEALTH_OF,
        stats=stats,
        skills={},
        hidden_from=(),
        found_by=(),
        statuses=tuple(_seen(state, seat, s) for s in body.statuses),
        part=OuterahBody(
            weapons=own.weapons,
            object=own.object,
            size=own.size,
            armor=own.armor,
            spirit=own.spirit,
            drift=own.drift,
            aloft=own.aloft,
            section=own.section,
            aboard=own.aboard,
            zone=own.zone,
            traits=tuple(t for t in own.traits if t in OPEN_TRAITS),
        ),
    )


def _unwatched(state: AnyState, rules: Rules, seat: str, body: AnyBody) -> AnyBody:
    """The body without what its Hidden counts of enemies that the seat does not know of."""
    if not any(len(name) > 2 and name[:2] in COUNTED for s in body.statuses for name in s.numbers):
        return body

    def told(name: str) -> bool:
        return name[:2] not in COUNTED or knows_body(state, rules, seat, name[2:])

    less = (replace(s, numbers={k: n for k, n in s.numbers.items() if told(k)}) for s in body.statuses)
    return replace(body, statuses=tuple(less))


def _seen(state: AnyState, seat: str, status: Status) -> Status:
    """A stranger's status: that it is there, and who it comes from where that is one's own."""
    source = state.bodies.get(status.source)
    own = source is not None and state.units[source.unit].seat == seat
    return Status(key=status.key, stacks=status.stacks, source=status.source if own else "")


def mask_mission(state: AnyState, rules: Rules, seat: str, role: str) -> OuterahMission:
    """Boxes that catapults threw, where the seat sees them; what the Guide allowed beside the listed actions."""
    boxes = state.part.boxes if isinstance(state.part, OuterahMission) else ()
    return OuterahMission(
        boxes=tuple(box for box in boxes if sees(state, rules, seat, box.place)),
        ideas=something_else.known_ideas(state, seat, role),
    )


__all__ = ["exact", "knows_numbers", "mask_body", "mask_mission", "mask_unit", "shown_npc"]
