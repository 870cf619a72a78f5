"""Acting out of turn: the commands interrupt, hold and pass, and the questions that a window asks (T-065).

A reflex starts in `reflex`, a Prepared Action in `prepared`, the window that both need in `windows`.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
from msgspec.structs import replace

from tactics.kernel import events as e
from tactics.kernel.engine import Work, answer
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Handler, PromptKind
from tactics.kernel.state import AnyState, AnyUnit, Prompt
from tactics.mission import turns
from tactics.tempus import interrupt_choices as choices
from tactics.tempus import prepared, reflex, stow, stow_ready, windows
from tactics.tempus.deeds import deed
from tactics.tempus.timing_events import Discard, Hold, Interrupt, Judge, Pass, Stop
from tactics.tempus.timing_records import Wish
from tactics.tempus.windows import BEAT, INTERRUPT, NO, PREPARED, REFLEX_ACTION

DECLINE = "decline"
USE, KEEP = "use", "keep"


def _out_of_turn(work: Work, key: str) -> AnyUnit:
    """The unit, if its seat may speak up now: not in its own turn, and not while the GM is deciding, be it a pause or
    the turn of somebody whom this seat may not know of (table.md 11)."""
    unit = work.own_unit(key)
    state = work.state
    if state.phase in ("ended", "post_mission"):
        raise Refused("ended")
    if not turns.running(state):
        raise illegal("phase", phase=state.phase)
    active = state.units.get(state.clock.active or "")
    if not work.by.is_gm and (state.paused or active is None or not work.knows_unit(active)):
        raise Refused("not_your_turn")
    if state.clock.active == unit.key:
        raise illegal("phase", text="it is this unit's own turn: act instead")
    return unit


def interrupt(work: Work, command: Interrupt) -> None:
    """Declares an interrupt: into the open window, at once if nothing is in progress, else for later (T-071, T-072)."""
    if (command.prepared is None) == (not command.reflex):
        raise bad_field("prepared", "give the number of a prepared action, or reflex")
    unit = _out_of_turn(work, command.unit)
    value = _value(work, unit, command)
    asked = [p for p in work.state.prompts if p.unit == unit.key]
    for prompt in asked:
        if prompt.kind == INTERRUPT:
            answer(work, prompt, value)
            return
        if prompt.kind == PREPARED and value.get("prepared") == prompt.data["number"]:
            answer(work, prompt, USE)
            return
        if prompt.kind == REFLEX_ACTION and value.get("wish"):
            answer(work, prompt, value["wish"])
            return
    window = windows.open_window(work.state)
    if window is not None:
        windows.declare(work, window[0], unit, value)
    elif command.reflex:
        _nothing_to_answer(work, unit)
    elif work.state.stack:
        record = prepared.of_number(unit, int(value["prepared"]))
        prepared.use_later(work, unit, record, value.get("target"))
    else:
        record = prepared.of_number(unit, int(value["prepared"]))
        wish = prepared.wish_now(work, unit, record, value.get("target"), None)
        prepared.use(work, unit, record, wish)


def _nothing_to_answer(work: Work, unit: AnyUnit) -> None:
    """A Reflex needs an action in progress that may still be interrupted."""
    if work.state.stack:
        of = next((d for f in reversed(work.state.stack) if (d := deed(work.rules, f)) is not None), None)
        refused = reflex.why_not(work, unit, of, is_gm=work.by.is_gm) if of is not None else None
        raise refused if refused is not None else Refused("awaiting_answer")
    raise illegal("nothing", text="nothing is in progress that a Reflex could interrupt")


def _value(work: Work, unit: AnyUnit, command: Interrupt) -> dict[str, Any]:
    """The command as the answer to a window's question."""
    extra = {"step": command.step} if command.step else {}
    if command.prepared is not None:
        given = command.target
        target: Any = work.body_key(given) if isinstance(given, str) else [*given] if given is not None else None
        aimed = {"target": target} if target else {}
        return {"prepared": command.prepared, "affects": command.affects, **aimed, **extra}
    wish = _wish(work, unit, command) if command.action else None
    return {"reflex": True, **({"wish": wish} if wish else {}), **extra}


def _wish(work: Work, unit: AnyUnit, command: Interrupt) -> dict[str, Any]:
    if command.action != stow_ready.ACTION:
        return prepared.wish_of(work, command)
    if command.moves is None:
        raise bad_field("moves", "say what goes where: moves: [{item: torch, to: ground}]")
    moves = [msgspec.to_builtins(move) for move in stow_ready.read(command.moves)]
    return {"action": stow_ready.ACTION, "moves": moves, "body": stow.body_of(work, unit, command.body).key}


def hold(work: Work, command: Hold) -> None:
    """Asks for a window while the beat lasts."""
    unit = _out_of_turn(work, command.unit)
    window = windows.open_window(work.state)
    if window is None:
        raise illegal("nothing", text="nothing was just declared")
    if any(p.kind == INTERRUPT and p.unit == unit.key for p in window[1]):
        raise illegal("nothing")
    windows.hold(work, window[0], unit)


def let_pass(work: Work, command: Pass) -> None:
    """Nothing from these units; with `round`, nobody of the seat is asked again in this round."""
    seat = command.seat or work.by.seat
    if command.seat is not None and command.seat != work.by.seat and not work.by.is_gm:
        raise Refused("not_allowed")
    if command.unit is not None:
        unit = work.own_unit(command.unit)
        seat, units = unit.seat, [unit]
    else:
        units = [u for u in work.state.units.values() if u.seat == seat]
    done = _pass_units(work, units)
    holder = work.state.seats.get(seat)
    if command.round and holder is not None:
        standing = {**holder.standing, "pass_round": work.state.clock.round}
        work.emit(e.SeatSet(replace(holder, standing=standing)))
    elif not done:
        raise illegal("nothing")


def _pass_units(work: Work, units: list[AnyUnit]) -> bool:
    done = False
    for unit in units:
        for prompt in [p for p in work.state.prompts if p.unit == unit.key and p.kind == INTERRUPT]:
            answer(work, prompt, NO)
            done = True
    window = windows.open_window(work.state)
    beat = next((p for p in window[1] if p.kind == BEAT), None) if window is not None else None
    for unit in units:
        if window is not None and beat is not None and unit.key in beat.data["units"]:
            windows.declare(work, work.frame(window[0].key), unit, NO)
            done = True
    return done


# --- the questions --------------------------------------------------------------------------------------


def _with_step(value: dict[str, Any]) -> tuple[Any, int]:
    """The answer, and of a walk the step after which it holds: a form sends a choice as `answer` beside its fields."""
    given = value.get("step")
    step = int(given) if isinstance(given, int | str) and str(given).isdigit() and len(str(given)) < 4 else 0
    rest = {name: each for name, each in value.items() if name not in ("step", "answer")}
    if isinstance(value.get("answer"), str):
        try:
            answer = json.loads(value["answer"])
        except ValueError:
            answer = None
        return (answer, step) if isinstance(answer, dict) or answer == NO else ({}, step)
    return rest, step


def _no_cell(field: str) -> Refused:
    """The cell of a Move was left empty."""
    return bad_field(field, "name the cell where the Move ends, such as F8, or choose another answer")


def _read_interrupt(state: AnyState, rules: Rules, prompt: Prompt, value: Any) -> Any:
    """pass, {prepared: k}, or {reflex: true} with the action and its arguments, in `wish` or beside it."""
    if value in (NO, None):
        return NO
    if not isinstance(value, dict):
        raise bad_field("value", "answer pass, {prepared: number} or {reflex: true}")
    value, step = _with_step(value)
    if value == NO:
        return NO
    most = len(prompt.data.get("way", ())) - 1
    extra: dict[str, Any] = {"step": min(step, most)} if step and most > 0 else {}
    if type(value.get("prepared")) is int:
        target = value.get("target")
        aimed = {"target": choices.body_of(state, target)} if target else {}
        return {"prepared": value["prepared"], "affects": bool(value.get("affects", True)), **aimed, **extra}
    if not value:
        raise _no_cell("reflex_move")
    if value.get("reflex_move"):
        value = {"reflex": True, "wish": choices.wish_to_go(value, "reflex_")}
    if value.get("reflex") is not True:
        raise bad_field("value", "answer pass, {prepared: number} or {reflex: true}")
    wish = value.get("wish") or (value if value.get("action") else None)
    read = choices.wish_from(state, wish) if wish is not None else None
    return {"reflex": True, **({"wish": read} if read else {}), **extra}


def _resolve_interrupt(work: Work, prompt: Prompt, value: Any) -> None:
    """Written into the frame; a standing order that cannot be carried out is a pass."""
    frame, unit = work.frame(prompt.frame or 0), work.state.units[prompt.unit]
    if isinstance(value, dict) and value.get("by_itself"):
        if work.tried(lambda: windows.declare(work, frame, unit, value)) is not None:
            windows.declare(work, frame, unit, NO)
        return
    windows.declare(work, frame, unit, value)


def _default_interrupt(state: AnyState, rules: Rules, prompt: Prompt) -> Any:
    order = prompt.data.get("order")
    return {**order, "by_itself": True} if order else NO


def _read_wish(state: AnyState, rules: Rules, prompt: Prompt, value: Any) -> Any:
    if value in (DECLINE, None):
        return DECLINE
    if value == {}:
        raise _no_cell("move")
    if isinstance(value, dict) and value.get("move"):
        value = choices.wish_to_go(value, "")
    return choices.wish_from(state, value)


def _resolve_wish(work: Work, prompt: Prompt, value: Any) -> None:
    wish: Wish | None = None if value == DECLINE else value
    reflex.choose(work, work.frame(prompt.frame or 0), wish)


def _read_use(state: AnyState, rules: Rules, prompt: Prompt, value: Any) -> Any:
    if value in (USE, True):
        return USE
    if value in (KEEP, False, None):
        return KEEP
    raise bad_field("value", "answer use or keep")


def _resolve_use(work: Work, prompt: Prompt, value: Any) -> None:
    if value != USE:
        return
    unit, frame = work.state.units[prompt.unit], work.frame(prompt.frame or 0)
    record = prepared.of_number(unit, prompt.data["number"])
    of = deed(work.rules, frame)
    refused = windows.refusal(work, unit, record, of)
    if refused is not None and not work.by.role == "system":
        raise refused
    if refused is None:
        work.note(frame, pending=[[unit.key, {"prepared": record.number, "affects": True}]])


PROMPTS: dict[str, PromptKind] = {
    INTERRUPT: PromptKind(
        name=INTERRUPT,
        blocks=True,
        default=_default_interrupt,
        read=_read_interrupt,
        resolve=_resolve_interrupt,
        show=choices.show_interrupt,
    ),
    REFLEX_ACTION: PromptKind(
        name=REFLEX_ACTION,
        blocks=True,
        default=lambda state, rules, prompt: DECLINE,
        read=_read_wish,
        resolve=_resolve_wish,
        show=choices.show_reflex_action,
    ),
    PREPARED: PromptKind(
        name=PREPARED,
        blocks=True,
        default=lambda state, rules, prompt: USE if prompt.data.get("order") else KEEP,
        read=_read_use,
        resolve=_resolve_use,
        show=choices.show_prepared,
    ),
    BEAT: PromptKind(
        name=BEAT,
        blocks=True,
        default=lambda state, rules, prompt: NO,
        read=lambda state, rules, prompt, value: NO,
        resolve=lambda work, prompt, value: None,
        show=lambda state, rules, prompt: {
            "title": "A moment for whoever wants to interrupt",
            "default": "go on",
        },
        passes=True,
        waiting="a moment to press Hold",
    ),
}
HANDLERS: dict[type, Handler] = {Interrupt: interrupt, Hold: hold, Pass: let_pass}
ANYTIME = (Interrupt, Hold, Pass, Discard, Judge, Stop)
