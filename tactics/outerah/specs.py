"""The types of Outerah's rules data, beside those that every ruleset has (constants, stats, terrain).

What a value alone must satisfy is checked here, with the words that its author reads; `kinds` checks the names
that entries have of one another. docs/architecture.md says how a new field comes into play.
"""

from __future__ import annotations

import builtins
from typing import Any, Literal

from tactics.effects import specs
from tactics.effects.formula import Dice
from tactics.effects.specs import Entry
from tactics.kernel.state import Value

ELEMENTS = (
    "creation", "destruction", "earth", "elemethonal", "fire", "light", "neutral", "null", "shadow", "spirit", "water",
    "wind",
)  # fmt: skip
"""The twelve of the document (O-123), in its order."""
Element = Literal[
    "creation", "destruction", "earth", "elemethonal", "fire", "light", "neutral", "null", "shadow", "spirit", "water",
    "wind",
]  # fmt: skip
BLOWS = ("slashing", "piercing", "bludgeon")
"""The three properties of weapons (O-087)."""
RESISTS = (*ELEMENTS, *BLOWS)
"""What a body may have a percentage against."""
PARTS = ("movement", "mainhand", "offhand", "chat", "specialty")
"""The five categories of a turn (O-021)."""
Part = Literal["movement", "mainhand", "offhand", "chat", "specialty"]
Property = Literal["", "slashing", "piercing", "bludgeon"]
Armor = Literal["none", "light", "medium", "heavy"]
SIZES = ("tiny", "small", "medium", "large", "huge")
CORE = ("STR", "VIT", "AGI", "INT", "WIS", "CHA")
"""The core stats that the document names."""
SECTIONS = ("hull", "mast", "propeller", "wings", "deck")
"""What a ship consists of (O-140)."""
GUNS = ("cannon", "catapult")
"""What a ship fights with (O-160, O-166)."""
ZONES = ("deck", "catapult", "left_cannon", "right_cannon", "helm")
"""Where the crew of a ship has its posts (O-175)."""
COMPANIONS = ("pet", "mount", "ship")
"""Kinds of templates that somebody may own (O-044, O-069, O-140)."""
PLAIN_DICE = "d6"
"""Of a weapon that names none."""
SHORT_RANGE = 2
"""Cells that a short-range weapon reaches (O-102)."""


def dice_of(text: str) -> Dice | None:
    """`2d6` as a roll, `none` as None. Raises ValueError that names the field."""
    try:
        return specs.dice_of(text)
    except ValueError as error:
        raise ValueError(str(error).replace("effectiveness", "dice", 1)) from error


class Class(Entry, frozen=True, kw_only=True):
    """A Primary Class. Its base Speed is the member of `out.speed.class` with its key (O-007)."""

    items: tuple[str, ...] = ()


class Option(Entry, frozen=True, kw_only=True):
    """Something that a turn may be used for (O-025). parts: the sockets that it may use, the usual one first; needs:
    what a unit must have for it; takes: sockets that it uses up besides."""

    parts: tuple[Part, ...]
    takes: tuple[Part, ...] = ()
    needs: Literal["", "specialty", "mount", "role"] = ""
    playable: bool = True
    listed: bool = True
    target: Literal["none", "body", "cell", "path", "words"] = "none"
    items: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.parts:
            raise ValueError(f"parts: name at least one of {', '.join(PARTS)}")


class Weapon(Entry, frozen=True, kw_only=True):
    """A thing to fight with. property: required, unless it is improvised (O-087); then what the object is like says
    it, and Strength its dice (O-026 to O-034).

    range: cells; from 3 on it is a long-range weapon, whose shots are projectiles. family: `rifle` ... takes its
    range from `out.range`. magic: it deals by Intelligence, as a wand does (O-212). armor_piercing, piercing_bullet:
    what a projectile gets past (O-191, O-200). upgrade, multiplier: added to its damage.
    """

    property: Property = ""
    dice: str = ""
    """Empty: d6, and of what is improvised as many as Strength gives (O-031)."""
    element: Element = "neutral"
    range: int = 1
    family: str = ""
    magic: bool = False
    piercing_bullet: bool = False
    armor_piercing: bool = False
    upgrade: int = 0
    multiplier: int = 0
    crit: int | None = None
    """Percent of a critical hit; None: `out.crit.percent`."""
    tags: tuple[str, ...] = ()
    improvised: bool = False
    pointed: bool = False
    sharp: bool = False
    throwable: bool = False
    bonus: int = 0
    """What the Guide adds to an object's damage (O-029)."""
    items: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.property and not self.improvised:
            raise ValueError("property: a weapon is slashing, piercing or bludgeon")
        if dice_of(self.dice or PLAIN_DICE) is None:
            raise ValueError("dice: a weapon has dice, such as d8")
        if not 1 <= self.range <= 100:
            raise ValueError("range: 1 to 100 cells")
        if self.crit is not None and not 0 <= self.crit <= 100:
            raise ValueError("crit: 0 to 100 percent")

    @builtins.property  # `property` is the field of that name here
    def roll(self) -> Dice:
        found = dice_of(self.dice or PLAIN_DICE)
        assert found is not None
        return found


class Skill(Entry, frozen=True, kw_only=True):
    """What a class or creature can do. does: `physical` and `magic` damage, `heal`, or a status or buff alone.

    range: cells; 0: oneself. area: radius of cells around the target, one hit check for each target in it.
    status, rounds: what a hit inflicts, against its resist roll; buff: what is cast on the target.
    opener_dice, opener_bonus, opener_factor: more damage by an Opener (O-038). ignores_half_cover: O-197.
    patches: heals Wounds and Black&Blue (O-092). repairs: mends sections of the ship that its user is aboard of.
    spell: of a status alone, whether magic inflicts it: Reflect sends it off, and a miss comes down elsewhere (O-204).
    """

    does: Literal["physical", "magic", "heal", "status", "buff", "gem"] = "physical"
    gem: str = ""
    """Of what is never used by itself (does: gem): the soul gem that whoever knows it has besides (O-232)."""
    part: Part = "mainhand"
    dice: str = "none"
    element: Element = "neutral"
    range: int = 1
    area: int = 0
    classes: tuple[str, ...] = ()
    projectile: bool = False
    spell: bool = False
    piercing_bullet: bool = False
    armor_piercing: bool = False
    crit: int | None = None
    upgrade: int = 0
    multiplier: int = 0
    status: str = ""
    prefix: str = ""
    rounds: int | None = None
    buff: str = ""
    patches: bool = False
    repairs: bool = False
    ignores_half_cover: bool = False
    opener_dice: str = "none"
    opener_bonus: int = 0
    opener_factor: int = 1
    tags: tuple[str, ...] = ()
    items: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if dice_of(self.dice) is None and self.does in ("physical", "magic", "heal"):
            raise ValueError(f"dice: a skill that does {self.does} has dice, such as 2d6")
        dice_of(self.opener_dice)
        if not 0 <= self.range <= 100 or not 0 <= self.area <= 10:
            raise ValueError("range: 0 to 100 cells, and an area of 0 to 10")
        if self.does == "status" and not self.status:
            raise ValueError("status: name what it inflicts")
        if self.spell and self.does != "status":
            raise ValueError("spell: of a status alone; magic damage is a spell, physical damage none")
        if self.does == "buff" and not self.buff:
            raise ValueError("buff: name what it casts")
        if (self.does == "gem") != bool(self.gem):
            raise ValueError("gem: name what a skill that does gem grants, and of no other")
        if not 1 <= self.opener_factor <= 10:
            raise ValueError("opener_factor: 1 to 10")

    @property
    def roll(self) -> Dice | None:
        return dice_of(self.dice)


class Thing(Entry, frozen=True, kw_only=True):
    """Something carried: a potion, a bandage, a drink, which are used up. heal: dice of hit points, `none` for none.

    air: its bearer has air everywhere (O-181); hook: a hookshot (O-184). Neither is used up."""

    heal: str = "none"
    bonus: int = 0
    element: Element = "neutral"
    potion: bool = False
    patches: bool = False
    buff: str = ""
    cures: tuple[str, ...] = ()
    part: Part = "offhand"
    air: bool = False
    hook: bool = False
    items: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        dice_of(self.heal)

    @property
    def kept(self) -> bool:
        """Whether it helps by being carried, and is not used up."""
        return self.air or self.hook

    @property
    def roll(self) -> Dice | None:
        return dice_of(self.heal)


Effect = Literal[
    "", "dot", "hot", "end_damage", "max_hp", "frozen", "no_turn", "alternate_turns", "lose_turn", "extra_turn",
    "move_next", "feared", "charmed", "prone", "hidden", "slow_fall", "no_offhand", "no_skills", "no_movement",
    "reflect", "linked", "mounted",
]  # fmt: skip
"""What a status does besides its changes of numbers; each word is carried out by one system (architecture.md)."""


class Raise(Value, frozen=True):
    """A change of a number while a status lasts: a stat, `attempt` (points of the chance to hit), `charge` (steps of
    the ladder), `movement`, `jump` or `push` (cells that its bearer pushes farther)."""

    applies: str
    value: int


class Status(Entry, frozen=True, kw_only=True):
    """A status effect, good (a Buff) or bad (O-241 to O-261). The columns of the document's two charts, and what it
    does in words of the closed list `Effect`.

    tier: 1 and up; number: its numeric value; text: the Description, required. minimum: own turns before it may be
    resisted (None: it cannot be); stat: what resists it, several: the best. stacks: how many of the same name at
    once. lasts: Rounds of a Buff; success: percent to cast it at 10 Wisdom. rounds: how long it stays by itself.
    percent: `number` is a percentage of Max HP. patched: a healing that patches ends it; hurt_ends: harm does.
    """

    kind: Literal["bad", "good"] = "bad"
    tier: int = 1
    number: int | None = None
    minimum: int | None = None
    stat: tuple[str, ...] = ()
    does: Effect = ""
    percent: bool = False
    changes: tuple[Raise, ...] = ()
    stacks: int = 1
    rounds: int | None = None
    after: str = ""
    """The status that comes of it when it has been there longer than `after_rounds` Rounds (O-091, O-099)."""
    after_rounds: int = 0
    patched: bool = False
    hurt_ends: bool = False
    lasts: int | None = None
    success: int | None = None
    tone: Literal["good", "bad", "warn", "info"] = "info"
    items: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.text.strip():
            raise ValueError("text: describe the effect (the chart's Description)")
        if not 1 <= self.tier <= 9:
            raise ValueError("tier: 1 to 9")
        if not 1 <= self.stacks <= 9:
            raise ValueError("stacks: 1 to 9")
        if self.success is not None and not 0 <= self.success <= 100:
            raise ValueError("success: 0 to 100 percent")
        if self.kind == "bad" and self.success is not None:
            raise ValueError("success: only a Buff (kind: good) is rolled to be cast")


class Material(Entry, frozen=True, kw_only=True):
    """What a piece of cover is made of (O-190 to O-196). covers: it stops attacks; else it only conceals.
    share: how much of a body it hides, in percent: from 50 on half cover, from 100 on full (O-193)."""

    covers: bool = True
    stops_piercing: bool = False
    """Whether a piercing bullet is stopped (O-191)."""
    burns: bool = False
    """A fire hit destroys it (O-192)."""
    share: int = 50
    levels: int = 0
    """How high it stands; 0: as is usual for half or full cover. A Jump of so many levels gets over it, and who is
    above it passes (house value, for the document speaks of attacks alone)."""
    blocks_move: bool = False
    """No Jump gets over it: only who is above it passes."""
    look: Literal["", "planks", "courses", "bags", "plate", "earth"] = ""
    """How it is drawn, so that one tells it from others that cover as much."""
    items: tuple[str, ...] = ()

    @property
    def style(self) -> str:
        """Half from half a body on, full when it hides all of it (O-193); what covers nothing only conceals (O-195)."""
        if not self.covers:
            return "concealed" if self.share else "none"
        return "full" if self.share >= 100 else "half" if self.share >= 50 else "none"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.share <= 100:
            raise ValueError("share: 0 to 100 percent of a body")
        if not 0 <= self.levels <= 999:
            raise ValueError("levels: 0 to 999")


class Ground(specs.Terrain, frozen=True, kw_only=True):
    """Terrain. difficult: Movement there is halved (steps 2), and so is a Jump from or into it (O-126). mountain:
    Movement is halved, the Jump is not, and a jump is rolled for (O-134 to O-139). water: `deep` is swum, with its
    depth in levels (O-128). hit_charge, hit_mod: of attacks into it (O-124)."""

    difficult: bool = False
    mountain: bool = False
    water: Literal["", "shallow", "deep"] = ""
    depth: int = 0
    off_ship: bool = False
    """Beside a deck: who is pushed there falls off the ship; what is drawn for the space of a plan."""
    grapplable: bool = False
    """A hookshot finds hold there (O-185)."""
    harmful: bool = False
    """Whoever walks there comes to harm: a pet may resist an order that leads over it (O-047)."""
    air: bool = False
    """High above the ground: only who flies passes, and ships (house value, O-140)."""
    space: bool = False
    """Nothing pulls there but the gravity fields of ships (O-182)."""
    field: bool = False
    """In space: something pulls there all the same, such as a station (O-183)."""
    plan: str = ""
    """The letter of a deck's plan that this ground is drawn for (`deck_plans`)."""
    hit_charge: int = 0
    hit_mod: int = 0

    @property
    def heading(self) -> tuple[int, str]:
        if self.plan.isalpha() or self.plan in ("<", ">") or self.off_ship:
            return 7, "Ships and their decks"
        if self.space or self.air:
            return 6, "Sky and space"
        if self.water:
            return 3, "Water"
        if self.mountain:
            return 4, "Mountains"
        if self.blocks_move:
            return 5, "Bars the way"
        if self.harmful:
            return 2, "Harmful ground"
        return (1, "Difficult ground") if self.difficult else (0, "Plain ground")
    material: str = ""
    """Cover that the cell itself gives to whoever stands behind it."""
    items: tuple[str, ...] = ()


class Template(Entry, frozen=True, kw_only=True):
    """A ready hero, creature, Mob, pet, mount or ship. resist: element -> percent, 100 for all that are not named
    (O-123).

    weapons: what the hands hold, the mainhand first. armor: its class (O-097). badass: tier, 0 for none (O-262).
    traits: `swims`, `flies`, `winged`, `push_immune` and what else systems ask for. companions: templates of the pets,
    mounts and ships that a hero owns. source: where a pet comes from (O-044). tiers, guns: of a ship, by section and
    by weapon (O-142, O-160).
    """

    kind: Literal["character", "mob", "pet", "mount", "ship"] = "character"
    race: str = ""
    cls: str = ""
    level: int = 1
    stats: dict[str, int] = {}
    skills: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    armor: Armor = "none"
    armor_upgrade: int = 0
    resist: dict[str, int] = {}
    alignment: str = ""
    pack: dict[str, int] = {}
    gems: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    badass: int = 0
    crit: int | None = None
    """Percent of a critical hit (O-222); None: `out.crit.percent`."""
    count: int = 1
    size: Literal["tiny", "small", "medium", "large", "huge"] = "medium"
    companions: tuple[str, ...] = ()
    source: Literal["", "charmed", "created", "companion", "tamed", "other"] = ""
    tiers: dict[str, int] = {}
    guns: dict[str, int] = {}

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.count <= 50 or (self.kind != "mob" and self.count != 1):
            raise ValueError("count: 1 to 50 for a mob, 1 for everything else")
        if self.kind == "ship":
            self._ship()
        elif not self.stats:
            raise ValueError("stats: name some, such as HP")
        elif self.tiers or self.guns:
            raise ValueError("tiers: only a ship has sections and guns")
        unknown = sorted(set(self.resist) - set(RESISTS))
        if unknown:
            raise ValueError(f"resist: {unknown[0]} is none of the twelve elements nor a property of weapons")

    def _ship(self) -> None:
        for field, given, known in (("tiers", self.tiers, SECTIONS), ("guns", self.guns, GUNS)):
            if set(given) - set(known) or not all(1 <= tier <= 10 for tier in given.values()):
                raise ValueError(f"{field}: a tier from 1 to 10 for some of {', '.join(known)}")

    def sheet(self) -> dict[str, Any]:
        """The set-up keys of one such unit, as plain data."""
        if self.kind == "ship":
            return {"name": self.label, "kind": self.kind, "tiers": dict(self.tiers), "weapons": dict(self.guns)}
        sheet: dict[str, Any] = {
            "name": self.label, "kind": self.kind, "class": self.cls, "level": self.level, "stats": dict(self.stats),
            "skills": list(self.skills), "weapons": list(self.weapons), "armor": self.armor,
            "armor_upgrade": self.armor_upgrade, "resist": dict(self.resist), "alignment": self.alignment,
            "pack": dict(self.pack), "gems": list(self.gems), "traits": list(self.traits), "badass": self.badass,
            "size": self.size,
        }  # fmt: skip
        if self.crit is not None:
            sheet["crit"] = self.crit
        if self.kind == "mob":
            sheet["count"] = self.count
        if self.kind == "pet":
            sheet["source"] = self.source
        if self.kind == "character" and self.companions:
            sheet["companions"] = list(self.companions)
        return {key: value for key, value in sheet.items() if value not in ("", [], {})}


class Payload(Entry, frozen=True, kw_only=True):
    """What a catapult throws (O-168). does: `spell` (an orb that a caster enchants), `unit` (somebody), `box` (things),
    or `burst`: dice of damage on all within its area."""

    does: Literal["spell", "unit", "box", "burst"]
    dice: str = "none"
    element: Element = "neutral"
    area: int = 0
    items: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if (dice_of(self.dice) is None) != (self.does != "burst"):
            raise ValueError("dice: a burst has dice, such as 2d6, and nothing else has")
        if not 0 <= self.area <= 10:
            raise ValueError("area: 0 to 10 cells")


class Gem(Entry, frozen=True, kw_only=True):
    """A soul gem: grants a Trigger Action (an attack) or an Auto Skill (a skill or item), one active in all (O-232 to
    O-240). rounds_limit: uses in a Round, 0 for no limit; None: what the kind says."""

    grants: Literal["trigger", "auto"]
    uses: Literal["attack", "skill", "item"] = "attack"
    what: str = ""
    """The weapon, skill or item; empty: the mainhand weapon."""
    limit: int | None = None
    items: tuple[str, ...] = ()
