"""Plays the steps of a scenario on a host and says what was not as written.

A prompt that the next step does not answer takes its default inside the step that raised it. A scenario stops at
its first step that fails; everything that was wrong with that step is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tactics.kernel.commands import Answer
from tactics.kernel.dice import DiceError, ScriptedDice
from tactics.kernel.refusals import Refused
from tactics.kernel.view import LogLine, PromptView
from tactics.scenarios import paths, verbs
from tactics.scenarios.host import Host
from tactics.scenarios.script import ScriptError, Step
from tactics.scenarios.setup import GM, Setup

BEGIN = 1_000_000
"""The clock at the first step, in milliseconds; only `wait` moves it."""
MAX_DEFAULTS = 200
OUT_OF_TURN = {
    "interrupt": ("interrupt", "beat", "prepared", "reflex_action"),
    "hold": ("interrupt", "beat"),
    "pass": ("interrupt", "beat"),
}
"""Steps that answer a window's questions besides `answer`; a window stays open for them."""


@dataclass(frozen=True)
class Failure:
    """Something that was not as written. step 0: the set-up. line: of the file, 0 if unknown."""

    step: int
    do: str
    what: str
    line: int = 0

    def __str__(self) -> str:
        where = "set-up" if not self.step else f"step {self.step}"
        line = f" (line {self.line})" if self.line else ""
        return f"{where}{line}{', ' + self.do if self.do else ''}: {self.what}"


class _Fails(Exception):
    def __init__(self, *whats: str) -> None:
        super().__init__("; ".join(whats))
        self.whats = whats


def run(setup: Setup, host: Host, *, reload: bool = False) -> list[Failure]:
    """Plays all steps; what failed, empty if nothing did. reload: the state goes through JSON before each step."""
    return _Run(setup, host, reload).play()


@dataclass
class _Run:
    setup: Setup
    host: Host
    reload: bool
    now: int = BEGIN
    marks: dict[int, int] = field(default_factory=dict)
    """Step -> the log's newest row after it; 0: after the set-up."""
    live: list[int] = field(default_factory=list)
    """The rows after each live step, oldest first: what `rewind to: last` goes back in."""
    news: dict[str, int] = field(default_factory=dict)

    def play(self) -> list[Failure]:
        try:
            verbs.check(self.setup.script, self.setup.code)
            self._open()
        except ScriptError as problem:
            return [Failure(problem.step, "", problem.text)]
        except _Fails as fails:
            return [Failure(0, "", what) for what in fails.whats]
        for step in self.setup.script.steps:
            try:
                self._step(step)
            except _Fails as fails:
                return [Failure(step.number, step.do, what, step.line) for what in fails.whats]
            except ScriptError as problem:
                return [Failure(step.number, step.do, problem.text, step.line)]
        return []

    def _open(self) -> None:
        dice = ScriptedDice()
        for number, command in enumerate(self.setup.opening):
            try:
                self.host.submit(command, self.setup.gm, GM, self.now, dice, f"open-{number}")
            except Refused as refused:
                raise _Fails(f"refused: {_words(refused)}") from refused
            except DiceError as problem:
                raise _Fails(f"{problem}; give start.initiative without ties") from problem
        self.marks[0] = self.host.seq
        self.live = [self.host.seq]

    # --- one step ------------------------------------------------------------------------------------

    def _step(self, step: Step) -> None:
        if self.reload or step.reload:
            self.host.reload()
        self.news = {seat: len(self._lines(seat)) for seat in {"", *step.see}}
        if step.wait:
            self.now += step.wait * 1000
            self.host.settle(self.now)
        if step.do:
            self._do(step)
        self._remember(step)
        self._look(step)

    def _do(self, step: Step) -> None:
        dice = ScriptedDice(step.faces)
        before = self.host.state_json()
        refused: Refused | None = None
        sent: list[tuple[verbs.Wish, str]] = []
        try:
            for number, wish in enumerate(verbs.wishes(step, self._moment())):
                before = self.host.state_json()
                key = f"step-{step.number}.{number}"
                sent.append((wish, key))
                self.host.submit(wish.command, wish.seat, wish.role, self.now, dice, key)
            if not step.refused:
                self._settle(step, dice)
            dice.finish()
        except Refused as problem:
            refused = problem
        except DiceError as problem:
            raise _Fails(f"dice: {problem}") from problem
        if refused is not None and self.host.state_json() != before:
            raise _Fails(f"refused ({refused.name}), and yet the state changed")
        if refused is not None and not step.refused:
            raise _Fails(f"refused: {_words(refused)}")
        if step.refused:
            if refused is None:
                raise _Fails(f"expected the refusal {step.refused}, found that it was done")
            if step.refused not in (refused.name, refused.code):
                raise _Fails(f"expected the refusal {step.refused}, found {_words(refused)}")
            try:
                dice.finish()
            except DiceError as problem:
                raise _Fails(f"dice: {problem}") from problem
            return
        self._again(step, sent)

    def _again(self, step: Step, sent: Sequence[tuple[verbs.Wish, str]]) -> None:
        """`repeat`: the same commands under the same keys, which must change nothing."""
        done = self.host.state_json()
        for _ in range(step.repeat - 1):
            for wish, key in sent:
                try:
                    self.host.submit(wish.command, wish.seat, wish.role, self.now, ScriptedDice(), key)
                except Refused as refused:
                    raise _Fails(f"repeated under the same key, refused: {_words(refused)}") from refused
                except DiceError as problem:
                    raise _Fails(f"repeated under the same key: {problem}") from problem
            if self.host.state_json() != done:
                raise _Fails("repeated under the same key, it took effect again")

    def _settle(self, step: Step, dice: ScriptedDice) -> None:
        """Every prompt takes its default, but for what the next step answers and what has none."""
        waits: set[tuple[str, str]] = set()
        gm = self.setup.gm
        for number in range(MAX_DEFAULTS):
            open_prompts = [
                p for p in self.host.view(gm, GM).prompts
                if (p.to, p.key) not in waits and not self._answered_next(step, p)
            ]  # fmt: skip
            if not open_prompts:
                return
            prompt = open_prompts[0]
            seat = prompt.to if prompt.to in self.setup.roles else gm
            answer = Answer(prompt=prompt.key, default=True)
            try:
                self.host.submit(
                    answer, seat, self.setup.roles[seat], self.now, dice, f"step-{step.number}.default-{number}"
                )
            except Refused as refused:
                if refused.code != "bad_field":
                    raise
                waits.add((prompt.to, prompt.key))
        raise _Fails("prompts are raised without end")

    def _answered_next(self, step: Step, prompt: PromptView) -> bool:
        """Whether the next step that does something answers it (steps that are refused do nothing)."""
        for later in self.setup.script.steps[step.number :]:
            if later.wait and prompt.deadline is not None:
                return True
            if not later.do or later.refused:
                continue
            if later.do in OUT_OF_TURN:
                return prompt.kind in OUT_OF_TURN[later.do]
            asked = later.args.get("prompt")
            by = later.by or prompt.to
            mine = by == prompt.to or self.setup.roles.get(by) == GM
            return later.do == "answer" and asked in (prompt.kind, prompt.key) and mine
        return False

    # --- bookkeeping ---------------------------------------------------------------------------------

    def _moment(self) -> verbs.Moment:
        view = self.host.view(self.setup.gm, GM)
        return verbs.Moment(self.setup, view, self._back_to, self._row_of)

    def _back_to(self, to: int | str) -> int | None:
        """The row of a rewind: after the step `to`, or before the newest live one."""
        if to == "last":
            return self.live[-2] if len(self.live) > 1 else None
        return self.marks.get(to) if isinstance(to, int) and not isinstance(to, bool) else None

    def _row_of(self, entry: int | str) -> int | None:
        """The row of the newest check, or of the newest one in a step."""
        lines = [x for x in self._lines("") if x.record and not x.undone and x.seq]
        if isinstance(entry, int) and entry in self.marks:
            since = max((row for number, row in self.marks.items() if number < entry), default=0)
            lines = [x for x in lines if since < x.seq <= self.marks[entry]]
        elif entry != "last":
            return None
        return lines[-1].seq if lines else None

    def _remember(self, step: Step) -> None:
        row = self.host.seq
        self.marks[step.number] = row
        if step.do == "rewind" and not step.refused:
            to = step.args.get("to", "last")
            kept = self.live[:-1] if to == "last" else [x for x in self.live if x <= self.marks[to]]
            self.live = kept
        elif row != self.live[-1]:
            self.live.append(row)

    # --- what is expected ----------------------------------------------------------------------------

    def _seat(self, seat: str) -> tuple[str, str]:
        if not seat:
            return self.setup.gm, GM
        if seat not in self.setup.roles:
            raise _Fails(f"as: there is no seat {seat!r}: there are {', '.join(self.setup.roles)}")
        return seat, self.setup.roles[seat]

    def _lines(self, seat: str) -> Sequence[LogLine]:
        return self.host.feed(*self._seat(seat))

    def _look(self, step: Step) -> None:
        wrong = []
        for seat, expected in step.see.items():
            key, role = self._seat(seat)
            found = paths.differences(self.host.view(key, role), self._lines(seat), self.news[seat], expected)
            who = f"as {seat}: " if seat else ""
            wrong += [f"{who}{path}: expected {wanted!r}, found {there!r}" for path, wanted, there in found]
        if wrong:
            raise _Fails(*wrong)


def _words(refused: Refused) -> str:
    params = ", ".join(f"{k}: {v}" for k, v in refused.params.items())
    return f"{refused.name} ({params})" if params else refused.name
