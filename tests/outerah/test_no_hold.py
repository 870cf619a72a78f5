"""Where nothing can be interrupted a GM is not offered to take an action back for somebody who would."""

from __future__ import annotations

from msgspec.structs import replace

from missions.live.gm_box import gm_box
from tests.outerah.table import GM, Battle, foe, hero
from tests.rules.timing_table import Timed


def test_the_hold_stands_only_under_rules_with_interrupts() -> None:
    units = {"a": {**hero("ann"), "glyph": "a"}, "b": {**foe(), "glyph": "b"}}
    rewinds = ((1, "something was done"),)
    here = replace(Battle(["ab."], units, order="ab").view(GM), rewind_to=rewinds)
    plain = {key: {**unit, "stats": {"HP": 9}} for key, unit in units.items()}
    there = replace(Timed(["ab."], plain, order="ab").view(GM), rewind_to=rewinds)
    assert "holdback" in gm_box(there)
    assert "rewinds" in gm_box(here)
    assert "holdback" not in gm_box(here)
