"""Where a body could go and whom it could strike on a turn of its own, as far as the viewer knows (interface.md 13).

Asked for by pointing at a body. Everything is worked out of what the viewer knows: unseen ground, unseen bodies and
unseen doors are not in it. Of strangers neither points nor weapons are known; then it is what anybody can: one Move,
and a blow at a neighbour.
"""

from __future__ import annotations

from collections.abc import Iterable

from tactics.board import Grid, distance, in_bounds, reach, sees
from tactics.effects.grounds import UNKNOWN
from tactics.effects.specs import Action
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyUnit, Board, Cell
from tactics.kernel.view import ThreatView
from tactics.tempus import attacks, ways
from tactics.tempus.action_plan import plan
from tactics.tempus.check_numbers import constant
from tactics.tempus.knowledge import knows_numbers
from tactics.tempus.parts import cost_of, left, pay_free

BLOW = 1
"""Cells within which anybody can strike."""
FARTHEST = 60
"""Cells; who can strike anywhere in sight is shown so far."""


def threat(known: Known, body: AnyBody) -> ThreatView | None:
    """Its reach and its threat, or None where it can do neither: it lies down, or stands on no board."""
    state, place = known.state, body.place
    unit = state.units.get(body.unit)
    if place is None or unit is None or body.down or state.phase != "running" or pay_free(state):
        return None
    own = known.is_gm or knows_numbers(state, known.seat, unit)
    moves, moves_first = _moves(known, unit) if own else (1, 1)
    if ways.forbidden(known, body, "move"):
        moves = moves_first = 0
    floor, others = ways.compiled(known, place.board), ways.taken(state, place.board, body.key)
    pace = ways.gait(state, known.rules)
    ends = tuple(reach(floor, place.cell, pace, moves, others)) if moves else ()
    near = ends if moves_first == moves else tuple(reach(floor, place.cell, pace, moves_first, others))
    within = _within(known, body) if own else BLOW
    board = state.boards[place.board]
    struck = _struck(known, floor, board, (place.cell, *near), within) if within else ()
    return ThreatView(
        body=body.key,
        board=place.board,
        reach=ends,
        strikes=tuple(sorted(struck)),
        words=_words(body.name, moves, within, own),
    )


def _moves(known: Known, unit: AnyUnit) -> tuple[int, int]:
    """How many Moves the unit can pay on a turn of its own, and how many if it is to strike after them."""
    active = known.state.clock.active == unit.key
    price = ways.move_cost(known.state, known.rules)
    strike = _strike(known)
    blow = cost_of(strike.cost) if strike is not None else {}

    def most(kept: dict[str, int]) -> int:
        return max(0, min((_points(unit, pool, active) - kept.get(pool, 0)) // n for pool, n in price.items() if n))

    return (most({}), most(blow)) if any(price.values()) else (1, 1)


def _points(unit: AnyUnit, pool: str, active: bool) -> int:
    """What is left to the one that acts; to others what their next turn grants, as far as it is known."""
    return left(unit, pool) if active or pool not in unit.pools else unit.pools[pool].of


def _strike(known: Known) -> Action | None:
    """The plainest action that strikes: the first one of the document."""
    found = [
        spec
        for spec in known.rules.entries.get("action", {}).values()
        if isinstance(spec, Action) and spec.needs_skill == "attack" and spec.playable and not spec.disabled
    ]
    return min(found, key=lambda spec: (spec.house, spec.line)) if found else None


def _within(known: Known, body: AnyBody) -> int:
    """The farthest that one of its ways to strike goes; 0 if it has none."""
    key = next((k for k, spec in known.rules.entries.get("action", {}).items() if spec is _strike(known)), "")
    found = [0]
    for way in attacks.ways(known, body):
        wanted = plan(known.rules, key, way.skill)
        if wanted is not None:
            far = attacks.reach(known, wanted, way.weapon)
            found.append(FARTHEST if far is None else far)
    return max(found)


def _struck(known: Known, floor: Grid, board: Board, stands: Iterable[Cell], within: int) -> set[Cell]:
    """The known cells that can be struck from one of these."""
    metric = constant(known, "tt.grid.metric")
    unseen = {letter for letter, key in board.palette if key == UNKNOWN}
    found: set[Cell] = set()
    for x, y in stands:
        for there in _around(board, x, y, within):
            if there in found or board.terrain[there[1] * board.width + there[0]] in unseen:
                continue
            if distance((x, y), there, metric) <= within and sees(floor, (x, y), there):
                found.add(there)
    return found


def _around(board: Board, x: int, y: int, far: int) -> Iterable[Cell]:
    for ty in range(y - far, y + far + 1):
        for tx in range(x - far, x + far + 1):
            if in_bounds(board, (tx, ty)):
                yield tx, ty


def _words(name: str, moves: int, within: int, own: bool) -> str:
    walk = f"{moves} {'Move' if moves == 1 else 'Moves'}"
    strike = f", strikes within {within} {'cell' if within == 1 else 'cells'}" if within else ", nothing to strike with"
    return f"{name}: {walk}{strike}{'' if own else ' (its points and weapons are not known)'}"
