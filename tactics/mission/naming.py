"""Names of the members of a group: `Goblins` are `Goblin 1`, `Goblin 2`; and of a further one of a name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from msgspec.structs import replace

from tactics.kernel.state import AnyBody, AnyUnit

ENDINGS = (("men", "man"), ("wolves", "wolf"), ("thieves", "thief"), ("ies", "y"), ("ss", "ss"), ("s", ""))
"""What becomes of a plural's end, the first that fits."""


def singular(name: str) -> str:
    """The name of one of them, in English; as it is where no ending fits."""
    for ending, one in ENDINGS:
        if name.casefold().endswith(ending) and len(name) > len(ending) - len(one):
            kept = name[: len(name) - len(ending)]
            return kept + (one.capitalize() if not kept else one)
    return name


_NUMBERED = re.compile(r"(.*\S)\s+([0-9]{1,4})", re.DOTALL)


def stem(name: str) -> str:
    """`Goblin` of `Goblin 5`."""
    found = _NUMBERED.fullmatch(name)
    return found[1] if found else name


def highest(base: str, names: Iterable[str]) -> int:
    """The highest number that goes with a name: a name without one counts as 1, none at all as 0."""
    most = 0
    for name in names:
        if name == base:
            most = max(most, 1)
        elif stem(name) == base and name != base:
            most = max(most, int(_NUMBERED.fullmatch(name)[2]))  # type: ignore[index]
    return most


def told_apart(
    unit: AnyUnit, bodies: tuple[AnyBody, ...], units: Collection[str], others: Collection[str]
) -> tuple[AnyUnit, tuple[AnyBody, ...]]:
    """The unit and its bodies, numbered on after those that bear the same names: Goblins 2 with Goblin 6, Goblin 7.
    units, others: names of the units and bodies that are there."""
    parts = unit.kind not in ("character", "mob")  # bodies that are one thing keep the names of its parts
    if not parts:
        base = stem(bodies[0].name)
        taken = highest(base, others)
        if len(bodies) > 1 or taken:
            bodies = tuple(replace(body, name=f"{base} {taken + i}") for i, body in enumerate(bodies, 1))
        if len(bodies) == 1:
            return replace(unit, name=bodies[0].name), bodies
    base = stem(unit.name)
    most = highest(base, units)
    return (replace(unit, name=f"{base} {most + 1}") if most else unit), bodies
