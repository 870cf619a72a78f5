"""The moment between a declared action and its effect, in which others may interrupt it (T-065, T-072; table.md 1-4).

`window` stands in front of every declared action. It asks those who have said so, gives everybody else who could
interrupt a short beat to press Hold, and asks nobody twice. When all have answered or time is up, each Reflex rolls
in initiative order, a success being done to its end before the next one rolls; then the Prepared Actions that affect
what is in progress. Between the steps of a walk it looks for conditions that were met (`walk_react`).
"""

from __future__ import annotations

from typing import Any

from tactics.board.cells import name as cell_name
from tactics.kernel import events as e
from tactics.kernel.engine import FELL, Work
from tactics.kernel.refusals import Refused, illegal
from tactics.kernel.ruleset import Step
from tactics.kernel.state import AnyState, AnyUnit, Frame, Place, Prompt
from tactics.mission import turns
from tactics.secrecy.sight import knows_body, sees
from tactics.tempus import deeds, doing, prepared, reflex, stops
from tactics.tempus.check_facts import constant
from tactics.tempus.deeds import Deed, deed, strikes
from tactics.tempus.knowledge import knows_numbers
from tactics.tempus.parts import living, part
from tactics.tempus.timing_records import AUTO, Prepared

INTERRUPT, BEAT, PREPARED, REFLEX_ACTION = "interrupt", "beat", "prepared", "reflex_action"
NO = "pass"
OPEN = (INTERRUPT, BEAT)
"""Prompts during which a unit may still declare its interrupt."""
NOBODY = ""


def in_order(state: AnyState) -> list[AnyUnit]:
    """The units in initiative order: the one order of all that happens at once."""
    place = {key: i for i, key in enumerate(state.clock.order)}
    return sorted(state.units.values(), key=lambda u: (place.get(u.key, len(place)), u.key))


def depth(state: AnyState) -> int:
    """How many declared actions are in progress, one within the other."""
    return sum(frame.kind in deeds.KINDS for frame in state.stack)


# --- opening --------------------------------------------------------------------------------------------


def window_step(work: Work, frame: Frame) -> None:
    """Finds who reacts by itself, who is asked, and whether there is a beat for Hold."""
    of = deed(work.rules, frame)
    state = work.state
    if of is None or not turns.running(state) or not of.interruptible:
        return
    if depth(state) > int(constant(work, "tt.window.depth")):
        return
    let_in = work.change.pop("reopen", None) or {}
    if let_in.get(FELL):
        frame = work.note(frame, **{FELL: let_in[FELL]})
    answers: dict[str, Any] = {}
    asks: list[tuple[AnyUnit, tuple[str, ...]]] = []
    beat: list[str] = []
    open_deed = deeds.openly(state, work.rules, of.bodies) and not of.secret
    for unit in in_order(state):
        if unit.key in (state.clock.active, of.unit) or not living(state, unit) or not could(work, unit, of):
            continue
        if unit.key == let_in.get("unit") and (
            not stops.is_played(state, unit) or (open_deed and deeds.openly(state, work.rules, unit.bodies))
        ):  # a player is waited for only where all may know of it
            asks.append((unit, ()))
            continue
        met = prepared.met_by_deed(work, unit, of)
        if met is not None and (met.fire == AUTO or constant(work, "tt.pace") == stops.POST):
            answers[unit.key] = {"prepared": met.number, "affects": True, "by_itself": True}
            continue
        waited = open_deed and stops.is_waited_for(state, work.rules, unit)
        why = stops.reasons(work, unit, of, met=met is not None) if waited else ()
        order = None if why else stops.standing_order(work, unit, of)
        if why:
            asks.append((unit, why))
        elif order is not None and not of.secret:
            answers[unit.key] = {**order, "by_itself": True}
        elif waited and _may_hold(work, unit, of):
            beat.append(unit.key)
    if not (answers or asks or beat):
        return
    seconds = int(constant(work, "tt.window.beat_seconds"))
    if depth(state) > 1 or seconds <= 0:
        beat = []
    if answers or asks or beat:
        work.emit(e.FrameSet(key=frame.key, todo=("window_closed", *frame.todo), memo={"answers": answers}))
    for unit, why in asks:
        ask(work, unit, of, why)
    if beat:
        work.ask(BEAT, NOBODY, seconds=seconds, units=beat)


def ask(work: Work, unit: AnyUnit, of: Deed, why: tuple[str, ...]) -> None:
    """The window's question to one unit's seat."""
    work.ask(
        INTERRUPT,
        unit.seat,
        unit=unit.key,
        seconds=int(constant(work, "tt.window.seconds")),
        asked=work.now,
        deed=of.frame,
        why=list(why),
        what=words(work, unit, of),
        actor=of.unit,
        bodies=list(of.bodies),
        struck=strikes(work.state, of, unit),
        reflex=reflex.why_not(work, unit, of) is None,
        way=[
            cell_name(place.cell) if sees(work.state, work.rules, unit.seat, place) else ""
            for place in _way(work.state, of)
        ],
        order=stops.standing_order(work, unit, of),
    )


def _way(state: AnyState, of: Deed) -> list[Place]:
    """Where each step of a walk ends."""
    places = ((state.bodies[body].place, x, y) for body, x, y in of.way if body in state.bodies)
    return [Place(place.board, x, y) for place, x, y in places if place is not None]


def words(work: Work, unit: AnyUnit, of: Deed) -> str:
    """`Goblin 1: Simple Attack on Mara`, for somebody who knows all who take part."""
    return f"{names(work.state, of)}: {of.label}{on_whom(work, unit, of)}"


def names(state: AnyState, of: Deed) -> str:
    unit = state.units[of.unit]
    if len(of.bodies) == 1 and of.bodies[0] in state.bodies:
        return state.bodies[of.bodies[0]].name
    return unit.name


def on_whom(work: Work, unit: AnyUnit, of: Deed) -> str:
    known = [b for b in of.targets if knows_body(work.state, work.rules, unit.seat, b)]
    listed = ", ".join(work.state.bodies[b].name for b in known if b in work.state.bodies)
    return f" on {listed}" if listed else ""


def could(work: Work, unit: AnyUnit, of: Deed) -> bool:
    """Whether the unit has anything to interrupt with."""
    return bool(part(unit).prepared) or reflex.why_not(work, unit, of) is None


def _may_hold(work: Work, unit: AnyUnit, of: Deed) -> bool:
    """Whether, as far as the acting seat may know, this unit of another seat could use a beat."""
    state = work.state
    actor = state.units[of.unit]
    if unit.seat == actor.seat:
        return False
    if knows_numbers(state, actor.seat, unit):
        return could(work, unit, of)
    return deeds.has_in_sight(work, unit, of)


# --- answering ------------------------------------------------------------------------------------------


def declare(work: Work, frame: Frame, unit: AnyUnit, value: Any) -> None:
    """Writes down what a unit does about a deed; refused if that is not possible.

    value: `pass`, {prepared: k, affects, target} or {reflex: true, wish, step}. A Prepared Action that does not affect
    what is in progress joins those that wait (T-072).
    """
    if value == NO:
        _note(work, frame, unit, NO)
        return
    of = deed(work.rules, frame)
    assert of is not None
    if "prepared" in value:
        record = prepared.of_number(unit, int(value["prepared"]))
        target = value.get("target")
        soon = bool(value.get("affects")) or prepared.affects(work.state, unit, record, of, target)
        if not soon or (of.divine and not reflex.is_divine(work, record.wish)):
            prepared.use_later(work, unit, record, target)
            _note(work, frame, unit, NO)
            return
        wish = prepared.wish_now(work, unit, record, target, of)
        refused = _try(work, unit, wish, prepared.how(work, record)) if not value.get("step") else None
    else:
        refused = reflex.why_not(work, unit, of, is_gm=work.by.is_gm)
        wish = value.get("wish")
        if refused is None and wish is not None:
            reflex.allowed(work, unit, wish, of)
            refused = _try(work, unit, wish, reflex.how(work)) if not value.get("step") else None
    if refused is not None:
        raise refused
    _note(work, frame, unit, value)


def _try(work: Work, unit: AnyUnit, wish: Any, how: Any) -> Refused | None:
    return doing.would_refuse(work, unit, wish, how)


def _note(work: Work, frame: Frame, unit: AnyUnit, value: Any) -> None:
    current = work.frame(frame.key)
    work.note(current, answers={**current.memo.get("answers", {}), unit.key: value})
    _close_beat(work, work.frame(frame.key))


def _close_beat(work: Work, frame: Frame) -> None:
    """The beat is over as soon as everybody who could use it has said something."""
    beat = next((p for p in work.state.prompts if p.kind == BEAT and p.frame == frame.key), None)
    if beat is None:
        return
    asked = {p.unit for p in work.state.prompts if p.kind == INTERRUPT and p.frame == frame.key}
    if set(beat.data["units"]) <= {*frame.memo.get("answers", {}), *asked}:
        work.emit(e.PromptWithdrawn(beat.key))


def hold(work: Work, frame: Frame, unit: AnyUnit) -> None:
    """Turns a beat into a question to this unit's seat."""
    of = deed(work.rules, frame)
    assert of is not None
    if not could(work, unit, of):
        refused = reflex.why_not(work, unit, of)
        raise refused if refused is not None else illegal("nothing")
    ask(work, unit, of, ())
    _close_beat(work, work.frame(frame.key))


def open_window(state: AnyState) -> tuple[Frame, tuple[Prompt, ...]] | None:
    """The frame whose window is open, with its prompts."""
    found = [p for p in state.prompts if p.kind in OPEN]
    frame = next((f for f in reversed(state.stack) if any(p.frame == f.key for p in found)), None)
    return None if frame is None else (frame, tuple(p for p in found if p.frame == frame.key))


# --- reacting -------------------------------------------------------------------------------------------


def closed_step(work: Work, frame: Frame) -> None:
    """Puts what was declared in order: each Reflex, then each Prepared Action, in initiative order."""
    answers = frame.memo.get("answers", {})
    said = [(u.key, answers[u.key]) for u in in_order(work.state) if answers.get(u.key, NO) != NO]
    said.sort(key=lambda each: "prepared" in each[1])
    now = [[key, value] for key, value in said if not value.get("step")]
    later = [[key, value] for key, value in said if value.get("step")]
    memo: dict[str, Any] = {"answers": {}, "pending": now, **({"later": later} if later else {})}
    work.emit(e.FrameSet(key=frame.key, todo=("react", *frame.todo) if now else frame.todo, memo=memo))


def react_step(work: Work, frame: Frame) -> None:
    """The next of those that react; it runs to its end before the one after it."""
    pending = list(frame.memo.get("pending", ()))
    if not pending:
        return
    (key, value), rest = pending[0], pending[1:]
    todo = ("react", *frame.todo) if rest else frame.todo
    work.emit(e.FrameSet(key=frame.key, todo=todo, memo={"pending": rest, "reacted": True}))
    unit, of = work.state.units.get(key), deed(work.rules, frame)
    if unit is None or of is None or not living(work.state, unit):
        return
    if "prepared" in value:
        record = next((r for r in part(unit).prepared if r.number == value["prepared"]), None)
        if record is not None:
            _use(work, unit, record, of, value)
    elif reflex.why_not(work, unit, of, is_gm=True) is None:
        reflex.begin(work, unit, of, value.get("wish"), ordered=bool(value.get("by_itself")))


def _use(work: Work, unit: AnyUnit, record: Prepared, of: Deed, value: dict[str, Any]) -> None:
    """Does it; what went off by itself and is not possible stays prepared, what was declared is used up."""
    by_itself = bool(value.get("by_itself"))

    def do() -> None:
        wish = prepared.wish_now(work, unit, record, value.get("target"), of)
        prepared.use(work, unit, record, wish, by_itself=by_itself)

    if work.tried(do) is not None and not by_itself:
        prepared.use_later(work, unit, record, value.get("target"))


def refusal(work: Work, unit: AnyUnit, record: Prepared, of: Deed | None) -> Refused | None:
    """Why a Prepared Action cannot be used at this moment, or None."""
    found: list[Refused | None] = []

    def do() -> None:
        wish = prepared.wish_now(work, unit, record, None, of)
        found.append(_try(work, unit, wish, prepared.how(work, record)))

    refused = work.tried(do)
    return refused if refused is not None else found[0]


# --- between the steps of a walk ------------------------------------------------------------------------


def walk_react_step(work: Work, frame: Frame) -> None:
    """What waited for this step of a walk: an interrupter who chose it, and conditions that it met (table.md 4)."""
    at = int(frame.memo.get("at", 0))
    later = frame.memo.get("later", [])
    due = [each for each in later if int(each[1]["step"]) <= at]
    if due:
        rest = [each for each in later if each not in due]
        todo = ("react", "walk_react", *frame.todo)
        work.emit(e.FrameSet(key=frame.key, todo=todo, memo={"later": rest, "pending": due}))
        return
    found = _next_met(work, frame, at)
    if found is None:
        return
    unit, record, asks = found
    met = [*frame.memo.get("moments", []), [unit.key, record.number]]
    if not asks:
        pending = [[unit.key, {"prepared": record.number, "affects": True, "by_itself": True}]]
        todo = ("react", "walk_react", *frame.todo)
        work.emit(e.FrameSet(key=frame.key, todo=todo, memo={"moments": met, "pending": pending}))
        return
    work.emit(e.FrameSet(key=frame.key, todo=("react", "walk_react", *frame.todo), memo={"moments": met}))
    of = deed(work.rules, frame)
    assert of is not None
    work.ask(
        PREPARED,
        unit.seat,
        unit=unit.key,
        seconds=int(constant(work, "tt.window.seconds")),
        asked=work.now,
        number=record.number,
        what=words(work, unit, of),
        order=bool(stops.standing_order(work, unit, of)),
    )


def _next_met(work: Work, frame: Frame, at: int) -> tuple[AnyUnit, Prepared, bool] | None:
    """(unit, its Prepared Action, whether its owner is asked) that the latest step met the condition of."""
    if at < 1 or frame.memo.get("was") is None:
        return None
    body = work.state.bodies.get(frame.args["way"][at - 1][0])
    if body is None or body.place is None:
        return None
    was = Place(body.place.board, frame.memo["was"][0], frame.memo["was"][1])
    seen = {(key, number) for key, number in frame.memo.get("moments", [])}
    is_open = deeds.openly(work.state, work.rules, (body.key,))
    of = deed(work.rules, frame)
    for unit in in_order(work.state):
        if unit.key in (work.state.clock.active, frame.unit) or not living(work.state, unit):
            continue
        for record in prepared.met_by_step(work, unit, body, was):
            if (unit.key, record.number) in seen:
                continue
            if record.fire == AUTO or constant(work, "tt.pace") == stops.POST:
                return unit, record, False
            waited = is_open and stops.is_waited_for(work.state, work.rules, unit)
            if waited and stops.PREPARED in stops.stops(work.state, unit):
                return unit, record, True
            order = stops.standing_order(work, unit, of) if of is not None else None
            if order is not None and "prepared" in order:
                return unit, record, False
    return None


STEPS: dict[str, Step] = {
    "window": window_step,
    "window_closed": closed_step,
    "react": react_step,
    "walk_react": walk_react_step,
}
