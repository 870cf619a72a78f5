"""Offers that every ruleset makes: before the Mission, and what guards an offer (architecture.md 7)."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any

from msgspec.structs import replace

from tactics.board import cells
from tactics.kernel.codec import encode
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyUnit
from tactics.kernel.view import FieldView, OptionView
from tactics.mission import placement


def digest(*shown: Any) -> str:
    """The `basis` of an offer: six letters out of what its viewer was shown of it. They need only tell it from another
    one at the same place, and a page holds hundreds of them, which nothing compresses."""
    return urlsafe_b64encode(sha256(encode(shown)).digest())[:6].decode()


def sealed(option: OptionView) -> OptionView:
    """The offer with its basis: of all that it shows, but for the points that stay afterwards. They change with every
    step, and the offer would be another one each time. A ruling has none: by its basis a page tells what would be done
    in place of the player who plays the unit."""
    if option.ruling:
        return replace(option, basis="")
    return replace(option, basis=digest(replace(option, basis="", after="")))


def before_round_1(known: Known, unit: AnyUnit) -> list[OptionView]:
    """What the unit's seat can do in the phases of initiative and placement."""
    if known.state.phase == "initiative":
        return _initiative(unit)
    return _placement(known, unit) if known.state.phase == "placement" else []


def _initiative(unit: AnyUnit) -> list[OptionView]:
    if unit.initiative is not None:
        return []
    return [
        OptionView(
            key=f"roll_initiative.{unit.key}",
            unit="",
            do="roll_initiative",
            label=f"Roll initiative for {unit.name}",
            command={"units": [unit.key]},
        )
    ]


def _placement(known: Known, unit: AnyUnit) -> list[OptionView]:
    """A cell for each body that has none: at once if it is the unit's turn to be placed, else as a wish."""
    state = known.state
    order = placement.queue(state, known.rules.constant("tt.placement.order", state.options))
    first = bool(order) and order[0] == unit.key
    found = []
    for key in unit.bodies:
        body = state.bodies.get(key)
        if body is None or body.place is not None:
            continue
        field = FieldView(name="at", label="Cell", kind="cell", help="a free cell of your zone, such as F8")
        wished = unit.wish.get(key)
        wish = f"{body.name}: {cells.name(wished.cell)} (change)" if wished else f"Wish for a cell for {body.name}"
        found.append(
            OptionView(
                key=f"place.{key}",
                unit="",
                do="place" if first or known.is_gm else "wish",
                label=f"Place {body.name}" if first or known.is_gm else wish,
                command={"body": key},
                fields=(field,),
            )
        )
    return found
