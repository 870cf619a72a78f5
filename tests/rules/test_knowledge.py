"""Who knows what: numbers of strangers, hidden units, and the lines of the log (table.md 11, 23; reference 3.4)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import json

from tactics.kernel.refusals import Refused
from tactics.tempus.table import TEMPUS
from tests.rules.table import GM, Play, foe, hero, mob

UNITS: dict[str, Any] = {
    "a": hero("ann", SPD=3, WIT=2, DEF=3, HP=12),
    "b": hero("ben", SPD=2, WIT=2, DEF=2, HP=10),
    "n": {**foe(SPD=2, WIT=1, DEF=4, SK=5, STR=6, HP=20), "name": "Ogre", "skills": {"claw": 3}},
    "q7": {**mob({"SPD": 4}, {"SPD": 4}), "hidden": True, "name": "Lurkers"},
}
ROWS = ["a..b...", ".......", "..n....", ".....mm"]


def table(order: str = "abn", **more: Any) -> Play:
    return Play(ROWS, UNITS, order=[*order, "q7"], seats={"sam": "spectator"}, **more)


def unit(play: Play, key: str, seat: str) -> Any:
    return next((u for u in play.view(seat).units if u.key == key), None)


def test_a_side_knows_its_own_numbers() -> None:
    play = table()
    seen = unit(play, "b", "ann")
    assert [p.key for p in seen.pools] == ["pa", "ma"]
    assert seen.bodies[0].hp == 10
    assert {n.key for n in seen.bodies[0].numbers} >= {"def", "str", "sk"}
    assert [p.key for p in unit(play, "a", "sam").pools] == ["pa", "ma"]


@pytest.mark.parametrize("seat", ["ann", "sam"])
def test_of_a_stranger_the_defence_as_one_sum_and_health_in_words(seat: str) -> None:
    play = table("nab")
    play.do("end_turn", unit="n")
    seen = unit(play, "n", seat)
    assert seen.pools == ()
    assert seen.values["def"] == 6  # 4 and 2 unspent points
    assert "pack" not in seen.values
    assert [(n.key, n.value, n.path) for n in seen.bodies[0].numbers] == [("def", "6", "")]
    assert (seen.bodies[0].hp, seen.bodies[0].health) == (None, "unhurt")


@pytest.mark.parametrize(("hp", "word"), [(20, "unhurt"), (19, "hurt"), (10, "hurt"), (9, "badly hurt"), (0, "down")])
def test_four_words_of_health(hp: int, word: str) -> None:
    play = table()
    play.do("rule", set={"n.hp": hp}) if hp != 20 else None
    token = next(t for t in play.view("ann").tokens if t.key == "n")
    assert token.health == word


@pytest.mark.parametrize(("setting", "shown"), [("open", {"def": 4}), ("guarded", {}), ("closed", {})])
def test_what_is_shown_is_a_setting(setting: str, shown: dict[str, int]) -> None:
    play = table(options={"tt.show.npc": setting})
    values = unit(play, "n", "ann").values
    assert {key: value for key, value in values.items() if key == "def"} == shown
    assert "pack" not in values


def test_two_strangers_that_differ_only_in_secrets_look_alike() -> None:
    strong = {**UNITS["n"], "stats": {**UNITS["n"]["stats"], "SK": 1, "STR": 1, "SPD": 5, "WIT": 4}, "hp": 18}
    weak = {**UNITS["n"], "hp": 15}
    one = Play(ROWS, {**UNITS, "n": strong}, order=[*"abn", "q7"])
    other = Play(ROWS, {**UNITS, "n": weak}, order=[*"abn", "q7"])
    for step in ({"unit": "a", "path": [[1, 0]]}, {"unit": "a", "path": [[1, 1]]}):
        one.do("move", **step)
        other.do("move", **step)
        assert one.view("ann") == other.view("ann")
        assert one.lines("ben") == other.lines("ben")


def test_a_hidden_unit_leaves_no_trace() -> None:
    play = table()
    play.do("end_turn", unit="a")
    play.do("end_turn", unit="b")
    play.do("end_turn", unit="n")
    assert play.turn == "q7"
    for seat in ("ann", "ben", "sam", "public"):
        view = play.view(seat)
        assert (view.turn, view.waiting) == ("", "the GM is deciding")
        sent = json.encode(view) + json.encode(play.lines(seat))
        assert b"urker" not in sent
        assert b'"q7' not in sent
    play.do("move", by=GM, unit="q7", paths={"q7.1": [[4, 3]]})
    assert play.lines("ann") == []
    assert play.refused("move", by="ann", unit="q7", path=[[0, 1]]) == "unknown"
    assert play.refused("move", by="ann", unit="zzz", path=[[0, 1]]) == "unknown"


def test_hiding_and_revealing_is_seen_as_vanishing_and_appearing() -> None:
    play = table()
    play.do("rule", hide="n")
    assert play.words("ann") == ["Ogre goes out of sight"]
    assert unit(play, "n", "ann") is None
    play.do("rule", reveal="n", to=["ben"])
    assert play.words("ann") == []
    assert play.words("ben") == ["Ogre appears at C3"]
    play.do("rule", reveal="n")
    assert play.words("ann") == ["Ogre appears at C3"]
    assert play.words("ben") == []


def test_one_hides_from_and_reveals_to_seats_that_there_are() -> None:
    play = table()
    assert play.refused("rule", hide="n", to=["nobody"]) == "unknown"
    assert play.refused("rule", reveal="q7", to=["ann", "nobody"]) == "unknown"


def test_of_a_mob_only_the_members_that_are_seen() -> None:
    play = table()
    play.do("rule", reveal="q7.1")
    assert [b.key for b in unit(play, "q7", "ann").bodies] == ["q7.1"]
    for key in "abn":
        play.do("end_turn", unit=key)
    play.do("move", by=GM, unit="q7", paths={"q7.1": [[4, 3]], "q7.2": [[6, 4]]})
    assert play.words("ann") == ["Lurker 1 moves to E4"]
    assert play.words() == ["Lurkers move (1 PA): Lurker 1 to E4 and Lurker 2 to G5"]


def test_the_price_of_a_stranger_s_move_is_its_own_business() -> None:
    play = table("nab")
    play.do("move", by=GM, unit="n", path=[[2, 3]])
    assert play.words("ann") == ["Ogre moves to C4"]
    assert play.words() == ["Ogre moves to C4 (1 PA)"]


def test_initiative_is_told_without_a_stranger_s_parts() -> None:
    play = Play(["a...n"], {k: UNITS[k] for k in "an"})
    play.do("roll_initiative", dice=[4, 6])
    assert play.words("ann")[:2] == ["A: initiative 9 = d10 4 + 3 SPD + 2 WIT", "Ogre: initiative 9"]


def test_a_secret_ruling_reaches_no_player() -> None:
    play = table()
    play.do("rule", set={"a.stats.DEF": 1}, secret=True, reason="cursed")
    assert play.words("ann") == []
    assert play.words() == ["GM: A's DEF 3 → 1 (cursed)"]
    play.do("rule", set={"a.stats.DEF": 3}, reason="blessed")
    assert play.words("ann") == ["GM: A's DEF 1 → 3 (blessed)"]
    play.do("rule", set={"n.hp": 5})
    assert play.words("ann") == []


def test_a_secret_modifier_hides_the_defence_that_it_is_part_of() -> None:
    play = table()
    play.do("lay", on="body:n", label="ward", value=2, applies="def", secret=True)
    assert play.words("ann") == []
    assert unit(play, "n", GM).values["def"] == 6
    play.do("lay", on="body:a", label="mud", value=-1, applies="def")
    assert play.words("ann") == ["GM: \N{MINUS SIGN}1 mud on A (Defence)"]
    assert play.defence("a", "ann") == 2


def test_pause_looks_like_a_hidden_turn() -> None:
    play = table()
    play.do("pause")
    assert (play.view("ann").paused, play.view("ann").waiting) == (False, "the GM is deciding")
    assert play.words("ann") == []
    assert play.refused("move", unit="a", path=[[1, 0]]) == "not_your_turn"


WISHES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("move", {"unit": "a", "path": [[1, 0]]}),
    ("move", {"unit": "b", "path": [[1, 0]]}),
    ("move", {"unit": "zzz", "path": [[1, 0]]}),
    ("act", {"unit": "a", "action": "observe"}),
    ("place", {"unit": "a", "at": [1, 0]}),
    ("wish", {"body": "a", "at": [1, 0]}),
    ("roll_initiative", {}),
    ("end_turn", {"unit": "a"}),
    ("end_turn", {"unit": "q7"}),
    ("answer", {"prompt": "difficulty", "value": 1}),
    ("convert", {"unit": "a", "points": 1}),
)


def answers(play: Play) -> list[str]:
    found = []
    for do, args in WISHES:
        try:
            play.do(do, by="ann", **args)
        except Refused as refusal:
            found.append(refusal.name)
        else:
            found.append("done")
    return found


def test_no_answer_tells_a_pause_from_a_hidden_turn() -> None:
    """Not even while the GM is asked something about the hidden unit."""
    paused, hidden, asked = (Play(ROWS, UNITS, order=["a", "q7", "b", "n"]) for _ in range(3))
    paused.do("pause")
    for play in (hidden, asked):
        play.do("end_turn", unit="a")
        assert play.turn == "q7"
    asked.do("rule", set={"q7.ma": 5}, secret=True)
    asked.do("rule", unit="q7", ruled=True)
    asked.do("act", by=GM, unit="q7", action="observe")
    assert asked.memory.state.prompts
    assert answers(paused) == answers(hidden) == answers(asked)
    assert answers(hidden)[-1] == "done"


@pytest.mark.rule("T-185")
def test_whispers_out_of_character() -> None:
    """What one asks the GM about the rules, too: nobody else reads it."""
    play = table()
    play.do("chat", by="ann", text="I do not trust Ben", to="gm")
    assert play.words("ben") == []
    assert play.words() == ["Ann to the GM: I do not trust Ben"]
    play.do("chat", by="ann", text="hush", to="ben")
    assert play.words("ben") == ["Ann to Ben: hush"]
    assert play.words("sam") == []


def test_who_joins_and_leaves_is_named() -> None:
    play = table()
    play.do("leave", by=GM, unit="n")
    assert play.words("ann") == ["Ogre left"]
    play.do("leave", by=GM, unit="q7")
    assert play.words("ann") == []
    assert play.words() == ["Lurkers left"]


def test_a_line_names_no_key() -> None:
    units = {"k7": {**hero("ann", SPD=2), "name": "Mara", "glyph": "k"}, "k8": {**foe(), "name": "Wolf", "glyph": "w"}}
    play = Play(["k...w"], units, order=["k7", "k8"])
    play.do("move", unit="k7", path=[[1, 0]])
    play.do("rule", knock_out="k8")
    play.do("rule", status={"body": "k7", "key": "blessed"})
    play.do("end_turn", unit="k7")
    texts = [line.text for entry in play.memory.log for line in play.lines(GM, entry)]
    assert not [t for t in texts if "k7" in t or "k8" in t]
    assert {"Mara moves to B1 (1 PA)", "Wolf falls unconscious", "Mara: Blessed", "Mara's turn"} <= set(texts)


def test_every_kind_of_event_has_an_audience() -> None:
    assert {k.__name__ for k in TEMPUS.events} - {k.__name__ for k in TEMPUS.audience} == set()
