"""What the fields of Outerah's rules data are called on forms, what they mean, and what their choices say: whoever adds
a status, a weapon or a skill reads these and no code."""

from __future__ import annotations

from tactics.effects.specs import TERRAIN_STYLES
from tactics.outerah.parts import PART_LABELS
from tactics.outerah.sentences import CHANGES

Words = tuple[str, str]
"""Label and help."""

_HIT: dict[str, Words] = {
    "element": ("Element", "One of the twelve; neutral is none in particular."),
    "crit": ("Critical hits, in percent", "Empty: as the rules have it."),
    "upgrade": ("Upgrade", "Added to its damage, such as 2 for a weapon +2."),
    "multiplier": ("Multiplier", "Added to its damage."),
    "piercing_bullet": ("A piercing bullet", "Brick, metal and sandbags stop it; wood does not."),
    "armor_piercing": ("An armor-piercing bullet", "Full cover does not make it impossible to be hit."),
    "tags": ("Tags", "Such as electric, which is ill-advised under water."),
}
_STATUS: dict[str, Words] = {
    "label": ("Effect", "Its name, as the chart has it."),
    "text": ("Description", "The effect, in a sentence or two."),
    "kind": ("Good or bad", "A Buff is good, a Debuff is bad."),
    "tier": ("Tier", "1 and up; a higher tier takes the place of a lower one of the same name."),
    "number": ("Number", "Its numeric value, if what it does has one."),
    "minimum": ("Minimum", "Own turns that it lasts before it may be resisted; empty: it cannot be."),
    "stat": ("Stat", "What resists it, a point for each percent; of several the best."),
    "does": ("What it does", "Besides its changes of numbers, and with the Number above."),
    "percent": ("The Number is a percentage of Max HP", ""),
    "changes": ("Numbers that it changes while it lasts", ""),
    "applies": ("Number", ""),
    "value": ("By", "A negative number lessens it."),
    "stacks": ("How many of it at once", "1: another one only begins its time anew."),
    "rounds": ("Rounds", "After which it ends by itself; empty: not before it is resisted or cured."),
    "after": ("Becomes", "The status that comes of it when it has been there for long."),
    "after_rounds": ("Becomes it after so many Rounds", ""),
    "patched": ("Ended by patching up", "By a skill or item that patches."),
    "hurt_ends": ("Ended by being hurt", "As sleep is."),
    "lasts": ("Lasts, in Rounds", "Of a Buff: the Round in which it is cast counts."),
    "success": ("Success, in percent", "Of a Buff: the chance to cast it at 10 Wisdom."),
}  # fmt: skip
_WEAPON: dict[str, Words] = {
    "property": ("Property", "Slashing wounds, piercing goes through, bludgeon bruises."),
    "dice": ("Dice", "Such as d8; empty: d6."),
    "range": ("Range in cells", "1 is arm's length; from 3 on it shoots."),
    "family": ("Range of a", "Then the range above is not used."),
    "magic": ("Deals by Intelligence", "As a wand does."),
    "improvised": ("An object that is no weapon", "Strength says its dice."),
    "pointed": ("Pointed", "Of an object: it pierces."),
    "sharp": ("Sharp", "Of an object: it slashes."),
    "throwable": ("Can be thrown", ""),
    "bonus": ("Added to its damage", "What the Guide finds an object worth."),
    **_HIT,
}  # fmt: skip
_SKILL: dict[str, Words] = {
    "does": ("What it does", ""),
    "gem": ("Soul gem that it is", "Of a skill that is never used by itself."),
    "part": ("Uses", "The part of the turn."),
    "dice": ("Dice", "Such as 2d6; none, if it does no damage and does not heal."),
    "range": ("Range in cells", "0: oneself."),
    "area": ("Radius in cells", "All around the target; 0: the target alone."),
    "classes": ("Classes", "Who may learn it; none: anybody."),
    "projectile": ("A projectile", "It may stray, and cover stops it."),
    "spell": ("A spell", "Of a status alone: Reflect sends it off, and a miss comes down elsewhere."),
    "status": ("Status", "What a hit inflicts, unless it is resisted."),
    "prefix": ("Prefix of the status", "Such as Everlasting, which is a tier."),
    "rounds": ("Rounds of the status", "Empty: as the status has it."),
    "buff": ("Buff", "What is cast on the target, by its own Success."),
    "patches": ("Patches up", "Ends Wounds and Black&Blue."),
    "repairs": ("Mends the ship", "Sections of the ship that one is aboard of."),
    "ignores_half_cover": ("Gets past half cover", ""),
    "opener_dice": ("Dice of an Opener", "Damage more, from hiding."),
    "opener_bonus": ("Added by an Opener", ""),
    "opener_factor": ("Times, by an Opener", "1: not multiplied."),
    **_HIT,
}  # fmt: skip
_ITEM: dict[str, Words] = {
    "heal": ("Heals", "Dice such as 2d6; none, if it does not heal."),
    "bonus": ("Added to what it heals", ""),
    "element": ("Element", "Of a potion: whoever is of it gains half."),
    "potion": ("A potion", ""),
    "patches": ("Patches up", "Ends Wounds and Black&Blue."),
    "buff": ("Buff", "What it gives."),
    "cures": ("Ends", "Statuses that it cures."),
    "part": ("Uses", "The part of the turn."),
    "air": ("Its bearer has air", "It is not used up."),
    "hook": ("A hookshot", "It is not used up."),
}
_GROUND: dict[str, Words] = {
    "difficult": ("Difficult ground", "A Jump from or into it is halved."),
    "mountain": ("A mountain", "The Jump is not halved, and is rolled for."),
    "water": ("Water", "Deep water is swum in, and has a depth."),
    "depth": ("Depth in levels", "Of deep water."),
    "off_ship": ("Beside a deck", "Who is pushed there falls off the ship."),
    "grapplable": ("A hookshot finds hold", ""),
    "air": ("High above the ground", "Only who flies passes."),
    "space": ("Space", "Nothing pulls there; Movement is halved."),
    "field": ("A gravity field", "In space: something pulls there, and there is air."),
    "plan": ("Letter of a deck's plan", "Of what decks are drawn with, as in the constant out.ship.deck."),
    "hit_charge": ("Charge of attacks into it", "Steps of the ladder, from -2 to 2."),
    "hit_mod": ("Points to hit into it", "A negative number makes it harder."),
    "harmful": ("Harmful", "Whoever walks there comes to harm; a pet may resist an order over it."),
    "material": ("Covers like", "The material of cover that the cell gives."),
}
WORDS: dict[tuple[str, str], Words] = {
    (kind, field): words
    for kind, fields in {
        "status": _STATUS,
        "weapon": _WEAPON,
        "skill": _SKILL,
        "item": _ITEM,
        "terrain": _GROUND,
        "action": {
            "parts": ("Uses", "The part of the turn; of several, one of them."),
            "takes": ("Uses up besides", ""),
            "needs": ("Needs", "What somebody must have for it."),
            "target": ("Done to", ""),
        },
        "gem": {
            "grants": ("Grants", ""),
            "uses": ("Answers with", ""),
            "what": ("Which one", "The weapon, skill or item; empty: the mainhand's weapon."),
            "limit": ("Times a Round", "0: as often as it comes; empty: as usual for its kind."),
        },
        "payload": {
            "does": ("What is thrown", ""),
            "dice": ("Dice", "Of what bursts, such as 2d6."),
            "element": ("Element", ""),
            "area": ("Radius in cells", "Of what bursts."),
        },
        "material": {
            "covers": ("Stops attacks", "Else it only conceals."),
            "share": ("Hides so much of a body, in percent", "From 50 on half cover, from 100 on full cover."),
            "stops_piercing": ("Stops piercing bullets", ""),
            "levels": ("Levels high", "A Jump of so many gets over it; 0: as half or full cover is."),
            "blocks_move": ("No Jump gets over it", "Only who is above it passes."),
            "burns": ("Burns", "A hit of fire destroys it."),
            "look": ("Drawn as", "Tells it on the map from what covers as much."),
        },
    }.items()
    for field, words in fields.items()
}
"""(kind, field) -> its words."""

EFFECTS = {
    "": "nothing more",
    "dot": "harms at the start of each turn, by the Number",
    "hot": "heals at the start of each turn, by the Number",
    "end_damage": "harms at the end of each turn, by the level of whoever inflicted it",
    "max_hp": "lessens Max HP, by the Number",
    "frozen": "no turn, as under Stop",
    "no_turn": "no turn",
    "alternate_turns": "a turn in every other Round, as under Slow",
    "lose_turn": "loses the next turn",
    "extra_turn": "a second turn in each Round, as under Haste",
    "move_next": "acts next in the order",
    "feared": "flees in its turns",
    "charmed": "obeys whoever charmed it",
    "prone": "lies on the ground",
    "hidden": "is unseen",
    "slow_fall": "falls slowly, and without harm",
    "no_offhand": "no Offhand",
    "no_skills": "no skills",
    "no_movement": "no Movement",
    "reflect": "turns the next spell aside",
    "linked": "shares harm with whoever it is linked to",
    "mounted": "rides",
}
CHOICES: dict[tuple[str, str], dict[str, str]] = {
    ("status", "does"): EFFECTS,
    ("status", "applies"): {**CHANGES, "push": "cells that it pushes farther"},
    ("status", "kind"): {"bad": "bad: a Debuff", "good": "good: a Buff"},
    ("skill", "does"): {
        "physical": "physical damage", "magic": "magic damage", "heal": "heals", "status": "a status alone",
        "buff": "casts a Buff", "gem": "nothing by itself: it is a soul gem",
    },
    ("gem", "grants"): {"trigger": "a Trigger Action: an attack", "auto": "an Auto Skill: a skill or an item"},
    ("payload", "does"): {
        "spell": "an orb that a caster enchants", "unit": "somebody", "box": "a box of things",
        "burst": "something that bursts",
    },
    ("terrain", "style"): {style: style.replace("-", " ") for style in TERRAIN_STYLES},
    ("terrain", "water"): {"": "none", "shallow": "shallow: waist-deep", "deep": "deep: swum in"},
    **{(kind, field): dict(PART_LABELS) for kind, field in
       (("skill", "part"), ("item", "part"), ("action", "parts"), ("action", "takes"))},
}  # fmt: skip
"""(kind, field) -> {what may stand there: words}."""

LISTED: dict[tuple[str, str], tuple[str, ...]] = {
    ("status", "applies"): ("stat",),
    ("weapon", "family"): ("constant:out.range",),
    ("skill", "prefix"): ("constant:out.status.prefixes",),
    ("skill", "gem"): ("gem",),
    ("gem", "what"): ("weapon", "skill", "item"),
}
"""(kind, field) -> where else its choices come from (`kinds.Kinds`)."""
