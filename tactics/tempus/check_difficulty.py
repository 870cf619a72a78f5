"""The difficulty is the GM's (T-143): the suggested value counts by itself, unless a Mission asks for each, or the
GM said "I rule this one" before the die falls (table.md 5).

One declaration is one question, also a Mob's. The answer stands in the memo of the action's frame.
"""

from __future__ import annotations

from typing import Any

from tactics.kernel import events as e
from tactics.kernel.engine import GM, Work
from tactics.kernel.refusals import bad_field
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import PromptKind, Step
from tactics.kernel.state import AnyState, Frame, Laid, Prompt
from tactics.kernel.view import FieldView
from tactics.tempus import check_numbers as numbers
from tactics.tempus.action_plan import plan
from tactics.tempus.check_numbers import Trial
from tactics.tempus.checks import able, first_check
from tactics.tempus.parts import body_part

PRESETS: tuple[tuple[str, str], ...] = (("moving target", "tt.difficulty.moving_target"),)
"""What the GM may add by one press: (label, constant), the document's example (T-144). Never added by itself."""
MOST = 99


def still_doers(frame: Frame) -> list[list[str]]:
    """[body, skill, weapon, target] of each that carries out a declared action, those left out who cannot any more."""
    found: list[list[str]] = frame.memo.get("doers", frame.args["doers"])
    return found


def trials_of(work: Work, frame: Frame) -> tuple[Trial, ...]:
    """The first check of each body that carries out an action and still can."""
    found = []
    for body, skill, weapon, target in still_doers(frame):
        own = plan(work.rules, frame.args["action"], skill)
        trial = first_check(work, own, body, weapon, target) if own is not None else None
        if trial is not None and able(work, trial):
            found.append(trial)
    return tuple(found)


def next_laid(state: AnyState, unit: str) -> tuple[Laid, ...]:
    """What the GM laid on the unit's next check."""
    return tuple(m for m in state.laid if m.on == f"next:{unit}")


def difficulty_step(work: Work, frame: Frame) -> None:
    """Asks the GM, if this declaration is to be asked about."""
    trials = trials_of(work, frame)
    if not trials or frame.memo.get("ruling"):
        return
    rules_this = any(m.applies == "ruled" for m in next_laid(work.state, frame.unit))
    asks = numbers.constant(work, "tt.ask.difficulty")
    versus = trials[0].against == "versus"
    wanted = not versus and (asks == "all" or (asks == "some" and not numbers.has_preset(work, trials[0])))
    if not (rules_this or wanted):
        return
    lines = []
    for trial in trials:
        suggested = numbers.difficulty(work, trial)
        lines.append(
            {
                "what": _what(work, trial),
                "suggested": None if versus else suggested.total,
                "terms": [[t.label, t.value] for t in suggested.terms],
                "moved": _moved(work, trial),
            }
        )
    work.ask(
        "difficulty",
        GM,
        unit=frame.unit,
        checks=lines,
        presets=[[label, int(numbers.constant(work, key))] for label, key in PRESETS],
    )


def _what(work: Work, trial: Trial) -> str:
    bodies = work.state.bodies
    text = f"{bodies[trial.body].name}: {numbers.skill_of(work, trial.skill).label}"
    return f"{text} against {bodies[trial.target].name}" if trial.target else text


def _moved(work: Work, trial: Trial) -> int:
    """Cells that the target walked in its latest turn, for the GM's judgement (T-144)."""
    target = work.state.bodies.get(trial.target)
    return body_part(target).moved if target is not None else 0


def end_next(work: Work, unit: str) -> None:
    """What was laid on the next check has been used."""
    work.emit(*(e.ModifierEnded(m.key) for m in next_laid(work.state, unit)))


# --- the prompt ----------------------------------------------------------------------------------------


def _default(state: AnyState, rules: Rules, prompt: Prompt) -> Any:
    """The suggested value of each check, as it is."""
    return {"modifiers": []}


def _read(state: AnyState, rules: Rules, prompt: Prompt, value: Any) -> Any:
    """{value: n}, n alone, or {modifiers: [{label, value}]}."""
    if _number(value):
        return {"value": value}
    if isinstance(value, dict) and set(value) == {"value"} and _number(value["value"]):
        return {"value": value["value"]}
    if isinstance(value, dict) and set(value) == {"modifiers"} and isinstance(value["modifiers"], list):
        return {"modifiers": [_modifier(m) for m in value["modifiers"][:20]]}
    raise bad_field("value", f"give a number up to {MOST}, or modifiers with a label and a value each")


def _modifier(given: Any) -> dict[str, Any]:
    if isinstance(given, dict) and set(given) == {"label", "value"}:
        label = given["label"]
        if isinstance(label, str) and 0 < len(label.strip()) <= 60 and _number(given["value"]):
            return {"label": label.strip(), "value": given["value"]}
    raise bad_field("modifiers", f"each has a label and a value from -{MOST} to {MOST}")


def _number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -MOST <= value <= MOST


def _resolve(work: Work, prompt: Prompt, value: Any) -> None:
    frame = work.frame(prompt.frame or 0)
    work.note(frame, ruling=value)
    ended = [m.key for m in next_laid(work.state, frame.unit) if m.applies == "ruled"]
    work.emit(*(e.ModifierEnded(key) for key in ended))


def _show(state: AnyState, rules: Rules, prompt: Prompt) -> dict[str, Any]:
    checks = prompt.data["checks"]
    values = sorted({c["suggested"] for c in checks if c["suggested"] is not None})
    lines = []
    for check in checks:
        terms = " + ".join(f"{value} {label}" for label, value in check["terms"])
        total = "the other's roll" if check["suggested"] is None else f"{check['suggested']}"
        moved = f"; the target moved {check['moved']} cells in its last turn" if check["moved"] else ""
        lines.append(f"{check['what']}: {total}{f' ({terms})' if terms else ''}{moved}")
    return {
        "title": "Difficulty",
        "text": "\n".join(lines),
        "fields": (
            FieldView(
                name="value",
                label="Difficulty",
                kind="number",
                value=str(values[0]) if len(values) == 1 else "",
                help=", ".join(f"{label} {value:+d}" for label, value in prompt.data["presets"]),
            ),
        ),
        "default": " or ".join(str(v) for v in values),
    }


DIFFICULTY = PromptKind(name="difficulty", blocks=True, default=_default, read=_read, resolve=_resolve, show=_show)
PROMPTS: dict[str, PromptKind] = {"difficulty": DIFFICULTY}
STEPS: dict[str, Step] = {"action_difficulty": difficulty_step}
