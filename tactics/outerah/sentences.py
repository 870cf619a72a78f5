"""An entry of the rules data as a sentence for people, made from its numbers: what the forms of house rules show while
they are filled in, and the rules page beside the numbers."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.effects.specs import Entry
from tactics.kernel.rules import Rules
from tactics.outerah import specs
from tactics.outerah.heights import high as high_of
from tactics.outerah.heights import usual_height
from tactics.outerah.parts import PART_LABELS

DOES = {
    "dot": "damage at the start of each turn",
    "hot": "hit points at the end of each turn",
    "end_damage": "damage at the end of each turn",
    "max_hp": "less Max HP",
    "frozen": "no turn for 2 or 3 Rounds",
    "no_turn": "no turn",
    "alternate_turns": "a turn every other Round",
    "lose_turn": "the next turn is lost",
    "extra_turn": "a second turn before the Round ends",
    "move_next": "acts next",
    "feared": "flees",
    "charmed": "obeys another",
    "prone": "lies prone",
    "hidden": "is unseen",
    "slow_fall": "falls slowly",
    "no_offhand": "no offhand",
    "no_skills": "no skills",
    "no_movement": "no Movement",
    "reflect": "sends spells off",
    "linked": "shares damage with another",
    "mounted": "rides",
}
CHANGES = {"attempt": "points to hit", "charge": "steps of Charge", "movement": "Movement", "jump": "Jump"}


def says(spec: Entry, rules: Rules) -> str:
    """Empty for a kind that has no sentence of its own here."""
    for kind, words in SENTENCES.items():
        if isinstance(spec, kind):
            found = ", ".join(filter(None, words(spec, rules)))
            return f"{spec.label}: {found}." if found else f"{spec.label}."
    return ""


def _label(rules: Rules, kind: str, key: str) -> str:
    return str(getattr(rules.find(kind, key), "label", key))


def _cells(count: int) -> str:
    return f"{count} cell{'s' * (count != 1)}"


def _weapon(spec: specs.Weapon, rules: Rules) -> Iterator[str]:
    if spec.improvised:
        like = [word for word in ("pointed", "sharp", "throwable") if getattr(spec, word)]
        yield " and ".join(like) or "blunt"
        yield (spec.dice or "its dice come of Strength") + (f", {spec.bonus:+d}" if spec.bonus else "")
    else:
        yield spec.property
        yield f"{spec.dice or specs.PLAIN_DICE} {'' if spec.element == 'neutral' else f'{spec.element} '}damage"
    yield f"reaches {_cells(spec.range)}" if not spec.family else f"the range of a {spec.family}"
    yield "by Intelligence, against Wisdom and Magic Defense" if spec.magic else ""
    yield from _bullets(spec)


def _bullets(spec: specs.Weapon | specs.Skill) -> Iterator[str]:
    yield "its shots pierce cover" if spec.piercing_bullet else ""
    yield "past brick and metal too" if spec.armor_piercing else ""
    yield f"{spec.upgrade:+d} by upgrades" if spec.upgrade else ""
    yield f"critical in {spec.crit} %" if spec.crit is not None else ""


def _skill(spec: specs.Skill, rules: Rules) -> Iterator[str]:
    if spec.does == "gem":
        yield f"grants {_label(rules, 'gem', spec.gem)}"
        yield ", ".join(_label(rules, "class", key) for key in spec.classes)
        return
    yield PART_LABELS[spec.part]
    element = "" if spec.element == "neutral" else f"{spec.element} "
    if spec.does in ("physical", "magic"):
        yield f"{spec.dice} {element}damage {'by Strength' if spec.does == 'physical' else 'by Intelligence'}"
    elif spec.does == "heal":
        yield f"heals {spec.dice} {element}".rstrip()
    elif spec.does == "buff":
        yield f"casts {_label(rules, 'status', spec.buff)}"
    yield "on oneself" if spec.range == 0 else f"within {_cells(spec.range)}"
    yield f"on all within {_cells(spec.area)} of the target" if spec.area else ""
    if spec.status:
        rounds = f" for {spec.rounds} Rounds" if spec.rounds else ""
        yield f"inflicts {' '.join(filter(None, [spec.prefix, _label(rules, 'status', spec.status)]))}{rounds}"
    yield "a spell: Reflect sends it off" if spec.spell else ""
    yield "half cover does not matter" if spec.ignores_half_cover else ""
    yield "ends Wounds and Black&Blue" if spec.patches else ""
    yield "mends sections of the ship that one is aboard of" if spec.repairs else ""
    yield f"{spec.opener_dice} more by an Opener" if spec.opener_dice != "none" else ""
    yield f"{spec.opener_bonus:+d} by an Opener" if spec.opener_bonus else ""
    yield f"{spec.opener_factor} times the damage by an Opener" if spec.opener_factor > 1 else ""
    yield from _bullets(spec)
    yield ", ".join(_label(rules, "class", key) for key in spec.classes)


def _status(spec: specs.Status, rules: Rules) -> Iterator[str]:
    yield f"{'a Buff' if spec.kind == 'good' else 'bad'} of tier {spec.tier}"
    yield from effects(spec, rules)
    if spec.minimum is not None and spec.stat:
        stats = " or ".join(_label(rules, "stat", key) for key in spec.stat)
        yield f"resisted with {stats} from its turn {spec.minimum} on"
    yield f"{spec.rounds} Rounds by itself" if spec.rounds else ""
    yield f"lasts {spec.lasts} Round{'s' * (spec.lasts != 1)}" if spec.lasts else ""
    yield f"{spec.success} % to be cast at 10 Wisdom" if spec.success is not None else ""
    yield f"up to {spec.stacks} at once" if spec.stacks > 1 else ""
    if spec.after:
        yield f"becomes {_label(rules, 'status', spec.after)} after {spec.after_rounds} Rounds"
    yield "ended by patching up" if spec.patched else ""
    yield "ended by being hurt" if spec.hurt_ends else ""


def effects(spec: specs.Status, rules: Rules) -> Iterator[str]:
    """What a status does while it lasts."""
    number = "" if spec.number is None else f"{spec.number}{' %' if spec.percent or spec.does == 'max_hp' else ''} "
    yield f"{number}{DOES[spec.does]}" if spec.does else ""
    for change in spec.changes:
        name = CHANGES.get(change.applies) or _label(rules, "stat", change.applies)
        yield f"{change.value:+d} {name}"


def _thing(spec: specs.Thing, rules: Rules) -> Iterator[str]:
    yield PART_LABELS[spec.part]
    if spec.roll is not None:
        bonus = f" + {spec.bonus}" if spec.bonus else ""
        yield f"heals {spec.heal}{bonus}{'' if spec.element == 'neutral' else f', {spec.element}'}"
    yield f"casts {_label(rules, 'status', spec.buff)}" if spec.buff else ""
    yield f"ends {', '.join(_label(rules, 'status', key) for key in spec.cures)}" if spec.cures else ""
    yield "ends Wounds and Black&Blue" if spec.patches else ""
    yield "its bearer has air" if spec.air else ""
    yield "a hook to be fired" if spec.hook else ""


def _gem(spec: specs.Gem, rules: Rules) -> Iterator[str]:
    yield "a Trigger Action when attacked" if spec.grants == "trigger" else "an Auto Skill when attacked"
    kind = {"attack": "weapon", "skill": "skill", "item": "item"}[spec.uses]
    yield _label(rules, kind, spec.what) if spec.what else "with the mainhand"
    yield f"{spec.limit} times a Round" if spec.limit else ""


def _material(spec: specs.Material, rules: Rules) -> Iterator[str]:
    yield "covers" if spec.covers else "conceals only"
    yield f"hides {spec.share} % of a body"
    yield "stops piercing bullets" if spec.stops_piercing else ""
    yield "burns" if spec.burns else ""
    if spec.style in ("half", "full"):
        high = spec.levels or rules.constant(usual_height(spec), {})
        yield high_of(int(high))
        yield "no Jump gets over it" if spec.blocks_move else f"a Jump of {high} gets over it"
    else:
        yield "nobody passes it" if spec.blocks_move else ""


def _ground(spec: specs.Ground, rules: Rules) -> Iterator[str]:
    yield "nobody passes" if spec.blocks_move else f"{spec.steps} step{'s' * (spec.steps != 1)} a cell"
    yield "blocks sight" if spec.blocks_sight else ""
    yield "difficult: half a Jump" if spec.difficult else ""
    yield "a jump is rolled for, and may end in a fall" if spec.mountain else ""
    yield f"swum in, {spec.depth} levels deep" if spec.water == "deep" else "water" if spec.water else ""
    yield "only who flies passes" if spec.air else ""
    yield "something pulls there" if spec.field else "nothing pulls there" if spec.space else ""
    if spec.hit_charge:
        yield f"{spec.hit_charge:+d} step{'s' * (abs(spec.hit_charge) != 1)} of Charge on attacks into it"
    yield f"{spec.hit_mod:+d} points to hit into it" if spec.hit_mod else ""
    yield f"covers like {_label(rules, 'material', spec.material)}" if spec.material else ""
    yield "holds a hook" if spec.grapplable else ""
    yield "a pet may resist an order that leads over it" if spec.harmful else ""


def _class(spec: specs.Class, rules: Rules) -> Iterator[str]:
    speeds = rules.constant("out.speed.class", {})
    key = next((key for key, one in rules.entries["class"].items() if one is spec), "")
    yield f"base Speed {speeds[key]}" if key in speeds else ""
    found = [one.label for one in rules.entries["skill"].values() if key and key in one.classes]
    yield f"skills {', '.join(found)}" if found else ""


def _option(spec: specs.Option, rules: Rules) -> Iterator[str]:
    yield " or ".join(PART_LABELS[part] for part in spec.parts)
    yield f"takes {', '.join(PART_LABELS[part] for part in spec.takes)} besides" if spec.takes else ""
    yield f"needs a {spec.needs}" if spec.needs else ""


SENTENCES = {
    specs.Weapon: _weapon, specs.Skill: _skill, specs.Status: _status, specs.Thing: _thing, specs.Gem: _gem,
    specs.Material: _material, specs.Ground: _ground, specs.Class: _class, specs.Option: _option,
}  # fmt: skip
