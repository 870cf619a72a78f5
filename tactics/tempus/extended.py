"""Extended Actions: begun, paid for over turns, stopped and broken (T-039 to T-046). `doing` executes what is paid."""

from __future__ import annotations

from typing import Any

from tactics.effects.text import cost_text
from tactics.kernel import commands as c
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import Handler
from tactics.kernel.state import AnyState, AnyUnit
from tactics.mission import turns
from tactics.tempus import spells
from tactics.tempus.action_plan import Plan
from tactics.tempus.check_facts import Facts, constant
from tactics.tempus.parts import (
    STAT_OF,
    Acted,
    cost_of,
    left,
    living,
    lowest,
    part,
    pay,
    pay_free,
)
from tactics.tempus.timing_events import ExtendedEnded, ExtendedPaid, ExtendedStarted, Stop
from tactics.tempus.timing_records import Extended, Wish


def allotted(state: AnyState, unit: AnyUnit) -> dict[str, int]:
    """The points that a turn allots: the stats as they are, whatever is left or was lost (T-039)."""
    return {pool: lowest(living(state, unit), stat) for pool, stat in STAT_OF.items()}


def is_long(facts: Facts, unit: AnyUnit, wanted: Plan) -> bool:
    """Whether the action takes more points than a turn allots and than are left: it can only be an Extended one."""
    if pay_free(facts.state):
        return False
    of = allotted(facts.state, unit)
    cost = cost_of(wanted.cost)
    above = any(pool in of and points > of[pool] for pool, points in cost.items())
    return above and any(points > left(unit, pool) for pool, points in cost.items() if pool in of)


def why_not_begin(facts: Facts, unit: AnyUnit, wanted: Plan) -> Refused | None:
    """Why a long action cannot be begun now, whatever it aims at."""
    if not wanted.action.extendable:
        return illegal("extended", text=f"{wanted.action.label} cannot be done over several turns")
    if part(unit).extended is not None:
        return illegal("extended", text="one is under way: go on with it or stop it first")
    lacking = spells.lacks(facts, unit, wanted.action)
    if lacking is not None:
        return lacking
    if not any(left(unit, pool) for pool in wanted.cost):
        return illegal("cost", need=cost_text(cost_of(wanted.cost)), left="nothing")
    return None


def begin(work: Work, unit: AnyUnit, wanted: Plan, command: c.Act, members: tuple[str, ...] | None) -> None:
    """Declares it with its target and pays the first points; `why_not_begin` was asked before. members: those that
    are told apart, of a Mob's.

    A Mob does it as a whole or not at all, unless the GM lets it (T-042).
    """
    able = {b.key for b in living(work.state, unit)}
    if members is not None and set(members) != able and not work.by.is_gm:
        raise illegal("extended", text=f"only the whole of {unit.name} can do it")
    long = Extended(wish=wish_of(command), cost=cost_of(wanted.cost))
    points = to_pay(work, unit, long, command.pay)
    pay(work, unit.key, points, wanted.key)
    work.emit(Acted(unit=unit.key, action=wanted.key), ExtendedStarted(unit=unit.key, extended=long))
    work.emit(ExtendedPaid(unit=unit.key, points=points, owed=_owed(long, points)))


def wish_of(command: c.Act) -> Wish:
    """The arguments of an `act`, as they are kept."""
    found: dict[str, Any] = {
        "action": command.action,
        "with": command.using,
        "target": command.target,
        "legs": [[list(cell) for cell in leg] for leg in command.legs] if command.legs else None,
        "targets": command.targets,
        "text": command.text,
    }
    return {name: value for name, value in found.items() if value}


def to_pay(facts: Facts, unit: AnyUnit, long: Extended, asked: dict[str, int] | None) -> dict[str, int]:
    """The points of one payment: as asked, or all that is possible; refused if that is too little or too much."""
    owed = long.owed
    most = {pool: min(points, left(unit, pool)) for pool, points in owed.items()}
    points = most if asked is None else asked
    if any(pool not in owed or type(n) is not int or n < 0 for pool, n in points.items()):
        raise bad_field("pay", f"pay at most {cost_text(owed)}")
    for pool, n in points.items():
        if n > owed[pool]:
            raise bad_field("pay", f"pay at most {cost_text(owed)}")
        if n > left(unit, pool):
            raise illegal("cost", need=cost_text({pool: n}), left=cost_text({pool: left(unit, pool)}))
    points = cost_of(points)
    least = int(constant(facts, "tt.extended.min_per_turn"))
    if sum(points.values()) < min(least, sum(owed.values())):
        raise illegal("cost", need=cost_text(owed), left=cost_text(most) if any(most.values()) else "nothing")
    return points


def _owed(long: Extended, points: dict[str, int]) -> dict[str, int]:
    return {pool: n for pool in long.owed if (n := long.owed[pool] - points.get(pool, 0)) > 0}


def pay_more(work: Work, unit: AnyUnit, asked: dict[str, int] | None) -> Extended:
    """One payment of this turn; the record as it stands after it."""
    long = under_way(unit)
    points = to_pay(work, unit, long, asked)
    pay(work, unit.key, points, long.action)
    work.emit(Acted(unit=unit.key, action=long.action))
    work.emit(ExtendedPaid(unit=unit.key, points=points, owed=_owed(long, points)))
    return under_way(work.state.units[unit.key])


def under_way(unit: AnyUnit) -> Extended:
    """The unit's Extended Action; refused if there is none."""
    long = part(unit).extended
    if long is None:
        raise illegal("extended", text="none is under way")
    return long


def end(work: Work, unit: str, why: str) -> None:
    """It is over; unless it is done, what was paid is lost (T-044). Nothing, if none is under way."""
    found = work.state.units.get(unit)
    long = part(found).extended if found is not None else None
    if long is not None:
        lost = {} if why == "done" else dict(long.paid)
        work.emit(ExtendedEnded(unit=unit, action=long.action, why=why, lost=lost))


def stop(work: Work, command: Stop) -> None:
    """Its owner stops it, at any time while the Mission runs."""
    unit = work.own_unit(command.unit)
    if not turns.running(work.state):
        raise illegal("phase", phase=work.state.phase)
    under_way(unit)
    end(work, unit.key, "stopped")


def end_of_turn(work: Work, unit: AnyUnit) -> None:
    """What nothing was paid for in this turn stops (`tt.extended.min_per_turn`)."""
    long = part(unit).extended
    if long is not None and long.now < int(work.constant("tt.extended.min_per_turn")):
        end(work, unit.key, "unpaid")


HANDLERS: dict[type, Handler] = {Stop: stop}
