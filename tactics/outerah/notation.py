"""How the document writes a status: `[Prefix] Name (Rounds)`, as in `Void Poison` and `Everlasting Burn(3)` (O-242).

>>> parse("Everlasting Burn(3)", ("Burn", "Poison"))
Written(prefix='Everlasting', name='Burn', rounds=3)
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

_TEXT = re.compile(r"\s*(.*?\S)\s*(?:\(\s*([0-9]{1,3})\s*\))?\s*", re.DOTALL)


class Written(NamedTuple):
    """rounds None: until it is resisted or cured (O-243)."""

    prefix: str
    name: str
    rounds: int | None


def parse(text: str, names: Collection[str]) -> Written:
    """Reads it; names: the labels of the statuses that there are, the longest that fits counts. Raises ValueError
    that says what to write."""
    match = _TEXT.fullmatch(text)
    words = match[1] if match else ""
    fitting = [n for n in names if words.casefold() == n.casefold() or words.casefold().endswith(f" {n.casefold()}")]
    if match is None or not fitting:
        raise ValueError(f"{text!r}: write the name of a status, with the Rounds in brackets if it has some: Burn (3)")
    name = max(fitting, key=len)
    return Written(words[: len(words) - len(name)].strip(), name, int(match[2]) if match[2] else None)
