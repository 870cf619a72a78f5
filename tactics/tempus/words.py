"""Events of Tempus Tempera as lines of the log; `mission.words` has those that all rulesets share."""

from __future__ import annotations

from tactics.kernel import events as e
from tactics.kernel.ruleset import Narrate, Telling
from tactics.kernel.view import LogLine
from tactics.mission import words as shared
from tactics.mission.words import SOMEBODY as SOMEBODY
from tactics.mission.words import at as at
from tactics.mission.words import body as body
from tactics.mission.words import cell as cell
from tactics.mission.words import line as line
from tactics.mission.words import listed as listed
from tactics.mission.words import name as name
from tactics.mission.words import of_unit as of_unit
from tactics.mission.words import seat_name as seat_name
from tactics.mission.words import signed as signed
from tactics.mission.words import unit as unit
from tactics.tempus import parts as p


def _changed(t: Telling, ev: p.ChangesTaken) -> LogLine:
    why = listed([f"{signed(v)} {k}" for k, v in ev.terms.items()])
    text = f"{name(t, ev.unit)}: initiative {ev.value}{f' ({why})' if why else ''}"
    return line("system", text, unit=of_unit(t, ev.unit))


def _extra(t: Telling, ev: p.ExtraTurnTaken) -> LogLine:
    return line("system", f"{name(t, ev.unit)} may act once more this round", unit=of_unit(t, ev.unit))


def _converted(t: Telling, ev: p.Converted) -> LogLine:
    gain = ev.points * int(t.known.rules.constant("tt.init.conversion_per_ma", t.known.state.options))
    text = f"{name(t, ev.unit)}: {ev.points} MA for {signed(gain)} initiative in the next round"
    return line("system", text, unit=of_unit(t, ev.unit))


def _queued(t: Telling, ev: p.InitiativeQueued) -> LogLine:
    why = f" ({ev.why})" if ev.why else ""
    text = f"{name(t, ev.unit)}: initiative {signed(ev.value)} from the next round on{why}"
    return line("system", text, unit=of_unit(t, ev.unit))


WORDS: dict[type[e.Event], Narrate] = {
    **shared.WORDS,
    e.InitiativeSet: shared.initiative("d10"),
    e.PoolsSet: shared.pools(p.points),
    p.Walked: shared.walked(p.points),
    p.ExtraTurnTaken: _extra,
    p.Converted: _converted,
    p.ChangesTaken: _changed,
    p.InitiativeQueued: _queued,
}
