"""Pet Movement: sent to a cell or called back, over an edge too, which a pet may resist (O-045 to O-048)."""

from __future__ import annotations

from typing import Any

from tactics.board import distance
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import Known, Step
from tactics.kernel.state import AnyBody, AnyUnit, Cell, Frame, Place
from tactics.mission.walking import seen_by_sender
from tactics.outerah import attack_data, falls, making_way, numbers, overboard, statuses, ways
from tactics.outerah.parts import effects, has, living, truth
from tactics.outerah.pet_orders import Balked, Order, use


def _walker(work: Work, pet: AnyUnit) -> tuple[Known, AnyBody, frozenset[Cell]]:
    """The pet's body, what is known where it walks, and the cells where the Trainer knows of somebody: who commands a
    stranger knows how far it can go, but of nobody more."""
    seen = seen_by_sender(work)
    known = seen if pet.seat == work.by.seat else truth(work)
    body = known.state.bodies[ways.of_one(pet, work.state)]
    if body.place is None:
        raise illegal("phase", missing="placement")
    return known, body, ways.taken(seen.state, body.place.board, body.key)


def reach(known: Known, body: AnyBody, others: frozenset[Cell] | None = None) -> dict[Cell, ways.Reached]:
    """Where one Pet Movement goes (O-045). others: where somebody stands, by default all who are known."""
    assert body.place is not None
    spent = ways.budget(known, body) // 2 if has(known.rules, body, "prone") else 0
    others = ways.taken(known.state, body.place.board, body.key) if others is None else others
    return ways.reach(known, body, ways.budget(known, body), spent, others)


def move(work: Work, unit: AnyUnit, pet: AnyUnit, command: Order) -> None:
    known, body, others = _walker(work, pet)
    found = reach(known, body, others)
    target = command.target
    if not (isinstance(target, list) and len(target) == 2 and all(isinstance(n, int) for n in target)):
        raise bad_field("target", "name the cell where it shall go, such as [3, 4]")
    end: Cell = (int(target[0]), int(target[1]))
    assert body.place is not None
    edge = None if end in found else cliff(known, body, found, end, others)
    if end not in found and edge is None:
        raise illegal("limit", cell=ways.name(end))
    way = ways.path_to(found, body.place.cell, end) if end in found else []
    use(work, unit, pet, "move")
    harmful = bool(command.harmful) or edge is not None or burns(known, body, way)
    steps = _steps(work, body, found, end if edge is None else edge)
    over = list(end) if edge is not None else None
    todo = ("balk", "obey") if harmful else ("obey",)
    work.push("pet_order", pet.key, todo, body=body.key, way=steps, over=over, by=work.by.seat)


def burns(known: Known, body: AnyBody, way: ways.Way) -> bool:
    """Whether a way leads over ground that is known to do harm."""
    assert body.place is not None
    _, floor = ways.floor_of(known, body.place.board)
    return any((ground := floor.ground(known, cell)) is not None and ground.harmful for cell in way)


def balk(work: Work, frame: Frame) -> None:
    """The die of a pet that may resist, a step of its own as every die that may come from the table (O-047)."""
    body = work.state.bodies.get(frame.args["body"])
    if body is None or body.down or balks(work, work.state.units[body.unit], body.key):
        work.replan(frame, ())


def obey(work: Work, frame: Frame) -> None:
    """It walks, and goes over the edge if it was sent there."""
    body = work.state.bodies.get(frame.args["body"])
    if body is None or body.place is None or body.down:
        return
    if frame.args["over"] is not None:
        work.push("plunge", frame.unit, ("plunge",), body=body.key, to=frame.args["over"])
    _walk(work, frame.unit, frame.args["way"], frame.args["by"])


def _walk(work: Work, pet: str, steps: list[list[Any]], by: str) -> None:
    if steps:
        work.push("walk", pet, ("walk_on", "walk_end"), action="order", free=True, way=steps, by=by)


def _steps(work: Work, body: AnyBody, found: dict[Cell, ways.Reached], end: Cell) -> list[list[Any]]:
    """The way to a cell as a walk takes it."""
    assert body.place is not None
    if end == body.place.cell:
        return []
    way = ways.path_to(found, body.place.cell, end)
    _, floor = ways.floor_of(truth(work), body.place.board)
    here, steps = body.place.cell, list[list[Any]]()
    for cell in way:
        steps.append([body.key, cell[0], cell[1], found[cell].halves, floor.height(cell) - floor.height(here)])
        here = cell
    return steps


def cliff(
    known: Known, body: AnyBody, found: dict[Cell, ways.Reached], end: Cell, others: frozenset[Cell]
) -> Cell | None:
    """From where the pet would go over an edge to this cell: farther down than it can jump, or off a
    deck (O-047)."""
    assert body.place is not None
    compiled, floor = ways.floor_of(known, body.place.board)
    if end in compiled and overboard.over(known, body.place, end):
        return next((cell for cell in (body.place.cell, *found) if distance(cell, end) == 1), None)
    if end not in compiled or end in others:
        return None
    most = numbers.jump(known, body).total
    passes = ways.passage(known, body)
    near = [cell for cell in (body.place.cell, *found) if passes.open(known, cell, end)]
    return next((cell for cell in near if floor.height(cell) - floor.height(end) > most), None)


def plunge(work: Work, frame: Frame) -> None:
    """Over the edge, if the walk came that far."""
    body = work.state.bodies.get(frame.args["body"])
    x, y = frame.args["to"]
    if body is None or body.place is None or body.down:
        return
    if overboard.over(truth(work), body.place, (x, y)) and distance(body.place.cell, (x, y)) == 1:
        overboard.fall(work, body.key, (x - body.place.x, y - body.place.y))
        return
    passes = ways.passage(truth(work), body)
    shut = not passes.open(truth(work), body.place.cell, (x, y))
    if shut or (x, y) in making_way.taken(work, body.key, body.place.board):
        return
    floor = passes.floor
    levels = floor.height(body.place.cell) - floor.height((x, y))
    work.emit(e.Stepped(body=body.key, place=Place(board=body.place.board, x=x, y=y)))
    making_way.settle(work, body.key)
    damage = falls.damage(work, body.key, levels)
    if damage:
        statuses.hurt(work, body.key, damage, "fall")


def balks_from(known: Known, body: AnyBody) -> int:
    """The lowest D100 that resists a harmful order."""
    return max(1, min(101, 101 - numbers.stat(known, body, "WIS")))


def balks(work: Work, pet: AnyUnit, body: str) -> bool:
    """D100 with its Wisdom against a harmful order; the same success breaks a Charm (O-047)."""
    found = work.state.bodies[body]
    face = work.roll(1, 100, f"{found.name} resists the order", unit=pet.key).total
    needs = balks_from(truth(work), found)
    charms = [s.key for s, spec in effects(work.rules, found) if spec.does == "charmed"]
    held = face >= needs
    work.emit(Balked(unit=pet.key, body=body, face=face, needs=needs, held=held, freed=held and bool(charms)))
    for key in charms if held else ():
        statuses.end(work, body, key)
    return held


def call_back(work: Work, unit: AnyUnit, pet: AnyUnit, command: Order) -> None:
    """To the Trainer's side or as near as it comes (O-048)."""
    known, body, others = _walker(work, pet)
    end = way_back(known, unit, body, others)
    if isinstance(end, Refused):
        raise end
    use(work, unit, pet, "return")
    _walk(work, pet.key, _steps(work, body, reach(known, body, others), end), work.by.seat)


def way_back(known: Known, unit: AnyUnit, body: AnyBody, others: frozenset[Cell] | None = None) -> Cell | Refused:
    """Where a pet ends that comes back to its Trainer, or why it does not. others: as for `reach`."""
    trainer = next((b for b in living(known.state, unit) if b.place is not None), None)
    if body.place is None or trainer is None or trainer.place is None or trainer.place.board != body.place.board:
        return illegal("range")
    found = reach(known, body, others)
    goal, board = trainer.place, body.place.board

    def far(cell: Cell) -> int:
        return attack_data.cells_between(known, Place(board=board, x=cell[0], y=cell[1]), goal)

    halves = {body.place.cell: 0, **{cell: node.halves for cell, node in found.items()}}
    end = min(halves, key=lambda cell: (far(cell), halves[cell], cell[1], cell[0]))
    return illegal("nothing") if end == body.place.cell else end


STEPS: dict[str, Step] = {"balk": balk, "obey": obey, "plunge": plunge}
