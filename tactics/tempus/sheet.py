"""The sheet of a character or of a Mob's member, field by field. What it may hold is what the rules data has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tactics.effects.specs import RANKS
from tactics.effects.text import sentence
from tactics.kernel.rules import Rules
from tactics.kernel.sheet_fields import SheetField
from tactics.tempus.gear import NAMES

WHO, STATS, NOW, SKILLS, THINGS = "Who", "Stats", "Now", "Skills", "Things"
HP, MP = "HP", "MP"


def fields(rules: Rules, sheet: Mapping[str, Any]) -> tuple[SheetField, ...]:
    """In the order of the page. A sheet with hands of its own make has a field for each of them."""
    return (*_who(rules), *_stats(rules), *_now(rules, sheet), *_skills(rules), *_things(rules, sheet))


def _labels(rules: Rules, *kinds: str) -> tuple[tuple[str, str], ...]:
    found = [(key, spec.label) for kind in kinds for key, spec in rules.entries.get(kind, {}).items()]
    return tuple(sorted(found, key=lambda pair: pair[1].casefold()))


def _who(rules: Rules) -> Iterator[SheetField]:
    yield SheetField(
        ("race",), "Race", "choice", WHO, "It says what an Attempt suffers with a skill that one does not have.",
        _labels(rules, "race"),
    )  # fmt: skip
    yield SheetField(("size",), "Cells a side", "number", WHO, "1, but for what is huge.", least=1, most=4, usual=1)


def _stats(rules: Rules) -> Iterator[SheetField]:
    for key, spec in rules.entries.get("stat", {}).items():
        usual = 10 if key == HP else spec.default
        text = sentence(spec, rules).partition(".")[2].strip()
        most = 999 if key in (HP, MP) else 99
        yield SheetField(("stats", key), spec.label, "number", STATS, text, least=spec.least, most=most, usual=usual)


def _now(rules: Rules, sheet: Mapping[str, Any]) -> Iterator[SheetField]:
    yield SheetField(("hp",), "Hit Points now", "number", NOW, "Empty: unhurt.", least=-999, most=999)
    if "max_hp" in sheet:
        yield SheetField(("max_hp",), "Hit Points at most now", "number", NOW, "Empty: as in the stats.", least=1)
    yield SheetField(("mp",), "Magic Points now", "number", NOW, "Empty: all of them.", most=999)
    yield SheetField(("statuses",), "Statuses", "names", NOW, choices=_labels(rules, "status"))


def _skills(rules: Rules) -> Iterator[SheetField]:
    text = "A rank is P (practised), or 1 to 10."
    yield SheetField(("skills",), "Skills", "ranks", SKILLS, text, _labels(rules, "skill"), RANKS)


def _things(rules: Rules, sheet: Mapping[str, Any]) -> Iterator[SheetField]:
    things = _labels(rules, "weapon", "item")
    hands = sheet.get("hands")
    if isinstance(hands, list | tuple) and hands:
        for n, hand in enumerate(hands):
            name = str(hand.get("name", n)).replace("_", " ")
            yield SheetField(("hands", n, "holds"), f"In hand: {name}", "things", THINGS, "", things)
    else:
        for name in NAMES:
            yield SheetField(("hands", name), f"In the {name} hand", "things", THINGS, "", things)
    yield SheetField(("weapons",), "In hand, whichever is free", "things", THINGS, "", things)
    yield SheetField(("worn",), "Worn", "things", THINGS, "Clothes, armour, sheaths and what they carry.", things)
    yield SheetField(("pack",), "Pack", "things", THINGS, "", things)
    yield SheetField(("pack_slots",), "Slots of the Pack", "number", THINGS, "Empty: as everybody.", most=99)
