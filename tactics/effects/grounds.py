"""What the terrain of a rules version does on a board: the facts that `tactics.board.grid` needs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from tactics.board import MATERIALS, Ground
from tactics.kernel.rules import Rules

UNKNOWN = "unknown"
"""Terrain key of a cell that a viewer has never seen (letter `?`): nothing can be planned into it."""


@lru_cache(maxsize=32)
def _grounds(rules: Rules) -> Mapping[str, Ground]:
    found = {
        key: Ground(blocks_move=t.blocks_move, blocks_sight=t.blocks_sight, steps=t.steps)
        for key, t in rules.entries.get("terrain", {}).items()
    }
    found[UNKNOWN] = Ground(blocks_move=True, blocks_sight=True)
    return found


def grounds(rules: Rules) -> Mapping[str, Ground]:
    """Terrain key -> facts; `unknown` included."""
    return _grounds(rules)


@lru_cache(maxsize=32)
def materials(rules: Rules) -> Mapping[str, Ground]:
    """Material of an edge -> facts: those that every board knows, and what bars the way by these rules."""
    own = rules.entries.get("material", {}).items()
    return {**MATERIALS, **{key: Ground(blocks_move=True) for key, spec in own if getattr(spec, "blocks_move", False)}}
