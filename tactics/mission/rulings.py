"""The GM may overrule anything, publicly or in secret: commands that emit the same facts that play does.

Every ruling records old and new value and the reason if one was given, and can be undone by a rewind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.state import EVERYONE, Laid, Status, Until
from tactics.mission import free, objectives, turns


def rule(work: Work, command: c.Rule) -> None:
    """Exactly one ruling a command."""
    given = [name for name in RULINGS if getattr(command, name) is not None]
    if len(given) != 1:
        raise bad_field("rule", f"give exactly one of {', '.join(RULINGS)}")
    RULINGS[given[0]](work, command)


def _set(work: Work, command: c.Rule) -> None:
    assert command.set is not None
    if not command.set:
        raise bad_field("set", "say what to set: {path: value}")
    for path, value in command.set.items():
        event = work.code.set_number(work.state, work.rules, path, value)
        if isinstance(event, e.NumberSet):
            event = replace(event, reason=command.reason, secret=command.secret)
        work.emit(event)
        if isinstance(event, e.NumberSet) and event.path.endswith(".hp"):
            _consciousness(work, event.path.removesuffix(".hp"))


def _consciousness(work: Work, body: str) -> None:
    """0 hit points or less are unconscious, more are not (T-091), also when the GM sets them."""
    found = work.state.bodies.get(body)
    if found is None:
        return
    if found.hp <= 0 and not found.down:
        work.emit(e.KnockedOut(body))
    elif found.hp > 0 and found.down:
        work.emit(e.Revived(body))


def number(old: int, value: int | str) -> int:
    """The new value: a number, or the inline arithmetic of table.md 19 (`-7`, `+3`, `=12`, `12`)."""
    if isinstance(value, int):
        return value
    text = value.strip().replace("\N{MINUS SIGN}", "-")
    match = _INLINE.fullmatch(text)
    if match is None:
        raise bad_field("set", "type -7, +3 or =12")
    sign, digits = match[1], int(match[2])
    return digits if sign in ("", "=") else old + digits * (-1 if sign == "-" else 1)


_INLINE = re.compile(r"([-+=]?)\s*([0-9]{1,5})", re.ASCII)


def _hide(work: Work, command: c.Rule) -> None:
    assert command.hide is not None
    _seats(work, command.to)
    for body in _bodies(work, command.hide):
        work.emit(e.BodyHidden(body=body, hidden_from=tuple(command.to or (EVERYONE,))))


def _reveal(work: Work, command: c.Rule) -> None:
    assert command.reveal is not None
    _seats(work, command.to)
    changed = False
    for body in _bodies(work, command.reveal):
        if work.state.bodies[body].hidden_from:
            changed = True
            work.emit(e.BodyRevealed(body=body, to=tuple(command.to or ())))
    if not changed:
        raise illegal("nothing")


def _seats(work: Work, seats: list[str] | None) -> None:
    unknown = [seat for seat in seats or () if seat not in work.state.seats]
    if unknown:
        raise Refused("unknown", what=unknown[0])


def _bodies(work: Work, key: str) -> tuple[str, ...]:
    """The body `key`, or all bodies of the unit `key`."""
    if key in work.state.bodies:
        return (key,)
    return work.unit(key).bodies


def _knock_out(work: Work, command: c.Rule) -> None:
    assert command.knock_out is not None
    bodies = [b for b in _bodies(work, command.knock_out) if not work.state.bodies[b].down]
    if not bodies:
        raise illegal("nothing")
    work.emit(*(e.KnockedOut(b) for b in bodies))
    _say(work, command, f"{_names(work, bodies)}: unconscious", bodies[0])


def _revive(work: Work, command: c.Rule) -> None:
    assert command.revive is not None
    bodies = [b for b in _bodies(work, command.revive) if work.state.bodies[b].down]
    if not bodies:
        raise illegal("nothing")
    for body in bodies:
        if work.state.bodies[body].hp <= 0:
            work.emit(e.Healed(body=body, amount=1 - work.state.bodies[body].hp, hp=1, why="GM"))
        work.emit(e.Revived(body))
    _say(work, command, f"{_names(work, bodies)}: conscious again", bodies[0])


def _reorder(work: Work, command: c.Rule) -> None:
    assert command.reorder is not None
    if sorted(command.reorder) != sorted(work.state.clock.order):
        raise bad_field("reorder", "name every unit of the order once")
    before = work.state.clock.order
    work.emit(e.OrderSet(tuple(command.reorder), before=before, reason=command.reason, secret=command.secret))


def _skip(work: Work, command: c.Rule) -> None:
    assert command.skip is not None
    unit = work.unit(command.skip)
    state = work.state
    if not turns.running(state) or state.stack:
        raise illegal("phase", phase=state.phase)
    if unit.key in state.clock.acted or unit.key not in state.clock.order:
        raise illegal("nothing")
    begun = state.clock.active == unit.key
    work.emit(e.TurnEnded(unit=unit.key, skipped="gm"))
    if not begun:
        work.code.passes_over(work, unit)


def _refund(work: Work, command: c.Rule) -> None:
    assert command.refund is not None
    key = command.unit or work.state.clock.active
    if key is None:
        raise bad_field("unit", "say whose points")
    unit = work.unit(key)
    pools: dict[str, tuple[int, int]] = {}
    for pool, points in command.refund.items():
        if pool not in unit.pools:
            raise bad_field("refund", f"{unit.name} has no points of the kind {pool}")
        pools[pool] = (max(0, unit.pools[pool].left + points), unit.pools[pool].of)
    work.emit(e.PoolsSet(unit=key, pools=pools, why="refund", reason=command.reason, secret=command.secret))


def _ruled(work: Work, command: c.Rule) -> None:
    """ "I rule this one": the next check of this unit asks the GM for its difficulty (table.md 5)."""
    key = command.unit or work.state.clock.active
    if key is None:
        raise bad_field("unit", "say whose check")
    unit = work.unit(key)
    standing = [m for m in work.state.laid if m.on == f"next:{unit.key}" and m.applies == "ruled"]
    if command.ruled and not standing:
        laid = Laid(
            key=f"m{work.state.made + 1}", on=f"next:{unit.key}", applies="ruled", label="GM rules", value=0,
            secret=True,
        )  # fmt: skip
        work.emit(e.Modified(laid))
    elif not command.ruled and standing:
        work.emit(*(e.ModifierEnded(m.key) for m in standing))
    else:
        raise illegal("nothing")


def _settle(work: Work, command: c.Rule) -> None:
    assert command.settle is not None
    objectives.settle(work, command.settle)


def _status(work: Work, command: c.Rule) -> None:
    before = len(work.events)
    _change_status(work, command.status or {})
    for n, event in enumerate(work.events[before:], before):
        if isinstance(event, e.StatusSet | e.StatusEnded):  # told, not kept: the state stays as it was emitted
            work.events[n] = replace(event, reason=command.reason, secret=command.secret)


def _change_status(work: Work, status: Mapping[str, Any]) -> None:
    given = dict(status)
    body = work.body_key(str(given.pop("body", "")))
    key, on = str(given.pop("key", "")), given.pop("on", True)
    give, end = work.code.give_status, work.code.end_status
    if on and give is not None:
        give(work, body, key)
        return
    if work.rules.find("status", key) is None:
        raise Refused("unknown", what=key)
    if on:
        work.emit(e.StatusSet(body=body, status=Status(key=key, source="gm")))
    elif end is not None:
        end(work, body, key)
    else:
        work.emit(e.StatusEnded(body=body, key=key))


def _names(work: Work, bodies: list[str]) -> str:
    return ", ".join(work.state.bodies[b].name for b in bodies)


def _say(work: Work, command: c.Rule, what: str, body: str = "") -> None:
    if command.reason:
        work.emit(e.Ruled(what=what, reason=command.reason, secret=command.secret, body=body))


RULINGS: dict[str, Callable[[Work, c.Rule], None]] = {
    "set": _set,
    "hide": _hide,
    "reveal": _reveal,
    "knock_out": _knock_out,
    "revive": _revive,
    "reorder": _reorder,
    "skip": _skip,
    "refund": _refund,
    "ruled": _ruled,
    "settle": _settle,
    "mode": free.mode,
    "status": _status,
}


def lay(work: Work, command: c.Lay) -> None:
    """A modifier on a body, a unit, a cell or the next check of a unit, with an end if `rounds` is given."""
    kind, _, where = command.on.partition(":")
    state = work.state
    known = {
        "body": lambda: where in state.bodies,
        "unit": lambda: where in state.units,
        "next": lambda: where in state.units,
        "cell": lambda: where.split(":")[0] in state.boards and where.count(":") == 2,
    }
    if kind not in known:
        raise bad_field("on", "write body:KEY, unit:KEY, next:KEY or cell:BOARD:X:Y")
    if not known[kind]():
        raise Refused("unknown", what=where)
    if command.applies not in work.code.lays:
        raise bad_field("applies", f"choose one of {', '.join(work.code.lays)}")
    until = Until(edge="end", count=command.rounds) if command.rounds else None
    work.emit(
        e.Modified(
            Laid(
                key=f"m{state.made + 1}",
                on=command.on,
                applies=command.applies,
                label=command.label,
                value=command.value,
                secret=command.secret,
                until=until,
            )
        )
    )


def lift(work: Work, command: c.Lift) -> None:
    if not any(m.key == command.key for m in work.state.laid):
        raise Refused("unknown", what=command.key)
    work.emit(e.ModifierEnded(command.key))


def end_laid_of_round(work: Work) -> None:
    """At a round's start: counts down what the GM laid for a number of rounds."""
    for laid in work.state.laid:
        if laid.until is not None and not laid.until.unit:
            if laid.until.count <= 1:
                work.emit(e.ModifierEnded(laid.key))
            else:
                until = replace(laid.until, count=laid.until.count - 1)
                work.emit(e.Modified(replace(laid, until=until)))


def pause(work: Work, command: c.Pause) -> None:
    if work.state.paused:
        raise illegal("nothing")
    work.emit(e.Paused(by=work.by.seat, at=work.now))


def resume(work: Work, command: c.Resume) -> None:
    if not work.state.paused:
        raise illegal("nothing")
    work.emit(e.Resumed(by=work.by.seat, at=work.now))
