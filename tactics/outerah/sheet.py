"""The sheet of a character, of a Mob's member, of a pet, mount or ship, field by field. What it may hold is what the
rules data has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tactics.effects.text import sentence
from tactics.kernel.rules import Rules
from tactics.kernel.sheet_fields import SheetField
from tactics.outerah.bonds import SOURCES
from tactics.outerah.specs import BLOWS, COMPANIONS, ELEMENTS, GUNS, SECTIONS, SIZES

WHO, STATS, NOW, SKILLS, THINGS, RESIST, SHIP = "Who", "Stats", "Now", "Skills", "Things", "Resistances", "Ship"
ARMOR = ("none", "light", "medium", "heavy")
TRAITS = {
    "swims": "swims",
    "flies": "flies",
    "winged": "has wings",
    "breathes_water": "breathes under water",
    "no_breath": "needs no air",
    "push_immune": "cannot be pushed",
    "tameable": "may be tamed",
    "grapplable": "holds a hook",
}
"""Traits that a sheet may have, as systems ask for them."""


def fields(rules: Rules, sheet: Mapping[str, Any]) -> tuple[SheetField, ...]:
    """In the order of the page. A ship has sections instead of a body."""
    if sheet.get("kind") == "ship":
        return tuple(_ship(rules))
    return (
        *_who(rules, sheet), *_stats(rules), *_now(rules, sheet), *_skills(rules), *_things(rules, sheet), *_resist(),
    )  # fmt: skip


def _labels(rules: Rules, kind: str, *of: str) -> tuple[tuple[str, str], ...]:
    found = [(k, s.label) for k, s in rules.entries.get(kind, {}).items() if not of or getattr(s, "kind", "") in of]
    return tuple(sorted(found, key=lambda pair: pair[1].casefold()))


def _named(words: Any) -> tuple[tuple[str, str], ...]:
    return tuple((word, word.replace("_", " ").capitalize()) for word in words)


def _who(rules: Rules, sheet: Mapping[str, Any]) -> Iterator[SheetField]:
    text = "Its base Speed counts in every Speed check."
    yield SheetField(("class",), "Primary Class", "choice", WHO, text, _labels(rules, "class"), brief=True)
    yield SheetField(("level",), "Level", "number", WHO, "", least=1, most=99, usual=1, brief=True)
    yield SheetField(
        ("alignment",), "Element of one's own", "choice", WHO, "Of a potion of it one gains half.", _named(ELEMENTS)
    )
    yield SheetField(("size",), "Size", "choice", WHO, "", _named(SIZES), usual="medium")
    text = "Heavy armor keeps Black&Blue away."
    yield SheetField(("armor",), "Armor", "choice", WHO, text, _named(ARMOR), usual="none")
    text = "Taken from physical damage."
    yield SheetField(("armor_upgrade",), "Armor upgrades", "number", WHO, text, most=99, usual=0)
    yield SheetField(("badass",), "Badass tier", "number", WHO, _tiers(rules), most=9, usual=0)
    usual = int(rules.constant("out.crit.percent", {}))
    text = f"In percent, with weapons and skills that have none of their own. Empty: {usual}."
    yield SheetField(("crit",), "Critical hits", "number", WHO, text, most=100)
    yield SheetField(("traits",), "Traits", "names", WHO, "", tuple(TRAITS.items()))
    if sheet.get("kind") == "pet":
        yield SheetField(("source",), "Where it comes from", "choice", WHO, "", tuple(SOURCES.items()), usual="other")


def _tiers(rules: Rules) -> str:
    """`0: none; 1: Tough, hit points × 1.5; ...`."""
    found = [
        f"{t['tier']}: {t['name']}, hit points × {t['hp']:g}, damage × {t['damage']:g}"
        for t in rules.constant("out.badass", {})
    ]
    return "; ".join(["0: none", *found]) + "."


def _stats(rules: Rules) -> Iterator[SheetField]:
    for key, spec in rules.entries.get("stat", {}).items():
        if key != "LV":
            text = sentence(spec, rules).partition(".")[2].strip()
            most = 9999 if key == "HP" else 999
            yield SheetField(
                ("stats", key), spec.label, "number", STATS, text, least=spec.least, most=most, usual=spec.default,
                brief=key == "HP",
            )  # fmt: skip


def _now(rules: Rules, sheet: Mapping[str, Any]) -> Iterator[SheetField]:
    yield SheetField(("hp",), "Hit Points now", "number", NOW, "Empty: unhurt.", least=-999, most=9999)
    if "max_hp" in sheet:
        yield SheetField(("max_hp",), "Hit Points at most now", "number", NOW, "Empty: as in the stats.", least=1)
    yield SheetField(("statuses",), "Statuses", "names", NOW, choices=_labels(rules, "status"))


def _skills(rules: Rules) -> Iterator[SheetField]:
    """Each with the classes that it belongs to, for whoever chooses."""
    classes = dict(_labels(rules, "class"))
    found = []
    for key, spec in rules.entries.get("skill", {}).items():
        of = ", ".join(classes.get(one, one) for one in spec.classes)
        found.append((key, f"{spec.label} ({of})" if of else spec.label))
    found.sort(key=lambda one: one[1].casefold())
    yield SheetField(("skills",), "Skills", "names", SKILLS, "", tuple(found))


def _things(rules: Rules, sheet: Mapping[str, Any]) -> Iterator[SheetField]:
    text = "What the hands hold: the mainhand first, then the offhand."
    yield SheetField(("weapons",), "Weapons in hand", "things", THINGS, text, _labels(rules, "weapon"), brief=True)
    yield SheetField(("pack",), "Carried", "things", THINGS, "", _labels(rules, "item"), counted=True)
    text = "One is active at a time."
    yield SheetField(("gems",), "Soul gems", "names", THINGS, text, _labels(rules, "gem"))
    if sheet.get("kind", "character") == "character":
        text = "Pets and mounts come along into every Mission; a ship comes when the GM brings it."
        owned = _labels(rules, "template", *COMPANIONS)
        yield SheetField(("companions",), "Pets, mounts and ships", "things", THINGS, text, owned)


def _resist() -> Iterator[SheetField]:
    for key in ELEMENTS:
        text = "100: as usual; less is better, 0 immune, below 0 it heals." if key == ELEMENTS[0] else ""
        yield SheetField(
            ("resist", key), key.capitalize(), "number", RESIST, text, least=-999, most=999, usual=100
        )  # fmt: skip
    for key in BLOWS:
        text = "Of weapons; 100: as usual." if key == BLOWS[0] else ""
        yield SheetField(("resist", key), key.capitalize(), "number", RESIST, text, least=0, most=999, usual=100)


def _ship(rules: Rules) -> Iterator[SheetField]:
    for section in SECTIONS:
        label = "Masts, tier of all" if section == "mast" else f"{section.capitalize()}, tier"
        points = ", ".join(str(one) for one in rules.constant(f"out.ship.{section}.hp", {}))
        each = "each mast's " if section == "mast" else ""
        yield SheetField(
            ("tiers", section), label, "number", SHIP, f"From 1 to 10: {each}Hit Points {points}.", least=1, most=10,
            usual=1, brief=section == SECTIONS[0],
        )  # fmt: skip
    for gun in GUNS:
        text = "Empty: there is none." if gun == GUNS[0] else ""
        yield SheetField(
            ("weapons", gun), f"{gun.capitalize()}, tier", "number", SHIP, text, least=1, most=10, brief=True
        )
    text = "How high it flies when the Mission begins."
    yield SheetField(("altitude",), "Levels above the ground", "number", SHIP, text, most=200, usual=0)
