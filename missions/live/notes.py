"""What passes and leaves no trace: pings on the map, and who is connected. Neither log nor state knows of it.

A ping is said to whoever may know the cell, by what their own page shows of the board; a spotlight, which moves
everyone's view, is a GM's. To other processes it goes through the channel layer, and may be lost.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from tactics.kernel.refusals import Refused, bad_field
from tactics.kernel.view import BoardView, MissionView

UNSEEN = "?"
"""The letter of a cell that a view does not know."""
COLOURS = 8
"""So many colours for senders; then they begin again."""


@dataclass(frozen=True)
class Ping:
    """Somebody points at a cell. spot: the view of everyone who may know the cell moves there."""

    seat: str
    board: str
    x: int
    y: int
    spot: bool = False

    def message(self) -> dict[str, Any]:
        """Plain data for the layer."""
        return asdict(self)


def ping_of(fields: dict[str, str], seat: str, role: str, view: MissionView) -> Ping:
    """The ping that a form asks for. Raises Refused: spectators point at nothing, only a GM moves others' views."""
    if role == "spectator":
        raise Refused("not_allowed")
    spot = fields.get("spot") == "1"
    if spot and role != "gm":
        raise Refused("not_allowed")
    board = next((b for b in view.boards if b.key == fields.get("board")), None)
    try:
        x, y = int(fields.get("x", "")[:4]), int(fields.get("y", "")[:4])
    except ValueError as problem:
        raise bad_field("cell", "x and y are numbers") from problem
    if board is None or not (0 <= x < board.width and 0 <= y < board.height):
        raise Refused("unknown", what="that cell")
    return Ping(seat, board.key, x, y, spot)


def of_message(plain: Any) -> Ping | None:
    """The ping of another process's message; None if it is of another release."""
    try:
        return Ping(**plain)
    except TypeError:
        return None


def shown_to(view: MissionView, ping: Ping) -> dict[str, Any] | None:
    """What a viewer is told of a ping; None if it may not know the cell."""
    board = next((b for b in view.boards if b.key == ping.board), None)
    if board is None or not knows_cell(board, ping.x, ping.y):
        return None
    seats = [seat.key for seat in view.seats]
    sender = next((seat for seat in view.seats if seat.key == ping.seat), None)
    return {
        "board": ping.board,
        "x": ping.x,
        "y": ping.y,
        "by": (sender.name or sender.key) if sender is not None else "",
        "seat": ping.seat,
        "hue": seats.index(ping.seat) % COLOURS if ping.seat in seats else 0,
        "spot": ping.spot,
    }


def knows_cell(board: BoardView, x: int, y: int) -> bool:
    """Whether a view knows anything of a cell."""
    return x < board.width and y < board.height and board.terrain[y * board.width + x] != UNSEEN
