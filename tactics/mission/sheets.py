"""What all rulesets read alike of set-up keys, and how they set numbers in place (table.md 19).

A path of a number is `<body>.hp`, `<body>.max_hp`, `<body>.stats.<STAT>`, `<unit>.initiative` or `<unit>.pools.<pool>`;
a unit with one body may stand for its body (`kira.hp`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from tactics.effects.specs import Stat
from tactics.kernel import events as e
from tactics.kernel.refusals import Refused, bad_field
from tactics.kernel.rules import Rules
from tactics.kernel.state import EVERYONE, AnyBody, AnyState, AnyUnit, Body, Unit
from tactics.mission.naming import singular
from tactics.mission.rulings import number
from tactics.secrecy.known import possessive

MOST_MEMBERS = 50


# --- reading --------------------------------------------------------------------------------------------


def whole(field: str, value: Any, least: int, most: int) -> int:
    """A whole number within its bounds. Refused: `bad_field`."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise bad_field(field, f"a whole number from {least} to {most}")
    return value


def only(spec: Mapping[str, Any], keys: Collection[str], field: str = "units", of: str = "") -> None:
    """Refuses a set-up key that is none."""
    unknown = sorted(set(spec) - set(keys))
    if unknown:
        raise bad_field(field, f"{unknown[0]} is no set-up key{of}")


def members(spec: Mapping[str, Any], kind: str, keys: Collection[str]) -> list[Mapping[str, Any]]:
    """The set-up of each member of a Mob, or the one of a character, which is empty."""
    found = spec.get("members")
    if found is None:
        count = int(spec.get("count", 1))
        if not 1 <= count <= MOST_MEMBERS:
            raise bad_field("count", f"1 to {MOST_MEMBERS} members")
        found = [{}] * count
    if not isinstance(found, list) or not found or (kind == "character" and len(found) != 1):
        raise bad_field("members", "a mob lists its members; a character has none")
    for member in found:
        only(member, keys, "members", " of a member")
    return found


def stats(rules: Rules, given: Mapping[str, Any]) -> dict[str, int]:
    """All stats of the rules data, with their defaults; HP 10 where they have none."""
    known = rules.entries.get("stat", {})
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise bad_field("stats", f"{unknown[0]} is no stat; there are {', '.join(known)}")
    out = {}
    for key, spec in known.items():
        default = spec.default if isinstance(spec, Stat) else 0
        out[key] = whole("stats", given.get(key, default), -999, 9999)
    return {"HP": 10, **out}


def hidden(given: Any) -> tuple[str, ...]:
    """True: from everybody; a list: from these seats."""
    if isinstance(given, list | tuple):
        return tuple(str(seat) for seat in given)
    return (EVERYONE,) if given else ()


def plain_stats(rules: Rules, options: Mapping[str, Any], tough: int, constant: str) -> dict[str, int]:
    """The stats of somebody of a toughness alone: `<constant>.base`, and `<constant>.step` for each above the first."""
    base, step = rules.constant(f"{constant}.base", options), rules.constant(f"{constant}.step", options)
    return {key: int(value) + int(step.get(key, 0)) * (tough - 1) for key, value in base.items()}


def named(key: str, spec: Mapping[str, Any]) -> str:
    """The unit's name: its own, or its key as words."""
    return str(spec.get("name") or key.replace("_", " ").capitalize())


def body_keys(
    unit: str, name: str, kind: str, at: int, member: Mapping[str, Any], own: Mapping[str, Any], hp: int
) -> dict[str, Any]:
    """What all set-up keys say of a body, as arguments of `Body`: a character's key and name are its unit's, members
    of a Mob are numbered. own: the member's keys over those of its unit."""
    alone = kind == "character"
    return {
        "key": unit if alone else f"{unit}.{at}",
        "unit": unit,
        "name": str(member.get("name") or (name if alone else f"{singular(name)} {at}")),
        "hp": hp,
        "down": hp <= 0,
        "facing": str(own.get("facing", "")),
        "hidden_from": hidden(own.get("hidden", False)),
        "picture": str(own.get("picture", "")),
    }


def unit_of(key: str, spec: Mapping[str, Any], kind: str, bodies: tuple[AnyBody, ...], **more: Any) -> AnyUnit:
    """The unit of these bodies, with what all set-up keys say of one."""
    side = str(spec.get("side", "heroes"))
    return Unit(
        key=key,
        name=named(key, spec),
        kind=kind,
        side=side,
        seat=str(spec.get("controlled_by") or spec.get("seat") or ""),
        bodies=tuple(b.key for b in bodies),
        race=str(spec.get("race", "")),
        character=bool(spec.get("character", kind == "character" and side == "heroes")),
        initiative=spec.get("initiative"),
        **more,
    )


# --- numbers in place -----------------------------------------------------------------------------------


def set_number(
    state: AnyState, rules: Rules, path: str, value: int | str, *, fixed: Collection[str],
    pool: Callable[[AnyUnit, str], int | None], least_max_hp: int = 0, most: int = 9999,
) -> e.NumberSet:  # fmt: skip
    """The event of an override: `-7`, `+3`, `=12` or a number. fixed: stats that have a number of their own elsewhere;
    pool: points of a pool that may be set, None for no such pool; most: of a pool. Refused: `unknown` for a path that
    is none."""
    head, _, last = path.rpartition(".")
    if last in ("hp", "max_hp"):
        body = body_of(state, head, path)
        old = body.hp if last == "hp" else body.max_hp
        return set_to(f"{body.key}.{last}", old, value, -999 if last == "hp" else least_max_hp)
    owner, _, group = head.rpartition(".")
    if group == "stats":
        if rules.find("stat", last) is None or last in fixed:
            raise Refused("unknown", what=path)
        body = body_of(state, owner, path)
        return set_to(f"{body.key}.stats.{last}", body.stats.get(last, 0), value, -999)
    unit = state.units.get(owner if group == "pools" else head)
    if unit is None:
        raise Refused("unknown", what=path)
    if last == "initiative":
        return set_to(f"{unit.key}.initiative", unit.initiative or 0, value, -999)
    points = pool(unit, last)
    if points is None:
        raise Refused("unknown", what=path)
    return set_to(f"{unit.key}.pools.{last}", points, value, 0, most)


def set_to(path: str, old: int, value: int | str, least: int, most: int = 9999) -> e.NumberSet:
    """The event, if the new number is within its bounds. Refused: `bad_field`."""
    new = number(old, value)
    if not least <= new <= most:
        raise bad_field("set", f"a whole number from {least} to {most}")
    return e.NumberSet(path=path, old=old, new=new)


def body_of(state: AnyState, key: str, path: str) -> AnyBody:
    """The body of this key, or the only one of the unit of this key."""
    unit = state.units.get(key)
    if key not in state.bodies and unit is not None and len(unit.bodies) == 1:
        key = unit.bodies[0]
    if key not in state.bodies:
        raise Refused("unknown", what=path)
    return state.bodies[key]


def number_label(state: AnyState, path: str, labels: Mapping[str, str]) -> tuple[str, str]:
    """(whose, what) of a number's path, for the log: ("Kira", "HP")."""
    head, _, last = path.rpartition(".")
    owner, _, group = head.rpartition(".")
    if group in ("stats", "pools"):
        head = owner
    found = state.bodies.get(head) or state.units.get(head)
    known = {"hp": "HP", "max_hp": "Max HP", **labels}
    whole = state.units.get(found.unit) if isinstance(found, Body) else None
    if found is None:
        who = "somebody"
    elif whole is not None and whole.kind not in ("character", "mob") and len(whole.bodies) > 1:
        who = f"{possessive(whole.name)} {found.name}"  # one of its parts
    else:
        who = found.name
    return (who, known.get(last, last.upper()))
