"""What waits in the state between turns: Extended Actions under way and Prepared Actions (T-039 to T-046, T-066 to
T-078). Both are records on their unit; they become frames when they are executed.

An action is kept as the plain arguments of its command (`Wish`), so what is executed later goes through the same
checks as what is done at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tactics.kernel.state import Value

Wish = dict[str, Any]
"""`{"action": key, "with": ..., "target": ..., "path": ...}`: arguments of `move`, `talk` or `act`."""

VAGUE, NORMAL, EXACT = "vague", "normal", "exact"
ASK, AUTO = "ask", "auto"
ENTERS, IN_REACH, ATTACKS, CASTS, SPEAKS = "enters", "in_reach", "attacks", "casts", "speaks"
ANY = "any"
"""In a condition: whoever is of another side."""


class Prepared(Value, frozen=True):
    """One action set aside (T-066). number: in the order of declaration, from 1, kept when earlier ones are gone.

    cost: the points that were paid. when: the condition (`{"enters": [x, y]}`, `{"in_reach": body}`, ...), empty for
    none; fire: `ask` its owner when it is met, or `auto`. specificity: T-068, T-069.
    """

    number: int
    wish: Wish
    cost: dict[str, int] = {}
    text: str = ""
    when: dict[str, Any] = {}
    specificity: str = NORMAL
    fire: str = ASK

    @property
    def action(self) -> str:
        return str(self.wish["action"])


class Extended(Value, frozen=True):
    """One action that is paid for over several turns (T-039). paid: so far; now: in this turn."""

    wish: Wish
    cost: dict[str, int]
    paid: dict[str, int] = {}
    now: int = 0

    @property
    def action(self) -> str:
        return str(self.wish["action"])

    @property
    def owed(self) -> dict[str, int]:
        """What is still to be paid, by pool."""
        rest = {pool: points - self.paid.get(pool, 0) for pool, points in self.cost.items()}
        return {pool: points for pool, points in rest.items() if points > 0}


class How(Value, frozen=True):
    """How an action is done: on one's turn, or out of it.

    kind: `turn`, `extended`, `prepared` or `reflex`. paid: its points were paid before. surcharge: what comes on top
    (T-083). bonus: what the declaration is worth to its Attempt (T-068, T-069).
    """

    kind: str = "turn"
    paid: bool = False
    surcharge: dict[str, int] = {}
    bonus: int = 0

    @property
    def interrupts(self) -> bool:
        """Whether it is done out of turn (T-065)."""
        return self.kind in ("prepared", "reflex")

    def price(self, cost: Mapping[str, int]) -> dict[str, int]:
        """What is to be paid now for an action that costs so much."""
        due = {pool: points for pool, points in cost.items() if pool == "mp"} if self.paid else dict(cost)
        for pool, points in self.surcharge.items():
            due[pool] = due.get(pool, 0) + points
        return {pool: points for pool, points in due.items() if points}


TURN = How()
EXTENDED = How("extended", paid=True)
