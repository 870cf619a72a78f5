"""Going on with what takes concentration, after a blow: d10 + WP against a difficulty (T-045, T-046).

The server rolls at once, unless the Mission asks the GM each time (`tt.ask.willpower`).
"""

from __future__ import annotations

from typing import Any

from tactics.kernel.engine import GM, Work
from tactics.kernel.refusals import bad_field
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Handler, PromptKind, Step
from tactics.kernel.state import AnyState, Frame, Prompt
from tactics.kernel.view import FieldView
from tactics.tempus import extended
from tactics.tempus.check_facts import Facts, constant
from tactics.tempus.parts import living, lowest, part, stat
from tactics.tempus.timing_events import CallWillpower, WillpowerRolled


def difficulty(facts: Facts, damage: int) -> int:
    """5 + half of the damage, at most 15 (`tt.willpower.difficulty`)."""
    of = constant(facts, "tt.willpower.difficulty")
    return min(int(of["max"]), int(of["base"]) + int(damage * float(of["per_damage"])))


def struck(work: Work, body: str, damage: int) -> None:
    """A body was attacked, hit or not: whoever carries out an Extended Action may lose it (T-045)."""
    found = work.state.bodies.get(body)
    unit = work.state.units.get(found.unit) if found is not None else None
    if unit is not None and part(unit).extended is not None and living(work.state, unit):
        steps = ("willpower_ask", "willpower_roll")
        work.push("willpower", unit.key, steps, body=body, difficulty=difficulty(work, damage))


def call(work: Work, command: CallWillpower) -> None:
    """The GM calls for the roll at any time."""
    unit = work.unit(command.unit)
    extended.under_way(unit)
    body = min(living(work.state, unit), key=lambda b: stat(b, "WP"), default=None)
    if body is not None:
        given = difficulty(work, 0) if command.difficulty is None else command.difficulty
        work.push("willpower", unit.key, ("willpower_roll",), body=body.key, difficulty=given)


def ask_step(work: Work, frame: Frame) -> None:
    if work.constant("tt.ask.willpower") == "all":
        unit = work.state.units[frame.unit]
        work.ask("willpower", GM, unit=frame.unit, name=unit.name, difficulty=frame.args["difficulty"])


def roll_step(work: Work, frame: Frame) -> None:
    """Held only if the difficulty is beaten; else the action is lost with all that was paid (T-046)."""
    unit = work.state.units.get(frame.unit)
    found = work.state.bodies.get(frame.args["body"])
    if unit is None or found is None or part(unit).extended is None or frame.memo.get("waived"):
        return
    against = int(frame.memo.get("difficulty", frame.args["difficulty"]))
    face = work.roll(1, 10, f"{found.name}: willpower", unit=unit.key).total
    value = stat(found, "WP") if len(unit.bodies) == 1 else lowest(living(work.state, unit), "WP")
    held = face + value > against
    work.emit(WillpowerRolled(unit.key, found.key, face, value, against, held))
    if not held:
        extended.end(work, unit.key, "willpower")


# --- the GM's question ----------------------------------------------------------------------------------


def _read(state: AnyState, rules: Rules, prompt: Prompt, value: Any) -> Any:
    """yes, no, or the difficulty."""
    if value in (True, "yes"):
        return True
    if value in (False, "no"):
        return False
    number = value.get("value") if isinstance(value, dict) else value
    if isinstance(number, int) and -99 <= number <= 99:
        return number
    raise bad_field("value", "answer yes, no, or with the difficulty")


def _resolve(work: Work, prompt: Prompt, value: Any) -> None:
    frame = work.frame(prompt.frame or 0)
    if value is False:
        work.note(frame, waived=True)
    elif value is not True:
        work.note(frame, difficulty=value)


def _show(state: AnyState, rules: Rules, prompt: Prompt) -> dict[str, Any]:
    given = prompt.data["difficulty"]
    return {
        "title": f"{prompt.data['name']} was attacked: a willpower roll?",
        "text": "An Extended Action is under way; if the roll fails, it is lost with all that was paid.",
        "fields": (FieldView(name="value", label="Difficulty", kind="number", value=str(given)),),
        "choices": (("true", f"Roll against {given}"), ("false", "No roll")),
        "default": f"a roll against {given}",
    }


PROMPTS: dict[str, PromptKind] = {
    "willpower": PromptKind(
        name="willpower",
        blocks=True,
        default=lambda state, rules, prompt: True,
        read=_read,
        resolve=_resolve,
        show=_show,
    )
}
HANDLERS: dict[type, Handler] = {CallWillpower: call}
STEPS: dict[str, Step] = {"willpower_ask": ask_step, "willpower_roll": roll_step}
