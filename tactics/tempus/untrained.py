"""What nobody may try without a rank waits for the GM, who allows it or not (T-135; table.md 6).

Nothing is paid before the answer. What is allowed then runs like any declaration, with the penalty of the race.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from msgspec import convert

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import GM, Work
from tactics.kernel.refusals import Refused, bad_field
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import WAITS, Applier, Known, PromptKind, Step
from tactics.kernel.state import AnyState, AnyUnit, Frame, Prompt
from tactics.secrecy.known import known
from tactics.tempus.action_plan import Plan, packed, plan
from tactics.tempus.parts import points


class TryDeclined(e.Event, frozen=True, tag=True):
    """The GM does not let the unit try what it never learnt; nothing was paid."""

    unit: str
    action: str
    using: str = ""


EVENTS: tuple[type[e.Event], ...] = (TryDeclined,)
APPLIERS: dict[type[e.Event], Applier] = {TryDeclined: lambda s, ev: s}


def lenient(view: Known) -> Known:
    """What the seat knows, without asking for a rank."""
    return replace(view, role=GM)


def ask(work: Work, unit: AnyUnit, wanted: Plan, command: c.Act, cost: dict[str, int]) -> None:
    """Puts the declaration to the GM; it stands in its frame until then."""
    work.push("untrained", unit.key, ("untrained_go",), wish=packed(command))
    skill = wanted.skill.label if wanted.skill is not None else wanted.action.label
    work.ask("untrained", GM, unit=unit.key, what=wanted.action.label, skill=skill, cost=points(cost))


def step(work: Work, frame: Frame) -> None:
    """Runs what was allowed, as the seat that wished it knows the Mission."""
    from tactics.tempus.actions import chosen, declare

    unit = work.state.units.get(frame.unit)
    if unit is None:
        return
    wish = convert(frame.args["wish"], c.Act)
    if not frame.memo.get("allowed"):
        work.emit(TryDeclined(unit=unit.key, action=wish.action, using=wish.using or ""))
        return
    seat = work.state.seats.get(unit.seat)
    view = known(work.code, work.state, work.rules, unit.seat, seat.role if seat is not None else GM)
    try:
        declare(work, lenient(view), unit, chosen(work, wish), wish)
    except Refused:
        # what was possible when it was asked for is not any more
        work.emit(TryDeclined(unit=unit.key, action=wish.action, using=wish.using or ""))


def _read(state: AnyState, rules: Rules, prompt: Prompt, value: Any) -> bool:
    if value not in (True, False, "yes", "no"):
        raise bad_field("value", "answer yes or no")
    return value in (True, "yes")


def _resolve(work: Work, prompt: Prompt, value: Any) -> None:
    work.note(work.frame(prompt.frame or 0), allowed=bool(value))


def _show(state: AnyState, rules: Rules, prompt: Prompt) -> dict[str, Any]:
    unit, data = state.units.get(prompt.unit), prompt.data
    who = unit.name if unit is not None else "Somebody"
    return {
        "title": f"{who}: {data['what']} without a rank?",
        "text": f"{who} never learnt {data['skill']}. It costs {data['cost']}, with the penalty of the race.",
        "choices": (("true", "Allow it"), ("false", "No")),
    }


PROMPTS: dict[str, PromptKind] = {
    "untrained": PromptKind(
        name="untrained",
        blocks=True,
        default=lambda state, rules, prompt: WAITS,
        read=_read,
        resolve=_resolve,
        show=_show,
    )
}
STEPS: dict[str, Step] = {"untrained_go": step}


def label_of(rules: Rules, event: TryDeclined) -> str:
    found = plan(rules, event.action, event.using)
    return found.action.label if found is not None else event.action
