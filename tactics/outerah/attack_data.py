"""What somebody attacks with: a weapon or a skill as one value that the hit check, damage and cover read.

Improvised weapons take their dice and type from Strength and from what the object is like (O-026 to O-034); ranges
their length from the kind of weapon and from who stands higher (O-101 to O-108).
"""

from __future__ import annotations

from typing import Any

from tactics.board import distance
from tactics.effects.breakdown import Breakdown, Term
from tactics.effects.formula import Dice
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyUnit, Place, Value
from tactics.outerah import aboard, numbers
from tactics.outerah.parts import ObjectIs, body_part, constant, is_house
from tactics.outerah.specs import PLAIN_DICE, SHORT_RANGE, Payload, Skill, Weapon, dice_of


class Attack(Value, frozen=True):
    """What one attack is, whoever it meets. kind: `weapon`, `skill` or `ship`; dice: as text; reach: own
    cells."""

    kind: str
    key: str
    label: str
    does: str = "physical"
    dice: str = "d4"
    element: str = "neutral"
    reach: int = 1
    area: int = 0
    blow: str = ""
    """slashing, piercing or bludgeon; empty: none (O-087)."""
    projectile: bool = False
    enchants: bool = False
    """A status alone that magic inflicts."""
    piercing_bullet: bool = False
    armor_piercing: bool = False
    crit: int | None = None
    upgrade: int = 0
    multiplier: int = 0
    bonus: int = 0
    status: str = ""
    prefix: str = ""
    rounds: int | None = None
    ignores_half_cover: bool = False
    opener_dice: str = "none"
    opener_bonus: int = 0
    opener_factor: int = 1
    tags: tuple[str, ...] = ()
    house: bool = True

    @property
    def magic(self) -> bool:
        return self.does == "magic"

    @property
    def spell(self) -> bool:
        """Whether Reflect sends it off and a miss comes down elsewhere: magic damage, or a status by magic (O-204)."""
        return self.magic or self.enchants

    @property
    def roll(self) -> Dice | None:
        return dice_of(self.dice)

    @property
    def long_range(self) -> bool:
        """From three cells on (O-103)."""
        return self.reach > SHORT_RANGE

    @property
    def melee(self) -> bool:
        return not self.long_range and not self.spell


def improvised_dice(known: Known, body: AnyBody) -> int:
    """One die, and one more for every 20 Strength, at most five (O-027, O-031); a Paladin's come on top (O-028)."""
    step = int(constant(known, "out.improvised.step"))
    most = int(constant(known, "out.improvised.cap"))
    count = min(most, 1 + max(0, numbers.stat(known, body, "STR")) // step)
    paladin = body_part(body).cls == "paladin"
    return count + (int(constant(known, "out.improvised.paladin_dice")) if paladin else 0)


def improvised_property(weapon: Weapon) -> str:
    """Pointed: piercing; sharp: slashing; else bludgeon (O-032 to O-034). What the Guide says comes before."""
    if weapon.property:
        return weapon.property
    if weapon.pointed and weapon.throwable:
        return "piercing"
    if weapon.sharp:
        return "slashing"
    return "piercing" if weapon.pointed else "bludgeon"


def of_weapon(known: Known, body: AnyBody, key: str) -> Attack | None:
    weapon = known.rules.find("weapon", key)
    if not isinstance(weapon, Weapon):
        return None
    ranges = constant(known, "out.range")
    reach = int(ranges[weapon.family]) if weapon.family in ranges else weapon.range
    dice = weapon.dice or PLAIN_DICE
    if weapon.improvised and not weapon.dice:  # else the Guide has set them (O-029)
        sides = str(constant(known, "out.improvised.die"))
        dice = f"{improvised_dice(known, body)}{sides}"
    said = body_part(body).object_is if body_part(body).object == key else None
    said = said or ObjectIs()
    return Attack(
        kind="weapon",
        key=key,
        label=weapon.label,
        does="magic" if weapon.magic else "physical",
        dice=said.dice or dice,
        element=weapon.element,
        reach=reach,
        blow=said.blow or (improvised_property(weapon) if weapon.improvised else weapon.property),
        projectile=reach > SHORT_RANGE and not weapon.magic,
        piercing_bullet=weapon.piercing_bullet,
        armor_piercing=weapon.armor_piercing,
        crit=weapon.crit,
        upgrade=weapon.upgrade,
        multiplier=weapon.multiplier,
        bonus=weapon.bonus if said.bonus is None else said.bonus,
        tags=weapon.tags,
        house=weapon.house,
    )


def of_skill(known: Known, body: AnyBody, key: str) -> Attack | None:
    skill = known.rules.find("skill", key)
    if not isinstance(skill, Skill):
        return None
    return Attack(
        kind="skill",
        key=key,
        label=skill.label,
        does=skill.does,
        dice=skill.dice,
        element=skill.element,
        reach=skill.range,
        area=skill.area,
        projectile=skill.projectile,
        enchants=skill.spell,
        piercing_bullet=skill.piercing_bullet,
        armor_piercing=skill.armor_piercing,
        crit=skill.crit,
        upgrade=skill.upgrade,
        multiplier=skill.multiplier,
        status=skill.status,
        prefix=skill.prefix,
        rounds=skill.rounds,
        ignores_half_cover=skill.ignores_half_cover,
        opener_dice=skill.opener_dice,
        opener_bonus=skill.opener_bonus,
        opener_factor=skill.opener_factor,
        tags=skill.tags,
        house=skill.house,
    )


CANNON = "cannon"


def of_ship(known: Known, body: AnyBody, key: str) -> Attack | None:
    """The cannon of the ship that a gunner is aboard of: so many D10 as its tier and three times the tier (O-160)."""
    weapon, _, payload = key.partition(".")
    if payload and weapon == CATAPULT:
        return of_payload(known, payload)
    unit = aboard.ship_of(known.state, body)
    return cannon_of(known, unit) if unit is not None and key == CANNON else None


def cannon_of(known: Known, unit: AnyUnit) -> Attack | None:
    """The cannon of a ship, or None if it has none."""
    key, tier = CANNON, aboard.ship(unit).weapons.get(CANNON, 0)
    if not tier:
        return None
    per = constant(known, "out.cannon.per_tier")
    return Attack(
        kind="ship",
        key=key,
        label="Cannon",
        dice=f"{tier}{per['dice']}",
        reach=int(constant(known, "out.cannon.max")),
        projectile=True,
        bonus=tier * int(per["flat"]),
        house=is_house(known, "out.cannon.per_tier"),
    )


CATAPULT = "catapult"


def of_payload(known: Known, key: str) -> Attack | None:
    """What bursts where a catapult throws it; the catapult itself adds nothing (O-167)."""
    spec = known.rules.find("payload", key)
    if not isinstance(spec, Payload) or spec.does != "burst":
        return None
    return Attack(
        kind="ship",
        key=f"{CATAPULT}.{key}",
        label=spec.label,
        does="magic" if spec.element != "neutral" else "physical",
        dice=spec.dice,
        element=spec.element,
        reach=int(constant(known, "out.catapult.max")),
        area=spec.area,
        house=spec.house,
    )


def find(known: Known, body: AnyBody, kind: str, key: str) -> Attack | None:
    if kind == "ship":
        return of_ship(known, body, key)
    return of_skill(known, body, key) if kind == "skill" else of_weapon(known, body, key)


def in_hand(known: Known, body: AnyBody, part: str) -> str:
    """The weapon of a hand: bare hands if it holds none; in the mainhand the object that was taken up (O-026)."""
    held = body_part(body).weapons
    if part != "offhand" and body_part(body).object:
        return body_part(body).object
    at = 1 if part == "offhand" else 0
    return held[at] if at < len(held) else "unarmed"


# --- range ------------------------------------------------------------------------------------------


def height(known: Known, place: Place) -> int:
    board = known.state.boards[place.board]
    ground = board.elevation[place.y * board.width + place.x] if board.elevation else 0
    return ground + place.z


def reach(known: Known, attack: Attack, at: Place, target: Place) -> Breakdown:
    """Cells that the attack carries from one place to another (O-107, O-108): long range gains one for each level
    above the target, and loses one in all when it goes upward."""
    found = Breakdown("Range", (Term(attack.label, attack.reach, f"{attack.kind}:{attack.key}", house=attack.house),))
    if not attack.long_range or attack.kind == "ship":
        return found
    above = height(known, at) - height(known, target)
    if above > 0:
        each = constant(known, "out.elevation.up_per_level")
        more = 1 if each == "flat" else above * int(each)
        return found.plus(Term("higher ground", more, "elevation:up", house=True))
    if above < 0:
        return found.plus(Term("upward", int(constant(known, "out.elevation.down")), "elevation:down"))
    return found


def cells_between(known: Known, at: Place, target: Place) -> int:
    return distance(at.cell, target.cell, str(constant(known, "out.grid.metric")))


def cells_apart(known: Known, at: Place, target: Place) -> int:
    """How far an attack, a skill or a helping hand has to carry. Under water a level is a cell like any other, for one
    swims in three dimensions (O-128): whoever dived is out of a sword's reach."""
    rise = at.z - target.z if min(at.z, target.z) < 0 else 0
    return distance(at.cell, target.cell, str(constant(known, "out.grid.metric")), rise)


def plain(attack: Attack) -> dict[str, Any]:
    """What a frame keeps of an attack."""
    return {"of": attack.kind, "key": attack.key}
