"""Rounds and turns: what their start grants and ends, and End turn (T-027 to T-032; reference 3.5).

Who is next is `tactics.mission.turns`' matter; this file says what happens at each edge.
"""

from __future__ import annotations

from msgspec.structs import replace

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.appliers import bodies_of
from tactics.kernel.engine import Work
from tactics.kernel.order import all_down
from tactics.kernel.refusals import illegal
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Handler, Known
from tactics.kernel.state import AnyState, AnyUnit, Until
from tactics.mission import phases, rulings, turns
from tactics.mission.fog import explore
from tactics.tempus import activated, extended, initiative, powers, prepared, spells
from tactics.tempus.parts import (
    MA,
    PA,
    STAT_OF,
    ExtraTurnGranted,
    ExtraTurnTaken,
    left,
    living,
    part,
    stat,
)
from tactics.tempus.timing_events import LossTaken


def grant(state: AnyState, rules: Rules, unit: AnyUnit) -> dict[str, int]:
    """The points that a turn gives now: PA = SPD, MA = WIT (T-031, T-032). A Mob's are its living members'
    lowest, unless `tt.mob.recompute_ap` is off: then all its members' (T-017)."""
    bodies = bodies_of(state, unit)
    if rules.constant("tt.mob.recompute_ap", state.options):
        bodies = living(state, unit) or bodies
    facts = Known(state, rules, "", "gm")
    return {
        pool: max(0, min((stat(b, key) + powers.gain(facts, b, pool) for b in bodies), default=0))
        for pool, key in STAT_OF.items()
    }


def begin_round(work: Work) -> tuple[str, ...]:
    """Ends the old round and gives the order of the new one: standing conversions, what the GM laid for a number
    of rounds, statuses of rounds, then initiative as it now is (T-014, T-029)."""
    initiative.convert_by_standing_choice(work)
    if work.constant("tt.prepared.window") == "round_end":
        for unit in tuple(work.state.units.values()):
            prepared.lose(work, unit, "round")
    rulings.end_laid_of_round(work)
    end_statuses(work, "", "end")
    initiative.take_changes(work)
    first = work.constant("tt.ap.before_first_turn") == "full"
    for unit in tuple(work.state.units.values()):
        if unit.initiative is not None and PA not in unit.pools:
            of = grant(work.state, work.rules, unit)
            pools = {pool: (n if first else 0, n) for pool, n in of.items()}
            work.emit(e.PoolsSet(unit=unit.key, pools=pools, why="joined"))
    end_statuses(work, "", "start")
    return initiative.sort(work.state)


def begin_turn(work: Work, unit: AnyUnit) -> None:
    """The pools are set, not added to (T-031, T-032), less what a failed Reflex costs (T-084); some MP come back
    (T-132), then powers take their upkeep. TurnStarted has already ended the unused-PA DEF; what is prepared is lost
    before the points come (T-076)."""
    prepared.lose(work, unit, "turn")
    of = grant(work.state, work.rules, unit)
    loss = part(unit).loss
    pools = {pool: (max(0, n - loss.get(pool, 0)), n) for pool, n in of.items()}
    back = spells.regained(work, unit)
    if back:
        pools[spells.MP] = (unit.pools[spells.MP].left + back, unit.pools[spells.MP].of)
    work.emit(e.PoolsSet(unit=unit.key, pools=pools, why="turn"))
    if loss:
        work.emit(LossTaken(unit=unit.key, loss=loss))
    activated.turn_passes(work, work.state.units[unit.key])
    end_statuses(work, unit.key, "start")


def end_statuses(work: Work, unit: str, edge: str) -> None:
    """Counts down the statuses that end at this edge of a unit's turn or, with no unit, of the round."""
    for body in tuple(work.state.bodies.values()):
        for status in body.statuses:
            until = status.until
            if until is None or until.unit != unit or until.edge != edge:
                continue
            if until.count <= 1:
                work.emit(e.StatusEnded(body=body.key, key=status.key))
            else:
                rest = Until(edge=edge, unit=unit, count=until.count - 1)
                work.emit(e.StatusSet(body=body.key, status=replace(status, until=rest), counted=True))


def passes_over(work: Work, unit: AnyUnit) -> None:
    """A turn that is not given passes all the same for what counts turns (README amendment 4)."""
    activated.turn_passes(work, unit, skipped=True)
    end_statuses(work, unit.key, "start")
    end_statuses(work, unit.key, "end")


def skips(state: AnyState, rules: Rules, unit: AnyUnit) -> str:
    """Unconscious units keep their slot and are skipped (T-027)."""
    return "down" if all_down(state, unit.key) else ""


def end_turn(work: Work, command: c.EndTurn) -> None:
    """Never asks; `convert` turns MA into initiative on the way (T-088, T-089; table.md 8)."""
    unit = turns.active_unit(work, command.unit)
    if work.state.clock.active != unit.key:
        raise illegal("phase", phase=work.state.phase)
    if command.convert:
        if command.convert > left(unit, MA):
            raise illegal("cost", need=f"{command.convert} MA", left=f"{left(unit, MA)} MA")
        initiative.spend_on_initiative(work, unit, command.convert)
    extended.end_of_turn(work, unit)
    end_statuses(work, unit.key, "end")
    turns.end_turn(work, unit)


def grant_extra_turn(work: Work, unit: str, why: str) -> None:
    """For abilities that say so: one more turn in this round (T-028)."""
    work.emit(ExtraTurnGranted(unit=unit, why=why))


def extra_turns(work: Work) -> None:
    """Whoever has acted and was granted another turn may act again, before those who come later."""
    state = work.state
    if not turns.running(state) or state.clock.active is not None:
        return
    for key in state.clock.acted:
        unit = state.units.get(key)
        if unit is not None and part(unit).extra and not skips(state, work.rules, unit):
            work.emit(ExtraTurnTaken(unit=key))
            return


def give_up(work: Work) -> None:
    """Whoever is unconscious carries nothing out and has nothing prepared."""
    for unit in tuple(work.state.units.values()):
        own = part(unit)
        if (own.prepared or own.extended) and all_down(work.state, unit.key):
            prepared.lose(work, unit, "down")
            extended.end(work, unit.key, "down")


def idle(work: Work) -> None:
    """What waits for an empty stack: what is seen, delayed Prepared Actions, extra turns, placement, turns, the
    proposed end."""
    explore(work)
    give_up(work)
    if prepared.run_delayed(work):
        return
    extra_turns(work)
    phases.idle(work)


HANDLERS: dict[type, Handler] = {c.EndTurn: end_turn}
