"""Aiming at a cell: where the action may go, how far it spreads and whom it would touch, before it is declared.

Asked for when the action is chosen, and worked out of what the viewer knows alone: who stands unseen in the area is
touched all the same, and not named here.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tactics.board import distance
from tactics.effects import steps as s
from tactics.effects.grounds import UNKNOWN
from tactics.kernel.aiming import AimView, TouchView
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyUnit, Board, Cell, Place
from tactics.tempus import attacks, mobs, odds
from tactics.tempus.action_plan import Plan, plan
from tactics.tempus.action_steps import spares
from tactics.tempus.check_facts import amount, constant
from tactics.tempus.checks import all_checks

FARTHEST = 60
"""Cells; what goes anywhere in sight is shown so far."""


def aim(known: Known, unit: AnyUnit, action: str, using: str = "") -> AimView | None:
    """None for what is not aimed at a cell, or by nobody of the unit who is on a board."""
    wanted = plan(known.rules, action, using)
    able = mobs.able(known, unit)
    if wanted is None or wanted.action.target != "cell" or not able:
        return None
    body = able[0]
    assert body.place is not None
    board = known.state.boards[body.place.board]
    area = next((step for step in s.flat(wanted.action.effect) if isinstance(step, s.Area)), None)
    radius = amount(known, area.radius) if area is not None else 0
    cells = tuple(_cells(known, wanted, able, board))
    check = odds.check_preview(known, unit, wanted.key, using or wanted.skill_key)
    return AimView(
        board=board.key,
        x=body.place.x,
        y=body.place.y,
        chance=check.chance if check is not None else "",
        cells=cells,
        spreads=area is not None,
        radius=radius,
        touches=_touches(known, wanted, body, area, board, cells, radius) if area is not None else (),
    )


def _cells(known: Known, wanted: Plan, able: tuple[AnyBody, ...], board: Board) -> Iterable[Cell]:
    """In reach and in sight of a member, on ground that the viewer knows."""
    within = attacks.reach(known, wanted, "")
    far = FARTHEST if within is None else within
    unseen = {letter for letter, key in board.palette if key == UNKNOWN}
    members = [body for body in able if body.place is not None and body.place.board == board.key]
    for y in range(board.height):
        for x in range(board.width):
            if board.terrain[y * board.width + x] in unseen:
                continue
            place = Place(board.key, x, y)
            if any(_near(body, place, far) and attacks.place_problem(known, wanted, "", body, place) is None
                   for body in members):  # fmt: skip
                yield x, y


def _near(body: AnyBody, place: Place, far: int) -> bool:
    """Whether the distance is worth asking for: every metric has at least the longer of the two sides."""
    assert body.place is not None
    return max(abs(body.place.x - place.x), abs(body.place.y - place.y)) <= far


def _touches(
    known: Known, wanted: Plan, doer: AnyBody, area: s.Area, board: Board, cells: tuple[Cell, ...], radius: int
) -> tuple[TouchView, ...]:
    """Every known body that is not spared and that some aim could touch."""
    metric = str(constant(known, "tt.grid.metric"))
    inner = replace(wanted, action=replace(wanted.action, effect=area.effect))
    side = known.state.units[doer.unit].side
    found = []
    for body in known.state.bodies.values():
        if body.place is None or body.place.board != board.key or spares(known.state, area, doer.unit, doer.key, body):
            continue
        at = body.place.cell
        if not any(distance(at, cell, metric) <= radius for cell in cells):
            continue
        trials = all_checks(known, inner, doer.key, "", body.key)
        seen = odds.preview_of(known, inner, trials) if trials else odds.Preview()
        found.append(
            TouchView(
                body=body.key,
                name=body.name,
                x=at[0],
                y=at[1],
                chance=seen.chance,
                effect=seen.effect,
                friend=known.state.units[body.unit].side == side,
            )
        )
    return tuple(found)
