"""What the fields of entries are called on the page, and which of them a kind of entry needs first.

A field that is not named here is called by its own name; so a ruleset's own kinds have forms without a line here.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as lazy

from tactics.effects import specs, steps

HIDDEN = frozenset({"origin", "line", "source", "disabled", "items", "playable", "listed", "interruptible", "args"})
"""Nothing that a table decides: where an entry comes from, and how the code treats it."""

LABELS: dict[str, tuple[Any, Any]] = {
    "label": (lazy("Name"), ""),
    "text": (lazy("In a sentence or two"), lazy("Shown as help wherever the entry is.")),
    "skill": (lazy("Skill"), ""),
    "effectiveness": (lazy("Effectiveness"), lazy("Dice such as d10 or 2d6; none, if success is all that matters.")),
    "effectiveness_bonus": (lazy("Added to the Effectiveness"), ""),
    "attempt_bonus": (lazy("Added to the Attempt"), ""),
    "reach": (lazy("Reach in cells"), lazy("How near the target must be.")),
    "range": (lazy("Range in cells"), lazy("How far a shot carries; 0 if it is none.")),
    "size": (lazy("Slots"), lazy("1; big is 2, very big 3, huge 4, enormous 5.")),
    "hands": (lazy("Hands it takes"), ""),
    "sort": (lazy("Sort"), lazy("What sheaths and bags know it by, such as blade.")),
    "stackable": (lazy("Several share a slot"), ""),
    "wearable": (lazy("Can be worn"), ""),
    "equipment": (lazy("Clothes or armour"), lazy("Worn, and never ready at hand.")),
    "holds": (lazy("Carries"), lazy("What it makes wearable.")),
    "capacity": (lazy("How many it carries"), ""),
    "pack": (lazy("Slots that it adds to the Pack"), lazy("While it is worn.")),
    "simple": (lazy("A simple item"), lazy("Ready at hand it is used for the cost of its action.")),
    "consumed": (lazy("Gone once it is used"), ""),
    "action": (lazy("Used by the action"), ""),
    "cost": (lazy("Cost"), ""),
    "use": (lazy("Used on"), ""),
    "manual": (lazy("A manual of the skill"), ""),
    "effect": (lazy("What it does, step by step"), lazy("What follows an Attempt happens only if it succeeds.")),
    "type": (lazy("Type"), ""),
    "stat": (lazy("Stat"), lazy("Added to the Attempt; nothing: as usual for its type.")),
    "attack": (lazy("It is an attack"), lazy("Goes against DEF and does damage.")),
    "natural": (lazy("Anybody has it"), lazy("Offered to whoever has no other attack.")),
    "effectiveness_stat": (lazy("Stat added to the Effectiveness"), ""),
    "usable_untrained": (lazy("Can be tried without a rank"), ""),
    "unranked": (lazy("Has no ranks"), ""),
    "flavour": (lazy("Of the social skills"), ""),
    "difficulty": (lazy("Difficulty"), lazy("Empty: the GM's.")),
    "versus": (lazy("Resisted with"), lazy("The other rolls this skill.")),
    "inflicts": (lazy("Status that it inflicts"), ""),
    "needs_hand": (lazy("Needs a free hand"), ""),
    "changes": (lazy("Numbers that it changes"), ""),
    "when": (lazy("Only when"), ""),
    "met": (lazy("What meets it"), ""),
    "radius": (lazy("Radius in cells"), ""),
    "affects": (lazy("Affects"), ""),
    "subtle": (lazy("Strangers are not told of it"), ""),
    "suppress_rounds": (lazy("Own turns that a suppressed aura stays so"), ""),
    "asserted": (lazy("Needs a check to be switched on"), ""),
    "upkeep": (lazy("Taken at each start of the own turn"), ""),
    "burn_out": (lazy("Own turns until it burns out"), ""),
    "drawback": (lazy("Status of its owner"), lazy("While it is on, or once it is used.")),
    "manifest": (lazy("Needs a check to manifest"), ""),
    "manifest_stat": (lazy("Stat of that check"), ""),
    "hp_cost": (lazy("Hit points that it takes from its owner"), ""),
    "target": (lazy("Done to"), ""),
    "check": (lazy("Skill that it checks"), lazy("Nothing: whoever does it names one.")),
    "needs_skill": (lazy("Names a skill"), ""),
    "extendable": (lazy("Can be an Extended Action"), ""),
    "interrupt_only": (lazy("Only as an interrupt"), ""),
    "answers_attack": (lazy("Only at whoever attacks at that moment"), ""),
    "divine": (lazy("A Divine Power"), ""),
    "level": (lazy("Level of the spell"), lazy("1 to 10; Magic Points go by it.")),
    "needs_rank": (lazy("Least rank of its skill"), ""),
    "letter": (lazy("Letter on typed maps"), lazy("One sign that no other terrain has.")),
    "style": (lazy("Looks like"), ""),
    "blocks_move": (lazy("Nobody may enter"), ""),
    "blocks_sight": (lazy("Blocks sight"), ""),
    "steps": (lazy("Steps to enter a cell"), ""),
    "tone": (lazy("Colour"), lazy("good, bad, a warning, or neither.")),
    "forbids": (lazy("Rules out"), lazy("Actions, or a whole kind of them.")),
    "stacks": (lazy("How many of it count"), ""),
    "do": (lazy("Step"), ""),
    "against": (lazy("Against"), ""),
    "resist": (lazy("Resisted with"), ""),
    "alone": (lazy("Concerns nobody but who rolls"), ""),
    "bonus": (lazy("Added to the Effectiveness"), ""),
    "amount": (lazy("How much"), lazy("Dice and stats, such as d6 + int.")),
    "on": (lazy("On"), ""),
    "status": (lazy("Status"), ""),
    "turns": (lazy("For so many turns"), lazy("0: it stays.")),
    "applies": (lazy("Number"), ""),
    "value": (lazy("By"), ""),
    "until": (lazy("Until"), ""),
    "legs": (lazy("Normal movements"), ""),
    "through": (lazy("Through occupied cells"), ""),
    "cells": (lazy("Cells"), lazy("A negative number pulls.")),
    "pool": (lazy("Points"), ""),
    "spare": (lazy("Spares"), ""),
    "who": (lazy("Who is asked"), ""),
    "set": (lazy("The aura is"), ""),
    "strength": (lazy("Strength"), ""),
}

STEPS: dict[type, Any] = {
    steps.Check: lazy("An Attempt"),
    steps.Harm: lazy("Damage"),
    steps.Tell: lazy("The GM tells what comes of it"),
    steps.Heal: lazy("Heals"),
    steps.Inflict: lazy("A status"),
    steps.Modify: lazy("A modifier for a while"),
    steps.Walk: lazy("Movement"),
    steps.Push: lazy("Pushes"),
    steps.Speak: lazy("Words are said"),
    steps.Look: lazy("Finds what is hidden"),
    steps.Spend: lazy("Costs points beyond the cost"),
    steps.Grant: lazy("Gives points"),
    steps.Area: lazy("All in an area"),
    steps.Ask: lazy("Asks somebody"),
    steps.Aura: lazy("An aura goes or comes back"),
    steps.Suppress: lazy("The target's auras are suppressed"),
}
"""Those that a table may use; one that is not here needs code of its own."""

_CHECKED = ("attack", "natural", "effectiveness", "effectiveness_stat", "versus", "inflicts", "reach", "range", "cost",
            "difficulty", "needs_hand", "usable_untrained", "unranked")  # fmt: skip
_BY_TYPE: dict[str, tuple[str, ...]] = {
    "bonus": ("changes", "when"),
    "supernatural_aura": ("changes", "radius", "affects", "subtle", "suppress_rounds"),
    "supernatural_activated": (
        "changes", "radius", "affects", "subtle", "cost", "asserted", "upkeep", "burn_out", "drawback", "hp_cost",
        "effect", "difficulty",
    ),
    "supernatural_burst": (
        "attack", "effectiveness", "effectiveness_stat", "versus", "inflicts", "reach", "range", "cost", "manifest",
        "manifest_stat", "hp_cost", "drawback", "target", "effect", "difficulty",
    ),
    "social": ("flavour", *_CHECKED),
}  # fmt: skip


def wanted(cls: type, body: dict[str, Any]) -> tuple[str, ...] | None:
    """The fields that this entry needs, in their order; None: all that there are. Others are shown where they are
    set."""
    if cls is specs.Skill:
        own = _BY_TYPE.get(str(body.get("type", "")), _CHECKED)
        return ("label", "type", "stat", *own, "text")
    return _ORDER.get(cls)


_ORDER: dict[type, tuple[str, ...]] = {
    specs.Weapon: (
        "label", "skill", "effectiveness", "effectiveness_bonus", "attempt_bonus", "reach", "range", "hands", "size",
        "sort", "text",
    ),
    specs.Item: (
        "label", "size", "stackable", "sort", "simple", "consumed", "use", "reach", "cost", "action", "skill", "effect",
        "wearable", "equipment", "holds", "capacity", "pack", "manual", "text",
    ),
    specs.Action: (
        "label", "level", "cost", "target", "reach", "check", "needs_rank", "needs_skill", "effect", "extendable",
        "interrupt_only", "answers_attack", "divine", "needs_hand", "hp_cost", "text",
    ),
    specs.Terrain: ("label", "letter", "style", "steps", "blocks_move", "blocks_sight", "text"),
    specs.Status: ("label", "tone", "changes", "forbids", "stacks", "text"),
}  # fmt: skip
