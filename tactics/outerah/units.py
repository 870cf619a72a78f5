"""Making units from set-up keys and templates, and setting their numbers in place (table.md 19).

A path of a number is `<body>.hp`, `<body>.max_hp`, `<body>.stats.<STAT>`, `<unit>.initiative` (its Speed) or
`<unit>.pools.<part>`; a unit with one body may stand for its body.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tactics.kernel import events as e
from tactics.kernel.refusals import Refused, bad_field
from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Body, Pool, Status
from tactics.mission import sheets
from tactics.outerah import aboard, shipyard, specs
from tactics.outerah.bonds import SOURCES
from tactics.outerah.parts import PART_LABELS, OuterahBody, OuterahUnit, body_part
from tactics.outerah.specs import PARTS, RESISTS, SIZES, ZONES, Template

UNIT_KEYS = frozenset(
    {
        "kind", "side", "seat", "race", "class", "level", "stats", "skills", "hp", "max_hp", "statuses", "facing",
        "elevation", "size", "pack", "weapons", "hidden", "controlled_by", "standing", "members", "template", "name",
        "count", "initiative", "character", "picture", "armor", "armor_upgrade", "resist", "alignment", "gems",
        "traits", "badass", "crit", "aboard", "zone", "owner", "source", "companions",
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
        return shipyard.build(rules, key, spec, sheets.stats(rules, {}))
    sheets.only(spec, UNIT_KEYS)
    if kind not in KINDS:
        raise bad_field("kind", f"choose one of {', '.join(KINDS)}")
    if spec.get("owner") and kind not in FOLLOWS:
        raise bad_field("owner", "only a pet, a mount or a ship belongs to somebody")
    if kind in FOLLOWS:
        spec = {**spec, "traits": [*spec.get("traits", ()), *FOLLOWS[kind](spec)], "character": False}
        kind = "mob" if int(spec.get("count", 1)) > 1 else "character"
    name, members = sheets.named(key, spec), sheets.members(spec, kind, MEMBER_KEYS)
    bodies = tuple(_body(rules, key, name, kind, i, spec, member) for i, member in enumerate(members, 1))
    unit = sheets.unit_of(key, spec, kind, bodies, part=OuterahUnit())
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


def _body(
    rules: Rules, unit: str, name: str, kind: str, at: int, spec: Mapping[str, Any], member: Mapping[str, Any]
) -> AnyBody:
    own = {**{k: v for k, v in spec.items() if k in MEMBER_KEYS and k != "name"}, **member}
    stats = sheets.stats(rules, {**spec.get("stats", {}), **member.get("stats", {})})
    if "level" in own:
        stats["LV"] = sheets.whole("level", own["level"], 1, 99)
    badass = sheets.whole("badass", own.get("badass", 0), 0, 9)
    base = int(own.get("max_hp", stats.pop("HP") * tier(rules, badass)["hp"]))
    stats.pop("HP", None)
    hp = int(own.get("hp", base))
    return Body(
        **sheets.body_keys(unit, name, kind, at, member, own, hp),
        max_hp=base,
        stats=stats,
        skills=dict.fromkeys(_known(rules, "skill", own.get("skills", ()), "skills"), "0"),
        size=1,
        statuses=tuple(_status(rules, s) for s in own.get("statuses", ())),
        part=_part(rules, own, badass, base),
    )


def _part(rules: Rules, own: Mapping[str, Any], badass: int, base: int) -> OuterahBody:
    """The sheet's other keys, each checked."""
    cls = str(own.get("class", ""))
    if cls and rules.find("class", cls) is None:
        raise bad_field("class", f"{cls} is no class of these rules")
    resist = {str(k): sheets.whole("resist", v, -999, 999) for k, v in dict(own.get("resist", {})).items()}
    if set(resist) - set(RESISTS):
        raise bad_field("resist", f"{sorted(set(resist) - set(RESISTS))[0]} is no element and no property of weapons")
    pack = {str(k): sheets.whole("pack", v, 1, 99) for k, v in dict(own.get("pack", {})).items()}
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
        armor_upgrade=sheets.whole("armor_upgrade", own.get("armor_upgrade", 0), 0, 99),
        resist=resist,
        alignment=str(own.get("alignment", "")),
        weapons=_known(rules, "weapon", own.get("weapons", ()), "weapons"),
        pack=pack,
        gems=_known(rules, "gem", own.get("gems", ()), "gems"),
        traits=tuple(str(t) for t in own.get("traits", ())),
        badass=badass,
        crit=None if own.get("crit") is None else sheets.whole("crit", own["crit"], 0, 100),
        size=size,
        base_hp=base,
        aboard=aboard,
        zone=zone,
    )


def tier(rules: Rules, badass: int) -> Mapping[str, Any]:
    """What a Badass tier does: factors of hit points and damage; of none 1 (O-262, O-263)."""
    found = next((t for t in rules.constant("out.badass", {}) if t["tier"] == badass), None)
    return found if found is not None else {"tier": 0, "name": "", "hp": 1, "damage": 1}


def _listed(one: Any) -> list[str]:
    """A key, or `{item, count}` as sheets write several of the same."""
    return [str(one)] if not isinstance(one, Mapping) else [str(one.get("item", ""))] * int(one.get("count", 1))


def _known(rules: Rules, kind: str, given: Any, field: str) -> tuple[str, ...]:
    keys = tuple(key for one in given for key in _listed(one))
    for key in keys:
        if rules.find(kind, key) is None:
            raise bad_field(field, f"{key} is no {kind} of these rules")
    return keys


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


def plain_spec(rules: Rules, options: Mapping[str, Any], tough: int) -> dict[str, Any]:
    """Somebody of a name and a toughness alone: `out.tough.base`, and `out.tough.step` for each above the first."""
    stats = sheets.plain_stats(rules, options, tough, "out.tough")
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
        **({} if own.crit is None else {"crit": own.crit}),
        "size": own.size,
        "picture": body.picture,
    }


# --- numbers in place -------------------------------------------------------------------------------


def set_number(state: AnyState, rules: Rules, path: str, value: int | str) -> e.Event:
    """The event of an override (`sheets.set_number`): its initiative is its Speed, its pools the parts of its turn.
    Besides `<ship>.altitude` in levels and `<body>.breath` in seconds."""
    head, _, last = path.rpartition(".")
    unit = state.units.get(head)
    if last == "altitude" and unit is not None and unit.kind == "ship":
        return sheets.set_to(path, aboard.ship(unit).altitude, value, 0, shipyard.MOST_ALTITUDE)
    if last == "breath":
        body, full = sheets.body_of(state, head, path), int(rules.constant("out.breath.seconds", state.options))
        held = body_part(body).breath
        return sheets.set_to(f"{body.key}.breath", full if held is None else held, value, 0)
    return sheets.set_number(
        state, rules, path, value, fixed=("HP",), pool=_points, least_max_hp=1, most=9
    )  # fmt: skip


def _points(unit: AnyUnit, pool: str) -> int | None:
    return unit.pools.get(pool, Pool()).left if pool in PARTS else None


def number_label(state: AnyState, path: str) -> tuple[str, str]:
    """(whose, what) of a number's path, for the log: ("Vael", "HP")."""
    labels = {"initiative": "Speed", "altitude": "altitude", "breath": "breath", **PART_LABELS}
    return sheets.number_label(state, path, labels)
