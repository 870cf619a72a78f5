"""Golden tests G1 to G4: the worked examples of the document, played and recomputed (reference.md 5)."""

from __future__ import annotations

import pytest

from tactics.tempus.check_events import Checked
from tests.rules.table import Play, foe, hero

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
