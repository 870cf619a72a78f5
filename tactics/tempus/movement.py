"""Move and Acrobatics: the walk as a frame that takes one step at a time (T-048, T-049, T-062 to T-064).

One command, one frame. Each leg is paid when its first step is taken. Between two steps the state is whole, so
whatever stops a walk can stop it there: a body that the mover cannot see stands in the way, or something new
comes into sight (table.md 9; architecture.md 6).
"""

from __future__ import annotations

from typing import Any

from tactics.board import Reached, acrobatics_reach, can_step, cells, distance, grid, path_to, reach
from tactics.effects.grounds import grounds
from tactics.effects.specs import Action
from tactics.effects.steps import Walk
from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import Handler, Known, Step
from tactics.kernel.state import AnyState, AnyUnit, Cell, Frame, Place
from tactics.mission import turns, walking
from tactics.mission.fog import explore
from tactics.mission.walking import seen_by_sender as seen_by_sender
from tactics.tempus import leaps, ways
from tactics.tempus.extended_block import rules_out
from tactics.tempus.parts import (
    Acted,
    LegBegun,
    LegWalked,
    Walked,
    cost_of,
    left,
    living,
    part,
    pay,
    pay_free,
    points,
)
from tactics.tempus.timing_records import TURN, How


def move(work: Work, command: c.Move) -> None:
    """A Move, or several in one go; refused before anything is paid if the way or the points do not do."""
    walk(work, turns.active_unit(work, command.unit), command, TURN)


def walk(work: Work, unit: AnyUnit, command: c.Move, how: How) -> None:
    """The Move, on the unit's turn or out of it; its surcharge is paid before the first step."""
    spec = work.rules.find("action", "move")
    if isinstance(spec, Action) and spec.disabled:
        raise illegal("disabled")
    blocked_by_extended(work, unit, "move", how)
    view = seen_by_sender(work)
    go_on = command.go_on and not how.interrupts
    strides = ways.plan(view, unit, walking.given_ways(command, lambda: ways.of_one(unit, work.state)), go_on=go_on)
    price = {} if pay_free(work.state) else ways.move_cost(work.state, work.rules)
    afford(unit, how.price(cost_of(price, ways.cut(strides))))
    pay(work, unit.key, how.surcharge, "move")
    begin(work, unit, "move", strides, {} if how.paid else price, how=how)


def blocked_by_extended(work: Work, unit: AnyUnit, action: str, how: How) -> None:
    """Refused while an Extended Action rules this one out (T-043)."""
    spec = work.rules.find("action", action)
    refused = rules_out(work, unit, spec) if isinstance(spec, Action) and how.kind != "extended" else None
    if refused is not None:
        raise refused


def afford(unit: AnyUnit, cost: dict[str, int]) -> None:
    """Raises `illegal.cost` unless the unit has the points."""
    for pool, need in cost.items():
        if need > left(unit, pool):
            raise illegal("cost", need=points({pool: need}), left=f"{left(unit, pool)} {pool.upper()}")


def act_path(work: Work, command: c.Act) -> None:
    """An action that is a way: Acrobatics, and others of the rules data whose effect is to walk.

    The way comes as `legs`, or the target is a cell and the cheapest way there is taken.
    """
    walk_path(work, turns.active_unit(work, command.unit), command, TURN)


def walk_path(work: Work, unit: AnyUnit, command: c.Act, how: How) -> None:
    """The same, on the unit's turn or out of it."""
    spec = work.rules.find("action", command.action)
    if not isinstance(spec, Action):
        raise Refused("unknown", what=command.action)
    if spec.disabled or not spec.playable:
        raise illegal("disabled")
    if spec.interrupt_only and not how.interrupts:
        raise illegal("interrupt_only")
    blocked_by_extended(work, unit, command.action, how)
    step = next((s for s in spec.effect if isinstance(s, Walk)), Walk())
    view = seen_by_sender(work)
    if len(living(work.state, unit)) > 1 and command.legs is None:
        aim = None if command.paths is not None else cell_of(command.target)
        strides = leaps.strides(view, unit, command.action, step, command.paths, aim)
    else:
        strides = alone(view, unit, command, step)
    price = how.price(cost_of(spec.cost))
    afford(unit, {} if pay_free(work.state) else price)
    pay(work, unit.key, price, command.action)
    work.emit(Acted(unit=unit.key, action=command.action))
    begin(work, unit, command.action, strides, spec.cost, through=step.through, how=how)


def alone(view: Known, unit: AnyUnit, command: c.Act, step: Walk) -> tuple[ways.Stride, ...]:
    """The way of a unit's one body: as it is given, or the cheapest to the cell named."""
    body = ways.of_one(unit, view.state)
    if command.legs is not None:
        legs: ways.Legs = [list(leg) for leg in command.legs]
    else:
        legs = cheapest(view, unit, body, cell_of(command.target), step)
    return ways.plan_acrobatics(view, unit, body, legs, step.legs, command.action, through=step.through)


def cell_of(target: Any) -> Cell:
    """A cell as a command names it: `F8` or [x, y]."""
    if isinstance(target, str):
        try:
            return cells.parse(target)
        except ValueError as error:
            raise bad_field("target", str(error)) from error
    if isinstance(target, list) and len(target) == 2 and all(isinstance(n, int) for n in target):
        return (target[0], target[1])
    raise bad_field("legs", "name the cells of the way, or the cell where it ends as the target")


def cheapest(view: Known, unit: AnyUnit, body: str, end: Cell, walk: Walk) -> ways.Legs:
    """The cheapest way to a cell, as legs; refused if none leads there."""
    place = view.state.bodies[body].place
    if place is None:
        raise illegal("phase", missing="placement")
    found = end_cells(view, body, place, walk)
    if end not in found:
        raise illegal("blocked", cell=ways.cell_name(end))
    return path_to(found, end)


def end_cells(view: Known, body: str, place: Place, walk: Walk) -> dict[Cell, Reached]:
    """Every cell where such a walk may end."""
    floor = ways.compiled(view, place.board)
    others = ways.taken(view.state, place.board, body)
    pace = ways.gait(view.state, view.rules)
    if walk.through:
        return acrobatics_reach(floor, place.cell, pace, others, moves=walk.legs)
    return reach(floor, place.cell, pace, walk.legs, others)


# --- the frame --------------------------------------------------------------------------------------


def begin(
    work: Work,
    unit: AnyUnit,
    action: str,
    strides: tuple[ways.Stride, ...],
    price: dict[str, int],
    *,
    through: bool = False,
    how: How = TURN,
) -> None:
    """The walk becomes a frame. `way`: [body, x, y, whether a Move is paid first, steps, diagonal] a step."""
    work.push(
        "walk",
        unit.key,
        ("window", "walk_on", "walk_end"),
        **({"how": how.kind} if how.interrupts else {}),
        action=action,
        price=cost_of(price),
        through=through,
        free=pay_free(work.state),
        way=[[s.body, s.x, s.y, s.pays, s.steps, s.diagonal] for s in strides],
    )


def walk_on(work: Work, frame: Frame) -> None:
    """Takes one step, if nothing stands in the way, and comes back for the next."""
    at = int(frame.memo.get("at", 0))
    key, x, y, pays, _, _ = frame.args["way"][at]
    body = work.state.bodies.get(key)
    if body is None or body.place is None or body.down or frame.unit not in work.state.units:
        return
    if pays and work.tried(lambda: afford(work.state.units[frame.unit], frame.args["price"])) is not None:
        return  # the points went meanwhile
    if pays:
        pay(work, frame.unit, frame.args["price"], frame.args["action"])
        if "how" not in frame.args:
            work.emit(LegBegun(unit=frame.unit))
    if frame.args["action"] == "move" and not frame.args["free"]:
        paid = int(frame.memo.get("paid", 0)) + bool(pays)
    else:
        paid = 0
    there = Place(board=body.place.board, x=x, y=y, z=body.place.z)
    floor = grid(work.state.boards[there.board], grounds(work.rules))
    if distance(body.place.cell, there.cell) != 1 or not can_step(floor, body.place.cell, there.cell):
        # What the seat remembers is not so any more: a door was closed out of its sight. Or it was moved elsewhere.
        work.emit(e.FrameSet(key=frame.key, todo=("walk_end",), memo={"paid": paid, "barred": True}))
        return
    met = _in_the_way(work.state, frame, at, there)
    if met is not None:
        work.emit(e.FrameSet(key=frame.key, todo=("walk_end",), memo={"paid": paid, "met": met}))
        return
    seen, was = walking.known_to(work, frame.unit), [body.place.x, body.place.y]
    work.emit(e.Stepped(body=key, place=there))
    explore(work, only=work.state.units[frame.unit].side)
    new = walking.known_to(work, frame.unit) - seen
    more = at + 1 < len(frame.args["way"]) and not new
    reacts = ("walk_react",) if minds_steps(work.state, frame) else ()
    work.emit(
        e.FrameSet(
            key=frame.key,
            todo=(*reacts, "walk_on", "walk_end") if more else (*reacts, "walk_end"),
            memo={"at": at + 1, "paid": paid, **({"new": True} if new else {}), **({"was": was} if reacts else {})},
        )
    )


def minds_steps(state: AnyState, frame: Frame) -> bool:
    """Whether a step of this walk may matter: a Prepared Action waits for one, or an interrupter chose one."""
    return bool(frame.memo.get("later")) or any(r.when for u in state.units.values() for r in part(u).prepared)


def _in_the_way(state: AnyState, frame: Frame, at: int, there: Place) -> str | None:
    """Who stands where the next step leads, or, for a walk through others, where it would have to end."""
    mine = frame.args["way"][at][0]
    standing = {
        b.place.cell: b.key
        for b in state.bodies.values()
        if b.place is not None and b.place.board == there.board and b.key != mine
    }
    if not frame.args["through"]:
        return standing.get(there.cell)
    rest = [(x, y) for key, x, y, *_ in frame.args["way"][at:] if key == mine]
    if rest[-1] not in standing or any(cell not in standing for cell in rest):
        return None
    return standing[rest[-1]]


def walk_end(work: Work, frame: Frame) -> None:
    """Records how far each body's Move stands and what stopped the walk; the GM is asked whether what was met
    is revealed."""
    unit = work.state.units.get(frame.unit)
    if unit is None:
        return
    done = frame.args["way"][: int(frame.memo.get("at", 0))]
    last = {step[0]: step for step in done if step[0] in work.state.bodies}
    if frame.args["action"] == "move" and not frame.args["free"] and "how" not in frame.args:
        for key, _, _, _, steps, diagonal in last.values():
            work.emit(LegWalked(unit=unit.key, body=key, steps=steps, diagonal=diagonal))
    if last:
        cost = frame.args["price"] if frame.args["action"] != "move" else {}
        if frame.args["action"] == "move":
            cost = cost_of(frame.args["price"], int(frame.memo.get("paid", 0)))
        work.emit(Walked(unit=unit.key, bodies=tuple(last), action=frame.args["action"], cost=cost))
    walker = frame.args["way"][min(len(done), len(frame.args["way"]) - 1)][0]
    walking.halt(work, unit, walker, frame.memo)


HANDLERS: dict[type, Handler] = {c.Move: move}
STEPS: dict[str, Step] = {"walk_on": walk_on, "walk_end": walk_end}
PROMPTS = walking.PROMPTS
