"""What a way on the board costs and whether it may be walked, from what the mover's seat knows (T-048, T-049).

The engine and the offers both ask here, with `Known`: a body that the seat may not know of is in nobody's way
until it is met, and nothing can be planned into a cell that was never seen. A way is a list of legs, a leg the
list of cells entered in one Move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tactics.board import Astray, Gait, Grid, Illegal, Spent, cells, check_legs, check_march, check_path, grid
from tactics.effects.grounds import grounds
from tactics.effects.specs import Action, Status
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Cell, Value
from tactics.tempus.parts import Leg, part, pay_free

Legs = list[list[Cell]]
FAR = Gait(orthogonal=10_000, diagonal=10_000)
"""Free movement: as far as the way goes (table.md 18)."""


class Stride(Value, frozen=True):
    """One step of a planned way: who enters which cell, whether a Move is paid for it first, and how far the
    Move stands after it."""

    body: str
    x: int
    y: int
    pays: bool
    steps: int
    diagonal: bool


def gait(state: AnyState, rules: Rules) -> Gait:
    """How far one Move goes in this Mission."""
    if pay_free(state):
        return FAR
    return pace(state, rules)


def pace(state: AnyState, rules: Rules) -> Gait:
    """How far one Move goes where Moves are counted (T-048)."""
    return Gait(
        orthogonal=int(rules.constant("tt.move.orthogonal", state.options)),
        diagonal=int(rules.constant("tt.move.diagonal", state.options)),
    )


def move_cost(state: AnyState, rules: Rules) -> dict[str, int]:
    """What a Move costs: as the action says, which names `tt.move.cost` unless somebody changed it (T-047)."""
    spec = rules.under(state.options).find("action", "move")
    return dict(spec.cost if isinstance(spec, Action) else rules.constant("tt.move.cost", state.options))


def compiled(known: Known, board: str) -> Grid:
    return grid(known.state.boards[board], grounds(known.rules))


def taken(state: AnyState, board: str, *but: str) -> frozenset[Cell]:
    """The cells of a board that bodies stand on, those of `but` left out."""
    return frozenset(
        b.place.cell
        for b in state.bodies.values()
        if b.place is not None and b.place.board == board and b.key not in but
    )


def forbidden(known: Known, body: AnyBody, action: str) -> str:
    """The label of what keeps a body from an action (`Grappled`, `Unconscious`), or empty."""
    if body.down:
        return "Unconscious"
    spec = known.rules.find("action", action)
    kind = spec.kind if isinstance(spec, Action) else ""
    for status in body.statuses:
        entry = known.rules.find("status", status.key)
        if isinstance(entry, Status) and {action, kind} & set(entry.forbids):
            return entry.label
    return ""


def under_way(known: Known, unit: AnyUnit, body: str) -> Leg | None:
    """What of a paid Move this body may still walk, or None (`tt.move.continue`)."""
    if pay_free(known.state) or not known.rules.constant("tt.move.continue", known.state.options):
        return None
    return part(unit).legs.get(body)


def of_one(unit: AnyUnit, state: AnyState) -> str:
    """The body that a way without a name means: the only one that can walk."""
    able = [b for b in unit.bodies if b in state.bodies and not state.bodies[b].down]
    if len(able) != 1:
        raise bad_field("paths", "name the way of each body")
    return able[0]


def refuse(wrong: Illegal) -> Refused:
    """The refusal that a wrong way gets."""
    if wrong.why in ("off_board", "not_adjacent"):
        return illegal("blocked", cell=cell_name(wrong.cell))
    return illegal(wrong.why, cell=cell_name(wrong.cell))


def cell_name(cell: Cell) -> str:
    """`F8`; cells off the board have no name."""
    return cells.name(cell) if min(cell) >= 0 else "that cell"


def plan(
    known: Known, unit: AnyUnit, ways: Mapping[str, Legs], *, go_on: bool = False, action: str = "move"
) -> tuple[Stride, ...]:
    """The steps of a Move in the order in which they are taken, or the refusal.

    One body may walk several legs, each paid as one Move; a group walks one leg each, paid once. With `go_on`
    the first leg continues the Move that is under way and costs nothing.
    """
    go_on = go_on and not pay_free(known.state)
    ways = {body: [list(leg) for leg in legs if leg] for body, legs in ways.items()}
    ways = {body: legs for body, legs in ways.items() if legs}
    if not ways:
        raise bad_field("path", "name the cells of the way")
    boards = {_standing(known, unit, body, action).place.board for body in ways}  # type: ignore[union-attr]
    if len(boards) > 1 or (len(ways) > 1 and any(len(legs) > 1 for legs in ways.values())):
        raise bad_field("paths", "a group walks one Move at a time, on one board")
    board = boards.pop()
    floor, pace = compiled(known, board), gait(known.state, known.rules)
    begun: dict[str, Leg | None] = {}
    for body in ways:
        begun[body] = under_way(known, unit, body) if go_on else None
        if go_on and begun[body] is None:
            raise illegal("limit", cell=cell_name(ways[body][-1][-1]))
    order = _order(known, floor, board, ways)
    strides: list[Stride] = []
    paid = go_on or pay_free(known.state)
    for body in order:
        at = known.state.bodies[body].place
        assert at is not None
        here = at.cell
        for number, leg in enumerate(ways[body]):
            before = begun[body] if not number else None
            spent = Spent(before.steps, before.diagonal) if before is not None else Spent()
            for cell in leg:
                after = check_path(floor, here, [cell], pace, spent=spent)
                if isinstance(after, Illegal):
                    raise refuse(after)
                spent, here = after, cell
                strides.append(Stride(body, cell[0], cell[1], not paid, spent.steps, spent.diagonal))
                paid = True
            paid = pay_free(known.state)
        paid = True
    return tuple(strides)


def _standing(known: Known, unit: AnyUnit, body: str, action: str) -> AnyBody:
    """The body of the unit, if it stands somewhere and may walk."""
    if body not in unit.bodies or body not in known.state.bodies:
        raise Refused("unknown", what=body)
    found = known.state.bodies[body]
    label = forbidden(known, found, action)
    if label:
        raise illegal("status", name=found.name, status=label)
    if found.place is None:
        raise illegal("phase", missing="placement")
    return found


def _order(known: Known, floor: Grid, board: str, ways: Mapping[str, Legs]) -> tuple[str, ...]:
    """Who walks first, so that nobody walks through anybody; or the refusal."""
    at: dict[str, Cell] = {}
    for body in ways:
        place = known.state.bodies[body].place
        assert place is not None
        at[body] = place.cell
    order = check_march(floor, at, ways, FAR, taken(known.state, board, *ways))
    if isinstance(order, Astray):
        raise refuse(order.illegal)
    return order


def plan_acrobatics(
    known: Known,
    unit: AnyUnit,
    body: str,
    legs: Legs,
    moves: int,
    action: str,
    *,
    through: bool,
    others: frozenset[Cell] | None = None,
) -> tuple[Stride, ...]:
    """Several normal movements back to back, each with the limits of a Move (T-062); `through`: occupied cells
    may be crossed (T-063), the whole must end on a free one (T-064). others: the cells that are taken when it is
    this body's turn to walk, by default those that are taken now."""
    place = _standing(known, unit, body, action).place
    assert place is not None
    legs = [list(leg) for leg in legs if leg]
    if not legs:
        raise bad_field("legs", "name the cells of the way")
    if len(legs) > moves:
        raise illegal("limit", cell=cell_name(legs[-1][-1]))
    floor = compiled(known, place.board)
    others = taken(known.state, place.board, body) if others is None else others
    checked = check_legs(
        floor,
        place.cell,
        legs,
        gait(known.state, known.rules),
        others,
        may_cross=others if through else frozenset(),
        each_end_free=not through,
    )
    if isinstance(checked, Illegal):
        raise refuse(checked)
    return tuple(Stride(body, x, y, False, 0, False) for leg in legs for x, y in leg)


def cut(strides: Sequence[Stride]) -> int:
    """How many Moves a plan pays."""
    return sum(s.pays for s in strides)
