"""The plan of a ship's deck as rows of letters (O-175, O-176).

The bow is at the top: `d` deck, `h` helm, `c` catapult, `l` and `r` the cannons below, `<` and `>` the entrances of the
deck to them, `#` a bulkhead, a space what is no ship.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tactics.kernel.refusals import bad_field
from tactics.kernel.rules import Rules
from tactics.kernel.state import Board, Cell
from tactics.outerah.specs import ZONES

LETTERS = {"d": "deck", "<": "deck", ">": "deck", "h": "helm", "c": "catapult", "l": "left_cannon", "r": "right_cannon"}
ENTRANCES = {"left_cannon": "<", "right_cannon": ">"}
LEAST, MOST = 5, 40
"""Cells of a plan in each direction."""


def read(rows: Any) -> tuple[str, ...]:
    """A plan, checked. Refused: `bad_field` says what is wrong with it."""
    if not isinstance(rows, list | tuple) or not all(isinstance(row, str) for row in rows):
        raise bad_field("deck", "a list of rows, the bow first")
    width = max((len(row) for row in rows), default=0)
    plan = tuple(row.ljust(width) for row in rows)
    if not (LEAST <= width <= MOST and LEAST <= len(plan) <= MOST):
        raise bad_field("deck", f"{LEAST} to {MOST} cells in each direction")
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


# --- drawn as a map -----------------------------------------------------------------------------------


def grounds(rules: Rules) -> dict[str, str]:
    """Letter of a plan -> the terrain that is drawn for it, as far as the rules have one."""
    found = {}
    for key, spec in rules.entries.get("terrain", {}).items():
        letter = getattr(spec, "plan", "") or (" " if getattr(spec, "off_ship", False) else "")
        if letter:
            found[letter] = key
    return found


def drawn(rules: Rules, board: Board) -> dict[str, Any] | None:
    """The set-up keys of a ship with the deck that a map shows, its bow at the top; None for a map of something else,
    which has no helm. What is no part of a deck is off the ship. Refused: `bad_field` says what the deck lacks."""
    letters = {terrain: letter for letter, terrain in grounds(rules).items()}
    of = {sign: letters.get(terrain, " ") for sign, terrain in board.palette}
    if "h" not in of.values():
        return None
    rows = [board.terrain[at : at + board.width] for at in range(0, len(board.terrain), board.width)]
    plan = ["".join(of[sign] for sign in row) for row in rows]
    left = min(len(row) - len(row.lstrip()) for row in plan if row.strip())
    return {"deck": list(read([row[left:].rstrip() for row in plan if row.strip()]))}
