"""The deck board of a ship: its plan, its posts, and its people on it (O-174 to O-176).

A plan is rows of letters, the bow at the top: `d` deck, `h` helm, `c` catapult, `l` and `r` the cannons below, `<` and
`>` the entrances of the deck to them, `#` a bulkhead, a space what is no ship. The board is there from the moment on at
which the ship is; whoever is of its people and has no place yet is put at its post.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import bad_field
from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Board, Cell, Place
from tactics.outerah import aboard, ways
from tactics.outerah.parts import body_part
from tactics.outerah.specs import ZONES

LETTERS = {"d": "deck", "<": "deck", ">": "deck", "h": "helm", "c": "catapult", "l": "left_cannon", "r": "right_cannon"}
ENTRANCES = {"left_cannon": "<", "right_cannon": ">"}
FLOOR, BULKHEAD, OFF = "floor", "wall", "overboard"
MOST = 40
"""Cells of a plan in each direction."""


def read(rows: Any) -> tuple[str, ...]:
    """A plan, checked. Refused: `bad_field` says what is wrong with it."""
    if not isinstance(rows, list | tuple) or not all(isinstance(row, str) for row in rows):
        raise bad_field("deck", "a list of rows, the bow first")
    width = max((len(row) for row in rows), default=0)
    plan = tuple(row.ljust(width) for row in rows)
    if not (5 <= width <= MOST and 5 <= len(plan) <= MOST):
        raise bad_field("deck", f"5 to {MOST} cells in each direction")
    strange = {letter for row in plan for letter in row} - set(LETTERS) - {"#", " "}
    if strange:
        raise bad_field("deck", f"{min(strange)!r} is no letter of a plan")
    for zone in ZONES:
        if not cells_of(plan, zone):
            raise bad_field("deck", f"there is no {zone.replace('_', ' ')}")
    for zone, letter in ENTRANCES.items():
        if not any(letter in row for row in plan):
            raise bad_field("deck", f"there is no entrance ({letter}) to the {zone.replace('_', ' ')}")
    return plan


def cells_of(plan: Sequence[str], zone: str) -> tuple[Cell, ...]:
    return tuple(
        (x, y) for y, row in enumerate(plan) for x, letter in enumerate(row) if LETTERS.get(letter) == zone
    )  # fmt: skip


def entrance(unit: AnyUnit, zone: str) -> Cell | None:
    """The cell of the deck from which one gets to a cannon (O-176)."""
    for y, row in enumerate(aboard.ship(unit).plan):
        if (x := row.find(ENTRANCES.get(zone, "?"))) >= 0:
            return (x, y)
    return None


def key_of(unit: AnyUnit) -> str:
    return f"{unit.key}.deck"


def board_of(rules: Rules, unit: AnyUnit) -> Board | None:
    """The deck board, or None for a craft without one."""
    plan = aboard.ship(unit).plan
    if not plan:
        return None
    letters = {kind: str(getattr(rules.find("terrain", kind), "letter", "")) for kind in (FLOOR, BULKHEAD, OFF)}
    if not all(letters.values()):
        return None
    kinds = ["".join(letters[_kind(letter)] for letter in row) for row in plan]
    used = {letter for row in kinds for letter in row}
    return Board(
        key=key_of(unit),
        name=f"{unit.name}: deck",
        width=len(plan[0]),
        height=len(plan),
        terrain="".join(kinds),
        palette=tuple(sorted((letter, kind) for kind, letter in letters.items() if letter in used)),
        carried_by=f"{unit.key}.hull",
    )


def _kind(letter: str) -> str:
    return FLOOR if letter in LETTERS else BULKHEAD if letter == "#" else OFF


# --- its people ---------------------------------------------------------------------------------------


def settle(work: Work) -> None:
    """Ships have their decks, and their people stand at their posts."""
    if work.state.phase in ("ended", "post_mission"):
        return
    for unit in tuple(work.state.units.values()):
        if unit.kind == "ship" and key_of(unit) not in work.state.boards:
            board = board_of(work.rules, unit)
            if board is not None and work.state.boards:
                work.emit(e.BoardSet(board))
    for body in tuple(work.state.bodies.values()):
        if body.place is None and body_part(body).aboard and not body.down:
            embark(work, body)


def embark(work: Work, body: AnyBody) -> None:
    """Puts one of a ship's people without a place at its post."""
    unit = work.state.units.get(body_part(body).aboard)
    if unit is None or unit.kind != "ship" or key_of(unit) not in work.state.boards:
        return
    place = free(work.state, unit, body_part(body).zone or aboard.DECK)
    if place is not None:
        work.emit(e.Placed(body=body.key, place=place))


def free(state: AnyState, unit: AnyUnit, zone: str, near: Cell | None = None) -> Place | None:
    """The free cell of a zone of its deck board that is nearest to a cell (by default to the zone's first)."""
    board = key_of(unit)
    taken = ways.taken(state, board)
    cells = [c for c in aboard.ship(unit).posts.get(zone, ()) if c not in taken]
    if not cells:
        return None
    to = near if near is not None else aboard.ship(unit).posts[zone][0]
    x, y = min(cells, key=lambda c: (max(abs(c[0] - to[0]), abs(c[1] - to[1])), c[1], c[0]))
    return Place(board=board, x=x, y=y)
