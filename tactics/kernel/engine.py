"""`decide` turns a wish into facts; `apply` turns a fact into the next state.

A decision is a `Work`: it emits events and applies each at once, so later steps see earlier facts. Suspended
work is data: frames on the state's stack, each a list of named steps. A step runs whole or not at all (a die
that must be typed in at the table takes it back and asks), so the state between two steps is a complete one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.dice import Dice, Draw, ReplayDice, drawn
from tactics.kernel.refusals import Refused
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import WAITS, Ruleset
from tactics.kernel.state import AnyState, AnyUnit, Frame, Prompt

SYSTEM = "system"
GM = "gm"
FELL = "fell"
"""In the memo of a frame whose action was taken back: the draws that fell for it, as [sides, faces, why]."""
MAX_STEPS = 2_000
"""Steps of one decision; more means a plan that never ends."""

GM_COMMANDS: tuple[type[c.Command], ...] = (
    c.SetScenario, c.SetObjective, c.RemoveObjective, c.SetBoard, c.Paint, c.SetEdge, c.SetZone, c.RemoveZone,
    c.SetOption, c.SetFog, c.Uncover, c.Join, c.Leave, c.Control, c.Advance, c.PlaceRest, c.Start,
    c.EndMission, c.Rewind, c.Amend, c.Lay, c.Lift, c.Rule, c.Pause, c.Resume, c.AdoptRules, c.Muster,
    c.AcceptAll, c.Reopen,
)  # fmt: skip
SYSTEM_COMMANDS: tuple[type[c.Command], ...] = tuple(kind for kind in c.KERNEL_COMMANDS if kind.sender == "system")
ANYTIME: tuple[type[c.Command], ...] = (
    c.Answer, c.Timeout, c.Chat, c.SetStanding, c.SetSeat, c.LeaveSeat, c.TakeBack, c.Wish,
    c.Throw, c.StandIn, c.MoreTime,
)  # fmt: skip
"""Not stopped by an open prompt or a pause; a ruleset adds its own (`Ruleset.anytime`)."""


@dataclass(frozen=True)
class Actor:
    """The seat that sends a command, as the database says: role `gm`, `player`, `spectator` or `system`."""

    seat: str
    role: str

    @property
    def is_gm(self) -> bool:
        return self.role in (GM, SYSTEM)


THE_SYSTEM = Actor(SYSTEM, SYSTEM)


class NeedDie(Exception):
    """A step wants a die that somebody rolls at the table: the step is taken back and its roller asked."""

    def __init__(self, to: str, unit: str, count: int, sides: int, why: str) -> None:
        super().__init__(why)
        self.to, self.unit, self.count, self.sides, self.why = to, unit, count, sides, why


def apply(code: Ruleset, state: AnyState, event: e.Event) -> AnyState:
    """The state after `event`. Total: no dice, no rules data, no clock."""
    return code.appliers[type(event)](state, event)


class Work:
    """A decision under way. `now`: integer milliseconds. `change`: what an amendment changes, once."""

    def __init__(
        self,
        code: Ruleset,
        state: AnyState,
        by: Actor,
        now: int,
        rules: Rules,
        dice: Dice,
        change: dict[str, Any] | None = None,
    ) -> None:
        self.code, self.state, self.by, self.now = code, state, by, now
        self.rules = rules.under(state.options)
        self.before = state
        self.change = dict(change or {})
        self.events: list[e.Event] = []
        self.dice = dice
        self._typed: list[int] = []

    # --- facts ---------------------------------------------------------------------------------------

    def emit(self, *events: e.Event) -> None:
        for event in events:
            self.state = apply(self.code, self.state, event)
            self.events.append(event)

    def constant(self, key: str) -> Any:
        return self.rules.constant(key, self.state.options)

    # --- who may -------------------------------------------------------------------------------------

    def unit(self, key: str) -> AnyUnit:
        """The unit, if this seat may know of it; else `unknown`, as for one that does not exist."""
        unit = self.state.units.get(key)
        if unit is None or not self.knows_unit(unit):
            raise Refused("unknown", what=key)
        return unit

    def own_unit(self, key: str) -> AnyUnit:
        """The unit, if this seat controls it or is a GM's; else `unknown` or `not_your_unit`."""
        unit = self.unit(key)
        if not self.by.is_gm and unit.seat != self.by.seat:
            raise Refused("not_your_unit", unit=unit.name)
        return unit

    def knows_unit(self, unit: AnyUnit) -> bool:
        return (
            self.by.is_gm
            or unit.seat == self.by.seat
            or any(self.code.knows_body(self.state, self.rules, self.by.seat, b) for b in unit.bodies)
        )

    def body_key(self, key: str) -> str:
        """The body `key` names, or the one body of the unit `key`; `unknown` if this seat may not know of it."""
        if key not in self.state.bodies and key in self.state.units:
            bodies = self.unit(key).bodies
            if len(bodies) == 1:
                key = bodies[0]
        body = self.state.bodies.get(key)
        if body is None or not (
            self.by.is_gm
            or self.state.units[body.unit].seat == self.by.seat
            or self.code.knows_body(self.state, self.rules, self.by.seat, key)
        ):
            raise Refused("unknown", what=key)
        return key

    @contextmanager
    def as_seat(self, seat: str) -> Iterator[None]:
        """What follows is done by this seat, whoever sent the command: an action that was declared earlier."""
        found, sender = self.state.seats.get(seat), self.by
        self.by = Actor(seat, found.role if found is not None else GM)
        try:
            yield
        finally:
            self.by = sender

    def tried(self, do: Callable[[], None]) -> Refused | None:
        """Does it whole or not at all: why it was refused, or None. For what is done within a step, where nobody
        is there to be refused."""
        state, count, change = self.state, len(self.events), dict(self.change)
        try:
            do()
        except Refused as refused:
            self.state, self.change = state, change
            del self.events[count:]
            return refused
        return None

    # --- dice ----------------------------------------------------------------------------------------

    def fell(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        """The faces that fell for this before the action was taken back (Reopen), once; empty if none did."""
        for frame in self.state.stack:
            kept = [(int(n), tuple(faces), str(for_)) for n, faces, for_ in frame.memo.get(FELL, ())]
            found = next((d for d in kept if (len(d[1]), d[0], d[2]) == (count, sides, why)), None)
            if found is not None:
                kept.remove(found)
                self.note(frame, **{FELL: [[n, list(faces), for_] for n, faces, for_ in kept]})
                return found[1]
        return ()

    def roll(
        self, count: int, sides: int, why: str, *, unit: str = "", keep: str = "all", secret: bool = False
    ) -> Draw:
        """Rolls and records. A unit whose seat rolls real dice is asked for the faces instead."""
        owner = self.state.units.get(unit)
        seat = self.state.seats.get(owner.seat) if owner else None
        typed = bool(seat and seat.typed_dice)
        replay = self.dice if isinstance(self.dice, ReplayDice) else None
        short = len(self._typed) < count
        fell = self.fell(count, sides, why)
        if fell and not (replay and replay.has_more):
            draw = drawn(fell, sides, keep)
            self.emit(e.Rolled(why=why, sides=sides, faces=draw.faces, kept=draw.kept, unit=unit, secret=secret))
            return draw
        if typed and seat and short and not (replay and replay.spare):
            raise NeedDie(seat.key, unit, count, sides, why)
        if typed and not short:
            faces, self._typed = self._typed[:count], self._typed[count:]
            typed = all(face > 0 for face in faces)
            recorded = replay is not None and replay.has_more  # what was amended is there, not in the answer
            draw = self.dice.draw(count, sides, keep, why) if recorded else drawn([abs(f) for f in faces], sides, keep)
        else:
            typed = False
            draw = self.dice.draw(count, sides, keep, why)
        self.emit(
            e.Rolled(why=why, sides=sides, faces=draw.faces, kept=draw.kept, unit=unit, secret=secret, typed=typed)
        )
        return draw

    def stand_in(self, count: int, sides: int, why: str) -> list[int]:
        """Faces that the server rolls for somebody who was asked for real dice: below 0, so that `roll` records
        who rolled them."""
        return [-face for face in self.dice.draw(count, sides, "all", why).faces]

    def throw(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        """Faces for whoever records them itself: dice that belong to no action."""
        return self.dice.draw(count, sides, "all", why).faces

    # --- frames --------------------------------------------------------------------------------------

    def push(self, kind: str, unit: str, todo: Sequence[str], **args: Any) -> Frame:
        """A new frame on top of the stack; it runs before anything below it goes on."""
        frame = Frame(key=self.state.made + 1, kind=kind, unit=unit, args=args, todo=tuple(todo))
        self.emit(e.FramePushed(frame))
        return frame

    def note(self, frame: Frame, **memo: Any) -> Frame:
        """Writes into a frame's memo."""
        current = self.frame(frame.key)
        self.emit(e.FrameSet(key=frame.key, todo=current.todo, memo=memo))
        return self.frame(frame.key)

    def replan(self, frame: Frame, todo: Sequence[str]) -> None:
        """The frame goes on with other steps."""
        self.emit(e.FrameSet(key=frame.key, todo=tuple(todo)))

    def frame(self, key: int) -> Frame:
        return next(f for f in self.state.stack if f.key == key)

    def ask(self, kind: str, to: str, *, unit: str = "", seconds: int | None = None, **data: Any) -> Prompt:
        """Raises a prompt for the frame on top; it has a deadline if `seconds` is given."""
        top = self.state.stack[-1].key if self.state.stack else None
        paused = bool(self.state.paused)
        span = None if seconds is None else seconds * 1000
        prompt = Prompt(
            key=f"q{self.state.made + 1}",
            kind=kind,
            to=to,
            unit=unit,
            frame=top,
            deadline=None if span is None or paused else self.now + span,
            left=span if paused else None,
            data=data,
        )
        self.emit(e.Asked(prompt))
        return prompt

    def blocking(self) -> tuple[Prompt, ...]:
        return tuple(p for p in self.state.prompts if self.code.prompts[p.kind].blocks)

    # --- running -------------------------------------------------------------------------------------

    def run(self) -> None:
        """Steps the frames until a prompt blocks or none is left, then the ruleset's consequences."""
        for _ in range(MAX_STEPS):
            if self.blocking():
                return
            if self.state.stack:
                self._step(self.state.stack[-1])
                continue
            before = len(self.events)
            self.code.idle(self)
            if len(self.events) == before:
                return
        raise RuntimeError("a plan of steps does not end")

    def _step(self, frame: Frame) -> None:
        if not frame.todo:
            self.emit(e.FramePopped(frame.key))
            return
        checkpoint = (self.state, len(self.events), dict(self.change))
        step, rest = frame.todo[0], frame.todo[1:]
        self._typed = list(frame.memo.get("typed", ()))
        had = bool(self._typed)
        self.emit(e.FrameSet(key=frame.key, todo=rest, memo={"typed": []} if had else {}))
        try:
            self.code.steps[step](self, self.frame(frame.key))
        except NeedDie as need:
            self.state, self.change = checkpoint[0], checkpoint[2]
            del self.events[checkpoint[1] :]
            self.ask("die", need.to, unit=need.unit, count=need.count, sides=need.sides, why=need.why)
        finally:
            self._typed = []


def authorise(work: Work, command: c.Command) -> None:
    """What role and moment allow, before any handler looks at the wish itself."""
    by, kind, state = work.by, type(command), work.state
    if kind in SYSTEM_COMMANDS and by.role != SYSTEM:
        raise Refused("not_allowed")
    if kind in GM_COMMANDS and not by.is_gm:
        raise Refused("not_allowed")
    if by.role == "spectator" and kind is not c.Chat:
        raise Refused("not_allowed")
    if (by.is_gm and kind in GM_COMMANDS) or kind in ANYTIME or kind in work.code.anytime:
        return
    if not by.is_gm and state.paused and not turns_pass(state):
        raise Refused("not_your_turn")
    if work.blocking() and not _is_between_turns(work):
        raise Refused("awaiting_answer")


def turns_pass(state: AnyState) -> bool:
    """The Mission runs, in rounds."""
    return state.phase == "running" and state.clock.mode == "turns"


def _is_between_turns(work: Work) -> bool:
    """Whether to this seat the last visible turn is over: in a pause, and while a unit acts that it may not know
    of. The two look alike (table.md 11)."""
    if work.by.is_gm or not turns_pass(work.state):
        return False
    active = work.state.units.get(work.state.clock.active or "")
    return bool(work.state.paused) or (active is not None and not work.knows_unit(active))


def _between_turns(work: Work, command: c.Command, handler: Callable[[Work, Any], None]) -> None:
    """Handles a wish as if nobody's turn had begun yet, whoever acts or has to answer in truth, so that no answer
    tells a pause from the turn of a hidden unit."""
    clock = work.state.clock
    over = (clock.active,) if clock.active else ()
    between = replace(work.state, clock=replace(clock, active=None, acted=(*clock.acted, *over)), stack=(), prompts=())
    apart = Work(work.code, between, work.by, work.now, work.rules, work.dice)
    handler(apart, command)
    work.emit(*apart.events)


def decide(
    code: Ruleset,
    state: AnyState,
    command: c.Command,
    by: Actor,
    now: int,
    rules: Rules,
    dice: Dice,
    change: dict[str, Any] | None = None,
    *,
    again: bool = False,
) -> Work:
    """The facts that follow from a wish (`work.events`), and the state after them (`work.state`).

    Pure given its dice; raises Refused, and then nothing has happened. Rewind, Amend and TakeBack need the
    log: `tactics.kernel.entering.decide_entry` handles them and calls this for the rest. again: an accepted
    command is decided again (amendment), so a pause that came later does not refuse it.
    """
    work = Work(code, state, by, now, rules, dice, change)
    if not again:
        authorise(work, command)
    handler = code.handlers.get(type(command))
    if handler is None:
        raise Refused("not_allowed")
    anytime = (*ANYTIME, *code.anytime)
    if again or isinstance(command, anytime) or not _is_between_turns(work):
        handler(work, command)
    else:
        _between_turns(work, command, handler)
    work.run()
    return work


# --- prompts ----------------------------------------------------------------------------------------


def answer(work: Work, prompt: Prompt, value: Any, *, default: bool = False) -> None:
    """Settles a prompt with `value`, or with its kind's one default; refused if it has none."""
    kind = work.code.prompts[prompt.kind]
    if default:
        value = kind.default(work.state, work.rules, prompt)
        if value is WAITS:
            raise Refused("bad_field", field="value", text="this question has no default: choose an answer")
    else:
        value = kind.read(work.state, work.rules, prompt, value)
    by = SYSTEM if default and work.by.role == SYSTEM else work.by.seat
    if default and kind.passes:
        work.emit(e.PromptWithdrawn(prompt.key))
        kind.resolve(work, prompt, value)
        return
    work.emit(e.Answered(prompt=prompt.key, kind=prompt.kind, to=prompt.to, value=value, by=by, defaulted=default))
    kind.resolve(work, prompt, value)


def find_prompt(work: Work, key: str) -> Prompt:
    """By kind, or by the name that its seat reads (`alias`: `difficulty.2`); `unknown` otherwise.

    A GM may answer for any seat; the GMs' own prompts come first.
    """
    state, by = work.state, work.by
    seats = [by.seat] if not by.is_gm else [GM, *sorted({p.to for p in state.prompts} - {GM})]
    for seat in seats:
        for prompt in state.prompts:
            if prompt.to == seat and key in (prompt.kind, alias(state, prompt)):
                return prompt
    for prompt in state.prompts:
        if prompt.key == key and (by.is_gm or prompt.to == by.seat):
            return prompt
    raise Refused("unknown", what=key)


def alias(state: AnyState, prompt: Prompt) -> str:
    """What its seat calls a prompt: kind and number among its prompts of that kind. The key itself counts what
    others do, and would tell of it."""
    same = [p.key for p in state.prompts if p.to == prompt.to and p.kind == prompt.kind]
    return f"{prompt.kind}.{same.index(prompt.key) + 1}"


def expired(state: AnyState, now: int) -> tuple[Prompt, ...]:
    """Prompts whose time is up, the earliest first."""
    if state.paused:
        return ()
    due = [p for p in state.prompts if p.deadline is not None and p.deadline <= now]
    return tuple(sorted(due, key=lambda p: (p.deadline or 0, p.key)))


def next_deadline(state: AnyState) -> int | None:
    """The nearest deadline in milliseconds, or None: for the one timer of a hub."""
    if state.paused:
        return None
    return min((p.deadline for p in state.prompts if p.deadline is not None), default=None)
