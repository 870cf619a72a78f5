"""Making units from set-up keys and templates, and setting their numbers in place (table.md 19).

A path of a number is `<body>.hp`, `<body>.max_hp`, `<body>.stats.<STAT>`, `<unit>.initiative` or
`<unit>.<pool>`; a unit with one body may stand for its body (`kira.hp`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from tactics.effects.specs import RANKS, Stat, Style, Template
from tactics.kernel import events as e
from tactics.kernel.refusals import Refused, bad_field
from tactics.kernel.rules import Rules
from tactics.kernel.state import EVERYONE, AnyBody, AnyState, AnyUnit, Body, Pool, Status, Unit
from tactics.mission.naming import singular
from tactics.mission.rulings import number
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
    unknown = sorted(set(spec) - UNIT_KEYS)
    if unknown:
        raise bad_field("units", f"{unknown[0]} is no set-up key")
    spec = _with_template(rules, spec)
    kind = str(spec.get("kind", "mob" if "members" in spec else "character"))
    if kind not in ("character", "mob"):
        raise bad_field("kind", "choose character or mob")
    name = str(spec.get("name") or key.replace("_", " ").capitalize())
    members = _members(spec, kind)
    bodies = tuple(_body(rules, key, name, kind, i, spec, member) for i, member in enumerate(members, 1))
    side = str(spec.get("side", "heroes"))
    unit: AnyUnit = Unit(
        key=key,
        name=name,
        kind=kind,
        side=side,
        seat=str(spec.get("controlled_by") or spec.get("seat") or ""),
        bodies=tuple(b.key for b in bodies),
        race=str(spec.get("race", "")),
        character=bool(spec.get("character", kind == "character" and side == "heroes")),
        pools=_pools(bodies, spec),
        initiative=spec.get("initiative"),
        part=TempusUnit(),
    )
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
    base, step = rules.constant("tt.tough.base", options), rules.constant("tt.tough.step", options)
    stats = {key: int(value) + int(step.get(key, 0)) * (tough - 1) for key, value in base.items()}
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


def _members(spec: Mapping[str, Any], kind: str) -> list[Mapping[str, Any]]:
    members = spec.get("members")
    if members is None:
        count = int(spec.get("count", 1))
        if not 1 <= count <= 50:
            raise bad_field("count", "1 to 50 members")
        members = [{}] * count
    if not isinstance(members, list) or not members or (kind == "character" and len(members) != 1):
        raise bad_field("members", "a mob lists its members; a character has none")
    for member in members:
        unknown = sorted(set(member) - MEMBER_KEYS)
        if unknown:
            raise bad_field("members", f"{unknown[0]} is no set-up key of a member")
    return members


def _body(
    rules: Rules, unit: str, name: str, kind: str, at: int, spec: Mapping[str, Any], member: Mapping[str, Any]
) -> AnyBody:
    own = {**{k: v for k, v in spec.items() if k in MEMBER_KEYS and k != "name"}, **member}
    stats = {**spec.get("stats", {}), **member.get("stats", {})}
    values = _stats(rules, stats)
    most = int(own.get("max_hp", values.pop("HP")))
    values.pop("MP", None)
    hp = int(own.get("hp", most))
    return Body(
        key=unit if kind == "character" else f"{unit}.{at}",
        unit=unit,
        name=str(member.get("name") or (name if kind == "character" else f"{singular(name)} {at}")),
        hp=hp,
        max_hp=most,
        stats=values,
        skills=_skills(rules, own.get("skills", {})),
        size=int(own.get("size", 1)),
        facing=str(own.get("facing", "")),
        down=hp <= 0,
        statuses=tuple(_status(rules, s) for s in own.get("statuses", ())),
        hidden_from=_hidden(own.get("hidden", False)),
        picture=str(own.get("picture", "")),
        part=TempusBody(casting=_casting(rules, own.get("casting", {})), **outfit.outfit(rules, own, kind)),
    )


def _stats(rules: Rules, given: Mapping[str, Any]) -> dict[str, int]:
    """All stats of the rules data, with their defaults (SPD and WIT 1, HP 10)."""
    known = rules.entries.get("stat", {})
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise bad_field("stats", f"{unknown[0]} is no stat; there are {', '.join(known)}")
    out: dict[str, int] = {}
    for key, spec in known.items():
        default = spec.default if isinstance(spec, Stat) else 0
        value = given.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not -999 <= value <= 9999:
            raise bad_field("stats", f"{key} is a whole number")
        out[key] = value
    return {"HP": 10, **out}


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


def _hidden(given: Any) -> tuple[str, ...]:
    if isinstance(given, list | tuple):
        return tuple(str(seat) for seat in given)
    return (EVERYONE,) if given else ()


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
    """The event of an override: `-7`, `+3`, `=12` or a number. Refused: `unknown` for a path that is none."""
    head, _, last = path.rpartition(".")
    if last in ("hp", "max_hp"):
        body = _body_of(state, head, path)
        old = body.hp if last == "hp" else body.max_hp
        return _set(f"{body.key}.{last}", old, value, least=-999 if last == "hp" else 0)
    owner, _, group = head.rpartition(".")
    if group == "stats":
        if rules.find("stat", last) is None or last in ("HP", "MP"):
            raise Refused("unknown", what=path)
        body = _body_of(state, owner, path)
        return _set(f"{body.key}.stats.{last}", body.stats.get(last, 0), value, least=-999)
    unit = state.units.get(owner if group == "pools" else head)
    if unit is None:
        raise Refused("unknown", what=path)
    if last == "initiative":
        return _set(f"{unit.key}.initiative", unit.initiative or 0, value, least=-999)
    if last in (PA, MA) or last in unit.pools:
        old = unit.pools[last].left if last in unit.pools else 0
        return _set(f"{unit.key}.pools.{last}", old, value, least=0)
    raise Refused("unknown", what=path)


def _set(path: str, old: int, value: int | str, least: int) -> e.NumberSet:
    new = number(old, value)
    if not least <= new <= 9999:
        raise bad_field("set", f"a whole number from {least} to 9999")
    return e.NumberSet(path=path, old=old, new=new)


def _body_of(state: AnyState, key: str, path: str) -> AnyBody:
    unit = state.units.get(key)
    if key not in state.bodies and unit is not None and len(unit.bodies) == 1:
        key = unit.bodies[0]
    if key not in state.bodies:
        raise Refused("unknown", what=path)
    return state.bodies[key]


def number_label(state: AnyState, path: str) -> tuple[str, str]:
    """(whose, what) of a number's path, for the log: ("Kira", "HP")."""
    head, _, last = path.rpartition(".")
    owner, _, group = head.rpartition(".")
    if group in ("stats", "pools"):
        head = owner
    found = state.bodies.get(head) or state.units.get(head)
    label = {"hp": "HP", "max_hp": "Max HP", "initiative": "initiative"}.get(last, last.upper())
    return (found.name if found is not None else "somebody", label)


def with_pools(unit: AnyUnit, **left: int) -> AnyUnit:
    """The unit with these points left; a pool that it did not have grants as many."""
    pools = {**unit.pools}
    for key, n in left.items():
        pools[key] = Pool(left=n, of=pools[key].of if key in pools else n)
    return replace(unit, pools=pools)
