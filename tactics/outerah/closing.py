"""What a Mission has changed of a character, against the sheet that it began with (table.md 33).

Hit points and what was used up go to the sheet; statuses pass, and so does what they took from Max HP.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from tactics.kernel.rules import Rules
from tactics.kernel.sheets import SheetChange
from tactics.kernel.state import AnyBody, AnyState, AnyUnit
from tactics.outerah.parts import body_part
from tactics.outerah.units import tier
from tactics.secrecy.sight import sides_of


def changes(state: AnyState, rules: Rules, unit: AnyUnit, sheet: Mapping[str, Any]) -> tuple[SheetChange, ...]:
    """All that is not as the sheet has it. A unit with several bodies has no sheet."""
    if len(unit.bodies) != 1 or unit.bodies[0] not in state.bodies:
        return ()
    body = state.bodies[unit.bodies[0]]
    return (*_health(rules, body, sheet), *_numbers(rules, body, sheet), *_pack(rules, body, sheet))


def more_xp(state: AnyState, rules: Rules, seat: str, xp: int) -> tuple[tuple[str, int, str], ...]:
    """For the hardest of the Badass foes that were beaten: its factor on all that the Mission's objectives came to
    (O-263). The catalogue does not say of which experience the factor is; there is none but that of objectives (T-010).

    The factor is that of hit points unless the tier has one of its own; what is over is rounded down."""
    sides = sides_of(state, seat)
    beaten = (b for b in state.bodies.values() if b.down and b.unit in state.units)
    own = [tier(rules, body_part(b).badass) for b in beaten if state.units[b.unit].side not in sides]
    hardest = max(own, key=_factor, default=None)
    if hardest is None:
        return ()
    factor = _factor(hardest)
    points = int(xp * (factor - 1))
    why = f"{hardest['name']} beaten: XP x {float(factor):g}, a house value"
    return (("badass", points, why),) if points > 0 else ()


def _factor(found: Mapping[str, Any]) -> Fraction:
    return Fraction(str(found.get("xp", found["hp"])))


def _health(rules: Rules, body: AnyBody, sheet: Mapping[str, Any]) -> Iterator[SheetChange]:
    own = body_part(body)
    stats = sheet.get("stats", {})
    written = int(stats.get("HP", getattr(rules.find("stat", "HP"), "default", 10)))
    most = int(sheet.get("max_hp", written * tier(rules, own.badass)["hp"]))
    hp = int(sheet.get("hp", most))
    base = own.base_hp or body.max_hp
    if base != most:
        yield SheetChange("max_hp", "Max HP", str(most), str(base), ("max_hp",), base)
    if body.hp != hp:
        # Unhurt is what a sheet that says nothing means.
        value = None if body.hp == base else body.hp
        yield SheetChange("hp", "HP", str(hp), str(body.hp), ("hp",), value)


def _numbers(rules: Rules, body: AnyBody, sheet: Mapping[str, Any]) -> Iterator[SheetChange]:
    """Stats that the Guide bent in play; they do not stay by themselves."""
    given = sheet.get("stats", {})
    for key, spec in rules.entries.get("stat", {}).items():
        level = key == "LV"  # it has its own place on the sheet, and level 1 is not written there
        usual = given.get(key, spec.default)
        old = int(sheet.get("level", usual) if level else usual)
        new = body.stats.get(key)
        if key != "HP" and new is not None and new != old:
            path = ("level",) if level else ("stats", key)
            yield SheetChange(f"stat.{key}", spec.label, str(old), str(new), path, new, stays=False)


def _pack(rules: Rules, body: AnyBody, sheet: Mapping[str, Any]) -> Iterator[SheetChange]:
    """What was used up, or found."""
    before, now = dict(sheet.get("pack", {})), body_part(body).pack
    for key in sorted({*before, *now}):
        old, new = int(before.get(key, 0)), now.get(key, 0)
        if old != new:
            label = getattr(rules.find("item", key), "label", key)
            yield SheetChange(f"pack.{key}", label, str(old), str(new), ("pack", key), new or None)
