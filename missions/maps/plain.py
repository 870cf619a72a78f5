"""JSON from strangers: read with a limit of depth, and looked at without trust in its types."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from . import limits
from .draft import Unreadable

BOM = b"\xef\xbb\xbf"


def decode(data: bytes, type: Any = Any) -> Any:
    """Plain data. NaN, Infinity and numbers beyond a float are no JSON here. Raises Unreadable."""
    try:
        return msgspec.json.decode(data[3:] if data[:3] == BOM else data, type=type)
    except (msgspec.DecodeError, UnicodeError) as problem:
        raise Unreadable("not_json", why=str(problem)[:120]) from problem
    except RecursionError as problem:
        raise Unreadable("too_deep") from problem


def table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def number(value: Any, default: float | None = None) -> float | None:
    """A finite number that may be a coordinate or a size in pixels; else the default. Digits in quotes count."""
    if isinstance(value, str) and len(value) < 30:
        try:
            value = float(value)
        except ValueError:
            return default
    if isinstance(value, bool) or not isinstance(value, int | float):
        return default
    value = float(value) if abs(value) < 1e15 else math.inf
    return value if math.isfinite(value) else default


def whole(value: Any, default: int = 0) -> int:
    found = number(value)
    return int(found) if found is not None and found == int(found) else default


def point(value: Any) -> tuple[float, float] | None:
    """{x, y} as a pair; None unless both are numbers."""
    x, y = number(table(value).get("x")), number(table(value).get("y"))
    return (x, y) if x is not None and y is not None else None


def size(width: int, height: int) -> None:
    """Refuses a map without cells, and one that is too large to be read."""
    if width < 1 or height < 1:
        raise Unreadable("no_cells")
    if width > limits.READ or height > limits.READ:
        raise Unreadable("too_many_cells", width=width, height=height, most=limits.READ)
