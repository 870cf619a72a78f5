"""A Mob is split, and two become one (O-174; table.md 14, 22): `tactics.mission.mob_shapes`.

An enemy crew is one entry of the order by default and is split at will. What the Mob did in this Round, those who part
from it did too: no second turn by Haste (O-011), no second order.
"""

from __future__ import annotations

from tactics.kernel import events as e
from tactics.kernel.commands import Command
from tactics.kernel.ruleset import Applier, Handler, Narrate
from tactics.kernel.state import AnyState, AnyUnit, Unit
from tactics.mission import mob_shapes
from tactics.mission.audience import Rule
from tactics.outerah.parts import OuterahUnit


class UnitSplit(e.Event, frozen=True, tag=True):
    """`new` stands in the order right after the unit that it comes from; its bodies are those that it names."""

    unit: str
    new: Unit[OuterahUnit]
    acted: bool = False


def _joins(state: AnyState, unit: AnyUnit, into: AnyUnit) -> str:
    """The parts of a turn come back when it begins: members that have had theirs would have another."""
    acted = {key in state.clock.acted for key in (unit.key, into.key)}
    return "both have had their turn in this Round, or neither" if len(acted) > 1 else ""


SHAPES = mob_shapes.Shapes(
    event=UnitSplit, part=lambda unit: unit.part, may=lambda unit: unit.kind == "mob", joins=_joins
)

COMMANDS: tuple[type[Command], ...] = mob_shapes.COMMANDS
EVENTS: tuple[type[e.Event], ...] = mob_shapes.events(SHAPES)
HANDLERS: dict[type, Handler] = mob_shapes.handlers(SHAPES)
APPLIERS: dict[type[e.Event], Applier] = mob_shapes.appliers(SHAPES)
AUDIENCE: dict[type[e.Event], Rule] = mob_shapes.audience(SHAPES)
WORDS: dict[type[e.Event], Narrate] = mob_shapes.words(SHAPES)
