"""Who gets the events of Tempus Tempera whole; `mission.audience` answers for those that all rulesets share."""

from __future__ import annotations

from collections.abc import Sequence

from tactics.kernel import events as e
from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyState
from tactics.mission import audience as shared
from tactics.mission.audience import Rule, Weaken
from tactics.mission.audience import controller as controller
from tactics.mission.audience import nobody as nobody
from tactics.mission.audience import numbers as numbers
from tactics.mission.audience import of_unit as of_unit
from tactics.mission.audience import owner_of as owner_of
from tactics.mission.audience import unit_of as unit_of
from tactics.mission.audience import who_know as who_know
from tactics.tempus import parts as p
from tactics.tempus.initiative import weight
from tactics.tempus.untrained import TryDeclined


def _changes_less(
    before: AnyState, after: AnyState, rules: Rules, event: p.ChangesTaken, seat: str
) -> Sequence[e.Event]:
    """Of a stranger the new value, not where it comes from; nothing if it is the old one."""
    unit, old = after.units.get(event.unit), before.units.get(event.unit)
    changed = old is not None and old.initiative != event.value
    if changed and seat in who_know(after, rules, unit):
        return (p.ChangesTaken(unit=event.unit, value=event.value),)
    return ()


def _tie_less(before: AnyState, after: AnyState, rules: Rules, event: e.TieBroken, seat: str) -> Sequence[e.Event]:
    """The die of a tie with somebody whom the seat knows."""
    unit = after.units.get(event.unit)
    if unit is None or not shared.ties(after, rules, seat, unit, lambda u: (u.initiative, weight(after, u))):
        return ()
    return (event,)


AUDIENCE: dict[type[e.Event], Rule] = {
    **shared.AUDIENCE,
    **dict.fromkeys((p.Converted, p.InitiativeQueued, p.ChangesTaken), numbers),
    **dict.fromkeys((p.ExtraTurnGranted, p.ExtraTurnTaken, TryDeclined), of_unit),
    **dict.fromkeys((p.LegBegun, p.LegWalked, p.Acted), controller),
}
WEAKEN: dict[type[e.Event], Weaken] = {**shared.WEAKEN, p.ChangesTaken: _changes_less, e.TieBroken: _tie_less}
