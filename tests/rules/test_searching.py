"""A Search against who hides: the hider's roll is the difficulty, and nobody hears of one that holds (T-058)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel.codec import encode
from tactics.tempus.check_events import HIDER, Checked
from tests.rules.table import GM, Play, foe, hero, mob

pytestmark = pytest.mark.rule("T-058")

ANN = {**hero("ann", SPD=4, WIT=4), "name": "Mara", "race": "human", "skills": {"search": 2}}
LURKER = {**foe(SPD=2, WIT=2, DEX=3, HP=20), "name": "Lurker", "skills": {"sneak": 2}}


def play_of(lurker: dict[str, Any] | None = LURKER, **more: Any) -> Play:
    """Mara has +6 to her Search, whoever lurks +5 to hide, and the difficulty is 8."""
    units = {"a": ANN, "c": hero("ben"), **({"x": lurker} if lurker else {})}
    play = Play(["a..x." if lurker else "a....", "c...."], units, order=[*"acx"] if lurker else [*"ac"], **more)
    if lurker:
        play.do("rule", hide="x")
    return play


def search(play: Play, *dice: int, **args: Any) -> bool:
    """Whether Mara knows of the Lurker afterwards. dice: hers, then the Lurker's."""
    play.do("act", unit="a", action="search", dice=dice, **args)
    assert not any(t.key == "x" for t in play.view("ben").tokens)
    return any(t.key == "x" for t in play.view("ann").tokens)


@pytest.mark.rule("T-148")
@pytest.mark.parametrize(
    ("dice", "found"),
    [
        ((5, 5), True),  # 11 against 10
        ((4, 5), False),  # 10 against 10: who hides holds a tie
        ((1, 1), True),  # 7 against 6, although the difficulty of things, 8, is not beaten
        ((9, 10, 9), False),  # a critical of who hides
        ((10, 9, 10, 5, 8), True),  # a critical of who searches against 13
        ((10, 2, 1), False),  # a botch
        ((10, 2, 10, 1), True),  # both botch: 16 against 15
    ],
)
def test_the_hiders_roll_is_the_difficulty(dice: tuple[int, ...], found: bool) -> None:
    assert search(play_of(), *dice) is found


def test_searcher_and_gm_read_of_who_was_found_and_the_gm_of_who_was_not() -> None:
    play = play_of()
    assert not search(play, 3, 8)
    assert play.words() == ["Mara, Search: 9 against 8, succeeds", "Mara, Search against Lurker: 9 against 13, fails"]
    assert play.words("ann") == play.words("ben") == ["Mara, Search: 9 against 8, succeeds"]
    play.do("rule", set={"a.ma": 2})
    assert search(play, 1, 1)
    assert play.words()[-1] == "Mara, Search against Lurker: 7 against 6, succeeds"
    assert play.words("ann")[-1] == "Mara, Search against Lurker: 7 against 6, succeeds"
    assert play.words("ben") == ["Mara, Search: 7 against 8, fails"]
    line = play.lines()[-1]
    assert [str(b.label) for b in line.breakdowns] == ["Attempt", "Lurker: Sneak"]
    assert [x.amendable for x in play.lines()] == [True, False, False]


def test_who_holds_leaves_no_trace_for_those_who_search_or_stand_by() -> None:
    """Twins with and without somebody who hides: the seats of both heroes get the same."""
    absent, there = play_of(None), play_of()
    search(absent, 3)
    search(there, 3, 8)
    for seat in ("ann", "ben"):
        assert absent.words(seat) == there.words(seat)
        assert encode(absent.view(seat).tokens) == encode(there.view(seat).tokens)
        assert [o.key for o in absent.view(seat).options] == [o.key for o in there.view(seat).options]
        assert "Lurker" not in encode(there.view(seat)).decode()


@pytest.mark.parametrize(
    "lurker",
    [{**LURKER, "skills": {}}, {**LURKER, "statuses": [], "hp": 0}],
    ids=["does not know how to hide", "unconscious"],
)
@pytest.mark.parametrize(("die", "found"), [(3, True), (2, False)])
def test_who_does_not_hide_by_itself_is_found_at_the_difficulty(lurker: Any, die: int, found: bool) -> None:
    play = play_of(lurker)
    assert search(play, die) is found
    assert not [c for c in play.events(Checked) if c.part == HIDER]


@pytest.mark.parametrize(("value", "found"), [(9, False), (8, True)])
def test_a_number_that_the_gm_ruled_takes_the_place_of_the_roll(value: int, found: bool) -> None:
    play = play_of()
    play.do("rule", by=GM, unit="a", ruled=True)
    search(play)
    play.do("answer", prompt="difficulty", value={"value": value}, dice=[3])
    assert any(t.key == "x" for t in play.view("ann").tokens) is found


def test_the_default_of_a_gm_who_is_asked_leaves_the_roll() -> None:
    play = play_of(options={"tt.ask.difficulty": "all"})
    search(play)
    play.do("answer", prompt="difficulty", default=True, dice=[3, 3])
    assert any(t.key == "x" for t in play.view("ann").tokens)


def test_what_the_gm_laid_on_who_hides_counts() -> None:
    play = play_of()
    play.do("lay", on="body:x", label="tall grass", value=3, applies="difficulty")
    assert not search(play, 5, 3)  # 11 against 11
    assert play.words()[-1] == "Mara, Search against Lurker: 11 against 11, fails"


def test_each_member_of_a_mob_hides_for_itself() -> None:
    wolves = {**mob({"DEX": 3}, {"DEX": 3}, glyph="x"), "skills": {"sneak": 2}}
    play = Play(["a..x.", "...x."], {"a": ANN, "x": wolves}, order="ax")
    play.do("rule", hide="x.1")
    play.do("rule", hide="x.2")
    play.do("act", unit="a", action="search", dice=[5, 6, 5])
    assert [t.key for t in play.view("ann").tokens if t.key.startswith("x")] == ["x.2"]
    play.do("rule", set={"a.ma": 2})
    play.do("act", unit="a", action="search", dice=[5, 4])  # who was found rolls no more
    assert len([t for t in play.view("ann").tokens if t.key.startswith("x")]) == 2


def test_the_gms_own_units_do_not_look_for_each_other() -> None:
    units = {"a": ANN, "x": LURKER, "y": {**foe(WIT=3, SPD=3), "skills": {"search": 1}}}
    play = Play(["a..xy"], units, order="yxa")
    play.do("rule", hide="x")
    play.do("act", unit="y", action="search", dice=[9])
    assert len(play.lines()) == 1


def test_a_roll_in_secret_tells_the_searcher_nothing_of_the_dice() -> None:
    play = play_of()
    play.do("act", by=GM, unit="a", action="search", secret=True, dice=[5, 5])
    assert any(t.key == "x" for t in play.view("ann").tokens)
    assert not any("against" in text for text in play.words("ann"))


def test_amended_the_search_is_held_against_the_same_roll() -> None:
    play = play_of()
    assert not search(play, 4, 5)
    entry = play.memory.log[-1].seq
    play.do("amend", by=GM, entry=entry, change={"modifier": {"label": "lantern", "value": 1}})
    assert any(t.key == "x" for t in play.view("ann").tokens)


def test_what_is_asked_of_real_dice_is_the_searchers_own_die() -> None:
    play = play_of()
    play.do("set_standing", by="ann", choices={"typed_dice": True})
    search(play)
    assert [p.kind for p in play.state.prompts] == ["die"]
    play.do("answer", by="ann", prompt="die", value=5, dice=[5])
    assert any(t.key == "x" for t in play.view("ann").tokens)
