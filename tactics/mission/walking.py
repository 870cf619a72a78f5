"""What walks of every ruleset share: how they are told, and what happens when one meets what its mover cannot see."""

from __future__ import annotations

from typing import Any, ClassVar

from tactics.kernel import events as e
from tactics.kernel.engine import GM, Work
from tactics.kernel.refusals import bad_field
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known, PromptKind
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Prompt
from tactics.secrecy.known import known


class Walked(e.Event, frozen=True, tag=True):
    """A walk is over: who walked, where they stand now, and what it cost altogether."""

    unit: str
    bodies: tuple[str, ...]
    action: str = "move"
    cost: dict[str, int] = {}


class Halted(e.Event, frozen=True, tag=True):
    """A walk ended early. why: `in_the_way` (a body that the mover cannot see stands on the next cell, told
    as "something is in the way") or `in_sight` (something new came into sight; table.md 9)."""

    reveals: ClassVar[bool] = True

    unit: str
    body: str
    why: str


def seen_by_sender(work: Work) -> Known:
    """What the seat that sends the command knows; a GM knows all."""
    role = GM if work.by.is_gm else work.by.role
    return known(work.code, work.state, work.rules, work.by.seat, role)


def ask_reveal(work: Work, unit: AnyUnit, body: str) -> None:
    """Once, and of no frame: nobody waits for the answer."""
    if any(p.kind == "reveal" and p.data.get("body") == body for p in work.state.prompts):
        return
    key = f"q{work.state.made + 1}"
    work.emit(e.Asked(Prompt(key=key, kind="reveal", to=GM, unit=unit.key, data={"body": body})))


def _read_reveal(state: AnyState, rules: Rules, prompt: Prompt, value: Any) -> bool:
    if value not in (True, False, "yes", "no"):
        raise bad_field("value", "answer yes or no")
    return value in (True, "yes")


def _resolve_reveal(work: Work, prompt: Prompt, value: Any) -> None:
    body: AnyBody | None = work.state.bodies.get(prompt.data["body"])
    if value and body is not None and body.hidden_from:
        work.emit(e.BodyRevealed(body=body.key))


def _show_reveal(state: AnyState, rules: Rules, prompt: Prompt) -> dict[str, Any]:
    body, unit = state.bodies.get(prompt.data["body"]), state.units.get(prompt.unit)
    name = body.name if body else "What was there"
    return {
        "title": f"Reveal {name}?",
        "text": f"{unit.name if unit else 'Somebody'} walked into {name}, whom they cannot see.",
        "choices": (("true", "Reveal"), ("false", "Stay hidden")),
        "default": "true",
    }


REVEAL = PromptKind(
    name="reveal",
    blocks=False,
    default=lambda state, rules, prompt: True,
    read=_read_reveal,
    resolve=_resolve_reveal,
    show=_show_reveal,
)

PROMPTS: dict[str, PromptKind] = {"reveal": REVEAL}
EVENTS: tuple[type[e.Event], ...] = (Walked, Halted)
