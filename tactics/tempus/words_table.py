"""The lines of what is said and of numbers that the GM sets, where they speak of this ruleset's points."""

from __future__ import annotations

from tactics.kernel import events as e
from tactics.kernel.ruleset import Narrate, Telling
from tactics.kernel.view import LogLine
from tactics.mission import words_table as shared
from tactics.mission.words import line, name, of_unit
from tactics.tempus import parts as p
from tactics.tempus import talk
from tactics.tempus.units import number_label
from tactics.tempus.untrained import TryDeclined, label_of


def _price(t: Telling, ev: p.Said) -> str:
    if p.pay_free(t.known.state):
        return ""
    return p.points(talk.cost(t.known.state, t.known.rules, ev.words))


def _try_declined(t: Telling, ev: TryDeclined) -> LogLine:
    what = label_of(t.known.rules, ev)
    return line("gm", f"GM: {name(t, ev.unit)} cannot try {what} without a rank", unit=of_unit(t, ev.unit))


WORDS: dict[type[e.Event], Narrate] = {
    **shared.WORDS,
    e.NumberSet: shared.number(number_label),
    TryDeclined: _try_declined,
    p.Said: shared.said(_price),
}
