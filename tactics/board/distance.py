"""The one distance that serves every range, radius and ruler (`tt.grid.metric`, house value chebyshev)."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

from tactics.kernel.state import Cell

METRICS: dict[str, Callable[[int, int, int], int]] = {
    "chebyshev": lambda dx, dy, dz: max(dx, dy, dz),
    "manhattan": lambda dx, dy, dz: dx + dy + dz,
    "euclid": lambda dx, dy, dz: isqrt(dx * dx + dy * dy + dz * dz),
}
"""How the three differences (each 0 or more) make one whole number of cells; euclid is rounded down."""


def distance(a: Cell, b: Cell, metric: str = "chebyshev", rise: int = 0) -> int:
    """Cells between `a` and `b`: 0 for the same cell, 1 for a neighbour. Symmetric.

    rise: the difference in levels, either sign; it counts like a third axis and is left out by default.
    Raises ValueError for a metric that is not in METRICS.

    >>> distance((0, 0), (3, 4)), distance((0, 0), (3, 4), "manhattan"), distance((0, 0), (3, 4), "euclid")
    (4, 7, 5)
    """
    measure = METRICS.get(metric)
    if measure is None:
        raise ValueError(f"unknown metric {metric!r}: one of {', '.join(METRICS)}")
    return measure(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(rise))
