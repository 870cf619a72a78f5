"""Golden tests G1 to G8: the worked examples of the document, played and recomputed (reference.md 5)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from tactics.tempus.check_events import Checked
from tests.rules.table import Play, foe, hero
from tests.rules.timing_table import Timed

RUNNING = {"modifiers": [{"label": "running", "value": 5}]}


def gnash_and_runner(**options: object) -> Play:
    gnash = {**hero(STR=2, DEX=3, SPD=4, WIT=3, DEF=4, HP=20), "race": "monster", "skills": {"claw": 2}, "glyph": "g"}
    runner = {**foe(SPD=3, WIT=2, DEF=2, SK=12, HP=10), "glyph": "r"}
    asked = {"tt.ask.difficulty": "all", **options}
    return Play(["....gr.."], {"gnash": gnash, "runner": runner}, order=["gnash", "runner"], options=asked)


def claw(play: Play, *dice: int) -> Checked:
    play.do("act", unit="gnash", action="claw", target="runner")
    play.do("answer", prompt="difficulty", value=RUNNING, dice=dice)
    found: Checked = play.events(Checked)[0]
    return found


@pytest.mark.rule("T-144", "T-145", "T-146")
def test_g1_claw_beats_a_running_target() -> None:
    check = claw(gnash_and_runner(), 3, 4)
    assert check.attempt is not None
    assert check.difficulty is not None
    assert str(check.attempt) == "2 Claw + 3 DEX + 3 d10 = 8"
    assert str(check.difficulty) == "2 DEF + 5 running = 7"
    assert (check.outcome, check.margin) == ("success", 1)


@pytest.mark.rule("T-148", "T-149")
@pytest.mark.parametrize(("second", "total"), [(9, 10), (8, 9)])
def test_g2_the_one_who_resists_the_grapple_wins(second: int, total: int) -> None:
    first = {**hero(STR=3, SPD=4, DEF=4), "race": "human", "skills": {"grapple": 1}}
    other = {**foe(STR=5, SPD=4, DEF=4), "race": "human"}
    play = Play(["ab"], {"a": first, "b": other}, order="ab")
    play.do("act", unit="a", action="grapple", target="b", dice=[5, second])
    check = play.events(Checked)[0]
    assert str(check.attempt) == "1 Grapple + 3 STR + 5 d10 = 9"
    assert str(check.difficulty) == f"\N{MINUS SIGN}4 no Grapple + 5 STR + {second} d10 = {total}"
    assert check.outcome == "failure"


@pytest.mark.rule("T-157")
@pytest.mark.parametrize(("add_margin", "total"), [(False, 8), (True, 9)])
def test_g3_claws_of_strength_2_and_a_roll_of_4(add_margin: bool, total: int) -> None:
    """The document says 9, its own terms make 8; with the margin of the Attempt it is 9."""
    play = gnash_and_runner(**{"tt.effectiveness.add_margin": add_margin})
    check = claw(play, 3, 4)
    assert check.effect == total


@pytest.mark.rule("T-156", "T-158")
@pytest.mark.parametrize("add_margin", [False, True])
def test_g4_a_soak_of_12_leaves_nothing(add_margin: bool) -> None:
    play = gnash_and_runner(**{"tt.effectiveness.add_margin": add_margin})
    check = claw(play, 3, 4)
    assert check.outcome == "success"
    assert check.dealt == 0
    assert play.state.bodies["runner"].hp == 10
    assert "no effect" in play.words()[-1]


@pytest.mark.rule("T-128", "T-129")
@pytest.mark.parametrize(("spell", "level", "cost"), [("cast_lit1", 1, 5), ("cast_lit5", 5, 25)])
@pytest.mark.parametrize("short", [False, True])
def test_g5_five_magic_points_for_each_level(spell: str, level: int, cost: int, short: bool) -> None:
    caster = {**hero(SPD=2, WIT=6, INT=4, MP=cost - short), "race": "human", "skills": {"lightning": 2}}
    play = Play(["a..b."], {"a": caster, "b": foe(HP=60, DEF=1)}, order="ab")
    assert play.rules.find("action", spell).level == level
    option = next(o for o in play.view("ann").options if o.key == spell)
    assert option.cost.endswith(f"{cost} MP")
    target: Any = "b" if level == 1 else [3, 0]
    if short:
        assert play.refused("act", unit="a", action=spell, target=target) == "illegal.cost"
        return
    play.do("act", unit="a", action=spell, target=target, dice=[5, 5] if level == 1 else [5, 5, 1])
    assert play.pool("a", "mp") == 0


EXAMPLE: list[dict[str, Any]] = [
    {"action": "move", "target": [1, 0]},
    {"action": "simple_attack", "with": "fist", "target": "b"},
    {"action": "move", "target": [1, 2]},
    {"action": "use_simple_item", "with": "healing_potion"},
]
DICE: list[list[Any]] = [[], [5, (8, 4)], [], [6]]


@pytest.mark.rule("T-073", "T-075", "T-078")
@pytest.mark.parametrize("wanted", [*permutations((1, 2, 3, 4), 2), (2, 3, 4), (1, 3, 4), (4, 1), (1, 2, 3, 4)])
def test_g6_prepared_actions_are_used_in_order(wanted: tuple[int, ...]) -> None:
    """Of Move, Attack, Move, Drink Potion: what rises is allowed, what goes back is lost."""
    ann = {**hero(SPD=5, WIT=4, DEX=9, HP=20), "skills": {"fist": 1}, "hands": {"right": ["healing_potion"]}}
    play = Timed(["......", ".ab...", "......"], {"a": ann, "b": foe(HP=30, DEF=1)}, order="ab")
    for each in EXAMPLE:
        play.do("prepare", unit="a", **each)
    assert play.pool("a", "pa") == 0
    play.do("end_turn", unit="a")
    used = 0
    for number in wanted:
        if number < used:
            play.refuses("illegal.order", "interrupt", unit="a", prepared=number)
            continue
        play.do("interrupt", unit="a", prepared=number, dice=DICE[number - 1])
        used = number
        assert play.numbers("a") == list(range(number + 1, 5))


@pytest.mark.rule("T-068", "T-069", "T-070")
@pytest.mark.parametrize("size", [1, 2, 5])
def test_g7_a_vague_declaration_is_worse_and_an_exact_one_better_than_an_ordinary_one(size: int) -> None:
    """The document gives the signs; the sizes are data."""
    totals = {}
    exact = {"target": "b", "when": {"enters": [3, 0]}, "specificity": "exact"}
    for name, declared in {"an enemy": {}, "that Nyghre": {"target": "b"}, "there": exact}.items():
        ann = {**hero(SPD=2, WIT=5, INT=3, MP=20), "race": "human", "skills": {"lightning": 1}}
        options = {"tt.prepared.vague": -size, "tt.prepared.exact": size}
        play = Timed(["a..b."], {"a": ann, "b": foe(HP=60, DEF=30)}, order="ab", options=options)
        play.do("prepare", unit="a", action="cast_lit2", **declared)
        play.do("end_turn", unit="a")
        play.do("interrupt", unit="a", prepared=1, target="b", dice=[5])
        attempt = play.events(Checked)[0].attempt
        assert attempt is not None
        totals[name] = attempt.total
    assert totals == {"an enemy": 9 - size, "that Nyghre": 9, "there": 9 + size}


@pytest.mark.rule("T-176", "T-180")
@pytest.mark.parametrize(("hands", "slots", "tops"), [(1, 2, 2), (2, 2, 4), (3, 2, 6), (2, 1, 2)])
def test_g8_two_hands_of_two_slots_hold_four_items(hands: int, slots: int, tops: int) -> None:
    made = [{"name": f"h{n}", "slots": slots} for n in range(hands)]
    ann = {**hero(SPD=8, WIT=9), "hands": made, "pack": {"key": tops + 1}, "pack_slots": 9}
    play = Play(["a...."], {"a": ann}, order="a")
    one = {"item": "key", "from": "pack", "to": "hand"}
    assert play.refused("stow", unit="a", how="search_inventory", moves=[one] * (tops + 1)) == "illegal.hands"
    play.do("stow", unit="a", how="search_inventory", moves=[one] * tops)
    unit = next(u for u in play.view("ann").units if u.key == "a")
    assert sum(len(held) for held in unit.values["hands"].values()) == tops
    assert play.refused("stow", unit="a", how="quick_stash", moves=[one]) == "illegal.hands"
