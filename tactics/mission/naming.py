"""Names of the members of a group: `Goblins` are `Goblin 1`, `Goblin 2`."""

from __future__ import annotations

ENDINGS = (("men", "man"), ("wolves", "wolf"), ("thieves", "thief"), ("ies", "y"), ("ss", "ss"), ("s", ""))
"""What becomes of a plural's end, the first that fits."""


def singular(name: str) -> str:
    """The name of one of them, in English; as it is where no ending fits."""
    for ending, one in ENDINGS:
        if name.casefold().endswith(ending) and len(name) > len(ending) - len(one):
            kept = name[: len(name) - len(ending)]
            return kept + (one.capitalize() if not kept else one)
    return name
