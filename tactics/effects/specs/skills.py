"""What a character can do well or badly: types of skills, skills and powers."""

from __future__ import annotations

from typing import Literal

from tactics.effects.formula import Dice
from tactics.effects.powers import OF_A_BODY, OF_AN_AREA, Affects, Change, When
from tactics.effects.specs.entries import NONE, POOLS, Entry, checked_cost, dice_of
from tactics.effects.steps import AnyStep

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


POWERS = ("supernatural_aura", "supernatural_activated", "supernatural_burst")


PASSIVE = ("bonus", "supernatural_aura", "supernatural_activated")
"""Types of skills whose changes count by their being there, or on."""


UPKEEP = (*POOLS, "hp")


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


class Skill(Entry, frozen=True, kw_only=True):
    """What a character can do well or badly.

    stat: the stat that the Attempt adds, two for a compound check (T-101), none for the type's default.
    effectiveness: `NdM` or `none` (T-160); effectiveness_stat is added to it. attack: goes against DEF and
    harms. versus: the skill that the other side resists with (T-148). cost: overrides the action's or type's.

    changes, when: of a bonus (T-107 to T-109), an aura or an activated power. radius, affects: the area of an aura
    or power; an area without them is its owner's alone. subtle: strangers are not told of it. effect: what a burst
    or the moment of switching on does.
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
    changes: tuple[Change, ...] = ()
    when: When | None = None
    radius: int = 0
    affects: Affects = "self"
    subtle: bool = False
    suppress_rounds: int = 0
    """Own turns that a suppressed aura stays so (T-115); 0: what the constant says."""
    asserted: bool = True
    """Whether an activated power needs a check to be switched on (T-118)."""
    upkeep: dict[str, int] = {}
    """What an activated power takes at each start of its owner's turn: points, or `hp` (T-119)."""
    burn_out: int = 0
    """Own turns until it goes out by itself; then nobody can switch it off by choice (T-113)."""
    drawback: str = ""
    """A status of its owner while it is on, or once a burst is used (T-119, T-122)."""
    manifest: bool = True
    """Whether a burst needs a check to manifest (T-120)."""
    manifest_stat: str = ""
    hp_cost: int = 0
    target: Literal["", "none", "body", "cell"] = ""
    """Whom a burst is done to; by default a body if it attacks or is resisted, else nobody."""
    effect: tuple[AnyStep, ...] = ()
    items: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        checked_cost(self.cost)
        dice_of(self.effectiveness)
        checked_power(self)
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
    def burst(self) -> bool:
        """A supernatural power that is over at once (T-114)."""
        return self.type == "supernatural_burst"

    @property
    def toggled(self) -> bool:
        """A supernatural power that is switched on and off (T-112)."""
        return self.type == "supernatural_activated"

    @property
    def always(self) -> bool:
        """A bonus or an aura: nothing to do, it is there (T-107, T-111)."""
        return self.type in ("bonus", "supernatural_aura")

    @property
    def aim(self) -> Literal["none", "body", "anyone", "cell"]:
        """Whom it is done to when it is used for itself; one charms and deceives somebody, or people (T-103)."""
        if self.target or self.versus or (self.attack and self.burst):
            return self.target or "body"
        return "anyone" if self.flavour in ("charming", "manipulating") else "none"

    @property
    def result(self) -> str:
        """What a success does: `damage`, `words` (the GM interprets the Effectiveness) or `none`."""
        if self.dice is None:
            return NONE
        return "damage" if self.attack else "words"


def checked_power(skill: Skill) -> None:
    """What only some types of skill may say; ValueError names the field and what to write."""
    kind = skill.type
    if skill.changes and kind not in PASSIVE:
        raise ValueError("changes: only a bonus, an aura or an activated power changes numbers by being there")
    area = skill.radius != 0 or kind == "supernatural_aura"
    for change in skill.changes:
        allowed = OF_AN_AREA if area else OF_A_BODY
        if change.applies not in allowed:
            raise ValueError(f"changes: here applies is one of {', '.join(allowed)}, not {change.applies}")
    if not 0 <= skill.radius <= 50:
        raise ValueError("radius: 0 to 50 cells")
    if skill.radius != 0 and kind not in POWERS[:2]:
        raise ValueError("radius: only an aura or an activated power has an area; a burst has a step area")
    if kind == "supernatural_aura" and (skill.radius == 0) != (skill.affects == "self"):
        raise ValueError("radius: an aura has an area (radius) and says whom it affects; one of oneself has neither")
    if skill.when is not None and kind != "bonus":
        raise ValueError("when: only a bonus is circumstantial")
    if kind != POWERS[1]:
        for field in ("upkeep", "burn_out"):
            if getattr(skill, field):
                raise ValueError(f"{field}: only an activated power has one")
    if (skill.hp_cost or skill.drawback or skill.effect) and kind not in POWERS[1:]:
        raise ValueError("effect: only a burst or an activated power does something when it is used")
    checked_cost(skill.upkeep, "upkeep", UPKEEP)
    if not 0 <= skill.burn_out <= 99 or not 0 <= skill.suppress_rounds <= 99:
        raise ValueError("burn_out: 0 to 99 turns")
    if not 0 <= skill.hp_cost <= 99:
        raise ValueError("hp_cost: 0 to 99 hit points")
