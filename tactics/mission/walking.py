"""What walks of every ruleset share: how they are told, and what happens when one meets what its mover cannot see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import GM, Work
from tactics.kernel.refusals import bad_field
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known, PromptKind
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Cell, Place, Prompt
from tactics.secrecy.known import known
from tactics.secrecy.sight import knows_body


class Walked(e.Event, frozen=True, tag=True):
    """A walk is over: who walked, where they stand now, and what it cost altogether."""

    unit: str
    bodies: tuple[str, ...]
    action: str = "move"
    cost: dict[str, int] = {}


class Halted(e.Event, frozen=True, tag=True):
    """A walk ended early. why: `in_the_way` (a body that the mover cannot see stands on the next cell, told
    as "something is in the way") or `in_sight` (something new came into sight; table.md 9). seat: whose command it
    was, if not the unit's own seat's."""

    reveals: ClassVar[bool] = True

    unit: str
    body: str
    why: str
    seat: str = ""


def seen_by_sender(work: Work) -> Known:
    """What the seat that sends the command knows; a GM knows all."""
    role = GM if work.by.is_gm else work.by.role
    return known(work.code, work.state, work.rules, work.by.seat, role)


def given_ways(command: c.Move, alone: Callable[[], str]) -> dict[str, list[list[Cell]]]:
    """Body -> the legs that a Move names for it. alone: the body that is meant where none is named."""
    if sum(given is not None for given in (command.path, command.legs, command.paths)) != 1:
        raise bad_field("path", "give one of path, legs and paths")
    if command.paths is not None:
        return {body: [list(way)] for body, way in command.paths.items()}
    legs = command.legs if command.legs is not None else [command.path or []]
    return {alone(): [list(leg) for leg in legs]}


def known_to(work: Work, unit: str) -> frozenset[str]:
    """The bodies on boards that the unit's seat may know of; only asked where fog is by sight."""
    state = work.state
    if state.fog != "sight":
        return frozenset()
    seat = state.units[unit].seat
    return frozenset(b.key for b in state.bodies.values() if b.place and knows_body(state, work.rules, seat, b.key))


def halt(work: Work, unit: AnyUnit, walker: str, memo: Mapping[str, Any], by: str = "") -> None:
    """Tells what stopped a walk, if something did (memo: `met`, `barred` or `new`); the GM is asked whether what was
    met is revealed. by: the seat that sent the walker, by default the unit's own."""
    met = memo.get("met")
    by = "" if by == unit.seat else by
    if met is not None:
        work.emit(Halted(unit=unit.key, body=walker, why="in_the_way", seat=by))
        if not knows_body(work.state, work.rules, by or unit.seat, met):
            ask_reveal(work, unit, met)
    elif memo.get("barred"):
        work.emit(Halted(unit=unit.key, body=walker, why="barred", seat=by))
    elif memo.get("new"):
        work.emit(Halted(unit=unit.key, body=walker, why="in_sight", seat=by))


def same_cell(one: Place, other: Place) -> bool:
    """Whether two places are one cell of one board, whatever their heights."""
    return (one.board, one.cell) == (other.board, other.cell)


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
    who = unit.name if unit else "Somebody"
    own = [state.bodies[key].place for key in unit.bodies] if unit else []
    if body is not None and any(at and body.place and same_cell(at, body.place) for at in own):
        text = f"{who} was put where {name} stands, whom they cannot see. One of them has to be moved."
    else:
        text = f"{who} walked into {name}, whom they cannot see."
    return {
        "title": f"Reveal {name}?",
        "text": text,
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
