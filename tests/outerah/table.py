"""A battle of Outerah to play in a test; `tests.rules.table.Play` says how. A face alone is one of a D100."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tactics.effects.breakdown import Breakdown
from tactics.kernel.rules import Rules
from tactics.outerah.table import OUTERAH
from tests.rules import table

GM = table.GM


def rules_with(content: Mapping[str, Any]) -> Rules:
    return table.rules_with(content, "outerah")


class Battle(table.Play):
    code = OUTERAH
    sides = 100

    def __init__(self, rows: Any, units: Any, **words: Any) -> None:
        super().__init__(rows, units, pace=None, **words)

    def parts(self, unit: str) -> dict[str, int]:
        return {key: pool.left for key, pool in self.state.units[unit].pools.items()}

    def hp(self, body: str) -> int:
        return self.state.bodies[body].hp

    def statuses(self, body: str) -> dict[str, int]:
        """Status -> stacks."""
        return {s.key: s.stacks for s in self.state.bodies[body].statuses}

    def end(self, *units: str, **words: Any) -> None:
        """These end their turns, one after the other."""
        for unit in units:
            self.do("end_turn", unit=unit, **words)


def hero(seat: str = "ann", **spec: Any) -> dict[str, Any]:
    """A hero; upper-case words are stats."""
    stats = {k: v for k, v in spec.items() if k.isupper()}
    rest = {k.replace("cls", "class"): v for k, v in spec.items() if not k.isupper()}
    return {"kind": "character", "side": "heroes", "seat": seat, "stats": stats, **rest}


def foe(**spec: Any) -> dict[str, Any]:
    return {**hero(GM, **spec), "side": "foes", "character": False}


def terms(breakdown: Breakdown) -> dict[str, int]:
    return {t.label: t.value for t in breakdown.terms if t.counts}
