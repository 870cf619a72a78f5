"""The lines of acting over turns and out of turn."""

from __future__ import annotations

from tactics.kernel.ruleset import Narrate, Telling
from tactics.kernel.view import LogLine
from tactics.secrecy.known import possessive
from tactics.tempus import timing_events as t
from tactics.tempus.deeds import action_label
from tactics.tempus.interrupt_choices import described
from tactics.tempus.parts import POOL_ORDER, points
from tactics.tempus.timing_records import EXACT, VAGUE, Prepared
from tactics.tempus.words import line, name, of_unit


def _label(tell: Telling, action: str, using: str = "") -> str:
    return action_label(tell.known.rules, action, using)


def _record(tell: Telling, record: Prepared) -> str:
    return described(tell.known.state, tell.known.rules, record)


SPECIFIC = {VAGUE: ", a vague declaration", EXACT: ", an exact declaration"}


def _prepared(tell: Telling, ev: t.ActionPrepared) -> LogLine:
    record = ev.prepared
    quoted = f" (“{record.text}”)" if record.text else ""
    text = f"{name(tell, ev.unit)} prepares {record.number}: {_record(tell, record)}{quoted}"
    return line("system", f"{text}{SPECIFIC.get(record.specificity, '')}", unit=of_unit(tell, ev.unit), secret=True)


def _judged(tell: Telling, ev: t.PreparedJudged) -> LogLine:
    return line("gm", f"{possessive(name(tell, ev.unit))} prepared action {ev.number} is {ev.specificity}", secret=True)


def _used(tell: Telling, ev: t.PreparedUsed) -> LogLine:
    who = name(tell, ev.unit)
    skipped = f"; given up: {', '.join(map(str, ev.skipped))}" if ev.skipped else ""
    if not ev.prepared.action:
        text = f"{who} has a prepared action that waits until this is over"
    elif ev.later:
        text = f"{who}: {_record(tell, ev.prepared)} waits until this is over{skipped}"
    else:
        text = f"{who} interrupts with a prepared action: {_label(tell, ev.prepared.action)}{skipped}"
    record = {"kind": "prepared", "actor": ev.unit, "action": ev.prepared.action, "later": ev.later}
    return line("system", text, unit=of_unit(tell, ev.unit), record=record)


LOST = {
    "turn": "unused as the next turn begins",
    "round": "unused at the end of the round",
    "discarded": "given up",
    "down": "unconscious",
}


def _lost(tell: Telling, ev: t.PreparedLost) -> LogLine:
    count = "a prepared action" if len(ev.numbers) == 1 else f"{len(ev.numbers)} prepared actions"
    text = f"{name(tell, ev.unit)} loses {count}: {LOST.get(ev.why, ev.why)}"
    return line("system", text, unit=of_unit(tell, ev.unit))


def _delayed(tell: Telling, ev: t.DelayedTaken) -> LogLine:
    label = _label(tell, ev.action)
    text = f"{possessive(name(tell, ev.unit))} prepared {label}"
    return line("system", f"{text} comes now" if not ev.why else f"{text} cannot be done any more")


def _reflex(tell: Telling, ev: t.ReflexTried) -> LogLine:
    against = f" against {ev.of} MA" if ev.of is not None else ""
    text = f"{name(tell, ev.unit)} tries a Reflex: {ev.face}{against}, {'succeeds' if ev.success else 'fails'}"
    if ev.loss:
        lost = [f"{ev.loss[pool]} {pool.upper()}" for pool in sorted(ev.loss, key=POOL_ORDER.index)]
        text += f"; all MA gone, next turn without {' and '.join(lost)}"
    record = {
        "kind": "reflex",
        "actor": ev.unit,
        "die": ev.face,
        "outcome": "success" if ev.success else "failure",
        **({"loss": ev.loss} if ev.loss else {}),
    }
    return line("roll", text, unit=of_unit(tell, ev.unit), record=record)


def _declined(tell: Telling, ev: t.ReflexDeclined) -> LogLine:
    return line("system", f"{name(tell, ev.unit)} does nothing with the Reflex", unit=of_unit(tell, ev.unit))


def _started(tell: Telling, ev: t.ExtendedStarted) -> LogLine:
    wish = ev.extended.wish
    label = _label(tell, ev.extended.action, str(wish.get("with", "")))
    target = wish.get("target")
    on = f" on {name(tell, target)}" if isinstance(target, str) else ""
    cost = f", {points(ev.extended.cost)} over several turns" if ev.extended.cost else ", over several turns"
    return line("system", f"{name(tell, ev.unit)} begins {label}{on}{cost}", unit=of_unit(tell, ev.unit))


def _paid(tell: Telling, ev: t.ExtendedPaid) -> LogLine:
    rest = f", {points(ev.owed)} still to pay" if ev.owed else ", paid in full"
    return line("system", f"{name(tell, ev.unit)} pays {points(ev.points)}{rest}", unit=of_unit(tell, ev.unit))


ENDED = {
    "stopped": "stops",
    "unpaid": "stops, as nothing was paid this turn:",
    "willpower": "loses concentration and",
    "down": "is unconscious and",
}


def _ended(tell: Telling, ev: t.ExtendedEnded) -> LogLine | None:
    if ev.why == "done":
        return None
    label = _label(tell, ev.action)
    lost = f"; {points(ev.lost)} lost" if ev.lost else ""
    verb = f"{ENDED.get(ev.why, 'stops')} " + ("the" if ev.why in ("stopped", "unpaid") else "loses the")
    return line("system", f"{name(tell, ev.unit)} {verb} {label}{lost}", unit=of_unit(tell, ev.unit))


def _willpower(tell: Telling, ev: t.WillpowerRolled) -> LogLine:
    sums = ""
    if ev.stat is not None and ev.difficulty is not None:
        sums = f": {ev.face} + {ev.stat} WP = {ev.face + ev.stat} against {ev.difficulty}"
    text = f"{possessive(name(tell, ev.body))} willpower {'holds' if ev.held else 'breaks'}{sums}"
    record = {
        "kind": "willpower",
        "actor": ev.unit,
        "die": ev.face,
        "outcome": "success" if ev.held else "failure",
    }
    return line("roll", text, unit=of_unit(tell, ev.unit), record=record)


def _foiled(tell: Telling, ev: t.Foiled) -> LogLine:
    text = f"{possessive(name(tell, ev.unit))} {_label(tell, ev.action)} cannot be done any more: no roll"
    return line("system", text, unit=of_unit(tell, ev.unit))


WORDS: dict[type, Narrate] = {
    t.ActionPrepared: _prepared,
    t.PreparedJudged: _judged,
    t.PreparedUsed: _used,
    t.PreparedLost: _lost,
    t.DelayedTaken: _delayed,
    t.ReflexTried: _reflex,
    t.ReflexDeclined: _declined,
    t.ExtendedStarted: _started,
    t.ExtendedPaid: _paid,
    t.ExtendedEnded: _ended,
    t.WillpowerRolled: _willpower,
    t.Foiled: _foiled,
}
