"""Reflex Actions: spontaneous, out of turn, and at a risk (T-079 to T-087).

A d10 not above the MA left succeeds; then any affordable action is done at once for 1 MA more than it costs. A failure
takes all MA, and d4 MA and d4 PA of the next turn.
"""

from __future__ import annotations

from typing import Any

from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, illegal
from tactics.kernel.ruleset import Step
from tactics.kernel.state import AnyUnit, Frame
from tactics.mission import turns
from tactics.tempus import deeds, doing, prepared
from tactics.tempus.action_plan import plan
from tactics.tempus.check_facts import Facts, constant
from tactics.tempus.deeds import Deed, deed, strikes
from tactics.tempus.parts import MA, cost_of, left, living
from tactics.tempus.timing_events import ReflexDeclined, ReflexTried
from tactics.tempus.timing_records import How, Wish


def surcharge(facts: Facts) -> dict[str, int]:
    return cost_of(constant(facts, "tt.reflex.surcharge"))


def sides(facts: Facts, key: str = "tt.reflex.die") -> int:
    return int(str(constant(facts, key)).removeprefix("d"))


def chance(facts: Facts, unit: AnyUnit, less: int = 0) -> int:
    """Percent: of its faces those that are not above the MA left, once `less` of them are spent."""
    faces = sides(facts)
    return 100 * max(0, min(left(unit, MA) - less, faces)) // faces


def how(facts: Facts) -> How:
    return How("reflex", surcharge=surcharge(facts))


def why_not(facts: Facts, unit: AnyUnit, of: Deed, *, is_gm: bool = False) -> Refused | None:
    """Why this unit cannot try a Reflex against this deed, before any die falls (T-080, T-081, T-085)."""
    state = facts.state
    if not turns.running(state) or state.clock.active == unit.key or of.unit == unit.key:
        return illegal("phase", text="a Reflex is for the turns of others")
    if not of.interruptible:
        return illegal("not_interruptible")
    if not living(state, unit):
        return illegal("status", name=unit.name, status="unconscious")
    if left(unit, MA) < 1:
        return illegal("cost", need="1 MA", left="0 MA")
    if not is_gm and not deeds.has_in_sight(facts, unit, of):
        return illegal("sight")
    return None


def is_divine(facts: Facts, wish: Wish) -> bool:
    found = plan(facts.rules, str(wish["action"]), str(wish.get("with", "")))
    return found is not None and (found.action.divine or (found.skill is not None and found.skill.type == "divine"))


def allowed(work: Work, unit: AnyUnit, wish: Wish, of: Deed | None) -> None:
    """Raises Refused for an action that cannot answer this deed at all, whatever the die says (T-086, T-087)."""
    if of is not None and of.divine and not is_divine(work, wish):
        raise illegal("divine")
    prepared.right_moment(work, unit, wish, of)


# --- the frame ------------------------------------------------------------------------------------------


def begin(work: Work, unit: AnyUnit, of: Deed, wish: Wish | None, *, ordered: bool = False) -> None:
    """ordered: by a standing order, so that nobody is asked for another action if the named one cannot be done."""
    work.push("reflex", unit.key, ("reflex_roll", "reflex_act"), of=of.frame, wish=wish, ordered=ordered)


def roll_step(work: Work, frame: Frame) -> None:
    """The die, and what a failure costs; a success that names no action asks for one (T-082 to T-084)."""
    unit = work.state.units.get(frame.unit)
    of = _deed(work, frame)
    if unit is None or of is None or why_not(work, unit, of, is_gm=True) is not None:
        work.replan(frame, ())
        return
    had = left(unit, MA)
    face = work.roll(1, sides(work), f"{unit.name}: Reflex", unit=unit.key).total
    if face <= had:
        work.emit(ReflexTried(unit=unit.key, face=face, of=had, success=True))
        return
    loss = {}
    for pool, die in constant(work, "tt.reflex.loss").items():
        count = int(str(die).removeprefix("d"))
        loss[pool] = work.roll(1, count, f"{unit.name}: {pool.upper()} lost next turn", unit=unit.key).total
    work.emit(ReflexTried(unit=unit.key, face=face, of=had, success=False, loss=loss))
    work.emit(e.Spent(unit=unit.key, points={MA: had}, left={MA: 0}, why="reflex"))
    work.replan(frame, ())


def act_step(work: Work, frame: Frame) -> None:
    """Does what was named; if that cannot be done, or nothing was named, asks once; else it is declined (T-083)."""
    unit = work.state.units.get(frame.unit)
    if unit is None:
        return
    wish: Wish | None = frame.memo.get("wish") or (None if frame.memo.get("asked") else frame.args.get("wish"))
    if wish is not None and _done(work, frame, unit, wish):
        return
    if frame.memo.get("asked") or frame.args["ordered"] or not living(work.state, unit):
        work.emit(ReflexDeclined(unit=unit.key))
        return
    work.emit(e.FrameSet(key=frame.key, todo=("reflex_act",), memo={"asked": True}))
    of = _deed(work, frame)
    work.ask(
        "reflex_action",
        unit.seat,
        unit=unit.key,
        seconds=int(constant(work, "tt.window.seconds")),
        asked=work.now,
        # what was offered with the die in view is offered after it, whoever acts first
        bodies=list(of.bodies) if of is not None else [],
        struck=strikes(work.state, of, unit),
    )


def _done(work: Work, frame: Frame, unit: AnyUnit, wish: Wish) -> bool:
    of = _deed(work, frame)

    def do() -> None:
        allowed(work, unit, wish, of)
        doing.carry_out(work, unit, wish, how(work))

    return work.tried(do) is None


def _deed(work: Work, frame: Frame) -> Deed | None:
    below: Any = next((f for f in work.state.stack if f.key == frame.args["of"]), None)
    return deed(work.rules, below) if below is not None else None


def choose(work: Work, frame: Frame, wish: Wish | None) -> None:
    """The answer to `which action`: refused if it cannot be done (T-083)."""
    unit = work.state.units[frame.unit]
    if wish is None:
        work.note(frame, asked=True)
        return
    allowed(work, unit, wish, _deed(work, frame))
    refused = doing.would_refuse(work, unit, wish, how(work))
    if refused is not None:
        raise refused
    work.note(frame, wish=wish)


STEPS: dict[str, Step] = {"reflex_roll": roll_step, "reflex_act": act_step}
