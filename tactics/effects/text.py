"""Rules data as sentences for help and titles: `Simple Attack, 2 PA: one Attempt against DEF at reach 1.`

The sentences are made from the same data that is played, so that help cannot drift from play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args, get_type_hints

import msgspec

from tactics.effects import kinds, specs, steps
from tactics.effects.breakdown import signed
from tactics.effects.powers import AFFECTS
from tactics.kernel.rules import Rules


def cost_text(cost: Mapping[str, int]) -> str:
    """`2 PA + 1 MA`, `free`. Physical points come first, then mental, then others by name."""
    order = {"pa": 0, "ma": 1}
    paid = sorted(((p, n) for p, n in cost.items() if n), key=lambda c: (order.get(c[0], 2), c[0]))
    return " + ".join(f"{points} {pool.upper()}" for pool, points in paid) or "free"


def sentence(spec: specs.Entry, rules: Rules | None = None) -> str:
    """One or two sentences for any entry; its own help text is added at the end, unless the numbers said it."""
    body = kinds.of(rules.ruleset).says(spec, rules) if rules is not None else ""
    if body:
        pass
    elif isinstance(spec, specs.Action):
        body = action_text(spec, rules)
    elif isinstance(spec, specs.Skill):
        body = skill_text(spec, rules)
    elif isinstance(spec, specs.Weapon):
        body = weapon_text(spec, rules)
    elif isinstance(spec, specs.Item):
        body = item_text(spec, rules)
    elif isinstance(spec, specs.Terrain):
        body = terrain_text(spec)
    elif isinstance(spec, specs.Race):
        body = f"{spec.label}: {signed(spec.penalty)} on skills that one does not have."
    elif isinstance(spec, specs.Status):
        body = status_text(spec)
    elif isinstance(spec, specs.Constant):
        body = f"{spec.label}: {value_text(spec.value)} ({source_text(spec)})."
    else:
        body = f"{spec.label}."
    said = spec.text.strip().rstrip(".").casefold() in body.casefold()
    return body if said else f"{body} {spec.text}".rstrip()


def fields_of(kind: str, ruleset: str = "") -> list[str]:
    """What an entry of this kind may say, required fields first: `label`, `type (physical, mental, ...)`."""
    spec = kinds.of(ruleset).types[kind]
    hints = get_type_hints(spec)
    fields = sorted(msgspec.structs.fields(spec), key=lambda field: not field.required)
    told: list[str] = []
    for field in fields:
        choices = [str(c) for c in get_args(hints[field.name]) if isinstance(c, str) and c]
        told.append(f"{field.name} ({', '.join(choices)})" if choices else field.name)
    return told


def field_words(kind: str, ruleset: str = "") -> list[tuple[str, str]]:
    """The same with what each means, where the ruleset says it: (`does`, `What it does: dot = harms ...`)."""
    own = kinds.of(ruleset)
    told: list[tuple[str, str]] = []
    for field in fields_of(kind, ruleset):
        name, _space, listed = field.partition(" ")
        label, text = own.words.get((kind, name), ("", ""))
        words = own.choices.get((kind, name), {})
        choices = "; ".join(f"{key} = {word}" if key != word else key for key, word in words.items() if key)
        said = [label + (f" ({text.rstrip('.')})" if label and text else ""), choices or listed.strip("()")]
        told.append((name, ": ".join(part for part in said if part)))
    return told


def source_text(spec: specs.Entry) -> str:
    """`document, line 54` or `house value`."""
    return "house value" if spec.house else f"document, line {spec.line}"


def named(applies: str) -> str:
    """What a modifier applies to, for people: `DEF`, `Attempt`."""
    return applies.upper() if applies in ("def", "pa", "ma") else applies.capitalize()


def value_text(value: Any) -> str:
    """A constant's value for people."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "no limit"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {value_text(inner)}" for key, inner in value.items()) or "nothing"
    if isinstance(value, list | tuple):
        return ", ".join(value_text(inner) for inner in value)
    return str(value).replace("_", " ")


def action_text(action: specs.Action, rules: Rules | None = None) -> str:
    """`Simple Attack, 2 PA: one Attempt against DEF at reach 1, then damage.`"""
    done = [step_text(step, rules) for step in action.effect]
    if action.reach and done:
        done[0] += f" at reach {action.reach}"
    what = ", then ".join(done) if done else "the GM rules what comes of it"
    marks = [
        word
        for word, holds in (
            ("only as an interrupt", action.interrupt_only),
            ("cannot be interrupted", not action.interruptible),
            ("divine", action.divine),
            ("needs a hand", action.needs_hand),
            ("not as an Extended Action", not action.extendable),
        )
        if holds
    ]
    spell = f", spell of level {action.level}" if action.level else ""
    return f"{action.label}, {cost_text(action.cost)}{spell}: {what}.{_sentence(marks)}"


def skill_text(skill: specs.Skill, rules: Rules | None = None) -> str:
    """`Claw (physical attack): d10 + rank + DEX against DEF; Effectiveness d10 + rank + STR, less soak.`"""
    kind = skill.type.replace("_", " ") + (" attack" if skill.attack else "")
    head = f"{skill.label} ({kind}):"
    if skill.always:
        return f"{head} {changes_text(skill)}."
    stat = f"half of {' and '.join(skill.stats)}" if len(skill.stats) == 2 else "".join(skill.stats)
    rank = "" if skill.unranked else " + rank"
    if skill.attack:
        against = "DEF"
    elif skill.versus:
        against = f"the other's {skill.versus.replace('_', ' ')}"
    else:
        against = "the difficulty" if skill.difficulty is None else f"difficulty {skill.difficulty}"
    effect = "success is all that matters"
    if skill.dice is not None and not (skill.burst and skill.effect):
        added = f" + {skill.effectiveness_stat}" if skill.effectiveness_stat else ""
        effect = f"Effectiveness {skill.effectiveness}{rank}{added}"
        effect += ", less soak" if skill.attack else ", told by the GM"
    elif skill.effect:
        effect = ", then ".join(step_text(step, rules) for step in skill.effect)
    if skill.toggled:
        effect = f"{changes_text(skill)}{_terms_of_use(skill)}"
    check = f"d10{rank} + {stat} against {against}; "
    if skill.toggled and not skill.asserted:
        check = ""
    elif skill.burst:
        own = skill.attack or skill.versus
        check = (f"d10{rank} + {skill.manifest_stat} to manifest; " if skill.manifest else "") + (check if own else "")
    marks = ["not without a rank"] if skill.usable_untrained is False else []
    if skill.hp_cost:
        marks.append(f"takes {skill.hp_cost} HP")
    return f"{head} {check}{effect}.{_sentence(marks)}"


def changes_text(skill: specs.Skill) -> str:
    """`-1 Attempt of enemies within 2 cells`, `+1 Attempt with search when wounded`."""
    parts = []
    for change in skill.changes:
        of = change.skill.replace("_", " ") or change.stat
        parts.append(f"{signed(change.value)} {named(change.applies)}{f' with {of}' if of else ''}")
    text = ", ".join(parts) or "no number of its own"
    if skill.radius:
        text += f" of {AFFECTS[skill.affects]} within {_count(skill.radius, 'cell')}"
    return f"{text} {skill.when.words}" if skill.when is not None else text


def _terms_of_use(skill: specs.Skill) -> str:
    parts = []
    if skill.upkeep:
        paid = " + ".join(f"{n} {pool.upper()}" for pool, n in sorted(skill.upkeep.items()))
        parts.append(f"{paid} at each start of one's turn")
    if skill.burn_out:
        parts.append(f"burns out after {_count(skill.burn_out, 'turn')}")
    return f"; {', '.join(parts)}" if parts else ""


def weapon_text(weapon: specs.Weapon, rules: Rules | None = None) -> str:
    """`Short bow: Bow, d8, range 12.`"""
    skill = rules.find("skill", weapon.skill) if rules else None
    parts = [skill.label if skill else weapon.skill, weapon.effectiveness]
    if weapon.effectiveness_bonus:
        parts.append(f"{signed(weapon.effectiveness_bonus)} Effectiveness")
    if weapon.attempt_bonus:
        parts.append(f"{signed(weapon.attempt_bonus)} Attempt")
    parts.append(f"range {weapon.range}" if weapon.range else f"reach {weapon.reach}")
    return f"{weapon.label}: {', '.join(parts)}."


SIZES = ("", "", "big", "very big", "huge", "enormous")
"""The document's word for each number of slots (T-168)."""


def item_text(item: specs.Item, rules: Rules | None = None) -> str:
    """`Rope: big, 2 slots.`"""
    parts = [f"{SIZES[item.size]}, {_count(item.size, 'slot')}" if item.size > 1 else "1 slot"]
    if item.stackable:
        parts.append("several share a slot")
    if item.wearable:
        parts.append("worn")
    if item.holds:
        names = ", ".join(name.replace("_", " ") for name in item.holds)
        parts.append(f"makes up to {item.capacity} wearable: {names}")
    if item.pack:
        parts.append(f"{signed(item.pack)} slots of the Pack while worn")
    if item.manual:
        skill = rules.find("skill", item.manual) if rules else None
        parts.append(f"helps once with {skill.label if skill else item.manual}")
    parts += [step_text(step, rules) for step in item.effect]
    return f"{item.label}: {', '.join(parts)}."


def terrain_text(terrain: specs.Terrain) -> str:
    """`Rubble: 2 steps.`"""
    parts = ["nobody may enter" if terrain.blocks_move else _count(terrain.steps, "step")]
    if terrain.blocks_sight:
        parts.append("blocks sight")
    return f"{terrain.label}: {', '.join(parts)}."


def status_text(status: specs.Status) -> str:
    """`Grappled: -2 DEF, no move.`"""
    parts = [f"{signed(c.value)} {c.label or named(c.applies)}" for c in status.changes]
    parts += [f"no {name.replace('_', ' ')}" for name in status.forbids]
    return f"{status.label}: {', '.join(parts) or 'a mark without numbers'}."


def step_text(step: steps.AnyStep, rules: Rules | None = None) -> str:
    """What one step does, in a few words."""
    return _STEPS[type(step)](step, rules)


def _amount(amount: steps.Amount | None, rules: Rules | None) -> str:
    if isinstance(amount, str):
        constant = rules.constants.get(amount) if rules else None
        return value_text(constant.value) if constant else amount
    return str(amount)


def _signed_amount(amount: steps.Amount, rules: Rules | None) -> str:
    text = _amount(amount, rules)
    return signed(int(text)) if text.lstrip("-").isdecimal() else text


def _check(step: steps.Check, rules: Rules | None) -> str:
    against = {
        "def": "DEF",
        "difficulty": "the difficulty",
        "versus": "the other's roll",
        "suppression": "the strength of what suppresses it",
    }[step.against]
    if step.difficulty is not None:
        against = f"difficulty {_amount(step.difficulty, rules)}"
    return f"one Attempt against {against}"


def _harm(step: steps.Harm, rules: Rules | None) -> str:
    return f"damage with {_signed_amount(step.bonus, rules)} Effectiveness" if step.bonus else "damage"


def _skill(key: str, rules: Rules | None) -> str:
    found = rules.find("skill", key) if rules else None
    return found.label if found else key.replace("_", " ")


def _inflict(step: steps.Inflict, rules: Rules | None) -> str:
    status = rules.find("status", step.status) if rules else None
    return f"the status {status.label if status else step.status}"


def _modify(step: steps.Modify, rules: Rules | None) -> str:
    until = {
        "next_turn_start": "until the start of the next turn",
        "next_turn_end": "until the end of the next turn",
        "used": "once",
    }[step.until]
    return f"{_signed_amount(step.value, rules)} {named(step.applies)} {until}"


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


SPARED = {"self": "but oneself ", "allies": "but one's own side ", "enemies": "but enemies "}
_STEPS: dict[type, Callable[[Any, Rules | None], str]] = {
    steps.Check: _check,
    steps.Harm: _harm,
    steps.Tell: lambda step, rules: "the GM tells what comes of it",
    steps.Heal: lambda step, rules: f"heals {step.amount.text}",
    steps.Inflict: _inflict,
    steps.Modify: _modify,
    steps.Walk: lambda step, rules: (
        _count(step.legs, "normal movement") + (" through occupied spaces" if step.through else "")
    ),
    steps.Push: lambda step, rules: f"pushes {_count(step.cells, 'cell')}",
    steps.Speak: lambda step, rules: "says words",
    steps.Look: lambda step, rules: (
        f"finds what is hidden within {_amount(step.radius, rules)} cells"
        + (f", who hides with {_skill(step.resist, rules)} by a roll against it" if step.resist else "")
    ),
    steps.Spend: lambda step, rules: f"costs {_amount(step.amount, rules)} {step.pool.upper()}",
    steps.Grant: lambda step, rules: f"gives {_amount(step.amount, rules)} {step.pool.upper()}",
    steps.Area: lambda step, rules: (
        f"to all {'' if step.spare == 'nobody' else SPARED[step.spare]}within {_amount(step.radius, rules)}: "
        + ", then ".join(step_text(inner, rules) for inner in step.effect)
    ),
    steps.Ask: lambda step, rules: f"asks: {step.text}",
    steps.Aura: lambda step, rules: f"the aura is {step.set}",
    steps.Suppress: lambda step, rules: (
        f"the target's auras are suppressed with strength {_amount(step.strength, rules)}"
        + (f" for {_count(step.turns, 'turn')}" if step.turns else "")
    ),
    steps.Switch: lambda step, rules: "it is on",
    steps.Python: lambda step, rules: step.name.replace("_", " "),
}


def _sentence(marks: list[str]) -> str:
    text = ", ".join(marks)
    return f" {text[0].upper()}{text[1:]}." if text else ""
