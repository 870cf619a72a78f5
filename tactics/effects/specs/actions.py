"""What a unit can do."""

from __future__ import annotations

from typing import Literal

from tactics.effects.specs.entries import Entry, checked_cost, cost_kind
from tactics.effects.steps import AnyStep


class Action(Entry, frozen=True, kw_only=True):
    """Something a unit does. cost: points by pool (`pa`, `ma`); its kind is derived from it.

    reach: cells within which a target must stand, or None for any in sight; 0: no target. effect: what it
    does, step by step. check: the skill that it checks when the command names none.
    playable False: listed with its data, and nothing carries it out yet.
    level: of a spell; it costs Magic Points by its level (T-128) when its casting is complete. needs_rank: the
    least rank of its skill; with less the GM is asked.
    """

    cost: dict[str, int] = {}
    target: Literal["none", "body", "anyone", "cell", "path", "words", "item"] = "none"
    """Whom it is done to. `anyone`: somebody, or nobody in particular; `item`: things of the Pack, the hands and the
    ground are moved, and the command names them."""
    reach: int | None = None
    check: str = ""
    needs_skill: Literal["", "attack", "any", "aura"] = ""
    """Whether the command must name a skill: an attack skill, an aura of one's own, or any."""
    effect: tuple[AnyStep, ...] = ()
    extendable: bool = True
    interruptible: bool = True
    interrupt_only: bool = False
    answers_attack: bool = False
    """Only at whoever is attacking the unit at that moment (Counter Attack, T-086)."""
    divine: bool = False
    needs_hand: bool = False
    playable: bool = True
    listed: bool = True
    """False: it stands in no list of actions, something else begins it."""
    level: int = 0
    needs_rank: int = 0
    hp_cost: int = 0
    """Hit points that it takes from the one who does it (T-122); never the last one."""
    items: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        checked_cost(self.cost)
        if not 0 <= self.level <= 10 or not 0 <= self.needs_rank <= 10:
            raise ValueError("level: a spell has a level from 1 to 10 (and needs_rank is 0 to 10)")
        if self.level and not self.check:
            raise ValueError("check: a spell names the skill that casts it")
        if self.reach is not None and not 0 <= self.reach <= 200:
            raise ValueError("reach: 0 to 200 cells, or leave it out")

    @property
    def kind(self) -> str:
        """`physical`, `mental`, `dynamic` or `free` (T-034)."""
        return cost_kind(self.cost)
