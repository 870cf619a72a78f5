"""A Mob is split, and two become one (T-042, O-174; table.md 14, 22). Members keep their keys, cells, health and
statuses.

A split gives nobody a second turn: the new Mob has what points were left, and has acted if the old one has or is
acting. Two that become one keep the lower points of the two. What a ruleset has of its own there it says in `Shapes`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from tactics.kernel import events as e
from tactics.kernel.commands import Command, Key
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import GM_ONLY, Applier, Audience, Handler, Narrate, Telling
from tactics.kernel.state import AnyState, AnyUnit, Pool
from tactics.kernel.view import LogLine
from tactics.mission.audience import Rule, controller
from tactics.mission.words import line, listed, name, of_unit


@dataclass(frozen=True)
class Shapes:
    """What differs between the rulesets. event: its UnitSplit, whose `new` names the type of a unit's part; part: what
    the new Mob has of it. may: whether a unit can be split at all. joins: why these two cannot become one now."""

    event: type[Any]
    part: Callable[[AnyUnit], Any]
    may: Callable[[AnyUnit], bool] = lambda unit: True
    joins: Callable[[AnyState, AnyUnit, AnyUnit], str] = lambda state, unit, into: ""


class Split(Command, frozen=True, tag="split"):
    """These members become a Mob of their own, with the key `into`."""

    unit: Key
    bodies: Annotated[list[Key], Meta(min_length=1, max_length=50)]
    into: Key
    name: Annotated[str, Meta(max_length=60)] = ""


class Merge(Command, frozen=True, tag="merge"):
    """All members of a unit join another one, of the same side and seat."""

    unit: Key
    into: Key


class UnitsMerged(e.Event, frozen=True, tag=True):
    """The unit is no more; its bodies are the last ones of `into`."""

    unit: str
    into: str
    name: str
    pools: dict[str, Pool] = {}


def split(shapes: Shapes, work: Work, command: Split) -> None:
    """By the GM or who plays it. Refused while an action is under way."""
    unit = work.own_unit(command.unit)
    _quiet(work)
    if not shapes.may(unit):
        raise illegal("target")
    chosen = tuple(b for b in unit.bodies if b in set(command.bodies))
    unknown = sorted(set(command.bodies) - set(unit.bodies))
    if unknown:
        raise Refused("unknown", what=unknown[0])
    if len(chosen) == len(unit.bodies):
        raise bad_field("bodies", "leave at least one member behind")
    if command.into in {*work.state.units, *work.state.bodies, *work.state.gone}:
        raise bad_field("into", f"the key {command.into} was used before in this Mission")
    clock = work.state.clock
    name = " ".join(command.name.split()) or f"{unit.name} {_number(work.state, unit.name)}"
    new = replace(unit, key=command.into, name=name, kind="mob", bodies=chosen, wish={}, character=False)
    # Of equal initiative they stay neighbours, the old one first, without a die (T-020 is about strangers).
    new = replace(new, sheet="", part=shapes.part(unit), tiebreak=(*unit.tiebreak, 1))
    acted = unit.key in clock.acted or clock.active == unit.key
    work.emit(shapes.event(unit=unit.key, new=new, acted=acted))


def merge(shapes: Shapes, work: Work, command: Merge) -> None:
    """Refused for units of different sides or seats, and while one of the two acts."""
    unit, into = work.own_unit(command.unit), work.own_unit(command.into)
    _quiet(work)
    if unit.key == into.key:
        raise illegal("nothing")
    if unit.kind != "mob" or into.kind != "mob":
        raise illegal("target")
    if (unit.side, unit.seat) != (into.side, into.seat):
        raise bad_field("into", "both are of one side, and played by the same seat")
    if work.state.clock.active in (unit.key, into.key):
        raise illegal("phase", phase=work.state.phase)
    if why := shapes.joins(work.state, unit, into):
        raise bad_field("into", why)
    pools = {
        key: Pool(left=min(pool.left, unit.pools.get(key, pool).left), of=min(pool.of, unit.pools.get(key, pool).of))
        for key, pool in into.pools.items()
    }
    work.emit(UnitsMerged(unit=unit.key, into=into.key, name=unit.name, pools=pools))


def _quiet(work: Work) -> None:
    if work.state.stack:
        raise Refused("awaiting_answer")
    if work.state.phase in ("ended", "post_mission"):
        raise Refused("ended")


def _number(state: AnyState, name: str) -> str:
    """The first number that makes the name new: `Goblins 2`."""
    names = {u.name for u in state.units.values()}
    return str(next(n for n in range(2, 1000) if f"{name} {n}" not in names))


def _split(s: AnyState, ev: Any) -> AnyState:
    old = s.units.get(ev.unit)
    if old is None:
        return s
    moved = set(ev.new.bodies)
    rest = replace(old, bodies=tuple(b for b in old.bodies if b not in moved), tiebreak=(*old.tiebreak, 2))
    units = {**s.units, ev.unit: rest, ev.new.key: ev.new}
    bodies = {k: replace(b, unit=ev.new.key) if k in moved else b for k, b in s.bodies.items()}
    order = tuple(k for key in s.clock.order for k in ((key, ev.new.key) if key == ev.unit else (key,)))
    acted = (*s.clock.acted, ev.new.key) if ev.acted else s.clock.acted
    clock = replace(s.clock, order=order, acted=acted)
    return replace(s, units=dict(sorted(units.items())), bodies=bodies, clock=clock)


def _merged(s: AnyState, ev: UnitsMerged) -> AnyState:
    unit, into = s.units.get(ev.unit), s.units.get(ev.into)
    if unit is None or into is None:
        return s
    units = {k: u for k, u in s.units.items() if k != ev.unit}
    units[ev.into] = replace(into, bodies=(*into.bodies, *unit.bodies), pools=ev.pools, wish={**into.wish, **unit.wish})
    bodies = {k: replace(b, unit=ev.into) if b.unit == ev.unit else b for k, b in s.bodies.items()}
    clock = replace(
        s.clock,
        order=tuple(k for k in s.clock.order if k != ev.unit),
        acted=tuple(k for k in s.clock.acted if k != ev.unit),
    )
    laid = tuple(m for m in s.laid if m.on.partition(":")[2] != ev.unit)
    return replace(s, units=units, bodies=bodies, clock=clock, gone=(*s.gone, ev.unit), laid=laid)


# --- the table ------------------------------------------------------------------------------------------


def _into(before: AnyState, after: AnyState, rules: Rules, event: UnitsMerged) -> Audience:
    unit = after.units.get(event.into)
    return Audience(frozenset({unit.seat})) if unit else GM_ONLY


def _told_split(t: Telling, ev: Any) -> LogLine:
    who = listed([name(t, b) for b in ev.new.bodies])
    return line("gm", f"{ev.new.name} part from {name(t, ev.unit)}: {who}", unit=of_unit(t, ev.new.key))


def _told_merged(t: Telling, ev: UnitsMerged) -> LogLine:
    return line("gm", f"{ev.name} join {name(t, ev.into)}", unit=of_unit(t, ev.into))


COMMANDS: tuple[type[Command], ...] = (Split, Merge)


def events(shapes: Shapes) -> tuple[type[e.Event], ...]:
    return (shapes.event, UnitsMerged)


def handlers(shapes: Shapes) -> dict[type, Handler]:
    return {
        Split: lambda work, command: split(shapes, work, command),
        Merge: lambda work, command: merge(shapes, work, command),
    }


def appliers(shapes: Shapes) -> dict[type[e.Event], Applier]:
    return {shapes.event: _split, UnitsMerged: _merged}


def audience(shapes: Shapes) -> dict[type[e.Event], Rule]:
    return {shapes.event: controller, UnitsMerged: _into}


def words(shapes: Shapes) -> dict[type[e.Event], Narrate]:
    return {shapes.event: _told_split, UnitsMerged: _told_merged}
