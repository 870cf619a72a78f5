"""The hit check (O-221 to O-227) and its Charges (reference.md 1.2): numbers with names, outcome, exact odds.

A D100 reads high: a chance of p percent succeeds above 100 - p. Charges are extra dice on one ladder from -2 to +2, of
which the best or the worst counts. The crit check reads the die that counts and comes first. What changes a check is
gathered by the collectors of `collectors.py`, so a new rule adds one there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from tactics.effects.breakdown import Breakdown, Term
from tactics.effects.modifiers import Modifier, collect
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, Value
from tactics.outerah import collectors, numbers
from tactics.outerah.attack_data import Attack
from tactics.outerah.collectors import Question
from tactics.outerah.cover import FULL, HALF, Cover, between
from tactics.outerah.parts import body_part, constant, has

CRITICAL, HIT, MISS, COVERED = "critical", "hit", "miss", "covered"
HITS = (CRITICAL, HIT)
LADDER = {2: "super", 1: "plus", 0: "none", -1: "minus", -2: "hyper"}


class Check(Value, frozen=True):
    """What is known of a hit check before the die. chance: percent, unclamped; charges: steps of the ladder."""

    chance: Breakdown
    charges: Breakdown
    crit: int
    cover: Cover
    reflected: bool = False
    """A spell is turned aside: it goes astray without a die (reference.md 1.3)."""
    backfires: int = 0
    """Percent that it strikes nobody but who makes it (O-133)."""

    @property
    def step(self) -> int:
        return step_of(self.charges)

    @property
    def charge(self) -> str:
        return LADDER[self.step]

    @property
    def needs(self) -> int:
        """The lowest face that hits: 1 to 101 (101: only a critical does)."""
        return max(1, min(101, 101 - self.chance.total))

    @property
    def needs_crit(self) -> int:
        return 101 - self.crit

    def outcome(self, face: int) -> str:
        """Of the die that counts."""
        if face >= self.needs_crit:
            return CRITICAL
        return HIT if face >= self.needs else MISS


def check(known: Known, question: Question) -> Check:
    attacker, target, attack = question.attacker, question.target, question.attack
    found = collect(collectors.COLLECTORS, known, question)
    base = int(constant(known, "out.hit.base"))
    terms = (
        Term("base", base, "constant:out.hit.base", house=True),
        *numbers.breakdown(known, attacker, "CHA").terms,
        *(_less(term) for term in numbers.breakdown(known, target, "AGI").terms),
        *_terms(found, "attempt"),
    )
    charges = Breakdown("Charge", tuple(_terms(found, "charge")))
    return Check(
        chance=Breakdown("Chance", (*terms, *points(known, step_of(charges)))),
        charges=charges,
        crit=0 if question.no_crit else crit_percent(known, attacker, attack),
        cover=between(known, attacker, target, attack),
        reflected=attack.spell and has(known.rules, target, "reflect"),
        backfires=backfires(known, attacker, attack),
    )


def backfires(known: Known, attacker: AnyBody, attack: Attack) -> int:
    """Percent that electricity under water strikes nobody but who lets it go, which is rolled before all else
    (O-133)."""
    electric = "electric" in attack.tags and collectors.under_water(known, attacker)
    return int(constant(known, "out.swim.electric_percent")) if electric else 0


def crit_percent(known: Known, attacker: AnyBody, attack: Attack) -> int:
    """Of what it attacks with, else its own, else everybody's (O-222)."""
    of_each = (attack.crit, body_part(attacker).crit, int(constant(known, "out.crit.percent")))
    return next(percent for percent in of_each if percent is not None)


def _less(term: Term) -> Term:
    return Term(term.label, -term.value, term.source, counts=term.counts, why=term.why, secret=term.secret)


def _terms(found: Iterable[Modifier], applies: str) -> list[Term]:
    return [modifier.term() for modifier in found if modifier.applies == applies]


def step_of(charges: Breakdown) -> int:
    """Several Charges add on the ladder, clamped (reference.md 1.2)."""
    return max(-2, min(2, charges.sum))


def dice(known: Known, step: int) -> tuple[int, str]:
    """(how many D100, which counts) for a step of the ladder."""
    spec = _charge(known, step)
    return int(spec.get("dice", 1)), str(spec.get("keep", "all"))


def points(known: Known, step: int) -> tuple[Term, ...]:
    """What a Charge adds to the percent that are needed, where the campaign wants it so (`flat_mod`)."""
    flat = int(_charge(known, step).get("flat_mod", 0))
    return (Term(named(step), flat, "constant:out.charge", house=True),) if flat else ()


def damage_of(known: Known, step: int) -> Fraction:
    """By how much a Charge multiplies damage, where the campaign wants it so (`damage_mult`)."""
    return Fraction(str(_charge(known, step).get("damage_mult", 1)))


def named(step: int) -> str:
    return f"{LADDER[step].capitalize()} Charge" if step else "no Charge"


def _charge(known: Known, step: int) -> Mapping[str, Any]:
    found: Mapping[str, Any] = constant(known, "out.charge")[LADDER[step]]
    return found


def at_least(known: Known, step: int, face: int) -> Fraction:
    """The chance that the die that counts shows at least this."""
    count, keep = dice(known, step)
    if face > 100:
        return Fraction(0)
    below = Fraction(max(0, face - 1), 100)
    return (1 - below) ** count if keep == "worst" else 1 - below**count


def odds(known: Known, found: Check) -> tuple[Fraction, Fraction]:
    """(chance of a hit of either kind, chance of a critical one), cover and what backfires included."""
    if found.reflected or _walled(found):
        return Fraction(0), Fraction(0)
    half = Fraction(1, 2) if found.cover.stops and found.cover.kind == HALF else Fraction(1)
    share = half * _goes(found)
    hits = at_least(known, found.step, min(found.needs, found.needs_crit))
    return hits * share, at_least(known, found.step, found.needs_crit) * share


def misses(known: Known, found: Check) -> Fraction:
    """The chance of a miss by the first die, after which it goes astray; what cover stops does not (O-203, O-204)."""
    if _walled(found):
        return Fraction(0)
    missed = 1 - at_least(known, found.step, min(found.needs, found.needs_crit))
    return (Fraction(1) if found.reflected else missed) * _goes(found)


def _walled(found: Check) -> bool:
    return found.cover.stops and found.cover.kind == FULL


def _goes(found: Check) -> Fraction:
    return 1 - Fraction(found.backfires, 100)


def question_of(
    known: Known, attacker: AnyBody, target: AnyBody, attack: Attack, opener: bool = False, no_crit: bool = False
) -> Question:
    return Question(attacker, target, attack, opener, no_crit)
