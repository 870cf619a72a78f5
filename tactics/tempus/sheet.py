"""The sheet of a character or of a Mob's member, field by field. What it may hold is what the rules data has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from tactics.effects.specs import RANKS
from tactics.effects.text import sentence
from tactics.kernel.rules import Rules
from tactics.kernel.sheet_fields import JOINED, Column, SheetField
from tactics.tempus.gear import NAMES
from tactics.tempus.spells import ANY

WHO, STATS, NOW, SKILLS, THINGS = "Who", "Stats", "Now", "Skills", "Things"
HP, MP = "HP", "MP"


def fields(rules: Rules, sheet: Mapping[str, Any]) -> tuple[SheetField, ...]:
    """In the order of the page. A sheet with hands of its own make has a field for each of them."""
    return (*_who(rules), *_stats(rules), *_now(rules, sheet), *_skills(rules, sheet), *_things(rules, sheet))


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


def _skills(rules: Rules, sheet: Mapping[str, Any]) -> Iterator[SheetField]:
    text = "A rank is P (practised), or 1 to 10."
    yield SheetField(("skills",), "Skills", "ranks", SKILLS, text, _labels(rules, "skill"), RANKS)
    yield from _casting(rules, sheet)


def _casting(rules: Rules, sheet: Mapping[str, Any]) -> Iterator[SheetField]:
    """How it casts, all spells or one (T-126): set once; then the GM alone changes it."""
    actions = rules.entries.get("action", {})
    spells = sorted((key, str(spec.label)) for key, spec in actions.items() if getattr(spec, "level", 0))
    if not spells:
        return
    stats = [(key, str(spec.label)) for key, spec in rules.entries.get("stat", {}).items() if key not in (HP, MP)]
    pairs = [(f"{a}{JOINED}{b}", f"{one} + {other}") for (a, one), (b, other) in combinations(stats, 2)]
    known = {key for key, _label in (*stats, *pairs)}
    casting = sheet.get("casting")
    own = (row.get("stat") for row in casting.values()) if isinstance(casting, Mapping) else ()
    there = {JOINED.join(map(str, one)) for one in own if isinstance(one, list | tuple)}
    more = [(key, key.replace(JOINED, f" {JOINED} ")) for key in sorted(there - known)]
    yield SheetField(
        ("casting",), "How it casts", "table", SKILLS,
        "Nothing: as its race does. It is set once; after that only the GM changes it.",
        ((ANY, "All spells"), *spells),
        columns=(
            Column("stat", "Stat: as the spell says", (*stats, *pairs, *more)),
            Column("skill", "Skill: the spell’s own", _labels(rules, "skill")),
        ),
        locked=True,
    )  # fmt: skip

LIMBS = (
    ("right", "Right hand"), ("left", "Left hand"), ("hand3", "Third hand"), ("hand4", "Fourth hand"),
    ("hand5", "Fifth hand"), ("hand6", "Sixth hand"), ("mind", "By telekinesis"),
)  # fmt: skip
SLOTS = tuple((str(n), f"{n} slot" if n == 1 else f"{n} slots") for n in range(11))


def _limbs(more: list[str]) -> SheetField:
    """Hands of another make: more or fewer slots, claws, injuries, further ones (T-181 to T-184)."""
    known = dict(LIMBS)
    return SheetField(
        ("limbs",), "Hands of another make", "table", THINGS,
        "Only what is not as with most people: two hands of two slots. What a new one holds can be entered once it is "
        "saved.",
        (*LIMBS, *((name, name.replace("_", " ")) for name in more if name not in known)),
        columns=(
            Column("slots", "Slots: as usual", SLOTS),
            Column("impaired", "Sound", (("claws", "Claws: a slot less"), ("injury", "Injured: a slot less"))),
            Column("grips", "Handles things", (("no", "Only holds, as telekinesis does"),)),
        ),
    )  # fmt: skip


def _things(rules: Rules, sheet: Mapping[str, Any]) -> Iterator[SheetField]:
    things = _labels(rules, "weapon", "item")
    hands = sheet.get("hands")
    if isinstance(hands, list | tuple) and hands:
        for n, hand in enumerate(hands):
            name = str(hand.get("name", n)).replace("_", " ")
            yield SheetField(("hands", n, "holds"), f"In hand: {name}", "things", THINGS, "", things)
    else:
        limbs = sheet.get("limbs")
        more = [str(name) for name in limbs if name not in NAMES] if isinstance(limbs, Mapping) else []
        yield _limbs(more)
        for name in NAMES:
            yield SheetField(("hands", name), f"In the {name} hand", "things", THINGS, "", things)
        for name in more:
            label = dict(LIMBS).get(name, name.replace("_", " "))
            yield SheetField(("hands", name), f"Held: {label.lower()}", "things", THINGS, "", things)
    yield SheetField(("weapons",), "In hand, whichever is free", "things", THINGS, "", things)
    yield SheetField(("worn",), "Worn", "things", THINGS, "Clothes, armour, sheaths and what they carry.", things)
    yield SheetField(("pack",), "Pack", "things", THINGS, "", things)
    yield SheetField(("pack_slots",), "Slots of the Pack", "number", THINGS, "Empty: as everybody.", most=99)
