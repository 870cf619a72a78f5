"""The phases of a Mission and what each needs before the next (T-003, T-004, T-007, T-026, T-090 to T-092)."""

from __future__ import annotations

from typing import Any

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import WAITS, Known, PromptKind, Ruleset
from tactics.kernel.state import AnyState, AnyUnit, Prompt
from tactics.mission import placement, turns

PHASES: dict[str, str] = {
    "scenario": "Scenario",
    "objectives": "Objectives",
    "initiative": "Initiative",
    "placement": "Placement",
    "running": "Mission",
    "ended": "Mission ended",
    "post_mission": "Post-Mission",
}
ORDER = tuple(PHASES)
NAMED = 6
"""So many of those who are waited for are named."""


def missing(state: AnyState, rules: Rules) -> tuple[str, ...]:
    """What a GM still has to see to before the Mission can start, in words; empty when nothing."""
    out = []
    if not any(o.kind == "main" for o in state.objectives.values()):
        out.append("no main objective: the Mission could never end")
    if not state.units:
        out.append("no unit takes part")
    no_initiative = [u.name for u in state.units.values() if u.initiative is None]
    if no_initiative:
        out.append("no initiative: " + ", ".join(no_initiative))
    unplaced = [name for unit in state.units.values() if (name := _unplaced(state, unit))]
    if unplaced:
        out.append("not placed: " + ", ".join(unplaced))
    return tuple(out)


def _unplaced(state: AnyState, unit: AnyUnit) -> str:
    """`Mara`, `Goblins (5)` for a group of which five have no cell, or empty."""
    lacking = [state.bodies[key] for key in unit.bodies if state.bodies[key].place is None]
    if len(unit.bodies) > 1 and lacking:
        return f"{unit.name} ({len(lacking)})"
    return lacking[0].name if lacking else ""


def awaited(known: Known, first: str = "high_first") -> str:
    """`initiative still to roll: Mara, Goblins`; `placing now: Mara (Ana)`. Only of units that the viewer knows:
    nobody may be told that a hidden one comes first."""
    state = known.state
    if state.phase == "initiative":
        names = [unit.name for unit in state.units.values() if unit.initiative is None]
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        return f"initiative still to roll: {', '.join(names[:NAMED])}{more}" if names else ""
    if state.phase == "placement":
        queue = placement.queue(state, first)
        if not queue:
            return ""
        unit = state.units[queue[0]]
        seat = state.seats.get(unit.seat)
        who = "you" if unit.seat == known.seat else seat.name or seat.key if seat is not None else ""
        return f"placing now: {unit.name} ({who})" if who else f"placing now: {unit.name}"
    return ""


def advance(work: Work, command: c.Advance) -> None:
    """One phase on (T-003). The GM may `force` past a missing objective (T-007), never past an order that is
    binding: initiative comes before placement (T-021)."""
    state = work.state
    phase = state.phase
    if phase == "post_mission":
        raise Refused("ended")
    mains = any(o.kind == "main" for o in state.objectives.values())
    if phase == "objectives" and not command.force and not mains:
        raise illegal("phase", missing="a main objective")
    if phase == "initiative":
        if any(u.initiative is None for u in state.units.values()) or not state.units:
            raise illegal("phase", missing="initiative")
        open_placement(work)
        return
    if phase == "placement":
        start(work, c.Start(force=command.force))
        return
    if phase == "running":
        raise illegal("phase", missing="the end of the Mission")
    following = ORDER[ORDER.index(phase) + 1]
    work.emit(e.PhaseChanged(following))
    if following == "post_mission":
        credit(work)


def roll_initiative(work: Work, command: c.RollInitiative) -> None:
    """For all that have none (one button), or for one's own units (T-014, T-016, table.md 15)."""
    state = work.state
    if state.phase in ("scenario", "objectives"):
        if not work.by.is_gm:
            raise illegal("phase", phase=state.phase)
        if not any(o.kind == "main" for o in state.objectives.values()):
            raise illegal("phase", missing="a main objective")
        work.emit(e.PhaseChanged("initiative"))
    elif state.phase in ("ended", "post_mission"):
        raise Refused("ended")
    elif state.phase != "initiative":
        raise illegal("phase", phase=state.phase)
    if command.units is None:
        units = [u for u in state.units.values() if u.initiative is None]
        if not work.by.is_gm:
            units = [u for u in units if u.seat == work.by.seat]
    else:
        units = [work.own_unit(k) for k in command.units]
    # Such as of ships alone, who have no turn.
    nobody_rolls = work.by.is_gm and command.units is None and bool(state.units)
    if not units and not nobody_rolls:
        raise illegal("nothing")
    if not work.by.is_gm and any(u.initiative is not None for u in units):
        raise illegal("limit")
    work.push("initiative", "", ("roll_initiative",), units=[u.key for u in units])


def roll_step(work: Work, frame: Any) -> None:
    """Rolls for the units of the frame; when none is left without, placement opens."""
    units = [work.state.units[k] for k in frame.args["units"] if k in work.state.units]
    work.code.roll_initiative(work, units)
    if all(u.initiative is not None for u in work.state.units.values()):
        open_placement(work)


def open_placement(work: Work) -> None:
    """Initiative is decided: the order is shown and the first places (T-018, T-024). Who joins a running Mission
    waits for the next round (T-027)."""
    if work.state.phase == "running":
        return
    work.emit(e.OrderSet(order=work.code.sort(work.state)))
    if work.state.phase == "initiative":
        work.emit(e.PhaseChanged("placement"))


def start(work: Work, command: c.Start) -> None:
    """Round 1 (T-026). Refused while something is missing, unless the GM forces it (T-004, T-007)."""
    state = work.state
    if state.phase in ("running", "ended", "post_mission"):
        raise illegal("phase", phase=state.phase)
    if not state.units or any(u.initiative is None for u in state.units.values()):
        raise illegal("phase", missing="initiative")
    if any(b.place is None for b in state.bodies.values()) and not command.force:
        raise illegal("phase", missing="placement")
    if not any(o.kind == "main" for o in state.objectives.values()) and not command.force:
        raise illegal("phase", missing="a main objective")
    begin(work)


def begin(work: Work) -> None:
    work.emit(e.PhaseChanged("running"))
    turns.start_round(work)


def end_mission(work: Work, command: c.EndMission) -> None:
    """The GM ends the Mission: what is open is failed, with exceptions to be settled before closing (T-092)."""
    state = work.state
    if state.phase in ("ended", "post_mission"):
        raise Refused("ended")
    if state.phase != "running":
        raise illegal("phase", phase=state.phase)
    if state.stack:
        raise Refused("awaiting_answer")
    for prompt in state.prompts:
        work.emit(e.PromptWithdrawn(prompt.key))
    for objective in state.objectives.values():
        if objective.status == "open":
            work.emit(e.ObjectiveSettled(key=objective.key, status="failed"))
    work.emit(e.MissionEnded(command.outcome), e.PhaseChanged("ended"))


def credit(work: Work) -> None:
    """XP of completed objectives (T-010): only now, never in play."""
    for credited in credits(work.code, work.state, work.rules):
        work.emit(credited)


def credits(code: Ruleset, state: AnyState, rules: Rules) -> list[e.XpCredited]:
    """What closing the Mission as it stands credits: the XP of each completed objective in full to each recipient.

    One that names nobody is everybody's if it is public, else nobody's (T-008).
    """
    players = tuple(s.key for s in state.seats.values() if s.role == "player")
    default = code.objective_xp(rules, state.options)
    found = []
    for objective in state.objectives.values():
        xp = default if objective.xp is None else objective.xp
        if objective.status == "completed" and xp:
            for seat in objective.recipients or (players if objective.public else ()):
                found.append(e.XpCredited(seat=seat, objective=objective.key, xp=xp))
    return found


# --- the end is proposed to the GM (T-090, T-091) ----------------------------------------------------


def why_end(state: AnyState) -> str:
    """Why the Mission might be over, or empty: every main objective settled, all Player Characters down, or both."""
    if state.phase != "running":
        return ""
    reasons = []
    mains = [o for o in state.objectives.values() if o.kind == "main"]
    if mains and all(o.status != "open" for o in mains):
        reasons.append("every main objective is settled")
    characters = [state.bodies[b] for u in state.units.values() if u.character for b in u.bodies if b in state.bodies]
    if characters and all(b.down for b in characters):
        reasons.append("all Player Characters are unconscious")
    return " and ".join(reasons)


def propose_end(work: Work) -> None:
    """Asks the GM once, when a reason comes up; takes the question back when it goes.

    Whoever makes a reason in the middle of an action calls it at once: the action may have to wait for somebody,
    and the next command would find the reason there already. The question belongs to no frame.
    """
    reason, before = why_end(work.state), why_end(work.before)
    asked = [p for p in work.state.prompts if p.kind == "end_mission"]
    if not reason:
        for prompt in asked:
            work.emit(e.PromptWithdrawn(prompt.key))
    elif (
        reason != before
        and not asked
        and not any(isinstance(x, e.Asked) and x.prompt.kind == "end_mission" for x in work.events)
    ):
        key = f"q{work.state.made + 1}"
        work.emit(e.Asked(Prompt(key=key, kind="end_mission", to="gm", data={"why": reason})))


def _read_end(state: AnyState, rules: Rules, prompt: Prompt, value: Any) -> Any:
    if value not in (True, False, "yes", "no"):
        raise Refused("bad_field", field="value", text="answer yes or no")
    return value in (True, "yes")


def _resolve_end(work: Work, prompt: Prompt, value: Any) -> None:
    if value:
        end_mission(work, c.EndMission(outcome=prompt.data.get("why", "")))


END_PROMPT = PromptKind(
    name="end_mission",
    blocks=False,
    default=lambda state, rules, prompt: WAITS,
    read=_read_end,
    resolve=_resolve_end,
    show=lambda state, rules, prompt: {
        "title": "End the Mission?",
        "text": prompt.data.get("why", ""),
        "choices": (("true", "End it"), ("false", "Go on")),
    },
)


def idle(work: Work) -> None:
    """Consequences that wait for an empty stack: placement, turns, the proposed end."""
    if work.state.phase == "placement" and placement.settle(work):
        begin(work)
    propose_end(work)
    turns.idle(work)
