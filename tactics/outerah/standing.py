"""The standing choices of a seat: which gem answers, and whether its units let others launch them (O-170, O-238)."""

from __future__ import annotations

from typing import Any

from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyState
from tactics.outerah.catapult import CONSENT
from tactics.outerah.specs import Gem
from tactics.outerah.triggers import CHOICE

GRANTS = ("trigger", "auto")


def wrong(state: AnyState, rules: Rules, seat: str, key: str, value: Any) -> str:
    """Why a seat may not choose this, in words; or empty. Of units only its own are known to it."""
    if key == CONSENT:
        return "" if isinstance(value, bool) else f"{key} is true or false"
    if key != CHOICE:
        return "choose one of those that the panel lists"
    mine = {unit.key for unit in state.units.values() if unit.seat == seat}
    each = list(value.values()) if isinstance(value, dict) and set(value) <= mine else [value]
    fits = all(isinstance(one, str) and (one in GRANTS or isinstance(rules.find("gem", one), Gem)) for one in each)
    return "" if fits else "choose trigger, auto or a gem"
