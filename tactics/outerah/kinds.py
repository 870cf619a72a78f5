"""The kinds of Outerah's rules data, what their entries name of one another, and their registration."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tactics.effects import kinds
from tactics.effects import specs as shared
from tactics.effects.dice_text import suggestion
from tactics.effects.distribution import TooLarge, of_dice
from tactics.effects.references import Parsed, Problem
from tactics.outerah import aboard, field_words, heights, sentences, specs, workable
from tactics.outerah.forms import FORMS

TYPES: dict[str, type[shared.Entry]] = {
    "constant": shared.Constant,
    "stat": shared.Stat,
    "class": specs.Class,
    "action": specs.Option,
    "status": specs.Status,
    "skill": specs.Skill,
    "weapon": specs.Weapon,
    "item": specs.Thing,
    "gem": specs.Gem,
    "payload": specs.Payload,
    "material": specs.Material,
    "terrain": specs.Ground,
    "template": specs.Template,
}


def references(parsed: Parsed) -> list[Problem]:
    """One problem per name that nothing has; if all names are known, what cannot work all the same."""
    return [*_skills(parsed), *_others(parsed), *_templates(parsed)] or workable.problems(parsed)


def _missing(where: str, field: str, key: str, kind: str, known: Collection[str]) -> Iterator[Problem]:
    if key and key not in known:
        yield Problem(where, field, f"there is no {kind} {key!r}: {suggestion(key, known)}")


def _skills(parsed: Parsed) -> Iterator[Problem]:
    for key, skill in parsed["skill"].items():
        where = f"skill {key}"
        yield from _missing(where, "status", skill.status, "status", parsed["status"])
        yield from _missing(where, "buff", skill.buff, "status", parsed["status"])
        yield from _missing(where, "gem", skill.gem, "gem", parsed["gem"])
        for cls in skill.classes:
            yield from _missing(where, "classes", cls, "class", parsed["class"])


def _others(parsed: Parsed) -> Iterator[Problem]:
    for key, status in parsed["status"].items():
        where = f"status {key}"
        yield from _missing(where, "after", status.after, "status", parsed["status"])
        for stat in status.stat:
            yield from _missing(where, "stat", stat, "stat", parsed["stat"])
    for key, item in parsed["item"].items():
        yield from _missing(f"item {key}", "buff", item.buff, "status", parsed["status"])
        for cured in item.cures:
            yield from _missing(f"item {key}", "cures", cured, "status", parsed["status"])
    for key, gem in parsed["gem"].items():
        known = parsed[{"attack": "weapon", "skill": "skill", "item": "item"}[gem.uses]]
        yield from _missing(f"gem {key}", "what", gem.what, gem.uses, known)
    letters: dict[str, str] = {}
    for key, terrain in parsed["terrain"].items():
        yield from _missing(f"terrain {key}", "material", terrain.material, "material", parsed["material"])
        other = letters.setdefault(terrain.letter, key)
        if other != key:
            yield Problem(f"terrain {key}", "letter", f"{terrain.letter!r} is the letter of {other}")


def _templates(parsed: Parsed) -> Iterator[Problem]:
    for key, found in parsed["template"].items():
        where = f"template {key}"
        yield from _missing(where, "cls", found.cls, "class", parsed["class"])
        for field, names, kind in (
            ("stats", found.stats, "stat"),
            ("skills", found.skills, "skill"),
            ("weapons", found.weapons, "weapon"),
            ("pack", found.pack, "item"),
            ("gems", found.gems, "gem"),
            ("companions", found.companions, "template"),
        ):
            for name in names:
                yield from _missing(where, field, name, kind, parsed[kind])
        for name in found.companions:
            other = parsed["template"].get(name)
            if other is not None and other.kind not in specs.COMPANIONS:
                yield Problem(where, "companions", f"{name} is no {', '.join(specs.COMPANIONS)}")


def warnings(parsed: Parsed) -> list[Problem]:
    """Advice on what is legal: two entries with one label, dice without exact odds."""
    return [*_doubles(parsed), *_dice(parsed)]


def _doubles(parsed: Parsed) -> Iterator[Problem]:
    for kind, found in parsed.items():
        seen: dict[str, str] = {}
        for key, spec in found.items():
            other = seen.setdefault(spec.label.casefold(), key)
            if other != key:
                yield Problem(f"{kind} {key}", "label", f"{other} has the same label")


def _dice(parsed: Parsed) -> Iterator[Problem]:
    for kind in ("skill", "weapon", "item"):
        for key, spec in parsed[kind].items():
            if spec.roll is not None:
                try:
                    of_dice(spec.roll.count, spec.roll.sides, spec.roll.keep)
                except TooLarge:
                    yield Problem(f"{kind} {key}", "dice", "too many dice for exact odds: none will be shown")


EXPLAINS = {
    "facing": "constant:out.hit.facing",
    "elevation:up": "constant:out.elevation.up_per_level",
    "elevation:down": "constant:out.elevation.down",
    "posture:opener": "rule:O-036",
    "pet:pincer": "rule:O-057",
    "terrain:water": "rule:O-132",
}

OUTERAH = kinds.Kinds(
    types=TYPES, references=references, warnings=warnings, forms=FORMS, explains=EXPLAINS, says=sentences.says,
    words=field_words.WORDS, choices=field_words.CHOICES, listed=field_words.LISTED,
    walls="out.height.wall", looked_on=aboard.open_deck, of_cover=heights.of_cover,
)  # fmt: skip
kinds.register("outerah", OUTERAH)
