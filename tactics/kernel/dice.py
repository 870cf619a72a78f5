"""Dice come in by the door: a decision asks for each draw and is given faces.

`draw(count, sides, keep, why)` rolls `count` dice with `sides` faces (1 to sides; a ten is 10, shown as 0
on the document's die) and says which count. keep: `all`, `best` or `worst`.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement
from math import factorial
from typing import NamedTuple, Protocol

from tactics.kernel.state import Value

KEEPS = ("all", "best", "worst")


class Draw(Value, frozen=True):
    """What fell: every face in the order of the roll, and those that count."""

    sides: int
    faces: tuple[int, ...]
    kept: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.kept)


class Dice(Protocol):
    """Whatever gives faces."""

    def draw(self, count: int, sides: int, keep: str, why: str) -> Draw: ...


class DiceError(Exception):
    """Scripted or replayed dice do not fit what is asked: a fault of the test or a replay that cannot hold."""


def kept(faces: Sequence[int], keep: str) -> tuple[int, ...]:
    """The faces that count."""
    if keep == "best":
        return (max(faces),)
    if keep == "worst":
        return (min(faces),)
    return tuple(faces)


def drawn(faces: Sequence[int], sides: int, keep: str) -> Draw:
    return Draw(sides=sides, faces=tuple(faces), kept=kept(faces, keep))


class SystemDice:
    """The server's dice: the operating system's randomness, no seed that anybody could know."""

    def draw(self, count: int, sides: int, keep: str, why: str) -> Draw:
        return drawn([secrets.randbelow(sides) + 1 for _ in range(count)], sides, keep)


class ScriptedDice:
    """Faces given in order, as (sides, face). An unasked or an unused die is an error that names its purpose."""

    def __init__(self, faces: Iterable[tuple[int, int]] = ()) -> None:
        self._faces = list(faces)

    def draw(self, count: int, sides: int, keep: str, why: str) -> Draw:
        out = []
        for _ in range(count):
            if not self._faces:
                raise DiceError(f"a d{sides} is rolled for {why}, but no face is listed for it")
            listed, face = self._faces.pop(0)
            if listed != sides:
                raise DiceError(f"a d{sides} is rolled for {why}, but d{listed}={face} is listed")
            if not 1 <= face <= sides:
                raise DiceError(f"d{sides}={face} is no face of that die")
            out.append(face)
        return drawn(out, sides, keep)

    def finish(self) -> None:
        """Raises DiceError if listed faces were never rolled."""
        if self._faces:
            left = ", ".join(f"d{sides}={face}" for sides, face in self._faces)
            raise DiceError(f"listed but not rolled: {left}")


class Recorded(NamedTuple):
    """A draw as the log has it."""

    sides: int
    faces: tuple[int, ...]
    why: str = ""


class ReplayDice:
    """The recorded draws of a command that is decided again, for an amendment.

    Another question than the recorded one is an error, unless there are `spare` dice: then a recorded draw answers
    the question that it fell for, and what had not fallen (a miss that becomes a hit has no Effectiveness) falls now.
    """

    def __init__(self, draws: Iterable[Recorded], spare: Dice | None = None) -> None:
        self._draws = list(draws)
        self.spare = spare

    def draw(self, count: int, sides: int, keep: str, why: str) -> Draw:
        if self.spare is not None:
            fits = next((d for d in self._draws if (len(d.faces), d.sides, d.why) == (count, sides, why)), None)
            if fits is None:
                return self.spare.draw(count, sides, keep, why)
            self._draws.remove(fits)
            return drawn(fits.faces, sides, keep)
        if not self._draws:
            raise DiceError(f"{count}d{sides} for {why} was not rolled then")
        then = self._draws.pop(0)
        if then.sides != sides or len(then.faces) != count:
            raise DiceError(f"{count}d{sides} for {why}: {len(then.faces)}d{then.sides} was rolled then")
        return drawn(then.faces, sides, keep)

    @property
    def used_up(self) -> bool:
        """Nothing is left that had to fall again."""
        return self.spare is not None or not self._draws

    @property
    def has_more(self) -> bool:
        return bool(self._draws)


class BranchingDice:
    """Walks every distinct result of every draw, with its weight: the exact odds of a whole decision.

    >>> walker = BranchingDice()
    >>> sum(weight for weight, total in walker.walk(lambda d: d.draw(2, 6, "all", "two dice").total) if total == 7)
    Fraction(1, 6)

    The decision is run once for each path; equal results of one draw are one path (best of three d100 is
    100 paths and 5d4 is 16).
    """

    def __init__(self, limit: int = 200_000) -> None:
        self._limit = limit
        self._prefix: list[int] = []
        self._depth = 0
        self._widths: list[int] = []
        self._weights: list[tuple[int, int]] = []

    def walk(self, run):  # type: ignore[no-untyped-def]
        """Yields (Fraction, result of run(self)) for each path. run must be pure given its dice."""
        from fractions import Fraction

        self._prefix = []
        for _ in range(self._limit):
            self._depth, self._widths, self._weights = 0, [], []
            result = run(self)
            weight = Fraction(1)
            for number, of in self._weights:
                weight *= Fraction(number, of)
            yield weight, result
            path = (self._prefix + [0] * len(self._widths))[: len(self._widths)]
            while path and path[-1] + 1 >= self._widths[len(path) - 1]:
                path.pop()
            if not path:
                return
            path[-1] += 1
            self._prefix = path
        raise DiceError(f"more than {self._limit} paths of dice")

    def draw(self, count: int, sides: int, keep: str, why: str) -> Draw:
        results = distinct(count, sides, keep)
        at = self._prefix[self._depth] if self._depth < len(self._prefix) else 0
        self._depth += 1
        faces, number = results[at]
        self._widths.append(len(results))
        self._weights.append((number, sides**count))
        return drawn(faces, sides, keep)


_DISTINCT: dict[tuple[int, int, str], list[tuple[tuple[int, ...], int]]] = {}


def distinct(count: int, sides: int, keep: str) -> list[tuple[tuple[int, ...], int]]:
    """The distinct results of a draw, each as (faces that stand for it, how many of sides**count rolls give it)."""
    key = (count, sides, keep)
    if key not in _DISTINCT:
        found: dict[int, tuple[tuple[int, ...], int]] = {}
        if keep == "all" or count == 1:
            for combination in combinations_with_replacement(range(1, sides + 1), count):
                ways = factorial(count)
                for face in set(combination):
                    ways //= factorial(combination.count(face))
                total = sum(combination)
                faces, number = found.get(total, (combination, 0))
                found[total] = (faces, number + ways)
        else:
            for face in range(1, sides + 1):
                below, upto = (face - 1, face) if keep == "best" else (sides - face, sides - face + 1)
                found[face] = ((face,) * count, upto**count - below**count)
        _DISTINCT[key] = [found[k] for k in sorted(found)]
    return _DISTINCT[key]
