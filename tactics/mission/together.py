"""A Mob moves together: all advance on a cell, or keep their formation around one who leads (T-049; table.md 14).

The server proposes a legal way for each member; the person may change any of them and sends all as one Move. `march`
takes the proposal as it is. How far who goes, and over what, is the ruleset's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tactics.board import cells
from tactics.kernel.commands import At, Command, Key
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.state import AnyBody, Cell
from tactics.kernel.view import FieldView, OptionView


class March(Command, frozen=True, tag="march"):
    """All members of a unit walk one Move towards `at`; with `lead`, a member goes there and the others keep their
    places around it."""

    unit: Key
    at: At | str
    lead: Key | None = None


ADVANCE = "All advance on"
COMMANDS: tuple[type[Command], ...] = (March,)


def cell_of(given: At | str) -> Cell:
    """Raises Refused for text that names no cell."""
    if isinstance(given, str):
        try:
            return cells.parse(given)
        except ValueError as problem:
            raise bad_field("at", str(problem)) from problem
    return given


def on_one_board(able: list[AnyBody]) -> tuple[AnyBody, ...]:
    """Those of them that stand on the board of the first one that has a place."""
    placed = [b for b in able if b.place is not None]
    board = placed[0].place.board if placed and placed[0].place is not None else ""
    return tuple(b for b in placed if b.place is not None and b.place.board == board)


def standing(able: Sequence[AnyBody], lead: str) -> tuple[str, dict[str, Cell]]:
    """The board on which they stand, and where each does. Raises Refused where nobody does, or `lead` is none of
    them."""
    at = {b.key: b.place.cell for b in able if b.place is not None}
    if not able or able[0].place is None:
        raise illegal("phase", missing="placement")
    if lead and lead not in at:
        raise Refused("unknown", what=lead)
    return able[0].place.board, at


def in_one(found: Mapping[str, Sequence[Sequence[Cell]]]) -> dict[str, list[Cell]]:
    """The legs of each as one way, for those that move."""
    return {body: [cell for leg in legs for cell in leg] for body, legs in found.items() if legs}


def pair(plain: OptionView, first: str) -> list[OptionView]:
    """The two offers of a group, made from the first of them. first: the member who leads in the second."""
    field = FieldView(name="at", label="To", kind="cell", help="a cell such as F8")
    advance = replace(plain, fields=() if plain.why_not else (field,))
    return [advance, replace(advance, key="formation", label="All keep formation", command={"lead": first})]
