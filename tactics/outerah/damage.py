"""Damage and healing with every term named (O-109 to O-121, O-206 to O-220).

Added and subtracted first, then multiplied: a sum not below 0, times the element, times a critical, rounded down once
at the very end. The factors stand in the same breakdown as what they add or take, so that its terms always add up.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tactics.effects.breakdown import Breakdown, Term, die
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, Value
from tactics.outerah import numbers
from tactics.outerah.attack_data import CANNON, Attack, cells_between
from tactics.outerah.parts import body_part, constant
from tactics.outerah.units import tier


class Factor(Value, frozen=True):
    """A multiplication: `Fire 150 %`. times, of: the fraction."""

    label: str
    times: int
    of: int = 100
    source: str = ""
    house: bool = False
    why: str = ""

    @property
    def value(self) -> Fraction:
        return Fraction(self.times, self.of)


def resistance(body: AnyBody, element: str) -> int:
    """Percent of this element's damage that the body takes; 0 is immune, below it is healed (O-112 to O-120)."""
    return body_part(body).resist.get(element, 100)


def reduction(known: Known, stat: int, wisdom: bool = False) -> int:
    """What Vitality, or Wisdom against magic, takes off: 2 for every 10 (O-110, O-111)."""
    if wisdom and not constant(known, "out.reduction.wisdom_same"):
        return 0
    per, amount = int(constant(known, "out.reduction.per")), int(constant(known, "out.reduction.amount"))
    if constant(known, "out.reduction.mode") == "linear":
        return max(0, stat) * amount // per
    return max(0, stat) // per * amount


def added(
    known: Known, attacker: AnyBody, attack: Attack, faces: Sequence[int], *, opener: bool = False,
    opener_faces: Sequence[int] = (), stats: bool = True,
) -> list[Term]:  # fmt: skip
    """Dice, the whole of Strength or Intelligence, upgrades (O-030, O-207, O-213). stats False: neither is added."""
    roll = attack.roll
    terms = [die(roll.sides if roll else 0, face, f"{attack.kind}:{attack.key}") for face in faces]
    key, scale = ("INT", "out.intelligence_damage") if attack.magic else ("STR", "out.strength_damage")
    if stats and attack.kind != "ship":  # powder does not ask who lights it (O-160)
        per, amount = (int(constant(known, scale)[name]) for name in ("per", "amount"))
        for term in numbers.breakdown(known, attacker, key).terms:
            terms.append(Term(term.label, term.value * amount // per, term.source, house=term.house))
    more = attack.multiplier if attack.magic else attack.upgrade
    by_adding = not attack.magic or constant(known, "out.magic.weapon_multiplier_mode") == "add"
    if more and by_adding:
        label = "weapon multiplier" if attack.magic else "weapon upgrades"
        terms.append(Term(label, more, f"{attack.kind}:{attack.key}"))
    if attack.bonus:
        terms.append(Term(attack.label, attack.bonus, f"{attack.kind}:{attack.key}", house=attack.house))
    if opener:
        sides = dice_sides(attack.opener_dice)
        terms += [die(sides, face, "posture:opener") for face in opener_faces]
        if attack.opener_bonus:
            terms.append(Term("Opener", attack.opener_bonus, "posture:opener"))
    times = multiplier(known, attack)
    if times != 1:
        more = (times - 1) * sum(term.value for term in terms)
        terms.append(
            Term(f"weapon multiplier \N{MULTIPLICATION SIGN}{times}", more, f"{attack.kind}:{attack.key}", house=True)
        )
    return terms


def multiplier(known: Known, attack: Attack) -> int:
    """By how much dice and Intelligence are multiplied before Wisdom is taken off, where the campaign reads the weapon
    multiplier so (O-213)."""
    multiplies = attack.magic and constant(known, "out.magic.weapon_multiplier_mode") == "multiply"
    return attack.multiplier if multiplies and attack.multiplier else 1


def dice_sides(text: str) -> int:
    return int(text.rpartition("d")[2]) if "d" in text else 0


def subtracted(known: Known, target: AnyBody, attack: Attack) -> list[Term]:
    """Vitality and Defense, or Wisdom and Magic Defense, and armor upgrades (O-208, O-214)."""
    if attack.magic:
        less = reduction(known, numbers.stat(known, target, "WIS"), wisdom=True)
        defense = numbers.breakdown(known, target, "MDEF")
        return [Term("Wisdom", -less, "stat:WIS"), *(_minus(t) for t in defense.terms)]
    less = reduction(known, numbers.stat(known, target, "VIT"))
    defense = numbers.breakdown(known, target, "DEF")
    upgrade = body_part(target).armor_upgrade
    found = [Term("Vitality", -less, "stat:VIT"), *(_minus(t) for t in defense.terms)]
    return [*found, Term("armor upgrades", -upgrade, "gear:armor")] if upgrade else found


def _minus(term: Term) -> Term:
    return Term(term.label, -term.value, term.source, house=term.house)


def factors(
    known: Known, attacker: AnyBody, target: AnyBody | None, attack: Attack, *, critical: bool = False,
    opener: bool = False, charge: Fraction = Fraction(1),
) -> list[Factor]:  # fmt: skip
    """What the sum is multiplied with; without a target what is known of the attacker's side alone. charge: what the
    Charge of the hit check multiplies by."""
    found = []
    if target is not None:
        percent = resistance(target, attack.element)
        if percent != 100:
            found.append(
                Factor(f"{attack.element.capitalize()} {percent} %", percent, 100, f"element:{attack.element}")
            )
    if target is not None and attack.blow and not attack.magic:
        percent = resistance(target, attack.blow)
        if percent != 100:
            label = f"{attack.blow.capitalize()} {percent} %"
            found.append(Factor(label, percent, 100, f"blow:{attack.blow}", house=True))
    if attack.kind == "ship" and attack.key == CANNON and target is not None:
        found += cannon(known, attacker, target)
    if charge != 1:
        found.append(Factor("Charge", charge.numerator, charge.denominator, "constant:out.charge", house=True))
    if critical:
        found.append(Factor("Critical", int(constant(known, "out.crit.factor")), 1, "crit"))
    if opener and attack.opener_factor != 1:
        found.append(Factor("Opener", attack.opener_factor, 1, "posture:opener"))
    own = tier(known.rules, body_part(attacker).badass)
    if own["damage"] != 1:
        found.append(Factor(str(own["name"]), round(float(own["damage"]) * 100), 100, "badass", house=True))
    return found


def cannon(known: Known, ship: AnyBody, target: AnyBody) -> list[Factor]:
    """Double on Tiny and Huge (O-163), half beyond the cells of full damage (O-164); the gunner stands where the ship
    does."""
    found = []
    if body_part(target).size in ("tiny", "huge"):
        times = int(constant(known, "out.cannon.tiny_huge_factor"))
        found.append(Factor(f"{body_part(target).size.capitalize()} target", times, 1, "cannon:size"))
    if ship.place is not None and target.place is not None:
        far = cells_between(known, ship.place, target.place)
        full = int(constant(known, "out.cannon.full_to"))
        if far > full:
            found.append(Factor("far", 1, 2, "cannon:far"))
        elif far > CLASH:
            why = f"the document says full to {full} and half past {CLASH}: full it is"
            found.append(Factor("full range", 1, 1, "cannon:clash", house=True, why=why))
    return found


CLASH = 20
"""From here on the document also calls a cannon's damage half (O-164, erratum E9)."""


def multiplied(label: str, terms: Sequence[Term], by: Sequence[Factor]) -> Breakdown:
    """The sum of the terms, not below 0, times the factors; each factor as the whole number that it changes the total
    by, so that the last one carries the one rounding down (O-211)."""
    found = Breakdown(label, tuple(terms))
    if found.sum < 0:
        found = found.plus(Term("not below 0", -found.sum, "floor"))
    exact = Fraction(found.sum)
    shown = found.sum
    for factor in by:
        exact *= factor.value
        whole = int(exact)  # toward 0: an absorbed hit heals so much, rounded down
        times = factor.value
        label = factor.label if "%" in factor.label else f"{factor.label} \N{MULTIPLICATION SIGN}{float(times):g}"
        found = found.plus(Term(label, whole - shown, factor.source, house=factor.house, why=factor.why))
        shown = whole
    return found


def total(added_up: int, by: Sequence[Factor]) -> int:
    """The same without names: what a sum comes to."""
    exact = Fraction(max(0, added_up))
    for factor in by:
        exact *= factor.value
    return int(exact)


def part_of(amount: int, share: Sequence[int]) -> int:
    """So much (part, whole) of what was dealt or, below 0, healed, rounded down once more (O-055, O-094)."""
    return int(Fraction(amount * share[0], share[1]))


# --- healing ----------------------------------------------------------------------------------------


def untouched(body: AnyBody, element: str) -> bool:
    """Whether the body is immune to an element, so that it has nothing of what that element gives either: no Buff, no
    cure (O-121). Neutral is what has no element."""
    return element != "neutral" and resistance(body, element) == 0


def healing_factor(known: Known, body: AnyBody, element: str, potion: bool = False) -> Factor:
    """How much of a healing of this element reaches the body (O-217 to O-220, O-121): immune nothing; the own boon
    element in a potion half; two pairs that the document names; else the farther from 100 the less."""
    percent = resistance(body, element)
    alignment = body_part(body).alignment
    override = constant(known, "out.heal.override")
    name = element.capitalize()
    if percent == 0:
        return Factor(f"{name}: immune, 0 %", 0, 100, f"element:{element}")
    if potion and alignment == element:
        return _share(f"boon {name}", float(override["boon_potion"]))
    if alignment and f"{alignment}/{element}" in override:
        return _share(f"{name} on {alignment}", float(override[f"{alignment}/{element}"]))
    if percent < 0:
        return Factor(f"{name} {percent} %", -percent, 100, f"element:{element}", house=True)
    return Factor(f"{name} {percent} %", min(percent, 100), max(percent, 100), f"element:{element}", house=True)


def _share(label: str, share: float) -> Factor:
    return Factor(f"{label} {share:.0%}", round(share * 100), 100, "heal:override")


def healing(known: Known, body: AnyBody, terms: Sequence[Term], element: str, potion: bool = False) -> Breakdown:
    factor = healing_factor(known, body, element, potion)
    return multiplied("Healing", terms, [factor] if factor.value != 1 else [])
