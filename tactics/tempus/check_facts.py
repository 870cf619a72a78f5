"""What a check asks about: the facts it may read, and who attempts what on whom.

`Facts` is the truth (a `Work`) or what a seat may know (a `Known`): engine and preview share all code below.
"""

from __future__ import annotations

from typing import Any, Protocol

from tactics.effects.specs import Skill, Weapon
from tactics.effects.steps import Amount
from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Value


class Facts(Protocol):
    """Where numbers are read from: a `Work` (the truth) or a `Known` (what a seat may know)."""

    @property
    def state(self) -> AnyState: ...
    @property
    def rules(self) -> Rules: ...


class Trial(Value, frozen=True):
    """Who attempts what, on whom: all that a check needs besides the state. Keys of bodies and rules data.

    against: `def`, `difficulty`, `suppression` or `versus` (then `resist` is the other's skill). difficulty: what
    the data presets for it. bonus: what the action adds to Effectiveness (T-052, T-060).
    """

    body: str
    skill: str
    action: str = ""
    weapon: str = ""
    target: str = ""
    against: str = "difficulty"
    resist: str = ""
    difficulty: Amount | None = None
    bonus: Amount = 0
    strength: int = 0
    """Of what suppresses the aura that is to be asserted (T-117)."""
    stats: tuple[str, ...] = ()
    """In place of the skill's: how somebody casts (T-126), or what the GM wants for this check (T-100)."""
    rank: str = ""
    """The skill whose rank counts, if not the one that is checked (T-126)."""
    resists: bool = False
    """The roll of the other side of a Versus check: what was laid on "the next check" is not for it."""


def constant(facts: Facts, key: str) -> Any:
    return facts.rules.constant(key, facts.state.options)


def amount(facts: Facts, value: Amount) -> int:
    """A number of the data, or the constant that it names."""
    return value if isinstance(value, int) else int(constant(facts, value))


def is_house(facts: Facts, value: Amount) -> bool:
    """Whether an amount is a house value: the constant says so, or this Mission has set its own."""
    if isinstance(value, int):
        return False
    found = facts.rules.constants.get(value)
    return value in facts.state.options or (found is not None and found.origin == "house")


def skill_of(facts: Facts, key: str) -> Skill:
    """The skill; KeyError for one that the rules data lacks (commands look it up first)."""
    found = facts.rules.find("skill", key)
    if found is None:
        raise KeyError(key)
    skill: Skill = found
    return skill


def weapon_of(facts: Facts, key: str) -> Weapon | None:
    return facts.rules.find("weapon", key) if key else None


def unit_of(facts: Facts, body: AnyBody) -> AnyUnit:
    return facts.state.units[body.unit]
