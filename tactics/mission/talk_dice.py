"""Dice at the table (`/roll`) and the GM's stand-in: what people do around the board (table.md 10, 16)."""

from __future__ import annotations

from tactics.effects.dice_text import FormulaError
from tactics.effects.thrown import thrown
from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import GM, Work, answer, find_prompt
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import WAITS


def throw(work: Work, command: c.Throw) -> None:
    """Rolls a formula of dice and numbers, to all or to one reader; a mistake is refused with its position."""
    if command.to and command.to != GM and command.to not in work.state.seats:
        raise Refused("unknown", what=command.to)
    why = " ".join(command.why.split())
    try:
        found = thrown(command.formula, lambda count, sides: work.throw(count, sides, why or "at the table"))
    except FormulaError as problem:
        raise bad_field("formula", str(problem)) from problem
    work.emit(
        e.Thrown(
            seat=work.by.seat, dice=found.formula, faces=found.faces, total=found.total, why=why, to=command.to
        )
    )  # fmt: skip


def stand_in(work: Work, command: c.StandIn) -> None:
    """The GM plays for a player's seat; it goes back by the GM's hand or its own."""
    seat = work.state.seats.get(command.seat)
    if not work.by.is_gm and (command.on or command.seat != work.by.seat):
        raise Refused("not_allowed")
    if seat is None or seat.role != "player":
        raise Refused("unknown", what=command.seat)
    player = work.by.seat if command.on else ""
    if seat.played_by == player:
        raise illegal("nothing")
    work.emit(e.StoodIn(seat=seat.key, by=player))


def accept_all(work: Work, command: c.AcceptAll) -> None:
    """Each of these prompts takes its default, one after the other, as if each had been answered alone."""
    found = []
    for name in command.prompts:
        try:
            found.append(find_prompt(work, name).key)
        except Refused:
            continue  # answered in between
    done = False
    for key in dict.fromkeys(found):
        prompt = next((p for p in work.state.prompts if p.key == key), None)
        if prompt is None:
            continue
        if work.code.prompts[prompt.kind].default(work.state, work.rules, prompt) is WAITS:
            continue
        answer(work, prompt, None, default=True)
        work.run()
        done = True
    if not done:
        raise illegal("nothing")


__all__ = ["accept_all", "stand_in", "throw"]
