"""The types of the rules data: what an action, a skill, a weapon ... may say. Unknown keys are refused.

Every entry says where it comes from: `origin: document` with the `line`, or `origin: house` (the default:
who adds data makes a house rule). What a value alone must satisfy is checked here when it is read; what
needs the other entries (does this skill exist?) is checked by `tactics.effects.rules`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

from tactics.effects.dice_text import FormulaError, parse
from tactics.effects.formula import Dice
from tactics.effects.modifiers import APPLIES
from tactics.effects.steps import AnyStep
from tactics.kernel.state import Value

SkillType = Literal[
    "physical",
    "mental",
    "dynamic",
    "social",
    "bonus",
    "supernatural_aura",
    "supernatural_activated",
    "supernatural_burst",
    "magic",
    "divine",
]
Flavour = Literal["", "charming", "manipulating", "performing", "other"]
Origin = Literal["document", "house"]
RANKS = ("P", *(str(rank) for rank in range(11)))
NONE = "none"

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
)
"""The class names that the stylesheet knows."""


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


class Type(Entry, frozen=True, kw_only=True):
    """Defaults of a skill type (T-096); the key is one of the ten types."""

    stat: str = ""
    attack_stat: str = ""
    stats: tuple[str, ...] = ()
    """The stats that skills of this type usually check; another one is a warning (T-098)."""
    points: tuple[str, ...] = ()
    """The points that skills of this type usually cost; others are a warning (T-097)."""
    cost: dict[str, int] = {}
    usable_untrained: bool = True


def cost_kind(cost: dict[str, int]) -> str:
    """`physical`, `mental`, `dynamic` or `free`, from what is paid (T-034 to T-036)."""
    paid = {pool for pool, points in cost.items() if points > 0}
    if paid == {"pa"}:
        return "physical"
    if paid == {"ma"}:
        return "mental"
    return "dynamic" if {"pa", "ma"} <= paid else "free"


def _checked_cost(cost: dict[str, int]) -> None:
    for pool, points in cost.items():
        if not 0 <= points <= 99:
            raise ValueError(f"cost: {pool} must be 0 to 99, not {points}")


class Action(Entry, frozen=True, kw_only=True):
    """Something a unit does. cost: points by pool (`pa`, `ma`); its kind is derived from it.

    reach: cells within which a target must stand, or None for any in sight; 0: no target. effect: what it
    does, step by step. check: the skill that it checks when the command names none.
    playable False: listed with its data, and nothing carries it out yet.
    """

    cost: dict[str, int] = {}
    target: Literal["none", "body", "cell", "path", "words"] = "none"
    reach: int | None = None
    check: str = ""
    needs_skill: Literal["", "attack", "any"] = ""
    """Whether the command must name a skill: an attack skill, or any."""
    effect: tuple[AnyStep, ...] = ()
    extendable: bool = True
    interruptible: bool = True
    interrupt_only: bool = False
    divine: bool = False
    needs_hand: bool = False
    playable: bool = True
    listed: bool = True
    """False: it stands in no list of actions, something else begins it."""
    items: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        _checked_cost(self.cost)
        if self.reach is not None and not 0 <= self.reach <= 200:
            raise ValueError("reach: 0 to 200 cells, or leave it out")

    @property
    def kind(self) -> str:
        """`physical`, `mental`, `dynamic` or `free` (T-034)."""
        return cost_kind(self.cost)


class Skill(Entry, frozen=True, kw_only=True):
    """What a character can do well or badly.

    stat: the stat that the Attempt adds, two for a compound check (T-101), none for the type's default.
    effectiveness: `NdM` or `none` (T-160); effectiveness_stat is added to it. attack: goes against DEF and
    harms. versus: the skill that the other side resists with (T-148). cost: overrides the action's or type's.
    """

    type: SkillType
    stat: str | tuple[str, str] = ""
    attack: bool = False
    natural: bool = False
    """An attack that anybody has (a fist, a kick): offered to whoever has no other, with the penalty (T-051)."""
    effectiveness: str = NONE
    effectiveness_stat: str = ""
    usable_untrained: bool | None = None
    unranked: bool = False
    flavour: Flavour = ""
    cost: dict[str, int] = {}
    difficulty: int | None = None
    versus: str = ""
    inflicts: str = ""
    reach: int | None = None
    range: int = 0
    """Cells that a shot carries; 0: a skill of the reach alone."""
    needs_hand: bool = False
    items: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        _checked_cost(self.cost)
        dice_of(self.effectiveness)
        if self.attack and self.versus:
            raise ValueError("versus: an attack goes against DEF; leave out attack or versus")
        if isinstance(self.stat, tuple) and self.stat[0] == self.stat[1]:
            raise ValueError("stat: a compound check names two different stats")

    @property
    def stats(self) -> tuple[str, ...]:
        """The stats of the Attempt: one, two for a compound check, none before the type's default is set."""
        if isinstance(self.stat, tuple):
            return self.stat
        return (self.stat,) if self.stat else ()

    @property
    def dice(self) -> Dice | None:
        """The Effectiveness roll, or None when success is all that matters."""
        return dice_of(self.effectiveness)

    @property
    def result(self) -> str:
        """What a success does: `damage`, `words` (the GM interprets the Effectiveness) or `none`."""
        if self.dice is None:
            return NONE
        return "damage" if self.attack else "words"


class Weapon(Entry, frozen=True, kw_only=True):
    """A thing to fight with. skill: the attack skill that it uses; its dice take the place of the skill's."""

    skill: str
    effectiveness: str = "d10"
    effectiveness_bonus: int = 0
    attempt_bonus: int = 0
    reach: int = 1
    range: int = 0
    size: int = 1
    hands: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if dice_of(self.effectiveness) is None:
            raise ValueError("effectiveness: a weapon has dice, such as d10")
        if not 1 <= self.size <= 5:
            raise ValueError("size: 1 to 5 slots")

    @property
    def dice(self) -> Dice:
        roll = dice_of(self.effectiveness)
        assert roll is not None
        return roll


class Race(Entry, frozen=True, kw_only=True):
    """penalty: added to an Attempt with a skill that one does not have (T-136); 0 or less."""

    penalty: int

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.penalty > 0:
            raise ValueError("penalty: 0 or a negative number")


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


class Change(Value, frozen=True):
    """A modifier that a status brings. applies: one of APPLIES."""

    applies: str
    value: int
    label: str = ""

    def __post_init__(self) -> None:
        if self.applies not in APPLIES:
            raise ValueError(f"applies: one of {', '.join(APPLIES)}")


class Status(Entry, frozen=True, kw_only=True):
    """A state of a body. forbids: actions and kinds of action that it rules out (`move`, `physical`)."""

    tone: Literal["good", "bad", "warn", "info"] = "info"
    changes: tuple[Change, ...] = ()
    forbids: tuple[str, ...] = ()
    stacks: int = 1


class Template(Entry, frozen=True, kw_only=True):
    """A ready hero or Mob. count: members of a Mob. skills: key -> rank (`P`, 0 to 10)."""

    kind: Literal["character", "mob"] = "character"
    race: str = ""
    stats: dict[str, int]
    skills: dict[str, str | int] = {}
    weapons: tuple[str, ...] = ()
    count: int = 1
    size: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        for key, rank in self.skills.items():
            if str(rank) not in RANKS:
                raise ValueError(f"skills: the rank of {key} is {rank!r}; a rank is P or 0 to 10")
        if not 1 <= self.count <= 50 or (self.kind == "character" and self.count != 1):
            raise ValueError("count: 1 to 50 for a mob, 1 for a character")

    @property
    def ranks(self) -> dict[str, str]:
        """The skills as a body holds them."""
        return {key: str(rank) for key, rank in self.skills.items()}


KINDS: dict[str, type[Entry]] = {
    "constant": Constant,
    "stat": Stat,
    "skill_type": Type,
    "action": Action,
    "skill": Skill,
    "weapon": Weapon,
    "race": Race,
    "terrain": Terrain,
    "status": Status,
    "template": Template,
}
"""Kind -> type; the kinds of a document, in the order in which the admin lists them."""
