"""Dice that somebody throws for no rule: in a Mission's talk and in a campaign's threads alike (table.md 16)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tactics.effects.dice_text import FormulaError, parse, render
from tactics.effects.formula import dice, evaluate


@dataclass(frozen=True)
class Thrown:
    """formula: as it is written down. faces: of all dice, in the order of the formula."""

    formula: str
    faces: tuple[int, ...]
    total: int


def thrown(formula: str, throw: Callable[[int, int], Iterable[int]]) -> Thrown:
    """Throws a formula of dice and numbers. throw: (count, sides) -> faces.

    Raises FormulaError, whose text says where it is wrong and what to do; then nothing was thrown.
    """
    tree = parse(formula)
    rolls = dice(tree)
    if not rolls:
        raise FormulaError(formula, 0, "there is no die", "name at least one, such as 2d6 + 1")
    faces = tuple(face for roll in rolls for face in throw(roll.count, roll.sides))
    return Thrown(render(tree), faces, evaluate(tree, {}, faces))
