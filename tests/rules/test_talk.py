"""Talk: words, volume, who hears (T-053, T-054; table.md 16)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.table import GM, Play, foe, hero, rules_with

ROWS = ["ab............", "..c...........", ".............d"]


def table(**more: Any) -> Play:
    units = {
        "a": hero("ann", WIT=2, SPD=2),
        "b": hero("ben"),
        "c": hero("cleo"),
        "d": hero("dan"),
    }
    return Play(ROWS, units, order="abcd", seats={"sam": "spectator"}, **more)


@pytest.mark.rule("T-053")
@pytest.mark.parametrize(("words", "cost"), [(1, 1), (5, 1), (6, 2), (10, 2)])
def test_five_words_a_point(words: int, cost: int) -> None:
    play = table()
    play.do("talk", unit="a", text=" ".join(["no"] * words))
    assert play.pool("a", "ma") == 2 - cost
    assert play.lines("ann")[0].record == {"kind": "talk", "actor": "a", "words": words, "volume": "speak"}


@pytest.mark.rule("T-053")
def test_twelve_words_are_too_many_for_two_points() -> None:
    assert table().refused("talk", unit="a", text=" ".join(["no"] * 12)) == "illegal.cost"


@pytest.mark.rule("T-053")
def test_words_are_parted_by_white_space() -> None:
    play = table()
    play.do("talk", unit="a", text="  well-known   words,\n here ")
    assert play.pool("a", "ma") == 1
    assert play.words("ben") == ["A says: “well-known words, here” (1 MA)"]
    assert play.refused("talk", unit="a", text="   ") == "bad_field"


@pytest.mark.rule("T-053")
def test_chat_out_of_character_is_free() -> None:
    play = table()
    play.do("chat", by="ben", text="brb " * 40)
    assert play.pool("a", "ma") == 2


@pytest.mark.rule("T-053")
def test_talk_is_an_action_of_the_own_turn() -> None:
    assert table().refused("talk", unit="b", text="hey") == "not_your_turn"


@pytest.mark.rule("T-054")
@pytest.mark.parametrize(
    ("volume", "hear"),
    [("whisper", {"ben"}), ("speak", {"ben", "cleo", "sam"}), ("yell", {"ben", "cleo", "dan", "sam"})],
)
def test_who_hears(volume: str, hear: set[str]) -> None:
    play = table()
    play.do("talk", unit="a", text="psst", volume=volume)
    others = ("ben", "cleo", "dan", "sam")
    assert {seat for seat in others if play.words(seat)} == hear
    assert play.words("ann")
    assert play.words(GM)


@pytest.mark.rule("T-054")
def test_the_unconscious_hear_nothing() -> None:
    play = table()
    play.do("rule", knock_out="b")
    play.do("talk", unit="a", text="psst", volume="whisper")
    assert play.words("ben") == []


@pytest.mark.rule("T-054")
def test_a_hidden_speaker_is_a_voice() -> None:
    units = {"x": {**foe(WIT=1), "hidden": True, "name": "Lurker"}, "a": hero("ann")}
    play = Play(["x.a.."], units, order="xa")
    play.do("talk", unit="x", text="go away")
    assert play.words("ann") == ["A voice says: “go away”"]
    assert play.lines("ann")[0].unit == ""
    assert "x" not in play.lines("ann")[0].record.values()


def test_a_table_with_voice_counts_words_aloud() -> None:
    assert table().refused("talk", unit="a", aloud=7) == "illegal.disabled"
    play = table(options={"tt.talk.aloud": True})
    play.do("talk", unit="a", aloud=7)
    assert play.pool("a", "ma") == 0
    assert play.words("ben") == ["A says 7 words aloud (2 MA)"]
    assert any(f.name == "aloud" for o in play.view("ann").options if o.key == "talk" for f in o.fields)


@pytest.mark.rule("T-054")
def test_there_are_three_volumes() -> None:
    assert table().refused("talk", unit="a", text="hey", volume="sing") == "bad_field"


@pytest.mark.rule("T-053")
def test_who_may_not_talk_is_refused_as_the_page_says() -> None:
    rules = rules_with({"status": {"mute": {"label": "Mute", "forbids": ["talk"]}}})
    play = Play(["ab"], {"a": {**hero(WIT=3), "statuses": ["mute"]}, "b": foe()}, order="ab", rules=rules)
    assert next(o.why_not for o in play.view("ann").options if o.key == "talk") == "Mute"
    assert play.refused("talk", unit="a", text="Hello") == "illegal.status"
    play.do("rule", status={"body": "a", "key": "mute", "on": False})
    play.do("talk", unit="a", text="Hello")


@pytest.mark.rule("T-047")
@pytest.mark.rule("T-053")
def test_what_talk_and_moves_cost_can_be_edited_where_they_stand() -> None:
    rules = rules_with({"action": {"talk": {"cost": {"ma": 2}}, "move": {"cost": {"pa": 2}}}})
    play = Play(["a...b"], {"a": hero(SPD=5, WIT=4), "b": foe()}, order="ab", rules=rules)
    shown = {o.key: (o.cost, o.house) for o in play.view("ann").options}
    assert (shown["talk"], shown["move"]) == (("2 MA per 5 words", True), ("2 PA", True))
    play.do("talk", unit="a", text="one two three four five six")
    play.do("move", unit="a", path=[[1, 0]])
    assert (play.pool("a", "ma"), play.pool("a")) == (0, 3)


@pytest.mark.rule("T-053")
def test_the_offer_names_each_price_as_far_as_the_points_reach() -> None:
    """From the constants: what is typed is priced before it is said, by so many words for each price."""
    option = next(o for o in table().view("ann").options if o.key == "talk")
    assert (option.per_words, option.prices) == (5, ("1 MA", "2 MA"))
    play = table(options={"tt.talk.words_per_ma": 3})
    play.do("talk", unit="a", text="four words it is")
    option = next(o for o in play.view("ann").options if o.key == "talk")
    assert (option.why_code, option.prices) == ("cost", ())


def test_a_voice_from_nowhere_tells_no_price() -> None:
    """Points are its own side's to know; free movement has no price at all."""
    play = table()
    play.do("rule", mode="free")
    play.do("talk", by="ann", unit="a", text="who is there")
    assert play.words("ann") == ["A says: “who is there”"]


@pytest.mark.rule("T-054")
def test_the_gm_lets_somebody_else_hear_it() -> None:
    play = Play(
        ["a...b", ".....", ".....", ".....", "....."], {"a": hero("ann", WIT=2), "b": hero("ben")}, order="ab"
    )
    play.do("talk", unit="a", text="now or never", volume="whisper")
    assert play.words("ben") == []
    heard = next(line.record for line in play.lines("gil") if line.kind == "talk")
    assert heard["heard"] == ["ann"]
    assert "heard" not in next(line.record for line in play.lines("ann") if line.kind == "talk")
    play.do("relay", by="gil", unit="a", text="now or never", volume="whisper", to=["ben"])
    assert any("now or never" in line for line in play.words("ben"))
    assert play.words("ann") == []
    assert play.pool("a", "ma") == 1
    assert play.refused("relay", by="ann", unit="a", text="x", to=["ben"]) == "not_allowed"
    assert play.refused("relay", by="gil", unit="a", text="x", to=["nobody"]) == "unknown"
