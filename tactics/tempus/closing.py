"""What a Mission has changed of a character, against the sheet that it began with (T-091, T-093; table.md 33).

Wounds, Max HP, MP, skills, gear and statuses without an end stay by default; statuses that pass and stats that the
GM bent do not. What somebody has above a maximum, by the GM's word in play, passes with the Mission too (T-132): a
sheet that held it would begin the next one with a greater maximum.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from tactics.kernel.codec import encode
from tactics.kernel.rules import Rules
from tactics.kernel.sheets import SheetChange
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Status
from tactics.tempus.units import MP, build_unit, spec_of

GEAR = ("weapons", "hands", "limbs", "worn", "pack")
"""Set-up keys that hold things, and the make of hands."""


def changes(state: AnyState, rules: Rules, unit: AnyUnit, sheet: Mapping[str, Any]) -> tuple[SheetChange, ...]:
    """All that is not as the sheet has it, in the order of a sheet. A unit with several bodies has no sheet."""
    if len(unit.bodies) != 1 or unit.bodies[0] not in state.bodies:
        return ()
    body = state.bodies[unit.bodies[0]]
    return (
        *_health(body, sheet),
        *_magic(unit, sheet),
        *_numbers(rules, body, sheet),
        *_statuses(rules, body, sheet),
        *_gear(rules, unit, body, sheet),
    )


def _health(body: AnyBody, sheet: Mapping[str, Any]) -> Iterator[SheetChange]:
    stats = sheet.get("stats", {})
    most = int(sheet.get("max_hp", stats.get("HP", 10)))
    hp = int(sheet.get("hp", most))
    if body.max_hp != most:
        path = ("max_hp",) if "max_hp" in sheet else ("stats", "HP")
        yield SheetChange("max_hp", "Max HP", str(most), str(body.max_hp), path, body.max_hp)
    now = min(body.hp, body.max_hp)
    if now != hp:
        # Unhurt is what a sheet that says nothing means.
        value = None if now == body.max_hp else now
        yield SheetChange("hp", "HP", str(hp), str(now), ("hp",), value)


def _magic(unit: AnyUnit, sheet: Mapping[str, Any]) -> Iterator[SheetChange]:
    pool = unit.pools.get(MP)
    if pool is None:
        return
    most = int(sheet.get("stats", {}).get("MP", 0))
    left = int(sheet.get(MP, most))
    now = min(pool.left, pool.of)
    if now != left:
        value = None if now == pool.of == most else now
        yield SheetChange(MP, "MP", str(left), str(now), (MP,), value)


def _numbers(rules: Rules, body: AnyBody, sheet: Mapping[str, Any]) -> Iterator[SheetChange]:
    """Stats that the GM changed in play, and skills that were learnt."""
    given = sheet.get("stats", {})
    for key, spec in rules.entries.get("stat", {}).items():
        old, new = int(given.get(key, spec.default)), body.stats.get(key)
        if key not in ("HP", MP.upper()) and new is not None and new != old:
            yield SheetChange(f"stat.{key}", spec.label, str(old), str(new), ("stats", key), new, stays=False)
    skills = {key: str(rank) for key, rank in sheet.get("skills", {}).items()}
    for key in sorted(set(skills) | set(body.skills)):
        old_rank, rank = skills.get(key, ""), body.skills.get(key, "")
        if old_rank != rank:
            label = getattr(rules.find("skill", key), "label", key)
            yield SheetChange(f"skill.{key}", label, old_rank or "none", rank or "none", ("skills", key), rank or None)


def _statuses(rules: Rules, body: AnyBody, sheet: Mapping[str, Any]) -> Iterator[SheetChange]:
    """Each status that came or went."""
    before = [s if isinstance(s, str) else str(s.get("key", "")) for s in sheet.get("statuses", ())]
    now = {s.key: s for s in body.statuses}
    named = sorted({*before, *(key for key in now if rules.find("status", key) is not None)})
    for key in named:
        label = getattr(rules.find("status", key), "label", key)
        if key in now and key not in before:
            stays = lasts(now[key])
            yield SheetChange(f"status.{key}", label, "no", "yes", ("statuses",), key, "add", stays=stays)
        elif key in before and key not in now:
            yield SheetChange(f"status.{key}", label, "yes", "no", ("statuses",), key, "remove")


def lasts(status: Status) -> bool:
    """Whether a status outlasts the Mission by itself: it has no end, and no action of the rounds made it."""
    return status.until is None and not status.numbers


def _gear(rules: Rules, unit: AnyUnit, body: AnyBody, sheet: Mapping[str, Any]) -> Iterator[SheetChange]:
    """All that it carries, as one change: what is in hand, worn and in the Pack hangs together."""
    fresh, (before,) = build_unit(rules, unit.key, {**sheet, "kind": "character"})
    was, now = ({k: v for k, v in spec_of(u, b).items() if k in GEAR} for u, b in ((fresh, before), (unit, body)))
    if encode(was) == encode(now):
        return
    had, has = _things(rules, was), _things(rules, now)
    gained, gone = _listed(has - had), _listed(had - has)
    told = "; ".join(part for part in (gained and f"gained {gained}", gone and f"gone {gone}") if part)
    whole = {key: _plain(now[key]) if key in now else None for key in GEAR if key in sheet or key in now}
    yield SheetChange("gear", "Things", _listed(had) or "nothing", told or "carried in other places", (), whole)


def _things(rules: Rules, value: Any) -> Counter[str]:
    """How many of which thing, by label."""
    found: Counter[str] = Counter()
    if isinstance(value, str):
        spec = rules.find("item", value) or rules.find("weapon", value)
        found[getattr(spec, "label", value)] += 1
    elif isinstance(value, Mapping):
        if "holds" in value:
            return _things(rules, value["holds"])
        named = value.get("item")
        if isinstance(named, str):
            spec = rules.find("item", named) or rules.find("weapon", named)
            found[getattr(spec, "label", named)] += int(value.get("count", 1))
        else:
            for inner in value.values():
                found += _things(rules, inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            found += _things(rules, inner)
    return found


def _listed(things: Counter[str]) -> str:
    return ", ".join(f"{count} {label}" if count > 1 else label for label, count in sorted(things.items()))


def _plain(value: Any) -> Any:
    """As JSON has it."""
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value
