"""The types of the rules data: what an action, a skill, a weapon ... may say. Unknown keys are refused.

Every entry says where it comes from: `origin: document` with the `line`, or `origin: house` (the default:
who adds data makes a house rule). What a value alone must satisfy is checked here when it is read; what
needs the other entries (does this skill exist?) is checked by `tactics.effects.rules`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

import msgspec

from tactics.effects.dice_text import FormulaError, parse, suggestion
from tactics.effects.formula import Dice
from tactics.effects.powers import OF_A_BODY, OF_AN_AREA, Affects, Change, When
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
    "sky",
    "space",
    "field",
    "helm",
    "catapult",
    "gun",
    "hatch",
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
    paid = {pool for pool in ("pa", "ma") if cost.get(pool, 0) > 0}
    if paid == {"pa"}:
        return "physical"
    if paid == {"ma"}:
        return "mental"
    return "dynamic" if len(paid) == 2 else "free"


POOLS = ("pa", "ma", "mp")
"""What a cost may take."""


def _checked_cost(cost: dict[str, int], field: str = "cost", pools: tuple[str, ...] = POOLS) -> None:
    for pool, points in cost.items():
        if pool not in pools:
            raise ValueError(f"{field}: {suggestion(pool, pools)}")
        if not 0 <= points <= 99:
            raise ValueError(f"{field}: {pool} must be 0 to 99, not {points}")


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
        _checked_cost(self.cost)
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
        _checked_cost(self.cost)
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


POWERS = ("supernatural_aura", "supernatural_activated", "supernatural_burst")
PASSIVE = ("bonus", "supernatural_aura", "supernatural_activated")
"""Types of skills whose changes count by their being there, or on."""
UPKEEP = (*POOLS, "hp")


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
    _checked_cost(skill.upkeep, "upkeep", UPKEEP)
    if not 0 <= skill.burn_out <= 99 or not 0 <= skill.suppress_rounds <= 99:
        raise ValueError("burn_out: 0 to 99 turns")
    if not 0 <= skill.hp_cost <= 99:
        raise ValueError("hp_cost: 0 to 99 hit points")


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
    sort: str = ""
    """What carriers know it by (`blade`); they may also name its key."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if dice_of(self.effectiveness) is None:
            raise ValueError("effectiveness: a weapon has dice, such as d10")
        if not 1 <= self.hands <= 4:
            raise ValueError("hands: 1 to 4")
        _checked_size(self.size)

    @property
    def dice(self) -> Dice:
        roll = dice_of(self.effectiveness)
        assert roll is not None
        return roll


class Style(Value, frozen=True):
    """How somebody casts (T-126). stat: one or two for a compound check; skill: whose rank counts, by default that
    of the spell's own skill."""

    stat: str | tuple[str, str] = ""
    skill: str = ""

    @property
    def stats(self) -> tuple[str, ...]:
        if isinstance(self.stat, tuple):
            return self.stat
        return (self.stat,) if self.stat else ()


def _checked_size(size: int) -> None:
    if not 1 <= size <= 5:
        raise ValueError("size: 1 to 5 slots; big is 2, very big 3, huge 4, enormous 5")


class Item(Entry, frozen=True, kw_only=True):
    """A thing that is no weapon (T-163 to T-184). size: slots in the Pack and in hands.

    simple: ready at hand it is used for the cost of `action`; a complex one names its own `cost`. With neither and
    no `effect` it is not used at all. use: who it is used on, with `reach`, as of an action. consumed: gone with
    its use. wearable: worn as it is; equipment: clothes or armour, worn and never a Ready Item. A carrier `holds`
    that many (`capacity`) things of these keys or sorts, and makes them wearable. pack: slots that it adds to the
    Pack while it is worn. manual: the skill that reading it helps with once (T-057).
    """

    size: int = 1
    sort: str = ""
    stackable: bool = False
    wearable: bool = False
    equipment: bool = False
    holds: tuple[str, ...] = ()
    capacity: int = 0
    pack: int = 0
    simple: bool = False
    consumed: bool = True
    action: str = "use_simple_item"
    cost: dict[str, int] = {}
    use: Literal["none", "body"] = "none"
    reach: int | None = 1
    skill: str = ""
    manual: str = ""
    effect: tuple[AnyStep, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        _checked_size(self.size)
        _checked_cost(self.cost)
        if self.stackable and self.size != 1:
            raise ValueError("stackable: only things of one slot share it")
        if bool(self.holds) != (self.capacity > 0):
            raise ValueError("capacity: a carrier says what it holds, and how many")
        if not 0 <= self.capacity <= 20 or not 0 <= self.pack <= 20:
            raise ValueError("capacity, pack: 0 to 20")
        if (self.holds or self.pack or self.equipment) and not self.wearable:
            raise ValueError("wearable: it does nothing unless it is worn; write wearable: true")
        if self.simple and self.cost:
            raise ValueError("cost: a simple item has the cost of its action; write simple: false, or leave out cost")
        if self.reach is not None and not 0 <= self.reach <= 200:
            raise ValueError("reach: 0 to 200 cells, or null for any in sight")

    @property
    def usable(self) -> bool:
        """Whether anything is done with it besides carrying it."""
        return self.simple or bool(self.cost or self.effect or self.manual)


class HandSpec(Value, frozen=True):
    """A hand of a template or sheet. slots: None for what hands have (less one if it is impaired).

    impaired: `claws` or `injury` take one slot for good and leave the penalty (T-183, T-184). grips false: it holds
    Ready Items without being a hand, as telekinesis does (T-182). holds: keys of things in it.
    """

    name: str
    slots: int | None = None
    impaired: Literal["", "claws", "injury"] = ""
    grips: bool = True
    holds: tuple[str | dict[str, Any], ...] = ()

    def __post_init__(self) -> None:
        if not self.name.replace("_", "").isalnum():
            raise ValueError("hands: name each with letters, such as right")
        if self.slots is not None and not 0 <= self.slots <= 10:
            raise ValueError("hands: 0 to 10 slots")


USUAL_HANDS = ("right", "left")


def limbs_of(hands: Sequence[HandSpec]) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """(limbs, what each holds) as a sheet has them: only what is not as usual; None where the usual two are not the
    first, which a sheet says as a list."""
    if tuple(hand.name for hand in hands[:2]) != USUAL_HANDS:
        return None
    limbs: dict[str, Any] = {}
    for hand in hands:
        own = {"slots": "" if hand.slots is None else str(hand.slots), "impaired": hand.impaired}
        made = {key: value for key, value in {**own, "grips": "" if hand.grips else "no"}.items() if value}
        if made or hand.name not in USUAL_HANDS:
            limbs[hand.name] = made
    return limbs, {hand.name: msgspec.to_builtins(hand.holds) for hand in hands if hand.holds}


class Race(Entry, frozen=True, kw_only=True):
    """penalty: added to an Attempt with a skill that one does not have (T-136); 0 or less. casting: how its people
    cast, unless somebody does it in a way of their own (T-126)."""

    penalty: int
    casting: Style = Style()

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
    """Things in its hands."""
    hands: tuple[HandSpec, ...] = ()
    worn: tuple[str, ...] = ()
    pack: dict[str, int] = {}
    """Item -> how many."""
    pack_slots: int | None = None
    casting: dict[str, Style] = {}
    """Spell, or `*` for all of them -> how this one casts it (T-126)."""
    count: int = 1
    size: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if any(not 1 <= n <= 99 for n in self.pack.values()):
            raise ValueError("pack: 1 to 99 of each item")
        for key, rank in self.skills.items():
            if str(rank) not in RANKS:
                raise ValueError(f"skills: the rank of {key} is {rank!r}; a rank is P or 0 to 10")
        if not 1 <= self.count <= 50 or (self.kind == "character" and self.count != 1):
            raise ValueError("count: 1 to 50 for a mob, 1 for a character")

    @property
    def ranks(self) -> dict[str, str]:
        """The skills as a body holds them."""
        return {key: str(rank) for key, rank in self.skills.items()}

    def sheet(self) -> dict[str, Any]:
        """The set-up keys of one such unit, as plain data: what a character of the roster begins with."""
        sheet: dict[str, Any] = {
            "name": self.label,
            "kind": self.kind,
            "race": self.race,
            "stats": dict(self.stats),
            "skills": self.ranks,
            "weapons": list(self.weapons),
            "hands": msgspec.to_builtins(self.hands),
            "worn": list(self.worn),
            "pack": dict(self.pack),
            "size": self.size,
        }
        own = limbs_of(self.hands)
        if own is not None:
            sheet["hands"] = own[1]
            sheet |= {"limbs": own[0]} if own[0] else {}
        if self.casting:
            sheet["casting"] = msgspec.to_builtins(self.casting)
        if self.pack_slots is not None:
            sheet["pack_slots"] = self.pack_slots
        if self.kind == "mob":
            sheet["count"] = self.count
        return sheet


KINDS: dict[str, type[Entry]] = {
    "constant": Constant,
    "stat": Stat,
    "skill_type": Type,
    "action": Action,
    "skill": Skill,
    "weapon": Weapon,
    "item": Item,
    "race": Race,
    "terrain": Terrain,
    "status": Status,
    "template": Template,
}
"""Kind -> type; the kinds of a document, in the order in which the admin lists them."""
