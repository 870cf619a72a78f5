"""Time, the Speed check and the turn order (O-001 to O-020)."""

from __future__ import annotations

import pytest

from tactics.outerah import numbers, order, turns
from tactics.outerah import statuses as st
from tests.outerah.table import GM, Battle, foe, hero, rules_with

ROW = ["a.b.c"]
UNRESISTED = {"status": {key: {"minimum": 50} for key in ("slow", "poison")}}
"""So that no resist roll comes in between."""


def three(**words: object) -> Battle:
    spec = {"a": hero(AGI=45), "b": hero("ben", AGI=20), "c": foe(AGI=5)}
    return Battle(ROW, spec, order="abc", rules=rules_with(UNRESISTED), **words)  # type: ignore[arg-type]


@pytest.mark.rule("O-002", "O-004")
def test_a_round_is_ten_seconds_and_six_are_a_minute() -> None:
    play = three()
    assert turns.clock_text(play.facts()) == "0:00"
    for _ in range(3):
        play.round_over()
    assert turns.seconds(play.facts()) == 30
    for _ in range(9):
        play.round_over()
    assert turns.clock_text(play.facts()) == "2:00"


@pytest.mark.rule("O-001", "O-003")
def test_one_unit_acts_at_a_time_and_everybody_has_a_turn() -> None:
    play = three()
    assert play.refused("move", unit="b", path=[[3, 0]]) == "not_your_turn"
    assert play.round_over() == ["a", "b", "c"]


@pytest.mark.rule("O-006", "O-008", "O-009")
@pytest.mark.parametrize(("agility", "more"), [(19, 0), (20, 1), (39, 1), (40, 2), (100, 5)])
def test_every_20_agility_is_one_speed(agility: int, more: int) -> None:
    play = Battle(["a...."], {"a": hero(AGI=agility, cls="nightblade")}, order="a")
    assert numbers.speed_modifier(play.facts(), play.state.bodies["a"]).total == 6 + more


@pytest.mark.rule("O-005", "O-006", "O-009")
def test_a_speed_check_is_class_agility_and_a_d12() -> None:
    play = Battle(["a.b.."], {"a": hero(AGI=45, cls="nightblade"), "b": hero("ben", AGI=45, cls="paladin")})
    play.do("roll_initiative", dice=[(12, 7), (12, 7)])
    assert [play.state.units[k].initiative for k in "ab"] == [15, 12]
    assert play.order == ("a", "b")


@pytest.mark.rule("O-007")
def test_a_nightblade_is_faster_than_a_sorcerer() -> None:
    play = Battle(["a.b.."], {"a": hero(cls="nightblade"), "b": hero("ben", cls="sorcerer")}, order="ab")
    speeds = [numbers.speed_modifier(play.facts(), play.state.bodies[k]).total for k in "ab"]
    assert speeds[0] > speeds[1]


@pytest.mark.rule("O-014")
@pytest.mark.parametrize(("coin", "first"), [(1, ("a", "b")), (2, ("b", "a"))])
def test_a_coin_decides_between_two_of_the_same_speed(coin: int, first: tuple[str, ...]) -> None:
    play = Battle(ROW, {"a": hero(), "b": hero("ben"), "c": foe(AGI=100)})
    play.do("roll_initiative", dice=[(12, 5), (12, 5), (12, 12), (2, coin)])
    assert play.order == ("c", *first)
    before = play.order
    play.do("rule", by=GM, reorder=["b", "a", "c"], reason="they are twins")
    assert play.order == ("b", "a", "c") != before
    was = ", ".join(key.upper() for key in before)
    for seat in ("ann", GM):
        assert play.words(seat) == [f"GM: the turn order is B, A, C; it was {was} (they are twins)"]
    play.do("rule", by=GM, reorder=["a", "b", "c"], secret=True)
    assert (len(play.words(GM)), play.words("ann")) == (1, [])


@pytest.mark.rule("O-014")
def test_that_somebody_unseen_has_another_place_in_the_order_is_told_to_nobody() -> None:
    play = Battle(["a.b.c"], {"a": hero(), "b": hero("ben"), "c": foe(hidden=True)}, order="abc")
    play.do("rule", by=GM, reorder=["a", "c", "b"], reason="it is quick")
    assert (len(play.words(GM)), play.words("ann")) == (1, [])


@pytest.mark.rule("O-014", "O-013")
def test_of_three_a_die_says_who_is_next() -> None:
    play = Battle(ROW, {"a": hero(), "b": hero("ben"), "c": foe()})
    play.do("roll_initiative", dice=[(12, 5), (12, 5), (12, 5), (3, 2), (2, 2)])
    assert play.order == ("b", "c", "a")


def give(play: Battle, body: str, key: str, **words: object) -> None:
    play.effect(lambda work: st.put(work, body, key, **words))  # type: ignore[arg-type]


@pytest.mark.rule("O-011")
def test_haste_gives_a_second_turn_right_before_the_round_ends() -> None:
    play = three()
    give(play, "b", "haste", rounds=9)
    give(play, "b", "poison")
    hp = play.hp("b")
    assert play.round_over() == ["a", "b", "c", "b"]
    assert play.hp("b") == hp - 10  # both are full turns


@pytest.mark.rule("O-012")
@pytest.mark.parametrize(("setting", "last"), [("modifier", ["b", "c"]), ("score", ["c", "b"])])
def test_hasted_units_act_by_their_speed_modifier(setting: str, last: list[str]) -> None:
    spec = {"a": hero(AGI=0), "b": hero("ben", AGI=100, initiative=10), "c": foe(AGI=40, initiative=15)}
    play = Battle(ROW, spec, order="abc", options={"out.haste.order": setting})
    for body in "bc":
        give(play, body, "haste", rounds=9)
    assert play.round_over()[-2:] == last


@pytest.mark.rule("O-015")
def test_slow_gives_one_turn_every_other_round() -> None:
    play = three()
    give(play, "b", "slow", rounds=99)
    had = [play.round_over() for _ in range(4)]
    assert [("b" in round_) for round_ in had] == [True, False, True, False]


@pytest.mark.rule("O-015")
def test_slow_and_haste_together_are_one_turn_a_round() -> None:
    play = three()
    for key in ("slow", "haste"):
        give(play, "b", key, rounds=99)
    assert [play.round_over() for _ in range(3)] == [["a", "b", "c"]] * 3


def stopped(play: Battle, rounds: int, *faces: tuple[int, int]) -> list[bool]:
    """Whether c had a turn in each of these Rounds; the die of Stop falls with the turn before its slot."""
    had = []
    dice = list(faces)
    for _ in range(rounds):
        number = play.state.clock.round
        seen = []
        while play.state.clock.round == number:
            assert play.turn is not None
            seen.append(play.turn)
            lost = [s.numbers.get("lost", 0) for s in play.state.bodies["c"].statuses if s.key == "stop"]
            rolls = [dice.pop(0)] if play.turn == "b" and lost == [1] else []
            play.do("end_turn", unit=play.turn, dice=rolls)
        had.append("c" in seen)
    return had


@pytest.mark.rule("O-010", "O-016", "O-017")
@pytest.mark.parametrize(
    ("face", "had"),
    [(6, [False, False, True, True]), (10, [False, False, True, True]), (7, [False, False, False, True])],
)
def test_stop_breaks_on_an_even_number_in_its_second_round_or_ends_with_the_third(face: int, had: list[bool]) -> None:
    play = three()
    give(play, "c", "stop")
    assert stopped(play, 4, (10, face)) == had


@pytest.mark.rule("O-017")
def test_an_even_number_ends_stop_with_the_round_and_not_before() -> None:
    play = three()
    give(play, "a", "stop")  # after its slot of Round 1 has begun: Rounds 2 and 3 are lost
    play.end("a", "b", "c", "b")
    play.do("end_turn", unit="c", dice=[(10, 6)])
    assert (play.state.clock.round, play.turn, play.statuses("a")) == (3, "b", {"stop": 1})
    badge = next(b for u in play.view(GM).units if u.key == "a" for b in u.badges)
    assert badge.ends == "until this Round ends"
    play.effect(lambda work: order.inspire(work, "a"))
    play.end("b")
    assert play.turn == "c"  # going next does not help who is frozen
    play.end("c")
    assert (play.turn, play.statuses("a")) == ("b", {})


@pytest.mark.rule("O-018", "O-019")
def test_inspiration_makes_the_target_go_next_and_the_order_stays_so() -> None:
    spec = {k: hero() for k in "abcd"}
    play = Battle(["abcd."], spec, order="abcd")
    play.effect(lambda work: order.inspire(work, "d"))
    assert play.round_over() == ["a", "d", "b", "c"]
    assert play.round_over() == ["a", "d", "b", "c"]


@pytest.mark.rule("O-018")
@pytest.mark.parametrize(("setting", "rest"), [("extra_turn", ["d", "a", "b", "c"]), ("move_only", ["a", "b", "c"])])
def test_inspiration_of_one_who_has_acted(setting: str, rest: list[str]) -> None:
    spec = {k: hero() for k in "dabc"}
    play = Battle(["dabc."], spec, order="dabc", options={"out.inspiration.if_acted": setting})
    play.end("d")
    assert play.turn == "a"
    play.effect(lambda work: order.inspire(work, "d"))
    played = []
    number = play.state.clock.round
    while play.state.clock.round == number:
        assert play.turn is not None
        played.append(play.turn)
        play.end(play.turn)
    assert played == (["a", "d", "b", "c"] if setting == "extra_turn" else ["a", "b", "c"])
    assert play.order == ("a", "d", "b", "c")


@pytest.mark.rule("O-020")
def test_a_red_card_takes_the_next_turn() -> None:
    play = three()
    play.round_over()
    give(play, "a", "red_card")
    play.end("a", dice=[1])  # its turn is under way; Charisma does not save it
    play.end("b", "c")
    assert play.turn == "b"
    assert "red_card" not in play.statuses("a")
    play.end("b", "c")
    assert play.turn == "a"
