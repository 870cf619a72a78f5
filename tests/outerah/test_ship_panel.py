"""What a crew reads of a duel: who bears on what, what lies in the weapons, what the log says of it (table.md 22)."""

from __future__ import annotations

from typing import Any

import pytest

from missions.live import craft, hulls
from tactics.kernel.refusals import Refused
from tactics.kernel.view import CraftView, OptionView, SectionView
from tactics.outerah.strike_events import Struck
from tests.outerah.table import GM, Battle, foe, hero


def duel(zone: str = "right_cannon", *, unseen: bool = False, **more: Any) -> Battle:
    """The Wasp heads north in the west, the Hornet lies ten cells east of it; its own people alone may know of that."""
    units = {
        "a": hero(HP=40, CHA=10, aboard="wasp", zone=zone, **more),
        "wasp": {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w", "altitude": 5,
                 "weapons": {"cannon": 1, "catapult": 1}},
        "t": foe(HP=40, aboard="hornet", zone="helm"),
        "hornet": {"kind": "ship", "side": "foes", "seat": GM, "glyph": "h", "altitude": 5, "hidden": unseen},
    }  # fmt: skip
    return Battle(["w.........h".ljust(30, ".")] * 7, units, order="at")


def crafts(play: Battle, seat: str = "ann") -> dict[str, CraftView]:
    return {one.key: one for one in play.view(seat).crafts}


def section(play: Battle, name: str = "hornet.hull", seat: str = "ann") -> SectionView:
    return next(s for one in play.view(seat).crafts for s in one.sections if s.body == name)


def offer(play: Battle, key: str) -> OptionView:
    return next(o for o in play.view("ann").options if o.key == key)


@pytest.mark.rule("O-145", "O-223")
def test_a_section_is_hit_by_its_charge_alone() -> None:
    """Agility and Defense of wood are 0 (reference 1.3): CHA 10 hits the Hull by the best of three at 60 %."""
    play = duel()
    stats = play.state.bodies["hornet.hull"].stats
    assert {stats.get(stat, 0) for stat in ("AGI", "VIT", "WIS", "DEF", "MDEF")} == {0}
    play.do("ship", unit="a", role="load")
    play.end("a", "t")
    found = {t.body: t.chance for t in offer(play, "ship.fire").targets}
    assert (found["hornet.hull"], found["hornet.wings"], found["hornet.mast.1"]) == ("94 %", "60 %", "36 %")


@pytest.mark.rule("O-160")
def test_what_a_cannon_adds_for_its_tier_is_no_house_value() -> None:
    play = duel()
    play.do("ship", unit="a", role="load")
    play.end("a", "t")
    play.do("ship", unit="a", role="fire", target="hornet.wings", dice=[80, (10, 4)])
    sums = play.events(Struck)[-1].damage
    assert sums is not None
    assert [(t.label, t.value, t.house) for t in sums.terms if t.label == "Cannon"] == [("Cannon", 3, False)]
