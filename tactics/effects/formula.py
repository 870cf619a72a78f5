"""Formulas as data: what a formula is, what it is worth with given faces, which dice it asks for.

Typed as text by an author (`dice_text.parse`), stored parsed, evaluated here. No variables, no loops:
numbers, names of a closed vocabulary, dice, + - * /, floor, ceil, min, max, best and worst of one roll.
Division is exact; the whole is rounded down once, at the very end (rule C3). Every formula is total:
it divides only by a number that is not 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from tactics.effects.breakdown import Breakdown, Term, die
from tactics.kernel.state import Value


class Node(Value, frozen=True, tag_field="is"):
    """Base of the tree; JSON names the type under `is`."""


class Number(Node, frozen=True, tag="number"):
    value: int


class Name(Node, frozen=True, tag="name"):
    """A fact of the closed vocabulary, in lower case (`dex`, `claw`)."""

    key: str


class Dice(Node, frozen=True, tag="dice"):
    """`count` dice of `sides`. keep: `sum` of all, or the `best` or `worst` one alone."""

    count: int
    sides: int
    keep: str = "sum"


class Negate(Node, frozen=True, tag="negate"):
    of: Formula


class Operation(Node, frozen=True, tag="operation"):
    """op: `+`, `-`, `*` or `/`."""

    op: str
    left: Formula
    right: Formula


class Call(Node, frozen=True, tag="call"):
    """function: `floor` or `ceil` (one argument), `min` or `max` (two or more)."""

    function: str
    args: tuple[Formula, ...]


Formula = Number | Name | Dice | Negate | Operation | Call


def children(formula: Formula) -> tuple[Formula, ...]:
    """The direct parts, in reading order."""
    if isinstance(formula, Operation):
        return (formula.left, formula.right)
    if isinstance(formula, Negate):
        return (formula.of,)
    if isinstance(formula, Call):
        return formula.args
    return ()


def dice(formula: Formula) -> tuple[Dice, ...]:
    """The rolls it asks for, in reading order: draw them in this order."""
    if isinstance(formula, Dice):
        return (formula,)
    return tuple(found for part in children(formula) for found in dice(part))


def names(formula: Formula) -> frozenset[str]:
    """The facts it needs."""
    if isinstance(formula, Name):
        return frozenset((formula.key,))
    return frozenset(found for part in children(formula) for found in names(part))


def kept(roll: Dice, faces: Sequence[int]) -> int:
    """What a roll is worth: the sum of its faces, or the best or worst of them."""
    if len(faces) != roll.count or not all(1 <= face <= roll.sides for face in faces):
        raise ValueError(f"{roll.count}d{roll.sides} cannot show {list(faces)}")
    if roll.keep == "best":
        return max(faces)
    return min(faces) if roll.keep == "worst" else sum(faces)


def evaluate(formula: Formula, values: Mapping[str, int], faces: Sequence[int] = ()) -> int:
    """What it is worth, rounded down at the end.

    values: every name it needs (KeyError names a missing one). faces: one face per die, in reading order
    (ValueError when there are too few, too many or impossible ones).
    """
    rest = iter(faces)
    result = floor(_exact(formula, values, rest))
    if next(rest, None) is not None:
        raise ValueError("more faces than dice")
    return result


def _exact(formula: Formula, values: Mapping[str, int], faces: Iterator[int]) -> Fraction:
    if isinstance(formula, Number):
        return Fraction(formula.value)
    if isinstance(formula, Name):
        return Fraction(values[formula.key])
    if isinstance(formula, Dice):
        shown = [face for _, face in zip(range(formula.count), faces, strict=False)]
        return Fraction(kept(formula, shown))
    parts = [_exact(part, values, faces) for part in children(formula)]
    if isinstance(formula, Negate):
        return -parts[0]
    if isinstance(formula, Operation):
        return operate(formula.op, parts[0], parts[1])
    return call(formula.function, parts)


def operate(op: str, left: Fraction, right: Fraction) -> Fraction:
    """One of the four operations, exactly."""
    if op == "+":
        return left + right
    if op == "-":
        return left - right
    return left * right if op == "*" else left / right


def call(function: str, args: Sequence[Fraction]) -> Fraction:
    """One of the four functions, exactly."""
    if function == "min":
        return min(args)
    if function == "max":
        return max(args)
    return Fraction(floor(args[0]) if function == "floor" else ceil(args[0]))


def explain(
    formula: Formula,
    values: Mapping[str, int],
    faces: Sequence[int] = (),
    label: str = "",
    labels: Mapping[str, str] | None = None,
) -> Breakdown:
    """The formula's value as a breakdown: one term per summand of its top level.

    labels: name -> what people read (`dex` -> `DEX`; default: the name in capitals). A summand that is more
    than a name, a number or a roll is one term under its text.
    """
    from tactics.effects.dice_text import render

    words = labels or {}
    terms: list[Term] = []
    rest = list(faces)
    exact = Fraction(0)
    for sign, part in _summands(formula, 1):
        count = sum(roll.count for roll in dice(part))
        shown, rest = rest[:count], rest[count:]
        worth = sign * _exact(part, values, iter(shown))
        exact += worth
        if isinstance(part, Dice) and part.keep == "sum" and sign == 1:
            kept(part, shown)
            terms += [die(part.sides, face) for face in shown]
        elif isinstance(part, Name):
            terms.append(Term(words.get(part.key, part.key.upper()), floor(worth), f"stat:{part.key}"))
        elif worth or not isinstance(part, Number):
            text = "" if isinstance(part, Number) else render(part)
            terms.append(Term(text, floor(worth)))
    if rest:
        raise ValueError("more faces than dice")
    # Halves of several summands may make a whole: what rounding each alone lost comes back by name.
    lost = floor(exact) - sum(term.value for term in terms)
    if lost:
        terms.append(Term("rounding", lost))
    return Breakdown(label, tuple(terms))


def _summands(formula: Formula, sign: int) -> Iterator[tuple[int, Formula]]:
    if isinstance(formula, Operation) and formula.op in "+-":
        yield from _summands(formula.left, sign)
        yield from _summands(formula.right, sign if formula.op == "+" else -sign)
    elif isinstance(formula, Negate):
        yield from _summands(formula.of, -sign)
    else:
        yield sign, formula
