"""Modifiers: named changes of a number, gathered from everywhere by collectors, in one order.

A ruleset registers collectors, functions `(known, question) -> modifiers`: one for gear, one for statuses,
one for the GM's laid modifiers, and so on. `known` is whatever the asker may know (a state for the engine,
a view for a preview), `question` what is asked; the ruleset chooses both types.

Stacking: all modifiers add up, except within one stack (same `stack_group`, or with none the same `source`
and `label`: the same thing named twice). There only the highest bonus and the lowest penalty count; the
others stay listed with the reason.

Order (the one comparator for modifiers): by the kind of the source as in SOURCES, then source, label, value
and the rest, so that only equal modifiers are level. Kinds that are not in the list come after all of them,
in alphabetical order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import msgspec

from tactics.effects.breakdown import Breakdown, Term
from tactics.kernel.state import Laid, Value

SOURCES = (
    "skill",
    "stat",
    "race",
    "action",
    "gear",
    "weapon",
    "bonus",
    "power",
    "aura",
    "ability",
    "status",
    "posture",
    "points",
    "terrain",
    "cover",
    "facing",
    "elevation",
    "prepared",
    "laid",
    "gm",
)

APPLIES = (
    "attempt",
    "difficulty",
    "effectiveness",
    "soak",
    "def",
    "crit",
    "botch",
    "initiative",
    "cost",
    "range",
    "pack",
)


class Modifier(Value, frozen=True):
    """A change of `value` to what `applies` names (one of APPLIES). source: `kind:key`."""

    applies: str
    label: str
    value: int
    source: str = ""
    secret: bool = False
    stack_group: str = ""
    house: bool = False
    counts: bool = True
    why: str = ""

    def term(self) -> Term:
        return Term(
            self.label,
            self.value,
            self.source,
            counts=self.counts,
            why=self.why,
            secret=self.secret,
            house=self.house,
        )


K = TypeVar("K")
Q = TypeVar("Q")
Collector = Callable[[K, Q], Iterable[Modifier]]


def sort_key(modifier: Modifier) -> tuple[object, ...]:
    """The comparator of the module's first lines."""
    kind = modifier.source.partition(":")[0]
    rank = SOURCES.index(kind) if kind in SOURCES else len(SOURCES)
    rest = (modifier.applies, modifier.stack_group, modifier.secret, modifier.house, modifier.counts, modifier.why)
    return (rank, kind, modifier.source, modifier.label, modifier.value, *rest)


def collect(collectors: Sequence[Collector[K, Q]], known: K, question: Q) -> tuple[Modifier, ...]:
    """Everything the collectors name, stacked and in order."""
    return stacked(m for collector in collectors for m in collector(known, question))


def stacked(modifiers: Iterable[Modifier]) -> tuple[Modifier, ...]:
    """The modifiers in order; those that another of the same stack beats do not count, and say why.

    A secret modifier beats none that is not secret in the open list: a player would read of it in the
    reason. It counts besides, and the total is secret anyway.
    """
    ordered = sorted(modifiers, key=sort_key)
    best: dict[tuple[object, ...], int] = {}
    for index, modifier in enumerate(ordered):
        stack = _stack(modifier)
        if stack is None or not modifier.counts or modifier.value == 0:
            continue
        there = best.get(stack)
        if there is None or abs(modifier.value) > abs(ordered[there].value):
            best[stack] = index
    result: list[Modifier] = []
    for index, modifier in enumerate(ordered):
        stack = _stack(modifier)
        winner = best.get(stack, index) if stack is not None else index
        if winner != index and modifier.counts and modifier.value != 0:
            beaten_by = ordered[winner]
            why = f"does not stack with {beaten_by.label}" if beaten_by.label != modifier.label else "counts only once"
            modifier = msgspec.structs.replace(modifier, counts=False, why=why)
        result.append(modifier)
    return tuple(result)


def _stack(modifier: Modifier) -> tuple[object, ...] | None:
    sign = modifier.value > 0
    if modifier.stack_group:
        return ("group", modifier.applies, modifier.stack_group, sign, modifier.secret)
    if modifier.source:
        return ("same", modifier.applies, modifier.source, modifier.label, sign, modifier.secret)
    return None


def add(breakdown: Breakdown, modifiers: Iterable[Modifier], applies: str) -> Breakdown:
    """The number with those of the (stacked) modifiers that change `applies`, as terms at the end."""
    return breakdown.plus(*(m.term() for m in modifiers if m.applies == applies))


def value_of(modifiers: Iterable[Modifier], applies: str) -> int:
    """What the counting ones change `applies` by, altogether."""
    return sum(m.value for m in modifiers if m.applies == applies and m.counts)


def from_laid(laid: Laid) -> Modifier:
    """The modifier that a GM laid in advance (table.md 5)."""
    return Modifier(laid.applies, laid.label, laid.value, f"laid:{laid.key}", laid.secret)
