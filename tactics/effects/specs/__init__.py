"""The types of the rules data: what an action, a skill, a weapon ... may say. Unknown keys are refused.

Every entry says where it comes from: `origin: document` with the `line`, or `origin: house` (the default:
who adds data makes a house rule). What a value alone must satisfy is checked when it is read; what
needs the other entries (does this skill exist?) is checked by `tactics.effects.rules`.
"""

from __future__ import annotations

from tactics.effects.specs.actions import Action
from tactics.effects.specs.entries import (
    NONE,
    POOLS,
    TERRAIN_STYLES,
    Constant,
    Entry,
    Origin,
    Stat,
    Status,
    Terrain,
    cost_kind,
    dice_of,
)
from tactics.effects.specs.people import RANKS, Race, Style, Template
from tactics.effects.specs.skills import PASSIVE, POWERS, UPKEEP, Flavour, Skill, SkillType, Type
from tactics.effects.specs.things import USUAL_HANDS, HandSpec, Item, Weapon, limbs_of

__all__ = [
    "KINDS",
    "NONE",
    "PASSIVE",
    "POOLS",
    "POWERS",
    "RANKS",
    "TERRAIN_STYLES",
    "UPKEEP",
    "USUAL_HANDS",
    "Action",
    "Constant",
    "Entry",
    "Flavour",
    "HandSpec",
    "Item",
    "Origin",
    "Race",
    "Skill",
    "SkillType",
    "Stat",
    "Status",
    "Style",
    "Template",
    "Terrain",
    "Type",
    "Weapon",
    "cost_kind",
    "dice_of",
    "limbs_of",
]

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
