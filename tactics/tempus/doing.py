"""Carrying out what was declared earlier or out of turn: the same checks as on one's turn, as the unit's own seat.

A `Wish` is the plain arguments of a command; `carry_out` sends it to walking, talking or acting with `How` it is done.
"""

from __future__ import annotations

from typing import Any

from tactics.effects import steps as s
from tactics.effects.specs import Action
from tactics.effects.steps import Walk
from tactics.kernel import commands as c
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import Handler
from tactics.kernel.state import AnyUnit
from tactics.mission.talk import word_count
from tactics.mission.turns import active_unit
from tactics.tempus import actions, extended, march, movement, stow_ready, talk, ways
from tactics.tempus.movement import seen_by_sender
from tactics.tempus.parts import Talk, cost_of, living
from tactics.tempus.timing_events import Extend
from tactics.tempus.timing_records import EXTENDED, How, Wish


def carry_out(work: Work, unit: AnyUnit, wish: Wish, how: How) -> None:
    """Does it now; raises Refused, and then the caller gives up all of it (`Work.tried`)."""
    with work.as_seat(unit.seat):
        action = str(wish["action"])
        if wish.get("moves"):
            stow_ready.carry_out(work, unit, wish, how)
        elif action == "move":
            movement.walk(work, unit, _move(work, unit, wish), how)
        elif speaks(work, action):
            talk.say(work, unit, Talk(unit=unit.key, text=wish.get("text", ""), volume=_volume(wish)), how)
        else:
            actions.do(work, unit, _act(work, unit, wish), how)


def speaks(work: Work, action: str) -> bool:
    spec = work.rules.find("action", action)
    return isinstance(spec, Action) and any(isinstance(step, s.Speak) for step in spec.effect)


def _volume(wish: Wish) -> str:
    return str(wish.get("volume") or "speak")


def _move(work: Work, unit: AnyUnit, wish: Wish) -> c.Move:
    """By its way, or to a point by the cheapest way there (T-070); several members advance on it together."""
    if wish.get("path"):
        return c.Move(unit=unit.key, path=[(x, y) for x, y in wish["path"]])
    if wish.get("legs"):
        return c.Move(unit=unit.key, legs=[[(x, y) for x, y in leg] for leg in wish["legs"]])
    if not wish.get("target"):
        raise bad_field("target", "say where to: a cell, such as F8")
    end = movement.cell_of(wish["target"])
    if len(march.walkers(seen_by_sender(work), unit)) > 1:
        found = march.paths(seen_by_sender(work), unit, end)
        if not found:
            raise illegal("nothing")
        return c.Move(unit=unit.key, paths={body: list(way) for body, way in found.items()})
    body = ways.of_one(unit, work.state)
    return c.Move(unit=unit.key, legs=movement.cheapest(seen_by_sender(work), unit, body, end, Walk()))


def _act(work: Work, unit: AnyUnit, wish: Wish) -> c.Act:
    given: dict[str, Any] = {name: wish[name] for name in ("target", "text", "targets") if wish.get(name)}
    if wish.get("legs"):
        given["legs"] = [[(x, y) for x, y in leg] for leg in wish["legs"]]
    elif wish.get("path"):
        given["legs"] = [[(x, y) for x, y in wish["path"]]]
    command = c.Act(unit=unit.key, action=str(wish["action"]), using=wish.get("with"), **given)
    wanted = actions.chosen(work, command)
    if wanted.action.target == "body" and is_cell(given.get("target")):
        given["target"] = _standing_on(work, unit, movement.cell_of(given["target"]))
        command = c.Act(unit=unit.key, action=str(wish["action"]), using=wish.get("with"), **given)
    return command


def is_cell(target: Any) -> bool:
    return isinstance(target, list) and len(target) == 2 and all(isinstance(n, int) for n in target)


def _standing_on(work: Work, unit: AnyUnit, cell: tuple[int, int]) -> str:
    """Whoever stands there at that moment, friend or foe (T-070)."""
    boards = {b.place.board for b in living(work.state, unit) if b.place is not None}
    for body in seen_by_sender(work).state.bodies.values():
        if body.place is not None and body.place.cell == cell and body.place.board in boards:
            return body.key
    raise illegal("target")


def price_of(work: Work, unit: AnyUnit, wish: Wish) -> dict[str, int]:
    """What the action costs, whatever it aims at; `unknown` for one that does not exist."""
    action = str(wish["action"])
    if wish.get("moves"):
        return stow_ready.cost(work, unit, wish)
    if action == "move":
        moves = len(wish.get("legs") or (1,))
        return cost_of(ways.move_cost(work.state, work.rules), moves)
    if speaks(work, action):
        words = word_count(str(wish.get("text", "")))
        if not words:
            raise bad_field("text", "type what is said")
        return talk.cost(work.state, work.rules, words)
    return actions.price(work, actions.chosen(work, c.Act(unit=unit.key, action=action, using=wish.get("with"))))


def would_refuse(work: Work, unit: AnyUnit, wish: Wish, how: How) -> Refused | None:
    """Why it could not be done at this moment, or None; nothing is done."""
    state, count, change = work.state, len(work.events), dict(work.change)
    refused = work.tried(lambda: carry_out(work, unit, wish, how))
    work.state, work.change = state, change
    del work.events[count:]
    return refused


def extend(work: Work, command: Extend) -> None:
    """Pays more of an Extended Action; with its last point it is executed at once (T-040)."""
    unit = active_unit(work, command.unit)
    long = extended.pay_more(work, unit, command.pay)
    if long.owed:
        return
    wish = dict(long.wish)
    if command.target is not None:
        wish["target"] = [*command.target] if isinstance(command.target, list) else command.target
        wish.pop("targets", None)
    extended.end(work, unit.key, "done")
    elsewhere = command.target is not None and not work.by.is_gm and wish != long.wish
    if elsewhere and would_refuse(work, work.state.units[unit.key], long.wish, EXTENDED) is None:
        raise illegal("target", text="its target can still be reached: another one only when it cannot")
    carry_out(work, work.state.units[unit.key], wish, EXTENDED)


HANDLERS: dict[type, Handler] = {Extend: extend}
