"""What one seat may do and is asked: options with their fields and targets, questions, what interrupts what, the end of
a turn. `tactics.kernel.view` is where all views are imported from."""

from __future__ import annotations

from typing import Any

from tactics.kernel.view_base import BreakdownView, ViewValue


class TargetView(ViewValue, frozen=True):
    """A target of an option. chance: `55 %`, one of five words, or empty, as the mission's setting allows."""

    body: str
    name: str
    cell: str
    x: int
    y: int
    chance: str = ""
    permille: int | None = None
    breakdowns: tuple[BreakdownView, ...] = ()
    effect: str = ""
    """Expected, best and worst effect in one line."""
    basis: str = ""
    down: bool = False
    idle: bool = False
    """No attack: done only by whoever chose the action first, never by merely pointing at the target."""
    by: str = ""
    """Of a unit of several bodies the one that would do it."""
    does: str = ""
    """Empty: an attack. `helps`: good for whom it is done to. `holds`: a hold for whoever does it."""


class FieldView(ViewValue, frozen=True):
    """A value that an option needs besides its target. kind: text, number, choice, cell. choices: (value, label); of a
    text they are suggestions. alone: choosing one of them is enough, so that one press may do it. board: the key of the
    board that a cell is on; empty: the one on which whoever acts stands."""

    name: str
    label: str
    kind: str = "text"
    choices: tuple[tuple[str, str], ...] = ()
    value: str = ""
    limit: int = 0
    help: str = ""
    alone: bool = False
    board: str = ""


class OptionView(ViewValue, frozen=True):
    """Something the unit can do now, or (with `why_not`) cannot. `command` holds the fixed arguments to post."""

    key: str
    unit: str
    do: str
    label: str
    group: str = ""
    cost: str = ""
    costs: dict[str, int] = {}
    why_not: str = ""
    why_code: str = ""
    title: str = ""
    """What is true of it here and now: odds, what is prepared."""
    rule: str = ""
    """What it is in general, as its entry of the rules data (`help`) says too."""
    command: dict[str, Any] = {}
    targets: tuple[TargetView, ...] = ()
    fields: tuple[FieldView, ...] = ()
    basis: str = ""
    hotkey: str = ""
    house: bool = False
    help: str = ""
    """The entry of the rules data that it is, as `action:move`; its rule can be looked up."""
    per_words: int = 0
    prices: tuple[str, ...] = ()
    """Of talk: the price of the first so many words, of twice as many and so on, as far as the points reach."""
    after: str = ""
    """What stays of the unit's points once `costs` are paid: `2 PA: +2 DEF, 3 MA`. No part of what `basis` names."""
    click: str = ""
    """`cell` or `target`: a plain click on one means this option and no other (table.md 21)."""
    helps: bool = False
    """It does good: friends come first among its targets."""
    way: str = ""
    """`n`, `se`: it turns the unit there, and stands with the others that do."""
    by: str = ""
    """The body that does it where that is none of the unit's own: a click on a target means it once that is chosen."""
    place: str = ""
    """The post of a craft at which it is done (`PostView.key`), or `craft` for what is done anywhere aboard."""
    ruling: bool = False
    """A GM's own word about the unit, whoever plays it: it repeats nothing that its player is offered."""


class FoldView(ViewValue, frozen=True):
    """Answers of one kind under their name: of each its JSON value, the words below the name, and all its words."""

    label: str
    choices: tuple[tuple[str, str, str], ...]


class PromptView(ViewValue, frozen=True):
    """A decision that this viewer is asked for, or (mine False) is waited for."""

    key: str
    kind: str
    to: str
    to_name: str
    mine: bool
    title: str
    text: str = ""
    unit: str = ""
    fields: tuple[FieldView, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    """(JSON value, label)."""
    folds: tuple[FoldView, ...] = ()
    """Further answers, by kind."""
    note: str = ""
    """What those cost and risk."""
    together: bool = False
    """Whether a choice is sent together with the fields, as their `answer`."""
    default: str = ""
    deadline: int | None = None
    touched: bool = False
    """Its clock was stopped once already."""
    basis: str = ""


class StripView(ViewValue, frozen=True):
    """An action in progress, for the strip of what interrupts what: `Goblin 1: Simple Attack on Mara`."""

    unit: str
    text: str
    how: str = ""
    """`Reflex`, `prepared` or empty."""
    bodies: tuple[str, ...] = ()
    """Who does it, then at whom, as far as the viewer knows where they are."""


class EndTurnView(ViewValue, frozen=True):
    """The End turn button: what stays, and the stepper of the conversion (table.md 8)."""

    unit: str
    keeps: str
    ask: bool
    """True when nothing was done this turn: the page asks once."""
    convert_max: int = 0
    convert: int = 0
    convert_label: str = ""
    basis: str = ""
