"""Space: outside every gravity field Movement is halved (O-177, O-182, O-183).

A ship has a field around each of its sections; who is aboard or within it walks as on the ground.
"""

from __future__ import annotations

from tactics.board import distance
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody
from tactics.outerah.aboard import ship_of
from tactics.outerah.parts import body_part, constant
from tactics.outerah.specs import Ground


def _ground(known: Known, body: AnyBody) -> Ground | None:
    place = body.place
    if place is None or place.board not in known.state.boards:
        return None
    board = known.state.boards[place.board]
    key = dict(board.palette).get(board.terrain[place.y * board.width + place.x], "")
    found = known.rules.find("terrain", key)
    return found if isinstance(found, Ground) else None


def in_space(known: Known, body: AnyBody) -> bool:
    """Whether the ground under a body is none."""
    found = _ground(known, body)
    return found is not None and found.space


def in_field(known: Known, body: AnyBody) -> bool:
    """Whether a ship's gravity holds it, or that of something drawn on the map (O-183)."""
    ground = _ground(known, body)
    if ship_of(known.state, body) is not None or (ground is not None and ground.field):
        return True
    place = body.place
    radius, metric = int(constant(known, "out.space.field")), str(constant(known, "out.grid.metric"))
    return place is not None and any(
        body_part(b).section
        and b.place is not None
        and b.place.board == place.board
        and distance(place.cell, b.place.cell, metric) <= radius
        for b in known.state.bodies.values()
    )


def adrift(known: Known, body: AnyBody) -> bool:
    """In space and in no field."""
    return in_space(known, body) and not in_field(known, body)
