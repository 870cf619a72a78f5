"""Exact distributions with integer weights, by convolution. Nothing here rolls or rounds.

A `Distribution` says in how many of `of` equally likely ways each value comes up. Rounding for people
happens in `percent` and `permille` alone.

    >>> from tactics.effects.dice_text import parse
    >>> percent(of_formula(parse("2d6")).at_least(10))
    '17 %'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from math import ceil, floor, gcd
from typing import TypeVar

from tactics.effects.formula import (
    Call,
    Dice,
    Formula,
    Name,
    Negate,
    Number,
    Operation,
    call,
    children,
    operate,
)

MAX_WORK = 2_000_000
"""How many products of two values one formula may take; more raises TooLarge."""


class TooLarge(ValueError):
    """The exact odds of this formula would take too long: show none."""


class Distribution:
    """Value -> weight, with the sum of weights `of`. Immutable; equal when the chances are equal."""

    __slots__ = ("of", "weights")

    def __init__(self, weights: Mapping[int, int]) -> None:
        kept = {value: weight for value, weight in sorted(weights.items()) if weight}
        if not kept or min(kept.values()) < 0:
            raise ValueError("a distribution needs positive weights")
        common = reduce(gcd, kept.values())
        self.weights: dict[int, int] = {value: weight // common for value, weight in kept.items()}
        self.of = sum(self.weights.values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self.weights == other.weights

    def __hash__(self) -> int:
        return hash(tuple(self.weights.items()))

    def __repr__(self) -> str:
        return f"Distribution({self.weights})"

    def chance(self, where: Callable[[int], bool]) -> Fraction:
        """The chance that the value is one for which `where` is true."""
        return Fraction(sum(w for value, w in self.weights.items() if where(value)), self.of)

    def at_least(self, value: int) -> Fraction:
        return self.chance(lambda v: v >= value)

    @property
    def worst(self) -> int:
        return next(iter(self.weights))

    @property
    def best(self) -> int:
        return next(reversed(self.weights))

    @property
    def expected(self) -> Fraction:
        """The mean, exactly."""
        return Fraction(sum(value * weight for value, weight in self.weights.items()), self.of)

    def map(self, change: Callable[[int], int]) -> Distribution:
        """The distribution of `change(value)`: `eff.map(lambda e: max(0, e - soak))`."""
        weights: dict[int, int] = {}
        for value, weight in self.weights.items():
            changed = change(value)
            weights[changed] = weights.get(changed, 0) + weight
        return Distribution(weights)

    def plus(self, other: Distribution) -> Distribution:
        """The sum of two independent values."""
        return Distribution(_combine(self.weights, other.weights, lambda a, b: a + b))


def certain(value: int) -> Distribution:
    return Distribution({value: 1})


def mixed(parts: Iterable[tuple[int, int, Distribution]]) -> Distribution:
    """Distributions that happen with the chance (weight, of) each: (104, 1000, d)."""
    listed = [(Fraction(weight, of), part) for weight, of, part in parts if weight]
    chances: dict[int, Fraction] = {}
    for share, part in listed:
        for value, weight in part.weights.items():
            chances[value] = chances.get(value, Fraction(0)) + share * Fraction(weight, part.of)
    common = reduce(lambda a, b: a * b // gcd(a, b), (c.denominator for c in chances.values()), 1)
    return Distribution({value: int(chance * common) for value, chance in chances.items()})


@lru_cache(maxsize=1024)
def of_dice(count: int, sides: int, keep: str = "sum") -> Distribution:
    """`count` dice of `sides`: their sum, or the best or worst one."""
    if keep in ("best", "worst"):
        up = {face: face**count - (face - 1) ** count for face in range(1, sides + 1)}
        return Distribution(up if keep == "best" else {sides + 1 - face: w for face, w in up.items()})
    if count * count * sides > MAX_WORK:
        raise TooLarge(f"{count}d{sides}")
    ways = [1]
    for _ in range(count):
        # Each new total sums a window of `sides` old ones: add what enters, drop what leaves.
        window, after = 0, []
        for index in range(len(ways) + sides - 1):
            window += ways[index] if index < len(ways) else 0
            window -= ways[index - sides] if index >= sides else 0
            after.append(window)
        ways = after
    return Distribution({count + index: weight for index, weight in enumerate(ways)})


def of_formula(formula: Formula, values: Mapping[str, int] | None = None) -> Distribution:
    """The exact distribution of a formula with these facts; its dice are independent.

    Raises KeyError for a missing name and TooLarge beyond MAX_WORK.
    """
    spread = _exact(formula, values or {})
    weights: dict[int, int] = {}
    for value, weight in spread.items():
        weights[floor(value)] = weights.get(floor(value), 0) + weight
    return Distribution(weights)


Spread = Mapping[Fraction, int]


def _exact(formula: Formula, values: Mapping[str, int]) -> Spread:
    if isinstance(formula, Number):
        return {Fraction(formula.value): 1}
    if isinstance(formula, Name):
        return {Fraction(values[formula.key]): 1}
    if isinstance(formula, Dice):
        rolled = of_dice(formula.count, formula.sides, formula.keep)
        return {Fraction(value): weight for value, weight in rolled.weights.items()}
    parts = [_exact(part, values) for part in children(formula)]
    if isinstance(formula, Negate):
        return {-value: weight for value, weight in parts[0].items()}
    if isinstance(formula, Operation):
        op = formula.op
        return _combine(parts[0], parts[1], lambda a, b: operate(op, a, b))
    assert isinstance(formula, Call)
    function = formula.function
    if len(parts) == 1:
        rounded: dict[Fraction, int] = {}
        for value, weight in parts[0].items():
            key = call(function, (value,))
            rounded[key] = rounded.get(key, 0) + weight
        return rounded
    return reduce(lambda a, b: _combine(a, b, lambda x, y: call(function, (x, y))), parts)


N = TypeVar("N", int, Fraction)


def _combine(left: Mapping[N, int], right: Mapping[N, int], join: Callable[[N, N], N]) -> dict[N, int]:
    if len(left) * len(right) > MAX_WORK:
        raise TooLarge(f"{len(left)} times {len(right)} values")
    result: dict[N, int] = {}
    for a, weight_a in left.items():
        for b, weight_b in right.items():
            value = join(a, b)
            result[value] = result.get(value, 0) + weight_a * weight_b
    return result


# Rounding for people, in this one place ------------------------------------------------------------


def percent(chance: Fraction) -> str:
    """`55 %`, rounded to the nearest whole (half up); never `0 %` or `100 %` for a chance that is neither."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    whole = _nearest(chance * 100)
    return "<1 %" if whole < 1 else ">99 %" if whole > 99 else f"{whole} %"


def permille(chance: Fraction) -> int:
    """0 to 1000, rounded to the nearest (half up); never 0 or 1000 for a chance that is neither."""
    if chance in (0, 1):
        return int(chance) * 1000
    return min(999, max(1, _nearest(chance * 1000)))


def mean(value: Fraction) -> str:
    """An expected value with at most one decimal: `4.5`, `3`. Half away from zero."""
    tenths = _nearest(abs(value) * 10)
    text = str(tenths // 10) if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}"
    return text if value >= 0 or tenths == 0 else f"\N{MINUS SIGN}{text}"


def _nearest(value: Fraction) -> int:
    return floor(value + Fraction(1, 2))


WORDS = ("very unlikely", "unlikely", "even", "likely", "very likely")


def in_words(chance: Fraction) -> str:
    """One of five words, for a Mission that is `guarded` (table.md 23): fifths of the scale."""
    return WORDS[min(4, max(0, ceil(chance * 5) - 1))]
