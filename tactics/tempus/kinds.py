"""What the constants of Tempus Tempera must be for its code to work with them, and the registration of its kinds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tactics.effects import kinds
from tactics.effects.constant_forms import (
    Form,
    choice,
    dice,
    listed,
    maybe,
    number,
    points,
    record,
    span,
    switch,
    table,
    whole,
    word,
)
from tactics.effects.dice_text import suggestion
from tactics.effects.references import Parsed, Problem
from tactics.effects.steps import Check, Python, flat
from tactics.tempus.action_steps import PYTHON

BONUS = whole(-99, 99)
COST = points("pa", "ma", "mp")

FORMS: dict[str, Form] = {
    "tt.init.die": dice(),
    "tt.init.stats": listed(word(), example='["SPD", "WIT"]'),
    "tt.init.conversion_per_ma": whole(0, 99),
    "tt.init.conversion_duration": choice("next_round", "permanent"),
    "tt.placement.order": choice("high_first", "low_first"),
    "tt.ap.before_first_turn": choice("none", "full"),
    "tt.def.per_unused_pa": whole(0, 99),
    "tt.def.unused_pa_in_own_turn": switch(),
    "tt.def.stat_bonus": switch(),
    "tt.grid.metric": choice("chebyshev"),
    "tt.move.orthogonal": whole(1, 50),
    "tt.move.diagonal": whole(0, 50),
    "tt.move.cost": COST,
    "tt.move.continue": switch(),
    "tt.terrain.difficult_steps": whole(1, 9),
    "tt.talk.words_per_ma": whole(1, 999),
    "tt.talk.radius": table(maybe(whole(0, 200), "everybody"), ("whisper", "speak", "yell")),
    "tt.talk.aloud": switch(),
    "tt.aim.bonus": BONUS,
    "tt.aim.stack": switch(),
    "tt.power_attack.effectiveness": BONUS,
    "tt.stance.def": BONUS,
    "tt.called.effectiveness": BONUS,
    "tt.called.places": listed(word(), example='["head", "arm"]'),
    "tt.search.radius": whole(0, 50),
    "tt.extended.block": choice("same_type", "shared_pool"),
    "tt.extended.min_per_turn": whole(0, 99),
    "tt.willpower.difficulty": record(base=whole(0, 99), per_damage=number(0, 99), max=whole(0, 99)),
    "tt.prepared.window": choice("until_next_turn", "round_end"),
    "tt.prepared.vague": BONUS,
    "tt.prepared.exact": BONUS,
    "tt.prepared.max": word(),
    "tt.reflex.die": dice(),
    "tt.reflex.surcharge": COST,
    "tt.reflex.loss": table(dice(), ("ma", "pa")),
    "tt.mp.per_level": whole(0, 99),
    "tt.mp.fail_share": number(0, 1),
    "tt.mp.fail_round": choice("up", "down"),
    "tt.mp.regen_percent": whole(0, 100),
    "tt.mp.regen_of": choice("max", "current"),
    "tt.mp.regen_round": choice("down", "up"),
    "tt.race_penalty": table(whole(-99, 0)),
    "tt.race_penalty.other": whole(-99, 0),
    "tt.check.tie": choice("fail", "succeed"),
    "tt.check.difficulty": whole(0, 99),
    "tt.difficulty.moving_target": BONUS,
    "tt.crit.failure": span(1, 10),
    "tt.crit.success": span(1, 10),
    "tt.crit.default": choice("add_effectiveness", "told_by_gm"),
    "tt.effectiveness.add_margin": switch(),
    "tt.effectiveness.die": dice(10),
    "tt.effectiveness.fist": dice(10),
    "tt.effectiveness.claw": dice(10),
    "tt.effectiveness.sharp_claw": dice(10),
    "tt.compound.round": choice("down", "up", "none"),
    "tt.retry.bonus": BONUS,
    "tt.pack.slots": whole(0, 50),
    "tt.pack.stack": whole(1, 99),
    "tt.size": table(whole(1, 5), ("normal", "big", "very_big", "huge", "enormous")),
    "tt.inventory.search_cost": COST,
    "tt.inventory.stash_cost": COST,
    "tt.hand.slots": whole(0, 10),
    "tt.hand.count": whole(0, 10),
    "tt.hand.penalty": whole(-99, 0),
    "tt.drop.cost": COST,
    "tt.sheathe.cost": COST,
    "tt.pick_up.cost": COST,
    "tt.reach.natural": whole(0, 50),
    "tt.door.cost": COST,
    "tt.xp.objective_default": whole(),
    "tt.xp.level": whole(1),
    "tt.tough.base": table(whole(-99, 999)),
    "tt.tough.step": table(whole(-99, 999)),
    "tt.mob.attack_mode": choice("each", "single"),
    "tt.mob.recompute_ap": switch(),
    "tt.aura.suppress_difficulty": whole(0, 99),
    "tt.aura.suppress_cost": COST,
    "tt.aura.suppress_rounds": whole(1, 99),
    "tt.scene.night": switch(),
    "tt.ask.difficulty": choice("none", "some", "all"),
    "tt.show.npc": choice("open", "guarded", "closed"),
    "tt.window.seconds": whole(1, 3600),
    "tt.window.beat_seconds": whole(0, 60),
    "tt.window.depth": whole(1, 9),
    "tt.pace": choice("live", "post"),
    "tt.ask.willpower": choice("none", "all"),
}
"""Key -> what its value must be; every constant that the rules read has one."""
STATS = ("tt.init.stats", "tt.prepared.max", "tt.tough.base", "tt.tough.step")
"""Constants that name stats."""


def references(parsed: Parsed) -> list[Problem]:
    """Names that nothing has, and constants that cannot be together."""
    found = [*kinds.POINTS.references(parsed), *_stats(parsed), *_crossing(parsed), *_registered(parsed)]
    return [*found, *_idle(parsed)]


HANDLING = ("drop", "hand_over", "pick_up", "quick_stash", "sheathe")
"""The actions that move a thing: what they do is their key's, not their effect's."""


def _idle(parsed: Parsed) -> Iterator[Problem]:
    """What nobody could ever do: to move a thing in a way of one's own, to roll or strike with a bonus (T-107)."""
    bonuses = {key: spec for key, spec in parsed["skill"].items() if spec.type == "bonus"}
    for key, action in parsed["action"].items():
        if action.target == "item" and key not in HANDLING:
            message = f"things are moved by {', '.join(HANDLING[:-1])} and {HANDLING[-1]}: write another target"
            yield Problem(f"action {key}", "target", message)
        checked = {action.check, *(x.skill for x in flat(action.effect) if isinstance(x, Check))}
        for name in sorted(checked & set(bonuses)):
            label = bonuses[name].label
            yield Problem(f"action {key}", "check", f"{label} is a bonus and has no stat to check: name another skill")
    for key, spec in bonuses.items():
        if spec.attack:
            yield Problem(f"skill {key}", "attack", "a bonus strikes nobody: leave out attack, or write another type")


def _registered(parsed: Parsed) -> Iterator[Problem]:
    """Steps of Python that there are none of."""
    for kind in ("action", "skill", "item"):
        for key, spec in parsed[kind].items():
            for step in flat(spec.effect):
                if isinstance(step, Python) and step.name not in PYTHON:
                    hint = suggestion(step.name, PYTHON)
                    yield Problem(f"{kind} {key}", "effect.name", f"there is no step {step.name!r}: {hint}")


def _stats(parsed: Parsed) -> Iterator[Problem]:
    for key in STATS:
        found = parsed["constant"].get(key)
        names = () if found is None else (found.value,) if isinstance(found.value, str) else tuple(found.value)
        for name in names:
            if name not in parsed["stat"]:
                hint = suggestion(name, parsed["stat"])
                yield Problem(f"constant {key}", "value", f"there is no stat {name!r}: {hint}")


def _crossing(parsed: Parsed) -> Iterator[Problem]:
    """A second die is critical for better or for worse, not both (T-152)."""
    worse, better = (parsed["constant"].get(f"tt.crit.{end}") for end in ("failure", "success"))
    if worse is not None and better is not None and worse.value[1] >= better.value[0]:
        message = f"{better.value[0]} is a Critical Failure already (tt.crit.failure): begin at {worse.value[1] + 1}"
        yield Problem("constant tt.crit.success", "value", message)


EXPLAINS = {
    "stat:compound": "constant:tt.compound.round",
    "stat:bonus": "constant:tt.def.stat_bonus",
    "race:other": "constant:tt.race_penalty.other",
    "points:pa": "constant:tt.def.per_unused_pa",
    "gear:hands": "constant:tt.hand.penalty",
    "posture:retry": "constant:tt.retry.bonus",
    "power:suppression": "constant:tt.aura.suppress_difficulty",
    "prepared:declaration": "rule:T-069",
    "status": "action",
    **dict.fromkeys(("bonus", "power", "aura", "ability"), "skill"),
}
"""A status that an action leaves is explained by the action (T-059)."""

TEMPUS = replace(kinds.POINTS, forms=FORMS, references=references, explains=EXPLAINS)
kinds.register("tempus", TEMPUS)
