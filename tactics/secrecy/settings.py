"""What is set by a press: the Mission's constants for the GM, and each seat's standing choices."""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import lru_cache
from typing import Any

from tactics.effects import kinds
from tactics.effects.constant_forms import trouble
from tactics.kernel.codec import encode
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known, Ruleset
from tactics.kernel.state import AnyState
from tactics.kernel.view import SettingView

SWITCH = (("true", "on"), ("false", "off"))


def settings(state: AnyState, rules: Rules, elsewhere: Collection[str] = ()) -> tuple[SettingView, ...]:
    """The constants with a closed list, a switch or one number: those that no rule names come first (what asks,
    what shows, what a table agrees on), then the rules', by item. elsewhere: those that have another control."""
    return _settings(encode(state.options), rules, frozenset(elsewhere))


@lru_cache(maxsize=64)
def _settings(options: bytes, rules: Rules, elsewhere: frozenset[str]) -> tuple[SettingView, ...]:
    own_values: dict[str, Any] = json.loads(options)
    forms = kinds.of(rules.ruleset).forms
    found = []
    for key, spec in rules.entries.get("constant", {}).items():
        value = own_values.get(key, spec.value)
        if len(spec.choices) == 1 or key in elsewhere:
            continue
        if spec.choices:
            choices = tuple((json.dumps(choice), choice.replace("_", " ")) for choice in spec.choices)
        elif isinstance(value, bool):
            choices = SWITCH
        elif isinstance(value, int):
            steps = ((value - 1, "\N{MINUS SIGN}"), (value + 1, "+"))
            choices = tuple((str(to), sign) for to, sign in steps if not trouble(forms, key, to))
        else:
            continue
        own = key in own_values
        view = SettingView(key, spec.label, json.dumps(value), choices, spec.help, own or spec.house, own)
        found.append((bool(spec.items), spec.items, key, view))
    return tuple(view for *_, view in sorted(found, key=lambda f: f[:3]))


def standing(code: Ruleset, known: Known) -> tuple[SettingView, ...]:
    """The own seat's choices: real dice, and what the ruleset adds. Nobody else's are known."""
    seat: Any = known.state.seats.get(known.seat)
    if seat is None or seat.role == "spectator":
        return ()
    dice = SettingView("typed_dice", "I roll real dice and type them in", json.dumps(seat.typed_dice), SWITCH)
    return (dice, *code.standing(known))
