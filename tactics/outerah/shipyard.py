"""Building a ship: a unit whose sections are its bodies (O-140 to O-143).

Every section has a tier of its own; one tier covers all masts, unless a single one is named (`mast.2`). A tier says the
hit points. Bodies are named after
their section: `wasp.hull`, `wasp.mast.1`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tactics.kernel.refusals import bad_field
from tactics.kernel.rules import Rules
from tactics.kernel.state import EVERYONE, AnyBody, AnyUnit, Body, Unit
from tactics.mission import sheets
from tactics.outerah import deck_plans
from tactics.outerah.parts import DIRECTIONS, SLANTED, OuterahBody, OuterahUnit, Ship, part
from tactics.outerah.specs import GUNS, SECTIONS, ZONES

SHIP_KEYS = frozenset(
    {
        "kind", "side", "seat", "controlled_by", "name", "tiers", "weapons", "altitude", "heading", "hp", "hidden",
        "initiative", "picture", "character", "standing", "count", "owner", "deck",
    }
)  # fmt: skip
MOST_ALTITUDE = 200
DEFENCES = ("AGI", "VIT", "WIS", "DEF", "MDEF")
"""Stats of a section that are 0: it is hit by its Charge alone, and wood takes it all (reference.md 1.3)."""
SIZE = "large"
"""Neither Tiny nor Huge, so that a cannon is not doubled against wood (house value; O-163)."""


def build(
    rules: Rules, key: str, spec: Mapping[str, Any], stats: Mapping[str, int]
) -> tuple[AnyUnit, tuple[AnyBody, ...]]:
    """A ship and its sections. tiers and weapons: section or weapon -> 1 to 10; hp: section -> hit points left; deck:
    the plan of its deck (`deck_plans`), false for none.

    Raises Refused: `bad_field` names the key that cannot be read.
    """
    if int(spec.get("count", 1)) != 1:
        raise bad_field("count", "a ship is one")
    sheets.only(spec, SHIP_KEYS, of=" of a ship")
    masts = _named("mast", int(rules.constant("out.ship.masts", {})))
    tiers = {**dict.fromkeys(SECTIONS, 1), **_tiers("tiers", spec.get("tiers", {}), (*SECTIONS, *masts))}
    weapons = _tiers("weapons", spec.get("weapons", {"cannon": 1}), GUNS)
    altitude, heading = spec.get("altitude", 0), str(spec.get("heading", "n"))
    if not isinstance(altitude, int) or isinstance(altitude, bool) or not 0 <= altitude <= MOST_ALTITUDE:
        raise bad_field("altitude", f"a whole number of levels from 0 to {MOST_ALTITUDE}")
    if heading not in {**DIRECTIONS, **SLANTED}:
        raise bad_field("heading", "choose n, ne, e, se, s, sw, w or nw")
    drawn = spec.get("deck", True)
    plan = deck_plans.read(rules.constant("out.ship.deck", {}) if drawn is True else drawn) if drawn else ()
    posts = {zone: deck_plans.cells_of(plan, zone) for zone in sorted(ZONES)} if plan else {}
    left = dict(spec.get("hp", {}))
    bodies = []
    for section in SECTIONS:
        for name in masts if section == "mast" else (section,):
            most = hit_points(rules, section, tiers.get(name, tiers[section]))
            hp = left.get(name, left.get(section, most))
            if not isinstance(hp, int) or not 0 <= hp <= most:
                raise bad_field("hp", f"{name}: 0 to {most} hit points")
            bodies.append(_section(key, section, name, hp, most, spec, stats))
    unit: AnyUnit = Unit(
        key=key,
        name=str(spec.get("name") or key.replace("_", " ").capitalize()),
        kind="ship",
        side=str(spec.get("side", "heroes")),
        seat=str(spec.get("controlled_by") or spec.get("seat") or ""),
        bodies=tuple(b.key for b in bodies),
        initiative=0,  # it has no turn of its own (O-173)
        part=OuterahUnit(
            ship=Ship(tiers=tiers, weapons=weapons, altitude=altitude, heading=heading, plan=plan, posts=posts)
        ),
    )
    return unit, tuple(bodies)


def spec_of(unit: AnyUnit) -> dict[str, Any]:
    """The set-up keys of a new ship of the same make."""
    own = part(unit).ship or Ship()
    return {
        "kind": "ship", "name": unit.name, "side": unit.side, "tiers": dict(own.tiers), "weapons": dict(own.weapons),
        "altitude": own.altitude, "heading": own.heading, "deck": list(own.plan) or False,
    }  # fmt: skip


def hit_points(rules: Rules, section: str, tier: int) -> int:
    """Of a section at its tier (O-147, O-152, O-153, O-155, O-157)."""
    return int(rules.constant(f"out.ship.{section}.hp", {})[tier - 1])


def _tiers(field: str, given: Any, known: tuple[str, ...]) -> dict[str, int]:
    if not isinstance(given, Mapping) or set(given) - set(known):
        raise bad_field(field, f"a tier for some of {', '.join(known)}")
    for name, tier in given.items():
        if not isinstance(tier, int) or isinstance(tier, bool) or not 1 <= tier <= 10:
            raise bad_field(field, f"{name}: a tier from 1 to 10")
    return {str(name): int(tier) for name, tier in given.items()}


def _named(section: str, masts: int) -> tuple[str, ...]:
    return tuple(f"mast.{n}" for n in range(1, masts + 1)) if section == "mast" else (section,)


def _section(
    unit: str, section: str, name: str, hp: int, most: int, spec: Mapping[str, Any], stats: Mapping[str, int]
) -> AnyBody:
    return Body(
        key=f"{unit}.{name}",
        unit=unit,
        name=name.replace(".", " ").capitalize(),
        hp=hp,
        max_hp=most,
        stats={k: 0 if k in DEFENCES else v for k, v in stats.items() if k != "HP"},
        skills={},
        size=1,
        facing="",
        down=hp <= 0,
        statuses=(),
        hidden_from=(EVERYONE,) if spec.get("hidden") else (),
        picture=str(spec.get("picture", "")),
        part=OuterahBody(size=SIZE, base_hp=most, section=section, traits=("push_immune", "grapplable")),
    )
