"""How the facts of acting over turns and out of turn change the state, and who may know of them.

What is prepared is its owner's and the GM's alone until it is used; allies see how many there are (reference 3.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from tactics.kernel import events as e
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Applier
from tactics.kernel.state import AnyState
from tactics.secrecy.sight import knows_body
from tactics.tempus import audience as who
from tactics.tempus import timing_events as t
from tactics.tempus.appliers import with_part
from tactics.tempus.knowledge import knows_numbers
from tactics.tempus.parts import Delayed, TempusMission, part
from tactics.tempus.timing_records import Extended

# --- appliers -----------------------------------------------------------------------------------------


def _prepared(s: AnyState, ev: t.ActionPrepared) -> AnyState:
    unit = s.units.get(ev.unit)
    return s if unit is None else with_part(s, ev.unit, prepared=(*part(unit).prepared, ev.prepared))


def _judged(s: AnyState, ev: t.PreparedJudged) -> AnyState:
    unit = s.units.get(ev.unit)
    if unit is None:
        return s
    records = part(unit).prepared
    changed = tuple(replace(r, specificity=ev.specificity) if r.number == ev.number else r for r in records)
    return with_part(s, ev.unit, prepared=changed)


def _used(s: AnyState, ev: t.PreparedUsed) -> AnyState:
    unit = s.units.get(ev.unit)
    if unit is None:
        return s
    kept = tuple(r for r in part(unit).prepared if r.number > ev.prepared.number)
    s = with_part(s, ev.unit, prepared=kept)
    if not ev.later:
        return s
    own = s.part if s.part is not None else TempusMission()
    delayed = (*own.delayed, Delayed(ev.unit, ev.prepared, ev.target))
    return replace(s, part=replace(own, delayed=delayed))


def _lost(s: AnyState, ev: t.PreparedLost) -> AnyState:
    unit = s.units.get(ev.unit)
    if unit is None:
        return s
    return with_part(s, ev.unit, prepared=tuple(r for r in part(unit).prepared if r.number not in ev.numbers))


def _taken(s: AnyState, ev: t.DelayedTaken) -> AnyState:
    own = s.part if s.part is not None else TempusMission()
    return replace(s, part=replace(own, delayed=own.delayed[1:]))


def _reflex(s: AnyState, ev: t.ReflexTried) -> AnyState:
    unit = s.units.get(ev.unit)
    if unit is None or not ev.loss:
        return s
    old = part(unit).loss
    return with_part(s, ev.unit, loss={k: old.get(k, 0) + ev.loss.get(k, 0) for k in sorted({*old, *ev.loss})})


def _paid(s: AnyState, ev: t.ExtendedPaid) -> AnyState:
    unit = s.units.get(ev.unit)
    long = part(unit).extended if unit is not None else None
    if long is None:
        return s
    paid = {k: long.paid.get(k, 0) + ev.points.get(k, 0) for k in sorted({*long.paid, *ev.points})}
    return with_part(s, ev.unit, extended=replace(long, paid=paid, now=long.now + sum(ev.points.values())))


APPLIERS: dict[type[e.Event], Applier] = {
    t.ActionPrepared: _prepared,
    t.PreparedJudged: _judged,
    t.PreparedUsed: _used,
    t.PreparedLost: _lost,
    t.DelayedTaken: _taken,
    t.ReflexTried: _reflex,
    t.ReflexDeclined: lambda s, ev: s,
    t.LossTaken: lambda s, ev: with_part(s, ev.unit, loss={}),
    t.ExtendedStarted: lambda s, ev: with_part(s, ev.unit, extended=ev.extended),
    t.ExtendedPaid: _paid,
    t.ExtendedEnded: lambda s, ev: with_part(s, ev.unit, extended=None),
    t.WillpowerRolled: lambda s, ev: s,
    t.Foiled: lambda s, ev: s,
}


# --- who may know -------------------------------------------------------------------------------------


def _knows(before: AnyState, after: AnyState, rules: Rules, key: str, seat: str) -> bool:
    return seat in who.who_know(after, rules, who.unit_of(before, after, key))


def _is_friend(before: AnyState, after: AnyState, key: str, seat: str) -> bool:
    unit = who.unit_of(before, after, key)
    return unit is not None and knows_numbers(after, seat, unit)


def _used_less(before: AnyState, after: AnyState, rules: Rules, ev: t.PreparedUsed, seat: str) -> Sequence[e.Event]:
    """That it interrupts; what it does shows when it is done."""
    if not _knows(before, after, rules, ev.unit, seat):
        return ()
    record = replace(ev.prepared, text="", when={}, cost={}, wish={"action": "" if ev.later else ev.prepared.action})
    return (replace(ev, prepared=record, skipped=(), target=""),)


def _reflex_less(before: AnyState, after: AnyState, rules: Rules, ev: t.ReflexTried, seat: str) -> Sequence[e.Event]:
    return (replace(ev, of=None, loss={}),) if _knows(before, after, rules, ev.unit, seat) else ()


def _started_less(
    before: AnyState, after: AnyState, rules: Rules, ev: t.ExtendedStarted, seat: str
) -> Sequence[e.Event]:
    """What is begun, with nobody's numbers, and on whom only if that one is seen."""
    if not _knows(before, after, rules, ev.unit, seat):
        return ()
    target = ev.extended.wish.get("target")
    wish: dict[str, Any] = {"action": ev.extended.action}
    if isinstance(target, str) and target in after.bodies and knows_body(after, rules, seat, target):
        wish["target"] = target
    friend = _is_friend(before, after, ev.unit, seat)
    long = replace(ev.extended, wish=wish) if friend else Extended(wish=wish, cost={})
    return (replace(ev, extended=long),)


def _ended_less(before: AnyState, after: AnyState, rules: Rules, ev: t.ExtendedEnded, seat: str) -> Sequence[e.Event]:
    return (replace(ev, lost={}),) if _knows(before, after, rules, ev.unit, seat) else ()


def _willpower_less(
    before: AnyState, after: AnyState, rules: Rules, ev: t.WillpowerRolled, seat: str
) -> Sequence[e.Event]:
    if not _knows(before, after, rules, ev.unit, seat):
        return ()
    return (replace(ev, stat=None, difficulty=None),)


def _delayed_less(before: AnyState, after: AnyState, rules: Rules, ev: t.DelayedTaken, seat: str) -> Sequence[e.Event]:
    return (replace(ev, why=""),) if _knows(before, after, rules, ev.unit, seat) and not ev.why else ()


AUDIENCE = {
    t.ActionPrepared: who.controller,
    t.PreparedJudged: who.controller,
    t.PreparedUsed: who.controller,
    t.PreparedLost: who.controller,
    t.DelayedTaken: who.controller,
    t.ReflexTried: who.numbers,
    t.ReflexDeclined: who.of_unit,
    t.LossTaken: who.numbers,
    t.ExtendedStarted: who.controller,
    t.ExtendedPaid: who.numbers,
    t.ExtendedEnded: who.numbers,
    t.WillpowerRolled: who.numbers,
    t.Foiled: who.of_unit,
}
WEAKEN = {
    t.PreparedUsed: _used_less,
    t.DelayedTaken: _delayed_less,
    t.ReflexTried: _reflex_less,
    t.ExtendedStarted: _started_less,
    t.ExtendedEnded: _ended_less,
    t.WillpowerRolled: _willpower_less,
}
