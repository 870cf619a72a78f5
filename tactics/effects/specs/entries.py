"""What every entry of the rules data has, and the kinds that are only read: constants, stats, terrain, statuses."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

from tactics.effects.dice_text import FormulaError, parse, suggestion
from tactics.effects.formula import Dice
from tactics.effects.powers import Change
from tactics.kernel.state import Value

Origin = Literal["document", "house"]


TERRAIN_STYLES = (
    "ground",
    "grass",
    "wood",
    "stone",
    "wall",
    "rough",
    "sand",
    "snow",
    "water",
    "deep",
    "hill",
    "pit",
    "tree",
    "lava",
    "sky",
    "space",
    "field",
    "helm",
    "catapult",
    "gun",
    "hatch",
    "forest",
    "fog",
    "ice",
    "mountain",
    "river",
    "sea",
    "deck",
    "rim",
    "gun-right",
    "hatch-right",
)
"""The class names that the stylesheet knows (ground.css): ground that differs in play differs without colour too."""


NONE = "none"


POOLS = ("pa", "ma", "mp")
"""What a cost may take."""


@lru_cache(maxsize=512)
def dice_of(text: str) -> Dice | None:
    """`2d6` as a roll, `none` as None. Raises ValueError for anything else."""
    if text == NONE:
        return None
    try:
        tree = parse(text)
    except FormulaError as error:
        raise ValueError(f"effectiveness: write d10, 2d6 or none ({error.problem})") from error
    if not isinstance(tree, Dice):
        raise ValueError(f"effectiveness: {text!r} is no roll; write d10, 2d6 or none")
    return tree


def checked_cost(cost: dict[str, int], field: str = "cost", pools: tuple[str, ...] = POOLS) -> None:
    """ValueError that names the field if a cost takes of another pool than these, or a number that none is."""
    for pool, points in cost.items():
        if pool not in pools:
            raise ValueError(f"{field}: {suggestion(pool, pools)}")
        if not 0 <= points <= 99:
            raise ValueError(f"{field}: {pool} must be 0 to 99, not {points}")


def cost_kind(cost: dict[str, int]) -> str:
    """`physical`, `mental`, `dynamic` or `free`, from what is paid (T-034 to T-036)."""
    paid = {pool for pool in ("pa", "ma") if cost.get(pool, 0) > 0}
    if paid == {"pa"}:
        return "physical"
    if paid == {"ma"}:
        return "mental"
    return "dynamic" if len(paid) == 2 else "free"


class Entry(Value, frozen=True, kw_only=True):
    """What every entry has. label: as people read it. text: help in one or two sentences."""

    label: str
    text: str = ""
    origin: Origin = "house"
    line: int = 0
    source: str = ""
    """Where a number comes from when it is neither: another article of the author."""
    disabled: bool = False

    def __post_init__(self) -> None:
        if not self.label.strip():
            raise ValueError("label: write the name that people read")
        if self.origin == "document" and self.line < 1:
            raise ValueError("line: an entry of the document names its line; else write origin: house")

    @property
    def house(self) -> bool:
        return self.origin == "house"


class Constant(Entry, frozen=True, kw_only=True):
    """A registered number or setting. items: the rule ids that it serves."""

    value: Any
    items: tuple[str, ...] = ()
    help: str = ""
    choices: tuple[str, ...] = ()
    """The words that `value` may be, when it is a word of a closed list."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.choices and self.value not in self.choices:
            raise ValueError(f"value: {self.value!r} is not one of {', '.join(self.choices)}")


class Stat(Entry, frozen=True, kw_only=True):
    """A number of a character. short: what the sheet and breakdowns call it. least: lowest legal value."""

    short: str
    default: int = 0
    least: int = 0


class Terrain(Entry, frozen=True, kw_only=True):
    """What a cell is made of. steps: how many steps entering it takes. letter: one, in maps and boards."""

    letter: str
    style: str
    blocks_move: bool = False
    blocks_sight: bool = False
    steps: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.letter) != 1 or not "!" <= self.letter <= "~" or self.letter == "?":
            raise ValueError("letter: one ASCII sign, and not ? (that means unknown)")
        if self.style not in TERRAIN_STYLES:
            raise ValueError(f"style: one of {', '.join(TERRAIN_STYLES)}")
        if not 1 <= self.steps <= 9:
            raise ValueError("steps: 1 to 9")

    @property
    def heading(self) -> tuple[int, str]:
        """Under what an editor lists it: (place among the headings, words)."""
        return (2, "Bars the way") if self.blocks_move else (1, "Slow ground") if self.steps > 1 else (0, "Open ground")


class Status(Entry, frozen=True, kw_only=True):
    """A state of a body. forbids: actions and kinds of action that it rules out (`move`, `physical`)."""

    tone: Literal["good", "bad", "warn", "info"] = "info"
    changes: tuple[Change, ...] = ()
    forbids: tuple[str, ...] = ()
    stacks: int = 1
