"""No sequence of moves loses or doubles a thing, and none leaves hands or Pack fuller than they may be."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tactics.kernel.refusals import Refused
from tactics.secrecy.known import known
from tactics.tempus import gear as g
from tactics.tempus.parts import body_part, mission_part
from tactics.tempus.table import TEMPUS
from tests.rules.table import Play

UNITS: dict[str, dict[str, Any]] = {
    "a": {
        "seat": "ann", "side": "heroes", "stats": {"SPD": 9, "WIT": 9},
        "hands": [
            {"name": "right"}, {"name": "left", "impaired": "claws"}, {"name": "mind", "slots": 1, "grips": False},
        ],
        "weapons": ["short_sword"], "worn": ["bag", "sheath", "knife", "potion_belt"],
        "pack": {"ration": 7, "healing_potion": 2, "rope": 1, "gem": 2},
    },
    "b": {"seat": "ben", "stats": {"SPD": 9, "WIT": 9}, "weapons": ["great_sword"], "pack": ["torch"]},
}  # fmt: skip
ITEMS = (
    "short_sword", "bag", "sheath", "knife", "ration", "healing_potion", "healing_potion.2", "rope", "gem", "torch",
)  # fmt: skip
PLACES = ("pack", "hand", "hand.right", "hand.left", "hand.mind", "worn", "worn.potion_belt", "ground")
MOVE = st.fixed_dictionaries(
    {"item": st.sampled_from(ITEMS), "to": st.sampled_from(PLACES), "count": st.integers(1, 3)},
    optional={"from": st.sampled_from(PLACES)},
)
STEP = st.tuples(
    st.sampled_from("ab"),
    st.sampled_from(("", "search_inventory", "quick_stash", "go", "end")),
    st.lists(MOVE, min_size=1, max_size=4),
)


def inventory(play: Play) -> Counter[str]:
    """Every thing of the Mission, wherever it is."""
    found: Counter[str] = Counter()
    for body in play.state.bodies.values():
        for thing in body_part(body).gear:
            found[thing.item] += thing.count
    for lying in mission_part(play.state).ground:
        found[lying.item] += lying.count
    return found


@pytest.mark.rule("T-163")
@settings(max_examples=60, deadline=None)
@given(st.lists(STEP, max_size=25))
def test_nothing_is_lost_or_doubled_by_any_moves(steps: list[tuple[str, str, list[dict[str, Any]]]]) -> None:
    play = Play(["ab"], UNITS, order="ab")
    before = inventory(play)
    for unit, how, moves in steps:
        was = play.state
        try:
            if how == "end":
                play.do("end_turn", unit=unit)
            elif how == "go":
                play.do("act", unit=unit, action="search_inventory")
            else:
                play.do("stow", unit=unit, how=how, moves=moves)
        except Refused:
            assert play.state is was
            continue
        assert inventory(play) == before
        facts = known(TEMPUS, play.state, play.rules, "gil", "gm")
        for body in play.state.bodies.values():
            own = body_part(body)
            keys = [t.key for t in own.gear]
            assert len(keys) == len(set(keys))
            assert all(t.count > 0 for t in own.gear)
            assert g.grip(facts, g.hands(facts, body), own.gear) is not None
            carriers = {t.key for t in own.gear if t.where == g.WORN and not t.at}
            assert all(t.at in carriers for t in own.gear if t.where == g.WORN and t.at)
