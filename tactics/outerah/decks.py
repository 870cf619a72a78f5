"""The deck board of a ship: its plan, its posts, and its people on it (O-174 to O-176).

The board is there from the moment on at which the ship is, as its plan says (`deck_plans`); whoever is of its people
and has no place yet is put at its post.
"""

from __future__ import annotations

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Handler
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Board, Cell, Place
from tactics.mission import placement
from tactics.outerah import aboard, making_way, ways
from tactics.outerah.deck_plans import ENTRANCES, LETTERS, grounds
from tactics.outerah.parts import body_part

FLOOR, BULKHEAD, OFF = "floor", "wall", "overboard"


def entrance(unit: AnyUnit, zone: str) -> Cell | None:
    """The cell of the deck from which one gets to a cannon (O-176)."""
    for y, row in enumerate(aboard.ship(unit).plan):
        if (x := row.find(ENTRANCES.get(zone, "?"))) >= 0:
            return (x, y)
    return None


def key_of(state: AnyState, unit: AnyUnit) -> str:
    """The key of its deck board: the board that its hull carries. Empty if there is none (yet)."""
    hull = f"{unit.key}.hull"
    return next((key for key, board in state.boards.items() if board.carried_by == hull), "")


def _new_key(state: AnyState, unit: AnyUnit) -> str:
    """A key that no board has, whatever the maps of the Mission are called."""
    keys = (f"{unit.key}.deck{n}" for n in ("", *range(2, len(state.boards) + 3)))
    return next(key for key in keys if key not in state.boards)


def board_of(rules: Rules, unit: AnyUnit, key: str) -> Board | None:
    """The deck board, or None for a craft without one."""
    plan = aboard.ship(unit).plan
    if not plan:
        return None
    drawn = grounds(rules)
    of = {letter: drawn.get(letter, _kind(letter)) for row in plan for letter in row}
    letters = {kind: str(getattr(rules.find("terrain", kind), "letter", "")) for kind in of.values()}
    if not all(letters.values()):
        return None
    kinds = ["".join(letters[of[letter]] for letter in row) for row in plan]
    used = {letter for row in kinds for letter in row}
    return Board(
        key=key,
        name=f"{unit.name}: deck",
        width=len(plan[0]),
        height=len(plan),
        terrain="".join(kinds),
        palette=tuple(sorted((letter, kind) for kind, letter in letters.items() if letter in used)),
        carried_by=f"{unit.key}.hull",
    )


def _kind(letter: str) -> str:
    """Where the rules have no ground that is drawn for it, as they had none at first."""
    return FLOOR if letter in LETTERS else BULKHEAD if letter == "#" else OFF


# --- its people ---------------------------------------------------------------------------------------


def settle(work: Work) -> None:
    """Ships have their decks, and their people stand at their posts."""
    if work.state.phase in ("ended", "post_mission"):
        return
    for unit in tuple(work.state.units.values()):
        if unit.kind == "ship" and work.state.boards and not key_of(work.state, unit):
            board = board_of(work.rules, unit, _new_key(work.state, unit))
            if board is not None:
                work.emit(e.BoardSet(board))
    for body in tuple(work.state.bodies.values()):
        if body.place is None and body_part(body).aboard and not body.down:
            embark(work, body)


def embark(work: Work, body: AnyBody) -> None:
    """Puts one of a ship's people without a place at its post."""
    unit = work.state.units.get(body_part(body).aboard)
    if unit is None or unit.kind != "ship" or not key_of(work.state, unit):
        return
    taken = making_way.taken(work, body.key, key_of(work.state, unit))
    place = free(work.state, unit, body_part(body).zone or aboard.DECK, taken=taken)
    if place is not None:
        work.emit(e.Placed(body=body.key, place=place))
        making_way.settle(work, body.key)


def free(
    state: AnyState, unit: AnyUnit, zone: str, near: Cell | None = None, taken: frozenset[Cell] | None = None
) -> Place | None:
    """The free cell of a zone of its deck board that is nearest to a cell (by default to the zone's first). taken: by
    default where bodies are."""
    board = key_of(state, unit)
    taken = ways.taken(state, board) if taken is None else taken
    cells = [c for c in aboard.ship(unit).posts.get(zone, ()) if c not in taken]
    if not cells:
        return None
    to = near if near is not None else aboard.ship(unit).posts[zone][0]
    x, y = min(cells, key=lambda c: (max(abs(c[0] - to[0]), abs(c[1] - to[1])), c[1], c[0]))
    return Place(board=board, x=x, y=y)


def place_rest(work: Work, command: c.PlaceRest) -> None:
    """The people of ships go to their posts before anybody is put on the map, be it the very first command."""
    settle(work)
    placement.place_rest(work, command)


HANDLERS: dict[type, Handler] = {c.PlaceRest: place_rest}
