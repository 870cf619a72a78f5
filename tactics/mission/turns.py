"""Who acts when: the one place that starts and ends rounds and turns (T-013, T-027, T-028).

The active unit is named by key and the order is fixed for a round, so no removal, arrival, death or change of
initiative can make the pointer jump: who is next is always the first in the order that has not acted.
"""

from __future__ import annotations

from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.order import all_down
from tactics.kernel.refusals import Refused, illegal
from tactics.kernel.state import AnyState, AnyUnit


def running(state: AnyState) -> bool:
    """Turns pass: the Mission runs and is not in free movement."""
    return state.phase == "running" and state.clock.mode == "turns"


def active_unit(work: Work, key: str) -> AnyUnit:
    """The unit `key`, if this seat may act with it now; else why not (T-013)."""
    unit = work.own_unit(key)
    state = work.state
    if state.phase == "ended" or state.phase == "post_mission":
        raise Refused("ended")
    if state.phase != "running":
        raise illegal("phase", phase=state.phase)
    if state.clock.mode == "turns" and state.clock.active != key:
        raise Refused("not_your_turn")
    return unit


def start_round(work: Work) -> None:
    """The next round, in the order that the ruleset gives it now (T-014, T-029)."""
    number = work.state.clock.round + 1
    order = work.code.begin_round(work)
    work.emit(e.RoundStarted(round=number, order=order))


def end_turn(work: Work, unit: AnyUnit) -> None:
    work.emit(e.TurnEnded(unit=unit.key))


PASSING = 10
"""So many Rounds pass by one command while everybody is held; then the Mission waits for the GM."""


def pass_on(work: Work) -> None:
    """Gives the turn to whoever is next, skipping those who cannot act; starts rounds as they come.

    With nobody left who is conscious, nobody is active and the Mission waits for the GM.
    """
    passed = sum(isinstance(event, e.RoundStarted) for event in work.events)
    while running(work.state) and work.state.clock.active is None:
        state = work.state
        waiting = [k for k in state.clock.order if k not in state.clock.acted and k in state.units]
        if not waiting:
            if passed > PASSING or not _anybody(work):
                return
            if not work.code.more_turns(work):
                start_round(work)
                passed += 1
            continue
        unit = state.units[waiting[0]]
        reason = work.code.skips(state, work.rules, unit)
        if reason:
            if not _anybody(work):
                return
            work.emit(e.TurnEnded(unit=unit.key, skipped=reason))
            work.code.passes_over(work, unit)
            continue
        work.emit(e.TurnStarted(unit=unit.key))
        work.code.begin_turn(work, unit)


def _anybody(work: Work) -> bool:
    """Whether somebody of the order is conscious: who is only held gets a turn again by itself. What has no turn, such
    as a ship without a crew, is not of the order."""
    return any(not all_down(work.state, key) for key in work.code.sort(work.state))


def idle(work: Work) -> None:
    """Consequence of every command: a unit that can no longer act loses its turn, and the next one gets it."""
    state = work.state
    if not running(state):
        return
    active = state.clock.active
    if active is not None:
        unit = state.units.get(active)
        if unit is None or all_down(state, active):
            work.emit(e.TurnEnded(unit=active, skipped="down"))
    pass_on(work)
