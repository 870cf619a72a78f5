"""Movement and Sprint: a walk as a frame that takes one step at a time (O-021, O-125, O-136 to O-139, O-176).

One command, one frame. Movement is one part of the turn; what of it is not walked may be gone on with until the unit
does something else (table.md 9), or around everything else where `out.move.split` says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tactics.board import distance
from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import bad_field, illegal
from tactics.kernel.ruleset import Handler, Known, PromptKind, Step
from tactics.kernel.state import AnyUnit, Cell, Frame, Place
from tactics.mission import turns, walking
from tactics.mission.fog import explore
from tactics.mission.walking import Walked, seen_by_sender
from tactics.outerah import aboard, drift, falls, making_way, numbers, statuses, ways
from tactics.outerah.parts import MOVEMENT, OFFHAND, Strode, constant, effects, left, living, part, pay, pay_free, truth


class Jumped(e.Event, frozen=True, tag=True):
    """A jump on a mountain (O-136 to O-139). face: the D10; result: success, topple, caught or fall; save: the D100 of
    the agility save; levels: fallen; damage: by the fall."""

    unit: str
    body: str
    face: int
    result: str
    save: int = 0
    levels: int = 0
    damage: int = 0


EVENTS: tuple[type[e.Event], ...] = (*walking.EVENTS, Jumped)
APPLIERS: dict[type[e.Event], Any] = dict.fromkeys(EVENTS, lambda s, ev: s)


def goes_on(known: Known, unit: AnyUnit) -> bool:
    """Whether the unit may still walk what it has not walked of this turn's Movement."""
    own = part(unit)
    return bool(own.walked) and (own.walking or bool(constant(known, "out.move.split")))


REST = "the rest of the Movement"
"""What a walk costs that goes on with a Movement which is paid for."""


def barred(known: Known, unit: AnyUnit) -> str:
    """Why the unit cannot walk now at all, in words; empty if it can."""
    if any(aboard.below(known.state, b) for b in living(known.state, unit)):
        return "it is below deck: a sprint leads to the deck"
    if pay_free(known.state) or left(unit, MOVEMENT):
        return ""
    return "" if goes_on(known, unit) and _has_a_step_left(known, unit) else "its Movement is used"


def _has_a_step_left(known: Known, unit: AnyUnit) -> bool:
    """Whether the rest of a begun Movement is enough for a step of any of its bodies: two half cells at least."""
    bodies = living(known.state, unit)
    return any(ways.spent_of(known, unit, body) + 2 <= ways.budget(known, body) for body in bodies)


def move(work: Work, command: c.Move) -> None:
    """The Movement of this turn, or more of it; refused before anything is used up if the way does not do."""
    unit = turns.active_unit(work, command.unit)
    given = walking.given_ways(command, lambda: ways.of_one(unit, work.state))
    begin(work, unit, "move", {body: [cell for leg in legs for cell in leg] for body, legs in given.items()}, 1)


def sprint(work: Work, unit: AnyUnit, target: Any) -> None:
    """A second Movement for the Secondary Action: twice as far in one go (O-176)."""
    view = seen_by_sender(work)
    key = ways.of_one(unit, work.state)
    body = view.state.bodies[key]
    if not (isinstance(target, list) and len(target) == 2 and all(isinstance(n, int) for n in target)):
        raise bad_field("target", "name the cell where it ends, such as [3, 4]")
    end: Cell = (target[0], target[1])
    if body.place is None:
        raise illegal("phase", missing="placement")
    found = ways.reach(view, body, ways.budget(view, body, 2), 0, ways.taken(view.state, body.place.board, key))
    if end not in found:
        raise illegal("blocked", cell=ways.name(end))
    pay(work, unit.key, (OFFHAND,), "sprint")
    begin(work, work.state.units[unit.key], "sprint", {key: ways.path_to(found, body.place.cell, end)}, 2)


def begin(work: Work, unit: AnyUnit, action: str, given: dict[str, ways.Way], times: int) -> None:
    """The walk becomes a frame. `way`: [body, x, y, halves, levels of a jump, level at its end if that is
    another] a step."""
    view = seen_by_sender(work)
    free = pay_free(work.state)
    if any(aboard.below(work.state, work.state.bodies[key]) for key in given if key in work.state.bodies):
        raise illegal("status", name=unit.name, status="Below deck")
    strides = ways.plan(view, unit, given, times=times, free=free)
    set_out(work, unit, action, strides)


def affords(work: Work, unit: AnyUnit) -> None:
    """Refuses a walk for which nothing of the Movement is left."""
    if not pay_free(work.state) and not left(unit, MOVEMENT) and not goes_on(truth(work), unit):
        raise illegal("cost", need="Movement", left="nothing of it")


def set_out(work: Work, unit: AnyUnit, action: str, strides: Sequence[ways.Stride]) -> None:
    """Pays for steps that were planned and begins them."""
    free = pay_free(work.state)
    affords(work, unit)
    if not free and left(unit, MOVEMENT):
        pay(work, unit.key, (MOVEMENT,), action)
    work.push(
        "walk",
        unit.key,
        ("walk_on", "walk_end"),
        action=action,
        free=free,
        way=[[s.body, s.x, s.y, s.halves, s.jump, s.z] for s in strides],
    )


def walk_on(work: Work, frame: Frame) -> None:
    """Takes one step, if nothing stands in the way, and comes back for the next."""
    at = int(frame.memo.get("at", 0))
    key, x, y, halves, levels, *level = frame.args["way"][at]
    body = work.state.bodies.get(key)
    if body is None or body.place is None or body.down or frame.unit not in work.state.units:
        return
    z = next((found for found in level if found is not None), body.place.z)
    there = Place(board=body.place.board, x=x, y=y, z=z)
    known = truth(work)
    passes = ways.passage(known, body)
    floor, here = passes.floor, body.place
    rises = there.cell == here.cell and abs(z - here.z) == 1
    if not rises and (distance(here.cell, there.cell) != 1 or not passes.open(known, here.cell, there.cell)):
        work.emit(e.FrameSet(key=frame.key, todo=("walk_end",), memo={"barred": True}))
        return
    met = next(
        (b.key for b in work.state.bodies.values()
         if b.key != key and b.place is not None and b.place.board == there.board and b.place.cell == there.cell),
        None,
    )  # fmt: skip
    if met is not None:
        work.emit(e.FrameSet(key=frame.key, todo=("walk_end",), memo={"met": met}))
        return
    for status, spec in tuple(effects(work.rules, body)):
        if spec.does == "prone":
            statuses.end(work, key, status.key)
    drift.holds(work, body)
    if levels and ways.is_mountain(known, floor, body.place.cell, there.cell) and not jumps(work, frame.unit, key):
        work.emit(e.FrameSet(key=frame.key, todo=("walk_end",), memo={"at": at, "halves": halves}))
        if not frame.args["free"]:
            work.emit(Strode(unit=frame.unit, body=key, halves=ways.STROLL))
        return
    seen = walking.known_to(work, frame.unit)
    work.emit(e.Stepped(body=key, place=there))
    if not frame.args["free"]:
        work.emit(Strode(unit=frame.unit, body=key, halves=halves))
    explore(work, only=work.state.units[frame.unit].side)
    new = walking.known_to(work, frame.unit) - seen
    more = at + 1 < len(frame.args["way"]) and not new
    memo = {"at": at + 1, **({"new": True} if new else {})}
    work.emit(e.FrameSet(key=frame.key, todo=("walk_on", "walk_end") if more else ("walk_end",), memo=memo))


def jumps(work: Work, unit: str, key: str, *, asked: bool = True) -> bool:
    """The D10 of a jump on a mountain: whether it comes off (O-136 to O-139). asked: whoever rolls real dice may; who
    flees is not asked for any, for a flight is no step of theirs."""
    by = unit if asked else ""
    body = work.state.bodies[key]
    assert body.place is not None
    table = work.constant("out.mountain.table")
    face = work.roll(1, 10, f"{body.name} jumps on the mountain", unit=by).total
    if table["success"][0] <= face <= table["success"][1]:
        work.emit(Jumped(unit=unit, body=key, face=face, result="success"))
        return True
    if table["topple"][0] <= face <= table["topple"][1]:
        work.emit(Jumped(unit=unit, body=key, face=face, result="topple"))
        _topple(work, key)
        return False
    save = work.roll(1, 100, f"{body.name} catches the fall", unit=by).total
    if save > 100 - numbers.stat(truth(work), body, "AGI"):
        work.emit(Jumped(unit=unit, body=key, face=face, result="caught", save=save))
        _topple(work, key)
        return False
    others = making_way.taken(work, key, body.place.board)
    cell, levels = ways.foot(truth(work), body.place.board, body.place.cell, others)
    damage = falls.damage(work, key, levels)
    work.emit(Jumped(unit=unit, body=key, face=face, result="fall", save=save, levels=levels, damage=damage))
    if cell != body.place.cell:
        work.emit(e.Stepped(body=key, place=Place(board=body.place.board, x=cell[0], y=cell[1])))
        making_way.settle(work, key)
    if damage:
        statuses.hurt(work, key, damage, "fall")
    return False


def _topple(work: Work, key: str) -> None:
    for name, spec in work.rules.entries.get("status", {}).items():
        if spec.does == "prone":
            statuses.put(work, key, name)
            return


def walk_end(work: Work, frame: Frame) -> None:
    """What stopped the walk; the GM is asked whether what was met is revealed."""
    unit = work.state.units.get(frame.unit)
    if unit is None:
        return
    done = frame.args["way"][: int(frame.memo.get("at", 0))]
    walked = tuple(dict.fromkeys(step[0] for step in done if step[0] in work.state.bodies))
    if walked:
        more = {OFFHAND: 1} if frame.args["action"] in ("sprint", "thrust") else {}
        cost = {} if frame.args["free"] else {MOVEMENT: 1} | more
        work.emit(Walked(unit=unit.key, bodies=walked, action=frame.args["action"], cost=cost))
    walker = frame.args["way"][min(len(done), len(frame.args["way"]) - 1)][0]
    walking.halt(work, unit, walker, frame.memo, frame.args.get("by", ""))


HANDLERS: dict[type, Handler] = {c.Move: move}
STEPS: dict[str, Step] = {"walk_on": walk_on, "walk_end": walk_end}
PROMPTS: dict[str, PromptKind] = walking.PROMPTS
