"""Free movement and back to the rounds (table.md 18): no order and no points; walls, doors, fog and sight hold.

The GM ends it by going on with the round that was left, or by calling initiative for those who take part in what
comes now: they roll from where they stand, and everybody else stands outside the order until called too.
"""

from __future__ import annotations

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import bad_field, illegal
from tactics.kernel.ruleset import Step
from tactics.kernel.state import Frame
from tactics.mission import turns


def mode(work: Work, command: c.Rule) -> None:
    """The ruling `mode`. Refused between the phases, and while an action is under way."""
    if command.mode not in ("turns", "free"):
        raise bad_field("mode", "choose turns or free")
    state = work.state
    if state.phase != "running" or state.stack:
        raise illegal("phase", phase=state.phase)
    if command.units is not None:
        if command.mode == "free":
            raise bad_field("units", "in free movement all take part")
        call(work, command.units)
        return
    if command.mode == state.clock.mode:
        raise illegal("nothing")
    if command.mode == "free" and state.clock.active is not None:
        work.emit(e.TurnEnded(unit=state.clock.active, skipped="gm"))
    work.emit(e.ModeSet(command.mode))


def call(work: Work, units: list[str]) -> None:
    """Initiative for these units. Out of free movement a new order begins with them alone; in the rounds those who
    have none yet roll, and enter with the next round (T-027)."""
    chosen = [work.unit(key).key for key in dict.fromkeys(units)]
    if work.state.clock.mode == "turns":
        chosen = [key for key in chosen if work.state.units[key].initiative is None]
        if not chosen:
            raise illegal("nothing")
    else:
        if not chosen:
            raise bad_field("units", "choose who takes part")
        work.emit(*(e.InitiativeDropped(key) for key in work.state.units))
        work.push("rounds", "", ("begin_rounds",))
    work.push("initiative", "", ("roll_initiative",), units=chosen)


def begin_rounds(work: Work, frame: Frame) -> None:
    """All have rolled: the next round begins in their order."""
    turns.start_round(work)
    work.emit(e.ModeSet("turns"))


STEPS: dict[str, Step] = {"begin_rounds": begin_rounds}
