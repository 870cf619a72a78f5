"""The lines of what happens to powers, auras and spells."""

from __future__ import annotations

from tactics.kernel import events as e
from tactics.kernel.ruleset import Narrate, Telling
from tactics.kernel.view import LogLine
from tactics.tempus.power_events import Fizzled, ManaSpent, PowerSet, RetrySet, StyleSet
from tactics.tempus.words import at, line, name

WHY = {
    "suppressed": "is suppressed",
    "asserted": "is asserted again",
    "back": "is back",
    "on": "is on",
    "off": "is off",
    "burnt_out": "burns out",
    "unpaid": "goes out: its price cannot be paid",
}


def _label(t: Telling, kind: str, key: str) -> str:
    found = t.known.rules.find(kind, key)
    return found.label if found is not None else key


def _power_words(t: Telling, ev: PowerSet) -> LogLine | None:
    if ev.why not in WHY:
        return None
    strength = f" with strength {ev.power.strength}" if ev.why == "suppressed" and ev.power.strength else ""
    found = t.known.state.bodies.get(ev.body)
    text = f"{name(t, ev.body)}: {_label(t, 'skill', ev.key)} {WHY[ev.why]}{strength}"
    return line("system", text, unit=found.unit if found is not None else "", at=at(t, ev.body))


def _style_words(t: Telling, ev: StyleSet) -> LogLine:
    spell = "spells" if ev.spell == "*" else _label(t, "action", ev.spell)
    if ev.style is None:
        return line("gm", f"GM: {name(t, ev.body)} casts {spell} as its people do")
    how = " and ".join(ev.style.stats) or "the skill's stat"
    rank = f", rank of {_label(t, 'skill', ev.style.skill)}" if ev.style.skill else ""
    return line("gm", f"GM: {name(t, ev.body)} casts {spell} with {how}{rank}")


def _retry_words(t: Telling, ev: RetrySet) -> LogLine | None:
    if not ev.value:
        return None
    skill, _, target = ev.key.partition(">")
    against = f" against {name(t, target)}" if target else ""
    return line("gm", f"GM: {name(t, ev.body)} has {ev.value:+d} on the next {_label(t, 'skill', skill)}{against}")


def _mana_words(t: Telling, ev: ManaSpent) -> LogLine:
    half = ", as it failed" if ev.failed else ""
    unit = t.known.state.units.get(ev.unit)
    who = unit.name if unit is not None else "somebody"
    return line("system", f"{who}: {_label(t, 'action', ev.action)} takes {ev.mp} MP{half}", unit=ev.unit)


def _fizzled_words(t: Telling, ev: Fizzled) -> LogLine:
    unit = t.known.state.units.get(ev.unit)
    who = unit.name if unit is not None else "somebody"
    return line("system", f"{who}: {_label(t, 'action', ev.action)} fails for want of MP", unit=ev.unit)


WORDS: dict[type[e.Event], Narrate] = {
    PowerSet: _power_words,
    StyleSet: _style_words,
    RetrySet: _retry_words,
    ManaSpent: _mana_words,
    Fizzled: _fizzled_words,
}
