"""Making units from set-up keys and templates, and setting their numbers in place (table.md 19).

A path of a number is `<body>.hp`, `<body>.max_hp`, `<body>.stats.<STAT>`, `<unit>.initiative` (its Speed) or
`<unit>.pools.<part>`; a unit with one body may stand for its body.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tactics.effects.specs import Stat
from tactics.kernel import events as e
from tactics.kernel.refusals import Refused, bad_field
from tactics.kernel.rules import Rules
from tactics.kernel.state import EVERYONE, AnyBody, AnyState, AnyUnit, Body, Pool, Status, Unit
from tactics.mission.naming import singular
from tactics.mission.rulings import number
from tactics.outerah import shipyard, specs
from tactics.outerah.bonds import SOURCES
from tactics.outerah.parts import PART_LABELS, OuterahBody, OuterahUnit, body_part
from tactics.outerah.specs import ELEMENTS, PARTS, SIZES, ZONES, Template

UNIT_KEYS = frozenset(
    {
        "kind", "side", "seat", "race", "class", "level", "stats", "skills", "hp", "max_hp", "statuses", "facing",
        "elevation", "size", "pack", "weapons", "hidden", "controlled_by", "standing", "members", "template", "name",
        "count", "initiative", "character", "picture", "armor", "armor_upgrade", "resist", "alignment", "gems",
        "traits", "badass", "aboard", "zone", "owner", "source", "companions",
    }
)  # fmt: skip
MEMBER_KEYS = UNIT_KEYS - {
    "kind", "side", "seat", "members", "template", "count", "initiative", "character", "owner", "source", "companions",
}  # fmt: skip
KINDS = ("character", "mob", "pet", "mount", "ship")


def build_unit(rules: Rules, key: str, spec: Mapping[str, Any]) -> tuple[AnyUnit, tuple[AnyBody, ...]]:
    """A unit and its bodies. spec: the set-up keys of a scenario file; `template` names an entry of the rules data
    that fills what is left out; `count` makes that many equal members of a Mob; `owner`: the unit whose pet or mount
    it is.

    Raises Refused: `bad_field` names the key that cannot be read.
    """
    spec = with_template(rules, spec)
    kind = str(spec.get("kind", "mob" if "members" in spec else "character"))
    if kind == "ship":
        return shipyard.build(rules, key, spec, _stats(rules, {}))
    unknown = sorted(set(spec) - UNIT_KEYS)
    if unknown:
        raise bad_field("units", f"{unknown[0]} is no set-up key")
    if kind not in KINDS:
        raise bad_field("kind", f"choose one of {', '.join(KINDS)}")
    if spec.get("owner") and kind not in FOLLOWS:
        raise bad_field("owner", "only a pet, a mount or a ship belongs to somebody")
    if kind in FOLLOWS:
        spec = {**spec, "traits": [*spec.get("traits", ()), *FOLLOWS[kind](spec)], "character": False}
        kind = "mob" if int(spec.get("count", 1)) > 1 else "character"
    name = str(spec.get("name") or key.replace("_", " ").capitalize())
    bodies = tuple(_body(rules, key, name, kind, i, spec, m) for i, m in enumerate(_members(spec, kind), 1))
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
        initiative=spec.get("initiative"),
        part=OuterahUnit(),
    )
    return unit, bodies


def _pet(spec: Mapping[str, Any]) -> list[str]:
    """The traits that say whose pet it is, and where from (O-044)."""
    source = str(spec.get("source") or "other")
    if source not in SOURCES:
        raise bad_field("source", f"choose one of {', '.join(SOURCES)}")
    owner = str(spec.get("owner") or "")
    return [f"pet_of:{owner}", f"pet_source:{source}"] if owner else []


def _mount(spec: Mapping[str, Any]) -> list[str]:
    """Whose mount it is; one that is nobody's may be tamed (O-074)."""
    owner = str(spec.get("owner") or "")
    return [f"mount_of:{owner}" if owner else "tameable"]


FOLLOWS = {"pet": _pet, "mount": _mount}


def followers(rules: Rules, key: str, spec: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
    """Set-up keys of the pets and mounts that come along with a unit of this sheet; a ship stays where it is."""
    out = []
    for given in with_template(rules, spec).get("companions", ()):
        named = given if isinstance(given, str) else str(given.get("item", ""))
        name = "" if isinstance(given, str) else str(given.get("name", ""))
        found = rules.find("template", named)
        if isinstance(found, Template) and found.kind in FOLLOWS:
            shared = {k: spec[k] for k in ("side", "seat", "hidden") if k in spec}
            out.append({"template": named, "owner": key, **shared, **({"name": name} if name else {})})
    return tuple(out)


def with_template(rules: Rules, spec: Mapping[str, Any]) -> dict[str, Any]:
    """The set-up keys with those of the template that they name laid under them."""
    named = spec.get("template")
    if named is None:
        return dict(spec)
    found = rules.find("template", str(named))
    if not isinstance(found, Template):
        raise Refused("unknown", what=str(named))
    given = {k: v for k, v in spec.items() if k != "template"}
    base = found.sheet()
    if found.kind == "ship":
        return {**base, **given}
    out = {"race": found.race, **base, **given}
    out["stats"] = {**base["stats"], **spec.get("stats", {})}
    return out


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
    stats = _stats(rules, {**spec.get("stats", {}), **member.get("stats", {})})
    if "level" in own:
        stats["LV"] = _whole("level", own["level"], 1, 99)
    badass = _whole("badass", own.get("badass", 0), 0, 9)
    base = int(own.get("max_hp", stats.pop("HP") * tier(rules, badass)["hp"]))
    stats.pop("HP", None)
    hp = int(own.get("hp", base))
    return Body(
        key=unit if kind == "character" else f"{unit}.{at}",
        unit=unit,
        name=str(member.get("name") or (name if kind == "character" else f"{singular(name)} {at}")),
        hp=hp,
        max_hp=base,
        stats=stats,
        skills=dict.fromkeys(_known(rules, "skill", own.get("skills", ()), "skills"), "0"),
        size=1,
        facing=str(own.get("facing", "")),
        down=hp <= 0,
        statuses=tuple(_status(rules, s) for s in own.get("statuses", ())),
        hidden_from=_hidden(own.get("hidden", False)),
        picture=str(own.get("picture", "")),
        part=_part(rules, own, badass, base),
    )


def _part(rules: Rules, own: Mapping[str, Any], badass: int, base: int) -> OuterahBody:
    """The sheet's other keys, each checked."""
    cls = str(own.get("class", ""))
    if cls and rules.find("class", cls) is None:
        raise bad_field("class", f"{cls} is no class of these rules")
    resist = {str(k): _whole("resist", v, -999, 999) for k, v in dict(own.get("resist", {})).items()}
    if set(resist) - set(ELEMENTS):
        raise bad_field("resist", f"{sorted(set(resist) - set(ELEMENTS))[0]} is none of the twelve elements")
    pack = {str(k): _whole("pack", v, 1, 99) for k, v in dict(own.get("pack", {})).items()}
    _known(rules, "item", pack, "pack")
    armor, size = str(own.get("armor", "none")), str(own.get("size", "medium"))
    if armor not in ("none", "light", "medium", "heavy"):
        raise bad_field("armor", "choose none, light, medium or heavy")
    if size not in SIZES:
        raise bad_field("size", f"choose one of {', '.join(SIZES)}")
    aboard, zone = str(own.get("aboard", "")), str(own.get("zone", "deck" if own.get("aboard") else ""))
    if zone and zone not in ZONES:
        raise bad_field("zone", f"choose one of {', '.join(ZONES)}")
    return OuterahBody(
        cls=cls,
        armor=armor,
        armor_upgrade=_whole("armor_upgrade", own.get("armor_upgrade", 0), 0, 99),
        resist=resist,
        alignment=str(own.get("alignment", "")),
        weapons=_known(rules, "weapon", own.get("weapons", ()), "weapons"),
        pack=pack,
        gems=_known(rules, "gem", own.get("gems", ()), "gems"),
        traits=tuple(str(t) for t in own.get("traits", ())),
        badass=badass,
        size=size,
        base_hp=base,
        aboard=aboard,
        zone=zone,
    )


def tier(rules: Rules, badass: int) -> Mapping[str, Any]:
    """What a Badass tier does: factors of hit points and damage; of none 1 (O-262, O-263)."""
    found = next((t for t in rules.constant("out.badass", {}) if t["tier"] == badass), None)
    return found if found is not None else {"tier": 0, "name": "", "hp": 1, "damage": 1}


def _known(rules: Rules, kind: str, given: Any, field: str) -> tuple[str, ...]:
    keys = tuple(str(key) for key in given)
    for key in keys:
        if rules.find(kind, key) is None:
            raise bad_field(field, f"{key} is no {kind} of these rules")
    return keys


def _whole(field: str, value: Any, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise bad_field(field, f"a whole number from {least} to {most}")
    return value


def _stats(rules: Rules, given: Mapping[str, Any]) -> dict[str, int]:
    """All stats of the rules data, with their defaults."""
    known = rules.entries.get("stat", {})
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise bad_field("stats", f"{unknown[0]} is no stat; there are {', '.join(known)}")
    out = {}
    for key, spec in known.items():
        default = spec.default if isinstance(spec, Stat) else 0
        out[key] = _whole("stats", given.get(key, default), -999, 9999)
    return {"HP": 10, **out}


def _status(rules: Rules, given: Any) -> Status:
    """`burn`, or {key, rounds, number, stacks}."""
    key = given if isinstance(given, str) else str(given.get("key", ""))
    spec = rules.find("status", key)
    if not isinstance(spec, specs.Status):
        raise bad_field("statuses", f"{key} is no status of these rules")
    more: Mapping[str, Any] = {} if isinstance(given, str) else given
    numbers = {k: int(more[k]) for k in ("number", "rounds", "turns", "age") if k in more}
    lasts = spec.lasts if spec.lasts is not None else spec.rounds
    if lasts is not None:
        numbers.setdefault("rounds", lasts)
    return Status(key=key, source="set-up", stacks=int(more.get("stacks", 1)), numbers=numbers)


def _hidden(given: Any) -> tuple[str, ...]:
    if isinstance(given, list | tuple):
        return tuple(str(seat) for seat in given)
    return (EVERYONE,) if given else ()


def plain_spec(rules: Rules, options: Mapping[str, Any], tough: int) -> dict[str, Any]:
    """Somebody of a name and a toughness alone: `out.tough.base`, and `out.tough.step` for each above the first."""
    base, step = rules.constant("out.tough.base", options), rules.constant("out.tough.step", options)
    stats = {key: int(value) + int(step.get(key, 0)) * (tough - 1) for key, value in base.items()}
    return {"kind": "character", "stats": stats, "level": 2 * tough, "weapons": ["short_sword"]}


def spec_of(unit: AnyUnit, body: AnyBody) -> dict[str, Any]:
    """The set-up keys of a fresh copy of a body: unhurt and without statuses."""
    own = body_part(body)
    if unit.kind == "ship":
        return shipyard.spec_of(unit)
    return {
        "kind": "character",
        "name": unit.name if len(unit.bodies) > 1 else body.name,
        "side": unit.side,
        "race": unit.race,
        "class": own.cls,
        "stats": {k: v for k, v in body.stats.items() if k != "LV"},
        "level": body.stats.get("LV", 1),
        "max_hp": own.base_hp or body.max_hp,
        "skills": list(body.skills),
        "weapons": list(own.weapons),
        "armor": own.armor,
        "armor_upgrade": own.armor_upgrade,
        "resist": dict(own.resist),
        "alignment": own.alignment,
        "gems": list(own.gems),
        "traits": list(own.traits),
        "badass": own.badass,
        "size": own.size,
        "picture": body.picture,
    }


# --- numbers in place -------------------------------------------------------------------------------


def set_number(state: AnyState, rules: Rules, path: str, value: int | str) -> e.Event:
    """The event of an override: `-7`, `+3`, `=12` or a number. Refused: `unknown` for a path that is none."""
    head, _, last = path.rpartition(".")
    if last in ("hp", "max_hp"):
        body = _body_of(state, head, path)
        old = body.hp if last == "hp" else body.max_hp
        return _set(f"{body.key}.{last}", old, value, least=-999 if last == "hp" else 1)
    owner, _, group = head.rpartition(".")
    if group == "stats":
        if rules.find("stat", last) is None or last == "HP":
            raise Refused("unknown", what=path)
        body = _body_of(state, owner, path)
        return _set(f"{body.key}.stats.{last}", body.stats.get(last, 0), value, least=-999)
    unit = state.units.get(owner if group == "pools" else head)
    if unit is None:
        raise Refused("unknown", what=path)
    if last == "initiative":
        return _set(f"{unit.key}.initiative", unit.initiative or 0, value, least=-999)
    if last in PARTS:
        old = unit.pools.get(last, Pool()).left
        return _set(f"{unit.key}.pools.{last}", old, value, least=0, most=9)
    raise Refused("unknown", what=path)


def _set(path: str, old: int, value: int | str, least: int, most: int = 9999) -> e.NumberSet:
    new = number(old, value)
    if not least <= new <= most:
        raise bad_field("set", f"a whole number from {least} to {most}")
    return e.NumberSet(path=path, old=old, new=new)


def _body_of(state: AnyState, key: str, path: str) -> AnyBody:
    unit = state.units.get(key)
    if key not in state.bodies and unit is not None and len(unit.bodies) == 1:
        key = unit.bodies[0]
    if key not in state.bodies:
        raise Refused("unknown", what=path)
    return state.bodies[key]


def number_label(state: AnyState, path: str) -> tuple[str, str]:
    """(whose, what) of a number's path, for the log: ("Vael", "HP")."""
    head, _, last = path.rpartition(".")
    owner, _, group = head.rpartition(".")
    if group in ("stats", "pools"):
        head = owner
    found = state.bodies.get(head) or state.units.get(head)
    labels = {"hp": "HP", "max_hp": "Max HP", "initiative": "Speed", **PART_LABELS}
    return (found.name if found is not None else "somebody", labels.get(last, last.upper()))
