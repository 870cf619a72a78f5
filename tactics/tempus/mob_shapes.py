"""A Mob is split, and two become one (T-042; table.md 14): `tactics.mission.mob_shapes`."""

from __future__ import annotations

from tactics.kernel import events as e
from tactics.kernel.commands import Command
from tactics.kernel.ruleset import Applier, Handler, Narrate
from tactics.kernel.state import Unit
from tactics.mission import mob_shapes
from tactics.mission.audience import Rule
from tactics.tempus.parts import TempusUnit


class UnitSplit(e.Event, frozen=True, tag=True):
    """`new` stands in the order right after the unit that it comes from; its bodies are those that it names."""

    unit: str
    new: Unit[TempusUnit]
    acted: bool = False


SHAPES = mob_shapes.Shapes(event=UnitSplit, part=lambda unit: TempusUnit())
COMMANDS: tuple[type[Command], ...] = mob_shapes.COMMANDS
EVENTS: tuple[type[e.Event], ...] = mob_shapes.events(SHAPES)
HANDLERS: dict[type, Handler] = mob_shapes.handlers(SHAPES)
APPLIERS: dict[type[e.Event], Applier] = mob_shapes.appliers(SHAPES)
AUDIENCE: dict[type[e.Event], Rule] = mob_shapes.audience(SHAPES)
WORDS: dict[type[e.Event], Narrate] = mob_shapes.words(SHAPES)
