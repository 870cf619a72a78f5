"""What a skill does by being there: flat changes of numbers, when they count, and whom an area of them touches.

A `Change` is a named number of a status, a bonus, an aura or an activated power (T-107 to T-113). A bonus with a
`When` counts only while its requirement is met (T-109).
"""

from __future__ import annotations

from typing import Literal

from tactics.effects.modifiers import APPLIES
from tactics.kernel.state import Value

POOLS = ("pa", "ma")
"""What a bonus may add to each turn's points by."""
OF_A_BODY = ("attempt", "effectiveness", "soak", "def", "crit", "botch", "initiative", "pack", *POOLS)
"""What a bonus or a power changes on the one who has it."""
OF_AN_AREA = ("attempt", "effectiveness", "soak", "def", "crit", "botch")
"""What an aura changes on those inside: numbers of checks, as they are at that moment."""

Affects = Literal["self", "allies", "enemies", "others", "all"]
AFFECTS: dict[str, str] = {
    "self": "oneself",
    "allies": "allies and oneself",
    "enemies": "enemies",
    "others": "all others",
    "all": "everybody",
}
CONDITIONS: dict[str, str] = {
    "wounded": "when wounded",
    "below_half": "below half of the hit points",
    "unhurt": "when unhurt",
    "terrain": "on some ground",
    "night": "at night",
    "alone": "with no ally beside",
    "ally_beside": "with an ally beside",
    "choice": "when its owner or the GM says so",
}
Met = Literal["wounded", "below_half", "unhurt", "terrain", "night", "alone", "ally_beside", "choice"]


class Change(Value, frozen=True):
    """A modifier of `value` to what `applies` names. skill: only on checks of that skill; stat: only on checks that
    add that stat; label: as breakdowns call it, else the entry's own."""

    applies: str
    value: int
    label: str = ""
    skill: str = ""
    stat: str = ""

    def __post_init__(self) -> None:
        if self.applies not in (*APPLIES, *POOLS):
            raise ValueError(f"applies: one of {', '.join((*APPLIES, *POOLS))}")
        if not -99 <= self.value <= 99:
            raise ValueError("value: -99 to 99")


class When(Value, frozen=True):
    """The requirement of a circumstantial bonus (T-109). met: what meets it. terrain: keys of the ground that meets
    it. text: the requirement in words; with `choice` nobody but its owner or the GM knows whether it is met."""

    met: Met
    terrain: tuple[str, ...] = ()
    text: str = ""

    def __post_init__(self) -> None:
        if (self.met == "terrain") != bool(self.terrain):
            raise ValueError("when: name the terrain with met: terrain, and only there")
        if self.met == "choice" and not self.text.strip():
            raise ValueError("when: say the requirement in words (text)")

    @property
    def words(self) -> str:
        """`when wounded`, or the requirement as it is written."""
        if self.text:
            return self.text
        return f"on {' or '.join(self.terrain).replace('_', ' ')}" if self.terrain else CONDITIONS[self.met]
