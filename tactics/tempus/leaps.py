"""A Mob's Acrobatics and other walks that are actions: all members as one, paid once (T-049, T-062)."""

from __future__ import annotations

from collections.abc import Mapping

from tactics.board import acrobatics_reach, distance, path_to, reach
from tactics.effects.steps import Walk
from tactics.kernel.refusals import bad_field, illegal
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyUnit, Cell, Place
from tactics.tempus import ways
from tactics.tempus.parts import living

Legs = ways.Legs


def strides(
    view: Known, unit: AnyUnit, action: str, step: Walk, given: Mapping[str, Legs] | None, aim: Cell | None
) -> tuple[ways.Stride, ...]:
    """The members one after the other: by the legs given for each or, towards a cell, the nearest first and each as
    near as it can come. One that cannot come nearer stays; that all do is refused."""
    members = {
        b.key: b for b in living(view.state, unit) if b.place is not None and not ways.forbidden(view, b, action)
    }
    if given is not None and not given.keys() <= members.keys():
        raise bad_field("paths", "give the legs of members that can walk")
    order = list(given) if given is not None else _nearest_first(view, members, aim)
    stands = {key: body.place.cell for key, body in members.items() if body.place is not None}
    out: list[ways.Stride] = []
    for key in order:
        place = members[key].place
        assert place is not None
        strangers = ways.taken(view.state, place.board, *members)
        others = strangers | {cell for mate, cell in stands.items() if mate != key}
        legs = given[key] if given is not None else _towards(view, place, step, others, aim or place.cell)
        if any(legs):
            out += ways.plan_acrobatics(
                view, unit, key, legs, step.legs, action, through=step.through, others=others
            )  # fmt: skip
            stands[key] = (out[-1].x, out[-1].y)
    if not out:
        raise illegal("blocked", cell=ways.cell_name(aim) if aim is not None else "that cell")
    return tuple(out)


def _metric(view: Known) -> str:
    return str(view.rules.constant("tt.grid.metric", view.state.options))


def _nearest_first(view: Known, members: Mapping[str, AnyBody], aim: Cell | None) -> list[str]:
    def away(key: str) -> int:
        place = members[key].place
        return distance(place.cell, aim, _metric(view)) if place is not None and aim is not None else 0

    return sorted(members, key=lambda key: (away(key), key))


def _towards(view: Known, place: Place, step: Walk, others: frozenset[Cell], aim: Cell) -> Legs:
    """The legs to the reachable cell nearest to `aim`; none if no cell is nearer than where one stands."""
    floor, pace = ways.compiled(view, place.board), ways.gait(view.state, view.rules)
    if step.through:
        found = acrobatics_reach(floor, place.cell, pace, others, moves=step.legs)
    else:
        found = reach(floor, place.cell, pace, step.legs, others)

    def rank(cell: Cell) -> tuple[int, int, int, int]:
        return distance(cell, aim, _metric(view)), found[cell].legs, cell[1], cell[0]

    best = min(found, key=rank, default=None)
    if best is None or distance(best, aim, _metric(view)) >= distance(place.cell, aim, _metric(view)):
        return []
    return path_to(found, best)
