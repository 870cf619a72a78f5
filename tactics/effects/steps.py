"""What an ability does, as a small tree of steps in its data: `effect: [{do: check}, {do: harm}]`.

A ruleset compiles the steps to the named steps of a frame, so an ability that is data alone gets interrupt
windows, prompts, recorded dice, odds and secrecy as any other. What fits none of them names a registered
Python step (`{do: python, name: ...}`); the linter lists each use.

`on` is `target` or `self`. An `Amount` is a whole number or the key of a constant that holds one.
"""

from __future__ import annotations

from typing import Any, Literal

from tactics.effects.dice_text import parse, render
from tactics.effects.formula import Formula
from tactics.kernel.state import Value

Amount = int | str
On = Literal["target", "self"]
Against = Literal["difficulty", "def", "versus", "suppression"]


class Expression:
    """A formula in a spec: the text as typed and its tree, parsed when the data is read."""

    __slots__ = ("text", "tree")

    def __init__(self, text: str, tree: Formula) -> None:
        self.text, self.tree = text, tree

    @classmethod
    def read(cls, text: str, vocabulary: frozenset[str]) -> Expression:
        """Raises FormulaError."""
        return cls(text, parse(text, vocabulary))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Expression) and self.tree == other.tree

    def __hash__(self) -> int:
        return hash(render(self.tree))

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"


class Step(Value, frozen=True, tag_field="do"):
    """Base of the steps; the data names the type under `do`."""


class Check(Step, frozen=True, tag="check"):
    """An Attempt. With no `skill` it is the one that the command names (`with`). What follows in the same
    list happens only on success. against: the GM's difficulty, the target's DEF, its roll (`versus`, with
    `resist`, by default the same skill), or the strength by which the aura named is suppressed (T-117). stat:
    in place of the skill's own. alone: it concerns nobody but the one who rolls, whomever the action is done to."""

    against: Against = "difficulty"
    skill: str = ""
    resist: str = ""
    difficulty: Amount | None = None
    stat: str = ""
    alone: bool = False


class Harm(Step, frozen=True, tag="harm"):
    """Rolls the Effectiveness of the skill or weapon, less soak, and takes it from the hit points."""

    bonus: Amount = 0


class Tell(Step, frozen=True, tag="tell"):
    """Rolls the Effectiveness, if the skill has one, and leaves its meaning to the GM's words (T-161)."""


class Heal(Step, frozen=True, tag="heal"):
    """Gives hit points, up to the maximum."""

    amount: Expression
    on: On = "target"


class Inflict(Step, frozen=True, tag="inflict"):
    """Puts a status on somebody. turns: until the start of that many coming turns of the target; 0: stays."""

    status: str
    on: On = "target"
    turns: int = 0


class Modify(Step, frozen=True, tag="modify"):
    """Lays a modifier: on `self` or `target`, to the start or end of the unit's next turn, or once."""

    applies: str
    label: str
    value: Amount
    on: On = "self"
    until: Literal["next_turn_start", "next_turn_end", "used"] = "next_turn_start"


class Walk(Step, frozen=True, tag="walk"):
    """Movement in `legs` normal movements. through: occupied cells may be crossed, not ended in (T-063)."""

    legs: int = 1
    through: bool = False


class Push(Step, frozen=True, tag="push"):
    """Shoves the target straight away by up to so many cells; negative pulls."""

    cells: int


class Speak(Step, frozen=True, tag="speak"):
    """Says the words of the command; the cost grows with their number."""


class Look(Step, frozen=True, tag="look"):
    """Finds what is hidden within so many cells. resist: with which skill somebody hidden who has it sets the
    difficulty of being found by a roll (T-058); found or not, that is apart from the check before it."""

    radius: Amount
    resist: str = ""


class Spend(Step, frozen=True, tag="spend"):
    """Takes from a pool of the actor beyond the cost, at the moment of the step."""

    pool: str
    amount: Amount


class Grant(Step, frozen=True, tag="grant"):
    """Gives to a pool, up to its maximum."""

    pool: str
    amount: Amount
    on: On = "self"


class Area(Step, frozen=True, tag="area"):
    """Does its steps to every body within `radius` cells of the target, but for those whom it spares: oneself, or
    with `allies` the whole own side."""

    radius: Amount
    effect: tuple[AnyStep, ...]
    spare: Literal["nobody", "self", "allies", "enemies"] = "nobody"


class Ask(Step, frozen=True, tag="ask"):
    """Asks the GM or the target's seat something in words and waits for its default."""

    who: Literal["gm", "target"]
    text: str


class Aura(Step, frozen=True, tag="aura"):
    """Suppresses or asserts the own aura that the command names (T-115 to T-117)."""

    set: Literal["suppressed", "asserted"]


class Suppress(Step, frozen=True, tag="suppress"):
    """Suppresses the target's auras from outside with a strength that a willpower check must beat (T-117). turns:
    of the target, after which they come back by themselves; 0: they do not."""

    strength: Amount
    turns: int = 0


class Switch(Step, frozen=True, tag="switch"):
    """Switches the activated power on that is used (T-112)."""


class Python(Step, frozen=True, tag="python"):
    """A registered step of the ruleset's own code."""

    name: str
    args: dict[str, Any] = {}


AnyStep = (
    Check
    | Harm
    | Tell
    | Heal
    | Inflict
    | Modify
    | Walk
    | Push
    | Speak
    | Look
    | Spend
    | Grant
    | Area
    | Ask
    | Aura
    | Suppress
    | Switch
    | Python
)


def flat(steps: tuple[AnyStep, ...]) -> tuple[AnyStep, ...]:
    """All steps, those inside areas too."""
    found: list[AnyStep] = []
    for step in steps:
        found.append(step)
        if isinstance(step, Area):
            found += flat(step.effect)
    return tuple(found)
