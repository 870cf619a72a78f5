"""Who is aboard of what, at which post, and where it stands as seen from outside (O-174 to O-176).

A ship has a deck board of its own, on which its people stand; a small craft without one takes them along on the wide
board, each with its post. Whoever stands on a deck is, for everybody off the ship, where its hull is.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tactics.board import masks
from tactics.kernel import events as e
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Board
from tactics.outerah.parts import Ship, body_part, part, with_body_part
from tactics.secrecy.sight import is_gm

DECK = "deck"
BELOW_DECK = ("left_cannon", "right_cannon")
"""Posts below the deck (O-176)."""


class Aboard(e.Event, frozen=True, tag=True):
    """A body belongs to this ship's people now, at this post; both empty: it is off it."""

    body: str
    ship: str = ""
    zone: str = ""


def ship(unit: AnyUnit) -> Ship:
    return part(unit).ship or Ship()


def side_of(state: AnyState, unit: AnyUnit) -> str:
    """The side whose people work a ship: its own; of a prize, which the GM has given to a player of another, that
    player's (house value)."""
    if is_gm(state, unit.seat):
        return unit.side
    sides = {u.side for u in state.units.values() if u.seat == unit.seat and u.kind != "ship"}
    return unit.side if unit.side in sides or len(sides) != 1 else sides.pop()


def carried(state: AnyState, body: AnyBody) -> AnyUnit | None:
    """The ship on whose deck board a body stands."""
    board = state.boards.get(body.place.board) if body.place is not None else None
    carrier = state.bodies.get(board.carried_by) if board is not None and board.carried_by else None
    return state.units.get(carrier.unit) if carrier is not None else None


def ship_of(state: AnyState, body: AnyBody) -> AnyUnit | None:
    """The ship that a body is aboard of, by where it stands or by what its sheet says."""
    found = carried(state, body) or state.units.get(body_part(body).aboard)
    return found if found is not None and found.kind == "ship" else None


def post(state: AnyState, body: AnyBody) -> str:
    """The zone of its ship in which a body is: one of `specs.ZONES`, or empty."""
    unit = carried(state, body)
    if unit is None:
        return body_part(body).zone
    assert body.place is not None
    found = (zone for zone, cells in ship(unit).posts.items() if body.place.cell in cells)
    return next(found, DECK)


def below(state: AnyState, body: AnyBody) -> bool:
    """Whether it is below the deck of a ship (O-176)."""
    return bool(_home(state, body)) and post(state, body) in BELOW_DECK


def open_deck(state: AnyState, board: Board) -> int:
    """The cells of a deck board that whoever looks down on the ship sees, as a bit set: all but the posts below."""
    carrier = state.bodies.get(board.carried_by)
    unit = state.units.get(carrier.unit) if carrier is not None else None
    if unit is None or unit.kind != "ship":
        return 0
    hidden = [cell for zone in BELOW_DECK for cell in ship(unit).posts.get(zone, ())]
    return masks.to_int(masks.full(board)) & ~masks.to_int(masks.mask(board, hidden))


def _home(state: AnyState, body: AnyBody) -> str:
    unit = carried(state, body)
    return unit.key if unit is not None else body_part(body).aboard


def apart(state: AnyState, body: AnyBody, other: AnyBody) -> bool:
    """Whether a deck is between the two: one of them is below and the other is not with it."""
    if not below(state, body) and not below(state, other):
        return False
    return (_home(state, body), post(state, body)) != (_home(state, other), post(state, other))


def hull(state: AnyState, unit: AnyUnit) -> AnyBody | None:
    found = (state.bodies[key] for key in unit.bodies if key in state.bodies)
    return next((b for b in found if body_part(b).section == "hull"), None)


def outside(state: AnyState, body: AnyBody) -> AnyBody:
    """The body as those off its ship see it: where the hull is."""
    unit = carried(state, body)
    at = hull(state, unit) if unit is not None else None
    return stands_for(state, body, at) if at is not None else body


def stands_for(state: AnyState, body: AnyBody, at: AnyBody) -> AnyBody:
    """The body as if it stood where this section does. It keeps its ship and its post, whatever its sheet says of them:
    whoever came aboard in the Mission shakes in the same turbulence, and works the same cannon (O-151, O-160)."""
    home = ship_of(state, body)
    own = replace(body_part(body), aboard=home.key if home is not None else "", zone=post(state, body))
    return replace(body, place=at.place, facing="", part=own)


def met(state: AnyState, body: AnyBody, other: AnyBody) -> tuple[AnyBody, AnyBody]:
    """Both as they stand to one another: on one deck where they are, else as seen from outside."""
    if body.place is None or other.place is None or body.place.board == other.place.board:
        return body, other
    return outside(state, body), outside(state, other)


EVENTS: tuple[type[e.Event], ...] = (Aboard,)
APPLIERS: dict[type[e.Event], Any] = {
    Aboard: lambda s, ev: with_body_part(s, ev.body, aboard=ev.ship, zone=ev.zone),
}
