"""Making units from set-up keys and templates, and setting their numbers in place (table.md 19).

What all rulesets read alike, and the paths of numbers, stand in `mission.sheets`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from tactics.effects.specs import RANKS, Style, Template
from tactics.kernel import events as e
from tactics.kernel.refusals import Refused, bad_field
from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Body, Pool, Status
from tactics.mission import sheets
from tactics.tempus import outfit
from tactics.tempus.parts import MA, PA, STAT_OF, TempusBody, TempusUnit, lowest

MP = "mp"
UNIT_KEYS = frozenset(
    {
        "kind", "side", "seat", "race", "class", "level", "stats", "skills", "hp", "max_hp", "mp", "pa", "ma",
        "statuses", "facing", "elevation", "size", "pack", "hands", "worn", "hidden", "controlled_by",
        "standing", "members", "template", "name", "weapons", "count", "initiative", "character", "picture",
        "casting", "pack_slots", "limbs",
    }
)  # fmt: skip
MEMBER_KEYS = UNIT_KEYS - {"kind", "side", "seat", "members", "template", "count", "initiative", "character"}


def build_unit(rules: Rules, key: str, spec: Mapping[str, Any]) -> tuple[AnyUnit, tuple[AnyBody, ...]]:
    """A unit and its bodies. spec: the set-up keys of a scenario file; `template` names an entry of the rules
    data that fills what is left out; `count` makes that many equal members of a Mob.

    Raises Refused: `bad_field` names the key that cannot be read.
    """
    sheets.only(spec, UNIT_KEYS)
    spec = _with_template(rules, spec)
    kind = str(spec.get("kind", "mob" if "members" in spec else "character"))
    if kind not in ("character", "mob"):
        raise bad_field("kind", "choose character or mob")
    name = sheets.named(key, spec)
    members = sheets.members(spec, kind, MEMBER_KEYS)
    bodies = tuple(_body(rules, key, name, kind, i, spec, member) for i, member in enumerate(members, 1))
    unit = sheets.unit_of(key, spec, kind, bodies, pools=_pools(bodies, spec), part=TempusUnit())
    return unit, bodies


def spec_of(unit: AnyUnit, body: AnyBody) -> dict[str, Any]:
    """The set-up keys of a fresh copy of a body: its stats and gear, unhurt and without statuses."""
    stats = {**body.stats, "HP": body.max_hp}
    if MP in unit.pools:
        stats["MP"] = unit.pools[MP].of
    spec = {
        "kind": "character",
        "name": unit.name if len(unit.bodies) > 1 else body.name,
        "side": unit.side,
        "race": unit.race,
        "stats": stats,
        "skills": dict(body.skills),
        "size": body.size,
        "picture": body.picture,
    }
    if not isinstance(body.part, TempusBody):
        return spec
    return {**spec, **outfit.spec_of(body), "casting": body.part.casting}


def plain_spec(rules: Rules, options: Mapping[str, Any], tough: int) -> dict[str, Any]:
    """Somebody of a name and a toughness alone: `tt.tough.base`, and `tt.tough.step` for each above the first."""
    stats = sheets.plain_stats(rules, options, tough, "tt.tough")
    return {"kind": "character", "stats": stats, "skills": {"fist": str(tough - 1) if tough > 1 else "P"}}


def _with_template(rules: Rules, spec: Mapping[str, Any]) -> dict[str, Any]:
    named = spec.get("template")
    if named is None:
        return dict(spec)
    found = rules.find("template", str(named))
    if not isinstance(found, Template):
        raise Refused("unknown", what=str(named))
    count = int(spec.get("count", found.count))
    base: dict[str, Any] = {
        "kind": found.kind,
        "name": found.label,
        "race": found.race,
        "stats": found.stats,
        "skills": found.skills,
        "weapons": found.weapons,
        "hands": found.hands,
        "worn": found.worn,
        "pack": found.pack,
        "pack_slots": found.pack_slots,
        "size": found.size,
        "casting": found.casting,
    }
    if found.kind == "mob":
        base["count"] = count
    return {**base, **{k: v for k, v in spec.items() if k != "template"}}


def _body(
    rules: Rules, unit: str, name: str, kind: str, at: int, spec: Mapping[str, Any], member: Mapping[str, Any]
) -> AnyBody:
    own = {**{k: v for k, v in spec.items() if k in MEMBER_KEYS and k != "name"}, **member}
    stats = {**spec.get("stats", {}), **member.get("stats", {})}
    values = sheets.stats(rules, stats)
    most = int(own.get("max_hp", values.pop("HP")))
    values.pop("MP", None)
    hp = int(own.get("hp", most))
    return Body(
        **sheets.body_keys(unit, name, kind, at, member, own, hp),
        max_hp=most,
        stats=values,
        skills=_skills(rules, own.get("skills", {})),
        size=int(own.get("size", 1)),
        statuses=tuple(_status(rules, s) for s in own.get("statuses", ())),
        part=TempusBody(casting=_casting(rules, own.get("casting", {})), **outfit.outfit(rules, own, kind)),
    )


def _skills(rules: Rules, given: Mapping[str, Any]) -> dict[str, str]:
    out = {}
    for key, rank in given.items():
        if rules.find("skill", key) is None:
            raise bad_field("skills", f"{key} is no skill of these rules")
        if str(rank) not in RANKS:
            raise bad_field("skills", f"the rank of {key} is P or 0 to 10")
        out[str(key)] = str(rank)
    return out


def _casting(rules: Rules, given: Mapping[str, Any]) -> dict[str, Style]:
    """Spell, or `*` for all -> how this one casts it: {stat: INT or [WIT, CHA], skill: whose rank counts} (T-126)."""
    out = {}
    for spell, style in given.items():
        if spell != "*" and rules.find("action", spell) is None:
            raise bad_field("casting", f"{spell} is no spell of these rules")
        try:
            out[str(spell)] = style if isinstance(style, Style) else msgspec.convert(style, Style)
            if len(set(out[str(spell)].stats)) < len(out[str(spell)].stats):
                raise bad_field("casting", "a compound check names two different stats")
        except msgspec.ValidationError as error:
            raise bad_field("casting", str(error)) from error
        check_style(rules, out[str(spell)])
    return out


def check_style(rules: Rules, style: Style) -> None:
    """Raises `bad_field` for a stat or skill that these rules lack."""
    for stat in style.stats:
        if rules.find("stat", stat) is None:
            raise bad_field("casting", f"{stat} is no stat of these rules")
    if style.skill and rules.find("skill", style.skill) is None:
        raise bad_field("casting", f"{style.skill} is no skill of these rules")


def _status(rules: Rules, given: Any) -> Status:
    key = given if isinstance(given, str) else str(given.get("key", ""))
    if rules.find("status", key) is None:
        raise bad_field("statuses", f"{key} is no status of these rules")
    return Status(key=key, source="set-up")


def _pools(bodies: tuple[AnyBody, ...], spec: Mapping[str, Any]) -> dict[str, Pool]:
    """Only what the set-up gives, and MP, which start full; a turn grants the rest."""
    pools = {}
    for pool, key in STAT_OF.items():
        if pool in spec:
            pools[pool] = Pool(left=int(spec[pool]), of=lowest(bodies, key))
    most = int(spec.get("stats", {}).get("MP", 0))
    if most or MP in spec:
        pools[MP] = Pool(left=int(spec.get(MP, most)), of=max(most, int(spec.get(MP, 0))))
    return pools


# --- numbers in place -------------------------------------------------------------------------------


def set_number(state: AnyState, rules: Rules, path: str, value: int | str) -> e.Event:
    """The event of an override (`sheets.set_number`); Max HP 0 is death."""
    return sheets.set_number(state, rules, path, value, fixed=("HP", "MP"), pool=_points)


def _points(unit: AnyUnit, pool: str) -> int | None:
    if pool in unit.pools:
        return unit.pools[pool].left
    return 0 if pool in (PA, MA) else None


def number_label(state: AnyState, path: str) -> tuple[str, str]:
    """(whose, what) of a number's path, for the log: ("Kira", "HP")."""
    return sheets.number_label(state, path, {"initiative": "initiative"})


def with_pools(unit: AnyUnit, **left: int) -> AnyUnit:
    """The unit with these points left; a pool that it did not have grants as many."""
    pools = {**unit.pools}
    for key, n in left.items():
        pools[key] = Pool(left=n, of=pools[key].of if key in pools else n)
    return replace(unit, pools=pools)
