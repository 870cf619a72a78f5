"""Where a miss goes: a projectile to somebody next to the target, a spell somewhere random (O-202 to O-205).

No die falls that cannot matter: a projectile's only where somebody stands in its cone. A spell may come down on its
target all the same.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tactics.board import in_bounds
from tactics.kernel.engine import Work
from tactics.kernel.ruleset import Step
from tactics.kernel.state import AnyBody, AnyState, Cell, Frame
from tactics.outerah import aboard, attack_data, attacks, hit, making_way, overboard, ships
from tactics.outerah.attack_data import Attack
from tactics.outerah.parts import truth
from tactics.outerah.pushes import away
from tactics.outerah.strike_events import Astray

SPREAD = 5
"""A D10 less this is how far a spell goes astray in each direction: a field of 10 by 10 (O-204)."""
FIELD = range(1 - SPREAD, 11 - SPREAD)
"""So many cells to each side."""


def cone(attacker: Cell, target: Cell) -> dict[int, Cell]:
    """Face of the D6 -> cell: left of the target, left behind it, behind (3 and 4), right behind, right (O-203)."""
    dx, dy = away(attacker, target)
    left, right, back = (dy, -dx), (-dy, dx), (dx, dy)

    def at(*steps: Cell) -> Cell:
        sx, sy = sum(s[0] for s in steps), sum(s[1] for s in steps)
        return (target[0] + (sx > 0) - (sx < 0), target[1] + (sy > 0) - (sy < 0))

    return {1: at(left), 2: at(left, back), 3: at(back), 4: at(back), 5: at(right, back), 6: at(right)}


def heads(state: AnyState, body: AnyBody, target: AnyBody) -> Cell:
    """Which way a shot flies on the target's board, also onto a deck and off one: a deck's bow is at the top of its
    board, wherever the ship heads."""
    mine, at = aboard.met(state, body, target)
    if mine.place is None or at.place is None:
        return (0, 0)
    way, ship = away(mine.place.cell, at.place.cell), aboard.carried(state, target)
    if ship is None or aboard.carried(state, body) == ship:
        return way
    heading = aboard.ship(ship).heading
    return next((step for step in making_way.AROUND if overboard.turned(step, heading) == way), way)


def standing(state: AnyState, board: str, cell: Cell) -> str | None:
    return next(
        (b.key for b in state.bodies.values()
         if b.place is not None and b.place.board == board and b.place.cell == cell and not b.down),
        None,
    )  # fmt: skip


def stray(work: Work, frame: Frame) -> None:
    """The step of the plan, for a miss of an attack that is no stray itself."""
    if frame.memo.get("outcome") != hit.MISS or frame.args.get("how") in ("stray", "retarget", "pierce"):
        return
    body, target = work.state.bodies.get(frame.args["body"]), work.state.bodies.get(frame.args["target"])
    if body is None or target is None:
        return
    body = ships.at_gun(work.state, body, frame.args["of"])
    if body.place is None or target.place is None:
        return
    attack = attack_data.find(truth(work), body, frame.args["of"], frame.args["key"])
    if attack is None:
        return
    if attack.projectile:
        sx, sy = heads(work.state, body, target)
        if not (sx or sy):
            return
        cells = cone((target.place.x - sx, target.place.y - sy), target.place.cell)
        there = {face: standing(work.state, target.place.board, cell) for face, cell in cells.items()}
        near = tuple(dict.fromkeys(key for key in there.values() if key is not None))
        if not near:
            return
        face = work.roll(1, 6, f"{attack.label} goes astray").total
        x, y = cells[face]
        at = replace(target.place, x=x, y=y) if in_bounds(work.state.boards[target.place.board], (x, y)) else None
        work.emit(Astray(body.key, target.key, frame.args["of"], frame.args["key"], (face,), at, near))
        other = there[face]
        if other is not None and other != body.key:
            attacks.begin(
                work, frame.unit, attacks.on_each(body.key, [other], attack), opener=False, how="stray",
                **kept(frame),
            )  # fmt: skip
    elif attack.spell:
        strikes = attacks.on_each(body.key, astray(work, body, target, attack), attack, target.key)
        attacks.begin(work, frame.unit, strikes, sure=True, opener=False, how="retarget", **kept(frame))


def kept(frame: Frame) -> dict[str, Any]:
    """What an attack that went astray still lacks: what interference takes from a pet's (O-055, O-056), and that a
    reaction sets off no other (O-240)."""
    less = ("share", "no_stats", "no_crit")
    return {"row": attacks.in_a_row(frame), **{name: frame.args[name] for name in less if name in frame.args}}


def astray(work: Work, body: AnyBody, target: AnyBody, attack: Attack) -> list[str]:
    """Whom a spell that missed, or was sent off, catches where two D10 say that it comes down; off the map it fizzles
    (house value, O-204)."""
    draw = work.roll(2, 10, f"{attack.label} goes astray")
    if target.place is None:
        return []
    cell = (target.place.x + draw.faces[0] - SPREAD, target.place.y + draw.faces[1] - SPREAD)
    there = in_bounds(work.state.boards[target.place.board], cell)
    at = replace(target.place, x=cell[0], y=cell[1]) if there else None
    work.emit(Astray(body.key, target.key, attack.kind, attack.key, draw.faces, at))
    return attacks.caught(truth(work), body, target.place.board, cell, attack) if there else []


STEPS: dict[str, Step] = {"stray": stray}
