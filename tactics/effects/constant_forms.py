"""What the value of a constant must be for the rules to work with it; looked at when rules data is read, so that a
value that cannot work is refused when it is saved and not found in play.

A ruleset lists the form of each constant that its code reads (`Kinds.forms`). Each says in words what to write.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tactics.effects.dice_text import FormulaError, parse
from tactics.effects.formula import Dice

MOST = 9999


@dataclass(frozen=True)
class Form:
    """says: what to write, as the end of a sentence. fits: whether a value is so."""

    says: str
    fits: Callable[[Any], bool]


def whole(least: int = 0, most: int = MOST) -> Form:
    return Form(f"a whole number from {least} to {most}", lambda v: type(v) is int and least <= v <= most)


def number(least: float = 0, most: float = MOST) -> Form:
    """With or without a fraction."""
    return Form(
        f"a number from {least:g} to {most:g}, such as 0.5",
        lambda v: type(v) in (int, float) and least <= v <= most,
    )


def switch() -> Form:
    return Form("true or false", lambda v: type(v) is bool)


def dice(most: int = 1) -> Form:
    """A roll of at most so many dice."""

    def fits(value: Any) -> bool:
        try:
            tree = parse(value) if isinstance(value, str) else None
        except FormulaError:
            return False
        return isinstance(tree, Dice) and tree.count <= most

    return Form("a die, such as d10" if most == 1 else "dice, such as 2d6", fits)


def points(*pools: str) -> Form:
    """A cost: points by pool; nothing costs nothing."""

    def fits(value: Any) -> bool:
        return isinstance(value, Mapping) and all(
            pool in pools and type(n) is int and 0 <= n <= 99 for pool, n in value.items()
        )

    names = f"{', '.join(pools[:-1])} and {pools[-1]}"
    return Form(f"points of {names}, such as {{{pools[0]}: 1}}, or {{}} for nothing", fits)


def word() -> Form:
    """A name, which another check looks up."""
    return Form("a word", lambda v: isinstance(v, str) and bool(v.strip()))


def choice(*words: str) -> Form:
    return Form(f"one of {', '.join(words)}", lambda v: v in words)


def span(least: int, most: int) -> Form:
    """Faces of a die, from the first to the last of them."""

    def fits(value: Any) -> bool:
        ends = isinstance(value, Sequence) and len(value) == 2 and all(type(n) is int for n in value)
        return ends and least <= value[0] <= value[1] <= most

    return Form(f"the first and the last face, from {least} to {most}, such as [{least}, {least + 2}]", fits)


def listed(of: Form, least: int = 1, most: int = 40, example: str = "") -> Form:
    def fits(value: Any) -> bool:
        is_list = isinstance(value, list | tuple)
        return is_list and least <= len(value) <= most and all(of.fits(each) for each in value)

    how_many = f"{least}" if least == most else f"{least} to {most}"
    return Form(f"a list of {how_many}, each {of.says}{f', such as {example}' if example else ''}", fits)


def table(of: Form, keys: Collection[str] = ()) -> Form:
    """A value by name. keys: all that there are, each of which must be there; none: any name."""

    def fits(value: Any) -> bool:
        if not isinstance(value, Mapping) or (keys and set(value) != set(keys)):
            return False
        return all(isinstance(k, str) and of.fits(each) for k, each in value.items())

    names = f"each of {', '.join(keys)}" if keys else "each name"
    return Form(f"for {names} {of.says}", fits)


def record(**members: Form) -> Form:
    """These members and no others."""

    def fits(value: Any) -> bool:
        there = isinstance(value, Mapping) and set(value) == set(members)
        return there and all(form.fits(value[name]) for name, form in members.items())

    return Form("; ".join(f"{name}: {form.says}" for name, form in members.items()), fits)


def maybe(form: Form, nothing: str) -> Form:
    """Or null. nothing: what that means."""
    return Form(f"{form.says}, or null for {nothing}", lambda v: v is None or form.fits(v))


def trouble(forms: Mapping[str, Form], key: str, value: Any) -> str:
    """Why a constant cannot be so, with what to write; empty if it can, or if nobody said what it must be."""
    form = forms.get(key)
    if form is None or form.fits(value):
        return ""
    shown = repr(value)
    return f"{shown if len(shown) <= 40 else shown[:37] + '...'} cannot work: write {form.says}"
