"""Casting a Buff: its chance with the terms, the die, and what of both is shown (O-256 to O-261, O-132).

A D100 like every other: what is cast under water is rolled for with a Minus Charge.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from tactics.effects.breakdown import Breakdown, Term, shown, total_of
from tactics.effects.distribution import percent, permille
from tactics.effects.explained import entry_of
from tactics.kernel.engine import Work
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody
from tactics.kernel.view import BreakdownView
from tactics.outerah import hit, numbers, odds, specs, statuses
from tactics.outerah.collectors import in_water
from tactics.outerah.parts import constant, is_house, truth


def chance(known: Known, caster: AnyBody, buff: specs.Status) -> Breakdown:
    """Percent with which this caster's Buff succeeds: its success at 10 Wisdom or less, and more for every full 10
    above (O-260, O-261); at most 100."""
    base = buff.success if buff.success is not None else int(constant(known, "out.buff.base_percent"))
    step, gain = int(constant(known, "out.buff.wis_step")), int(constant(known, "out.buff.gain"))
    more = max(0, (numbers.stat(known, caster, "WIS") - 10) // step) * gain
    mark = buff.success is None or is_house(known, "out.buff.base_percent")
    terms = [Term("at 10 Wisdom", base, "constant:out.buff.base_percent", house=mark)]
    if more:
        terms.append(Term("Wisdom", more, "constant:out.buff.gain"))
    if base + more > 100:
        terms.append(Term("at most 100", 100 - base - more, "constant:out.buff.gain"))
    return Breakdown("Success", tuple(terms))


def charges(known: Known, caster: AnyBody) -> Breakdown:
    """Steps of the ladder (O-132)."""
    return Breakdown("Charge", in_water(known, caster))


def needed(known: Known, found: Breakdown, charge: Breakdown) -> int:
    """The lowest D100 that succeeds."""
    return max(1, min(101, 101 - found.total - total_of(hit.points(known, hit.step_of(charge)))))


def likely(known: Known, caster: AnyBody, buff: specs.Status) -> Fraction:
    """The exact chance, Charge included."""
    charge = charges(known, caster)
    return hit.at_least(known, hit.step_of(charge), needed(known, chance(known, caster, buff), charge))


def cast(work: Work, caster: AnyBody, body: str, key: str) -> bool:
    """Rolls for a Buff (O-256), which then is on the body; returns whether it is."""
    spec, known = work.rules.find("status", key), truth(work)
    if not isinstance(spec, specs.Status):
        return False
    found, charge = chance(known, caster, spec), charges(known, caster)
    count, keep = hit.dice(known, hit.step_of(charge))
    draw = work.roll(count, 100, f"{caster.name} casts {spec.label}", keep=keep)
    needs = needed(known, found, charge)
    held = draw.total >= needs
    work.emit(
        statuses.Cast(
            body=caster.key, target=body, status=key, face=draw.total, needs=needs, held=held, faces=draw.faces,
            chance=found, charges=charge if charge.terms else None,
        )
    )  # fmt: skip
    if held:
        statuses.put(work, body, key, source=caster.key)
    return held


# --- to be read ---------------------------------------------------------------------------------------


def views(known: Known, found: Breakdown | None, charge: Breakdown | None) -> tuple[BreakdownView, ...]:
    """The chance with its terms, and the Charge where there is one."""
    out = [] if found is None else [shown(found, known.is_gm, entry=partial(entry_of, known.rules))]
    if charge is not None and charge.terms:
        out.append(odds.charge_view(known, charge, known.is_gm))
    return tuple(out)


def preview(known: Known, caster: AnyBody, buff: specs.Status) -> tuple[str, int, tuple[BreakdownView, ...]]:
    """`60 %`, in thousandths, and why."""
    exact = likely(known, caster, buff)
    return percent(exact), permille(exact), views(known, chance(known, caster, buff), charges(known, caster))
