"""What the constants of Outerah must be for its code to work with them; a value that cannot is refused on saving.

Values that only cannot be together are looked at in `workable`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tactics.effects.constant_forms import Form, choice, listed, maybe, number, record, switch, table, whole
from tactics.effects.constant_forms import span as faces
from tactics.kernel.refusals import Refused
from tactics.outerah import deck_plans
from tactics.outerah.specs import ELEMENTS, SECTIONS

CHARGES = ("super", "plus", "none", "minus", "hyper")
PERCENT, SHARE, STAT, CELLS = whole(0, 100), number(0, 1), whole(0, 999), whole(0, 200)
ONE_DIE = re.compile(r"d([1-9][0-9]{0,2})", re.ASCII)


def die(even: bool = False) -> Form:
    """One die without a number before it, for the code writes that. even: as many even as odd faces."""

    def fits(value: Any) -> bool:
        found = ONE_DIE.fullmatch(value) if isinstance(value, str) else None
        return found is not None and int(found[1]) > 1 and not (even and int(found[1]) % 2)

    return Form("a die with an even number of faces, such as d10" if even else "a die, such as d10", fits)


def _span(value: Any) -> bool:
    ends = isinstance(value, list | tuple) and len(value) == 2 and all(type(n) is int for n in value)
    return ends and 1 <= value[0] < value[1] <= 99


def _halves(value: Any) -> bool:
    return type(value) in (int, float) and 1 <= value <= 9 and value * 2 == int(value * 2)


def _charge(value: Any) -> bool:
    if not isinstance(value, Mapping) or set(value) - {"dice", "keep", "flat_mod", "damage_mult"}:
        return False
    dice, keep = value.get("dice"), value.get("keep")
    if not whole(-100, 100).fits(value.get("flat_mod", 0)) or not number(0, 9).fits(value.get("damage_mult", 1)):
        return False
    return type(dice) is int and 1 <= dice <= 9 and (keep in ("best", "worst") or (keep is None and dice == 1))


def _override(value: Any) -> bool:
    """`boon_potion`, and pairs of an alignment and an element."""
    if not isinstance(value, Mapping) or "boon_potion" not in value:
        return False
    pairs = [key.split("/") for key in value if key != "boon_potion" and isinstance(key, str)]
    known = all(len(pair) == 2 and set(pair) <= set(ELEMENTS) for pair in pairs) and len(pairs) == len(value) - 1
    return known and all(number(0, 9).fits(share) for share in value.values())


def _tiers(value: Any) -> bool:
    fields = {
        "tier": whole(1, 9), "name": Form("", lambda v: isinstance(v, str) and bool(v.strip())),
        "hp": number(0.1, 99), "damage": number(0, 99),
    }  # fmt: skip
    plain, with_xp = record(**fields), record(**fields, xp=number(0, 99))
    there = isinstance(value, list | tuple) and len(value) <= 9
    there = there and all(plain.fits(each) or with_xp.fits(each) for each in value)
    return there and len({each["tier"] for each in value}) == len(value)


def _plan(value: Any) -> bool:
    try:
        deck_plans.read(value)
    except Refused:
        return False
    return True


SCALE = record(per=whole(1, 999), amount=STAT)
INTERFERENCE = {"share": SHARE, "crit": switch()}
LOSSES = {f"out.ship.{name}.hp": listed(whole(1), 10, 10, "the least tier first") for name in SECTIONS}
AIMED = {f"out.ship.{name}.charge": choice(*CHARGES) for name in SECTIONS}

FORMS: dict[str, Form] = {
    "tt.placement.order": choice("high_first", "low_first"),
    "tt.show.npc": choice("open", "guarded", "closed"),
    "tt.xp.objective_default": whole(),
    "tt.xp.level": whole(1),
    # Time and order
    "out.round.seconds": whole(1, 3600),
    "out.speed.die": die(),
    "out.speed.agi_step": whole(1, 999),
    "out.speed.class": table(whole(0, 99)),
    "out.speed.default": whole(0, 99),
    "out.haste.order": choice("modifier", "score"),
    "out.slow_plus_haste": choice("one_turn_per_round"),
    "out.stop.rounds": Form("the fewest Rounds and the most, such as [2, 3]", _span),
    "out.stop.die": die(),
    "out.inspiration.if_acted": choice("extra_turn", "move_only"),
    "out.red_card.turns": whole(1, 99),
    # The turn
    "out.facing.directions": Form("4 or 8", lambda v: type(v) is int and v in (4, 8)),
    "out.move.split": switch(),
    "out.chat.radius": maybe(CELLS, "everywhere"),
    # Weapons
    "out.improvised.die": die(),
    "out.improvised.step": whole(1, 999),
    "out.improvised.cap": whole(1, 40),
    "out.improvised.paladin_dice": whole(0, 20),
    "out.wounds.stack": whole(1, 9),
    "out.wounds.rounds": whole(1, 99),
    "out.wounds.bleed_after": whole(0, 99),
    "out.pierce.base": PERCENT,
    "out.pierce.step": PERCENT,
    "out.pierce.falloff": listed(SHARE, 1, 10, "[1, 0.5, 0.25]"),
    "out.shove.base": PERCENT,
    "out.shove.step": PERCENT,
    "out.shove.cells": whole(0, 50),
    "out.black_blue.percent": PERCENT,
    "out.black_blue.stack": whole(1, 9),
    "out.black_blue.rounds": whole(1, 99),
    "out.range": table(whole(1, 100)),
    "out.elevation.up_per_level": Form(
        "a whole number from 0 to 99, or flat for one cell in all", lambda v: v == "flat" or whole(0, 99).fits(v)
    ),
    "out.elevation.down": whole(-99, 0),
    "out.grid.metric": choice("chebyshev", "manhattan", "euclid"),
    # Hiding
    "out.hidden.radius": whole(1, 50),
    "out.hidden.rounds": whole(1, 99),
    # Pets and mounts
    "out.pet.interference": record(**INTERFERENCE),
    "out.pet.skill_interference": record(**INTERFERENCE, keeps_stats=switch()),
    "out.pet.self_damage_when": choice("pincer", "any_joint"),
    "out.pet.self_damage_to": choice("self", "partner"),
    "out.pet.skill_miss_percent": PERCENT,
    "out.pet.search": whole(0, 50),
    "out.link.share": SHARE,
    "out.mount.wis": STAT,
    "out.mount.knock_percent": record(hit=PERCENT, opener=PERCENT, crit_factor=whole(1, 99)),
    "out.mount.dr": table(whole(0, 99), ("ten_below", "below", "equal", "above", "ten_above")),
    "out.mount.die": die(),
    "out.spirit_release.rounds": whole(1, 99),
    # Damage and healing
    "out.reduction.per": whole(1, 999),
    "out.reduction.amount": STAT,
    "out.reduction.wisdom_same": switch(),
    "out.reduction.mode": choice("step", "linear"),
    "out.strength_damage": SCALE,
    "out.intelligence_damage": SCALE,
    "out.magic.weapon_multiplier_mode": choice("add", "multiply"),
    "out.heal.factor": choice("min(R/100, 100/R)"),
    "out.heal.override": Form(
        "a share from 0 to 9 for boon_potion and for alignment/element, such as {boon_potion: 0.5, fire/water: 0.5}",
        _override,
    ),
    # The hit check
    "out.d100.convention": choice("high"),
    "out.hit.base": PERCENT,
    "out.hit.facing": table(whole(-100, 100), ("front", "side", "back")),
    "out.crit.percent": PERCENT,
    "out.crit.factor": whole(1, 99),
    "out.charge": Form(
        f"for each of {', '.join(CHARGES)} dice: a whole number from 1 to 9, and keep: best or worst; besides, where "
        "wanted, flat_mod: points on the chance from -100 to 100, and damage_mult: 0 to 9",
        lambda v: isinstance(v, Mapping) and set(v) == set(CHARGES) and all(_charge(each) for each in v.values()),
    ),
    "out.height.wall": whole(1, 999),
    "out.height.cover": whole(1, 999),
    "out.height.full_cover": whole(1, 999),
    "out.cover.second_die": die(even=True),
    "out.cover.bypass_charisma": STAT,
    # Terrain
    "out.terrain.difficult_cost": whole(1, 9),
    "out.terrain.difficult_jump": SHARE,
    "out.swim.diagonal": Form("a number of cells and half cells from 1 to 9, such as 1.5", _halves),
    "out.swim.thrust_step": whole(1, 99),
    "out.swim.thrust_breath": whole(0, 3600),
    "out.swim.electric_percent": PERCENT,
    "out.breath.seconds": whole(1),
    "out.breath.percent": PERCENT,
    "out.mountain.table": table(faces(1, 10), ("fall", "topple", "success")),
    "out.fall.per_level": die(),
    "out.fall.slow": whole(1, 99),
    # Ships and space
    **LOSSES,
    **AIMED,
    "out.ship.masts": whole(1, 9),
    "out.ship.movement": whole(0, 50),
    "out.ship.jump": whole(0, 50),
    "out.ship.propeller_lost_movement": SHARE,
    "out.ship.propeller_fatal": switch(),
    "out.ship.fall": whole(1, 999),
    "out.ship.steer_percent": PERCENT,
    "out.ship.boarding": whole(0, 50),
    "out.ship.deck": Form(
        f"{deck_plans.LEAST} to {deck_plans.MOST} rows of as many letters, the bow first: d deck, h helm, c catapult, "
        "l and r the cannons below, < and > the entrances to them, # a bulkhead; each of them at least once but #",
        _plan,
    ),
    "out.cannon.full_to": CELLS,
    "out.cannon.max": whole(1, 200),
    "out.cannon.load_turns": whole(1, 99),
    "out.cannon.per_tier": record(dice=die(), flat=whole(0, 99)),
    "out.cannon.tiny_huge_factor": whole(1, 99),
    "out.catapult.min": CELLS,
    "out.catapult.max": whole(1, 200),
    "out.catapult.arc": whole(0, 99),
    "out.catapult.step": whole(0, 99),
    "out.space.move_factor": SHARE,
    "out.space.field": whole(0, 50),
    "out.hookshot": record(range=whole(1, 50), repel=whole(0, 50)),
    # Triggers, statuses, buffs
    "out.trigger.per_round": whole(1, 99),
    "out.trigger.chain": switch(),
    "out.trigger.chain_most": whole(1, 20),
    "out.trigger.choice": choice("standing", "ask"),
    "out.status.step": PERCENT,
    "out.status.prefixes": table(whole(1, 9)),
    "out.status.immune": whole(1),
    "out.buff.wis_step": whole(1, 999),
    "out.buff.gain": PERCENT,
    "out.buff.base_percent": PERCENT,
    # Who is met
    "out.badass": Form(
        "a list of at most 9 tiers, each with a number of its own, a name, and factors of HP and damage, such as "
        "{tier: 1, name: Tough, hp: 1.5, damage: 1}; xp, where the XP have another factor than the HP",
        _tiers,
    ),
    "out.tough.base": table(whole(-99, 9999)),
    "out.tough.step": table(whole(-99, 9999)),
}
"""Key -> what its value must be; every constant that the rules read has one."""
